//! The column of captions beside the board.

use ludarium_game::{Caption, Point, Scene};

use crate::font;
use crate::path::Path;
use crate::picture::{Item, ItemGroup, Paint, Text};
use crate::theme::{Palette, Swatch};

/// Size of the text and distance of its lines.
const SIZE: f32 = 19.0;
const LINE: f32 = 25.0;
/// Free space above and below a caption's text, and between captions.
const PAD: f32 = 9.0;
const GAP: f32 = 4.0;
/// Left edge of the text: after the seat's swatch.
const INDENT: f32 = 44.0;

/// Draws the captions into a column and returns them with the height they need.
pub(crate) fn column(
    scene: &Scene,
    palette: &Palette,
    corner: Point,
    width: f32,
) -> (Vec<ItemGroup>, f32) {
    let mut groups = Vec::new();
    let mut y = corner.y;
    for caption in &scene.captions {
        let lines = wrap(&caption.text, width - INDENT - PAD, |text| {
            font::width(text, SIZE, caption.active)
        });
        let height = lines.len() as f32 * LINE + 2.0 * PAD;
        let from = Point { x: corner.x, y };
        groups.push(draw(scene, palette, caption, &lines, from, (width, height)));
        y += height + GAP;
    }
    (groups, (y - GAP - corner.y).max(0.0))
}

fn draw(
    scene: &Scene,
    palette: &Palette,
    caption: &Caption,
    lines: &[String],
    from: Point,
    (width, height): (f32, f32),
) -> ItemGroup {
    let mut group = ItemGroup::new(if caption.active { "caption active" } else { "caption" });
    if caption.active {
        let band = Path::rounded(from, width, height, 8.0);
        group.items.push(Item::Path(band, Paint::fill(palette.band)));
    }
    let middle = from.y + PAD + LINE / 2.0;
    if let Some(seat) = caption.seat
        && let Some(style) = scene.seats.get(seat.index())
    {
        let swatch = Swatch::of(style.hue);
        let centre = Point::new(from.x + INDENT / 2.0, middle);
        let paint = Paint::fill(swatch.fill).outlined(swatch.stroke, 1.5);
        group.items.push(Item::Circle(centre, 12.5, paint));
        let letter = style.letter.to_string();
        let text = Text::centred(&letter, centre, 14.0, 18.0, swatch.ink).in_bold();
        group.items.push(Item::Text(text));
    }
    for (index, line) in lines.iter().enumerate() {
        let indent = if caption.seat.is_some() { INDENT } else { PAD + 2.0 };
        let at =
            Point::new(from.x + indent, middle + index as f32 * LINE + SIZE * font::CAPITAL / 2.0);
        group.items.push(Item::Text(Text {
            bold: caption.active,
            ..Text::new(line, at, SIZE, palette.ink)
        }));
    }
    group
}

/// Breaks a text at blanks into lines no wider than `room`; a word that is too wide for a line
/// of its own is cut. There is always at least one line.
pub(crate) fn wrap(text: &str, room: f32, width: impl Fn(&str) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&longer) <= room {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            line.push(c);
            if width(&line) > room && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, room: usize) -> Vec<String> {
        wrap(text, room as f32, |line| line.chars().count() as f32)
    }

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrapped("White to move", 8), ["White to", "move"]);
        assert_eq!(wrapped("White", 8), ["White"]);
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(wrapped("a incomprehensible", 6), ["a", "incomp", "rehens", "ible"]);
        assert_eq!(wrapped("abc", 0), ["a", "b", "c"]);
    }

    #[test]
    fn an_empty_caption_is_one_empty_line() {
        assert_eq!(wrapped("", 5), [""]);
    }
}
