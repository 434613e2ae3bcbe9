//! `ludarium worker`: looks for runs, joins those that it can play, and says that it is there. `jobs` does the work.

mod jobs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use ludarium_arena::{BotSource, Games, Interrupt};
use ludarium_train::Plans;
use tokio::time::{sleep, timeout};

use crate::calibration::speed;
use crate::conduct::{host, runtime};
use crate::contest_room::ContestSetup;
use crate::cores::Core;
use crate::elsewhere::is_clocked;
use crate::error::ClusterError;
use crate::files;
use crate::notices::Notices;
use crate::room::Room;
use crate::server::{Address, NatsServer};
use crate::training_room::TrainingSetup;
use crate::wire::{
    Announcement, ContestTask, Heard, PROGRAM, PROTOCOL, Presence, Refusal, Task, TrainingTask,
    Versions,
};

/// How often the list of runs is read.
const LOOK: Duration = Duration::from_secs(1);

/// How often a worker says that it is there.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The same trouble is told again after this time.
const NEWS: Duration = Duration::from_secs(60);

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
        let server = NatsServer::connect(&options.address, "ludarium worker").await?;
        server.workers().await?;
        let id = format!("{}-{}", token(&host()), std::process::id());
        let shared = Arc::new(WorkerState {
            games: games.clone(),
            options,
            server,
            id,
            speed,
            began: Instant::now(),
            runs: Mutex::default(),
            trouble: Mutex::default(),
            counts: WorkerCounts::default(),
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
struct WorkerState {
    games: Games,
    options: WorkerOptions,
    server: NatsServer,
    id: String,
    speed: f64,
    began: Instant,
    runs: Mutex<BTreeMap<String, Membership>>,
    trouble: Mutex<Trouble>,
    counts: WorkerCounts,
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
struct WorkerCounts {
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

impl WorkerState {
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
        self.server.client.max_payload().saturating_sub(4096).max(4096)
    }

    fn leaving(&self) -> bool {
        self.options.interrupt.is_finishing()
    }

    /// Joins new runs and leaves those that are over.
    async fn look_for_runs(self: Arc<WorkerState>) {
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
        let Ok(Some((heard, _))) = self.server.announcement(run).await else {
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
        let places: Vec<Option<Core>> = if is_clocked(&task.contest) {
            let cores = Core::claim(&std::env::temp_dir(), threads);
            cores.into_iter().map(Some).collect()
        } else {
            (0..threads).map(|_| None).collect()
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
            task: TrainingTask { play, ..task.clone() },
            plans,
            interrupt: stop.clone(),
            largest: self.largest(),
        };
        let places = (0..self.options.threads.max(1)).map(|_| None).collect();
        Room::open(places, move |entrance| setup.host(entrance)).await
    }

    /// Says every few seconds that this worker is there.
    async fn stay_present(self: Arc<WorkerState>) {
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
                Membership::Refused(reason) => {
                    Some(Refusal { run: run.clone(), reason: reason.clone() })
                }
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
}

/// Why a run of another version of the program is not played.
fn other_version(run: &Versions) -> String {
    let Versions { program, protocol, .. } = run;
    // Two builds of one version may still not understand each other.
    let languages = if program == PROGRAM {
        format!(" (messages {PROTOCOL} and {protocol})")
    } else {
        String::new()
    };
    format!(
        "it has version {PROGRAM} of the program, the run version {program}{languages}; use the same version on all machines"
    )
}

/// A name as a part of a subject.
fn token(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' }
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
        assert!(reason.contains(&format!("(messages {PROTOCOL} and {}", PROTOCOL + 1)), "{reason}");
        assert_eq!(Heard::read(b"no announcement"), None);
    }

    #[test]
    fn names_of_machines_become_parts_of_subjects() {
        assert_eq!(token("node-1.my lab"), "node-1_my_lab");
    }
}
