//! The coordinator's side: what a run lacks is given out, and what comes back is stored.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::{FutureExt, StreamExt};
use ludarium_arena::{
    Contest, Control, Elsewhere, Interrupt, Keep, RunError, Schedule, Wanted, sha256,
};
use tokio::runtime::{Builder, Runtime};

use crate::coordinator::{Coordinator, Settings};
use crate::crew::Crew;
use crate::error::ClusterError;
use crate::files;
use crate::job::Job;
use crate::notices::Notices;
use crate::server::{Address, Server, job_subject, take};
use crate::wire::{Announcement, ContestTask, Outcome, PROGRAM, PROTOCOL, Presence, Report};

/// How often jobs are compared with those of the server.
const ROUND: Duration = Duration::from_secs(3);

/// How long the coordinator waits for results before it looks around.
const WAIT: Duration = Duration::from_millis(300);

/// Results that are stored together at most.
const TOGETHER: usize = 128;

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
        let runtime = runtime()?;
        runtime.block_on(Server::connect(&address, "ludarium coordinator"))?;
        Ok(Cluster {
            address,
            patience,
            notices,
            runtime,
        })
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

impl Elsewhere for Cluster {
    fn play(&self, wanted: &Wanted<'_>, keep: &mut Keep<'_>) -> Result<(), RunError> {
        if wanted.blocks.is_empty() {
            return Ok(());
        }
        let mut games = Games::new(wanted.contest, keep);
        let task = |files| ContestTask {
            contest: wanted.contest.clone(),
            identities: wanted.identities.to_vec(),
            luck: wanted.luck,
            files,
        };
        let work = Work {
            name: wanted
                .file
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            id: contest_id(wanted),
            blocks: wanted.blocks.clone(),
            interrupt: wanted.interrupt,
            clocked: wanted.contest.clock != "none",
        };
        let done = self.runtime.block_on(async {
            let server = Server::connect(&self.address, "ludarium coordinator").await?;
            let files = files::of_contest(wanted.contest, wanted.identities)?;
            let shared = files::share(&server, &files).await?;
            self.conduct(&server, &work, task(shared), &mut |report| {
                games.take(report)
            })
            .await
        });
        match (games.trouble, done) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(RunError::Elsewhere(error.to_string())),
            (None, Ok(())) => Ok(()),
        }
    }
}

/// What tells a run from all others of the server: the same run has the same one when it is started again.
fn contest_id(wanted: &Wanted<'_>) -> String {
    let file = std::path::absolute(wanted.file).unwrap_or(wanted.file.to_owned());
    let identities: Vec<String> = wanted.identities.iter().map(ToString::to_string).collect();
    let text = format!(
        "{}\n{}\n{}\n{}",
        host(),
        file.display(),
        wanted.contest.to_json(),
        identities.join("\n")
    );
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
struct Work<'a> {
    name: String,
    id: String,
    blocks: Vec<Range<u64>>,
    interrupt: &'a Interrupt,
    clocked: bool,
}

/// What the owner of a run says to reports that came together.
struct Taken {
    /// Blocks that are complete, also those that were so before.
    complete: Vec<u64>,
    /// Whether the run ends.
    stop: bool,
}

/// Stores reports; everything it says is complete is on the disk.
type Take<'t> = dyn FnMut(Vec<Report>) -> Taken + 't;

impl Cluster {
    /// Gives out the blocks of a run until all have results, the owner stops it, or it is interrupted.
    async fn conduct(
        &self,
        server: &Server,
        work: &Work<'_>,
        task: ContestTask,
        store: &mut Take<'_>,
    ) -> Result<(), ClusterError> {
        let announcement = Announcement {
            protocol: PROTOCOL,
            program: PROGRAM.to_owned(),
            name: work.name.clone(),
            task,
            patience_ms: self.patience.as_millis() as u64,
        };
        let mut desk = Desk {
            server,
            id: &work.id,
            announcement: &announcement,
            patience: self.patience,
            notices: &self.notices,
            results: None,
            trouble: None,
            told: false,
        };
        let mut coordinator = Coordinator::new(work.blocks.clone(), Settings::default());
        desk.open().await?;
        let began = Instant::now();
        let found: Vec<Job> = server.jobs_of(&work.id).await?.into_iter().collect();
        for job in coordinator.adopt(&found, began.elapsed()) {
            server.withdraw(&work.id, job).await?;
        }
        let mut crew = Crew::new(&work.id);
        let heard = server.client.subscribe("ludarium.worker.*").await;
        let mut heard = heard.map_err(|error| crate::server::failed("tell of workers", &error))?;
        let (mut compared, mut warned) = (Instant::now(), false);
        while !coordinator.is_done() && !work.interrupt.is_finishing() {
            while let Some(Some(message)) = heard.next().now_or_never() {
                if let Ok(presence) = serde_json::from_slice::<Presence>(&message.payload) {
                    crew.hear(presence, &self.notices);
                }
            }
            crew.watch(&self.notices);
            if let Some(sentence) = crew.speeds().filter(|_| work.clocked && !warned) {
                self.notices.tell(&sentence);
                warned = true;
            }
            let jobs = coordinator.next(crew.threads(), began.elapsed());
            desk.publish(&jobs).await;
            let Some(messages) = desk.results().await else {
                continue;
            };
            if compared.elapsed() > ROUND {
                compared = Instant::now();
                if let Some(found) = desk.found().await {
                    coordinator.reconcile(&found);
                }
            }
            if messages.is_empty() {
                continue;
            }
            let reports: Vec<Report> = messages
                .iter()
                .filter_map(|message| Report::unpack(&message.payload))
                .collect();
            let mut results = Vec::with_capacity(reports.len());
            for report in reports {
                if let Outcome::Failed(reason) = &report.outcome {
                    let (job, worker) = (report.job, &report.worker);
                    self.notices
                        .tell(&format!("job {job} failed on {worker}: {reason}"));
                    coordinator.failed(job, reason);
                    continue;
                }
                if report.micros > 0 {
                    coordinator.played(report.job.count, Duration::from_micros(report.micros));
                }
                results.push(report);
            }
            let taken = store(results);
            for block in taken.complete {
                for job in coordinator.finished(block).withdrawn {
                    desk.withdraw(job).await;
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
                Err(ClusterError::Agents(format!(
                    "{units} of the blocks were set aside, because no worker could play them; the first is {}: {}; run the \
                     same command again to try once more",
                    first.units.first().copied().unwrap_or_default(),
                    first.reason
                )))
            }
        }
    }
}

/// The server as a coordinator uses it: trouble that may pass is waited for.
struct Desk<'a> {
    server: &'a Server,
    id: &'a str,
    announcement: &'a Announcement,
    patience: Duration,
    notices: &'a Notices,
    results: Option<PullConsumer>,
    /// Since when the server does not answer.
    trouble: Option<Instant>,
    told: bool,
}

impl Desk<'_> {
    /// Makes everything that a run needs at the server, where it is not there.
    async fn open(&mut self) -> Result<(), ClusterError> {
        self.server.workers().await?;
        self.server.take_jobs(self.id, self.patience).await?;
        self.results = Some(self.server.take_results(self.id).await?);
        self.server.announce(self.id, self.announcement).await
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
                if !said.contains("per subject") {
                    self.hindered(&said).await;
                    return;
                }
            }
        }
    }

    /// Takes results; `None` if there was trouble.
    async fn results(&mut self) -> Option<Vec<async_nats::jetstream::Message>> {
        let taken = match &self.results {
            Some(results) => take(results, TOGETHER, WAIT).await,
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
            self.notices
                .tell(&format!("waiting for the NATS server: {reason}"));
        }
        tokio::time::sleep(WAIT).await;
        let _ = tokio::time::timeout(Duration::from_secs(2), self.open()).await;
    }
}

/// The games of a contest as they come in.
struct Games<'a, 'k> {
    schedule: Schedule<'a>,
    keep: &'a mut Keep<'k>,
    /// Games that came of blocks that are not complete.
    partial: BTreeMap<u64, BTreeSet<u64>>,
    trouble: Option<RunError>,
}

impl<'a, 'k> Games<'a, 'k> {
    fn new(contest: &'a Contest, keep: &'a mut Keep<'k>) -> Games<'a, 'k> {
        Games {
            schedule: Schedule::new(contest),
            keep,
            partial: BTreeMap::new(),
            trouble: None,
        }
    }

    fn take(&mut self, reports: Vec<Report>) -> Taken {
        let mut records = Vec::new();
        for report in reports {
            if let Outcome::Games(games) = report.outcome {
                records.extend(games);
            }
        }
        let places: Vec<(u64, u64)> = records
            .iter()
            .map(|game| (game.block, game.number))
            .collect();
        // Only then it is known that these are games of this run.
        let stop = match (self.keep)(records) {
            Ok(Control::Continue) => false,
            Ok(Control::Stop(_)) => true,
            Err(error) => {
                self.trouble = Some(error);
                return Taken {
                    complete: Vec::new(),
                    stop: true,
                };
            }
        };
        let mut complete = Vec::new();
        for (block, number) in places {
            let games = self.partial.entry(block).or_default();
            games.insert(number);
            let size = self.schedule.games(block + 1) - self.schedule.games(block);
            if games.len() as u64 == size {
                self.partial.remove(&block);
                complete.push(block);
            }
        }
        Taken { complete, stop }
    }
}
