//! What processes hold together: memory and threads.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use crate::bot::limits::Limits;

/// What waits in a socket or a pipe lies in the kernel, where no process shows it: as much as they hold where they cannot
/// be made larger.
const SOCKET: u64 = 208 << 10;
const PIPE: u64 = 64 << 10;

/// What some processes hold together.
#[derive(Debug, Default)]
pub(super) struct Usage {
    pub memory: u64,
    pub processes: usize,
    pub threads: u64,
    /// Somebody does not show what it holds open.
    hides: bool,
    seen: BTreeSet<(u64, u64)>,
}

impl Usage {
    /// Adds a process; one that has ended meanwhile holds nothing.
    pub fn add(&mut self, pid: i32) {
        self.processes += 1;
        let status = || fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        self.add_status(&status());
        match fs::read_dir(format!("/proc/{pid}/fd")) {
            Ok(files) => files.flatten().for_each(|file| self.add_file(&file.path())),
            // One that has ended shows nothing, either, and has no memory any more.
            Err(_) => self.hides |= status().contains("VmRSS"),
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
        let held = match kind {
            _ if kind.is_socket() => SOCKET,
            _ if kind.is_fifo() => PIPE,
            _ => return,
        };
        if self.seen.insert((found.dev(), found.ino())) {
            self.memory += held;
        }
    }

    /// Which limit is exceeded, as the rest of a sentence.
    pub fn excess(&self, limits: &Limits) -> Option<String> {
        if self.memory > limits.memory {
            Some(format!("used more than {} MiB of memory", limits.memory >> 20))
        } else if self.processes > limits.processes {
            Some(format!("started more than {} processes", limits.processes))
        } else if self.threads > limits.tasks() {
            Some(format!("started more than {} threads", limits.tasks()))
        } else if self.hides {
            Some("hid what it holds open".to_owned())
        } else {
            None
        }
    }
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
}
