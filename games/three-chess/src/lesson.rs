//! What people are told about the agents of this game.

/// The agents of the levels from the easiest to the hardest, with a line about their style. Each plays all variants; `docs/levels.md` has how they were
/// calibrated.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    (
        "greedy",
        "Takes whatever is worth most and never thinks about what comes next.",
    ),
    (
        "mcts:iterations=30",
        "Imagines thirty games to the end before each move.",
    ),
    (
        "mcts:iterations=200",
        "Imagines two hundred games to the end, and sees most traps.",
    ),
    (
        "brs-plus:depth=1,eval=learned-attack",
        "Knows from experience what attack and defence are worth.",
    ),
    (
        "brs-plus:depth=4,eval=learned-attack",
        "Looks more than a round ahead and knows what attack and defence are worth.",
    ),
];

/// What each agent does, in plain words.
pub(crate) const STORIES: &[(&str, &str)] = &[
    (
        "best",
        "It expects everybody to play for themselves, but is never sure which of two good moves an opponent makes. The better a move looks, the further it follows it. It judges positions by what it has learned about pieces, attack and defence. It wants to be first, and avoids positions that it had before. When nothing has been captured for a while it becomes impatient: it exchanges pieces and pushes its pawns.",
    ),
    (
        "selective",
        "The search of `best` with any evaluation. The better a move looks to its mover, the further it is followed, and of two good moves of an opponent both are expected.",
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
