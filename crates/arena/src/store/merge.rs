//! Merging: the shards of a contest become one run.

use std::path::{Path, PathBuf};

use super::Store;
use super::error::StoreError;
use crate::identity::changes;

/// Copies the games of `inputs` into the run at `out`, which is made if it is not there, and gives it. All
/// must hold the same contest, played by the same agents. A game that several hold must be the same in all, times
/// apart. Either all games are copied or none.
pub fn merge(out: &Path, inputs: &[PathBuf]) -> Result<Store, StoreError> {
    merge_showing(out, inputs, &mut |_, _| {})
}

/// Like [`merge`]; `progress` is told now and then how many games are done, and of how many.
pub fn merge_showing(
    out: &Path,
    inputs: &[PathBuf],
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Store, StoreError> {
    let inputs: Vec<Store> =
        inputs.iter().map(|path| Store::open(path)).collect::<Result<_, _>>()?;
    let first = inputs.first().ok_or(StoreError::NothingToMerge)?;
    for other in &inputs[1..] {
        other.check_contest(&first.contest)?;
        check_identities(first, other)?;
    }
    let mut merged = Store::create(out, &first.contest)?;
    let named = inputs.iter().find(|input| input.identities.is_some());
    if let Some((input, identities)) =
        named.and_then(|input| Some((input, input.identities.as_ref()?)))
    {
        merged.identify(identities, &input.names)?;
    }
    let games: Result<Vec<u64>, StoreError> = inputs.iter().map(Store::games).collect();
    let total = games?.iter().sum();
    progress(0, total);
    // Into a new file large parts are written once, not first into a log. A reader of the file prevents it.
    let new = merged.is_empty()? && merged.set_journal("DELETE");
    let copied = merged.within(|| merged.copy_from(&inputs, &mut |done| progress(done, total)));
    if new {
        merged.set_journal("WAL");
    }
    copied?;
    for input in &inputs {
        merged.raise_target(input.target)?;
        merged.note_confinements(&input.confinements()?)?;
    }
    let parts = first.target.shard.parts();
    if parts > 1 && inputs.iter().all(|input| input.target.shard.parts() == parts) {
        merged.note_parts(parts)?;
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
        _ => Ok(()),
    }
}
