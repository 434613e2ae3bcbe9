//! Schedules: pure functions of the contest, fair to every agent, and never larger than they can be.

use std::collections::{BTreeMap, HashSet};

use ludarium_arena::{Block, Contest, Schedule, Seating, gauntlet, round_robin};
use ludarium_game::Seed;

const SEATINGS: [Seating; 4] =
    [Seating::Fixed, Seating::Rotations, Seating::Permutations, Seating::ShuffledRotations];

/// A contest of any game: a schedule looks at line-ups alone.
fn contest(lineups: Vec<Vec<usize>>, seating: Seating) -> Contest {
    Contest { lineups, seating, ..Contest::new("any game", None, Vec::new(), 99) }
}

/// All sequences of agents for a number of seats: every line-up that can be written, with any repetition.
fn any_lineups(agents: usize, seats: usize) -> Vec<Vec<usize>> {
    let digits =
        |number: usize| (0..seats).map(move |seat| number / agents.pow(seat as u32) % agents);
    (0..agents.pow(seats as u32)).map(|number| digits(number).collect()).collect()
}

fn binomial(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |product, factor| product * (n + 1 - factor) / factor)
}

#[test]
fn games_and_blocks_are_numbered_without_gaps() {
    for seating in SEATINGS {
        for seats in 2..=4 {
            let contest = contest(any_lineups(3, seats), seating);
            let schedule = Schedule::new(&contest);
            let mut game = 0;
            for number in 0..2 * schedule.lineups() + 3 {
                let block = schedule.block(number);
                assert_eq!((block.number, block.first), (number, game));
                assert_eq!(schedule.games(number), game);
                for place in 0..block.games.len() {
                    assert_eq!(schedule.locate(game), (block.clone(), place));
                    game += 1;
                }
            }
        }
    }
}

#[test]
fn whole_rounds_have_enough_games_and_no_round_too_many() {
    let contest = contest(round_robin(4, 3).unwrap(), Seating::Permutations);
    let schedule = Schedule::new(&contest);
    for games in 1..100 {
        let blocks = schedule.blocks_for(games);
        assert_eq!(blocks % schedule.lineups(), 0);
        assert!(schedule.games(blocks) >= games);
        assert!(schedule.games(blocks - schedule.lineups()) < games);
    }
}

/// How often each agent sits on each seat in the games of a block.
fn sittings(block: &Block) -> BTreeMap<usize, Vec<u64>> {
    let mut counts = BTreeMap::new();
    for order in &block.games {
        for (seat, &agent) in order.iter().enumerate() {
            counts.entry(agent).or_insert_with(|| vec![0; order.len()])[seat] += 1;
        }
    }
    counts
}

#[test]
fn every_block_is_fair_and_says_nothing_twice() {
    for seats in 2..=5 {
        let lineups = any_lineups(3, seats);
        for seating in SEATINGS {
            let contest = contest(lineups.clone(), seating);
            let schedule = Schedule::new(&contest);
            for (number, lineup) in lineups.iter().enumerate() {
                let block = schedule.block(number as u64);
                for order in &block.games {
                    let (mut order, mut lineup) = (order.clone(), lineup.clone());
                    order.sort_unstable();
                    lineup.sort_unstable();
                    assert_eq!(order, lineup, "the same agents sit down");
                }
                let different: HashSet<_> = block.games.iter().collect();
                if seating != Seating::ShuffledRotations {
                    assert_eq!(different.len(), block.games.len(), "{lineup:?}");
                }
                if seating == Seating::Fixed {
                    assert!(block.games.iter().eq([lineup]));
                    continue;
                }
                for (agent, seats) in sittings(&block) {
                    let even = seats.iter().all(|count| *count == seats[0]);
                    assert!(even, "agent {agent} of {lineup:?} sits {seats:?}");
                }
            }
        }
    }
}

#[test]
fn all_orders_of_eight_different_agents_are_a_block() {
    let lineup: Vec<usize> = (0..8).collect();
    let contest = contest(vec![lineup], Seating::Permutations);
    let schedule = Schedule::new(&contest);
    assert_eq!(schedule.games(1), 40_320);
    let block = schedule.block(0);
    assert_eq!(block.games.iter().collect::<HashSet<_>>().len(), 40_320);
}

/// Listing the orders of all these line-ups would take hours and all memory.
#[test]
fn sizes_are_counted_not_listed() {
    let contest = Contest {
        lineups: round_robin(19, 8).unwrap(),
        ..Contest::new("any game", None, Vec::new(), 1)
    };
    let schedule = Schedule::new(&contest);
    assert_eq!(schedule.games(schedule.lineups()), binomial(19, 8) * 40_320);
}

#[test]
fn a_drawn_order_depends_on_the_block_and_the_line_up_alone() {
    let lineups = vec![(0..8).collect(), (0..8).collect()];
    let contest = contest(lineups, Seating::ShuffledRotations);
    let schedule = Schedule::new(&contest);
    let orders: Vec<_> = (0..20).map(|number| schedule.block(number).games).collect();
    assert_eq!(orders.iter().collect::<HashSet<_>>().len(), 20);
    assert!(orders.iter().all(|games| games.len() == 8));
    assert_eq!(orders[7], schedule.block(7).games);
}

#[test]
fn a_contest_that_is_written_and_read_has_the_same_schedule() {
    for seating in SEATINGS {
        let contest = contest(round_robin(4, 3).unwrap(), seating);
        let read: Contest = serde_json::from_str(&contest.to_json()).unwrap();
        assert_eq!(read, contest);
        let (one, other) = (Schedule::new(&contest), Schedule::new(&read));
        for number in [0, 1, 2, 3, 4, 17, 1_000_000] {
            assert_eq!(one.block(number), other.block(number));
        }
    }
}

/// Line-ups meet the same starts and luck: what differs between them is who plays.
#[test]
fn blocks_of_one_deal_share_their_luck_and_deals_differ() {
    let contest = contest(round_robin(4, 3).unwrap(), Seating::Permutations);
    let schedule = Schedule::new(&contest);
    let mut seeds: Vec<Seed> = Vec::new();
    for deal in 0..50 {
        let blocks: Vec<_> = (0..4).map(|place| schedule.block(4 * deal + place)).collect();
        for (place, block) in blocks.iter().enumerate() {
            assert_eq!((block.deal, block.lineup), (deal, place));
            assert_eq!(block.seed, blocks[0].seed);
        }
        assert!(!seeds.contains(&blocks[0].seed));
        seeds.push(blocks[0].seed);
    }
}

#[test]
fn a_round_robin_has_every_meeting_once() {
    for seats in 2..=8 {
        for agents in 1..=8 {
            let lineups = round_robin(agents, seats).unwrap();
            let (n, k) = (agents as u64, seats as u64);
            let expected = if agents >= seats {
                binomial(n, k)
            } else {
                // Each sits once; the other seats are spread among them.
                binomial(k - 1, n - 1)
            };
            assert_eq!(lineups.len() as u64, expected, "{agents} agents, {seats} seats");
            check_lineups(&lineups, agents, seats);
            for lineup in &lineups {
                let different: HashSet<_> = lineup.iter().collect();
                assert_eq!(different.len(), agents.min(seats), "{lineup:?}");
            }
        }
        assert_eq!(round_robin(0, seats), Ok(Vec::new()));
    }
}

#[test]
fn a_gauntlet_is_the_first_agent_against_all_others() {
    for seats in 2..=8 {
        for agents in 2..=8 {
            let lineups = gauntlet(agents, seats).unwrap();
            let (others, places) = (agents as u64 - 1, seats as u64 - 1);
            let expected = if others >= places {
                binomial(others, places)
            } else {
                binomial(others + places - 1, places)
            };
            assert_eq!(lineups.len() as u64, expected, "{agents} agents, {seats} seats");
            check_lineups(&lineups, agents, seats);
            for lineup in &lineups {
                let first = lineup.iter().filter(|&&agent| agent == 0);
                assert!(lineup[0] == 0 && first.count() == 1, "{lineup:?}");
            }
        }
        assert_eq!(gauntlet(1, seats), Ok(Vec::new()), "nobody to play against");
    }
}

/// Line-ups are different, in order, full, and made of known agents; each agent sits in one of them.
fn check_lineups(lineups: &[Vec<usize>], agents: usize, seats: usize) {
    assert!(lineups.is_sorted_by(|one, next| one < next));
    assert!(lineups.iter().all(|lineup| lineup.len() == seats && lineup.is_sorted()));
    let seen: HashSet<_> = lineups.iter().flatten().copied().collect();
    assert_eq!(seen, (0..agents).collect());
}

#[test]
fn too_many_line_ups_are_an_error_and_cost_nothing() {
    for (agents, seats) in [(100, 8), (21, 8), (100, 4), (usize::MAX, 2)] {
        for lineups in [round_robin(agents, seats), gauntlet(agents, seats + 1)] {
            let error = lineups.unwrap_err().to_string();
            assert!(error.contains("more than 100000 line-ups"), "{error}");
        }
    }
    assert_eq!(round_robin(84, 3).unwrap().len(), 95_284);
    assert_eq!(gauntlet(100, 2).unwrap().len(), 99);
}
