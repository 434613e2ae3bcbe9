//! Sums: what statistics need of each game, in a few bytes beside the game itself.
//!
//! A report on a million games reads these and not the games. Each has two checks: one of the row of the game, and one
//! of its own bytes. The run keeps the number of games and the sum of their checks, so that a game that was lost or
//! changed is noticed, whichever of the two tables is read.

use std::time::Duration;

use super::bytes::{Bytes, hash, hash_parts, put_number, put_text};
use crate::record::{GameRecord, Spent, spent};

/// What statistics need of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSum {
    /// The number of the game in its schedule.
    pub number: u64,
    /// The block it belongs to.
    pub block: u64,
    /// The agent in each seat, as an index into the contest's agents.
    pub seats: Vec<usize>,
    /// The score of each seat.
    pub scores: Vec<f32>,
    /// Moves made by the seats.
    pub plies: u64,
    /// Why the game ended.
    pub ending: String,
    /// The moves of each seat and their time.
    pub spent: Vec<Spent>,
    /// What agents did wrong: the seat and the kind of each fault.
    pub faults: Vec<(u8, String)>,
    /// What chance gave each seat beyond what was to be expected, where it was measured.
    pub luck: Option<Vec<f32>>,
    /// A digest of the start and the moves: games with the same one are the same game.
    pub line: u64,
}

impl GameSum {
    /// The sum of a game.
    pub(super) fn of(record: &GameRecord) -> GameSum {
        GameSum {
            number: record.number,
            block: record.block,
            seats: record.seats.clone(),
            scores: record.scores.clone(),
            plies: record.plies,
            ending: record.ending.clone(),
            spent: spent(record.seats.len(), &record.movers, &record.times),
            faults: record
                .faults
                .iter()
                .map(|fault| (fault.seat, fault.kind.clone()))
                .collect(),
            luck: record.luck.clone(),
            line: line(&record.start, &record.moves),
        }
    }

    /// The bytes of a sum whose game has the check `check`.
    pub(super) fn write(&self, check: u64) -> Vec<u8> {
        let mut out = Vec::with_capacity(96);
        put_number(&mut out, self.block);
        put_number(&mut out, self.plies);
        put_text(&mut out, &self.ending);
        put_number(&mut out, self.seats.len() as u64);
        for &agent in &self.seats {
            put_number(&mut out, agent as u64);
        }
        for score in &self.scores {
            out.extend(score.to_le_bytes());
        }
        for spent in &self.spent {
            put_number(&mut out, spent.moves);
            let nanos = spent.time.as_nanos();
            put_number(&mut out, u64::try_from(nanos).unwrap_or(u64::MAX));
        }
        put_number(&mut out, self.faults.len() as u64);
        for (seat, kind) in &self.faults {
            put_number(&mut out, u64::from(*seat));
            put_text(&mut out, kind);
        }
        out.push(u8::from(self.luck.is_some()));
        for luck in self.luck.iter().flatten() {
            out.extend(luck.to_le_bytes());
        }
        out.extend(self.line.to_le_bytes());
        out.extend(check.to_le_bytes());
        let seal = seal(self.number, &out);
        out.extend(seal.to_le_bytes());
        out
    }

    /// Reads the bytes of the game with a number into this sum, and gives the check of its game; `None` if they are
    /// not those that were written.
    pub(super) fn read(&mut self, number: u64, bytes: &[u8]) -> Option<u64> {
        let check = check_of(number, bytes)?;
        let mut bytes = Bytes(&bytes[..bytes.len() - 16]);
        self.number = number;
        self.block = bytes.number()?;
        self.plies = bytes.number()?;
        self.ending.clear();
        self.ending.push_str(bytes.text()?);
        let seats = usize::try_from(bytes.number()?).ok()?;
        if seats > ludarium_game::MAX_SEATS {
            return None;
        }
        self.seats.clear();
        for _ in 0..seats {
            self.seats.push(usize::try_from(bytes.number()?).ok()?);
        }
        self.scores.clear();
        for _ in 0..seats {
            self.scores.push(bytes.float()?);
        }
        self.spent.clear();
        for _ in 0..seats {
            self.spent.push(Spent {
                moves: bytes.number()?,
                time: Duration::from_nanos(bytes.number()?),
            });
        }
        self.faults.clear();
        for _ in 0..bytes.number()? {
            let seat = u8::try_from(bytes.number()?).ok()?;
            self.faults.push((seat, bytes.text()?.to_owned()));
        }
        match bytes.byte()? {
            0 => self.luck = None,
            _ => {
                let mut luck = self.luck.take().unwrap_or_default();
                luck.clear();
                for _ in 0..seats {
                    luck.push(bytes.float()?);
                }
                self.luck = Some(luck);
            }
        }
        self.line = bytes.fixed()?;
        bytes.0.is_empty().then_some(check)
    }
}

/// The check of the game whose sum has these bytes; `None` if they are not those that were written.
pub(super) fn check_of(number: u64, bytes: &[u8]) -> Option<u64> {
    let (rest, found) = bytes.split_last_chunk::<8>()?;
    let (_, check) = rest.split_last_chunk::<8>()?;
    (u64::from_le_bytes(*found) == seal(number, rest)).then(|| u64::from_le_bytes(*check))
}

fn seal(number: u64, bytes: &[u8]) -> u64 {
    hash(number ^ 0x5ea1, bytes)
}

/// A digest of the start and the moves of a game.
pub(super) fn line(start: &str, moves: &str) -> u64 {
    hash_parts(1, [start.as_bytes(), moves.as_bytes()])
}

/// The number of games of a run, and the sum of their checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stored {
    pub games: u64,
    pub checks: u64,
}

impl Stored {
    /// Adds a game.
    pub fn add(&mut self, check: u64) {
        self.games += 1;
        self.checks = self.checks.wrapping_add(check);
    }

    /// As a text, for instance `12 00c0ffee00c0ffee`.
    pub fn text(&self) -> String {
        format!("{} {:016x}", self.games, self.checks)
    }

    /// Reads the text.
    pub fn read(text: &str) -> Option<Stored> {
        let (games, checks) = text.split_once(' ')?;
        Some(Stored {
            games: games.parse().ok()?,
            checks: u64::from_str_radix(checks, 16).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum() -> GameSum {
        GameSum {
            number: 7,
            block: 300,
            seats: vec![2, 0, 1],
            scores: vec![1.0 / 3.0, 0.0, 2.0 / 3.0],
            plies: 12_345,
            ending: "über".to_owned(),
            spent: vec![Spent::default(); 3],
            faults: vec![(1, "overtime".to_owned())],
            luck: Some(vec![-0.5, 0.0, 0.5]),
            line: 99,
        }
    }

    #[test]
    fn sums_are_read_back_as_they_were_written() {
        let mut read = GameSum::default();
        for luck in [None, Some(vec![-0.5, 0.0, 0.5])] {
            let written = GameSum { luck, ..sum() };
            assert_eq!(read.read(7, &written.write(5)), Some(5));
            assert_eq!(read, written);
        }
    }

    /// A changed byte, a lost one and a sum in the place of another are noticed.
    #[test]
    fn damage_is_noticed() {
        let bytes = sum().write(5);
        let mut read = GameSum::default();
        assert_eq!(read.read(8, &bytes), None);
        for place in 0..bytes.len() {
            assert_eq!(read.read(7, &bytes[..place]), None);
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[place] ^= 1 << bit;
                assert_eq!(read.read(7, &changed), None, "{place} {bit}");
            }
        }
    }
}
