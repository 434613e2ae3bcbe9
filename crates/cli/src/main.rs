//! The command line of Ludarium: arguments in, text out, one file a command.

mod bots;
mod commands;
mod error;
mod interrupts;
mod runs;
mod screen;
mod sheets;
mod table;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ludarium_arena::ExportError;
use ludarium_bridge::sandbox::{HELPER, become_program};

use error::CliError;
use screen::Screen;

/// A laboratory for game-playing agents in games with dice, with many players, or both.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = EXIT_CODES)]
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
    Report(commands::report::Args),
    Export(commands::export::Args),
    Replay(commands::replay::Args),
    Rerun(commands::rerun::Args),
    Merge(commands::merge::Args),
    Verify(commands::verify::Args),
    Train(commands::train::Args),
    Model(commands::model::Args),
    Bot(commands::bot::Args),
    Connect(commands::connect::Args),
    Host(commands::host::Args),
    Engine(commands::engine::Args),
    Serve(commands::serve::Args),
}

fn main() -> ExitCode {
    // Started by ourselves to become a bot: nothing of the command line is for clap.
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.next_if(|first| first == HELPER).is_some() {
        return become_program(arguments);
    }
    let cli = Cli::parse();
    let mut screen = Screen::new(cli.color);
    let result = match cli.command {
        Command::Games(args) => commands::games::run(&args, &mut screen),
        Command::Agents(args) => commands::agents::run(&args, &mut screen),
        Command::Show(args) => commands::show::run(&args, &mut screen),
        Command::Perft(args) => commands::perft::run(&args, &mut screen),
        Command::Random(args) => commands::random::run(&args, &mut screen),
        Command::Analyse(args) => commands::analyse::run(&args, &mut screen),
        Command::Watch(args) => commands::watch::run(&args, &mut screen),
        Command::Play(args) => commands::play::run(&args, &mut screen),
        Command::Match(args) => commands::contest::run_match(&args, &mut screen),
        Command::Tournament(args) => commands::contest::run_tournament(&args, &mut screen),
        Command::Reproduce(args) => commands::reproduce::run(&args, &mut screen),
        Command::Report(args) => commands::report::run(&args, &mut screen),
        Command::Export(args) => commands::export::run(&args, &mut screen),
        Command::Replay(args) => commands::replay::run(&args, &mut screen),
        Command::Rerun(args) => commands::rerun::run(&args, &mut screen),
        Command::Merge(args) => commands::merge::run(&args, &mut screen),
        Command::Verify(args) => commands::verify::run(&args, &mut screen),
        Command::Train(args) => commands::train::run(&args, &mut screen),
        Command::Model(args) => commands::model::run(&args, &mut screen),
        Command::Bot(args) => commands::bot::run(&args, &mut screen),
        Command::Connect(args) => commands::connect::run(&args, &mut screen),
        Command::Host(args) => commands::host::run(&args, &mut screen),
        Command::Engine(args) => commands::engine::run(&args),
        Command::Serve(args) => commands::serve::run(&args, &mut screen),
    };
    match result.and_then(|()| screen.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough: `ludarium … | head`.
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
