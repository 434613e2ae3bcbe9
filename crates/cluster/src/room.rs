//! `Room`: the threads of a worker that play for one run.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tokio::sync::{Semaphore, oneshot};

use crate::cores::Core;
use crate::job::Job;
use crate::wire::JobOutcome;

/// What came of a job.
pub(crate) enum JobResult {
    /// What to send, in messages that are not too large.
    Outcomes(Vec<JobOutcome>),
    /// It could not be played.
    Failed(String),
    /// Nobody wants it any more.
    GivenUp,
}

struct Assignment {
    job: Job,
    reply: oneshot::Sender<JobResult>,
}

/// Threads that play for one run; they end when the room is dropped.
pub(crate) struct Room {
    orders: Sender<Assignment>,
    /// As many permits as there are threads.
    free: Semaphore,
}

impl Room {
    /// Opens a room with a thread for each place. An error says why this machine must not play for the run.
    pub async fn open(
        places: Vec<Option<Core>>,
        host: impl FnOnce(Entrance) + Send + 'static,
    ) -> Result<Room, String> {
        let (orders, receiver) = channel();
        let (ready, opened) = oneshot::channel();
        let free = Semaphore::new(places.len());
        let entrance = Entrance { places, orders: receiver, ready };
        let hosting = thread::Builder::new().spawn(move || host(entrance));
        hosting.map_err(|error| format!("cannot start a thread: {error}"))?;
        match opened.await {
            Ok(opened) => opened.map(|()| Room { orders, free }),
            Err(_) => Err("its threads ended because of an error in this program".to_owned()),
        }
    }

    /// Whether a thread has nothing to do.
    pub fn has_place(&self) -> bool {
        self.free.available_permits() > 0
    }

    /// Plays a job.
    pub async fn play(&self, job: Job) -> JobResult {
        let Ok(_permit) = self.free.acquire().await else {
            return JobResult::GivenUp;
        };
        let (reply, played) = oneshot::channel();
        if self.orders.send(Assignment { job, reply }).is_err() {
            return JobResult::GivenUp;
        }
        played.await.unwrap_or(JobResult::GivenUp)
    }
}

/// A room before it is open.
pub(crate) struct Entrance {
    places: Vec<Option<Core>>,
    orders: Receiver<Assignment>,
    ready: oneshot::Sender<Result<(), String>>,
}

/// Plays one job after another.
pub(crate) type JobPlayer<'p> = Box<dyn FnMut(Job) -> JobResult + 'p>;

impl Entrance {
    /// Keeps the room closed, for a reason.
    pub fn refuse(self, reason: String) {
        // The asking side may be gone.
        let _ = self.ready.send(Err(reason));
    }

    /// Opens the room and plays, each thread with a player of its own, until the room is dropped.
    pub fn open<'p>(self, player: impl Fn() -> JobPlayer<'p> + Sync) {
        let _ = self.ready.send(Ok(()));
        let orders = Mutex::new(self.orders);
        thread::scope(|scope| {
            for core in &self.places {
                let (orders, player) = (&orders, &player);
                scope.spawn(move || {
                    if let Some(core) = core {
                        core.pin();
                    }
                    let mut play = player();
                    loop {
                        let order = orders.lock().unwrap_or_else(PoisonError::into_inner).recv();
                        let Ok(Assignment { job, reply }) = order else {
                            return;
                        };
                        let _ = reply.send(play(job));
                    }
                });
            }
        });
    }
}

/// Items in portions of at most `largest` bytes; a larger item has a portion of its own.
pub(crate) fn in_portions<T>(
    items: Vec<T>,
    largest: usize,
    size: impl Fn(&T) -> usize,
) -> Vec<Vec<T>> {
    let mut portions: Vec<Vec<T>> = Vec::new();
    let mut room = 0;
    for item in items {
        let bytes = size(&item);
        match portions.last_mut() {
            Some(last) if bytes <= room => last.push(item),
            _ => {
                room = largest;
                portions.push(vec![item]);
            }
        }
        room = room.saturating_sub(bytes);
    }
    portions
}
