//! Merging: the shards of a contest become one run.

use std::path::{Path, PathBuf};

use super::Store;
use super::error::StoreError;
use crate::record::GameRecord;

/// Copies the games of `inputs` into the run at `out`, which is made if it is not there, and gives it. All
/// must hold the same contest. A game that several hold must be the same in all, times apart. Either all
/// games are copied or none.
pub fn merge(out: &Path, inputs: &[PathBuf]) -> Result<Store, StoreError> {
    let inputs: Vec<Store> = inputs
        .iter()
        .map(|path| Store::open(path))
        .collect::<Result<_, _>>()?;
    let first = inputs.first().ok_or(StoreError::NothingToMerge)?;
    for other in &inputs[1..] {
        other.check_contest(&first.contest)?;
    }
    let mut merged = Store::create(out, &first.contest)?;
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
