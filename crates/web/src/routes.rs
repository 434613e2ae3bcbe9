//! Which request goes where.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use ludarium_arena::sha256;
use ludarium_bridge::http::{BodyError, read_body};
use ludarium_draw::Theme;
use ludarium_draw::chart::{Colours, Look};
use ludarium_lab::review::{Finished, Reviewer};

use crate::access::Visitor;
use crate::api::NewTable;
use crate::app::{Shared, blocking, json, raw};
use crate::error::{Result, WebError};
use crate::guard::guard;
use crate::live;
use crate::page::{INDEX, SERVICE_WORKER};
use crate::query::Query;
use crate::reviews::{ReviewState, judge};
use crate::tables::TableRequest;
use crate::{analysis, catalogue, edits, learn, look, positions, runs, sharing};

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
        .route("/api/tables/{id}/steps/{count}", get(step))
        .route("/api/tables/{id}/review", get(review).post(begin_review))
        .route("/api/tables/{id}/steps", get(steps))
        .route("/api/exhibition", post(exhibition))
        .route("/api/daily", get(daily).post(make_daily))
        .route("/api/positions", post(position))
        .route("/api/edits", post(edits))
        .route("/api/analysis", get(analysis::analysis))
        .route("/api/learn/{game}", get(lesson))
        .merge(experiments())
        .merge(sharing::routes())
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
        .route("/api/runs", get(run_list).post(begin_tournament))
        .route("/api/runs/{name}", get(run))
        .route("/api/runs/{name}/live", get(runs::live))
        .route("/api/runs/{name}/charts/{chart}", get(chart))
        .route("/api/runs/{name}/games", get(run_games))
        .route("/api/runs/{name}/games/{number}", get(run_game))
        .route(
            "/api/runs/{name}/games/{number}/steps/{count}",
            get(run_step),
        )
        .route("/api/runs/{name}/games/{number}/steps", get(run_steps))
        .route(
            "/api/runs/{name}/games/{number}/review",
            get(run_review).post(begin_run_review),
        )
}

/// The body of a request, if it is not too long.
async fn whole(body: Body) -> Result<Bytes> {
    let read = read_body(body, LARGEST_BODY).await;
    read.map_err(|error| match error {
        BodyError::TooSlow => WebError::bad(error.to_string()),
        BodyError::TooLarge => {
            WebError::too_large(error.to_string()).hint(format!("at most {LARGEST_BODY} bytes"))
        }
    })
}

/// A body read as JSON.
async fn read<T: serde::de::DeserializeOwned>(body: Body) -> Result<T> {
    let bytes = whole(body).await?;
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
    let shown = blocking(&app, |app| catalogue::home(&app.library)).await?;
    Ok(json(&shown))
}

async fn games(State(app): State<Shared>) -> Response {
    json(&catalogue::games(&app.library))
}

async fn agents(State(app): State<Shared>, Path(game): Path<String>, uri: Uri) -> Result<Response> {
    let variant = Query::of(&uri).get("variant");
    let agents = catalogue::agents(
        &app.library,
        &app.offers,
        &app.limits,
        &game,
        variant.as_deref(),
    )?;
    Ok(json(&agents))
}

/// The games of this server. Strangers need not know each other's: on a public server only the owner is told.
async fn tables(State(app): State<Shared>, headers: HeaderMap, uri: Uri) -> Result<Response> {
    if !app.gate.is_owner(&headers, &uri) {
        return Ok(json(&[(); 0]));
    }
    let listed = blocking(&app, |app| app.tables.list(LISTED, None)).await?;
    Ok(json(&listed))
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
    let listed = blocking(&app, move |app| app.tables.list(LISTED, Some(&ids)));
    Ok(json(&listed.await?))
}

async fn make_table(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    body: Body,
) -> Result<Response> {
    let request: NewTable = read(body).await?;
    check_making(&app, visitor)?;
    let made = blocking(&app, |app| app.tables.make(request)).await?;
    Ok(json(&made))
}

async fn table(State(app): State<Shared>, Path(id): Path<String>, uri: Uri) -> Result<Response> {
    let keys = Query::of(&uri).get("key").unwrap_or_default();
    let text = blocking(&app, move |app| {
        let seats = app.tables.seats(&id, &keys)?;
        app.tables
            .ask(&id, |reply| TableRequest::Snapshot(seats, reply))
    });
    Ok(raw(text.await?))
}

async fn step(
    State(app): State<Shared>,
    Path((id, count)): Path<(String, usize)>,
) -> Result<Response> {
    let text = blocking(&app, move |app| {
        app.tables
            .ask(&id, |reply| TableRequest::Step(count, reply))?
    });
    Ok(raw(text.await?))
}

/// All views of a game, for those who take it along.
async fn steps(State(app): State<Shared>, Path(id): Path<String>) -> Result<Response> {
    let text = blocking(&app, move |app| app.tables.ask(&id, TableRequest::Steps)?);
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
    let id = blocking(&app, move |app| app.tables.exhibition(&request.game)).await?;
    Ok(json(&serde_json::json!({ "id": id })))
}

async fn daily(State(app): State<Shared>) -> Result<Response> {
    let view = blocking(&app, |app| app.daily.view(&app.library, &app.tables)).await?;
    Ok(json(&view))
}

async fn make_daily(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    body: Body,
) -> Result<Response> {
    let request = read(body).await?;
    check_making(&app, visitor)?;
    let made = blocking(&app, |app| {
        app.daily.make(&app.library, &app.tables, request)
    });
    Ok(json(&made.await?))
}

/// Refuses who makes too many tables.
fn check_making(app: &Shared, visitor: Visitor) -> Result<()> {
    if app.making.take(visitor.0) {
        return Ok(());
    }
    let message = "too many new games in a short time";
    Err(WebError::too_many(message).hint("try again in a few seconds"))
}

/// The name under which the review of a table's or a run's game is kept. The game itself belongs to it: a table may go on
/// otherwise after a move was taken back, a run may start again under its name, and a later version sees more.
fn review_name(place: &[&str], game: &Finished) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let whole = format!("{}\n{}\n{version}", place.join("/"), game.digest());
    sha256(whole.as_bytes())[..32].to_owned()
}

async fn review(State(app): State<Shared>, Path(id): Path<String>) -> Result<Response> {
    let state = blocking(&app, move |app| {
        let game = app.tables.ask(&id, TableRequest::Finished)?;
        Ok(match game {
            Some(game) => app.reviews.state(&review_name(&["table", &id], &game)),
            None => ReviewState::None,
        })
    });
    Ok(json(&state.await?))
}

async fn begin_review(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response> {
    app.check_allowance(visitor)?;
    let state = blocking(&app, move |app| {
        let game = app.tables.ask(&id, TableRequest::Finished)?;
        let game = game.ok_or_else(|| WebError::bad("the game is not over yet"))?;
        let name = review_name(&["table", &id], &game);
        let rules = app.tables.rules(&id)?;
        let reviewer = Reviewer::new(judge(rules)?, game);
        app.reviews.begin(&name, reviewer, visitor)?;
        Ok(app.reviews.state(&name))
    });
    Ok(json(&state.await?))
}

async fn run_review(
    State(app): State<Shared>,
    Path((run, number)): Path<(String, u64)>,
) -> Result<Response> {
    let state = blocking(&app, move |app| {
        let (_, game) = runs::finished(&app.recorded(&run, number))?;
        let name = review_name(&["run", &run, &number.to_string()], &game);
        Ok(app.reviews.state(&name))
    });
    Ok(json(&state.await?))
}

async fn begin_run_review(
    State(app): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Path((run, number)): Path<(String, u64)>,
) -> Result<Response> {
    app.check_allowance(visitor)?;
    let state = blocking(&app, move |app| {
        let (rules, game) = runs::finished(&app.recorded(&run, number))?;
        let name = review_name(&["run", &run, &number.to_string()], &game);
        let reviewer = Reviewer::new(judge(rules)?, game);
        app.reviews.begin(&name, reviewer, visitor)?;
        Ok(app.reviews.state(&name))
    });
    Ok(json(&state.await?))
}

async fn position(State(app): State<Shared>, body: Body) -> Result<Response> {
    let request = read(body).await?;
    let shown = blocking(&app, |app| positions::show(&app.library, request)).await?;
    Ok(json(&shown))
}

async fn edits(State(app): State<Shared>, body: Body) -> Result<Response> {
    let request = read(body).await?;
    let view = blocking(&app, move |app| edits::edits(&app.library, &request)).await?;
    Ok(json(&view))
}

async fn lesson(State(app): State<Shared>, Path(game): Path<String>) -> Result<Response> {
    Ok(json(&learn::lesson(&app.library, &game)?))
}

async fn reports(State(app): State<Shared>) -> Result<Response> {
    let reports = blocking(&app, |app| runs::reports(&app.library, &app.runs)).await?;
    Ok(json(&reports))
}

async fn cluster(State(app): State<Shared>) -> Result<Response> {
    let seen = blocking(&app, |app| Ok(app.cluster.look())).await?;
    Ok(json(&seen))
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
    let name = blocking(&app, |app| {
        app.jobs.tournament(&app.library, &app.runs, request)
    });
    Ok(json(&serde_json::json!({ "run": name.await? })))
}

/// An experiment that is to be made.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    name: String,
}

async fn begin_reproduction(State(app): State<Shared>, body: Body) -> Result<Response> {
    app.check_owner()?;
    let Wanted { name } = read(body).await?;
    blocking(&app, move |app| {
        app.jobs.reproduction(&app.library, &app.runs, &name)
    })
    .await?;
    Ok(jobs(State(app)).await)
}

async fn run_list(State(app): State<Shared>) -> Result<Response> {
    let list = blocking(&app, |app| Ok(runs::list(&app.runs))).await?;
    Ok(json(&list))
}

async fn run(State(app): State<Shared>, Path(name): Path<String>) -> Result<Response> {
    let page = blocking(&app, move |app| {
        app.shelf.page(app.library.games(), &app.runs, &name)
    })
    .await?;
    Ok(json(&page))
}

async fn chart(
    State(app): State<Shared>,
    Path((name, chart)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response> {
    let query = Query::of(&uri);
    let theme = match query.get("theme").as_deref() {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    };
    let usual = Look::default();
    let look = Look {
        colours: Colours::Fixed(theme),
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
    let part = runs::Part {
        from: query.number("from", 0),
        count: query.number("count", 50),
        players: query.get("player").into_iter().collect(),
    };
    let games = blocking(&app, move |app| runs::games(&app.runs, &name, &part)).await?;
    Ok(json(&games))
}

async fn run_game(
    State(app): State<Shared>,
    Path((name, number)): Path<(String, u64)>,
) -> Result<Response> {
    let text = blocking(&app, move |app| {
        runs::snapshot(&app.recorded(&name, number))
    })
    .await?;
    Ok(raw(text))
}

async fn run_step(
    State(app): State<Shared>,
    Path((name, number, count)): Path<(String, u64, usize)>,
) -> Result<Response> {
    let text = blocking(&app, move |app| {
        runs::step(&app.recorded(&name, number), count)
    })
    .await?;
    Ok(raw(text))
}

async fn run_steps(
    State(app): State<Shared>,
    Path((name, number)): Path<(String, u64)>,
) -> Result<Response> {
    let text = blocking(&app, move |app| runs::steps(&app.recorded(&name, number)));
    Ok(raw(text.await?))
}
