//! `Lookahead`: lets a bot look what follows from moves, so that it can search without rules of its own.

use ludarium_game::{Choice, Position, Turn};

use super::protocol::{AfterReply, ChanceOutcome, ChanceWord, NextActor, OverWord, board, facts};

/// The longest line that is followed.
pub const LONGEST_LOOKAHEAD: usize = 256;

/// What follows from the position of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead<'a>(&'a Position);

impl<'a> Lookahead<'a> {
    /// From this position on.
    pub fn new(position: &'a Position) -> Lookahead<'a> {
        Lookahead(position)
    }

    /// The answer in the turn with this id: where the moves and outcomes of a line lead, or which of them is wrong. The
    /// empty line leads nowhere else. The board takes longer than all the rest, so it comes on request.
    pub fn after(&self, id: u64, line: &[impl AsRef<str>], with_board: bool) -> AfterReply {
        let wrong = |at: usize, reason: String| AfterReply {
            id,
            error: Some(reason),
            at: Some(at),
            ..AfterReply::default()
        };
        if line.len() > LONGEST_LOOKAHEAD {
            let reason = format!("a line has at most {LONGEST_LOOKAHEAD} moves");
            return wrong(LONGEST_LOOKAHEAD, reason);
        }
        let mut position = self.0.clone();
        for (at, text) in line.iter().enumerate() {
            if let Err(error) = position.play(text.as_ref()) {
                return wrong(at, error.to_string());
            }
        }
        let mut reply = AfterReply {
            id,
            state: Some(position.describe()),
            facts: facts(position.facts()),
            board: with_board.then(|| board(&position)),
            ..AfterReply::default()
        };
        reply.turn = Some(match position.turn() {
            Turn::Seat(seat) => {
                reply.legal = Some(position.moves());
                NextActor::Seat(seat.0)
            }
            Turn::Chance => {
                let outcome = |choice: Choice| {
                    let (event, p) = (choice.text, choice.probability?);
                    Some(ChanceOutcome { event, p })
                };
                let outcomes: Vec<_> = position.choices().into_iter().filter_map(outcome).collect();
                reply.chance = Some(outcomes).filter(|outcomes| !outcomes.is_empty());
                NextActor::Chance(ChanceWord::Chance)
            }
            Turn::Over => {
                let scores = position.scores();
                let scores = scores.as_slice(position.seats()).iter();
                reply.scores = Some(scores.map(|&score| f64::from(score)).collect());
                NextActor::Over(OverWord::Over)
            }
        });
        reply
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::Seed;

    use super::*;
    use crate::game::ruleset::seeded_start;
    use crate::testing::games;

    #[test]
    fn a_line_of_moves_and_outcomes_is_followed() {
        let rules = games().rules("sprint", None).unwrap();
        let start = seeded_start(&*rules, Seed(1));
        let ahead = Lookahead::new(&start);
        let here = ahead.after(7, &[] as &[&str], true);
        assert_eq!((here.id, here.turn), (7, Some(NextActor::Seat(0))));
        assert_eq!(here.state, Some(start.describe()));
        assert_eq!(here.legal, Some(start.moves()));
        assert_eq!(here.board, Some(board(&start)));
        let rolled = ahead.after(7, &["run"], false);
        let chance = NextActor::Chance(ChanceWord::Chance);
        assert_eq!((rolled.turn, rolled.legal), (Some(chance), None));
        assert!(rolled.board.is_none() && rolled.scores.is_none());
        let outcomes = rolled.chance.unwrap();
        let sum: f64 = outcomes.iter().map(|outcome| outcome.p).sum();
        assert!(outcomes.len() > 1 && (sum - 1.0).abs() < 1e-9);
        let outcome = &*outcomes[0].event;
        let next = ahead.after(7, &["run", outcome], false);
        assert_eq!(next.turn, Some(NextActor::Seat(1)));
        let mut same = start.clone();
        same.play("run").unwrap();
        same.play(outcome).unwrap();
        let same = (Some(same.describe()), Some(same.moves()));
        assert_eq!((next.state, next.legal), same);
    }

    #[test]
    fn the_wrong_move_of_a_line_is_named() {
        let rules = games().rules("sprint", None).unwrap();
        let start = seeded_start(&*rules, Seed(1));
        let ahead = Lookahead::new(&start);
        let wrong = ahead.after(7, &["run", "fly"], false);
        assert_eq!((wrong.at, wrong.state), (Some(1), None));
        assert!(wrong.error.unwrap().contains("fly"));
        let long = ahead.after(7, &["run"; LONGEST_LOOKAHEAD + 1], false);
        assert_eq!(long.at, Some(LONGEST_LOOKAHEAD));
    }
}
