//! How bots are confined, as an argument of commands.

use std::sync::Arc;

use super::{AdmittedBot, Bots, Launch};
use crate::sandbox::Policy;

/// How bots are confined.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct BotArgs {
    /// The sandbox of bots: `require` starts none without a full one, `try` does what the system can, `off` leaves only the limits
    #[arg(long, value_name = "HOW", default_value = "try")]
    sandbox: Policy,
}

impl BotArgs {
    /// How a bot is started.
    pub fn launch(&self) -> std::io::Result<Launch> {
        Launch::new(self.sandbox)
    }

    /// Lets in the bots that agents' texts name.
    pub fn bots(&self) -> std::io::Result<Arc<Bots>> {
        Ok(Arc::new(Bots::new(self.launch()?)))
    }
}

impl AdmittedBot {
    /// Who it is and how well it is confined.
    pub fn sentence(&self) -> String {
        let name = self.name.as_deref().unwrap_or("a bot without a name");
        format!("{} is {name}, sandbox: {}", self.text, self.sandbox)
    }
}
