//! Recorded games with three dice: every roll with all turns that it allows, and the turn chosen.

use std::collections::BTreeSet;

use crate::rules::{Dice, Kind, Move, Sequence, Side, ThreeDice, ThreeDiceRules};
use ludarium_game::{Game, MoveList, Spec, Tabletop, Turn};
use serde_json::Value as Json;

use super::result_text;
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{list, text, texts, unrecognised, whole};

/// Replays one game.
pub(super) fn verify(record: &Json, check: &mut Check) -> Result<(), Failure> {
    let game = match record.get("game") {
        Some(number) => format!("game {number}"),
        None => check.place.clone(),
    };
    let mut position: Option<ThreeDice> = None;
    for (index, turn) in list(record, "turns")?.iter().enumerate() {
        check.place = format!("{game}, turn {}", index + 1);
        let written = text(turn, "dfen")?;
        let mut now = match position {
            Some(position) => position,
            None => before_roll(written, check)?,
        };
        check.position = now.describe();
        let dice = thrown(turn)?.letters(Side::White);
        let roll = check.accept("roll", &dice, now.parse_move(&dice))?;
        now.play(roll);
        check.position = now.describe();
        check.equal("position after the roll", written, now.describe())?;
        verify_turns(turn, &now, check)?;
        for mv in text(turn, "chosen")?.split(' ') {
            let parsed = check.accept("chosen move", mv, now.parse_move(mv))?;
            now.play(parsed);
            check.position = now.describe();
            check.tally.plies += 1;
        }
        check.equal(
            "position after the turn",
            text(turn, "after")?,
            now.describe(),
        )?;
        check.tally.plies += 1;
        position = Some(now);
    }
    check.place = format!("{game}, end");
    let position = position.ok_or_else(|| unrecognised("a game without turns"))?;
    let result = match position.turn() {
        Turn::Over => result_text(&position),
        _ => "*",
    };
    check.equal("result", text(record, "result")?, result)?;
    check.tally.games += 1;
    Ok(())
}

/// The rules of the records: games are stopped long before the server's own limit.
pub(super) fn rules() -> Result<ThreeDiceRules, Failure> {
    let rules = ThreeDice::rules(&Spec::named("three-dice"));
    rules.map_err(unrecognised)
}

/// The position of a text before its dice were rolled.
fn before_roll(written: &str, check: &mut Check) -> Result<ThreeDice, Failure> {
    let rules = rules()?;
    let fields: Vec<&str> = written.split(' ').take(6).collect();
    let unrolled = fields.join(" ");
    check.accept("position", written, ThreeDice::parse(&rules, &unrolled))
}

/// The dice in the order thrown.
fn thrown(turn: &Json) -> Result<Dice, Failure> {
    let faces = list(turn, "dice")?;
    let kinds: Option<Vec<Kind>> = faces
        .iter()
        .map(|face| Kind::from_face(u32::try_from(face.as_u64()?).ok()?))
        .collect();
    match kinds.as_deref() {
        Some(&[a, b, c]) => Ok(Dice::one(a).with(b).with(c)),
        _ => Err(unrecognised("`dice` are not three numbers from 1 to 6")),
    }
}

/// Compares all that a record says about the turns of a position.
pub(super) fn verify_turns(
    record: &Json,
    position: &ThreeDice,
    check: &mut Check,
) -> Result<(), Failure> {
    let mut sequences = Vec::new();
    position.turns(&mut sequences);
    let captures = sequences.iter().filter(|turn| turn.captures_king()).count();
    let count = whole(record, "n_turns")?;
    check.equal("number of turns", count, sequences.len() as u64)?;
    let recorded = whole(record, "n_king_capture")?;
    check.equal("turns that capture the king", recorded, captures as u64)?;
    let texts_sorted = sorted_texts(&sequences);
    if let Some(hash) = record.get("fnv1a64") {
        let hash = hash.as_str().unwrap_or_default();
        check.equal("hash of all turns", hash, fnv1a(&texts_sorted))?;
    }
    if record.get("turns").is_some() {
        let mut recorded = texts(record, "turns")?;
        recorded.sort_unstable();
        let found: Vec<String> = texts_sorted.iter().map(Line::text).collect();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        check.equal("turns", recorded, found)?;
    }
    verify_first_moves(record, position, &sequences, check)?;
    check.tally.positions += 1;
    Ok(())
}

/// First moves come from whole turns and, independently, from the list of legal moves.
fn verify_first_moves(
    record: &Json,
    position: &ThreeDice,
    sequences: &[Sequence],
    check: &mut Check,
) -> Result<(), Failure> {
    let key = if record.get("first").is_some() {
        "first"
    } else {
        "first_of_turns"
    };
    let mut recorded = texts(record, key)?;
    recorded.sort_unstable();
    let firsts: BTreeSet<String> = first_moves(sequences).map(|mv| mv.to_string()).collect();
    let firsts: Vec<&str> = firsts.iter().map(String::as_str).collect();
    check.equal("first moves of all turns", &recorded, &firsts)?;
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut moves: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
    moves.sort_unstable();
    if recorded.is_empty() {
        recorded.push("-");
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    check.equal("legal moves", recorded, moves)
}

pub(super) fn first_moves(sequences: &[Sequence]) -> impl Iterator<Item = Move> {
    sequences
        .iter()
        .filter_map(|turn| turn.moves().first())
        .copied()
}

/// The text of a turn in a fixed number of bytes: quick to make and to sort, for there are millions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Line([u8; 18]);

impl Line {
    fn new(sequence: &Sequence) -> Line {
        let mut bytes = [0; 18];
        let mut rest = bytes.iter_mut();
        let mut push = |byte| {
            if let Some(place) = rest.next() {
                *place = byte;
            }
        };
        for (index, mv) in sequence.moves().iter().enumerate() {
            if index > 0 {
                push(b' ');
            }
            let (from, to) = mv.squares().unwrap_or_default();
            for square in [from, to] {
                push(b'a' + square % 8);
                push(b'1' + square / 8);
            }
            if let Some(kind) = mv.promoted() {
                push(kind.letter() as u8);
            }
        }
        Line(bytes)
    }

    fn bytes(&self) -> impl Iterator<Item = u8> {
        self.0.into_iter().take_while(|&byte| byte != 0)
    }

    fn text(&self) -> String {
        self.bytes().map(char::from).collect()
    }
}

fn sorted_texts(sequences: &[Sequence]) -> Vec<Line> {
    let mut lines: Vec<Line> = sequences.iter().map(Line::new).collect();
    lines.sort_unstable();
    lines
}

/// The 64-bit FNV-1a hash of the lines, each with a line feed, as 16 hexadecimal digits.
fn fnv1a(lines: &[Line]) -> String {
    let mut hash = 14_695_981_039_346_656_037u64;
    for line in lines {
        for byte in line.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
        }
    }
    format!("{hash:016x}")
}
