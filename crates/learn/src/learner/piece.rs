//! Some examples of a batch on their way through a network and back.

use crate::dense::{Loss, Workspace};
use crate::network::{NetworkKind, TABLE_ACTIVATION, add_up};

/// What a worker knows of its examples of the batch at hand.
#[derive(Default)]
pub(super) struct BatchPiece {
    /// The inputs of the dense layers, and the targets.
    pub inputs: Vec<f32>,
    targets: Vec<f32>,
    pub workspace: Workspace,
    /// The loss of each example.
    pub losses: Vec<f64>,
    /// Which lists of the examples add up which rows of the table.
    pub uses: Uses,
}

impl BatchPiece {
    /// Whether it holds no examples.
    pub fn is_empty(&self) -> bool {
        self.losses.is_empty()
    }

    /// Sends the examples in `rows` through the network and returns its outputs. `after_table` are the parameters after
    /// the table; `find` gives a row of the table.
    pub fn forward<'t, S: NetworkKind>(
        &mut self,
        shape: &S,
        after_table: &[f32],
        examples: &S::Examples,
        rows: &[u32],
        loss: Loss,
        find: impl Fn(u32) -> &'t [f32],
    ) -> &[f32] {
        self.inputs.clear();
        self.targets.clear();
        self.losses.clear();
        let (biases, dense) = after_table.split_at(shape.table().map_or(0, |table| table.width));
        let (targets, width) = S::targets(examples);
        let mut found = Vec::new();
        for &row in rows {
            let row = row as usize;
            self.inputs.extend_from_slice(S::cells(examples, row));
            for present in S::lists(examples, row) {
                found.clear();
                found.extend(present.iter().map(|&row| find(row)));
                add_up(biases, &found, &mut self.inputs);
            }
            self.targets.extend_from_slice(&targets[row * width..][..width]);
        }
        let (layers, _) = shape.dense_part();
        self.workspace.forward(layers, dense, &self.inputs);
        let losses = self.workspace.losses(layers, loss, &self.targets);
        self.losses.extend(losses);
        self.workspace.outputs()
    }

    /// Propagates the gradient of the mean loss of a batch of `count` examples back to all sums. The examples in `rows` must
    /// have gone forward.
    pub fn backward<S: NetworkKind>(
        &mut self,
        shape: &S,
        after_table: &[f32],
        examples: &S::Examples,
        rows: &[u32],
        loss: Loss,
        count: usize,
    ) {
        let table = shape.table();
        let dense = &after_table[table.map_or(0, |table| table.width)..];
        let (layers, _) = shape.dense_part();
        let (targets, to_inputs) = (&*self.targets, table.is_some());
        let slopes = self.workspace.backward(layers, dense, loss, targets, count, to_inputs);
        if let Some(table) = table {
            TABLE_ACTIVATION.pull_back(&self.inputs, slopes);
            let lists = rows.iter();
            let lists = lists.flat_map(|&row| S::lists(examples, row as usize));
            self.uses.sort(table.rows, lists);
        }
    }
}

/// Which lists add up which rows of a table, row by row: so the gradient of a row stays in registers while it is summed up,
/// and only rows that occur are changed.
#[derive(Default)]
pub(super) struct Uses {
    /// Where the lists of each row end; one more at the end.
    ends: Vec<u32>,
    /// The numbers of the lists, in the order of rows, and rising for each row.
    lists: Vec<u32>,
}

impl Uses {
    /// Takes up other lists of rows of a table with this many rows. They are sorted by counting.
    fn sort<'a>(&mut self, rows: usize, lists: impl Iterator<Item = &'a [u32]> + Clone) {
        self.ends.clear();
        self.ends.resize(rows + 1, 0);
        for list in lists.clone() {
            for &row in list {
                self.ends[row as usize + 1] += 1;
            }
        }
        let mut sum = 0;
        for end in &mut self.ends {
            sum += *end;
            *end = sum;
        }
        self.lists.resize(sum as usize, 0);
        // What is now the start of each row moves to its end, which is the start of the next.
        for (list, number) in lists.zip(0..) {
            for &row in list {
                let place = &mut self.ends[row as usize];
                self.lists[*place as usize] = number;
                *place += 1;
            }
        }
    }

    /// The lists that add up a row, first to last.
    pub fn of(&self, row: usize) -> &[u32] {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.lists[start as usize..self.ends[row] as usize]
    }
}
