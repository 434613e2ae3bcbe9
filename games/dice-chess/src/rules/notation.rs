//! Position texts: the six fields of FEN, and a seventh for what has been rolled.

use std::fmt::Write;

use ludarium_game::{Error, Result};

use super::attacks::{BitSquares, rank, square_name, square_of};
use super::board::{Board, CASTLINGS, targets_of};
use super::dice::DicePool;
use super::one_die::DiceChess;
use super::pieces::{Kind, Side};
use super::three_dice::ThreeDice;
use super::variants::{Rules, ThreeDiceRules};

/// Larger counters than any game can reach.
const LARGEST_COUNT: u32 = 1_000_000_000;

/// The letters of the castling rights, in the order of their bits.
const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

impl Board {
    /// The six fields.
    pub(super) fn write(&self) -> String {
        let mut text = String::with_capacity(90);
        for rank in (0..8).rev() {
            let mut gap = 0;
            for file in 0..8 {
                let Some((side, kind)) = self.piece_at(8 * rank + file) else {
                    gap += 1;
                    continue;
                };
                push_gap(&mut text, gap);
                gap = 0;
                text.push(side.case(kind.letter()));
            }
            push_gap(&mut text, gap);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push_str(match self.side {
            Side::White => "w ",
            Side::Black => "b ",
        });
        for (bit, letter) in RIGHTS.into_iter().enumerate() {
            if self.rights >> bit & 1 != 0 {
                text.push(letter);
            }
        }
        if self.rights == 0 {
            text.push('-');
        }
        text.push(' ');
        for square in BitSquares(self.targets) {
            text.push_str(&square_name(square));
        }
        if self.targets == 0 {
            text.push('-');
        }
        let _ = write!(text, " {} {}", self.quiet, self.plies / 2 + 1);
        text
    }

    /// Reads placement, side, castling rights, en-passant squares and the two counters.
    fn read(fields: [&str; 6]) -> Result<Board> {
        let [placement, side, rights, targets, quiet, number] = fields;
        let mut board = Board::EMPTY;
        board.read_placement(placement)?;
        board.side = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(Error::position("the side to move", side, "`w` or `b`")),
        };
        board.read_rights(rights)?;
        board.read_targets(targets)?;
        board.quiet = count("the halfmove clock", quiet, 0)?;
        board.plies = 2 * (count("the move number", number, 1)? - 1) + board.side as u32;
        board.check_pieces()?;
        board.key = board.key_from_scratch();
        Ok(board)
    }

    fn read_placement(&mut self, text: &str) -> Result<()> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(Error::position("the placement", text, "8 ranks with `/` between them"));
        }
        for (rank, row) in (0..8).rev().zip(ranks) {
            let wrong = || {
                Error::position(
                    "a rank of the placement",
                    row,
                    "letters of pieces and digits for gaps, 8 squares in all",
                )
            };
            let mut file = 0;
            for letter in row.chars() {
                if let Some(gap @ 1..=8) = letter.to_digit(10) {
                    file += gap as u8;
                } else {
                    let kind = Kind::from_letter(letter).ok_or_else(wrong)?;
                    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
                    if file > 7 {
                        return Err(wrong());
                    }
                    self.put(side, kind, 8 * rank + file);
                    file += 1;
                }
                if file > 8 {
                    return Err(wrong());
                }
            }
            if file != 8 {
                return Err(wrong());
            }
        }
        Ok(())
    }

    fn read_rights(&mut self, text: &str) -> Result<()> {
        let field = "the castling rights";
        if text == "-" {
            return Ok(());
        }
        let mut rest = text;
        for (bit, letter) in RIGHTS.into_iter().enumerate() {
            if let Some(tail) = rest.strip_prefix(letter) {
                self.rights |= 1 << bit;
                rest = tail;
            }
        }
        if !rest.is_empty() || self.rights == 0 {
            let expected = "some of `KQkq` in this order, or `-`";
            return Err(Error::position(field, text, expected));
        }
        for (side, ways) in [Side::White, Side::Black].into_iter().zip(&CASTLINGS) {
            for way in ways.iter().filter(|way| self.rights & way.right != 0) {
                let stands = |square, kind| self.piece_at(square) == Some((side, kind));
                if !stands(way.king.0, Kind::King) || !stands(way.rook.0, Kind::Rook) {
                    let (king, rook) = (square_name(way.king.0), square_name(way.rook.0));
                    let expected =
                        format!("only rights with the king on {king} and the rook on {rook}");
                    return Err(Error::position(field, text, expected));
                }
            }
        }
        Ok(())
    }

    fn read_targets(&mut self, text: &str) -> Result<()> {
        let wrong = |expected: &str| Error::position("the en-passant field", text, expected);
        if text == "-" {
            return Ok(());
        }
        for at in (0..text.len()).step_by(2) {
            let square = text.get(at..at + 2).and_then(square_of);
            let square = square.ok_or_else(|| wrong("squares such as `e3`, or `-`"))?;
            let set = 1u64 << square;
            if self.targets >= set {
                return Err(wrong("squares in ascending order"));
            }
            let (passer, pawn) = match square / 8 {
                2 => (Side::White, square + 8),
                5 => (Side::Black, square - 8),
                _ => return Err(wrong("squares on rank 3 or 6")),
            };
            let passed = self.piece_at(pawn) == Some((passer, Kind::Pawn));
            if !passed || self.occupied() & set != 0 {
                return Err(wrong("empty squares just behind a pawn"));
            }
            self.targets |= set;
        }
        Ok(())
    }

    /// Refuses pieces that no game can lead to.
    fn check_pieces(&self) -> Result<()> {
        let kings = self.kinds[Kind::King as usize];
        if kings == 0 {
            return Err(Error::Impossible("neither side has a king".into()));
        }
        for side in [Side::White, Side::Black] {
            let pieces = kings & self.sides[side as usize];
            if pieces & pieces.wrapping_sub(1) != 0 {
                let name = side.name();
                return Err(Error::Impossible(format!("{name} has more than one king")));
            }
        }
        Ok(())
    }

    /// The set of pawns that stand where none can.
    fn misplaced_pawns(&self) -> u64 {
        self.kinds[Kind::Pawn as usize] & (rank(0) | rank(7))
    }
}

fn push_gap(text: &mut String, gap: u8) {
    if gap > 0 {
        text.push((b'0' + gap) as char);
    }
}

fn count(field: &'static str, text: &str, least: u32) -> Result<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && (least..=LARGEST_COUNT).contains(&number) => Ok(number),
        _ => Err(Error::position(
            field,
            text,
            format!("a whole number from {least} to {LARGEST_COUNT}"),
        )),
    }
}

fn refuse_misplaced_pawn(board: &Board) -> Result<()> {
    match BitSquares(board.misplaced_pawns()).next() {
        Some(square) => Err(Error::Impossible(format!("a pawn stands on {}", square_name(square)))),
        None => Ok(()),
    }
}

impl DiceChess {
    /// Reads six fields of FEN and, as a seventh, a roll (`1` to `6` or a letter) or `-`.
    pub(super) fn read(rules: &Rules, text: &str) -> Result<DiceChess> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, roll) = match *fields {
            [a, b, c, d, e, f] => ([a, b, c, d, e, f], "-"),
            [a, b, c, d, e, f, roll] => ([a, b, c, d, e, f], roll),
            _ => {
                let expected = "6 fields of FEN and perhaps a roll";
                return Err(Error::position("the text", text, expected));
            }
        };
        let board = Board::read(board)?;
        refuse_misplaced_pawn(&board)?;
        if board.targets & !targets_of(board.side.other()) != 0
            || board.targets & board.targets.wrapping_sub(1) != 0
        {
            let expected = "the one square that the last move passed over";
            return Err(Error::position("the en-passant field", fields[3], expected));
        }
        let mut position = DiceChess::new(board, *rules);
        if roll != "-" {
            let kind = read_kind(roll).filter(|&kind| position.playable().any(|k| k == kind));
            let Some(kind) = kind else {
                return Err(Error::position("the roll", roll, position.expected_rolls()));
            };
            position.roll = Some(kind);
        }
        Ok(position)
    }

    /// The rolls that are possible, for messages.
    pub(super) fn expected_rolls(&self) -> String {
        let faces: Vec<String> = self.playable().map(|kind| kind.face().to_string()).collect();
        if faces.is_empty() {
            return "`-`, since no die can be rolled here".into();
        }
        format!("a kind that can move: {}", faces.join(", "))
    }

    /// The position on one line; a pending roll is the seventh field.
    pub(super) fn write(&self) -> String {
        let mut text = self.board.write();
        if let Some(kind) = self.roll {
            let _ = write!(text, " {}", kind.face());
        }
        text
    }
}

/// The kind of a roll, written as a digit or a letter.
pub(super) fn read_kind(text: &str) -> Option<Kind> {
    let mut chars = text.chars();
    let (first, None) = (chars.next()?, chars.next()) else {
        return None;
    };
    match first.to_digit(10) {
        Some(face) => Kind::from_face(face),
        None => Kind::from_letter(first),
    }
}

impl ThreeDice {
    /// Reads DFEN: six fields of FEN with any number of en-passant squares, and the unused dice as letters
    /// of the mover's case. The counters may be left out. A `!` after the dice says that only a
    /// capture of the king can complete the turn, which DFEN cannot say.
    pub(super) fn read(rules: &ThreeDiceRules, text: &str) -> Result<ThreeDice> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, dice) = match *fields {
            [a, b, c, d] => ([a, b, c, d, "0", "1"], "-"),
            [a, b, c, d, dice] => ([a, b, c, d, "0", "1"], dice),
            [a, b, c, d, e, f] => ([a, b, c, d, e, f], "-"),
            [a, b, c, d, e, f, dice] => ([a, b, c, d, e, f], dice),
            _ => {
                let expected = "4 to 7 fields of DFEN";
                return Err(Error::position("the text", text, expected));
            }
        };
        let board = Board::read(board)?;
        if board.without_king().is_some() {
            return match dice {
                "-" => Ok(ThreeDice::new(board, *rules)),
                _ => Err(Error::position("the dice", dice, "`-`, since the game is over")),
            };
        }
        refuse_misplaced_pawn(&board)?;
        if dice == "-" {
            if board.targets & targets_of(board.side) != 0 {
                let expected = "no squares of the side that is about to roll";
                return Err(Error::position("the en-passant field", fields[3], expected));
            }
            return Ok(ThreeDice::new(board, *rules));
        }
        let letters = dice.strip_suffix('!').unwrap_or(dice);
        let pool =
            DicePool::from_letters(letters).filter(|pool| pool.letters(board.side) == letters);
        let Some(pool) = pool else {
            let expected = match board.side {
                Side::White => "up to three of `PNBRQK` in this order, or `-`",
                Side::Black => "up to three of `pnbrqk` in this order, or `-`",
            };
            return Err(Error::position("the dice", dice, expected));
        };
        let position = ThreeDice::with_dice(board, *rules, pool);
        if letters == dice {
            return Ok(position);
        }
        let expected = "no `!`, since these dice cannot capture the king";
        position.capturing_only().ok_or_else(|| Error::position("the dice", dice, expected))
    }

    /// The position on one line; dice that are still to be used are the seventh field.
    pub(super) fn write(&self) -> String {
        let mut text = self.board.write();
        if !self.dice().is_empty() {
            let mark = if self.must_capture() { "!" } else { "" };
            let _ = write!(text, " {}{mark}", self.dice().letters(self.board.side));
        }
        text
    }
}
