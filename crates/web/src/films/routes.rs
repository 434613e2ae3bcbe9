//! What is made of a game at a table or in a run: its steps, its review, pictures, a film, a file, a frame for other pages.

use std::collections::HashMap;
use std::time::Instant;

use axum::Router;
use axum::extract::{Extension, Path, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ludarium_draw::{Telling, Theme};
use ludarium_lab::review::{FinishedGame, Reviewer};

use crate::access::Visitor;
use crate::analysis::reviews::{ReviewState, judge};
use crate::analysis::what_if::WhatIf;
use crate::error::{Result, WebError};
use crate::films::embed;
use crate::films::film::{Film, GameAddress};
use crate::http::app::{App, Shared, answer, blocking};
use crate::http::query::Query;

/// A name in a film is cut after this number of signs.
const LONGEST_NAME: usize = 24;

/// The routes.
pub fn routes() -> Router<Shared> {
    let mut router = Router::new()
        .route("/embed/{id}", get(framed))
        .route("/embed/{name}/{number}", get(framed));
    for game in ["/api/tables/{id}", "/api/runs/{name}/games/{number}"] {
        router = router
            .route(&format!("{game}/steps"), get(steps))
            .route(&format!("{game}/steps/{{count}}"), get(step))
            .route(&format!("{game}/review"), get(review).post(begin_review))
            .route(&format!("{game}/what-if/{{count}}"), get(what_if).post(begin_what_if))
            .route(&format!("{game}/file"), get(file))
            .route(&format!("{game}/picture"), get(picture))
            .route(&format!("{game}/film"), get(film));
    }
    router
}

/// All views of a game, for those who take it along.
async fn steps(State(app): State<Shared>, game: GameAddress) -> Result<Response> {
    answer(&app, move |app| game.film(app)?.views()).await
}

async fn step(
    State(app): State<Shared>,
    game: GameAddress,
    Path(path): Path<HashMap<String, String>>,
) -> Result<Response> {
    let count = count_of(&path)?;
    answer(&app, move |app| game.step(app, count)).await
}

fn count_of(path: &HashMap<String, String>) -> Result<usize> {
    let count = path.get("count").and_then(|count| count.parse().ok());
    count.ok_or_else(|| WebError::bad("the number of a step is needed"))
}

async fn review(State(app): State<Shared>, game: GameAddress) -> Result<Response> {
    answer(&app, move |app| {
        let finished = game.film(app)?.finished();
        Ok(finished
            .map_or(ReviewState::None, |finished| app.reviews.state(&game.review_name(&finished))))
    })
    .await
}

async fn begin_review(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    game: GameAddress,
) -> Result<Response> {
    app.check_allowance(visitor)?;
    answer(&app, move |app| {
        let film = game.film(app)?;
        let rules = app.library.rules(&film.snapshot.game, Some(&film.snapshot.variant))?;
        let finished = film.finished().ok_or_else(|| WebError::bad("the game is not over yet"))?;
        let name = game.review_name(&finished);
        let reviewer = Reviewer::new(judge(rules)?, finished);
        app.reviews.begin(&name, reviewer, visitor)?;
        Ok(app.reviews.state(&name))
    })
    .await
}

async fn what_if(
    State(app): State<Shared>,
    game: GameAddress,
    Path(path): Path<HashMap<String, String>>,
) -> Result<Response> {
    let count = count_of(&path)?;
    answer(&app, move |app| {
        let finished = game.film(app)?.finished();
        let finished = finished.ok_or_else(|| WebError::bad("the game is not over yet"))?;
        Ok(app.what_ifs.state(&game.what_if_name(&finished, count)))
    })
    .await
}

async fn begin_what_if(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    game: GameAddress,
    Path(path): Path<HashMap<String, String>>,
) -> Result<Response> {
    app.check_allowance(visitor)?;
    let count = count_of(&path)?;
    answer(&app, move |app| {
        let film = game.film(app)?;
        if count > film.played.count() {
            return Err(WebError::bad(format!("the game has {} steps", film.played.count())));
        }
        let rules = app.library.rules(&film.snapshot.game, Some(&film.snapshot.variant))?;
        let start = film.played.after(count).clone();
        let seats = &film.snapshot.seats;
        let question = WhatIf::new(&app.library, rules, start, seats, &app.limits)?;
        let finished = film.finished().ok_or_else(|| WebError::bad("the game is not over yet"))?;
        let name = game.what_if_name(&finished, count);
        app.what_ifs.begin(&name, question, visitor)?;
        Ok(app.what_ifs.state(&name))
    })
    .await
}

async fn file(State(app): State<Shared>, game: GameAddress) -> Result<Response> {
    let name = game.file_name("html");
    let text = blocking(&app, move |app| Ok(game.film(app)?.file())).await?;
    Ok(attached("text/html; charset=utf-8", &name, text))
}

/// Only a finished game is put into other pages: one that goes on would stand still there.
async fn framed(State(app): State<Shared>, game: GameAddress) -> Result<Response> {
    let text = blocking(&app, move |app| {
        let film = game.film(app)?;
        if film.scores.is_none() {
            return Err(WebError::missing("the game is not over yet"));
        }
        Ok(film.file())
    });
    embed::page(&text.await?)
}

/// `?step=N` for another position than the last, `?theme=dark`.
async fn picture(State(app): State<Shared>, game: GameAddress, uri: Uri) -> Result<Response> {
    let name = game.file_name("png");
    let png = blocking(&app, move |app| {
        let query = Query::of(&uri);
        let count = step_of(&query, "step", usize::MAX);
        ludarium_draw::still(&game.film(app)?.played, count, theme(&query)).map_err(failed)
    });
    Ok(attached("image/png", &name, png.await?))
}

/// `?from=N&to=N` for a part of the game, `?theme=dark`, `?names=Ada|Bo` for the film that tells the story of the game.
async fn film(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    game: GameAddress,
    uri: Uri,
) -> Result<Response> {
    let name = game.file_name("gif");
    app.check_allowance(visitor)?;
    let _turn = app.film_turn().await?;
    let gif = blocking(&app, move |app| {
        let film = game.film(app)?;
        let query = Query::of(&uri);
        let (from, to) = (step_of(&query, "from", 0), step_of(&query, "to", usize::MAX));
        let telling = query.get("names").map(|names| telling(app, &game, &film, &names));
        let began = Instant::now();
        let made = match telling {
            Some(telling) => ludarium_draw::told(&film.played, &telling, theme(&query)),
            None => ludarium_draw::film(&film.played, from, to, theme(&query)),
        };
        app.allowance.charge(visitor.0, began.elapsed().as_secs_f64());
        made.map_err(failed)
    });
    Ok(attached("image/gif", &name, gif.await?))
}

/// The names that somebody gives the players, and what the review says if there is one.
fn telling(app: &App, game: &GameAddress, film: &Film, names: &str) -> Telling {
    let short =
        |name: &str| name.chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect();
    let finished = film
        .scores
        .map(|scores| FinishedGame { played: film.played.clone(), scores: Some(scores) });
    let state = finished.map(|finished| app.reviews.state(&game.review_name(&finished)));
    let mut telling = Telling {
        title: film.snapshot.title.clone(),
        names: names.split('|').map(short).collect(),
        ..Telling::default()
    };
    if let Some(ReviewState::Done { review }) = state {
        telling.turns = review.turning_points.iter().map(|turn| turn.count - 1).collect();
        telling.curve = review.curve;
    }
    telling
}

fn step_of(query: &Query, key: &str, usual: usize) -> usize {
    usize::try_from(query.number(key, usual as u64)).unwrap_or(usize::MAX)
}

fn theme(query: &Query) -> Theme {
    match query.get("theme").as_deref() {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    }
}

fn failed(error: ludarium_draw::Error) -> WebError {
    WebError::failed(error.to_string())
}

/// An answer that browsers keep as a file.
fn attached(kind: &'static str, name: &str, content: impl IntoResponse) -> Response {
    let keep = format!("attachment; filename=\"{name}\"");
    let kind = (header::CONTENT_TYPE, kind.to_owned());
    ([kind, (header::CONTENT_DISPOSITION, keep)], content).into_response()
}
