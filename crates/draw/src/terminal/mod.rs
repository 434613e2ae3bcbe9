//! A scene in characters: coloured cells and chess symbols, or plain text for a pipe.
//!
//! The drawer looks for the smallest scale at which no texts touch ([`fit`]), paints the
//! cells under it by asking for each spot which cell it lies in ([`canvas`]), and sets the
//! captions beside the board or below it.

mod canvas;
mod fit;
mod signs;

use ludarium_game::Scene;

use crate::captions::wrap;
use crate::theme::Swatch;
use canvas::{CharacterLook, Glyph, TextCanvas};
use fit::CharacterGrid;

/// How a scene is drawn in the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalStyle {
    /// Whether to use colours (256, which every terminal knows) and chess symbols; otherwise the
    /// text holds no escape codes, and ASCII only where the scene's own names are ASCII.
    pub colour: bool,
    /// The columns there are. A board that would become unreadable is drawn wider than this.
    pub width: usize,
}

/// Captions stand beside the board when they get at least this many columns.
const NARROWEST: usize = 26;
/// Free columns between the board and its captions.
const GAP: usize = 3;
/// Columns before a caption's text: the mark of the active seat and the seat's letter.
const INDENT: usize = 6;

type TextRow = Vec<Glyph>;

/// Draws the scene.
pub(crate) fn draw(scene: &Scene, style: &TerminalStyle) -> String {
    usual(scene, style, &[])
}

/// Draws the scene with the cells of the last move marked, in at most `rows` rows if that can be: with the name of a cell
/// beside its piece instead of below it, and captions where they take least.
pub(crate) fn draw_in(
    scene: &Scene,
    style: &TerminalStyle,
    last: &[String],
    rows: usize,
) -> String {
    let height = |text: &String| text.lines().count();
    let mut drawn = vec![usual(scene, style, last)];
    for width in [style.width.saturating_sub(NARROWEST + GAP), style.width] {
        if drawn.last().is_some_and(|text| height(text) <= rows) {
            break;
        }
        drawn.extend(compact(scene, style, last, width));
    }
    let fitting = drawn.iter().position(|text| height(text) <= rows);
    match fitting {
        Some(place) => drawn.swap_remove(place),
        None => drawn.into_iter().min_by_key(height).unwrap_or_default(),
    }
}

/// The drawing that looks best.
fn usual(scene: &Scene, style: &TerminalStyle, last: &[String]) -> String {
    let signs = signs::of(scene, style.colour);
    let board = match CharacterGrid::fit(scene, &signs, style) {
        Some(grid) => trimmed(TextCanvas::paint(scene, &signs, &grid, style.colour, last).rows()),
        None => Vec::new(),
    };
    with_captions(scene, style, board)
}

/// One row for each row of cells if that can be, in at most that many columns; `None` where no such drawing can be read.
fn compact(scene: &Scene, style: &TerminalStyle, last: &[String], width: usize) -> Option<String> {
    let mut signs = signs::of(scene, style.colour);
    signs::join(&mut signs);
    let grid = CharacterGrid::compact(scene, &signs, width)?;
    let board = trimmed(TextCanvas::paint(scene, &signs, &grid, style.colour, last).rows());
    Some(with_captions(scene, style, board))
}

/// Sets the captions beside the board, or below it.
fn with_captions(scene: &Scene, style: &TerminalStyle, board: Vec<TextRow>) -> String {
    let taken = board.iter().map(Vec::len).max().unwrap_or(0);
    let free = style.width.saturating_sub(taken + GAP);
    let beside = taken > 0 && free >= NARROWEST;
    let captions = captions(scene, style, if beside { free } else { style.width });
    let mut rows = board;
    if beside {
        for (index, caption) in captions.into_iter().enumerate() {
            if index == rows.len() {
                rows.push(TextRow::new());
            }
            rows[index].resize(taken + GAP, Glyph::BLANK);
            rows[index].extend(caption);
        }
    } else {
        if !rows.is_empty() && !captions.is_empty() {
            rows.push(TextRow::new());
        }
        rows.extend(captions);
    }
    let mut out = String::new();
    for row in rows {
        write_row(&row, &mut out);
    }
    out
}

/// Drops blanks on all sides.
fn trimmed(mut rows: Vec<TextRow>) -> Vec<TextRow> {
    let filled = |glyph: &Glyph| *glyph != Glyph::BLANK;
    for row in &mut rows {
        let last = row.iter().rposition(filled);
        row.truncate(last.map_or(0, |last| last + 1));
    }
    let last = rows.iter().rposition(|row| !row.is_empty());
    rows.truncate(last.map_or(0, |last| last + 1));
    let first = rows.iter().position(|row| !row.is_empty());
    rows.drain(..first.unwrap_or(0));
    let left = rows.iter().filter_map(|row| row.iter().position(filled)).min();
    for row in &mut rows {
        row.drain(..left.unwrap_or(0).min(row.len()));
    }
    rows
}

fn captions(scene: &Scene, style: &TerminalStyle, width: usize) -> Vec<TextRow> {
    let room = width.saturating_sub(INDENT).max(8);
    let mut rows = Vec::new();
    for caption in &scene.captions {
        let seat = caption.seat.and_then(|seat| scene.seats.get(seat.index()));
        let look = CharacterLook { bold: style.colour && caption.active, ..CharacterLook::PLAIN };
        let text = signs::printable(&caption.text);
        let lines = wrap(&text, room as f32, |line| line.chars().count() as f32);
        for (index, line) in lines.iter().enumerate() {
            let mut row = TextRow::new();
            let first = index == 0;
            let mark = if first && caption.active { "> " } else { "  " };
            row.extend(Glyph::text(mark, look));
            match seat.filter(|_| first) {
                Some(seat) => {
                    let swatch = Swatch::of(seat.hue);
                    let chip = if style.colour {
                        CharacterLook::chip(swatch.ink, swatch.fill)
                    } else {
                        look
                    };
                    let letter = signs::printable(&format!(" {} ", seat.letter));
                    row.extend(Glyph::text(&letter, chip));
                    row.push(Glyph::BLANK);
                }
                None => row.resize(INDENT, Glyph::BLANK),
            }
            row.extend(Glyph::text(line, look));
            rows.push(row);
        }
    }
    rows
}

/// Writes a row, with escape codes only where the look changes.
fn write_row(row: &[Glyph], out: &mut String) {
    let mut look = CharacterLook::PLAIN;
    for glyph in row {
        if glyph.look != look {
            *out += &glyph.look.escape();
            look = glyph.look;
        }
        out.push(glyph.symbol);
    }
    if look != CharacterLook::PLAIN {
        *out += &CharacterLook::PLAIN.escape();
    }
    out.push('\n');
}
