//! `Results`: any number of games in a few bytes each.
//!
//! Statistics ask of a game who sat where and in which order they finished. Few games differ in that, so each kind is
//! kept once, and a game is its block and the number of its kind.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::{ScoredGame, Tally};

/// The results of many games, kept by their kinds.
///
/// # Example
/// ```
/// use ludarium_arena::statistics::{ScoredGame, Results};
///
/// let mut results = Results::default();
/// for block in 0..1000 {
///     let scores = if block % 4 == 0 { [0.0, 1.0] } else { [1.0, 0.0] };
///     results.add(&ScoredGame { block, agents: vec![0, 1], scores: scores.to_vec() });
/// }
/// assert_eq!((results.games(), results.kinds()), (1000, 2));
/// assert_eq!(results.tally(2).agents[0].won, 750);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// One game of each kind; the block means nothing, and scores are places.
    kinds: Vec<ScoredGame>,
    counts: Vec<u64>,
    /// The kinds by the digest of what they are.
    known: HashMap<u64, u32>,
    /// The block and the kind of each game, in the order of blocks once they are asked for.
    games: Vec<(u64, u32)>,
    unordered: bool,
    seats: usize,
}

impl Results {
    /// The results of some games.
    pub fn of<'a>(outcomes: impl IntoIterator<Item = &'a ScoredGame>) -> Results {
        let mut results = Results::default();
        for outcome in outcomes {
            results.add(outcome);
        }
        results
    }

    /// Adds a game.
    pub fn add(&mut self, outcome: &ScoredGame) {
        let digest = BuildHasherDefault::<DefaultHasher>::default().hash_one(GameKind(outcome));
        let found = self.known.get(&digest).copied();
        let found = found.filter(|&kind| same(&self.kinds[kind as usize], outcome));
        let kind = found.unwrap_or_else(|| {
            let kind = self.kinds.len() as u32;
            self.kinds.push(plain(outcome));
            self.counts.push(0);
            // Of two kinds with one digest the later one is found; the other is kept several times, which is no harm.
            self.known.insert(digest, kind);
            kind
        });
        self.counts[kind as usize] += 1;
        self.seats = self.seats.max(outcome.seats());
        let last = self.games.last().map_or(0, |(block, _)| *block);
        self.unordered |= outcome.block < last;
        self.games.push((outcome.block, kind));
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// The number of kinds of games: who sat where, and in which order they finished.
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// Counts games between `agents` agents: see [`Tally::of`].
    pub fn tally(&self, agents: usize) -> Tally {
        let mut tally = Tally::empty(agents, self.seats);
        for (kind, count) in self.counted() {
            tally.add(kind, count);
        }
        tally
    }

    /// One game of each kind, and how many there are.
    pub(super) fn counted(&self) -> impl Iterator<Item = (&ScoredGame, u64)> {
        self.kinds.iter().zip(self.counts.iter().copied())
    }

    /// Something about each kind.
    pub(super) fn of_kinds<T>(&self, value: impl Fn(&ScoredGame) -> T) -> Vec<T> {
        self.kinds.iter().map(value).collect()
    }

    /// The number of the most seats of a game.
    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    /// Shows the kinds of the games of each block, block by block in order.
    pub(super) fn each_block(&self, mut show: impl FnMut(&[(u64, u32)])) {
        let same_block = |a: &(u64, u32), b: &(u64, u32)| a.0 == b.0;
        if self.unordered {
            let mut games = self.games.clone();
            games.sort_by_key(|(block, _)| *block);
            games.chunk_by(same_block).for_each(&mut show);
        } else {
            self.games.chunk_by(same_block).for_each(&mut show);
        }
    }
}

/// A game without its block, its scores as the places that they make: nothing else counts.
fn plain(outcome: &ScoredGame) -> ScoredGame {
    let seats = outcome.seats();
    // A higher place is a lower score.
    let score = |seat| -(outcome.place(seat).unwrap_or(seats) as f64);
    ScoredGame {
        block: 0,
        agents: outcome.agents[..seats].to_vec(),
        scores: (0..seats).map(score).collect(),
    }
}

/// Whether a game is of the kind of another.
fn same(kind: &ScoredGame, outcome: &ScoredGame) -> bool {
    let seats = outcome.seats();
    kind.agents == outcome.agents[..seats]
        && (1..seats).all(|seat| kind.compare(0, seat) == outcome.compare(0, seat))
        && (seats < 3
            || (0..seats).all(|seat| {
                (0..seat).all(|other| kind.compare(seat, other) == outcome.compare(seat, other))
            }))
}

/// What makes the kind of a game.
struct GameKind<'a>(&'a ScoredGame);

impl std::hash::Hash for GameKind<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let outcome = self.0;
        let seats = outcome.seats();
        let (mut order, mut agents) = (0u64, 0u64);
        for seat in 0..seats {
            agents = agents.wrapping_mul(0x1_0000_01b3) ^ outcome.agents[seat] as u64;
            for other in 0..seat {
                order = order
                    .wrapping_mul(3)
                    .wrapping_add((outcome.compare(seat, other) as i8 + 1) as u64);
            }
        }
        state.write_u64(agents);
        state.write_u64(order);
        state.write_usize(seats);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::simulation::ranked_game;
    use super::*;
    use ludarium_game::{Rng, Seed};

    /// Games whose kinds are all different and those in a few kinds say the same, in any order.
    #[test]
    fn kinds_lose_nothing() {
        let mut rng = Rng::new(Seed(5));
        let mut games: Vec<ScoredGame> = (0..300)
            .map(|block| ranked_game(block / 3, &[0, 1, 2], &[0.5, 0.0, -0.4], &mut rng))
            .collect();
        // Other scores, the same places.
        for game in games.iter_mut().step_by(2) {
            game.scores.iter_mut().for_each(|score| *score = *score * 0.5 + 0.01);
        }
        let results = Results::of(&games);
        assert!(results.kinds() <= 6, "{}", results.kinds());
        let mut shuffled = games.clone();
        shuffled.reverse();
        let backwards = Results::of(&shuffled);
        assert_eq!(results.tally(3), Tally::of(&games, 3));
        assert_eq!(backwards.tally(3), Tally::of(&games, 3));
        for agent in 0..3 {
            assert_eq!(backwards.points_by_block(agent), results.points_by_block(agent));
            assert_eq!(
                backwards.correlation(agent).map(|found| found.blocks),
                results.correlation(agent).map(|found| found.blocks)
            );
        }
        assert_eq!(backwards.encounters_by_block(0, 2), results.encounters_by_block(0, 2));
        assert_eq!(results.elo_difference(0, 1), backwards.elo_difference(0, 1));
        let (one, other) = (backwards.rate(3).unwrap(), results.rate(3).unwrap());
        for (one, other) in one.agents.iter().zip(&other.agents) {
            let (one, other) = (one.unwrap(), other.unwrap());
            assert!((one.value - other.value).abs() < 1e-6 && (one.low - other.low).abs() < 1e-6);
        }
    }

    #[test]
    fn ties_and_seats_make_kinds() {
        let game = |agents: &[usize], scores: &[f64]| ScoredGame {
            block: 0,
            agents: agents.to_vec(),
            scores: scores.to_vec(),
        };
        let games = [
            game(&[0, 1, 2], &[1.0, 0.5, 0.5]),
            game(&[0, 1, 2], &[0.9, 0.1, 0.1]),
            game(&[0, 1, 2], &[1.0, 0.5, 0.4]),
            game(&[0, 1, 2], &[0.5, 0.5, 0.4]),
            game(&[1, 0, 2], &[1.0, 0.5, 0.5]),
            game(&[0, 1], &[1.0, 0.5]),
            game(&[0, 1], &[0.0, -0.0]),
        ];
        assert_eq!(Results::of(&games).kinds(), 6);
    }
}
