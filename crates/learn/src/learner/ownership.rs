//! Which worker changes which parameters.

use std::ops::Range;

use crate::network::{FeatureRows, NetworkKind};

/// The number of rows of a batch that decide how the rows of a table are divided.
const SAMPLED: usize = 4096;

/// What the step of one row of a table costs, in additions of rows.
const STEP_COST: f64 = 6.0;

/// What a stretch of parameters holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupKind {
    /// Rows of the table before the dense layers.
    Rows,
    /// The biases of that table.
    TableBiases,
    /// The weights of inputs of a dense layer, by its number.
    Weights(usize),
    /// The biases of a dense layer.
    Biases(usize),
}

/// All parameters of one kind: a number of items of the same length, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParameterGroup {
    pub kind: GroupKind,
    pub items: usize,
    pub length: usize,
}

/// Which worker changes which parameters. It decides nothing but the time that learning takes.
#[derive(Debug)]
pub(super) struct Ownership {
    /// All groups in the order of their parameters, with the items of each worker.
    pub groups: Vec<(ParameterGroup, Vec<Range<usize>>)>,
    /// The worker of each row of the table, and which of the worker's rows it is.
    places: Vec<(u32, u32)>,
}

impl Ownership {
    /// Divides the parameters of a network among workers, for batches of this many of these examples.
    pub fn new<S: NetworkKind>(
        shape: &S,
        workers: usize,
        examples: &S::Examples,
        rows: &[u32],
        batch: usize,
    ) -> Ownership {
        let table = shape.table();
        let mut groups = Vec::new();
        let mut places = Vec::new();
        if let Some(FeatureRows { rows: height, width }) = table {
            let cost = match workers {
                1 => vec![1.0; height],
                _ => row_costs::<S>(height, examples, rows, batch),
            };
            let ranges = by_cost(&cost, workers);
            for (range, owner) in ranges.iter().zip(0..) {
                places.extend((0..range.len() as u32).map(|row| (owner, row)));
            }
            groups.push((ParameterGroup::new(GroupKind::Rows, height, width), ranges));
            groups.push((
                ParameterGroup::new(GroupKind::TableBiases, width, 1),
                evenly(width, workers),
            ));
        }
        for (layer, place) in shape.dense_part().0.places().enumerate() {
            let size = place.layer.size;
            groups.push((
                ParameterGroup::new(GroupKind::Weights(layer), place.inputs, size),
                evenly(place.inputs, workers),
            ));
            groups.push((
                ParameterGroup::new(GroupKind::Biases(layer), size, 1),
                evenly(size, workers),
            ));
        }
        Ownership { groups, places }
    }

    /// The worker of a row of the table, and which of its rows it is.
    #[inline]
    pub fn place(&self, row: u32) -> (u32, u32) {
        self.places[row as usize]
    }
}

impl ParameterGroup {
    fn new(kind: GroupKind, items: usize, length: usize) -> ParameterGroup {
        ParameterGroup { kind, items, length }
    }
}

/// What the rows of a table cost in a batch, judged by some examples.
fn row_costs<S: NetworkKind>(
    height: usize,
    examples: &S::Examples,
    rows: &[u32],
    batch: usize,
) -> Vec<f64> {
    let sample = &rows[..rows.len().min(SAMPLED)];
    let mut counts = vec![0u32; height];
    for &row in sample {
        for &found in S::lists(examples, row as usize).flatten() {
            counts[found as usize] += 1;
        }
    }
    let share = batch as f64 / sample.len().max(1) as f64;
    let expected = counts.iter().map(|&count| f64::from(count) * share);
    expected.map(|count| count + STEP_COST * count.min(1.0)).collect()
}

/// Ranges of items that cost about the same.
fn by_cost(cost: &[f64], workers: usize) -> Vec<Range<usize>> {
    let total: f64 = cost.iter().sum();
    let mut ranges = Vec::with_capacity(workers);
    let (mut start, mut end, mut spent) = (0, 0, 0.0);
    for worker in 1..=workers {
        let budget = total * worker as f64 / workers as f64;
        while end < cost.len() && (worker == workers || spent + 0.5 * cost[end] < budget) {
            spent += cost[end];
            end += 1;
        }
        ranges.push(start..end);
        start = end;
    }
    ranges
}

/// Ranges of about as many items, in fours, as products of matrices take them.
fn evenly(items: usize, workers: usize) -> Vec<Range<usize>> {
    let fours = items.div_ceil(4);
    let cut = |worker: usize| items.min(4 * (fours * worker / workers));
    (0..workers).map(|worker| cut(worker)..cut(worker + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every item has one worker, whatever the number of workers; a row that is met often is like many that are not.
    #[test]
    fn ranges_cover_everything_and_cost_about_the_same() {
        let cost = [6.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        assert_eq!(by_cost(&cost, 2), [0..1, 1..7]);
        assert_eq!(evenly(10, 2), [0..4, 4..10]);
        for items in 0..30 {
            for workers in 1..9 {
                for ranges in [by_cost(&vec![0.3; items], workers), evenly(items, workers)] {
                    assert_eq!(ranges.len(), workers);
                    let all: Vec<usize> = ranges.into_iter().flatten().collect();
                    assert_eq!(all, (0..items).collect::<Vec<_>>());
                }
            }
        }
        assert_eq!(by_cost(&[0.0; 3], 2).into_iter().flatten().count(), 3);
    }
}
