//! Ctrl-C: once lets games under way finish, twice stops now.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use ludarium_arena::Interrupt;
use ludarium_report::duration_text;

use crate::error::CliError;

/// The exit code of an interrupted command.
pub const INTERRUPTED: u8 = 130;

static PRESSED: AtomicU32 = AtomicU32::new(0);

/// When the first game began, where somebody notes games.
static BEGAN: OnceLock<Instant> = OnceLock::new();

/// The longest game so far, in milliseconds; 0 before the first has ended.
static LONGEST: AtomicU64 = AtomicU64::new(0);

/// Games that end sooner than this are not worth a word about how long they take.
const SLOW: Duration = Duration::from_secs(5);

/// Notes that games begin, so that somebody who presses Ctrl-C is told how long the running ones may take.
pub fn note_begin() {
    BEGAN.get_or_init(Instant::now);
}

/// Notes how long a game took.
pub fn note_game(time: Duration) {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    LONGEST.fetch_max(millis.max(1), Ordering::Relaxed);
}

/// What is said after the first Ctrl-C, by the longest game so far, or by how long the first ones have been going on.
fn promise(longest: Option<Duration>, waited: Option<Duration>) -> String {
    let how_long = match (longest, waited) {
        (Some(time), _) if time >= SLOW => {
            format!(" (the longest one so far took {})", duration_text(time))
        }
        (None, Some(time)) if time >= SLOW => {
            format!(" (after {} none has ended yet)", duration_text(time))
        }
        _ => String::new(),
    };
    format!("games under way go on to their end{how_long}; press Ctrl-C again to stop now")
}

/// From now on Ctrl-C and the system's request to end are heard.
pub fn listen() -> Result<Interrupt, CliError> {
    let interrupt = Interrupt::new();
    let heard = interrupt.clone();
    ctrlc::set_handler(move || match PRESSED.fetch_add(1, Ordering::Relaxed) {
        0 => {
            let longest = LONGEST.load(Ordering::Relaxed);
            let longest = (longest > 0).then(|| Duration::from_millis(longest));
            let waited = BEGAN.get().map(Instant::elapsed);
            eprintln!("\n{}", promise(longest, waited));
            heard.finish();
        }
        1 => heard.now(),
        _ => std::process::exit(INTERRUPTED.into()),
    })
    .map_err(|error| CliError::Failed(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(interrupt)
}

/// From now on Ctrl-C and the system's request to end send a message; a second one ends the program at once.
pub fn wait_for() -> Result<Receiver<()>, CliError> {
    let (pressed, heard) = sync_channel(1);
    ctrlc::set_handler(move || {
        if PRESSED.fetch_add(1, Ordering::Relaxed) > 0 {
            std::process::exit(INTERRUPTED.into());
        }
        // Full only where somebody has been told already.
        let _ = pressed.try_send(());
    })
    .map_err(|error| CliError::Failed(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(heard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_games_are_announced() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let said = promise(seconds(200), seconds(900));
        assert!(said.contains("the longest one so far took 3 min"), "{said}");
        let said = promise(None, seconds(40));
        assert!(said.contains("after 40 s none has ended yet"), "{said}");
        for (longest, waited) in [(seconds(1), seconds(900)), (None, None), (None, seconds(1))] {
            let said = promise(longest, waited);
            assert!(said.contains("to their end; press"), "{said}");
        }
    }
}
