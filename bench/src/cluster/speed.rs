//! How fast workers play against the same games on one machine. Both are measured in turn, in games a second and in
//! processor time, because other programs on the machine change the one more than the other.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ludarium_arena::{
    Completion, Contest, Control, Games, Interrupt, Plan, Progress, Schedule, Shard, Store,
    Tournament, run as run_here, run_by,
};
use ludarium_cluster::{Cluster, Notices};

use super::ClusterArgs;
use super::processes::{Nats, Process, used_here};
use crate::games::games;

/// Games of about five milliseconds, some ten times longer, and games that are over after one move, so that nothing but the
/// coordinator is measured.
const TOURNAMENTS: &[(&str, &[&str], Option<u64>)] = &[
    ("chexers", &["paranoid:depth=2", "maxn", "greedy"], None),
    ("chexers", &["paranoid:depth=3", "brs:depth=3", "greedy"], None),
    ("chexers", &["random", "greedy", "one-ply"], Some(1)),
];

/// The number of games that are timed to know how many fill the time that was asked for.
const TRIAL: u64 = 24;

/// The most games of a figure: short ones would fill the disk.
const MOST: u64 = 400_000;

/// What one run cost.
#[derive(Clone, Copy, Default)]
struct RunCost {
    games: f64,
    /// From the first stored game to the last.
    seconds: f64,
    /// Processor time of this process: of the coordinator, or of all threads that play.
    here: f64,
    workers: f64,
    server: f64,
    messages: f64,
    bytes: f64,
}

impl RunCost {
    fn rate(&self) -> f64 {
        self.games / self.seconds.max(1e-9)
    }

    fn micros(&self, seconds: f64) -> f64 {
        1e6 * seconds / self.games.max(1.0)
    }

    /// All processor time of a game, in microseconds.
    fn work(&self) -> f64 {
        self.micros(self.here + self.workers + self.server)
    }
}

/// A place on the disk with a server and workers.
struct SpeedRuns<'a> {
    games: &'a Games,
    folder: PathBuf,
    runs: usize,
}

/// Measures and prints.
pub fn run(args: &ClusterArgs) -> Result<(), Box<dyn Error>> {
    let games = games();
    let folder = std::env::temp_dir().join(format!("ludarium-speed-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut place = SpeedRuns { games: &games, folder: folder.clone(), runs: 0 };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "\nreal server, {cores} cores; the best of {} turns in games/s, the mean in processor time; µs a game",
        args.turns
    );
    println!(
        "agents                                 workers   games  local games/s  cluster games/s  ratio  speed-up  \
         local µs  workers µs  coordinator µs  server µs  work ratio  messages/game  messages/s  bytes/game"
    );
    for (game, agents, longest) in TOURNAMENTS {
        let mut tournament = Tournament {
            game: (*game).to_owned(),
            agents: agents.iter().map(|&text| text.to_owned()).collect(),
            games: Some(TRIAL),
            longest: *longest,
            ..Tournament::default()
        };
        let (contest, blocks) = tournament.contest(&games)?;
        place.local(&contest, blocks, 1)?;
        let trial = place.local(&contest, blocks, 1)?;
        let alone = 1e6 / trial.micros(trial.here);
        let mut first_rate = None;
        for &workers in &args.workers {
            let wanted = alone * args.seconds * workers as f64;
            tournament.games = Some((wanted as u64).clamp(TRIAL, MOST));
            let (contest, blocks) = tournament.contest(&games)?;
            let label = format!("{} {}", agents.join(" "), longest.map_or("", |_| "(1 move)"));
            place.compare(&label, (&contest, blocks), workers, args, &mut first_rate)?;
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

impl SpeedRuns<'_> {
    /// One line: some workers compared with as many threads.
    fn compare(
        &mut self,
        label: &str,
        (contest, blocks): (&Contest, u64),
        workers: usize,
        args: &ClusterArgs,
        first_rate: &mut Option<f64>,
    ) -> Result<(), Box<dyn Error>> {
        let server = self.folder.join(format!("nats-{}", self.runs));
        let nats = Nats::start(&args.nats_server, &server)?;
        let crew: Result<Vec<Process>, _> =
            (0..workers).map(|_| nats.worker(&self.folder.join("cache"))).collect();
        let crew = crew?;
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for _ in 0..args.turns.max(1) {
            near.push(self.local(contest, blocks, workers)?);
            far.push(self.cluster(contest, blocks, &nats, &crew)?);
        }
        let best = |costs: &[RunCost]| costs.iter().map(RunCost::rate).fold(0.0, f64::max);
        let mean = |figure: &dyn Fn(&RunCost) -> f64, costs: &[RunCost]| {
            costs.iter().map(figure).sum::<f64>() / costs.len() as f64
        };
        let (near_rate, far_rate) = (best(&near), best(&far));
        let one = *first_rate.get_or_insert(far_rate / workers as f64);
        println!(
            "{label:<38} {workers:>7}  {:>6.0}  {near_rate:>13.0}  {far_rate:>15.0}  {:>5.3}  {:>8.2}  {:>8.0}  {:>10.0}  \
             {:>14.1}  {:>9.1}  {:>10.3}  {:>13.2}  {:>10.0}  {:>10.0}",
            far[0].games,
            far_rate / near_rate,
            far_rate / one,
            mean(&RunCost::work, &near),
            mean(&|cost| cost.micros(cost.workers), &far),
            mean(&|cost| cost.micros(cost.here), &far),
            mean(&|cost| cost.micros(cost.server), &far),
            mean(&RunCost::work, &near) / mean(&RunCost::work, &far),
            mean(&|cost| cost.messages / cost.games, &far),
            mean(&|cost| cost.messages / cost.seconds, &far),
            mean(&|cost| cost.bytes / cost.games, &far),
        );
        drop((crew, nats));
        // Stores and streams of games that nobody looks at again.
        let _ = std::fs::remove_dir_all(&server);
        Ok(())
    }

    fn store(&mut self, contest: &Contest) -> Result<(Store, PathBuf), Box<dyn Error>> {
        self.runs += 1;
        let path = self.folder.join(format!("{}.db", self.runs));
        Ok((Store::create(&path, contest)?, path))
    }

    /// The games in this process.
    fn local(
        &mut self,
        contest: &Contest,
        blocks: u64,
        threads: usize,
    ) -> Result<RunCost, Box<dyn Error>> {
        let (mut store, path) = self.store(contest)?;
        let mut clock = RunClock::default();
        let before = used_here();
        let ended = run_here(
            self.games,
            contest,
            &plan(blocks, threads),
            &mut store,
            &Interrupt::new(),
            &mut |progress| clock.hear(&progress),
        )?;
        let cost = RunCost { here: used_here() - before, ..clock.cost(contest, blocks) };
        drop(store);
        forget(&path);
        complete(&ended, cost)
    }

    /// The games by the workers of a server.
    fn cluster(
        &mut self,
        contest: &Contest,
        blocks: u64,
        nats: &Nats,
        crew: &[Process],
    ) -> Result<RunCost, Box<dyn Error>> {
        let (mut store, path) = self.store(contest)?;
        let notices = Notices::new(|_| ());
        let cluster = Cluster::new(nats.address(), Duration::from_secs(10), notices)?;
        let mut clock = RunClock::default();
        let crew_used = || crew.iter().map(Process::used).sum::<f64>();
        let (here, workers, server) = (used_here(), crew_used(), nats.process.used());
        let traffic = nats.traffic()?;
        let ended = run_by(
            self.games,
            contest,
            &plan(blocks, 1),
            &mut store,
            &Interrupt::new(),
            &mut |progress| clock.hear(&progress),
            Some(&cluster),
        )?;
        let now = nats.traffic()?;
        let cost = RunCost {
            here: used_here() - here,
            workers: crew_used() - workers,
            server: nats.process.used() - server,
            messages: now.messages - traffic.messages,
            bytes: now.bytes - traffic.bytes,
            ..clock.cost(contest, blocks)
        };
        drop(store);
        forget(&path);
        complete(&ended, cost)
    }
}

/// When the first game was stored, and the last. Workers that join take a second before that, whatever is played.
#[derive(Default)]
struct RunClock {
    first: Option<Instant>,
    last: Option<Instant>,
}

impl RunClock {
    fn hear(&mut self, progress: &Progress<'_>) -> Control {
        if matches!(progress, Progress::Finished(_)) {
            self.last = Some(Instant::now());
            self.first = self.first.or(self.last);
        }
        Control::Continue
    }

    fn cost(&self, contest: &Contest, blocks: u64) -> RunCost {
        let seconds = match (self.first, self.last) {
            (Some(first), Some(last)) => last.duration_since(first).as_secs_f64(),
            _ => 0.0,
        };
        RunCost {
            games: Schedule::new(contest).games(blocks) as f64,
            seconds,
            ..RunCost::default()
        }
    }
}

fn plan(blocks: u64, threads: usize) -> Plan {
    Plan { blocks, threads, shard: Shard::WHOLE, bots: None, luck: true }
}

fn forget(path: &Path) {
    let _ = Store::delete(path);
}

fn complete(ended: &Completion, cost: RunCost) -> Result<RunCost, Box<dyn Error>> {
    match ended {
        Completion::Complete => Ok(cost),
        other => Err(format!("the run was not completed: {other:?}").into()),
    }
}
