//! Positions and moves as text.
//!
//! A position is `<37 hexes> <side> <exits of r,g,b> <plies played>`, the hexes by q, then by r:
//! `rrrr...........g.....bg....bg...bg..b r 0,0,0 0`.

use ludarium_game::{Error, Result};

use super::board::{Colour, Hex};
use super::{Chexers, EXITS_TO_WIN, LAST_PLY, Move, Rules};

/// The number of hexes.
const HEXES: usize = 37;

/// Reads a position.
///
/// Anything that can be played on is taken: the twelve pieces of a real game may be more or fewer.
pub(super) fn parse(rules: Rules, text: &str) -> Result<Chexers> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [board, side, exits, ply] = fields[..] else {
        let expected = "four fields with a blank between: hexes, side, exits, plies";
        return Err(Error::position("text", text, expected));
    };
    let pieces = parse_board(board)?;
    let side = parse_side(side)?;
    let exits = parse_exits(exits)?;
    let ply = parse_ply(ply)?;
    check_turn(side, exits, ply)?;
    Ok(Chexers::new(rules, pieces, side, exits, ply))
}

fn parse_board(text: &str) -> Result<[u64; 3]> {
    let found = text.chars().count();
    if found != HEXES {
        let expected = format!("{HEXES} characters, not {found}");
        return Err(Error::position("hexes", text, expected));
    }
    let mut pieces = [0; 3];
    for (hex, letter) in Hex::all().zip(text.chars()) {
        match Colour::from_letter(letter) {
            Some(colour) => pieces[colour as usize] |= hex.set(),
            None if letter == '.' => {}
            None => {
                let expected = format!("`.`, `r`, `g` or `b` for hex {hex}");
                return Err(Error::position("hexes", &letter.to_string(), expected));
            }
        }
    }
    Ok(pieces)
}

fn parse_side(text: &str) -> Result<Colour> {
    let mut letters = text.chars();
    match (letters.next().and_then(Colour::from_letter), letters.next()) {
        (Some(side), None) => Ok(side),
        _ => Err(Error::position("side", text, "`r`, `g` or `b`")),
    }
}

fn parse_exits(text: &str) -> Result<[u8; 3]> {
    let mut exits = [0; 3];
    let mut fields = text.split(',');
    for count in &mut exits {
        *count = match fields.next().map(str::as_bytes) {
            Some(&[digit @ b'0'..=b'4']) => digit - b'0',
            _ => return Err(bad_exits(text)),
        };
    }
    match fields.next() {
        None => Ok(exits),
        Some(_) => Err(bad_exits(text)),
    }
}

fn bad_exits(text: &str) -> Error {
    Error::position("exits", text, "three numbers from 0 to 4, such as `0,3,1`")
}

fn parse_ply(text: &str) -> Result<u16> {
    // One spelling for each number: neither `+5` nor `05`.
    let plain = text == "0" || text.starts_with(|first: char| ('1'..='9').contains(&first));
    let ply = text.parse().ok().filter(|&ply| plain && ply <= LAST_PLY);
    ply.ok_or_else(|| {
        let expected = format!("a whole number from 0 to {LAST_PLY}");
        Error::position("plies", text, expected)
    })
}

/// Refuses a side that the number of plies contradicts, and a win that did not end the game.
fn check_turn(side: Colour, exits: [u8; 3], ply: u16) -> Result<()> {
    let due = Colour::ALL[usize::from(ply % 3)];
    if side != due {
        return Err(Error::Impossible(format!(
            "after {ply} plies it is {}'s turn, not {}'s",
            due.name(),
            side.name()
        )));
    }
    for (colour, count) in Colour::ALL.into_iter().zip(exits) {
        if count >= EXITS_TO_WIN && colour.next() != side {
            return Err(Error::Impossible(format!(
                "{} has {EXITS_TO_WIN} exits but did not move last; its fourth exit ended the game",
                colour.name()
            )));
        }
    }
    Ok(())
}

/// Writes a position.
pub(super) fn describe(position: &Chexers) -> String {
    let mut text: String =
        Hex::all().map(|hex| position.piece(hex).map_or('.', Colour::letter)).collect();
    let [red, green, blue] = position.exits;
    text += &format!(" {} {red},{green},{blue} {}", position.side.letter(), position.ply);
    text
}

/// Reads a legal move.
pub(super) fn parse_move(position: &Chexers, text: &str) -> Result<Move> {
    let mv = read_move(position, text)?;
    if position.allows(mv) {
        return Ok(mv);
    }
    Err(Error::illegal(text, reason(position, mv)))
}

/// Reads a move that the board has room for, legal or not.
fn read_move(position: &Chexers, text: &str) -> Result<Move> {
    let unreadable = || {
        let expected = "`q,r>q,r` (step), `q,r^q,r` (jump), `q,r!` (exit) or `pass`, \
                        with hexes such as `-3,0`";
        Error::notation(text, expected)
    };
    if text == "pass" {
        return Ok(Move::PASS);
    }
    if let Some(from) = text.strip_suffix('!') {
        return read_hex(from).map(Move::exit).ok_or_else(unreadable);
    }
    let (mark, steps) = if text.contains('>') { ('>', 1) } else { ('^', 2) };
    let hexes = text.split_once(mark);
    let hexes = hexes.and_then(|(from, to)| Some((read_hex(from)?, read_hex(to)?)));
    let (from, to) = hexes.ok_or_else(unreadable)?;
    let direction = (0..6).find(|&direction| from.towards(direction, steps) == Some(to));
    let Some(direction) = direction else {
        let reason = if position.ending.is_some() {
            over(position)
        } else if steps == 1 {
            format!("{to} is not next to {from}")
        } else {
            format!("{to} is not two steps straight from {from}")
        };
        return Err(Error::illegal(text, reason));
    };
    Ok(match steps {
        1 => Move::step(from, direction),
        _ => Move::jump(from, direction),
    })
}

/// Reads `q,r` in its only spelling.
fn read_hex(text: &str) -> Option<Hex> {
    Hex::all().find(|hex| hex.to_string() == text)
}

fn over(position: &Chexers) -> String {
    format!("the game is over: {}", position.ending_text())
}

/// Why a move is not legal.
fn reason(position: &Chexers, mv: Move) -> String {
    use super::Action::{Exit, Jump, Pass, Step};

    let side = position.side;
    let name = side.name();
    let action = mv.action();
    if position.ending.is_some() {
        return over(position);
    }
    match action {
        Pass => return format!("{name} can do something else, so it may not pass"),
        Step { from, .. } | Jump { from, .. } | Exit { from } => {
            if position.piece(from) != Some(side) {
                return format!("{name} has no piece on {from}");
            }
        }
    }
    match action {
        Step { to, .. } => format!("{to} is occupied"),
        Jump { over, .. } if position.piece(over).is_none() => {
            format!("there is no piece on {over} to jump over")
        }
        Jump { to, .. } => format!("{to} is occupied"),
        Exit { .. } | Pass => format!("{name} does not leave the board from there"),
    }
}
