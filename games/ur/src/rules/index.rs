//! `PositionIndex`: a number for every position in which the dice are about to fall, without gaps.
//!
//! Positions that differ in nothing but who is Light have one number. They come in layers, one for each pair of numbers of
//! pieces home, those with more pieces home first: what follows from a position is in its layer or in an earlier one.
//! A layer has a part for each of the two numbers that the side that rolls can have. A part goes through the sets of
//! squares on which the pieces of this side can stand, as binary numbers; and for each of them through those of the other
//! side, from which the squares of the first are left out.

use ludarium_search::solve::{Indexed, Numbered};

use super::{DARK, LIGHT, MOST_PIECES, Rules, Team, Ur, other};

/// The numbers of the positions in which the dice are about to fall.
pub struct PositionIndex {
    rules: Rules,
    /// In the order of their numbers.
    parts: Vec<HomePart>,
    /// The place of each part, by the pieces home of the side that rolls, and of the other.
    part_of: [[usize; MOST_PIECES as usize]; MOST_PIECES as usize],
    /// For each number of pieces, the sets of at most that number of squares.
    sets: Vec<SmallSets>,
}

/// The positions in which both sides have certain numbers of pieces home.
struct HomePart {
    /// Of the side that rolls, and of the other.
    home: [u8; 2],
    /// The first number of each set of the side that rolls, and after the last one that at which the part ends.
    first: Vec<usize>,
}

/// The sets of squares with up to a number of pieces, as binary numbers.
struct SmallSets {
    /// In ascending order.
    sets: Vec<u32>,
    /// How many of them are smaller than each number.
    smaller: Vec<u32>,
}

impl SmallSets {
    fn new(squares: u8, most: u8) -> SmallSets {
        let (mut sets, mut smaller) = (Vec::new(), Vec::new());
        for set in 0..1u32 << squares {
            smaller.push(sets.len() as u32);
            if set.count_ones() <= most.into() {
                sets.push(set);
            }
        }
        smaller.push(sets.len() as u32);
        SmallSets { sets, smaller }
    }

    fn place(&self, set: u32) -> usize {
        self.smaller[set as usize] as usize
    }
}

impl PositionIndex {
    /// The index of a game with these rules.
    pub fn new(rules: &Rules) -> PositionIndex {
        let squares = rules.track.home() - 1;
        let sets = (0..=rules.pieces).map(|most| SmallSets::new(squares, most)).collect();
        let part_of = [[0; MOST_PIECES as usize]; MOST_PIECES as usize];
        let mut index = PositionIndex { rules: *rules, parts: Vec::new(), part_of, sets };
        for together in (0..2 * rules.pieces - 1).rev() {
            for fewer in 0..=together / 2 {
                let more = together - fewer;
                if more < rules.pieces {
                    index.add([fewer, more]);
                    if fewer < more {
                        index.add([more, fewer]);
                    }
                }
            }
        }
        index
    }

    fn add(&mut self, home: [u8; 2]) {
        let mut next = self.count();
        let [own, theirs] = home.map(|home| &self.sets[usize::from(self.rules.pieces - home)]);
        let mut first = vec![next];
        for &set in &own.sets {
            let free = self.rules.track.home() - 1 - self.holes(set).count_ones() as u8;
            next += theirs.place(1 << free);
            first.push(next);
        }
        self.part_of[usize::from(home[0])][usize::from(home[1])] = self.parts.len();
        self.parts.push(HomePart { home, first });
    }

    /// The squares on which the other side's pieces cannot stand.
    fn holes(&self, set: u32) -> u32 {
        self.rules.track.seen(set << 1) >> 1
    }
}

impl Indexed<Ur> for PositionIndex {
    fn count(&self) -> usize {
        self.parts.last().map_or(0, HomePart::end)
    }

    /// None if the dice have fallen or the game is over. The share is that of the side that rolls.
    fn number(&self, position: &Ur) -> Option<Numbered> {
        if position.rolled().is_some() || position.winner().is_some() {
            return None;
        }
        let teams =
            [position.mover, other(position.mover)].map(|seat| position.teams[seat.index()]);
        let home = teams.map(|team| team.home);
        let part = &self.parts[self.part_of[usize::from(home[0])][usize::from(home[1])]];
        let [own, theirs] = teams.map(|team| team.on >> 1);
        let [own_sets, their_sets] =
            home.map(|home| &self.sets[usize::from(self.rules.pieces - home)]);
        let place = their_sets.place(without(theirs, self.holes(own)));
        Some(Numbered { index: part.first[own_sets.place(own)] + place, seat: position.mover })
    }

    /// Light is to roll.
    fn position(&self, number: usize) -> Option<Ur> {
        let part = &self.parts[..];
        let part = part.get(part.partition_point(|part| part.end() <= number))?;
        let [own_sets, their_sets] =
            part.home.map(|home| &self.sets[usize::from(self.rules.pieces - home)]);
        let place = part.first.partition_point(|&first| first <= number) - 1;
        let own = own_sets.sets[place];
        let theirs = with(their_sets.sets[number - part.first[place]], self.holes(own));
        let mut position = Ur::new(self.rules);
        for (team, (on, home)) in
            position.teams.iter_mut().zip([own, theirs].into_iter().zip(part.home))
        {
            *team = Team { on: on << 1, home };
        }
        Some(position)
    }

    fn layer_ends(&self) -> Vec<usize> {
        let is_last = |part: &&HomePart| part.home[0] >= part.home[1];
        self.parts.iter().filter(is_last).map(HomePart::end).collect()
    }

    /// The steps of all pieces: only a capture takes some back.
    fn progress(&self, position: &Ur) -> u32 {
        let steps = [LIGHT, DARK].map(|seat| position.steps(seat).map(u32::from).sum::<u32>());
        steps[0] + steps[1]
    }
}

impl HomePart {
    fn end(&self) -> usize {
        self.first[self.first.len() - 1]
    }
}

/// A set as a smaller number: the holes, in which it has nothing, are left out.
fn without(mut set: u32, mut holes: u32) -> u32 {
    while holes != 0 {
        let hole = holes.ilog2();
        let below = (1 << hole) - 1;
        set = set & below | set >> 1 & !below;
        holes ^= 1 << hole;
    }
    set
}

/// The set with the holes put in again.
fn with(mut set: u32, mut holes: u32) -> u32 {
    while holes != 0 {
        let below = (1 << holes.trailing_zeros()) - 1;
        set = set & below | (set & !below) << 1;
        holes &= holes - 1;
    }
    set
}
