//! The interface of the host: which request does what.

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

use super::bots::{BotId, Standing};
use super::desk::{Desk, shake_hands};
use super::hall::Refusal;
use super::sink::Sink;
use super::table::Table;
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

type Answer = Result<Response, Refusal>;

/// Answers any request.
pub(super) async fn answer(State(desk): State<Arc<Desk>>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    let body = match read_body(body, LARGEST_REQUEST).await {
        Ok(body) => body,
        Err(error) => return refusal(error.status().as_u16(), "the body is too large or too slow"),
    };
    let answered = route(&desk, &parts, &body).await;
    answered.unwrap_or_else(|no| refusal(no.status, &no.error))
}

async fn route(desk: &Arc<Desk>, parts: &Parts, body: &Bytes) -> Answer {
    let path: Vec<&str> = parts.uri.path().trim_matches('/').split('/').collect();
    match (parts.method.as_str(), path.as_slice()) {
        ("POST", ["bot", "anon"]) => become_guest(desk, parts),
        ("POST", ["bot", "register"]) => register(desk, body),
        ("GET", ["games"]) => list_games(desk),
        ("GET", ["games", id]) => ok(200, &desk.hall().table(id)?.state(Instant::now())),
        ("GET", ["games", id, "moves"]) => ok(200, &desk.hall().table(id)?.legal_moves()),
        ("GET", ["games", id, "history"]) => ok(200, &history(id, desk.hall().table(id)?)?),
        ("GET", ["leaderboard" | "strength", ..]) | (_, ["bot", "ladder", ..]) => {
            Err(Refusal::new(404, "this host keeps no ratings"))
        }
        (method, ["bot", call @ ..]) => {
            let bot = recognise(desk, parts)?;
            bot_route(desk, bot, method, call, body).await
        }
        _ => Err(no_such_call()),
    }
}

/// The calls of a bot that has shown its token.
async fn bot_route(
    desk: &Arc<Desk>,
    bot: BotId,
    method: &str,
    call: &[&str],
    body: &Bytes,
) -> Answer {
    let now = Instant::now();
    match (method, call) {
        ("GET", ["account"]) => ok(200, &desk.hall().bots.get(bot).identity()),
        ("POST", ["token"]) => renew_token(desk, registered(desk, bot)?),
        ("GET", ["capacity"]) => capacity(desk, registered(desk, bot)?),
        ("POST", ["capacity"]) => set_capacity(desk, registered(desk, bot)?, body),
        ("POST", ["challenge"]) => challenge(desk, bot, body),
        ("GET", ["challenges"]) => ok(200, &desk.hall().challenges(bot)),
        ("POST", ["challenge", id, "accept"]) => accept(desk, bot, id),
        ("POST", ["challenge", id, "decline"]) => {
            desk.hall().decline(bot, id)?;
            Ok(StatusCode::OK.into_response())
        }
        ("GET", ["games"]) => {
            let games = desk.hall().my_games(bot, now);
            ok(200, &MyGames { games })
        }
        ("POST", ["game", id, "seed"]) => {
            let offer: SeedOffer = read(body)?;
            desk.hall().add_seed(bot, id, offer.seed, now)?;
            Ok(StatusCode::ACCEPTED.into_response())
        }
        ("POST", ["game", id, "move"]) => {
            let offer: TurnOffer = read(body)?;
            let verdict = desk.hall().play(bot, id, &offer.moves, now)?;
            ok(if verdict.applied { 200 } else { 409 }, &verdict)
        }
        ("POST", ["game", id, "resign"]) => {
            desk.hall().resign(bot, id)?;
            Ok(StatusCode::ACCEPTED.into_response())
        }
        ("GET", ["stream", "event"]) => {
            let (sink, response) = Sink::streamed();
            desk.hall().bots.get_mut(bot).listen(sink)?;
            Ok(response)
        }
        ("GET", ["game", "stream", id]) => {
            let (sink, response) = Sink::streamed();
            desk.hall().follow(id, sink, now)?;
            Ok(response)
        }
        ("POST", ["webhook"]) => set_callback(desk, registered(desk, bot)?, body).await,
        ("GET", ["webhook"]) => callback(desk, registered(desk, bot)?),
        ("DELETE", ["webhook"]) => {
            let bot = registered(desk, bot)?;
            desk.hall().bots.get_mut(bot).callback = None;
            Ok(StatusCode::NO_CONTENT.into_response())
        }
        _ => Err(no_such_call()),
    }
}

fn no_such_call() -> Refusal {
    Refusal::new(404, "no such call")
}

fn ok(status: u16, answer: &impl Serialize) -> Answer {
    Ok(json(status, answer))
}

fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::new(400, &format!("cannot read the body: {error}")))
}

fn recognise(desk: &Desk, parts: &Parts) -> Result<BotId, Refusal> {
    let shown = parts.headers.get(header::AUTHORIZATION);
    let token = shown
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.strip_prefix("Bearer "));
    token
        .and_then(|token| desk.hall().bots.recognise(token, Instant::now()))
        .ok_or_else(|| Refusal::new(401, "show a token: Authorization: Bearer TOKEN"))
}

fn registered(desk: &Desk, bot: BotId) -> Result<BotId, Refusal> {
    match desk.hall().bots.get(bot).standing {
        Standing::Registered => Ok(bot),
        _ => Err(Refusal::new(403, "only registered bots may")),
    }
}

fn become_guest(desk: &Desk, parts: &Parts) -> Answer {
    let pairs = parts.uri.query().unwrap_or_default().split('&');
    let name = pairs.filter_map(|pair| pair.strip_prefix("name=")).next();
    let games = desk.terms().games;
    let mut hall = desk.hall();
    ok(201, &hall.bots.add_guest(name, games, Instant::now())?)
}

fn register(desk: &Desk, body: &Bytes) -> Answer {
    let wanted: Invitation = read(body)?;
    let identity = desk.hall().bots.register(&wanted.team, &wanted.name)?;
    ok(201, &identity)
}

fn renew_token(desk: &Desk, bot: BotId) -> Answer {
    let token = desk.hall().bots.renew(bot)?;
    ok(200, &object!({ "token": token }))
}

fn capacity(desk: &Desk, bot: BotId) -> Answer {
    let hall = desk.hall();
    let capacity = hall.bots.get(bot).capacity;
    ok(
        200,
        &object!({
            "maxConcurrentGames": capacity,
            "openToHumans": false,
            "ladderAllowance": capacity,
            "activeGames": hall.active_games(bot),
        }),
    )
}

fn set_capacity(desk: &Desk, bot: BotId, body: &Bytes) -> Answer {
    let wanted: Capacity = read(body)?;
    if !(1..=32).contains(&wanted.max_concurrent_games) {
        return Err(Refusal::new(400, "maxConcurrentGames is 1 to 32"));
    }
    desk.hall().bots.get_mut(bot).capacity = wanted.max_concurrent_games as usize;
    capacity(desk, bot)
}

fn challenge(desk: &Arc<Desk>, bot: BotId, body: &Bytes) -> Answer {
    let invitation: Invitation = read(body)?;
    let (told, begun) = desk.hall().challenge(bot, invitation, Instant::now())?;
    if let Some(begun) = begun {
        desk.seat(&begun);
    }
    ok(201, &told)
}

fn accept(desk: &Arc<Desk>, bot: BotId, id: &str) -> Answer {
    let begun = desk.hall().accept(bot, id, Instant::now())?;
    desk.seat(&begun);
    ok(
        201,
        &GameCreated {
            game_id: begun.game,
        },
    )
}

async fn set_callback(desk: &Arc<Desk>, bot: BotId, body: &Bytes) -> Answer {
    let offer: WebhookOffer = read(body)?;
    let shaken = tokio::task::spawn_blocking(move || shake_hands(&offer.url)).await;
    let shaken = shaken.unwrap_or_else(|error| Err(error.to_string()));
    let callback = shaken.map_err(|reason| Refusal::new(422, &reason))?;
    let granted = WebhookGranted {
        url: callback.url.clone(),
        secret: callback.secret.expose().to_owned(),
    };
    desk.hall().bots.get_mut(bot).callback = Some(callback);
    ok(201, &granted)
}

fn callback(desk: &Desk, bot: BotId) -> Answer {
    match &desk.hall().bots.get(bot).callback {
        Some(callback) => ok(200, &object!({ "url": callback.url })),
        None => Err(Refusal::new(404, "no address is registered")),
    }
}

fn list_games(desk: &Desk) -> Answer {
    let hall = desk.hall();
    let now = Instant::now();
    let mut games: Vec<(u64, Value)> = Vec::new();
    for (id, table) in hall.live_games() {
        let state = table.state(now);
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
    games.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    games.truncate(MOST_LISTED);
    let games: Vec<Value> = games.into_iter().map(|(_, line)| line).collect();
    ok(200, &object!({ "games": games, "total": total }))
}

fn history(id: &str, table: &Table) -> Result<Value, Refusal> {
    let over = table
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
    let turns = (1..).zip(table.history()).map(|(number, turn)| {
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
        "players": table.state(Instant::now()).players,
        "rated": false,
        "timeControl": table.control(),
        "result": result,
        "termination": termination,
        "initialDfen": table.initial(),
        "turns": turns.collect::<Vec<Value>>(),
        "fairness": {
            "commit": table.commit(),
            "seed": table.revealed(),
            "clientSeeds": table.seeds(),
        },
    }))
}
