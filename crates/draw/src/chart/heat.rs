//! Heat: a matrix whose cells are coloured by their distance from a middle.

use super::Look;
use super::canvas::{Anchor, Area, ChartCanvas, Drawing, EDGE, Paint};
use super::format::{Figures, Format, exponent, power};
use super::header;
use super::ink::ChartInk;
use super::label::{Label, NORMAL, SMALL, width};
use super::marks;
use super::names::{self, Row};
use super::span::placeable;

/// Widest and narrowest cell, and its height.
const WIDEST: f32 = 96.0;
const NARROWEST: f32 = 16.0;
const HEIGHT: (f32, f32) = (18.0, 34.0);
/// Free space between the names of rows and the cells.
const GAP: f32 = 10.0;
/// Smallest text in a cell.
const TINY: f32 = 8.0;

/// A matrix of values, such as the likelihood of superiority of each agent over each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heat {
    /// Title, size and colours.
    pub look: Look,
    /// What the rows are.
    pub rows_title: String,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// What the columns are.
    pub columns_title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows of values; a cell without a value is hatched.
    pub cells: Vec<Vec<Option<f64>>>,
    /// How values are written.
    pub format: Format,
    /// The value without colour: cells below and above it have two different colours.
    pub middle: f64,
    /// The distance from the middle at which colours are strongest; the largest one where none
    /// is given.
    pub reach: Option<f64>,
}

impl Heat {
    pub(super) fn draw(&self) -> Drawing {
        let look = &self.look;
        let mut canvas = ChartCanvas::new(look);
        let top = header::draw(&mut canvas, look, &[]);
        if !self.values().any(|cell| cell.2.is_some()) {
            return canvas.no_data(look, "Heat map", top);
        }
        let scale = self.scale();
        let matrix = self.lay_out(top);
        self.draw_names(&mut canvas, &matrix, top);
        self.draw_cells(&mut canvas, &matrix, &scale);
        let area = matrix.area;
        let bottom = scale.draw(&mut canvas, area.left, area.bottom() + 12.0);
        let right = area
            .right()
            .max(area.left + scale.width())
            .max(matrix.columns.right_end(area.left, matrix.cell.0));
        let size = ((right + EDGE).max(look.width()), bottom);
        canvas.finish(look, "Heat map", &self.description(), size)
    }

    /// Computes where names and cells are placed.
    fn lay_out(&self, top: f32) -> Matrix {
        let width = self.look.width();
        let rows = names::column(&self.rows, width * 0.34, 2);
        let rows_title = Label::fit(&self.rows_title, NORMAL, width * 0.34, 1);
        let left = EDGE + names::widest(&rows).max(rows_title.width()) + GAP;
        let count = self.columns.len() as f32;
        let cell = ((width - left - EDGE) / count).clamp(NARROWEST, WIDEST);
        let columns = Row::fit(&self.columns, cell);
        // Slanted names of the last columns reach beyond the matrix.
        let cell = cell.min(columns.widest_slot(left, width - EDGE)).max(NARROWEST);
        let columns = Row::fit(&self.columns, cell);
        let columns_title = Label::fit(&self.columns_title, NORMAL, width - left - EDGE, 2);
        let above =
            if self.columns_title.trim().is_empty() { 0.0 } else { columns_title.height() + 4.0 };
        let height = (cell * 0.6).clamp(HEIGHT.0, HEIGHT.1).max(names::highest(&rows) + 4.0);
        let area = Area {
            left,
            top: top + above + columns.height() + 8.0,
            width: cell * count,
            height: height * self.rows.len() as f32,
        };
        Matrix { area, cell: (cell, height), rows, rows_title, columns, columns_title }
    }

    fn draw_names(&self, canvas: &mut ChartCanvas, matrix: &Matrix, top: f32) {
        let (area, (w, h)) = (matrix.area, matrix.cell);
        let title = &matrix.columns_title;
        let at = (area.left, top + title.height() / 2.0);
        canvas.label(title, at, Anchor::Start, ChartInk::Muted);
        let side = area.left - GAP;
        let at = (side, area.top - 10.0);
        canvas.label(&matrix.rows_title, at, Anchor::End, ChartInk::Muted);
        let middle = |index: usize| area.left + (index as f32 + 0.5) * w;
        matrix.columns.draw_above(canvas, middle, area.top - 6.0);
        canvas.open("names", "");
        for (index, label) in matrix.rows.iter().enumerate() {
            let at = (side, area.top + (index as f32 + 0.5) * h);
            canvas.label(label, at, Anchor::End, ChartInk::Text);
        }
        canvas.close();
    }

    fn description(&self) -> String {
        format!("Heat map. Rows: {}. Columns: {}.", self.rows.join("; "), self.columns.join("; "))
    }

    /// Row, column and value of each cell of the matrix; values that cannot be placed are `None`.
    fn values(&self) -> impl Iterator<Item = (usize, usize, Option<f64>)> {
        (0..self.rows.len()).flat_map(move |row| {
            (0..self.columns.len()).map(move |column| {
                let value = self.cells.get(row).and_then(|cells| cells.get(column));
                let value = value.copied().flatten().filter(|value| placeable(*value, false));
                (row, column, value)
            })
        })
    }

    fn scale(&self) -> Scale {
        let middle = if placeable(self.middle, false) { self.middle } else { 0.0 };
        let farthest = self
            .values()
            .filter_map(|cell| cell.2)
            .map(|value| (value - middle).abs())
            .fold(0.0, f64::max);
        let reach = match self.reach {
            Some(reach) if reach > 0.0 && placeable(reach, false) => reach,
            _ if farthest > 1e-300 => farthest,
            _ => 1.0,
        };
        let fine = power(exponent(reach.max(farthest) / 30.0));
        let largest = middle.abs() + reach.max(farthest);
        Scale { middle, reach, figures: Figures::new(self.format, fine, largest) }
    }

    fn draw_cells(&self, canvas: &mut ChartCanvas, matrix: &Matrix, scale: &Scale) {
        let (area, (w, h)) = (matrix.area, matrix.cell);
        // A percent sign in every cell is not needed.
        let text = |value: f64| match self.format {
            Format::Percent => scale.figures.bare(value),
            _ => scale.figures.write(value),
        };
        let widest = self
            .values()
            .filter_map(|cell| cell.2)
            .map(|value| width(&text(value), 1.0))
            .fold(0.0, f32::max);
        let size = ((w - 6.0) / widest).min(h * 0.6).min(NORMAL);
        for (row, column, value) in self.values() {
            let name = format!("{} / {}", self.rows[row], self.columns[column]);
            let cell = Area {
                left: area.left + column as f32 * w,
                top: area.top + row as f32 * h,
                width: w - 1.0,
                height: h - 1.0,
            };
            match value {
                Some(value) => {
                    let title = format!("{name}: {}", scale.figures.write(value));
                    canvas.open("cell", &title);
                    scale.paint(canvas, value, cell);
                    if size >= TINY {
                        let at = (cell.left + cell.width / 2.0, cell.top + cell.height / 2.0);
                        canvas.text(&text(value), size, at, Anchor::Middle, ChartInk::Text);
                    }
                }
                None => {
                    canvas.open("missing", &format!("{name}: no value"));
                    marks::texture(canvas, 1, cell, ChartInk::Grid);
                }
            }
            canvas.close();
        }
    }
}

/// Where names and cells are placed.
struct Matrix {
    area: Area,
    /// Width and height of a cell.
    cell: (f32, f32),
    rows: Vec<Label>,
    rows_title: Label,
    columns: Row,
    columns_title: Label,
}

/// How values become colours.
struct Scale {
    middle: f64,
    reach: f64,
    figures: Figures,
}

/// Size of a piece of the key, and how many there are.
const PIECE: (f32, f32) = (20.0, 10.0);
const PIECES: usize = 11;

impl Scale {
    /// Fills a cell: the nearer to the middle, the paler. One colour with an opacity works in
    /// every theme, where a mixed one would not.
    fn paint(&self, canvas: &mut ChartCanvas, value: f64, area: Area) {
        let strength = ((value - self.middle) / self.reach).clamp(-1.0, 1.0) as f32;
        let ink = if strength < 0.0 { ChartInk::Low } else { ChartInk::High };
        canvas.rect(area, Paint::fill(ChartInk::Grid).faded(0.4));
        canvas.rect(area, Paint::fill(ink).faded(strength.abs()));
    }

    fn ends(&self) -> [String; 3] {
        [-1.0, 0.0, 1.0].map(|part| self.figures.write(self.middle + part * self.reach))
    }

    /// The width of the key.
    fn width(&self) -> f32 {
        let [low, _, high] = self.ends();
        PIECES as f32 * PIECE.0 + width(&low, SMALL) + width(&high, SMALL) + 16.0
    }

    /// Draws the key and returns where the chart ends.
    fn draw(&self, canvas: &mut ChartCanvas, left: f32, top: f32) -> f32 {
        let [low, middle, high] = self.ends();
        canvas.open("key", "");
        let y = top + PIECE.1 / 2.0;
        let start = left + width(&low, SMALL) + 8.0;
        canvas.text(&low, SMALL, (left, y), Anchor::Start, ChartInk::Muted);
        for index in 0..PIECES {
            let part = index as f64 / (PIECES as f64 - 1.0) * 2.0 - 1.0;
            let area =
                Area { left: start + index as f32 * PIECE.0, top, width: PIECE.0, height: PIECE.1 };
            self.paint(canvas, self.middle + part * self.reach, area);
        }
        let end = start + PIECES as f32 * PIECE.0;
        canvas.text(&high, SMALL, (end + 8.0, y), Anchor::Start, ChartInk::Muted);
        let below = (start + (end - start) / 2.0, top + PIECE.1 + 10.0);
        canvas.text(&middle, SMALL, below, Anchor::Middle, ChartInk::Muted);
        canvas.close();
        top + PIECE.1 + 18.0 + EDGE
    }
}
