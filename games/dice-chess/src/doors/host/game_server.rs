//! What the host's threads share: the lobby. It runs our agents and calls bots that wait to be called.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ludarium_arena::TimeControl;
use ludarium_game::{Purpose, Rng};
use serde::Serialize;

use super::bots::{BotId, BotKind, Callback};
use super::lobby::{Begun, Lobby};
use super::sink::Sink;
use super::{HostEvent, Terms};
use crate::doors::caller::check_address;
use crate::doors::error::PlatformError;
use crate::doors::message::{Delivery, GameEvent, Nonce, Side, TurnOffer};
use crate::doors::secret::{Secret, random_text};
use crate::doors::session::{Reply, Session};
use crate::doors::signature::{self, SIGNATURE_HEADER, TIMESTAMP_HEADER};
use crate::doors::webhook::now;

/// The longest wait for a bot that is called.
const LONGEST_CALL: Duration = Duration::from_secs(120);
/// The largest answer of such a bot.
const LARGEST_ANSWER: u64 = 1 << 16;

/// Starts games, asks those who play, and tells everybody what happens.
pub(super) struct GameServer {
    lobby: Mutex<Lobby>,
    terms: Terms,
    news: Sender<HostEvent>,
}

impl std::fmt::Debug for GameServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GameServer")
    }
}

/// One seat of one game, played by one of our agents or by a bot that is called.
struct LocalSeat {
    game: String,
    bot: BotId,
    side: Side,
    events: Receiver<GameEvent>,
}

impl GameServer {
    pub(super) fn new(terms: &Terms, news: Sender<HostEvent>) -> Result<GameServer, PlatformError> {
        let lobby = Lobby::new(terms, news.clone()).map_err(|refusal| PlatformError::System {
            what: "cannot add our agents".to_owned(),
            source: std::io::Error::other(refusal.error),
        })?;
        Ok(GameServer {
            lobby: Mutex::new(lobby),
            terms: terms.clone(),
            news,
        })
    }

    pub(super) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The lobby; a panic in another thread does not block it.
    pub(super) fn lobby(&self) -> MutexGuard<'_, Lobby> {
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the threads for our agents and for bots that are called.
    pub(super) fn seat(self: &Arc<GameServer>, begun: &Begun) {
        for side in Side::BOTH {
            let bot = begun.seats[side.index()];
            if let Err(reason) = self.seat_one(&begun.game, bot, side) {
                self.note(&begun.game, format!("{side} cannot play: {reason}"));
            }
        }
    }

    fn seat_one(self: &Arc<GameServer>, game: &str, bot: BotId, side: Side) -> Result<(), String> {
        let mut lobby = self.lobby();
        let known = lobby.bots.get(bot);
        let (kind, callback) = (known.kind, known.callback.clone());
        if callback.is_none() && !matches!(kind, BotKind::House(_)) {
            return Ok(());
        }
        let (sender, events) = channel();
        let followed = lobby.follow(game, Sink::Local(sender), Instant::now());
        followed.map_err(|refusal| refusal.error)?;
        drop(lobby);
        let seat = LocalSeat {
            game: game.to_owned(),
            bot,
            side,
            events,
        };
        let server = self.clone();
        let thread = std::thread::Builder::new().name(format!("{side} of {game}"));
        let started = match (kind, callback) {
            (BotKind::House(number), _) => thread.spawn(move || server.play_house(&seat, number)),
            (_, Some(callback)) => thread.spawn(move || server.play_by_calls(&seat, &callback)),
            (_, None) => return Ok(()),
        };
        started.map(drop).map_err(|error| error.to_string())
    }

    /// One of our agents plays until the game is over.
    fn play_house(&self, seat: &LocalSeat, number: usize) {
        if let Ok(seed) = random_text() {
            // A seed that is refused leaves the agent's name in its place.
            let _ = self
                .lobby()
                .add_seed(seat.bot, &seat.game, seed, Instant::now());
        }
        let rng: Rng = self.terms.seed.stream(Purpose::Seat, number_of(&seat.game));
        let player = self.terms.house_bots[number]
            .1
            .player(TimeControl::None, self.terms.seed);
        let mut session = Session::new(seat.side, player, self.terms.budget.clone(), rng);
        for event in &seat.events {
            let moves = match session.hear(&event) {
                Reply::Wait => continue,
                Reply::Play(moves) => moves,
                Reply::Improvise(reason) | Reply::Resign(reason) => {
                    self.give_up(seat, &reason);
                    continue;
                }
            };
            self.submit(seat, &moves);
        }
    }

    /// A bot is called for each of its turns until the game is over. One attempt a turn: its clock runs on.
    fn play_by_calls(&self, seat: &LocalSeat, callback: &Callback) {
        for event in &seat.events {
            let asked = match &event {
                GameEvent::Snapshot { state, .. } => {
                    state.dice_pending && state.active_seat == seat.side
                }
                GameEvent::DiceRolled { seat: mover, .. } => *mover == seat.side,
                _ => false,
            };
            if !asked {
                continue;
            }
            let told = {
                let lobby = self.lobby();
                lobby.game(&seat.game).map(|played| {
                    let now = Instant::now();
                    let mut state = played.state(now);
                    // The published webhook handlers would ask the real platform, not us, for a tree that is left out.
                    state.legal_moves = Some(played.legal_moves().legal_moves);
                    (state, played.left(seat.side, now))
                })
            };
            let Ok((state, left)) = told else {
                return;
            };
            if !state.dice_pending || state.active_seat != seat.side {
                continue;
            }
            let delivery = Delivery::YourTurn {
                game_id: seat.game.clone(),
                seat: seat.side,
                state: Box::new(state),
            };
            let answered = call(&callback.url, &callback.secret, &delivery, left);
            let offer = answered.and_then(|body| {
                serde_json::from_slice::<TurnOffer>(&body).map_err(|error| error.to_string())
            });
            match offer {
                Ok(offer) => self.submit(seat, &offer.moves),
                Err(reason) => self.note(
                    &seat.game,
                    format!("{} does not answer: {reason}", seat.side),
                ),
            }
        }
    }

    fn give_up(&self, seat: &LocalSeat, reason: &str) {
        self.note(&seat.game, format!("{} gives up: {reason}", seat.side));
        // There is nothing to give up if the game is over.
        let _ = self.lobby().resign(seat.bot, &seat.game);
    }

    fn submit(&self, seat: &LocalSeat, moves: &[String]) {
        let reply = self
            .lobby()
            .play(seat.bot, &seat.game, moves, Instant::now());
        if let Ok(reply) = reply
            && let Some(reason) = reply.reason
        {
            let turn = moves.join(" ");
            self.note(
                &seat.game,
                format!("`{turn}` of {} was refused: {reason}", seat.side),
            );
        }
    }

    fn note(&self, game: &str, text: String) {
        // Nobody receives events when the command has ended.
        let _ = self.news.send(HostEvent::Note {
            game: game.to_owned(),
            text,
        });
    }
}

/// Checks that the bot at an address repeats our nonce; returns the key for later calls.
pub(super) fn verify_address(url: &str) -> Result<Callback, String> {
    match check_address(url) {
        Ok(true) => {}
        Ok(false) => return Err("this host calls addresses on this machine only".to_owned()),
        Err(error) => return Err(error.to_string()),
    }
    let fresh = || random_text().map_err(|error| error.to_string());
    let (nonce, secret) = (fresh()?, Secret::new(&(fresh()? + &fresh()?)));
    let question = Delivery::Verification {
        nonce: nonce.clone(),
    };
    let answer = call(url, &secret, &question, Duration::from_secs(10))?;
    let repeated: Nonce = serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
    if repeated.nonce != nonce {
        return Err("the answer is another nonce".to_owned());
    }
    Ok(Callback {
        url: url.to_owned(),
        secret,
    })
}

/// Calls a bot; the body of its answer.
fn call(
    url: &str,
    secret: &Secret,
    what: &impl Serialize,
    limit: Duration,
) -> Result<Vec<u8>, String> {
    let body = serde_json::to_vec(what).map_err(|error| error.to_string())?;
    let time = now().to_string();
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .timeout_global(Some(limit.min(LONGEST_CALL)))
        .build()
        .into();
    let sent = agent
        .post(url)
        .content_type("application/json")
        .header(
            SIGNATURE_HEADER,
            signature::sign(secret.expose(), &time, &body),
        )
        .header(TIMESTAMP_HEADER, &time)
        .send(&body[..]);
    let mut response = sent.map_err(|error| error.to_string())?;
    if response.status() != 200 {
        return Err(format!("it answered {}", response.status().as_u16()));
    }
    let answer = response.body_mut().with_config().limit(LARGEST_ANSWER);
    answer.read_to_vec().map_err(|error| error.to_string())
}

/// A number from the name of a game, so that our agents use other random numbers in each game.
fn number_of(game: &str) -> u64 {
    game.bytes().fold(0, |number, byte| {
        (number.rotate_left(8) ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
