//! Schedules: line-ups, and the blocks of games in which each is seated fairly.

use ludarium_game::{Error, Purpose, Result, Seed};
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
        if seats <= 3 { Seating::Permutations } else { Seating::ShuffledRotations }
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
            let size = games_of_a_block(lineup, contest.seating);
            sizes.push((size, round));
            round += size;
        }
        Schedule { contest, sizes, round }
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
            games: seated(names, self.contest.seating, seed, lineup as u64),
            seed,
        }
    }

    /// The block that a game belongs to, and its place there.
    pub fn locate(&self, game: u64) -> (Block, usize) {
        let block = self.block_of(game);
        let place = (game - self.games(block)) as usize;
        (self.block(block), place)
    }

    /// The number of the block that a game belongs to.
    pub fn block_of(&self, game: u64) -> u64 {
        let (round, rest) = (game / self.round, game % self.round);
        let lineup = self.sizes.partition_point(|size| size.1 <= rest) - 1;
        round * self.lineups() + lineup as u64
    }
}

/// The number of seat orders that [`seated`] gives, counted without listing them.
fn games_of_a_block(lineup: &[usize], seating: Seating) -> u64 {
    match seating {
        Seating::Fixed => 1,
        Seating::Rotations => period(lineup) as u64,
        // n! / (a! b! …) where agents sit a, b, … times: the k-th seat adds a factor k, and its agent's
        // c-th seat takes a factor c away.
        Seating::Permutations => (1..=lineup.len()).fold(1, |orders, seats| {
            let agent = lineup[seats - 1];
            let copies = lineup[..seats].iter().filter(|&&other| other == agent);
            orders * seats as u64 / copies.count() as u64
        }),
        Seating::ShuffledRotations => lineup.len() as u64,
    }
}

/// The seat orders of a line-up, each once. `seed` and `index` draw the order that is rotated, where one is.
fn seated(lineup: &[usize], seating: Seating, seed: Seed, index: u64) -> Vec<Vec<usize>> {
    match seating {
        Seating::Fixed => vec![lineup.to_vec()],
        Seating::Rotations => rotations(lineup, period(lineup)),
        Seating::Permutations => permutations(lineup),
        // Rotations that repeat stay: how many there are would depend on the draw.
        Seating::ShuffledRotations => {
            let mut order = lineup.to_vec();
            seed.stream(Purpose::Block, index).shuffle(&mut order);
            rotations(&order, order.len())
        }
    }
}

/// The number of different rotations of a line-up.
fn period(lineup: &[usize]) -> usize {
    let seats = lineup.len();
    let same = |by: &usize| (0..seats).all(|seat| lineup[seat] == lineup[(seat + by) % seats]);
    (1..seats).find(same).unwrap_or(seats)
}

fn rotations(lineup: &[usize], count: usize) -> Vec<Vec<usize>> {
    (0..count)
        .map(|by| {
            let mut order = lineup.to_vec();
            order.rotate_left(by);
            order
        })
        .collect()
}

/// All different orders of a line-up, the given one first, then in order of seats.
pub fn permutations(lineup: &[usize]) -> Vec<Vec<usize>> {
    if lineup.is_empty() {
        return vec![Vec::new()];
    }
    let mut orders = Vec::new();
    for (place, first) in lineup.iter().enumerate() {
        if lineup[..place].contains(first) {
            continue;
        }
        let mut rest = lineup.to_vec();
        rest.remove(place);
        for tail in permutations(&rest) {
            orders.push(std::iter::once(*first).chain(tail).collect());
        }
    }
    orders
}

/// More line-ups than this are refused: nobody could play them all, and listing them would take the memory.
const MOST_LINEUPS: usize = 100_000;

/// All line-ups in which every one of `agents` agents meets the others: all groups of different agents where
/// there are enough of them for the seats, otherwise all in which each sits at least once. More than 100 000
/// are an error.
pub fn round_robin(agents: usize, seats: usize) -> Result<Vec<Vec<usize>>> {
    let all = if agents >= seats { groups(agents, seats) } else { multisets(agents, seats) };
    let mut all = all.ok_or_else(|| too_many(agents, seats))?;
    if agents < seats {
        all.retain(|lineup| (0..agents).all(|agent| lineup.contains(&agent)));
    }
    Ok(all)
}

/// All line-ups of the first agent against the others; with too few of them, others sit more than once. More
/// than 100 000 are an error.
pub fn gauntlet(agents: usize, seats: usize) -> Result<Vec<Vec<usize>>> {
    let (others, places) = (agents.saturating_sub(1), seats.saturating_sub(1));
    let opponents =
        if others >= places { groups(others, places) } else { multisets(others, places) };
    let opponents = opponents.ok_or_else(|| too_many(agents, seats))?;
    let with_first = opponents.into_iter().map(|group| {
        let others = group.into_iter().map(|agent| agent + 1);
        std::iter::once(0).chain(others).collect()
    });
    Ok(with_first.collect())
}

fn too_many(agents: usize, seats: usize) -> Error {
    Error::value(
        "agents",
        agents,
        format!(
            "fewer: with {seats} seats they have more than {MOST_LINEUPS} line-ups; choose some"
        ),
    )
}

/// All sets of `size` of the first `count` numbers, in order, or `None` if they are too many; `size` is at
/// most `count`.
fn groups(count: usize, size: usize) -> Option<Vec<Vec<usize>>> {
    // A set is a non-decreasing sequence with its k-th number raised by k.
    let mut all = multisets(count - size.saturating_sub(1), size)?;
    for group in &mut all {
        for (place, number) in group.iter_mut().enumerate() {
            *number += place;
        }
    }
    Some(all)
}

/// All non-decreasing sequences of `size` of the first `count` numbers, in order, or `None` if they are too
/// many.
fn multisets(count: usize, size: usize) -> Option<Vec<Vec<usize>>> {
    let least = |group: &[usize]| group.last().copied().unwrap_or(0);
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        let number: usize = all.iter().map(|group| count - least(group)).sum();
        if number > MOST_LINEUPS {
            return None;
        }
        all = all
            .into_iter()
            .flat_map(|group| {
                (least(&group)..count).map(move |next| {
                    let mut longer = group.clone();
                    longer.push(next);
                    longer
                })
            })
            .collect();
    }
    Some(all)
}
