//! `EngineProtocol`: how an agent of ours answers managers that speak the protocol of one game's programs.

use std::io::{self, BufRead, Write};

use ludarium_game::{Budget, Error, Result};

/// A text protocol on standard input and output in which agents of one game can answer, beside our own.
#[derive(Clone, Copy)]
pub struct EngineProtocol {
    /// The name in commands.
    pub name: &'static str,
    /// Answers as the agent with this text until the manager quits; the budget holds where the manager says nothing. The
    /// outer error is about the text.
    pub serve: ServeProtocol,
}

/// See [`EngineProtocol::serve`].
pub type ServeProtocol =
    fn(&str, Budget, &mut dyn BufRead, &mut dyn Write) -> Result<io::Result<()>>;

impl EngineProtocol {
    /// The one with a name; a misspelt name is an error with the nearest one.
    pub fn find(known: &[EngineProtocol], name: &str) -> Result<EngineProtocol> {
        let found = known.iter().find(|protocol| protocol.name == name);
        let unknown = || Error::unknown("protocol", name, known.iter().map(|one| one.name));
        found.copied().ok_or_else(unknown)
    }
}
