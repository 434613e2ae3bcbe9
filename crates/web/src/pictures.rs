//! A game as pictures: one position as PNG, or all of it as an animated GIF.

use std::ops::ControlFlow;

use ludarium_arena::{Event, GameRecord, ReplayError, Ruleset};
use ludarium_draw::{Frame, Style, Theme};
use ludarium_game::{Position, Scene};

use crate::error::{Result, WebError};

/// A game as far as it was played.
pub struct Played {
    /// The position before each event, and the last one.
    pub positions: Vec<Position>,
    /// What happened.
    pub events: Vec<Event>,
}

/// How large pictures are, in pixels.
const PNG_WIDTH: u32 = 1200;
const GIF_WIDTH: u32 = 640;
/// A film has at most so many pictures; of a longer game some are left out, evenly.
const MOST_FRAMES: usize = 400;
/// How long a move, an outcome of chance and the end are seen, in hundredths of a second.
const MOVE: u16 = 70;
const CHANCE: u16 = 35;
const END: u16 = 300;

impl Played {
    /// A recorded game.
    pub fn of(
        rules: &dyn Ruleset,
        record: &GameRecord,
    ) -> std::result::Result<Played, ReplayError> {
        let (mut positions, mut events) = (Vec::new(), Vec::new());
        let end = rules.replay(record, &mut |step| {
            positions.push(step.before.clone());
            events.push(Event {
                by: step.ply.map(|ply| ply.seat),
                text: step.text.to_owned(),
                clicks: step.before.clicks(step.text),
            });
            ControlFlow::Continue(())
        })?;
        positions.push(end);
        Ok(Played { positions, events })
    }

    /// The position after so many events, or the last one, with the last move marked.
    pub fn png(&self, count: usize, theme: Theme) -> Result<Vec<u8>> {
        let count = count.min(self.events.len());
        let style = Style {
            last: self.last(count),
            ..style(theme)
        };
        ludarium_draw::png(&self.positions[count].scene(), &style, PNG_WIDTH).map_err(failed)
    }

    /// The whole game, or the part between two counts of events.
    pub fn gif(&self, from: usize, to: usize, theme: Theme) -> Result<Vec<u8>> {
        let to = to.min(self.events.len());
        let from = from.min(to);
        let every = (to - from) / MOST_FRAMES + 1;
        let shown = (from..=to).filter(|count| (to - count).is_multiple_of(every));
        let frames: Vec<Frame> = shown
            .map(|count| Frame {
                scene: self.scene(count),
                last: self.last(count),
                hundredths: match count.checked_sub(1) {
                    _ if count == to => END,
                    Some(last) if self.events[last].by.is_none() => CHANCE,
                    _ => MOVE,
                },
            })
            .collect();
        ludarium_draw::gif(&frames, &style(theme), GIF_WIDTH).map_err(failed)
    }

    fn scene(&self, count: usize) -> Scene {
        self.positions[count].scene()
    }

    /// The cells of the last move: those of an attack stay marked while chance decides it.
    fn last(&self, count: usize) -> Vec<String> {
        let mut events = self.events[..count].iter().rev();
        let last = events.find(|event| event.by.is_some() || !event.clicks.is_empty());
        last.map_or(Vec::new(), |event| event.clicks.clone())
    }
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
