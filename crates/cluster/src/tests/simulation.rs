//! A day with a thousand workers in a second: the coordinator led by a virtual clock, with a work queue that behaves as
//! the server's does.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::time::Duration;

use ludarium_game::{Purpose, Rng, Seed};

use crate::coordinator::Coordinator;
use crate::job::Job;

/// How long a worker may be silent before its job goes to another one.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the coordinator compares its jobs with those of the queue.
const ROUND: Duration = Duration::from_secs(3);

/// How long messages travel.
const TRAVEL: Duration = Duration::from_millis(2);

/// What the workers are like.
#[derive(Clone, Copy, Debug)]
struct Crowd {
    /// How many there are.
    workers: usize,
    /// How long a unit takes on the usual machine.
    unit: Duration,
    /// The share of jobs whose worker dies while it plays; another one comes later.
    dying: f64,
    /// The share of workers that are ten times as slow.
    slow: f64,
    /// The share of results that are lost on their way, although their job counts as done.
    lost: f64,
}

/// What came of a simulated run.
#[derive(Clone, Debug, Default, PartialEq)]
struct Simulated {
    /// How often each unit was counted.
    counted: BTreeMap<u64, u32>,
    /// Results that came again.
    again: u64,
    /// When the last result came.
    end: Duration,
    /// When nine of ten units had their results.
    most: Duration,
    /// The work that was done, in seconds of the usual machine.
    work: f64,
    /// Jobs that were delivered.
    delivered: u64,
}

impl Simulated {
    /// The time it would have taken had nobody ever waited, died or been slow.
    fn ideal(&self, crowd: &Crowd) -> Duration {
        let units = self.counted.len() as f64;
        crowd.unit.mul_f64(units / crowd.workers as f64)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SimulatedEvent {
    /// A worker looks for a job.
    Ask(usize),
    /// A worker is done with a job.
    Done(usize, Job),
    /// A result arrives.
    Arrive(Job),
    /// A delivery was silent for too long.
    Overdue(Job, u64),
    /// The coordinator compares.
    Round,
}

struct World {
    crowd: Crowd,
    rng: Rng,
    now: Duration,
    events: BinaryHeap<Reverse<(Duration, u64, SimulatedEvent)>>,
    sequence: u64,
    /// Jobs of the queue, and the delivery that is at work on each.
    queue: BTreeMap<Job, Option<u64>>,
    /// Jobs that nobody has been given, in order.
    ready: BTreeSet<(u64, Job)>,
    /// Workers that found nothing.
    idle: Vec<usize>,
    seen: Simulated,
}

/// Plays a number of units by a crowd, under a seed.
fn simulate(units: u64, crowd: Crowd, seed: u64) -> Simulated {
    let mut coordinator = Coordinator::new(std::iter::once(0..units));
    let mut world = World {
        crowd,
        rng: Seed(seed).stream(Purpose::Game, 0),
        now: Duration::ZERO,
        events: BinaryHeap::new(),
        sequence: 0,
        queue: BTreeMap::new(),
        ready: BTreeSet::new(),
        idle: Vec::new(),
        seen: Simulated::default(),
    };
    for worker in 0..crowd.workers {
        world.after(Duration::ZERO, SimulatedEvent::Ask(worker));
    }
    world.after(ROUND, SimulatedEvent::Round);
    world.publish(&mut coordinator);
    while !coordinator.is_done() {
        let Some(Reverse((time, _, event))) = world.events.pop() else {
            break;
        };
        world.now = time;
        world.handle(event, &mut coordinator, units);
    }
    world.seen.end = world.now;
    world.seen
}

impl World {
    fn after(&mut self, wait: Duration, event: SimulatedEvent) {
        self.sequence += 1;
        let when = self.now + wait;
        self.events.push(Reverse((when, self.sequence, event)));
    }

    fn publish(&mut self, coordinator: &mut Coordinator) {
        for job in coordinator.next(self.crowd.workers, self.now) {
            self.queue.insert(job, None);
            self.offer(job);
        }
    }

    /// A job can be taken; workers that wait hear of it.
    fn offer(&mut self, job: Job) {
        self.sequence += 1;
        self.ready.insert((self.sequence, job));
        if let Some(worker) = self.idle.pop() {
            self.after(TRAVEL, SimulatedEvent::Ask(worker));
        }
    }

    /// Workers with low numbers are the slow ones.
    fn factor(&self, worker: usize) -> f64 {
        if (worker as f64) < self.crowd.slow * self.crowd.workers as f64 { 10.0 } else { 1.0 }
    }

    fn handle(&mut self, event: SimulatedEvent, coordinator: &mut Coordinator, units: u64) {
        match event {
            SimulatedEvent::Ask(worker) => match self.ready.pop_first() {
                None => self.idle.push(worker),
                Some((_, job)) => self.deliver(worker, job),
            },
            SimulatedEvent::Done(worker, job) => {
                // Also a worker whose job went to another one says what it has.
                if self.rng.unit() >= self.crowd.lost {
                    self.after(TRAVEL, SimulatedEvent::Arrive(job));
                }
                self.queue.remove(&job);
                self.after(TRAVEL, SimulatedEvent::Ask(worker));
            }
            SimulatedEvent::Arrive(job) => {
                coordinator.played(job.count, self.crowd.unit.mul_f64(job.count as f64));
                for unit in job.units() {
                    let seen = coordinator.finished(unit);
                    if seen.first {
                        *self.seen.counted.entry(unit).or_default() += 1
                    } else {
                        self.seen.again += 1
                    }
                    for copy in seen.withdrawn {
                        self.queue.remove(&copy);
                        self.ready.retain(|(_, job)| *job != copy);
                    }
                }
                if self.seen.counted.len() as u64 * 10 >= units * 9 && self.seen.most.is_zero() {
                    self.seen.most = self.now;
                }
                self.publish(coordinator);
            }
            SimulatedEvent::Overdue(job, delivery) => {
                if self.queue.get(&job) == Some(&Some(delivery)) {
                    self.queue.insert(job, None);
                    self.offer(job);
                }
            }
            SimulatedEvent::Round => {
                coordinator.reconcile(&self.queue.keys().copied().collect());
                self.publish(coordinator);
                self.after(ROUND, SimulatedEvent::Round);
            }
        }
    }

    fn deliver(&mut self, worker: usize, job: Job) {
        self.sequence += 1;
        let delivery = self.sequence;
        self.queue.insert(job, Some(delivery));
        self.seen.delivered += 1;
        let takes = self.crowd.unit.mul_f64(job.count as f64 * self.factor(worker));
        self.seen.work += self.crowd.unit.as_secs_f64() * job.count as f64;
        if self.rng.unit() < self.crowd.dying {
            // It falls silent at some moment, and a new worker comes a minute later.
            let moment = takes.mul_f64(self.rng.unit());
            self.after(moment + PATIENCE, SimulatedEvent::Overdue(job, delivery));
            self.after(moment + Duration::from_secs(60), SimulatedEvent::Ask(worker));
        } else {
            // As long as it plays it says so, and nobody takes its job away.
            self.after(takes, SimulatedEvent::Done(worker, job));
        }
    }
}

const CROWD: Crowd =
    Crowd { workers: 1000, unit: Duration::from_millis(200), dying: 0.001, slow: 0.05, lost: 0.05 };

fn complete(simulated: &Simulated, units: u64) {
    assert_eq!(simulated.counted.len() as u64, units, "no unit is lost");
    assert!(simulated.counted.values().all(|&times| times == 1), "none counts twice");
}

#[test]
fn a_thousand_workers_that_come_and_go_lose_nothing() {
    let units = 100_000;
    let simulated = simulate(units, CROWD, 1);
    complete(&simulated, units);
    assert!(simulated.again > 0, "copies and late results were met");
    let (end, ideal) = (simulated.end, simulated.ideal(&CROWD));
    let limit = ideal.mul_f64(1.25) + Duration::from_secs(30);
    assert!(end < limit, "{end:?}, ideal {ideal:?}");
    let tail = end - simulated.most;
    assert!(tail < Duration::from_secs(30), "the last tenth took {tail:?}");
    let work = simulated.work / (units as f64 * CROWD.unit.as_secs_f64());
    assert!(work < 1.1, "{work:.3} times the work");
}

#[test]
fn workers_that_stay_play_everything_once() {
    let crowd = Crowd { dying: 0.0, slow: 0.0, lost: 0.0, ..CROWD };
    let simulated = simulate(50_000, crowd, 1);
    complete(&simulated, 50_000);
    assert_eq!((simulated.again, simulated.work.round()), (0, 10_000.0));
}

#[test]
fn one_worker_that_often_dies_comes_to_the_end() {
    let crowd = Crowd { workers: 1, dying: 0.3, slow: 0.0, ..CROWD };
    complete(&simulate(500, crowd, 1), 500);
}

#[test]
fn the_same_seed_gives_the_same_day() {
    let day = |seed| simulate(5000, CROWD, seed);
    assert_eq!(day(1), day(1));
    assert_ne!(day(1).end, day(2).end);
}
