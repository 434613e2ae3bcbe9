//! Drawn boards for the full screen: text with escape codes becomes styled lines.

use super::canvas::{CellStyle, StyledLine, line};

/// Reads text with the codes that boards are drawn with: reset, bold and 256 colours. Other codes are dropped.
pub fn styled(text: &str) -> Vec<StyledLine> {
    let mut style = CellStyle::default();
    let lines = text.lines().map(|row| {
        let mut parts = row.split("\u{1b}[");
        let mut cells = line(parts.next().unwrap_or_default(), style);
        for part in parts {
            let (codes, rest) = part.split_once('m').unwrap_or((part, ""));
            style = changed(style, codes);
            cells.extend(line(rest, style));
        }
        cells
    });
    lines.collect()
}

fn changed(mut style: CellStyle, codes: &str) -> CellStyle {
    let mut numbers = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
    while let Some(number) = numbers.next() {
        match number {
            0 => style = CellStyle::default(),
            1 => style.bold = true,
            38 | 48 => {
                // `5` for "one of 256", then the number.
                let colour = Some(numbers.nth(1).unwrap_or(0));
                match number {
                    38 => style.ink = colour,
                    _ => style.paper = colour,
                }
            }
            _ => {}
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::super::canvas::PLAIN;
    use super::*;

    #[test]
    fn colours_hold_until_they_are_reset() {
        let text = styled("a\u{1b}[0;1;38;5;12;48;5;230mb\nc\u{1b}[0md\u{1b}[");
        let bright = CellStyle { ink: Some(12), paper: Some(230), bold: true, ..PLAIN };
        assert_eq!(text[0], [line("a", PLAIN), line("b", bright)].concat());
        assert_eq!(text[1], [line("c", bright), line("d", PLAIN)].concat());
        assert_eq!(text.len(), 2);
    }
}
