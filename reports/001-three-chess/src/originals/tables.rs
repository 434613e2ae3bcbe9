//! Tables of the board: neighbours, and what each piece can do alone and among enemies.

use std::collections::BTreeMap;

use ludarium_three_chess::rules::{Direction, Piece, Square, reachable};
use serde::Deserialize;

use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// The names of the tables.
pub(super) const NAMES: [&str; 3] = ["neighbour", "empty_board_moves", "full_board_captures"];

/// What every piece can do from every square.
type ReachTable = BTreeMap<char, BTreeMap<String, Vec<String>>>;

#[derive(Deserialize)]
pub(super) struct BoardTables {
    #[serde(default)]
    neighbour: BTreeMap<String, Neighbours>,
    #[serde(default)]
    empty_board_moves: ReachTable,
    #[serde(default)]
    full_board_captures: ReachTable,
}

/// The neighbours forward, backward, to the left and to the right.
#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct Neighbours {
    f: Option<String>,
    b: Option<String>,
    l: Option<String>,
    r: Option<String>,
}

/// Checks all tables of a record.
pub(super) fn verify(record: &BoardTables, check: &mut RecordCheck) -> Result<(), VerifyError> {
    neighbours(&record.neighbour, check)?;
    check.place = NAMES[1].to_owned();
    pieces(&record.empty_board_moves, &|_| Vec::new(), check)?;
    check.place = NAMES[2].to_owned();
    pieces(&record.full_board_captures, &others, check)
}

fn others(start: Square) -> Vec<Square> {
    Square::all().filter(|&square| square != start).collect()
}

fn square(name: &str, check: &RecordCheck) -> Result<Square, VerifyError> {
    Square::from_name(name)
        .ok_or_else(|| unrecognised(format!("`{name}` at {} is not a square", check.place)))
}

fn neighbours(
    table: &BTreeMap<String, Neighbours>,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    for (name, row) in table {
        check.place = format!("neighbours of {name}");
        let start = square(name, check)?;
        for (letter, direction, recorded) in [
            ("F", Direction::Forward, &row.f),
            ("B", Direction::Backward, &row.b),
            ("L", Direction::Left, &row.l),
            ("R", Direction::Right, &row.r),
        ] {
            let found = start.neighbour(direction).map(|next| next.to_string());
            check.equal(letter, recorded, &found)?;
        }
        check.tally.positions += 1;
    }
    Ok(())
}

/// What every piece can do from every square, with the enemies that `crowd` gives.
fn pieces(
    table: &ReachTable,
    crowd: &dyn Fn(Square) -> Vec<Square>,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let place = check.place.clone();
    for (&letter, rows) in table {
        let piece = Piece::from_letter(letter);
        let unknown = || unrecognised(format!("`{letter}` of {place} is not a piece"));
        let piece = piece.ok_or_else(unknown)?;
        for (name, ends) in rows {
            check.place = format!("{place} of {letter} on {name}");
            let start = square(name, check)?;
            let found: Vec<String> =
                reachable(piece, start, &[], &crowd(start)).map(|end| end.to_string()).collect();
            check.equal("squares", ends.join(" "), found.join(" "))?;
            check.tally.positions += 1;
        }
    }
    Ok(())
}
