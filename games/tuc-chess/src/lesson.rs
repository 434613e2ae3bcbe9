//! What people are told about the agents of this game.

/// The agents of the levels from the easiest to the hardest. Each plays all variants; `docs/levels.md` has how they were
/// calibrated.
pub(crate) const LEVELS: &[&str] = &[
    "greedy",
    "best@nodes=20",
    "best@nodes=30",
    "best@nodes=55",
    "best@nodes=100",
];

/// What each agent does, in plain words.
pub(crate) const STORIES: &[(&str, &str)] = &[
    (
        "best",
        "Alpha-beta on the full rules, as deep as its time allows. A small network that has learnt from games who will win judges positions; endings with one piece beside the kings it knows by heart. It does not hope for new presents and follows captures to their end.",
    ),
    (
        "random-as-found",
        "The client that the course handed out: a random move from a list that lacks some legal moves.",
    ),
    (
        "minimax",
        "The report's minimax: every line, six plies deep, on a simplified board without new presents.",
    ),
    (
        "alphabeta",
        "The report's alpha-beta. The deeper it looks the more quiet moves it leaves out, so that it sees captures far ahead.",
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
