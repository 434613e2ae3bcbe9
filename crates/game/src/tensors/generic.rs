//! `Generic`: numbers for a game that says nothing about itself but its picture, its clicks and its facts.

use std::collections::HashMap;

use super::{Array, Tensors, seats_after};
use crate::{Fact, Facts, MoveList, Seat, Tabletop, Tone, Turn};

/// Places for moves that clicks do not tell apart.
const WORDS: usize = 256;

/// Places for the kinds of pieces, by the order of [`kind_place`].
const KINDS: usize = 16;

/// Numbers among a position's facts that are told.
const FACTS: usize = 64;

/// What any game looks like by its scene.
///
/// **Actions.** With `n` cells, a move of one click is the place of its cell; a move of several clicks is
/// `n + n × first + last`. Moves without clicks, and moves whose place an earlier one has taken, get one of 256 places
/// after these by a number that is made from their text; where two want the same place, the later text takes the
/// next. A position with more such moves than places leaves the last ones without an action.
///
/// **Observation.** `cells` says what stands on each cell and whose it is, `table` whose turn it is, who looks and what
/// the game tells programs.
pub struct Generic {
    cells: HashMap<String, usize>,
    seats: usize,
}

impl Generic {
    /// The numbers for the game of this position. All positions of one variant have the same cells; a cell that is not
    /// among those of this position is not told.
    pub fn of<G: Tabletop>(position: &G) -> Generic {
        let names = position.scene().cells.into_iter().map(|cell| cell.name);
        Generic { cells: names.zip(0..).collect(), seats: position.seats() }
    }

    /// The place that the clicks of a move name.
    fn clicked(&self, clicks: &[String]) -> Option<usize> {
        let count = self.cells.len();
        let place = |name: &String| self.cells.get(name).copied();
        match clicks {
            [] => None,
            [only] => place(only),
            [first, .., last] => Some(count + count * place(first)? + place(last)?),
        }
    }

    fn first_word(&self) -> usize {
        let count = self.cells.len();
        count + count * count
    }

    /// Owners and the neutral, owners of cells, kinds.
    fn channels(&self) -> usize {
        2 * self.seats + 1 + KINDS
    }

    /// The seat to move or nobody, the seat that looks, whether chance is next, facts.
    fn table(&self) -> usize {
        2 * self.seats + 1 + FACTS
    }
}

impl<G: Tabletop> Tensors<G> for Generic {
    fn actions(&self) -> usize {
        self.first_word() + WORDS
    }

    fn arrays(&self) -> Vec<Array> {
        vec![
            Array::new(
                "cells",
                &[self.channels(), self.cells.len()],
                "for each seat from the looking one on, its pieces; neutral pieces; for each seat, its own cells; the kinds of pieces",
            ),
            Array::new(
                "table",
                &[self.table()],
                "for each seat from the looking one on, whether it is to move; the number of the looking seat; whether chance is next; the numbers among the facts",
            ),
        ]
    }

    fn action(&self, position: &G, mv: G::Move) -> usize {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let mut actions = Vec::new();
        self.number(position, &moves, &mut actions);
        let found = moves.iter().zip(&actions).find(|(known, _)| **known == mv);
        // A move without an action gets one that no legal move has.
        let none = Tensors::<G>::actions(self);
        found.map_or(none, |(_, action)| action.map_or(none, |one| one as usize))
    }

    fn number(&self, position: &G, moves: &[G::Move], out: &mut Vec<Option<u32>>) {
        let mut texts: Vec<(String, usize)> =
            moves.iter().map(|&mv| position.describe_move(mv)).zip(0..).collect();
        texts.sort_unstable();
        out.clear();
        out.resize(moves.len(), None);
        let mut taken = std::collections::HashSet::new();
        let mut words = Vec::new();
        for (text, at) in texts {
            match self.clicked(&position.clicks(moves[at])) {
                Some(place) if taken.insert(place) => out[at] = Some(place as u32),
                _ => words.push((text, at)),
            }
        }
        let first = self.first_word();
        for (text, at) in words {
            let wanted = scattered(&text);
            let mut places = (0..WORDS).map(|further| first + (wanted + further) % WORDS);
            out[at] = places.find(|&place| taken.insert(place)).map(|place| place as u32);
        }
    }

    fn observe(&self, position: &G, seat: Seat, out: &mut [f32]) {
        let (count, seats) = (self.cells.len(), self.seats);
        let scene = position.scene();
        let (cells, table) = out.split_at_mut(self.channels() * count);
        let place = |cell: usize| self.cells.get(&scene.cells.get(cell)?.name).copied();
        for piece in &scene.pieces {
            let Some(place) = place(piece.cell) else {
                continue;
            };
            let owner = piece.owner.map_or(seats, |one| seats_after(seat, one, seats));
            cells[owner * count + place] += 1.0;
            let design = piece.shape.design();
            let kind = 2 * seats + 1 + kind_place(design.kind);
            cells[kind * count + place] += number_in(&design.word).unwrap_or(1.0);
        }
        for (at, cell) in scene.cells.iter().enumerate() {
            if let (Tone::Owned(owner), Some(place)) = (cell.tone, place(at)) {
                cells[(seats + 1 + seats_after(seat, owner, seats)) * count + place] = 1.0;
            }
        }
        match position.turn() {
            Turn::Seat(mover) => table[seats_after(seat, mover, seats)] = 1.0,
            Turn::Chance => table[2 * seats] = 1.0,
            Turn::Over => {}
        }
        table[seats + seat.index()] = 1.0;
        let mut numbers = Vec::new();
        collect(&position.facts(), &mut numbers);
        for (to, number) in table[2 * seats + 1..].iter_mut().zip(numbers) {
            *to = number;
        }
    }
}

/// The place of a kind of piece: the shapes of this crate in their order, then places for those of later versions.
fn kind_place(kind: &str) -> usize {
    const KNOWN: [&str; 11] = [
        "pawn", "knight", "bishop", "rook", "queen", "king", "disc", "present", "dice", "die",
        "label",
    ];
    let known = KNOWN.iter().position(|one| *one == kind);
    known.unwrap_or(KNOWN.len() + scattered(kind) % (KINDS - KNOWN.len()))
}

/// The number that is written on a piece.
fn number_in(word: &str) -> Option<f32> {
    word.split(' ').nth(1)?.parse().ok()
}

/// The numbers and flags among facts, in their order.
fn collect(facts: &Facts, out: &mut Vec<f32>) {
    for (_, fact) in facts {
        collect_fact(fact, out);
    }
}

fn collect_fact(fact: &Fact, out: &mut Vec<f32>) {
    match fact {
        Fact::Number(number) => out.push(*number as f32),
        Fact::Flag(flag) => out.push(f32::from(u8::from(*flag))),
        Fact::Word(_) => {}
        Fact::List(list) => list.iter().for_each(|one| collect_fact(one, out)),
        Fact::Record(facts) => collect(facts, out),
    }
}

/// A number below [`WORDS`] that is made from a text and will never change (FNV-1a).
fn scattered(text: &str) -> usize {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash >> 32) as usize % WORDS
}
