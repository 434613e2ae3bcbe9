//! What people are told about the agents of this game.

/// The agents of the levels from the easiest to the hardest, with a line about their style. Each plays all variants; `docs/levels.md` has how they were
/// calibrated.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    (
        "greedy",
        "Takes what gains most points at once, and otherwise wanders about.",
    ),
    (
        "mcts-full:iterations=50,rollout=greedy",
        "Imagines fifty greedy games before each move. Falls for deeper plans.",
    ),
    (
        "mcts-full:iterations=120,rollout=greedy",
        "Imagines over a hundred games before each move. Likes presents.",
    ),
    (
        "mcts-full:iterations=280,rollout=greedy",
        "Imagines hundreds of games before each move and seldom leaves a piece unguarded.",
    ),
    (
        "mcts-full:iterations=650,rollout=greedy",
        "Imagines more games than you can count, and sees your plan coming.",
    ),
];

/// What each agent does, in plain words.
pub(crate) const STORIES: &[(&str, &str)] = &[
    (
        "best",
        "Alpha-beta on the full rules, as deep as its time allows. A small network judges positions; it has learned from games who will win. It knows endings with one piece beside the kings exactly. It does not hope for new presents and follows captures to their end.",
    ),
    (
        "random-as-found",
        "The client that the course handed out: a random move from a list that lacks some legal moves.",
    ),
    (
        "minimax",
        "The report's minimax: every line of six moves, on a simplified board without new presents.",
    ),
    (
        "alphabeta",
        "The report's alpha-beta. The deeper it looks, the more quiet moves it leaves out, so it sees captures far ahead.",
    ),
    (
        "mcts",
        "The report's Monte Carlo tree search: many random games on the simplified board.",
    ),
    (
        "minimax-full",
        "Minimax on the full rules: every line to a fixed depth, with means over presents that may appear.",
    ),
    (
        "alphabeta-full",
        "Alpha-beta on the full rules, with exact treatment of chance where presents may appear.",
    ),
    (
        "mcts-full",
        "Monte Carlo tree search on the full rules, new presents included.",
    ),
];
