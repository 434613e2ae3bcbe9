//! Perft counts: numbers of move sequences under the written rules, under the server's, and with the
//! moves that the course's client knows.

use crate::rules::{Kind, Move, TucChess};
use ludarium_game::{Game, MoveList, Tabletop, Turn};
use serde_json::Value;

use super::{server, sorted, written};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{self, field, text, texts, unrecognised, whole, wholes};

/// Counts deeper than this are not attempted: the longest known has 9 plies.
const DEEPEST: usize = 10;

/// At the last ply: captures, captured kings, presents taken, last-row arrivals, and those by capture.
type Details = [u64; 5];

/// Compares the counts of one position.
pub(super) fn verify(record: &Value, index: usize, check: &mut Check) -> Result<(), Failure> {
    let name = record.get("id").and_then(Value::as_str).map(str::to_owned);
    let name = name.unwrap_or_else(|| format!("position {index}"));
    check.place.clone_from(&name);
    let state = text(record, "state")?;
    check.position = state.to_owned();
    let mut counted = false;
    for (section, rules, list) in [
        ("written", written()?, TucChess::moves as Lister),
        ("server", server()?, TucChess::moves as Lister),
        ("template", written()?, TucChess::template_moves as Lister),
    ] {
        if let Some(counts) = record.get(section) {
            check.place = format!("{name}, {section}");
            let position = check.accept("state", state, TucChess::parse(&rules, state))?;
            check.equal("state", state, position.describe().as_str())?;
            verify_counts(counts, &position, list, check)?;
            counted = true;
        }
    }
    if !counted {
        return Err(unrecognised(format!("{name} has no counts")));
    }
    Ok(())
}

type Lister = fn(&TucChess, &mut MoveList<Move>);

fn verify_counts(
    counts: &Value,
    position: &TucChess,
    list: Lister,
    check: &mut Check,
) -> Result<(), Failure> {
    let over = field(counts, "over", "a value", Some)?.as_bool();
    // The records know no end by stalemate: the side simply has no move.
    let found = position.turn() == Turn::Over && position.ending() != "stalemate";
    check.equal("whether the game is over", over, Some(found))?;
    let mut moves = MoveList::new();
    list(position, &mut moves);
    let found = sorted(position, &moves);
    check.equal("number of moves", whole(counts, "n")?, found.len() as u64)?;
    check.equal("legal moves", texts(counts, "moves")?, found)?;
    check.tally.positions += 1;

    let perft = wholes(counts, "perft")?;
    let detail = fields::list(counts, "detail")?;
    if perft.len() > DEEPEST || detail.len() > perft.len() {
        return Err(unrecognised(format!(
            "{}: counts of {} plies",
            check.place,
            perft.len()
        )));
    }
    let mut levels = vec![(0, Details::default()); perft.len()];
    count(position, list, &mut levels);
    for (depth, (expected, (sequences, _))) in perft.iter().zip(&levels).enumerate() {
        check.equal(&format!("perft {}", depth + 1), expected, sequences)?;
    }
    for (depth, (expected, (_, details))) in detail.iter().zip(&levels).enumerate() {
        let expected = fields::whole_list(expected).ok_or_else(|| {
            unrecognised("`detail` holds something that is not a list of whole numbers")
        })?;
        check.equal(
            &format!("details of perft {}", depth + 1),
            expected,
            details.to_vec(),
        )?;
    }
    Ok(())
}

/// Adds, for each ply, the number of sequences that reach it and what their last moves do.
fn count(position: &TucChess, list: Lister, levels: &mut [(u64, Details)]) {
    let Some(((sequences, details), deeper)) = levels.split_first_mut() else {
        return;
    };
    let mut moves = MoveList::new();
    list(position, &mut moves);
    *sequences += moves.len() as u64;
    for &mv in &moves {
        let effect = position.effect(mv);
        let arrives = effect.last_row_point.is_some();
        for (detail, happened) in details.iter_mut().zip([
            effect.captured.is_some(),
            effect.captured == Some(Kind::King),
            effect.present,
            arrives,
            arrives && effect.captured.is_some(),
        ]) {
            *detail += u64::from(happened);
        }
    }
    if deeper.is_empty() {
        return;
    }
    let mut outcomes = Vec::new();
    for &mv in &moves {
        let mut after = *position;
        after.play(mv);
        after.counted_chances(&mut outcomes);
        for &outcome in &outcomes {
            after.play(outcome);
        }
        count(&after, list, deeper);
    }
}
