//! `Coordinator`: which jobs are given out and which results count. It knows no clock and no network, so that a test can
//! lead it through a day with a thousand workers in a second.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::time::Duration;

use crate::job::Job;

/// The least and the most jobs that are given out at the same time.
const WINDOW: (usize, usize) = (16, 4096);

/// How long a job should take: short enough to be lost, long enough to be worth a message.
const AIM: Duration = Duration::from_millis(500);

/// A job that failed this often is set aside.
const ATTEMPTS: u32 = 5;

/// A job that is out for this many times the usual is given to a second worker when others are idle.
const SLOW: f64 = 4.0;

/// No job is called slow before this time is over.
const PATIENCE: Duration = Duration::from_secs(2);

/// The owner of a run: it gives out what is missing and counts each result once.
#[derive(Clone, Debug)]
pub struct Coordinator {
    /// Units that nobody has, in order.
    waiting: VecDeque<Range<u64>>,
    /// Jobs that are given out, by their first unit.
    out: BTreeMap<u64, OpenJob>,
    /// How long a unit takes, in seconds; `None` until somebody has said it.
    pace: Option<f64>,
    /// How often the job of one unit has failed.
    failures: BTreeMap<u64, u32>,
    /// Units of jobs that failed: each is tried alone, so that one bad unit takes no other with it.
    alone: BTreeSet<u64>,
    set_aside: Vec<SetAside>,
}

/// A job that is given out.
#[derive(Clone, Debug)]
struct OpenJob {
    count: u64,
    /// Its units without a result.
    left: BTreeSet<u64>,
    since: Duration,
    /// How often in a row it was not found where it should be.
    missed: u8,
    copies: u8,
}

/// A job that nobody could do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The units that are missing because of it.
    pub units: Vec<u64>,
    /// What happened the last time.
    pub reason: String,
}

/// What a result meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultMeaning {
    /// Whether it is the first for its unit. Another one must be equal, and is not counted.
    pub first: bool,
    /// Copies of its job that nobody has to play any more.
    pub withdrawn: Vec<Job>,
}

impl Coordinator {
    /// An owner that lacks these units; the ranges are in order and do not touch.
    pub fn new(lacking: impl IntoIterator<Item = Range<u64>>) -> Coordinator {
        Coordinator {
            waiting: lacking.into_iter().filter(|range| !range.is_empty()).collect(),
            out: BTreeMap::new(),
            pace: None,
            failures: BTreeMap::new(),
            alone: BTreeSet::new(),
            set_aside: Vec::new(),
        }
    }

    /// Takes over the jobs that an earlier owner of the run has given out. Those that nobody needs are given back, to be
    /// withdrawn.
    pub fn adopt(&mut self, found: &[Job], now: Duration) -> Vec<Job> {
        let mut useless = Vec::new();
        for &job in found {
            let left = match job.copy {
                0 => self.take(&job.units()),
                _ => BTreeSet::new(),
            };
            if left.is_empty() {
                useless.push(job);
                continue;
            }
            let given = OpenJob { count: job.count, left, since: now, missed: 0, copies: 0 };
            self.out.insert(job.first, given);
        }
        useless
    }

    /// The jobs to give out now, where `slots` can be played at the same time.
    pub fn next(&mut self, slots: usize, now: Duration) -> Vec<Job> {
        let (least, most) = WINDOW;
        let window = slots.saturating_mul(2).clamp(least, most);
        let mut jobs = Vec::new();
        while self.out.len() < window {
            let Some(range) = self.waiting.front().cloned() else {
                break;
            };
            let count = self.batch(slots).min(range.end - range.start);
            let count = match self.alone.range(range.start..).next() {
                Some(&unit) if unit == range.start => 1,
                Some(&unit) => count.min(unit - range.start),
                None => count,
            };
            let units = range.start..range.start + count;
            let given =
                OpenJob { count, left: self.take(&units), since: now, missed: 0, copies: 0 };
            self.out.insert(units.start, given);
            jobs.push(Job { first: units.start, count, copy: 0 });
        }
        if self.waiting.is_empty() {
            jobs.extend(self.copies(slots, now));
        }
        jobs
    }

    /// Second copies of slow jobs, for workers that have nothing else to do.
    fn copies(&mut self, slots: usize, now: Duration) -> Vec<Job> {
        let idle = slots.saturating_sub(self.out.len());
        let (pace, slow) = (self.pace.unwrap_or(0.0), SLOW);
        let is_slow = |given: &OpenJob| {
            let usual = Duration::try_from_secs_f64(pace * given.count as f64 * slow);
            let limit = usual.unwrap_or(Duration::MAX).max(PATIENCE);
            given.copies == 0 && now.saturating_sub(given.since) > limit
        };
        let mut jobs = Vec::new();
        for (&first, given) in &mut self.out {
            if jobs.len() < idle && is_slow(given) {
                given.copies = 1;
                jobs.push(Job { first, count: given.count, copy: 1 });
            }
        }
        jobs
    }

    /// The units of the next job: as many as take the time we aim at, and fewer towards the end, where everybody
    /// should have something to do.
    fn batch(&self, slots: usize) -> u64 {
        let aim = AIM.as_secs_f64();
        let by_pace = self.pace.map_or(1.0, |pace| aim / pace.max(1e-9)) as u64;
        let waiting: u64 = self.waiting.iter().map(|range| range.end - range.start).sum();
        let by_rest = waiting / (slots.max(1) as u64).saturating_mul(4);
        by_pace.min(by_rest).clamp(1, Job::LARGEST)
    }

    /// Notes how long a worker took for a number of units.
    pub fn played(&mut self, units: u64, time: Duration) {
        if units == 0 {
            return;
        }
        let now = time.as_secs_f64() / units as f64;
        // The mean of about the last ten jobs.
        self.pace = Some(self.pace.map_or(now, |mean| 0.9 * mean + 0.1 * now));
    }

    /// Counts the result of a unit.
    pub fn finished(&mut self, unit: u64) -> ResultMeaning {
        let again = ResultMeaning { first: false, withdrawn: Vec::new() };
        let job = self.out.range_mut(..=unit).next_back();
        let Some((&first, given)) = job.filter(|(_, given)| given.left.contains(&unit)) else {
            // Somebody was given up too early and has come back.
            return if self.take(&(unit..unit + 1)).is_empty() {
                again
            } else {
                ResultMeaning { first: true, ..again }
            };
        };
        given.left.remove(&unit);
        self.failures.remove(&unit);
        self.alone.remove(&unit);
        let mut seen = ResultMeaning { first: true, ..again };
        if given.left.is_empty() {
            let copies = 1..=given.copies;
            let count = given.count;
            seen.withdrawn = copies.map(|copy| Job { first, count, copy }).collect();
            if given.copies > 0 {
                seen.withdrawn.push(Job { first, count, copy: 0 });
            }
            self.out.remove(&first);
        }
        seen
    }

    /// Notes that a worker could not do a job: somebody else tries its units one by one, until one has failed too often,
    /// or at once if it was the `last` attempt.
    pub fn failed(&mut self, job: Job, reason: &str, last: bool) {
        let Some(given) = self.out.remove(&job.first) else {
            return;
        };
        let [Some(unit), None] = [given.left.first(), given.left.iter().nth(1)] else {
            self.alone.extend(&given.left);
            return self.put_back(given.left);
        };
        let failures = self.failures.entry(*unit).or_default();
        *failures += 1;
        if last || *failures >= ATTEMPTS {
            self.set_aside.push(SetAside {
                units: given.left.into_iter().collect(),
                reason: reason.to_owned(),
            });
        } else {
            self.put_back(given.left);
        }
    }

    /// Compares with the jobs that the server has. A result is there before its job is gone, so a job that is missing twice
    /// in a row, with time for its result in between, was lost with it and is given out again.
    pub fn reconcile(&mut self, found: &BTreeSet<Job>) {
        let known: BTreeSet<u64> = found.iter().map(|job| job.first).collect();
        let mut lost = Vec::new();
        for (first, given) in &mut self.out {
            given.missed = if known.contains(first) { 0 } else { given.missed + 1 };
            if given.missed >= 2 {
                lost.push(*first);
            }
        }
        for first in lost {
            if let Some(given) = self.out.remove(&first) {
                self.put_back(given.left);
            }
        }
    }

    /// The number of units that have neither a result nor were set aside.
    pub fn missing(&self) -> u64 {
        let waiting = self.waiting.iter().map(|range| range.end - range.start);
        let out = self.out.values().map(|given| given.left.len() as u64);
        waiting.sum::<u64>() + out.sum::<u64>()
    }

    /// Whether every unit has its result or was set aside.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.out.is_empty()
    }

    /// Whether jobs have their usual size and more are to be given out, so that nobody waits for a single result.
    pub fn is_in_full_swing(&self) -> bool {
        self.pace.is_some() && !self.waiting.is_empty()
    }

    /// The jobs that nobody could do.
    pub fn set_aside(&self) -> &[SetAside] {
        &self.set_aside
    }

    /// Removes units from those that nobody has; gives those that were among them.
    fn take(&mut self, units: &Range<u64>) -> BTreeSet<u64> {
        let mut taken = BTreeSet::new();
        let mut kept = VecDeque::with_capacity(self.waiting.len() + 1);
        // What is taken stands at the front most often.
        while let Some(range) = self.waiting.pop_front() {
            if range.start >= units.end {
                self.waiting.push_front(range);
                break;
            }
            let (start, end) = (range.start.max(units.start), range.end.min(units.end));
            if start >= end {
                kept.push_back(range);
                continue;
            }
            taken.extend(start..end);
            for rest in [range.start..start, end..range.end] {
                if !rest.is_empty() {
                    kept.push_back(rest);
                }
            }
        }
        while let Some(range) = kept.pop_back() {
            self.waiting.push_front(range);
        }
        taken
    }

    /// Adds units to those that nobody has, in order.
    fn put_back(&mut self, units: BTreeSet<u64>) {
        for unit in units {
            let place = self.waiting.partition_point(|range| range.end < unit);
            match self.waiting.get_mut(place) {
                Some(range) if range.end == unit => range.end = unit + 1,
                Some(range) if range.start == unit + 1 => range.start = unit,
                _ => self.waiting.insert(place, unit..unit + 1),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn job(first: u64, count: u64) -> Job {
        Job { first, count, copy: 0 }
    }

    fn coordinator(units: Range<u64>) -> Coordinator {
        Coordinator::new(std::iter::once(units))
    }

    #[test]
    fn only_a_window_of_jobs_is_given_out() {
        let mut owner = coordinator(0..1000);
        assert_eq!(owner.next(0, NOW).len(), 16);
        assert_eq!(owner.next(100, NOW).len(), 200 - 16);
        assert!(owner.next(100, NOW).is_empty());
        assert_eq!(owner.finished(3), ResultMeaning { first: true, withdrawn: Vec::new() });
        assert!(!owner.finished(3).first, "the second result does not count");
        assert_eq!(owner.next(100, NOW), [job(200, 1)]);
    }

    #[test]
    fn jobs_are_as_long_as_they_are_worth_a_message() {
        let mut owner = coordinator(0..100_000);
        owner.played(10, Duration::from_millis(100));
        assert_eq!(owner.next(2, NOW)[0].count, 50, "half a second");
        // Towards the end everybody should have something to do.
        let mut owner = coordinator(0..80);
        owner.played(10, Duration::from_millis(100));
        assert_eq!(owner.next(2, NOW)[0].count, 10);
    }

    #[test]
    fn a_new_owner_takes_over_what_the_old_one_gave_out() {
        // Units 0 to 3 and 6 are stored; of the old jobs one is done, one half, one is a copy.
        let mut owner = Coordinator::new([4..6, 7..20]);
        let copy = Job { copy: 1, ..job(4, 4) };
        let useless = owner.adopt(&[job(0, 4), job(4, 4), copy], NOW);
        assert_eq!(useless, [job(0, 4), copy]);
        assert_eq!(owner.out.len(), 1);
        let first: Vec<u64> = owner.next(0, NOW).iter().map(|job| job.first).collect();
        assert_eq!(first, (8..20).collect::<Vec<_>>());
        for unit in [4, 5, 7] {
            assert!(owner.finished(unit).first);
        }
        assert!(!owner.finished(6).first);
        assert_eq!(owner.out.len(), 12);
    }

    #[test]
    fn what_was_given_out_is_missing_until_its_result_is_there() {
        let mut owner = coordinator(0..20);
        assert_eq!(owner.missing(), 20);
        let given = owner.next(4, NOW);
        assert_eq!(owner.missing(), 20);
        owner.finished(given[0].first);
        assert_eq!(owner.missing(), 19);
    }

    #[test]
    fn a_job_that_always_fails_is_set_aside() {
        let mut owner = coordinator(0..1);
        for _ in 0..ATTEMPTS {
            assert_eq!(owner.next(1, NOW), [job(0, 1)]);
            owner.failed(job(0, 1), "no memory", false);
        }
        assert!(owner.is_done());
        let units = vec![0];
        let reason = "no memory".to_owned();
        assert_eq!(owner.set_aside(), [SetAside { units, reason }]);
    }

    #[test]
    fn one_bad_unit_takes_no_other_with_it() {
        let mut owner = coordinator(0..400);
        owner.played(10, Duration::from_millis(100));
        let first = owner.next(1, NOW)[0];
        assert_eq!(first, job(0, 50));
        owner.failed(first, "five workers died", true);
        assert!(owner.set_aside().is_empty());
        let again = owner.next(100, NOW);
        let singles = again.iter().filter(|job| job.first < 50);
        assert!(singles.clone().all(|job| job.count == 1), "{again:?}");
        assert_eq!(singles.count(), 50);
        owner.failed(job(7, 1), "five workers died", true);
        let units: Vec<u64> = owner.set_aside()[0].units.clone();
        assert_eq!(units, [7], "the bad one alone");
        for unit in (0..400).filter(|&unit| unit != 7) {
            owner.next(100, NOW);
            assert!(owner.finished(unit).first, "{unit}");
        }
        assert!(owner.is_done());
    }

    #[test]
    fn a_job_that_is_missing_twice_is_given_out_again() {
        let mut owner = coordinator(0..2);
        assert_eq!(owner.next(2, NOW).len(), 2);
        let found = BTreeSet::from([job(1, 1)]);
        owner.reconcile(&found);
        assert!(owner.next(2, NOW).is_empty());
        owner.reconcile(&found);
        assert_eq!(owner.next(2, NOW), [job(0, 1)]);
    }

    #[test]
    fn slow_jobs_get_a_second_worker_at_the_end() {
        let mut owner = coordinator(0..2);
        owner.next(4, NOW);
        owner.played(1, Duration::from_secs(1));
        assert!(owner.next(4, Duration::from_secs(3)).is_empty());
        let copies = owner.next(4, Duration::from_secs(5));
        assert_eq!(copies, [0, 1].map(|first| Job { copy: 1, ..job(first, 1) }));
        assert!(owner.next(4, Duration::from_secs(99)).is_empty(), "once");
        let seen = owner.finished(1);
        assert_eq!(seen.withdrawn, [Job { copy: 1, ..job(1, 1) }, job(1, 1)]);
    }
}
