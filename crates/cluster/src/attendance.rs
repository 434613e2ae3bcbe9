//! `Attendance`: the workers that a coordinator hears of.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::notices::Notices;
use crate::server::PRESENT;
use crate::wire::Presence;

/// So long a coordinator listens before it says that nobody is there.
const LISTEN: Duration = Duration::from_secs(4);

/// Machines differ in speed if the fastest is this many times as fast as the slowest.
const DIFFERENT: f64 = 1.25;

/// The workers that were heard of lately.
#[derive(Debug)]
pub(crate) struct Attendance {
    run: String,
    began: Instant,
    members: BTreeMap<String, (Instant, Presence)>,
    /// Refusals and troubles that were told.
    told: BTreeSet<String>,
    /// The number of threads that was told last.
    known: Option<usize>,
}

impl Attendance {
    pub fn new(run: &str) -> Attendance {
        Attendance {
            run: run.to_owned(),
            began: Instant::now(),
            members: BTreeMap::new(),
            told: BTreeSet::new(),
            known: None,
        }
    }

    /// A worker said something.
    pub fn hear(&mut self, presence: Presence, notices: &Notices) {
        for refusal in &presence.refused {
            let sentence =
                format!("the worker on {} does not play: {}", presence.host, refusal.reason);
            if refusal.run == self.run && self.told.insert(sentence.clone()) {
                notices.tell(&sentence);
            }
        }
        if let Some(trouble) = &presence.trouble {
            let sentence = format!("the worker on {} waits: {trouble}", presence.host);
            if self.told.insert(sentence.clone()) {
                notices.tell(&sentence);
            }
        }
        if presence.leaving {
            self.members.remove(&presence.id);
        } else {
            self.members.insert(presence.id.clone(), (Instant::now(), presence));
        }
    }

    /// Says how many there are, where that has changed.
    pub fn watch(&mut self, notices: &Notices) {
        self.members.retain(|_, (heard, _)| heard.elapsed() < PRESENT);
        if self.began.elapsed() < LISTEN && self.members.is_empty() {
            return;
        }
        let threads = self.threads();
        if self.known == Some(threads) {
            return;
        }
        self.known = Some(threads);
        let workers = self.willing().count();
        notices.tell(&match threads {
            0 => "no worker is there; the run waits until one comes: ludarium worker --cluster ADDRESS".to_owned(),
            1 => "one worker with one thread plays".to_owned(),
            threads if workers == 1 => format!("one worker with {threads} threads plays"),
            threads => format!("{workers} workers with {threads} threads play"),
        });
    }

    /// Games that can be played at the same time.
    pub fn threads(&self) -> usize {
        self.willing().map(|presence| presence.threads).fold(0, usize::saturating_add)
    }

    fn willing(&self) -> impl Iterator<Item = &Presence> {
        let refuses = |presence: &Presence| presence.refused.iter().any(|one| one.run == self.run);
        let members = self.members.values().map(|(_, presence)| presence);
        members.filter(move |presence| !refuses(presence))
    }

    /// A sentence where machines differ in speed.
    pub fn speeds(&self) -> Option<String> {
        let speeds = || self.willing().map(|presence| presence.speed);
        let (least, most) = (speeds().fold(f64::MAX, f64::min), speeds().fold(0.0, f64::max));
        (most > DIFFERENT * least).then(|| {
            format!(
                "the machines differ in speed by a factor of {:.1}: under a clock an agent thinks less on the slower ones",
                most / least
            )
        })
    }
}
