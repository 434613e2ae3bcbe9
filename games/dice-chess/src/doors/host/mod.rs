//! A platform on this machine: bots written for the real one play here, against each other or against our agents.
//!
//! `running_game.rs` is one game and `lobby.rs` everything the host knows, both without networks; `routes.rs` is the
//! interface, `game_server.rs` runs our agents and calls bots that wait to be called.

mod bots;
mod challenges;
mod game_server;
mod lobby;
mod routes;
mod running_game;
mod sink;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use axum::Router;
use ludarium_game::{Budget, Seed};

use self::game_server::GameServer;
use self::running_game::RunningGame;
use super::error::PlatformError;
use super::message::{GameOver, Sides};
use super::platform::is_slug;
use crate::rules::ThreeDice;
use ludarium_bridge::door::Entrant;
use ludarium_bridge::http::{Listener, Room, Server};

/// How often clocks are checked.
const TICK: Duration = Duration::from_millis(20);

/// One of our agents as a bot of the team `house`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseBot {
    /// Its name, such as `greedy`.
    pub name: String,
    /// The agent's text.
    pub agent: String,
}

impl std::str::FromStr for HouseBot {
    type Err = ludarium_game::Error;

    /// Reads `NAME=AGENT`, or an agent alone that also serves as the name.
    fn from_str(text: &str) -> Result<HouseBot, ludarium_game::Error> {
        let (name, agent) = match text.split_once('=') {
            // The first `=` may belong to a parameter, as in `mcts:iterations=100`.
            Some((name, agent)) if is_slug(name) => (name, agent),
            _ => (text, text),
        };
        if !is_slug(name) || agent.is_empty() {
            return Err(ludarium_game::Error::Spec {
                text: text.to_owned(),
                reason: "expected NAME=AGENT with a name of small letters, digits and hyphens"
                    .to_owned(),
            });
        }
        Ok(HouseBot {
            name: name.to_owned(),
            agent: agent.to_owned(),
        })
    }
}

/// What a host offers.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The port on this machine; 0 lets the system choose.
    pub port: u16,
    /// Our agents, ready to be challenged by these names.
    pub house_bots: Vec<(String, Entrant<ThreeDice>)>,
    /// What one decision of our agents may cost; the clock is respected in any case.
    pub budget: Budget,
    /// The seed of our agents' randomness; the dice come from the system.
    pub seed: Seed,
    /// Games at a time.
    pub games: usize,
    /// Connections at a time.
    pub connections: usize,
    /// How long the first roll waits for the players' seeds.
    pub grace: Duration,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            port: 0,
            house_bots: Vec::new(),
            budget: Budget::default(),
            seed: Seed(1),
            games: 32,
            connections: 256,
            grace: Duration::from_secs(5),
        }
    }
}

/// What a host reports while it is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostEvent {
    /// A game begins.
    Started {
        /// The id of the game.
        game: String,
        /// Who plays.
        players: Sides<String>,
    },
    /// A game is over.
    Finished(HostedGame),
    /// A remark for the user.
    Note {
        /// The id of the game.
        game: String,
        /// What happened.
        text: String,
    },
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedGame {
    /// The id of the game.
    pub game: String,
    /// Who played.
    pub players: Sides<String>,
    /// How it ended.
    pub over: GameOver,
    /// Turns of both sides, passes included.
    pub turns: usize,
    /// The hash that was published before the game.
    pub commit: String,
    /// The server's seed with that hash.
    pub seed: String,
    /// The seeds that the players added.
    pub client_seeds: Sides<String>,
}

impl HostedGame {
    /// The record of a game, if it is over.
    fn new(game: &str, played: &RunningGame) -> Option<HostedGame> {
        Some(HostedGame {
            game: game.to_owned(),
            players: played.names().clone(),
            over: played.over()?.clone(),
            turns: played.history().len(),
            commit: played.commit(),
            seed: played.revealed()?,
            client_seeds: played.seeds().clone(),
        })
    }
}

/// A platform on this machine, open until it is dropped.
#[derive(Debug)]
pub struct Host {
    server: Server,
    games: Arc<GameServer>,
    news: Receiver<HostEvent>,
}

impl Host {
    /// Opens a platform.
    pub fn open(terms: &Terms) -> Result<Host, PlatformError> {
        let (sender, news) = channel();
        let games = Arc::new(GameServer::new(terms, sender)?);
        let router = Router::new()
            .fallback(routes::answer)
            .with_state(games.clone());
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, terms.port));
        // All bots are on this machine, so they share one address.
        let room = Room {
            connections: terms.connections,
            from_one_client: terms.connections,
        };
        let server = Listener::bind(address)?.serve(room, router);
        let clockwork = games.clone();
        server.spawn(async move {
            let mut ticks = tokio::time::interval(TICK);
            loop {
                ticks.tick().await;
                clockwork.lobby().tick(Instant::now());
            }
        });
        Ok(Host {
            server,
            games,
            news,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// What happens, as it happens.
    pub fn news(&self) -> &Receiver<HostEvent> {
        &self.news
    }
}

impl Drop for Host {
    /// Tells all players that their games are aborted; the server waits until they have been told.
    fn drop(&mut self) {
        self.games.lobby().close();
    }
}
