//! The board for a pane: the drawing that fits best, kept until the position or the pane changes.

use ludarium_draw::TerminalStyle;
use ludarium_game::Scene;
use ratatui::layout::{Rect, Size};
use ratatui::text::Text;

use super::ansi::styled;

/// Columns that captions and moves need beside the board.
pub const SIDE: u16 = 30;
/// Rows that they need below it.
pub const BELOW: u16 = 4;

/// Where the board stands in its pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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
pub struct Board {
    pub text: Text<'static>,
    pub place: Place,
    /// The columns and rows of the drawing.
    pub size: Size,
    /// The columns it was drawn for.
    width: u16,
}

impl Board {
    /// Draws the scene's board, without captions, as large as is good for the pane. What was good for another
    /// position of the game in the same pane is tried first: drawing a large map takes its time.
    pub fn fit(scene: &Scene, colour: bool, pane: Rect, before: Option<&Board>) -> Board {
        if let Some(board) = before.filter(|board| board.place == Place::Nowhere) {
            return board.clone();
        }
        let bare = Scene {
            captions: Vec::new(),
            ..scene.clone()
        };
        if let Some(Board { width, place, .. }) = before {
            let board = Board::draw(&bare, colour, *width).at(*place);
            if board.fits(pane) {
                return board;
            }
        }
        let beside = pane.width.saturating_sub(SIDE);
        let best = Board::draw(&bare, colour, beside);
        if best.fits(pane) {
            return best;
        }
        // Narrower drawings are lower too: they may fit where the best one does not.
        let quarters = [4, 3, 2].map(|quarters| pane.width / 4 * quarters);
        let mut drawings = vec![best];
        drawings.extend(quarters.map(|width| Board::draw(&bare, colour, width)));
        for place in [Place::Left, Place::Top, Place::Alone] {
            for board in &mut drawings {
                board.place = place;
                if board.fits(pane) {
                    return board.clone();
                }
            }
        }
        drawings.sort_by_key(|board| board.size.height);
        drawings.swap_remove(0).at(Place::Nowhere)
    }

    fn at(self, place: Place) -> Board {
        Board { place, ..self }
    }

    /// Draws the board for a pane beside its captions, in about so many columns.
    fn draw(scene: &Scene, colour: bool, width: u16) -> Board {
        let style = TerminalStyle {
            colour,
            width: width.into(),
        };
        let text = styled(&ludarium_draw::terminal(scene, &style));
        let size = Size::new(
            text.width().min(u16::MAX.into()) as u16,
            text.height().min(u16::MAX.into()) as u16,
        );
        Board {
            text,
            place: Place::Left,
            size,
            width,
        }
    }

    fn fits(&self, pane: Rect) -> bool {
        let Size { width, height } = self.size;
        let (side, below) = match self.place {
            Place::Left => (SIDE, 0),
            Place::Top => (0, BELOW),
            Place::Alone | Place::Nowhere => (0, 0),
        };
        width.saturating_add(side) <= pane.width && height.saturating_add(below) <= pane.height
    }
}
