//! Data sets survive their file, and no damage to the file goes unnoticed.

use std::fs;
use std::path::PathBuf;

use ludarium_game::{Purpose, Seed};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, RowShape, Summary, Writer};

/// A file of one test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("ludarium-data-{}-{name}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn sparse(rows: u64) -> DataSet {
    let shape = RowShape {
        features: Features::Sparse { features: 500, perspectives: 3 },
        outcomes: 3,
        searched: true,
    };
    let mut rng = Seed(1).stream(Purpose::Test, 0);
    let mut set = DataSet::new(shape).unwrap();
    for row in 0..rows {
        let lists = [(); 3].map(|()| -> Vec<u32> {
            let length = rng.below(6);
            (0..length).map(|_| rng.below(500)).collect()
        });
        let lists: Vec<&[u32]> = lists.iter().map(Vec::as_slice).collect();
        let search = [(); 3].map(|()| rng.unit() as f32);
        set.push(&Row {
            game: row / 10,
            inputs: Inputs::Sparse(&lists),
            outcome: &[1.0, 0.0, 0.5],
            search: Some(&search),
        })
        .unwrap();
    }
    set
}

fn dense(rows: u64, width: usize) -> DataSet {
    let shape = RowShape { features: Features::Dense { width }, outcomes: 1, searched: false };
    let mut set = DataSet::new(shape).unwrap();
    let mut rng = Seed(2).stream(Purpose::Test, 0);
    for game in 0..rows {
        let cells: Vec<f32> = (0..width).map(|_| rng.unit() as f32).collect();
        set.push(&Row { game, inputs: Inputs::Dense(&cells), outcome: &[0.0], search: None })
            .unwrap();
    }
    set
}

#[test]
fn what_is_written_is_read() {
    // The last one fills several blocks.
    for (name, set) in [("sparse", sparse(200)), ("none", dense(0, 4)), ("long", dense(9000, 70))] {
        let file = Scratch::new(name);
        set.write(&file.0, "a test").unwrap();
        assert_eq!(DataSet::read(&file.0).unwrap(), set);
        let wanted =
            Summary { shape: set.shape(), about: "a test".to_owned(), rows: set.len() as u64 };
        assert_eq!(Summary::read(&file.0).unwrap(), wanted);
        let bytes = fs::read(&file.0).unwrap();
        set.write(&file.0, "a test").unwrap();
        assert_eq!(fs::read(&file.0).unwrap(), bytes);
        let sent = set.to_bytes();
        assert_eq!(DataSet::from_bytes(set.shape(), &sent).unwrap(), set);
    }
}

#[test]
fn bytes_that_are_no_rows_are_an_error() {
    let set = sparse(3);
    let bytes = set.to_bytes();
    let error = DataSet::from_bytes(set.shape(), &bytes[..bytes.len() - 1]).unwrap_err();
    assert!(error.to_string().contains("a row is cut off"), "{error}");
    let mut changed = bytes.clone();
    // The last feature becomes one that there is not.
    *changed.last_mut().unwrap() = 0x7f;
    assert!(DataSet::from_bytes(set.shape(), &changed).is_err());
}

#[test]
fn a_writer_that_is_dropped_leaves_no_file() {
    let file = Scratch::new("dropped");
    let set = sparse(5);
    let mut writer = Writer::create(&file.0, set.shape(), "").unwrap();
    set.with_row(0, |row| writer.push(row)).unwrap();
    drop(writer);
    assert!(!file.0.exists());
}

#[test]
fn every_cut_and_every_changed_byte_is_an_error() {
    let file = Scratch::new("damage");
    sparse(3).write(&file.0, "a test").unwrap();
    let bytes = fs::read(&file.0).unwrap();
    let attempt = |bytes: &[u8]| {
        fs::write(&file.0, bytes).unwrap();
        let error = DataSet::read(&file.0).err();
        assert_eq!(error.is_some(), Summary::read(&file.0).is_err());
        error.map(|error| error.to_string())
    };
    for length in 0..bytes.len() {
        let error = attempt(&bytes[..length]).expect("a cut");
        let wanted = if length < 8 { "is not a Ludarium data set" } else { "it was cut off" };
        assert!(error.contains(wanted), "{length}: {error}");
    }
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        assert!(attempt(&changed).is_some(), "byte {place}");
    }
    let longer = [&bytes[..], b"x"].concat();
    assert!(attempt(&longer).unwrap().contains("something follows its end"));
    let newer = [&bytes[..8], &[9, 0, 0, 0], &bytes[12..]].concat();
    assert!(attempt(&newer).unwrap().contains("has format 9, this program reads format 1"));
    assert_eq!(attempt(&bytes), None);
}

#[test]
fn a_missing_file_is_named() {
    let file = Scratch::new("missing");
    let error = DataSet::read(&file.0).unwrap_err().to_string();
    assert!(error.starts_with("cannot use ") && error.contains("missing"), "{error}");
}
