//! Drawn boards for the full screen: text with escape codes becomes styled lines.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};

/// Reads text with the codes that boards are drawn with: reset, bold and 256 colours. Other codes are dropped.
pub fn styled(text: &str) -> Text<'static> {
    let mut style = Style::new();
    let lines = text.lines().map(|line| {
        let mut spans = Vec::new();
        let mut parts = line.split("\u{1b}[");
        if let Some(plain) = parts.next() {
            spans.push(Span::styled(plain.to_owned(), style));
        }
        for part in parts {
            let (codes, rest) = part.split_once('m').unwrap_or((part, ""));
            style = changed(style, codes);
            spans.push(Span::styled(rest.to_owned(), style));
        }
        spans.retain(|span| !span.content.is_empty());
        Line::from(spans)
    });
    Text::from(lines.collect::<Vec<_>>())
}

fn changed(mut style: Style, codes: &str) -> Style {
    let mut numbers = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
    while let Some(number) = numbers.next() {
        match number {
            0 => style = Style::new(),
            1 => style = style.add_modifier(Modifier::BOLD),
            38 | 48 => {
                // `5` for "one of 256", then the number.
                let colour = Color::Indexed(numbers.nth(1).unwrap_or(0));
                style = match number {
                    38 => style.fg(colour),
                    _ => style.bg(colour),
                };
            }
            _ => {}
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_hold_until_they_are_reset() {
        let text = styled("a\u{1b}[0;1;38;5;12;48;5;230mb\nc\u{1b}[0md\u{1b}[");
        assert_eq!(text.lines.len(), 2);
        let bright = Style::new()
            .fg(Color::Indexed(12))
            .bg(Color::Indexed(230))
            .add_modifier(Modifier::BOLD);
        let spans = |line: usize| text.lines[line].spans.clone();
        assert_eq!(spans(0), [Span::raw("a"), Span::styled("b", bright)]);
        assert_eq!(spans(1), [Span::styled("c", bright), Span::raw("d")]);
    }
}
