//! Workers: each plays one game after another.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use ludarium_agents::Kit;

use super::RunError;
use super::desk::Desk;
use crate::player::panic_message;
use crate::record::GameRecord;
use crate::schedule::Block;

/// What a worker sends: a finished game, or why it cannot go on.
pub(super) type Message = Result<GameRecord, RunError>;

/// Plays the games that `next` gives until there are no more, one is given up, or nobody listens.
pub(super) fn work<G: Kit>(
    desk: &Desk<'_, G>,
    next: &(impl Fn() -> Option<(Arc<Block>, usize)> + Sync),
    sender: &SyncSender<Message>,
) {
    let mut opening = None;
    while let Some((block, place)) = next() {
        // Agents' panics stay with the agents; one that arrives here is our own and must not hang the run.
        let played = catch_unwind(AssertUnwindSafe(|| desk.play(&block, place, &mut opening)));
        let message = match played {
            Ok(Ok(Some(record))) => Ok(record),
            Ok(Ok(None)) => return,
            Ok(Err(error)) => Err(RunError::Contest(error)),
            Err(panic) => Err(RunError::Broken {
                game: block.first + place as u64,
                reason: panic_message(&*panic).to_owned(),
            }),
        };
        let last = message.is_err();
        if sender.send(message).is_err() || last {
            return;
        }
    }
}
