//! What processes hold together: memory, threads, and files that have lost their names.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use crate::bot::limits::Limits;

/// What waits in a socket or a pipe lies in the kernel, where no process shows it: as much as they usually can hold.
const SOCKET: u64 = 208 << 10;
const PIPE: u64 = 64 << 10;

/// More names than a scratch folder may have, and how deep they may be nested.
const MOST_NAMES: u64 = 100_000;
const DEEPEST: usize = 64;

/// What some processes hold together.
#[derive(Debug, Default)]
pub(super) struct Usage {
    pub memory: u64,
    pub processes: usize,
    pub threads: u64,
    /// Bytes in files without a name: they are gone when they are closed, and no folder shows them.
    pub unnamed: u64,
    seen: BTreeSet<(u64, u64)>,
}

impl Usage {
    /// Adds a process; one that has ended meanwhile holds nothing.
    pub fn add(&mut self, pid: i32) {
        self.processes += 1;
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        self.add_status(&status);
        let files = fs::read_dir(format!("/proc/{pid}/fd"));
        for file in files.into_iter().flatten().flatten() {
            self.add_file(&file.path());
        }
    }

    fn add_status(&mut self, status: &str) {
        for line in status.lines() {
            let Some((key, value)) = line.split_once(':') else {
                continue;
            };
            let number = value.split_ascii_whitespace().next();
            let number = number.and_then(|number| number.parse().ok()).unwrap_or(0);
            match key {
                // What is in memory, what was moved out of it, and the tables that say where it is.
                "VmRSS" | "VmSwap" | "VmPTE" => self.memory += number << 10,
                "Threads" => self.threads += number,
                _ => {}
            }
        }
    }

    /// Adds an open file, once however many hold it.
    fn add_file(&mut self, file: &Path) {
        let Ok(found) = fs::metadata(file) else {
            return;
        };
        let kind = found.file_type();
        let counts = kind.is_socket() || kind.is_fifo() || found.nlink() == 0;
        if !counts || !self.seen.insert((found.dev(), found.ino())) {
            return;
        }
        match kind {
            _ if kind.is_socket() => self.memory += SOCKET,
            _ if kind.is_fifo() => self.memory += PIPE,
            _ if kind.is_file() => self.unnamed += found.blocks() * 512,
            _ => {}
        }
    }

    /// Which limit is exceeded, as the rest of a sentence.
    pub fn excess(&self, limits: &Limits) -> Option<String> {
        if self.memory > limits.memory {
            Some(format!(
                "used more than {} MiB of memory",
                limits.memory >> 20
            ))
        } else if self.processes > limits.processes {
            Some(format!("started more than {} processes", limits.processes))
        } else if self.threads > limits.tasks() {
            Some(format!("started more than {} threads", limits.tasks()))
        } else if self.unnamed > limits.files {
            Some(too_much(limits))
        } else {
            None
        }
    }
}

/// Which limit is exceeded by what lies in a scratch folder. Somebody may change it meanwhile: only names, sizes and kinds
/// are looked at.
pub(super) fn folder_excess(scratch: &Path, limits: &Limits) -> Option<String> {
    let (mut bytes, mut names) = (0, 0);
    let mut waiting = vec![(scratch.to_owned(), 0)];
    while let Some((folder, depth)) = waiting.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
                return Some("shut a folder in its scratch folder".to_owned());
            }
            // It has gone meanwhile.
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            names += 1;
            // Not what a link leads to.
            let Ok(found) = entry.metadata() else {
                continue;
            };
            bytes += found.blocks() * 512;
            if found.is_dir() {
                waiting.push((entry.path(), depth + 1));
            }
            if bytes > limits.files {
                return Some(too_much(limits));
            }
            if names > MOST_NAMES || depth >= DEEPEST {
                return Some(format!(
                    "made more than {MOST_NAMES} files, or folders nested deeper than {DEEPEST}, in its scratch folder"
                ));
            }
        }
    }
    None
}

fn too_much(limits: &Limits) -> String {
    format!(
        "wrote more than {} MiB to its scratch folder",
        limits.files >> 20
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_what_is_there_what_was_moved_out_and_the_tables() {
        let mut usage = Usage::default();
        let status = "Name:\tx\nVmPeak:\t900 kB\nVmRSS:\t100 kB\nVmPTE:\t30 kB\nVmSwap:\t7 kB\nThreads:\t5\n";
        usage.add_status(status);
        usage.add_status(status);
        assert_eq!((usage.memory, usage.threads), (274 << 10, 10));
        usage.add_status("Name:\tgone\n");
        assert_eq!((usage.memory, usage.threads), (274 << 10, 10));
    }

    #[test]
    fn what_a_process_holds_in_files_without_a_name_counts_once() {
        let path = std::env::temp_dir().join(format!("ludarium-unnamed-{}", std::process::id()));
        fs::write(&path, vec![1; 1 << 20]).unwrap();
        let (first, second) = (fs::File::open(&path), fs::File::open(&path));
        let count = || {
            let mut usage = Usage::default();
            usage.add(std::process::id() as i32);
            usage.unnamed
        };
        let before = count();
        fs::remove_file(&path).unwrap();
        let held = count() - before;
        assert!((1 << 20..2 << 20).contains(&held), "{held}");
        drop((first, second));
        assert!(count() < before + held);
    }

    #[test]
    fn a_scratch_folder_has_limits() {
        let folder = std::env::temp_dir().join(format!("ludarium-usage-{}", std::process::id()));
        fs::create_dir_all(folder.join("a/b")).unwrap();
        let limits = Limits {
            files: 1 << 20,
            ..Limits::default()
        };
        fs::write(folder.join("a/b/one"), vec![1; 600 << 10]).unwrap();
        // What lies elsewhere does not count.
        std::os::unix::fs::symlink("/usr", folder.join("link")).unwrap();
        let little = folder_excess(&folder, &limits);
        fs::write(folder.join("a/two"), vec![1; 600 << 10]).unwrap();
        let much = folder_excess(&folder, &limits);
        fs::remove_file(folder.join("a/two")).unwrap();
        let deep: std::path::PathBuf = std::iter::repeat_n("d", DEEPEST + 2).collect();
        fs::create_dir_all(folder.join(deep)).unwrap();
        let nested = folder_excess(&folder, &limits);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(little, None);
        assert_eq!(
            much.as_deref(),
            Some("wrote more than 1 MiB to its scratch folder")
        );
        assert!(nested.unwrap().contains("nested deeper than 64"));
    }
}
