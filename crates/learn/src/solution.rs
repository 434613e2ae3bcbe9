//! The file of a solved game: `LUDASOLV`, a version, a JSON header, keys, numbers, and a checksum over all of it.
//!
//! A finished solution has 4 bytes for each share, and 8 for the key of each position, unless the game numbers its positions.
//! An unfinished one has 8 bytes for each number that its solver goes on with.

use std::path::Path;

use flate2::Crc;
use serde::{Deserialize, Serialize};

use crate::files::{Cursor, Draft, read};
use crate::{LearnError, Result};

const MAGIC: &[u8; 8] = b"LUDASOLV";

const FORMAT: u32 = 1;

/// What the error about another file says was expected.
const EXPECTED: &str = "a solution that `ludarium solve` has written";

/// Numbers that are turned into bytes at once.
const PORTION: usize = 1 << 16;

/// What a solution is about, and how sure it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolutionHeader {
    /// The game.
    pub game: String,
    /// The variant in its shortest form.
    pub variant: String,
    /// A digest of what the rules say in some games: the solution of other rules is none.
    pub rules: String,
    /// The positions that the solution begins with; none where the game numbers its positions.
    pub starts: Vec<String>,
    /// The number of seats.
    pub seats: usize,
    /// Whether two seats share 1: then the share of one of them is kept, otherwise those of all.
    pub is_duel: bool,
    /// The number of positions.
    pub positions: u64,
    /// Whether the game numbers its positions; otherwise they are known by their keys.
    pub is_indexed: bool,
    /// Layers that are finished, of an unfinished solution.
    pub layers_done: Option<u64>,
    /// What each seat has at the start of the game; nothing while the solution is unfinished.
    pub start_shares: Vec<f64>,
    /// What a share is off by at most, but for the rounding of the file; nothing where nothing is proven.
    pub error: Option<f64>,
    /// Positions whose shares are not certain.
    pub open: u64,
    /// Positions in which a seat has several best moves that give others different shares.
    pub ties: u64,
}

/// The file of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct SolutionFile<N> {
    /// What it is about.
    pub header: SolutionHeader,
    /// The keys of positions, ascending; none where the game numbers its positions.
    pub keys: Vec<u64>,
    /// The numbers of all positions, one position after the other.
    pub numbers: Vec<N>,
}

/// A number in the file of a solution: `f32` in a finished one, `f64` in an unfinished one.
pub trait SolutionNumber: Copy {
    /// Its length.
    const BYTES: usize;

    /// Adds its bytes.
    fn write(self, out: &mut Vec<u8>);

    /// Reads it from as many bytes as it has.
    fn read(bytes: &[u8]) -> Option<Self>;
}

impl SolutionNumber for f32 {
    const BYTES: usize = 4;

    fn write(self, out: &mut Vec<u8>) {
        out.extend(self.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<f32> {
        bytes.try_into().ok().map(f32::from_le_bytes)
    }
}

impl SolutionNumber for f64 {
    const BYTES: usize = 8;

    fn write(self, out: &mut Vec<u8>) {
        out.extend(self.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<f64> {
        bytes.try_into().ok().map(f64::from_le_bytes)
    }
}

impl SolutionHeader {
    /// Reads the header of a file, without its numbers.
    pub fn read(path: &Path) -> Result<SolutionHeader> {
        use std::io::Read;
        const LONGEST: u64 = 1 << 20;
        let io = |source| LearnError::io(path, source);
        let file = std::fs::File::open(path).map_err(io)?;
        let mut bytes = Vec::new();
        file.take(LONGEST).read_to_end(&mut bytes).map_err(io)?;
        Ok(front(path, &mut Cursor(&bytes))?.0)
    }
}

impl<N: SolutionNumber> SolutionFile<N> {
    /// Writes the file, completely or not at all.
    pub fn write(&self, path: &Path) -> Result<()> {
        let header = serde_json::to_vec(&self.header)
            .map_err(|error| LearnError::io(path, std::io::Error::other(error)))?;
        let mut draft = Draft::create(path)?;
        let mut crc = Crc::new();
        let mut write = |bytes: &[u8]| {
            crc.update(bytes);
            draft.write(bytes)
        };
        write(MAGIC)?;
        write(&FORMAT.to_le_bytes())?;
        for length in [header.len(), self.keys.len(), self.numbers.len()] {
            write(&(length as u64).to_le_bytes())?;
        }
        write(&header)?;
        let mut bytes = Vec::with_capacity(PORTION * 8);
        for keys in self.keys.chunks(PORTION) {
            bytes.clear();
            keys.iter().for_each(|key| bytes.extend(key.to_le_bytes()));
            write(&bytes)?;
        }
        for numbers in self.numbers.chunks(PORTION) {
            bytes.clear();
            numbers.iter().for_each(|number| number.write(&mut bytes));
            write(&bytes)?;
        }
        let sum = crc.sum();
        draft.write(&sum.to_le_bytes())?;
        draft.finish()
    }

    /// Reads a file. One that was cut off or changed is refused. With it comes the checksum, which tells files apart.
    pub fn read(path: &Path) -> Result<(SolutionFile<N>, u32)> {
        let bytes = read(path)?;
        let mut cursor = Cursor(&bytes);
        let (header, keys, numbers) = front(path, &mut cursor)?;
        let wanted = keys as u128 * 8 + numbers as u128 * N::BYTES as u128 + 4;
        let found = cursor.0.len();
        if found as u128 != wanted {
            let reason = format!("{found} bytes follow its header, and {wanted} belong there");
            return Err(LearnError::Damaged { path: path.to_owned(), reason });
        }
        let (body, sum) = bytes.split_at(bytes.len() - 4);
        let sum = Cursor(sum).u32().unwrap_or_default();
        if crate::files::checksum(body) != sum {
            let reason = "its checksum does not fit its contents".to_owned();
            return Err(LearnError::Damaged { path: path.to_owned(), reason });
        }
        let (keys, numbers) = cursor.0[..found - 4].split_at(keys * 8);
        let keys = keys.chunks_exact(8).filter_map(|key| Cursor(key).u64()).collect();
        let numbers = numbers.chunks_exact(N::BYTES).filter_map(N::read).collect();
        Ok((SolutionFile { header, keys, numbers }, sum))
    }
}

/// Reads what stands before the numbers: the header, and how many keys and numbers follow.
fn front(path: &Path, cursor: &mut Cursor<'_>) -> Result<(SolutionHeader, usize, usize)> {
    let foreign = |reason: &str| LearnError::Foreign {
        path: path.to_owned(),
        expected: EXPECTED,
        reason: reason.to_owned(),
    };
    if cursor.array::<8>().as_ref() != Some(MAGIC) {
        return Err(foreign("it does not begin with LUDASOLV"));
    }
    let cut = || LearnError::Damaged {
        path: path.to_owned(),
        reason: "it ends within its header".to_owned(),
    };
    let found = cursor.u32().ok_or_else(cut)?;
    if found > FORMAT {
        return Err(LearnError::Newer { path: path.to_owned(), found, known: FORMAT });
    }
    let mut length =
        || cursor.u64().and_then(|length| usize::try_from(length).ok()).ok_or_else(cut);
    let (header, keys, numbers) = (length()?, length()?, length()?);
    let header = cursor.take(header).ok_or_else(cut)?;
    let header = serde_json::from_slice(header).map_err(|error| LearnError::Damaged {
        path: path.to_owned(),
        reason: format!("its header cannot be read: {error}"),
    })?;
    Ok((header, keys, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Scratch;

    fn solution() -> SolutionFile<f32> {
        SolutionFile {
            header: SolutionHeader {
                game: "nim".to_owned(),
                variant: "usual".to_owned(),
                rules: "0123abcd".to_owned(),
                starts: vec!["21".to_owned()],
                seats: 2,
                is_duel: true,
                positions: 3,
                is_indexed: false,
                layers_done: None,
                start_shares: vec![1.0, 0.0],
                error: Some(1e-12),
                open: 0,
                ties: 0,
            },
            keys: vec![1, 2, u64::MAX],
            numbers: vec![0.0, 0.25, 1.0],
        }
    }

    #[test]
    fn a_file_reads_back_as_it_was_written() {
        let scratch = Scratch::new("solution");
        let path = scratch.file("nim");
        solution().write(&path).unwrap();
        assert_eq!(SolutionHeader::read(&path).unwrap(), solution().header);
        assert_eq!(SolutionFile::<f32>::read(&path).unwrap().0, solution());
    }

    #[test]
    fn a_file_that_was_cut_off_or_changed_is_refused() {
        let scratch = Scratch::new("cut-solution");
        let path = scratch.file("nim");
        solution().write(&path).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let error = SolutionFile::<f32>::read(&path).unwrap_err().to_string();
            let said = ["is damaged", "is not a solution"].iter().any(|said| error.contains(said));
            assert!(said, "{length}: {error}");
        }
        for place in 0..whole.len() {
            let mut changed = whole.clone();
            changed[place] ^= 4;
            std::fs::write(&path, changed).unwrap();
            assert!(SolutionFile::<f32>::read(&path).is_err(), "byte {place} is changed");
        }
        // The numbers of an unfinished solution are longer.
        std::fs::write(&path, whole).unwrap();
        assert!(SolutionFile::<f64>::read(&path).is_err());
    }
}
