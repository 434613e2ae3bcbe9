//! `Player`: who sits at the table. An agent of the catalogue, or anything else that may also fail to answer.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use ludarium_game::{Agent, Budget, Decision, Fault, Game, Rng, Seat};

/// A fault with the reason for the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind of fault it is.
    pub fault: Fault,
    /// What happened, in words.
    pub reason: String,
    /// The last words of a program that failed.
    pub last_words: String,
}

impl Failure {
    /// A failure without last words.
    pub fn new(fault: Fault, reason: impl Into<String>) -> Failure {
        Failure { fault, reason: reason.into(), last_words: String::new() }
    }
}

/// What a program says with its move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// What it says about the move, on one line.
    pub comment: String,
    /// What it wrote to its standard error meanwhile.
    pub stderr: String,
    /// Why it was started again meanwhile, for each time.
    pub restarts: Vec<String>,
    /// Answers that were not legal and that it has put right itself.
    pub corrected: Vec<String>,
}

/// Somebody who plays one seat of one game after another and may fail to. Every [`Agent`] is a player: if it
/// panics, that is its failure and nobody else's.
pub trait Player<G: Game>: Send {
    /// Chooses a move for the seat to move, or fails. The move need not be legal: the referee looks.
    fn choose(
        &mut self,
        position: &G,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<Decision<G::Move>, Failure>;

    /// A game begins at `position`; the player has the seat `seat` in it.
    fn begin(&mut self, position: &G, seat: Seat) -> Result<(), Failure>;

    /// Somebody or chance has just made the move `mv` at `before`.
    fn observe(&mut self, before: &G, mv: G::Move) -> Result<(), Failure>;

    /// The game is over, with these scores and for this reason.
    fn finish(&mut self, _scores: &[f32], _ending: &str) {}

    /// How long the last choice took, for players that know better than the referee what is theirs.
    fn spent(&self) -> Option<Duration> {
        None
    }

    /// What it says with its last choice.
    fn remarks(&mut self) -> Remarks {
        Remarks::default()
    }
}

impl<G: Game> Player<G> for Box<dyn Agent<G>> {
    fn choose(
        &mut self,
        position: &G,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<Decision<G::Move>, Failure> {
        caught(|| (**self).choose(position, budget, rng))
    }

    fn begin(&mut self, position: &G, seat: Seat) -> Result<(), Failure> {
        caught(|| (**self).begin(position, seat))
    }

    fn observe(&mut self, before: &G, mv: G::Move) -> Result<(), Failure> {
        caught(|| (**self).observe(before, mv))
    }
}

/// Turns a panic into a failure. What the agent left half done is its own trouble: it fails again or not.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let reason = format!("panicked: {}", panic_message(&*panic));
        Failure::new(Fault::Failed, reason)
    })
}

/// What a panic said.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
    message.unwrap_or("no message")
}
