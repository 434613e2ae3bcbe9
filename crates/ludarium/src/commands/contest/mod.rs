//! `ludarium match` and `ludarium tournament`: agents meet, and the better one is named.

mod conduct;
mod options;

use std::path::Path;

use ludarium_arena::{Format, Tournament, read_text};
use ludarium_bridge::bot::BotArgs;

use conduct::Conduct;
use options::ContestOptions;
pub use options::two_numbers;

use crate::cluster::ClusterArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::runs::RunArgs;
use crate::screen::Screen;

/// Let agents meet: which is better, by how much, and how sure that is
///
/// With as many agents as seats they play in every order; with fewer, some sit twice, in every way that seats each
/// of them. Running the same command again continues where it stopped.
#[derive(Debug, clap::Args)]
pub struct MatchCommand {
    /// The game: see `ludarium games`
    game: String,

    /// The agents: NAME or NAME:key=value,… (see `ludarium agents GAME`), or bots: 'bot:python3 my_bot.py'
    #[arg(required = true, num_args = 2.., value_name = "SPEC")]
    agents: Vec<String>,

    #[command(flatten)]
    common: ContestArgs,
}

/// Play a tournament: a file, or a game and its agents
///
/// Everybody meets everybody, or with --format gauntlet the first agent meets all others. docs/arena.md describes
/// tournament files. Running the same command again continues where it stopped; a run with other settings is refused.
#[derive(Debug, clap::Args)]
pub struct TournamentCommand {
    /// A tournament file (TOML), or the game
    #[arg(value_name = "FILE|GAME")]
    what: String,

    /// The agents, where no file names them
    #[arg(value_name = "SPEC")]
    agents: Vec<String>,

    /// The pairings: round-robin or gauntlet
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<Format>,

    #[command(flatten)]
    common: ContestArgs,
}

/// What both commands are told.
#[derive(Debug, clap::Args)]
struct ContestArgs {
    #[command(flatten)]
    options: ContestOptions,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten)]
    cluster: ClusterArgs,

    #[command(flatten)]
    bots: BotArgs,

    /// Print all tables, and how long decisions took
    #[arg(long)]
    tables: bool,

    /// Print JSON, one event a line
    #[arg(long)]
    json: bool,
}

/// Plays a match.
pub fn run_match(
    args: &MatchCommand,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let tournament = Tournament {
        game: args.game.clone(),
        agents: args.agents.clone(),
        ..Tournament::default()
    };
    conduct(tournament, &args.common, None, context, screen)
}

/// Plays a tournament.
pub fn run_tournament(
    args: &TournamentCommand,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let path = Path::new(&args.what);
    let from_file = path.extension().is_some_and(|ending| ending == "toml");
    let mut tournament = if from_file {
        if !args.agents.is_empty() {
            let problem = "a tournament file names its own agents; give none after it";
            return Err(CliError::Usage(problem.to_owned()));
        }
        read(path)?
    } else {
        Tournament { game: args.what.clone(), agents: args.agents.clone(), ..Tournament::default() }
    };
    if !from_file && context.rules(&args.what, None).is_err() && path.exists() {
        let problem = format!("the name of a tournament file ends in `.toml`: {}", args.what);
        return Err(CliError::Usage(problem));
    }
    if let Some(format) = args.format {
        tournament.format = format;
    }
    let name = path.file_stem().filter(|_| from_file);
    let name = name.map(|stem| stem.to_string_lossy().into_owned());
    conduct(tournament, &args.common, name, context, screen)
}

fn conduct(
    mut tournament: Tournament,
    args: &ContestArgs,
    name: Option<String>,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    args.options.apply(&mut tournament)?;
    let (contest, blocks) = tournament.contest(&context.games)?;
    let conduct = Conduct {
        games: &context.games,
        contest,
        blocks,
        sprt: tournament.sprt,
        run: &args.run,
        elsewhere: args.cluster.elsewhere()?,
        bots: args.bots.bots()?,
        name,
        tables: args.tables,
        json: args.json,
    };
    conduct.play(screen)
}

fn read(path: &Path) -> Result<Tournament, CliError> {
    let text = read_text(path).map_err(CliError::read(path))?;
    Tournament::read(&text)
        .map_err(|reason| CliError::Usage(format!("{}: {reason}", path.display())))
}

fn format(text: &str) -> Result<Format, String> {
    match text {
        "round-robin" => Ok(Format::RoundRobin),
        "gauntlet" => Ok(Format::Gauntlet),
        _ => Err("expected round-robin or gauntlet".to_owned()),
    }
}
