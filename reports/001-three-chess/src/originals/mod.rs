//! The recorded files of Three-Chess: games with their legal lists and clocks, perft counts, tables
//! of single pieces, and single situations of the board and the referee.

mod edge_cases;
mod games;
mod perft;
mod tables;
#[cfg(test)]
mod tests;

use ludarium_bundle::originals::{Document, RecordCheck, VerifyError, read, unrecognised};
use ludarium_game::{Game, MoveList, Seat, Tabletop};
use ludarium_three_chess::rules::{Kind, Rules, ThreeChess};

use perft::PerftList;

/// The letters of the seats in the records.
const SEAT_LETTERS: [&str; 3] = ["B", "G", "R"];

/// Replays every record of a document.
pub fn replay(document: &Document, check: &mut RecordCheck) -> Result<(), VerifyError> {
    for (index, record) in document.records().iter().enumerate() {
        check.place = format!("record {index}");
        check.position.clear();
        let has = |key: &str| record.get(key).is_some();
        if has("plies") {
            games::verify(&read(record)?, index, check)?;
        } else if has("positions") {
            let PerftList { positions } = read(record)?;
            for (index, position) in positions.iter().enumerate() {
                perft::verify(position, index, check)?;
            }
        } else if has("perft") {
            perft::verify(&read(record)?, index, check)?;
        } else if tables::NAMES.into_iter().any(has) {
            tables::verify(&read(record)?, check)?;
        } else if has("board") || has("referee") {
            edge_cases::verify(&read(record)?, check)?;
        } else {
            return Err(unrecognised(format!(
                "record {index} is neither a game nor a count, a table or a list of edge cases"
            )));
        }
    }
    Ok(())
}

/// Reads a position and remembers it as the place of comparison.
fn position(state: &str, check: &mut RecordCheck) -> Result<ThreeChess, VerifyError> {
    check.position = state.to_owned();
    let parsed = ThreeChess::parse(&Rules::default(), state);
    let position = check.accept("position", state, parsed)?;
    check.equal("position written again", state, position.describe())?;
    Ok(position)
}

/// The legal moves as the records write them.
fn moves_text(position: &ThreeChess) -> String {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    join(position, &moves)
}

/// The legal moves of the pieces of one kind.
fn moves_of(position: &ThreeChess, kind: Kind) -> String {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let of_kind = |square| position.piece(square).is_some_and(|piece| piece.kind() == kind);
    let chosen: Vec<_> = moves.iter().copied().filter(|mv| of_kind(mv.start)).collect();
    join(position, &chosen)
}

fn join(position: &ThreeChess, moves: &[<ThreeChess as Game>::Move]) -> String {
    let texts: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
    texts.join(" ")
}

/// The clocks of a game, in milliseconds.
struct Clocks([i64; 3]);

impl Clocks {
    /// Takes the time of a move; false if the clock is overstepped, which exactly 0 is not.
    fn spend(&mut self, seat: Seat, milliseconds: i64) -> bool {
        let clock = &mut self.0[seat.index()];
        *clock = clock.saturating_sub(milliseconds);
        *clock >= 0
    }
}

/// The three scores.
fn scores(position: &ThreeChess) -> [i64; 3] {
    [0, 1, 2].map(|seat| position.score(Seat(seat)).into())
}

/// The letter of the only seat with a result; none if there is no such seat or more than one.
fn letter_of(results: [i8; 3], wanted: i8) -> &'static str {
    let mut found = SEAT_LETTERS.iter().zip(results).filter(|(_, result)| *result == wanted);
    match (found.next(), found.next()) {
        (Some((letter, _)), None) => letter,
        _ => "-",
    }
}
