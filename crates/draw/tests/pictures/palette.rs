//! The colours are as the theme promises: everyone can tell seats apart, and pieces stand out.

use std::fmt::Debug;

use ludarium_draw::Theme;
use ludarium_draw::chart::series_colour;
use ludarium_draw::theme::{Colour, Swatch};
use ludarium_game::{Hue, Seat, Tone};

fn hues() -> impl Iterator<Item = Hue> {
    Hue::ALL.iter().copied()
}

/// Least distance of two seats' pieces, for each kind of sight. The original eight colours of
/// Okabe and Ito with grey reach 0.02 on this scale; 0.02 is just noticeable side by side.
const PIECES_APART: f32 = 0.13;
/// The same for the places of seats, which are paler.
const PLACES_APART: f32 = 0.08;

/// The same for the eight series of a chart, which must stand out from the page as well.
const SERIES_APART: f32 = 0.09;

/// How a person sees; the matrices are those of Machado, Oliveira and Fernandes (2009) for full
/// deficiency, on linear RGB.
const SIGHTS: [(&str, [[f32; 3]; 3]); 3] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
];

fn apply(matrix: &[[f32; 3]; 3], v: [f32; 3]) -> [f32; 3] {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// The colour in OKLab, where equal distances look equally large.
fn seen(colour: Colour, sight: &[[f32; 3]; 3]) -> [f32; 3] {
    let linear = [colour.r, colour.g, colour.b].map(|channel| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    let rgb = apply(sight, linear).map(|c| c.clamp(0.0, 1.0));
    let cones = apply(
        &[
            [0.412_221_46, 0.536_332_55, 0.051_445_995],
            [0.211_903_5, 0.680_699_5, 0.107_396_96],
            [0.088_302_46, 0.281_718_85, 0.629_978_7],
        ],
        rgb,
    )
    .map(f32::cbrt);
    apply(
        &[
            [0.210_454_26, 0.793_617_8, -0.004_072_047],
            [1.977_998_5, -2.428_592_2, 0.450_593_7],
            [0.025_904_037, 0.782_771_77, -0.808_675_77],
        ],
        cones,
    )
}

fn nearest<T: Debug>(colours: &[(T, Colour)]) -> (f32, String) {
    let mut nearest = (f32::INFINITY, String::new());
    for (name, sight) in &SIGHTS {
        for (index, (hue, colour)) in colours.iter().enumerate() {
            for (other_hue, other) in &colours[..index] {
                let (a, b) = (seen(*colour, sight), seen(*other, sight));
                let distance = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f32>().sqrt();
                if distance < nearest.0 {
                    nearest = (distance, format!("{hue:?} and {other_hue:?}, {name} sight"));
                }
            }
        }
    }
    nearest
}

#[test]
fn seats_stay_apart_for_every_kind_of_sight() {
    let pieces = Vec::from_iter(hues().map(|hue| (hue, Swatch::of(hue).fill)));
    let (distance, pair) = nearest(&pieces);
    assert!(distance > PIECES_APART, "{pair}: {distance}");
}

#[test]
fn places_of_seats_stay_apart_too() {
    for theme in [Theme::Light, Theme::Dark] {
        let place = |hue| theme.palette().cell(Tone::Owned(Seat(0)), Some(hue));
        let places = Vec::from_iter(hues().map(|hue| (hue, place(hue))));
        let (distance, pair) = nearest(&places);
        assert!(distance > PLACES_APART, "{theme:?}: {pair}: {distance}");
    }
}

#[test]
fn series_of_charts_stay_apart_too() {
    for theme in [Theme::Light, Theme::Dark] {
        let series: Vec<_> = (0..8).map(|n| (n, series_colour(n, theme))).collect();
        let (distance, pair) = nearest(&series);
        assert!(distance > SERIES_APART, "{theme:?}: {pair}: {distance}");
    }
}

#[test]
fn pieces_have_a_clear_outline_and_readable_letters() {
    for hue in hues() {
        let swatch = Swatch::of(hue);
        let (outline, text) =
            (swatch.fill.contrast(swatch.stroke), swatch.fill.contrast(swatch.ink));
        assert!(outline >= 3.0, "{hue:?}: outline {outline}");
        assert!(text >= 4.0, "{hue:?}: text {text}");
    }
}

/// A piece has two colours, body and outline; one of them differs clearly from the cell.
#[test]
fn pieces_stand_out_from_every_cell() {
    for theme in [Theme::Light, Theme::Dark] {
        let palette = theme.palette();
        for hue in hues() {
            let swatch = Swatch::of(hue);
            let own = palette.cell(Tone::Owned(Seat(0)), Some(hue));
            for cell in [palette.light, palette.middle, palette.dark, own] {
                let contrast = swatch.fill.contrast(cell).max(swatch.stroke.contrast(cell));
                assert!(contrast >= 3.0, "{theme:?} {hue:?} on {cell}: {contrast}");
            }
        }
    }
}

#[test]
fn text_is_readable() {
    for theme in [Theme::Light, Theme::Dark] {
        let palette = theme.palette();
        assert!(palette.ink.contrast(palette.page) >= 7.0);
        assert!(palette.ink.contrast(palette.band) >= 7.0);
        assert!(palette.muted.contrast(palette.page) >= 4.5);
        let backgrounds = [palette.light, palette.middle, palette.dark];
        let owned = hues().map(|hue| palette.cell(Tone::Owned(Seat(0)), Some(hue)));
        for background in backgrounds.into_iter().chain(owned) {
            let contrast = palette.label(background).contrast(background);
            assert!(contrast >= 3.5, "{theme:?}: name on {background}: {contrast}");
        }
    }
}

#[test]
fn colours_are_written_in_hex_and_contrast_is_that_of_the_wcag() {
    assert_eq!(Colour::hex(0x0a0b0c).to_string(), "#0a0b0c");
    let most = Colour::hex(0).contrast(Colour::hex(0xffffff));
    assert!((most - 21.0).abs() < 0.001, "{most}");
}
