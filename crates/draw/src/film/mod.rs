//! A game as pictures: one position as PNG, or all of it as an animated GIF.
//!
//! Every frame of a film holds only what has changed since the one before: a rectangle in which pixels that stay are
//! transparent.

mod colours;
mod told;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use ludarium_game::PlayedGame;
use tiny_skia::Pixmap;

use crate::error::{Error, Result};
use crate::picture::DisplayList;
use crate::{Style, Theme, layout, png};
use colours::{FrameColours, Rgb};

pub use told::{Telling, told};

/// How wide a picture and a film are, in pixels.
const STILL_WIDTH: u32 = 1200;
const FILM_WIDTH: u32 = 640;
/// A film is not higher: frames cost memory.
const HIGHEST: u32 = 4096;
/// A film has at most this many pictures; of a longer game some are left out, evenly.
const MOST_FRAMES: usize = 400;
/// How long a move, an outcome of chance and the end are seen, in hundredths of a second.
const MOVE: u16 = 70;
const CHANCE: u16 = 35;
const END: u16 = 300;

/// The position after `count` events, or the last one, with the last move marked, as PNG.
pub fn still(game: &PlayedGame, count: usize, theme: Theme) -> Result<Vec<u8>> {
    png::encode(&picture(game, count, theme), STILL_WIDTH)
}

/// The game from one number of events to another as an animated GIF that begins again at its end.
pub fn film(game: &PlayedGame, from: usize, to: usize, theme: Theme) -> Result<Vec<u8>> {
    let to = to.min(game.count());
    let from = from.min(to);
    let every = (to - from) / MOST_FRAMES + 1;
    let shown = (from..=to).filter(|count| (to - count).is_multiple_of(every));
    let frames = shown.map(|count| {
        let hundredths = match count.checked_sub(1) {
            _ if count == to => END,
            Some(last) if game.events()[last].by.is_none() => CHANCE,
            _ => MOVE,
        };
        (picture(game, count, theme), hundredths)
    });
    encode(&frames.collect::<Vec<_>>(), FILM_WIDTH)
}

fn picture(game: &PlayedGame, count: usize, theme: Theme) -> DisplayList {
    layout::picture(&game.after(count).scene(), &style(game, count, theme))
}

fn style(game: &PlayedGame, count: usize, theme: Theme) -> Style {
    Style { theme, last: game.marked(count).to_vec(), ..Style::default() }
}

/// Pictures with the time that each is seen.
fn encode(frames: &[(DisplayList, u16)], width: u32) -> Result<Vec<u8>> {
    // Captions come and go: the highest picture says how high the film is.
    let mut height = 1;
    for (picture, _) in frames {
        height = height.max(png::height(picture, width)?);
    }
    if height > HIGHEST {
        return Err(Error::Height { width, height: height.into(), longest: HIGHEST });
    }
    let failed = |error: gif::EncodingError| Error::Encoding(error.to_string());
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width as u16, height as u16, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut before: Option<Pixmap> = None;
    let mut pending: Option<Frame<'_>> = None;
    for (picture, hundredths) in frames {
        let pixels = png::paint(picture, width, height)?;
        match (changes(before.as_ref(), &pixels), &mut pending) {
            // Nothing has changed: the picture stays a little longer.
            (None, Some(pending)) => pending.delay = pending.delay.saturating_add(*hundredths),
            (None, None) => {}
            (Some(mut frame), _) => {
                frame.delay = *hundredths;
                if let Some(done) = pending.replace(frame) {
                    encoder.write_frame(&done).map_err(failed)?;
                }
            }
        }
        before = Some(pixels);
    }
    if let Some(last) = pending {
        encoder.write_frame(&last).map_err(failed)?;
    }
    drop(encoder);
    Ok(out)
}

/// The part of a picture that differs from the one before, which has the same size; `None` where they are equal.
fn changes(before: Option<&Pixmap>, now: &Pixmap) -> Option<Frame<'static>> {
    let width = now.width() as usize;
    let differs = |at: usize| before.is_none_or(|before| before.pixels()[at] != now.pixels()[at]);
    let changed = || (0..now.pixels().len()).filter(|&at| differs(at));
    let (top, bottom) = (changed().next()? / width, changed().next_back()? / width);
    let columns = || changed().map(|at| at % width);
    let (left, right) = (columns().min()?, columns().max()?);
    let spots = (top..=bottom).flat_map(|row| row * width + left..=row * width + right);
    // The page is opaque, so nothing has to be divided by its opacity.
    let colour = |at: usize| -> Option<Rgb> {
        let pixel = now.pixels()[at];
        differs(at).then(|| [pixel.red(), pixel.green(), pixel.blue()])
    };
    let frame = FrameColours::of(spots.clone().filter_map(colour));
    let stays = frame.colours.len() as u8;
    let numbers = spots.map(|at| colour(at).map_or(stays, |colour| frame.number(colour)));
    Some(Frame {
        left: left as u16,
        top: top as u16,
        dispose: DisposalMethod::Keep,
        ..Frame::from_palette_pixels(
            (right - left + 1) as u16,
            (bottom - top + 1) as u16,
            numbers.collect::<Vec<u8>>(),
            frame.colours.concat(),
            Some(stays),
        )
    })
}

#[cfg(test)]
mod tests {
    use ludarium_game::sprint::Sprint;
    use ludarium_game::{Position, Rng, Seed, Spec, Tabletop};

    use super::*;

    /// The pictures that a reader of a file sees, each with its time.
    fn read(file: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(file).unwrap();
        let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
        let mut canvas = vec![[0; 3]; width * height];
        let mut seen = Vec::new();
        while let Some(frame) = reader.read_next_frame().unwrap() {
            for (at, pixel) in frame.buffer.chunks(4).enumerate() {
                let (x, y) = (at % usize::from(frame.width), at / usize::from(frame.width));
                if pixel[3] > 0 {
                    let place = (y + usize::from(frame.top)) * width + x + usize::from(frame.left);
                    canvas[place] = [pixel[0], pixel[1], pixel[2]];
                }
            }
            seen.push((canvas.clone(), frame.delay));
        }
        seen
    }

    #[test]
    fn a_reader_sees_the_pictures_that_were_painted() {
        let rules = Sprint::rules(&Spec::parse("strict:players=3").unwrap()).unwrap();
        let start = Position::new(Sprint::start(&rules, &mut Rng::new(Seed(4))));
        let moves = ["walk", "run", "3", "walk", "run", "0"];
        let game = PlayedGame::follow(start, moves).unwrap();
        let seen = read(&film(&game, 0, usize::MAX, Theme::Light).unwrap());
        let whole: u16 = seen.iter().map(|(_, time)| time).sum();
        assert_eq!(whole, 5 * MOVE + CHANCE + END);
        let painted = |count: usize| -> Vec<[u8; 3]> {
            let picture = picture(&game, count, Theme::Light);
            let height = seen[0].0.len() as u32 / FILM_WIDTH;
            let pixels = png::paint(&picture, FILM_WIDTH, height).unwrap();
            let colour = |pixel: &tiny_skia::PremultipliedColorU8| {
                [pixel.red(), pixel.green(), pixel.blue()]
            };
            pixels.pixels().iter().map(colour).collect()
        };
        // Where a frame has too many colours, each becomes one that nobody can tell from it.
        for (picture, count) in [(&seen[0].0, 0), (&seen[seen.len() - 1].0, moves.len())] {
            let off = |(a, b): (&[u8; 3], &[u8; 3])| {
                (0..3).map(|k| a[k].abs_diff(b[k])).max().unwrap_or(0)
            };
            let painted = painted(count);
            let most = picture.iter().zip(&painted).map(off).max();
            assert!(most < Some(24), "{count}: {most:?}");
        }
        let part = read(&film(&game, 1, 2, Theme::Light).unwrap());
        assert!(part.len() < seen.len());
    }

    #[test]
    fn stills_are_those_of_their_position_and_theme() {
        let rules = Sprint::rules(&Spec::parse("strict").unwrap()).unwrap();
        let start = Position::new(Sprint::start(&rules, &mut Rng::new(Seed(4))));
        let game = PlayedGame::follow(start, ["walk"]).unwrap();
        let [light, dark, first] = [(1, Theme::Light), (1, Theme::Dark), (0, Theme::Light)]
            .map(|(count, theme)| still(&game, count, theme).unwrap());
        assert!(light.starts_with(b"\x89PNG") && light != dark && light != first);
        assert_eq!(still(&game, 9, Theme::Light), Ok(light));
    }
}
