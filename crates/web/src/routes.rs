//! Which request goes where.

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderValue, Method, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, body};

use crate::api::NewTable;
use crate::app::{Shared, blocking, json, raw};
use crate::care::{COOKIE_NAME, protect};
use crate::door::Place;
use crate::error::{Result, WebError};
use crate::live;
use crate::query::Query;
use crate::tables::Order;
use crate::{catalogue, look, page};

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
        "/game/{id}",
        "/runs/{name}",
        "/runs/{name}/{game}",
        "/learn/{game}",
        "/learn/{game}/{agent}",
    ];
    let mut router = Router::new();
    for path in pages {
        router = router.route(path, get(async || page::file("index.html")));
    }
    router
        .route("/favicon.ico", get(async || page::file("favicon.svg")))
        .route("/assets/{*name}", get(asset))
        .route("/api/look", get(async || json(&look::look())))
        .route("/api/games", get(async || json(&catalogue::games())))
        .route("/api/games/{game}/agents", get(agents))
        .route("/api/tables", get(tables).post(make_table))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/live", get(live::table))
        .route("/api/tables/{id}/steps/{count}", get(step))
        .fallback(async || WebError::missing("there is nothing here"))
        .method_not_allowed_fallback(async || {
            WebError::bad("this address does not take that method")
        })
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Every request passes here, and every answer.
async fn guard(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let admitted = app.gate.admit(request.headers(), request.uri());
    if let Err(error) = admitted {
        return protect(error.into_response());
    }
    if let Some(response) = welcome(&app, &request) {
        return protect(response);
    }
    protect(next.run(request).await)
}

/// Who comes to the page with the token in the address gets a cookie instead, so that it is not shown any longer.
fn welcome(app: &Shared, request: &Request) -> Option<Response> {
    let token = app.gate.token()?;
    let uri = request.uri();
    let page = request.method() == Method::GET && !uri.path().starts_with("/api/");
    if !page || Query::of(uri).get("token").is_none() {
        return None;
    }
    let pairs = uri.query().unwrap_or_default().split('&');
    let rest: Vec<&str> = pairs.filter(|pair| !pair.starts_with("token=")).collect();
    let target = match rest.join("&").as_str() {
        "" => uri.path().to_owned(),
        rest => format!("{}?{rest}", uri.path()),
    };
    let cookie = format!("{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Lax");
    let mut response = Response::new(Body::empty());
    *response.status_mut() = axum::http::StatusCode::SEE_OTHER;
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::from_str(&target).ok()?);
    headers.insert(header::SET_COOKIE, HeaderValue::from_str(&cookie).ok()?);
    Some(response)
}

/// The body of a request, if it is not too long.
pub async fn whole(body: Body) -> Result<Bytes> {
    body::to_bytes(body, LARGEST_BODY).await.map_err(|_| {
        WebError::too_large("the request is too long").hint(format!("at most {LARGEST_BODY} bytes"))
    })
}

/// A body read as JSON.
pub async fn read<T: serde::de::DeserializeOwned>(body: Body) -> Result<T> {
    let bytes = whole(body).await?;
    serde_json::from_slice(&bytes)
        .map_err(|error| WebError::bad(format!("the request cannot be read: {error}")))
}

async fn asset(Path(name): Path<String>) -> Response {
    page::file(&name)
}

async fn agents(Path(game): Path<String>, uri: Uri) -> Result<Response> {
    let variant = Query::of(&uri)
        .get("variant")
        .filter(|variant| !variant.is_empty());
    Ok(json(&catalogue::agents(&game, variant.as_deref())?))
}

async fn tables(State(app): State<Shared>) -> Result<Response> {
    let listed = blocking(&app, |app| app.hall.list(LISTED)).await?;
    Ok(json(&listed))
}

async fn make_table(
    State(app): State<Shared>,
    Extension(place): Extension<Place>,
    body: Body,
) -> Result<Response> {
    let order: NewTable = read(body).await?;
    if !app.making.take(place.client()) {
        let message = "too many new games in a short time";
        return Err(WebError::too_many(message).hint("try again in a few seconds"));
    }
    let made = blocking(&app, |app| app.hall.make(order)).await?;
    Ok(json(&made))
}

async fn table(State(app): State<Shared>, Path(id): Path<String>, uri: Uri) -> Result<Response> {
    let keys = Query::of(&uri).get("key").unwrap_or_default();
    let text = blocking(&app, move |app| {
        let seats = app.hall.seats(&id, &keys)?;
        app.hall.ask(&id, |reply| Order::Snapshot(seats, reply))
    });
    Ok(raw(text.await?))
}

async fn step(
    State(app): State<Shared>,
    Path((id, count)): Path<(String, usize)>,
) -> Result<Response> {
    let text = blocking(&app, move |app| {
        app.hall.ask(&id, |reply| Order::Step(count, reply))?
    });
    Ok(raw(text.await?))
}
