//! `Contest`: everything that decides how a match or tournament is played.

pub(crate) mod people;
pub(crate) mod schedule;
pub(crate) mod sequential;
pub(crate) mod tournament;

use std::collections::BTreeSet;
use std::time::Duration;

use ludarium_agents::{check_depth, has_own_time, own_budget, without_budget, write_budget};
use ludarium_game::{Budget, Error, Purpose, Result, Rng, Seed, Spec, TimeKind};
use serde::{Deserialize, Serialize};

use crate::bot::{self, is_bot};
use crate::contest::people::PERSON;
use crate::contest::schedule::Seating;
use crate::game::clock::TimeControl;
use crate::game::deal::Openings;
use crate::game::games::Games;
use crate::game::referee::{LONGEST, Terms};

/// The configuration of a contest. Together with a block number it decides every game: who plays whom, from
/// where, with which luck. How many blocks are played is not part of it, so a contest can be made longer.
///
/// # Example
/// ```
/// use ludarium_arena::testing::games;
/// use ludarium_arena::{Contest, Schedule, Seating, round_robin};
///
/// let agents = ["random", "one-ply", "walker"].map(str::to_owned).to_vec();
/// let contest = Contest {
///     lineups: round_robin(3, 2)?,
///     seating: Seating::Rotations,
///     ..Contest::new("sprint", Some("strict:players=2"), agents, 7)
/// };
/// let contest = contest.resolve(&games())?;
/// assert_eq!(contest.variant, "strict", "two players are usual");
///
/// // Three pairs, each twice with changed seats.
/// let schedule = Schedule::new(&contest);
/// assert_eq!((schedule.lineups(), schedule.games(3)), (3, 6));
/// assert_eq!(schedule.block(0).games, [[0, 1], [1, 0]]);
///
/// // What cannot be played is refused before the first game.
/// let error = Contest { clock: "soon".to_owned(), ..contest }.resolve(&games());
/// assert!(error.is_err());
/// # Ok::<(), ludarium_game::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Contest {
    /// The game.
    pub game: String,
    /// Its variant, with options.
    pub variant: String,
    /// The agents, in the shortest form of their texts.
    pub agents: Vec<String>,
    /// Who plays whom: for each line-up one agent for each seat, as an index into `agents`.
    pub lineups: Vec<Vec<usize>>,
    /// How a line-up is seated in the games of a block.
    pub seating: Seating,
    /// Start positions in the game's notation, taken in turn; empty for the game's own start.
    #[serde(default)]
    pub starts: Vec<String>,
    /// Moves made at random before the agents take over.
    #[serde(default)]
    pub random_plies: u64,
    /// What a decision may cost.
    #[serde(default)]
    pub limits: Limits,
    /// The clocks, for instance `move=1s` or `game=60s+500ms`.
    #[serde(default = "no_clock")]
    pub clock: String,
    /// How late a decision may be without being late, in milliseconds.
    #[serde(default = "default_margin")]
    pub margin_ms: u64,
    /// Whether a decision that costs more than 1.5 times its budget is a fault.
    #[serde(default, skip_serializing_if = "is_off")]
    pub strict_budgets: bool,
    /// The most moves of a game; a longer one is stopped, and everybody gets an equal share.
    #[serde(default = "default_longest")]
    pub longest: u64,
    /// The master seed.
    pub seed: u64,
}

fn no_clock() -> String {
    TimeControl::None.to_string()
}

/// A setting that is usual is not written, so that the name of a contest does not depend on it.
fn is_off(setting: &bool) -> bool {
    !setting
}

fn default_margin() -> u64 {
    50
}

fn default_longest() -> u64 {
    LONGEST
}

/// Limits on what one decision may cost that do not depend on time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Limits {
    /// Largest number of simulations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Largest number of positions looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Largest number of plies looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl Limits {
    /// A budget without a limit on time.
    pub fn budget(&self) -> Budget {
        Budget {
            iterations: self.iterations,
            nodes: self.nodes,
            depth: self.depth,
            ..Budget::default()
        }
    }
}

impl Contest {
    /// A contest between agents with the usual terms; `lineups` and everything else may be changed before
    /// [`Contest::resolve`] checks it.
    pub fn new(game: &str, variant: Option<&str>, agents: Vec<String>, seed: u64) -> Contest {
        Contest {
            game: game.to_owned(),
            variant: variant.unwrap_or_default().to_owned(),
            agents,
            lineups: Vec::new(),
            seating: Seating::Permutations,
            starts: Vec::new(),
            random_plies: 0,
            limits: Limits::default(),
            clock: no_clock(),
            margin_ms: default_margin(),
            strict_budgets: false,
            longest: default_longest(),
            seed,
        }
    }

    /// Checks everything that was given and brings it into its shortest form, so that two texts which mean
    /// the same contest become equal.
    pub fn resolve(mut self, games: &Games) -> Result<Contest> {
        let rules = games.rules(&self.game, Some(&self.variant))?;
        let start = rules.start(&mut Rng::new(Seed(self.seed)));
        let seats = start.seats();
        self.variant = rules.variant().to_owned();
        for agent in &mut self.agents {
            *agent = rules.canonical(agent)?;
        }
        self.clock = self.terms()?.control.to_string();
        check_depth(self.limits.depth)?;
        let Limits { iterations, nodes, depth } = self.limits;
        let given = [("iterations", iterations), ("nodes", nodes), ("depth", depth.map(u64::from))];
        let given = given.into_iter().chain([("longest", Some(self.longest))]);
        if let Some((key, _)) = given.into_iter().find(|(_, number)| *number == Some(0)) {
            return Err(Error::value(key, "0", "at least 1"));
        }
        self.check_lineups(seats)?;
        // Every start is read once, so that a bad one is found before the first game.
        for place in 0..self.starts.len().max(1) as u64 {
            rules.opening(&self.openings(), place, self.deal_seed(place))?;
        }
        Ok(self)
    }

    fn check_lineups(&self, seats: usize) -> Result<()> {
        let wrong = |value: String, expected: String| Error::value("lineups", value, expected);
        if self.lineups.is_empty() {
            let expected = "at least one line-up".to_owned();
            return Err(wrong("[]".to_owned(), expected));
        }
        let count = self.agents.len();
        for lineup in &self.lineups {
            let known = lineup.iter().all(|&agent| agent < count);
            if lineup.len() != seats || !known {
                let expected = format!("{seats} of the {count} agents, counted from 0");
                return Err(wrong(format!("{lineup:?}"), expected));
            }
        }
        Ok(())
    }

    /// The name of the contest: equal for equal contests, different for different ones.
    pub fn fingerprint(&self) -> String {
        // FNV-1a; the whole configuration is stored and compared as well.
        let hash = self.to_json().bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    /// The configuration as one line of JSON, keys in a fixed order.
    pub fn to_json(&self) -> String {
        // A struct of texts and numbers always serialises.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What a game is played under.
    pub fn terms(&self) -> Result<Terms> {
        Ok(Terms {
            budget: self.limits.budget(),
            budgets: Vec::new(),
            strict_budgets: self.strict_budgets,
            control: self.clock.parse()?,
            margin: Duration::from_millis(self.margin_ms),
            longest: self.longest,
            abandon: None,
        })
    }

    /// Whether the same configuration gives the same games: only if no clock, no agent's own time, no race of threads inside an
    /// agent and nobody from outside decides what it does.
    pub fn reproducible(&self) -> bool {
        let racing = |text: &String| {
            if is_bot(text) || text == PERSON {
                return true;
            }
            let spec = Spec::parse(without_budget(text)).ok();
            has_own_time(text)
                || spec
                    .is_some_and(|spec| spec.get("threads").is_some_and(|threads| threads != "1"))
        };
        self.clock == no_clock() && !self.agents.iter().any(racing)
    }

    /// What a decision of an agent may cost: its own budget, or what the contest allows. A bank of time and the clock of a
    /// whole game are no budget of a decision.
    pub fn budget(&self, agent: usize) -> Budget {
        let own = self.agents.get(agent).filter(|text| !is_bot(text));
        let own = own.map(|text| own_budget(text)).unwrap_or_default();
        let clock: TimeControl = self.clock.parse().unwrap_or_default();
        let each = match clock {
            TimeControl::Move { limit, bank: Duration::ZERO, .. } => Some(limit),
            _ => None,
        };
        Budget {
            iterations: own.iterations.or(self.limits.iterations),
            nodes: own.nodes.or(self.limits.nodes),
            time: own.time.into_iter().chain(each).min(),
            time_kind: if clock == TimeControl::None { own.time_kind } else { clock.kind() },
            ..own
        }
    }

    /// The budgets of its agents where they are not the same; nothing where they are, or where only one kind of agent has any.
    pub fn different_budgets(&self) -> Vec<String> {
        let texts = (0..self.agents.len()).map(|agent| write_budget(&self.budget(agent)));
        let different: BTreeSet<String> = texts.filter(|text| !text.is_empty()).collect();
        if different.len() < 2 { Vec::new() } else { different.into_iter().collect() }
    }

    /// Whether the own budget of an agent counts processor time.
    pub fn has_processor_budgets(&self) -> bool {
        let by_processor = |text: &String| {
            // A bot has no budget of its own, whatever its command looks like.
            !is_bot(text) && own_budget(text).time_kind == TimeKind::Processor
        };
        self.agents.iter().any(by_processor)
    }

    /// Where games begin.
    pub fn openings(&self) -> Openings {
        Openings { starts: self.starts.clone(), random_plies: self.random_plies }
    }

    /// The seed of everything that the games of the `deal`-th block of each line-up share.
    pub fn deal_seed(&self, deal: u64) -> Seed {
        Seed(self.seed).derive(Purpose::Block, deal)
    }

    /// What the agents are called where nobody knows the names of bots, different from each other even where their
    /// texts are the same. A run knows more: [`crate::Store::labels`].
    pub fn labels(&self) -> Vec<String> {
        bot::labels(&self.agents, &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contest(agents: &[&str]) -> Contest {
        let agents = agents.iter().map(|&agent| agent.to_owned()).collect();
        Contest::new("sprint", None, agents, 1)
    }

    #[test]
    fn a_budget_is_the_agents_own_or_the_contests() {
        let mut contest = contest(&["mcts@20ms,iterations=9", "mcts", "bot:python3 a@5ms"]);
        contest.limits.iterations = Some(70);
        let budgets = |contest: &Contest| -> Vec<String> {
            (0..3).map(|agent| write_budget(&contest.budget(agent))).collect()
        };
        assert_eq!(budgets(&contest), ["20ms,iterations=9", "iterations=70", "iterations=70"]);
        contest.limits = Limits::default();
        contest.clock = "move=10ms".to_owned();
        assert_eq!(budgets(&contest), ["10ms,iterations=9", "10ms", "10ms"]);
        for clock in ["move=10ms+1s", "game=60s"] {
            contest.clock = clock.to_owned();
            assert_eq!(budgets(&contest), ["20ms,iterations=9", "", ""]);
        }
    }

    #[test]
    fn different_budgets_are_listed() {
        assert_eq!(contest(&["mcts@20ms", "best@20ms", "random"]).different_budgets(), [""; 0]);
        let unlike = contest(&["mcts@20ms", "best@nodes=7", "random", "maxn@20ms"]);
        assert_eq!(unlike.different_budgets(), ["20ms", "nodes=7"]);
    }
}
