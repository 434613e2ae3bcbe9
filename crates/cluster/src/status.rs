//! What goes on in a cluster at this moment.

use std::time::{SystemTime, UNIX_EPOCH};

use ludarium_arena::Schedule;

use crate::conduct::runtime;
use crate::error::ClusterError;
use crate::server::{Address, NatsServer, subjects};
use crate::wire::{Heard, Presence, Task, TaskProgress};

/// What goes on in a cluster.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// The workers that were heard of lately.
    pub workers: Vec<WorkerStatus>,
    /// The runs that look for workers.
    pub runs: Vec<RunStatus>,
}

/// A worker, as it was heard of last.
#[derive(Clone, Debug)]
pub struct WorkerStatus {
    /// What it said.
    pub presence: Presence,
    /// Seconds since then.
    pub heard: f64,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
pub struct RunStatus {
    /// What tells it from others.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The game.
    pub game: String,
    /// What its units are called.
    pub units: &'static str,
    /// How far it is.
    pub progress: TaskProgress,
    /// The games of all its units.
    pub games: u64,
    /// Seconds since its coordinator said something.
    pub heard: f64,
    /// Jobs that no worker has taken.
    pub waiting: u64,
    /// Jobs that workers are at.
    pub in_flight: u64,
    /// Jobs that were given out more than once.
    pub again: u64,
    /// Blocks, or games of a training, that no worker could play.
    pub set_aside: u64,
    /// Results that the coordinator has not stored yet; many if it is not there.
    pub results: u64,
}

/// A connection for people who look on.
#[derive(Debug)]
pub struct Observer {
    runtime: tokio::runtime::Runtime,
    server: NatsServer,
}

impl Observer {
    /// Connects to a cluster.
    pub fn new(address: &Address) -> Result<Observer, ClusterError> {
        let runtime = runtime()?;
        let server = runtime.block_on(NatsServer::connect(address, "ludarium status"))?;
        Ok(Observer { runtime, server })
    }

    /// What goes on.
    pub fn status(&self) -> Result<Status, ClusterError> {
        self.runtime.block_on(status(&self.server))
    }

    /// Removes the runs with an identifier or a name, which nobody goes on with; gives the identifiers of those that were
    /// there.
    pub fn remove(&self, run: &str) -> Result<Vec<String>, ClusterError> {
        self.runtime.block_on(async {
            let mut removed = Vec::new();
            for id in self.server.announced().await? {
                let name = match self.server.announcement(&id).await? {
                    Some((Heard::Ours(announcement), _)) => announcement.name,
                    Some((Heard::Other(versions), _)) => versions.name,
                    None => String::new(),
                };
                if id == run || name == run {
                    self.server.remove(&id).await?;
                    removed.push(id);
                }
            }
            Ok(removed)
        })
    }
}

async fn status(server: &NatsServer) -> Result<Status, ClusterError> {
    let mut status = Status::default();
    let workers = server.workers().await?;
    for subject in subjects(&workers, "ludarium.worker.*").await? {
        // Its word may have run out since it was listed.
        let Ok(message) = workers.get_last_raw_message_by_subject(&subject).await else {
            continue;
        };
        let presence: Option<Presence> = serde_json::from_slice(&message.payload).ok();
        let presence = presence.filter(|presence| !presence.leaving);
        let heard = seconds_since(message.time.unix_timestamp_nanos());
        status.workers.extend(presence.map(|presence| WorkerStatus { presence, heard }));
    }
    status.workers.sort_by(|a, b| a.presence.id.cmp(&b.presence.id));
    for id in server.announced().await? {
        let Some((Heard::Ours(announcement), time)) = server.announcement(&id).await? else {
            continue;
        };
        let patience = std::time::Duration::from_millis(announcement.patience_ms);
        let jobs = server.take_jobs(&id, patience).await?;
        let results = server.take_results(&id).await?;
        let trouble = |error| crate::server::failed("tell how far a run is", &error);
        let jobs = jobs.get_info().await.map_err(trouble)?;
        let results = results.get_info().await.map_err(trouble)?;
        status.runs.push(RunStatus {
            id,
            name: announcement.name,
            game: announcement.task.game().to_owned(),
            units: announcement.task.units(),
            progress: announcement.progress,
            games: match &announcement.task {
                Task::Contest(task) => {
                    Schedule::new(&task.contest).games(announcement.progress.all)
                }
                Task::Training(_) => announcement.progress.all,
            },
            heard: seconds_since(time),
            waiting: jobs.num_pending,
            in_flight: jobs.num_ack_pending as u64,
            again: jobs.num_redelivered as u64,
            set_aside: announcement.set_aside,
            results: results.num_pending + results.num_ack_pending as u64,
        });
    }
    Ok(status)
}

/// Seconds since a moment of the server's clock, in nanoseconds since 1970. Clocks of machines differ a little.
fn seconds_since(nanos: i128) -> f64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_nanos() as i128);
    (now - nanos).max(0) as f64 / 1e9
}
