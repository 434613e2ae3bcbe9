//! Positions and moves as text.
//!
//! A position is `<row 0>/…/<row 6> <w|b> <White's points> <Black's points> <piece counter>`, with
//! `prk` for Black, `PRK` for White, `*` for a present and `.` for an empty square. Two fields follow
//! where they are needed: the number of moves made, in games with a ply limit (0 when left out), and the
//! pending chance event: `?` when a new present may appear, `?*` when the value of a present just
//! taken is open. The side is the one that moves next, also while a chance event is pending.
//!
//! A step is four digits, row and column of the origin and of the destination: `5040`. An outcome is
//! the square of the new present or `99` for none; `1@` or `0@` goes before it when a present was taken.

use std::fmt::{self, Write};

use ludarium_game::{Error, Game, MoveList, Result, Turn};

use super::board::{Side, row, squares};
use super::{COLUMNS, EndReason, Kind, Move, MoveParts, Pending, ROWS, Rules, Square, TucChess};

/// Scores above this are refused, so that no game can overflow them.
const HIGHEST_SCORE: u32 = 999_999;
/// The piece counter at the start.
const ALL_PARTS: u32 = 20;

/// In place of a square: no new present.
const NOWHERE: &str = "99";

const LETTERS: [[char; 3]; 2] = [['P', 'R', 'K'], ['p', 'r', 'k']];

impl TucChess {
    pub(super) fn write_position(&self) -> String {
        let mut text = String::with_capacity(64);
        for square in Square::all() {
            if square.column() == 0 && square.row() > 0 {
                text.push('/');
            }
            text.push(self.letter_on(square));
        }
        let side = if self.side == Side::White { 'w' } else { 'b' };
        let [white, black] = self.points;
        // Writing to a string cannot fail.
        let _ = write!(text, " {side} {white} {black} {}", self.parts);
        if self.rules.ply_limit != 0 {
            let _ = write!(text, " {}", self.ply);
        }
        text.push_str(match self.pending {
            Pending::Nothing => "",
            Pending::Arrival => " ?",
            Pending::ValueAndArrival | Pending::Value => " ?*",
        });
        text
    }

    fn letter_on(&self, square: Square) -> char {
        for (side, letters) in self.sides.iter().zip(LETTERS) {
            if side & square.bit() != 0 {
                return letters[self.kind_on(square) as usize];
            }
        }
        if self.presents & square.bit() != 0 { '*' } else { '.' }
    }

    pub(super) fn read_position(rules: &Rules, text: &str) -> Result<TucChess> {
        let mut fields = text.split(' ');
        let mut position = read_board(rules, fields.next().unwrap_or_default())?;
        position.side = match fields.next().unwrap_or_default() {
            "w" => Side::White,
            "b" => Side::Black,
            other => return Err(Error::position("side to move", other, "w or b")),
        };
        let score = 0..=HIGHEST_SCORE;
        let mut next = || fields.next().unwrap_or_default();
        position.points[0] = read_number("White's score", next(), score.clone())?;
        position.points[1] = read_number("Black's score", next(), score)?;
        let pieces = position.pieces().count_ones();
        position.parts = read_number("piece counter", next(), pieces..=ALL_PARTS)? as u8;
        let mut rest = fields.peekable();
        if rules.ply_limit != 0
            && let Some(ply) = rest.next_if(|field| !field.starts_with('?'))
        {
            position.ply = read_number("number of moves made", ply, 0..=rules.ply_limit)?;
        }
        let event = rest.next();
        if let Some(surplus) = rest.next() {
            return Err(Error::position("end", surplus, "no further field"));
        }
        position.read_event(event)?;
        position.board_key = position.board_key_from_scratch();
        Ok(position)
    }

    /// Finds out whether the game is over, and what the field for the pending event means then.
    fn read_event(&mut self, event: Option<&str>) -> Result<()> {
        self.end = match self.end_of_material() {
            EndReason::NotYet if self.rules.ply_limit != 0 && self.ply >= self.rules.ply_limit => {
                EndReason::PlyLimit
            }
            end => end,
        };
        self.pending = match (event, self.end) {
            (None, _) => Pending::Nothing,
            (Some("?"), EndReason::NotYet) => Pending::Arrival,
            (Some("?*"), EndReason::NotYet) => Pending::ValueAndArrival,
            (Some("?*"), EndReason::TwoKings | EndReason::PlyLimit) => Pending::Value,
            (Some("?"), _) => return Err(impossible("no present appears when the game is over")),
            (Some("?*"), _) => {
                return Err(impossible("a move takes a present or the king, not both"));
            }
            (Some(other), _) => {
                let expected = "`?`, `?*` or nothing";
                return Err(Error::position("pending chance event", other, expected));
            }
        };
        if self.pending.has_arrival() && self.free_squares() == 0 {
            return Err(impossible("the square that the last move left is not free"));
        }
        if self.end == EndReason::NotYet && self.is_stuck(self.side) {
            self.end = EndReason::Stalemate;
        }
        Ok(())
    }

    pub(super) fn read_move(&self, text: &str) -> Result<Move> {
        match self.turn() {
            Turn::Seat(_) => self.read_step(text),
            Turn::Chance => self.read_outcome(text),
            Turn::Over => Err(Error::illegal(text, "the game is over")),
        }
    }

    fn read_step(&self, text: &str) -> Result<Move> {
        let halves = text.split_at_checked(2);
        let squares = halves.and_then(|(from, to)| read_square(from).zip(read_square(to)));
        let Some((from, to)) = squares else {
            let expected = "four digits: row 0 to 6 and column 0 to 4, from and to";
            return Err(Error::notation(text, expected));
        };
        let step = Move::step(from, to);
        let mut moves = MoveList::new();
        self.moves(&mut moves);
        if moves.contains(&step) {
            return Ok(step);
        }
        Err(Error::illegal(text, self.why_not(from, to)))
    }

    /// Why a step is not among the legal ones.
    fn why_not(&self, from: Square, to: Square) -> String {
        if self.enemy() & from.bit() != 0 {
            return format!("the piece on {from} is the opponent's");
        }
        if self.own() & from.bit() == 0 {
            return format!("there is no piece on {from}");
        }
        if self.own() & to.bit() != 0 {
            return format!("an own piece stands on {to}");
        }
        match self.kind_on(from) {
            Kind::Pawn => {
                "a pawn goes one step ahead where no piece stands, or captures one step \
                           diagonally ahead"
            }
            Kind::Rook => {
                "a rook goes up to 3 squares along a row or a column, over no piece and \
                           no present"
            }
            Kind::King => "a king goes one step along a row or a column",
        }
        .to_owned()
    }

    fn read_outcome(&self, text: &str) -> Result<Move> {
        let (value, place) = match text.split_once('@') {
            Some(("0", place)) => (Some(0), place),
            Some(("1", place)) => (Some(1), place),
            Some(_) => return Err(Error::notation(text, "0 or 1 before the `@`")),
            None => (None, text),
        };
        let present = match place {
            NOWHERE => None,
            _ => Some(read_square(place).ok_or_else(|| {
                let expected = "the square of the new present, as row and column, or 99 for none";
                Error::notation(text, expected)
            })?),
        };
        match (value, self.pending.has_value()) {
            (None, true) => return Err(Error::illegal(text, "a present was taken: `1@` or `0@`")),
            (Some(_), false) => return Err(Error::illegal(text, "no present was taken")),
            _ => {}
        }
        if let Some(square) = present {
            if !self.pending.has_arrival() {
                return Err(Error::illegal(text, "no present appears after the end"));
            }
            if self.free_squares() & square.bit() == 0 {
                return Err(Error::illegal(text, format!("{square} is not free")));
            }
        }
        Ok(Move::outcome(value, present))
    }
}

/// Writes a move.
pub fn spell(mv: Move, out: &mut impl Write) -> fmt::Result {
    match mv.action() {
        MoveParts::Step(from, to) => write!(out, "{from}{to}"),
        MoveParts::Outcome { value, present } => {
            if let Some(value) = value {
                write!(out, "{value}@")?;
            }
            match present {
                Some(square) => write!(out, "{square}"),
                None => out.write_str(NOWHERE),
            }
        }
    }
}

/// Reads a square, as a row and a column.
pub fn read_square(text: &str) -> Option<Square> {
    let &[row, column] = text.as_bytes() else {
        return None;
    };
    Square::new(row.wrapping_sub(b'0'), column.wrapping_sub(b'0'))
}

fn read_board(rules: &Rules, text: &str) -> Result<TucChess> {
    let mut position = TucChess {
        sides: [0; 2],
        kinds: [0; 3],
        presents: 0,
        board_key: 0,
        points: [0; 2],
        ply: 0,
        rules: *rules,
        side: Side::White,
        parts: 0,
        pending: Pending::Nothing,
        end: EndReason::NotYet,
    };
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != usize::from(ROWS) {
        return Err(Error::position("board", text, "7 rows separated by `/`"));
    }
    for (row, line) in (0..).zip(lines) {
        if line.chars().count() != usize::from(COLUMNS) {
            return Err(Error::position("row", line, "5 squares"));
        }
        for (column, letter) in (0..).zip(line.chars()) {
            let bit = Square::new(row, column).map_or(0, Square::bit);
            match (letter, piece_of(letter)) {
                (_, Some((side, kind))) => {
                    position.sides[side] |= bit;
                    position.kinds[kind as usize] |= bit;
                }
                ('*', _) => position.presents |= bit,
                ('.', _) => {}
                _ => return Err(Error::position("row", line, "the letters prkPRK*.")),
            }
        }
    }
    check_material(&position)?;
    Ok(position)
}

fn piece_of(letter: char) -> Option<(usize, Kind)> {
    let side = usize::from(letter.is_ascii_lowercase());
    let index = LETTERS[side].iter().position(|&known| known == letter)?;
    Some((side, Kind::ALL[index]))
}

/// Refuses boards that no game can reach: more pieces than at the start, both kings lost, or a pawn
/// on its last row.
fn check_material(position: &TucChess) -> Result<()> {
    let pawns = position.kinds[Kind::Pawn as usize];
    let kings = position.kinds[Kind::King as usize];
    for ((pieces, name), last_row) in
        position.sides.into_iter().zip(["White", "Black"]).zip([row(0), row(6)])
    {
        for kind in Kind::ALL {
            let count = (pieces & position.kinds[kind as usize]).count_ones();
            if count > kind.at_start() {
                let kind = format!("{kind:?}").to_lowercase();
                return Err(impossible(&format!("{name} has {count} {kind}s")));
            }
        }
        if let Some(square) = squares(pieces & pawns & last_row).next() {
            return Err(impossible(&format!(
                "{name}'s pawn on {square} has reached the last row and should be gone"
            )));
        }
    }
    if kings == 0 {
        return Err(impossible("both kings are missing"));
    }
    Ok(())
}

/// Reads a number in the one way it is written.
fn read_number(
    field: &'static str,
    text: &str,
    range: std::ops::RangeInclusive<u32>,
) -> Result<u32> {
    match text.parse::<u32>() {
        Ok(number) if range.contains(&number) && number.to_string() == text => Ok(number),
        _ => {
            let expected = format!("a number from {} to {}", range.start(), range.end());
            Err(Error::position(field, text, expected))
        }
    }
}

fn impossible(reason: &str) -> Error {
    Error::Impossible(reason.to_owned())
}
