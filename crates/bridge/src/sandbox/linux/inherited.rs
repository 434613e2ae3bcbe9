//! Files that were open before the laboratory was started, in a shell or a service, are not for bots.

use std::fs;
use std::io;

use nix::unistd::close;

/// The first descriptor after standard input, output and error.
const FIRST_OTHER: i32 = 3;

/// Closes everything but the three standard files. For a process that has opened nothing itself yet.
pub(super) fn close_all() -> io::Result<()> {
    let mut open = Vec::new();
    for entry in fs::read_dir("/proc/self/fd")? {
        let name = entry?.file_name();
        open.extend(name.to_str().and_then(|name| name.parse::<i32>().ok()));
    }
    for descriptor in open.into_iter().filter(|&number| number >= FIRST_OTHER) {
        // That of the folder itself is among them, and closed already.
        let _ = close(descriptor);
    }
    Ok(())
}
