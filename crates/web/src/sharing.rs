//! What people show to others: a picture, a film, a file, and a game inside of another page.

use std::time::Instant;

use axum::Router;
use axum::extract::{Extension, Path, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ludarium_draw::Theme;
use ludarium_lab::review::Played;

use crate::access::Visitor;
use crate::app::{App, Shared, blocking};
use crate::embed;
use crate::error::{Result, WebError};
use crate::pictures;
use crate::query::Query;
use crate::runs;
use crate::tables::TableRequest;

/// The routes.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/embed/{id}", get(table_page))
        .route("/embed/{name}/{game}", get(run_page))
        .route("/api/tables/{id}/file", get(table_file))
        .route("/api/tables/{id}/picture", get(table_picture))
        .route("/api/tables/{id}/film", get(table_film))
        .route("/api/runs/{name}/games/{number}/file", get(run_file))
        .route("/api/runs/{name}/games/{number}/picture", get(run_picture))
        .route("/api/runs/{name}/games/{number}/film", get(run_film))
}

/// A game of a run: its name and number.
type OfRun = Path<(String, u64)>;

async fn table_file(State(app): State<Shared>, Path(id): Path<String>) -> Result<Response> {
    let name = format!("ludarium-{id}.html");
    let text = blocking(&app, move |app| app.tables.ask(&id, TableRequest::File)).await?;
    Ok(attached("text/html; charset=utf-8", &name, text))
}

async fn run_file(State(app): State<Shared>, Path((run, number)): OfRun) -> Result<Response> {
    let name = run_file_name(&run, number, "html");
    let text = blocking(&app, move |app| runs::file(&app.recorded(&run, number))).await?;
    Ok(attached("text/html; charset=utf-8", &name, text))
}

/// Only a finished game is put into other pages: one that goes on would stand still there.
async fn table_page(State(app): State<Shared>, Path(id): Path<String>) -> Result<Response> {
    let text = blocking(&app, move |app| {
        let over = app.tables.ask(&id, TableRequest::Finished)?;
        over.ok_or_else(|| WebError::missing("the game is not over yet"))?;
        app.tables.ask(&id, TableRequest::File)
    });
    embed::page(&text.await?)
}

async fn run_page(State(app): State<Shared>, Path((run, number)): OfRun) -> Result<Response> {
    let text = blocking(&app, move |app| runs::file(&app.recorded(&run, number)));
    embed::page(&text.await?)
}

async fn table_picture(
    State(app): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response> {
    let name = format!("ludarium-{id}.png");
    let png = blocking(&app, move |app| {
        picture(&app.tables.ask(&id, TableRequest::Played)?, &uri)
    });
    Ok(attached("image/png", &name, png.await?))
}

async fn run_picture(
    State(app): State<Shared>,
    Path((run, number)): OfRun,
    uri: Uri,
) -> Result<Response> {
    let name = run_file_name(&run, number, "png");
    let png = blocking(&app, move |app| {
        picture(&runs::played(&app.recorded(&run, number))?, &uri)
    });
    Ok(attached("image/png", &name, png.await?))
}

async fn table_film(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response> {
    let name = format!("ludarium-{id}.gif");
    app.check_allowance(visitor)?;
    let _turn = app.film_turn().await?;
    let gif = blocking(&app, move |app| {
        let played = app.tables.ask(&id, TableRequest::Played)?;
        film(app, visitor, &played, &uri)
    });
    Ok(attached("image/gif", &name, gif.await?))
}

async fn run_film(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Path((run, number)): OfRun,
    uri: Uri,
) -> Result<Response> {
    let name = run_file_name(&run, number, "gif");
    app.check_allowance(visitor)?;
    let _turn = app.film_turn().await?;
    let gif = blocking(&app, move |app| {
        let played = runs::played(&app.recorded(&run, number))?;
        film(app, visitor, &played, &uri)
    });
    Ok(attached("image/gif", &name, gif.await?))
}

/// `?step=N` for another position than the last, `?theme=dark`.
fn picture(game: &Played, uri: &Uri) -> Result<Vec<u8>> {
    let query = Query::of(uri);
    let step = query.number("step", u64::MAX);
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    pictures::png(game, step, theme(&query))
}

/// `?from=N&to=N` for a part of the game, `?theme=dark`.
fn film(app: &App, visitor: Visitor, game: &Played, uri: &Uri) -> Result<Vec<u8>> {
    let query = Query::of(uri);
    let step = |key: &str, usual: u64| {
        let step = query.number(key, usual);
        usize::try_from(step).unwrap_or(usize::MAX)
    };
    let began = Instant::now();
    let made = pictures::gif(game, step("from", 0), step("to", u64::MAX), theme(&query));
    app.allowance
        .charge(visitor.0, began.elapsed().as_secs_f64());
    made
}

fn theme(query: &Query) -> Theme {
    match query.get("theme").as_deref() {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    }
}

/// A name for a file that every system takes.
fn run_file_name(run: &str, number: u64, kind: &str) -> String {
    let plain = |sign: char| match sign.is_ascii_alphanumeric() {
        true => sign,
        false => '-',
    };
    let run: String = run.chars().map(plain).collect();
    format!("ludarium-{run}-{number}.{kind}")
}

/// An answer that browsers keep as a file.
fn attached(kind: &'static str, name: &str, content: impl IntoResponse) -> Response {
    let keep = format!("attachment; filename=\"{name}\"");
    let kind = (header::CONTENT_TYPE, kind.to_owned());
    ([kind, (header::CONTENT_DISPOSITION, keep)], content).into_response()
}
