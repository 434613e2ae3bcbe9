//! Sheets of results on the wire.

use ludarium_report::sheet::{Align, Cell, Form, Sheet, Tone};
use serde::Serialize;

/// A table of results.
#[derive(Clone, Debug, Serialize)]
pub struct SheetView {
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<ColumnView>,
    /// Its rows.
    pub rows: Vec<Vec<CellView>>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Clone, Debug, Serialize)]
pub struct ColumnView {
    title: String,
    group: String,
    align: &'static str,
}

/// A cell.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CellView {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tone: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
}

impl From<&Sheet> for SheetView {
    fn from(sheet: &Sheet) -> SheetView {
        let column = |column: &ludarium_report::sheet::Column| ColumnView {
            title: column.title.clone(),
            group: column.group.clone(),
            align: match column.align {
                Align::Left => "left",
                Align::Right => "right",
            },
        };
        SheetView {
            title: sheet.title.clone(),
            columns: sheet.columns.iter().map(column).collect(),
            rows: sheet.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
            notes: sheet.notes.clone(),
        }
    }
}

fn cell(cell: &Cell) -> CellView {
    let mut view = CellView { text: cell.shown(), ..CellView::default() };
    match cell {
        Cell::Empty | Cell::Text(_) | Cell::Short(..) | Cell::Link(..) => {}
        Cell::Number(number) => {
            // Only shares have a place between nothing and all.
            if number.form == Form::Percent
                && let Some((low, high)) = number.interval
            {
                (view.value, view.low, view.high) = (Some(number.value), Some(low), Some(high));
            }
        }
        Cell::Judgement(_, tone) => {
            view.tone = Some(match tone {
                Tone::Good => "good",
                Tone::Bad => "bad",
                Tone::Plain => "plain",
            });
        }
    }
    view
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_report::sheet::Number;

    #[test]
    fn only_shares_are_drawn_between_nothing_and_all() {
        let shown = |form| {
            let number = Number { value: 0.5, interval: Some((0.25, 0.75)), form };
            (cell(&Cell::Number(number)).low, cell(&Cell::Number(number)).high)
        };
        assert_eq!(shown(Form::Percent), (Some(0.25), Some(0.75)));
        assert_eq!(shown(Form::Measured), (None, None), "milliseconds are no part of anything");
    }
}
