//! Recorded games with three dice: every roll with all turns that it allows, and the turn chosen.

use std::collections::BTreeSet;

use ludarium_dice_chess::rules::{DicePool, Kind, Move, Sequence, Side, ThreeDice, ThreeDiceRules};
use ludarium_game::{Game, MoveList, Spec, Tabletop, Turn, sort_by};
use serde::Deserialize;

use super::{game_name, result_text};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// A game.
#[derive(Deserialize)]
pub(super) struct ThreeDiceGame {
    game: Option<u64>,
    turns: Vec<RecordedTurn>,
    result: String,
}

/// A roll, what it allows, and the turn chosen.
#[derive(Deserialize)]
struct RecordedTurn {
    dfen: String,
    dice: [u32; 3],
    #[serde(flatten)]
    allowed: Allowed,
    chosen: String,
    after: String,
}

/// What is recorded about the turns that a position allows.
#[derive(Deserialize)]
pub(super) struct Allowed {
    n_turns: usize,
    n_king_capture: usize,
    fnv1a64: Option<String>,
    turns: Option<Vec<String>>,
    #[serde(alias = "first_of_turns")]
    first: Vec<String>,
}

/// Replays one game.
pub(super) fn verify(record: &ThreeDiceGame, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let game = game_name(record.game, check);
    let mut position: Option<ThreeDice> = None;
    for (index, turn) in record.turns.iter().enumerate() {
        check.place = format!("{game}, turn {}", index + 1);
        let mut now = match position {
            Some(position) => position,
            None => before_roll(&turn.dfen, check)?,
        };
        check.position = now.describe();
        let dice = thrown(turn.dice)?.letters(Side::White);
        let roll = check.accept("roll", &dice, now.parse_move(&dice))?;
        now.play(roll);
        check.position = now.describe();
        check.equal("position after the roll", &turn.dfen, &now.describe())?;
        turn.allowed.verify(&now, check)?;
        for mv in turn.chosen.split(' ') {
            let parsed = check.accept("chosen move", mv, now.parse_move(mv))?;
            now.play(parsed);
            check.position = now.describe();
            check.tally.plies += 1;
        }
        check.equal("position after the turn", &turn.after, &now.describe())?;
        check.tally.plies += 1;
        position = Some(now);
    }
    check.place = format!("{game}, end");
    let position = position.ok_or_else(|| unrecognised("a game without turns"))?;
    let result = match position.turn() {
        Turn::Over => result_text(&position),
        _ => "*",
    };
    check.equal("result", &record.result[..], result)?;
    check.tally.games += 1;
    Ok(())
}

/// The rules of the records: games are stopped long before the server's own limit.
pub(super) fn rules() -> Result<ThreeDiceRules, VerifyError> {
    let rules = ThreeDice::rules(&Spec::named("three-dice"));
    rules.map_err(unrecognised)
}

/// The position of a text before its dice were rolled.
fn before_roll(written: &str, check: &mut RecordCheck) -> Result<ThreeDice, VerifyError> {
    let rules = rules()?;
    let fields: Vec<&str> = written.split(' ').take(6).collect();
    let unrolled = fields.join(" ");
    check.accept("position", written, ThreeDice::parse(&rules, &unrolled))
}

/// The dice in the order thrown.
fn thrown(faces: [u32; 3]) -> Result<DicePool, VerifyError> {
    match faces.map(Kind::from_face) {
        [Some(a), Some(b), Some(c)] => Ok(DicePool::one(a).with(b).with(c)),
        _ => Err(unrecognised("`dice` are not three numbers from 1 to 6")),
    }
}

impl Allowed {
    /// Compares all that is recorded about the turns of a position.
    pub(super) fn verify(
        &self,
        position: &ThreeDice,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let mut sequences = Vec::new();
        position.turns(&mut sequences);
        let captures = sequences.iter().filter(|turn| turn.captures_king()).count();
        check.equal("number of turns", self.n_turns, sequences.len())?;
        check.equal("turns that capture the king", self.n_king_capture, captures)?;
        let texts_sorted = sorted_texts(&sequences);
        if let Some(hash) = &self.fnv1a64 {
            check.equal("hash of all turns", hash, &fnv1a(&texts_sorted))?;
        }
        if let Some(turns) = &self.turns {
            let found: Vec<String> = texts_sorted.iter().map(TurnText::text).collect();
            check.equal("turns", sorted(turns), found)?;
        }
        verify_first_moves(&self.first, position, &sequences, check)?;
        check.tally.positions += 1;
        Ok(())
    }
}

/// Texts in order.
pub(super) fn sorted(texts: &[String]) -> Vec<&str> {
    let mut sorted: Vec<&str> = texts.iter().map(String::as_str).collect();
    sort_by(&mut sorted, Ord::cmp);
    sorted
}

/// First moves come from whole turns and, independently, from the list of legal moves.
fn verify_first_moves(
    recorded: &[String],
    position: &ThreeDice,
    sequences: &[Sequence],
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let mut recorded = sorted(recorded);
    let firsts = texts(first_moves(sequences));
    check.equal("first moves of all turns", &recorded[..], &firsts[..])?;
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut moves: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
    sort_by(&mut moves, Ord::cmp);
    if recorded.is_empty() {
        recorded.push("-");
    }
    check.equal("legal moves", recorded, moves)
}

/// Different moves as texts in order.
pub(super) fn texts(moves: impl Iterator<Item = Move>) -> Vec<String> {
    let texts: BTreeSet<String> = moves.map(|mv| mv.to_string()).collect();
    texts.into_iter().collect()
}

pub(super) fn first_moves(sequences: &[Sequence]) -> impl Iterator<Item = Move> {
    sequences.iter().filter_map(|turn| turn.moves().first()).copied()
}

/// The text of a turn in a fixed number of bytes: quick to make and to sort, for there are millions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TurnText([u8; 18]);

impl TurnText {
    fn new(sequence: &Sequence) -> TurnText {
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
        TurnText(bytes)
    }

    fn bytes(&self) -> impl Iterator<Item = u8> {
        self.0.into_iter().take_while(|&byte| byte != 0)
    }

    fn text(&self) -> String {
        self.bytes().map(char::from).collect()
    }
}

fn sorted_texts(sequences: &[Sequence]) -> Vec<TurnText> {
    let mut lines: Vec<TurnText> = sequences.iter().map(TurnText::new).collect();
    sort_by(&mut lines, Ord::cmp);
    lines
}

/// The 64-bit FNV-1a hash of the lines, each with a line feed, as 16 hexadecimal digits.
fn fnv1a(lines: &[TurnText]) -> String {
    let mut hash = 14_695_981_039_346_656_037u64;
    for line in lines {
        for byte in line.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
        }
    }
    format!("{hash:016x}")
}
