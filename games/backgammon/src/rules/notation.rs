//! Plays as players write them: `8/5,6/5`, `bar/22`, `13/7*/5`, `24/18(2)`.
//!
//! A `*` is a hit, a number in brackets says how often. We write a comma between parts and read a blank too, parts in
//! any order, points between that need not be named, and missing stars where they leave no doubt.

use std::fmt::Write;

use ludarium_game::{Error, Game, MoveList, Result, Seat, Turn};

use super::men::{BAR, OFF};
use super::{Backgammon, Landing, Move, NAMES};

/// The turn of a player who cannot move.
const PASS: &str = "pass";

/// What is right where a text cannot be read.
const PLAYS: &str = "a play such as `8/5,6/5`, `bar/22`, `13/7*/5`, `24/18(2)` or `6/off`";

/// The way of a checker in one turn.
#[derive(Clone, PartialEq, Eq)]
struct Way {
    from: u8,
    /// Where its steps end.
    stops: Vec<Stop>,
}

/// A place that a checker is moved to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stop {
    slot: u8,
    hits: bool,
}

/// Ways that look alike.
struct Part {
    way: Way,
    count: u8,
}

impl Part {
    fn last(&self) -> Stop {
        self.way.stops.last().copied().unwrap_or(Stop { slot: self.way.from, hits: false })
    }
}

impl Backgammon {
    pub(super) fn write_play(&self, mv: Move, out: &mut String) {
        let parts = self.parts(mv);
        if parts.is_empty() {
            out.push_str(PASS);
        }
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_slot(part.way.from, out);
            for stop in &part.way.stops {
                out.push('/');
                write_slot(stop.slot, out);
                if stop.hits {
                    out.push('*');
                }
            }
            if part.count > 1 {
                // Writing to a string cannot fail.
                let _ = write!(out, "({})", part.count);
            }
        }
    }

    /// A play step by step, without hits: `13/7 7/5`.
    pub fn describe_steps(&self, mv: Move) -> String {
        let steps = self.steps(mv).map(|(from, die)| {
            format!("{}/{}", slot_name(from), slot_name(from.saturating_sub(die)))
        });
        let steps: Vec<String> = steps.collect();
        if steps.is_empty() { PASS.to_owned() } else { steps.join(" ") }
    }

    /// What a play does to each checker, from the one that is farthest from home on.
    fn parts(&self, mv: Move) -> Vec<Part> {
        let mut steps: Vec<(u8, u8)> = self.steps(mv).collect();
        steps.sort_by_key(|&(from, _)| std::cmp::Reverse(from));
        let mut at = *self;
        let mut ways: Vec<Way> = Vec::new();
        for (from, die) in steps {
            let Landing { to, hits } = at.step(from, die);
            let stop = Stop { slot: to, hits };
            let goes_on = |way: &&mut Way| way.stops.last().is_some_and(|last| last.slot == from);
            match ways.iter_mut().find(goes_on) {
                Some(way) => way.stops.push(stop),
                None => ways.push(Way { from, stops: vec![stop] }),
            }
        }
        let mut parts: Vec<Part> = Vec::new();
        for mut way in ways {
            // Points between are named where something is hit.
            let last = way.stops.pop();
            way.stops.retain(|stop| stop.hits);
            way.stops.extend(last);
            let alike = |part: &&mut Part| {
                let mut shown = part.way.clone();
                if let (Some(last), Some(other)) = (shown.stops.last_mut(), way.stops.last()) {
                    last.hits = other.hits;
                }
                shown == way
            };
            match parts.iter_mut().find(alike) {
                Some(part) => part.count += 1,
                None => parts.push(Part { way, count: 1 }),
            }
        }
        parts
    }

    pub(super) fn read_play(&self, text: &str) -> Result<Move> {
        let mut moves = MoveList::new();
        self.moves(&mut moves);
        if self.turn() == Turn::Over {
            return Err(Error::illegal(text, "the game is over"));
        }
        if text.eq_ignore_ascii_case(PASS) {
            let pass = moves.iter().copied().find(|&mv| mv == Move::PASS);
            return pass.ok_or_else(|| Error::illegal(text, "there are other plays"));
        }
        let parts = read_parts(text)?;
        let wanted = self.landed(&parts).map_err(|reason| Error::illegal(text, reason))?;
        let mover = usize::from(self.mover);
        let mut fitting: Vec<Move> = moves.iter().copied().collect();
        fitting.retain(|&mv| {
            let mut after = *self;
            after.play(mv);
            after.men[mover] == wanted
        });
        if fitting.is_empty() {
            return Err(Error::illegal(text, self.why_not(&parts)));
        }
        if let [only] = fitting[..] {
            return Ok(only);
        }
        // They differ in what is hit on the way, which points between or stars can tell.
        let stops = || parts.iter().flat_map(|part| &part.way.stops);
        fitting.retain(|&mv| {
            let passes = |stop: &Stop| {
                self.steps(mv).any(|(from, die)| from.saturating_sub(die) == stop.slot)
            };
            stops().all(passes)
        });
        if let [only] = fitting[..] {
            return Ok(only);
        }
        let hits = |parts: &[Part]| {
            let stops = parts.iter().flat_map(|part| &part.way.stops);
            stops.filter(|stop| stop.hits).fold(0u32, |slots, stop| slots | 1 << stop.slot)
        };
        let mut exact = fitting.iter().copied().filter(|&mv| hits(&self.parts(mv)) == hits(&parts));
        if let (Some(only), None) = (exact.next(), exact.next()) {
            return Ok(only);
        }
        let texts: Vec<String> =
            fitting.iter().map(|&mv| ludarium_game::Tabletop::describe_move(self, mv)).collect();
        Err(Error::illegal(text, format!("it can be {}", texts.join(" or "))))
    }

    /// The mover's checkers after these ways, whatever the dice say; an error where there is no checker to move.
    fn landed(&self, parts: &[Part]) -> std::result::Result<super::Men, String> {
        let mut men = self.men(Seat(self.mover));
        for part in parts {
            for _ in 0..part.count {
                let before = men;
                men = men.moved(part.way.from, part.last().slot);
                if before == men {
                    let (name, from) = (NAMES[usize::from(self.mover)], slot_name(part.way.from));
                    return Err(format!("{name} has no checker left on {from}"));
                }
            }
        }
        Ok(men)
    }

    /// Why no legal play makes these ways.
    fn why_not(&self, parts: &[Part]) -> String {
        let name = NAMES[usize::from(self.mover)];
        let mover = usize::from(self.mover);
        let other = self.men[1 - mover];
        let held = parts
            .iter()
            .map(Part::last)
            .find(|stop| stop.slot != OFF && other.on(BAR - stop.slot) > 1);
        if let Some(stop) = held {
            return format!("{} is held by {}", slot_name(stop.slot), NAMES[1 - mover]);
        }
        if self.men[mover].on(BAR) > 0 && !parts.iter().any(|part| part.way.from == BAR) {
            return format!("{name} must enter from the bar first");
        }
        let [larger, smaller] = self.dice;
        format!(
            "the dice {larger} and {smaller} do not allow it, or allow more: all of both must be used if possible"
        )
    }
}

fn slot_name(slot: u8) -> String {
    let mut text = String::new();
    write_slot(slot, &mut text);
    text
}

fn write_slot(slot: u8, out: &mut String) {
    let _ = match slot {
        OFF => out.write_str("off"),
        BAR => out.write_str("bar"),
        point => write!(out, "{point}"),
    };
}

fn read_slot(text: &str) -> Option<u8> {
    match text.to_ascii_lowercase().as_str() {
        "off" | "o" | "0" => Some(OFF),
        "bar" | "b" => Some(BAR),
        // One spelling for each point: neither `+5` nor `05`.
        number if number.starts_with(|first: char| ('1'..='9').contains(&first)) => {
            number.parse().ok().filter(|&slot| slot <= BAR)
        }
        _ => None,
    }
}

/// Reads the parts of a play.
fn read_parts(text: &str) -> Result<Vec<Part>> {
    let wrong = || Error::notation(text, PLAYS);
    let mut parts = Vec::new();
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let (way, count) = match part.strip_suffix(')').and_then(|part| part.split_once('(')) {
            Some((way, count)) => (way, count.parse().ok().filter(|count| (1..=4).contains(count))),
            None => (part, Some(1)),
        };
        let count = count.ok_or_else(wrong)?;
        let mut slots = way.split('/');
        let from = slots.next().and_then(read_slot).ok_or_else(wrong)?;
        let mut stops: Vec<Stop> = Vec::new();
        for slot in slots {
            let hits = slot.ends_with('*');
            let slot = read_slot(slot.trim_end_matches('*')).ok_or_else(wrong)?;
            let before = stops.last().map_or(from, |stop| stop.slot);
            if slot >= before {
                return Err(Error::illegal(text, "checkers move from higher points to lower ones"));
            }
            stops.push(Stop { slot, hits });
        }
        if stops.is_empty() {
            return Err(wrong());
        }
        parts.push(Part { way: Way { from, stops }, count });
    }
    if parts.is_empty() { Err(wrong()) } else { Ok(parts) }
}
