//! What people are shown of a game: views of its positions, its seats and its log.

use ludarium_arena::Happening;
use ludarium_game::{Listing, MoveList, Scene, Tabletop, Turn};

use crate::api::{Board, Cells, Last, Legal, View};

/// The picture of a game: what stays the same and what is needed to name its cells.
pub struct Picture {
    /// The part that never changes.
    pub board: Board,
    /// The cells by name.
    pub cells: Cells,
    /// The seats.
    pub scene: Scene,
}

impl Picture {
    /// The picture of a game with this start.
    pub fn of<G: Tabletop>(start: &G) -> Picture {
        let scene = start.scene();
        Picture {
            board: Board::of(&scene),
            cells: Cells::of(&scene),
            scene,
        }
    }

    /// The view of a position, with what happened last.
    pub fn view<G: Tabletop>(
        &self,
        position: &G,
        last: Option<&Happening<G>>,
        count: usize,
    ) -> View {
        let mut view = View::of(position, &position.scene(), count);
        view.last = last.map(|last| Last {
            by: last.by.map(|seat| seat.0),
            text: last.text.clone(),
            cells: self.cells.indices(&last.before.clicks(last.mv)),
        });
        view
    }

    /// What can be done at a position: moves, or outcomes with how likely they are.
    pub fn legal<G: Tabletop>(&self, position: &G) -> Vec<Legal> {
        let option = |mv: G::Move, chance: Option<f64>| Legal {
            text: position.describe_move(mv),
            clicks: self.cells.indices(&position.clicks(mv)),
            chance,
        };
        let mut legal: Vec<Legal> = match position.turn() {
            Turn::Over => Vec::new(),
            Turn::Seat(_) => {
                let mut moves = MoveList::new();
                position.moves(&mut moves);
                moves.iter().map(|&mv| option(mv, None)).collect()
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                match position.chances(&mut outcomes) {
                    Listing::Complete => outcomes
                        .into_iter()
                        .map(|(mv, chance)| option(mv, Some(chance)))
                        .collect(),
                    Listing::TooMany => Vec::new(),
                }
            }
        };
        legal.sort_by(|a, b| a.text.cmp(&b.text));
        legal
    }
}
