//! Colours: the board, the page and the swatch of each [`Hue`], in a light and a dark theme.
//!
//! Seat colours follow the idea of Okabe and Ito: neighbours differ in lightness as well as in
//! hue, so that colour-blind people can tell them apart. `tests/pictures/palette.rs`
//! checks this with numbers.

use std::fmt;

use ludarium_game::{Hue, Tone};

/// An opaque sRGB colour. Shown as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Colour {
    /// The colour `0xrrggbb`.
    pub const fn hex(rgb: u32) -> Colour {
        Colour { r: (rgb >> 16) as u8, g: (rgb >> 8) as u8, b: rgb as u8 }
    }

    /// `part` of this colour and the rest of `other`; `part` is from 0 to 1.
    pub fn mix(self, other: Colour, part: f32) -> Colour {
        let blend =
            |a: u8, b: u8| (f32::from(a) * part + f32::from(b) * (1.0 - part)).round() as u8;
        Colour { r: blend(self.r, other.r), g: blend(self.g, other.g), b: blend(self.b, other.b) }
    }

    /// The contrast ratio of the WCAG, from 1 (equal) to 21 (black on white).
    pub fn contrast(self, other: Colour) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Dark or light ink, whichever is easier to read on this colour.
    pub fn ink(self) -> Colour {
        if self.contrast(DARK_INK) >= self.contrast(LIGHT_INK) { DARK_INK } else { LIGHT_INK }
    }

    fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let c = f32::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

/// The three colours a seat's piece is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// The body.
    pub fill: Colour,
    /// The outline and the grooves.
    pub stroke: Colour,
    /// Text on the body.
    pub ink: Colour,
}

const DARK_INK: Colour = Colour::hex(0x16181c);
const LIGHT_INK: Colour = Colour::hex(0xfaf8f2);

impl Swatch {
    /// The swatch of a hue; the same in both themes, so that Red stays the same red.
    pub fn of(hue: Hue) -> Swatch {
        let fill = Colour::hex(hue.rgb());
        Swatch {
            fill,
            stroke: if hue == Hue::Black { LIGHT_INK } else { DARK_INK },
            ink: if fill.contrast(LIGHT_INK) > 4.0 { LIGHT_INK } else { DARK_INK },
        }
    }

    /// The swatch of things that belong to nobody.
    pub fn neutral() -> Swatch {
        Swatch { fill: Colour::hex(0xf0c868), stroke: DARK_INK, ink: DARK_INK }
    }
}

/// Whether pictures stand on a light or a dark page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark ink on a light page, a wooden board.
    #[default]
    Light,
    /// Light ink on a dark page, a board of slate.
    Dark,
}

impl Theme {
    /// The colours of the page and the board.
    pub fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

/// The colours of the page and the board in one theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The background of everything.
    pub page: Colour,
    /// Text on the page.
    pub ink: Colour,
    /// Less important text on the page.
    pub muted: Colour,
    /// The band under the caption of the seat to act.
    pub band: Colour,
    /// The frame round the board, and seams on it.
    pub frame: Colour,
    /// Fine lines between cells.
    pub seam: Colour,
    /// A light cell.
    pub light: Colour,
    /// A cell between light and dark.
    pub middle: Colour,
    /// A dark cell.
    pub dark: Colour,
    /// Highlights: the last move.
    pub accent: Colour,
}

const LIGHT: Palette = Palette {
    page: Colour::hex(0xfdfcf9),
    ink: Colour::hex(0x23262b),
    muted: Colour::hex(0x5d636b),
    band: Colour::hex(0xece6da),
    frame: Colour::hex(0x57412f),
    seam: Colour::hex(0x8a6d4f),
    light: Colour::hex(0xf3e4c8),
    middle: Colour::hex(0xdcc096),
    dark: Colour::hex(0xbb9065),
    accent: Colour::hex(0xa8d60a),
};

const DARK: Palette = Palette {
    page: Colour::hex(0x17191d),
    ink: Colour::hex(0xe9e7e2),
    muted: Colour::hex(0xa3a8b0),
    band: Colour::hex(0x2c3038),
    frame: Colour::hex(0x0b0c0e),
    seam: Colour::hex(0x3a424e),
    light: Colour::hex(0xa9b4c2),
    middle: Colour::hex(0x8792a1),
    dark: Colour::hex(0x657183),
    accent: Colour::hex(0xffd75e),
};

impl Palette {
    /// The fill of a cell; `hue` is the hue of its owner where the tone is [`Tone::Owned`].
    pub fn cell(&self, tone: Tone, hue: Option<Hue>) -> Colour {
        match (tone, hue) {
            (Tone::Light, _) => self.light,
            (Tone::Dark, _) => self.dark,
            (Tone::Middle, _) | (Tone::Owned(_), None) => self.middle,
            // Softer than the seat's pieces, so that these stand out from their own background.
            (Tone::Owned(_), Some(hue)) => Swatch::of(hue).fill.mix(LIGHT_INK, 0.72),
        }
    }

    /// Text on a cell of this colour, a little softer than the ink of pieces.
    pub fn label(&self, cell: Colour) -> Colour {
        cell.ink().mix(cell, 0.9)
    }
}
