//! Every statistic on few, lopsided and broken results: no panic, and nothing that cannot be printed.

use std::fmt::Debug;

use ludarium_arena::statistics::{Results, ScoredGame, Sprt, adjust, blocked_share, share};
use ludarium_game::{Rng, Seed};

/// Agents of the list; outcomes may name others.
const AGENTS: usize = 3;

fn printable(what: &str, found: impl Debug, outcomes: &[ScoredGame]) {
    let text = format!("{found:?}");
    let broken = text.contains("NaN") || text.contains("inf");
    assert!(!broken, "{what}: {text} of {outcomes:?}");
}

fn check(outcomes: &[ScoredGame]) {
    let results = Results::of(outcomes);
    printable("tally", results.tally(AGENTS), outcomes);
    printable("ratings", results.rate(AGENTS), outcomes);
    for agent in 0..AGENTS {
        let blocks = results.points_by_block(agent);
        let means: Vec<f64> = blocks.iter().filter_map(|block| block.mean()).collect();
        printable("points", blocked_share(&blocks), outcomes);
        printable("luck", results.correlation(agent), outcomes);
        printable("adjusted", adjust(&means, &means), outcomes);
        for seats in 0..4 {
            let sprt = Sprt::new(-5.0, 5.0, 0.05, 0.05).unwrap();
            printable("sprt", sprt.test(seats, &means), outcomes);
        }
        for other in 0..=AGENTS {
            printable("elo", results.elo_difference(agent, other), outcomes);
        }
    }
}

#[test]
fn the_same_result_over_and_over() {
    let ends: [&[f64]; 8] = [
        &[],
        &[1.0],
        &[1.0, 0.0],
        &[0.0, 1.0],
        &[0.5, 0.5],
        &[1.0, 0.5, 0.0],
        &[0.0, 0.0, 0.0],
        &[0.5, 0.5, 0.0, 0.0],
    ];
    for scores in ends {
        for games in [0, 1, 2, 3, 40, 100] {
            for size in [1, 2, 100] {
                for shift in [0, 1] {
                    let outcome = |game: u64| ScoredGame {
                        block: game / size,
                        agents: (0..scores.len())
                            .map(|seat| (seat + shift * game as usize) % AGENTS)
                            .collect(),
                        scores: scores.to_vec(),
                    };
                    check(&(0..games).map(outcome).collect::<Vec<_>>());
                }
            }
        }
    }
}

#[test]
fn random_and_broken_results() {
    let mut rng = Rng::new(Seed(41));
    let odd = [0.0, 0.5, 1.0, 1.0, 0.25, f64::NAN, f64::INFINITY, -0.0, 7.0];
    for _ in 0..3000 {
        let games = [0, 1, 2, 3, 7, 35][rng.below(6) as usize];
        let values = &odd[..if rng.below(2) == 0 { 5 } else { odd.len() }];
        let outcomes: Vec<ScoredGame> = (0..games)
            .map(|_| ScoredGame {
                block: rng.below(5).into(),
                agents: (0..rng.below(5)).map(|_| rng.below(AGENTS as u32 + 1) as usize).collect(),
                scores: (0..rng.below(5)).filter_map(|_| rng.choose(values).copied()).collect(),
            })
            .collect();
        check(&outcomes);
    }
}

#[test]
fn all_small_counts() {
    for trials in 0..6 {
        for successes in 0..=trials {
            let found = share(successes, trials);
            printable("share", found, &[]);
            assert!(0.0 <= found.low && found.low < found.high && found.high <= 1.0);
        }
    }
}
