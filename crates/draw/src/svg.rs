//! A picture as SVG: one self-contained document with real text.
//!
//! Each cell is a group `<g class="cell" id="cell-7" data-cell="e4">` with a `<title>`; pieces
//! and highlights carry the same `data-cell`. A page finds by it what was clicked.

use std::fmt::Write;

use crate::path::{Path, PathStep};
use crate::picture::{Anchor, DisplayList, Item, Paint, Text};

/// Fonts as wide as the one the layout measures with come first.
const FONTS: &str = "DejaVu Sans, Verdana, Geneva, Tahoma, sans-serif";

/// Writes the document.
pub(crate) fn write(picture: &DisplayList) -> String {
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
        let mut attributes = String::new();
        if let Some((index, name)) = &group.cell {
            if group.class == "cell" {
                // Names may hold anything; the index always makes a valid id.
                attributes += &format!(" id=\"cell-{index}\"");
            }
            attributes += &format!(" data-cell=\"{}\"", escape(name));
        }
        let title = group.title.as_deref().unwrap_or_default();
        open_group(group.class, &attributes, title, &mut out);
        for item in &group.items {
            write_item(item, &|colour| colour.to_string(), &mut out);
        }
        out += CLOSE_GROUP;
    }
    out += "</svg>\n";
    out
}

/// The end of what [`open_group`] begins.
pub(crate) const CLOSE_GROUP: &str = "</g>\n";

/// Begins a group of items; `title` shows under the pointer.
pub(crate) fn open_group(class: &str, attributes: &str, title: &str, out: &mut String) {
    *out += &format!("<g class=\"{class}\"{attributes}>");
    if !title.is_empty() {
        *out += &format!("<title>{}</title>", escape(title));
    }
}

/// Writes one thing; `value` is a colour as an attribute has it.
pub(crate) fn write_item<C: Copy>(item: &Item<C>, value: &dyn Fn(C) -> String, out: &mut String) {
    let painted = |paint: &Paint<C>| attributes(paint, value);
    *out += &match item {
        Item::Path(path, paint) => format!("<path d=\"{}\"{}/>", data(path), painted(paint)),
        Item::Circle(centre, radius, paint) => {
            let [x, y, r] = [centre.x, centre.y, *radius].map(number);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{}/>", painted(paint))
        }
        Item::Rectangle(area, paint) => {
            let [x, y, width, height] = [area.left, area.top, area.width, area.height].map(number);
            let paint = painted(paint);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{paint}/>")
        }
        Item::Text(text) => written(text, &value(text.colour)),
    };
}

fn written<C>(text: &Text<C>, colour: &str) -> String {
    let [x, y, size] = [text.at.x, text.at.y, text.size].map(number);
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if text.bold { " font-weight=\"bold\"" } else { "" };
    let turn = if text.angle == 0.0 {
        String::new()
    } else {
        format!(" transform=\"rotate({} {x} {y})\"", number(-text.angle))
    };
    let full = text.full.as_deref();
    let title = full.map_or(String::new(), |full| format!("<title>{}</title>", escape(full)));
    let content = escape(&text.content);
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{weight}{turn}>{title}{content}</text>"
    )
}

fn attributes<C: Copy>(paint: &Paint<C>, value: &dyn Fn(C) -> String) -> String {
    let fill = paint.fill.map_or("none".to_owned(), value);
    let mut out = format!(" fill=\"{fill}\"");
    if let Some((colour, width)) = paint.stroke {
        let (colour, width) = (value(colour), number(width));
        out += &format!(" stroke=\"{colour}\" stroke-width=\"{width}\"");
    }
    if !paint.dashes.is_empty() {
        out += &format!(" stroke-dasharray=\"{}\"", paint.dashes);
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
            PathStep::Move(p) => write!(out, "M{} {}", number(p.x), number(p.y)),
            PathStep::Line(p) => write!(out, "L{} {}", number(p.x), number(p.y)),
            PathStep::Curve(a, b, p) => {
                let [a, b, p] = [a, b, p].map(|p| format!("{} {}", number(p.x), number(p.y)));
                write!(out, "C{a} {b} {p}")
            }
            PathStep::Close => write!(out, "Z"),
        }
        .expect("writing to a string succeeds");
    }
    out
}

/// A number with at most two decimals.
pub(crate) fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
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
