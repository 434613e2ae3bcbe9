//! The jobs of a worker: takes them from any run, plays them, and sends what came of them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::{Joined, Membership, WorkerState};
use crate::job::Job;
use crate::room::JobResult;
use crate::server::{result_subject, take, take_all};
use crate::wire::{JobOutcome, JobReport};

/// How long a worker waits for a job where no run has one.
const WAIT: Duration = Duration::from_millis(500);

/// A job that was given out so often without a result is set aside.
const DELIVERIES: i64 = 5;

impl WorkerState {
    /// Takes one job after another, of all runs in turn.
    pub(super) async fn take_jobs(self: Arc<WorkerState>, slot: usize) {
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
        let job: Option<Job> =
            message.subject.rsplit('.').next().and_then(|text| text.parse().ok());
        let Some(job) = job else {
            let _ = message.ack_with(AckKind::Term).await;
            return None;
        };
        let deliveries = message.info().map_or(1, |info| info.delivered);
        let began = Instant::now();
        let last = deliveries > DELIVERIES;
        let played = if last {
            JobResult::Failed(format!(
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
            JobResult::GivenUp => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                return None;
            }
            JobResult::Outcomes(outcomes) => outcomes,
            JobResult::Failed(reason) => vec![JobOutcome::Failed { reason, last }],
        };
        Some(DoneJob { job, micros, outcomes, message })
    }

    /// Sends what came of a job. Only then is the job done.
    async fn deliver(self: Arc<WorkerState>, run: Arc<Joined>, done: DoneJob) {
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
            let sent = self.server.keep(result_subject(&run.id), bytes.clone()).await;
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
