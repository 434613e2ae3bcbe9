//! What a starter is, and the list of starters for languages. Adding one means adding an entry here and its files under `templates`;
//! games bring starters of their own.

use ludarium_game::{Error, Result};

/// Files that `ludarium bot new` writes.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The name in commands.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The game whose agent the starter brings to another program; such a starter needs an agent text.
    pub agent_of: Option<&'static str>,
    /// The files: their paths in the folder, and their texts.
    pub files: &'static [(&'static str, &'static str)],
    /// Whether the rules of each game lie with it, in the folder `rules`, for a program that reads them.
    pub rules: bool,
    /// Whether its commands are run in the folder above, as for a package.
    pub beside: bool,
    /// What to do before the first run, one command a line; may be empty.
    pub setup: &'static [&'static str],
    /// How to try it out, one command a line.
    pub steps: &'static [&'static str],
    /// What the README says about it.
    pub about: &'static str,
    /// The name of the README.
    pub readme: &'static str,
}

/// The starter with a name among these; a misspelt name is an error with the nearest one.
pub fn find<'a>(
    starters: impl Iterator<Item = &'a Starter> + Clone,
    name: &str,
) -> Result<&'a Starter> {
    let known = starters.clone().map(|starter| starter.name);
    let mut starters = starters;
    starters
        .find(|starter| starter.name == name)
        .ok_or_else(|| Error::unknown("starter", name, known))
}

/// What every language starter's README says about it.
const ABOUT: &str = "\
This bot plays every game of Ludarium: it chooses a move from the list it is given, at random. Your own thinking goes \
into `choose`. Ludarium sends one JSON message a line and waits for one line as the answer; standard error is yours. \
`ludarium bot schema` prints what is in the messages.";

/// The same where a board helper lies beside the bot.
const ABOUT_WITH_BOARD: &str = "\
This bot plays every game of Ludarium: it chooses a move from the list it is given, at random. Your own thinking goes \
into `choose`. Ludarium sends one JSON message a line and waits for one line as the answer; standard error is yours. \
`ludarium bot schema` prints what is in the messages. The file `board` beside the bot takes them apart: your moves \
(from, to, how), what stands where and whose it is, the facts of the game, and the map with its neighbours. How each \
game is written stands below.";

/// The same where a search lies beside it, too.
const ABOUT_WITH_SEARCH: &str = "\
The file `bot` plays every game of Ludarium: it chooses a move from the list it is given, at random. Your own thinking goes \
into `choose`. The file `search` looks two plies ahead in every game and knows no rules: it asks Ludarium what follows from \
moves (`after`), and judges positions in `worth`. Ludarium sends one JSON message a line and waits for one line as the \
answer; standard error is yours. `ludarium bot schema` prints what is in the messages. The file `board` takes them apart: \
your moves (from, to, how), what stands where and whose it is, the facts of the game, and the map with its neighbours. How \
each game is written stands below.";

/// What the README of the starter for language models says.
const LANGUAGE_MODEL: &str = "\
This bot asks a language model for its moves. The server is one that speaks OpenAI's chat completions, at LLM_SERVER (usually \
http://127.0.0.1:8080/v1), with the model LLM_MODEL and the key LLM_KEY; such values stand in the text of the bot, as below. \
The rules of the game, from the folder `rules`, are the first message; the position and the legal moves are the second. An answer \
that ends with no legal move is told so; after three of them a legal move is drawn by lot. The table *Faults* of `ludarium report` \
counts these answers as `corrected`, and `ludarium replay RUN GAME --comments` shows what was asked and answered at each move. In \
its sandbox a bot opens no connections, so this one needs `--sandbox off`.";

/// A starter for each language.
pub const STARTERS: &[Starter] = &[
    Starter {
        name: "python",
        summary: "a bot in Python",
        agent_of: None,
        files: &[
            ("bot.py", include_str!("templates/python/bot.py")),
            ("board.py", include_str!("templates/python/board.py")),
            ("search.py", include_str!("templates/python/search.py")),
        ],
        rules: false,
        beside: false,
        setup: &[],
        steps: &[
            "ludarium bot check \"python3 bot.py\"",
            "ludarium match @GAME@ \"bot:python3 bot.py\" greedy --games 6",
            "ludarium match @GAME@ \"bot:python3 search.py\" \"bot:python3 bot.py\" --games 6 --clock move=200ms,cpu",
        ],
        about: ABOUT_WITH_SEARCH,
        readme: "README.md",
    },
    Starter {
        name: "javascript",
        summary: "a bot in JavaScript, for Node",
        agent_of: None,
        files: &[
            ("bot.js", include_str!("templates/javascript/bot.js")),
            ("board.js", include_str!("templates/javascript/board.js")),
            ("search.js", include_str!("templates/javascript/search.js")),
        ],
        rules: false,
        beside: false,
        setup: &[],
        steps: &[
            "ludarium bot check \"node bot.js\"",
            "ludarium match @GAME@ \"bot:node bot.js\" greedy --games 6",
            "ludarium match @GAME@ \"bot:node search.js\" \"bot:node bot.js\" --games 6 --clock move=200ms,cpu",
        ],
        about: ABOUT_WITH_SEARCH,
        readme: "README.md",
    },
    Starter {
        name: "c",
        summary: "a bot in C",
        agent_of: None,
        files: &[
            ("bot.c", include_str!("templates/c/bot.c")),
            ("board.h", include_str!("templates/c/board.h")),
            ("json.h", include_str!("templates/c/json.h")),
        ],
        rules: false,
        beside: false,
        setup: &["cc -O2 -o bot bot.c"],
        steps: &["ludarium bot check ./bot", "ludarium match @GAME@ bot:./bot greedy --games 6"],
        about: ABOUT_WITH_BOARD,
        readme: "README.md",
    },
    Starter {
        name: "cpp",
        summary: "a bot in C++",
        agent_of: None,
        files: &[
            ("bot.cpp", include_str!("templates/cpp/bot.cpp")),
            ("board.h", include_str!("templates/c/board.h")),
            ("json.h", include_str!("templates/c/json.h")),
        ],
        rules: false,
        beside: false,
        setup: &["c++ -O2 -o bot bot.cpp"],
        steps: &["ludarium bot check ./bot", "ludarium match @GAME@ bot:./bot greedy --games 6"],
        about: ABOUT_WITH_BOARD,
        readme: "README.md",
    },
    Starter {
        name: "java",
        summary: "a bot in Java",
        agent_of: None,
        files: &[
            ("Bot.java", include_str!("templates/java/Bot.java")),
            ("Board.java", include_str!("templates/java/Board.java")),
            ("Move.java", include_str!("templates/java/Move.java")),
            ("Json.java", include_str!("templates/java/Json.java")),
        ],
        rules: false,
        beside: false,
        setup: &["javac Bot.java"],
        steps: &[
            "ludarium bot check \"java Bot\"",
            "ludarium match @GAME@ \"bot:java Bot\" greedy --games 6",
        ],
        about: ABOUT_WITH_BOARD,
        readme: "README.md",
    },
    Starter {
        name: "rust",
        summary: "a bot in Rust, without dependencies",
        agent_of: None,
        files: &[
            ("Cargo.toml", include_str!("templates/rust/manifest.toml")),
            ("src/main.rs", include_str!("templates/rust/main.rs")),
        ],
        rules: false,
        beside: false,
        setup: &["cargo build --release"],
        steps: &[
            "ludarium bot check target/release/bot",
            "ludarium match @GAME@ bot:target/release/bot greedy --games 6",
        ],
        about: ABOUT,
        readme: "README.md",
    },
    Starter {
        name: "llm",
        summary: "a language model as a bot",
        agent_of: None,
        files: &[("bot.py", include_str!("templates/llm/bot.py"))],
        rules: true,
        beside: false,
        setup: &[],
        steps: &[
            "ludarium match @GAME@ \"bot[env=LLM_MODEL=name]:python3 bot.py\" random --games 2 --sandbox off --run llm",
            "ludarium replay llm 0 --comments",
        ],
        about: LANGUAGE_MODEL,
        readme: "README.md",
    },
];
