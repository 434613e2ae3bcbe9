//! League files: which agents meet in which games, at which budgets.

use std::time::Duration;

use ludarium_agents::without_budget;
use ludarium_arena::{Contest, FileErrors, Games, Limits, Ruleset, Seating, is_bot, round_robin};
use ludarium_draw::chart::{Axis, Format};
use ludarium_game::{Error, Result, read_duration};
use serde::Deserialize;

use crate::experiment::file::GameNames;

/// Games of one game and budget, where the file does not say how many.
const USUAL_GAMES: u64 = 400;

/// A league.
#[derive(Clone, Debug, PartialEq)]
pub struct League {
    /// What it is called.
    pub title: String,
    /// What the file says about it.
    pub text: String,
    /// Its games, in the order of the file.
    pub games: Vec<LeagueGame>,
    /// The master seed.
    pub seed: u64,
}

/// A game of a league.
#[derive(Clone, Debug, PartialEq)]
pub struct LeagueGame {
    /// The game.
    pub name: String,
    /// Its name in sentences.
    pub title: String,
    /// Its variant, with options; empty for the default.
    pub variant: String,
    /// The number of seats.
    pub seats: usize,
    /// The agents, in the shortest form of their texts.
    pub agents: Vec<String>,
    /// What they are called in a map: their texts, where the file gives no names.
    pub names: Vec<String>,
    /// The limits of a decision.
    pub budgets: Vec<LeagueBudget>,
    /// The most games at each budget.
    pub most_games: u64,
    /// Games of the first agent against itself at the next budget.
    pub scaling: u64,
    /// Games of each agent against copies of each other.
    pub map: u64,
    /// Random moves before the agents take over.
    pub random_plies: u64,
    /// Games with this many moves are stopped.
    pub longest: Option<u64>,
}

/// The budget of a decision in a league.
#[derive(Clone, Debug, PartialEq)]
pub struct LeagueBudget {
    /// As it is written: `10ms,cpu` or `nodes=2000`.
    pub text: String,
    cost: BudgetCost,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum BudgetCost {
    Time(Duration),
    Limits(Limits),
}

impl LeagueBudget {
    fn read(text: &str) -> Result<LeagueBudget> {
        let wrong = || Error::Value {
            key: "budgets".to_owned(),
            value: text.to_owned(),
            expected:
                "a time (10ms), a processor's time (10ms,cpu), nodes=N, iterations=N or depth=N"
                    .to_owned(),
        };
        let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
        let cost = match text.split_once('=') {
            Some((key, value)) => {
                let value = number(value).ok_or_else(wrong)?;
                let mut limits = Limits::default();
                match key {
                    "nodes" => limits.nodes = Some(value),
                    "iterations" => limits.iterations = Some(value),
                    "depth" => limits.depth = Some(u32::try_from(value).map_err(|_| wrong())?),
                    _ => return Err(wrong()),
                }
                BudgetCost::Limits(limits)
            }
            None => {
                let time = read_duration(text.strip_suffix(",cpu").unwrap_or(text));
                BudgetCost::Time(time.filter(|time| !time.is_zero()).ok_or_else(wrong)?)
            }
        };
        Ok(LeagueBudget { text: text.to_owned(), cost })
    }

    /// Puts it into a contest, the same for everybody: times as a clock, so that bots have it, too.
    fn apply(&self, contest: &mut Contest) {
        match self.cost {
            BudgetCost::Time(_) => contest.clock = format!("move={}", self.text),
            BudgetCost::Limits(limits) => contest.limits = limits,
        }
    }

    /// The axis on which budgets stand, and their places on it; `None` where they are not counted in the same.
    pub fn axis(budgets: &[LeagueBudget]) -> Option<(Axis, Vec<f64>)> {
        let first = budgets.first()?;
        let (title, format) = match first.cost {
            BudgetCost::Time(_) => ("time for a move", Format::Seconds),
            BudgetCost::Limits(Limits { nodes: Some(_), .. }) => {
                ("positions for a move", Format::Number)
            }
            BudgetCost::Limits(_) => ("simulations for a move", Format::Number),
        };
        let place = |budget: &LeagueBudget| match (first.cost, budget.cost) {
            (BudgetCost::Time(_), BudgetCost::Time(time)) => Some(time.as_secs_f64()),
            (BudgetCost::Limits(one), BudgetCost::Limits(limits)) => {
                let nodes = one.nodes.and(limits.nodes);
                let number = nodes.or(one.iterations.and(limits.iterations))?;
                Some(number as f64)
            }
            _ => None,
        };
        let places: Option<Vec<f64>> = budgets.iter().map(place).collect();
        let axis = Axis { title: title.to_owned(), format, log: true, ..Axis::default() };
        Some((axis, places.filter(|places| places.len() > 1)?))
    }

    /// How many times this is twice the other; `None` where they are not counted in the same.
    pub fn doublings(&self, other: &LeagueBudget) -> Option<f64> {
        let ratio = match (self.cost, other.cost) {
            (BudgetCost::Time(mine), BudgetCost::Time(theirs)) => {
                mine.as_secs_f64() / theirs.as_secs_f64()
            }
            (BudgetCost::Limits(mine), BudgetCost::Limits(theirs)) => {
                let nodes = mine.nodes.zip(theirs.nodes);
                let (mine, theirs) = nodes.or(mine.iterations.zip(theirs.iterations))?;
                mine as f64 / theirs as f64
            }
            _ => return None,
        };
        Some(ratio.log2()).filter(|doublings| *doublings != 0.0)
    }
}

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct LeagueFile {
    title: Option<String>,
    #[serde(default)]
    text: String,
    games: Option<GameNames>,
    #[serde(default)]
    agents: Vec<String>,
    #[serde(default)]
    budgets: Vec<String>,
    most_games: Option<u64>,
    scaling: Option<u64>,
    map: Option<u64>,
    random_plies: Option<u64>,
    longest: Option<u64>,
    seed: Option<u64>,
    #[serde(default)]
    game: Vec<LeaguePart>,
}

/// What is particular to one game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct LeaguePart {
    name: String,
    variant: Option<String>,
    #[serde(default)]
    agents: Vec<String>,
    #[serde(default)]
    budgets: Vec<String>,
    most_games: Option<u64>,
    scaling: Option<u64>,
    map: Option<u64>,
    random_plies: Option<u64>,
    longest: Option<u64>,
}

impl League {
    /// Reads and checks a file; an error lists everything that was found wrong.
    pub fn parse(games: &Games, name: &str, text: &str) -> std::result::Result<League, FileErrors> {
        let file: LeagueFile = FileErrors::read(name, text)?;
        let mut errors = FileErrors::new(name);
        let parts = parts(games, &file, &mut errors);
        let mut found = Vec::new();
        for part in parts {
            match LeagueGame::check(games, &file, &part) {
                Ok(game) => found.push(game),
                Err(error) => errors.wrong(part.name, error),
            }
        }
        errors.finish(League {
            title: file.title.unwrap_or_else(|| "League".to_owned()),
            text: file.text.trim().to_owned(),
            games: found,
            seed: file.seed.unwrap_or(crate::SEED),
        })
    }
}

/// The games of a file, each once, and what is wrong with the list.
fn parts(games: &Games, file: &LeagueFile, errors: &mut FileErrors) -> Vec<LeaguePart> {
    let names = match &file.games {
        None => Vec::new(),
        Some(GameNames::List(names)) => names.clone(),
        Some(GameNames::Word(word)) if word == "all" => {
            games.iter().map(|game| game.info.name.to_owned()).collect()
        }
        Some(GameNames::Word(word)) => {
            errors.wrong("games", format!("`{word}` is neither `all` nor a list of games"));
            Vec::new()
        }
    };
    // A game with a part of its own keeps its place in the list.
    let mut parts: Vec<LeaguePart> = Vec::new();
    for name in names {
        let own = file.game.iter().find(|part| part.name == name);
        parts.push(own.cloned().unwrap_or_else(|| LeaguePart { name, ..LeaguePart::default() }));
    }
    for own in &file.game {
        if parts.iter().all(|part| part.name != own.name) {
            parts.push(own.clone());
        }
    }
    for (index, part) in parts.iter().enumerate() {
        if parts[..index].iter().any(|other| other.name == part.name) {
            errors.wrong("games", format!("`{}` is there twice", part.name));
        }
    }
    let own = file.game.iter().map(|part| part.name.as_str());
    let mut own: Vec<&str> = own.collect();
    own.sort_unstable();
    if let Some(twice) = own.windows(2).find(|pair| pair[0] == pair[1]) {
        errors.wrong("game", format!("`{}` is there twice", twice[0]));
    }
    if parts.is_empty() && errors.is_empty() {
        let what = "there is none; give games = […], games = \"all\" or [[game]]";
        errors.wrong("games", what);
    }
    parts
}

impl LeagueGame {
    fn check(games: &Games, file: &LeagueFile, part: &LeaguePart) -> Result<LeagueGame> {
        let entry = games.find(&part.name)?;
        let rules = games.rules(&part.name, part.variant.as_deref())?;
        let wrong = |key: &str, value: &str, expected: &str| Error::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: expected.to_owned(),
        };
        let given = |own: &[String], all: &[String]| {
            if own.is_empty() { all.to_vec() } else { own.to_vec() }
        };
        let (mut agents, mut names) = (Vec::new(), Vec::new());
        for given in given(&part.agents, &file.agents) {
            // `name = text`; texts of agents have no spaces around their `=`.
            let (name, text) = given.split_once(" = ").unwrap_or(("", &given));
            let text = rules.canonical(text)?;
            if agents.contains(&text) {
                return Err(wrong("agents", &text, "every agent once"));
            }
            let name = if name.is_empty() { &text } else { name };
            if names.iter().any(|known| known == name) {
                return Err(wrong("agents", name, "every name once"));
            }
            names.push(name.to_owned());
            agents.push(text);
        }
        if agents.len() < 2 {
            return Err(wrong("agents", &agents.join(", "), "at least two agents"));
        }
        let mut budgets: Vec<LeagueBudget> = Vec::new();
        for text in given(&part.budgets, &file.budgets) {
            let budget = LeagueBudget::read(&text)?;
            if budgets.iter().any(|known| known.text == budget.text) {
                return Err(wrong("budgets", &text, "every budget once"));
            }
            budgets.push(budget);
        }
        if budgets.is_empty() {
            let expected = "at least one, such as \"10ms,cpu\" or \"nodes=2000\"";
            return Err(wrong("budgets", "[]", expected));
        }
        let most_games = part.most_games.or(file.most_games).unwrap_or(USUAL_GAMES);
        let map = part.map.or(file.map).unwrap_or(0);
        if most_games == 0 && map == 0 {
            return Err(wrong("most-games", "0", "at least 1, or a map"));
        }
        if most_games > 0 {
            // Too many line-ups are refused here.
            round_robin(agents.len(), rules.seats())?;
        }
        let scaling = part.scaling.or(file.scaling).unwrap_or(0);
        let game = LeagueGame {
            name: part.name.clone(),
            title: entry.info.title.to_owned(),
            variant: part.variant.clone().unwrap_or_default(),
            seats: rules.seats(),
            agents,
            names,
            budgets,
            most_games,
            scaling,
            map,
            random_plies: part.random_plies.or(file.random_plies).unwrap_or(0),
            longest: part.longest.or(file.longest),
        };
        if scaling > 0 {
            game.check_scaling(&*rules)?;
        }
        for budget in &game.budgets {
            game.contest(&vec![0; game.seats], Some(budget), 0).resolve(games)?;
        }
        Ok(game)
    }

    /// The first agent can be given a budget of its own.
    fn check_scaling(&self, rules: &dyn Ruleset) -> Result<()> {
        let first = &self.agents[0];
        if is_bot(first) || without_budget(first) != first {
            return Err(Error::Value {
                key: "scaling".to_owned(),
                value: first.clone(),
                expected: "an agent of this program without a budget of its own as the first one"
                    .to_owned(),
            });
        }
        for budget in &self.budgets {
            rules.canonical(&self.scaled(budget))?;
        }
        Ok(())
    }

    /// The first agent with a budget of its own.
    pub(super) fn scaled(&self, budget: &LeagueBudget) -> String {
        format!("{}@{}", self.agents[0], budget.text)
    }

    /// A contest of one line-up; without a budget the agents bring their own.
    pub(super) fn contest(
        &self,
        lineup: &[usize],
        budget: Option<&LeagueBudget>,
        seed: u64,
    ) -> Contest {
        let mut agents: Vec<String> = Vec::new();
        let mut seated = Vec::new();
        for &agent in lineup {
            let text = &self.agents[agent];
            let known = agents.iter().position(|known| known == text);
            seated.push(known.unwrap_or_else(|| {
                agents.push(text.clone());
                agents.len() - 1
            }));
        }
        self.contest_of(agents, seated, budget, seed)
    }

    /// A contest of these agents in one line-up.
    pub(super) fn contest_of(
        &self,
        agents: Vec<String>,
        seated: Vec<usize>,
        budget: Option<&LeagueBudget>,
        seed: u64,
    ) -> Contest {
        let mut contest = Contest::new(&self.name, Some(&self.variant), agents, seed);
        contest.lineups = vec![seated];
        contest.seating = Seating::usual(self.seats);
        contest.random_plies = self.random_plies;
        contest.longest = self.longest.unwrap_or(contest.longest);
        if let Some(budget) = budget {
            budget.apply(&mut contest);
        }
        contest
    }
}
