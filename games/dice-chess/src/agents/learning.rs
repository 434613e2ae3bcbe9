//! The catalogue's entries of the agents that learn.

use crate::rules::DiceChess;

use super::hybrid::Hybrid;
use super::hybrid_as_found::HybridAsFound;
use super::piece_memory::Following;
use super::q_learning::{DEEPEST, Learning, Opponent, QLearning, Reward};
use super::ql_as_found::QLearningAsFound;
use super::qtable::BestCapture;
use ludarium_agents::{Entry, Parameter, Settings};

/// All agents of the report that learn, and the one that is only named after a table.
pub(super) fn entries() -> Vec<Entry<DiceChess>> {
    vec![ql(), ql_as_found(), hybrid(), hybrid_as_found(), qtable()]
}

fn ql() -> Entry<DiceChess> {
    let depth = Parameter::whole(
        "depth",
        (2, u64::from(DEEPEST)),
        2,
        "plies of an episode; an odd number counts as one less",
    );
    let mut parameters = learning_parameters();
    parameters.insert(1, depth);
    Entry::new(
        "ql",
        "Q-learning: learns a table anew for each move from short games",
        parameters,
        |settings| QLearning::new(read(settings, settings.whole("depth") as u32)),
    )
}

fn ql_as_found() -> Entry<DiceChess> {
    Entry::plain(
        "ql-as-found",
        "Q-learning as the report's program has it, in whole numbers that wrap around",
        QLearningAsFound::default,
    )
}

fn hybrid() -> Entry<DiceChess> {
    let depth = Parameter::whole(
        "depth",
        (1, 64),
        2,
        "plies to look ahead without another budget",
    );
    let mut parameters = learning_parameters();
    parameters.insert(1, depth);
    Entry::new(
        "hybrid",
        "Expecti-QL: expectiminimax that judges positions by the mean of what Q-learning finds there",
        parameters,
        |settings| Hybrid::new(read(settings, 2), settings.whole("depth") as u32),
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
    Entry::plain(
        "qtable",
        "the most valuable capture, otherwise minimax-as-found",
        || Following::new(BestCapture),
    )
}

/// What the report names, but for the depth, and what its reward is made of.
fn learning_parameters() -> Vec<Parameter> {
    let share = (0.0, 1.0);
    let weight = (0.0, 1e6);
    vec![
        Parameter::whole(
            "episodes",
            (1, 1_000_000_000),
            150,
            "short games without another budget",
        ),
        Parameter::real(
            "exploration",
            share,
            1.0,
            "how likely a move is taken at random in the first episode",
        ),
        Parameter::real(
            "decay",
            (0.0, 1000.0),
            1.0,
            "how much of that is lost over all episodes",
        ),
        Parameter::real("min-exploration", share, 0.01, "where that loss ends"),
        Parameter::real(
            "gamma",
            share,
            0.99,
            "what the future counts against the reward of a step",
        ),
        Parameter::real(
            "alpha",
            share,
            0.1,
            "how far a value goes towards what a step has brought",
        ),
        Parameter::real(
            "pieces",
            weight,
            1.0,
            "the weight of the pieces in the reward",
        ),
        Parameter::real(
            "places",
            weight,
            1.0,
            "the weight of the squares they stand on",
        ),
        Parameter::real(
            "win",
            (0.0, 1e9),
            200_000.0,
            "the reward of a won game; a pawn is 100 at weight 1",
        ),
        Parameter::words(
            "opponent",
            Opponent::NAMES.map(|(name, _)| name),
            "who answers in an episode",
        ),
        Parameter::switch(
            "dice",
            false,
            "the die decides which piece to move inside the episodes too",
        ),
    ]
}

fn read(settings: &Settings, depth: u32) -> Learning {
    let opponent = settings.word("opponent");
    let named = Opponent::NAMES.iter().find(|(name, _)| *name == opponent);
    Learning {
        episodes: settings.whole("episodes"),
        depth,
        exploration: settings.real("exploration"),
        decay: settings.real("decay"),
        least_exploration: settings.real("min-exploration"),
        discount: settings.real("gamma"),
        rate: settings.real("alpha"),
        reward: Reward {
            pieces: settings.real("pieces"),
            places: settings.real("places"),
            win: settings.real("win"),
        },
        opponent: named.map_or(Opponent::Random, |(_, opponent)| *opponent),
        dice: settings.switch("dice"),
    }
}
