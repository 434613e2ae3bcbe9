//! The recorded files agree, and damaged copies of them do not.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::verify;
use crate::tally::Check;
use crate::{Document, Failure, Tally};

fn read(name: &str) -> Document {
    let folder = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/dice-chess"
    ));
    Document::read(&folder.join(name)).expect("a readable file")
}

fn tally(document: &Document) -> Result<Tally, Failure> {
    let mut check = Check::default();
    verify(document, &mut check)?;
    Ok(check.tally)
}

#[test]
fn one_die_games_agree() {
    let tally = tally(&read("traces.jsonl.gz")).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(
        (tally.games, tally.plies, tally.positions),
        (40, 2 * 4996, 4996)
    );
}

#[test]
fn one_die_counts_agree() {
    let tally = tally(&read("perft.json.gz")).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(tally.positions, 27);
}

#[test]
fn three_dice_games_agree() {
    let tally = tally(&read("three-dice-traces.jsonl.gz"));
    let tally = tally.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((tally.games, tally.positions), (40, 5059));
}

#[test]
fn three_dice_counts_agree() {
    let tally = tally(&read("three-dice-perft.json.gz"));
    let tally = tally.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(tally.positions, 20 * 56 + 60);
}
