//! Sheets as HTML.

use std::fmt::Write;

use super::{Align, Cell, Column, Sheet, Tone};

/// Text that is safe inside an element and inside a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Other control characters are not allowed in XML at all.
            c if c.is_control() && !matches!(c, '\n' | '\t' | '\r') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A sheet with more columns in groups is set closely.
const MANY: usize = 9;

impl Sheet {
    /// The sheet as an HTML `figure` with a table. Classes: `num` for numbers, `ci` for intervals, `good`,
    /// `bad` and `plain` for judgements, `edge` for the first column of a group, `dense` for a sheet with many columns.
    pub fn html(&self) -> String {
        // Writing into a string cannot fail.
        let grouped = self.columns.iter().filter(|column| !column.group.is_empty());
        let dense = if grouped.count() > MANY { " dense" } else { "" };
        let class = if self.class.is_empty() { "" } else { " " };
        let mut out = format!("<figure class=\"sheet{dense}{class}{}\">\n", self.class);
        if !self.title.is_empty() {
            let _ = writeln!(out, "<figcaption>{}</figcaption>", escape(&self.title));
        }
        out.push_str("<div class=\"scroll\"><table>\n<thead>\n");
        self.head(&mut out);
        out.push_str("</thead>\n<tbody>\n");
        for (index, row) in self.rows.iter().enumerate() {
            self.row(&mut out, row, index.checked_sub(1).map(|above| &self.rows[above]));
        }
        out.push_str("</tbody>\n</table></div>\n");
        for note in &self.notes {
            let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(note));
        }
        out.push_str("</figure>\n");
        out
    }

    fn head(&self, out: &mut String) {
        let grouped = self.is_grouped();
        if grouped {
            out.push_str("<tr>");
            let mut from = 0;
            while let Some(column) = self.columns.get(from) {
                let group = &column.group;
                let same = |other: &&Column| !group.is_empty() && other.group == *group;
                let size = self.columns[from..].iter().take_while(same).count().max(1);
                let _ = if group.is_empty() {
                    write!(
                        out,
                        "<th scope=\"col\" rowspan=\"2\"{}>{}</th>",
                        self.class(from, ""),
                        escape(&column.title)
                    )
                } else {
                    write!(
                        out,
                        "<th scope=\"colgroup\" colspan=\"{size}\" class=\"group edge\">{}</th>",
                        escape(group)
                    )
                };
                from += size;
            }
            out.push_str("</tr>\n");
        }
        out.push_str("<tr>");
        for (index, column) in self.columns.iter().enumerate() {
            if grouped && column.group.is_empty() {
                continue;
            }
            let (class, title) = (self.class(index, ""), escape(&column.title));
            let _ = write!(out, "<th scope=\"col\"{class}>{title}</th>");
        }
        out.push_str("</tr>\n");
    }

    fn row(&self, out: &mut String, row: &[Cell], above: Option<&Vec<Cell>>) {
        // A row that begins like the one above continues it; a rule opens every other.
        let continues = above.is_some_and(|above| above.first() == row.first());
        out.push_str(if continues { "<tr class=\"on\">" } else { "<tr>" });
        for (index, cell) in row.iter().enumerate() {
            let tone = match cell {
                Cell::Judgement(_, Tone::Good) => "good",
                Cell::Judgement(_, Tone::Bad) => "bad",
                Cell::Judgement(_, Tone::Plain) => "plain",
                _ => "",
            };
            let content = match cell {
                Cell::Number(number) => {
                    let value = escape(&number.value_text());
                    match number.interval_text() {
                        Some(ends) => {
                            format!("{value} <span class=\"ci\">{}</span>", escape(&ends))
                        }
                        None => value,
                    }
                }
                Cell::Link(text, id) => {
                    format!("<a href=\"#{}\">{}</a>", escape(id), escape(text))
                }
                // The words stand apart from the mark that the page puts before them.
                Cell::Judgement(text, _) => format!("<span>{}</span>", escape(text)),
                other => escape(&other.shown()),
            };
            let _ = write!(out, "<td{}>{content}</td>", self.class(index, tone));
        }
        out.push_str("</tr>\n");
    }

    /// The `class` attribute of a cell of a column.
    fn class(&self, index: usize, tone: &str) -> String {
        let Some(column) = self.columns.get(index) else {
            return String::new();
        };
        let before = index.checked_sub(1).map(|before| &self.columns[before].group);
        let edge = !column.group.is_empty() && before != Some(&column.group);
        let mut classes = Vec::new();
        if column.align == Align::Right {
            classes.push("num");
        }
        if edge {
            classes.push("edge");
        }
        if !tone.is_empty() {
            classes.push(tone);
        }
        if classes.is_empty() {
            return String::new();
        }
        format!(" class=\"{}\"", classes.join(" "))
    }
}
