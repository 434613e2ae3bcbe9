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
}

impl Board {
    /// Draws the scene's board, without captions, as large as is good for the pane.
    pub fn fit(scene: &Scene, colour: bool, pane: Rect) -> Board {
        let bare = Scene {
            captions: Vec::new(),
            ..scene.clone()
        };
        let beside = pane.width.saturating_sub(SIDE);
        // Narrower drawings are lower too: they may fit where the best one does not.
        let tries = [
            (beside, Place::Left),
            (beside - beside / 4, Place::Left),
            (pane.width, Place::Top),
            (pane.width - pane.width / 4, Place::Top),
            (pane.width / 2, Place::Top),
            (beside / 2, Place::Left),
            (pane.width, Place::Alone),
            (pane.width / 2, Place::Alone),
        ];
        let mut smallest: Option<Board> = None;
        for (width, place) in tries {
            let board = Board::draw(&bare, colour, width, place);
            if board.fits(pane) {
                return board;
            }
            if smallest
                .as_ref()
                .is_none_or(|other| board.size.height < other.size.height)
            {
                smallest = Some(board);
            }
        }
        let mut board =
            smallest.unwrap_or_else(|| Board::draw(&bare, colour, pane.width, Place::Alone));
        board.place = Place::Nowhere;
        board
    }

    fn draw(scene: &Scene, colour: bool, width: u16, place: Place) -> Board {
        let width = usize::from(width);
        let text = styled(&ludarium_draw::terminal(
            scene,
            &TerminalStyle { colour, width },
        ));
        let size = Size::new(
            text.width().min(u16::MAX.into()) as u16,
            text.height().min(u16::MAX.into()) as u16,
        );
        Board { text, place, size }
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
