//! The program as people run it.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub const LUDARIUM: &str = env!("CARGO_BIN_EXE_ludarium");

/// The words of a command line: a list, or a text with spaces between them.
pub trait Words: Debug {
    fn words(&self) -> Vec<&str>;
}

impl Words for str {
    fn words(&self) -> Vec<&str> {
        self.split_whitespace().collect()
    }
}

impl Words for String {
    fn words(&self) -> Vec<&str> {
        self.as_str().words()
    }
}

impl Words for [&str] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Words for Vec<&str> {
    fn words(&self) -> Vec<&str> {
        self.clone()
    }
}

impl<const N: usize> Words for [&str; N] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

/// An empty folder for one test; other tests have other names.
pub fn empty_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// A command in a folder, not yet started.
pub fn command<W: Words + ?Sized>(folder: &Path, words: &W) -> Command {
    let mut command = Command::new(LUDARIUM);
    command.args(words.words()).current_dir(folder);
    command
}

/// Runs a command to its end.
pub fn ludarium<W: Words + ?Sized>(folder: &Path, words: &W) -> Output {
    let output = command(folder, words).output();
    output.expect("the program runs")
}

/// What a command prints; it has to succeed.
pub fn printed<W: Words + ?Sized>(folder: &Path, words: &W) -> String {
    let output = ludarium(folder, words);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What a command complains about; it has to end with this code.
pub fn refusal<W: Words + ?Sized>(folder: &Path, words: &W, code: i32) -> String {
    let output = ludarium(folder, words);
    assert_eq!(output.status.code(), Some(code), "{words:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// The same for commands that do not care where they are run.
pub fn stdout(args: &[&str]) -> String {
    printed(Path::new("."), args)
}

/// The one JSON value that a command prints.
pub fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(args)).expect("one JSON value")
}

pub fn failure(args: &[&str], code: i32) -> String {
    refusal(Path::new("."), args, code)
}
