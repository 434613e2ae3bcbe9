//! The board for a pane: the drawing that fits best, kept until the position or the pane changes.

use ludarium_arena::Table;
use ludarium_draw::TerminalStyle;
use ludarium_game::Scene;

use super::ansi::styled;
use super::canvas::{ScreenArea, StyledLine};

/// Columns that captions and moves need beside the board.
pub const SIDE: u16 = 30;
/// Rows that they need below it.
pub const BELOW: u16 = 4;

/// The cells of the last move that has any.
pub fn last_move(table: &Table) -> &[String] {
    let mut events = table.events().iter().rev();
    let last = events.find(|event| !event.clicks.is_empty());
    last.map_or(&[], |event| &event.clicks)
}

/// Where the board stands in its pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardPlace {
    /// At the left, with captions beside it.
    Left,
    /// On top, with captions below.
    Top,
    /// It fills the pane; there is no room for captions.
    Alone,
    /// It has no room at all.
    Nowhere,
}

/// A drawn board.
#[derive(Clone, Debug)]
pub struct FittedBoard {
    pub text: Vec<StyledLine>,
    pub place: BoardPlace,
    /// The columns of the drawing.
    pub columns: u16,
    /// The columns it was drawn for.
    width: u16,
    /// The rows that it should not exceed, where there was too little room for the usual drawing.
    rows: Option<u16>,
}

impl FittedBoard {
    /// Draws the scene's board, without captions, as large as is good for the pane. What was good for another
    /// position of the game in the same pane is tried first: drawing a large map takes its time.
    pub fn fit(
        scene: &Scene,
        last: &[String],
        colour: bool,
        pane: ScreenArea,
        before: Option<&FittedBoard>,
    ) -> FittedBoard {
        if let Some(board) = before.filter(|board| board.place == BoardPlace::Nowhere) {
            return board.clone();
        }
        let bare = Scene { captions: Vec::new(), ..scene.clone() };
        let draw =
            |width: u16, rows: Option<u16>| FittedBoard::draw(&bare, last, colour, width, rows);
        if let Some(before) = before {
            let board = draw(before.width, before.rows).at(before.place);
            if board.fits(pane) {
                return board;
            }
        }
        let beside = pane.width.saturating_sub(SIDE);
        let best = draw(beside, None);
        if best.fits(pane) {
            return best;
        }
        // Narrower drawings are lower too: they may fit where the best one does not.
        let quarters = [4, 3, 2].map(|quarters| pane.width / 4 * quarters);
        let mut drawings = vec![best];
        drawings.extend(quarters.map(|width| draw(width, None)));
        for place in [BoardPlace::Left, BoardPlace::Top, BoardPlace::Alone] {
            for board in &mut drawings {
                board.place = place;
                if board.fits(pane) {
                    return board.clone();
                }
            }
        }
        // Better a flat board than none.
        let below = pane.height.saturating_sub(BELOW);
        for (place, width, rows) in [
            (BoardPlace::Left, beside, pane.height),
            (BoardPlace::Top, pane.width, below),
            (BoardPlace::Alone, pane.width, pane.height),
        ] {
            let board = draw(width, Some(rows)).at(place);
            if board.fits(pane) {
                return board;
            }
        }
        drawings.sort_by_key(FittedBoard::height);
        drawings.swap_remove(0).at(BoardPlace::Nowhere)
    }

    /// The rows of the drawing.
    pub fn height(&self) -> u16 {
        self.text.len().min(u16::MAX.into()) as u16
    }

    fn at(self, place: BoardPlace) -> FittedBoard {
        FittedBoard { place, ..self }
    }

    /// Draws the board for a pane without its captions, about this number of columns wide.
    fn draw(
        scene: &Scene,
        last: &[String],
        colour: bool,
        width: u16,
        rows: Option<u16>,
    ) -> FittedBoard {
        let style = TerminalStyle { colour, width: width.into() };
        let rows_at_most = rows.map_or(usize::MAX, usize::from);
        let text = ludarium_draw::terminal_in(scene, &style, last, rows_at_most);
        let text = styled(&text);
        let columns = text.iter().map(Vec::len).max().unwrap_or(0);
        FittedBoard {
            text,
            place: BoardPlace::Left,
            columns: columns.min(u16::MAX.into()) as u16,
            width,
            rows,
        }
    }

    fn fits(&self, pane: ScreenArea) -> bool {
        let (side, below) = match self.place {
            BoardPlace::Left => (SIDE, 0),
            BoardPlace::Top => (0, BELOW),
            BoardPlace::Alone | BoardPlace::Nowhere => (0, 0),
        };
        self.columns.saturating_add(side) <= pane.width
            && self.height().saturating_add(below) <= pane.height
    }
}
