//! `GameEnd`: how a game ended, by its rules or before.

use ludarium_game::{Scores, Seat, Tabletop, Value};

use crate::game::player::Failure;

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEnd {
    /// The score of each seat.
    pub scores: Scores,
    /// Why it ended, in a few words: what the rules say, `fault: illegal`, `resigned`, `stopped after 200 moves`.
    pub ending: String,
    /// What exactly happened, where there is more to say.
    pub detail: String,
}

impl GameEnd {
    /// How a game has ended in which a seat has given up.
    pub const RESIGNED: &str = "resigned";

    /// How the ending of a game begins that a fault has ended.
    pub const FAULT: &str = "fault: ";

    /// The end by the rules.
    pub fn by_rules<G: Tabletop>(position: &G) -> GameEnd {
        GameEnd::new(position.scores(), position.ending())
    }

    /// An end with its reason.
    pub fn new(scores: Scores, ending: impl Into<String>) -> GameEnd {
        GameEnd { scores, ending: ending.into(), detail: String::new() }
    }

    /// The end by a fault that the rules do not forgive.
    pub fn fault(scores: Scores, failure: &Failure) -> GameEnd {
        GameEnd {
            scores,
            ending: format!("{}{}", GameEnd::FAULT, failure.fault),
            detail: failure.reason.clone(),
        }
    }

    /// The end of a game that took too long: everybody has an equal share.
    pub fn stopped(seats: usize, moves: u64) -> GameEnd {
        GameEnd::new(Scores::shared(seats), format!("stopped after {moves} moves"))
    }

    /// A seat has given up: the others share the win.
    pub fn resigned(seats: usize, loser: Seat) -> GameEnd {
        let mut scores = Scores::ZERO;
        for other in Seat::all(seats).filter(|&other| other != loser) {
            scores.set(other, Value(1.0 / (seats - 1) as f32));
        }
        GameEnd::new(scores, GameEnd::RESIGNED)
    }

    /// The reason with what exactly happened.
    pub fn sentence(&self) -> String {
        if self.detail.is_empty() {
            self.ending.clone()
        } else {
            format!("{}: {}", self.ending, self.detail)
        }
    }
}
