//! Adapters between our protocol for bots and the original framework.

use ludarium_bridge::starters::Starter;

/// What `ludarium bot new` can write for this game.
pub const STARTERS: &[Starter] = &[
    Starter {
        name: "three-chess-agent",
        summary: "a Java class for the original Three-Chess framework, behind which our agent thinks",
        agent_of: Some("three-chess"),
        files: &[
            ("threeChess/agents/LudariumAgent.java", include_str!("agent/LudariumAgent.java")),
            ("threeChess/LudariumMatch.java", include_str!("agent/LudariumMatch.java")),
        ],
        rules: false,
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
    Starter {
        name: "three-chess-bot",
        summary: "a Java program that seats any agent of the Three-Chess framework at our table",
        agent_of: None,
        files: &[("ThreeChessBot.java", include_str!("bot/ThreeChessBot.java"))],
        rules: false,
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
