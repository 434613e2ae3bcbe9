//! Sheets in the terminal: the same tables as in pages and files.

use ludarium_lab::sheet::{Align, Cell, Sheet, Tone};

use crate::error::CliError;
use crate::screen::{BAD, FAINT, GOOD, STRONG, Screen};
use crate::table;

/// Prints a sheet with its heading and notes.
pub fn print(sheet: &Sheet, screen: &mut Screen) -> Result<(), CliError> {
    screen.line("")?;
    if !sheet.title.is_empty() {
        screen.line(format!("{STRONG}{}{STRONG:#}", sheet.title))?;
    }
    screen.line(text(sheet, screen.table_width()))?;
    for note in &sheet.notes {
        screen.line(format!("{FAINT}{note}{FAINT:#}"))?;
    }
    Ok(())
}

/// The table alone.
pub fn text(sheet: &Sheet, width: usize) -> String {
    let headings: Vec<String> = sheet
        .columns
        .iter()
        .map(|column| {
            let mark = if column.align == Align::Right {
                ">"
            } else {
                ""
            };
            let group = if column.group.is_empty() {
                String::new()
            } else {
                format!("{} ", column.group)
            };
            format!("{mark}{group}{}", column.title)
        })
        .collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = table::table(&headings, width);
    for row in &sheet.rows {
        table.add_row(row.iter().map(shown));
    }
    table::trimmed(&table)
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Verdict(text, Tone::Good) => format!("{GOOD}{text}{GOOD:#}"),
        Cell::Verdict(text, Tone::Bad) => format!("{BAD}{text}{BAD:#}"),
        other => other.shown(),
    }
}
