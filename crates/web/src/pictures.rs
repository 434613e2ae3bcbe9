//! A game as pictures: one position as PNG, or all of it as an animated GIF.

use ludarium_draw::{Frame, Style, Theme};
use ludarium_lab::review::Played;

use crate::error::{Result, WebError};

/// How large pictures are, in pixels.
const PNG_WIDTH: u32 = 1200;
const GIF_WIDTH: u32 = 640;
/// A film has at most so many pictures; of a longer game some are left out, evenly.
const MOST_FRAMES: usize = 400;
/// How long a move, an outcome of chance and the end are seen, in hundredths of a second.
const MOVE: u16 = 70;
const CHANCE: u16 = 35;
const END: u16 = 300;

/// The position after so many events, or the last one, with the last move marked.
pub fn png(game: &Played, count: usize, theme: Theme) -> Result<Vec<u8>> {
    let count = count.min(game.events.len());
    let style = Style {
        last: last(game, count),
        ..style(theme)
    };
    ludarium_draw::png(&game.positions[count].scene(), &style, PNG_WIDTH).map_err(failed)
}

/// The whole game, or the part between two counts of events.
pub fn gif(game: &Played, from: usize, to: usize, theme: Theme) -> Result<Vec<u8>> {
    let to = to.min(game.events.len());
    let from = from.min(to);
    let every = (to - from) / MOST_FRAMES + 1;
    let shown = (from..=to).filter(|count| (to - count).is_multiple_of(every));
    let frames: Vec<Frame> = shown
        .map(|count| Frame {
            scene: game.positions[count].scene(),
            last: last(game, count),
            hundredths: match count.checked_sub(1) {
                _ if count == to => END,
                Some(last) if game.events[last].by.is_none() => CHANCE,
                _ => MOVE,
            },
        })
        .collect();
    ludarium_draw::gif(&frames, &style(theme), GIF_WIDTH).map_err(failed)
}

/// The cells of the last move: those of an attack stay marked while chance decides it.
fn last(game: &Played, count: usize) -> Vec<String> {
    let mut events = game.events[..count].iter().rev();
    let last = events.find(|event| event.by.is_some() || !event.clicks.is_empty());
    last.map_or(Vec::new(), |event| event.clicks.clone())
}

fn style(theme: Theme) -> Style {
    Style {
        theme,
        ..Style::default()
    }
}

fn failed(error: ludarium_draw::Error) -> WebError {
    WebError::failed(error.to_string())
}
