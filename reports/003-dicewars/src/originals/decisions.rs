//! Positions with what the original's agents thought and decided there: ours must think and decide the same.

use std::collections::BTreeMap;

use crate::agents::course::{CourseAgent, CourseProgram};
use crate::agents::learned::{FairAttack, Territory};
use ludarium_dicewars::rules::{Dicewars, Mersenne, Move};
use ludarium_game::{Game, Seat, Tabletop};
use serde::Deserialize;

use super::predictors::{PlayerRow, Searches, ValuedAttack, WrittenAttack};
use super::{Setting, compare_decimals, predictors};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// How many candidates are written out with their features.
const WRITTEN_OUT: usize = 6;

/// A position with what agents thought and decided.
#[derive(Deserialize)]
pub(super) struct Thoughts {
    #[serde(flatten)]
    setting: Setting,
    owners: String,
    dice: String,
    player: u64,
    happ_prod: Vec<ValuedAttack>,
    happ: Vec<WrittenAttack>,
    wpp: Vec<PlayerRow>,
    #[serde(flatten)]
    searches: Searches,
    decisions: BTreeMap<String, String>,
}

pub(super) fn decision(record: &Thoughts, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let reserves = vec!["0"; record.setting.n.min(8) as usize].join(",");
    let (owners, dice, player) = (&record.owners, &record.dice, record.player);
    let state = format!("{owners};{dice};{reserves};{player};0;0");
    let position = record.setting.position(&state, check)?;
    check.equal("the state", state, position.state())?;
    compare_candidates(record, &position, check)?;
    compare_players(&record.wpp, &position, check)?;
    record.searches.compare(&position, check)?;
    if record.decisions.is_empty() {
        return Err(unrecognised("`decisions` without a decision"));
    }
    for (agent, text) in &record.decisions {
        let mv = check.accept(agent, text, position.parse_move(text))?;
        check.equal(agent, text, &position.describe_move(mv))?;
        if let Some(found) = decided(agent, &position) {
            let found = position.describe_move(found);
            check.equal(&format!("the decision of {agent}"), text, &found)?;
        }
    }
    check.tally.positions += 1;
    Ok(())
}

/// What our version of an agent decides. `None` for a program that draws random numbers or counts turns: it cannot
/// decide for a single position.
fn decided(agent: &str, position: &Dicewars) -> Option<Move> {
    match CourseProgram::recorded(agent) {
        Some(program) if program.is_deterministic() => {
            Some(CourseAgent::new(program).decide(position, &mut Mersenne::new(0)))
        }
        Some(_) => None,
        None => predictors::decision(agent, position),
    }
}

/// Candidates are all attacks on areas that are not stronger, in the order of the move list, with what they are
/// worth; the first of them are written out with their probability to win and what the predictor saw and said.
fn compare_candidates(
    record: &Thoughts,
    position: &Dicewars,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let territory = Territory::of(position);
    let attacks: Vec<FairAttack> = territory.fair_attacks(position.player()).collect();
    let numbers = |attack: &FairAttack| (attack.from.number() as u64, attack.to.number() as u64);
    let candidates: Vec<(u64, u64)> = attacks.iter().map(numbers).collect();
    let pairs = record.happ_prod.iter();
    let pairs: Vec<_> = pairs.map(|entry| (entry.0, entry.1)).collect();
    check.equal("the candidates", pairs, candidates.as_slice())?;
    for (entry, attack) in record.happ_prod.iter().zip(&attacks) {
        predictors::compare_value(entry, position, attack, check)?;
    }
    let first: Vec<_> = record.happ.iter().map(|entry| (entry.0, entry.1)).collect();
    let shown = candidates.len().min(WRITTEN_OUT);
    check.equal("the first candidates", first, &candidates[..shown])?;
    for (entry, attack) in record.happ.iter().zip(&attacks) {
        let what = format!("the probability of {}>{}", attack.from, attack.to);
        compare_decimals(&what, entry.2, attack.probability, check)?;
        predictors::compare_written_out(entry, position, attack, check)?;
    }
    Ok(())
}

/// The players that are left, with what the predictor of the winner saw and said of each.
fn compare_players(
    rows: &[PlayerRow],
    position: &Dicewars,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let recorded: Vec<u64> = rows.iter().map(|row| row.0).collect();
    let alive: Vec<Seat> =
        Seat::all(position.seats()).filter(|&seat| position.is_alive(seat)).collect();
    let players: Vec<u64> = alive.iter().map(|seat| u64::from(seat.0) + 1).collect();
    check.equal("the players that are left", recorded, players)?;
    for (row, seat) in rows.iter().zip(alive) {
        predictors::compare_player(row, position, seat, check)?;
    }
    Ok(())
}
