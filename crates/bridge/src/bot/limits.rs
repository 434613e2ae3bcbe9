//! What a bot may take: time, memory, words.

use std::time::Duration;

/// What a bot may take before it is ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Until its first `hello`: a Java machine needs seconds where others compute.
    pub hello: Duration,
    /// Until it is `ready` for a game.
    pub new_game: Duration,
    /// Until a `pong`, and until any other small answer.
    pub ping: Duration,
    /// Until a move where no clock says otherwise.
    pub unclocked_move: Duration,
    /// After its clock has run out, until it is ended.
    pub grace: Duration,
    /// After `quit`, until it is asked by a signal.
    pub quit: Duration,
    /// Bytes of memory, its children's included.
    pub memory: u64,
    /// Bytes in its scratch folder, where it has one of its own; they lie in memory.
    pub files: u64,
    /// Processes, itself included.
    pub processes: usize,
    /// Seconds of processor time of one process.
    pub cpu_seconds: u64,
    /// Bytes written before an answer comes.
    pub output: usize,
}

/// Threads that a process may have on the average: some languages start many.
const THREADS: u64 = 16;

impl Limits {
    /// Processes and threads together, as the kernel counts them.
    pub(super) fn tasks(&self) -> u64 {
        THREADS.saturating_mul(self.processes as u64)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            hello: Duration::from_secs(10),
            new_game: Duration::from_secs(10),
            ping: Duration::from_secs(5),
            unclocked_move: Duration::from_secs(60),
            grace: Duration::from_secs(1),
            quit: Duration::from_secs(1),
            memory: 2 << 30,
            files: 512 << 20,
            processes: 64,
            cpu_seconds: 24 * 3600,
            output: 16 << 20,
        }
    }
}
