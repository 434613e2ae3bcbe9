//! What is sent: announcements of runs and words of workers as JSON, results as packed bytes.

use std::io::Read;

use flate2::read::DeflateEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use ludarium_arena::{Contest, GameRecord, Identity};
use ludarium_game::MAX_SEATS;
use ludarium_train::values::SelfPlay;
use serde::{Deserialize, Serialize};

use crate::job::Job;

/// The version of everything that is sent. Workers and coordinators of different ones do not work together.
pub const PROTOCOL: u32 = 7;

/// The version of this program.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A run that looks for workers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Announcement {
    /// The version of what is sent.
    pub protocol: u32,
    /// The version of the coordinator's program.
    pub program: String,
    /// What people call the run.
    pub name: String,
    /// What is to be done.
    pub task: Task,
    /// How long a worker may be silent before its job goes to another one, in milliseconds.
    pub patience_ms: u64,
    /// Units that no worker could do.
    pub set_aside: u64,
    /// How far it is.
    pub progress: TaskProgress,
}

/// How far a task is, as its coordinator says every few seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TaskProgress {
    /// Units that are done, those from before this coordinator included.
    pub done: u64,
    /// All units up to the last one that is missing.
    pub all: u64,
    /// Seconds until all are done, at the pace so far; `None` until one was done.
    pub left: Option<f64>,
}

/// An announcement that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// One of this version.
    Ours(Box<Announcement>),
    /// One of another version, whose run nobody here can play.
    Other(Versions),
}

impl Heard {
    /// Reads an announcement; `None` if it is none.
    pub fn read(bytes: &[u8]) -> Option<Heard> {
        let versions: Versions = serde_json::from_slice(bytes).ok()?;
        if (versions.protocol, &*versions.program) != (PROTOCOL, PROGRAM) {
            return Some(Heard::Other(versions));
        }
        let announcement: Announcement = serde_json::from_slice(bytes).ok()?;
        announcement.is_sound().then(|| Heard::Ours(Box::new(announcement)))
    }
}

impl Announcement {
    /// Whether its numbers can be meant: anybody in the cluster may announce anything.
    fn is_sound(&self) -> bool {
        let seated = |lineup: &Vec<usize>| (1..=MAX_SEATS).contains(&lineup.len());
        let sound = match &self.task {
            Task::Contest(task) => {
                let lineups = &task.contest.lineups;
                !lineups.is_empty() && lineups.iter().all(seated)
            }
            Task::Training(_) => true,
        };
        sound && self.patience_ms <= LONGEST_PATIENCE && self.progress.all < Job::BEYOND
    }
}

/// The longest patience with a worker, in milliseconds: a day.
const LONGEST_PATIENCE: u64 = 24 * 3600 * 1000;

/// What an announcement of any version says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Versions {
    /// The version of what is sent.
    pub protocol: u32,
    /// The version of the coordinator's program.
    pub program: String,
    /// What people call the run.
    pub name: String,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Blocks of a contest; a unit is a block.
    Contest(ContestTask),
    /// Games of a training; a unit is a game.
    Training(TrainingTask),
}

impl Task {
    /// The game that is played.
    pub fn game(&self) -> &str {
        match self {
            Task::Contest(task) => &task.contest.game,
            Task::Training(task) => &task.play.game,
        }
    }

    /// What its units are called.
    pub fn units(&self) -> &'static str {
        match self {
            Task::Contest(_) => "blocks",
            Task::Training(_) => "games",
        }
    }
}

/// Games of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TrainingTask {
    /// What is played.
    pub play: SelfPlay,
    /// A game that the coordinator has played itself, and the digest of what came of it.
    pub probe: (u64, String),
}

/// Blocks of a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ContestTask {
    /// The contest.
    pub contest: Contest,
    /// What its agents are, by their places.
    pub identities: Vec<Identity>,
    /// Whether the luck of each game is measured.
    pub luck: bool,
    /// Files of the agents.
    pub files: Vec<SharedFile>,
}

/// A file that workers get from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SharedFile {
    /// The agent that needs it, by its place in the contest.
    pub agent: usize,
    /// How the texts of agents name it.
    pub name: String,
    /// The SHA-256 digest of its content.
    pub digest: String,
}

/// What a worker says about itself every few seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Presence {
    /// What tells it from all others.
    pub id: String,
    /// Its machine.
    pub host: String,
    /// The version of its program.
    pub program: String,
    /// Jobs it plays at the same time.
    pub threads: usize,
    /// The speed of one of its cores: steps of the calibration in a microsecond.
    pub speed: f64,
    /// Jobs it has done since it joined.
    pub jobs: u64,
    /// Games it has played since it joined.
    pub games: u64,
    /// Seconds since it joined.
    pub seconds: f64,
    /// The runs it takes no jobs of, by their names, and why.
    pub refused: Vec<Refusal>,
    /// Why it cannot send its results at this moment; nothing if it can.
    pub trouble: Option<String>,
    /// Whether it is about to leave.
    pub leaving: bool,
}

/// A run that a worker takes no jobs of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Refusal {
    /// The identifier of the run.
    pub run: String,
    /// Why not.
    pub reason: String,
}

/// What a worker sends about a job.
#[derive(Clone, Debug, PartialEq)]
pub struct JobReport {
    /// The job.
    pub job: Job,
    /// Who it comes from.
    pub worker: String,
    /// The speed of one of its cores.
    pub speed: f64,
    /// How long the work took, in microseconds.
    pub micros: u64,
    /// What came of it.
    pub outcome: JobOutcome,
}

impl JobOutcome {
    /// The number of games in it.
    pub fn games(&self) -> usize {
        match self {
            JobOutcome::Games(games) => games.len(),
            JobOutcome::Training(games) => games.len(),
            JobOutcome::Failed { .. } => 0,
        }
    }
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum JobOutcome {
    /// Finished games of the job's blocks.
    Games(Vec<GameRecord>),
    /// What came of games of a training, by their numbers.
    Training(Vec<(u64, Vec<u8>)>),
    /// The worker could not do it.
    Failed {
        /// Why not.
        reason: String,
        /// Whether nobody should try again.
        last: bool,
    },
}

/// A report as it is packed.
#[derive(Serialize, Deserialize)]
struct Packed {
    job: (u64, u64, u8),
    worker: String,
    speed: f64,
    micros: u64,
    outcome: PackedOutcome,
}

#[derive(Serialize, Deserialize)]
enum PackedOutcome {
    Games(Vec<PackedGame>),
    Failed(String, bool),
    Training(Vec<(u64, Vec<u8>)>),
}

/// A game and, apart from it, its faults as JSON: what a fault leaves out cannot be packed. Most games have none.
#[derive(Serialize, Deserialize)]
struct PackedGame(GameRecord, String);

/// A message larger than this when it is unpacked is not ours: the longest games have a few megabytes.
const LARGEST: usize = 128 << 20;

impl JobReport {
    /// The bytes of a report: how many there are when it is unpacked, in four bytes, and then its packed content. Whoever
    /// knows the number unpacks in one piece.
    pub fn pack(&self) -> Vec<u8> {
        let Job { first, count, copy } = self.job;
        let packed = Packed {
            job: (first, count, copy),
            worker: self.worker.clone(),
            speed: self.speed,
            micros: self.micros,
            outcome: match &self.outcome {
                JobOutcome::Games(games) => {
                    PackedOutcome::Games(games.iter().map(pack_game).collect())
                }
                JobOutcome::Training(games) => PackedOutcome::Training(games.clone()),
                JobOutcome::Failed { reason, last } => PackedOutcome::Failed(reason.clone(), *last),
            },
        };
        // Texts and numbers always serialise, and memory can always be read.
        let plain = postcard::to_stdvec(&packed).unwrap_or_default();
        let mut bytes = Vec::with_capacity(plain.len() / 3 + 4);
        // A longer one is refused for its size before anybody reads this.
        let size = u32::try_from(plain.len()).unwrap_or(u32::MAX);
        bytes.extend(size.to_le_bytes());
        let _ = DeflateEncoder::new(&plain[..], Compression::fast()).read_to_end(&mut bytes);
        bytes
    }

    /// Reads the bytes of a report; `None` if they are none.
    pub fn unpack(bytes: &[u8]) -> Option<JobReport> {
        let (size, bytes) = bytes.split_first_chunk::<4>()?;
        let size = usize::try_from(u32::from_le_bytes(*size)).ok()?;
        // Nothing is packed to less than a thousandth.
        if size > LARGEST || size / 1100 > bytes.len() {
            return None;
        }
        let mut plain = Vec::with_capacity(size);
        let unpacked =
            Decompress::new(false).decompress_vec(bytes, &mut plain, FlushDecompress::Finish);
        if unpacked.ok()? != Status::StreamEnd || plain.len() != size {
            return None;
        }
        let packed: Packed = postcard::from_bytes(&plain).ok()?;
        let (first, count, copy) = packed.job;
        Some(JobReport {
            job: Job { first, count, copy },
            worker: packed.worker,
            speed: packed.speed,
            micros: packed.micros,
            outcome: match packed.outcome {
                PackedOutcome::Games(games) => {
                    let games = games.into_iter().map(unpack_game);
                    JobOutcome::Games(games.collect::<Option<_>>()?)
                }
                PackedOutcome::Training(games) => JobOutcome::Training(games),
                PackedOutcome::Failed(reason, last) => JobOutcome::Failed { reason, last },
            },
        })
    }
}

fn pack_game(game: &GameRecord) -> PackedGame {
    let mut game = game.clone();
    let faults = match std::mem::take(&mut game.faults) {
        none if none.is_empty() => String::new(),
        faults => serde_json::to_string(&faults).unwrap_or_default(),
    };
    PackedGame(game, faults)
}

fn unpack_game(PackedGame(mut game, faults): PackedGame) -> Option<GameRecord> {
    if !faults.is_empty() {
        game.faults = serde_json::from_str(&faults).ok()?;
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use ludarium_arena::FaultNote;

    use super::*;

    fn report(outcome: JobOutcome) -> JobReport {
        JobReport {
            job: Job { first: 7, count: 2, copy: 1 },
            worker: "a".to_owned(),
            speed: 123.5,
            micros: 12,
            outcome,
        }
    }

    fn failed(reason: &str) -> JobOutcome {
        JobOutcome::Failed { reason: reason.to_owned(), last: true }
    }

    #[test]
    fn reports_are_read_back_as_they_were_packed() {
        let fault = FaultNote {
            seat: 1,
            ply: 4,
            kind: "overtime".to_owned(),
            reason: "late".to_owned(),
            last_words: String::new(),
        };
        let game = GameRecord {
            number: 8,
            block: 7,
            seats: vec![1, 0],
            start: "a start".to_owned(),
            moves: "a b c".to_owned(),
            movers: vec![0, 1, 0],
            thoughts: "0.1234 1 2 3\n\n\tword".to_owned(),
            scores: vec![1.0 / 3.0, 2.0 / 3.0],
            plies: 3,
            faults: vec![fault],
            times: vec![1, 2, u64::MAX],
            luck: Some(vec![-0.1, 0.1]),
            ..GameRecord::default()
        };
        for outcome in [
            JobOutcome::Games(vec![game, GameRecord::default()]),
            JobOutcome::Training(vec![(7, vec![1, 2, 255]), (8, Vec::new())]),
            failed("no memory"),
        ] {
            let report = report(outcome);
            assert_eq!(JobReport::unpack(&report.pack()), Some(report));
        }
    }

    #[test]
    fn other_bytes_are_no_report() {
        let bytes = report(failed("x")).pack();
        for end in 0..bytes.len() {
            assert_eq!(JobReport::unpack(&bytes[..end]), None);
        }
        assert_eq!(JobReport::unpack(b"hello, this is no report"), None);
        // One that says it is larger than it is, smaller, or larger than any.
        for size in [bytes.len() as u32 * 1000, 1, 0, u32::MAX] {
            let lie = [&size.to_le_bytes(), &bytes[4..]].concat();
            assert_eq!(JobReport::unpack(&lie), None, "{size}");
        }
        let bomb = JobOutcome::Training(vec![(7, vec![0; LARGEST])]);
        assert_eq!(JobReport::unpack(&report(bomb).pack()), None);
    }
}
