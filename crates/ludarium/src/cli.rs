//! The command line: arguments in, text out, one file a command.

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use ludarium_arena::ExportError;
use ludarium_bridge::door::Way;
use ludarium_bridge::sandbox::{HELPER, become_program};
use ludarium_bundle::Bundle;

use crate::commands;
use crate::context::Context;
use crate::error::CliError;
use crate::refusal::refuse;
use crate::screen::Screen;

/// A laboratory for game-playing agents in games with dice, with many players, or both.
#[derive(Debug, Parser)]
#[command(name = "ludarium", version, arg_required_else_help = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: clap::ColorChoice,
}

const EXIT_CODES: &str = "\
Exit codes: 0 all is well, 1 something did not agree or failed, 2 the command was not understood,
3 the run is complete but agents committed faults, 130 interrupted (run the same command again to go on).
Colours follow NO_COLOR and CLICOLOR_FORCE; output into a pipe is plain.";

#[derive(Debug, Subcommand)]
enum Command {
    Games(commands::games::Args),
    Agents(commands::agents::Args),
    Show(commands::show::Args),
    Perft(commands::perft::Args),
    Random(commands::random::Args),
    Analyse(commands::analyse::Args),
    Watch(commands::watch::Args),
    Play(commands::play::Args),
    Match(commands::contest::MatchArgs),
    Tournament(commands::contest::TournamentArgs),
    Reproduce(commands::reproduce::Args),
    Experiment(commands::experiment::Args),
    League(commands::league::Args),
    Tune(commands::tune::Args),
    Report(commands::report::Args),
    Export(commands::export::Args),
    Replay(commands::replay::Args),
    Review(commands::review::Args),
    Rerun(commands::rerun::Args),
    Merge(commands::merge::Args),
    Verify(commands::verify::Args),
    Worker(commands::worker::Args),
    Cluster(commands::cluster::Args),
    Train(commands::train::Args),
    Model(commands::model::Args),
    Bot(commands::bot::Args),
    /// Let an agent play on another server
    Connect(commands::door::Args),
    /// Be a server that other programs play on
    Host(commands::door::Args),
    Engine(commands::engine::Args),
    Serve(commands::serve::Args),
}

/// The whole program: reads the command line, does what it asks for with these games, and gives the exit code.
pub fn main(bundles: impl IntoIterator<Item = Bundle>) -> ExitCode {
    // Started by ourselves to become a bot: nothing of the command line is for clap.
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.next_if(|first| first == HELPER).is_some() {
        return become_program(arguments);
    }
    let context = Context::new(bundles);
    let matches = command(&context).try_get_matches();
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = cli.unwrap_or_else(|error| refuse(&error));
    let mut screen = Screen::new(cli.color);
    let result = run(&cli.command, &context, &mut screen);
    match result.and_then(|()| screen.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has seen enough: `ludarium … | head`.
        Err(CliError::Output(error) | CliError::Export(ExportError::Write(error)))
            if error.kind() == std::io::ErrorKind::BrokenPipe =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            screen.complain(&error);
            ExitCode::from(error.exit_code())
        }
    }
}

/// The command line with the doors that the games bring.
fn command(context: &Context) -> clap::Command {
    let doors = |way| move |command| commands::door::listed(command, context.doors(way));
    Cli::command()
        .mut_subcommand("connect", doors(Way::Connect))
        .mut_subcommand("host", doors(Way::Host))
}

fn run(command: &Command, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    match command {
        Command::Games(args) => commands::games::run(args, context, screen),
        Command::Agents(args) => commands::agents::run(args, context, screen),
        Command::Show(args) => commands::show::run(args, context, screen),
        Command::Perft(args) => commands::perft::run(args, context, screen),
        Command::Random(args) => commands::random::run(args, context, screen),
        Command::Analyse(args) => commands::analyse::run(args, context, screen),
        Command::Watch(args) => commands::watch::run(args, context, screen),
        Command::Play(args) => commands::play::run(args, context, screen),
        Command::Match(args) => commands::contest::run_match(args, context, screen),
        Command::Tournament(args) => commands::contest::run_tournament(args, context, screen),
        Command::Reproduce(args) => commands::reproduce::run(args, context, screen),
        Command::Experiment(args) => commands::experiment::run(args, context, screen),
        Command::League(args) => commands::league::run(args, context, screen),
        Command::Tune(args) => commands::tune::run(args, context, screen),
        Command::Report(args) => commands::report::run(args, context, screen),
        Command::Export(args) => commands::export::run(args, context, screen),
        Command::Replay(args) => commands::replay::run(args, context, screen),
        Command::Review(args) => commands::review::run(args, context, screen),
        Command::Rerun(args) => commands::rerun::run(args, context, screen),
        Command::Merge(args) => commands::merge::run(args, screen),
        Command::Verify(args) => commands::verify::run(args, context, screen),
        Command::Worker(args) => commands::worker::run(args, context, screen),
        Command::Cluster(args) => commands::cluster::run(args, screen),
        Command::Train(args) => commands::train::run(args, context, screen),
        Command::Model(args) => commands::model::run(args, screen),
        Command::Bot(args) => commands::bot::run(args, context, screen),
        Command::Connect(args) => commands::door::run(args, Way::Connect, context, screen),
        Command::Host(args) => commands::door::run(args, Way::Host, context, screen),
        Command::Engine(args) => commands::engine::run(args, context),
        Command::Serve(args) => commands::serve::run(args, context, screen),
    }
}
