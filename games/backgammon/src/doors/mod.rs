//! The ways to other backgammon programs: a bot that lets GNU Backgammon's library play at our tables, and a protocol by
//! which our agents play at those of others.

pub(crate) mod ubgi;

use ludarium_bridge::door::EngineProtocol;
use ludarium_bridge::starters::Starter;

/// The protocol of backgammon programs.
pub(crate) const PROTOCOLS: [EngineProtocol; 1] =
    [EngineProtocol { name: "ubgi", serve: ubgi::serve }];

/// What `ludarium bot new` can write for this game.
pub(crate) const STARTERS: [Starter; 1] = [Starter {
    name: "backgammon-gnubg",
    summary: "a bot that asks GNU Backgammon's library, 0 to 2 plies deep",
    agent_of: None,
    files: &[("gnubg.py", include_str!("gnubg.py"))],
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
}];
