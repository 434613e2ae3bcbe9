//! A bot of ours that is called when it is its turn: the answer to the request is the turn.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::rules::ThreeDice;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use ludarium_arena::TimeControl;
use ludarium_game::{Budget, Purpose, Seed};
use tokio::sync::Semaphore;

use super::error::PlatformError;
use super::message::{Delivery, GameState, GameStatus, Nonce, Side, TurnOffer};
use super::platform::Platform;
use super::secret::Secret;
use super::serve::{json, refusal};
use super::session::{Reply, Session};
use super::signature::{self, SIGNATURE_HEADER, TIMESTAMP_HEADER};
use ludarium_bridge::door::Entrant;
use ludarium_bridge::http::{Listener, Room, Server, read_body};

/// The largest request: a state with the full tree of a rich position is smaller.
const LARGEST_REQUEST: usize = 4 << 20;
/// The longest text that is repeated to prove that we are here.
const LONGEST_NONCE: usize = 256;
/// Connections at a time: all of them may come from the one platform.
const ROOM: Room = Room {
    connections: 64,
    from_one_client: 64,
};
/// Events that may wait for the caller; further ones are dropped.
const MOST_EVENTS: usize = 1024;

/// What a webhook is to do.
#[derive(Clone, Debug)]
pub struct Reception {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Who plays.
    pub agent: Entrant<ThreeDice>,
    /// What one decision may cost; the clock is respected in any case.
    pub budget: Budget,
    /// The seed of the agent's randomness.
    pub seed: Seed,
    /// The key of the signatures, if the address is registered already.
    pub secret: Option<Secret>,
    /// How many turns are thought about at a time.
    pub at_once: u32,
}

/// What a webhook reports while it listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    /// The platform asked whether we are here.
    Verified,
    /// A turn was answered.
    Answered {
        /// The id of the game.
        game: String,
        /// Our side.
        side: Side,
        /// The moves; none for a pass.
        moves: Vec<String>,
    },
    /// A request was rejected or not understood.
    Refused(String),
    /// A turn could not be answered.
    Failed {
        /// The id of the game.
        game: String,
        /// Why.
        reason: String,
    },
}

/// A bot that waits to be called.
#[derive(Debug)]
pub struct Webhook {
    server: Server,
    callee: Arc<Callee>,
    calls: Receiver<Called>,
}

/// What answers the calls.
struct Callee {
    agent: Entrant<ThreeDice>,
    budget: Budget,
    seed: Seed,
    /// Without it only the question whether we are here is answered.
    secret: Mutex<Option<Secret>>,
    thinking: Semaphore,
    turns: AtomicU64,
    calls: SyncSender<Called>,
}

impl std::fmt::Debug for Callee {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Callee")
    }
}

impl Webhook {
    /// Begins to listen.
    pub fn open(order: Reception) -> Result<Webhook, PlatformError> {
        let (sender, calls) = sync_channel(MOST_EVENTS);
        let callee = Arc::new(Callee {
            agent: order.agent,
            budget: order.budget,
            seed: order.seed,
            secret: Mutex::new(order.secret),
            thinking: Semaphore::new(order.at_once.max(1) as usize),
            turns: AtomicU64::new(0),
            calls: sender,
        });
        let router = Router::new().fallback(receive).with_state(callee.clone());
        Ok(Webhook {
            server: Listener::bind(order.listen)?.serve(ROOM, router),
            callee,
            calls,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Asks a platform to call at `url`, which must lead to here, and accepts its signatures from then on.
    pub fn register(&self, platform: &Platform, url: &str) -> Result<(), PlatformError> {
        let secret = platform.register_webhook(url)?;
        *self
            .callee
            .secret
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(secret);
        Ok(())
    }

    /// What happens, as it happens.
    pub fn calls(&self) -> &Receiver<Called> {
        &self.calls
    }
}

async fn receive(State(callee): State<Arc<Callee>>, headers: HeaderMap, body: Body) -> Response {
    let body = match read_body(body, LARGEST_REQUEST).await {
        Ok(body) => body,
        Err(error) => {
            let status = error.status();
            callee.tell(Called::Refused(format!(
                "a request with a bad body: {status}"
            )));
            return status.into_response();
        }
    };
    let known = callee
        .secret
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    if let Some(secret) = &known {
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let (time, sign) = (header(TIMESTAMP_HEADER), header(SIGNATURE_HEADER));
        if let Err(forgery) = signature::check(secret.expose(), time, sign, &body, now()) {
            callee.tell(Called::Refused(forgery.to_string()));
            return refusal(401, &forgery.to_string());
        }
    }
    match serde_json::from_slice(&body) {
        Err(error) => {
            callee.tell(Called::Refused(format!(
                "a request that we cannot read: {error}"
            )));
            refusal(400, "expected a verification or a turn")
        }
        Ok(Delivery::Verification { nonce }) if nonce.len() <= LONGEST_NONCE => {
            callee.tell(Called::Verified);
            json(200, &Nonce { nonce })
        }
        Ok(Delivery::Verification { .. }) => refusal(400, "the nonce is too long"),
        Ok(Delivery::YourTurn { .. }) if known.is_none() => {
            let reason = "a turn came before the address was registered";
            callee.tell(Called::Refused(reason.to_owned()));
            refusal(401, reason)
        }
        Ok(Delivery::YourTurn {
            game_id,
            seat,
            state,
        }) => answer(callee, game_id, seat, state).await,
    }
}

/// Thinks in a thread of its own, so that other requests are answered meanwhile.
async fn answer(callee: Arc<Callee>, game: String, side: Side, state: Box<GameState>) -> Response {
    let Ok(_seat) = callee.thinking.try_acquire() else {
        let reason = "as many turns as allowed are being thought about".to_owned();
        callee.tell(Called::Failed { game, reason });
        return refusal(503, "busy");
    };
    let thinker = callee.clone();
    let thought = tokio::task::spawn_blocking(move || thinker.think(side, &state)).await;
    match thought.unwrap_or_else(|error| Err(error.to_string())) {
        Ok(moves) => {
            let offer = TurnOffer {
                moves: moves.clone(),
            };
            callee.tell(Called::Answered { game, side, moves });
            json(200, &offer)
        }
        Err(reason) => {
            callee.tell(Called::Failed { game, reason });
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

impl Callee {
    fn think(&self, side: Side, state: &GameState) -> Result<Vec<String>, String> {
        let active = matches!(state.status, GameStatus::Active {});
        if !active || !state.dice_pending || state.active_seat != side {
            return Ok(Vec::new());
        }
        let number = self.turns.fetch_add(1, Ordering::Relaxed);
        let rng = self.seed.stream(Purpose::Game, number);
        let player = self.agent.player(TimeControl::None, self.seed);
        let mut session = Session::new(side, player, self.budget.clone(), rng);
        match session.turn(&state.dfen, &state.time_control, state.clocks.as_ref()) {
            Reply::Wait => Ok(Vec::new()),
            Reply::Play(moves) => Ok(moves),
            Reply::Improvise(reason) => match &state.legal_moves {
                Some(tree) => Ok(tree.first_turn()),
                None => Err(reason),
            },
            Reply::Resign(reason) => Err(reason),
        }
    }

    fn tell(&self, called: Called) {
        // The caller is gone or too slow: answering turns matters more than reporting them.
        let _ = self.calls.try_send(called);
    }
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
