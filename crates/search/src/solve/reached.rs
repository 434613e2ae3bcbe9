//! `Reached`: all positions that can be reached from given starts, and what follows from each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use ludarium_game::{Game, Listing, MoveList, Scores, Seat, Turn};

use super::order::{Follow, SolveOrder};
use super::{Equations, Link, SolveError, SolveNews, SolveOptions, TellSolver, Worth, shown};

/// Positions that are followed before the news are told and the next ones are given to the threads.
const PORTION: usize = 1 << 14;

/// What a position takes beside itself while all are found: its key, its place in the table of keys, what is done there and
/// where the positions that follow begin; then its place in the order, and its bounds.
const BYTES: u64 = 96;
/// What each move or outcome takes, before and after positions are put in order.
const LINK_BYTES: u64 = 8;

/// Positions with what follows from them, in an order in which each depends on earlier ones and on those of its own layer.
#[derive(Debug)]
pub struct Reached {
    seats: usize,
    keys: Vec<u64>,
    acts: Vec<Act>,
    first: Vec<u64>,
    next: Vec<u32>,
    /// The probabilities of chance events; one die has one list for all positions.
    chances: Vec<Vec<f64>>,
    results: Vec<Scores>,
    layer_ends: Vec<u32>,
}

/// What is done at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A seat chooses.
    Choose(Seat),
    /// Chance draws by this list of probabilities.
    Draw(u32),
    /// The game is over with this result.
    End(u32),
}

impl Reached {
    /// Finds all positions that can be reached. The same starts give the same numbers on any number of threads.
    pub fn from<G: Game>(
        starts: &[G],
        options: &SolveOptions,
        tell: &mut TellSolver<'_>,
    ) -> Result<Reached, SolveError> {
        let mut finder = Finder::new(options.memory);
        for start in starts {
            let mut start = start.clone();
            start.forget();
            finder.number_of(start)?;
        }
        while finder.acts.len() < finder.positions.len() {
            let begin = finder.acts.len();
            let end = finder.positions.len().min(begin + PORTION);
            let expanded = expand_all(&finder.positions[begin..end], options.threads);
            for expansion in expanded {
                finder.add(expansion?)?;
            }
            let news =
                SolveNews::Reaching { found: finder.positions.len() as u64, followed: end as u64 };
            if tell(news).is_break() {
                return Err(SolveError::Interrupted);
            }
        }
        let seats = starts.first().map_or(2, Game::seats);
        Ok(finder.in_order(seats))
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The key of a position.
    pub fn key(&self, index: usize) -> u64 {
        self.keys[index]
    }

    /// The number of moves and outcomes of all positions.
    pub fn links(&self) -> u64 {
        self.next.len() as u64
    }

    /// Whether two seats share 1, whatever happens.
    pub fn is_duel(&self) -> bool {
        let whole = |result: &Scores| (result.sum() - 1.0).abs() < 1e-6;
        self.seats == 2 && self.results.iter().all(whole)
    }

    pub(super) fn act(&self, index: usize) -> Act {
        self.acts[index]
    }

    pub(super) fn result(&self, number: u32) -> Scores {
        self.results[number as usize]
    }

    pub(super) fn chances(&self, number: u32) -> &[f64] {
        &self.chances[number as usize]
    }

    /// The positions after each move or outcome, in their order.
    pub(super) fn next(&self, index: usize) -> &[u32] {
        &self.next[self.first[index] as usize..self.first[index + 1] as usize]
    }
}

/// The shares of the first seat.
impl Equations for Reached {
    fn count(&self) -> usize {
        self.acts.len()
    }

    fn layers(&self) -> usize {
        self.layer_ends.len()
    }

    fn layer(&self, number: usize) -> Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.layer_ends[before]);
        start as usize..self.layer_ends[number] as usize
    }

    fn look<W: Worth>(&self, index: usize, of: &mut impl FnMut(Link) -> W) -> W {
        let follow = self.next(index).iter();
        let worths = follow.map(|&next| of(Link { index: next as usize, other_seat: false }));
        match self.acts[index] {
            Act::End(number) => W::exact(self.result(number).of(Seat(0)).0.into()),
            Act::Choose(Seat(0)) => W::chosen(worths),
            Act::Choose(_) => W::chosen(worths.map(W::of_other)).of_other(),
            Act::Draw(number) => W::drawn(self.chances(number).iter().copied().zip(worths)),
        }
    }
}

/// What follows from a position, as positions.
struct Expansion<G> {
    turn: Turn,
    chances: Vec<f64>,
    scores: Scores,
    next: Vec<G>,
}

impl<G: Game> Expansion<G> {
    fn of(position: &G, moves: &mut MoveList<G::Move>) -> Result<Expansion<G>, SolveError> {
        let after = |mv| {
            let mut after = position.clone();
            after.play(mv);
            after.forget();
            after
        };
        let turn = position.turn();
        let mut expansion =
            Expansion { turn, chances: Vec::new(), scores: Scores::ZERO, next: Vec::new() };
        match turn {
            Turn::Over => expansion.scores = position.scores(),
            Turn::Seat(seat) => {
                position.moves(moves);
                if moves.is_empty() {
                    return Err(SolveError::NoMove { seat, position: shown(position) });
                }
                expansion.next = moves.iter().map(|&mv| after(mv)).collect();
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                if position.chances(&mut outcomes) == Listing::TooMany || outcomes.is_empty() {
                    return Err(SolveError::Sampled);
                }
                expansion.chances = outcomes.iter().map(|(_, probability)| *probability).collect();
                expansion.next = outcomes.into_iter().map(|(outcome, _)| after(outcome)).collect();
            }
        }
        Ok(expansion)
    }
}

/// Expands positions on several threads, in their order.
fn expand_all<G: Game>(
    positions: &[G],
    threads: usize,
) -> impl Iterator<Item = Result<Expansion<G>, SolveError>> + use<G> {
    let expand = |positions: &[G]| {
        let mut moves = MoveList::new();
        positions.iter().map(|position| Expansion::of(position, &mut moves)).collect::<Vec<_>>()
    };
    let share = positions.len().div_ceil(threads.max(1)).max(1);
    let mut parts = positions.chunks(share);
    let own = parts.next().unwrap_or_default();
    let expanded: Vec<Vec<_>> = std::thread::scope(|scope| {
        let helpers: Vec<_> = parts
            .map(|part| {
                let part: Vec<G> = part.iter().map(Game::detach).collect();
                scope.spawn(move || expand(&part))
            })
            .collect();
        let own = std::iter::once(expand(own));
        let others = helpers.into_iter().map(|helper| match helper.join() {
            Ok(expanded) => expanded,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        own.chain(others).collect()
    });
    expanded.into_iter().flatten()
}

/// Finds positions and numbers them.
struct Finder<G> {
    memory: u64,
    positions: Vec<G>,
    numbers: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    acts: Vec<Act>,
    first: Vec<u64>,
    next: Vec<u32>,
    chances: Known<Vec<f64>>,
    results: Known<Scores>,
}

/// Few things that occur often, each kept once.
struct Known<T> {
    numbers: HashMap<Vec<u64>, u32>,
    all: Vec<T>,
}

impl<T> Known<T> {
    fn new() -> Known<T> {
        Known { numbers: HashMap::new(), all: Vec::new() }
    }

    fn number_of(&mut self, bits: Vec<u64>, one: T) -> u32 {
        let all = &mut self.all;
        *self.numbers.entry(bits).or_insert_with(|| {
            all.push(one);
            all.len() as u32 - 1
        })
    }
}

impl<G: Game> Finder<G> {
    fn new(memory: u64) -> Finder<G> {
        Finder {
            memory,
            positions: Vec::new(),
            numbers: HashMap::default(),
            acts: Vec::new(),
            first: vec![0],
            next: Vec::new(),
            chances: Known::new(),
            results: Known::new(),
        }
    }

    /// The number of a position, a new one where it was not met before.
    fn number_of(&mut self, position: G) -> Result<u32, SolveError> {
        let key = position.key();
        if let Some(&number) = self.numbers.get(&key) {
            let known = &self.positions[number as usize];
            if *known != position {
                let (first, second) = (shown(known), shown(&position));
                return Err(SolveError::Key { key, first, second });
            }
            return Ok(number);
        }
        let found = self.positions.len() as u64 + 1;
        let each = size_of::<G>() as u64 + BYTES;
        if found * each + self.next.len() as u64 * LINK_BYTES > self.memory
            || found >= u64::from(u32::MAX)
        {
            return Err(SolveError::TooLarge { found, memory: self.memory });
        }
        let number = self.positions.len() as u32;
        self.numbers.insert(key, number);
        self.positions.push(position);
        Ok(number)
    }

    fn add(&mut self, expansion: Expansion<G>) -> Result<(), SolveError> {
        let act = match expansion.turn {
            Turn::Seat(seat) => Act::Choose(seat),
            Turn::Chance => {
                let bits = expansion.chances.iter().map(|chance| chance.to_bits()).collect();
                Act::Draw(self.chances.number_of(bits, expansion.chances))
            }
            Turn::Over => {
                let scores = expansion.scores;
                let bits = scores.as_slice(ludarium_game::MAX_SEATS).iter();
                let bits = bits.map(|share| share.to_bits().into()).collect();
                Act::End(self.results.number_of(bits, scores))
            }
        };
        for position in expansion.next {
            let number = self.number_of(position)?;
            self.next.push(number);
        }
        self.acts.push(act);
        self.first.push(self.next.len() as u64);
        Ok(())
    }

    /// Everything with new numbers.
    fn in_order(self, seats: usize) -> Reached {
        let keys: Vec<u64> = self.positions.iter().map(Game::key).collect();
        drop((self.positions, self.numbers));
        let SolveOrder { order, ends } =
            SolveOrder::of(&Follow { first: &self.first, next: &self.next });
        let mut numbers = vec![0u32; order.len()];
        for (new, &old) in (0..).zip(&order) {
            numbers[old as usize] = new;
        }
        let mut first = Vec::with_capacity(order.len() + 1);
        let mut next = Vec::with_capacity(self.next.len());
        first.push(0);
        for &old in &order {
            let old = old as usize;
            let follow = &self.next[self.first[old] as usize..self.first[old + 1] as usize];
            next.extend(follow.iter().map(|&one| numbers[one as usize]));
            first.push(next.len() as u64);
        }
        Reached {
            seats,
            keys: order.iter().map(|&old| keys[old as usize]).collect(),
            acts: order.iter().map(|&old| self.acts[old as usize]).collect(),
            first,
            next,
            chances: self.chances.all,
            results: self.results.all,
            layer_ends: ends,
        }
    }
}

/// Keys of positions are mixed already, but not always well.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
