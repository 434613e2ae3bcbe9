//! Names along an axis: in a column on the left, or below the plot, level or slanted.

use super::canvas::{Anchor, ChartCanvas};
use super::ink::ChartInk;
use super::label::{Label, NORMAL, SMALL};

/// How far slanted names rise, in degrees.
pub(super) const ANGLE: f32 = 40.0;
/// Longest slanted name.
const LONGEST: f32 = 200.0;
/// Least distance of slanted names.
const APART: f32 = 17.0;
/// Names in slots narrower than this are never level.
const NARROWEST: f32 = 26.0;

/// Names in a column, each broken into at most `lines` lines.
pub(super) fn column(names: &[String], room: f32, lines: usize) -> Vec<Label> {
    let fit = |name: &String| Label::fit(name, NORMAL, room, lines);
    names.iter().map(fit).collect()
}

/// The widest of some labels.
pub(super) fn widest(labels: &[Label]) -> f32 {
    labels.iter().map(Label::width).fold(0.0, f32::max)
}

/// The highest of some labels.
pub(super) fn highest(labels: &[Label]) -> f32 {
    labels.iter().map(Label::height).fold(0.0, f32::max)
}

/// Names that stand beside each other, each in a slot of the same width.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Row {
    /// Level, in several lines where needed.
    Level(Vec<Label>),
    /// Rising; only each `every`th name is written where slots are narrow.
    Slanted { labels: Vec<Label>, every: usize },
}

impl Row {
    /// Level names where all fit without a broken word, else slanted ones.
    pub fn fit(names: &[String], slot: f32) -> Row {
        let fit = |name: &String| Label::fit(name, SMALL, slot - 8.0, 3);
        let level: Vec<Label> = names.iter().map(fit).collect();
        let whole = |label: &Label| !label.broken && label.full.is_none();
        if slot >= NARROWEST && level.iter().all(whole) {
            return Row::Level(level);
        }
        let fit = |name: &String| Label::fit(name, SMALL, LONGEST, 1);
        Row::Slanted {
            labels: names.iter().map(fit).collect(),
            every: (APART / slot).ceil().max(1.0) as usize,
        }
    }

    /// The height of the whole row.
    pub fn height(&self) -> f32 {
        match self {
            Row::Level(labels) => highest(labels),
            Row::Slanted { labels, .. } => {
                widest(labels) * ANGLE.to_radians().sin() + SMALL * ANGLE.to_radians().cos()
            }
        }
    }

    /// How far each slanted name that is written reaches to the side of its slot's middle.
    fn reaches(&self) -> impl Iterator<Item = (f32, f32)> {
        let (labels, every) = match self {
            Row::Level(_) => (&[][..], 1),
            Row::Slanted { labels, every } => (labels.as_slice(), *every),
        };
        let reach = |label: &Label| label.width() * ANGLE.to_radians().cos() + SMALL;
        let slots = labels.iter().enumerate().step_by(every);
        slots.map(move |(index, label)| (index as f32 + 0.5, reach(label)))
    }

    /// The left side of a plot that ends at `right` under which `count` names begin at `from` or
    /// later: a name in slot i needs left + (i + ½)(right − left) / count ≥ from + its reach.
    pub fn left_side(&self, from: f32, right: f32, count: usize) -> f32 {
        let side = |(slots, reach): (f32, f32)| {
            let part = slots / count as f32;
            (from + reach - part * right) / (1.0 - part)
        };
        self.reaches().map(side).fold(0.0, f32::max)
    }

    /// The widest slot, from `left` on, for which names above the plot end at `to` or earlier.
    pub fn widest_slot(&self, left: f32, to: f32) -> f32 {
        let slot = |(slots, reach): (f32, f32)| (to - left - reach) / slots;
        self.reaches().map(slot).fold(f32::INFINITY, f32::min)
    }

    /// Where names above the plot end, for a width of slots.
    pub fn right_end(&self, left: f32, slot: f32) -> f32 {
        let end = |(slots, reach): (f32, f32)| left + slots * slot + reach;
        self.reaches().map(end).fold(left, f32::max)
    }

    /// Draws the names below `y`; `x` gives the middle of each slot.
    pub fn draw_below(&self, canvas: &mut ChartCanvas, x: impl Fn(usize) -> f32, y: f32) {
        canvas.open("names", "");
        match self {
            Row::Level(labels) => {
                for (index, label) in labels.iter().enumerate() {
                    let at = (x(index), y + label.height() / 2.0);
                    canvas.label(label, at, Anchor::Middle, ChartInk::Text);
                }
            }
            Row::Slanted { labels, every } => {
                for (index, label) in labels.iter().enumerate().step_by(*every) {
                    canvas.slanted(label, (x(index) + 3.0, y + SMALL * 0.7), Anchor::End, ANGLE);
                }
            }
        }
        canvas.close();
    }

    /// Draws the names above `y`.
    pub fn draw_above(&self, canvas: &mut ChartCanvas, x: impl Fn(usize) -> f32, y: f32) {
        canvas.open("names", "");
        match self {
            Row::Level(labels) => {
                for (index, label) in labels.iter().enumerate() {
                    let at = (x(index), y - label.height() / 2.0);
                    canvas.label(label, at, Anchor::Middle, ChartInk::Text);
                }
            }
            Row::Slanted { labels, every } => {
                for (index, label) in labels.iter().enumerate().step_by(*every) {
                    canvas.slanted(label, (x(index) + 3.0, y - 1.0), Anchor::Start, ANGLE);
                }
            }
        }
        canvas.close();
    }
}
