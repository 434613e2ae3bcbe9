//! What people are told about the agents of this game.

/// The agents of the levels from the easiest to the hardest, with a line about their style. Each plays all variants; `docs/levels.md` has how they were
/// calibrated.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    ("random", "Attacks anybody at random, or nobody."),
    (
        "baseline",
        "Attacks where the odds are best, never with fewer dice than you.",
    ),
    ("happ", "Attacks only what it can hold afterwards."),
    (
        "one-ply",
        "Tries each attack in its head and judges the map that would follow.",
    ),
    (
        "campaign:eval=value,finish=on,width=20@nodes=1000",
        "Plans its whole turn, has learned from many games who will win, and misses no free attack.",
    ),
];

/// What each agent does, in plain words.
pub(crate) const STORIES: &[(&str, &str)] = &[
    (
        "best",
        "Plans its own turn: it looks at chains of attacks, weighs each by its chance of success, and stops where going on would make it weaker. For the attacks that look best it plays on many times until everybody else has had a turn, and asks a small network who is ahead then. It does not end its turn while an attack costs nothing, because all dice come back.",
    ),
    (
        "campaign",
        "Plans its own turn: it looks at chains of attacks, weighs each by its chance of success, and stops where going on would make it weaker.",
    ),
    (
        "habit",
        "Takes the attack that looks best at a glance: dice to win, areas to join, neighbours who could strike back, and who is ahead. It found the weight of each in a million games against itself. It never thinks longer than an instant.",
    ),
    (
        "rand",
        "A course agent: attacks at random until no attack is left, then ends the turn. It wears itself out.",
    ),
    (
        "xlogin00",
        "A course agent: makes two random attacks and ends the turn.",
    ),
    (
        "xlogin42",
        "A course agent: plays at random for three turns, then attacks from its largest region where it has more dice.",
    ),
    (
        "sdc",
        "A course agent: takes the attack with the largest lead in dice, as long as it has at least as many dice as the target.",
    ),
    (
        "ste",
        "A course agent: estimates for every attack how likely it is to conquer the area and to still hold it after the others have moved.",
    ),
    (
        "stei",
        "A course agent: like ste, but areas next to its largest region count more.",
    ),
    (
        "wpm_c",
        "A course agent: a small statistical model guesses its chance to win the game from its largest region and its dice; it makes the attack that raises it most.",
    ),
    (
        "wpm_d",
        "A course agent: a small statistical model of the numbers of dice guesses its chance to win; it makes the attack that raises it most.",
    ),
    (
        "wpm_s",
        "A course agent: a small statistical model of the largest regions guesses its chance to win; it makes the attack that raises it most.",
    ),
    (
        "nop",
        "A course agent that never attacks and only collects dice. Good for practice.",
    ),
    (
        "baseline",
        "The report's starting point: the attack most likely to succeed, never with fewer dice than the target.",
    ),
    (
        "happ",
        "The report's agent that asks a learned predictor how likely an attack is to succeed and to be held, and makes the best one.",
    ),
    (
        "final",
        "The report's final agent: a look-ahead over the attacks that the predictor likes most, with another learned predictor that guesses who will win.",
    ),
    (
        "happ-text",
        "Like happ, but its predictor sees areas as the report's text describes them, which its program did not.",
    ),
    (
        "final-text",
        "The report's final agent as its text describes it: everybody considers every attack that is worth enough. So many lines leave it little depth.",
    ),
];
