//! What people are told about the agents of this game.

/// The agents of the levels from the easiest to the hardest, with a line about their style. Each plays all variants; `docs/levels.md` has how they were
/// calibrated.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    (
        "greedy-gain",
        "Takes what it can get at once: an exit, or a piece of yours.",
    ),
    (
        "mcts:iterations=55,plies=4",
        "Tries some fifty ideas before each move and hurries home.",
    ),
    (
        "paranoid:depth=2",
        "Thinks of your next move, and expects the worst of everybody.",
    ),
    (
        "paranoid:depth=3",
        "Looks a whole round ahead, and expects the worst of everybody.",
    ),
    (
        "brs-plus:depth=3,eval=value",
        "Looks a round ahead, expects the best reply of one opponent, and has learnt from many games who will win.",
    ),
];

/// What each agent does, in plain words.
pub(crate) const STORIES: &[(&str, &str)] = &[
    (
        "best",
        "With little time it looks several moves ahead and expects both others to play against it. With a hundredth of a second or more it tries many lines instead (Monte Carlo tree search), goes home once it is sure to win, and hunts the last piece of somebody. A small network that has learnt from games who will win judges positions.",
    ),
    (
        "greedy",
        "The report's greedy player, with its learnt weights: it looks at its own moves only, and leaves the board whenever it can.",
    ),
    (
        "maxn",
        "The report's final player: it looks one round ahead with everybody playing for themselves, and plays greedily as long as nobody is near.",
    ),
    (
        "greedy-described",
        "The report's greedy player as its text describes it: it makes the move after which its position looks best, by the same four features as the final player.",
    ),
    (
        "beta-come-described",
        "The report's final player as its text describes it. It wants all its pieces near the exit, not only the three nearest, and likes opponents who have lost pieces.",
    ),
    (
        "beta-come-corrected",
        "The program of the report's final player with three mistakes corrected. It still looks at its three nearest pieces only, and often stays on the board too long.",
    ),
    (
        "beta-come-leaving",
        "The corrected player that also leaves the board at once while it plays greedily.",
    ),
    (
        "maxn-search",
        "Look-ahead for three players: at each turn it expects the player to move to choose what is best for that player.",
    ),
    (
        "greedy-gain",
        "Takes what brings most at once: an exit, or a piece to convert. Otherwise it plays at random.",
    ),
];
