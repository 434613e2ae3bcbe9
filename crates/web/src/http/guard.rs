//! The way in and out of the server: whom it lets in, who is sent to the form for a token, and what every answer says.

use crate::listener::Place;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use crate::access::protect;
use crate::error::{Result, WebError};
use crate::http::app::Shared;
use crate::http::compression::{accepts_gzip, compressed};
use crate::http::query::Query;

/// The page for people who have no token yet.
const LOGIN: &str = include_str!("../../page/login.html");
/// It has a style and no script.
const LOGIN_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; \
     base-uri 'none'; frame-ancestors 'none'";

/// Asks for the token; if one was given, says that it is wrong. The page has its style inside, because nothing else is let out.
fn login(uri: &Uri) -> Response {
    let wrong = match Query::of(uri).get("token") {
        Some(_) => "<p class=\"wrong\" role=\"alert\">That is not the token.</p>",
        None => "",
    };
    let policy = [(header::CONTENT_SECURITY_POLICY, LOGIN_POLICY)];
    let page = Html(LOGIN.replace("<!--wrong-->", wrong));
    (policy, page).into_response()
}

/// Every request passes here, and every answer.
pub async fn guard(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    let admitted = app.gate.admit(request.headers(), request.uri());
    if let Err(error) = admitted.and_then(|()| check_kind(&request)) {
        let asked = error.status == StatusCode::UNAUTHORIZED && wants_a_page(&request);
        return protect(if asked { login(request.uri()) } else { error.into_response() });
    }
    if let Some(response) = welcome(&app, &request) {
        return protect(response);
    }
    if let Some(place) = request.extensions().get::<Place>() {
        let visitor = app.gate.visitor(request.headers(), place.client());
        request.extensions_mut().insert(visitor);
    }
    let zipped = accepts_gzip(request.headers());
    let response = next.run(request).await;
    protect(if zipped { compressed(response).await } else { response })
}

/// Whether somebody sits at a browser and waits for something to read.
fn wants_a_page(request: &Request) -> bool {
    let kinds = request.headers().get(header::ACCEPT);
    let kinds = kinds.and_then(|kinds| kinds.to_str().ok());
    request.method() == Method::GET && kinds.is_some_and(|kinds| kinds.contains("text/html"))
}

/// What is posted must be JSON and say so: forms of other pages cannot, without asking first.
fn check_kind(request: &Request) -> Result<()> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if request.method() != Method::POST || essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(WebError::unsupported("the request is not JSON").hint("content-type: application/json"))
}

/// A visitor who comes with the token in the address gets a cookie instead, so that it is not shown any longer.
fn welcome(app: &Shared, request: &Request) -> Option<Response> {
    let cookie = app.gate.cookie()?;
    let uri = request.uri();
    let page = request.method() == Method::GET && !uri.path().starts_with("/api/");
    let known = app.gate.knows_token(request.headers(), uri);
    if !page || !known || Query::of(uri).get("token").is_none() {
        return None;
    }
    let pairs = uri.query().unwrap_or_default().split('&');
    let rest: Vec<&str> = pairs.filter(|pair| !pair.starts_with("token=")).collect();
    // Two slashes at the beginning would lead to another server, and browsers read `\` as a slash.
    let path = uri.path().trim_start_matches(['/', '\\']);
    let target = match rest.join("&").as_str() {
        "" => format!("/{path}"),
        rest => format!("/{path}?{rest}"),
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::from_str(&target).ok()?);
    headers.insert(header::SET_COOKIE, HeaderValue::from_str(&cookie).ok()?);
    Some(response)
}
