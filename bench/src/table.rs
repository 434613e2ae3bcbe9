//! Tables of figures: two columns of names, then numbers.

use comfy_table::{CellAlignment, Table, presets};

/// A table with these headings.
pub fn table(headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(headings);
    for index in 2..headings.len() {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Prints a table without blanks at the ends of lines.
pub fn print(table: &Table) {
    for line in table.lines() {
        println!("{}", line.trim_end());
    }
}
