//! `Door`: a command that leads to the server or the programs of a game's original. Games bring their own doors.

use std::io;

use clap::{ArgMatches, Args, Command};
use ludarium_arena::{Games, Interrupt};
use serde_json::Value;

use super::DoorError;

/// Words that matter, in a line for [`Console::line`].
pub const STRONG: anstyle::Style = anstyle::Style::new().bold();

/// Which way a door leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoorWay {
    /// We go to somebody else's server: `ludarium connect NAME`.
    Connect,
    /// Somebody else's programs come to us: `ludarium host NAME`.
    Host,
}

/// A door of a game, with the arguments of its command.
pub struct Door {
    way: DoorWay,
    name: &'static str,
    aliases: &'static [&'static str],
    arguments: fn(Command) -> Command,
    run: Run,
}

type Run = Box<dyn Fn(&ArgMatches, &mut DoorContext<'_>) -> Result<(), DoorError> + Send + Sync>;

/// What a door is given beside its arguments.
pub struct DoorContext<'a> {
    /// The games of this program.
    pub games: &'a Games,
    /// Where it writes.
    pub console: &'a mut dyn Console,
    /// Starts to listen for Ctrl-C. A door that never asks for it is ended by Ctrl-C like any program.
    pub interrupt: &'a dyn Fn() -> Result<Interrupt, DoorError>,
}

/// Where a door writes. Lines may have styles; the printing side decides whether they are shown.
pub trait Console {
    /// Writes a line of the result.
    fn line(&mut self, text: &str) -> io::Result<()>;

    /// Writes a line of JSON.
    fn json(&mut self, value: &Value) -> io::Result<()>;

    /// Writes out what is still in buffers.
    fn finish(&mut self) -> io::Result<()>;

    /// Says something that is not part of the result, at once.
    fn remark(&mut self, text: &str);
}

impl Door {
    /// A door whose command takes the arguments `A`. It is named like its game.
    pub fn new<A: Args + 'static>(
        way: DoorWay,
        name: &'static str,
        run: fn(&A, &mut DoorContext<'_>) -> Result<(), DoorError>,
    ) -> Door {
        Door {
            way,
            name,
            aliases: &[],
            arguments: A::augment_args,
            run: Box::new(move |matches, context| {
                let args = A::from_arg_matches(matches);
                run(&args.map_err(|error| DoorError::Usage(error.to_string()))?, context)
            }),
        }
    }

    /// Other names that the door had before.
    #[must_use]
    pub fn aliases(mut self, aliases: &'static [&'static str]) -> Door {
        self.aliases = aliases;
        self
    }

    /// Which way it leads.
    pub fn way(&self) -> DoorWay {
        self.way
    }

    /// Its name in commands.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The command with its arguments and help.
    pub fn command(&self) -> Command {
        let command = Command::new(self.name).aliases(self.aliases);
        (self.arguments)(command)
    }

    /// Opens the door with arguments that [`Door::command`] has read.
    pub fn run(
        &self,
        matches: &ArgMatches,
        context: &mut DoorContext<'_>,
    ) -> Result<(), DoorError> {
        (self.run)(matches, context)
    }
}

impl std::fmt::Debug for Door {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Door({:?} {})", self.way, self.name)
    }
}
