//! The list of all kits. Adding one means adding an entry here and its files under `templates`.

use ludarium_game::{Error, Result};

/// Files that `ludarium bot new` writes.
#[derive(Clone, Copy, Debug)]
pub struct Kit {
    /// The name in commands.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The game whose agent the kit brings to another program; such a kit needs an agent text.
    pub agent_of: Option<&'static str>,
    /// The files: their paths in the folder, and their texts.
    pub(super) files: &'static [(&'static str, &'static str)],
    /// Whether its commands are run in the folder above, as for a package.
    pub(super) beside: bool,
    /// What to do before the first run, one command a line; may be empty.
    pub(super) setup: &'static [&'static str],
    /// How to try it out, one command a line.
    pub(super) steps: &'static [&'static str],
    /// What the README says about it.
    pub(super) about: &'static str,
    /// The name of the README.
    pub(super) readme: &'static str,
}

/// The kit with a name; a misspelt name is an error with the nearest one.
pub fn find(name: &str) -> Result<&'static Kit> {
    KITS.iter()
        .find(|kit| kit.name == name)
        .ok_or_else(|| Error::unknown("kit", name, KITS.iter().map(|kit| kit.name)))
}

/// What every starter kit's README says about it.
const STARTER: &str = "\
This bot plays every game of Ludarium: it chooses a move from the list it is given, at random. Your own thinking goes \
into `choose`. Ludarium sends one JSON message a line and waits for one line as the answer; standard error is yours. \
`ludarium bot schema` prints what is in the messages.";

/// Everything that can be written.
pub const KITS: &[Kit] = &[
    Kit {
        name: "python",
        summary: "a bot in Python",
        agent_of: None,
        files: &[("bot.py", include_str!("templates/python/bot.py"))],
        beside: false,
        setup: &[],
        steps: &[
            "ludarium bot check \"python3 bot.py\"",
            "ludarium match chexers \"bot:python3 bot.py\" greedy --games 6",
        ],
        about: STARTER,
        readme: "README.md",
    },
    Kit {
        name: "javascript",
        summary: "a bot in JavaScript, for Node",
        agent_of: None,
        files: &[("bot.js", include_str!("templates/javascript/bot.js"))],
        beside: false,
        setup: &[],
        steps: &[
            "ludarium bot check \"node bot.js\"",
            "ludarium match chexers \"bot:node bot.js\" greedy --games 6",
        ],
        about: STARTER,
        readme: "README.md",
    },
    Kit {
        name: "c",
        summary: "a bot in C",
        agent_of: None,
        files: &[("bot.c", include_str!("templates/c/bot.c"))],
        beside: false,
        setup: &["cc -O2 -o bot bot.c"],
        steps: &[
            "ludarium bot check ./bot",
            "ludarium match chexers bot:./bot greedy --games 6",
        ],
        about: STARTER,
        readme: "README.md",
    },
    Kit {
        name: "java",
        summary: "a bot in Java",
        agent_of: None,
        files: &[("Bot.java", include_str!("templates/java/Bot.java"))],
        beside: false,
        setup: &["javac Bot.java"],
        steps: &[
            "ludarium bot check \"java Bot\"",
            "ludarium match chexers \"bot:java Bot\" greedy --games 6",
        ],
        about: STARTER,
        readme: "README.md",
    },
    Kit {
        name: "rust",
        summary: "a bot in Rust, without dependencies",
        agent_of: None,
        files: &[
            ("Cargo.toml", include_str!("templates/rust/manifest.toml")),
            ("src/main.rs", include_str!("templates/rust/main.rs")),
        ],
        beside: false,
        setup: &["cargo build --release"],
        steps: &[
            "ludarium bot check target/release/bot",
            "ludarium match chexers bot:target/release/bot greedy --games 6",
        ],
        about: STARTER,
        readme: "README.md",
    },
    Kit {
        name: "chexers-referee",
        summary: "a Python package with a class Player: our agent in the original Chexers referee",
        agent_of: Some("chexers"),
        files: &[
            (
                "__init__.py",
                include_str!("templates/chexers-referee/__init__.py"),
            ),
            (
                "player.py",
                include_str!("templates/chexers-referee/player.py"),
            ),
        ],
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
    Kit {
        name: "chexers-player",
        summary: "a worker that seats any Player class of the Chexers referee at our table",
        agent_of: None,
        files: &[(
            "worker.py",
            include_str!("templates/chexers-player/worker.py"),
        )],
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
    Kit {
        name: "three-chess-agent",
        summary: "a Java class for the original Three-Chess framework, behind which our agent thinks",
        agent_of: Some("three-chess"),
        files: &[
            (
                "threeChess/agents/LudariumAgent.java",
                include_str!("templates/three-chess-agent/LudariumAgent.java"),
            ),
            (
                "threeChess/LudariumMatch.java",
                include_str!("templates/three-chess-agent/LudariumMatch.java"),
            ),
        ],
        beside: false,
        setup: &["javac threeChess/LudariumMatch.java threeChess/agents/*.java"],
        steps: &[
            "java threeChess.LudariumMatch 3 60 threeChess.agents.LudariumAgent threeChess.agents.RandomAgent \
             threeChess.agents.RandomAgent",
        ],
        about: "\
The folder is the source folder of the framework, with `threeChess` in it. `LudariumAgent` starts `ludarium engine \
three-chess @SPEC@` and asks it for every move, with the complete position and its clock. `LudariumMatch` plays games \
through the framework's own referee without a window: the number of games, the seconds of each player, three classes. \
The agent and where Ludarium is stand at the top of `LudariumAgent.java`; the environment variable `LUDARIUM` overrules \
the latter.",
        readme: "LudariumAgent.md",
    },
    Kit {
        name: "three-chess-bot",
        summary: "a Java program that seats any agent of the Three-Chess framework at our table",
        agent_of: None,
        files: &[(
            "ThreeChessBot.java",
            include_str!("templates/three-chess-bot/ThreeChessBot.java"),
        )],
        beside: false,
        setup: &["javac -cp CLASSES -d . ThreeChessBot.java"],
        steps: &[
            "ludarium bot check \"java -cp CLASSES:. ThreeChessBot threeChess.agents.RandomAgent\" --game three-chess",
            "ludarium match three-chess \"bot:java -cp CLASSES:. ThreeChessBot threeChess.agents.RandomAgent\" greedy \
             --games 6",
        ],
        about: "\
`ThreeChessBot` loads an agent class of the framework and lets it play as a bot. CLASSES is the folder with the compiled \
framework and agents. The board is built from the start and the moves; where a game begins elsewhere, the position is \
written into it. Agents see the time that they have on their board's clock, or five minutes where there is no clock.",
        readme: "README.md",
    },
];
