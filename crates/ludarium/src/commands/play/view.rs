//! What is on the full screen, and where.

use ludarium_draw::TerminalStyle;
use ludarium_game::Scene;

use super::ansi::styled;
use super::board::{BELOW, BoardPlace, FittedBoard, SIDE};
use super::canvas::{
    BOLD, DIM, PLAIN, REVERSED, ScreenArea, ScreenCanvas, StyledLine, line, wrapped,
};

/// Rows that are not the board's: title, status, entry and candidates.
const FRAME_ROWS: u16 = 5;
/// Rows of the candidates.
const CANDIDATE_ROWS: u16 = 2;
/// Before the entry.
const PROMPT: &str = "> ";

/// Everything that is shown.
pub struct ScreenView<'a> {
    pub title: String,
    pub scene: &'a Scene,
    pub log: Vec<String>,
    pub said: Vec<String>,
    /// What is read in place of the board, a paragraph each; empty if nothing is.
    pub reading: &'a [String],
    /// The page of it that is open, counted from 0.
    pub page: usize,
    pub status: String,
    pub entry: String,
    pub candidates: Vec<&'a str>,
    /// The candidate that stands in the entry.
    pub reached: Option<usize>,
    pub colour: bool,
}

/// The pane of board, captions and moves on a screen of this size.
pub fn board_pane(screen: ScreenArea) -> ScreenArea {
    rows(screen)[1]
}

/// Title, pane, status, entry and candidates.
fn rows(screen: ScreenArea) -> [ScreenArea; 5] {
    let (title, rest) = screen.top(1);
    let (rest, candidates) = rest.bottom(CANDIDATE_ROWS);
    let (rest, entry) = rest.bottom(1);
    let (pane, status) = rest.bottom(1);
    [title, pane, status, entry, candidates]
}

/// Draws everything.
pub fn draw(canvas: &mut ScreenCanvas, view: &ScreenView<'_>, board: &FittedBoard) {
    let [title, pane, status, entry, candidates] = rows(canvas.area());
    let (headline, news) = match board.place {
        BoardPlace::Alone => (captions_in_a_line(view.scene), view.said.first()),
        _ => (view.title.clone(), None),
    };
    canvas.put(title, &[line(&headline, BOLD)]);
    let turning = draw_page(canvas, view, pane);
    if turning.is_none() {
        draw_pane(canvas, view, board, pane);
    }
    let news = turning.as_ref().or(news).unwrap_or(&view.status);
    canvas.put_bar(status, line(news, REVERSED));
    let typed = line(&format!("{PROMPT}{}", view.entry), PLAIN);
    let column = typed.len().min(u16::MAX.into()) as u16;
    canvas.put(entry, &[typed]);
    if entry.height > 0 && column < entry.width {
        canvas.set_cursor(column, entry.y);
    }
    canvas.put(candidates, &wrapped(&candidate_line(view), candidates.width));
}

/// The captions where the board leaves no room for them; those of the seat to act come first.
fn captions_in_a_line(scene: &Scene) -> String {
    let (active, others): (Vec<_>, Vec<_>) =
        scene.captions.iter().partition(|caption| caption.active);
    let texts = active.into_iter().chain(others);
    let texts: Vec<&str> = texts.map(|caption| caption.text.as_str()).collect();
    texts.join(" | ")
}

/// What is read, as far as the open page goes, and how pages are turned; `None` where nothing is read.
fn draw_page(canvas: &mut ScreenCanvas, view: &ScreenView<'_>, pane: ScreenArea) -> Option<String> {
    let pages = pages(view.reading, pane)?;
    let page = view.page.min(pages.len() - 1);
    canvas.put(pane, &pages[page]);
    let turning = match pages.len() {
        1 => String::new(),
        count => format!(" page {} of {count}: PgDn, PgUp |", page + 1),
    };
    Some(format!("{turning} Esc closes"))
}

/// A text as pages of this size; `None` where there is no text.
pub fn pages(text: &[String], pane: ScreenArea) -> Option<Vec<Vec<StyledLine>>> {
    let lines: Vec<StyledLine> = text
        .iter()
        .flat_map(|paragraph| {
            // The row of a table keeps its columns.
            if paragraph.starts_with(' ') {
                vec![line(paragraph, PLAIN)]
            } else {
                wrapped(&line(paragraph, PLAIN), pane.width)
            }
        })
        .collect();
    let pages = lines.chunks(usize::from(pane.height.max(1))).map(<[StyledLine]>::to_vec);
    Some(pages.collect()).filter(|pages: &Vec<_>| !pages.is_empty())
}

fn draw_pane(
    canvas: &mut ScreenCanvas,
    view: &ScreenView<'_>,
    board: &FittedBoard,
    pane: ScreenArea,
) {
    let side = match board.place {
        BoardPlace::Left => {
            let (left, rest) = pane.left(board.columns);
            canvas.put(left, &board.text);
            rest.left(2).1
        }
        BoardPlace::Top => {
            let (top, rest) = pane.top(board.height());
            canvas.put(top, &board.text);
            rest.top(1).1
        }
        BoardPlace::Alone => return canvas.put(pane, &board.text),
        BoardPlace::Nowhere => {
            let text = line(&too_small(board, canvas.area()), PLAIN);
            let (top, side) = pane.top(3);
            canvas.put(top, &wrapped(&text, top.width));
            side
        }
    };
    draw_side(canvas, view, side);
}

fn too_small(board: &FittedBoard, screen: ScreenArea) -> String {
    let rows = board.height().saturating_add(FRAME_ROWS);
    let columns = board.columns.max(SIDE);
    format!(
        "The board does not fit: it needs {columns} columns and {rows} rows ({} for the captions too); \
         this terminal has {} and {}.",
        rows.saturating_add(BELOW),
        screen.width,
        screen.height
    )
}

/// Captions, what was said, and the last moves as far as there is room.
fn draw_side(canvas: &mut ScreenCanvas, view: &ScreenView<'_>, side: ScreenArea) {
    let captions = Scene {
        seats: view.scene.seats.clone(),
        captions: view.scene.captions.clone(),
        ..Scene::default()
    };
    let style = TerminalStyle { colour: view.colour, width: side.width.into() };
    let captions = styled(&ludarium_draw::terminal(&captions, &style));
    // A single long sentence is broken; the rows of a table are not.
    let said: Vec<StyledLine> = match &*view.said {
        [sentence] => wrapped(&line(sentence, PLAIN), side.width),
        rows => rows.iter().map(|row| line(row, PLAIN)).collect(),
    };
    let short = |rows: usize| rows.min(u16::MAX.into()) as u16;
    let (top, rest) = side.top(short(captions.len()));
    canvas.put(top, &captions);
    let (_, rest) = rest.top(u16::from(!said.is_empty()));
    let (middle, rest) = rest.top(short(said.len()));
    canvas.put(middle, &said);
    let (_, bottom) = rest.top(1);
    let first = view.log.len().saturating_sub(bottom.height.into());
    let log = view.log[first..].iter().map(|row| line(row, DIM));
    canvas.put(bottom, &log.collect::<Vec<StyledLine>>());
}

fn candidate_line(view: &ScreenView<'_>) -> StyledLine {
    // What Tab has reached stands first, so that it is always in sight.
    let first = view.reached.unwrap_or(0);
    let mut cells = StyledLine::new();
    for (index, text) in view.candidates.iter().enumerate().skip(first) {
        let style = if view.reached == Some(index) { REVERSED } else { PLAIN };
        cells.extend(line(text, style));
        cells.extend(line(" ", PLAIN));
    }
    cells
}
