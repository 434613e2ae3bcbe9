//! The order in which moves are tried: the sooner a good one, the more is cut.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

use ludarium_game::{Gain, Game, Rng, Seat};

/// What may say which moves are tried first. Without any, moves come in the game's own order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrder {
    /// The best move the table remembers.
    pub table: bool,
    /// Moves that win something at once, the larger gain first; those that lose something last.
    pub gain: bool,
    /// Moves that cut before and won nothing at once: the last two of the same level (killers), then those that cut often
    /// anywhere in the tree.
    pub history: bool,
}

impl MoveOrder {
    /// The game's own order.
    pub const NONE: MoveOrder = MoveOrder { table: false, gain: false, history: false };
}

impl Default for MoveOrder {
    fn default() -> Self {
        MoveOrder { table: true, gain: true, history: true }
    }
}

/// The classes of moves, the last tried first.
#[derive(Clone, Copy)]
#[repr(u64)]
enum Class {
    Losing,
    Quiet,
    OldKiller,
    Killer,
    Winning,
    Remembered,
}

/// The rank of one move: its class, its worth inside the class, and its place in the game's order, the
/// earlier the larger. No two moves of a list have the same rank, so every order is repeatable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(u64);

impl Rank {
    #[inline]
    fn new(class: Class, worth: u32, index: usize) -> Rank {
        debug_assert!(index < usize::from(u16::MAX), "no game has so many moves");
        let place = u64::from(u16::MAX - index as u16);
        Rank((class as u64) << 48 | u64::from(worth) << 16 | place)
    }

    /// The place of the move in the game's order.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(u16::MAX - self.0 as u16)
    }

    /// The rank without the place in the game's order.
    #[inline]
    pub(crate) fn worth(self) -> u64 {
        self.0 >> 16
    }

    /// Whether the move wins nothing at once.
    #[inline]
    pub(crate) fn is_quiet(self) -> bool {
        self.0 >> 48 < Class::Winning as u64 || self.0 >> 16 == (Class::Remembered as u64) << 32
    }
}

/// Takes the highest rank of those from `next` on to `next`.
///
/// One at a time: most nodes are cut after a few moves, and sorting the rest would be wasted.
#[inline]
pub(crate) fn take_next(ranks: &mut [Rank], next: usize) -> Rank {
    let mut best = next;
    for index in next + 1..ranks.len() {
        if ranks[index] > ranks[best] {
            best = index;
        }
    }
    ranks.swap(next, best);
    ranks[next]
}

/// Sorts the ranks of a root: there all moves are tried.
pub(super) fn best_first(ranks: &mut [Rank]) {
    ranks.sort_unstable_by_key(|&rank| Reverse(rank));
}

/// The same with those of equal worth in an order by chance.
pub(super) fn best_first_by_chance(ranks: &mut [Rank], mut rng: Rng) {
    rng.shuffle(ranks);
    ranks.sort_by_key(|rank| Reverse(rank.worth()));
}

/// Two moves that cut at a level, the newer first.
pub(crate) type Killers<M> = [Option<M>; 2];

/// Ranks all `moves` of a position into `ranks`.
pub(crate) fn rank<G: Game, Q: Gain<G>>(
    (position, seat): (&G, Seat),
    moves: &[G::Move],
    (remembered, killers): (Option<u16>, &Killers<G::Move>),
    (gain, history, order): (&Q, &History, MoveOrder),
    ranks: &mut Vec<Rank>,
) {
    ranks.clear();
    ranks.extend(moves.iter().enumerate().map(|(index, &mv)| {
        let gain = if order.gain { gain.gain(position, mv) } else { 0.0 };
        if order.table && remembered.is_some_and(|best| usize::from(best) == index) {
            return Rank::new(Class::Remembered, (gain > 0.0).into(), index);
        }
        if gain > 0.0 {
            Rank::new(Class::Winning, ascending(gain), index)
        } else if gain < 0.0 {
            Rank::new(Class::Losing, ascending(gain), index)
        } else if order.history && killers[0] == Some(mv) {
            Rank::new(Class::Killer, 0, index)
        } else if order.history && killers[1] == Some(mv) {
            Rank::new(Class::OldKiller, 0, index)
        } else if order.history {
            Rank::new(Class::Quiet, history.worth(seat, mv), index)
        } else {
            Rank::new(Class::Quiet, 0, index)
        }
    }));
}

/// Ranks only the moves that win something at once.
pub(crate) fn rank_winning<G: Game, Q: Gain<G>>(
    position: &G,
    moves: &[G::Move],
    gain: &Q,
    ranks: &mut Vec<Rank>,
) {
    ranks.clear();
    ranks.extend(moves.iter().enumerate().filter_map(|(index, &mv)| {
        let gain = gain.gain(position, mv);
        (gain > 0.0).then(|| Rank::new(Class::Winning, ascending(gain), index))
    }));
}

/// Whole numbers in the order of the numbers.
fn ascending(number: f32) -> u32 {
    let bits = number.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// How often a move cut, wherever in the tree it was played.
#[derive(Clone, Debug)]
pub(crate) struct History(Vec<i32>);

impl History {
    const SIZE: usize = 1 << 12;
    /// No count goes beyond it; the nearer a count is, the less it still changes.
    const LIMIT: i32 = 1 << 14;

    #[inline]
    pub(crate) fn new() -> History {
        History(vec![0; 2 * Self::SIZE])
    }

    #[inline]
    fn worth<M: Hash>(&self, seat: Seat, mv: M) -> u32 {
        self.0[Self::place(seat, mv)] as u32 ^ 1 << 31
    }

    /// Learns from a cut: the last of the tried moves did it, those before did not.
    #[inline]
    pub(crate) fn learn<M: Copy + Hash>(
        &mut self,
        seat: Seat,
        depth: i32,
        moves: &[M],
        tried: &[Rank],
    ) {
        let [before @ .., last] = tried else { return };
        if last.is_quiet() {
            let bonus = (depth * depth).min(Self::LIMIT / 8);
            self.change(seat, moves[last.index()], bonus);
            for rank in before.iter().filter(|rank| rank.is_quiet()) {
                self.change(seat, moves[rank.index()], -bonus);
            }
        }
    }

    #[inline]
    fn change<M: Hash>(&mut self, seat: Seat, mv: M, by: i32) {
        let count = &mut self.0[Self::place(seat, mv)];
        *count += by - *count * by.abs() / Self::LIMIT;
    }

    /// Different moves may share a place; that costs a little order and nothing else.
    #[inline]
    fn place<M: Hash>(seat: Seat, mv: M) -> usize {
        let mut hasher = Mix(0);
        mv.hash(&mut hasher);
        (hasher.finish() as usize >> 20) % Self::SIZE + (seat.index() & 1) * Self::SIZE
    }
}

/// Remembers a move that cut, the last of those tried, if it won nothing at once.
pub(crate) fn keep_killer<M: Copy + Eq>(killers: &mut Killers<M>, moves: &[M], tried: &[Rank]) {
    if let Some(last) = tried.last().filter(|rank| rank.is_quiet()) {
        let cut = moves[last.index()];
        if killers[0] != Some(cut) {
            *killers = [Some(cut), killers[0]];
        }
    }
}

/// A quick hash with the same result everywhere: the standard one is slower than the search needs.
struct Mix(u64);

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{RandomTree, TreeShape};

    fn ranked(
        moves: &[u8],
        remembered: Option<u16>,
        killers: Killers<u8>,
        order: MoveOrder,
    ) -> Vec<u8> {
        // Moves 10 and above win something, moves below 3 lose something.
        let gain = |_: &RandomTree, mv: u8| match mv {
            0..3 => -1.0 - f32::from(mv),
            10.. => f32::from(mv / 2),
            _ => 0.0,
        };
        let mut history = History::new();
        history.change(Seat(0), 7u8, 100);
        history.change(Seat(0), 6u8, -100);
        let node = RandomTree::new(TreeShape::DUEL, 0);
        let mut ranks = Vec::new();
        rank((&node, Seat(0)), moves, (remembered, &killers), (&gain, &history, order), &mut ranks);
        (0..moves.len()).map(|next| moves[take_next(&mut ranks, next).index()]).collect()
    }

    #[test]
    fn classes_come_in_order_and_equals_in_the_games_order() {
        let moves = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 8];
        let killers = [Some(5), Some(4)];
        assert_eq!(
            ranked(&moves, Some(2), killers, MoveOrder::default()),
            [3, 12, 10, 11, 5, 4, 7, 8, 6, 1, 2]
        );
        assert_eq!(ranked(&moves, Some(2), killers, MoveOrder::NONE), moves);
    }

    #[test]
    fn history_stays_within_its_limit() {
        let mut history = History::new();
        for _ in 0..1000 {
            history.change(Seat(1), 3u8, History::LIMIT / 8);
        }
        let count = history.0[History::place(Seat(1), 3u8)];
        assert!(count > History::LIMIT / 2 && count <= History::LIMIT);
        assert_eq!(history.0.iter().filter(|count| **count != 0).count(), 1);
    }

    #[test]
    fn whole_numbers_ascend_with_their_numbers() {
        let numbers = [f32::NEG_INFINITY, -2.0, -0.5, 0.0, 1e-9, 0.5, 3.0, f32::MAX];
        assert!(numbers.windows(2).all(|pair| ascending(pair[0]) < ascending(pair[1])));
    }
}
