//! Positions with what the original's agents thought and decided there. Agents that we have must decide
//! alike; of the report's later versions (`xk.happ`, `xk.final…`) the record must fit the rules.

use ludarium_agents::dicewars::course::{Course, Program, rounded_probability};
use ludarium_game::{Game, Seat, Tabletop};
use ludarium_games::dicewars::{Dicewars, Mersenne};
use serde_json::Value;

use super::fields::{area, decimal, pair};
use super::{attacks, compare_decimals, read_position};
use crate::Failure;
use crate::fields::{field, list, text, unrecognised, whole};
use crate::tally::Check;

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
    compare_regions(record, &position, check)?;
    let decisions = field(record, "decisions", "a value", Some)?.as_object();
    let decisions = decisions.filter(|decisions| !decisions.is_empty());
    let decisions = decisions.ok_or_else(|| unrecognised("`decisions` without a decision"))?;
    for (agent, decision) in decisions {
        let text = decision.as_str();
        let text =
            text.ok_or_else(|| unrecognised(format!("a decision of {agent} without text")))?;
        let mv = check.accept(agent, text, position.parse_move(text))?;
        check.equal(agent, text, position.describe_move(mv).as_str())?;
        // A program that draws random numbers, or counts turns, cannot be asked about a single position.
        let program = Program::recorded(agent).filter(|program| program.is_deterministic());
        if let Some(program) = program {
            let found = Course::new(program).decide(&position, &mut Mersenne::new(0));
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

/// Candidates are all attacks on areas that are not stronger, in the order of the move list; the
/// first of them are written out with their probability to win.
fn compare_candidates(
    record: &Value,
    position: &Dicewars,
    check: &mut Check,
) -> Result<(), Failure> {
    let mut candidates = attacks(position);
    candidates.retain(|&(from, to)| match (area(from), area(to)) {
        (Ok(from), Ok(to)) => position.dice(from) >= position.dice(to),
        _ => false,
    });
    let valued: Result<Vec<_>, _> = list(record, "happ_prod")?.iter().map(pair).collect();
    check.equal("the candidates", valued?, candidates.clone())?;
    let written = list(record, "happ")?;
    let first: Result<Vec<_>, _> = written.iter().map(pair).collect();
    candidates.truncate(WRITTEN_OUT);
    check.equal("the first candidates", first?, candidates.clone())?;
    for (entry, (from, to)) in written.iter().zip(candidates) {
        let recorded = decimal(entry.get(2), "a probability")?;
        let rounded = rounded_probability(position.dice(area(from)?), position.dice(area(to)?));
        let what = format!("the probability of {from}>{to}");
        compare_decimals(&what, recorded, rounded, check)?;
    }
    Ok(())
}

/// The features of the players that are left begin with the largest region; the fourth is the number
/// of areas. Both are shares of the map in single precision.
fn compare_regions(record: &Value, position: &Dicewars, check: &mut Check) -> Result<(), Failure> {
    let rows = list(record, "wpp")?;
    let recorded: Option<Vec<u64>> = rows.iter().map(|row| row.get(0)?.as_u64()).collect();
    let recorded = recorded.ok_or_else(|| unrecognised("features of no player"))?;
    let alive: Vec<Seat> = Seat::all(position.seats())
        .filter(|&seat| position.is_alive(seat))
        .collect();
    let players: Vec<u64> = alive.iter().map(|seat| u64::from(seat.0) + 1).collect();
    check.equal("the players that are left", recorded, players)?;
    let areas = position.map().areas() as f32;
    for (row, seat) in rows.iter().zip(alive) {
        let player = seat.0 + 1;
        let recorded = decimal(row.get(1), "a largest region")? as f32;
        let found = position.largest_region(seat) as f32 / areas;
        check.equal(
            &format!("the largest region of player {player}"),
            recorded,
            found,
        )?;
        let recorded = decimal(row.get(4), "a share of areas")? as f32;
        let found = position.areas_of(seat).count_ones() as f32 / areas;
        check.equal(&format!("the areas of player {player}"), recorded, found)?;
    }
    Ok(())
}
