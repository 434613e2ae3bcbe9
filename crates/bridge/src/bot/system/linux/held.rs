//! The files that a bot and all it started hold: named on a command line, open for reading, or mapped.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

use crate::sandbox::processes::descendants;

/// The files of everybody below the supervisor but our init, in no order; a file may stand there twice.
pub(super) fn held_files(supervisor: Pid, init: Option<i32>) -> Vec<PathBuf> {
    let pids = descendants(supervisor).into_iter().map(|pid| pid.as_raw_nonzero().get());
    pids.filter(|pid| Some(*pid) != init).flat_map(held_by).collect()
}

/// A process that ends meanwhile holds nothing.
fn held_by(pid: i32) -> Vec<PathBuf> {
    let place = PathBuf::from(format!("/proc/{pid}"));
    let here = fs::read_link(place.join("cwd")).unwrap_or_default();
    let words = fs::read(place.join("cmdline")).unwrap_or_default();
    let words = words.split(|byte| *byte == 0).filter(|word| !word.is_empty());
    let named = words.map(|word| here.join(OsStr::from_bytes(word)));
    let maps = fs::read(place.join("maps")).unwrap_or_default();
    let mapped = maps.split(|byte| *byte == b'\n').filter_map(|line| {
        let path = line.iter().position(|byte| *byte == b'/')?;
        Some(PathBuf::from(OsStr::from_bytes(&line[path..])))
    });
    let open = fs::read_dir(place.join("fd")).into_iter().flatten().flatten();
    let open = open.filter(|file| is_read(&place.join("fdinfo").join(file.file_name())));
    let open = open.filter_map(|file| fs::read_link(file.path()).ok());
    named.chain(mapped).chain(open).collect()
}

/// Whether a file was opened for reading alone: what a bot writes is not what it was made of.
fn is_read(info: &Path) -> bool {
    let info = fs::read_to_string(info).unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_some_and(|flags| flags & 3 == 0)
}
