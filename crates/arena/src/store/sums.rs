//! Sums: what statistics need of each game, in a few bytes beside the game itself.
//!
//! A report on a million games reads these and not the games. Each has two checks: one of the row of the game, and one
//! of its own bytes. The run keeps the number of games and the sum of their checks, so that a game that was lost or
//! changed is noticed, whichever of the two tables is read.

use std::time::Duration;

use super::bytes::{Bytes, hash, hash_parts, put_number, put_text};
use crate::store::record::{FaultNote, GameRecord, GameSummary, Spent};

/// What statistics need of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSum {
    /// What came out. Of faults a sum that was stored knows the seats and the kinds; the game itself has the rest.
    pub summary: GameSummary,
    /// What chance gave each seat beyond what was to be expected, where it was measured.
    pub luck: Option<Vec<f32>>,
    /// A digest of the start and the moves: games with the same one are the same game.
    pub line: u64,
}

impl GameSum {
    /// The sum of a game.
    pub(super) fn of(record: &GameRecord) -> GameSum {
        GameSum {
            summary: record.summary(),
            luck: record.luck.clone(),
            line: line(&record.start, &record.moves),
        }
    }

    /// The bytes of a sum whose game has the check `check`.
    pub(super) fn write(&self, check: u64) -> Vec<u8> {
        let mut out = Vec::with_capacity(96);
        let summary = &self.summary;
        put_number(&mut out, summary.block);
        put_number(&mut out, summary.plies);
        put_text(&mut out, &summary.ending);
        put_number(&mut out, summary.seats.len() as u64);
        for &agent in &summary.seats {
            put_number(&mut out, agent as u64);
        }
        for score in &summary.scores {
            out.extend(score.to_le_bytes());
        }
        for spent in &summary.spent {
            put_number(&mut out, spent.moves);
            let nanos = spent.time.as_nanos();
            put_number(&mut out, u64::try_from(nanos).unwrap_or(u64::MAX));
            put_number(&mut out, spent.nodes);
            put_number(&mut out, spent.iterations);
        }
        put_number(&mut out, summary.faults.len() as u64);
        for fault in &summary.faults {
            put_number(&mut out, u64::from(fault.seat));
            put_text(&mut out, &fault.kind);
        }
        out.push(u8::from(self.luck.is_some()));
        for luck in self.luck.iter().flatten() {
            out.extend(luck.to_le_bytes());
        }
        out.extend(self.line.to_le_bytes());
        out.extend(check.to_le_bytes());
        let seal = seal(summary.number, &out);
        out.extend(seal.to_le_bytes());
        out
    }

    /// Reads the bytes of the game with a number into this sum, and gives the check of its game; `None` if they are
    /// not those that were written.
    pub(super) fn read(&mut self, number: u64, bytes: &[u8]) -> Option<u64> {
        let check = check_of(number, bytes)?;
        let mut bytes = Bytes(&bytes[..bytes.len() - 16]);
        let summary = &mut self.summary;
        summary.number = number;
        summary.block = bytes.number()?;
        summary.plies = bytes.number()?;
        summary.ending.clear();
        summary.ending.push_str(bytes.text()?);
        let seats = usize::try_from(bytes.number()?).ok()?;
        if seats > ludarium_game::MAX_SEATS {
            return None;
        }
        summary.seats.clear();
        for _ in 0..seats {
            summary.seats.push(usize::try_from(bytes.number()?).ok()?);
        }
        summary.scores.clear();
        for _ in 0..seats {
            summary.scores.push(bytes.float()?);
        }
        summary.spent.clear();
        for _ in 0..seats {
            summary.spent.push(Spent {
                moves: bytes.number()?,
                time: Duration::from_nanos(bytes.number()?),
                nodes: bytes.number()?,
                iterations: bytes.number()?,
            });
        }
        summary.faults.clear();
        for _ in 0..bytes.number()? {
            let seat = u8::try_from(bytes.number()?).ok()?;
            summary.faults.push(FaultNote {
                seat,
                kind: bytes.text()?.to_owned(),
                ..FaultNote::default()
            });
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
        Some(Stored { games: games.parse().ok()?, checks: u64::from_str_radix(checks, 16).ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum() -> GameSum {
        let fault = FaultNote { seat: 1, kind: "overtime".to_owned(), ..FaultNote::default() };
        GameSum {
            summary: GameSummary {
                number: 7,
                block: 300,
                seats: vec![2, 0, 1],
                scores: vec![1.0 / 3.0, 0.0, 2.0 / 3.0],
                plies: 12_345,
                ending: "über".to_owned(),
                faults: vec![fault],
                spent: vec![Spent { moves: 4, nodes: 300, ..Spent::default() }; 3],
            },
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
