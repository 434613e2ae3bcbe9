//! Bots on the command line: how they are let in, and what is said about them.

use std::sync::Arc;

use ludarium_agents::Kit;
use ludarium_arena::Guests;
use ludarium_bridge::bot::{Admitted, BotGuests, Launch};
use ludarium_bridge::door::Entrant;
use ludarium_bridge::sandbox::Policy;
use serde_json::json;

use crate::error::CliError;
use crate::screen::{FAINT, Screen};

/// How bots are confined.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct BotArgs {
    /// The sandbox of bots: `require` starts none without a full one, `try` does what the system can, `off` does nothing
    #[arg(long, value_name = "HOW", default_value = "try")]
    sandbox: Policy,
}

impl BotArgs {
    /// How a bot is started.
    pub fn launch(&self) -> Result<Launch, CliError> {
        Ok(Launch::new(self.sandbox)?)
    }

    /// Lets in the bots that agents' texts name.
    pub fn bots(&self) -> Result<Bots, CliError> {
        Ok(Bots(Arc::new(BotGuests::new(self.launch()?))))
    }

    /// Whoever an agent's text stands for at a door.
    pub fn entrant<G: Kit>(&self, text: &str, variant: &str) -> Result<Entrant<G>, CliError> {
        let bots = self.bots()?;
        let entrant = Entrant::new(text, variant, Some(&*bots.guests()))?;
        bots.remark();
        Ok(entrant)
    }
}

/// The bots of a command.
#[derive(Clone, Debug)]
pub struct Bots(Arc<BotGuests>);

impl Bots {
    /// For those who let them play.
    pub fn guests(&self) -> Arc<dyn Guests> {
        self.0.clone()
    }

    /// Says who was let in, and how well each is confined.
    pub fn report(&self, as_json: bool, screen: &mut Screen) -> Result<(), CliError> {
        for bot in self.0.admitted() {
            if as_json {
                screen.json(&json!({
                    "event": "bot", "agent": bot.text, "name": bot.name, "sandbox": bot.sandbox,
                }))?;
            } else {
                screen.line(format!("{FAINT}{}{FAINT:#}", sentence(&bot)))?;
            }
        }
        screen.finish()
    }

    /// Says the same beside the result, for commands whose result is all that they print.
    pub fn remark(&self) {
        for bot in self.0.admitted() {
            Screen::remark(&sentence(&bot));
        }
    }
}

fn sentence(bot: &Admitted) -> String {
    let name = bot.name.as_deref().unwrap_or("a bot without a name");
    format!("{} is {name}, sandbox: {}", bot.text, bot.sandbox)
}
