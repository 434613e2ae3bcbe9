//! A picture as PNG, painted with `tiny-skia`.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint as Ink, PathBuilder, Pixmap, Stroke, Transform,
};

use crate::error::{Error, Result};
use crate::font;
use crate::path::{Path, PathStep};
use crate::picture::{DisplayList, Item, Paint, Text};
use crate::theme::Colour;

/// Bold text gets an outline of this part of its size.
const BOLD: f32 = 0.07;

/// No side may be longer: far above any screen, far below what memory can hold.
const LONGEST: u32 = 16_384;

/// Paints the picture, scaled to a width in pixels.
pub(crate) fn encode(picture: &DisplayList, width: u32) -> Result<Vec<u8>> {
    let height = height(picture, width)?;
    let pixels = paint(picture, width, height)?;
    let encoded = pixels.encode_png();
    encoded.map_err(|error| Error::Encoding(error.to_string()))
}

/// The height of a picture that is `width` pixels wide.
pub(crate) fn height(picture: &DisplayList, width: u32) -> Result<u32> {
    if width == 0 || width > LONGEST {
        return Err(Error::Width { width, longest: LONGEST });
    }
    let height = (picture.height * width as f32 / picture.width).round().max(1.0);
    if height > LONGEST as f32 {
        return Err(Error::Height { width, height: height as u64, longest: LONGEST });
    }
    Ok(height as u32)
}

/// The pixels of a picture on a page of a given size; its width decides how large the picture is.
pub(crate) fn paint(picture: &DisplayList, width: u32, height: u32) -> Result<Pixmap> {
    let scale = width as f32 / picture.width;
    let too_large = || Error::Encoding("no memory for the picture".to_owned());
    let mut pixels = Pixmap::new(width, height).ok_or_else(too_large)?;
    let Colour { r, g, b } = picture.page;
    pixels.fill(Color::from_rgba8(r, g, b, 255));
    let mut canvas = PngCanvas { pixels, transform: Transform::from_scale(scale, scale) };
    for item in picture.groups.iter().flat_map(|group| &group.items) {
        canvas.draw(item);
    }
    Ok(canvas.pixels)
}

struct PngCanvas {
    pixels: Pixmap,
    transform: Transform,
}

impl PngCanvas {
    fn draw(&mut self, item: &Item) {
        match item.shape() {
            Ok((path, paint)) => self.paint(&path, paint),
            Err(text) => self.text(text),
        }
    }

    fn text(&mut self, text: &Text) {
        let path = font::outline(&text.content, text.start(), text.size, text.bold);
        let paint = Paint::fill(text.colour);
        if text.bold {
            self.paint(&path, &paint.outlined(text.colour, text.size * BOLD));
        } else {
            self.paint(&path, &paint);
        }
    }

    fn paint(&mut self, path: &Path, paint: &Paint) {
        // A path without extent paints nothing.
        let Some(path) = outline(path) else {
            return;
        };
        if let Some(colour) = paint.fill {
            let rule = if paint.holes { FillRule::EvenOdd } else { FillRule::Winding };
            self.pixels.fill_path(&path, &ink(colour, paint.opacity), rule, self.transform, None);
        }
        if let Some((colour, width)) = paint.stroke {
            let stroke = Stroke {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            self.pixels.stroke_path(
                &path,
                &ink(colour, paint.opacity),
                &stroke,
                self.transform,
                None,
            );
        }
    }
}

fn ink(colour: Colour, opacity: f32) -> Ink<'static> {
    let mut ink = Ink::default();
    let alpha = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    ink.set_color_rgba8(colour.r, colour.g, colour.b, alpha);
    ink.anti_alias = true;
    ink
}

fn outline(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in &path.0 {
        match *step {
            PathStep::Move(p) => builder.move_to(p.x, p.y),
            PathStep::Line(p) => builder.line_to(p.x, p.y),
            PathStep::Curve(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            PathStep::Close => builder.close(),
        }
    }
    builder.finish()
}
