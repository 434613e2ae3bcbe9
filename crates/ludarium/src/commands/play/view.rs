//! What is on the full screen, and where.

use ludarium_draw::TerminalStyle;
use ludarium_game::Scene;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::ansi::styled;
use super::board::{BELOW, Board, Place, SIDE};

/// Rows that are not the board's: title, status, entry and candidates.
const FRAME_ROWS: u16 = 5;
/// Rows of the candidates.
const CANDIDATE_ROWS: u16 = 2;
/// Before the entry.
const PROMPT: &str = "> ";

/// Everything that is shown.
pub struct View<'a> {
    pub title: String,
    pub scene: &'a Scene,
    pub log: Vec<String>,
    pub said: Vec<String>,
    pub status: String,
    pub entry: String,
    pub candidates: Vec<&'a str>,
    /// The candidate that stands in the entry.
    pub reached: Option<usize>,
    pub colour: bool,
}

/// The pane of board, captions and moves on a screen of this size.
pub fn board_pane(screen: Rect) -> Rect {
    rows(screen)[1]
}

fn rows(screen: Rect) -> [Rect; 5] {
    Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(CANDIDATE_ROWS),
    ])
    .areas(screen)
}

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, view: &View<'_>, board: &Board) {
    let screen = frame.area();
    let [title, pane, status, entry, candidates] = rows(screen);
    let (headline, news) = match board.place {
        Place::Alone => (captions_in_a_line(view.scene), view.said.first()),
        _ => (view.title.clone(), None),
    };
    frame.render_widget(Line::from(headline).bold(), title);
    draw_pane(frame, view, board, pane);
    let news = news.unwrap_or(&view.status);
    frame.render_widget(Line::from(news.as_str()).reversed(), status);
    frame.render_widget(Line::from(format!("{PROMPT}{}", view.entry)), entry);
    let typed = Line::from(view.entry.as_str()).width() + PROMPT.len();
    let column = entry.x.saturating_add(typed.min(u16::MAX.into()) as u16);
    if entry.height > 0 && column < entry.right() {
        frame.set_cursor_position(Position::new(column, entry.y));
    }
    let list = Paragraph::new(candidate_line(view)).wrap(Wrap { trim: true });
    frame.render_widget(list, candidates);
}

/// The captions where the board leaves no room for them; those of the seat to act come first.
fn captions_in_a_line(scene: &Scene) -> String {
    let (active, others): (Vec<_>, Vec<_>) =
        scene.captions.iter().partition(|caption| caption.active);
    let texts = active.into_iter().chain(others);
    let texts: Vec<&str> = texts.map(|caption| caption.text.as_str()).collect();
    texts.join(" | ")
}

fn draw_pane(frame: &mut Frame<'_>, view: &View<'_>, board: &Board, pane: Rect) {
    let side = match board.place {
        Place::Left => {
            let parts = [
                Constraint::Length(board.size.width),
                Constraint::Length(2),
                Constraint::Fill(1),
            ];
            let [left, _, side] = Layout::horizontal(parts).areas(pane);
            frame.render_widget(&board.text, left);
            side
        }
        Place::Top => {
            let parts = [
                Constraint::Length(board.size.height),
                Constraint::Length(1),
                Constraint::Fill(1),
            ];
            let [top, _, side] = Layout::vertical(parts).areas(pane);
            frame.render_widget(&board.text, top);
            side
        }
        Place::Alone => return frame.render_widget(&board.text, pane),
        Place::Nowhere => {
            let text = Paragraph::new(too_small(board, frame.area())).wrap(Wrap { trim: true });
            let [top, side] =
                Layout::vertical([Constraint::Length(3), Constraint::Fill(1)]).areas(pane);
            frame.render_widget(text, top);
            side
        }
    };
    draw_side(frame, view, side);
}

fn too_small(board: &Board, screen: Rect) -> String {
    let rows = board.size.height.saturating_add(FRAME_ROWS);
    let columns = board.size.width.max(SIDE);
    format!(
        "The board does not fit: it needs {columns} columns and {rows} rows ({} for the captions too); \
         this terminal has {} and {}.",
        rows.saturating_add(BELOW),
        screen.width,
        screen.height
    )
}

/// Captions, what was said, and the last moves as far as there is room.
fn draw_side(frame: &mut Frame<'_>, view: &View<'_>, side: Rect) {
    let captions = Scene {
        seats: view.scene.seats.clone(),
        captions: view.scene.captions.clone(),
        ..Scene::default()
    };
    let style = TerminalStyle {
        colour: view.colour,
        width: side.width.into(),
    };
    let captions = styled(&ludarium_draw::terminal(&captions, &style));
    let said = Text::from_iter(view.said.iter().map(|line| Line::from(line.as_str())));
    // A single long sentence is broken; the rows of a table are not.
    let wraps = view.said.len() == 1;
    let said_rows = match wraps {
        true => said.width() / usize::from(side.width.max(1)) + 2,
        false => said.height(),
    };
    let gap = u16::from(!view.said.is_empty());
    let short = |rows: usize| Constraint::Max(rows.min(u16::MAX.into()) as u16);
    let [top, _, middle, _, bottom] = Layout::vertical([
        short(captions.height()),
        Constraint::Length(gap),
        short(if view.said.is_empty() { 0 } else { said_rows }),
        Constraint::Length(1),
        Constraint::Fill(1),
    ])
    .areas(side);
    frame.render_widget(captions, top);
    let said = Paragraph::new(said);
    frame.render_widget(
        match wraps {
            true => said.wrap(Wrap { trim: true }),
            false => said,
        },
        middle,
    );
    let first = view.log.len().saturating_sub(bottom.height.into());
    let last = view.log[first..]
        .iter()
        .map(|line| Line::from(line.as_str()));
    let log = Text::from_iter(last).style(Style::new().add_modifier(Modifier::DIM));
    frame.render_widget(log, bottom);
}

fn candidate_line<'a>(view: &View<'a>) -> Line<'a> {
    // What Tab has reached stands first, so that it is always in sight.
    let first = view.reached.unwrap_or(0);
    let mut spans = Vec::new();
    for (index, text) in view.candidates.iter().enumerate().skip(first) {
        let span = Span::raw(*text);
        spans.push(match view.reached == Some(index) {
            true => span.reversed(),
            false => span,
        });
        spans.push(Span::raw(" "));
    }
    Line::from(spans)
}
