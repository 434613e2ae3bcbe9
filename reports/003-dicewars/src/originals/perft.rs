//! Counts of move sequences.

use ludarium_game::perft;
use serde::Deserialize;

use super::{Setting, attacks};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// A position with the number of its move sequences of length 1, 2, 3, …
#[derive(Deserialize)]
pub(super) struct PerftState {
    #[serde(flatten)]
    setting: Setting,
    state: String,
    legal_attacks: usize,
    perft: Vec<u64>,
}

pub(super) fn position(record: &PerftState, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let position = record.setting.position(&record.state, check)?;
    check.equal("the state", &record.state, &position.state())?;
    // The counts ignore the limits.
    let position = position.without_counters();
    let legal = attacks(&position).len();
    check.equal("the number of legal attacks", record.legal_attacks, legal)?;
    if record.perft.is_empty() {
        return Err(unrecognised("`perft` is empty"));
    }
    for (depth, &count) in (1..).zip(&record.perft) {
        check.equal(&format!("perft({depth})"), count, perft(&position, depth))?;
    }
    check.tally.positions += 1;
    Ok(())
}
