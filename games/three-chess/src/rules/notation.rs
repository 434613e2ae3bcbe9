//! Positions and moves as text.
//!
//! A position has six fields: the rows (B1 to B4, G1 to G4, R1 to R4, each from column A to H), the
//! seat to move, what Blue, Green and Red have captured, and the number of plies. A move is
//! `BE2-BE4`; castling is the king's move.

use ludarium_game::{Error, Game, MoveList, Result, Seat, Turn};

use super::board::Square;
use super::moves::{MOST_PIECES, Move};
use super::piece::{Captured, Kind, Piece};
use super::{Ending, Rules, ThreeChess, next_seat};

/// The names of the seats.
pub(super) const SEAT_NAMES: [&str; 3] = ["Blue", "Green", "Red"];

const TURN_LETTERS: [&str; 3] = ["B", "G", "R"];
const CAPTURED_FIELDS: [&str; 3] =
    ["what Blue captured", "what Green captured", "what Red captured"];

/// The most pawns a seat can have.
const MOST_PAWNS: usize = 8;

/// The position in the notation.
pub(super) fn describe(position: &ThreeChess) -> String {
    let mut text = String::with_capacity(160);
    for row in 0..12 {
        if row > 0 {
            text.push('/');
        }
        for square in row_squares(row) {
            text.push(position.piece(square).map_or('.', Piece::letter));
        }
    }
    text.push(' ');
    text.push_str(TURN_LETTERS[position.turn.index()]);
    for seat in Seat::all(3) {
        text.push(' ');
        let before = text.len();
        text.extend(position.captured(seat).map(Piece::letter));
        if text.len() == before {
            text.push('-');
        }
    }
    text.push_str(&format!(" {}", position.plies));
    text
}

/// Reads a position and refuses one that no game can reach or that cannot be played.
///
/// Positions need not have come about by moves from the start: pieces may simply be missing, as in
/// problems made by hand.
pub(super) fn parse(rules: &Rules, text: &str) -> Result<ThreeChess> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [rows, turn, blue, green, red, plies] = *fields else {
        let expected = "six fields: rows, turn, three lists of captured pieces, plies";
        return Err(Error::position("the text", text, expected));
    };
    let mut position = ThreeChess::empty(rules);
    parse_rows(&mut position, rows)?;
    let seat = TURN_LETTERS.iter().position(|letter| *letter == turn);
    let Some(seat) = seat else {
        return Err(Error::position("the turn", turn, "B, G or R"));
    };
    position.turn = Seat(seat as u8);
    for (seat, list) in Seat::all(3).zip([blue, green, red]) {
        position.captured[seat.index()] = parse_captured(seat, list)?;
    }
    position.plies = match plies.parse::<u32>() {
        Ok(number) if number.to_string() == plies => number,
        _ => {
            let expected = "a whole number from 0 to 4294967295";
            return Err(Error::position("the number of plies", plies, expected));
        }
    };
    check_pieces(&position)?;
    let ending = check_kings(&position)?;
    position.begin(ending);
    Ok(position)
}

/// The squares of a row of the notation, column A first.
fn row_squares(row: usize) -> impl Iterator<Item = Square> {
    (0..8).filter_map(move |column| Square::new(row / 4, column, row % 4))
}

fn parse_rows(position: &mut ThreeChess, text: &str) -> Result<()> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 12 {
        return Err(Error::position("the board", text, "12 rows separated by `/`"));
    }
    for (index, row) in rows.into_iter().enumerate() {
        if row.chars().count() != 8 {
            return Err(Error::position("a row", row, "8 squares"));
        }
        for (square, letter) in row_squares(index).zip(row.chars()) {
            if letter == '.' {
                continue;
            }
            let Some(piece) = Piece::from_letter(letter) else {
                let expected = "`.` or one of PNBRQK, pnbrqk, 123456 on each square";
                return Err(Error::position("a row", row, expected));
            };
            let foreign = square.section() != piece.seat().index();
            if piece.kind() == Kind::Pawn && square.row() == 0 && foreign {
                let name = SEAT_NAMES[piece.seat().index()];
                return Err(Error::Impossible(format!(
                    "the pawn of {name} on {square} would have become a queen"
                )));
            }
            position.flip(square, piece);
        }
    }
    Ok(())
}

fn parse_captured(seat: Seat, text: &str) -> Result<Captured> {
    let mut list = Captured::default();
    if text == "-" {
        return Ok(list);
    }
    let refuse =
        |expected: &str| Err(Error::position(CAPTURED_FIELDS[seat.index()], text, expected));
    if text.is_empty() || text.chars().count() > 2 * MOST_PIECES {
        return refuse("`-` or 1 to 32 pieces");
    }
    for letter in text.chars() {
        match Piece::from_letter(letter) {
            Some(piece) if piece.seat() != seat => list.push(seat, piece),
            Some(_) => return refuse("only pieces of the other two"),
            None => return refuse("`-` or letters of PNBRQK, pnbrqk, 123456"),
        }
    }
    Ok(list)
}

/// All pieces of a seat, on the board and captured.
fn pieces(position: &ThreeChess, seat: Seat) -> impl Iterator<Item = Piece> {
    let board = Square::all().filter_map(|square| position.piece(square));
    let captured = Seat::all(3).flat_map(|capturer| position.captured(capturer));
    board.chain(captured).filter(move |piece| piece.seat() == seat)
}

/// Nobody ever had more than 16 pieces, 8 of them pawns. Lists of captured pieces rely on it.
fn check_pieces(position: &ThreeChess) -> Result<()> {
    for seat in Seat::all(3) {
        let name = SEAT_NAMES[seat.index()];
        let count = pieces(position, seat).count();
        if count > MOST_PIECES {
            return Err(Error::Impossible(format!(
                "{name} has {count} pieces with the captured ones, more than {MOST_PIECES}"
            )));
        }
        let pawns = pieces(position, seat).filter(|piece| piece.kind() == Kind::Pawn).count();
        if pawns > MOST_PAWNS {
            return Err(Error::Impossible(format!(
                "{name} has {pawns} pawns with the captured ones, more than {MOST_PAWNS}"
            )));
        }
    }
    Ok(())
}

/// Everybody has one king; at most one of the three is captured, by the last move.
fn check_kings(position: &ThreeChess) -> Result<Option<Ending>> {
    let impossible = |reason: String| Err(Error::Impossible(reason));
    for seat in Seat::all(3) {
        let kings = pieces(position, seat).filter(|piece| piece.kind() == Kind::King).count();
        if kings != 1 {
            let name = SEAT_NAMES[seat.index()];
            return impossible(format!(
                "{name} has {kings} kings on the board and captured, not 1"
            ));
        }
    }
    let is_king = |piece: &Piece| piece.kind() == Kind::King;
    let captured = |seat| position.captured(seat).filter(is_king).count();
    if Seat::all(3).map(captured).sum::<usize>() > 1 {
        return impossible("the game ended when the first king was captured".to_owned());
    }
    let Some(capturer) = Seat::all(3).find(|&seat| captured(seat) == 1) else {
        return Ok(None);
    };
    if !position.captured[capturer.index()].last(capturer).as_ref().is_some_and(is_king) {
        let name = SEAT_NAMES[capturer.index()];
        return impossible(format!("{name} captured pieces after a king, which ends the game"));
    }
    if position.turn != next_seat(capturer) {
        let next = TURN_LETTERS[next_seat(capturer).index()];
        let name = SEAT_NAMES[capturer.index()];
        return impossible(format!("{name} has captured a king, so the turn must be {next}"));
    }
    Ok(Some(Ending::KingCaptured))
}

/// Reads a move and says why it is not legal.
pub(super) fn parse_move(position: &ThreeChess, text: &str) -> Result<Move> {
    let squares = text
        .split_once('-')
        .and_then(|(start, end)| Some((Square::from_name(start)?, Square::from_name(end)?)));
    let Some((start, end)) = squares else {
        return Err(Error::notation(text, "two squares such as `BE2-BE4`"));
    };
    let Turn::Seat(seat) = position.turn() else {
        return Err(Error::illegal(text, "the game is over"));
    };
    let name = SEAT_NAMES[seat.index()];
    let own = |square| position.piece(square).filter(|piece| piece.seat() == seat);
    let Some(piece) = own(start) else {
        return Err(Error::illegal(text, format!("{name} is to move and has nothing on {start}")));
    };
    if own(end).is_some() {
        return Err(Error::illegal(text, format!("{name} has a piece on {end} already")));
    }
    let mv = Move { start, end };
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    if !moves.contains(&mv) {
        let kind = piece.kind().name();
        return Err(Error::illegal(text, format!("the {kind} on {start} cannot go to {end}")));
    }
    Ok(mv)
}
