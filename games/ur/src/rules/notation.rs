//! Positions as texts: the three rows of the board from Dark's to Light's, the pieces of Light and Dark that are home, the
//! side, and the roll or `?`.
//!
//! `....--../..L...../.D..--.. 0 1 L 2`: a square without a piece is `.`, a place without a square `-`.

use ludarium_game::{Error, Result, Seat, Tabletop, read_number};

use super::track::Square;
use super::{DARK, LIGHT, Rules, Ur, other};

/// The letters of the sides.
const LETTERS: [char; 2] = ['L', 'D'];

/// The rows as they are written and drawn, from Dark's to Light's.
pub(super) const ROWS: [char; 3] = ['c', 'b', 'a'];

/// A place of the board: the row as an index into [`ROWS`], the column from 1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RowPlace {
    pub row: u8,
    pub column: u8,
}

impl RowPlace {
    /// All places in the order of writing.
    pub(super) fn all(rules: &Rules) -> impl Iterator<Item = RowPlace> {
        let columns = rules.track.columns;
        (0..3).flat_map(move |row| (1..=columns).map(move |column| RowPlace { row, column }))
    }

    /// The place of a step of a side's way, if it is a square.
    pub(super) fn of_step(rules: &Rules, seat: Seat, step: u8) -> Option<RowPlace> {
        let Square { row, column } = rules.track.square(step)?;
        Some(RowPlace { row: if seat == DARK { row } else { 2 - row }, column })
    }

    /// The step of a side's way here, if it leads here.
    pub(super) fn step_of(self, rules: &Rules, seat: Seat) -> Option<u8> {
        let row = if seat == DARK { self.row } else { 2 - self.row };
        rules.track.step_on(Square { row, column: self.column })
    }

    /// Whether the board has a square here.
    pub(super) fn is_square(self, rules: &Rules) -> bool {
        [LIGHT, DARK].into_iter().any(|seat| self.step_of(rules, seat).is_some())
    }

    /// The steps of this square with a rosette, whichever side counts them.
    pub(super) fn is_rosette(self, rules: &Rules) -> bool {
        let step = self.step_of(rules, LIGHT).or_else(|| self.step_of(rules, DARK));
        step.is_some_and(|step| rules.track.is_rosette(step))
    }

    /// `a4`.
    pub(super) fn name(self) -> String {
        format!("{}{}", ROWS[usize::from(self.row)], self.column)
    }
}

impl Ur {
    /// The side whose piece stands on a place.
    pub(super) fn owner(&self, place: RowPlace) -> Option<Seat> {
        [LIGHT, DARK].into_iter().find(|&seat| {
            let step = place.step_of(&self.rules, seat);
            step.is_some_and(|step| self.teams[seat.index()].on & 1 << step != 0)
        })
    }

    pub(super) fn write_position(&self) -> String {
        let mut text = String::new();
        for place in RowPlace::all(&self.rules) {
            if place.row > 0 && place.column == 1 {
                text.push('/');
            }
            text.push(match self.owner(place) {
                Some(seat) => LETTERS[seat.index()],
                None if place.is_square(&self.rules) => '.',
                None => '-',
            });
        }
        let roll = self.roll.map_or("?".to_owned(), |roll| roll.to_string());
        let [light, dark] = [LIGHT, DARK].map(|seat| self.home(seat));
        format!("{text} {light} {dark} {} {roll}", LETTERS[self.mover.index()])
    }

    pub(super) fn read_position(rules: &Rules, text: &str) -> Result<Ur> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, light, dark, side, roll] = fields[..] else {
            let expected = "board, pieces home of Light and of Dark, side and roll, for instance \
                            `....--../......../....--.. 0 0 L ?`";
            return Err(Error::position("the text", text, expected));
        };
        let mut position = Ur::new(*rules);
        position.read_board(rows)?;
        for (seat, name, home) in [(LIGHT, "Light", light), (DARK, "Dark", dark)] {
            let most = u64::from(rules.pieces);
            let home = read_number("pieces that are home", home, 0..=most)? as u8;
            let team = &mut position.teams[seat.index()];
            team.home = home;
            let pieces = team.on.count_ones() as u8 + home;
            if pieces > rules.pieces {
                let reason = format!("{name} has {pieces} pieces instead of {}", rules.pieces);
                return Err(Error::Impossible(reason));
            }
        }
        position.mover = match side {
            "L" => LIGHT,
            "D" => DARK,
            _ => return Err(Error::position("side", side, "L or D")),
        };
        if roll != "?" {
            let throws = rules.dice.throws();
            let ends = throws.first().zip(throws.last());
            let (least, most) = ends.map_or((0, 0), |(first, last)| (first.0, last.0));
            position.roll = Some(read_number("roll", roll, least.into()..=most.into())? as u8);
        }
        if position.home(other(position.mover)) == rules.pieces {
            return Err(Error::Impossible("the side that has lost is not to move".to_owned()));
        }
        if position.winner().is_some() && position.roll.is_some() {
            return Err(Error::Impossible("nobody rolls when the game is over".to_owned()));
        }
        position.require_text(text)
    }

    fn read_board(&mut self, rows: &str) -> Result<()> {
        let columns = usize::from(self.rules.track.columns);
        let shape = |row: &str| row.chars().count() == columns;
        if rows.split('/').count() != 3 || !rows.split('/').all(shape) {
            let expected = format!("3 rows of {columns} places, separated by `/`");
            return Err(Error::position("board", rows, expected));
        }
        let places = RowPlace::all(&self.rules);
        for (place, sign) in places.zip(rows.chars().filter(|&sign| sign != '/')) {
            let Some(seat) = LETTERS.iter().position(|&letter| letter == sign) else {
                let expected = if place.is_square(&self.rules) { '.' } else { '-' };
                if sign != expected {
                    let expected = format!("{expected} on {}", place.name());
                    return Err(Error::position("board", &sign.to_string(), expected));
                }
                continue;
            };
            let Some(step) = place.step_of(&self.rules, Seat(seat as u8)) else {
                let reason = format!("no piece of {sign} comes to {}", place.name());
                return Err(Error::Impossible(reason));
            };
            self.teams[seat].on |= 1 << step;
        }
        Ok(())
    }
}
