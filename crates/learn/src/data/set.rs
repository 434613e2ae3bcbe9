//! Rows in memory.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::examples::check_finite;
use super::{DenseExamples, SparseExamples};
use crate::{LearnError, Result};

/// What every row of a data set has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowShape {
    /// How positions are described.
    pub features: Features,
    /// How many outcomes a row has: one for each seat, or a single one for what the row is about.
    pub outcomes: usize,
    /// Whether rows also carry what a search said, as many numbers as there are outcomes.
    pub searched: bool,
}

/// How positions are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Features {
    /// By a row of numbers.
    Dense {
        /// How many.
        width: usize,
    },
    /// By sets of features that are present, one for each perspective.
    Sparse {
        /// How many features there are.
        features: usize,
        /// How many perspectives.
        perspectives: usize,
    },
}

/// The most numbers a row may have, and the most features: far above any use.
const WIDEST: usize = 1 << 20;

/// The most perspectives and the most outcomes.
const MOST_SEATS: usize = 16;

impl RowShape {
    pub(super) fn check(self) -> Result<()> {
        let features = match self.features {
            Features::Dense { width } => (1..=WIDEST).contains(&width),
            Features::Sparse { features, perspectives } => {
                (1..=WIDEST).contains(&features) && (1..=MOST_SEATS).contains(&perspectives)
            }
        };
        if features && (1..=MOST_SEATS).contains(&self.outcomes) {
            return Ok(());
        }
        let expected =
            format!("up to {WIDEST} features and {MOST_SEATS} outcomes and perspectives, not 0");
        Err(LearnError::example("the shape", self, expected))
    }
}

impl fmt::Display for RowShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.features {
            Features::Dense { width } => write!(f, "{width} numbers")?,
            Features::Sparse { features, perspectives } => {
                write!(f, "sets of {features} features, {perspectives} perspectives")?
            }
        }
        let searched = if self.searched { " and search values" } else { "" };
        write!(f, ", {} outcomes{searched}", self.outcomes)
    }
}

/// One position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<'a> {
    /// The game it comes from.
    pub game: u64,
    /// What it looks like.
    pub inputs: Inputs<'a>,
    /// What became of it.
    pub outcome: &'a [f32],
    /// What a search said, if the data set has that.
    pub search: Option<&'a [f32]>,
}

/// What a position looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inputs<'a> {
    /// A row of numbers.
    Dense(&'a [f32]),
    /// The features that are present, a list for each perspective.
    Sparse(&'a [&'a [u32]]),
}

impl Row<'_> {
    /// Refuses a row that does not fit the shape.
    pub(super) fn check(&self, shape: RowShape) -> Result<()> {
        match (self.inputs, shape.features) {
            (Inputs::Dense(cells), Features::Dense { width }) => {
                count("the number of inputs", cells.len(), width)?;
                check_finite("input", cells)?;
            }
            (Inputs::Sparse(lists), Features::Sparse { features, perspectives }) => {
                count("the number of perspectives", lists.len(), perspectives)?;
                for list in lists {
                    if list.len() > usize::from(u16::MAX) {
                        let most = format!("at most {}", u16::MAX);
                        return Err(LearnError::example("the length of a list", list.len(), most));
                    }
                    if let Some(feature) = list.iter().find(|index| **index as usize >= features) {
                        let below = format!("below {features}");
                        return Err(LearnError::example("a feature", feature, below));
                    }
                }
            }
            _ => return Err(LearnError::example("the kind of inputs", "another", shape)),
        }
        count("the number of outcomes", self.outcome.len(), shape.outcomes)?;
        check_finite("outcome", self.outcome)?;
        let searched = if shape.searched { shape.outcomes } else { 0 };
        let search = self.search.unwrap_or_default();
        count("the number of search values", search.len(), searched)?;
        check_finite("search value", search)
    }
}

fn count(what: &'static str, found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(LearnError::example(what, found, expected))
}

/// Rows of one shape.
#[derive(Clone, Debug, PartialEq)]
pub struct DataSet {
    shape: RowShape,
    games: Vec<u64>,
    outcomes: Vec<f32>,
    searches: Vec<f32>,
    /// The numbers of dense rows.
    cells: Vec<f32>,
    /// The features of sparse rows, and where each list begins, with one more at the end.
    indices: Vec<u32>,
    starts: Vec<usize>,
}

impl DataSet {
    /// A data set without rows.
    pub fn new(shape: RowShape) -> Result<DataSet> {
        shape.check()?;
        Ok(DataSet::empty(shape))
    }

    /// A data set without rows, of a shape that is possible.
    fn empty(shape: RowShape) -> DataSet {
        DataSet {
            shape,
            games: Vec::new(),
            outcomes: Vec::new(),
            searches: Vec::new(),
            cells: Vec::new(),
            indices: Vec::new(),
            starts: vec![0],
        }
    }

    /// What every row has.
    pub fn shape(&self) -> RowShape {
        self.shape
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Adds a row.
    pub fn push(&mut self, row: &Row<'_>) -> Result<()> {
        row.check(self.shape)?;
        self.add(row);
        Ok(())
    }

    /// Adds all rows of another data set.
    pub fn append(&mut self, other: &DataSet) -> Result<()> {
        if other.shape != self.shape {
            return Err(other.wrong_kind(&self.shape.to_string()));
        }
        self.add_rows(other, 0..other.len());
        Ok(())
    }

    /// Adds some rows of a data set of the same shape.
    fn add_rows(&mut self, other: &DataSet, rows: Range<usize>) {
        let times = |count: usize| rows.start * count..rows.end * count;
        let outcomes = self.shape.outcomes;
        self.games.extend_from_slice(&other.games[rows.clone()]);
        self.outcomes.extend_from_slice(&other.outcomes[times(outcomes)]);
        if self.shape.searched {
            self.searches.extend_from_slice(&other.searches[times(outcomes)]);
        }
        match self.shape.features {
            Features::Dense { width } => {
                self.cells.extend_from_slice(&other.cells[times(width)]);
            }
            Features::Sparse { perspectives, .. } => {
                let lists = times(perspectives);
                let starts = &other.starts[lists.start..=lists.end];
                let (first, last) = (starts[0], starts[lists.len()]);
                let before = self.indices.len();
                self.indices.extend_from_slice(&other.indices[first..last]);
                let starts = starts[1..].iter();
                self.starts.extend(starts.map(|start| before + (start - first)));
            }
        }
    }

    /// Adds a row that fits.
    fn add(&mut self, row: &Row<'_>) {
        self.games.push(row.game);
        self.outcomes.extend_from_slice(row.outcome);
        self.searches.extend_from_slice(row.search.unwrap_or_default());
        match row.inputs {
            Inputs::Dense(cells) => self.cells.extend_from_slice(cells),
            Inputs::Sparse(lists) => {
                for list in lists {
                    self.indices.extend_from_slice(list);
                    self.starts.push(self.indices.len());
                }
            }
        }
    }

    /// Gives `visit` the row with this number.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn with_row<T>(&self, row: usize, visit: impl FnOnce(&Row<'_>) -> T) -> T {
        let search = self.shape.searched.then(|| self.search(row));
        let with =
            |inputs| Row { game: self.games[row], inputs, outcome: self.outcome(row), search };
        match self.shape.features {
            Features::Dense { width } => {
                visit(&with(Inputs::Dense(&self.cells[row * width..][..width])))
            }
            Features::Sparse { perspectives, .. } => {
                let mut lists = [&[][..]; MOST_SEATS];
                for (place, list) in lists[..perspectives].iter_mut().enumerate() {
                    let bounds = &self.starts[row * perspectives + place..][..2];
                    *list = &self.indices[bounds[0]..bounds[1]];
                }
                visit(&with(Inputs::Sparse(&lists[..perspectives])))
            }
        }
    }

    /// The game of each row.
    pub fn games(&self) -> &[u64] {
        &self.games
    }

    /// What became of one row.
    pub fn outcome(&self, row: usize) -> &[f32] {
        &self.outcomes[row * self.shape.outcomes..][..self.shape.outcomes]
    }

    fn search(&self, row: usize) -> &[f32] {
        &self.searches[row * self.shape.outcomes..][..self.shape.outcomes]
    }

    /// The rows with these numbers, in this order.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn select(&self, rows: &[usize]) -> DataSet {
        let mut chosen = DataSet::empty(self.shape);
        // Rows that follow each other, as those of a game do, are copied at once.
        for run in rows.chunk_by(|row, next| row + 1 == *next) {
            chosen.add_rows(self, run[0]..run[0] + run.len());
        }
        chosen
    }

    /// The same rows with other features in the place of each, for instance those of a mirrored board.
    pub fn with_features(&self, feature: impl Fn(u32) -> u32) -> Result<DataSet> {
        let mut changed = self.clone();
        for index in &mut changed.indices {
            *index = feature(*index);
        }
        let Features::Sparse { features, .. } = self.shape.features else {
            return Err(self.wrong_kind("sets of features"));
        };
        match changed.indices.iter().find(|index| **index as usize >= features) {
            None => Ok(changed),
            Some(index) => {
                Err(LearnError::example("a feature", index, format!("below {features}")))
            }
        }
    }

    /// What a network is to say: `result_share` of the outcome and the rest of the search value. Without search
    /// values only the outcome itself, a share of 1, can be had.
    pub fn targets(&self, result_share: f32) -> Result<Vec<f32>> {
        if !(0.0..=1.0).contains(&result_share) {
            return Err(LearnError::Settings(format!(
                "{result_share} of the outcome, expected a share of 1"
            )));
        }
        if result_share == 1.0 {
            return Ok(self.outcomes.clone());
        }
        if !self.shape.searched {
            return Err(LearnError::Settings(format!(
                "{result_share} of the outcome needs search values, and the data set has none"
            )));
        }
        let pairs = self.outcomes.iter().zip(&self.searches);
        Ok(pairs
            .map(|(outcome, search)| result_share * outcome + (1.0 - result_share) * search)
            .collect())
    }

    /// The rows as examples for a dense network: see [`DataSet::targets`].
    pub fn dense_examples(&self, result_share: f32) -> Result<DenseExamples> {
        let Features::Dense { width } = self.shape.features else {
            return Err(self.wrong_kind("rows of numbers"));
        };
        let targets = self.targets(result_share)?;
        DenseExamples::new(width, self.shape.outcomes, self.cells.clone(), targets)
    }

    /// The rows as examples for a sparse network: see [`DataSet::targets`]. There can be gigabytes of them, so nothing is
    /// copied.
    pub fn into_sparse_examples(self, result_share: f32) -> Result<SparseExamples> {
        let Features::Sparse { features, perspectives } = self.shape.features else {
            return Err(self.wrong_kind("sets of features"));
        };
        let targets = self.targets(result_share)?;
        let outputs = self.shape.outcomes;
        let (starts, indices) = (self.starts, self.indices);
        SparseExamples::new(features, perspectives, outputs, starts, indices, targets)
    }

    fn wrong_kind(&self, wanted: &str) -> LearnError {
        LearnError::Settings(format!("the data set has {}, expected {wanted}", self.shape))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_another_shape_are_refused() {
        let shape =
            RowShape { features: Features::Dense { width: 2 }, outcomes: 1, searched: true };
        let mut set = DataSet::new(shape).unwrap();
        let good = Row {
            game: 1,
            inputs: Inputs::Dense(&[1.0, 2.0]),
            outcome: &[1.0],
            search: Some(&[0.5]),
        };
        set.push(&good).unwrap();
        let inputs = Inputs::Dense(&[1.0]);
        let endless = Inputs::Dense(&[1.0, f32::INFINITY]);
        for bad in [
            Row { inputs, ..good },
            Row { inputs: endless, ..good },
            Row { inputs: Inputs::Sparse(&[&[1]]), ..good },
            Row { outcome: &[1.0, 0.0], ..good },
            Row { search: None, ..good },
            Row { search: Some(&[f32::NAN]), ..good },
        ] {
            assert!(set.push(&bad).is_err(), "{bad:?}");
        }
        assert_eq!(set.len(), 1);
        assert_eq!(set.targets(0.25).unwrap(), [0.625]);
        assert_eq!(set.dense_examples(1.0).unwrap().target(0), [1.0]);
        assert!(set.targets(-0.1).is_err());
        assert!(set.clone().into_sparse_examples(1.0).is_err());
        let mut other = DataSet::new(RowShape { searched: false, ..shape });
        assert!(other.as_mut().unwrap().append(&set).is_err());
        let impossible = RowShape { outcomes: 0, ..shape };
        assert!(DataSet::new(impossible).is_err());
    }

    #[test]
    fn rows_are_appended_as_if_pushed_one_by_one() {
        let features = Features::Sparse { features: 9, perspectives: 2 };
        let shape = RowShape { features, outcomes: 1, searched: true };
        let lists: [[&[u32]; 2]; 4] =
            [[&[1, 2], &[]], [&[3], &[4, 5, 6]], [&[], &[7]], [&[8], &[0, 1]]];
        let set = |rows: std::ops::Range<usize>| {
            let mut set = DataSet::new(shape).unwrap();
            for row in rows {
                let (outcome, search) = ([row as f32], [row as f32 / 8.0]);
                let row = Row {
                    game: row as u64,
                    inputs: Inputs::Sparse(&lists[row]),
                    outcome: &outcome,
                    search: Some(&search),
                };
                set.push(&row).unwrap();
            }
            set
        };
        let mut joined = set(0..2);
        joined.append(&set(2..4)).unwrap();
        assert_eq!(joined, set(0..4));
        joined.with_row(3, |row| assert_eq!(row.inputs, Inputs::Sparse(&lists[3])));
    }
}
