//! What the tests of runs share: small contests, folders, and rows to compare.
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use ludarium_arena::{
    Completion, Contest, Control, GameRecord, Interrupt, Plan, Progress, Seating, Shard, Store,
    round_robin, run, testing::games,
};

/// A folder of its own for each test, gone when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("arena-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A contest of Sprint in which every agent meets the others.
pub fn contest(variant: &str, agents: &[&str], seats: usize) -> Contest {
    let texts = agents.iter().map(|text| (*text).to_owned()).collect();
    let mut contest = Contest::new("sprint", Some(variant), texts, 7);
    contest.lineups = round_robin(agents.len(), seats).unwrap();
    contest.seating = Seating::Rotations;
    contest.resolve(&games()).unwrap()
}

/// Three seats on a track so long that the games are stopped early.
pub fn stopped() -> Contest {
    let agents = ["greedy", "random", "one-ply"];
    let mut contest = contest("strict:players=3,track=100", &agents, 3);
    contest.longest = 40;
    contest.random_plies = 2;
    contest
}

/// Four seats, and fewer agents than that.
pub fn crowded() -> Contest {
    let mut contest = contest("lenient:players=4", &["random", "greedy"], 4);
    contest.longest = 60;
    contest
}

/// Two seats; most games reach their end.
pub fn duel() -> Contest {
    let mut contest = contest("strict", &["random", "greedy"], 2);
    contest.longest = 30;
    contest
}

pub fn plan(blocks: u64, threads: usize) -> Plan {
    Plan { blocks, threads, shard: Shard::WHOLE, luck: false, bots: None }
}

/// Runs a plan to its end, in a new run or one that is there.
pub fn complete(contest: &Contest, plan: &Plan, path: &Path) -> Store {
    let mut store = Store::create(path, contest).unwrap();
    assert_eq!(continue_run(contest, plan, &mut store), Completion::Complete);
    store
}

/// Runs a plan with nobody watching.
pub fn continue_run(contest: &Contest, plan: &Plan, store: &mut Store) -> Completion {
    let mut watch = |_: Progress<'_>| Control::Continue;
    run(&games(), contest, plan, store, &Interrupt::new(), &mut watch).unwrap()
}

/// All games without their times.
pub fn rows(store: &Store) -> Vec<GameRecord> {
    let mut rows = Vec::new();
    let read = store.each_game(|mut record| {
        record.times.clear();
        rows.push(record);
        Ok::<(), ludarium_arena::StoreError>(())
    });
    read.unwrap();
    rows
}
