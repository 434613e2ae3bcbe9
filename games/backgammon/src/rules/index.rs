//! `CheckerIndex`: a number for every position before a roll, for games with few checkers.
//!
//! What counts is who rolls, not its colour. Positions come in layers, one for each pair of numbers of checkers off, those
//! with more off first: what follows from a position is in its layer or in an earlier one. Two placements of a player
//! that share a point with the other's have a number, too, but no position.

use ludarium_game::{Game, Turn};
use ludarium_search::solve::{Indexed, Numbered};

use super::men::{BAR, Men, OFF};
use super::{Backgammon, Stakes};

/// Games with more positions have no index.
const MOST: usize = 1 << 30;

/// The numbers of the positions in which the dice are about to fall.
pub struct CheckerIndex {
    /// The checkers of each player.
    total: u8,
    stakes: Stakes,
    /// In the order of their numbers.
    parts: Vec<OffPart>,
}

/// The positions in which both players have certain numbers of checkers on the board.
struct OffPart {
    /// Of the player who rolls, and of the other.
    on_board: [u8; 2],
    first: usize,
    end: usize,
}

impl CheckerIndex {
    /// The index of a game with as many checkers as this position has, and its stakes; `None` with too many checkers.
    pub fn new(position: &Backgammon) -> Option<CheckerIndex> {
        let total = position.men[0].total();
        let mut index = CheckerIndex { total, stakes: position.stakes, parts: Vec::new() };
        let pairs = (1..=total).flat_map(|one| (1..=one).map(move |other| [one, other]));
        let mut pairs: Vec<[u8; 2]> = pairs.collect();
        pairs.sort_by_key(|[one, other]| one + other);
        for [one, other] in pairs {
            index.add([one, other])?;
            if one != other {
                index.add([other, one])?;
            }
        }
        Some(index)
    }

    fn add(&mut self, on_board: [u8; 2]) -> Option<()> {
        let first = self.count();
        let [own, other] = on_board.map(placements);
        let end = own.checked_mul(other).filter(|&size| size <= MOST)? + first;
        self.parts.push(OffPart { on_board, first, end });
        (end <= MOST).then_some(())
    }
}

impl Indexed<Backgammon> for CheckerIndex {
    fn count(&self) -> usize {
        self.parts.last().map_or(0, |part| part.end)
    }

    /// The share is that of the player who rolls.
    fn number(&self, position: &Backgammon) -> Option<Numbered> {
        if position.turn() != Turn::Chance || position.opening {
            return None;
        }
        let seat = position.mover();
        let men = [position.mover, 1 - position.mover].map(|seat| position.men[usize::from(seat)]);
        let on_board = men.map(|men| self.total - men.on(OFF));
        let part = self.parts.iter().find(|part| part.on_board == on_board)?;
        let [own, other] = men.map(number_of);
        Some(Numbered { index: part.first + own * placements(on_board[1]) + other, seat })
    }

    /// White is to roll.
    fn position(&self, index: usize) -> Option<Backgammon> {
        let part = self.parts.get(self.parts.partition_point(|part| part.end <= index))?;
        let [own, other] = part.on_board;
        let place = index - part.first;
        let numbers = [place / placements(other), place % placements(other)];
        let men = [(numbers[0], own), (numbers[1], other)];
        let men = men.map(|(number, on)| placement(number, on).with(OFF, self.total - on));
        let free = (1..BAR).all(|point| men[0].on(point) == 0 || men[1].on(BAR - point) == 0);
        let (stakes, dice) = (self.stakes, [0; 2]);
        free.then_some(Backgammon { men, dice, mover: 0, opening: false, stakes })
    }

    /// The pips that both players have left, the fewer the further.
    fn progress(&self, position: &Backgammon) -> u32 {
        let pips = position.men.map(|men| u32::from(men.pips()));
        u32::MAX - pips[0] - pips[1]
    }

    fn layer_ends(&self) -> Vec<usize> {
        let is_last = |part: &&OffPart| part.on_board[0] <= part.on_board[1];
        self.parts.iter().filter(is_last).map(|part| part.end).collect()
    }
}

/// In how many ways checkers can stand on the points and the bar.
fn placements(on_board: u8) -> usize {
    ways(BAR - 1 + on_board, on_board)
}

/// The number of a placement among those of as many checkers: the sum over its checkers, from the lowest on, of the
/// placements of those up to this one that are all lower than it.
fn number_of(men: Men) -> usize {
    let each = men.each().flat_map(|(slot, count)| std::iter::repeat_n(slot, count.into()));
    (1..).zip(each).map(|(checkers, slot)| ways(slot + checkers - 2, checkers)).sum()
}

/// The placement with a number.
fn placement(mut number: usize, on_board: u8) -> Men {
    let mut men = Men::NONE;
    let mut slot = BAR;
    for checkers in (1..=on_board).rev() {
        while ways(slot + checkers - 2, checkers) > number {
            slot -= 1;
        }
        number -= ways(slot + checkers - 2, checkers);
        men = men.with(slot, 1);
    }
    men
}

/// In how many ways `chosen` of `from` things can be chosen.
fn ways(from: u8, chosen: u8) -> usize {
    let (from, chosen) = (usize::from(from), usize::from(chosen));
    (0..chosen.min(from + 1)).fold(1, |ways, taken| ways * (from - taken) / (taken + 1))
}
