//! Whether chance nodes, priors, gains and implicit values do what they say.

use ludarium_game::{Game, MoveList, Rng, Scores, Seat, Seed, Turn};

use super::PlantedFault;
use super::support::*;
use crate::mcts::block::{At, Chooser, Siblings};
use crate::mcts::chance::weight;
use crate::mcts::record::Layout;
use crate::mcts::*;
use crate::testing::{RandomTree, TreeShape};

/// Trees whose root has one move, which leads to a chance node: its visits do not depend on luck.
fn forced_rolls() -> impl Iterator<Item = RandomTree> {
    let shape = TreeShape { branching: 6, chance_every: 2, ..DICE };
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
    for (seed, position) in forced_rolls().enumerate() {
        let tree = grow(&position, parameters, 1001, seed as u64);
        let at = tree.root().children().unwrap().first();
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
    let with = |chance, fault| Parameters { chance, fault, ..Parameters::default() };
    let by_probability = |p: f64, _: usize| p;
    let (_, excess) = deviation(with(ChanceNodes::Quota, PlantedFault::None), by_probability);
    assert!(excess <= 0.0, "quota: {excess}");
    let (sigmas, _) = deviation(with(ChanceNodes::Sampled, PlantedFault::None), by_probability);
    assert!(sigmas.abs() < 4.0, "sampled: {sigmas}");
    let evenly = |_: f64, outcomes: usize| 1.0 / outcomes as f64;
    let (sigmas, _) = deviation(with(ChanceNodes::Expecti, PlantedFault::None), evenly);
    assert!(sigmas.abs() < 4.0, "expecti: {sigmas}");
    let (sigmas, excess) =
        deviation(with(ChanceNodes::Sampled, PlantedFault::EvenLuck), by_probability);
    assert!(sigmas > 50.0 && excess > 50.0, "{sigmas}, {excess}");
}

#[test]
fn widened_nodes_grow_with_the_power_of_their_visits() {
    let parameters = Parameters { chance: ChanceNodes::Widening, ..Parameters::default() };
    let mut grown = 0;
    for (seed, position) in forced_rolls().enumerate() {
        for tree in [
            grow(&position, parameters, 200, seed as u64),
            grow(&Unlisted(position), Parameters::default(), 200, seed as u64),
        ] {
            for block in tree.blocks().filter(|b| b.chooser == Chooser::Chance) {
                assert!(!block.complete);
                let visits: u32 = block.chain().flat_map(Siblings::iter).map(At::visits).sum();
                let children: usize = block.chain().map(Siblings::len).sum();
                let most = 1.5 * f64::from(visits + 1).sqrt() + 1.0;
                assert!(children as f64 <= most, "{children} after {visits}");
                grown += usize::from(children > 1);
            }
        }
    }
    assert!(grown > 100);
}

#[test]
fn t26_puct_with_even_priors_and_much_exploration_visits_all_equally() {
    let parameters = Parameters {
        selection: Selection::Puct { init: 1e6, base: 19652.0, temperature: 1.0 },
        urgency: Urgency::Parent { reduction: 0.2 },
        ..Parameters::default()
    };
    for seed in 0..100 {
        let tree = grow(&RandomTree::new(DUEL, seed), parameters, 501, seed);
        let visits = || tree.root().children().unwrap().iter().map(At::visits);
        assert!(visits().max().unwrap() - visits().min().unwrap() <= 1);
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
        let parameters = Parameters { implicit: implicit_weight, ..Parameters::default() };
        let mut compared = 0;
        for seed in 0..1000 {
            let position = RandomTree::new(TreeShape { seats: 3, ..DICE }, seed);
            let mut rng = Rng::new(Seed(seed));
            let (tree, _) =
                informed(parameters).search(&position, Seat(0), &iterations(60), &mut rng);
            let layout = tree.layout;
            walk(tree.root(), &position, &mut |at, position| {
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

/// Whether implicit values fit those of the children, here and below; the number of draws that count more than once.
fn fits(at: At<'_, u8>, layout: Layout) -> u32 {
    let Some(first) = at.children() else {
        return 0;
    };
    let children = || first.chain().flat_map(Siblings::iter);
    let known = || children().filter_map(|child| Some((child, child.implicit(layout)?)));
    let mut again = 0;
    let expected = match first.chooser {
        Chooser::Seat(seat) => known()
            .map(|(_, value)| value)
            .reduce(|a, b| if b.of(seat).0 > a.of(seat).0 { b } else { a }),
        Chooser::Chance => {
            let shares = || known().map(|(child, _)| weight(child, first.complete) as f32);
            again = shares().filter(|&share| share > 1.0).count() as u32;
            let sum = known()
                .zip(shares())
                .fold(Scores::ZERO, |sum, ((_, value), share)| sum + value * share);
            Some(sum * (1.0 / shares().sum::<f32>()))
        }
    };
    if let Some(expected) = expected {
        let stored = at.implicit(layout).unwrap();
        for seat in Seat::all(layout.seats) {
            assert!((stored.of(seat).0 - expected.of(seat).0).abs() < 1e-5);
        }
    }
    again + children().map(|child| fits(child, layout)).sum::<u32>()
}

#[test]
fn implicit_values_move_with_every_draw() {
    let parameters =
        Parameters { implicit: 0.3, chance: ChanceNodes::Widening, ..Parameters::default() };
    let mut again = 0;
    for seed in 0..200 {
        let position = Unlisted(RandomTree::new(DICE, seed));
        let mut search = Mcts::new(Estimate, Uninformed, GameScores).with(parameters);
        let mut rng = Rng::new(Seed(seed));
        let (tree, _) = search.search(&position, Seat(0), &iterations(100), &mut rng);
        again += fits(tree.root(), tree.layout);
    }
    assert!(again > 1000, "{again}");
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
        let (tree, _) = informed(parameters).search(&position, Seat(0), &iterations(50), &mut rng);
        let mut moves = MoveList::new();
        walk(tree.root(), &position, &mut |at, position| {
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

#[test]
fn expecti_gives_a_new_chance_node_an_outcome_at_once() {
    let parameters = Parameters { chance: ChanceNodes::Expecti, ..Parameters::default() };
    let mut chance_nodes = 0;
    for seed in 0..200 {
        let position = RandomTree::new(DICE, seed);
        let tree = grow(&position, parameters, 200, seed);
        walk(tree.root(), &position, &mut |at, position| {
            if position.turn() == Turn::Chance {
                let outcomes = at.children().expect("outcomes at the first visit");
                let visits: u32 = outcomes.iter().map(At::visits).sum();
                assert_eq!(visits, at.visits(), "no roll-out starts at a chance node");
                let least = outcomes.iter().map(At::visits).min();
                // Unvisited outcomes come first.
                assert!(least > Some(0) || visits < outcomes.len() as u32);
                chance_nodes += 1;
            }
        });
    }
    assert!(chance_nodes > 500);
}

#[test]
fn history_remembers_by_seat_and_move() {
    use crate::mcts::history::History;
    let history = History::new();
    let slot = |seat: u8, mv: u8| History::slot(Seat(seat), mv);
    history.add(slot(0, 3), 1 << 24);
    history.add(slot(0, 3), 1 << 23);
    assert_eq!(history.mean(slot(0, 3)), Some(0.75));
    assert_eq!(history.mean(slot(1, 3)), None);
    assert_eq!(history.mean(slot(0, 4)), None);
}
