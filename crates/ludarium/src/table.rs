//! Tables: framed by blanks only, so that they read well in a terminal and in a pipe.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};

/// A table with headings; columns whose heading begins with `>` are right-aligned.
pub fn table(headings: &[&str], width: usize) -> Table {
    let mut table = Table::new();
    table
        .load_style(comfy_table::presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width.min(u16::MAX.into()) as u16);
    table.set_header(
        headings
            .iter()
            .map(|heading| Cell::new(heading.trim_start_matches('>').to_uppercase())),
    );
    for (index, heading) in headings.iter().enumerate() {
        if let Some(column) = table.column_mut(index) {
            column.set_padding((if index == 0 { 0 } else { 1 }, 1));
            if heading.starts_with('>') {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    table
}

/// The table as text without blanks at the ends of lines.
pub fn trimmed(table: &Table) -> String {
    let lines: Vec<String> = table
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    lines.join("\n")
}
