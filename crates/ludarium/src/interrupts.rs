//! Ctrl-C: once lets running games finish, twice stops now.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use ludarium_arena::Interrupt;

use crate::error::CliError;

/// The exit code of an interrupted command.
pub const INTERRUPTED: u8 = 130;

static PRESSED: AtomicU32 = AtomicU32::new(0);

/// From now on Ctrl-C and the system's request to end are heard.
pub fn listen() -> Result<Interrupt, CliError> {
    let interrupt = Interrupt::new();
    let heard = interrupt.clone();
    ctrlc::set_handler(move || match PRESSED.fetch_add(1, Ordering::Relaxed) {
        0 => {
            eprintln!("\nrunning games are played to their end; press Ctrl-C again to stop now");
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
