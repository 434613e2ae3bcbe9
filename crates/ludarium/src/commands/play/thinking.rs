//! A question that is answered in a thread of its own, while the person may look, write or call it off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ludarium_arena::{Answer, Failure, Question};
use ludarium_game::{Fault, Seat};

/// An answer that is being worked out. When it is dropped, the agent is told to stop.
pub struct Thinking {
    seat: Seat,
    /// The state of the table that it is about.
    state: u64,
    began: Instant,
    stop: Arc<AtomicBool>,
    answer: Receiver<Answer>,
}

impl Thinking {
    /// Lets the question be answered in a new thread; `state` is the table's.
    pub fn begin(mut question: Question, state: u64) -> Thinking {
        let (seat, stop) = (question.seat(), Arc::new(AtomicBool::new(false)));
        question.budget_mut().stop = Some(stop.clone());
        let (sender, answer) = channel();
        std::thread::spawn(move || {
            // Nobody waits any more after an undo; then the answer is lost, as it should be.
            let _ = sender.send(question.answer());
        });
        Thinking { seat, state, began: Instant::now(), stop, answer }
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
    pub fn wait(&self, patience: Duration) -> Option<Answer> {
        match self.answer.recv_timeout(patience) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                let failure = Failure::new(Fault::Failed, "its thread ended");
                Some(Answer::failed(self.seat, self.state, failure))
            }
        }
    }

    /// Calls it off and gives the agent a moment to clear up.
    pub fn call_off(self, patience: Duration) {
        self.stop.store(true, Ordering::Relaxed);
        self.wait(patience);
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
