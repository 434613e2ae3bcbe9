//! The file of a data set: `LUDADATA`, a version, and blocks.
//!
//! A block is the length of its contents, the length of their compressed form, a checksum over both lengths and
//! that form, and the form itself (zlib). The first block is a JSON header, the others hold rows; an end block
//! without contents carries the number of rows, so that a file that was cut off between two blocks is detected.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use serde::{Deserialize, Serialize};

use super::{DataSet, Features, Inputs, Row, RowShape};
use crate::files::{Cursor, Draft, open_file};
use crate::{LearnError, Result};

/// What the error about another file says was expected.
const EXPECTED: &str = "a Ludarium data set";

/// The first bytes of every data set.
pub(crate) const MAGIC: &[u8; 8] = b"LUDADATA";

const FORMAT: u32 = 1;

/// A block is written once it is this long; a row can lengthen it by a few MiB at most.
const BLOCK: usize = 1 << 20;

/// The longest block that is read.
const LONGEST_BLOCK: u32 = 1 << 26;

#[derive(Serialize, Deserialize)]
struct DataHeader {
    shape: RowShape,
    about: String,
}

/// Writes rows into a file as they come. The file gets its name with [`Writer::finish`].
#[derive(Debug)]
pub struct Writer {
    draft: Draft,
    shape: RowShape,
    block: Vec<u8>,
    rows: u64,
}

impl Writer {
    /// Begins a file. `about` says where the rows come from.
    pub fn create(path: &Path, shape: RowShape, about: &str) -> Result<Writer> {
        shape.check()?;
        let mut draft = Draft::create(path)?;
        draft.write(MAGIC)?;
        draft.write(&FORMAT.to_le_bytes())?;
        let about = about.to_owned();
        let header = serde_json::json!(DataHeader { shape, about }).to_string();
        write_block(&mut draft, header.as_bytes())?;
        Ok(Writer { draft, shape, block: Vec::new(), rows: 0 })
    }

    /// Adds a row.
    pub fn push(&mut self, row: &Row<'_>) -> Result<()> {
        row.check(self.shape)?;
        write_row(&mut self.block, row);
        self.rows += 1;
        if self.block.len() >= BLOCK {
            write_block(&mut self.draft, &self.block)?;
            self.block.clear();
        }
        Ok(())
    }

    /// Completes the file and returns the number of its rows.
    pub fn finish(mut self) -> Result<u64> {
        if !self.block.is_empty() {
            write_block(&mut self.draft, &self.block)?;
        }
        write_frame(&mut self.draft, 0, &self.rows.to_le_bytes())?;
        self.draft.finish()?;
        Ok(self.rows)
    }
}

/// Adds the bytes of a row that fits.
fn write_row(block: &mut Vec<u8>, row: &Row<'_>) {
    block.extend(row.game.to_le_bytes());
    let numbers = row.outcome.iter().chain(row.search.unwrap_or_default());
    block.extend(numbers.flat_map(|number| number.to_le_bytes()));
    match row.inputs {
        Inputs::Dense(cells) => block.extend(cells.iter().flat_map(|cell| cell.to_le_bytes())),
        Inputs::Sparse(lists) => {
            for list in lists {
                block.extend((list.len() as u16).to_le_bytes());
                block.extend(list.iter().flat_map(|index| index.to_le_bytes()));
            }
        }
    }
}

fn write_block(draft: &mut Draft, contents: &[u8]) -> Result<()> {
    // A training waits for this: a few percent longer files are written several times faster.
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let packed = encoder.write_all(contents).and_then(|()| encoder.finish());
    let packed = packed.map_err(|source| LearnError::io(draft.path(), source))?;
    write_frame(draft, contents.len() as u32, &packed)
}

fn write_frame(draft: &mut Draft, length: u32, packed: &[u8]) -> Result<()> {
    let lengths = [length.to_le_bytes(), (packed.len() as u32).to_le_bytes()].concat();
    draft.write(&lengths)?;
    draft.write(&frame_checksum(&lengths, packed).to_le_bytes())?;
    draft.write(packed)
}

fn frame_checksum(lengths: &[u8], packed: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(lengths);
    crc.update(packed);
    crc.sum()
}

/// What a data set's file says of itself, without its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// What every row has.
    pub shape: RowShape,
    /// Where the rows come from.
    pub about: String,
    /// How many there are.
    pub rows: u64,
}

impl Summary {
    /// Reads the header and checks that the file is complete and undamaged.
    pub fn read(path: &Path) -> Result<Summary> {
        let mut reader = DataReader::open(path)?;
        let DataHeader { shape, about } = reader.header()?;
        loop {
            if let DataFrame::End { rows } = reader.frame()? {
                return Ok(Summary { shape, about, rows });
            }
        }
    }
}

impl DataSet {
    /// Reads a file that a [`Writer`] wrote.
    pub fn read(path: &Path) -> Result<DataSet> {
        let mut reader = DataReader::open(path)?;
        let header = reader.header()?;
        let mut set = DataSet::new(header.shape).map_err(|error| reader.damaged(error))?;
        loop {
            match reader.frame()? {
                DataFrame::End { rows } if rows == set.len() as u64 => return Ok(set),
                DataFrame::End { rows } => {
                    let found = set.len();
                    return Err(reader.damaged(format!("it has {found} rows, expected {rows}")));
                }
                DataFrame::Block { length, packed } => {
                    let block = reader.unpack(length, &packed)?;
                    read_rows(&mut set, &block).map_err(|error| reader.damaged(error))?;
                }
            }
        }
    }

    /// Writes all rows into a file.
    pub fn write(&self, path: &Path, about: &str) -> Result<()> {
        let mut writer = Writer::create(path, self.shape(), about)?;
        for row in 0..self.len() {
            self.with_row(row, |row| writer.push(row))?;
        }
        writer.finish().map(|_| ())
    }

    /// The bytes of all rows, for another machine that knows their shape.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for row in 0..self.len() {
            self.with_row(row, |row| write_row(&mut bytes, row));
        }
        bytes
    }

    /// The rows of some bytes that [`DataSet::to_bytes`] wrote; an error says why they are none.
    pub fn from_bytes(shape: RowShape, bytes: &[u8]) -> Result<DataSet> {
        let mut set = DataSet::new(shape)?;
        let read = read_rows(&mut set, bytes);
        read.map_err(|reason| LearnError::example("the rows", reason, shape))?;
        Ok(set)
    }
}

fn read_rows(set: &mut DataSet, block: &[u8]) -> std::result::Result<(), String> {
    let mut cursor = Cursor(block);
    while !cursor.0.is_empty() {
        read_row(set, &mut cursor).ok_or("a row is cut off")?.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Reads one row into the set: `None` if it is cut off.
fn read_row(set: &mut DataSet, cursor: &mut Cursor<'_>) -> Option<Result<()>> {
    let RowShape { features, outcomes, searched } = set.shape();
    let numbers = |cursor: &mut Cursor<'_>, count: usize| -> Option<Vec<f32>> {
        (0..count).map(|_| cursor.f32()).collect()
    };
    let game = cursor.u64()?;
    let outcome = numbers(cursor, outcomes)?;
    let search = if searched { Some(numbers(cursor, outcomes)?) } else { None };
    let mut push = |inputs| {
        Some(set.push(&Row { game, inputs, outcome: &outcome, search: search.as_deref() }))
    };
    match features {
        Features::Dense { width } => push(Inputs::Dense(&numbers(cursor, width)?)),
        Features::Sparse { perspectives, .. } => {
            let mut list = || -> Option<Vec<u32>> {
                let length = cursor.u16()?;
                (0..length).map(|_| cursor.u32()).collect()
            };
            let lists: Option<Vec<Vec<u32>>> = (0..perspectives).map(|_| list()).collect();
            let lists = lists?;
            let lists: Vec<&[u32]> = lists.iter().map(Vec::as_slice).collect();
            push(Inputs::Sparse(&lists))
        }
    }
}

enum DataFrame {
    Block { length: u32, packed: Vec<u8> },
    End { rows: u64 },
}

struct DataReader {
    path: PathBuf,
    file: BufReader<File>,
}

impl DataReader {
    fn open(path: &Path) -> Result<DataReader> {
        let file = open_file(path).map_err(|source| LearnError::io(path, source))?;
        let mut reader = DataReader { path: path.to_owned(), file: BufReader::new(file) };
        let mut magic = [0; 8];
        let mut version = [0; 4];
        let begun = reader.file.read_exact(&mut magic);
        match begun {
            Ok(()) if magic == *MAGIC => {}
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => {
                return Err(LearnError::io(path, error));
            }
            _ => {
                let reason = "it does not begin with `LUDADATA`";
                return Err(LearnError::foreign(path, EXPECTED, reason));
            }
        }
        reader.fill(&mut version)?;
        match u32::from_le_bytes(version) {
            FORMAT => Ok(reader),
            found if found > FORMAT => {
                Err(LearnError::Newer { path: reader.path, found, known: FORMAT })
            }
            found => Err(reader.damaged(format!("its format is {found}"))),
        }
    }

    fn damaged(&self, reason: impl ToString) -> LearnError {
        LearnError::damaged(&self.path, reason.to_string())
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.file.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => self.damaged("it was cut off"),
            _ => LearnError::io(&self.path, error),
        })
    }

    fn header(&mut self) -> Result<DataHeader> {
        let DataFrame::Block { length, packed } = self.frame()? else {
            return Err(self.damaged("it has no header"));
        };
        let block = self.unpack(length, &packed)?;
        let header = serde_json::from_slice(&block);
        header.map_err(|error| self.damaged(format!("its header cannot be read ({error})")))
    }

    /// The next block, checked but still packed.
    fn frame(&mut self) -> Result<DataFrame> {
        let mut start = [0; 12];
        self.fill(&mut start)?;
        let number = |place: usize| {
            let bytes = start[place..place + 4].iter().rev();
            bytes.fold(0u32, |number, byte| number << 8 | u32::from(*byte))
        };
        let (length, packed_length) = (number(0), number(4));
        if length.max(packed_length) > LONGEST_BLOCK {
            return Err(self.damaged("a block is longer than any can be"));
        }
        let mut packed = vec![0; packed_length as usize];
        self.fill(&mut packed)?;
        if frame_checksum(&start[..8], &packed) != number(8) {
            return Err(self.damaged("the checksum of a block is wrong"));
        }
        if length > 0 {
            return Ok(DataFrame::Block { length, packed });
        }
        let rows = Cursor(&packed).u64();
        let rows = rows.ok_or_else(|| self.damaged("its end is not complete"))?;
        match self.file.read(&mut [0]) {
            Ok(0) => Ok(DataFrame::End { rows }),
            Ok(_) => Err(self.damaged("something follows its end")),
            Err(source) => Err(LearnError::io(&self.path, source)),
        }
    }

    fn unpack(&self, length: u32, packed: &[u8]) -> Result<Vec<u8>> {
        let mut block = Vec::with_capacity(length as usize);
        // One byte more than the header says is enough to see that the length is wrong.
        let mut decoder = ZlibDecoder::new(packed).take(u64::from(length) + 1);
        let unpacked = decoder.read_to_end(&mut block);
        if unpacked.is_err() || block.len() != length as usize {
            return Err(self.damaged("a block cannot be unpacked"));
        }
        Ok(block)
    }
}
