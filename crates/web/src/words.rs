//! Events as people tell them, read from the pictures before and after: what moved, what it took, what the dice showed.

use ludarium_arena::Event;
use ludarium_game::{Piece, Position, Scene, Seat, Shape};
use serde::Serialize;

use crate::api::{PieceView, piece, unused_dice};
use crate::battle::{self, Side};

/// What is to be told about an event; all of it may be missing.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Told {
    /// What moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceView>,
    /// The names of the cells that were clicked for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// What stood where it went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<PieceView>,
    /// What it became.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<PieceView>,
    /// Other pieces that have changed their owner, or were lost to it.
    #[serde(skip_serializing_if = "is_zero")]
    pub turned: usize,
    /// What was rolled and must be used now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<String>,
    /// The dice of a battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<[Side; 2]>,
    /// Dice that were added to stacks.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
    /// What has appeared, and where.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub appears: Vec<(PieceView, String)>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Told {
    /// An event between two positions; `count` events happened until it.
    pub fn of(event: &Event, before: &Position, after: &Position, count: usize) -> Told {
        let (old, new) = (before.scene(), after.scene());
        match event.by {
            Some(seat) => Told::a_move(event, seat, &old, &new),
            None => {
                let battle = battle::dice(before, &new, count);
                let more = match battle {
                    Some(_) => 0,
                    None => added(&old, &new),
                };
                Told {
                    dice: unused_dice(after, &new).unwrap_or_default(),
                    more,
                    appears: appeared(&old, &new),
                    battle,
                    ..Told::default()
                }
            }
        }
    }

    fn a_move(event: &Event, seat: Seat, old: &Scene, new: &Scene) -> Told {
        let ends = event.clicks.first().zip(event.clicks.last());
        let (from, to) = match ends {
            Some((from, to)) => (old.cell(from), old.cell(to)),
            None => (None, None),
        };
        let moved = from.and_then(|cell| on(old, cell));
        let landed = to.and_then(|cell| on(new, cell));
        let changed = landed.filter(|landed| {
            landed.owner == Some(seat) && moved.is_some_and(|moved| moved.shape != landed.shape)
        });
        let elsewhere =
            |standing: &&Piece| Some(standing.cell) != from && Some(standing.cell) != to;
        let lost = |standing: &&Piece| {
            standing.owner != Some(seat)
                && on(new, standing.cell).is_none_or(|now| now.owner != standing.owner)
        };
        Told {
            piece: moved.map(piece),
            cells: event.clicks.clone(),
            target: to
                .filter(|_| from != to)
                .and_then(|cell| on(old, cell))
                .map(piece),
            // A stack that has not left its place yet has become nothing else.
            becomes: changed
                .filter(|_| from.is_some_and(|cell| on(new, cell) != moved))
                .map(piece),
            turned: old.pieces.iter().filter(elsewhere).filter(lost).count(),
            ..Told::default()
        }
    }
}

fn on(scene: &Scene, cell: usize) -> Option<&Piece> {
    scene.pieces.iter().find(|piece| piece.cell == cell)
}

/// By how many dice the stacks have grown that kept their owner.
fn added(old: &Scene, new: &Scene) -> usize {
    let grown = new.pieces.iter().filter_map(|now| {
        let was = on(old, now.cell).filter(|was| was.owner == now.owner)?;
        match (&was.shape, &now.shape) {
            (Shape::Dice(was), Shape::Dice(now)) => Some(usize::from(now.saturating_sub(*was))),
            _ => None,
        }
    });
    grown.sum()
}

/// The pieces on cells that were empty.
fn appeared(old: &Scene, new: &Scene) -> Vec<(PieceView, String)> {
    let fresh = new.pieces.iter().filter(|now| on(old, now.cell).is_none());
    let named = fresh.filter_map(|now| Some((piece(now), new.cells.get(now.cell)?.name.clone())));
    named.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::library;
    use ludarium_game::Seed;

    /// What is told about the last of these moves and outcomes.
    fn told(moves: &[&str]) -> Value {
        let rules = library().rules("sprint", None).unwrap();
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        let line = crate::positions::Line::follow(&*rules, None, &moves, Seed(4)).unwrap();
        let (event, before) = line.last().unwrap();
        let told = Told::of(event, before, &line.position, moves.len());
        serde_json::to_value(told).unwrap()
    }

    #[test]
    fn a_move_is_told_with_its_piece_and_its_cells() {
        let told = told(&["walk"]);
        assert!(told["cells"].is_array(), "{told}");
        assert_eq!(told.get("dice"), None);
        assert_eq!(told.get("battle"), None);
    }

    #[test]
    fn an_outcome_without_dice_is_told_with_nothing() {
        let told = told(&["run", "3"]);
        assert_eq!(told.get("cells"), None, "{told}");
        assert_eq!(told.get("more").unwrap_or(&json!(0)), &json!(0));
    }
}
