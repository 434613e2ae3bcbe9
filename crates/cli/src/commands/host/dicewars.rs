//! `ludarium host dicewars`.

use crate::error::CliError;
use crate::screen::Screen;

/// The original Dicewars programs
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port
    #[arg(long)]
    port: u16,
}

/// Plays.
pub fn run(args: &Args, _screen: &mut Screen) -> Result<(), CliError> {
    Err(CliError::Usage(format!(
        "nobody listens at port {}",
        args.port
    )))
}
