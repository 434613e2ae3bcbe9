//! Replaying a record through the rules, which must agree with it to the last point.

use std::ops::ControlFlow;
use std::time::Duration;

use ludarium_game::{Fault, PlayedGame, Position, Sanction, Seat, Tabletop, Turn};
use thiserror::Error;

use crate::game::end::GameEnd;
use crate::game::player::Failure;
use crate::game::ruleset::Ruleset;
use crate::store::record::{GameRecord, Thought};

/// A record that does not agree with the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game} does not replay: {reason}")]
pub struct ReplayError {
    /// The game.
    pub game: u64,
    /// Where it goes wrong, and what would be right.
    pub reason: String,
}

/// A move or chance outcome of a replayed game that is known only while the program runs.
#[derive(Debug)]
pub struct Step<'a> {
    /// The position it was made in.
    pub before: &'a Position,
    /// The move or outcome in the game's notation.
    pub text: &'a str,
    /// The position after it.
    pub after: &'a Position,
    /// Whose move it was and what is known about it; `None` for chance.
    pub ply: Option<Ply>,
    /// What a bot said about its move.
    pub comment: &'a str,
}

/// A move or chance outcome of a replayed game.
#[derive(Debug)]
pub struct TypedStep<'a, G: Tabletop> {
    /// The position it was made in.
    pub before: &'a G,
    /// The move or outcome.
    pub mv: G::Move,
    /// The same in the game's notation.
    pub text: &'a str,
    /// The position after it.
    pub after: &'a G,
    /// Whose move it was and what is known about it; `None` for chance.
    pub ply: Option<Ply>,
    /// What a bot said about its move.
    pub comment: &'a str,
}

/// What a record tells about a move of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ply {
    /// Moves of seats before it.
    pub number: u64,
    /// Who made it.
    pub seat: Seat,
    /// What the agent thought.
    pub thought: Thought,
    /// How long it took, where times were kept.
    pub time: Option<Duration>,
}

/// Plays a record again, shows each step and gives the last position. A record is refused at the first place
/// where it does not agree with the rules: at a move, or at its end, ending and scores.
pub fn replay<G: Tabletop, E: From<ReplayError>>(
    rules: &G::Rules,
    record: &GameRecord,
    mut show: impl FnMut(TypedStep<'_, G>) -> Result<(), E>,
) -> Result<G, E> {
    let wrong = |reason: String| ReplayError { game: record.number, reason };
    let mut position = G::parse(rules, &record.start)
        .map_err(|error| wrong(format!("its start cannot be read: {error}")))?;
    let mut thoughts = record.thoughts();
    let mut comments = record.comments();
    let mut plies = 0;
    for (index, text) in record.moves.split_ascii_whitespace().enumerate() {
        let turn = position.turn();
        if turn == Turn::Over {
            return Err(wrong(format!("move {} comes after the end", index + 1)).into());
        }
        let mv = position
            .parse_move(text)
            .map_err(|error| wrong(format!("move {}: {error}", index + 1)))?;
        let mut comment = "";
        let ply = match turn {
            Turn::Seat(seat) => {
                comment = comments.next().unwrap_or_default();
                if record.movers.get(plies) != Some(&seat.0) {
                    return Err(
                        wrong(format!("move {} is not seat {}'s", index + 1, seat.0)).into()
                    );
                }
                plies += 1;
                Some(Ply {
                    number: plies as u64 - 1,
                    seat,
                    thought: thoughts.next().unwrap_or_default(),
                    time: record.times.get(plies - 1).copied().map(Duration::from_nanos),
                })
            }
            _ => None,
        };
        let before = position.clone();
        position.play(mv);
        show(TypedStep { before: &before, mv, text, after: &position, ply, comment })?;
    }
    if plies != record.movers.len() {
        let missing = record.movers.len() - plies;
        return Err(wrong(format!("{missing} of its moves are missing")).into());
    }
    check_end(&position, record).map_err(wrong)?;
    Ok(position)
}

/// A record as a game with all its positions; `show` sees each step.
pub fn played_game(
    rules: &dyn Ruleset,
    record: &GameRecord,
    mut show: impl FnMut(&Step<'_>),
) -> Result<PlayedGame, ReplayError> {
    let wrong = |error: ludarium_game::Error| ReplayError {
        game: record.number,
        reason: error.to_string(),
    };
    let mut played = PlayedGame::new(rules.parse(&record.start).map_err(wrong)?);
    let mut refused = None;
    rules.replay(record, &mut |step| {
        show(&step);
        let time = step.ply.and_then(|ply| ply.time);
        refused = played.play_in(step.text, time).err();
        if refused.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    refused.map_or(Ok(played), |error| Err(wrong(error)))
}

/// Whether the last position gives the end, ending and scores of the record.
fn check_end<G: Tabletop>(position: &G, record: &GameRecord) -> Result<(), String> {
    let found = position.describe();
    if found != record.end {
        return Err(format!("it ends at `{found}`, not at `{}`", record.end));
    }
    let end = expected_end(position, record)?;
    if end.ending != record.ending {
        return Err(format!("it ended by `{}`, not `{}`", end.ending, record.ending));
    }
    let scores = end.scores.as_slice(position.seats());
    if scores != record.scores {
        return Err(format!("the scores are {scores:?}, not {:?}", record.scores));
    }
    Ok(())
}

/// What the rules say about the last position: its own result, or that of who ended the game before.
fn expected_end<G: Tabletop>(position: &G, record: &GameRecord) -> Result<GameEnd, String> {
    let seat = match position.turn() {
        Turn::Over => return Ok(GameEnd::by_rules(position)),
        _ if record.ending == GameEnd::RESIGNED => {
            // A player may give up at any time, and then has nothing.
            let loser = record.scores.iter().position(|&score| score == 0.0);
            let loser = Seat(loser.unwrap_or(0) as u8);
            return Ok(GameEnd::resigned(position.seats(), loser));
        }
        Turn::Seat(seat) => seat,
        Turn::Chance => return Err("its last chance event is missing".to_owned()),
    };
    let last = record.faults.last().filter(|note| note.seat == seat.0);
    let fault = last.and_then(|note| Fault::of_word(&note.kind));
    if let Some(fault) = fault
        && let Sanction::Ends(scores) = position.sanction(seat, fault)
    {
        let end = GameEnd::fault(scores, &Failure::new(fault, ""));
        if end.ending == record.ending {
            return Ok(end);
        }
    }
    // A game that was stopped was stopped at the limit of moves.
    let moves = record.movers.len() as u64;
    Ok(GameEnd::stopped(position.seats(), moves))
}
