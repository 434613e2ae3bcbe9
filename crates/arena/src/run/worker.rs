//! Workers: each plays one game after another.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::RunError;
use super::contest_games::ContestGames;
use super::mailbox::Writer;
use crate::player::panic_message;
use crate::record::GameRecord;
use crate::schedule::Block;

/// What a worker sends: a finished game, or why it cannot go on.
pub(super) type Message = Result<GameRecord, RunError>;

/// Plays the games that `next` gives until there are no more, one is given up, or nobody listens.
pub(super) fn work(
    games: &dyn ContestGames,
    luck: bool,
    next: &(impl Fn() -> Option<(Arc<Block>, usize)> + Sync),
    writer: &Writer<'_, Message>,
) {
    let mut worker = games.worker(luck);
    while let Some((block, place)) = next() {
        // Agents' panics stay with the agents; one that arrives here is our own and must not hang the run.
        let played = catch_unwind(AssertUnwindSafe(|| worker.play(&block, place)));
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
        if !writer.send(message) || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::contest::Contest;
    use crate::run::mailbox::{Mail, Mailbox};
    use crate::schedule::Schedule;
    use crate::testing::games;

    /// A block that names an agent which is not there makes the program itself panic.
    #[test]
    fn a_panic_of_our_own_is_an_error_and_no_hang() {
        let mut contest = Contest::new("sprint", None, vec!["random".to_owned()], 1);
        contest.lineups = vec![vec![0, 0]];
        let contest = contest.resolve(&games()).unwrap();
        let rules = games().rules("sprint", None).unwrap();
        let halt = Arc::new(AtomicBool::new(false));
        let played = rules.contest_games(&contest, None, &halt).unwrap();
        let mut block = Schedule::new(&contest).block(5);
        block.games[0] = vec![0, 9];
        let block = Arc::new(block);
        let mailbox = Mailbox::new(1);
        work(
            &*played,
            false,
            &|| Some((block.clone(), 0)),
            &mailbox.writer(),
        );
        let Mail::Letters(messages) = mailbox.reader().take(Duration::ZERO, Duration::ZERO) else {
            panic!("nothing was said");
        };
        assert!(matches!(
            messages.as_slice(),
            [Err(RunError::Broken { game: 5, .. })]
        ));
    }
}
