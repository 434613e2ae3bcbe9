//! `ludarium play`: a person against agents, in the terminal.

mod ansi;
mod board;
mod canvas;
mod entry;
mod game;
mod instruction;
mod line_mode;
mod session;
mod terminal;
#[cfg(test)]
mod tests;
mod thinking;
mod view;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ludarium_arena::{
    Contender, Contest, GameEntry, Identity, PERSON, Ruleset, Store, identities, keep_game,
    seeded_start,
};
use ludarium_bridge::bot::{BotArgs, Bots};
use ludarium_bridge::door::BudgetArgs;
use ludarium_game::{Seat, Seed};
use ludarium_web::{LEVELS, Library, lesson_in_words};

use super::{GameArgs, games};
use crate::bots;
use crate::context::{Context, meant_agent};
use crate::error::CliError;
use crate::runs::RunsArgs;
use crate::screen::Screen;
use game::PlaySetup;
use session::PlaySession;

/// Play a game against agents in the terminal
///
/// Moves are written in the game's notation; Tab completes them. `help` lists the other words: hint, undo,
/// resign, … Where input or output is no terminal, the game is played line by line.
#[derive(Debug, clap::Args)]
pub struct PlayCommand {
    /// The game; without one, all games are listed
    game: Option<String>,

    /// A variant, with options: NAME or NAME:key=value,…
    #[arg(long, value_name = "V")]
    variant: Option<String>,

    /// Your seat, counted from 1
    #[arg(long, default_value_t = 1, value_name = "N")]
    seat: usize,

    /// The agents of the other seats, in order; with fewer, they sit down in turn again
    #[arg(long, num_args = 1.., default_value = "best", value_name = "SPEC")]
    vs: Vec<String>,

    /// How strong the others are, instead of --vs: beginner, easy, medium, hard or expert
    #[arg(long, value_name = "LEVEL", conflicts_with = "vs", value_parser = level)]
    level: Option<&'static str>,

    /// The agent that gives hints
    #[arg(long, default_value = "best", value_name = "SPEC")]
    hint: String,

    #[command(flatten)]
    budget: BudgetArgs,

    /// The seed of start and luck [default: another one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Do not pause after agents' moves and chance events
    #[arg(long)]
    fast: bool,

    /// Play line by line also in a terminal
    #[arg(long)]
    lines: bool,

    /// Keep the game in the run of this name once it is over, for report, replay and export
    #[arg(long, value_name = "NAME")]
    run: Option<String>,

    #[command(flatten)]
    runs: RunsArgs,

    #[command(flatten)]
    bots: BotArgs,
}

/// Plays.
pub fn run(args: &PlayCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let Some(game) = &args.game else {
        let all: Vec<&GameEntry> = context.games.iter().collect();
        games::overview(&all, screen)?;
        let first = all.first().map_or("GAME", |game| game.info.name);
        return screen
            .line(format!("which game? for instance: ludarium play {first} --level easy"));
    };
    let game = GameArgs { game: game.clone(), variant: args.variant.clone() };
    let rules = game.rules(context)?;
    let seed = Seed(args.seed.unwrap_or_else(some_seed));
    let admitted = args.bots.bots()?;
    let library = Library::new(&context.bundles);
    let lesson = lesson_in_words(&library, &game.game);
    let lesson = lesson.map_err(|error| CliError::Failed(error.to_string()))?;
    let others = match args.level {
        Some(level) => vec![agent_of_level(&library, &*rules, level)?],
        None => args.vs.clone(),
    };
    let seated = setup(args, &others, rules, seed, &admitted)?;
    let setup = PlaySetup { variant: game.variant(&*seated.rules).to_owned(), lesson, ..seated };
    bots::report(&admitted, false, screen)?;
    let run = KeptRun::prepare(args, &game, &setup, context, &admitted)?;
    let mut session = PlaySession::new(setup, seed)?;
    let stdin = std::io::stdin();
    if args.lines || !stdin.is_terminal() || !std::io::stdout().is_terminal() {
        line_mode::run(&mut session, &mut stdin.lock(), screen)?;
        return run.map_or(Ok(()), |run| run.keep(&session, screen));
    }
    let result = terminal::run(&mut session, args.fast, screen.colour());
    for line in session.result() {
        screen.line(line)?;
    }
    result?;
    run.map_or(Ok(()), |run| run.keep(&session, screen))
}

/// The run that a finished game is added to. All games of a run have the same seats and the same agents.
struct KeptRun<'a> {
    name: &'a str,
    path: PathBuf,
    contest: Contest,
    /// What the agents were before the game. Nobody knows what the person is.
    identities: Vec<Identity>,
    /// The names of bots that have one.
    names: Vec<Option<String>>,
}

impl<'a> KeptRun<'a> {
    /// The run that was named, if one was. One that cannot take the game is refused before it is played.
    fn prepare(
        args: &'a PlayCommand,
        game: &GameArgs,
        setup: &PlaySetup,
        context: &Context,
        bots: &Bots,
    ) -> Result<Option<KeptRun<'a>>, CliError> {
        let Some(name) = &args.run else {
            return Ok(None);
        };
        let (game, variant) = (&game.game, Some(&*setup.variant));
        let others = setup.contenders.iter().flatten();
        let others = others.map(|one| one.text().to_owned()).collect();
        let others = Contest::new(game, variant, others, 0);
        let mut identities = identities(&context.games, &others, Some(bots))?;
        identities.insert(setup.me.index(), Identity::default());
        let text = |one: &Option<Contender>| match one {
            Some(contender) => contender.text().to_owned(),
            None => PERSON.to_owned(),
        };
        let agents: Vec<String> = setup.contenders.iter().map(text).collect();
        let called = |one: &Option<Contender>| Some(one.as_ref()?.name()?.to_owned());
        let run = KeptRun {
            name,
            path: args.runs.file(name)?,
            contest: Contest::with_people(game, &setup.variant, agents),
            identities,
            names: setup.contenders.iter().map(called).collect(),
        };
        std::fs::create_dir_all(&args.runs.runs).map_err(CliError::write(&args.runs.runs))?;
        if run.path.exists() {
            run.open()?;
        }
        Ok(Some(run))
    }

    fn open(&self) -> Result<Store, CliError> {
        let mut store = Store::create(&self.path, &self.contest)?;
        store.identify(&self.identities, &self.names)?;
        Ok(store)
    }

    /// Adds the game.
    fn keep(&self, session: &PlaySession, screen: &mut Screen) -> Result<(), CliError> {
        let table = session.game().table();
        let Some(record) = table.record() else {
            return screen.line("the game is not kept, because it is not over");
        };
        // A new run learns who played.
        drop(self.open()?);
        let number = keep_game(&self.path, &self.contest, record)?;
        screen.line(format!("game {number} of the run {}", self.name))
    }
}

/// Seats everybody.
fn setup(
    args: &PlayCommand,
    others: &[String],
    rules: Arc<dyn Ruleset>,
    seed: Seed,
    bots: &Bots,
) -> Result<PlaySetup, CliError> {
    let seats = seeded_start(&*rules, seed).seats();
    if !(1..=seats).contains(&args.seat) {
        let seat = args.seat;
        return Err(CliError::Usage(format!("there is no seat {seat}: expected 1 to {seats}")));
    }
    if others.len() >= seats {
        let (given, free) = (others.len(), seats - 1);
        return Err(CliError::Usage(format!("{given} agents for {free} other seats")));
    }
    let me = Seat((args.seat - 1) as u8);
    let contender = |text: &str| rules.contender(meant_agent(&*rules, text), Some(bots));
    let mut agents = others.iter().cycle();
    let (mut contenders, mut names) = (Vec::new(), Vec::new());
    for seat in Seat::all(seats) {
        if seat == me {
            contenders.push(None);
            names.push("you".to_owned());
            continue;
        }
        let contender = contender(agents.next().unwrap_or(&args.hint))?;
        names.push(contender.name().unwrap_or(contender.text()).to_owned());
        contenders.push(Some(contender));
    }
    let adviser = contender(&args.hint)?;
    Ok(PlaySetup {
        variant: rules.variant().to_owned(),
        lesson: Vec::new(),
        adviser,
        rules,
        me,
        contenders,
        names,
        budget: args.budget.budget(),
    })
}

/// The agent of a level of a game.
fn agent_of_level(library: &Library, rules: &dyn Ruleset, name: &str) -> Result<String, CliError> {
    let levels = library.levels(rules);
    let found = levels.iter().find(|level| level.name == name);
    found.map(|level| level.agent.clone()).ok_or_else(|| {
        let known: Vec<String> = levels.iter().map(|level| level.name.to_lowercase()).collect();
        let known = known.join(", ");
        let game = rules.game();
        CliError::Usage(format!("{game} has no level {}; it has {known}", name.to_lowercase()))
    })
}

/// The name of a level.
fn level(text: &str) -> Result<&'static str, String> {
    let found = LEVELS.into_iter().find(|name| name.eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let known = LEVELS.map(str::to_lowercase).join(", ");
        format!("expected one of {known}")
    })
}

/// A short seed from the clock: easy to write down and to type again.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |since| u64::from(since.subsec_micros()) ^ (since.as_secs() % 1000))
}
