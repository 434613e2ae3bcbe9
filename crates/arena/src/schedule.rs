//! Schedules: line-ups, and the blocks of games in which each is seated fairly.

use ludarium_game::{Purpose, Seed};
use serde::{Deserialize, Serialize};

use crate::contest::Contest;

/// How a line-up is seated in the games of a block. Every game of a block has the same start and luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// One game, seats as the line-up names them.
    Fixed,
    /// One game for each rotation of the line-up.
    Rotations,
    /// One game for each order of the line-up.
    Permutations,
    /// One game for each rotation of an order that is drawn for each block.
    ShuffledRotations,
}

impl Seating {
    /// All orders where they are few, otherwise rotations of a drawn order.
    pub fn usual(seats: usize) -> Seating {
        if seats <= 3 {
            Seating::Permutations
        } else {
            Seating::ShuffledRotations
        }
    }
}

/// A block: the unit of work and of statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its number.
    pub number: u64,
    /// Which line-up plays.
    pub lineup: usize,
    /// How many blocks this line-up has had before: blocks with the same deal share start and luck,
    /// whatever their line-up.
    pub deal: u64,
    /// The number of its first game.
    pub first: u64,
    /// The seat orders of its games: for each seat an agent.
    pub games: Vec<Vec<usize>>,
    /// The seed of start and luck.
    pub seed: Seed,
}

/// The schedule of a contest: a pure function from block numbers to blocks.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    contest: &'a Contest,
    /// The number of games of one block of each line-up, and of all line-ups before it in a round.
    sizes: Vec<(u64, u64)>,
    round: u64,
}

impl<'a> Schedule<'a> {
    /// The schedule of a checked contest.
    pub fn new(contest: &'a Contest) -> Schedule<'a> {
        let mut round = 0;
        let mut sizes = Vec::with_capacity(contest.lineups.len());
        for lineup in &contest.lineups {
            let size = seated(lineup, contest.seating, None).len() as u64;
            sizes.push((size, round));
            round += size;
        }
        Schedule {
            contest,
            sizes,
            round,
        }
    }

    /// The number of line-ups: one round plays each once.
    pub fn lineups(&self) -> u64 {
        self.sizes.len() as u64
    }

    /// The number of games in the first `blocks` blocks.
    pub fn games(&self, blocks: u64) -> u64 {
        let lineups = self.lineups();
        let begun = self.sizes.get((blocks % lineups) as usize);
        blocks / lineups * self.round + begun.map_or(0, |size| size.1)
    }

    /// The smallest number of whole rounds, in blocks, with at least `games` games.
    pub fn blocks_for(&self, games: u64) -> u64 {
        games.div_ceil(self.round) * self.lineups()
    }

    /// A block.
    pub fn block(&self, number: u64) -> Block {
        let lineup = (number % self.lineups()) as usize;
        let deal = number / self.lineups();
        let seed = self.contest.deal_seed(deal);
        let names = &self.contest.lineups[lineup];
        Block {
            number,
            lineup,
            deal,
            first: self.games(number),
            games: seated(names, self.contest.seating, Some((seed, lineup as u64))),
            seed,
        }
    }

    /// The block that a game belongs to, and its place there.
    pub fn locate(&self, game: u64) -> (Block, usize) {
        let (round, rest) = (game / self.round, game % self.round);
        let lineup = self.sizes.partition_point(|size| size.1 <= rest) - 1;
        let place = (rest - self.sizes[lineup].1) as usize;
        (self.block(round * self.lineups() + lineup as u64), place)
    }
}

/// The seat orders of a line-up, each once.
fn seated(lineup: &[usize], seating: Seating, draw: Option<(Seed, u64)>) -> Vec<Vec<usize>> {
    match seating {
        Seating::Fixed => vec![lineup.to_vec()],
        Seating::Rotations => {
            let mut orders = rotations(lineup);
            let mut seen = Vec::new();
            orders.retain(|order| {
                let new = !seen.contains(order);
                seen.push(order.clone());
                new
            });
            orders
        }
        Seating::Permutations => permutations(lineup),
        // Rotations that repeat stay: how many there are would depend on the draw.
        Seating::ShuffledRotations => {
            let mut order = lineup.to_vec();
            if let Some((seed, index)) = draw {
                seed.stream(Purpose::Block, index).shuffle(&mut order);
            }
            rotations(&order)
        }
    }
}

fn rotations(lineup: &[usize]) -> Vec<Vec<usize>> {
    (0..lineup.len())
        .map(|by| {
            let mut order = lineup.to_vec();
            order.rotate_left(by);
            order
        })
        .collect()
}

/// All different orders, the given one first, then in order of seats.
fn permutations(lineup: &[usize]) -> Vec<Vec<usize>> {
    fn extend(prefix: &mut Vec<usize>, left: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
        if left.is_empty() {
            out.push(prefix.clone());
            return;
        }
        for index in 0..left.len() {
            if left[..index].contains(&left[index]) {
                continue;
            }
            let agent = left.remove(index);
            prefix.push(agent);
            extend(prefix, left, out);
            prefix.pop();
            left.insert(index, agent);
        }
    }
    let mut out = Vec::new();
    extend(&mut Vec::new(), &mut lineup.to_vec(), &mut out);
    out
}

/// All line-ups in which every one of `agents` agents meets the others: all groups of different agents where
/// there are enough of them for the seats, otherwise all in which each sits at least once.
pub fn round_robin(agents: usize, seats: usize) -> Vec<Vec<usize>> {
    if agents >= seats {
        return groups(agents, seats);
    }
    let mut all = multisets(agents, seats);
    all.retain(|lineup| (0..agents).all(|agent| lineup.contains(&agent)));
    all
}

/// All line-ups of the first agent against the others; with too few of them, others sit more than once.
pub fn gauntlet(agents: usize, seats: usize) -> Vec<Vec<usize>> {
    let others = agents.saturating_sub(1);
    let opponents = if others >= seats - 1 {
        groups(others, seats - 1)
    } else {
        multisets(others, seats - 1)
    };
    let with_first = opponents.into_iter().map(|group| {
        let others = group.into_iter().map(|agent| agent + 1);
        std::iter::once(0).chain(others).collect()
    });
    with_first.collect()
}

/// All sets of `size` of the first `count` numbers, in order.
fn groups(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all = multisets(count, size);
    all.retain(|group| group.windows(2).all(|pair| pair[0] < pair[1]));
    all
}

/// All non-decreasing sequences of `size` of the first `count` numbers, in order.
fn multisets(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        all = all
            .into_iter()
            .flat_map(|group: Vec<usize>| {
                let least = group.last().copied().unwrap_or(0);
                (least..count).map(move |next| {
                    let mut longer = group.clone();
                    longer.push(next);
                    longer
                })
            })
            .collect();
    }
    all
}
