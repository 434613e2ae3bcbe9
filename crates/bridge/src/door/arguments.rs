//! Arguments that the commands of doors share.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use ludarium_agents::{Playable, Roster};
use ludarium_arena::{BotSource, Limits, typed_roster};
use ludarium_game::{Budget, read_duration};
use serde_json::Value;

use super::{DoorContext, DoorError, Entrant, Notices};
use crate::bot::{BotArgs, Bots};

/// What everybody says who joins a server.
#[derive(Clone, Debug, clap::Args)]
pub struct VisitorArgs {
    /// The server's host
    #[arg(long, default_value = "127.0.0.1", value_name = "H")]
    pub host: String,

    /// The agent that plays: see `ludarium agents GAME`
    #[arg(long, default_value = "best", value_name = "SPEC")]
    pub agent: String,

    /// The seed of the agent
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,

    /// How bots are confined.
    #[command(flatten)]
    pub bots: BotArgs,

    /// Print JSON, a line a game
    #[arg(long)]
    pub json: bool,
}

impl VisitorArgs {
    /// The address of the server.
    pub fn address(&self, port: u16) -> Result<SocketAddr, DoorError> {
        let host = &self.host;
        let doing = format!("find the host `{host}`");
        let mut addresses =
            (host.as_str(), port).to_socket_addrs().map_err(DoorError::network(doing))?;
        let none = || DoorError::Usage(format!("the host `{host}` has no address"));
        addresses.next().ok_or_else(none)
    }
}

/// What everybody says who hosts games.
#[derive(Clone, Debug, clap::Args)]
pub struct HostArgs {
    /// The address to listen at; 0.0.0.0 lets other machines in
    #[arg(long, default_value = "127.0.0.1", value_name = "A")]
    pub address: String,

    /// The number of games, one after the other
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub games: u64,

    /// The seed of our agents, and of the luck that is not given
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,

    /// Append each game to this file, a line of JSON a game
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// How bots are confined.
    #[command(flatten)]
    pub bots: BotArgs,

    /// Print JSON, a line a game
    #[arg(long)]
    pub json: bool,
}

impl HostArgs {
    /// Listens at a port, with what `open` opens there, and tells where: with port 0 the system has chosen one.
    pub fn listen<L>(
        &self,
        port: u16,
        context: &mut DoorContext<'_>,
        open: impl FnOnce((String, u16)) -> io::Result<L>,
        address: impl FnOnce(&L) -> io::Result<SocketAddr>,
    ) -> Result<L, DoorError> {
        let doing = format!("listen at {}:{port}", self.address);
        let opened = open((self.address.clone(), port)).map_err(DoorError::network(doing))?;
        if let Ok(address) = address(&opened) {
            context.console.remark(&reach(address));
        }
        Ok(opened)
    }

    /// Keeps and shows a game: its record where that was asked for, or else what `words` writes.
    pub fn show(
        &self,
        record: &Value,
        context: &mut DoorContext<'_>,
        words: impl FnOnce(&mut DoorContext<'_>) -> Result<(), DoorError>,
    ) -> Result<(), DoorError> {
        self.keep(record)?;
        if self.json {
            context.console.json(record)?
        } else {
            words(context)?
        }
        Ok(context.console.finish()?)
    }

    /// Appends the record of a game to the file, if one was named.
    fn keep(&self, record: &Value) -> Result<(), DoorError> {
        let Some(path) = &self.record else {
            return Ok(());
        };
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| writeln!(file, "{record}"))
            .map_err(|source| DoorError::Write { path: path.clone(), source })
    }
}

impl DoorContext<'_> {
    /// The contender that an agent's text stands for in a game; says how well a bot is confined.
    pub fn entrant<G: Playable>(
        &mut self,
        text: &str,
        variant: &str,
        bots: &BotArgs,
    ) -> Result<Entrant<G>, DoorError> {
        let bots = bots.bots();
        let bots = bots.map_err(DoorError::network("start bots"))?;
        let source: &dyn BotSource = &*bots;
        let entrant = Entrant::new(text, variant, &self.roster(variant)?, Some(source))?;
        self.introduce(&bots);
        Ok(entrant)
    }

    /// The agents that play a variant.
    pub fn roster<G: Playable>(&self, variant: &str) -> Result<Roster<G>, DoorError> {
        let rules = self.games.rules(G::NAME, Some(variant))?;
        Ok(typed_roster::<G>(&*rules))
    }

    /// Notices that are said at once.
    pub fn notices(&mut self) -> Notices<'_> {
        Notices::new(|text| self.console.remark(text))
    }

    /// Says which bots were let in, and how well each is confined.
    pub fn introduce(&mut self, bots: &Bots) {
        for bot in bots.admitted() {
            self.console.remark(&bot.sentence());
        }
    }
}

/// What one decision may cost, as far as it does not depend on time.
#[derive(Clone, Debug, clap::Args)]
pub struct LimitArgs {
    /// Largest number of simulations for a decision
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,

    /// Largest number of positions looked at for a decision
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Largest number of plies looked ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
}

impl LimitArgs {
    /// The limits that were given.
    pub fn limits(&self) -> Limits {
        Limits { iterations: self.iterations, nodes: self.nodes, depth: self.depth }
    }
}

/// What one decision may cost; the first limit that is reached counts.
#[derive(Clone, Debug, clap::Args)]
pub struct BudgetArgs {
    /// Longest time for a decision, for instance 500ms, 2s or 1m
    #[arg(long, value_name = "T", value_parser = duration)]
    time: Option<Duration>,

    #[command(flatten)]
    limits: LimitArgs,
}

impl BudgetArgs {
    /// The budget; without any limit the agent's own default.
    pub fn budget(&self) -> Budget {
        Budget { time: self.time, ..self.limits.limits().budget() }
    }

    /// The budget divided by `parts`; `None` where the result would be no smaller or nothing.
    pub fn part(&self, parts: u32) -> Option<Budget> {
        let whole = self.budget();
        let divided = |number: Option<u64>| number.map(|number| number / u64::from(parts));
        let (iterations, nodes) = (divided(whole.iterations), divided(whole.nodes));
        let limited = whole.time.is_some() || iterations.is_some() || nodes.is_some();
        let enough = iterations.is_none_or(|n| n >= 10) && nodes.is_none_or(|n| n >= 10);
        (limited && enough).then(|| Budget {
            time: whole.time.map(|time| time / parts),
            iterations,
            nodes,
            ..whole
        })
    }
}

/// Where clients are waited for, and who can come there. The address stands last, where scripts look for the port.
fn reach(address: SocketAddr) -> String {
    let who = if address.ip().is_loopback() {
        "open to this machine alone (`--address 0.0.0.0` opens it to others)"
    } else {
        "open to every machine that reaches it"
    };
    format!("{who}, listening at {address}")
}

/// Reads a duration such as `500ms`, `2s` or `1m`, for the command line.
pub fn duration(text: &str) -> Result<Duration, String> {
    read_duration(text).ok_or_else(|| "expected a time such as 500ms, 2s or 1m".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_says_who_can_come() {
        let says = |address: &str| reach(address.parse().unwrap());
        let loopback = says("127.0.0.1:9876");
        assert!(loopback.starts_with("open to this machine alone"));
        assert!(loopback.ends_with(", listening at 127.0.0.1:9876"));
        assert!(says("[::1]:80").starts_with("open to this machine alone"));
        for address in ["0.0.0.0:9876", "192.168.1.5:1", "[::]:80"] {
            assert!(says(address).starts_with("open to every machine"), "{address}");
        }
    }
}
