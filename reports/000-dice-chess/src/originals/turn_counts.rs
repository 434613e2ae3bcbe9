//! Counts of turns of the three-dice game for all 56 rolls, and positions in the middle of a turn.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use ludarium_dice_chess::rules::{DicePool, Move, Sequence, ThreeDice};
use ludarium_game::{Game, Tabletop};
use serde::Deserialize;

use super::three_dice::{Allowed, first_moves, rules, sorted, texts};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// A file of counts.
#[derive(Deserialize)]
pub(super) struct TurnCountFile {
    #[serde(default)]
    positions: Vec<RolledPosition>,
    #[serde(default)]
    microstates: Vec<Microstate>,
}

/// A position with the counts of each roll.
#[derive(Deserialize)]
struct RolledPosition {
    id: Option<String>,
    dfen: String,
    rolls: BTreeMap<String, RollCounts>,
    turns_all_rolls: u64,
    turns_weighted_216: u64,
    king_capture_216: u64,
}

/// A position in the middle of a turn.
#[derive(Deserialize)]
struct Microstate {
    dfen: String,
    #[serde(flatten)]
    allowed: Allowed,
    first_by_filter: Option<Vec<String>>,
}

/// Compares all counts of a file.
pub(super) fn verify(record: &TurnCountFile, check: &mut RecordCheck) -> Result<(), VerifyError> {
    for (index, position) in record.positions.iter().enumerate() {
        check.place = match &position.id {
            Some(id) => format!("position {id}"),
            None => format!("position {}", index + 1),
        };
        verify_position(position, check)?;
    }
    for (index, state) in record.microstates.iter().enumerate() {
        check.place = format!("microstate {}", index + 1);
        verify_microstate(state, check)?;
    }
    Ok(())
}

fn read(written: &str, check: &mut RecordCheck) -> Result<ThreeDice, VerifyError> {
    written.clone_into(&mut check.position);
    let parsed = ThreeDice::parse(&rules()?, written);
    let position = check.accept("position", written, parsed)?;
    check.equal("position", written, position.describe())?;
    Ok(position)
}

/// Turns, first moves, different positions reached, turns that capture the king, dice used by the others.
type RollCounts = [u64; 5];

fn verify_position(record: &RolledPosition, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let position = read(&record.dfen, check)?;
    let place = check.place.clone();
    let (mut all, mut weighted, mut capturing) = (0, 0, 0);
    let mut unseen: BTreeMap<DicePool, RollCounts> = BTreeMap::new();
    for (letters, &counts) in &record.rolls {
        let dice = DicePool::from_letters(letters).filter(|dice| dice.len() == 3);
        let dice = dice.ok_or_else(|| unrecognised(format!("a roll `{letters}`")))?;
        unseen.insert(dice, counts);
    }
    for dice in DicePool::ROLLS {
        check.place = format!("{place}, roll {}", dice.letters(position.side()));
        let found = count_turns(&position, dice);
        if let Some(&counts) = unseen.get(&dice) {
            check.equal("counts", counts, found)?;
            check.tally.positions += 1;
        }
        let throws = u64::from(dice.throws());
        all += found[0];
        weighted += found[0] * throws;
        capturing += if found[3] > 0 { throws } else { 0 };
    }
    check.place = place;
    check.equal("turns of all rolls", record.turns_all_rolls, all)?;
    check.equal("turns of all throws", record.turns_weighted_216, weighted)?;
    let what = "throws that can capture the king";
    check.equal(what, record.king_capture_216, capturing)
}

fn count_turns(position: &ThreeDice, dice: DicePool) -> RollCounts {
    let mut rolled = *position;
    rolled.play(Move::roll(dice));
    let mut sequences = Vec::new();
    rolled.turns(&mut sequences);
    let firsts: BTreeSet<Move> = first_moves(&sequences).collect();
    // Without dice the key holds just the pieces, the side, the castling rights and en passant.
    let results: HashSet<u64> = sequences.iter().map(|turn| key_after(&rolled, turn)).collect();
    let others = sequences.iter().filter(|turn| !turn.captures_king());
    let used = others.clone().map(Sequence::dice_used).max().unwrap_or(0);
    let captures = sequences.len() - others.count();
    [sequences.len(), firsts.len(), results.len(), captures, used].map(|count| count as u64)
}

fn key_after(rolled: &ThreeDice, turn: &Sequence) -> u64 {
    let mut position = *rolled;
    for &mv in turn.moves() {
        position.play(mv);
    }
    position.key()
}

fn verify_microstate(record: &Microstate, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let position = read(&record.dfen, check)?;
    record.allowed.verify(&position, check)?;
    let Some(recorded) = &record.first_by_filter else {
        return Ok(());
    };
    let mut sequences = Vec::new();
    position.turns(&mut sequences);
    let what = "first moves by the browser's filter";
    check.equal(what, sorted(recorded), texts(filtered(&sequences)))
}

/// The first moves by the original program's second definition: those that capture the king at once, and
/// those that begin a longest sequence, where captures of the king count like other moves.
///
/// Whole turns are enough to tell: a longest sequence is always a turn.
fn filtered(sequences: &[Sequence]) -> impl Iterator<Item = Move> {
    let longest = sequences.iter().map(Sequence::dice_used).max();
    sequences
        .iter()
        .filter(move |turn| {
            let at_once = turn.captures_king() && turn.moves().len() == 1;
            at_once || Some(turn.dice_used()) == longest
        })
        .filter_map(|turn| turn.moves().first())
        .copied()
}
