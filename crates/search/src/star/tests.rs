//! Star equals expectiminimax, and the tests that say so can fail.

use super::*;
use crate::alpha_beta::{AlphaBetaOptions, MoveOrder};
use crate::testing::{TreeShape, Turns, gain};
use crate::tests::trial::{CHANCES, misses, node_share, true_gain, windows};
use crate::transposition::TableMode;

/// Sums of products may be taken in another order.
const TOLERANCE: f64 = 1e-9;

const STARS: [Star; 4] =
    [Star::One, Star::Two { probes: 1 }, Star::Two { probes: 2 }, Star::Two { probes: 99 }];

fn plain(star: Star) -> AlphaBetaOptions {
    AlphaBetaOptions { star, ..AlphaBetaOptions::PLAIN }
}

fn shapes() -> [TreeShape; 3] {
    let free = TreeShape { turns: Turns::Free, grades: 3, ..TreeShape::CHANCE };
    [TreeShape::DICE, free, TreeShape { width: 6, ..TreeShape::CHANCE }]
}

#[test]
fn every_star_equals_expectiminimax() {
    for shape in shapes() {
        for star in STARS.into_iter().chain([Star::Off]) {
            let missed = misses(shape, 1000, plain(star), PlantedFault::None, TOLERANCE);
            assert_eq!(missed, 0, "{star:?} on {shape:?}");
        }
    }
}

/// The same with everything switched on.
#[test]
fn the_whole_engine_equals_expectiminimax() {
    for shape in shapes() {
        for star in [Star::One, Star::default()] {
            let options = AlphaBetaOptions {
                star,
                table: TableMode::Exact,
                merge: true,
                ..AlphaBetaOptions::default()
            };
            let missed = misses(shape, 1000, options, PlantedFault::None, TOLERANCE);
            assert_eq!(missed, 0, "{star:?} on {shape:?}");
        }
    }
}

/// A sampled tree is a tree: whatever is pruned, the same outcomes are seen.
#[test]
fn every_treatment_of_chance_is_searched_exactly() {
    for chance in CHANCES {
        let options =
            AlphaBetaOptions { chance, table: TableMode::Off, ..AlphaBetaOptions::default() };
        let missed = misses(TreeShape::DICE, 1000, options, PlantedFault::None, TOLERANCE);
        assert_eq!(missed, 0, "{chance:?}");
    }
}

#[test]
fn answers_are_what_their_windows_promise() {
    let with_table = AlphaBetaOptions { table: TableMode::Exact, ..plain(Star::default()) };
    for shape in shapes() {
        for options in STARS.map(plain).into_iter().chain([with_table]) {
            let report = windows(shape, 1000, options, PlantedFault::None, TOLERANCE);
            assert_eq!(report.wrong, 0, "{options:?} on {shape:?}");
            assert!(report.beyond > 300, "{report:?}");
        }
    }
}

/// Each of these mistakes is noticed by the tests above.
#[test]
fn broken_stars_are_rejected() {
    for (fault, star) in [
        (PlantedFault::UnscaledWindows, Star::One),
        (PlantedFault::UnscaledWindows, Star::Two { probes: 1 }),
        (PlantedFault::ParentWindowInProbes, Star::Two { probes: 1 }),
        (PlantedFault::ProbeAlwaysLower, Star::Two { probes: 1 }),
    ] {
        let missed = misses(TreeShape::DICE, 1000, plain(star), fault, TOLERANCE);
        println!("{fault:?} {star:?}: {missed} of 2000");
        assert!(missed > 10, "{fault:?} with {star:?} was wrong {missed} times");
    }
}

#[test]
fn merging_equal_outcomes_changes_nodes_and_no_value() {
    let narrow = TreeShape { width: 3, ..TreeShape::DICE };
    let merging = AlphaBetaOptions { merge: true, ..plain(Star::One) };
    assert_eq!(misses(narrow, 1000, merging, PlantedFault::None, TOLERANCE), 0);
    let shares = [merging, plain(Star::One)].map(|options| node_share(narrow, 500, options, &gain));
    assert!(shares[0] < 0.9 * shares[1], "{shares:?}");
}

#[test]
fn a_loose_table_gives_other_values_than_an_exact_one() {
    let graphs = TreeShape { width: 6, ..TreeShape::CHANCE };
    let [exact, deep] = [TableMode::Exact, TableMode::Deep].map(|table| {
        let options = AlphaBetaOptions { table, ..plain(Star::One) };
        misses(graphs, 1000, options, PlantedFault::None, TOLERANCE)
    });
    println!("deep table: {deep} of 2000");
    assert_eq!(exact, 0);
    assert!(deep > 100, "{deep}");
}

/// What a probe saves depends on the order of moves: most when the best reply comes first.
#[test]
fn stars_save_nodes() {
    let shape = TreeShape { early_end: 0, branching: 6, grades: 1000, ..TreeShape::DICE };
    let stars = [Star::Off, Star::One, Star::Two { probes: 1 }];
    let own_order = stars.map(|star| node_share(shape, 30, plain(star), &gain));
    let best_first = stars.map(|star| {
        let order = MoveOrder { gain: true, ..MoveOrder::NONE };
        let options = AlphaBetaOptions { order, ..plain(star) };
        node_share(shape, 30, options, &true_gain)
    });
    println!("off, Star1, Star2: own order {own_order:.3?}, best first {best_first:.3?}");
    assert!(own_order[1] < 0.65 * own_order[0]);
    assert!(best_first[1] < 0.5 * best_first[0]);
    assert!(best_first[2] < 0.6 * best_first[1]);
}

fn prob_cut(confidence: f64) -> AlphaBetaOptions {
    AlphaBetaOptions {
        prob_cut: Some(ProbCut {
            reduction: 2,
            least_depth: 2,
            slope: 1.0,
            offset: 0.0,
            spread: 0.3,
            confidence,
        }),
        ..plain(Star::One)
    }
}

/// With infinite confidence ChanceProbCut is Star1, node for node.
#[test]
fn prob_cut_with_infinite_confidence_is_star1() {
    let certain = prob_cut(f64::INFINITY);
    assert_eq!(misses(TreeShape::DICE, 1000, certain, PlantedFault::None, TOLERANCE), 0);
    assert_eq!(
        node_share(TreeShape::DICE, 300, certain, &gain),
        node_share(TreeShape::DICE, 300, plain(Star::One), &gain)
    );
}

#[test]
fn prob_cut_with_little_confidence_cuts_and_errs() {
    let daring = misses(TreeShape::DICE, 1000, prob_cut(0.5), PlantedFault::None, TOLERANCE);
    let careful = misses(TreeShape::DICE, 1000, prob_cut(3.0), PlantedFault::None, TOLERANCE);
    println!("prob-cut wrong: t = 0.5: {daring}, t = 3: {careful} of 2000");
    assert!(daring > 2 * careful);
    let shares =
        [prob_cut(0.5), plain(Star::One)].map(|o| node_share(TreeShape::DICE, 300, o, &gain));
    println!("nodes of ChanceProbCut and Star1: {shares:.3?}");
    assert!(shares[0] < shares[1], "{shares:?}");
}
