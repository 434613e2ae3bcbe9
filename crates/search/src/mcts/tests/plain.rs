//! Whether the fast search makes exactly the simulations of its plain definition.

use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Seed};

use super::PlantedFault;
use super::support::*;
use crate::mcts::*;
use crate::testing::{RandomTree, TreeShape, Turns};

/// Whether two decisions say the same about the root: moves in order, visits, values and cost.
fn same(a: &Decision<u8>, b: &Decision<u8>) -> bool {
    let moves = |decision: &Decision<u8>| -> Vec<_> {
        let candidates = decision.candidates.iter();
        candidates.map(|c| (c.mv, c.visits, c.scores)).collect()
    };
    moves(a) == moves(b) && (a.chosen, a.iterations, a.nodes) == (b.chosen, b.iterations, b.nodes)
}

/// In how many of these trees the two searches differ, in anything they say or in the stream after it.
fn differences(shape: TreeShape, parameters: Parameters, budget: &Budget) -> u32 {
    let Selection::Uct { c } = parameters.selection else {
        panic!("the plain search is UCT");
    };
    let mut definition =
        PlainMcts { c, iterations: parameters.iterations, ply_cap: parameters.ply_cap };
    let mut different = 0;
    for seed in 0..60 {
        let position = RandomTree::new(shape, seed);
        let [mut plain_rng, mut fast_rng] = [0; 2].map(|_| Rng::new(Seed(seed)));
        let defined = definition.choose(&position, budget, &mut plain_rng);
        let fast = plain(parameters).choose(&position, budget, &mut fast_rng);
        let equal = same(&defined, &fast) && plain_rng.bits() == fast_rng.bits();
        different += u32::from(!equal);
    }
    different
}

/// Two, three and four seats, each with and without chance, with few values (ties) and many.
fn shapes() -> impl Iterator<Item = TreeShape> {
    let seats = [2, 3, 4].into_iter();
    seats.flat_map(|seats| {
        [0, 3].into_iter().flat_map(move |chance_every| {
            [2, 4, 1000].map(|grades| TreeShape {
                seats,
                chance_every,
                grades,
                depth: 7,
                ..TreeShape::DUEL
            })
        })
    })
}

fn sampled() -> Parameters {
    Parameters { chance: ChanceNodes::Sampled, ..Parameters::default() }
}

#[test]
fn the_fast_search_is_the_plain_one() {
    for shape in shapes() {
        for count in [1, 30, 600] {
            let different = differences(shape, sampled(), &iterations(count));
            assert_eq!(different, 0, "{count} simulations of {shape:?}");
        }
    }
}

#[test]
fn the_fast_search_is_the_plain_one_with_other_parameters_and_orders_of_seats() {
    let explores_little = Parameters { selection: Selection::Uct { c: 0.2 }, ..sampled() };
    let short = Parameters { ply_cap: 1, ..sampled() };
    let own_budget = Parameters { iterations: 77, ..sampled() };
    for turns in [Turns::Free, Turns::Dice] {
        let shape = TreeShape { seats: 3, chance_every: 3, depth: 9, turns, ..TreeShape::DUEL };
        for parameters in [explores_little, short] {
            assert_eq!(differences(shape, parameters, &iterations(300)), 0);
        }
        assert_eq!(differences(shape, own_budget, &Budget::default()), 0);
        let nodes = Budget { nodes: Some(500), ..Budget::default() };
        assert_eq!(differences(shape, sampled(), &nodes), 0);
    }
}

/// The comparison can fail: it notices mistakes and every other way to search.
#[test]
fn other_searches_are_not_the_plain_one() {
    let others = [
        Parameters { fault: PlantedFault::WrongSeat, ..sampled() },
        Parameters { fault: PlantedFault::EvenLuck, ..sampled() },
        Parameters::default(),
        Parameters { perspective: Perspective::Root, ..sampled() },
        Parameters { timing: Timing::AtOnce, ..sampled() },
    ];
    let shape = TreeShape { seats: 3, chance_every: 3, depth: 7, ..TreeShape::DUEL };
    for parameters in others {
        let different = differences(shape, parameters, &iterations(300));
        assert!(different > 40, "{different} of 60 for {parameters:?}");
    }
}

#[test]
fn the_plain_search_without_budget_still_answers() {
    let mut moves = MoveList::new();
    for seed in 0..20 {
        let position = RandomTree::new(DUEL, seed);
        position.moves(&mut moves);
        let mut rng = Rng::new(Seed(seed));
        let decision = PlainMcts::default().choose(&position, &iterations(0), &mut rng);
        assert_eq!(decision.iterations, 0);
        assert_eq!(decision.candidates.len(), moves.len());
        assert!(moves.contains(&decision.chosen));
    }
}
