//! Turns the text of a plan into a plan, or lists everything that is wrong with it, each with its line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use ludarium_agents::Recipe;
use ludarium_arena::{FileErrors, sprt};
use ludarium_game::{ChancePlace, Rng, Seed, Spec};
use toml::Spanned;

use super::super::network::usual_evaluation;
use super::file::{self, GameOnly, PlanFile};
use super::{
    First, Gate, Generation, Learning, LineUp, NETWORK, Plan, Positions, STYLE, StylePlayer, Taught,
};
use crate::TrainError;

/// More generations than anybody waits for.
const MOST_GENERATIONS: u64 = 1000;

/// The game that the text of a plan names; `file` is its name in errors.
pub fn game_of(file: &str, text: &str) -> Result<String, TrainError> {
    let only: GameOnly = FileErrors::read(file, text)?;
    let missing = "the game is missing; a plan begins with a line such as `game = \"…\"`";
    Ok(only.game.ok_or_else(|| FileErrors::new(file).and(missing))?)
}

/// Here and not where it is used: that is compiled for each game.
fn read(file: &str, text: &str) -> Result<PlanFile, FileErrors> {
    FileErrors::read(file, text)
}

impl Plan {
    /// Reads and checks the text of a plan for a game; `file` is its name in errors. The file of a first network is
    /// looked for beside it.
    pub fn parse<G: Taught>(file: &str, text: &str) -> Result<Plan, TrainError> {
        let written = read(file, text)?;
        let mut check = PlanCheck { file, text, errors: FileErrors::new(file) };
        let plan = check.plan::<G>(&written);
        Ok(check.errors.finish(plan)?)
    }
}

/// How many seats a variant has; `None` where the game does not know it.
fn seats<G: Taught>(variant: &str) -> Option<usize> {
    let rules = Spec::parse(variant).and_then(|spec| G::rules(&spec)).ok()?;
    Some(G::start(&rules, &mut Rng::new(Seed(0))).seats())
}

struct PlanCheck<'a> {
    file: &'a str,
    text: &'a str,
    errors: FileErrors,
}

impl PlanCheck<'_> {
    fn wrong<T>(&mut self, place: &Spanned<T>, what: impl Display) {
        self.errors.wrong_at(self.text, place.span(), what);
    }

    /// A number in a range, or its default where it is not given.
    fn number<T: Copy + PartialOrd + Display>(
        &mut self,
        key: &str,
        given: Option<&Spanned<T>>,
        range: RangeInclusive<T>,
        default: T,
    ) -> T {
        let Some(given) = given else {
            return default;
        };
        let number = *given.get_ref();
        if !range.contains(&number) {
            let (low, high) = range.into_inner();
            self.wrong(given, format!("{key} is {number}, expected a number from {low} to {high}"));
        }
        number
    }

    fn plan<G: Taught>(&mut self, written: &PlanFile) -> Plan {
        if written.game.get_ref() != G::NAME {
            let found = written.game.get_ref();
            self.wrong(&written.game, format!("the game is `{found}`, expected `{}`", G::NAME));
        }
        let first = written.first.as_ref().map(|first| self.first::<G>(first));
        let network = &written.network;
        let positions = &written.positions;
        let learning = &written.learning;
        let symmetries = learning.symmetries.as_ref();
        if let Some(given) = symmetries.filter(|given| *given.get_ref() && G::MIRROR.is_none()) {
            let what = format!("{} has no symmetries: leave this line out", G::NAME);
            self.wrong(given, what);
        }
        let all_rolls = positions.all_rolls.as_ref();
        let rolls = G::CHANCE == ChancePlace::BeforeMove;
        if let Some(given) = all_rolls.filter(|given| *given.get_ref() && !rolls) {
            let what = format!("{} has no rolls before its moves: leave this line out", G::NAME);
            self.wrong(given, what);
        }
        Plan {
            variants: self.variants::<G>(&written.variants),
            width: self.number("width", network.width.as_ref(), 1..=1024, 64) as usize,
            hidden: self.number("hidden", network.hidden.as_ref(), 1..=256, 16) as usize,
            positions: Positions {
                opening: self.number("opening", positions.opening.as_ref(), 0..=1000, 12),
                random_share: self.number(
                    "random-share",
                    positions.random_share.as_ref(),
                    0.0..=1.0,
                    0.05,
                ),
                one_in: self.number("one-in", positions.one_in.as_ref(), 1..=1000, 2) as u32,
                all_rolls: all_rolls.is_some_and(|given| *given.get_ref()),
                fading: self.number("fading", positions.fading.as_ref(), 0.9..=1.0, 1.0),
                draw: self.number("draw", positions.draw.as_ref(), 0.0..=1.0, 1.0),
            },
            learning: Learning {
                result_share: self.number(
                    "result-share",
                    learning.result_share.as_ref(),
                    0.0..=1.0,
                    0.5,
                ) as f32,
                epochs: self.number("epochs", learning.epochs.as_ref(), 1..=1000, 6) as u32,
                kept: self.number("kept", learning.kept.as_ref(), 0.0..=1.0, 0.25),
                symmetries: symmetries.is_some_and(|given| *given.get_ref()),
            },
            gate: written.gate.as_ref().map(|gate| self.gate::<G>(gate)),
            styles: self.styles::<G>(&written.style, first.is_some()),
            generations: self.generations::<G>(written, first.is_some()),
            first,
        }
    }

    fn variants<G: Taught>(&mut self, written: &Spanned<Vec<Spanned<String>>>) -> Vec<String> {
        let variants = written.get_ref();
        if variants.is_empty() {
            let example = G::VARIANTS[0].name;
            self.wrong(
                written,
                format!("variants is empty, expected at least one, such as \"{example}\""),
            );
        }
        for variant in variants {
            let rules = Spec::parse(variant.get_ref()).and_then(|spec| G::rules(&spec));
            if let Err(error) = rules {
                self.wrong(variant, error);
            }
        }
        variants.iter().map(|one| one.get_ref().clone()).collect()
    }

    fn first<G: Taught>(&mut self, written: &Spanned<String>) -> First {
        if written.get_ref() == "shipped" {
            if super::super::network::shipped::<G>().is_none() {
                let what = format!(
                    "no network ships with {}: leave this line out, or name a file",
                    G::NAME
                );
                self.wrong(written, what);
            }
            return First::Shipped;
        }
        let folder = Path::new(self.file).parent().unwrap_or(Path::new(""));
        let path: PathBuf = folder.join(written.get_ref());
        if let Err(error) = ludarium_agents::values::ValueNetwork::<G>::read(&path) {
            self.wrong(written, format!("first is neither `shipped` nor a network: {error}"));
        }
        First::File(path)
    }

    fn generations<G: Taught>(
        &mut self,
        PlanFile { variants, style, generation: written, .. }: &PlanFile,
        has_first: bool,
    ) -> Vec<Generation> {
        let mut generations = Vec::new();
        for one in written.get_ref() {
            let early = generations.is_empty() && !has_first;
            let line_ups = self.line_ups::<G>(one, variants.get_ref(), (early, !style.is_empty()));
            let games = self.number("games", Some(&one.games), 10..=100_000_000, 0);
            let repeat = self.number("repeat", one.repeat.as_ref(), 1..=MOST_GENERATIONS, 1);
            let generation = Generation { line_ups, limits: one.limits, games };
            let repeat = repeat.min(MOST_GENERATIONS) as usize;
            generations.extend(std::iter::repeat_n(generation, repeat));
        }
        if generations.is_empty() {
            self.wrong(written, "there is no generation; give at least one [[generation]]");
        }
        generations
    }

    /// The agent that plays a generation; an early one has no network to play with.
    fn line_ups<G: Taught>(
        &mut self,
        written: &file::GenerationTable,
        variants: &[Spanned<String>],
        (early, styles): (bool, bool),
    ) -> Vec<LineUp> {
        let mut line_ups = Vec::new();
        if let Some(agents) = &written.agents {
            if agents.get_ref().is_empty() {
                self.wrong(agents, "agents is empty, expected at least one text");
            }
            for agent in agents.get_ref() {
                line_ups.push(vec![self.player::<G>(agent, early)]);
            }
        }
        for line_up in written.line_ups.iter().flatten() {
            let agents = line_up.get_ref();
            for variant in variants {
                let (name, count) = (variant.get_ref(), agents.len());
                let seats = seats::<G>(name);
                if let Some(seats) = seats.filter(|&seats| seats != count) {
                    let what = format!(
                        "this line-up has {count} agents, expected {seats}: one for each seat of `{name}`"
                    );
                    self.wrong(line_up, what);
                }
            }
            if let Some(first) = agents.first().filter(|first| first.get_ref() == STYLE) {
                let what = format!(
                    "the first of a line-up judges all positions, so it cannot be `{STYLE}`"
                );
                self.wrong(first, what);
            }
            let agents = agents.iter().map(|agent| {
                if agent.get_ref() != STYLE {
                    return self.player::<G>(agent, early);
                }
                if !styles {
                    let what = format!(
                        "there is no style to draw for `{STYLE}`: give at least one [[style]]"
                    );
                    self.wrong(agent, what);
                }
                STYLE.to_owned()
            });
            line_ups.push(agents.collect());
        }
        if written.agents.is_none() && line_ups.is_empty() {
            self.wrong(&written.games, "nobody plays these games: give `agents` or `line-ups`");
        }
        line_ups
    }

    fn styles<G: Taught>(
        &mut self,
        written: &[file::StyleTable],
        has_first: bool,
    ) -> Vec<StylePlayer> {
        let mut styles: Vec<StylePlayer> = Vec::new();
        for one in written {
            let name = one.name.get_ref();
            let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            if name.is_empty() || !name.chars().all(plain) {
                self.wrong(&one.name, "the name of a style has letters, digits and `-` only");
            }
            if styles.iter().any(|known| known.name == *name) {
                self.wrong(&one.name, format!("the style `{name}` is there twice"));
            }
            let share = self.number("share", one.share.as_ref(), 0.0..=1000.0, 1.0);
            styles.push(StylePlayer {
                name: name.clone(),
                agent: self.player::<G>(&one.agent, !has_first),
                share,
            });
        }
        if let Some(one) = written.first().filter(|_| styles.iter().all(|one| one.share == 0.0)) {
            self.wrong(&one.name, "every style has the share 0, so none could be drawn");
        }
        styles
    }

    /// An agent that plays games to learn from.
    fn player<G: Taught>(&mut self, written: &Spanned<String>, early: bool) -> String {
        self.agent::<G>(written);
        if early && written.get_ref().contains(NETWORK) {
            self.wrong(
                written,
                "the first generation has no network to play with: name one by `first = \"shipped\"` or \
                 `first = \"FILE\"`, or begin with an agent that needs none",
            );
        }
        written.get_ref().clone()
    }

    fn gate<G: Taught>(&mut self, written: &file::GateTable) -> Gate {
        self.agent::<G>(&written.agent);
        if !written.agent.get_ref().contains(NETWORK) {
            let what = format!(
                "this agent asks no network, so it cannot tell two apart: expected `eval=value:{NETWORK}` in it"
            );
            self.wrong(&written.agent, what);
        }
        let elo = written.elo.as_ref();
        let bounds = elo.map_or([0.0, 30.0], |elo| *elo.get_ref());
        if let (Some(elo), Err(error)) = (elo, sprt(bounds)) {
            self.wrong(elo, error);
        }
        Gate {
            agent: written.agent.get_ref().clone(),
            limits: written.limits,
            elo: bounds,
            games: self.number("games", written.games.as_ref(), 2..=1_000_000, 1000),
            opening: self.number("opening", written.opening.as_ref(), 0..=1000, 6),
            patience: self.number("patience", written.patience.as_ref(), 1..=1000, 1) as u32,
            margin: self.number("margin", written.margin.as_ref(), 1.0..=1000.0, 50.0),
        }
    }

    /// An agent must be one that the game knows, with another evaluation in place of the network.
    fn agent<G: Taught>(&mut self, written: &Spanned<String>) {
        let text = written.get_ref();
        let behind = format!(":{NETWORK}");
        let filled = text.replace(&format!("value{behind}"), usual_evaluation::<G>());
        if filled.contains(NETWORK) {
            let what = format!("`{NETWORK}` stands for a file, as in `eval=value{behind}`");
            return self.wrong(written, what);
        }
        if let Err(error) = Recipe::<G>::new(&filled) {
            return self.wrong(written, error);
        }
        let threads = Spec::parse(&filled).ok();
        let threads = threads.and_then(|spec| spec.get("threads").map(str::to_owned));
        if threads.is_some_and(|threads| threads != "1") {
            let what = "an agent in a plan has one thread, or its games would not come out the same again; \
                        `--threads` plays games at the same time";
            self.wrong(written, what);
        }
    }
}
