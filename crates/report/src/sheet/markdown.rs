//! Sheets as Markdown.

use super::{Align, Sheet};

impl Sheet {
    /// The sheet as a Markdown table under its title in bold, notes as paragraphs below.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        if !self.title.is_empty() {
            out.push_str(&format!("**{}**\n\n", cell(&self.title)));
        }
        let line = |fields: Vec<String>| format!("| {} |\n", fields.join(" | "));
        let headings = self.columns.iter().map(|column| cell(&column.full_title()));
        out.push_str(&line(headings.collect()));
        let rule = self.columns.iter().map(|column| match column.align {
            Align::Left => "---".to_owned(),
            Align::Right => "---:".to_owned(),
        });
        out.push_str(&line(rule.collect()));
        for row in &self.rows {
            out.push_str(&line(row.iter().map(|entry| cell(&entry.shown())).collect()));
        }
        for note in &self.notes {
            out.push_str(&format!("\n{note}\n"));
        }
        out
    }
}

/// Text that stays in its cell.
fn cell(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ")
}
