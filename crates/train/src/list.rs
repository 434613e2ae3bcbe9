//! Lists of numbers that are also checkpoints: a heading, and a line for each step that is done.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ludarium_learn::{read_text, write_durably};

use crate::{TrainError, TrainOptions};

/// A list in the folder of a training.
pub struct List {
    path: PathBuf,
    /// The first line: what the columns are, and all that decides the others.
    heading: String,
}

impl List {
    /// The list `<name>.csv` in the folder of a training.
    pub fn new(options: &TrainOptions, name: &str, heading: String) -> List {
        List { path: options.folder.join(format!("{name}.csv")), heading }
    }

    /// What stands in the file, each row as `meant` understands it. Nothing if it is not there or another list: then
    /// all is done again.
    pub fn read<R>(&self, meant: impl Fn(Vec<f64>) -> Option<R>) -> Vec<R> {
        let text = read_text(&self.path).unwrap_or_default();
        let rows = || -> Option<Vec<R>> {
            let lines = text.strip_prefix(&self.heading)?.strip_prefix('\n')?;
            let numbered = lines.lines().enumerate();
            numbered.map(|line| meant(cells(line)?)).collect()
        };
        rows().unwrap_or_default()
    }

    /// Writes the rows, completely or not at all, each after its number.
    pub fn write<R, C: IntoIterator<Item = f64>>(
        &self,
        rows: &[R],
        cells: impl Fn(&R) -> C,
    ) -> Result<(), TrainError> {
        let mut text = format!("{}\n", self.heading);
        for (number, row) in rows.iter().enumerate() {
            // Writing into a text cannot fail. The shortest decimal is written that is read back as the same number.
            let _ = write!(text, "{number}");
            for cell in cells(row) {
                let _ = write!(text, ",{cell}");
            }
            text.push('\n');
        }
        replace(&self.path, &text)
    }
}

/// The cells of a line after its number; `None` if it is another line or no list of numbers.
fn cells((number, line): (usize, &str)) -> Option<Vec<f64>> {
    let (first, rest) = line.split_once(',')?;
    let numbers: Result<Vec<f64>, _> = rest.split(',').map(str::parse).collect();
    numbers.ok().filter(|_| first.parse() == Ok(number))
}

/// Writes a file in the place of the old one. Once this is over, it is on the disk.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), TrainError> {
    write_durably(path, text.as_bytes())
        .map_err(|source| TrainError::Write { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battery::TestTraining;

    #[test]
    fn a_list_is_read_back_exactly_and_another_one_is_not() {
        let test = TestTraining::new(1);
        let list = List::new(&test.options, "numbers", "two numbers".to_owned());
        let pair = |cells: Vec<f64>| <[f64; 2]>::try_from(cells).ok();
        assert!(list.read(pair).is_empty());
        let rows = [[0.1 + 0.2, -1e-17], [1.0 / 3.0, 5e300]];
        list.write(&rows, |row| *row).unwrap();
        assert_eq!(list.read(pair), rows);
        let other = List::new(&test.options, "numbers", "two".to_owned());
        assert!(other.read(pair).is_empty());
        let text = std::fs::read_to_string(&list.path).unwrap();
        for (from, to) in [
            ("0.3333", "a third"),
            ("\n1,", "\n2,"),
            ("000\n", "000,7\n"),
            ("numbers\n", "numbers"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            std::fs::write(&list.path, &changed).unwrap();
            assert!(list.read(pair).is_empty(), "{changed}");
        }
    }
}
