//! `ludarium engine`: an agent of ours as a bot for any manager that speaks the bot protocol.

use std::fs::File;
use std::io::stdin;
#[cfg(not(windows))]
use std::os::fd::AsFd;
#[cfg(windows)]
use std::os::windows::io::AsHandle;

use ludarium_arena::is_bot;
use ludarium_bridge::bot::{BotArgs, BotEngine, become_bot};
use ludarium_bridge::door::{BudgetArgs, EngineProtocol};

use crate::context::Context;
use crate::error::CliError;
use crate::screen::Screen;

/// Be a bot: answer the bot protocol on standard input and output
///
/// docs/bots.md describes the protocol. The agent also plays every other game that knows its text; without a clock
/// from the manager, the limits given here hold. A bot (`bot:…`) is started in its sandbox and answers by itself.
#[derive(Debug, clap::Args)]
pub struct EngineCommand {
    /// The game: see `ludarium games`
    game: String,

    /// The agent: NAME or NAME:key=value,… (see `ludarium agents GAME`)
    #[arg(value_name = "SPEC")]
    agent: String,

    /// Speak another protocol than ours: one that the game's own programs speak, see docs/doors.md
    #[arg(long, value_name = "NAME")]
    protocol: Option<String>,

    #[command(flatten)]
    budget: BudgetArgs,

    #[command(flatten)]
    bots: BotArgs,
}

/// Answers until the manager quits.
pub fn run(args: &EngineCommand, context: &Context, _: &mut Screen) -> Result<(), CliError> {
    if let Some(name) = &args.protocol {
        let bundle = ludarium_bundle::find(&context.bundles, &args.game)?;
        let protocol = EngineProtocol::find(&bundle.protocols, name)?;
        let (mut input, mut output) = (stdin().lock(), standard_output()?);
        return Ok((protocol.serve)(&args.agent, args.budget.budget(), &mut input, &mut output)??);
    }
    if is_bot(&args.agent) {
        let trouble = become_bot(&args.agent.parse()?, &args.bots.launch()?);
        return Err(CliError::Failed(format!("`{}` cannot play: {trouble}", args.agent)));
    }
    let engine = BotEngine::new(&context.games, &args.game, &args.agent, args.budget.budget())?;
    Ok(engine.serve(stdin(), standard_output()?)?)
}

/// Standard output past its lock: the screen of this thread holds it, and the engine answers pings on another one.
fn standard_output() -> std::io::Result<File> {
    #[cfg(not(windows))]
    let output = std::io::stdout().as_fd().try_clone_to_owned()?;
    #[cfg(windows)]
    let output = std::io::stdout().as_handle().try_clone_to_owned()?;
    Ok(File::from(output))
}
