//! Paints cells, lines and signs onto characters.

use ludarium_game::{Cell, Hue, Point, Scene, Tone};

use super::fit::{CharacterGrid, contains};
use super::signs::Sign;
use crate::theme::{Colour, Swatch, Theme};

/// Tones that both white and black symbols stand out from.
const LIGHT: Colour = Colour::hex(0xaf875f);
const MIDDLE: Colour = Colour::hex(0x87875f);
const DARK: Colour = Colour::hex(0x875f5f);
/// The cells of the last move, of any owner: both white and black symbols stand out from it.
const LAST: Colour = Colour::hex(0xd78700);
/// Seams over the cells.
const SEAM: Colour = Colour::hex(0x303030);

/// Colours and weight of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CharacterLook {
    pub ink: Option<Colour>,
    pub background: Option<Colour>,
    pub bold: bool,
}

impl CharacterLook {
    pub const PLAIN: CharacterLook = CharacterLook { ink: None, background: None, bold: false };

    pub fn ink(ink: Colour) -> CharacterLook {
        CharacterLook { ink: Some(ink), bold: true, ..CharacterLook::PLAIN }
    }

    pub fn chip(ink: Colour, background: Colour) -> CharacterLook {
        CharacterLook { background: Some(background), ..CharacterLook::ink(ink) }
    }

    /// The escape code that switches to this look.
    pub fn escape(&self) -> String {
        let mut code = "\u{1b}[0".to_owned();
        if self.bold {
            code += ";1";
        }
        if let Some(ink) = self.ink {
            code += &format!(";38;5;{}", indexed(ink));
        }
        if let Some(background) = self.background {
            code += &format!(";48;5;{}", indexed(background));
        }
        code + "m"
    }
}

/// The nearest of the 256 colours that terminals agree on: a cube of 6 × 6 × 6 and 24 greys.
pub(super) fn indexed(colour: Colour) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |c: Colour| {
        let part = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        part(c.r, colour.r) + part(c.g, colour.g) + part(c.b, colour.b)
    };
    let cube = (0..216u8).map(|n| {
        let level = |n: u8| LEVELS[usize::from(n % 6)];
        let (r, g, b) = (level(n / 36), level(n / 6), level(n));
        (16 + n, Colour { r, g, b })
    });
    let greys = (0..24u8).map(|n| {
        let grey = 8 + 10 * n;
        (232 + n, Colour { r: grey, g: grey, b: grey })
    });
    cube.chain(greys).min_by_key(|(_, c)| distance(*c)).map_or(16, |(index, _)| index)
}

/// A character with its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    pub symbol: char,
    pub look: CharacterLook,
}

impl Glyph {
    pub const BLANK: Glyph = Glyph { symbol: ' ', look: CharacterLook::PLAIN };

    /// The characters of a text, all with one look.
    pub fn text(text: &str, look: CharacterLook) -> impl Iterator<Item = Glyph> {
        text.chars().map(move |symbol| Glyph { symbol, look })
    }
}

/// The characters of a board.
pub(super) struct TextCanvas<'a> {
    scene: &'a Scene,
    grid: &'a CharacterGrid,
    /// The least and greatest corner of each cell, to skip cells far from a point.
    bounds: Vec<(Point, Point)>,
    /// The names of the cells of the last move.
    last: &'a [String],
    glyphs: Vec<Glyph>,
}

impl<'a> TextCanvas<'a> {
    /// Paints the whole board.
    pub fn paint(
        scene: &'a Scene,
        signs: &[Sign],
        grid: &'a CharacterGrid,
        colour: bool,
        last: &'a [String],
    ) -> TextCanvas<'a> {
        let mut canvas = TextCanvas {
            scene,
            grid,
            bounds: scene.cells.iter().map(bounds).collect(),
            last,
            glyphs: vec![Glyph::BLANK; grid.columns * grid.rows],
        };
        if colour {
            canvas.fill_cells();
        } else {
            if grid.map {
                canvas.borders();
            }
            canvas.neutral_lines();
        }
        for sign in signs {
            canvas.sign(sign, colour);
        }
        canvas
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> Vec<Vec<Glyph>> {
        self.glyphs.chunks(self.grid.columns.max(1)).map(<[Glyph]>::to_vec).collect()
    }

    fn cell_at(&self, p: Point) -> Option<usize> {
        // With a tolerance: points are moved off the sides of cells before they are tested.
        let near = |(from, to): &(Point, Point)| {
            let slack = 0.01;
            (from.x - slack..=to.x + slack).contains(&p.x)
                && (from.y - slack..=to.y + slack).contains(&p.y)
        };
        self.scene
            .cells
            .iter()
            .zip(&self.bounds)
            .position(|(cell, bounds)| near(bounds) && contains(cell, p))
    }

    /// The cell that fills most of the neighbourhood of a spot. Maps are made of tiles
    /// about a unit wide: looking that far smooths their jagged borders.
    fn most_of(&self, column: usize, row: usize) -> Option<usize> {
        let middle = self.grid.point(column as f32, row as f32);
        let mut votes: Vec<(Option<usize>, usize)> = Vec::new();
        for across in 0..12 {
            for down in 0..3 {
                let cell = self.cell_at(Point::new(
                    middle.x + (across as f32 - 5.5) / 12.0,
                    middle.y + (down as f32 - 1.0) / 5.0,
                ));
                match votes.iter_mut().find(|(voted, _)| *voted == cell) {
                    Some((_, count)) => *count += 1,
                    None => votes.push((cell, 1)),
                }
            }
        }
        let most = votes.iter().max_by_key(|(_, count)| *count);
        most.and_then(|(cell, _)| *cell)
    }

    fn colour(&self, cell: usize) -> Colour {
        if self.last.contains(&self.scene.cells[cell].name) {
            return LAST;
        }
        match self.scene.cells[cell].tone {
            Tone::Light => LIGHT,
            Tone::Middle => MIDDLE,
            Tone::Dark => DARK,
            Tone::Owned(seat) => match self.scene.seats.get(seat.index()) {
                Some(style) => owned(style.hue),
                None => MIDDLE,
            },
        }
    }

    /// The colour between cells of the same colour.
    fn border(&self, cell: usize) -> Colour {
        match self.scene.cells[cell].tone {
            Tone::Light | Tone::Middle => DARK,
            Tone::Dark => LIGHT,
            Tone::Owned(_) => self.colour(cell).mix(SEAM, 0.6),
        }
    }

    /// Fills the cells with colour. Each character shows two spots, one above the other.
    fn fill_cells(&mut self) {
        let (columns, halves) = (self.grid.columns, self.grid.rows * 2);
        let mut cells = Vec::with_capacity(columns * halves);
        for half in 0..halves {
            for column in 0..columns {
                let row = half as f32 / 2.0 - 0.25;
                cells.push(self.cell_at(self.grid.point(column as f32, row)));
            }
        }
        let mut colours: Vec<Option<Colour>> = cells
            .iter()
            .enumerate()
            .map(|(at, cell)| {
                let cell = (*cell)?;
                let colour = self.colour(cell);
                let left = (at % columns > 0).then(|| cells[at - 1]).flatten();
                let above = at.checked_sub(columns).and_then(|above| cells[above]);
                let hidden = |other: Option<usize>| {
                    other.is_some_and(|other| other != cell && self.colour(other) == colour)
                };
                Some(if hidden(left) || hidden(above) { self.border(cell) } else { colour })
            })
            .collect();
        self.lines(&mut colours);
        for row in 0..self.grid.rows {
            for column in 0..columns {
                let above = colours[2 * row * columns + column];
                let below = colours[(2 * row + 1) * columns + column];
                self.glyphs[row * columns + column] = two_spots(above, below);
            }
        }
    }

    /// Draws the scene's lines onto spots of half a character.
    fn lines(&self, colours: &mut [Option<Colour>]) {
        for line in &self.scene.lines {
            let seat = line.owner.and_then(|owner| self.scene.seats.get(owner.index()));
            for pair in line.points.windows(2) {
                for (column, row) in self.along(pair[0], pair[1]) {
                    let half = (row * 2.0 + 0.5).round();
                    if let Some(spot) = self.half(column.round(), half)
                        && let Some(spot) = colours.get_mut(spot)
                    {
                        *spot = match seat {
                            Some(seat) => Some(Swatch::of(seat.hue).fill),
                            None => Some(SEAM),
                        };
                    }
                }
            }
        }
    }

    /// The place of half a character in a list of all halves.
    fn half(&self, column: f32, half: f32) -> Option<usize> {
        let within = (0.0..self.grid.columns as f32).contains(&column) && half >= 0.0;
        within.then(|| half as usize * self.grid.columns + column as usize)
    }

    /// Spots on the way from a point to another, close enough to leave no gap.
    fn along(&self, a: Point, b: Point) -> Vec<(f32, f32)> {
        let ((x, y), (to_x, to_y)) = (self.grid.spot(a), self.grid.spot(b));
        let length = (to_x - x).abs().max((to_y - y).abs() * 2.0);
        let count = length.clamp(1.0, 4000.0).ceil() as usize;
        (0..=count)
            .map(|k| {
                let part = k as f32 / count as f32;
                (x + (to_x - x) * part, y + (to_y - y) * part)
            })
            .collect()
    }

    /// Without colours, draws where one cell ends and another begins.
    fn borders(&mut self) {
        let (columns, rows) = (self.grid.columns, self.grid.rows);
        let cells: Vec<Option<usize>> =
            (0..columns * rows).map(|at| self.most_of(at % columns, at / columns)).collect();
        for at in 0..cells.len() {
            let right = cells.get(at + 1).filter(|_| (at + 1) % columns > 0);
            let below = cells.get(at + columns);
            let differs = |other: Option<&Option<usize>>| other.is_some_and(|c| *c != cells[at]);
            if differs(right) {
                self.glyphs[at].symbol = '|';
            } else if differs(below) {
                self.glyphs[at].symbol = '_';
            }
        }
    }

    /// Without colours, draws neutral lines between the cells as dots.
    fn neutral_lines(&mut self) {
        for line in self.scene.lines.iter().filter(|line| line.owner.is_none()) {
            for pair in line.points.windows(2) {
                let spots = self.along(pair[0], pair[1]);
                // The ends touch a cell or a border.
                for (column, row) in &spots[1..spots.len().saturating_sub(1).max(1)] {
                    let (column, row) = (column.round(), row.round());
                    if self.cell_at(self.grid.point(column, row)).is_none() {
                        self.set(column as i32, row as i32, ':', CharacterLook::PLAIN);
                    }
                }
            }
        }
    }

    fn sign(&mut self, sign: &Sign, colour: bool) {
        for (index, (text, look)) in sign.lines.iter().enumerate() {
            let (column, row) = self.grid.line(sign, index);
            let look = match sign.cell.filter(|_| colour) {
                Some(cell) => {
                    let background = self.colour(cell);
                    CharacterLook {
                        ink: look.ink.or(Some(Theme::Light.palette().label(background))),
                        background: look.background.or(Some(background)),
                        ..*look
                    }
                }
                None => *look,
            };
            // The sign of an empty coloured cell is blank: the background stays as it is painted.
            if colour && text.trim().is_empty() {
                continue;
            }
            let length = text.chars().count() as i32;
            if self.grid.map {
                // A blank between the text and the lines of the map.
                self.set(column - 1, row, ' ', look);
                self.set(column + length, row, ' ', look);
            }
            for (offset, symbol) in (0..length).zip(text.chars()) {
                self.set(column + offset, row, symbol, look);
            }
        }
    }

    fn set(&mut self, column: i32, row: i32, symbol: char, look: CharacterLook) {
        if let Some(glyph) = self.grid.index(column, row).and_then(|at| self.glyphs.get_mut(at)) {
            *glyph = Glyph { symbol, look };
        }
    }
}

/// The background of a seat's place: paler than in SVG, since similar colours become equal among the 256.
fn owned(hue: Hue) -> Colour {
    Swatch::of(hue).fill.mix(Colour::hex(0xffffff), 0.65)
}

fn bounds(cell: &Cell) -> (Point, Point) {
    let corners = || cell.outline.iter().flatten();
    let least = |value: fn(&Point) -> f32| corners().map(value).fold(f32::INFINITY, f32::min);
    let most = |value: fn(&Point) -> f32| corners().map(value).fold(f32::NEG_INFINITY, f32::max);
    let from = Point::new(least(|p| p.x), least(|p| p.y));
    let to = Point::new(most(|p| p.x), most(|p| p.y));
    (from, to)
}

/// One character that shows a colour in its upper and one in its lower half.
fn two_spots(above: Option<Colour>, below: Option<Colour>) -> Glyph {
    let (symbol, ink, background) = match (above, below) {
        (None, None) => (' ', None, None),
        (Some(above), Some(below)) if above == below => (' ', None, Some(above)),
        (Some(above), below) => ('▀', Some(above), below),
        (None, Some(below)) => ('▄', Some(below), None),
    };
    let look = CharacterLook { ink, background, bold: false };
    Glyph { symbol, look }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_256_colours_is_found() {
        let found = [0x000000, 0xffffff, 0xff0000, 0x5f87af, 0x080808, 0x767676];
        assert_eq!(found.map(|c| indexed(Colour::hex(c))), [16, 231, 196, 67, 232, 243]);
    }

    #[test]
    fn seats_keep_different_colours_among_the_256() {
        let fills = Vec::from_iter(Hue::ALL.iter().map(|hue| indexed(Swatch::of(*hue).fill)));
        let backgrounds = Vec::from_iter(Hue::ALL.iter().map(|hue| indexed(owned(*hue))));
        for (index, hue) in Hue::ALL.iter().enumerate() {
            assert!(!fills[..index].contains(&fills[index]), "{hue:?}");
            assert!(!backgrounds[..index].contains(&backgrounds[index]), "{hue:?}");
            // White is written in white, without a patch of its own.
            assert!(*hue == Hue::White || fills[index] != backgrounds[index], "{hue:?}");
        }
    }

    #[test]
    fn white_and_black_symbols_stand_out_from_all_squares() {
        for background in [LIGHT, MIDDLE, DARK] {
            for ink in [Colour::hex(0), Colour::hex(0xffffff)] {
                let contrast = ink.contrast(background);
                assert!(contrast >= 3.0, "{ink} on {background}: {contrast}");
            }
        }
    }
}
