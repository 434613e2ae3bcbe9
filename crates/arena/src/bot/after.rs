//! `Lookahead`: lets a bot look what follows from moves, so that it can search without rules of its own.

use ludarium_game::{Choice, Facts, Position, Turn};

use super::BoardPiece;
use super::seat::board;

/// The longest line that is followed.
pub const LONGEST_LOOKAHEAD: usize = 256;

/// What follows from the position of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead<'a>(&'a Position);

/// Where a line leads.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// Who acts there.
    pub turn: Turn,
    /// The position, in the notation of the game.
    pub state: String,
    /// What the pieces do not show.
    pub facts: Facts,
    /// What stands where, if that was asked for.
    pub board: Option<Vec<BoardPiece>>,
    /// Every legal move, sorted; none where no seat is to move.
    pub legal: Vec<String>,
    /// The outcomes of chance with their probabilities, sorted by text. None where chance does not act, or where the
    /// outcomes are too many to list.
    pub outcomes: Vec<(String, f64)>,
    /// The score of each seat, where the game is over.
    pub scores: Option<Vec<f32>>,
}

/// A line that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLine {
    /// The place of the wrong move in the line, counted from 0.
    pub at: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl<'a> Lookahead<'a> {
    /// From this position on.
    pub fn new(position: &'a Position) -> Lookahead<'a> {
        Lookahead(position)
    }

    /// Where the moves and outcomes of a line lead; the empty line leads nowhere else. The board takes longer than all
    /// the rest, so it comes on request.
    pub fn after(&self, line: &[impl AsRef<str>], with_board: bool) -> Result<Prospect, WrongLine> {
        if line.len() > LONGEST_LOOKAHEAD {
            return Err(WrongLine {
                at: LONGEST_LOOKAHEAD,
                reason: format!("a line has at most {LONGEST_LOOKAHEAD} moves"),
            });
        }
        let mut position = self.0.clone();
        for (at, text) in line.iter().enumerate() {
            let played = position.play(text.as_ref());
            played.map_err(|error| WrongLine {
                at,
                reason: error.to_string(),
            })?;
        }
        let turn = position.turn();
        let outcome = |choice: Choice| Some((choice.text, choice.probability?));
        Ok(Prospect {
            turn,
            state: position.describe(),
            facts: position.facts(),
            board: with_board.then(|| board(&position)),
            legal: match turn {
                Turn::Seat(_) => position.moves(),
                Turn::Chance | Turn::Over => Vec::new(),
            },
            outcomes: match turn {
                Turn::Chance => position.choices().into_iter().filter_map(outcome).collect(),
                Turn::Seat(_) | Turn::Over => Vec::new(),
            },
            scores: (turn == Turn::Over)
                .then(|| position.scores().as_slice(position.seats()).to_vec()),
        })
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Seat, Seed};

    use super::*;
    use crate::ruleset::seeded_start;
    use crate::testing::games;

    #[test]
    fn a_line_of_moves_and_outcomes_is_followed() {
        let rules = games().rules("sprint", None).unwrap();
        let start = seeded_start(&*rules, Seed(1));
        let ahead = Lookahead::new(&start);
        let here = ahead.after(&[] as &[&str], true).unwrap();
        assert_eq!((here.turn, &here.state), (start.turn(), &start.describe()));
        assert_eq!(here.legal, start.moves());
        assert_eq!(here.board, Some(board(&start)));
        let rolled = ahead.after(&["run"], false).unwrap();
        assert_eq!((rolled.turn, rolled.legal.len()), (Turn::Chance, 0));
        assert!(rolled.board.is_none() && rolled.scores.is_none());
        let sum: f64 = rolled.outcomes.iter().map(|(_, chance)| chance).sum();
        assert!(rolled.outcomes.len() > 1 && (sum - 1.0).abs() < 1e-9);
        let (outcome, _) = &rolled.outcomes[0];
        let next = ahead.after(&["run", outcome], false).unwrap();
        assert_eq!(next.turn, Turn::Seat(Seat(1)));
        let mut same = start.clone();
        same.play("run").unwrap();
        same.play(outcome).unwrap();
        assert_eq!((next.state, next.legal), (same.describe(), same.moves()));
    }

    #[test]
    fn the_wrong_move_of_a_line_is_named() {
        let rules = games().rules("sprint", None).unwrap();
        let start = seeded_start(&*rules, Seed(1));
        let ahead = Lookahead::new(&start);
        let wrong = ahead.after(&["run", "fly"], false).unwrap_err();
        assert_eq!(wrong.at, 1);
        assert!(wrong.reason.contains("fly"), "{}", wrong.reason);
        let long = ahead.after(&["run"; LONGEST_LOOKAHEAD + 1], false);
        assert_eq!(long.unwrap_err().at, LONGEST_LOOKAHEAD);
    }
}
