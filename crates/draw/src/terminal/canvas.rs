//! Paints cells, lines and signs onto characters.

use ludarium_game::{Point, Scene, Tone};

use super::fit::{Grid, contains};
use super::signs::Sign;
use crate::theme::{Colour, Swatch, Theme};

/// Tones that both white and black symbols stand out from.
const LIGHT: Colour = Colour::hex(0xaf875f);
const MIDDLE: Colour = Colour::hex(0x87875f);
const DARK: Colour = Colour::hex(0x875f5f);
/// Seams over the cells.
const SEAM: Colour = Colour::hex(0x303030);

/// Colours and weight of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub ink: Option<Colour>,
    pub ground: Option<Colour>,
    pub bold: bool,
}

impl Look {
    pub const PLAIN: Look = Look {
        ink: None,
        ground: None,
        bold: false,
    };

    pub fn ink(ink: Colour) -> Look {
        Look {
            ink: Some(ink),
            bold: true,
            ..Look::PLAIN
        }
    }

    pub fn chip(ink: Colour, ground: Colour) -> Look {
        Look {
            ground: Some(ground),
            ..Look::ink(ink)
        }
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
        if let Some(ground) = self.ground {
            code += &format!(";48;5;{}", indexed(ground));
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
        (
            232 + n,
            Colour {
                r: grey,
                g: grey,
                b: grey,
            },
        )
    });
    cube.chain(greys)
        .min_by_key(|(_, c)| distance(*c))
        .map_or(16, |(index, _)| index)
}

/// A character with its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    pub symbol: char,
    pub look: Look,
}

impl Glyph {
    pub const BLANK: Glyph = Glyph {
        symbol: ' ',
        look: Look::PLAIN,
    };

    /// The characters of a text, all with one look.
    pub fn text(text: &str, look: Look) -> impl Iterator<Item = Glyph> {
        text.chars().map(move |symbol| Glyph { symbol, look })
    }
}

/// The characters of a board.
pub(super) struct Canvas<'a> {
    scene: &'a Scene,
    grid: &'a Grid,
    glyphs: Vec<Glyph>,
}

impl<'a> Canvas<'a> {
    /// Paints the whole board.
    pub fn paint(scene: &'a Scene, signs: &[Sign], grid: &'a Grid, colour: bool) -> Canvas<'a> {
        let mut canvas = Canvas {
            scene,
            grid,
            glyphs: vec![Glyph::BLANK; grid.columns * grid.rows],
        };
        if colour {
            canvas.ground();
        } else {
            if grid.map {
                canvas.borders();
            }
            canvas.ways();
        }
        for sign in signs {
            canvas.sign(sign, colour);
        }
        canvas
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> Vec<Vec<Glyph>> {
        self.glyphs
            .chunks(self.grid.columns.max(1))
            .map(<[Glyph]>::to_vec)
            .collect()
    }

    fn cell_at(&self, p: Point) -> Option<usize> {
        self.scene.cells.iter().position(|cell| contains(cell, p))
    }

    /// The cell that fills most of the neighbourhood of a spot. Maps are pieced together from
    /// tiles about a unit wide: looking that far smooths the teeth of their coasts.
    fn most_of(&self, column: usize, row: usize) -> Option<usize> {
        let middle = self.grid.point(column as f32, row as f32);
        let mut votes: Vec<(Option<usize>, usize)> = Vec::new();
        for across in 0..12 {
            for down in 0..3 {
                let cell = self.cell_at(Point {
                    x: middle.x + (across as f32 - 5.5) / 12.0,
                    y: middle.y + (down as f32 - 1.0) / 5.0,
                });
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
        match self.scene.cells[cell].tone {
            Tone::Light => LIGHT,
            Tone::Middle => MIDDLE,
            Tone::Dark => DARK,
            Tone::Owned(seat) => match self.scene.seats.get(seat.index()) {
                Some(style) => Theme::Light
                    .palette()
                    .cell(Tone::Owned(seat), Some(style.hue)),
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
    fn ground(&mut self) {
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
                Some(if hidden(left) || hidden(above) {
                    self.border(cell)
                } else {
                    colour
                })
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
            let seat = line
                .owner
                .and_then(|owner| self.scene.seats.get(owner.index()));
            for pair in line.points.windows(2) {
                for (column, row) in self.along(pair[0], pair[1]) {
                    let half = (row * 2.0 + 0.5).round();
                    let at = half as i64 * self.grid.columns as i64 + column.round() as i64;
                    let within =
                        column.round() >= 0.0 && (column.round() as usize) < self.grid.columns;
                    let spot = usize::try_from(at).ok().filter(|_| within && half >= 0.0);
                    if let Some(spot) = spot.and_then(|at| colours.get_mut(at)) {
                        *spot = match seat {
                            Some(seat) => Some(Swatch::of(seat.hue).fill),
                            None => Some(SEAM),
                        };
                    }
                }
            }
        }
    }

    /// Spots on the way from a point to another, close enough to leave no gap.
    fn along(&self, a: Point, b: Point) -> Vec<(f32, f32)> {
        let ((x, y), (to_x, to_y)) = (self.grid.spot(a), self.grid.spot(b));
        let length = (to_x - x).abs().max((to_y - y).abs() * 2.0);
        let count = if length.is_finite() {
            length.clamp(1.0, 4000.0).ceil() as usize
        } else {
            1
        };
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
        let cells: Vec<Option<usize>> = (0..columns * rows)
            .map(|at| self.most_of(at % columns, at / columns))
            .collect();
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

    /// Without colours, dots neutral lines that run between the cells.
    fn ways(&mut self) {
        for line in self.scene.lines.iter().filter(|line| line.owner.is_none()) {
            for pair in line.points.windows(2) {
                let spots = self.along(pair[0], pair[1]);
                // The ends touch a cell or a border.
                for (column, row) in &spots[1..spots.len().saturating_sub(1).max(1)] {
                    let (column, row) = (column.round(), row.round());
                    if self.cell_at(self.grid.point(column, row)).is_none() {
                        self.set(column as i32, row as i32, ':', Look::PLAIN);
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
                    let ground = self.colour(cell);
                    Look {
                        ink: look.ink.or(Some(Theme::Light.palette().label(ground))),
                        ground: look.ground.or(Some(ground)),
                        ..*look
                    }
                }
                None => *look,
            };
            // The sign of an empty coloured cell is blank: leave the ground as it is painted.
            if colour && text.trim().is_empty() {
                continue;
            }
            let length = text.chars().count() as i32;
            if self.grid.map {
                // A little air between the text and the lines of the map.
                self.set(column - 1, row, ' ', look);
                self.set(column + length, row, ' ', look);
            }
            for (offset, symbol) in (0..length).zip(text.chars()) {
                self.set(column + offset, row, symbol, look);
            }
        }
    }

    fn set(&mut self, column: i32, row: i32, symbol: char, look: Look) {
        if let Some(glyph) = self
            .grid
            .index(column, row)
            .and_then(|at| self.glyphs.get_mut(at))
        {
            *glyph = Glyph { symbol, look };
        }
    }
}

/// One character that shows a colour in its upper and one in its lower half.
fn two_spots(above: Option<Colour>, below: Option<Colour>) -> Glyph {
    let (symbol, ink, ground) = match (above, below) {
        (None, None) => (' ', None, None),
        (Some(above), Some(below)) if above == below => (' ', None, Some(above)),
        (Some(above), below) => ('▀', Some(above), below),
        (None, Some(below)) => ('▄', Some(below), None),
    };
    let look = Look {
        ink,
        ground,
        bold: false,
    };
    Glyph { symbol, look }
}
