//! The engine on random trees: its values and windows against plain minimax, and the nodes it visits.

use ludarium_game::{Budget, Gain, Game, MoveList, Rng, Seat, Seed, Turn};

use crate::alpha_beta::AlphaBetaOptions;
use crate::alpha_beta::engine::{Engine, Place, PlantedFault};
use crate::chance::Chance;
use crate::duel::Window;
use crate::levels::Levels;
use crate::memory::Memory;
use crate::minimax::Walk;
use crate::testing::{RandomTree, TreeShape, estimate, gain, roots};
use crate::transposition::{TableMode, TranspositionTable};

/// Plies that every trial looks ahead.
pub(crate) const DEPTH: i32 = 4;

/// A perfect gain: the defined value for the mover, made positive.
pub(crate) fn true_gain(tree: &RandomTree, mv: u8) -> f32 {
    let plain = AlphaBetaOptions::PLAIN;
    let values = defined_values(tree, DEPTH, &plain);
    let value = values.iter().find(|(other, _)| *other == mv);
    value.map_or(0.0, |(_, value)| *value as f32 + 2.0)
}

/// The value of a whole search and the nodes it took.
pub(crate) fn search(
    tree: &RandomTree,
    options: AlphaBetaOptions,
    window: Window,
    fault: PlantedFault,
) -> (f64, u64) {
    search_ordered(tree, options, window, fault, &gain)
}

fn search_ordered(
    tree: &RandomTree,
    options: AlphaBetaOptions,
    window: Window,
    fault: PlantedFault,
    gain: &impl Gain<RandomTree>,
) -> (f64, u64) {
    let mut rng = Rng::new(Seed(1));
    let mut engine = Engine::new(&estimate, gain, options, &Budget::default(), &mut rng);
    if options.table != TableMode::Off {
        let mut table = TranspositionTable::new(1 << 14);
        table.start();
        engine.memory = Memory::Own(table);
    }
    engine.fault = fault;
    let mut value = 0.0;
    for depth in if options.deepening { 1 } else { DEPTH }..=DEPTH {
        engine.depth = depth;
        let place = Place { depth, level: 0, run: 0 };
        value = engine.value(tree, place, window);
    }
    (value, engine.meter.nodes())
}

/// The defined value with `depth` plies to go, and the nodes it took.
pub(crate) fn oracle(tree: &RandomTree, depth: i32, options: &AlphaBetaOptions) -> (f64, u64) {
    let mut meter = Budget::default().meter();
    let mut walk = Walk {
        evaluation: &estimate,
        chance: options.chance,
        discount: options.discount,
        seed: Seed(Rng::new(Seed(1)).bits()),
        meter: &mut meter,
        levels: &mut Levels::new(),
        memory: &mut Memory::Off,
    };
    let value = walk.value(tree, depth, 0, 0);
    (value, meter.nodes())
}

/// In how many trees a search of the full window misses the defined value by more than `tolerance`.
pub(crate) fn misses(
    shape: TreeShape,
    trees: u64,
    options: AlphaBetaOptions,
    fault: PlantedFault,
    tolerance: f64,
) -> u64 {
    let wrong = |tree: &RandomTree| {
        let (expected, _) = oracle(tree, DEPTH, &options);
        let (found, _) = search(tree, options, Window::FULL, fault);
        (found - expected).abs() > tolerance
    };
    roots(shape, trees).filter(wrong).count() as u64
}

/// What searches with random windows did.
#[derive(Debug, Default)]
pub(crate) struct WindowReport {
    /// Answers that are not what the window promises.
    pub wrong: u64,
    /// Answers beyond the edge of the window: bounds that say more than the edge itself.
    pub beyond: u64,
}

/// Searches many trees with random windows.
pub(crate) fn windows(
    shape: TreeShape,
    trees: u64,
    options: AlphaBetaOptions,
    fault: PlantedFault,
    tolerance: f64,
) -> WindowReport {
    let mut rng = Rng::new(Seed(2));
    let mut report = WindowReport::default();
    for tree in roots(shape, trees) {
        let (expected, _) = oracle(&tree, DEPTH, &options);
        let [a, b] = [0; 2].map(|_| 2.0 * rng.unit() - 1.0);
        let window = Window { low: a.min(b), high: a.max(b) };
        let (found, _) = search(&tree, options, window, fault);
        let right = if found <= window.low {
            expected <= found + tolerance
        } else if found >= window.high {
            expected >= found - tolerance
        } else {
            (expected - found).abs() <= tolerance
        };
        report.wrong += u64::from(!right);
        report.beyond += u64::from(found < window.low || found > window.high);
    }
    report
}

/// The share of the oracle's nodes that a search visits, over many roots.
pub(crate) fn node_share(
    shape: TreeShape,
    trees: u64,
    options: AlphaBetaOptions,
    gain: &impl Gain<RandomTree>,
) -> f64 {
    let (mut searched, mut all) = (0, 0);
    for seed in 0..trees {
        let tree = RandomTree::new(shape, seed);
        searched += search_ordered(&tree, options, Window::FULL, PlantedFault::None, gain).1;
        all += oracle(&tree, DEPTH, &options).1;
    }
    searched as f64 / all as f64
}

/// The moves of a root with the defined values for the mover.
pub(crate) fn defined_values(
    tree: &RandomTree,
    depth: i32,
    options: &AlphaBetaOptions,
) -> Vec<(u8, f64)> {
    let sign = match tree.turn() {
        Turn::Seat(Seat(0)) => 1.0,
        _ => -1.0,
    };
    let mut moves = MoveList::new();
    tree.moves(&mut moves);
    let value = |&mv: &u8| {
        let mut child = *tree;
        child.play(mv);
        (mv, sign * options.discount * oracle(&child, depth - 1, options).0)
    };
    moves.iter().map(value).collect()
}

/// Ways to treat chance that all must give the defined value.
pub(crate) const CHANCES: [Chance; 4] =
    [Chance::Expect, Chance::Ignore, Chance::Sample(1), Chance::Sample(3)];
