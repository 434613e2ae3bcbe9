//! What people are told about the agents of this game.

/// The agents of the levels from the easiest to the hardest. Each plays all variants; `docs/levels.md` has how they were
/// calibrated.
pub(crate) const LEVELS: &[&str] = &[
    "greedy",
    "mcts:iterations=30",
    "mcts:iterations=150",
    "best:depth=1",
    "best@nodes=1500",
];

/// What each agent does, in plain words.
pub(crate) const STORIES: &[(&str, &str)] = &[
    (
        "best",
        "Best-reply search of the newer kind: it looks several plies ahead, with at most one special answer of the opponents in each round. It judges positions by what it has learnt about pieces, attack and defence. It wants to be first, and expects nobody to give his king away.",
    ),
    (
        "reference-random",
        "The random player of the course's program: it draws a piece, a step and a distance until they make a move. So not all moves are equally likely, and it never castles.",
    ),
    (
        "greedy",
        "The report's greedy player: it makes the move after which its own score is largest, otherwise a random one.",
    ),
    (
        "greedy-reference",
        "The greedy player of the course's program: the most valuable capture, otherwise a random move; it never castles.",
    ),
    (
        "mcts",
        "The report's Monte Carlo tree search. Where captures are possible only they enter the tree, and games are played out greedily rather than at random.",
    ),
];
