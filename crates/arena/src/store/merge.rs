//! Merging: the shards of a contest become one run.

use std::path::{Path, PathBuf};

use super::Store;
use super::error::StoreError;
use crate::identity::changes;
use crate::record::GameRecord;

/// Copies the games of `inputs` into the run at `out`, which is made if it is not there, and gives it. All
/// must hold the same contest, played by the same agents. A game that several hold must be the same in all, times apart. Either all
/// games are copied or none.
pub fn merge(out: &Path, inputs: &[PathBuf]) -> Result<Store, StoreError> {
    let inputs: Vec<Store> = inputs
        .iter()
        .map(|path| Store::open(path))
        .collect::<Result<_, _>>()?;
    let first = inputs.first().ok_or(StoreError::NothingToMerge)?;
    for other in &inputs[1..] {
        other.check_contest(&first.contest)?;
        check_identities(first, other)?;
    }
    let mut merged = Store::create(out, &first.contest)?;
    match &first.identities {
        Some(identities) => merged.identify(identities)?,
        None if merged.identities.is_some() => return Err(unidentified(first)),
        None => {}
    }
    merged.within(|| {
        inputs
            .iter()
            .try_for_each(|input| input.each_game(|record| take(&merged, &input.path, record)))
    })?;
    for input in &inputs {
        merged.raise_target(input.target)?;
    }
    Ok(merged)
}

/// Refuses parts whose agents are not the same: their games would pass for those of one agent.
fn check_identities(first: &Store, other: &Store) -> Result<(), StoreError> {
    match (&first.identities, &other.identities) {
        (Some(stored), Some(found)) if stored != found => Err(StoreError::OtherAgents {
            path: other.path.clone(),
            changes: changes(&first.contest.agents, stored, found),
        }),
        (Some(_), None) if !other.is_empty()? => Err(unidentified(other)),
        (None, Some(_)) if !first.is_empty()? => Err(unidentified(first)),
        _ => Ok(()),
    }
}

fn unidentified(store: &Store) -> StoreError {
    StoreError::Unidentified {
        path: store.path.clone(),
    }
}

fn take(merged: &Store, from: &Path, record: GameRecord) -> Result<(), StoreError> {
    let Some(known) = merged.game(record.number)? else {
        return merged.insert(&record);
    };
    match known.difference(&record) {
        None => Ok(()),
        Some(column) => Err(StoreError::Conflict {
            path: from.to_owned(),
            number: record.number,
            column,
        }),
    }
}
