//! Sheets as JSON.

use serde_json::{Map, Value, json};

use super::{Cell, Sheet};

impl Sheet {
    /// The sheet as JSON: its title, one object for each row by the headings, and its notes.
    pub fn json(&self) -> Value {
        let row = |row: &Vec<Cell>| -> Value {
            let cells = self.columns.iter().zip(row);
            let cells = cells.map(|(column, cell)| (column.full_title(), value(cell)));
            Value::Object(cells.collect::<Map<_, _>>())
        };
        json!({
            "title": self.title,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Empty => Value::Null,
        Cell::Text(text)
        | Cell::Short(_, text)
        | Cell::Link(text, _)
        | Cell::Judgement(text, _) => json!(text),
        Cell::Number(number) => match number.interval {
            None => json!(number.value),
            Some((low, high)) => json!({"value": number.value, "low": low, "high": high}),
        },
    }
}
