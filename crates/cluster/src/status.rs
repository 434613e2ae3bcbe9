//! What goes on in a cluster at this moment.

use crate::conduct::runtime;
use crate::error::ClusterError;
use crate::server::{Address, NatsServer, subjects};
use crate::wire::{Heard, Presence};

/// What goes on in a cluster.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// The workers that were heard of lately.
    pub workers: Vec<Presence>,
    /// The runs that look for workers.
    pub runs: Vec<RunStatus>,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStatus {
    /// What tells it from others.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The game.
    pub game: String,
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
                    Some(Heard::Ours(announcement)) => announcement.name,
                    Some(Heard::Other(versions)) => versions.name,
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
        status.workers.extend(presence.filter(|presence| !presence.leaving));
    }
    status.workers.sort_by(|a, b| a.id.cmp(&b.id));
    for id in server.announced().await? {
        let Some(Heard::Ours(announcement)) = server.announcement(&id).await? else {
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
            waiting: jobs.num_pending,
            in_flight: jobs.num_ack_pending as u64,
            again: jobs.num_redelivered as u64,
            set_aside: announcement.set_aside,
            results: results.num_pending + results.num_ack_pending as u64,
        });
    }
    Ok(status)
}
