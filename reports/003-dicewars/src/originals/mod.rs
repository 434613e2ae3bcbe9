//! The recorded files of Dicewars.
//!
//! A file is one record, a list of records, or an object that holds a list of them; the kind of a
//! record is told from its keys.

mod decisions;
mod games;
mod perft;
mod predictors;
mod tables;

#[cfg(test)]
mod tests;

use ludarium_dicewars::rules::{Area, Dicewars, MAX_AREAS, Map, Move, Rules};
use ludarium_game::{Game, MoveList, Spec, Tabletop};
use serde::Deserialize;
use serde_json::Value;

use ludarium_bundle::originals::{Document, RecordCheck, VerifyError, read, unrecognised};

/// Replays a file and compares everything that it records.
pub fn replay(document: &Document, check: &mut RecordCheck) -> Result<(), VerifyError> {
    for (index, record) in document.records().iter().enumerate() {
        match inner_list(record) {
            Some((kind, inner)) => {
                for (index, record) in inner.iter().enumerate() {
                    check.place = format!("{kind} {index}");
                    verify_record(record, check)?;
                }
            }
            None => {
                check.place = format!("record {index}");
                verify_record(record, check)?;
            }
        }
    }
    Ok(())
}

/// The records inside an object that explains them, and what they are called there.
fn inner_list(record: &Value) -> Option<(&'static str, &[Value])> {
    let lists = [("positions", "position"), ("games", "game"), ("table", "row")];
    lists.into_iter().find_map(|(key, kind)| {
        let inner = record.get(key)?.as_array()?;
        Some((kind, inner.as_slice()))
    })
}

fn verify_record(record: &Value, check: &mut RecordCheck) -> Result<(), VerifyError> {
    if let Some(id) = record.get("id").and_then(Value::as_str) {
        check.place = format!("{} ({id})", check.place);
    }
    check.position.clear();
    let has = |key: &str| record.get(key).is_some();
    if has("plies") {
        games::trace(&read(record)?, check)
    } else if has("moves") && has("ais") {
        games::agents(&read(record)?, check)
    } else if has("checkpoints") {
        games::long(&read(record)?, check)
    } else if has("perft") {
        perft::position(&read(record)?, check)
    } else if has("decisions") {
        decisions::decision(&read(record)?, check)
    } else if has("areas") && has("seed") {
        tables::board(&read(record)?, check)
    } else if has("assignment") {
        tables::setup(&read(record)?, check)
    } else if has("u32") {
        tables::random_numbers(&read(record)?, check)
    } else if has("wins") {
        tables::battle(&read(record)?, check)
    } else if has("outcomes") {
        tables::reinforcement(&read(record)?, check)
    } else {
        let keys = record.as_object().map(|object| {
            let keys: Vec<&str> = object.keys().map(String::as_str).collect();
            format!("a record with the keys {}", keys.join(", "))
        });
        Err(unrecognised(keys.unwrap_or_else(|| "not an object".into())))
    }
}

/// The default rules for a number of players.
fn rules(players: u64) -> Result<Rules, VerifyError> {
    Spec::parse(&format!("flat:players={players}"))
        .and_then(|variant| Dicewars::rules(&variant))
        .map_err(unrecognised)
}

/// The players and the map that a position is read with.
#[derive(Deserialize)]
struct Setting {
    /// The number of players.
    n: u64,
    order: Vec<u64>,
    /// The neighbours of each area.
    adj: Vec<Vec<u64>>,
}

impl Setting {
    /// Reads a state.
    fn position(&self, state: &str, check: &mut RecordCheck) -> Result<Dicewars, VerifyError> {
        let order = joined(&self.order, ",");
        let lists: Vec<String> = self.adj.iter().map(|list| joined(list, ".")).collect();
        let text = format!("{state};order={order};neighbours={}", lists.join("/"));
        check.position.clone_from(&text);
        let position = Dicewars::parse(&rules(self.n)?, &text);
        check.accept("the position", &text, position)
    }
}

/// The area with a number.
fn area(number: u64) -> Result<Area, VerifyError> {
    Area::numbered(number as usize, MAX_AREAS)
        .ok_or_else(|| unrecognised(format!("there is no area {number}")))
}

/// The neighbours of each area as numbers, in order.
fn neighbours_of(map: &Map) -> Vec<Vec<u64>> {
    ludarium_dicewars::rules::areas_in(map.all())
        .map(|area| {
            let neighbours = map.neighbours(area).iter();
            neighbours.map(|near| near.number() as u64).collect()
        })
        .collect()
}

/// The legal attacks as pairs of numbers, in the order of the move list.
fn attacks(position: &Dicewars) -> Vec<(u64, u64)> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let pair = |mv: &Move| match mv {
        Move::Attack { from, to } => Some((from.number() as u64, to.number() as u64)),
        _ => None,
    };
    moves.iter().filter_map(pair).collect()
}

fn joined(numbers: &[u64], separator: &str) -> String {
    let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
    texts.join(separator)
}

/// Compares fractions up to the last digit, which readers of decimals may round differently.
fn compare_decimals(
    what: &str,
    recorded: f64,
    found: f64,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    if (recorded - found).abs() <= 4.0 * f64::EPSILON * found.abs() {
        check.tally.checks += 1;
        return Ok(());
    }
    Err(check.differ(what, recorded.to_string(), found.to_string()))
}
