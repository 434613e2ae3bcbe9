//! The interface of the host: which request does what.

use ludarium_game::sort_by;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json as object};

use super::bots::{BotId, BotKind};
use super::game_server::{GameServer, verify_address};
use super::lobby::Refusal;
use super::running_game::RunningGame;
use super::sink::Sink;
use crate::doors::message::{
    Capacity, GameCreated, GameResult, Invitation, MyGames, SeedOffer, Side, Termination,
    TurnOffer, WebhookGranted, WebhookOffer,
};
use crate::doors::serve::{json, refusal};
use ludarium_bridge::http::read_body;

/// The largest request.
const LARGEST_REQUEST: usize = 1 << 14;
/// Live games that are listed.
const MOST_LISTED: usize = 50;

type RouteResult = Result<Response, Refusal>;

/// Answers any request.
pub(super) async fn answer(
    State(server): State<Arc<GameServer>>,
    request: Request<Body>,
) -> Response {
    let (parts, body) = request.into_parts();
    let body = match read_body(body, LARGEST_REQUEST).await {
        Ok(body) => body,
        Err(error) => return refusal(error.status().as_u16(), "the body is too large or too slow"),
    };
    let answered = route(&server, &parts, &body).await;
    answered.unwrap_or_else(|no| refusal(no.status, &no.error))
}

async fn route(server: &Arc<GameServer>, parts: &Parts, body: &Bytes) -> RouteResult {
    let path: Vec<&str> = parts.uri.path().trim_matches('/').split('/').collect();
    match (parts.method.as_str(), path.as_slice()) {
        ("POST", ["bot", "anon"]) => become_guest(server, parts),
        ("POST", ["bot", "register"]) => register(server, body),
        ("GET", ["games"]) => list_games(server),
        ("GET", ["games", id]) => ok(200, &server.lobby().game(id)?.state(Instant::now())),
        ("GET", ["games", id, "moves"]) => ok(200, &server.lobby().game(id)?.legal_moves()),
        ("GET", ["games", id, "history"]) => ok(200, &history(id, server.lobby().game(id)?)?),
        ("GET", ["leaderboard" | "strength", ..]) | (_, ["bot", "ladder", ..]) => {
            Err(Refusal::new(404, "this host keeps no ratings"))
        }
        (method, ["bot", call @ ..]) => {
            let bot = recognise(server, parts)?;
            bot_route(server, bot, method, call, body).await
        }
        _ => Err(no_such_call()),
    }
}

/// The calls of a bot with a valid token.
async fn bot_route(
    server: &Arc<GameServer>,
    bot: BotId,
    method: &str,
    call: &[&str],
    body: &Bytes,
) -> RouteResult {
    let now = Instant::now();
    match (method, call) {
        ("GET", ["account"]) => ok(200, &server.lobby().bots.get(bot).identity()),
        ("POST", ["token"]) => renew_token(server, registered(server, bot)?),
        ("GET", ["capacity"]) => capacity(server, registered(server, bot)?),
        ("POST", ["capacity"]) => set_capacity(server, registered(server, bot)?, body),
        ("POST", ["challenge"]) => challenge(server, bot, body),
        ("GET", ["challenges"]) => ok(200, &server.lobby().challenges(bot)),
        ("POST", ["challenge", id, "accept"]) => accept(server, bot, id),
        ("POST", ["challenge", id, "decline"]) => {
            server.lobby().decline(bot, id)?;
            Ok(StatusCode::OK.into_response())
        }
        ("GET", ["games"]) => {
            let games = server.lobby().my_games(bot, now);
            ok(200, &MyGames { games })
        }
        ("POST", ["game", id, "seed"]) => {
            let offer: SeedOffer = read(body)?;
            server.lobby().add_seed(bot, id, offer.seed, now)?;
            Ok(StatusCode::ACCEPTED.into_response())
        }
        ("POST", ["game", id, "move"]) => {
            let offer: TurnOffer = read(body)?;
            let reply = server.lobby().play(bot, id, &offer.moves, now)?;
            ok(if reply.applied { 200 } else { 409 }, &reply)
        }
        ("POST", ["game", id, "resign"]) => {
            server.lobby().resign(bot, id)?;
            Ok(StatusCode::ACCEPTED.into_response())
        }
        ("GET", ["stream", "event"]) => {
            let (sink, response) = Sink::streamed();
            server.lobby().bots.get_mut(bot).listen(sink)?;
            Ok(response)
        }
        ("GET", ["game", "stream", id]) => {
            let (sink, response) = Sink::streamed();
            server.lobby().follow(id, sink, now)?;
            Ok(response)
        }
        ("POST", ["webhook"]) => set_callback(server, registered(server, bot)?, body).await,
        ("GET", ["webhook"]) => callback(server, registered(server, bot)?),
        ("DELETE", ["webhook"]) => {
            let bot = registered(server, bot)?;
            server.lobby().bots.get_mut(bot).callback = None;
            Ok(StatusCode::NO_CONTENT.into_response())
        }
        _ => Err(no_such_call()),
    }
}

fn no_such_call() -> Refusal {
    Refusal::new(404, "no such call")
}

fn ok(status: u16, answer: &impl Serialize) -> RouteResult {
    Ok(json(status, answer))
}

fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::new(400, &format!("cannot read the body: {error}")))
}

fn recognise(server: &GameServer, parts: &Parts) -> Result<BotId, Refusal> {
    let shown = parts.headers.get(header::AUTHORIZATION);
    let token = shown
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.strip_prefix("Bearer "));
    token
        .and_then(|token| server.lobby().bots.recognise(token, Instant::now()))
        .ok_or_else(|| Refusal::new(401, "show a token: Authorization: Bearer TOKEN"))
}

fn registered(server: &GameServer, bot: BotId) -> Result<BotId, Refusal> {
    match server.lobby().bots.get(bot).kind {
        BotKind::Registered => Ok(bot),
        _ => Err(Refusal::new(403, "only registered bots may")),
    }
}

fn become_guest(server: &GameServer, parts: &Parts) -> RouteResult {
    let pairs = parts.uri.query().unwrap_or_default().split('&');
    let name = pairs.filter_map(|pair| pair.strip_prefix("name=")).next();
    let games = server.terms().games;
    let mut lobby = server.lobby();
    ok(201, &lobby.bots.add_guest(name, games, Instant::now())?)
}

fn register(server: &GameServer, body: &Bytes) -> RouteResult {
    let wanted: Invitation = read(body)?;
    let identity = server.lobby().bots.register(&wanted.team, &wanted.name)?;
    ok(201, &identity)
}

fn renew_token(server: &GameServer, bot: BotId) -> RouteResult {
    let token = server.lobby().bots.renew(bot)?;
    ok(200, &object!({ "token": token }))
}

fn capacity(server: &GameServer, bot: BotId) -> RouteResult {
    let lobby = server.lobby();
    let capacity = lobby.bots.get(bot).capacity;
    ok(
        200,
        &object!({
            "maxConcurrentGames": capacity,
            "openToHumans": false,
            "ladderAllowance": capacity,
            "activeGames": lobby.active_games(bot),
        }),
    )
}

fn set_capacity(server: &GameServer, bot: BotId, body: &Bytes) -> RouteResult {
    let wanted: Capacity = read(body)?;
    if !(1..=32).contains(&wanted.max_concurrent_games) {
        return Err(Refusal::new(400, "maxConcurrentGames is 1 to 32"));
    }
    server.lobby().bots.get_mut(bot).capacity = wanted.max_concurrent_games as usize;
    capacity(server, bot)
}

fn challenge(server: &Arc<GameServer>, bot: BotId, body: &Bytes) -> RouteResult {
    let invitation: Invitation = read(body)?;
    let (told, begun) = server.lobby().challenge(bot, invitation, Instant::now())?;
    if let Some(begun) = begun {
        server.seat(&begun);
    }
    ok(201, &told)
}

fn accept(server: &Arc<GameServer>, bot: BotId, id: &str) -> RouteResult {
    let begun = server.lobby().accept(bot, id, Instant::now())?;
    server.seat(&begun);
    ok(
        201,
        &GameCreated {
            game_id: begun.game,
        },
    )
}

async fn set_callback(server: &Arc<GameServer>, bot: BotId, body: &Bytes) -> RouteResult {
    let offer: WebhookOffer = read(body)?;
    let verified = tokio::task::spawn_blocking(move || verify_address(&offer.url)).await;
    let verified = verified.unwrap_or_else(|error| Err(error.to_string()));
    let callback = verified.map_err(|reason| Refusal::new(422, &reason))?;
    let granted = WebhookGranted {
        url: callback.url.clone(),
        secret: callback.secret.expose().to_owned(),
    };
    server.lobby().bots.get_mut(bot).callback = Some(callback);
    ok(201, &granted)
}

fn callback(server: &GameServer, bot: BotId) -> RouteResult {
    match &server.lobby().bots.get(bot).callback {
        Some(callback) => ok(200, &object!({ "url": callback.url })),
        None => Err(Refusal::new(404, "no address is registered")),
    }
}

fn list_games(server: &GameServer) -> RouteResult {
    let lobby = server.lobby();
    let now = Instant::now();
    let mut games: Vec<(u64, Value)> = Vec::new();
    for (id, played) in lobby.live_games() {
        let state = played.state(now);
        let line = object!({
            "gameId": id,
            "players": state.players,
            "timeControl": state.time_control,
            "activeSeat": state.active_seat,
            "dicePending": state.dice_pending,
            "clocks": state.clocks,
            "version": state.version,
            "dfen": state.dfen,
        });
        games.push((state.version, line));
    }
    let total = games.len();
    sort_by(&mut games, |(a, _), (b, _)| b.cmp(a));
    games.truncate(MOST_LISTED);
    let games: Vec<Value> = games.into_iter().map(|(_, line)| line).collect();
    ok(200, &object!({ "games": games, "total": total }))
}

fn history(id: &str, played: &RunningGame) -> Result<Value, Refusal> {
    let over = played
        .over()
        .ok_or_else(|| Refusal::new(404, "the game is not over"))?;
    let result = match over.result {
        GameResult::Win { side: Side::White } => 1,
        GameResult::Win { side: Side::Black } => -1,
        GameResult::Draw {} => 0,
    };
    let termination = match &over.termination {
        Termination::KingCaptured => "king_captured",
        Termination::Resign => "resign",
        Termination::Draw => "draw_agreement",
        Termination::Timeout => "timeout",
        Termination::Aborted | Termination::Other(_) => "aborted",
    };
    let turns = (1..).zip(played.history()).map(|(number, turn)| {
        object!({
            "turnNumber": number,
            "activeColor": turn.seat,
            "dice": turn.dice,
            "moves": turn.moves,
            "fenAfter": turn.fen_after,
        })
    });
    Ok(object!({
        "gameId": id,
        "players": played.state(Instant::now()).players,
        "rated": false,
        "timeControl": played.control(),
        "result": result,
        "termination": termination,
        "initialDfen": played.initial(),
        "turns": turns.collect::<Vec<Value>>(),
        "fairness": {
            "commit": played.commit(),
            "seed": played.revealed(),
            "clientSeeds": played.seeds(),
        },
    }))
}
