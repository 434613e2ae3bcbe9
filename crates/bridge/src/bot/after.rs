//! What a bot hears when it asks what follows from moves.

use ludarium_arena::{Lookahead, Prospect, WrongLine};
use ludarium_game::Turn;

use super::message::{Chance, Outcome, Over, ToBot, Whose};
use super::seat::{facts, piece};

/// The answer to `after` in the turn with this id: where the moves lead, or which of them is wrong.
pub fn after(id: u64, ahead: Lookahead<'_>, moves: &[String], board: bool) -> ToBot {
    match ahead.after(moves, board) {
        Ok(prospect) => there(id, prospect),
        Err(WrongLine { at, reason }) => ToBot::After {
            id,
            turn: None,
            state: None,
            facts: serde_json::Map::new(),
            board: None,
            legal: None,
            chance: None,
            scores: None,
            error: Some(reason),
            at: Some(at),
        },
    }
}

fn there(id: u64, prospect: Prospect) -> ToBot {
    let outcome = |(event, p)| Outcome { event, p };
    let outcomes = prospect.outcomes.into_iter().map(outcome);
    let outcomes: Vec<Outcome> = outcomes.collect();
    let scores = prospect.scores;
    ToBot::After {
        id,
        turn: Some(match prospect.turn {
            Turn::Seat(seat) => Whose::Seat(seat.0),
            Turn::Chance => Whose::Chance(Chance::Chance),
            Turn::Over => Whose::Over(Over::Over),
        }),
        state: Some(prospect.state),
        facts: facts(prospect.facts),
        board: prospect
            .board
            .map(|board| board.into_iter().map(piece).collect()),
        legal: matches!(prospect.turn, Turn::Seat(_)).then_some(prospect.legal),
        chance: (!outcomes.is_empty()).then_some(outcomes),
        scores: scores.map(|scores| scores.into_iter().map(f64::from).collect()),
        error: None,
        at: None,
    }
}
