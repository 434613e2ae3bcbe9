//! A game told in 15 seconds: its board, and below it everybody's chances as a landscape that grows with the game, with the name
//! of the game and of the players.

use ludarium_game::{PlayedGame, Point, SeatStyle};

use super::encode;
use crate::error::Result;
use crate::font;
use crate::path::Path;
use crate::picture::{Area, DisplayList, Item, ItemGroup, Paint, Text};
use crate::theme::{Palette, Swatch};
use crate::{Style, Theme, layout};

/// What is told beside the pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Telling {
    /// The name of the game.
    pub title: String,
    /// Who plays each seat.
    pub names: Vec<String>,
    /// What each seat could expect after a number of events; empty where nobody has judged the game.
    pub curve: Vec<(usize, Vec<f32>)>,
    /// The numbers of events after which it turned.
    pub turns: Vec<usize>,
}

/// How long the film is, and how long it stays at a turning point and at the end, in hundredths of a second.
const WHOLE: usize = 1500;
const TURN: usize = 150;
const END: usize = 250;
/// A picture is seen at least so long; of longer games some steps are left out.
const SHORTEST: usize = 16;
const WIDTH: u32 = 560;

const MARGIN: f32 = 26.0;
const TITLE: f32 = 34.0;
const NAME: f32 = 22.0;
const LANDSCAPE: f32 = 150.0;

/// The game as an animated GIF.
pub fn told(game: &PlayedGame, telling: &Telling, theme: Theme) -> Result<Vec<u8>> {
    let frames = cut(game.count(), &telling.turns).into_iter().map(|(count, hundredths)| {
        let style =
            Style { captions: false, coordinates: false, ..super::style(game, count, theme) };
        let scene = game.after(count).scene();
        let mut list = layout::picture(&scene, &style);
        let seats = &scene.seats;
        Footer { telling, seats, palette: theme.palette(), count, all: game.count() }
            .draw(&mut list);
        (list, hundredths as u16)
    });
    encode(&frames.collect::<Vec<_>>(), WIDTH)
}

/// The positions that are shown, each with its time.
fn cut(count: usize, turns: &[usize]) -> Vec<(usize, usize)> {
    let room = WHOLE.saturating_sub(END + TURN * turns.len());
    let steps = count.min(room / SHORTEST).max(1);
    let mut shown: Vec<usize> = (0..steps).map(|step| step * count / steps).collect();
    shown.extend(turns.iter().filter(|&&turn| turn < count));
    shown.sort_unstable();
    shown.dedup();
    let even = shown.iter().filter(|at| !turns.contains(at)).count().max(1);
    let time = |at: usize| if turns.contains(&at) { TURN } else { room / even };
    let mut cut: Vec<_> = shown.into_iter().map(|at| (at, time(at))).collect();
    cut.push((count, END));
    cut
}

/// What stands below the board.
struct Footer<'a> {
    telling: &'a Telling,
    seats: &'a [SeatStyle],
    palette: &'static Palette,
    count: usize,
    all: usize,
}

impl Footer<'_> {
    fn draw(&self, list: &mut DisplayList) {
        let mut group = ItemGroup::new("told");
        let left = MARGIN;
        let mut y = list.height + TITLE * 0.6;
        let at = Point::new(left, y);
        group.items.push(Item::Text(
            Text::new(&self.telling.title, at, TITLE, self.palette.ink).in_bold(),
        ));
        y += NAME * 1.7;
        y = self.names(&mut group, left, list.width - MARGIN, y) + NAME;
        if self.telling.curve.len() > 1 {
            let area = Area { left, top: y, width: list.width - 2.0 * MARGIN, height: LANDSCAPE };
            self.landscape(&mut group, area);
            y += LANDSCAPE + MARGIN;
        }
        list.height = y;
        list.groups.push(group);
    }

    /// A disc in the colour of each seat with its name, in as many lines as they need; the place of the last.
    fn names(&self, group: &mut ItemGroup, left: f32, right: f32, mut y: f32) -> f32 {
        let mut x = left;
        for (seat, style) in self.seats.iter().enumerate() {
            let name = self.telling.names.get(seat).unwrap_or(&style.name);
            let width = NAME * 1.4 + font::width(name, NAME, false);
            if x > left && x + width > right {
                (x, y) = (left, y + NAME * 1.6);
            }
            let swatch = Swatch::of(style.hue);
            let centre = Point::new(x + NAME * 0.5, y - NAME * font::CAPITAL / 2.0);
            let disc = Paint::fill(swatch.fill).outlined(swatch.stroke, 1.5);
            group.items.push(Item::Circle(centre, NAME * 0.5, disc));
            let letter = style.letter.to_string();
            let size = NAME * 0.6;
            let letter = Text::centred(&letter, centre, size, NAME, swatch.ink).in_bold();
            group.items.push(Item::Text(letter));
            let at = Point::new(x + NAME * 1.3, y);
            group.items.push(Item::Text(Text::new(name, at, NAME, self.palette.ink)));
            x += width + NAME;
        }
        y
    }

    /// A layer for each seat; what is still to come stays empty.
    fn landscape(&self, group: &mut ItemGroup, area: Area) {
        let x = |count: usize| area.left + area.width * count as f32 / self.all.max(1) as f32;
        let y = |share: f32| area.bottom() - area.height * share.clamp(0.0, 1.0);
        let mut layers: Vec<(usize, Vec<f32>)> =
            self.telling.curve.iter().map(|(at, values)| (*at, edges(values))).collect();
        if let Some((_, first)) = layers.first().cloned().filter(|(at, _)| *at > 0) {
            layers.insert(0, (0, first));
        }
        let band = Paint::fill(self.palette.band);
        group.items.push(Item::Rectangle(area, band));
        let seen = self.seen(&layers);
        for (seat, style) in self.seats.iter().enumerate() {
            let edge = |upper: usize| {
                let point = move |(at, edges): &(usize, Vec<f32>)| {
                    Point::new(x(*at), y(edges.get(upper).copied().unwrap_or(1.0)))
                };
                seen.iter().map(point)
            };
            let mut ring: Vec<Point> = edge(seat + 1).collect();
            ring.extend(edge(seat).rev());
            let mut path = Path::default();
            path.ring(&ring);
            let swatch = Swatch::of(style.hue);
            let paint = Paint::fill(swatch.fill).outlined(self.palette.page, 2.0);
            group.items.push(Item::Path(path, paint));
        }
        for (number, turn) in self.telling.turns.iter().enumerate() {
            let centre = Point::new(x(*turn), area.top);
            group.items.push(Item::Circle(centre, 13.0, Paint::fill(self.palette.ink)));
            let number = (number + 1).to_string();
            let text = Text::centred(&number, centre, 16.0, 24.0, self.palette.page).in_bold();
            group.items.push(Item::Text(text));
        }
    }

    /// The layers up to the position that is shown.
    fn seen(&self, layers: &[(usize, Vec<f32>)]) -> Vec<(usize, Vec<f32>)> {
        let mut seen: Vec<_> = layers.iter().filter(|(at, _)| *at <= self.count).cloned().collect();
        if let Some((_, last)) = seen.last().cloned() {
            seen.push((self.count, last));
        }
        seen
    }
}

/// Where the layers of some values begin and end, from 0 to 1.
fn edges(values: &[f32]) -> Vec<f32> {
    let whole: f32 = values.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    let mut height = 0.0;
    let mut edges = vec![0.0];
    for value in values {
        height += value / whole;
        edges.push(height);
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_of_any_game_takes_a_quarter_of_a_minute() {
        for (count, turns) in
            [(1, vec![]), (12, vec![3, 9]), (70, vec![]), (900, vec![5, 400, 899])]
        {
            let film = cut(count, &turns);
            let whole: usize = film.iter().map(|(_, time)| time).sum();
            assert!((1400..=1500).contains(&whole), "{count}: {whole}");
            assert!(turns.iter().all(|turn| film.contains(&(*turn, TURN))), "{count}");
            assert!(film.is_sorted() && film.last() == Some(&(count, END)), "{count}");
        }
    }
}
