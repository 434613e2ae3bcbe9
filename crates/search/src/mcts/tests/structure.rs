//! Whether the tree holds what it should: T24 to T29, visits, memory, threads.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludarium_game::{Agent, Budget, Game, MoveList, Rng, Scores, Seat, Seed, Turn};

use super::Fault;
use super::ground::*;
use crate::mcts::reuse::Kept;
use crate::mcts::tree::{At, Block, Chooser, Tree};
use crate::mcts::*;
use crate::random_tree::{RandomTree, Shape};

/// The trees of one search.
fn grow<G: Game>(
    position: &G,
    parameters: Parameters,
    count: u64,
    seed: u64,
) -> Vec<Tree<G::Move>> {
    let mut rng = Rng::new(Seed(seed));
    let (trees, cost) =
        plain(parameters).search(position, mover(position), &iterations(count), &mut rng);
    assert!(cost.iterations <= count);
    trees
}

/// Calls `visit` for every node that has been visited, with its position.
fn walk<G: Game>(at: At<'_, G::Move>, position: &G, visit: &mut impl FnMut(At<'_, G::Move>, &G)) {
    visit(at, position);
    for block in at.children().into_iter().flat_map(Block::chain) {
        for child in block.iter().filter(|child| child.visits() > 0) {
            walk(child, &after(position, child.mv()), visit);
        }
    }
}

/// Trees whose root has one move, which leads to a chance node: its visits do not depend on luck.
fn forced_rolls() -> impl Iterator<Item = RandomTree> {
    let shape = Shape {
        branching: 6,
        chance_every: 2,
        ..DICE
    };
    (0..)
        .map(move |seed| RandomTree::new(shape, seed))
        .filter(|tree| {
            let mut moves = MoveList::new();
            tree.moves(&mut moves);
            moves.len() == 1 && after(tree, 0).turn() == Turn::Chance
        })
        .take(100)
}

/// The sum of squared deviations of visits from expectation, in standard deviations from what chance
/// would give, and the largest deviation above the number of outcomes.
fn deviation(parameters: Parameters, expected: impl Fn(f64, usize) -> f64) -> (f64, f64) {
    let (mut chi_squared, mut freedom, mut excess) = (0.0, 0.0, f64::NEG_INFINITY);
    for (seed, tree) in forced_rolls().enumerate() {
        let trees = grow(&tree, parameters, 1001, seed as u64);
        let at = trees[0].root().children().unwrap().first();
        let outcomes = at.children().unwrap();
        assert_eq!(outcomes.chooser, Chooser::Chance);
        let total: u32 = outcomes.iter().map(At::visits).sum();
        for outcome in outcomes.iter() {
            let mean = expected(outcome.node().prior.into(), outcomes.len()) * f64::from(total);
            let miss = f64::from(outcome.visits()) - mean;
            chi_squared += miss * miss / mean;
            excess = excess.max(miss.abs() - outcomes.len() as f64);
        }
        freedom += outcomes.len() as f64 - 1.0;
    }
    ((chi_squared - freedom) / (2.0 * freedom).sqrt(), excess)
}

#[test]
fn t24_chance_nodes_are_visited_by_probability() {
    let with = |chance, fault| Parameters {
        chance,
        fault,
        ..Parameters::default()
    };
    let by_probability = |p: f64, _: usize| p;
    let (_, excess) = deviation(with(ChanceNodes::Quota, Fault::None), by_probability);
    assert!(excess <= 0.0, "quota: {excess}");
    let (sigmas, _) = deviation(with(ChanceNodes::Sampled, Fault::None), by_probability);
    assert!(sigmas.abs() < 4.0, "sampled: {sigmas}");
    let evenly = |_: f64, outcomes: usize| 1.0 / outcomes as f64;
    let (sigmas, _) = deviation(with(ChanceNodes::Expecti, Fault::None), evenly);
    assert!(sigmas.abs() < 4.0, "expecti: {sigmas}");
    let (sigmas, excess) = deviation(with(ChanceNodes::Sampled, Fault::EvenLuck), by_probability);
    assert!(sigmas > 50.0 && excess > 50.0, "{sigmas}, {excess}");
}

#[test]
fn widened_nodes_grow_with_the_power_of_their_visits() {
    let parameters = Parameters {
        chance: ChanceNodes::Widening,
        ..Parameters::default()
    };
    let mut grown = 0;
    for (seed, tree) in forced_rolls().enumerate() {
        for trees in [
            grow(&tree, parameters, 200, seed as u64),
            grow(&Unlisted(tree), Parameters::default(), 200, seed as u64),
        ] {
            for block in trees[0].blocks().filter(|b| b.chooser == Chooser::Chance) {
                assert!(!block.complete);
                let visits: u32 = block.chain().flat_map(Block::iter).map(At::visits).sum();
                let children: usize = block.chain().map(Block::len).sum();
                let most = 1.5 * f64::from(visits + 1).sqrt() + 1.0;
                assert!(children as f64 <= most, "{children} after {visits}");
                grown += usize::from(children > 1);
            }
        }
    }
    assert!(grown > 100);
}

/// Counts proven nodes, and those among them whose scores are wrong.
fn proofs(shape: Shape, parameters: Parameters, trees: u64) -> (usize, usize, u64) {
    let (mut proven, mut wrong, mut solved) = (0, 0, 0);
    for seed in 0..trees {
        let position = RandomTree::new(shape, seed);
        let grown = grow(&position, parameters, 1500, seed);
        let layout = grown[0].layout;
        solved += u64::from(grown[0].root().exact(layout).is_some());
        walk(grown[0].root(), &position, &mut |at, position| {
            if let Some(claim) = at.exact(layout) {
                let truth = exact(position);
                let far = Seat::all(layout.seats)
                    .any(|seat| (claim.of(seat).0 - truth.of(seat).0).abs() > 1e-4);
                proven += 1;
                wrong += usize::from(far);
            }
        });
    }
    (proven, wrong, solved)
}

#[test]
fn t25_proofs_never_contradict_the_exact_value() {
    let solver = Parameters {
        solver: true,
        ..Parameters::default()
    };
    let at_once = Parameters {
        timing: Timing::AtOnce,
        chance: ChanceNodes::Sampled,
        ..solver
    };
    let duel_of_wins = Shape { grades: 2, ..DUEL };
    let dice_trio = Shape {
        chance_every: 4,
        ..TRIO
    };
    for shape in [DUEL, duel_of_wins, DICE, TRIO, dice_trio] {
        for parameters in [solver, at_once] {
            let (proven, wrong, _) = proofs(shape, parameters, 1000);
            assert!(proven > 3000, "{proven} proofs for {shape:?}");
            assert_eq!(wrong, 0, "of {proven} for {shape:?}");
        }
    }
    let (_, _, solved) = proofs(duel_of_wins, solver, 200);
    assert!(solved > 190, "{solved} of 200 duels solved");
    for (fault, shape) in [
        (Fault::WrongProver, duel_of_wins),
        (Fault::RashProof, DICE),
        (Fault::WrongProver, TRIO),
        (Fault::KingMaker, TRIO),
    ] {
        let (_, wrong, _) = proofs(shape, Parameters { fault, ..solver }, 1000);
        assert!(wrong > 20, "{fault:?}: {wrong}");
    }
}

#[test]
fn t26_puct_with_even_priors_and_much_exploration_visits_all_equally() {
    let parameters = Parameters {
        selection: Selection::Puct {
            init: 1e6,
            base: 19652.0,
            temperature: 1.0,
        },
        urgency: Urgency::Parent { reduction: 0.2 },
        ..Parameters::default()
    };
    for seed in 0..100 {
        let trees = grow(&RandomTree::new(DUEL, seed), parameters, 501, seed);
        let visits = || trees[0].root().children().unwrap().iter().map(At::visits);
        assert!(visits().max().unwrap() - visits().min().unwrap() <= 1);
    }
}

/// Everything that a node and those below it know.
fn record<M: Copy>(at: At<'_, M>, tree: &Tree<M>, out: &mut Vec<(u32, Scores)>) {
    let mean = at.mean(tree.layout).unwrap_or(Scores::ZERO);
    out.push((at.visits(), mean));
    for child in at
        .children()
        .into_iter()
        .flat_map(Block::chain)
        .flat_map(Block::iter)
    {
        record(child, tree, out);
    }
}

#[test]
fn t27_a_kept_tree_has_the_statistics_it_had() {
    let (mut kept_trees, mut lost) = (0, 0);
    for seed in 0..1000 {
        let position = RandomTree::new(DICE, seed);
        let mut tree = grow(&position, Parameters::default(), 300, seed).remove(0);
        let chosen = tree.root().children().unwrap().first().mv();
        let mut next = after(&position, chosen);
        let mut at = tree.root().children().unwrap().first();
        // Follow the most visited line to the next decision of the first seat.
        while next.turn() != Turn::Seat(Seat(0))
            && let Some(children) = at.children()
        {
            at = children.iter().max_by_key(|at| at.visits()).unwrap();
            next.play(at.mv());
        }
        if next.turn() != Turn::Seat(Seat(0)) || at.visits() == 0 {
            continue;
        }
        let mut before = Vec::new();
        record(at, &tree, &mut before);
        let kept = Kept::after(&position, tree, chosen).unwrap();
        tree = kept.at(&next).expect("the position is in the tree");
        let mut now = Vec::new();
        record(tree.root(), &tree, &mut now);
        assert_eq!(before, now);
        kept_trees += 1;
        let elsewhere = RandomTree::new(DICE, seed + 5000);
        let kept = Kept {
            position: next,
            tree,
        };
        lost += usize::from(kept.at(&elsewhere).is_none());
    }
    assert!(kept_trees > 300, "{kept_trees}");
    assert_eq!(lost, kept_trees, "strange positions must not be found");
}

#[test]
fn a_reused_tree_grows_on() {
    let parameters = Parameters {
        reuse: true,
        ..Parameters::default()
    };
    let mut reused = 0;
    for seed in 0..100 {
        let mut agent = plain(parameters);
        let mut rng = Rng::new(Seed(seed));
        let mut position = RandomTree::new(DUEL, seed);
        let first = agent.choose(&position, &iterations(200), &mut rng);
        let best = &first.candidates[0];
        if best.line.len() < 2 {
            continue;
        }
        position.play(best.line[0]);
        position.play(best.line[1]);
        if position.turn() == Turn::Over {
            continue;
        }
        let second = agent.choose(&position, &iterations(200), &mut rng);
        let visits: u64 = second.candidates.iter().map(|c| c.visits).sum();
        assert!(visits >= 200);
        reused += usize::from(visits > 200);
    }
    assert!(reused > 30, "{reused}");
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "rewards outside [0, 1]")]
fn t28_rewards_outside_the_unit_range_are_noticed() {
    let mut agent = Mcts::new(
        |_: &RandomTree| Scores::new(&[1.5, -0.5]),
        Uninformed,
        GameScores,
    );
    agent.parameters.truncate = Some(0);
    let mut rng = Rng::new(Seed(0));
    agent.choose(&RandomTree::new(DUEL, 0), &iterations(10), &mut rng);
}

#[test]
fn unscaled_rewards_are_backed_up_as_they_are() {
    let reward = Unscaled(|position: &RandomTree| {
        let winner = if position.scores().of(Seat(0)).0 > 0.5 {
            1.0
        } else {
            -1.0
        };
        Scores::new(&[500.0 * winner, -500.0 * winner + 7.0])
    });
    for seed in 0..50 {
        let mut agent = Mcts::new(Uninformed, Uninformed, reward.clone());
        agent.parameters.solver = true;
        let mut rng = Rng::new(Seed(seed));
        let tree = RandomTree::new(DUEL, seed);
        let decision = agent.choose(&tree, &iterations(200), &mut rng);
        for candidate in decision.candidates.iter().filter(|c| c.visits > 0) {
            let scores = candidate.scores;
            assert!((scores.sum() - 7.0).abs() < 1e-2, "{scores:?}");
            assert!(scores.of(Seat(0)).0.abs() <= 500.0);
        }
    }
}

#[test]
fn t29_the_same_seed_grows_the_same_tree() {
    for threads in [Threads::One, Threads::Root(2)] {
        let parameters = Parameters {
            threads,
            chance: ChanceNodes::Sampled,
            history: Some(0.5),
            ..Parameters::default()
        };
        let mut differing = 0;
        for seed in 0..50 {
            let position = RandomTree::new(DICE, seed);
            let [first, again, other] = [seed, seed, seed + 1].map(|seed| {
                let mut numbers = Vec::new();
                for tree in grow(&position, parameters, 300, seed) {
                    record(tree.root(), &tree, &mut numbers);
                }
                numbers
            });
            assert_eq!(first, again);
            differing += usize::from(first != other);
        }
        assert!(differing > 40);
    }
}

#[test]
fn visits_add_up_to_the_iterations_on_any_number_of_threads() {
    for threads in [
        Threads::One,
        Threads::Tree(1),
        Threads::Tree(2),
        Threads::Tree(3),
        Threads::Root(2),
    ] {
        for chance in [
            ChanceNodes::Quota,
            ChanceNodes::OpenLoop,
            ChanceNodes::Widening,
        ] {
            let parameters = Parameters {
                threads,
                chance,
                ..Parameters::default()
            };
            for seed in 0..20 {
                let position = RandomTree::new(Shape { depth: 9, ..DICE }, seed);
                let trees = grow(&position, parameters, 2001, seed);
                let visits: u32 = trees.iter().map(|tree| tree.root().visits()).sum();
                assert_eq!(visits, 2001, "{threads:?}");
                for tree in &trees {
                    // Every reward sums to 1, so a lost update would show in the sums.
                    let root = tree.root();
                    let both = root.sum(tree.layout, Seat(0)) + root.sum(tree.layout, Seat(1));
                    assert!((both - f64::from(root.visits())).abs() < 1e-2);
                    check_visits(root, true);
                }
            }
        }
    }
}

/// All visits of a node went on to a child, but for its own roll-outs.
fn check_visits<M: Copy>(at: At<'_, M>, is_root: bool) {
    let Some(children) = at.children() else {
        return;
    };
    let below: u32 = children.chain().flat_map(Block::iter).map(At::visits).sum();
    assert!(below <= at.visits());
    if is_root {
        assert_eq!(below, at.visits());
    }
    for child in children.chain().flat_map(Block::iter) {
        check_visits(child, false);
    }
}

#[test]
fn a_full_memory_stops_the_tree_but_not_the_search() {
    for (threads, chance) in [
        (Threads::One, ChanceNodes::Quota),
        (Threads::One, ChanceNodes::OpenLoop),
        (Threads::Tree(2), ChanceNodes::Widening),
    ] {
        let parameters = Parameters {
            memory: 20_000,
            threads,
            chance,
            ..Parameters::default()
        };
        for seed in 0..20 {
            let position = RandomTree::new(
                Shape {
                    depth: 9,
                    early_end: 0,
                    ..DICE
                },
                seed,
            );
            let trees = grow(&position, parameters, 2000, seed);
            assert_eq!(trees[0].root().visits(), 2000);
            let bytes: usize = trees[0].blocks().map(Block::bytes).sum();
            assert!((10_000..=20_000).contains(&bytes), "{bytes}");
            assert!(trees[0].full());
        }
    }
}

#[test]
fn a_search_without_budget_still_answers() {
    let stopped = Budget {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Budget::default()
    };
    let mut buffer = MoveList::new();
    for budget in [iterations(0), stopped] {
        for seed in 0..100 {
            for threads in [Threads::One, Threads::Root(2), Threads::Tree(2)] {
                let parameters = Parameters {
                    threads,
                    memory: 0,
                    ..Parameters::default()
                };
                let tree = RandomTree::new(DICE, seed);
                let mut rng = Rng::new(Seed(seed));
                let decision = plain(parameters).choose(&tree, &budget, &mut rng);
                tree.moves(&mut buffer);
                assert!(buffer.contains(&decision.chosen));
                assert_eq!(decision.candidates.len(), buffer.len());
                assert_eq!(decision.iterations, 0);
            }
        }
    }
}

#[test]
fn budgets_of_nodes_and_depth_are_kept() {
    for seed in 0..50 {
        let tree = RandomTree::new(DICE, seed);
        let budget = Budget {
            nodes: Some(500),
            depth: Some(2),
            ..Budget::default()
        };
        let mut rng = Rng::new(Seed(seed));
        let decision = plain(Parameters::default()).choose(&tree, &budget, &mut rng);
        // The last simulation may run over, by no more than a whole line.
        assert!(
            (500..=500 + 6).contains(&decision.nodes),
            "{}",
            decision.nodes
        );
        assert!(decision.depth <= 2);
        let longest = decision.candidates.iter().map(|c| c.line.len()).max();
        assert!(longest <= Some(2));
    }
}

/// Lines can be played, and begin with their candidate.
#[test]
fn lines_are_legal() {
    let mut buffer = MoveList::new();
    for seed in 0..200 {
        let tree = RandomTree::new(DICE, seed);
        for candidate in decide(&tree, Parameters::default(), 300, seed).candidates {
            assert_eq!(candidate.line.first(), Some(&candidate.mv));
            let mut position = tree;
            for mv in candidate.line {
                position.moves(&mut buffer);
                assert!(buffer.contains(&mv));
                position.play(mv);
            }
        }
    }
}

/// The implicit value of a node, from its definition.
fn implicit(at: At<'_, u8>, position: &RandomTree) -> Scores {
    let Some(children) = at.children() else {
        return match position.turn() {
            Turn::Over => position.scores(),
            _ => position.estimate(),
        };
    };
    let visited = || children.iter().filter(|child| child.visits() > 0);
    let value = |child: At<'_, u8>| implicit(child, &after(position, child.mv()));
    match children.chooser {
        Chooser::Seat(seat) => visited()
            .map(value)
            .reduce(|a, b| if b.of(seat).0 > a.of(seat).0 { b } else { a })
            .unwrap(),
        Chooser::Chance => {
            let total: f32 = visited().map(|child| child.node().prior).sum();
            visited()
                .map(|child| value(child) * (child.node().prior / total))
                .fold(Scores::ZERO, |sum, scores| sum + scores)
        }
    }
}

#[test]
fn implicit_values_are_the_minimax_of_the_tree_built() {
    for implicit_weight in [0.3, 1.0] {
        let parameters = Parameters {
            implicit: implicit_weight,
            ..Parameters::default()
        };
        let mut compared = 0;
        for seed in 0..1000 {
            let position = RandomTree::new(Shape { seats: 3, ..DICE }, seed);
            let mut rng = Rng::new(Seed(seed));
            let (trees, _) =
                informed(parameters).search(&position, Seat(0), &iterations(60), &mut rng);
            let layout = trees[0].layout;
            walk(trees[0].root(), &position, &mut |at, position| {
                let (stored, defined) = (at.implicit(layout).unwrap(), implicit(at, position));
                for seat in Seat::all(3) {
                    assert!((stored.of(seat).0 - defined.of(seat).0).abs() < 1e-5);
                }
                compared += 1;
            });
        }
        assert!(compared > 10_000);
    }
}

#[test]
fn only_moves_that_gain_are_expanded_best_first() {
    let parameters = Parameters {
        expansion: Expansion::GainsOnly,
        timing: Timing::AtOnce,
        ..Parameters::default()
    };
    let mut restricted = 0;
    for seed in 0..300 {
        let position = RandomTree::new(DUEL, seed);
        let mut rng = Rng::new(Seed(seed));
        let (trees, _) = informed(parameters).search(&position, Seat(0), &iterations(50), &mut rng);
        let mut moves = MoveList::new();
        walk(trees[0].root(), &position, &mut |at, position| {
            let Some(children) = at.children() else {
                return;
            };
            let gain = |mv| ludarium_game::Gain::gain(&GainOfEstimate, position, mv);
            position.moves(&mut moves);
            let gaining = moves.iter().filter(|&&mv| gain(mv) > 0.0).count();
            if gaining == 0 {
                assert_eq!(children.len(), moves.len());
                return;
            }
            assert_eq!(children.len(), gaining);
            assert_eq!(children.complete, gaining == moves.len());
            let gains: Vec<f32> = children.iter().map(|child| gain(child.mv())).collect();
            assert!(gains.is_sorted_by(|a, b| a >= b) && gains.iter().all(|&gain| gain > 0.0));
            restricted += usize::from(gaining < moves.len());
        });
    }
    assert!(restricted > 300);
}
