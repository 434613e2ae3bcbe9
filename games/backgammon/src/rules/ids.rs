//! Positions as other programs write them: XGID, which is our own notation too, and GNU Backgammon's position ID.
//!
//! An XGID counts points as White does and has White's checkers as capital letters. Where the first roll is still to come,
//! nobody's turn (`0`) is written, which no other program does. Cube and score are read and not used.

use ludarium_game::{Error, Result, read_number};

use super::men::{BAR, Men, OFF};
use super::{Backgammon, NAMES, Rules};

/// The signs of base 64.
const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The signs of a position ID and the bits that they hold: 30 checkers and 50 slots.
const ID_SIGNS: usize = 14;
const ID_BITS: usize = 80;

impl Backgammon {
    /// Reads an XGID, or a position ID in which White is to roll.
    pub(super) fn read(rules: &Rules, text: &str) -> Result<Backgammon> {
        if text.len() == ID_SIGNS && !text.contains(':') {
            return Backgammon::read_position_id(rules, text);
        }
        let fields: Vec<&str> = text.strip_prefix("XGID=").unwrap_or(text).split(':').collect();
        let [board, cube, owner, turn, dice, first, second, rule, length, most] = fields[..] else {
            let expected = "an XGID of ten fields, such as `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`, or a \
                            position ID of 14 signs, such as `4HPwATDgc/ABMA`";
            return Err(Error::position("the text", text, expected));
        };
        for (field, found) in
            [("the cube", cube), ("the score", first), ("the score", second), ("the rule", rule)]
        {
            read_number(field, found, 0..=10_000)?;
        }
        read_number("the length of the match", length, 0..=10_000)?;
        read_number("the largest cube", most, 0..=10_000)?;
        if !["-1", "0", "1"].contains(&owner) {
            return Err(Error::position("the owner of the cube", owner, "`1`, `0` or `-1`"));
        }
        let mut position = Backgammon { men: read_board(rules, board)?, ..Backgammon::new(*rules) };
        (position.mover, position.opening) = match turn {
            "1" => (0, false),
            "-1" => (1, false),
            "0" => (0, true),
            _ => {
                let expected = "`1` for White, `-1` for Black, or `0` before the first roll";
                return Err(Error::position("the turn", turn, expected));
            }
        };
        position.dice = read_dice(dice)?;
        position.check()
    }

    /// The position as XGID.
    pub(super) fn write(&self) -> String {
        let mut board = [b'-'; BAR as usize + 1];
        for slot in 1..=BAR {
            for (seat, men) in self.men.iter().enumerate() {
                let count = men.on(slot);
                let (place, letter) = if seat == 0 { (slot, b'A') } else { (BAR - slot, b'a') };
                if count > 0 {
                    board[usize::from(place)] = letter + count - 1;
                }
            }
        }
        let board: String = board.map(char::from).iter().collect();
        let turn = match (self.opening, self.mover) {
            (true, _) => "0",
            (false, 0) => "1",
            (false, _) => "-1",
        };
        let [larger, smaller] = self.dice;
        format!("XGID={board}:0:0:{turn}:{larger}{smaller}:0:0:0:0:10")
    }

    fn read_position_id(rules: &Rules, text: &str) -> Result<Backgammon> {
        let wrong = |expected: &str| Error::position("the position ID", text, expected);
        let mut bits: u128 = 0;
        for (place, sign) in text.bytes().enumerate() {
            let value = SIGNS.iter().position(|&known| known == sign);
            let value = value
                .ok_or_else(|| wrong("14 of `A` to `Z`, `a` to `z`, `0` to `9`, `+` and `/`"))?;
            bits |= (value as u128) << (ID_SIGNS * 6 - 6 * (place + 1));
        }
        // Ten bytes in order, the low bit of each first; the last four bits fill up.
        if bits & 15 != 0 {
            return Err(wrong("one of `A`, `Q`, `g` and `w` at the end"));
        }
        let bytes = (bits >> 4).to_be_bytes();
        let mut bits = (0..ID_BITS).map(|bit| bytes[6 + bit / 8] >> (bit % 8) & 1 != 0);
        let mut men = [Men::NONE; 2];
        for (seat, slot) in
            [1, 0].into_iter().flat_map(|seat| (1..=BAR).map(move |slot| (seat, slot)))
        {
            while bits.next().ok_or_else(|| wrong("an end after 25 slots of both players"))? {
                if men[seat].total() == rules.start.total() {
                    return Err(too_many(seat, rules));
                }
                men[seat] = men[seat].with(slot, 1);
            }
        }
        if bits.any(|bit| bit) {
            return Err(wrong("an end after 25 slots of both players"));
        }
        let men = men.map(|men| men.with(OFF, rules.start.total() - men.total()));
        if let Some(point) =
            (1..BAR).find(|&point| men[0].on(point) > 0 && men[1].on(BAR - point) > 0)
        {
            return Err(Error::Impossible(format!(
                "both players have checkers on White's point {point}"
            )));
        }
        Backgammon { men, opening: false, ..Backgammon::new(*rules) }.check()
    }

    /// GNU Backgammon's position ID: the checkers of the player who is not to move, then those of the one who is.
    pub fn position_id(&self) -> String {
        let mover = usize::from(self.mover);
        let mut bytes = [0u8; 11];
        let mut bit = 0;
        for men in [self.men[1 - mover], self.men[mover]] {
            for slot in 1..=BAR {
                for _ in 0..men.on(slot) {
                    bytes[bit / 8] |= 1 << (bit % 8);
                    bit += 1;
                }
                bit += 1;
            }
        }
        let sign = |place: usize| {
            let (byte, shift) = (6 * place / 8, 10 - 6 * place % 8);
            let both = u16::from(bytes[byte]) << 8 | u16::from(bytes[byte + 1]);
            char::from(SIGNS[usize::from(both >> shift & 63)])
        };
        (0..ID_SIGNS).map(sign).collect()
    }

    /// Refuses what no game can come to.
    fn check(self) -> Result<Backgammon> {
        let impossible = |reason: &str| Err(Error::Impossible(reason.to_owned()));
        if self.men.iter().all(|men| men.is_home()) {
            return impossible("both players have borne off all checkers");
        }
        if self.is_over() && (self.dice[0] > 0 || self.opening) {
            return impossible(
                "a player has borne off all checkers: the game is over, nothing is to be rolled",
            );
        }
        if self.opening && self.dice[0] > 0 {
            return impossible(
                "the dice are rolled, so it is somebody's turn: `1` for White, `-1` for Black",
            );
        }
        Ok(self)
    }
}

fn too_many(seat: usize, rules: &Rules) -> Error {
    let reason = format!("{} has more than {} checkers", NAMES[seat], rules.start.total());
    Error::Impossible(reason)
}

/// Reads the checkers of both seats; those that are missing are off the board.
fn read_board(rules: &Rules, text: &str) -> Result<[Men; 2]> {
    let slots = usize::from(BAR) + 1;
    if text.len() != slots {
        let expected = format!("{slots} signs, not {}", text.chars().count());
        return Err(Error::position("the board", text, expected));
    }
    let total = rules.start.total();
    let mut men = [Men::NONE; 2];
    for (place, sign) in (0..).zip(text.bytes()) {
        let (seat, slot, count) = match sign {
            b'-' => continue,
            b'A'..=b'O' => (0, place, sign - b'A' + 1),
            b'a'..=b'o' => (1, BAR - place, sign - b'a' + 1),
            _ => {
                let expected = "`-`, `A` to `O` for White's checkers and `a` to `o` for Black's";
                return Err(Error::position("the board", text, expected));
            }
        };
        if slot == OFF {
            let expected = "Black's bar at the beginning and White's at the end";
            return Err(Error::position("the board", text, expected));
        }
        if men[seat].total() + count > total {
            return Err(too_many(seat, rules));
        }
        men[seat] = men[seat].with(slot, count);
    }
    Ok(men.map(|men| men.with(OFF, total - men.total())))
}

fn read_dice(text: &str) -> Result<[u8; 2]> {
    match *text.as_bytes() {
        [b'0', b'0'] => Ok([0; 2]),
        [first @ b'1'..=b'6', second @ b'1'..=b'6'] => {
            let dice = [first - b'0', second - b'0'];
            Ok([dice[0].max(dice[1]), dice[0].min(dice[1])])
        }
        _ => Err(Error::position(
            "the dice",
            text,
            "two digits from 1 to 6, or `00` before the roll",
        )),
    }
}
