//! The command line: arguments in, text out, one file a command.

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use ludarium_bridge::door::DoorWay;
use ludarium_bridge::sandbox::{HELPER, become_program};
use ludarium_bundle::Bundle;

use crate::commands::*;
use crate::context::Context;
use crate::error::CliError;
use crate::refusal::refuse;
use crate::screen::{Screen, program};

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

/// The commands, each with its arguments and the function that does it.
macro_rules! commands {
    ($($(#[$help:meta])* $name:ident($args:path) $run:path;)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$help])* $name($args),)*
        }

        impl Command {
            fn run(&self, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
                match self {
                    $(Command::$name(args) => $run(args, context, screen),)*
                }
            }
        }
    };
}

commands! {
    Games(games::GamesCommand) games::run;
    Agents(agents::AgentsCommand) agents::run;
    Show(show::ShowCommand) show::run;
    Perft(perft::PerftCommand) perft::run;
    Random(random::RandomCommand) random::run;
    Solve(solve::SolveCommand) solve::run;
    Analyse(analyse::AnalyseCommand) analyse::run;
    Watch(watch::WatchCommand) watch::run;
    Play(play::PlayCommand) play::run;
    Match(contest::MatchCommand) contest::run_match;
    Tournament(contest::TournamentCommand) contest::run_tournament;
    Reproduce(reproduce::ReproduceCommand) reproduce::run;
    Experiment(experiment::ExperimentCommand) experiment::run;
    League(league::LeagueCommand) league::run;
    Tune(tune::TuneCommand) tune::run;
    Report(report::ReportCommand) report::run;
    Export(export::ExportCommand) export::run;
    Replay(replay::ReplayCommand) replay::run;
    Review(review::ReviewCommand) review::run;
    Rerun(rerun::RerunCommand) rerun::run;
    Merge(merge::MergeCommand) merge::run;
    Verify(verify::VerifyCommand) verify::run;
    Worker(worker::WorkerCommand) worker::run;
    Cluster(cluster::ClusterCommand) cluster::run;
    Train(train::TrainCommand) train::run;
    Model(model::ModelCommand) model::run;
    Bot(bot::BotToolsCommand) bot::run;
    /// Let an agent play on another server
    Connect(door::DoorCommand) door::connect;
    /// Be a server that other programs play on
    Host(door::DoorCommand) door::host;
    Engine(engine::EngineCommand) engine::run;
    Mcp(mcp::McpCommand) mcp::run;
    Serve(serve::ServeCommand) serve::run;
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
    let result = cli.command.run(&context, &mut screen);
    match result.and_then(|()| screen.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has seen enough: `ludarium … | head`.
        Err(CliError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            screen.complain(&error);
            ExitCode::from(error.exit_code())
        }
    }
}

/// Lets every option take `-1`, so that its reader says what is wrong with it. Otherwise it would be called an unknown option.
fn numbers_read_whole(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let takes_values = arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_values)
        })
        .mut_subcommands(numbers_read_whole)
}

/// The command line with the doors that the games bring.
fn command(context: &Context) -> clap::Command {
    let doors = |way| move |command| door::listed(command, context.doors(way));
    numbers_read_whole(Cli::command())
        .name(program().unwrap_or("ludarium"))
        .mut_subcommand("connect", doors(DoorWay::Connect))
        .mut_subcommand("host", doors(DoorWay::Host))
}
