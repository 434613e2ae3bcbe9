//! What can go wrong with an agent in the middle of a game, and what the rules do about it.

use std::fmt;

use crate::{Scores, Seat, Value};

/// What an agent did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// It answered with a move that is not legal.
    Illegal,
    /// It used more time than it had.
    Overtime,
    /// It gave no answer: it crashed, hung or wrote something unreadable.
    Failed,
}

impl Fault {
    /// The word for it in records.
    pub const fn word(self) -> &'static str {
        match self {
            Fault::Illegal => "illegal",
            Fault::Overtime => "overtime",
            Fault::Failed => "failed",
        }
    }

    /// The fault that a word of records stands for.
    pub fn of_word(word: &str) -> Option<Fault> {
        let all = [Fault::Illegal, Fault::Overtime, Fault::Failed];
        all.into_iter().find(|fault| fault.word() == word)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What the rules do about a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sanction<M> {
    /// The game ends with these scores.
    Ends(Scores),
    /// This move is made instead, and the game goes on.
    Plays {
        /// The move.
        mv: M,
        /// Whether the seat is not asked any more and gets such a move at every turn.
        benched: bool,
    },
}

impl<M> Sanction<M> {
    /// The game ends: this seat has lost, and the others share the win.
    pub fn loses(seat: Seat, seats: usize) -> Sanction<M> {
        let share = 1.0 / (seats - 1) as f32;
        let mut scores = Scores::ZERO;
        for other in Seat::all(seats).filter(|&other| other != seat) {
            scores.set(other, Value(share));
        }
        Sanction::Ends(scores)
    }
}
