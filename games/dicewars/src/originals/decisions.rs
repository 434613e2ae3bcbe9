//! Positions with what the original's agents thought and decided there: ours must think and decide alike.

use crate::agents::course::{Course, Program};
use crate::agents::report::{FairAttack, Ground};
use crate::rules::{Dicewars, Mersenne, Move};
use ludarium_game::{Game, Seat, Tabletop};
use serde_json::Value;

use super::fields::{decimal, pair};
use super::{compare_decimals, predictors, read_position};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{field, list, text, unrecognised, whole};

/// So many candidates are written out with their features.
const WRITTEN_OUT: usize = 6;

pub(super) fn decision(record: &Value, check: &mut Check) -> Result<(), Failure> {
    let players = whole(record, "n")?;
    let reserves = vec!["0"; players.min(8) as usize].join(",");
    let state = format!(
        "{};{};{reserves};{};0;0",
        text(record, "owners")?,
        text(record, "dice")?,
        whole(record, "player")?,
    );
    let position = read_position(record, &state, check)?;
    check.equal("the state", state, position.state())?;
    compare_candidates(record, &position, check)?;
    compare_players(record, &position, check)?;
    predictors::compare_searches(record, &position, check)?;
    let decisions = field(record, "decisions", "a value", Some)?.as_object();
    let decisions = decisions.filter(|decisions| !decisions.is_empty());
    let decisions = decisions.ok_or_else(|| unrecognised("`decisions` without a decision"))?;
    for (agent, decision) in decisions {
        let text = decision.as_str();
        let text =
            text.ok_or_else(|| unrecognised(format!("a decision of {agent} without text")))?;
        let mv = check.accept(agent, text, position.parse_move(text))?;
        check.equal(agent, text, position.describe_move(mv).as_str())?;
        if let Some(found) = decided(agent, &position) {
            check.equal(
                &format!("the decision of {agent}"),
                text,
                position.describe_move(found).as_str(),
            )?;
        }
    }
    check.tally.positions += 1;
    Ok(())
}

/// What our version of an agent decides. A program that draws random numbers, or counts turns, cannot be asked about a
/// single position.
fn decided(agent: &str, position: &Dicewars) -> Option<Move> {
    match Program::recorded(agent) {
        Some(program) if program.is_deterministic() => {
            Some(Course::new(program).decide(position, &mut Mersenne::new(0)))
        }
        Some(_) => None,
        None => predictors::decision(agent, position),
    }
}

/// Candidates are all attacks on areas that are not stronger, in the order of the move list, with what they are
/// worth; the first of them are written out with their probability to win and what the predictor saw and said.
fn compare_candidates(
    record: &Value,
    position: &Dicewars,
    check: &mut Check,
) -> Result<(), Failure> {
    let ground = Ground::of(position);
    let attacks: Vec<FairAttack> = ground.fair_attacks(position.player()).collect();
    let numbers = |attack: &FairAttack| (attack.from.number() as u64, attack.to.number() as u64);
    let candidates: Vec<(u64, u64)> = attacks.iter().map(numbers).collect();
    let valued = list(record, "happ_prod")?;
    let pairs: Result<Vec<_>, _> = valued.iter().map(pair).collect();
    check.equal("the candidates", pairs?, candidates.as_slice())?;
    for (entry, attack) in valued.iter().zip(&attacks) {
        predictors::compare_value(entry, position, attack, check)?;
    }
    let written = list(record, "happ")?;
    let first: Result<Vec<_>, _> = written.iter().map(pair).collect();
    let shown = candidates.len().min(WRITTEN_OUT);
    check.equal("the first candidates", first?, &candidates[..shown])?;
    for (entry, attack) in written.iter().zip(&attacks) {
        let recorded = decimal(entry.get(2), "a probability")?;
        let what = format!("the probability of {}>{}", attack.from, attack.to);
        compare_decimals(&what, recorded, attack.probability, check)?;
        predictors::compare_written_out(entry, position, attack, check)?;
    }
    Ok(())
}

/// The players that are left, with what the predictor of the winner saw and said of each.
fn compare_players(record: &Value, position: &Dicewars, check: &mut Check) -> Result<(), Failure> {
    let rows = list(record, "wpp")?;
    let recorded: Option<Vec<u64>> = rows.iter().map(|row| row.get(0)?.as_u64()).collect();
    let recorded = recorded.ok_or_else(|| unrecognised("features of no player"))?;
    let alive: Vec<Seat> = Seat::all(position.seats())
        .filter(|&seat| position.is_alive(seat))
        .collect();
    let players: Vec<u64> = alive.iter().map(|seat| u64::from(seat.0) + 1).collect();
    check.equal("the players that are left", recorded, players)?;
    for (row, seat) in rows.iter().zip(alive) {
        predictors::compare_player(row, position, seat, check)?;
    }
    Ok(())
}
