//! The bots of the zoo, for tests: a question to one, and a small contest with some.
#![allow(dead_code, reason = "each test uses its part")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludarium_arena::protocol::{BotTurn, ToBot};
use ludarium_arena::testing;
use ludarium_arena::{
    Completion, Contest, Control, GameRecord, Interrupt, Plan, Progress, RunError, Seating, Shard,
    Store, StoreError, run,
};
use ludarium_bridge::bot::{Bots, Launch, Limits};
use ludarium_bridge::sandbox::{Means, Policy};

/// The program with all the bots.
pub const ZOO: &str = env!("CARGO_BIN_EXE_bot-zoo");

/// A question that any of them can answer.
pub fn turn(id: u64) -> ToBot {
    ToBot::Turn(BotTurn {
        id,
        state: "s".to_owned(),
        legal: Some(vec!["a".to_owned(), "b".to_owned()]),
        ..BotTurn::default()
    })
}

/// Three runners on the longest track.
const TRACK: &str = "strict:players=3,track=100";

/// A small contest with bots.
pub struct BotContest {
    launch: Launch,
    clock: String,
    threads: usize,
    margin: Duration,
}

impl BotContest {
    pub fn new() -> BotContest {
        BotContest {
            launch: Launch {
                helper: PathBuf::from(ZOO),
                sandbox: Policy::Try,
                means: Means::ALL,
                // Generous, for machines with much to do.
                limits: Limits {
                    hello: Duration::from_secs(60),
                    new_game: Duration::from_secs(60),
                    ..Limits::default()
                },
            },
            clock: "none".to_owned(),
            threads: 1,
            margin: Duration::from_millis(50),
        }
    }

    pub fn margin(&mut self, margin: Duration) {
        self.margin = margin;
    }

    pub fn limits(&mut self, change: impl FnOnce(&mut Limits)) {
        change(&mut self.launch.limits);
    }

    pub fn clock(&mut self, clock: &str) {
        self.clock = clock.to_owned();
    }

    pub fn threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Plays games of a bot in the first seat against two agents, on a track too long to be finished.
    pub fn play(&self, bot: &str, games: u64) -> Result<(Completion, Vec<GameRecord>), RunError> {
        self.play_all(&[bot, "random", "greedy"], games)
    }

    pub fn play_all(
        &self,
        agents: &[&str],
        games: u64,
    ) -> Result<(Completion, Vec<GameRecord>), RunError> {
        let texts = agents.iter().map(|text| (*text).to_owned()).collect();
        let mut contest = Contest::new("sprint", Some(TRACK), texts, 3);
        contest.lineups = vec![(0..agents.len()).collect()];
        contest.seating = Seating::Fixed;
        contest.clock = self.clock.clone();
        contest.margin_ms = self.margin.as_millis() as u64;
        contest.longest = 24;
        let contest = contest.resolve(&testing::games())?;
        let folder = Folder::new();
        let mut store = Store::create(&folder.0.join("run.db"), &contest)?;
        let plan = Plan {
            blocks: games,
            threads: self.threads,
            shard: Shard::WHOLE,
            luck: false,
            bots: Some(Arc::new(Bots::new(self.launch.clone()))),
        };
        let mut watch = |_: Progress<'_>| Control::Continue;
        let interrupt = Interrupt::new();
        let completion =
            run(&testing::games(), &contest, &plan, &mut store, &interrupt, &mut watch)?;
        let mut records = Vec::new();
        store.each_game(|record| {
            records.push(record);
            Ok::<(), StoreError>(())
        })?;
        Ok((completion, records))
    }
}

/// A folder that goes with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("bots-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The bots of this test program that still live, and all they started. Other tests may run meanwhile: only what
/// stays is left over.
pub fn processes_left() -> Vec<String> {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let left = processes_now();
        if left.is_empty() || Instant::now() > until {
            return left;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn processes_now() -> Vec<String> {
    let mark = format!("LUDARIUM_BOT={}-", std::process::id());
    let mut left = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment
            .split(|&byte| byte == 0)
            .any(|variable| variable.starts_with(mark.as_bytes()))
        {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            left.push(String::from_utf8_lossy(&line).replace('\0', " "));
        }
    }
    left
}
