//! What every request can reach.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::Semaphore;

use crate::access::{Buckets, Gate};
use crate::cluster::Window;
use crate::daily::Daily;
use crate::error::{Result, WebError};
use crate::jobs::Jobs;
use crate::library::Library;
use crate::offers::Offers;
use crate::page::Page;
use crate::review::Reviews;
use crate::runs::Shelf;
use crate::tables::Tables;
use crate::thinking::Thinkers;

/// Blocking requests that may be under way; more wait.
const MOST_BLOCKING: usize = 32;

/// What every request can reach.
pub struct App {
    /// Who comes in.
    pub gate: Gate,
    /// The games.
    pub library: Arc<Library>,
    /// The bots that are offered as opponents.
    pub offers: Offers,
    /// The tables.
    pub tables: Tables,
    /// Where agents think.
    pub thinkers: Thinkers,
    /// The folder of the runs.
    pub runs: PathBuf,
    /// The standings of the runs that were looked at last.
    pub shelf: Shelf,
    /// The cluster.
    pub cluster: Window,
    /// The page.
    pub page: Page,
    /// Reviews of finished games.
    pub reviews: Reviews,
    /// What the owner of the machine has started.
    pub jobs: Jobs,
    /// The challenges of the day.
    pub daily: Daily,
    /// New tables of each client.
    pub making: Buckets,
    listeners: AtomicU64,
    blocking: Semaphore,
}

/// Where things are kept.
pub struct Folders {
    /// The runs.
    pub runs: PathBuf,
    /// The page, where it is not the one in the binary.
    pub page: Option<PathBuf>,
    /// The reviews.
    pub reviews: PathBuf,
}

/// The shared application.
pub type Shared = Arc<App>;

impl App {
    /// An application.
    pub fn new(
        gate: Gate,
        library: Arc<Library>,
        offers: Offers,
        tables: Tables,
        thinkers: Thinkers,
        folders: Folders,
        cluster: Window,
    ) -> App {
        App {
            reviews: Reviews::new(folders.reviews, thinkers.clone()),
            jobs: Jobs::default(),
            daily: Daily::default(),
            gate,
            library,
            offers,
            tables,
            thinkers,
            runs: folders.runs,
            shelf: Shelf::default(),
            cluster,
            page: Page(folders.page),
            // A hundred games at once, then one a second.
            making: Buckets::new(100.0, 1.0),
            listeners: AtomicU64::new(0),
            blocking: Semaphore::new(MOST_BLOCKING),
        }
    }

    /// Whether everybody who comes in is the owner of the machine: others cannot reach it.
    pub fn is_owners(&self) -> bool {
        self.gate.token().is_none()
    }

    /// Refuses what only the owner of the machine may do.
    pub fn check_owner(&self) -> Result<()> {
        match self.is_owners() {
            true => Ok(()),
            false => Err(
                WebError::forbidden("only the owner of this machine may do that")
                    .hint("start the server without --listen, or use the command line"),
            ),
        }
    }

    /// A number that no other connection has.
    pub fn next_listener(&self) -> u64 {
        self.listeners.fetch_add(1, Ordering::Relaxed)
    }
}

/// Does work that reads disks or waits for tables, away from the threads that serve connections.
pub async fn blocking<T: Send + 'static>(
    app: &Shared,
    work: impl FnOnce(&App) -> Result<T> + Send + 'static,
) -> Result<T> {
    let busy = || WebError::unavailable("the server stops");
    let _place = app.blocking.acquire().await.map_err(|_| busy())?;
    let shared = app.clone();
    let done = tokio::task::spawn_blocking(move || work(&shared)).await;
    done.map_err(|_| WebError::failed("the request was not finished"))?
}

/// An answer as JSON.
pub fn json(answer: &impl Serialize) -> Response {
    match serde_json::to_string(answer) {
        Ok(text) => raw(text),
        Err(error) => {
            WebError::failed(format!("the answer cannot be written: {error}")).into_response()
        }
    }
}

/// An answer that is JSON already.
pub fn raw(text: String) -> Response {
    ([("content-type", "application/json")], text).into_response()
}
