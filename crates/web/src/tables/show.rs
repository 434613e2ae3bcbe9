//! What people are shown of a game: views of its positions and what can be done there.

use ludarium_arena::Event;
use ludarium_game::{Position, Scene};

use crate::api::{Board, Cells, Last, Legal, LogEntry, View};

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
    pub fn of(start: &Position) -> Picture {
        let scene = start.scene();
        Picture {
            board: Board::of(&scene),
            cells: Cells::of(&scene),
            scene,
        }
    }

    /// The view of a position after so many events, of which `last` was the last.
    pub fn view(&self, position: &Position, last: Option<&Event>, count: usize) -> View {
        let mut view = View::of(position, &position.scene(), count);
        view.last = last.map(|last| Last {
            by: last.by.map(|seat| seat.0),
            text: last.text.clone(),
            cells: self.cells.indices(&last.clicks),
        });
        view
    }

    /// The line of the log about an event, without its time and value.
    pub fn entry(&self, event: &Event) -> LogEntry {
        LogEntry {
            by: event.by.map(|seat| seat.0),
            text: event.text.clone(),
            cells: self.cells.indices(&event.clicks),
            ms: None,
            value: None,
        }
    }

    /// What can be done at a position: moves, or outcomes with how likely they are.
    pub fn legal(&self, position: &Position) -> Vec<Legal> {
        let choices = position.choices().into_iter();
        choices
            .map(|choice| Legal {
                clicks: self.cells.indices(&choice.clicks),
                text: choice.text,
                chance: choice.probability,
            })
            .collect()
    }
}
