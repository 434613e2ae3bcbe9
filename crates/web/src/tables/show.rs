//! What people are shown of a game: views of its positions and what can be done there.

use ludarium_arena::Event;
use ludarium_game::{Choice, Position, Scene};

use crate::api::{Board, Cells, Last, Legal, LogEntry, PieceView, View, piece};
use crate::battle;
use crate::error::{Result, WebError};
use crate::words::Told;

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

    /// The view of a position after so many events; `last` is the last of them, with the position before it.
    pub fn view(
        &self,
        position: &Position,
        last: Option<(&Event, &Position)>,
        count: usize,
    ) -> View {
        let scene = position.scene();
        let mut view = View::of(position, &scene, count);
        let stakes = battle::stakes(position);
        let cells = stakes.map(|sides| sides.map(|side| side.cell));
        view.pending = self
            .cells
            .indices(cells.as_ref().map_or(&[], <[String; 2]>::as_slice));
        view.last = last.map(|(last, before)| Last {
            by: last.by.map(|seat| seat.0),
            text: last.text.clone(),
            cells: self.cells.indices(&last.clicks),
            battle: match last.by {
                Some(_) => None,
                None => battle::dice(before, &scene, count),
            },
        });
        view
    }

    /// The line of the log about an event between two positions, the `count`-th, without its time and value.
    pub fn entry(
        &self,
        event: &Event,
        before: &Position,
        after: &Position,
        count: usize,
    ) -> LogEntry {
        LogEntry {
            by: event.by.map(|seat| seat.0),
            text: event.text.clone(),
            cells: self.cells.indices(&event.clicks),
            ms: None,
            value: None,
            forced: event.by.is_some() && event.clicks.is_empty() && forced(before).is_some(),
            told: Told::of(event, before, after, count),
        }
    }

    /// What can be done at a position: moves, or outcomes with how likely they are.
    pub fn legal(&self, position: &Position) -> Vec<Legal> {
        let choices = position.choices();
        let twins = |choice: &Choice| {
            let same = |other: &&Choice| other.clicks == choice.clicks;
            !choice.clicks.is_empty() && choices.iter().filter(same).count() > 1
        };
        let legal = choices.iter().map(|choice| {
            let clicks = self.cells.indices(&choice.clicks);
            Legal {
                becomes: twins(choice)
                    .then(|| becomes(position, &choice.text, *clicks.last()?))
                    .flatten(),
                clicks,
                text: choice.text.clone(),
                chance: choice.probability,
            }
        });
        legal.collect()
    }
}

/// Longer games are not taken along as a whole.
const MOST_STEPS: usize = 2000;

/// The views of a game with so many events, as JSON.
pub fn all_views(events: usize, view: impl Fn(usize) -> View) -> Result<String> {
    if events > MOST_STEPS {
        let message = format!("the game has more than {MOST_STEPS} steps");
        return Err(WebError::too_large(message).hint("ask for single steps"));
    }
    let views: Vec<View> = (0..=events).map(view).collect();
    Ok(serde_json::to_string(&views).unwrap_or_default())
}

/// What stands on a cell after a move.
fn becomes(position: &Position, text: &str, cell: usize) -> Option<PieceView> {
    let mut after = position.clone();
    after.play(text).ok()?;
    let scene = after.scene();
    let standing = scene.pieces.iter().find(|piece| piece.cell == cell);
    standing.map(piece)
}

/// The only thing that can be done at a position, where nothing has to be clicked for it: passing, ending a turn.
pub fn forced(position: &Position) -> Option<String> {
    match position.choices().as_slice() {
        [only] if only.clicks.is_empty() && only.probability.is_none() => Some(only.text.clone()),
        _ => None,
    }
}
