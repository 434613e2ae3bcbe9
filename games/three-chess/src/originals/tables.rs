//! Tables of the board: neighbours, and what each piece can do alone and in a crowd.

use crate::rules::{Direction, Piece, Square, reachable};
use serde_json::{Map, Value};

use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{field, unrecognised};

/// The names of the tables.
pub(super) const NAMES: [&str; 3] = ["neighbour", "empty_board_moves", "full_board_captures"];

/// The directions as the table writes them.
const DIRECTIONS: [(&str, Direction); 4] = [
    ("F", Direction::Forward),
    ("B", Direction::Backward),
    ("L", Direction::Left),
    ("R", Direction::Right),
];

/// Checks all tables of a record.
pub(super) fn verify(record: &Value, check: &mut Check) -> Result<(), Failure> {
    for name in NAMES {
        check.place = name.to_owned();
        if record.get(name).is_none() {
            continue;
        }
        let table = field(record, name, "of the right kind", Value::as_object)?;
        match name {
            "neighbour" => neighbours(table, check)?,
            "empty_board_moves" => pieces(table, &|_| Vec::new(), check)?,
            _ => pieces(table, &|start| others(start), check)?,
        }
    }
    Ok(())
}

fn others(start: Square) -> Vec<Square> {
    Square::all().filter(|&square| square != start).collect()
}

fn square(name: &str, check: &Check) -> Result<Square, Failure> {
    Square::from_name(name)
        .ok_or_else(|| unrecognised(format!("`{name}` at {} is not a square", check.place)))
}

fn neighbours(table: &Map<String, Value>, check: &mut Check) -> Result<(), Failure> {
    for (name, row) in table {
        check.place = format!("neighbours of {name}");
        let start = square(name, check)?;
        for (letter, direction) in DIRECTIONS {
            let recorded = field(row, letter, "of the right kind", |value| match value {
                Value::Null => Some("none"),
                name => name.as_str(),
            })?;
            let found = start.neighbour(direction).map(|next| next.to_string());
            check.equal(letter, recorded, found.as_deref().unwrap_or("none"))?;
        }
        check.tally.positions += 1;
    }
    Ok(())
}

/// What every piece can do from every square, with the enemies that `crowd` gives.
fn pieces(
    table: &Map<String, Value>,
    crowd: &dyn Fn(Square) -> Vec<Square>,
    check: &mut Check,
) -> Result<(), Failure> {
    let place = check.place.clone();
    for (letter, rows) in table {
        let mut letters = letter.chars();
        let piece = letters.next().and_then(Piece::from_letter);
        let (Some(piece), None, Some(rows)) = (piece, letters.next(), rows.as_object()) else {
            return Err(unrecognised(format!(
                "`{letter}` of {place} is not a piece"
            )));
        };
        for (name, ends) in rows {
            check.place = format!("{place} of {letter} on {name}");
            let start = square(name, check)?;
            let recorded: Option<Vec<&str>> = ends
                .as_array()
                .and_then(|ends| ends.iter().map(Value::as_str).collect());
            let Some(recorded) = recorded else {
                return Err(unrecognised(format!("{} is not a list", check.place)));
            };
            let found: Vec<String> = reachable(piece, start, &[], &crowd(start))
                .map(|end| end.to_string())
                .collect();
            check.equal("squares", recorded.join(" "), found.join(" "))?;
            check.tally.positions += 1;
        }
    }
    Ok(())
}
