//! What shows data: markers, intervals, textures, reference marks.

use ludarium_game::Point;

use super::ChartValue;
use super::canvas::{Area, ChartCanvas, Paint};
use super::ink::ChartInk;
use super::span::Span;
use crate::path::Path;

/// Half the size of a marker.
const RADIUS: f32 = 4.0;
/// Half the size of a reference mark: a marker of the same value fits inside.
const DIAMOND: f32 = 6.5;
/// Half the width of an interval's end.
const CAP: f32 = 3.5;

/// Patterns of lines, one after another; with eight colours and seven markers in their own turn
/// the first 280 series all differ.
const DASHES: [&str; 5] = ["", "7 4", "2 4", "10 4 2 4", "14 5"];

/// The dashes of a series.
pub(super) fn dashes(series: usize) -> &'static str {
    DASHES[series % DASHES.len()]
}

/// Draws the marker of a series.
pub(super) fn marker(canvas: &mut ChartCanvas, series: usize, at: (f32, f32)) {
    let r = RADIUS;
    let corners: &[(f32, f32)] = match series % 7 {
        0 => &[],
        1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        2 => &[(0.0, -1.2), (1.15, 0.9), (-1.15, 0.9)],
        3 => &[
            (-1.15, -0.65),
            (-0.65, -1.15),
            (0.0, -0.5),
            (0.65, -1.15),
            (1.15, -0.65),
            (0.5, 0.0),
            (1.15, 0.65),
            (0.65, 1.15),
            (0.0, 0.5),
            (-0.65, 1.15),
            (-1.15, 0.65),
            (-0.5, 0.0),
        ],
        4 => &[(0.0, 1.2), (1.15, -0.9), (-1.15, -0.9)],
        5 => &[
            (-0.4, -1.25),
            (0.4, -1.25),
            (0.4, -0.4),
            (1.25, -0.4),
            (1.25, 0.4),
            (0.4, 0.4),
            (0.4, 1.25),
            (-0.4, 1.25),
            (-0.4, 0.4),
            (-1.25, 0.4),
            (-1.25, -0.4),
            (-0.4, -0.4),
        ],
        _ => &[(-1.2, 0.0), (-0.6, -1.05), (0.6, -1.05), (1.2, 0.0), (0.6, 1.05), (-0.6, 1.05)],
    };
    let mut path = Path::default();
    if corners.is_empty() {
        path.ellipse(Point { x: at.0, y: at.1 }, r, r);
    } else {
        path.ring(&around(at, r, corners));
    }
    let paint = Paint::fill(ChartInk::Series(series)).outlined(ChartInk::Page, 0.8);
    canvas.path(&path, paint);
}

fn around(at: (f32, f32), radius: f32, corners: &[(f32, f32)]) -> Vec<Point> {
    let place = |&(x, y): &(f32, f32)| Point::new(at.0 + x * radius, at.1 + y * radius);
    corners.iter().map(place).collect()
}

/// Draws a hollow diamond: a figure from elsewhere. `solid` fills it with the colour of the page, where it
/// is on a bar of its own colour.
pub(super) fn diamond(canvas: &mut ChartCanvas, ink: ChartInk, at: (f32, f32), solid: bool) {
    let mut path = Path::default();
    let corners = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
    path.ring(&around(at, DIAMOND, &corners));
    if solid {
        canvas.path(&path, Paint::fill(ChartInk::Page).outlined(ChartInk::Page, 4.0));
    }
    canvas.path(&path, Paint::line(ink, 1.6));
}

/// Which way values run on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// From left to right.
    Right,
    /// From the bottom upwards.
    Up,
}

/// Where values stand: a range laid along one side of an area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruler {
    pub span: Span,
    pub way: Way,
    pub area: Area,
    /// Space left free at both ends.
    pub inset: f32,
}

impl Ruler {
    /// The place of a value along the ruler.
    pub fn along(&self, value: f64) -> f32 {
        let part = self.span.part(value) as f32;
        match self.way {
            Way::Right => self.area.left + self.inset + part * (self.area.width - 2.0 * self.inset),
            Way::Up => {
                self.area.bottom() - self.inset - part * (self.area.height - 2.0 * self.inset)
            }
        }
    }

    /// The point of a value, `across` the ruler.
    pub fn point(&self, value: f64, across: f32) -> (f32, f32) {
        self.turned(self.along(value), across)
    }

    fn turned(&self, along: f32, across: f32) -> (f32, f32) {
        match self.way {
            Way::Right => (along, across),
            Way::Up => (across, along),
        }
    }

    /// Draws the interval of a reading. An end that has no place becomes an arrow at the edge.
    pub fn interval(
        &self,
        canvas: &mut ChartCanvas,
        reading: ChartValue,
        across: f32,
        ink: ChartInk,
    ) {
        if let Some(path) = self.interval_path(reading, across) {
            canvas.path(&path, Paint::line(ink, 1.4));
        }
    }

    /// The same with an edge in the colour of the page, for an interval on a bar.
    pub fn interval_on_bar(&self, canvas: &mut ChartCanvas, reading: ChartValue, across: f32) {
        if let Some(path) = self.interval_path(reading, across) {
            canvas.path(&path, Paint::line(ChartInk::Page, 4.0).faded(0.75));
        }
        self.interval(canvas, reading, across, ChartInk::Text);
    }

    fn interval_path(&self, reading: ChartValue, across: f32) -> Option<Path> {
        let (low, high) = reading.ends()?;
        let mut path = Path::default();
        let mut stroke = |points: &[(f32, f32)]| {
            let points: Vec<Point> = points
                .iter()
                .map(|&(along, across)| self.turned(along, across))
                .map(|(x, y)| Point { x, y })
                .collect();
            path.stroke(&points);
        };
        let ends = [low, high].map(|end| self.along(end));
        stroke(&[(ends[0], across), (ends[1], across)]);
        // Away from the middle of the bar, where its arrow points.
        let outwards = if self.way == Way::Right { 1.0 } else { -1.0 };
        for (end, value, sign) in [(ends[0], low, -outwards), (ends[1], high, outwards)] {
            let back = if self.span.holds(value) { 0.0 } else { CAP * sign };
            let side = [across - CAP, across + CAP];
            stroke(&[(end - back, side[0]), (end, across), (end - back, side[1])]);
        }
        Some(path)
    }
}

/// Lines across an area, in the texture of a series; the first series is plain.
pub(super) fn texture(canvas: &mut ChartCanvas, series: usize, area: Area, ink: ChartInk) {
    let (rising, falling, level) = match series % 5 {
        0 => (false, false, false),
        1 => (true, false, false),
        2 => (false, true, false),
        3 => (false, false, true),
        _ => (true, true, false),
    };
    let mut path = Path::default();
    const APART: f32 = 7.0;
    if rising || falling {
        let count = ((area.width + area.height) / APART) as usize;
        for index in 1..=count {
            // The line on which the distances from the left and the top add up to `sum`.
            let sum = index as f32 * APART;
            let x = (sum - area.height).max(0.0);
            let (from, to) = ((x, sum - x), (sum.min(area.width), (sum - area.width).max(0.0)));
            for (wanted, mirror) in [(rising, false), (falling, true)] {
                let place = |(x, y): (f32, f32)| {
                    Point::new(area.left + if mirror { area.width - x } else { x }, area.top + y)
                };
                if wanted {
                    path.stroke(&[place(from), place(to)]);
                }
            }
        }
    }
    if level {
        for index in 1..=(area.height / APART) as usize {
            let y = area.top + index as f32 * APART;
            path.stroke(&[area.left, area.right()].map(|x| Point { x, y }));
        }
    }
    if !path.0.is_empty() {
        canvas.path(&path, Paint::line(ink, 1.3).faded(0.6));
    }
}
