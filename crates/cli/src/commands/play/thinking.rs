//! An agent that thinks in a thread of its own, while the person may look, write or call it off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ludarium_agents::Kit;
use ludarium_arena::{Failure, Player};
use ludarium_game::{Budget, Decision, Fault, MoveList, Rng, Seat};

/// A player in its seat.
pub struct Seated<G: Kit> {
    pub player: Box<dyn Player<G>>,
    /// How many happenings it has been told.
    pub told: usize,
}

/// What a player is to answer.
pub struct Question<G: Kit> {
    /// What happened since it was told last.
    pub news: Vec<(G, G::Move)>,
    pub position: G,
    pub budget: Budget,
    pub rng: Rng,
}

/// What came of it, and the player for the next time.
pub struct Answer<G: Kit> {
    pub decision: Result<Decision<G::Move>, Failure>,
    pub seated: Option<Seated<G>>,
}

/// An answer that is being worked out. When it is dropped, the agent is told to stop.
pub struct Thinking<G: Kit> {
    seat: Seat,
    began: Instant,
    stop: Arc<AtomicBool>,
    answer: Receiver<Answer<G>>,
}

impl<G: Kit> Thinking<G> {
    /// Asks the player that `sit_down` gives, in a new thread.
    pub fn begin(
        seat: Seat,
        mut question: Question<G>,
        sit_down: impl FnOnce() -> Result<Seated<G>, Failure> + Send + 'static,
    ) -> Thinking<G> {
        let stop = Arc::new(AtomicBool::new(false));
        question.budget.stop = Some(stop.clone());
        let (sender, answer) = channel();
        std::thread::spawn(move || {
            // Nobody waits any more after an undo; then the answer is lost, as it should be.
            let _ = sender.send(match sit_down() {
                Ok(seated) => ask(seated, question),
                Err(failure) => Answer {
                    decision: Err(failure),
                    seated: None,
                },
            });
        });
        Thinking {
            seat,
            began: Instant::now(),
            stop,
            answer,
        }
    }

    /// Whose move it is about.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How long it takes already.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The answer, if it comes within `patience`.
    pub fn wait(&self, patience: Duration) -> Option<Answer<G>> {
        match self.answer.recv_timeout(patience) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Answer {
                decision: Err(Failure::new(Fault::Failed, "its thread ended")),
                seated: None,
            }),
        }
    }

    /// Calls it off and gives the agent a moment to clear up.
    pub fn call_off(self, patience: Duration) {
        self.stop.store(true, Ordering::Relaxed);
        self.wait(patience);
    }
}

impl<G: Kit> Drop for Thinking<G> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn ask<G: Kit>(mut seated: Seated<G>, mut question: Question<G>) -> Answer<G> {
    let decision = tell_and_choose(&mut seated, &mut question);
    Answer {
        decision,
        seated: Some(seated),
    }
}

fn tell_and_choose<G: Kit>(
    seated: &mut Seated<G>,
    question: &mut Question<G>,
) -> Result<Decision<G::Move>, Failure> {
    for (before, mv) in &question.news {
        seated.player.observe(before, *mv)?;
        seated.told += 1;
    }
    let position = &question.position;
    let player = &mut seated.player;
    let decision = player.choose(position, &question.budget, &mut question.rng)?;
    if position.is_legal(decision.chosen, &mut MoveList::default()) {
        return Ok(decision);
    }
    let reason = format!(
        "{:?} is not legal at {}",
        decision.chosen,
        position.describe()
    );
    Err(Failure::new(Fault::Illegal, reason))
}
