//! The ways to other backgammon programs: bots that let GNU Backgammon's library and any engine of the protocol UBGI play
//! at our tables, and this protocol, by which our agents play at those of others.

pub(crate) mod ubgi;

use ludarium_bridge::door::EngineProtocol;
use ludarium_bridge::starters::Starter;

/// The protocol of backgammon programs.
pub(crate) const PROTOCOLS: [EngineProtocol; 1] =
    [EngineProtocol { name: "ubgi", serve: ubgi::serve }];

/// What `ludarium bot new` can write for this game.
pub(crate) const STARTERS: [Starter; 2] = [GNUBG, UBGI];

const PLAYS: (&str, &str) = ("plays.py", include_str!("plays.py"));

const GNUBG: Starter = Starter {
    name: "backgammon-gnubg",
    summary: "a bot that asks GNU Backgammon's library, 0 to 2 plies deep",
    agent_of: None,
    files: &[("gnubg.py", include_str!("gnubg.py")), PLAYS],
    beside: false,
    rules: false,
    setup: &["python3 -m pip install --pre gnubg-nn"],
    steps: &[
        "ludarium bot check \"python3 gnubg.py 0\" --game backgammon",
        "ludarium match backgammon \"bot:python3 gnubg.py 0\" best --games 100",
    ],
    about: "\
`gnubg.py` asks the library `gnubg-nn` for the best play, by its networks alone (0), looking one or two plies ahead, or by \
Tesauro's public evaluation (pubeval). \
The library is a program of its own under the GPL; nothing of it is part of Ludarium. It always plays for gammons, without \
the cube.",
    readme: "README.md",
};

const UBGI: Starter = Starter {
    name: "backgammon-ubgi",
    summary: "a bot behind which any engine plays that speaks UBGI",
    files: &[("ubgi.py", include_str!("ubgi.py")), PLAYS],
    setup: &[],
    steps: &[
        "ludarium bot check \"python3 ubgi.py ludarium engine backgammon one-ply --protocol ubgi\" --game backgammon",
        "ludarium match backgammon \"bot[set=engine.seed=7]:python3 ubgi.py ludarium engine backgammon one-ply --protocol ubgi\" greedy --games 10",
    ],
    about: "\
`ubgi.py` starts an engine that speaks UBGI, the protocol of backgammon programs, and lets it choose checker plays: \
`gnubg --ubgi`, an engine of `bgci`, or one of yours. It takes both versions of the protocol; keys and options of the engine \
are set as those of a bot, `bot[set=engine.ply=2]:…`. The examples ask an agent of Ludarium.",
    ..GNUBG
};
