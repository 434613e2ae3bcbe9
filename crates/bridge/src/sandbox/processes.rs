//! Processes as `/proc` shows them.

use std::fs;

use rustix::process::Pid;

/// All that a process has started and they have started. One that is started meanwhile may be missed.
pub(crate) fn descendants(ancestor: Pid) -> Vec<Pid> {
    let (mut found, mut next) = (children(ancestor), 0);
    while let Some(&pid) = found.get(next) {
        found.extend(children(pid));
        next += 1;
    }
    found
}

/// The children of all threads of a process.
fn children(pid: Pid) -> Vec<Pid> {
    let mut children = Vec::new();
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())) else {
        return children;
    };
    for thread in threads.flatten() {
        let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        let pids = text.split_ascii_whitespace();
        children.extend(pids.filter_map(|pid| Pid::from_raw(pid.parse().ok()?)));
    }
    children
}
