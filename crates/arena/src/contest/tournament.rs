//! Tournament files: a contest and its length, written down by a person.

use ludarium_game::{Error, Result};
use serde::Deserialize;

use crate::contest::schedule::{Schedule, Seating, gauntlet, round_robin};
use crate::contest::{Contest, Limits};
use crate::game::games::Games;
use crate::toml_reason::toml_reason;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every group of agents that fits the seats.
    #[default]
    RoundRobin,
    /// The first agent against every group of the others.
    Gauntlet,
}

impl Format {
    /// The line-ups of a number of agents; an error where they are too many to play.
    pub fn lineups(self, agents: usize, seats: usize) -> Result<Vec<Vec<usize>>> {
        match self {
            Format::RoundRobin => round_robin(agents, seats),
            Format::Gauntlet => gauntlet(agents, seats),
        }
    }
}

/// A tournament as it stands in a TOML file or on a command line.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tournament {
    /// The game.
    pub game: String,
    /// Its variant, with options.
    pub variant: Option<String>,
    /// The agents' texts.
    pub agents: Vec<String>,
    /// Who meets whom, where `lineups` does not say it.
    #[serde(default)]
    pub format: Format,
    /// Line-ups by agents' texts (or their places in `agents`, from 1), one for each seat.
    #[serde(default)]
    pub lineups: Vec<Vec<AgentName>>,
    /// How line-ups are seated.
    pub seating: Option<Seating>,
    /// At least this many games; whole rounds are played.
    pub games: Option<u64>,
    /// Blocks for each line-up.
    pub rounds: Option<u64>,
    /// Start positions, taken in turn.
    #[serde(default)]
    pub starts: Vec<String>,
    /// Moves made at random before the agents take over.
    #[serde(default)]
    pub random_plies: u64,
    /// What a decision may cost.
    #[serde(default)]
    pub limits: Limits,
    /// The clocks.
    pub clock: Option<String>,
    /// How late a decision may be without being late, in milliseconds.
    pub margin_ms: Option<u64>,
    /// Whether a decision that costs more than 1.5 times its budget is a fault.
    #[serde(default)]
    pub strict_budgets: bool,
    /// The most moves of a game; a longer one is stopped.
    pub longest: Option<u64>,
    /// The master seed.
    pub seed: Option<u64>,
    /// The two Elo differences of a sequential test of the first agent.
    pub sprt: Option<[f64; 2]>,
}

/// An agent in a line-up: its text, or its place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected the text of an agent, or its place in `agents`")]
pub enum AgentName {
    /// Its place in `agents`, counted from 1.
    Place(usize),
    /// Its text, as in `agents`.
    Text(String),
}

/// Games played when nothing says how many.
const USUAL_GAMES: u64 = 100;

impl Tournament {
    /// Reads a TOML file; the error says where and what would be right.
    pub fn read(text: &str) -> std::result::Result<Tournament, String> {
        toml::from_str(text).map_err(|error| toml_reason(&error))
    }

    /// The contest and how many blocks of it are played.
    pub fn contest(&self, games: &Games) -> Result<(Contest, u64)> {
        let rules = games.rules(&self.game, self.variant.as_deref())?;
        let seats = rules.seats();
        let mut contest = Contest::new(
            &self.game,
            self.variant.as_deref(),
            self.agents.clone(),
            self.seed.unwrap_or(1),
        );
        contest.lineups = if self.lineups.is_empty() {
            self.format.lineups(self.agents.len(), seats)?
        } else {
            let places =
                |lineup: &Vec<AgentName>| lineup.iter().map(|name| self.place(name)).collect();
            self.lineups.iter().map(places).collect::<Result<_>>()?
        };
        if contest.lineups.is_empty() {
            return Err(Error::value("agents", self.agents.join(" "), "two agents or more"));
        }
        contest.seating = self.seating.unwrap_or(Seating::usual(seats));
        contest.starts = self.starts.clone();
        contest.random_plies = self.random_plies;
        contest.limits = self.limits;
        if let Some(clock) = &self.clock {
            contest.clock = clock.clone();
        }
        contest.margin_ms = self.margin_ms.unwrap_or(contest.margin_ms);
        contest.strict_budgets = self.strict_budgets;
        contest.longest = self.longest.unwrap_or(contest.longest);
        let contest = contest.resolve(games)?;
        let schedule = Schedule::new(&contest);
        for (key, amount) in [("rounds", self.rounds), ("games", self.games)] {
            if amount == Some(0) {
                return Err(Error::value(key, "0", "at least 1"));
            }
        }
        let blocks = match (self.rounds, self.games) {
            (Some(rounds), None) => rounds.saturating_mul(schedule.lineups()),
            (None, games) => schedule.blocks_for(games.unwrap_or(USUAL_GAMES)),
            (Some(rounds), Some(_)) => {
                return Err(Error::value("rounds", rounds, "either `rounds` or `games`, not both"));
            }
        };
        Ok((contest, blocks))
    }

    fn place(&self, name: &AgentName) -> Result<usize> {
        let count = self.agents.len();
        match name {
            AgentName::Place(place) if (1..=count).contains(place) => Ok(place - 1),
            AgentName::Place(place) => Err(Error::value(
                "lineups",
                place,
                format!("a place from 1 to {count}, or an agent's text"),
            )),
            AgentName::Text(text) => {
                let found = self.agents.iter().position(|agent| agent == text);
                let known = self.agents.iter().map(String::as_str);
                found.ok_or_else(|| Error::unknown("agent", text, known))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games;

    const FILE: &str = r#"
        game = "sprint"
        variant = "strict:players=3"
        agents = ["greedy", "maxn", "random"]
        lineups = [["greedy", "maxn", "random"], [1, 1, 2]]
        seating = "rotations"
        rounds = 5
        random-plies = 4
        limits = { nodes = 1000 }
    "#;

    #[test]
    fn a_file_becomes_a_contest() {
        let (contest, blocks) = Tournament::read(FILE).unwrap().contest(&games()).unwrap();
        assert_eq!(contest.lineups, [[0, 1, 2], [0, 0, 1]]);
        assert_eq!((contest.seating, blocks), (Seating::Rotations, 10));
        assert_eq!(Schedule::new(&contest).games(blocks), 30);
        assert_eq!(contest.limits.nodes, Some(1000));
    }

    #[test]
    fn mistakes_are_explained() {
        let answers = [
            ("rounds = 5", "rounds = 5\ngames = 9", "either `rounds` or `games`"),
            ("rounds = 5", "rounds = 0", "at least 1"),
            ("rounds = 5", "games = 0", "at least 1"),
            ("[1, 1, 2]", "[1, 1]", "3 of the 3 agents"),
            ("[1, 1, 2]", "[1, 1, 4]", "a place from 1 to 3"),
            ("[1, 1, 2]", "[1, 1, \"gredy\"]", "did you mean `greedy`"),
            ("\"sprint\"", "\"sprnt\"", "did you mean `sprint`"),
            ("\"maxn\"", "\"maxm\"", "did you mean `maxn`"),
            ("random-plies = 4", "clock = \"1s\"", "game=60s+500ms"),
        ];
        for (from, to, hint) in answers {
            let tournament = Tournament::read(&FILE.replace(from, to)).unwrap();
            let error = tournament.contest(&games()).unwrap_err().to_string();
            assert!(error.contains(hint), "{to}: {error}");
        }
        for format in ["", "format = \"gauntlet\""] {
            let nobody = format!("game = \"sprint\"\nagents = []\n{format}");
            let tournament = Tournament::read(&nobody).unwrap();
            let error = tournament.contest(&games()).unwrap_err().to_string();
            assert!(error.contains("two agents or more"), "{error}");
        }
        let error = Tournament::read("game = \"x\"\nagent = []").unwrap_err();
        assert!(error.contains("agent"), "{error}");
        let error = Tournament::read(&FILE.replace("[1, 1, 2]", "[1, [1], 2]")).unwrap_err();
        assert!(error.contains("its place in `agents`"), "{error}");
    }

    #[test]
    fn without_a_length_whole_rounds_make_about_a_hundred_games() {
        let file = "game = \"sprint\"\nvariant = \"strict:players=3\"\nagents = [\"greedy\", \"maxn\", \"random\"]";
        let (contest, blocks) = Tournament::read(file).unwrap().contest(&games()).unwrap();
        assert_eq!(Schedule::new(&contest).games(blocks), 102);
    }
}
