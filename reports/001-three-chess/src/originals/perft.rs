//! Positions with their legal moves and the number of lines of each length.

use ludarium_game::perft;
use serde::Deserialize;

use super::{moves_text, position};
use ludarium_bundle::originals::{RecordCheck, VerifyError};

/// A list of positions.
#[derive(Deserialize)]
pub(super) struct PerftList {
    pub(super) positions: Vec<PerftPosition>,
}

#[derive(Deserialize)]
pub(super) struct PerftPosition {
    name: Option<String>,
    state: String,
    legal: Option<usize>,
    moves: Option<String>,
    perft: Vec<u64>,
}

/// Checks one position.
pub(super) fn verify(
    record: &PerftPosition,
    index: usize,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    check.place = match &record.name {
        Some(name) => format!("position {name}"),
        None => format!("position {index}"),
    };
    let position = position(&record.state, check)?;
    let moves = moves_text(&position);
    if let Some(legal) = record.legal {
        check.equal("number of legal moves", legal, moves.split_whitespace().count())?;
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
