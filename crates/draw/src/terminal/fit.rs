//! Finds the scale: columns and rows for one unit of the scene, so that no texts touch.

use std::ops::RangeInclusive;

use ludarium_game::{Cell, Point, Scene};

use super::TerminalStyle;
use super::signs::Sign;

/// No board may have more columns or rows, whatever its scene says.
const LARGEST: f32 = 400.0;

/// Columns for a row: a character is about twice as high as wide. Plain text may be set more tightly, and where room is short
/// boards may be flat.
const SHAPED: RangeInclusive<f32> = 1.7..=2.6;
const PLAIN: RangeInclusive<f32> = 1.6..=3.5;
const COMPACT: RangeInclusive<f32> = 1.6..=7.0;

/// How the plane of the scene lies on columns and rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CharacterGrid {
    /// The point in the middle of column 0, row 0.
    origin: Point,
    /// Columns and rows for one unit.
    across: f32,
    down: f32,
    pub columns: usize,
    pub rows: usize,
    /// Free columns on each side, for texts that reach beyond the board.
    margin: usize,
    /// Whether borders between cells are drawn although there are no colours.
    pub map: bool,
}

/// What a scale has to satisfy; tried from strict to lenient.
struct RoomDemand {
    /// Least columns for one unit, so that outlines keep their shape.
    across: f32,
    /// Whether a cell's text must lie within its outline, and with how much space around it.
    inside: Option<i32>,
    width: usize,
}

/// Where the things of a scene lie, independent of scale.
struct Extent {
    from: Point,
    to: Point,
    /// The middle of the first cell: cells that are spaced evenly come out evenly.
    anchor: Point,
    /// The usual distance of columns and rows of cells, where there is one.
    step: (Option<f32>, Option<f32>),
    /// Characters of the longest line, and lines of the highest block.
    text: (usize, usize),
}

impl CharacterGrid {
    /// The smallest good grid; `None` where there is nothing to draw.
    pub fn fit(scene: &Scene, signs: &[Sign], style: &TerminalStyle) -> Option<CharacterGrid> {
        let mut extent = Extent::of(scene, signs)?;
        let map = !style.colour && scene.cells.iter().any(is_irregular);
        if map {
            extent.widen(0.5);
        }
        let shaped = style.colour || map;
        let least: &[f32] = if shaped { &[4.0, 3.0, 2.0, 0.0] } else { &[0.0] };
        let inside: &[Option<i32>] = if shaped { &[Some(1), Some(0), None] } else { &[None] };
        let mut demands = Vec::new();
        for width in [style.width, LARGEST as usize] {
            for &inside in inside {
                demands.extend(least.iter().map(|&across| RoomDemand { across, inside, width }));
            }
        }
        // A text is centred in a square if both have an odd or both an even number of columns.
        let parity = |count: usize| {
            !shaped
                || extent.step.0.is_none_or(|step| step < 0.75)
                || extent.text.0 % 2 == count % 2
        };
        let shape = if shaped { &SHAPED } else { &PLAIN };
        let scales = extent.scales(shape, parity);
        let grids = || scales.iter().map(|&(across, down)| extent.grid(across, down, map));
        demands
            .iter()
            .find_map(|demand| grids().find(|grid| grid.meets(demand, scene, signs)))
            // Cells on top of each other cannot be told apart at any scale.
            .or_else(|| grids().next())
    }

    /// The lowest grid in which no texts touch, in at most `width` columns; `None` where there is none.
    pub fn compact(scene: &Scene, signs: &[Sign], width: usize) -> Option<CharacterGrid> {
        let extent = Extent::of(scene, signs)?;
        let mut scales = extent.scales(&COMPACT, |_| true);
        scales.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
        let grids = scales.iter().map(|&(across, down)| extent.grid(across, down, false));
        let demand = RoomDemand { across: 0.0, inside: None, width };
        let mut fitting = grids.filter(|grid| grid.meets(&demand, scene, signs));
        fitting.next()
    }

    /// Column and row of a point; may lie outside the grid, but not farther than an `i32` can hold.
    pub fn spot(&self, p: Point) -> (f32, f32) {
        const FAR: f32 = 1e6;
        (
            ((p.x - self.origin.x) * self.across).clamp(-FAR, FAR),
            ((p.y - self.origin.y) * self.down).clamp(-FAR, FAR),
        )
    }

    /// The point in the middle of a column and row, which may be fractions.
    pub fn point(&self, column: f32, row: f32) -> Point {
        Point::new(self.origin.x + column / self.across, self.origin.y + row / self.down)
    }

    /// Column and row of the first character of a sign's line.
    pub fn line(&self, sign: &Sign, index: usize) -> (i32, i32) {
        let (column, row) = self.spot(sign.at);
        // All halves are rounded to the same side, despite small errors.
        let (column, row) = (column + 0.01, row + 0.01);
        let length = sign.lines.get(index).map_or(0, |(text, _)| text.chars().count());
        let above = (sign.lines.len() as i32 - 1) / 2;
        (
            (column - (length as f32 - 1.0) / 2.0).round() as i32,
            row.round() as i32 - above + index as i32,
        )
    }

    fn meets(&self, demand: &RoomDemand, scene: &Scene, signs: &[Sign]) -> bool {
        self.across >= demand.across
            && self.breadth(signs) <= demand.width
            && self.texts_do_not_touch(signs)
            && demand.inside.is_none_or(|margin| self.texts_lie_inside(scene, signs, margin))
    }

    /// The columns that are really used: the board, and texts that reach beyond it.
    fn breadth(&self, signs: &[Sign]) -> usize {
        let mut left = self.margin as i32;
        let mut right = self.columns as i32 - left;
        for sign in signs {
            for (index, (text, _)) in sign.lines.iter().enumerate() {
                let (column, _) = self.line(sign, index);
                left = left.min(column);
                right = right.max(column + text.chars().count() as i32);
            }
        }
        (right - left).max(0) as usize
    }

    /// Between two texts on a row there is a blank; above and below blocks of several lines too.
    fn texts_do_not_touch(&self, signs: &[Sign]) -> bool {
        let mut taken = vec![0usize; self.columns * self.rows];
        for (number, sign) in signs.iter().enumerate() {
            let margin = i32::from(sign.lines.len() > 1);
            for (index, (text, _)) in sign.lines.iter().enumerate() {
                let (column, row) = self.line(sign, index);
                let length = text.chars().count() as i32;
                for y in row - margin..=row + margin {
                    for x in column.max(0)..=(column + length).min(self.columns as i32) {
                        let Some(at) = self.index(x, y) else { continue };
                        if taken[at] != 0 && taken[at] != number + 1 {
                            return false;
                        }
                        if y == row {
                            taken[at] = number + 1;
                        }
                    }
                }
            }
        }
        true
    }

    /// `margin`: that many blanks on either side, and rows below where a map has its border.
    fn texts_lie_inside(&self, scene: &Scene, signs: &[Sign], margin: i32) -> bool {
        signs.iter().all(|sign| {
            let Some(cell) = sign.cell.and_then(|cell| scene.cells.get(cell)) else {
                return true;
            };
            sign.lines.iter().enumerate().all(|(index, (text, _))| {
                let (column, row) = self.line(sign, index);
                let length = text.chars().count() as i32;
                let mut rows = row..=row + if self.map { margin } else { 0 };
                rows.all(|y| {
                    (column - margin..column + length + margin)
                        .all(|x| contains(cell, self.point(x as f32, y as f32)))
                })
            })
        })
    }

    /// The index of a column and row in a list of all spots.
    pub fn index(&self, column: i32, row: i32) -> Option<usize> {
        let (x, y) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (x < self.columns && y < self.rows).then(|| y * self.columns + x)
    }
}

impl Extent {
    fn of(scene: &Scene, signs: &[Sign]) -> Option<Extent> {
        let corners = scene.cells.iter().flat_map(|cell| cell.outline.iter().flatten());
        let points = || {
            corners
                .clone()
                .copied()
                .chain(signs.iter().map(|sign| sign.at))
                .filter(|p| p.x.is_finite() && p.y.is_finite())
        };
        let first = points().next()?;
        let (mut from, mut to) = (first, first);
        for p in points() {
            from = Point::new(from.x.min(p.x), from.y.min(p.y));
            to = Point::new(to.x.max(p.x), to.y.max(p.y));
        }
        let centres = || signs.iter().filter(|sign| sign.cell.is_some()).map(|sign| sign.at);
        let anchor = centres().next().unwrap_or(first);
        let lengths =
            signs.iter().flat_map(|sign| &sign.lines).map(|(text, _)| text.chars().count());
        Some(Extent {
            from,
            to,
            anchor,
            step: (step(centres().map(|p| p.x)), step(centres().map(|p| p.y))),
            text: (
                lengths.max().unwrap_or(0),
                signs.iter().map(|sign| sign.lines.len()).max().unwrap_or(0),
            ),
        })
    }

    /// Adds free space on all sides.
    fn widen(&mut self, by: f32) {
        self.from = Point::new(self.from.x - by, self.from.y - by);
        self.to = Point::new(self.to.x + by, self.to.y + by);
    }

    /// All scales worth trying, the smallest board first.
    fn scales(
        &self,
        shape: &RangeInclusive<f32>,
        parity: impl Fn(usize) -> bool,
    ) -> Vec<(f32, f32)> {
        let (width, height) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let across = multiples(self.step.0, width, parity);
        let down = multiples(self.step.1, height, |_| true);
        let mut scales: Vec<(f32, f32)> = across
            .iter()
            .flat_map(|&across| down.iter().map(move |&down| (across, down)))
            .filter(|(across, down)| shape.contains(&(across / down)))
            .collect();
        scales.sort_by(|a, b| (a.0 * a.1).total_cmp(&(b.0 * b.1)).then(a.0.total_cmp(&b.0)));
        if scales.is_empty() {
            // A scene that is far too long or too high: shrink it to what can be shown.
            let fitting = |length: f32| (LARGEST / 2.0 / length.max(1.0)).min(4.0);
            scales.push((fitting(width), fitting(height)));
        }
        scales
    }

    fn grid(&self, across: f32, down: f32, map: bool) -> CharacterGrid {
        let most = LARGEST as usize;
        let (beside, above) = (self.text.0.min(most) / 2 + 1, self.text.1.min(most) / 2 + 1);
        // The anchor comes to lie in the middle of a character.
        let first = |anchor: f32, from: f32, scale: f32, margin: usize| {
            anchor - (((anchor - from) * scale).ceil() + margin as f32) / scale
        };
        let origin = Point::new(
            first(self.anchor.x, self.from.x, across, beside),
            first(self.anchor.y, self.from.y, down, above),
        );
        let count = |length: f32, margin: usize| {
            length.ceil().clamp(0.0, 2.0 * LARGEST) as usize + 1 + margin
        };
        CharacterGrid {
            origin,
            across,
            down,
            columns: count((self.to.x - origin.x) * across, beside),
            rows: count((self.to.y - origin.y) * down, above),
            margin: beside,
            map,
        }
    }
}

/// The smallest distance between different values, if it is no smaller than a part of a cell.
fn step(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .filter(|gap| *gap > 0.01)
        .min_by(f32::total_cmp)
        .filter(|gap| *gap >= 0.3)
}

/// Scales at which `step` takes a whole number of characters, or a ladder of scales without it.
fn multiples(step: Option<f32>, length: f32, wanted: impl Fn(usize) -> bool) -> Vec<f32> {
    (1..=64)
        .filter(|count| step.is_none() || wanted(*count))
        .map(|count| count as f32 / step.unwrap_or(4.0))
        .take_while(|scale| scale * length <= LARGEST && *scale <= 16.0)
        .collect()
}

/// Squares, hexes and similar cells are told apart by spacing; an area of a map needs a border.
fn is_irregular(cell: &Cell) -> bool {
    cell.outline.len() > 1 || cell.outline.iter().any(|ring| ring.len() > 8)
}

/// Whether a point lies in a cell (even-odd rule).
pub(super) fn contains(cell: &Cell, p: Point) -> bool {
    // Spots often lie exactly on a side, where rounding errors would give them to no cell.
    let p = Point::new(p.x + 0.0031, p.y + 0.0017);
    let mut inside = false;
    for ring in &cell.outline {
        for (index, a) in ring.iter().enumerate() {
            let b = ring[(index + 1) % ring.len()];
            if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
                inside = !inside;
            }
        }
    }
    inside
}
