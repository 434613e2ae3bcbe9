//! Which request goes where.

use crate::listener::read_body;
use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use ludarium_draw::Theme;
use ludarium_draw::chart::{Colours, Look, repainted};

use super::live;
use crate::access::Visitor;
use crate::analysis::inquiry;
use crate::api::{Message, NewTable};
use crate::error::{Result, WebError};
use crate::films;
use crate::films::film::GameAddress;
use crate::games::{catalogue, edits, lesson, positions};
use crate::http::app::{Shared, answer, blocking, json, raw};
use crate::http::guard::guard;
use crate::http::query::Query;
use crate::page::look;
use crate::page::{INDEX, SERVICE_WORKER};
use crate::runs;
use crate::tables::TableRequest;

/// The largest body of a request.
pub const LARGEST_BODY: usize = 64 * 1024;
/// Tables in the list at most.
const LISTED: usize = 200;
/// All routes, behind the gate.
pub fn router(app: Shared) -> Router {
    let pages = [
        "/",
        "/new",
        "/analyse",
        "/runs",
        "/reports",
        "/learn",
        "/offline",
        "/game/{id}",
        "/runs/{name}",
        "/runs/{name}/{game}",
        "/learn/{game}",
        "/learn/{game}/{agent}",
    ];
    let mut router = Router::new();
    for path in pages {
        router = router.route(path, get(index));
    }
    router
        .route("/favicon.ico", get(favicon))
        .route("/sw.js", get(service_worker))
        .route("/assets/{*name}", get(asset))
        .route("/api/look", get(async || json(&look::look())))
        .route("/api/home", get(home))
        .route("/api/games", get(games))
        .route("/api/games/{game}/agents", get(agents))
        .route("/api/tables", get(tables).post(make_table))
        .route("/api/mine", post(mine))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/live", get(live::table))
        .route("/api/exhibition", post(exhibition))
        .route("/api/daily", get(daily).post(make_daily))
        .route("/api/positions", post(position))
        .route("/api/edits", post(edits))
        .route("/api/analysis", get(inquiry::analysis))
        .route("/api/learn/{game}", get(lesson))
        .merge(experiments())
        .merge(films::routes::routes())
        .fallback(unknown)
        .method_not_allowed_fallback(async || {
            WebError::bad("this address does not take that method")
        })
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Runs and reports.
fn experiments() -> Router<Shared> {
    Router::new()
        .route("/api/jobs", get(jobs).delete(stop_job))
        .route("/api/cluster", get(cluster))
        .route("/api/reports", get(reports).post(begin_reproduction))
        .route("/api/reports/{report}/picture", get(report_picture))
        .route("/api/runs", get(run_list).post(begin_tournament))
        .route("/api/runs/{name}", get(run))
        .route("/api/runs/{name}/live", get(runs::live))
        .route("/api/runs/{name}/charts/{chart}", get(chart))
        .route("/api/runs/{name}/games", get(run_games))
        .route("/api/runs/{name}/games/{number}", get(run_game))
}

/// A body read as JSON.
async fn read<T: serde::de::DeserializeOwned>(body: Body) -> Result<T> {
    let bytes = read_body(body, LARGEST_BODY).await?;
    serde_json::from_slice(&bytes)
        .map_err(|error| WebError::bad(format!("the request cannot be read: {error}")))
}

async fn index(State(app): State<Shared>, headers: HeaderMap) -> Response {
    app.page.file(INDEX, &headers, false)
}

/// An address that nothing has: people get a page that says so, programs an error.
async fn unknown(
    State(app): State<Shared>,
    headers: HeaderMap,
    method: Method,
    uri: Uri,
) -> Response {
    let for_programs = uri.path().starts_with("/api/");
    if method != Method::GET || for_programs {
        return WebError::missing("there is nothing here").into_response();
    }
    let mut response = app.page.file(INDEX, &headers, false);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// The script that answers while there is no connection; it speaks for all addresses, so it has one at the top.
async fn service_worker(State(app): State<Shared>, headers: HeaderMap) -> Response {
    app.page.file(SERVICE_WORKER, &headers, false)
}

async fn favicon(State(app): State<Shared>, headers: HeaderMap) -> Response {
    app.page.file("favicon.svg", &headers, false)
}

async fn asset(
    State(app): State<Shared>,
    Path(name): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let versioned = Query::of(&uri).get("v").is_some();
    app.page.file(&name, &headers, versioned)
}

async fn home(State(app): State<Shared>) -> Result<Response> {
    answer(&app, |app| catalogue::home(&app.library)).await
}

async fn games(State(app): State<Shared>) -> Response {
    json(&catalogue::games(&app.library))
}

async fn agents(State(app): State<Shared>, Path(game): Path<String>, uri: Uri) -> Result<Response> {
    let variant = Query::of(&uri).get("variant");
    let agents =
        catalogue::agents(&app.library, &app.offers, &app.limits, &game, variant.as_deref())?;
    Ok(json(&agents))
}

/// The games of this server. Strangers need not know each other's: on a public server only the owner is told.
async fn tables(State(app): State<Shared>, headers: HeaderMap, uri: Uri) -> Result<Response> {
    if !app.gate.is_owner(&headers, &uri) {
        return Ok(json(&[(); 0]));
    }
    answer(&app, |app| app.tables.list(LISTED, None)).await
}

/// The tables that a browser remembers.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Remembered {
    ids: Vec<String>,
}

/// How the games of a visitor stand. Everybody who knows the name of a table may look at it anyway.
async fn mine(State(app): State<Shared>, body: Body) -> Result<Response> {
    let Remembered { ids } = read(body).await?;
    answer(&app, move |app| app.tables.list(LISTED, Some(&ids))).await
}

async fn make_table(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    body: Body,
) -> Result<Response> {
    let request: NewTable = read(body).await?;
    check_making(&app, visitor)?;
    answer(&app, |app| app.tables.make(request)).await
}

async fn table(State(app): State<Shared>, Path(id): Path<String>, uri: Uri) -> Result<Response> {
    let keys = Query::of(&uri).get("key").unwrap_or_default();
    let text = blocking(&app, move |app| {
        let seats = app.tables.seats(&id, &keys)?;
        app.tables.ask(&id, |reply| TableRequest::Snapshot(seats, reply))
    });
    Ok(raw(text.await?))
}

/// A game that somebody wants to see played.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Exhibited {
    game: String,
}

async fn exhibition(State(app): State<Shared>, body: Body) -> Result<Response> {
    let request: Exhibited = read(body).await?;
    answer(&app, move |app| {
        let rules = app.library.rules(&request.game, None)?;
        let levels = app.library.levels(&*rules);
        // With the levels, the page knows who plays without asking again.
        Ok(serde_json::json!({ "id": app.tables.exhibition(&request.game)?, "levels": levels }))
    })
    .await
}

async fn daily(State(app): State<Shared>) -> Result<Response> {
    answer(&app, |app| app.daily.view(&app.library, &app.tables)).await
}

async fn make_daily(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    body: Body,
) -> Result<Response> {
    let request = read(body).await?;
    check_making(&app, visitor)?;
    answer(&app, |app| app.daily.make(&app.library, &app.tables, request)).await
}

/// Refuses who makes too many tables.
fn check_making(app: &Shared, visitor: Visitor) -> Result<()> {
    if app.making.take(visitor.0) {
        return Ok(());
    }
    let message = "too many new games in a short time";
    Err(WebError::too_many(message).hint("try again in a few seconds"))
}

async fn position(State(app): State<Shared>, body: Body) -> Result<Response> {
    let request = read(body).await?;
    answer(&app, |app| positions::show(&app.library, request)).await
}

async fn edits(State(app): State<Shared>, body: Body) -> Result<Response> {
    let request = read(body).await?;
    answer(&app, move |app| edits::edits(&app.library, &request)).await
}

async fn lesson(State(app): State<Shared>, Path(game): Path<String>) -> Result<Response> {
    Ok(json(&lesson::lesson(&app.library, &game)?))
}

async fn reports(State(app): State<Shared>) -> Result<Response> {
    answer(&app, |app| runs::reports(&app.library, &app.runs)).await
}

async fn report_picture(
    State(app): State<Shared>,
    Path(report): Path<String>,
    uri: Uri,
) -> Result<Response> {
    let picture = app.library.picture(&report);
    let picture = picture.ok_or_else(|| WebError::missing("this report has no picture"))?;
    let picture = repainted(picture, theme(&Query::of(&uri)));
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

async fn cluster(State(app): State<Shared>) -> Result<Response> {
    answer(&app, |app| Ok(app.cluster.look())).await
}

/// Whether the visitor may start work, and how far the last one is.
async fn jobs(State(app): State<Shared>) -> Response {
    let owner = app.is_owners();
    let job = app.jobs.view().filter(|_| owner);
    json(&serde_json::json!({ "owner": owner, "job": job }))
}

async fn stop_job(State(app): State<Shared>) -> Result<Response> {
    app.check_owner()?;
    app.jobs.stop();
    Ok(jobs(State(app)).await)
}

async fn begin_tournament(State(app): State<Shared>, body: Body) -> Result<Response> {
    app.check_owner()?;
    let request = read(body).await?;
    let name = blocking(&app, |app| app.jobs.tournament(&app.library, &app.runs, request));
    Ok(json(&serde_json::json!({ "run": name.await? })))
}

/// An experiment that is to be made.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ReproductionRequest {
    name: String,
}

async fn begin_reproduction(State(app): State<Shared>, body: Body) -> Result<Response> {
    app.check_owner()?;
    let ReproductionRequest { name } = read(body).await?;
    blocking(&app, move |app| app.jobs.reproduction(&app.library, &app.runs, &name)).await?;
    Ok(jobs(State(app)).await)
}

async fn run_list(State(app): State<Shared>) -> Result<Response> {
    answer(&app, |app| Ok(runs::list(&app.runs))).await
}

async fn run(State(app): State<Shared>, Path(name): Path<String>) -> Result<Response> {
    answer(&app, move |app| app.shelf.page(app.library.games(), &app.runs, &name)).await
}

/// The theme that an address asks for.
fn theme(query: &Query) -> Theme {
    match query.get("theme").as_deref() {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    }
}

async fn chart(
    State(app): State<Shared>,
    Path((name, chart)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response> {
    let query = Query::of(&uri);
    let usual = Look::default();
    let look = Look {
        colours: Colours::Fixed(theme(&query)),
        width: query.number("width", usual.width as u64) as f32,
        ..usual
    };
    let svg = blocking(&app, move |app| {
        let games = app.library.games();
        app.shelf.chart(games, &app.runs, &name, &chart, &look)
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

async fn run_games(
    State(app): State<Shared>,
    Path(name): Path<String>,
    uri: Uri,
) -> Result<Response> {
    let query = Query::of(&uri);
    let part = runs::GameRange {
        from: query.number("from", 0),
        count: query.number("count", 50),
        players: query.all("player"),
        plies: query.number("shortest", 0)..=query.number("longest", u64::MAX),
        winner: query.get("winner").and_then(|seat| seat.parse().ok()),
    };
    answer(&app, move |app| runs::games(&app.runs, &name, &part)).await
}

async fn run_game(State(app): State<Shared>, game: GameAddress) -> Result<Response> {
    let film = blocking(&app, move |app| game.film(app)).await?;
    Ok(raw(Message::Snapshot(&film.snapshot).text()))
}
