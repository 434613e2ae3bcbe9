//! What a test needs to compare a search with its plain definition in a real game.

use ludarium_game::{
    Agent, Budget, Decision, Game, MoveList, Rng, Seat, Seed, Spec, Tabletop, Turn,
};

use crate::{AlphaBeta, AlphaBetaOptions, Chance, Minimax, TableMode};

/// Positions of random games where a seat is to move, each from a game of its own.
///
/// # Panics
/// If the game has no such variant.
pub fn random_positions<G: Tabletop>(variant: &str, count: usize) -> Vec<G> {
    let rules = G::rules(&Spec::parse(variant).expect("a variant text")).expect("known rules");
    let position_of = |seed| {
        let mut rng = Rng::new(Seed(seed));
        let mut position = G::start(&rules, &mut rng);
        let mut moves = MoveList::new();
        let mut left = 1 + rng.below(120);
        while left > 0 && position.turn() != Turn::Over {
            let mv = match position.turn() {
                Turn::Chance => position.roll(&mut rng),
                _ => position.pick(&mut rng, &mut moves),
            };
            position.play(mv);
            left -= 1;
        }
        if position.turn() == Turn::Chance {
            let roll = position.roll(&mut rng);
            position.play(roll);
        }
        (position.turn() != Turn::Over).then_some(position)
    };
    (0..).filter_map(position_of).take(count).collect()
}

/// What an agent decides without a budget.
pub fn decide<G: Game>(agent: &mut impl Agent<G>, position: &G) -> Decision<G::Move> {
    agent.choose(position, &Budget::default(), &mut Rng::new(Seed(1)))
}

/// What the best move is worth to the first seat.
pub fn first_value<M>(decision: &Decision<M>) -> f32 {
    decision.candidates[0].scores.of(Seat(0)).0
}

/// Plain minimax to a depth.
pub fn plain<E>(evaluation: E, depth: u32, chance: Chance) -> Minimax<E> {
    Minimax { depth, chance, ..Minimax::new(evaluation) }
}

/// Alpha-beta to a depth whose table changes no value, with options of the test's own.
pub fn pruned<E, Q>(
    evaluation: E,
    gain: Q,
    depth: u32,
    change: impl FnOnce(&mut AlphaBetaOptions),
) -> AlphaBeta<E, Q> {
    let mut search = AlphaBeta::new(evaluation, gain);
    search.options = AlphaBetaOptions {
        depth,
        table: TableMode::Exact,
        table_mebibytes: 8,
        ..AlphaBetaOptions::default()
    };
    change(&mut search.options);
    search
}
