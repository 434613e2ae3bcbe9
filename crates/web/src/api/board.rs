//! `Board` and `BoardView`: a scene in two parts, what never changes during a game and what does.

use std::collections::HashMap;

use ludarium_game::{
    Caption, Fact, Facts, Piece, Point, Position, Scene, Seat, Shape, Tone, Turn, rolled,
};
use serde::Serialize;

use super::{Thought, ThrowView};
use crate::page::look::ShapeView;

type Pair = [f32; 2];

/// The part of a picture that stays the same for a whole game.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    width: f32,
    height: f32,
    cells: Vec<BoardCell>,
    lines: Vec<BoardLine>,
    rim: Vec<RimText>,
}

#[derive(Clone, Debug, Serialize)]
struct BoardCell {
    name: String,
    rings: Vec<Vec<Pair>>,
    centre: Pair,
    room: f32,
    label: bool,
}

#[derive(Clone, Debug, Serialize)]
struct BoardLine {
    points: Vec<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
}

#[derive(Clone, Debug, Serialize)]
struct RimText {
    at: Pair,
    text: String,
}

impl Board {
    /// The unchanging part of a scene.
    pub fn of(scene: &Scene) -> Board {
        Board {
            width: fine(scene.width),
            height: fine(scene.height),
            cells: scene
                .cells
                .iter()
                .map(|cell| BoardCell {
                    name: cell.name.clone(),
                    rings: cell.outline.iter().map(|ring| pairs(ring)).collect(),
                    centre: pair(cell.centre),
                    room: fine(cell.room),
                    label: cell.labelled,
                })
                .collect(),
            lines: scene
                .lines
                .iter()
                .map(|line| BoardLine {
                    points: pairs(&line.points),
                    seat: line.owner.map(|seat| seat.0),
                })
                .collect(),
            rim: scene
                .rim
                .iter()
                .map(|(at, text)| RimText { at: pair(*at), text: text.clone() })
                .collect(),
        }
    }
}

fn pairs(points: &[Point]) -> Vec<Pair> {
    points.iter().copied().map(pair).collect()
}

fn pair(point: Point) -> Pair {
    [fine(point.x), fine(point.y)]
}

/// Four decimals are finer than any screen, and short.
fn fine(value: f32) -> f32 {
    (value * 1e4).round() / 1e4
}

/// The indices of a board's cells by their names.
#[derive(Clone, Debug, Default)]
pub struct Cells(HashMap<String, usize>);

impl Cells {
    /// The cells of a scene.
    pub fn of(scene: &Scene) -> Cells {
        let names = scene.cells.iter().enumerate();
        Cells(names.map(|(index, cell)| (cell.name.clone(), index)).collect())
    }

    /// The indices of names, in order; names that no cell has are left out.
    pub fn indices(&self, names: &[String]) -> Vec<usize> {
        let known = names.iter().filter_map(|name| self.0.get(name).copied());
        known.collect()
    }
}

/// The part of a picture that changes, and what can be done.
#[derive(Clone, Debug, Serialize)]
pub struct BoardView {
    /// The number of events before it.
    pub count: usize,
    /// The position in the game's notation.
    pub state: String,
    /// Who acts next.
    pub turn: TurnView,
    tones: Vec<ToneView>,
    pieces: Vec<PieceView>,
    captions: Vec<CaptionView>,
    /// The dice that were rolled and are not used yet, as numbers or words of shapes; nothing in games without dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<Vec<String>>,
    /// The cells of the move that chance decides about now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pending: Vec<usize>,
    /// What happened last.
    pub last: Option<Last>,
    /// What may be done by the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<LegalMove>>,
    /// What was thought about the last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thought: Option<Thought>,
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnView {
    /// This seat.
    Seat(u8),
    /// Chance.
    Chance,
    /// Nobody any more.
    Over,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum ToneView {
    Light,
    Dark,
    Middle,
    Seat(u8),
}

/// Something on a cell.
#[derive(Clone, Debug, Serialize)]
pub struct PieceView {
    cell: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    /// The word of the shape, a key of the look's shapes.
    shape: String,
    /// The drawing of a shape that the look does not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing: Option<ShapeView>,
}

#[derive(Clone, Debug, Serialize)]
struct CaptionView {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    active: bool,
}

/// What happened last.
#[derive(Clone, Debug, Serialize)]
pub struct Last {
    /// Who did it; nobody for chance.
    pub by: Option<u8>,
    /// The move or outcome.
    pub text: String,
    /// The cells that spell it.
    pub cells: Vec<usize>,
    /// The dice of both sides where a battle was decided, the attacker's first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<[ThrowView; 2]>,
}

/// Something that may be done.
#[derive(Clone, Debug, Serialize)]
pub struct LegalMove {
    /// The move or outcome in the game's notation.
    pub text: String,
    /// The cells to click for it, in order.
    pub clicks: Vec<usize>,
    /// Other rows of cells that mean the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_clicks: Vec<Vec<usize>>,
    /// What it is called, where there is nothing to click for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What the dice show, for an outcome with dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<String>,
    /// How likely it takes its last cell, where a battle decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// How likely it is, for a chance outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// What stands on its last cell afterwards, where several moves have the same clicks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<PieceView>,
}

impl BoardView {
    /// The view of a position after `count` events; `last`, `legal` and `thought` are left to the caller.
    pub fn of(position: &Position, scene: &Scene, cells: &Cells, count: usize) -> BoardView {
        let facts = position.facts();
        BoardView {
            count,
            state: position.describe(),
            turn: position.turn().into(),
            tones: scene
                .cells
                .iter()
                .map(|cell| match cell.tone {
                    Tone::Light => ToneView::Light,
                    Tone::Dark => ToneView::Dark,
                    Tone::Middle => ToneView::Middle,
                    Tone::Owned(Seat(seat)) => ToneView::Seat(seat),
                })
                .collect(),
            pieces: scene.pieces.iter().map(piece).collect(),
            captions: scene.captions.iter().map(caption).collect(),
            dice: unused_dice(&facts, scene),
            pending: cells.indices(&attack(&facts)),
            last: None,
            legal: None,
            thought: None,
        }
    }
}

impl From<Turn> for TurnView {
    fn from(turn: Turn) -> TurnView {
        match turn {
            Turn::Seat(Seat(seat)) => TurnView::Seat(seat),
            Turn::Chance => TurnView::Chance,
            Turn::Over => TurnView::Over,
        }
    }
}

/// The dice that are still to be used. A game with stacks of dice rolls them in battles.
fn unused_dice(facts: &Facts, scene: &Scene) -> Option<Vec<String>> {
    let stack = |piece: &Piece| matches!(piece.shape, Shape::Dice(_));
    rolled(facts).or_else(|| scene.pieces.iter().any(stack).then(Vec::new))
}

/// The fact `battle`: the names of the areas whose dice decide next, the attacker first.
pub fn attack(facts: &Facts) -> Vec<String> {
    let Some((_, Fact::List(sides))) = facts.iter().find(|(name, _)| *name == "battle") else {
        return Vec::new();
    };
    let area = |side: &Fact| match side {
        Fact::Record(facts) => match facts.iter().find(|(name, _)| *name == "area")? {
            (_, Fact::Number(number)) => Some(number.to_string()),
            _ => None,
        },
        _ => None,
    };
    sides.iter().filter_map(area).collect()
}

/// A piece as the page draws it.
pub fn piece(piece: &Piece) -> PieceView {
    let usual = Shape::usual().any(|shape| shape == piece.shape);
    PieceView {
        cell: piece.cell,
        seat: piece.owner.map(|seat| seat.0),
        shape: piece.shape.design().word,
        drawing: (!usual).then(|| ShapeView::of(&piece.shape)),
    }
}

fn caption(caption: &Caption) -> CaptionView {
    CaptionView {
        text: caption.text.clone(),
        seat: caption.seat.map(|seat| seat.0),
        active: caption.active,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(shape: Shape) -> serde_json::Value {
        let standing = Piece { cell: 3, owner: Some(Seat(1)), shape };
        serde_json::to_value(piece(&standing)).unwrap()
    }

    #[test]
    fn a_usual_shape_is_a_word_and_any_other_brings_its_drawing() {
        let knight = sent(Shape::Knight);
        assert_eq!(knight, serde_json::json!({"cell": 3, "seat": 1, "shape": "knight"}));
        let card = sent(Shape::label("<b>K♠"));
        assert_eq!(card["shape"], "label <b>K♠");
        assert_eq!(card["drawing"]["title"], "<b>K♠");
        assert!(card["drawing"]["paths"][0]["d"].is_string());
        assert_eq!(card["drawing"]["paths"][1]["text"], "<b>K♠");
        assert_eq!(sent(Shape::Dice(9))["drawing"]["paths"][1]["text"], "9");
    }
}
