//! The catalogue's entries of the agents that learn.

use ludarium_dice_chess::rules::DiceChess;

use super::hybrid::{Hybrid, MeanOver};
use super::hybrid_as_found::HybridAsFound;
use super::piece_memory::Following;
use super::q_learning::{Answering, DEEPEST, Opponent, PlayReward, QLearning, QParameters};
use super::ql_as_found::QLearningAsFound;
use super::qtable::BestCapture;
use crate::agents::basic::read_king_turn;
use ludarium_agents::{Entry, Parameters};

/// All agents of the report that learn, and the one that is only named after a table.
pub(super) fn entries() -> Vec<Entry<DiceChess>> {
    vec![ql(), ql_as_found(), hybrid(), hybrid_as_found(), qtable()]
}

fn ql() -> Entry<DiceChess> {
    Entry::new("ql", "Q-learning: learns a new table for each move from short games", |p| {
        let learning = read(p, |p| {
            p.whole(
                "depth",
                2..=u64::from(DEEPEST),
                2,
                "plies of an episode; an odd number counts as one less",
            ) as u32
        });
        move || QLearning::new(learning)
    })
}

fn ql_as_found() -> Entry<DiceChess> {
    Entry::plain(
        "ql-as-found",
        "Q-learning as the report's program has it, in whole numbers that wrap around",
        QLearningAsFound::default,
    )
}

fn hybrid() -> Entry<DiceChess> {
    Entry::new(
        "hybrid",
        "Expecti-QL: expectiminimax that judges positions by the mean of what Q-learning finds there",
        |p| {
            let mut depth = 0;
            let learning = read(p, |p| {
                depth = p.whole("depth", 1..=64, 2, "plies to look ahead without another budget")
                    as u32;
                2
            });
            p.added("mean");
            let means = [("tried", MeanOver::Tried), ("all", MeanOver::All)];
            let summary = "which moves count in the mean: those that the episodes tried, or all";
            let mean = p.choice("mean", means, summary);
            move || Hybrid::new(learning, depth, mean)
        },
    )
}

fn hybrid_as_found() -> Entry<DiceChess> {
    Entry::plain(
        "hybrid-as-found",
        "Expecti-QL as the report's program has it: prefers what is good for the opponent",
        HybridAsFound::default,
    )
}

fn qtable() -> Entry<DiceChess> {
    Entry::plain("qtable", "the most valuable capture, otherwise minimax-as-found", || {
        Following::new(BestCapture)
    })
}

/// Reads what the report names and what its reward is made of. `depth` reads the agent's own parameter and gives the
/// plies of an episode.
fn read(p: &mut Parameters<'_>, depth: impl FnOnce(&mut Parameters<'_>) -> u32) -> QParameters {
    QParameters {
        episodes: p.whole("episodes", 1..=1_000_000_000, 150, "short games without another budget"),
        depth: depth(p),
        exploration: p.real(
            "exploration",
            0.0..=1.0,
            1.0,
            "how likely a move is taken at random in the first episode",
        ),
        decay: p.real("decay", 0.0..=1000.0, 1.0, "how much of that is lost over all episodes"),
        least_exploration: p.real("min-exploration", 0.0..=1.0, 0.01, "where that loss ends"),
        discount: p.real(
            "gamma",
            0.0..=1.0,
            0.99,
            "what the future counts against the reward of a step",
        ),
        rate: p.real(
            "alpha",
            0.0..=1.0,
            0.1,
            "how far a value goes towards what a step has brought",
        ),
        reward: PlayReward {
            pieces: p.real("pieces", 0.0..=1e6, 1.0, "the weight of the pieces in the reward"),
            places: p.real("places", 0.0..=1e6, 1.0, "the weight of the squares they stand on"),
            king_turn: read_king_turn(p),
            win: p.real(
                "win",
                0.0..=1e9,
                200_000.0,
                "the reward of a won game; a pawn is 100 at weight 1",
            ),
        },
        answering: Answering {
            opponent: p.choice("opponent", Opponent::NAMES, "who answers in an episode"),
            depth: p.whole(
                "opponent-depth",
                1..=8,
                1,
                "plies that minimax, expectimax and hybrid look ahead as opponents",
            ) as u32,
            iterations: p.whole(
                "opponent-iterations",
                1..=100_000,
                10,
                "simulations of mcts, episodes of ql and hybrid, for an answer",
            ),
        },
        dice: p.switch(
            "dice",
            false,
            "the die decides which piece to move inside the episodes too",
        ),
    }
}
