//! A run in progress: its file is read again and again, and watchers are told.

use std::time::Duration;

use crate::listener::Place;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::extract::{Extension, Path, State};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::mpsc::{Sender, channel};

use super::folder::{self, RunView};
use crate::error::Result;
use crate::http::app::{Shared, blocking};
use crate::http::live::{Connection, limited};

/// How often the file is looked at.
const LOOK: Duration = Duration::from_secs(1);

#[derive(Serialize)]
#[serde(tag = "type", rename = "progress")]
struct RunProgress {
    done: u64,
    total: u64,
    running: bool,
}

/// `GET /api/runs/NAME/live`.
pub async fn live(
    State(app): State<Shared>,
    Path(name): Path<String>,
    Extension(place): Extension<Place>,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    let first = view(&app, &name).await?;
    Ok(limited(upgrade).on_upgrade(async move |socket| {
        let _place = place;
        let (to, news) = channel(4);
        let watching = tokio::spawn(watch(app, name, first, to));
        let mut line = Connection::new(socket, news);
        // Nothing is asked of a run; what comes in is only counted.
        while line.next().await.is_some() {}
        watching.abort();
    }))
}

async fn view(app: &Shared, name: &str) -> Result<RunView> {
    let name = name.to_owned();
    blocking(app, move |app| folder::view(&app.runs, &name)).await
}

async fn watch(app: Shared, name: String, first: RunView, to: Sender<Utf8Bytes>) {
    let mut told = None;
    let mut run = first;
    loop {
        let now = (run.done, run.total, run.running);
        if told != Some(now) {
            let (done, total, running) = now;
            let progress = RunProgress { done, total, running };
            let text = serde_json::to_string(&progress).unwrap_or_default();
            if to.send(text.into()).await.is_err() {
                return;
            }
            told = Some(now);
        }
        tokio::time::sleep(LOOK).await;
        // A run that was deleted or is being made again may come back.
        if let Ok(next) = view(&app, &name).await {
            run = next;
        }
    }
}
