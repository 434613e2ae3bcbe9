//! `ludarium worker`: takes jobs of any run, plays them, and sends what came of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use ludarium_arena::{BotSource, Games, Interrupt};
use ludarium_train::Plans;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::calibration::speed;
use crate::conduct::{host, runtime};
use crate::contest_room::ContestSetup;
use crate::contests::is_clocked;
use crate::cores::Core;
use crate::error::ClusterError;
use crate::files;
use crate::job::Job;
use crate::notices::Notices;
use crate::room::{Played, Room};
use crate::server::{Address, Server, result_subject, take, take_all};
use crate::training_room::TrainingSetup;
use crate::wire::{
    Announcement, ContestTask, Heard, JobOutcome, JobReport, PROGRAM, PROTOCOL, Presence, Refusal,
    Task, TrainingTask, Versions,
};

/// How often the list of runs is read.
const LOOK: Duration = Duration::from_secs(1);

/// How often a worker says that it is there.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// How long a worker waits for a job where no run has one.
const WAIT: Duration = Duration::from_millis(500);

/// The same trouble is told again after this time.
const NEWS: Duration = Duration::from_secs(60);

/// A job that was given out so often without a result is set aside.
const DELIVERIES: i64 = 5;

/// What a worker is and may do.
pub struct WorkerOptions {
    /// Where the server is.
    pub address: Address,
    /// Jobs played at the same time.
    pub threads: usize,
    /// The games whose jobs it takes; all that it knows without any.
    pub games: Vec<String>,
    /// Where files of agents are kept.
    pub cache: PathBuf,
    /// Where bots come from.
    pub bots: Option<Arc<dyn BotSource>>,
    /// How value networks are trained, by game; trainings of other games are not helped.
    pub plans: BTreeMap<String, Plans>,
    /// Where sentences for people go.
    pub notices: Notices,
    /// How it is told to leave.
    pub interrupt: Interrupt,
}

/// What a worker has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Jobs.
    pub jobs: u64,
    /// Games.
    pub games: u64,
}

/// Joins the cluster and plays until it is told to leave; jobs at hand are played to their end.
pub fn work(games: &Games, options: WorkerOptions) -> Result<Done, ClusterError> {
    let runtime = runtime()?;
    let speed = speed();
    runtime.block_on(async {
        let server = Server::connect(&options.address, "ludarium worker").await?;
        server.workers().await?;
        let id = format!("{}-{}", token(&host()), std::process::id());
        let shared = Arc::new(Shared {
            games: games.clone(),
            options,
            server,
            id,
            speed,
            began: Instant::now(),
            runs: Mutex::default(),
            trouble: Mutex::default(),
            counts: Counts::default(),
        });
        let threads = match shared.options.threads {
            1 => "one thread".to_owned(),
            threads => format!("{threads} threads"),
        };
        let shown = shared.options.address.shown();
        let notices = &shared.options.notices;
        notices.tell(&format!("joined {shown} with {threads}"));
        let mut tasks = Vec::new();
        for slot in 0..shared.options.threads.max(1) {
            tasks.push(tokio::spawn(shared.clone().take_jobs(slot)));
        }
        let present = tokio::spawn(shared.clone().stay_present());
        let looking = tokio::spawn(shared.clone().look_for_runs());
        for task in tasks {
            // A task that failed has nothing more to say than the others.
            let _ = task.await;
        }
        present.abort();
        looking.abort();
        shared.say(true).await;
        let _ = shared.server.client.flush().await;
        Ok(Done {
            jobs: shared.counts.jobs.load(Ordering::Relaxed),
            games: shared.counts.games.load(Ordering::Relaxed),
        })
    })
}

/// What all tasks of a worker share.
struct Shared {
    games: Games,
    options: WorkerOptions,
    server: Server,
    id: String,
    speed: f64,
    began: Instant,
    runs: Mutex<BTreeMap<String, Membership>>,
    trouble: Mutex<Trouble>,
    counts: Counts,
}

/// Why results cannot be sent.
#[derive(Default)]
struct Trouble {
    /// At this moment.
    now: Option<String>,
    /// What was told last, and when.
    told: Option<(String, Instant)>,
}

#[derive(Default)]
struct Counts {
    jobs: AtomicU64,
    games: AtomicU64,
}

/// What a worker thinks of a run.
#[derive(Clone)]
enum Membership {
    Joined(Arc<Joined>),
    Refused(String),
}

/// A run that a worker takes jobs of.
struct Joined {
    id: String,
    jobs: PullConsumer,
    room: Room,
    patience: Duration,
    /// Told when the run is over: whatever is played of it is given up.
    stop: Interrupt,
}

impl Shared {
    fn runs(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Membership>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn trouble(&self) -> std::sync::MutexGuard<'_, Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes why a result cannot be sent. A server with hardly any room takes one result and refuses the next, so the same
    /// reason is not told every time.
    fn hindered(&self, reason: String) {
        let mut trouble = self.trouble();
        let told = |(told, when): &(String, Instant)| *told == reason && when.elapsed() < NEWS;
        if !trouble.told.as_ref().is_some_and(told) {
            self.options.notices.tell(&reason);
            trouble.told = Some((reason.clone(), Instant::now()));
        }
        trouble.now = Some(reason);
    }

    /// The most bytes of a message, with room for its headers.
    fn largest(&self) -> usize {
        self.server
            .client
            .max_payload()
            .saturating_sub(4096)
            .max(4096)
    }

    fn leaving(&self) -> bool {
        self.options.interrupt.is_finishing()
    }

    /// Joins new runs and leaves those that are over.
    async fn look_for_runs(self: Arc<Shared>) {
        // Runs that are announced while we listen are joined at once, all others by the next look.
        let mut news = self.server.client.subscribe("ludarium.run.*").await.ok();
        loop {
            if let Ok(Ok(found)) = timeout(LOOK * 5, self.server.announced()).await {
                self.forget(&found);
                for run in &found {
                    if !self.runs().contains_key(run) {
                        self.meet(run).await;
                    }
                }
            }
            if self.options.interrupt.is_now() {
                self.forget(&BTreeSet::new());
            }
            let heard = match &mut news {
                Some(news) => timeout(LOOK, news.next()).await,
                None => {
                    sleep(LOOK).await;
                    continue;
                }
            };
            if matches!(heard, Ok(None)) {
                news = None;
            }
        }
    }

    /// Leaves the runs that are not announced any more.
    fn forget(&self, found: &BTreeSet<String>) {
        self.runs().retain(|run, membership| {
            let stays = found.contains(run);
            if let (false, Membership::Joined(joined)) = (stays, membership) {
                joined.stop.now();
            }
            stays
        });
    }

    /// Joins a run, or says why not.
    async fn meet(&self, run: &str) {
        let Ok(Some(heard)) = self.server.announcement(run).await else {
            return;
        };
        let (name, joined) = match heard {
            Heard::Ours(announcement) => {
                let joined = self.join(run, &announcement).await;
                (announcement.name, joined)
            }
            Heard::Other(versions) => {
                let reason = other_version(&versions);
                (versions.name, Err(reason))
            }
        };
        let notices = &self.options.notices;
        let membership = match joined {
            Ok(joined) => {
                notices.tell(&format!("plays for {name}"));
                Membership::Joined(Arc::new(joined))
            }
            Err(reason) => {
                notices.tell(&format!("does not play for {name}: {reason}"));
                Membership::Refused(reason)
            }
        };
        self.runs().insert(run.to_owned(), membership);
        self.say(false).await;
    }

    async fn join(&self, run: &str, announcement: &Announcement) -> Result<Joined, String> {
        let game = announcement.task.game();
        let wanted = &self.options.games;
        if !wanted.is_empty() && !wanted.iter().any(|one| one == game) {
            return Err(format!("it was told to play only {}", wanted.join(", ")));
        }
        let stop = Interrupt::new();
        let room = match &announcement.task {
            Task::Contest(task) => self.contest_room(task, &stop).await?,
            Task::Training(task) => self.training_room(task, &stop).await?,
        };
        let patience = Duration::from_millis(announcement.patience_ms);
        let jobs = self.server.take_jobs(run, patience).await;
        Ok(Joined {
            id: run.to_owned(),
            jobs: jobs.map_err(|error| error.to_string())?,
            room,
            patience,
            stop,
        })
    }

    /// A room for a contest. Under a clock every game has a core for itself.
    async fn contest_room(&self, task: &ContestTask, stop: &Interrupt) -> Result<Room, String> {
        let threads = self.options.threads.max(1);
        let places: Vec<Option<Core>> = match is_clocked(&task.contest) {
            false => (0..threads).map(|_| None).collect(),
            true => {
                let cores = Core::claim(&std::env::temp_dir(), threads);
                cores.into_iter().map(Some).collect()
            }
        };
        if places.is_empty() {
            return Err("games under a clock need a core each, and other workers of this machine have all of them".to_owned());
        }
        let setup = ContestSetup {
            games: self.games.clone(),
            contest: files::fetch(&self.server, task, &self.options.cache).await?,
            bots: self.options.bots.clone(),
            halt: stop.now_flag(),
            largest: self.largest(),
        };
        Room::open(places, move |entrance| setup.host(entrance)).await
    }

    /// A room for games of a training.
    async fn training_room(&self, task: &TrainingTask, stop: &Interrupt) -> Result<Room, String> {
        let plans = self.options.plans.get(&task.play.game).copied();
        let plans = plans.ok_or_else(|| format!("it trains nothing for {}", task.play.game))?;
        let play = files::fetch_networks(&self.server, &task.play, &self.options.cache).await?;
        let setup = TrainingSetup {
            task: TrainingTask {
                play,
                ..task.clone()
            },
            plans,
            interrupt: stop.clone(),
            largest: self.largest(),
        };
        let places = (0..self.options.threads.max(1)).map(|_| None).collect();
        Room::open(places, move |entrance| setup.host(entrance)).await
    }

    /// Says every few seconds that this worker is there.
    async fn stay_present(self: Arc<Shared>) {
        loop {
            self.say(false).await;
            sleep(HEARTBEAT).await;
        }
    }

    async fn say(&self, leaving: bool) {
        let refused = self
            .runs()
            .iter()
            .filter_map(|(run, membership)| match membership {
                Membership::Joined(_) => None,
                Membership::Refused(reason) => Some(Refusal {
                    run: run.clone(),
                    reason: reason.clone(),
                }),
            })
            .collect();
        let presence = Presence {
            id: self.id.clone(),
            host: host(),
            program: PROGRAM.to_owned(),
            threads: self.options.threads,
            speed: self.speed,
            jobs: self.counts.jobs.load(Ordering::Relaxed),
            games: self.counts.games.load(Ordering::Relaxed),
            seconds: self.began.elapsed().as_secs_f64(),
            refused,
            trouble: self.trouble().now.clone(),
            leaving: leaving || self.leaving(),
        };
        // Texts and numbers always serialise; a word that is not heard is said again.
        let text = serde_json::to_vec(&presence).unwrap_or_default();
        let subject = format!("ludarium.worker.{}", self.id);
        let kept = timeout(HEARTBEAT, self.server.keep(subject, text)).await;
        if !matches!(kept, Ok(Ok(()))) {
            let _ = timeout(HEARTBEAT, self.server.workers()).await;
        }
    }

    /// Takes one job after another, of all runs in turn.
    async fn take_jobs(self: Arc<Shared>, slot: usize) {
        let mut turn = slot;
        let mut delivery: Option<JoinHandle<()>> = None;
        while !self.leaving() {
            let joined: Vec<Arc<Joined>> = self
                .runs()
                .values()
                .filter_map(|membership| match membership {
                    Membership::Joined(joined) => Some(joined.clone()),
                    Membership::Refused(_) => None,
                })
                .collect();
            if joined.is_empty() {
                sleep(WAIT / 4).await;
                continue;
            }
            turn += 1;
            let count = joined.len();
            let ours = (0..count).map(|place| &joined[(turn + place) % count]);
            let open: Vec<&Arc<Joined>> = ours.filter(|run| run.room.has_place()).collect();
            let Some(&first) = open.first() else {
                // Rooms with fewer places than this worker has threads: others take their jobs.
                sleep(WAIT / 4).await;
                continue;
            };
            let (run, taken) = match waiting_job(&open).await {
                Some((run, message)) => (run, Ok(Some(message))),
                None => (first, take(&first.jobs, WAIT / open.len() as u32).await),
            };
            match taken {
                Ok(None) => {}
                Ok(Some(message)) => {
                    let Some(done) = self.play_job(run, message).await else {
                        continue;
                    };
                    // The result travels while the next job is played. Whoever is at the next result waits for it, so
                    // that a slow network slows a worker down.
                    arrived(delivery.take()).await;
                    delivery = Some(tokio::spawn(self.clone().deliver(run.clone(), done)));
                }
                // The run is over, or the server is away for a while.
                Err(_) => sleep(WAIT).await,
            }
        }
        arrived(delivery).await;
    }

    /// Plays a job; `None` if there is nothing to tell of it.
    async fn play_job(&self, run: &Joined, message: Message) -> Option<DoneJob> {
        let job: Option<Job> = message
            .subject
            .rsplit('.')
            .next()
            .and_then(|text| text.parse().ok());
        let Some(job) = job else {
            let _ = message.ack_with(AckKind::Term).await;
            return None;
        };
        let deliveries = message.info().map_or(1, |info| info.delivered);
        let began = Instant::now();
        let last = deliveries > DELIVERIES;
        let played = if last {
            Played::Failed(format!(
                "it was given to {DELIVERIES} workers, and none came to its end"
            ))
        } else {
            let playing = run.room.play(job);
            tokio::pin!(playing);
            loop {
                tokio::select! {
                    played = &mut playing => break played,
                    () = sleep(run.patience / 3) => {
                        // Not heard by a server that is away; then another worker may get the job, too.
                        let _ = message.ack_with(AckKind::Progress).await;
                    }
                }
            }
        };
        let micros = began.elapsed().as_micros() as u64;
        let outcomes = match played {
            Played::GivenUp => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                return None;
            }
            Played::Outcomes(outcomes) => outcomes,
            Played::Failed(reason) => vec![JobOutcome::Failed { reason, last }],
        };
        Some(DoneJob {
            job,
            micros,
            outcomes,
            message,
        })
    }

    /// Sends what came of a job. Only then is the job done.
    async fn deliver(self: Arc<Shared>, run: Arc<Joined>, done: DoneJob) {
        let message = done.message;
        let games: usize = done.outcomes.iter().map(JobOutcome::games).sum();
        for (place, outcome) in done.outcomes.into_iter().enumerate() {
            let report = JobReport {
                job: done.job,
                worker: self.id.clone(),
                speed: self.speed,
                micros: if place == 0 { done.micros.max(1) } else { 0 },
                outcome,
            };
            let Some(bytes) = self.packed(report).await else {
                return;
            };
            if !self.send(&run, &message, bytes).await {
                return;
            }
        }
        self.counts.jobs.fetch_add(1, Ordering::Relaxed);
        self.counts.games.fetch_add(games as u64, Ordering::Relaxed);
        // A job that is not heard to be done is played again by somebody, and its result is known then.
        let _ = timeout(Duration::from_secs(5), message.double_ack()).await;
    }

    /// The bytes of a report, or of a complaint that it is too long for the server; `None` if they cannot be made.
    async fn packed(&self, report: JobReport) -> Option<Vec<u8>> {
        let largest = self.largest();
        // In a thread of its own: many threads that play would wait for the one that packs.
        let packing = tokio::task::spawn_blocking(move || {
            let bytes = report.pack();
            if bytes.len() <= largest {
                return bytes;
            }
            let reason = format!(
                "a game has {} bytes, and the NATS server takes {largest} in a message: raise its max_payload",
                bytes.len(),
            );
            let outcome = JobOutcome::Failed { reason, last: true };
            JobReport { outcome, ..report }.pack()
        });
        packing.await.ok()
    }

    /// Sends a report until the server has it; `false` if nobody wants it any more.
    async fn send(&self, run: &Joined, message: &Message, bytes: Vec<u8>) -> bool {
        loop {
            let sent = self
                .server
                .keep(result_subject(&run.id), bytes.clone())
                .await;
            let Err(error) = sent else {
                self.trouble().now = None;
                return true;
            };
            if run.stop.is_now() || self.options.interrupt.is_now() {
                return false;
            }
            self.hindered(error.to_string());
            sleep(WAIT).await;
            let _ = message.ack_with(AckKind::Progress).await;
        }
    }
}

/// A job that was played.
struct DoneJob {
    job: Job,
    /// How long it took.
    micros: u64,
    outcomes: Vec<JobOutcome>,
    /// The message that gave it out.
    message: Message,
}

/// A job of the first of several runs that has one. Nobody waits for a run without jobs while another one has some.
async fn waiting_job<'r>(runs: &[&'r Arc<Joined>]) -> Option<(&'r Arc<Joined>, Message)> {
    if runs.len() < 2 {
        return None;
    }
    for &run in runs {
        // A run that is over has none.
        let mut found = take_all(&run.jobs, 1).await.unwrap_or_default();
        if let Some(message) = found.pop() {
            return Some((run, message));
        }
    }
    None
}

/// Waits for a delivery that is under way.
async fn arrived(delivery: Option<JoinHandle<()>>) {
    if let Some(delivery) = delivery {
        // One that failed has nothing more to say: its job is given to somebody else.
        let _ = delivery.await;
    }
}

/// Why a run of another version of the program is not played.
fn other_version(run: &Versions) -> String {
    let Versions {
        program, protocol, ..
    } = run;
    // Two builds of one version may still not understand each other.
    let languages = match program == PROGRAM {
        true => format!(" (messages {PROTOCOL} and {protocol})"),
        false => String::new(),
    };
    format!(
        "it has version {PROGRAM} of the program, the run version {program}{languages}; use the same version on all machines"
    )
}

/// A name as a part of a subject.
fn token(name: &str) -> String {
    let plain = |letter: char| match letter.is_ascii_alphanumeric() || letter == '-' {
        true => letter,
        false => '_',
    };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_other_versions_are_refused() {
        let heard = |protocol: u32, program: &str| {
            // Whatever else another version announces.
            let text = format!(
                r#"{{"protocol": {protocol}, "program": "{program}", "name": "spring", "orders": []}}"#
            );
            match Heard::read(text.as_bytes()) {
                Some(Heard::Other(versions)) => other_version(&versions),
                other => panic!("{other:?}"),
            }
        };
        let reason = heard(PROTOCOL, "9.9.9");
        assert!(reason.contains("the run version 9.9.9;"), "{reason}");
        let reason = heard(PROTOCOL + 1, PROGRAM);
        assert!(
            reason.contains(&format!("(messages {PROTOCOL} and {}", PROTOCOL + 1)),
            "{reason}"
        );
        assert_eq!(Heard::read(b"no announcement"), None);
    }

    #[test]
    fn names_of_machines_become_parts_of_subjects() {
        assert_eq!(token("node-1.my lab"), "node-1_my_lab");
    }
}
