//! A row of scenes as an animated GIF.
//!
//! Every frame holds only what has changed since the one before: a rectangle with a palette of its own, in which pixels that stay
//! are transparent. Boards have few colours, so palettes are mostly exact.

mod lzw;
mod palette;

use ludarium_game::Scene;
use tiny_skia::Pixmap;

use crate::error::{Error, Result};
use crate::picture::Picture;
use crate::{Style, layout, png};
use palette::{MOST_COLOURS, Palette};

/// No side of a film may be longer: the format has 16 bits, and frames cost memory.
const LONGEST: u32 = 4096;

/// One picture of a film.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What is seen.
    pub scene: Scene,
    /// The cells of the last move.
    pub last: Vec<String>,
    /// How long it is seen, in hundredths of a second.
    pub hundredths: u16,
}

/// Red, green and blue.
type Rgb = [u8; 3];

/// Writes a film that begins again at its end.
pub(crate) fn encode(frames: &[Frame], style: &Style, width: u32) -> Result<Vec<u8>> {
    let Some(first) = frames.first() else {
        return Err(Error::NoFrames);
    };
    if width == 0 || width > LONGEST {
        return Err(Error::Width {
            width,
            longest: LONGEST,
        });
    }
    // Captions come and go: the highest picture says how high the film is.
    let mut height = 1;
    for frame in frames {
        height = height.max(png::height(&picture(frame, style), width)?);
    }
    if height > LONGEST {
        return Err(Error::Height {
            width,
            height: height.into(),
            longest: LONGEST,
        });
    }
    let mut out = head(width as u16, height as u16);
    let mut before = PaintedFrame::paint(first, style, width, height)?;
    let mut pending = (before.whole(), first.hundredths);
    for frame in &frames[1..] {
        let sheet = PaintedFrame::paint(frame, style, width, height)?;
        match sheet.changes(&before) {
            Some(changes) => {
                write_frame(&pending.0, pending.1, &mut out);
                pending = (changes, frame.hundredths);
            }
            // Nothing has changed: the picture stays a little longer.
            None => pending.1 = pending.1.saturating_add(frame.hundredths),
        }
        before = sheet;
    }
    write_frame(&pending.0, pending.1, &mut out);
    // The end of the file.
    out.push(0x3b);
    Ok(out)
}

fn picture(frame: &Frame, style: &Style) -> Picture {
    let style = Style {
        last: frame.last.clone(),
        ..style.clone()
    };
    layout::picture(&frame.scene, &style)
}

/// Version, size, and the extension that lets a film begin again forever.
fn head(width: u16, height: u16) -> Vec<u8> {
    let mut out = b"GIF89a".to_vec();
    out.extend(width.to_le_bytes());
    out.extend(height.to_le_bytes());
    // No palette for all frames, first colour as background, square pixels.
    out.extend([0x70, 0, 0]);
    out.extend([0x21, 0xff, 11]);
    out.extend(b"NETSCAPE2.0");
    out.extend([3, 1, 0, 0, 0]);
    out
}

/// The pixels of a frame.
struct PaintedFrame {
    width: usize,
    pixels: Vec<Rgb>,
}

/// A part of a sheet; `None` is a pixel that stays.
struct Patch {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
    pixels: Vec<Option<Rgb>>,
}

impl PaintedFrame {
    fn paint(frame: &Frame, style: &Style, width: u32, height: u32) -> Result<PaintedFrame> {
        let pixels: Pixmap = png::paint(&picture(frame, style), width, height)?;
        // The page is opaque, so nothing has to be divided by its opacity.
        let of =
            |pixel: &tiny_skia::PremultipliedColorU8| [pixel.red(), pixel.green(), pixel.blue()];
        Ok(PaintedFrame {
            width: width as usize,
            pixels: pixels.pixels().iter().map(of).collect(),
        })
    }

    fn whole(&self) -> Patch {
        Patch {
            left: 0,
            top: 0,
            width: self.width as u16,
            height: (self.pixels.len() / self.width) as u16,
            pixels: self.pixels.iter().copied().map(Some).collect(),
        }
    }

    /// What differs from another sheet of the same size; nothing where they are equal.
    fn changes(&self, before: &PaintedFrame) -> Option<Patch> {
        let differs = |at: &usize| self.pixels[*at] != before.pixels[*at];
        let changed = || (0..self.pixels.len()).filter(differs);
        let rows = changed().map(|at| at / self.width);
        let columns = || changed().map(|at| at % self.width);
        let (top, bottom) = (rows.clone().min()?, rows.max()?);
        let (left, right) = (columns().min()?, columns().max()?);
        let spots = (top..=bottom).flat_map(|row| {
            let start = row * self.width;
            start + left..=start + right
        });
        Some(Patch {
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            pixels: spots
                .map(|at| differs(&at).then(|| self.pixels[at]))
                .collect(),
        })
    }
}

fn write_frame(patch: &Patch, hundredths: u16, out: &mut Vec<u8>) {
    let palette = Palette::of(patch.pixels.iter().flatten().copied());
    let clear = palette.len();
    // As many colours as 2, 4, … 256 places hold, and one place for pixels that stay.
    let bits = (2u8..8).find(|bits| clear < 1 << bits).unwrap_or(8);
    out.extend([0x21, 0xf9, 4, 0b101]);
    out.extend(hundredths.to_le_bytes());
    out.extend([clear as u8, 0]);
    out.push(0x2c);
    for number in [patch.left, patch.top, patch.width, patch.height] {
        out.extend(number.to_le_bytes());
    }
    out.push(0x80 | (bits - 1));
    let colours = palette.colours().iter().copied();
    let places = colours.chain(std::iter::repeat([0; 3])).take(1 << bits);
    out.extend(places.flatten());
    let indices = patch.pixels.iter().map(|pixel| match pixel {
        Some(colour) => palette.index(*colour),
        None => clear as u8,
    });
    lzw::write(indices, bits, out);
}

const _: () = assert!(MOST_COLOURS < 256);

#[cfg(test)]
mod tests;
