//! Forest: one row for each name, with a point, its interval and the figures.

use super::axes::{self, ValueText};
use super::canvas::{Anchor, Area, ChartCanvas, Drawing, EDGE, Paint};
use super::header;
use super::ink::ChartInk;
use super::label::{self, NORMAL};
use super::marks::{self, Ruler, Way};
use super::names;
use super::span::{Span, placeable};
use super::{Axis, ChartValue, Guide, Look};

/// Least height of a row.
const ROW: f32 = 24.0;
/// Free space beside the plot, and within it at both sides.
const GAP: f32 = 12.0;

/// Ratings and the like: one row for each name. A row whose value cannot be placed keeps its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    /// Title, size and colours.
    pub look: Look,
    /// The axis of values.
    pub value: Axis,
    /// The rows, from the top.
    pub rows: Vec<Row>,
    /// An upright line with a label, for instance at 0 or at the mean.
    pub guide: Option<Guide>,
}

/// A row of a [`Forest`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The name on the left.
    pub name: String,
    /// Its value and interval.
    pub reading: ChartValue,
}

impl Forest {
    pub(super) fn draw(&self) -> Drawing {
        let look = &self.look;
        let mut canvas = ChartCanvas::new(look);
        let top = header::draw(&mut canvas, look, &[]);
        if !self.rows.iter().any(|row| self.placed(row)) {
            return canvas.no_data(look, "Forest plot", top);
        }
        let guides = axes::placed_guides(self.guide.as_slice(), &self.value);
        let placed = self.rows.iter().filter(|row| self.placed(row));
        let numbers =
            placed.flat_map(|row| row.reading.numbers()).chain(guides.iter().map(|guide| guide.0));
        let span = Span::over(&self.value, numbers).rounded(self.value.format, 8);
        let figures = self.figures(&span);
        let list: Vec<String> = self.rows.iter().map(|row| row.name.clone()).collect();
        let labels = names::column(&list, look.width() * 0.34, 2);
        let column = figures.iter().map(|text| label::width(text, NORMAL));
        let left = EDGE + names::widest(&labels) + GAP;
        let right = EDGE + column.fold(0.0, f32::max) + GAP;
        let width = look.width().max(left + right + axes::NARROWEST);
        let row = ROW.max(names::highest(&labels) + 6.0);
        let ruler = Ruler {
            span,
            way: Way::Right,
            area: Area {
                left,
                top: top + 6.0 + axes::guides_above(&guides),
                width: width - left - right,
                height: row * self.rows.len() as f32,
            },
            inset: GAP,
        };
        let ticks = axes::ticks_across(&self.value, &span, ruler.area.width - 2.0 * GAP);
        shade(&mut canvas, &ruler, self.rows.len(), width);
        let bottom = axes::below(&mut canvas, &ruler, &ticks, &self.value.title);
        axes::lower_edge(&mut canvas, ruler.area);
        axes::draw_guides(&mut canvas, &ruler, &guides, width);
        for (index, (label, text)) in labels.iter().zip(&figures).enumerate() {
            let y = ruler.area.top + (index as f32 + 0.5) * row;
            canvas.open("row", &format!("{}: {text}", self.rows[index].name));
            canvas.label(label, (left - GAP, y), Anchor::End, ChartInk::Text);
            self.draw_point(&mut canvas, &ruler, &self.rows[index], y);
            canvas.text(text, NORMAL, (width - EDGE, y), Anchor::End, ChartInk::Text);
            canvas.close();
        }
        let names = list.join("; ");
        let description = format!("Forest plot of {} for {names}.", self.value.title);
        canvas.finish(look, "Forest plot", &description, (width, bottom))
    }

    fn placed(&self, row: &Row) -> bool {
        placeable(row.reading.value, self.value.log)
    }

    /// The text at the right of each row.
    fn figures(&self, span: &Span) -> Vec<String> {
        let texts = ValueText::new(&self.value, span);
        let text = |row: &Row| {
            if self.placed(row) { texts.reading(row.reading) } else { "no value".to_owned() }
        };
        self.rows.iter().map(text).collect()
    }

    fn draw_point(&self, canvas: &mut ChartCanvas, ruler: &Ruler, row: &Row, y: f32) {
        if self.placed(row) {
            canvas.open("point", "");
            ruler.interval(canvas, row.reading, y, ChartInk::Series(0));
            marks::marker(canvas, 0, ruler.point(row.reading.value, y));
            canvas.close();
        }
    }
}

/// Shades every other row, so that a name is easy to match with its figures.
fn shade(canvas: &mut ChartCanvas, ruler: &Ruler, rows: usize, width: f32) {
    let height = ruler.area.height / rows as f32;
    for index in (0..rows).step_by(2) {
        let band = Area {
            left: EDGE / 2.0,
            top: ruler.area.top + index as f32 * height,
            width: width - EDGE,
            height,
        };
        canvas.rect(band, Paint::fill(ChartInk::Grid).faded(0.45));
    }
}
