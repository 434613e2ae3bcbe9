//! Counts of move sequences.

use crate::rules::Dicewars;
use ludarium_game::{Game, MoveList, Tabletop, Turn};
use serde_json::Value;

use super::fields::some_numbers;
use super::{attacks, read_position};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{text, whole};

/// A position with the number of its move sequences of length 1, 2, 3, …
pub(super) fn position(record: &Value, check: &mut Check) -> Result<(), Failure> {
    let state = text(record, "state")?;
    let position = read_position(record, state, check)?;
    check.equal("the state", state, position.state().as_str())?;
    // The counts know no limits.
    let position = position.without_counters();
    let legal = attacks(&position).len() as u64;
    check.equal(
        "the number of legal attacks",
        whole(record, "legal_attacks")?,
        legal,
    )?;
    for (index, count) in some_numbers(record, "perft")?.into_iter().enumerate() {
        let depth = index as u32 + 1;
        check.equal(&format!("perft({depth})"), count, perft(&position, depth))?;
    }
    check.tally.positions += 1;
    Ok(())
}

/// The number of sequences of `depth` moves, each with one of its counted chance outcomes.
fn perft(position: &Dicewars, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    let mut outcomes = Vec::new();
    position.moves(&mut moves);
    let mut count = 0;
    for &mv in &moves {
        let mut after = position.clone();
        after.play(mv);
        if after.turn() != Turn::Chance {
            count += if depth == 1 {
                1
            } else {
                perft(&after, depth - 1)
            };
            continue;
        }
        after.counted_chances(&mut outcomes);
        if depth == 1 {
            count += outcomes.len() as u64;
            continue;
        }
        for &outcome in &outcomes {
            let mut settled = after.clone();
            settled.play(outcome);
            count += perft(&settled, depth - 1);
        }
    }
    count
}
