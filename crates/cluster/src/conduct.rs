//! The coordinator's side: what a run lacks is given out, and what comes back is stored.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::{FutureExt, StreamExt};
use ludarium_arena::{Interrupt, sha256};
use ludarium_report::Pace;
use tokio::runtime::{Builder, Runtime};

use crate::attendance::Attendance;
use crate::coordinator::{Coordinator, SetAside};
use crate::error::ClusterError;
use crate::job::Job;
use crate::notices::Notices;
use crate::server::{Address, NatsServer, is_full, job_subject, kept, take, take_all};
use crate::wire::{
    Announcement, JobOutcome, JobReport, PROGRAM, PROTOCOL, Presence, Task, TaskProgress,
};

/// How often jobs are compared with those of the server.
const ROUND: Duration = Duration::from_secs(3);

/// How long the coordinator waits for results before it looks around.
const WAIT: Duration = Duration::from_millis(300);

/// How long a result waits for others to be stored with it: a request and a transaction cost as much as many games.
const MOMENT: Duration = Duration::from_millis(50);

/// The same in the middle of a run, where workers have jobs for seconds.
const LONG_MOMENT: Duration = Duration::from_millis(250);

/// Results that are stored together at most.
const TOGETHER: usize = 128;

/// A coordinator says this often how far it is.
const NEWS: Duration = Duration::from_secs(2);

/// How long trouble with the server lasts before it is told.
const TROUBLE: Duration = Duration::from_secs(3);

/// Machines that play together.
pub struct Cluster {
    address: Address,
    patience: Duration,
    notices: Notices,
    runtime: Runtime,
}

impl Cluster {
    /// The cluster at an address. `patience` is how long a worker may be silent before its job goes to another one. It
    /// is an error if no server answers there.
    pub fn new(
        address: Address,
        patience: Duration,
        notices: Notices,
    ) -> Result<Cluster, ClusterError> {
        // Everything happens in the caller's thread: a second one would have to be woken for every message.
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(ClusterError::Thread)?;
        runtime.block_on(NatsServer::connect(&address, "ludarium coordinator"))?;
        Ok(Cluster { address, patience, notices, runtime })
    }
}

/// One thread of its own for the connection, whatever the caller does.
pub(crate) fn runtime() -> Result<Runtime, ClusterError> {
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build();
    runtime.map_err(ClusterError::Thread)
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cluster({})", self.address.shown())
    }
}

/// What tells a run from all others of the server: the machine of its owner and what it is about.
pub(crate) fn run_id(about: &[String]) -> String {
    let text = format!("{}\n{}", host(), about.join("\n"));
    sha256(text.as_bytes())[..16].to_owned()
}

/// The name of this machine.
pub(crate) fn host() -> String {
    let read = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = read.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok());
    name.map_or("a machine".to_owned(), |name| name.trim().to_owned())
}

/// What is to be done.
pub(crate) struct ClusterWork<'a> {
    /// What people call it.
    pub name: String,
    /// What tells it from all others of the server: the same when it is started again.
    pub id: String,
    /// The units that are missing.
    pub units: Vec<Range<u64>>,
    pub interrupt: &'a Interrupt,
    /// Whether agents play under clocks.
    pub clocked: bool,
}

/// What the owner of a run says to reports that came together.
pub(crate) struct Taken {
    /// Units that are complete, also those that were so before.
    pub complete: Vec<u64>,
    /// Whether the run ends.
    pub stop: bool,
}

/// Stores reports; everything it says is complete is on the disk.
pub(crate) type Take<'t> = dyn FnMut(Vec<JobReport>) -> Taken + 't;

impl Cluster {
    /// Where sentences for people go.
    pub(crate) fn notices(&self) -> &Notices {
        &self.notices
    }

    /// A connection for the coordinator.
    pub(crate) async fn connect(&self) -> Result<NatsServer, ClusterError> {
        NatsServer::connect(&self.address, "ludarium coordinator").await
    }

    /// Waits here for what the server does.
    pub(crate) fn wait<T>(&self, doing: impl Future<Output = T>) -> T {
        self.runtime.block_on(doing)
    }

    /// Gives out the units of a run until all have results, the owner stops it, or it is interrupted.
    pub(crate) async fn conduct(
        &self,
        server: &NatsServer,
        work: &ClusterWork<'_>,
        task: Task,
        store: &mut Take<'_>,
    ) -> Result<(), ClusterError> {
        let announcement = Announcement {
            protocol: PROTOCOL,
            program: PROGRAM.to_owned(),
            name: work.name.clone(),
            task,
            patience_ms: self.patience.as_millis() as u64,
            set_aside: 0,
            progress: TaskProgress::default(),
        };
        let kind = announcement.task.units();
        let mut patient = PatientServer {
            server,
            id: &work.id,
            announcement,
            patience: self.patience,
            notices: &self.notices,
            results: None,
            trouble: None,
            told: false,
            full: false,
        };
        let mut coordinator = Coordinator::new(work.units.clone());
        let mut pace = Pace::default();
        patient.announcement.progress = progress(work, &coordinator, &mut pace);
        patient.open().await?;
        let began = Instant::now();
        let found: Vec<Job> = server.jobs_of(&work.id).await?.into_iter().collect();
        for job in coordinator.adopt(&found, began.elapsed()) {
            server.withdraw(&work.id, job).await?;
        }
        let mut attendance = Attendance::new(&work.id);
        let heard = server.client.subscribe("ludarium.worker.*").await;
        let mut heard = heard.map_err(|error| crate::server::failed("tell of workers", &error))?;
        let (mut compared, mut warned) = (Instant::now(), false);
        let mut said = Instant::now();
        let (mut again, mut unreadable) = (0, 0);
        while !coordinator.is_done() && !work.interrupt.is_finishing() {
            while let Some(Some(message)) = heard.next().now_or_never() {
                if let Ok(presence) = serde_json::from_slice::<Presence>(&message.payload) {
                    attendance.hear(presence, &self.notices);
                }
            }
            attendance.watch(&self.notices);
            if let Some(sentence) = attendance.speeds().filter(|_| work.clocked && !warned) {
                self.notices.tell(&sentence);
                warned = true;
            }
            if said.elapsed() > NEWS {
                said = Instant::now();
                let progress = progress(work, &coordinator, &mut pace);
                patient.tell_progress(progress, coordinator.set_aside()).await;
            }
            let jobs = coordinator.next(attendance.threads(), began.elapsed());
            patient.publish(&jobs).await;
            let moment = if coordinator.is_in_full_swing() { LONG_MOMENT } else { MOMENT };
            let Some(messages) = patient.results(moment).await else {
                continue;
            };
            if compared.elapsed() > ROUND {
                compared = Instant::now();
                if let Some(found) = patient.found().await {
                    coordinator.reconcile(&found);
                }
            }
            if messages.is_empty() {
                continue;
            }
            let reports: Vec<JobReport> =
                messages.iter().filter_map(|message| JobReport::unpack(&message.payload)).collect();
            unreadable += messages.len() - reports.len();
            let mut results = Vec::with_capacity(reports.len());
            for report in reports {
                let (job, worker) = (report.job, &report.worker);
                if let JobOutcome::Failed { reason, last } = &report.outcome {
                    let told = format!("job {job} failed on {worker}: {reason}");
                    self.notices.tell(&told);
                    coordinator.failed(job, reason, *last);
                    continue;
                }
                if report.micros > 0 {
                    coordinator.played(report.job.count, Duration::from_micros(report.micros));
                }
                results.push(report);
            }
            let taken = store(results);
            for unit in taken.complete {
                let seen = coordinator.finished(unit);
                again += u64::from(!seen.first);
                for job in seen.withdrawn {
                    patient.withdraw(job).await;
                }
            }
            if taken.stop {
                break;
            }
            for message in &messages {
                // One that is not heard comes again, and is known then.
                let _ = message.ack().await;
            }
        }
        if again > 0 {
            self.notices.tell(&format!(
                "{kind} that came a second time and were not counted again: {again}"
            ));
        }
        if unreadable > 0 {
            self.notices.tell(&format!("messages that were no results: {unreadable}"));
        }
        if work.interrupt.is_finishing() && !coordinator.is_done() {
            self.notices.tell(
                "workers finish the jobs they were given; their results wait until the same command is run again",
            );
            return Ok(());
        }
        // Acknowledgements are on their way; what is left of the run is not needed any more.
        let _ = server.client.flush().await;
        server.remove(&work.id).await?;
        match coordinator.set_aside() {
            [] => Ok(()),
            aside => {
                let units: usize = aside.iter().map(|one| one.units.len()).sum();
                let first = &aside[0];
                let (were, them) = match units {
                    1 => ("was", "it"),
                    _ => ("were", "them"),
                };
                Err(ClusterError::Agents(format!(
                    "{units} of the {kind} {were} set aside, because no worker could play {them}; the first is {}: {}; run \
                     the same command again to try once more",
                    first.units.first().copied().unwrap_or_default(),
                    first.reason
                )))
            }
        }
    }
}

/// How far a run is, and how long the rest takes at this pace.
fn progress(work: &ClusterWork<'_>, coordinator: &Coordinator, pace: &mut Pace) -> TaskProgress {
    let all = work.units.last().map_or(0, |last| last.end);
    let done = all.saturating_sub(coordinator.missing());
    TaskProgress { done, all, left: pace.left(done, all).map(|left| left.as_secs_f64()) }
}

/// The server as a coordinator uses it: trouble that may pass is waited for.
struct PatientServer<'a> {
    server: &'a NatsServer,
    id: &'a str,
    announcement: Announcement,
    patience: Duration,
    notices: &'a Notices,
    results: Option<PullConsumer>,
    /// Since when the server does not answer.
    trouble: Option<Instant>,
    told: bool,
    /// Whether it had no room for jobs, and that was told.
    full: bool,
}

impl PatientServer<'_> {
    /// Makes everything that a run needs at the server, where it is not there.
    async fn open(&mut self) -> Result<(), ClusterError> {
        self.server.workers().await?;
        self.server.take_jobs(self.id, self.patience).await?;
        self.results = Some(self.server.take_results(self.id).await?);
        self.server.announce(self.id, &self.announcement).await
    }

    /// Lets everybody who looks at the cluster know how far the work is and what nobody could do.
    async fn tell_progress(&mut self, progress: TaskProgress, aside: &[SetAside]) {
        self.announcement.progress = progress;
        self.announcement.set_aside = aside.iter().map(|one| one.units.len() as u64).sum();
        let told = self.server.announce(self.id, &self.announcement).await;
        if let Err(error) = told {
            self.hindered(&error.to_string()).await;
        }
    }

    /// Gives out jobs. One that does not arrive is missed when jobs are compared.
    async fn publish(&mut self, jobs: &[Job]) {
        let mut sent = Vec::with_capacity(jobs.len());
        for &job in jobs {
            let subject = job_subject(self.id, job);
            sent.push(self.server.jetstream.publish(subject, "".into()).await);
        }
        for stored in sent {
            let stored = match stored {
                Ok(stored) => stored.await.map(|_| ()),
                Err(error) => Err(error),
            };
            if let Err(error) = stored {
                let said = crate::server::innermost(&error);
                // It is there already: an earlier coordinator has sent it.
                if said.contains("per subject") {
                    continue;
                }
                if is_full(&said) {
                    self.no_room(&kept("the next jobs", &error))
                } else {
                    self.hindered(&said).await
                }
                return;
            }
        }
        if self.full && !jobs.is_empty() {
            self.full = false;
            self.notices.tell("the NATS server has room again");
        }
    }

    /// Tells once that jobs find no room. They are missed when jobs are compared, and tried again.
    fn no_room(&mut self, error: &ClusterError) {
        if !self.full {
            self.full = true;
            self.notices.tell(&error.to_string());
        }
    }

    /// Takes results, and those that come within a moment after the first; `None` if there was trouble.
    async fn results(&mut self, moment: Duration) -> Option<Vec<Message>> {
        let taken = match &self.results {
            Some(results) => gather(results, moment).await,
            None => Ok(Vec::new()),
        };
        match taken {
            Ok(messages) => {
                if self.told {
                    self.notices.tell("the NATS server answers again");
                }
                (self.trouble, self.told) = (None, false);
                Some(messages)
            }
            Err(error) => {
                self.hindered(&error.to_string()).await;
                None
            }
        }
    }

    /// The jobs that the server has; `None` where results wait so long that jobs without one mean nothing.
    async fn found(&mut self) -> Option<BTreeSet<Job>> {
        let results = self.results.as_ref()?.get_info().await.ok()?;
        if results.num_pending > TOGETHER as u64 {
            return None;
        }
        let found = self.server.jobs_of(self.id).await.ok()?;
        let jobs = self.server.take_jobs(self.id, self.patience).await.ok()?;
        let given = jobs.get_info().await.ok()?;
        if given.num_pending > 0 || given.num_ack_pending > 0 {
            return Some(found);
        }
        // A server that was killed may keep messages that it never gives out again.
        for job in found {
            self.withdraw(job).await;
        }
        Some(BTreeSet::new())
    }

    async fn withdraw(&mut self, job: Job) {
        // A job that stays is played once more than needed, and its results are known.
        let _ = self.server.withdraw(self.id, job).await;
    }

    /// Waits a little, tells what is wrong if it lasts, and makes anew what a server without its files has lost.
    async fn hindered(&mut self, reason: &str) {
        let since = *self.trouble.get_or_insert_with(Instant::now);
        if since.elapsed() > TROUBLE && !self.told {
            self.told = true;
            self.notices.tell(&format!("waiting for the NATS server: {reason}"));
        }
        tokio::time::sleep(WAIT).await;
        let _ = tokio::time::timeout(Duration::from_secs(2), self.open()).await;
    }
}

/// Waits for a result, and takes all that come within a moment after it.
async fn gather(results: &PullConsumer, moment: Duration) -> Result<Vec<Message>, ClusterError> {
    let Some(first) = take(results, WAIT).await? else {
        return Ok(Vec::new());
    };
    tokio::time::sleep(moment).await;
    let mut messages = vec![first];
    // The first is ours, whatever happens to the others.
    messages.extend(take_all(results, TOGETHER).await.unwrap_or_default());
    Ok(messages)
}
