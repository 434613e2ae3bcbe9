//! Alpha-beta equals minimax, and the tests that say so can fail.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludarium_game::{Bound, Candidate, MoveList, Scores, Seat, Seed, Turn};

use super::engine::PlantedFault;
use super::*;
use crate::testing::{RandomTree, TreeShape, Turns, estimate, gain};
use crate::tests::trial::{DEPTH, defined_values, misses, node_share, search, windows};

/// Without chance nothing is added up, so values agree bit for bit except for the discount's rounding.
const TOLERANCE: f64 = 1e-12;

/// A graph in which lines meet again.
const GRAPH: TreeShape = TreeShape { depth: 6, width: 5, ..TreeShape::DUEL };

const FREE: TreeShape = TreeShape { turns: Turns::Free, grades: 3, ..TreeShape::DUEL };

fn shapes() -> [TreeShape; 4] {
    let ties = TreeShape { grades: 3, ..TreeShape::DUEL };
    [TreeShape::DUEL, ties, FREE, GRAPH]
}

fn full(table: TableMode) -> AlphaBetaOptions {
    AlphaBetaOptions { table, table_mebibytes: 1, ..AlphaBetaOptions::default() }
}

/// The plain search and one more refinement at a time.
fn single_refinements() -> Vec<AlphaBetaOptions> {
    let plain = AlphaBetaOptions::PLAIN;
    let order = MoveOrder::default();
    let table = TableMode::Exact;
    vec![
        plain,
        AlphaBetaOptions { scout: true, ..plain },
        AlphaBetaOptions { order, ..plain },
        AlphaBetaOptions { table, ..plain },
        AlphaBetaOptions { table, order, deepening: true, ..plain },
        full(TableMode::Exact),
        AlphaBetaOptions { discount: 1.0, ..full(TableMode::Exact) },
    ]
}

type TestAgent = AlphaBeta<fn(&RandomTree) -> Scores, fn(&RandomTree, u8) -> f32>;

fn agent(options: AlphaBetaOptions) -> TestAgent {
    let mut agent = TestAgent::new(estimate, gain);
    agent.options = options;
    agent
}

fn to_depth(depth: i32) -> Budget {
    Budget { depth: Some(depth as u32), ..Budget::default() }
}

fn choose(options: AlphaBetaOptions, tree: &RandomTree, budget: &Budget) -> Decision<u8> {
    agent(options).choose(tree, budget, &mut Rng::new(Seed(1)))
}

/// Values are those of the definition.
#[test]
fn every_refinement_equals_minimax() {
    for shape in shapes() {
        for options in single_refinements() {
            let missed = misses(shape, 1000, options, PlantedFault::None, TOLERANCE);
            assert_eq!(missed, 0, "{options:?} on {shape:?}");
        }
    }
}

#[test]
fn answers_are_what_their_windows_promise() {
    for shape in shapes() {
        for options in single_refinements() {
            let report = windows(shape, 1000, options, PlantedFault::None, TOLERANCE);
            assert_eq!(report.wrong, 0, "{options:?} on {shape:?}");
            assert!(report.beyond > 300, "{options:?} on {shape:?}: {report:?}");
        }
    }
}

/// The whole agent with deepening, aspiration and table chooses a best move and knows its value.
#[test]
fn decisions_are_those_of_minimax() {
    for shape in [GRAPH, FREE, TreeShape::CHANCE, TreeShape::DICE] {
        for options in [full(TableMode::Exact), AlphaBetaOptions::PLAIN] {
            let mut agent = agent(options);
            for seed in 0..600 {
                let tree = RandomTree::new(shape, seed);
                let decision = agent.choose(&tree, &to_depth(DEPTH), &mut Rng::new(Seed(1)));
                let values = defined_values(&tree, DEPTH, &options);
                let best = values.iter().map(|(_, value)| *value).fold(-1.0, f64::max);
                let chosen = values.iter().find(|(mv, _)| *mv == decision.chosen);
                let chosen = chosen.map_or(f64::NAN, |(_, value)| *value);
                assert!((chosen - best).abs() < 1e-9, "{shape:?}, tree {seed}");
                // A search may end before its depth: bounds are those of the depth reached.
                let values = defined_values(&tree, decision.depth as i32, &options);
                check_candidates(&decision.candidates, &values, &tree);
            }
        }
    }
}

/// The first candidate's scores are exact, the others' are upper bounds for the mover.
fn check_candidates(candidates: &[Candidate<u8>], values: &[(u8, f64)], tree: &RandomTree) {
    let Turn::Seat(seat) = tree.turn() else { panic!("roots belong to seats") };
    assert_eq!(candidates.len(), values.len());
    for (place, candidate) in candidates.iter().enumerate() {
        let value = values.iter().find(|(mv, _)| *mv == candidate.mv);
        let value = value.map_or(f64::NAN, |(_, value)| *value);
        let claimed = 2.0 * f64::from(candidate.scores.of(seat).0) - 1.0;
        assert!(claimed > value - 1e-6, "{claimed} is no bound of {value}");
        assert!(place > 0 || candidate.bound == Bound::Exact);
        // What is not called a bound is the value itself.
        assert!(candidate.bound == Bound::AtMost || claimed < value + 1e-6);
        assert_eq!(candidate.line[0], candidate.mv);
    }
}

/// Each of these mistakes is noticed by the tests above.
#[test]
fn broken_searches_are_rejected() {
    let plain = AlphaBetaOptions::PLAIN;
    let alternating = misses(FREE, 1000, plain, PlantedFault::AssumeAlternation, TOLERANCE);
    assert!(alternating > 500, "{alternating}");
    let exact = AlphaBetaOptions { table: TableMode::Exact, ..plain };
    let bound = misses(GRAPH, 1000, exact, PlantedFault::BoundAsExact, TOLERANCE);
    assert!(bound > 20, "{bound}");
    let hard = windows(TreeShape::DUEL, 1000, plain, PlantedFault::FailHard, TOLERANCE);
    assert!(hard.beyond < 300, "{hard:?}");
    println!("wrong of 2000: alternation {alternating}, bound as exact {bound}");
}

/// A forced win in k plies is worth the discount to the power k, and the line wins.
#[test]
fn the_soonest_win_is_found_and_its_line_wins() {
    let shape =
        TreeShape { depth: 7, grades: 2, early_end: 3, turns: Turns::Free, ..TreeShape::DUEL };
    let mut wins = [0; 8];
    for (seed, options) in (0..1500).flat_map(|seed| {
        [AlphaBetaOptions::PLAIN, full(TableMode::Exact), full(TableMode::Deep)]
            .map(|options| (seed, options))
    }) {
        let tree = RandomTree::new(shape, seed);
        let Turn::Seat(seat) = tree.turn() else { panic!("roots belong to seats") };
        let mut agent = AlphaBeta::new(|_: &RandomTree| Scores::shared(2), gain);
        agent.options = options;
        let decision = agent.choose(&tree, &to_depth(7), &mut Rng::new(Seed(1)));
        let Some(plies) = plies_to_win(&tree, seat, 7) else {
            continue;
        };
        wins[plies as usize] += 1;
        let value = options.discount.powi(plies);
        let expected = crate::duel::shares(if seat == Seat(0) { value } else { -value });
        let best = &decision.candidates[0];
        assert!((best.scores.of(seat).0 - expected.of(seat).0).abs() < 1e-7, "tree {seed}");
        let mut end = tree;
        best.line.iter().for_each(|&mv| end.play(mv));
        assert_eq!(best.line.len(), plies as usize, "tree {seed}, {options:?}");
        assert_eq!((end.turn(), end.scores()), (Turn::Over, Scores::win(seat)));
    }
    println!("forced wins by plies: {wins:?}");
    assert!(wins[1..5].iter().all(|count| *count > 30), "{wins:?}");
}

/// The fewest plies in which `seat` can force a win, found without any value.
fn plies_to_win(tree: &RandomTree, seat: Seat, most: i32) -> Option<i32> {
    let Turn::Seat(mover) = tree.turn() else {
        return (tree.scores() == Scores::win(seat)).then_some(0);
    };
    if most == 0 {
        return None;
    }
    let mut moves = MoveList::new();
    tree.moves(&mut moves);
    let replies = moves.iter().map(|&mv| {
        let mut child = *tree;
        child.play(mv);
        plies_to_win(&child, seat, most - 1)
    });
    let plies = if mover == seat {
        replies.flatten().min()
    } else {
        replies.collect::<Option<Vec<_>>>()?.into_iter().max()
    };
    plies.map(|plies| plies + 1)
}

/// Searches in several threads at once do not disturb each other.
#[test]
fn two_threads_decide_alike() {
    let tree = RandomTree::new(TreeShape::DICE, 3);
    let decide = move || {
        let decision = choose(full(TableMode::Deep), &tree, &to_depth(4));
        (decision.chosen, decision.nodes, decision.candidates)
    };
    let other = std::thread::spawn(decide);
    assert_eq!(other.join().expect("the other thread decides"), decide());
}

#[test]
fn an_agent_decides_alike_whatever_it_searched_before() {
    let budget = Budget { nodes: Some(700), ..Budget::default() };
    let mut agent = agent(full(TableMode::Deep));
    for seed in 0..50 {
        let tree = RandomTree::new(TreeShape::CHANCE, seed);
        let again = agent.choose(&tree, &budget, &mut Rng::new(Seed(1)));
        let fresh = choose(full(TableMode::Deep), &tree, &budget);
        assert_eq!(again.candidates, fresh.candidates);
        assert_eq!((again.chosen, again.nodes), (fresh.chosen, fresh.nodes));
    }
}

#[test]
fn any_budget_gives_a_legal_move_and_is_kept() {
    let tree = RandomTree::new(TreeShape { depth: 12, ..TreeShape::DICE }, 5);
    let mut moves = MoveList::new();
    tree.moves(&mut moves);
    let stopped = Budget { stop: Some(Arc::new(AtomicBool::new(true))), ..Budget::default() };
    let nodes = |nodes| Budget { nodes: Some(nodes), ..Budget::default() };
    let rounds = Budget { iterations: Some(2), ..Budget::default() };
    for options in [full(TableMode::Deep), AlphaBetaOptions::PLAIN] {
        for budget in [stopped.clone(), nodes(0), nodes(1), nodes(7), nodes(500)] {
            let decision = choose(options, &tree, &budget);
            assert!(moves.contains(&decision.chosen));
            assert!(decision.nodes <= budget.nodes.unwrap_or(0));
        }
    }
    let decision = choose(full(TableMode::Deep), &tree, &rounds);
    assert_eq!((decision.iterations, decision.depth), (2, 2));
}

#[test]
fn deepening_ends_with_the_tree() {
    let tree = RandomTree::new(TreeShape::DUEL, 8);
    let options = full(TableMode::Off);
    let decision = choose(options, &tree, &to_depth(100));
    assert!(decision.depth <= 6, "{}", decision.depth);
}

#[test]
fn deepening_ends_with_a_forced_win() {
    let shape = TreeShape { depth: 20, grades: 2, early_end: 4, ..TreeShape::DUEL };
    let mut wins = 0;
    for seed in 0..200 {
        let tree = RandomTree::new(shape, seed);
        if let Some(plies) = plies_to_win(&tree, Seat(0), 4) {
            let mut agent = AlphaBeta::new(|_: &RandomTree| Scores::shared(2), gain);
            let decision = agent.choose(&tree, &to_depth(20), &mut Rng::new(Seed(1)));
            assert!(decision.depth <= plies as u32 + 1, "tree {seed}");
            wins += 1;
        }
    }
    assert!(wins > 50, "{wins}");
}

/// An evaluation without bounds is noticed wherever it is used.
#[test]
#[should_panic(expected = "scores must lie in [0, 1]")]
#[cfg(debug_assertions)]
fn an_unbounded_evaluation_is_noticed() {
    let tree = RandomTree::new(TreeShape::DICE, 1);
    let mut agent = AlphaBeta::new(|_: &RandomTree| Scores::new(&[300.0, 0.0]), gain);
    agent.choose(&tree, &to_depth(2), &mut Rng::new(Seed(1)));
}

#[test]
fn every_refinement_saves_nodes() {
    let shape = TreeShape { depth: 8, branching: 6, width: 40, ..TreeShape::DUEL };
    let plain = AlphaBetaOptions::PLAIN;
    let order = MoveOrder { table: false, ..MoveOrder::default() };
    let shares = [
        plain,
        AlphaBetaOptions { order, ..plain },
        AlphaBetaOptions { order, table: TableMode::Exact, ..plain },
    ]
    .map(|options| node_share(shape, 200, options, &gain));
    println!("plain, ordered, with table: {shares:.3?}");
    assert!(shares[0] < 0.5);
    assert!(shares.windows(2).all(|pair| pair[1] < pair[0]), "{shares:?}");
}

/// The signature: these counts change exactly when the search does something else than before.
#[test]
fn node_counts_are_as_recorded() {
    let count = |shape, options| {
        (0..20)
            .map(|seed| {
                let tree = RandomTree::new(shape, seed);
                choose(options, &tree, &to_depth(5)).nodes
            })
            .sum::<u64>()
    };
    let quiet = AlphaBetaOptions { quiescence: 4, ..full(TableMode::Deep) };
    let graph = TreeShape { depth: 8, branching: 8, width: 100, ..TreeShape::DUEL };
    let dice = TreeShape { depth: 8, ..TreeShape::DICE };
    let chancy = TreeShape { depth: 8, ..TreeShape::CHANCE };
    let counts = [
        count(graph, AlphaBetaOptions::PLAIN),
        count(graph, full(TableMode::Exact)),
        count(graph, quiet),
        count(dice, AlphaBetaOptions::PLAIN),
        count(dice, full(TableMode::Deep)),
        count(chancy, full(TableMode::Deep)),
    ];
    assert_eq!(counts, [6571, 5109, 7296, 22620, 18981, 17638]);
}

/// Quiescence as it is defined, without windows.
fn settled(tree: &RandomTree, depth: i32, after_chance: bool, options: &AlphaBetaOptions) -> f64 {
    let stand = || crate::duel::balance(&estimate(tree));
    let seat = match tree.turn() {
        Turn::Over => return crate::duel::balance(&tree.scores()),
        Turn::Chance if depth <= 0 => return stand(),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            let _ = tree.chances(&mut outcomes);
            let value = |&(outcome, weight): &(u8, f64)| {
                let mut child = *tree;
                child.play(outcome);
                weight * settled(&child, depth, true, options)
            };
            return outcomes.iter().map(value).sum();
        }
        Turn::Seat(seat) => seat,
    };
    let beyond = depth <= 0;
    if beyond && (after_chance || -depth >= options.quiescence as i32) {
        return stand();
    }
    let sign = crate::duel::sign(seat);
    let mut best = if beyond { sign * stand() } else { -1.0 };
    let mut moves = MoveList::new();
    tree.moves(&mut moves);
    for &mv in moves.iter().filter(|&&mv| !beyond || gain(tree, mv) > 0.0) {
        let mut child = *tree;
        child.play(mv);
        best = best.max(sign * options.discount * settled(&child, depth - 1, false, options));
    }
    sign * best
}

#[test]
fn quiescence_equals_its_definition() {
    for shape in
        [TreeShape { depth: 8, ..TreeShape::DUEL }, FREE, TreeShape::CHANCE, TreeShape::DICE]
    {
        for (quiescence, table) in [(1, TableMode::Off), (3, TableMode::Exact), (9, TableMode::Off)]
        {
            let options = AlphaBetaOptions { quiescence, ..full(table) };
            let mut other = 0;
            for seed in 0..400 {
                let tree = RandomTree::new(shape, seed);
                let (found, _) =
                    search(&tree, options, crate::duel::Window::FULL, PlantedFault::None);
                let expected = settled(&tree, DEPTH, false, &options);
                assert!((found - expected).abs() < 1e-9, "{shape:?}, tree {seed}");
                let off = AlphaBetaOptions { quiescence: 0, ..options };
                other += usize::from(found != settled(&tree, DEPTH, false, &off));
            }
            // Where a roll comes before every move no mover is free to stop.
            assert_eq!(other > 0, shape != TreeShape::DICE, "{shape:?}: {other}");
        }
    }
}

/// A tree that no budget of a test exhausts.
const ENDLESS: TreeShape = TreeShape { depth: 200, branching: 9, early_end: 0, ..TreeShape::DUEL };

fn together(threads: usize, table: TableMode) -> AlphaBetaOptions {
    AlphaBetaOptions { threads, ..full(table) }
}

/// Values are those of minimax, whichever thread is faster; with chance nodes up to rounding.
#[test]
fn several_threads_find_the_value_of_one() {
    let deep = TreeShape { depth: 9, branching: 5, ..TreeShape::DUEL };
    let [duel, _, free, graph] = shapes();
    let trials = [
        (duel, 60, DEPTH),
        (free, 60, DEPTH),
        (graph, 60, DEPTH),
        (TreeShape::CHANCE, 60, DEPTH),
        (TreeShape::DICE, 60, DEPTH),
        (deep, 6, 7),
    ];
    for (shape, trees, depth) in trials {
        for number in 0..trees {
            let tree = RandomTree::new(shape, number);
            let options = together(3, TableMode::Exact);
            let decision = choose(options, &tree, &to_depth(depth));
            let values = defined_values(&tree, depth, &options);
            let most = values.iter().map(|(_, value)| *value).fold(-1.0, f64::max);
            let chosen = values.iter().find(|(mv, _)| *mv == decision.chosen);
            let context = format!("tree {number} of {shape:?}");
            assert!(chosen.is_some_and(|(_, value)| most - value < 1e-9), "{context}");
            let mover = crate::mover::mover(&tree);
            let found = f64::from(decision.candidates[0].scores.of(mover).0);
            assert!((2.0 * found - 1.0 - most).abs() < 1e-6, "{context}");
        }
    }
}

#[test]
fn several_threads_keep_a_budget_and_stop_in_time() {
    let tree = RandomTree::new(ENDLESS, 5);
    let options = together(4, TableMode::Deep);
    for nodes in [0, 1, 7, 5_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let decision = choose(options, &tree, &budget);
        assert!(decision.nodes <= nodes, "{} of {nodes}", decision.nodes);
    }
    let started = std::time::Instant::now();
    let budget = Budget { time: Some(std::time::Duration::from_millis(40)), ..Budget::default() };
    assert!(choose(options, &tree, &budget).depth > 2);
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget { stop: Some(flag.clone()), nodes: Some(u64::MAX), ..Budget::default() };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(40));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        choose(options, &tree, &budget);
    });
    // Far more than is needed, but nothing except an endless search takes so long.
    assert!(started.elapsed() < std::time::Duration::from_secs(20));
}

/// A thread that fails ends the decision with its panic; no other thread goes on forever.
#[test]
fn a_panic_in_one_thread_ends_all() {
    let calls = std::sync::atomic::AtomicU64::new(0);
    let judge = |tree: &RandomTree| {
        let call = calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        assert!(call < 3_000, "the evaluation failed");
        estimate(tree)
    };
    let mut agent = AlphaBeta::new(judge, gain);
    agent.options = together(3, TableMode::Deep);
    let budget = Budget { nodes: Some(u64::MAX), ..Budget::default() };
    let tree = RandomTree::new(ENDLESS, 5);
    let run = || agent.choose(&tree, &budget, &mut Rng::new(Seed(1)));
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    assert!(ended.is_err());
}

/// Reductions save nodes and seldom change the choice.
#[test]
fn reduced_late_moves_save_nodes() {
    let shape = TreeShape { depth: 9, branching: 12, early_end: 0, ..TreeShape::DUEL };
    let (mut all, mut fewer, mut same) = (0, 0, 0);
    for number in 0..20 {
        let tree = RandomTree::new(shape, number);
        let [plain, reduced] = [0.0, 0.5].map(|reduce| {
            let options = AlphaBetaOptions { reduce, ..full(TableMode::Exact) };
            let mut agent = AlphaBeta::new(estimate, |_: &RandomTree, _: u8| 0.0);
            agent.options = options;
            agent.choose(&tree, &to_depth(6), &mut Rng::new(Seed(1)))
        });
        all += plain.nodes;
        fewer += reduced.nodes;
        same += usize::from(plain.chosen == reduced.chosen);
    }
    assert!(10 * fewer < 9 * all, "{fewer} of {all}");
    assert!(same > 5, "{same}");
}
