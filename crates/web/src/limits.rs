//! What visitors may take of the machine: much where they are known, little where anybody may come.

use std::time::Duration;

/// What visitors may take of the machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Games that the store holds.
    pub games: usize,
    /// Games that are awake at the same time: played, or looked at in the last minute.
    pub awake: usize,
    /// What the agents of all games that are awake may take together, in MiB.
    pub memory: u64,
    /// What one agent may take, in MiB.
    pub agent_memory: u32,
    /// The threads of one agent.
    pub agent_threads: u32,
    /// The longest that an agent thinks about a move.
    pub decision: Duration,
    /// New games of one visitor: how many at once, and how many an hour after that.
    pub new_games: (u32, u32),
    /// Processor time for analyses, reviews and films of one visitor: how many seconds at once, and how many an hour after that.
    pub thinking: (u32, u32),
    /// Open connections of one visitor for games and analyses.
    pub sockets: usize,
    /// Open connections in all.
    pub connections: usize,
}

impl Limits {
    /// For the owner of the machine and for those who know the token.
    pub const PRIVATE: Limits = Limits {
        games: 20_000,
        awake: 500,
        memory: 64 * 1024,
        agent_memory: 512,
        agent_threads: 4,
        decision: Duration::from_secs(60),
        new_games: (100, 3600),
        // More than a day has: an admitted visitor may think as much as the machine can.
        thinking: (1_000_000, 1_000_000),
        sockets: 512,
        connections: 1024,
    };

    /// For anybody on the internet.
    pub const PUBLIC: Limits = Limits {
        games: 20_000,
        awake: 300,
        memory: 4 * 1024,
        agent_memory: 64,
        agent_threads: 1,
        decision: Duration::from_secs(5),
        new_games: (10, 60),
        thinking: (120, 240),
        sockets: 20,
        connections: 4096,
    };

    /// Each limit in words with its value, as the documentation lists them.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let mib = |number: u64| format!("{number} MiB");
        let rate = |(burst, hour): (u32, u32), unit: &str| {
            format!("{burst}{unit} at once, then {hour}{unit} an hour")
        };
        vec![
            ("games in the store", self.games.to_string()),
            ("games awake at the same time", self.awake.to_string()),
            ("memory of all agents together", mib(self.memory)),
            ("memory of one agent", mib(self.agent_memory.into())),
            ("threads of one agent", self.agent_threads.to_string()),
            ("thinking about one move", format!("{} s", self.decision.as_secs())),
            ("new games of a visitor", rate(self.new_games, "")),
            (
                "processor time of a visitor for analyses, reviews and films",
                rate(self.thinking, " s"),
            ),
            ("open games and analyses of a visitor", self.sockets.to_string()),
            ("connections in all", self.connections.to_string()),
        ]
    }
}
