//! Draws a [`Scene`] as SVG, as PNG and in the terminal, and a game as GIF, without knowing any game.
//! [`chart`] draws the figures of reports.
//!
//! SVG and PNG use the same steps: [`Scene`] → layout → display list → file, so that both show the
//! same picture. The terminal draws the scene on its own, in characters.
//!
//! ```
//! use ludarium_draw::{Style, TerminalStyle, svg, terminal};
//! use ludarium_game::{Point, Scene};
//!
//! let scene = Scene {
//!     width: 2.0,
//!     height: 1.0,
//!     rim: vec![(Point { x: 1.0, y: 0.5 }, "a board without cells".to_owned())],
//!     ..Scene::default()
//! };
//! assert!(svg(&scene, &Style::default()).starts_with("<svg"));
//! let plain = TerminalStyle { colour: false, width: 80 };
//! assert_eq!(terminal(&scene, &plain), "a board without cells\n");
//! ```

mod captions;
pub mod chart;
mod error;
mod film;
mod font;
mod layout;
mod outline;
mod path;
mod picture;
mod png;
mod shapes;
mod svg;
mod terminal;
pub mod theme;
mod typeface;

use ludarium_game::Scene;

pub use error::{Error, Result};
pub use film::{Telling, film, still, told};
pub use outline::{Ink, Outline, Part, outline};
pub use terminal::TerminalStyle;
pub use theme::Theme;
pub use typeface::{TYPEFACE, font_face};

/// How a picture looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Light or dark.
    pub theme: Theme,
    /// Whether coordinates on the rim and names of cells are written.
    pub coordinates: bool,
    /// Whether the captions stand beside the board.
    pub captions: bool,
    /// The cells of the last move, by name (as [`ludarium_game::Tabletop::clicks`] gives them); names that the scene does
    /// not have are ignored.
    pub last: Vec<String>,
}

impl Default for Style {
    /// Light, with everything written and nothing highlighted.
    fn default() -> Style {
        Style { theme: Theme::Light, coordinates: true, captions: true, last: Vec::new() }
    }
}

/// The scene as an SVG document.
pub fn svg(scene: &Scene, style: &Style) -> String {
    svg::write(&layout::picture(scene, style))
}

/// The scene as a PNG file, `width` pixels wide; the height follows.
pub fn png(scene: &Scene, style: &Style, width: u32) -> Result<Vec<u8>> {
    png::encode(&layout::picture(scene, style), width)
}

/// The scene as text for a terminal or a pipe; every line ends with a line break.
pub fn terminal(scene: &Scene, style: &TerminalStyle) -> String {
    terminal::draw(scene, style)
}

/// The same with the last move marked (where there are colours), in at most `rows` rows if that can be. A board that is too
/// high is set more tightly, with its shape less true.
pub fn terminal_in(scene: &Scene, style: &TerminalStyle, last: &[String], rows: usize) -> String {
    terminal::draw_in(scene, style, last, rows)
}
