//! Results in the terminal: the same documents and sheets as in pages and files.

use comfy_table::{CellAlignment, ContentArrangement, Row, Table};
use ludarium_arena::{Games, Store};
use ludarium_report::sheet::{Align, Cell, Column, Sheet, Tone};
use ludarium_report::standings::{Scope, Standings};
use ludarium_report::{Document, Passage};
use serde_json::Value;

use crate::error::CliError;
use crate::screen::{BAD, FAINT, GOOD, STRONG, Screen};

/// How the results of a command are printed.
#[derive(Clone, Debug, clap::Args)]
pub struct OutputArgs {
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,

    /// Print LaTeX tables, for papers
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    pub latex: bool,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl OutputArgs {
    /// Prints a document as it was asked for; in JSON `facts` stand with its sheets.
    pub fn print(
        &self,
        document: &Document,
        facts: Value,
        screen: &mut Screen,
    ) -> Result<(), CliError> {
        if self.json {
            return print_json(document, facts, screen);
        }
        if self.latex {
            return Ok(write!(screen.raw(), "{}", document.latex())?);
        }
        if self.markdown {
            return Ok(write!(screen.raw(), "{}", document.markdown())?);
        }
        print_document(document, screen)
    }
}

/// Prints facts and the sheets of a document as JSON.
pub fn print_json(
    document: &Document,
    mut facts: Value,
    screen: &mut Screen,
) -> Result<(), CliError> {
    facts["sheets"] = document.json();
    screen.json(&facts)
}

/// Prints headings, sheets, results and remarks.
pub fn print_document(document: &Document, screen: &mut Screen) -> Result<(), CliError> {
    if !document.title.is_empty() {
        let colon = if document.lead.is_empty() { "" } else { ": " };
        screen.line(format!("{STRONG}{}{STRONG:#}{colon}{}", document.title, document.lead))?;
    }
    // Small print stands together, and so do results.
    let (mut small, mut found) = (false, false);
    for block in document.readable() {
        let remark = matches!(block, Passage::Remark(_));
        let result = matches!(block, Passage::Result(_));
        if (!remark && small) || (result && !found) {
            screen.line("")?;
        }
        (small, found) = (remark, result);
        match block {
            Passage::Heading(heading) => {
                screen.line("")?;
                let (text, about) = (heading.text, heading.about);
                screen.line(format!("{STRONG}{text}{STRONG:#}  {FAINT}{about}{FAINT:#}"))?;
            }
            Passage::Result(text) => screen.line(format!("{STRONG}{text}{STRONG:#}"))?,
            Passage::Remark(text) => screen.line(format!("{FAINT}{text}{FAINT:#}"))?,
            Passage::Sheet(sheet) => print(&sheet.narrow(), screen)?,
            Passage::Contents
            | Passage::Text(_)
            | Passage::Words(_)
            | Passage::Chart(_)
            | Passage::Command(_)
            | Passage::Code(_) => {}
        }
    }
    Ok(())
}

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

/// Prints a sheet with its heading and notes, after an empty line.
pub fn print(sheet: &Sheet, screen: &mut Screen) -> Result<(), CliError> {
    screen.line("")?;
    print_here(sheet, screen)
}

/// Prints a sheet with its heading and notes.
pub fn print_here(sheet: &Sheet, screen: &mut Screen) -> Result<(), CliError> {
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

/// A summary is no wider than this, however wide the terminal is; each of its rows is one line.
const SUMMARY: usize = 140;

/// The table alone, framed by blanks only, so that it reads well in a terminal and in a pipe.
pub fn text(sheet: &Sheet, width: usize) -> String {
    let is_summary = sheet.class == "summary";
    let width = if is_summary { width.min(SUMMARY) } else { width };
    let mut table = Table::new();
    table
        .load_style(comfy_table::presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width.min(u16::MAX.into()) as u16);
    table.set_header(sheet.columns.iter().map(heading));
    for (index, column) in sheet.columns.iter().enumerate() {
        if let Some(shown) = table.column_mut(index) {
            shown.set_padding((u16::from(index > 0), 1));
            if column.align == Align::Right {
                shown.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    for row in &sheet.rows {
        let mut row = Row::from(row.iter().map(shown));
        if is_summary {
            row.max_height(1);
        }
        table.add_row(row);
    }
    let [good, bad, end] = MARKS;
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    // Styles have no width either, but the layout would not know.
    lines
        .join("\n")
        .replace(good, &GOOD.render().to_string())
        .replace(bad, &BAD.render().to_string())
        .replace(end, &GOOD.render_reset().to_string())
}

fn heading(column: &Column) -> String {
    let text = match column.group.as_str() {
        "" => column.title.clone(),
        group => format!("{group} {}", column.title),
    };
    text.to_uppercase()
}

fn shown(cell: &Cell) -> String {
    let [good, bad, end] = MARKS;
    match cell {
        Cell::Judgement(text, Tone::Good) => format!("{good}{text}{end}"),
        Cell::Judgement(text, Tone::Bad) => format!("{bad}{text}{end}"),
        other => other.shown().replace(MARKS, ""),
    }
}
