//! The command line of Ludarium: arguments in, text out, one file a command.

mod commands;
mod error;
mod screen;
mod table;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
Exit codes: 0 all is well, 1 something did not agree or failed, 2 the command was not understood.
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
    Verify(commands::verify::Args),
}

fn main() -> ExitCode {
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
        Command::Verify(args) => commands::verify::run(&args, &mut screen),
    };
    match result.and_then(|()| screen.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough: `ludarium … | head`.
        Err(CliError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            screen.complain(&error);
            ExitCode::from(error.exit_code())
        }
    }
}
