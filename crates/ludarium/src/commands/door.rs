//! `ludarium connect` and `ludarium host`: the ways to other people's servers and programs. Games bring them.

use clap::{ArgMatches, FromArgMatches};
use ludarium_bridge::door::{Door, DoorContext, DoorError, DoorWay};

use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::screen::Screen;

/// The name of a door with the arguments of its command.
#[derive(Debug)]
pub struct DoorCommand(Option<(String, ArgMatches)>);

impl clap::Args for DoorCommand {
    fn augment_args(command: clap::Command) -> clap::Command {
        command
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command
    }
}

impl FromArgMatches for DoorCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<DoorCommand, clap::Error> {
        let chosen = matches.subcommand();
        Ok(DoorCommand(chosen.map(|(name, rest)| (name.to_owned(), rest.clone()))))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = DoorCommand::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A command with a subcommand for each of these doors.
pub fn listed<'a>(command: clap::Command, doors: impl Iterator<Item = &'a Door>) -> clap::Command {
    let doors: Vec<clap::Command> = doors.map(Door::command).collect();
    if doors.is_empty() {
        return command;
    }
    command.subcommands(doors).subcommand_required(true).arg_required_else_help(true)
}

/// Opens the door to another server that was chosen.
pub fn connect(args: &DoorCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    open(args, DoorWay::Connect, context, screen)
}

/// Opens the door for other programs that was chosen.
pub fn host(args: &DoorCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    open(args, DoorWay::Host, context, screen)
}

fn open(
    args: &DoorCommand,
    way: DoorWay,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let Some((name, matches)) = &args.0 else {
        let problem = "no game of this program has such a door";
        return Err(CliError::Usage(problem.to_owned()));
    };
    let mut doors = context.doors(way);
    let Some(door) = doors.find(|door| door.name() == name) else {
        return Err(CliError::Usage(format!("there is no door `{name}`")));
    };
    // Only doors that ask hear Ctrl-C; the others are ended by it.
    let listen = || interrupts::listen().map_err(|error| DoorError::Failed(error.to_string()));
    door.run(
        matches,
        &mut DoorContext { games: &context.games, console: screen, interrupt: &listen },
    )?;
    Ok(())
}
