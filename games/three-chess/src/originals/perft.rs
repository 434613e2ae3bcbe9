//! Positions with their legal moves and the number of lines of each length.

use ludarium_game::perft;
use serde::Deserialize;

use super::{moves_text, position};
use ludarium_originals::{Check, VerifyError};

/// A list of positions.
#[derive(Deserialize)]
pub(super) struct Positions {
    pub(super) positions: Vec<Counts>,
}

#[derive(Deserialize)]
pub(super) struct Counts {
    name: Option<String>,
    state: String,
    legal: Option<usize>,
    moves: Option<String>,
    perft: Vec<u64>,
}

/// Checks one position.
pub(super) fn verify(record: &Counts, index: usize, check: &mut Check) -> Result<(), VerifyError> {
    check.place = match &record.name {
        Some(name) => format!("position {name}"),
        None => format!("position {index}"),
    };
    let position = position(&record.state, check)?;
    let moves = moves_text(&position);
    if let Some(legal) = record.legal {
        check.equal(
            "number of legal moves",
            legal,
            moves.split_whitespace().count(),
        )?;
    }
    if let Some(recorded) = &record.moves {
        check.equal("legal moves", recorded, &moves)?;
    }
    for (depth, &lines) in (1..).zip(&record.perft) {
        check.equal(&format!("perft {depth}"), lines, perft(&position, depth))?;
    }
    check.tally.positions += 1;
    Ok(())
}
