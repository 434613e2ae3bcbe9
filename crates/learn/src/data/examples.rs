//! Examples: inputs with the targets that a network is to give for them.

use flate2::Crc;

use crate::{LearnError, Result};

/// What the training loop must know of any kind of examples.
pub trait Examples {
    /// How many there are.
    fn count(&self) -> usize;

    /// A number that other examples do not share, except by rare chance.
    fn checksum(&self) -> u32;
}

/// Examples whose inputs are rows of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct DenseExamples {
    width: usize,
    outputs: usize,
    inputs: Vec<f32>,
    targets: Vec<f32>,
}

impl DenseExamples {
    /// Examples with `width` inputs and `outputs` targets each.
    pub fn new(
        width: usize,
        outputs: usize,
        inputs: Vec<f32>,
        targets: Vec<f32>,
    ) -> Result<DenseExamples> {
        let rows = whole_rows("inputs", inputs.len(), width)?;
        let answers = whole_rows("targets", targets.len(), outputs)?;
        check_rows(rows, answers)?;
        check_finite("input", &inputs)?;
        check_finite("target", &targets)?;
        Ok(DenseExamples { width, outputs, inputs, targets })
    }

    /// How many inputs each has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many targets each has.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// All inputs, one example after the other.
    pub fn inputs(&self) -> &[f32] {
        &self.inputs
    }

    /// All targets, one example after the other.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// The inputs of one example.
    pub fn input(&self, row: usize) -> &[f32] {
        &self.inputs[row * self.width..][..self.width]
    }

    /// The targets of one example.
    pub fn target(&self, row: usize) -> &[f32] {
        &self.targets[row * self.outputs..][..self.outputs]
    }
}

impl Examples for DenseExamples {
    fn count(&self) -> usize {
        self.targets.len() / self.outputs
    }

    fn checksum(&self) -> u32 {
        let mut crc = Crc::new();
        add_to(&mut crc, &self.inputs, |cell| cell.to_le_bytes());
        add_to(&mut crc, &self.targets, |cell| cell.to_le_bytes());
        crc.sum()
    }
}

/// Examples whose inputs are sets of features, one for each perspective.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseExamples {
    features: usize,
    perspectives: usize,
    outputs: usize,
    /// Where each list begins in `indices`; one more at the end.
    starts: Vec<usize>,
    indices: Vec<u32>,
    targets: Vec<f32>,
}

impl SparseExamples {
    /// Examples over `features` features with `perspectives` lists and `outputs` targets each. List `n` is
    /// `indices[starts[n]..starts[n + 1]]`.
    pub fn new(
        features: usize,
        perspectives: usize,
        outputs: usize,
        starts: Vec<usize>,
        indices: Vec<u32>,
        targets: Vec<f32>,
    ) -> Result<SparseExamples> {
        let lists = starts.len().saturating_sub(1);
        let rows = whole_rows("feature lists", lists, perspectives)?;
        let answers = whole_rows("targets", targets.len(), outputs)?;
        check_rows(rows, answers)?;
        check_finite("target", &targets)?;
        let ordered = starts.first() == Some(&0)
            && starts.last() == Some(&indices.len())
            && starts.is_sorted();
        if !ordered {
            return Err(LearnError::example(
                "the order of feature lists",
                "broken",
                "starts that rise from 0 to the number of indices",
            ));
        }
        if let Some(index) = indices.iter().find(|index| **index as usize >= features) {
            let expected = format!("below {features}");
            return Err(LearnError::example("a feature", index, expected));
        }
        Ok(SparseExamples { features, perspectives, outputs, starts, indices, targets })
    }

    /// How many features there are.
    pub fn features(&self) -> usize {
        self.features
    }

    /// How many lists of features each has.
    pub fn perspectives(&self) -> usize {
        self.perspectives
    }

    /// How many targets each has.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// All targets, one example after the other.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// The features of one example in one perspective.
    #[inline]
    pub fn list(&self, row: usize, perspective: usize) -> &[u32] {
        let list = row * self.perspectives + perspective;
        &self.indices[self.starts[list]..self.starts[list + 1]]
    }

    /// The targets of one example.
    pub fn target(&self, row: usize) -> &[f32] {
        &self.targets[row * self.outputs..][..self.outputs]
    }

    /// The most features of any list.
    pub fn longest_list(&self) -> usize {
        let lengths = self.starts.windows(2).map(|pair| pair[1] - pair[0]);
        lengths.max().unwrap_or(0)
    }
}

impl Examples for SparseExamples {
    fn count(&self) -> usize {
        self.targets.len() / self.outputs
    }

    fn checksum(&self) -> u32 {
        let mut crc = Crc::new();
        add_to(&mut crc, &self.starts, |start| (start as u64).to_le_bytes());
        add_to(&mut crc, &self.indices, |index| index.to_le_bytes());
        add_to(&mut crc, &self.targets, |target| target.to_le_bytes());
        crc.sum()
    }
}

/// Adds the bytes of numbers to a checksum, many at once: one by one they would take as long as an epoch of learning.
fn add_to<T: Copy, const N: usize>(crc: &mut Crc, numbers: &[T], bytes: impl Fn(T) -> [u8; N]) {
    let mut block = Vec::new();
    for numbers in numbers.chunks(4096) {
        block.clear();
        for &number in numbers {
            block.extend_from_slice(&bytes(number));
        }
        crc.update(&block);
    }
}

fn whole_rows(what: &'static str, cells: usize, width: usize) -> Result<usize> {
    if width == 0 || !cells.is_multiple_of(width) {
        let expected = match width {
            0 => "at least one for each example".to_owned(),
            _ => format!("a multiple of {width}"),
        };
        return Err(LearnError::example(what, cells, expected));
    }
    Ok(cells / width)
}

fn check_rows(inputs: usize, targets: usize) -> Result<()> {
    if inputs == targets && u32::try_from(inputs).is_ok() {
        return Ok(());
    }
    Err(LearnError::example(
        "the number of rows with targets",
        targets,
        format!("{inputs}, as many as rows with inputs"),
    ))
}

pub(super) fn check_finite(what: &'static str, cells: &[f32]) -> Result<()> {
    match cells.iter().find(|cell| !cell.is_finite()) {
        Some(cell) => Err(LearnError::example(what, cell, "a finite number")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checkpoints know examples by the checksum of the plain bytes.
    #[test]
    fn a_checksum_is_that_of_all_bytes_in_order() {
        let rows = 5000;
        let targets: Vec<f32> = (0..rows).map(|row| row as f32 / 7.0).collect();
        let indices: Vec<u32> = (0..2 * rows).map(|cell| cell * 5 % 9).collect();
        let starts: Vec<usize> = (0..=rows as usize).map(|row| 2 * row).collect();
        let cells: Vec<f32> = indices.iter().map(|&index| index as f32 + 0.5).collect();
        let plain = |cells: &[f32]| cells.iter().flat_map(|x| x.to_le_bytes()).collect();
        let targets_bytes: Vec<u8> = plain(&targets);
        let dense: Vec<u8> = [plain(&cells), targets_bytes.clone()].concat();
        let mut sparse: Vec<u8> = Vec::new();
        sparse.extend(starts.iter().flat_map(|&start| (start as u64).to_le_bytes()));
        sparse.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
        sparse.extend(targets_bytes);
        let examples = DenseExamples::new(2, 1, cells, targets.clone()).unwrap();
        assert_eq!(examples.checksum(), crate::files::checksum(&dense));
        let examples = SparseExamples::new(9, 1, 1, starts, indices, targets).unwrap();
        assert_eq!(examples.checksum(), crate::files::checksum(&sparse));
    }

    #[test]
    fn examples_that_do_not_fit_together_are_refused() {
        let dense = |width, inputs: &[f32], targets: &[f32]| {
            DenseExamples::new(width, 1, inputs.to_vec(), targets.to_vec())
        };
        assert!(dense(2, &[1.0, 2.0], &[0.0]).is_ok());
        assert!(dense(2, &[1.0, 2.0, 3.0], &[0.0]).is_err());
        assert!(dense(0, &[], &[]).is_err());
        assert!(dense(2, &[1.0, 2.0], &[0.0, 1.0]).is_err());
        let error = dense(2, &[1.0, f32::NAN], &[0.0]).unwrap_err();
        assert_eq!(error.to_string(), "bad example: input is NaN, expected a finite number");

        let sparse = |starts: &[usize], indices: &[u32]| {
            SparseExamples::new(4, 1, 1, starts.to_vec(), indices.to_vec(), vec![0.0])
        };
        assert_eq!(sparse(&[0, 2], &[1, 3]).unwrap().list(0, 0), [1, 3]);
        for (starts, indices) in [
            (&[0, 2][..], &[1, 4][..]),
            (&[0, 3], &[1, 2]),
            (&[1, 2], &[1, 2]),
            (&[], &[]),
            (&[0, 1, 2], &[1, 2]),
        ] {
            assert!(sparse(starts, indices).is_err(), "{starts:?} {indices:?}");
        }
    }
}
