//! A screen of characters: what is drawn on it, and what has to be written so that a terminal shows it.

use std::io::{self, Write};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::queue;
use crossterm::style::{
    Attribute, Color, Print, SetAttribute, SetBackgroundColor, SetForegroundColor,
};
use crossterm::terminal::{Clear, ClearType};
use unicode_width::UnicodeWidthChar;

/// How a character looks. Colours are two of the terminal's 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellStyle {
    pub ink: Option<u8>,
    pub paper: Option<u8>,
    pub bold: bool,
    pub dim: bool,
    pub reversed: bool,
}

/// The bold style.
pub const BOLD: CellStyle = CellStyle { bold: true, ..PLAIN };
/// The dim style.
pub const DIM: CellStyle = CellStyle { dim: true, ..PLAIN };
/// The style with paper and ink exchanged.
pub const REVERSED: CellStyle = CellStyle { reversed: true, ..PLAIN };
/// The usual style.
pub const PLAIN: CellStyle =
    CellStyle { ink: None, paper: None, bold: false, dim: false, reversed: false };

/// One column of a line; the second one of a wide character has none of its own.
pub type ScreenCell = (Option<char>, CellStyle);

/// A line, one cell for each column.
pub type StyledLine = Vec<ScreenCell>;

const BLANK: ScreenCell = (Some(' '), PLAIN);

/// A text as a line. Characters without a width are left out.
pub fn line(text: &str, style: CellStyle) -> StyledLine {
    let mut line = StyledLine::new();
    for character in text.chars() {
        let width = character.width().unwrap_or(0);
        if width > 0 {
            line.push((Some(character), style));
        }
        line.extend((1..width).map(|_| (None, style)));
    }
    line
}

/// A line as several ones of at most `width` columns, broken between words, and inside of a word that is too long.
pub fn wrapped(line: &[ScreenCell], width: u16) -> Vec<StyledLine> {
    let width = usize::from(width.max(1));
    let (mut lines, mut current) = (Vec::new(), StyledLine::new());
    let words = line.split(|(character, _)| *character == Some(' '));
    for word in words.filter(|word| !word.is_empty()) {
        if !current.is_empty() && current.len() + 1 + word.len() > width {
            lines.push(std::mem::take(&mut current));
        }
        if !current.is_empty() {
            current.push(BLANK);
        }
        for part in word.chunks(width) {
            if !current.is_empty() && current.len() + part.len() > width {
                lines.push(std::mem::take(&mut current));
            }
            current.extend(part);
        }
    }
    lines.push(current);
    lines
}

/// A part of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreenArea {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl ScreenArea {
    /// A whole screen.
    pub fn screen(width: u16, height: u16) -> ScreenArea {
        ScreenArea { width, height, ..ScreenArea::default() }
    }

    /// The first rows, at most this number, and the rest.
    pub fn top(self, rows: u16) -> (ScreenArea, ScreenArea) {
        let rows = rows.min(self.height);
        let top = ScreenArea { height: rows, ..self };
        let rest = ScreenArea { y: self.y + rows, height: self.height - rows, ..self };
        (top, rest)
    }

    /// The rest, and the last rows, at most this number.
    pub fn bottom(self, rows: u16) -> (ScreenArea, ScreenArea) {
        self.top(self.height.saturating_sub(rows))
    }

    /// The first columns, at most this number, and the rest.
    pub fn left(self, columns: u16) -> (ScreenArea, ScreenArea) {
        let columns = columns.min(self.width);
        let left = ScreenArea { width: columns, ..self };
        let rest = ScreenArea { x: self.x + columns, width: self.width - columns, ..self };
        (left, rest)
    }
}

/// A screen that is drawn on.
pub struct ScreenCanvas {
    width: u16,
    rows: Vec<StyledLine>,
    /// The column and row of the cursor, where there is one.
    cursor: Option<(u16, u16)>,
}

impl ScreenCanvas {
    /// An empty screen.
    pub fn new(width: u16, height: u16) -> ScreenCanvas {
        let row = vec![BLANK; width.into()];
        ScreenCanvas { width, rows: vec![row; height.into()], cursor: None }
    }

    /// The whole of it.
    pub fn area(&self) -> ScreenArea {
        ScreenArea::screen(self.width, self.rows.len() as u16)
    }

    /// The text of every row.
    #[cfg(test)]
    pub fn texts(&self) -> Vec<String> {
        let rows = self.rows.iter();
        rows.map(|row| row.iter().filter_map(|(character, _)| *character).collect()).collect()
    }

    /// Draws lines in an area; what does not fit is left out.
    pub fn put(&mut self, area: ScreenArea, lines: &[StyledLine]) {
        let rows = self.rows.iter_mut().skip(area.y.into());
        for (row, line) in rows.zip(lines).take(area.height.into()) {
            let mut columns = line.len().min(area.width.into());
            // Half a character is none.
            if matches!(line.get(columns), Some((None, _))) {
                columns -= 1;
            }
            let places = row.iter_mut().skip(area.x.into());
            for (place, cell) in places.zip(&line[..columns]) {
                *place = *cell;
            }
        }
    }

    /// Draws a line over the whole width of an area, in the style of its first cell.
    pub fn put_bar(&mut self, area: ScreenArea, mut bar: StyledLine) {
        let style = bar.first().map_or(PLAIN, |(_, style)| *style);
        bar.resize(bar.len().max(area.width.into()), (Some(' '), style));
        self.put(area, &[bar]);
    }

    /// Shows the cursor at a place of the screen.
    pub fn set_cursor(&mut self, x: u16, y: u16) {
        self.cursor = Some((x, y));
    }

    /// Writes what differs from the screen that was shown before.
    pub fn show(&self, before: Option<&ScreenCanvas>, out: &mut impl Write) -> io::Result<()> {
        let before = before.filter(|before| before.area() == self.area());
        if before.is_some_and(|before| before.rows == self.rows && before.cursor == self.cursor) {
            return Ok(());
        }
        queue!(out, Hide)?;
        if before.is_none() {
            queue!(out, SetAttribute(Attribute::Reset), Clear(ClearType::All))?;
        }
        for (y, row) in self.rows.iter().enumerate() {
            if before.is_none_or(|before| before.rows[y] != *row) {
                queue!(out, MoveTo(0, y as u16))?;
                show_row(row, out)?;
            }
        }
        if let Some((x, y)) = self.cursor {
            queue!(out, MoveTo(x, y), Show)?;
        }
        out.flush()
    }
}

fn show_row(row: &[ScreenCell], out: &mut impl Write) -> io::Result<()> {
    for piece in row.chunk_by(|(_, one), (_, next)| one == next) {
        let style = piece[0].1;
        queue!(out, SetAttribute(Attribute::Reset))?;
        let attributes = [
            (style.bold, Attribute::Bold),
            (style.dim, Attribute::Dim),
            (style.reversed, Attribute::Reverse),
        ];
        for (_, attribute) in attributes.into_iter().filter(|(set, _)| *set) {
            queue!(out, SetAttribute(attribute))?;
        }
        if let Some(ink) = style.ink {
            queue!(out, SetForegroundColor(Color::AnsiValue(ink)))?;
        }
        if let Some(paper) = style.paper {
            queue!(out, SetBackgroundColor(Color::AnsiValue(paper)))?;
        }
        let text: String = piece.iter().filter_map(|(character, _)| *character).collect();
        queue!(out, Print(text))?;
    }
    queue!(out, SetAttribute(Attribute::Reset))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[StyledLine]) -> Vec<String> {
        let text =
            |line: &StyledLine| line.iter().filter_map(|(character, _)| *character).collect();
        lines.iter().map(text).collect()
    }

    #[test]
    fn lines_are_broken_between_words_and_long_words_inside() {
        let broken = |text: &str, width| texts(&wrapped(&line(text, PLAIN), width));
        assert_eq!(broken("one two three", 7), ["one two", "three"]);
        assert_eq!(broken("one two three", 6), ["one", "two", "three"]);
        assert_eq!(broken("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(broken("a  b ", 9), ["a b"]);
        assert_eq!(broken("", 0), [""]);
    }

    #[test]
    fn what_does_not_fit_is_left_out_and_wide_characters_take_two_columns() {
        let mut canvas = ScreenCanvas::new(6, 2);
        let (_, right) = canvas.area().left(2);
        canvas.put(right, &[line("棋x♔yz", PLAIN), line("b", BOLD), line("c", PLAIN)]);
        assert_eq!(canvas.texts(), ["  棋x♔", "  b   "]);
        let (top, _) = canvas.area().top(1);
        canvas.put_bar(top, line("s", REVERSED));
        assert_eq!(canvas.rows[0], line("s     ", REVERSED));
        let (left, _) = canvas.area().left(2);
        canvas.put(left, &[line("a棋", PLAIN)]);
        assert_eq!(canvas.texts()[0], "a     ");
    }

    #[test]
    fn only_rows_that_have_changed_are_written() {
        let written = |canvas: &ScreenCanvas, before: Option<&ScreenCanvas>| {
            let mut out = Vec::new();
            canvas.show(before, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let mut before = ScreenCanvas::new(3, 2);
        before.put(before.area(), &[line("abc", PLAIN), line("def", PLAIN)]);
        let whole = written(&before, None);
        assert!(whole.contains("abc") && whole.contains("def"), "{whole:?}");
        let mut after = ScreenCanvas::new(3, 2);
        after.put(after.area(), &[line("abc", PLAIN), line("dxf", BOLD)]);
        after.set_cursor(1, 0);
        let change = written(&after, Some(&before));
        assert!(!change.contains("abc"), "{change:?}");
        assert!(change.contains("\u{1b}[2;1H\u{1b}[0m\u{1b}[1mdxf\u{1b}[0m"), "{change:?}");
        assert!(change.ends_with("\u{1b}[1;2H\u{1b}[?25h"), "{change:?}");
        assert_eq!(written(&after, Some(&after)), "");
        let larger = written(&ScreenCanvas::new(4, 2), Some(&before));
        assert!(larger.contains("\u{1b}[2J"), "{larger:?}");
    }
}
