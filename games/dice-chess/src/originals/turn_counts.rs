//! Counts of turns of the three-dice game for all 56 rolls, and positions in the middle of a turn.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::rules::{Dice, Move, Sequence, ThreeDice};
use ludarium_game::{Game, Tabletop};
use serde_json::Value as Json;

use super::three_dice::{first_moves, rules, verify_turns};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{list, text, texts, unrecognised, whole};

/// Compares all counts of a file.
pub(super) fn verify(record: &Json, check: &mut Check) -> Result<(), Failure> {
    if record.get("positions").is_some() {
        for (index, position) in list(record, "positions")?.iter().enumerate() {
            check.place = match position.get("id").and_then(Json::as_str) {
                Some(id) => format!("position {id}"),
                None => format!("position {}", index + 1),
            };
            verify_position(position, check)?;
        }
    }
    if record.get("microstates").is_some() {
        for (index, state) in list(record, "microstates")?.iter().enumerate() {
            check.place = format!("microstate {}", index + 1);
            verify_microstate(state, check)?;
        }
    }
    Ok(())
}

fn read(record: &Json, check: &mut Check) -> Result<ThreeDice, Failure> {
    let written = text(record, "dfen")?;
    written.clone_into(&mut check.position);
    let parsed = ThreeDice::parse(&rules()?, written);
    let position = check.accept("position", written, parsed)?;
    check.equal("position", written, position.describe())?;
    Ok(position)
}

/// Turns, first moves, different positions reached, turns that capture the king, dice used by the others.
type Counts = [u64; 5];

fn verify_position(record: &Json, check: &mut Check) -> Result<(), Failure> {
    let position = read(record, check)?;
    let recorded = record.get("rolls").and_then(Json::as_object);
    let recorded = recorded.ok_or_else(|| unrecognised("no map `rolls`"))?;
    let place = check.place.clone();
    let (mut all, mut weighted, mut capturing) = (0, 0, 0);
    let mut unseen: BTreeMap<Dice, &Json> = BTreeMap::new();
    for (letters, counts) in recorded {
        let dice = Dice::from_letters(letters).filter(|dice| dice.len() == 3);
        let dice = dice.ok_or_else(|| unrecognised(format!("a roll `{letters}`")))?;
        unseen.insert(dice, counts);
    }
    for dice in Dice::ROLLS {
        check.place = format!("{place}, roll {}", dice.letters(position.side()));
        let found = count_turns(&position, dice);
        if let Some(counts) = unseen.get(&dice) {
            check.equal("counts", counts_of(counts)?, found)?;
            check.tally.positions += 1;
        }
        let throws = u64::from(dice.throws());
        all += found[0];
        weighted += found[0] * throws;
        capturing += if found[3] > 0 { throws } else { 0 };
    }
    check.place = place;
    check.equal("turns of all rolls", whole(record, "turns_all_rolls")?, all)?;
    let expected = whole(record, "turns_weighted_216")?;
    check.equal("turns of all throws", expected, weighted)?;
    let expected = whole(record, "king_capture_216")?;
    check.equal("throws that can capture the king", expected, capturing)
}

fn counts_of(recorded: &Json) -> Result<Counts, Failure> {
    let items = recorded.as_array().into_iter().flatten();
    let counts: Option<Vec<u64>> = items.map(Json::as_u64).collect();
    let counts = counts.and_then(|counts| Counts::try_from(counts).ok());
    counts.ok_or_else(|| unrecognised("counts that are not five numbers"))
}

fn count_turns(position: &ThreeDice, dice: Dice) -> Counts {
    let mut rolled = *position;
    rolled.play(Move::roll(dice));
    let mut sequences = Vec::new();
    rolled.turns(&mut sequences);
    let firsts: BTreeSet<Move> = first_moves(&sequences).collect();
    // Without dice the key holds just the men, the side, the castling rights and en passant.
    let results: HashSet<u64> = sequences
        .iter()
        .map(|turn| key_after(&rolled, turn))
        .collect();
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

fn verify_microstate(record: &Json, check: &mut Check) -> Result<(), Failure> {
    let position = read(record, check)?;
    verify_turns(record, &position, check)?;
    if record.get("first_by_filter").is_none() {
        return Ok(());
    }
    let mut recorded = texts(record, "first_by_filter")?;
    recorded.sort_unstable();
    let mut sequences = Vec::new();
    position.turns(&mut sequences);
    let found: BTreeSet<String> = filtered(&sequences).map(|mv| mv.to_string()).collect();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    check.equal("first moves by the browser's filter", recorded, found)
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
