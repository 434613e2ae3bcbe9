//! The board editor: which texts differ from a position's text in one sign, stand by the rules, and change one cell.
//!
//! The server knows no notation. It tries signs, lets the rules read the result, and looks at the pictures. A text in which
//! numbers stand for rows of empty cells is tried with each of them written out.

use std::collections::BTreeSet;

use ludarium_arena::{Ruleset, seeded_start};
use ludarium_game::{Piece, Position, Scene, Seed, Tone, Turn};
use serde::{Deserialize, Serialize};

use crate::api::{PieceView, TurnView, piece};
use crate::error::{Result, WebError};
use crate::games::library::Library;

/// Longer texts would take too long to try.
const LONGEST: usize = 400;
/// Signs that separate parts of a text; they stay.
const SEPARATORS: [char; 6] = ['/', ' ', ';', ',', '=', ':'];

/// A position that somebody wants to change.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditRequest {
    /// The game.
    pub game: String,
    /// Its variant with options.
    pub variant: Option<String>,
    /// The position in the game's notation.
    pub position: String,
}

/// What can be changed by one step.
#[derive(Debug, Serialize)]
pub struct EditsView {
    /// What can be put on a cell.
    cells: Vec<CellEdit>,
    /// Who could be to move instead.
    turns: Vec<TurnEdit>,
}

#[derive(Debug, Serialize)]
struct CellEdit {
    cell: usize,
    /// What stands there afterwards; nothing for an empty cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<PieceView>,
    /// The position afterwards.
    position: String,
}

#[derive(Debug, Serialize)]
struct TurnEdit {
    turn: TurnView,
    position: String,
}

/// What can be changed at a position.
pub fn edits(library: &Library, request: &EditRequest) -> Result<EditsView> {
    let rules = library.rules(&request.game, request.variant.as_deref())?;
    let position = rules.parse(request.position.trim())?;
    let text = position.describe();
    if text.len() > LONGEST {
        return Err(WebError::bad("this position is too long to be changed by hand"));
    }
    let signs = signs(&*rules, &text);
    let text = written_out(&*rules, &text);
    let old = position.scene();
    let mut view = EditsView { cells: Vec::new(), turns: Vec::new() };
    let mut known = BTreeSet::new();
    for (at, present) in text.char_indices() {
        if SEPARATORS.contains(&present) {
            continue;
        }
        for &sign in signs.iter().filter(|&&sign| sign != present) {
            let changed = format!("{}{sign}{}", &text[..at], &text[at + present.len_utf8()..]);
            let Ok(after) = rules.parse(&changed) else {
                continue;
            };
            let described = after.describe();
            if known.insert(described.clone()) {
                view.add(&position, &old, &after, described);
            }
        }
    }
    Ok(view)
}

impl EditsView {
    /// Adds a changed position, if it differs in one cell or in who is to move.
    fn add(&mut self, before: &Position, old: &Scene, after: &Position, text: String) {
        let new = after.scene();
        if new.cells.len() != old.cells.len() {
            return;
        }
        let different: Vec<usize> = (0..old.cells.len())
            .filter(|&cell| look(old, cell) != look(&new, cell))
            .take(2)
            .collect();
        match (different.as_slice(), before.turn() == after.turn()) {
            (&[cell], true) => self.cells.push(CellEdit {
                cell,
                piece: new.piece_on(cell).map(piece),
                position: text,
            }),
            ([], false) if after.turn() != Turn::Over => {
                self.turns.push(TurnEdit { turn: after.turn().into(), position: text })
            }
            _ => {}
        }
    }
}

fn look(scene: &Scene, cell: usize) -> (Tone, Option<&Piece>) {
    (scene.cells[cell].tone, scene.piece_on(cell))
}

/// The signs that may stand in a position: those of this one, those of a start, and digits.
fn signs(rules: &dyn Ruleset, text: &str) -> BTreeSet<char> {
    let start = seeded_start(rules, Seed(1)).describe();
    let used = text.chars().chain(start.chars()).chain('0'..='9');
    used.filter(|sign| sign.is_ascii_graphic() && !SEPARATORS.contains(sign)).collect()
}

/// The text with each number of empty cells written as that number of ones, if the rules read that as the same position.
fn written_out(rules: &dyn Ruleset, text: &str) -> String {
    let (board, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let ones = |sign: char| match sign.to_digit(10) {
        Some(count) => "1".repeat(count as usize),
        None => sign.to_string(),
    };
    let long: String = board.chars().map(ones).collect::<String>() + rest;
    let same = rules.parse(&long).is_ok_and(|read| read.describe() == text);
    if same { long } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::library;

    fn ask(position: &str) -> Result<EditsView> {
        edits(
            &library(),
            &EditRequest {
                game: "sprint".to_owned(),
                variant: None,
                position: position.to_owned(),
            },
        )
    }

    #[test]
    fn every_change_is_a_position_by_the_rules_with_one_cell_or_the_turn_different() {
        let view = ask("3,1 1 2").unwrap();
        let rules = library().rules("sprint", None).unwrap();
        let before = rules.parse("3,1 1 2").unwrap();
        assert!(!view.turns.is_empty());
        for turn in &view.turns {
            let after = rules.parse(&turn.position).unwrap();
            assert_ne!(after.turn(), before.turn());
        }
        for edit in &view.cells {
            let (old, new) = (before.scene(), rules.parse(&edit.position).unwrap().scene());
            let differs = |cell: &usize| look(&old, *cell) != look(&new, *cell);
            let different: Vec<usize> = (0..old.cells.len()).filter(differs).collect();
            assert_eq!(different, [edit.cell]);
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        assert!(ask("nonsense").is_err());
    }
}
