//! Counts of lines of the one-die game, and how often and how likely games end in them.

use std::collections::BTreeMap;

use crate::rules::{DiceChess, Move};
use ludarium_game::{Game, MoveList, Seat, Tabletop, Turn, Value};
use serde_json::Value as Json;

use super::one_die::{moves_by_roll, rules};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{list, text, unrecognised, wholes};

/// How far two sums of the same probabilities may be apart, relative to their size.
const TOLERANCE: f64 = 1e-12;

/// Compares all counts of one position, each to every depth recorded.
pub(super) fn verify(record: &Json, check: &mut Check) -> Result<(), Failure> {
    if let Some(id) = record.get("id").and_then(Json::as_str) {
        check.place = format!("{}, {id}", check.place);
    }
    let rules = rules(record)?;
    let state = text(record, "state")?;
    state.clone_into(&mut check.position);
    let position = check.accept("position", state, DiceChess::parse(&rules, state))?;
    check.equal("position", state, position.describe())?;
    verify_moves_by_roll(record, &position, check)?;
    for (depth, lines) in (1..).zip(wholes(record, "perft")?) {
        check.equal(
            &format!("lines of {depth} plies"),
            lines,
            ludarium_game::perft(&position, depth),
        )?;
    }
    verify_ends(record, &position, check)?;
    check.tally.positions += 1;
    Ok(())
}

fn verify_moves_by_roll(
    record: &Json,
    position: &DiceChess,
    check: &mut Check,
) -> Result<(), Failure> {
    let Some(recorded) = record.get("moves_by_roll") else {
        return Ok(());
    };
    let recorded = recorded.as_object();
    let recorded = recorded.ok_or_else(|| unrecognised("no map `moves_by_roll`"))?;
    let mut expected = BTreeMap::new();
    for (roll, count) in recorded {
        let count = count.as_u64();
        let count = count.ok_or_else(|| unrecognised("a number of moves that is no number"))?;
        expected.insert(roll.clone(), count);
    }
    let found: BTreeMap<String, u64> = moves_by_roll(position)
        .into_iter()
        .map(|(roll, moves)| (roll, moves.len() as u64))
        .collect();
    check.equal("number of moves by roll", expected, found)
}

/// What has happened by the end of a ply, over all lines.
#[derive(Clone, Copy, Default)]
struct Ends {
    /// Lines whose last move ends the game.
    over: u64,
    /// The probability that White, or Black, wins with just this ply.
    wins: [f64; 2],
}

fn verify_ends(record: &Json, position: &DiceChess, check: &mut Check) -> Result<(), Failure> {
    let over = optional_numbers(record, "game_over_at_ply")?;
    let white = optional_fractions(record, "p_white_wins_within")?;
    let black = optional_fractions(record, "p_black_wins_within")?;
    let mut ends = vec![Ends::default(); over.len().max(white.len()).max(black.len())];
    follow(position, 1.0, &mut ends);
    for (index, &recorded) in over.iter().enumerate() {
        let what = format!("lines that end the game at ply {}", index + 1);
        check.equal(&what, recorded, ends[index].over)?;
    }
    for (seat, recorded) in [&white, &black].into_iter().enumerate() {
        let mut within = 0.0;
        for (index, &expected) in recorded.iter().enumerate() {
            within += ends[index].wins[seat];
            if (within - expected).abs() > TOLERANCE * expected.abs() {
                let side = ["White", "Black"][seat];
                let what = format!("probability that {side} wins within {} plies", index + 1);
                return Err(check.differ(&what, expected.to_string(), within.to_string()));
            }
            check.tally.checks += 1;
        }
    }
    Ok(())
}

/// Follows every roll and move for as many plies as `ends` has places.
fn follow(position: &DiceChess, probability: f64, ends: &mut [Ends]) {
    let Some((now, later)) = ends.split_first_mut() else {
        return;
    };
    let mut rolls = Vec::new();
    let _ = position.chances(&mut rolls);
    let mut moves: MoveList<Move> = MoveList::new();
    for (roll, chance) in rolls {
        let mut rolled = *position;
        rolled.play(roll);
        rolled.moves(&mut moves);
        let probability = probability * chance / moves.len() as f64;
        for &mv in &moves {
            let mut next = rolled;
            next.play(mv);
            if next.turn() == Turn::Over {
                now.over += 1;
                let scores = next.scores();
                for seat in Seat::all(2) {
                    if scores.of(seat) == Value(1.0) {
                        now.wins[seat.index()] += probability;
                    }
                }
            } else {
                follow(&next, probability, later);
            }
        }
    }
}

fn optional_numbers(record: &Json, key: &str) -> Result<Vec<u64>, Failure> {
    match record.get(key) {
        Some(_) => wholes(record, key),
        None => Ok(Vec::new()),
    }
}

fn optional_fractions(record: &Json, key: &str) -> Result<Vec<f64>, Failure> {
    if record.get(key).is_none() {
        return Ok(Vec::new());
    }
    let items = list(record, key)?.iter().map(Json::as_f64);
    let fractions: Option<Vec<f64>> = items.collect();
    fractions.ok_or_else(|| unrecognised(format!("`{key}` holds no number")))
}
