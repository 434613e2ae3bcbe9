//! Sheets as CSV: numbers in full, intervals in columns of their own.

use super::{Cell, Sheet};

impl Sheet {
    /// The sheet as CSV with a line of headings; notes are left out.
    pub fn csv(&self) -> String {
        let mut out = String::new();
        let mut headings = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let title = column.full_title();
            if self.has_intervals(index) {
                let ends = [format!("{title} low"), format!("{title} high")];
                headings.push(title);
                headings.extend(ends);
            } else {
                headings.push(title);
            }
        }
        line(&mut out, &headings);
        for row in &self.rows {
            let mut fields = Vec::new();
            for (index, cell) in row.iter().enumerate() {
                let wide = self.has_intervals(index);
                let (value, interval) = match cell {
                    Cell::Number(number) => (number.value.to_string(), number.interval),
                    Cell::Short(_, whole) => (whole.clone(), None),
                    other => (other.shown(), None),
                };
                fields.push(value);
                if wide {
                    let end = |end: Option<f64>| end.map_or(String::new(), |end| end.to_string());
                    fields.push(end(interval.map(|ends| ends.0)));
                    fields.push(end(interval.map(|ends| ends.1)));
                }
            }
            line(&mut out, &fields);
        }
        out
    }
}

fn line(out: &mut String, fields: &[String]) {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            out.push('"');
            out.push_str(&field.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(field);
        }
    }
    out.push('\n');
}
