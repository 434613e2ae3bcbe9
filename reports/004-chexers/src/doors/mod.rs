//! Adapters between our protocol for bots and the original framework.

use ludarium_bridge::starters::Starter;

/// What `ludarium bot new` can write for this game.
pub(crate) const STARTERS: [Starter; 2] = [
    Starter {
        name: "chexers-referee",
        summary: "a Python package with a class Player: our agent in the original Chexers referee",
        agent_of: Some("chexers"),
        files: &[
            ("__init__.py", include_str!("referee/__init__.py")),
            ("player.py", include_str!("referee/player.py")),
        ],
        rules: false,
        beside: true,
        setup: &[],
        steps: &[
            "python3 -m referee -h",
            "python3 -m referee @FOLDER@ another.player a.third.player",
        ],
        about: "\
The folder is a package that the Chexers referee and its battleground client load like any other: it must stand beside \
the package `referee`. Its class `Player` starts `ludarium engine chexers @SPEC@` and ends it with the game. The \
referee's clock does not see another process, so the package keeps the time itself: @SECONDS@ seconds a game. Both, \
and where Ludarium is, stand at the top of `player.py`; the environment variable `LUDARIUM` overrules the latter.",
        readme: "README.md",
    },
    Starter {
        name: "chexers-player",
        summary: "a worker that seats any Player class of the Chexers referee at our table",
        agent_of: None,
        files: &[("worker.py", include_str!("player/worker.py"))],
        rules: false,
        beside: false,
        setup: &[],
        steps: &[
            "ludarium bot check \"python3 worker.py PACKAGE\" --game chexers",
            "ludarium match chexers \"bot:python3 worker.py PACKAGE\" greedy --games 6",
        ],
        about: "\
`worker.py` loads a class `Player` as the Chexers referee does and lets it play as a bot. PACKAGE is written as for the \
referee: `team`, `team.player`, `team/player.py` or `team.player:OtherClass`. It is looked for in the current folder, so \
run the commands where the packages are, with the path of `worker.py`. A `Player` cannot be told of a position, so \
it plays only from the start of the game.",
        readme: "README.md",
    },
];
