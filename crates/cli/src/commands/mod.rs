//! One file a command.

pub mod agents;
pub mod analyse;
pub mod bot;
pub mod budget;
pub mod connect;
pub mod contest;
pub mod engine;
pub mod export;
pub mod games;
pub mod host;
pub mod merge;
pub mod model;
pub mod perft;
pub mod play;
pub mod random;
pub mod replay;
pub mod report;
pub mod reproduce;
pub mod rerun;
pub mod serve;
pub mod show;
pub mod thoughts;
pub mod train;
pub mod verify;
pub mod watch;

use clap::Args;

/// Which game, and which of its variants.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game: see `ludarium games`
    pub game: String,

    /// A variant, with options: NAME or NAME:key=value,…
    #[arg(long, value_name = "V")]
    pub variant: Option<String>,
}

/// Where to begin.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// A position in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    pub position: Option<String>,

    /// The seed for what the start leaves to chance, for instance the map
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
}

impl PositionArgs {
    /// The position asked for.
    pub fn position<G: ludarium_game::Tabletop>(
        &self,
        rules: &G::Rules,
    ) -> ludarium_game::Result<G> {
        use ludarium_game::{Purpose, Seed};
        match &self.position {
            Some(text) => G::parse(rules, text),
            None => Ok(G::start(
                rules,
                &mut Seed(self.seed).stream(Purpose::Start, 0),
            )),
        }
    }
}
