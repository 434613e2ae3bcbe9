//! `ludarium connect` and `ludarium host`: the ways to other people's servers and programs. Games bring them.

use clap::{ArgMatches, FromArgMatches};
use ludarium_bridge::door::{Door, DoorContext, DoorError, Way};

use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::screen::Screen;

/// The name of a door with the arguments of its command.
#[derive(Debug)]
pub struct Args(Option<(String, ArgMatches)>);

impl clap::Args for Args {
    fn augment_args(command: clap::Command) -> clap::Command {
        command
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command
    }
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Args, clap::Error> {
        let chosen = matches.subcommand();
        Ok(Args(
            chosen.map(|(name, rest)| (name.to_owned(), rest.clone())),
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Args::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A command with a subcommand for each of these doors.
pub fn listed<'a>(command: clap::Command, doors: impl Iterator<Item = &'a Door>) -> clap::Command {
    let doors: Vec<clap::Command> = doors.map(Door::command).collect();
    if doors.is_empty() {
        return command;
    }
    command
        .subcommands(doors)
        .subcommand_required(true)
        .arg_required_else_help(true)
}

/// Opens the door that was chosen.
pub fn run(args: &Args, way: Way, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let Some((name, matches)) = &args.0 else {
        let problem = "no game of this program has such a door";
        return Err(CliError::Usage(problem.to_owned()));
    };
    let mut doors = context.doors(way);
    let Some(door) = doors.find(|door| door.name() == name) else {
        return Err(CliError::Usage(format!("there is no door `{name}`")));
    };
    let interrupt = || interrupts::listen().map_err(|error| DoorError::Usage(error.to_string()));
    door.run(
        matches,
        &mut DoorContext {
            games: &context.games,
            console: screen,
            interrupt: &interrupt,
        },
    )?;
    Ok(())
}
