//! Sheets in the terminal: the same tables as in pages and files.

use ludarium_arena::{Games, Store};
use ludarium_report::sheet::{Align, Cell, Column, Sheet, Tone};
use ludarium_report::standings::{Scope, Standings};

use crate::error::CliError;
use crate::screen::{BAD, FAINT, GOOD, STRONG, Screen};
use crate::table;

/// The standings of a run, with a progress bar while they are read.
pub fn standings(
    games: &Games,
    store: &Store,
    scope: Scope,
    screen: &Screen,
) -> Result<Standings, CliError> {
    let bar = screen.progress(store.games()?, "games read");
    let standings = Standings::showing(games, store, scope, &mut |done, _| bar.set_position(done));
    bar.finish_and_clear();
    Ok(standings?)
}

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

/// Characters without width that mark good and bad words and their end while a table is laid out.
const MARKS: [char; 3] = ['\u{200b}', '\u{200c}', '\u{2060}'];

/// The table alone.
pub fn text(sheet: &Sheet, width: usize) -> String {
    let heading = |column: &Column| {
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
    };
    let headings: Vec<String> = sheet.columns.iter().map(heading).collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = table::table(&headings, width);
    for row in &sheet.rows {
        table.add_row(row.iter().map(shown));
    }
    let [good, bad, end] = MARKS;
    // Styles have no width either, but the layout would not know.
    table::trimmed(&table)
        .replace(good, &GOOD.render().to_string())
        .replace(bad, &BAD.render().to_string())
        .replace(end, &GOOD.render_reset().to_string())
}

fn shown(cell: &Cell) -> String {
    let [good, bad, end] = MARKS;
    match cell {
        Cell::Judgement(text, Tone::Good) => format!("{good}{text}{end}"),
        Cell::Judgement(text, Tone::Bad) => format!("{bad}{text}{end}"),
        other => other.shown().replace(MARKS, ""),
    }
}
