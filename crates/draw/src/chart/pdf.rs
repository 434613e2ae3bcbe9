//! A chart as a PDF of one page, for papers: the same marks as in the SVG, texts as outlines of the embedded font.
//!
//! Nothing is left to the reader's system, and the same chart gives the same bytes. Every glyph is written once, as a
//! form that the page places wherever it is needed.

use std::collections::BTreeMap;
use std::fmt::Write;

use ludarium_game::Point;

use super::ink::ChartInk;
use crate::path::{Path, PathStep};
use crate::picture::{Item, Paint, Text};
use crate::theme::Colour;
use crate::{Theme, font};

/// Points of print in a pixel of the screen.
const SCALE: f32 = 0.75;
/// Glyphs are written this large, so that two decimals are enough for their outlines.
const EM: f32 = 1000.0;
/// How much bold glyphs are thickened, as a part of the text size.
const BOLD_PEN: f32 = 0.07;

/// The document: a page of this size in pixels, with these items from back to front.
pub(super) fn document(
    title: &str,
    size: (f32, f32),
    theme: Theme,
    items: &[Item<ChartInk>],
) -> Vec<u8> {
    let mut sheet = PdfPage {
        theme,
        content: String::new(),
        glyphs: Vec::new(),
        known: BTreeMap::new(),
        opacities: Vec::new(),
    };
    let (width, height) = (size.0 * SCALE, size.1 * SCALE);
    // From here on y grows downwards, in pixels, as in the SVG.
    let [scale, top] = [SCALE, height].map(number);
    sheet.line(&format!("{scale} 0 0 -{scale} 0 {top} cm 1 J 1 j"));
    let [right, bottom] = [size.0, size.1].map(number);
    sheet.line(&format!(
        "{} rg 0 0 {right} {bottom} re f",
        components(ChartInk::Page.in_file(theme))
    ));
    for item in items {
        sheet.draw(item);
    }
    sheet.finish(title, (width, height))
}

/// The contents of the page while it grows.
struct PdfPage {
    theme: Theme,
    content: String,
    /// The outlines of glyphs by character and weight, in the order of their first use.
    glyphs: Vec<String>,
    known: BTreeMap<(char, bool), Option<usize>>,
    /// The opacities that are used, in per cent.
    opacities: Vec<u32>,
}

impl PdfPage {
    fn line(&mut self, text: &str) {
        self.content.push_str(text);
        self.content.push('\n');
    }

    fn draw(&mut self, item: &Item<ChartInk>) {
        self.line("q");
        match item.shape() {
            Ok((path, paint)) => self.shape(&path, paint),
            Err(text) => {
                let ink = components(text.colour.colour(self.theme));
                self.line(&format!("{ink} rg {ink} RG"));
                let (sin, cos) = (-text.angle).to_radians().sin_cos();
                let [x, y] = [text.at.x, text.at.y].map(number);
                self.line(&format!("{cos:.5} {sin:.5} {:.5} {cos:.5} {x} {y} cm", -sin));
                self.write(text);
            }
        }
        self.line("Q");
    }

    fn shape(&mut self, path: &Path, paint: &Paint<ChartInk>) {
        self.fade(paint.opacity);
        if let Some(fill) = paint.fill {
            self.line(&format!("{} rg", components(fill.colour(self.theme))));
        }
        if let Some((ink, width)) = paint.stroke {
            let ink = components(ink.colour(self.theme));
            self.line(&format!("{ink} RG {} w", number(width)));
        }
        if !paint.dashes.is_empty() {
            self.line(&format!("[{}] 0 d", paint.dashes));
        }
        let operator = match (paint.fill, paint.stroke) {
            (Some(_), Some(_)) => "B",
            (Some(_), None) => "f",
            (None, Some(_)) => "S",
            (None, None) => "n",
        };
        self.line(&format!("{}{operator}", outline(path)));
    }

    /// Writes a text whose anchor is at the origin.
    fn write(&mut self, text: &Text<ChartInk>) {
        let width = |part: &str| font::width(part, text.size, text.bold);
        let mut x = -text.anchor.part() * width(&text.content);
        for c in text.content.chars() {
            if let Some(glyph) = self.glyph(c, text.bold) {
                let scale = text.size / EM;
                let x = number(x);
                self.line(&format!("q {scale:.5} 0 0 {scale:.5} {x} 0 cm /G{glyph} Do Q"));
            }
            x += width(c.encode_utf8(&mut [0; 4]));
        }
    }

    /// The number of a glyph; a blank has none.
    fn glyph(&mut self, c: char, bold: bool) -> Option<usize> {
        if let Some(known) = self.known.get(&(c, bold)) {
            return *known;
        }
        let origin = Point { x: 0.0, y: 0.0 };
        let path = outline(&font::outline(c.encode_utf8(&mut [0; 4]), origin, EM, bold));
        let number = (!path.is_empty()).then_some(self.glyphs.len());
        if number.is_some() {
            self.glyphs.push(if bold {
                format!("{} w {path}B", self::number(EM * BOLD_PEN))
            } else {
                format!("{path}f")
            });
        }
        self.known.insert((c, bold), number);
        number
    }

    fn fade(&mut self, opacity: f32) {
        if opacity >= 1.0 {
            return;
        }
        let part = (opacity.max(0.0) * 100.0).round() as u32;
        if !self.opacities.contains(&part) {
            self.opacities.push(part);
        }
        self.line(&format!("/O{part} gs"));
    }

    fn finish(self, title: &str, (width, height): (f32, f32)) -> Vec<u8> {
        /// The objects before the glyphs.
        const FIRST_GLYPH: usize = 6;
        let mut resources = String::new();
        let opacities = self.opacities.iter().map(|part| {
            let share = f64::from(*part) / 100.0;
            format!("/O{part} << /ca {share} /CA {share} >> ")
        });
        let glyphs = (0..self.glyphs.len()).map(|index| {
            let object = FIRST_GLYPH + index;
            format!("/G{index} {object} 0 R ")
        });
        let (opacities, glyphs): (String, String) = (opacities.collect(), glyphs.collect());
        // Writing into a string cannot fail.
        let _ = write!(resources, "<< /ExtGState << {opacities}>> /XObject << {glyphs}>> >>");
        let box_of_page = format!("[0 0 {} {}]", number(width), number(height));
        let mut objects = vec![
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox {box_of_page} /Resources {resources} /Contents 4 0 R >>"
            ),
            stream("", &self.content),
            format!("<< /Title {} /Creator (Ludarium) >>", text_string(title)),
        ];
        // As large as any glyph: nothing is cut off.
        let form = "/Type /XObject /Subtype /Form /BBox [-1000 -2000 3000 1000] ";
        objects.extend(self.glyphs.iter().map(|glyph| stream(form, glyph)));
        file(&objects)
    }
}

/// The file of some objects, the first being the root and the fifth what the document is called.
fn file(objects: &[String]) -> Vec<u8> {
    let mut out = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(out.len());
        let _ = write!(out, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let (table, size) = (out.len(), objects.len() + 1);
    let _ = write!(out, "xref\n0 {size}\n0000000000 65535 f \n");
    for place in places {
        let _ = writeln!(out, "{place:010} 00000 n ");
    }
    let _ = write!(
        out,
        "trailer\n<< /Size {size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{table}\n%%EOF\n"
    );
    out.into_bytes()
}

fn stream(entries: &str, content: &str) -> String {
    format!("<< {entries}/Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// A text for people as PDF writes it: any letters, as hexadecimal UTF-16.
fn text_string(text: &str) -> String {
    let units: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<FEFF{units}>")
}

/// A path as operators, without painting it.
fn outline(path: &Path) -> String {
    let mut out = String::new();
    let at = |p: &Point| format!("{} {}", number(p.x), number(p.y));
    for step in &path.0 {
        let _ = match step {
            PathStep::Move(p) => write!(out, "{} m ", at(p)),
            PathStep::Line(p) => write!(out, "{} l ", at(p)),
            PathStep::Curve(a, b, p) => write!(out, "{} {} {} c ", at(a), at(b), at(p)),
            PathStep::Close => write!(out, "h "),
        };
    }
    out
}

fn components(colour: Colour) -> String {
    let part = |channel: u8| format!("{:.3}", f32::from(channel) / 255.0);
    [colour.r, colour.g, colour.b].map(part).join(" ")
}

fn number(value: f32) -> String {
    crate::svg::number(value)
}
