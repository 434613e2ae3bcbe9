//! Forest: one row for each name, with a point, its interval and the figures.

use super::axes::{self, Writing};
use super::canvas::{Anchor, Area, Canvas, EDGE, Paint};
use super::header;
use super::ink::Ink;
use super::label::{self, NORMAL};
use super::marks::{self, Ruler, Way};
use super::names;
use super::span::{Span, placeable};
use super::{Axis, Guide, Look, Reading};

/// Least height of a row.
const ROW: f32 = 24.0;

/// Ratings and the like: one row for each name.
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
    pub reading: Reading,
}

impl Forest {
    /// The chart as an SVG document. A row whose value has no place keeps its name.
    pub fn svg(&self) -> String {
        let look = &self.look;
        let mut canvas = Canvas::new(look);
        let top = header::draw(&mut canvas, look, &[]);
        let placed = |row: &&Row| placeable(row.reading.value, self.value.log);
        if !self.rows.iter().any(|row| placed(&row)) {
            return canvas.no_data(look, "Forest plot", top);
        }
        let guides = axes::placed_guides(self.guide.as_slice(), &self.value);
        let numbers = self
            .rows
            .iter()
            .filter(placed)
            .flat_map(|row| row.reading.numbers());
        let span = Span::over(
            &self.value,
            numbers.chain(guides.iter().map(|guide| guide.0)),
        )
        .rounded(self.value.format, 8);
        let writing = Writing::new(&self.value, &span);
        let figures: Vec<String> = self
            .rows
            .iter()
            .map(|row| match placed(&row) {
                true => writing.reading(row.reading),
                false => "no value".to_owned(),
            })
            .collect();
        let list: Vec<String> = self.rows.iter().map(|row| row.name.clone()).collect();
        let labels = names::column(&list, look.width() * 0.34, 2);
        let row = ROW.max(names::highest(&labels) + 6.0);
        let column = figures
            .iter()
            .map(|text| label::width(text, NORMAL))
            .fold(0.0, f32::max);
        let left = EDGE + names::widest(&labels) + 12.0;
        let right = EDGE + column + 12.0;
        let width = look.width().max(left + right + axes::NARROWEST);
        let room = width - left - right;
        let ticks = axes::ticks_across(&self.value, &span, room - 24.0);
        let top = header::axis_title(&mut canvas, look, "", top);
        let area = Area {
            left,
            top: top + axes::guides_above(&guides),
            width: room,
            height: row * self.rows.len() as f32,
        };
        let ruler = Ruler {
            span,
            way: Way::Right,
            area,
            inset: 12.0,
        };
        // Every other row is shaded, so that the eye finds from the name to the figures.
        for index in (0..self.rows.len()).step_by(2) {
            let band = Area {
                left: EDGE / 2.0,
                top: area.top + index as f32 * row,
                width: width - EDGE,
                height: row,
            };
            canvas.rect(band, Paint::fill(Ink::Grid).faded(0.45));
        }
        let bottom = axes::below(&mut canvas, &ruler, &ticks, &self.value.title);
        axes::floor(&mut canvas, area);
        axes::draw_guides(&mut canvas, &ruler, &guides, width);
        for (index, ((entry, label), text)) in
            self.rows.iter().zip(&labels).zip(&figures).enumerate()
        {
            let y = area.top + (index as f32 + 0.5) * row;
            canvas.open("row", &format!("{}: {text}", entry.name));
            canvas.label(label, (left - 12.0, y), Anchor::End, Ink::Text);
            if placed(&entry) {
                canvas.open("point", "");
                ruler.interval(&mut canvas, entry.reading, y, Ink::Series(0));
                marks::marker(&mut canvas, 0, ruler.point(entry.reading.value, y));
                canvas.close();
            }
            let at = (width - EDGE, y);
            canvas.text(text, NORMAL, at, Anchor::End, Ink::Text);
            canvas.close();
        }
        let description = format!(
            "Forest plot of {} for {}.",
            self.value.title,
            list.join("; ")
        );
        canvas.finish(look, "Forest plot", &description, (width, bottom))
    }
}
