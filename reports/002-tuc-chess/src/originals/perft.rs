//! Perft counts: numbers of move sequences under the written rules, under the server's, and with the
//! moves that the course's client knows.

use ludarium_game::{Game, MoveList, Tabletop, Turn};
use ludarium_tuc_chess::rules::{Kind, Move, TucChess};
use serde::Deserialize;

use super::{server, sorted, written};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// Counts deeper than this are not attempted: the longest known has 9 plies.
const DEEPEST: usize = 10;

/// At the last ply: captures, captured kings, presents taken, last-row arrivals, and those by capture.
type Details = [u64; 5];

/// A position with counts under one or more rules.
#[derive(Deserialize)]
pub(super) struct CountedPosition {
    id: Option<String>,
    state: String,
    written: Option<SectionCounts>,
    server: Option<SectionCounts>,
    template: Option<SectionCounts>,
}

#[derive(Deserialize)]
struct SectionCounts {
    over: bool,
    n: u64,
    moves: Vec<String>,
    perft: Vec<u64>,
    detail: Vec<Details>,
}

/// Compares the counts of one position.
pub(super) fn verify(
    record: &CountedPosition,
    index: usize,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let name = record.id.clone();
    let name = name.unwrap_or_else(|| format!("position {index}"));
    let state = &record.state[..];
    check.position = state.to_owned();
    let (moves, template): (Lister, Lister) = (TucChess::moves, TucChess::template_moves);
    let mut counted = false;
    for (section, counts, rules, list) in [
        ("written", &record.written, written()?, moves),
        ("server", &record.server, server()?, moves),
        ("template", &record.template, written()?, template),
    ] {
        if let Some(counts) = counts {
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
    counts: &SectionCounts,
    position: &TucChess,
    list: Lister,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    // In the records stalemate does not end a game: the side has no move.
    let found = position.turn() == Turn::Over && position.ending() != "stalemate";
    check.equal("whether the game is over", counts.over, found)?;
    let mut moves = MoveList::new();
    list(position, &mut moves);
    let found = sorted(position, &moves);
    check.equal("number of moves", counts.n, found.len() as u64)?;
    check.equal("legal moves", &counts.moves, &found)?;
    check.tally.positions += 1;

    let SectionCounts { perft, detail, .. } = counts;
    if perft.len() > DEEPEST || detail.len() > perft.len() {
        return Err(unrecognised(format!("{}: counts of {} plies", check.place, perft.len())));
    }
    // Ply by ply: a wrong count is found before the deeper ones, which take long, are made.
    let mut levels = Vec::new();
    for (depth, expected) in (1..).zip(perft) {
        levels = vec![(0, Details::default()); depth];
        count(position, list, &mut levels);
        check.equal(&format!("perft {depth}"), *expected, levels[depth - 1].0)?;
    }
    for (depth, (expected, (_, details))) in detail.iter().zip(&levels).enumerate() {
        let what = format!("details of perft {}", depth + 1);
        check.equal(&what, expected, details)?;
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
