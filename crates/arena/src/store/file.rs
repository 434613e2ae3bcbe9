//! The file of a run: its header, its tables, and how it comes into being.

use std::fs::{self, DirEntry, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use ludarium_game::Error;
use ludarium_learn::sync_folder_of;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use super::error::StoreError;
use super::lock::beside;
use super::machines::MACHINE_TABLES;
use super::sums::Stored;
use crate::contest::Contest;
use crate::run::Shard;

/// The format of the file. No other one is read.
pub(super) const FORMAT: u32 = 2;

/// How the name of a run ends that is not complete.
const DRAFT: &str = ".new";

/// "Luda": what tells our files from other databases.
const APPLICATION: u32 = 0x4c75_6461;

/// A game takes a few thousand bytes: large pages waste less room behind the last whole game and cost fewer writes.
const PAGE_SIZE: u32 = 16_384;

/// More steps than the database takes to list the tables of a run.
const MOST_STEPS: i32 = 1000;

/// What small and light columns are asked for most, so they stand before the long ones.
const TABLES: &str = "
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    block INTEGER NOT NULL,
    seats TEXT NOT NULL,
    scores TEXT NOT NULL,
    plies INTEGER NOT NULL,
    ending TEXT NOT NULL,
    faults TEXT NOT NULL,
    movers TEXT NOT NULL,
    start TEXT NOT NULL,
    final TEXT NOT NULL,
    moves TEXT NOT NULL,
    thoughts TEXT NOT NULL
) STRICT;
CREATE TABLE times (
    number INTEGER PRIMARY KEY,
    decisions TEXT NOT NULL
) STRICT;
CREATE TABLE sums (
    number INTEGER PRIMARY KEY,
    sum BLOB NOT NULL
) STRICT;
";

/// Makes the file of a new run. It gets its name when it is complete, so no kill can leave half a file.
pub(super) fn make(path: &Path, contest: &Contest) -> Result<(), StoreError> {
    sweep(path);
    // A name of our own: whatever else lies in the folder is not ours to overwrite.
    let draft = beside(path, &format!(".{}{DRAFT}", std::process::id()));
    File::create_new(&draft).map_err(|source| StoreError::io(&draft, source))?;
    let connection = open(&draft)?;
    fill(&connection, contest).map_err(|source| StoreError::database(&draft, source))?;
    let closed = connection.close();
    closed.map_err(|(_, source)| StoreError::database(&draft, source))?;
    fs::rename(&draft, path).map_err(|source| StoreError::io(path, source))?;
    // The new name is on the disk before the first game is.
    sync_folder_of(path);
    Ok(())
}

/// Removes what was begun under this name by programs that were killed: who calls this has the lock.
fn sweep(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return;
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let name = format!("{}.", name.to_string_lossy());
    let is_draft = |entry: &DirEntry| {
        let found = entry.file_name().to_string_lossy().into_owned();
        let number = found.strip_prefix(&name).and_then(|rest| rest.strip_suffix(DRAFT));
        number.is_some_and(|number| number.parse::<u32>().is_ok())
            && entry.metadata().is_ok_and(|found| found.is_file())
            && (entry.metadata().is_ok_and(|found| found.len() == 0) || is_run(&entry.path()))
    };
    for draft in fs::read_dir(folder).into_iter().flatten().flatten().filter(is_draft) {
        for ending in ["", "-journal", "-wal", "-shm"] {
            // What cannot be removed is in nobody's way.
            let _ = fs::remove_file(beside(&draft.path(), ending));
        }
    }
}

fn fill(connection: &Connection, contest: &Contest) -> rusqlite::Result<()> {
    connection.pragma_update(None, "page_size", PAGE_SIZE)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    let transaction = connection.unchecked_transaction()?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.execute_batch(TABLES)?;
    let known = [
        ("program", env!("CARGO_PKG_VERSION").to_owned()),
        ("contest", contest.to_json()),
        ("fingerprint", contest.fingerprint()),
        ("target", 0.to_string()),
        ("shard", Shard::WHOLE.to_string()),
        ("identities", "[]".to_owned()),
        ("names", "[]".to_owned()),
        ("stored", Stored::default().text()),
    ];
    for (key, value) in known {
        transaction.execute("INSERT INTO meta VALUES (?1, ?2)", [key, &value])?;
    }
    transaction.commit()?;
    // Readers and the writer do not wait for each other; the mode is kept in the file.
    connection.pragma_update(None, "journal_mode", "WAL")
}

/// Opens a file for writing.
pub(super) fn connect_to_write(path: &Path) -> Result<Connection, StoreError> {
    let mut connection = open(path)?;
    check_tables(path, tables(&mut connection))?;
    Ok(connection)
}

fn open(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags).map_err(|source| StoreError::database(path, source))
}

/// Opens a file for reading.
pub(super) fn connect_to_read(path: &Path) -> Result<Connection, StoreError> {
    // Opened with the right to write where we have it, the database tidies up after the last reader.
    let mut connection = open(path)?;
    let reading = connection.pragma_update(None, "query_only", true);
    let found = reading.and_then(|()| tables(&mut connection));
    let code = found.as_ref().err().and_then(rusqlite::Error::sqlite_error_code);
    let logged = fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0);
    if logged || !matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)) {
        check_tables(path, found)?;
        return Ok(connection);
    }
    // In a folder that cannot be written no reader can announce itself, but then nobody writes either.
    let mut name = String::from("file:");
    for sign in path.to_string_lossy().chars() {
        match sign {
            '%' => name.push_str("%25"),
            '?' => name.push_str("%3f"),
            '#' => name.push_str("%23"),
            sign => name.push(sign),
        }
    }
    name.push_str("?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let opened = Connection::open_with_flags(name, flags);
    let mut connection = opened.map_err(|source| StoreError::database(path, source))?;
    check_tables(path, tables(&mut connection))?;
    Ok(connection)
}

/// Everything that stands in a file, by name and as it was made.
fn tables(connection: &mut Connection) -> rusqlite::Result<Vec<(String, String)>> {
    connection.progress_handler(MOST_STEPS, Some(|| true))?;
    let read = || {
        let text = "SELECT name, coalesce(sql, '') FROM sqlite_schema";
        let mut statement = connection.prepare(text)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    };
    let found = read();
    connection.progress_handler(0, None::<fn() -> bool>)?;
    found
}

/// Refuses a file with anything but our tables: a view in the place of one, or a trigger, could keep us busy for ever.
fn check_tables(
    path: &Path,
    found: rusqlite::Result<Vec<(String, String)>>,
) -> Result<(), StoreError> {
    let found = found.map_err(|source| unreadable(path, source))?;
    let ours = |text: &'static str| text.split(';').map(str::trim).filter(|one| !one.is_empty());
    let foreign = found
        .iter()
        .find(|(_, made)| !ours(TABLES).chain(ours(MACHINE_TABLES)).any(|table| table == made));
    if let Some((name, _)) = foreign {
        return Err(StoreError::damaged(path, format!("`{name}` is no table of a run")));
    }
    match ours(TABLES).find(|table| !found.iter().any(|(_, made)| made == table)) {
        Some(table) => {
            let name = table.split_whitespace().nth(2).unwrap_or_default();
            Err(StoreError::damaged(path, format!("the table `{name}` is missing")))
        }
        None => Ok(()),
    }
}

/// Refuses a file that is not a run of our format, before the database looks at it.
pub(super) fn check_header(path: &Path) -> Result<(), StoreError> {
    let foreign = |reason| StoreError::Foreign { path: path.to_owned(), reason };
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(foreign("it is a folder")),
        Ok(found) if !found.is_file() => return Err(foreign("it is no ordinary file")),
        Err(source) if source.kind() == ErrorKind::NotFound => return Err(missing(path)),
        _ => {}
    }
    let header = read_header(path).map_err(|source| StoreError::io(path, source))?;
    let Some(header) = header else {
        return Err(foreign("it is not an SQLite database"));
    };
    if number_at(&header, 68) != APPLICATION {
        return Err(foreign("it is an SQLite database of another program"));
    }
    match number_at(&header, 60) {
        FORMAT => Ok(()),
        found => Err(StoreError::Format { path: path.to_owned(), found, known: FORMAT }),
    }
}

/// What tells a file from another one that has its name later; nothing where the system does not say.
#[cfg(unix)]
pub(super) fn place(path: &Path) -> std::io::Result<Option<(u64, u64)>> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path)?;
    Ok(Some((found.dev(), found.ino())))
}

#[cfg(not(unix))]
pub(super) fn place(path: &Path) -> std::io::Result<Option<(u64, u64)>> {
    fs::metadata(path).map(|_| None)
}

type Header = [u8; 100];

/// The header of an SQLite database, or nothing if the file does not begin with one.
fn read_header(path: &Path) -> std::io::Result<Option<Header>> {
    let mut header: Header = [0; 100];
    match File::open(path)?.read_exact(&mut header) {
        Ok(()) => Ok(header.starts_with(b"SQLite format 3\0").then_some(header)),
        Err(source) if source.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(source) => Err(source),
    }
}

fn number_at(header: &Header, place: usize) -> u32 {
    let bytes = &header[place..place + 4];
    bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn missing(path: &Path) -> StoreError {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let known = runs_in(folder);
    StoreError::Missing {
        folder: folder.to_owned(),
        hint: Error::unknown("run", &name, known.iter().map(String::as_str)),
    }
}

fn is_run(path: &Path) -> bool {
    let header = read_header(path).ok().flatten();
    header.is_some_and(|header| number_at(&header, 68) == APPLICATION)
}

/// The names of the runs in a folder, in order; files that cannot be read are left out.
pub fn runs_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .filter(|entry| is_run(&entry.path()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Refuses a file with pages that do not fit together.
pub(super) fn check_pages(path: &Path, connection: &Connection) -> Result<(), StoreError> {
    let verdict: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|source| StoreError::database(path, source))?;
    if verdict == "ok" {
        return Ok(());
    }
    Err(StoreError::damaged(path, verdict))
}

pub(super) fn meta(path: &Path, connection: &Connection, key: &str) -> Result<String, StoreError> {
    let found = find_meta(path, connection, key)?;
    found.ok_or_else(|| StoreError::damaged(path, format!("`{key}` is missing")))
}

/// A value that not every file has.
pub(super) fn find_meta(
    path: &Path,
    connection: &Connection,
    key: &str,
) -> Result<Option<String>, StoreError> {
    let value =
        connection.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0));
    value.optional().map_err(|source| unreadable(path, source))
}

pub(super) fn set_meta(
    path: &Path,
    connection: &Connection,
    key: &str,
    value: &str,
) -> Result<(), StoreError> {
    connection
        .execute("UPDATE meta SET value = ?2 WHERE key = ?1", [key, value])
        .map(|_| ())
        .map_err(|source| StoreError::database(path, source))
}

/// An error of reading: a missing table or a value of another type is damage, the rest speaks for itself.
pub(super) fn unreadable(path: &Path, source: rusqlite::Error) -> StoreError {
    let damage = match &source {
        rusqlite::Error::SqliteFailure(failure, _) => {
            matches!(failure.code, ErrorCode::Unknown | ErrorCode::OperationInterrupted)
        }
        _ => true,
    };
    if damage {
        return StoreError::damaged(path, source.to_string());
    }
    StoreError::database(path, source)
}
