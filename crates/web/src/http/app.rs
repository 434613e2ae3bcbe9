//! What every request can reach.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::access::{Buckets, Gate, Visitor};
use crate::agents::offers::Offers;
use crate::agents::thinking::Thinkers;
use crate::analysis::reviews::Reviews;
use crate::analysis::what_if::WhatIfs;
use crate::error::{Result, WebError};
use crate::games::library::Library;
use crate::limits::Limits;
use crate::lock::locked;
use crate::page::Page;
use crate::quota::{Quota, QuotaShare};
use crate::runs::Shelf;
use crate::runs::cluster::ClusterWindow;
use crate::runs::jobs::Jobs;
use crate::tables::Tables;
use crate::tables::daily::Daily;

/// Blocking requests that may be under way; more wait.
const MOST_BLOCKING: usize = 32;
/// Films that may be made at the same time, each on a core of its own; more wait.
const MOST_FILMS: usize = 2;

/// What every request can reach.
pub struct App {
    /// Decides which requests come in.
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
    pub cluster: ClusterWindow,
    /// The page.
    pub page: Page,
    /// Reviews of finished games.
    pub reviews: Reviews,
    /// Positions that are played on with other dice.
    pub what_ifs: WhatIfs,
    /// What the owner of the machine has started.
    pub jobs: Jobs,
    /// The challenges of the day.
    pub daily: Daily,
    /// What visitors may take of the machine.
    pub limits: Limits,
    /// New tables of each visitor.
    pub making: Buckets,
    /// Seconds of the processor that each visitor may still spend on analyses, reviews and films.
    pub allowance: Buckets,
    /// Open connections of each visitor.
    sockets: Quota<Visitor>,
    listeners: AtomicU64,
    blocking: Semaphore,
    films: Semaphore,
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
        limits: Limits,
    ) -> App {
        let hourly =
            |(burst, hour): (u32, u32)| Buckets::new(burst.into(), f64::from(hour) / 3600.0);
        let allowance = hourly(limits.thinking);
        App {
            reviews: Reviews::new(folders.reviews, thinkers.clone(), allowance.clone()),
            what_ifs: WhatIfs::new(thinkers.clone(), allowance.clone()),
            jobs: Jobs::default(),
            daily: Daily::default(),
            gate,
            library,
            offers,
            tables,
            thinkers,
            runs: folders.runs,
            shelf: Shelf::default(),
            cluster: ClusterWindow::new(None),
            page: Page(folders.page),
            making: hourly(limits.new_games),
            allowance,
            sockets: Quota::new(limits.sockets),
            limits,
            listeners: AtomicU64::new(0),
            blocking: Semaphore::new(MOST_BLOCKING),
            films: Semaphore::new(MOST_FILMS),
        }
    }

    /// Shows a cluster, too.
    pub fn showing(self, cluster: ClusterWindow) -> App {
        App { cluster, ..self }
    }

    /// One more open connection of a visitor, if it may have one.
    pub fn enter(&self, visitor: Visitor) -> Result<QuotaShare<Visitor>> {
        let open = self.sockets.take(visitor);
        open.ok_or_else(|| {
            WebError::too_many("too many games and analyses are open")
                .hint("close a tab of this site, then try again")
        })
    }

    /// Whether a visitor may still let the machine think for it.
    pub fn check_allowance(&self, visitor: Visitor) -> Result<()> {
        if self.allowance.has(visitor.0) {
            return Ok(());
        }
        let (_, hour) = self.limits.thinking;
        let message = "you have used the thinking time that this server has for you";
        Err(WebError::too_many(message).hint(format!("{hour} seconds come back every hour")))
    }

    /// Waits until another film may be made; the turn ends when what is given is dropped.
    pub async fn film_turn(&self) -> Result<SemaphorePermit<'_>> {
        let turn = self.films.acquire().await;
        turn.map_err(|_| WebError::unavailable("the server stops"))
    }

    /// Whether everybody who comes in is the owner of the machine: others cannot reach it.
    pub fn is_owners(&self) -> bool {
        self.gate.is_local()
    }

    /// Refuses what only the owner of the machine may do.
    pub fn check_owner(&self) -> Result<()> {
        if self.is_owners() {
            return Ok(());
        }
        Err(WebError::forbidden("only the owner of this machine may do that")
            .hint("start the server without --listen, or use the command line"))
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
    let place = Arc::new(Mutex::new(None));
    let done = place.clone();
    away(app, Box::new(move |app| *locked(&done) = Some(work(app)))).await;
    let result = locked(&place).take();
    result.unwrap_or_else(|| Err(WebError::failed("the request was not finished")))
}

/// Does such work and answers with what it gives, as JSON.
pub async fn answer<T: Serialize + Send + 'static>(
    app: &Shared,
    work: impl FnOnce(&App) -> Result<T> + Send + 'static,
) -> Result<Response> {
    Ok(json(&blocking(app, work).await?))
}

/// The part of [`blocking`] that is the same for every kind of work, so that it is compiled once.
async fn away(app: &Shared, work: Box<dyn FnOnce(&App) + Send>) {
    if let Ok(_place) = app.blocking.acquire().await {
        let shared = app.clone();
        // A panic leaves no result.
        let _ = tokio::task::spawn_blocking(move || work(&shared)).await;
    }
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
