//! A picture as SVG: one self-contained document with real text.
//!
//! Each cell is a group `<g class="cell" id="cell-7" data-cell="e4">` with a `<title>`; pieces
//! and highlights carry the same `data-cell`. A page finds by it what was clicked.

use std::fmt::Write;

use crate::path::{Path, Step};
use crate::picture::{Anchor, Group, Item, Paint, Picture, Text};

/// Fonts as wide as the one the layout measures with come first.
const FONTS: &str = "DejaVu Sans, Verdana, Geneva, Tahoma, sans-serif";

/// Writes the document.
pub(crate) fn write(picture: &Picture) -> String {
    let mut out = String::new();
    let (width, height) = (number(picture.width), number(picture.height));
    out += &format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"{FONTS}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    );
    out += "<title>Board</title>\n";
    if !picture.description.is_empty() {
        out += &format!("<desc>{}</desc>\n", escape(&picture.description));
    }
    out += &format!(
        "<rect class=\"page\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        picture.page
    );
    for group in &picture.groups {
        write_group(group, &mut out);
    }
    out += "</svg>\n";
    out
}

fn write_group(group: &Group, out: &mut String) {
    *out += &format!("<g class=\"{}\"", group.class);
    if let Some((index, name)) = &group.cell {
        if group.class == "cell" {
            // Names may hold anything; the index always makes a valid id.
            *out += &format!(" id=\"cell-{index}\"");
        }
        *out += &format!(" data-cell=\"{}\"", escape(name));
    }
    *out += ">";
    if let Some(title) = &group.title {
        *out += &format!("<title>{}</title>", escape(title));
    }
    for item in &group.items {
        match item {
            Item::Path(path, paint) => {
                *out += &format!("<path d=\"{}\"{}/>", data(path), attributes(paint));
            }
            Item::Circle(centre, radius, paint) => {
                let (x, y, r) = (number(centre.x), number(centre.y), number(*radius));
                *out += &format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{}/>",
                    attributes(paint)
                );
            }
            Item::Text(text) => write_text(text, out),
        }
    }
    *out += "</g>\n";
}

fn write_text(text: &Text, out: &mut String) {
    let (x, y, size) = (number(text.at.x), number(text.at.y), number(text.size));
    *out += &format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{}\"",
        text.colour
    );
    if text.anchor == Anchor::Middle {
        *out += " text-anchor=\"middle\"";
    }
    if text.bold {
        *out += " font-weight=\"bold\"";
    }
    *out += &format!(">{}</text>", escape(&text.content));
}

fn attributes(paint: &Paint) -> String {
    let mut out = match paint.fill {
        Some(colour) => format!(" fill=\"{colour}\""),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some((colour, width)) = paint.stroke {
        out += &format!(" stroke=\"{colour}\" stroke-width=\"{}\"", number(width));
    }
    if paint.opacity < 1.0 {
        out += &format!(" opacity=\"{}\"", number(paint.opacity));
    }
    if paint.holes {
        out += " fill-rule=\"evenodd\"";
    }
    out
}

/// A path in the notation of the attribute `d`.
pub(crate) fn data(path: &Path) -> String {
    let mut out = String::new();
    for step in &path.0 {
        match step {
            Step::Move(p) => write!(out, "M{} {}", number(p.x), number(p.y)),
            Step::Line(p) => write!(out, "L{} {}", number(p.x), number(p.y)),
            Step::Curve(a, b, p) => {
                let [a, b, p] = [a, b, p].map(|p| format!("{} {}", number(p.x), number(p.y)));
                write!(out, "C{a} {b} {p}")
            }
            Step::Close => write!(out, "Z"),
        }
        .expect("writing to a string succeeds");
    }
    out
}

/// A number with at most two decimals.
pub(crate) fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Text that is safe inside elements and attributes. Characters that XML does not allow become
/// the replacement character.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [12.0, 0.5, 1.0 / 3.0, -0.001].map(number);
        assert_eq!(written, ["12", "0.5", "0.33", "0"]);
    }

    #[test]
    fn markup_and_control_characters_are_escaped() {
        assert_eq!(escape("<a&\"b'>"), "&lt;a&amp;&quot;b&#39;&gt;");
        assert_eq!(escape("x\u{1b}\u{0}\ny"), "x\u{FFFD}\u{FFFD} y");
    }
}
