//! Members of a cluster that lie: what coordinators and workers do not believe.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ludarium_arena::testing::games;
use ludarium_arena::{
    Completion, Contest, Control, GameRecord, Identity, Interrupt, Plan, RunError, Shard, Store,
    StoreError, run_by,
};

use crate::conduct::{Cluster, runtime};
use crate::job::Job;
use crate::notices::Notices;
use crate::server::{Address, NatsServer, result_subject};
use crate::status::Observer;
use crate::wire::{
    Announcement, ContestTask, JobOutcome, JobReport, PROGRAM, PROTOCOL, Presence, Task,
    TaskProgress,
};
use crate::worker::{Done, WorkerOptions, work};

const LONGEST: Duration = Duration::from_secs(120);

/// A NATS server with its files in a folder of its own.
struct Nats {
    server: Child,
    folder: PathBuf,
    address: Address,
}

impl Nats {
    fn start(name: &str) -> Nats {
        let folder = std::env::temp_dir().join(format!("ludarium-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(&folder);
        let server = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let server = server.expect("the NATS server that this test needs");
        wait("the server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        let url = format!("nats://127.0.0.1:{port}");
        Nats { server, folder, address: Address { url, ..Address::default() } }
    }

    /// Does what a member of the cluster can do.
    fn member<T>(&self, deeds: impl AsyncFnOnce(NatsServer) -> T) -> T {
        runtime().unwrap().block_on(async {
            let server = NatsServer::connect(&self.address, "a member").await.unwrap();
            let done = deeds(server.clone()).await;
            server.client.flush().await.unwrap();
            done
        })
    }

    /// A worker that plays until it is told to leave, and what it says.
    fn worker(&self, interrupt: &Interrupt) -> (thread::JoinHandle<Done>, Said) {
        let said = Said::default();
        let options = WorkerOptions {
            address: self.address.clone(),
            threads: 1,
            games: Vec::new(),
            cache: self.folder.join("cache"),
            bots: None,
            plans: Default::default(),
            notices: said.notices(),
            interrupt: interrupt.clone(),
        };
        std::fs::create_dir_all(&options.cache).unwrap();
        (thread::spawn(move || work(&games(), options).unwrap()), said)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The sentences that people were told.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<String>>>);

impl Said {
    fn notices(&self) -> Notices {
        let said = self.0.clone();
        Notices::new(move |sentence| said.lock().unwrap().push(sentence.to_owned()))
    }

    fn count(&self, part: &str) -> usize {
        self.0.lock().unwrap().iter().filter(|sentence| sentence.contains(part)).count()
    }
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < LONGEST, "waited too long for {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

const BLOCKS: u64 = 40;

fn contest(seed: u64) -> Contest {
    let agents = ["one-ply", "random"].map(str::to_owned).to_vec();
    let mut contest = Contest::new("sprint", None, agents, seed);
    contest.lineups = vec![vec![0, 1]];
    contest.resolve(&games()).unwrap()
}

/// Plays the contest here, or by a cluster.
fn play(
    contest: &Contest,
    file: &Path,
    by: Option<&Cluster>,
) -> (Result<Completion, RunError>, Vec<GameRecord>) {
    let mut store = Store::create(file, contest).unwrap();
    let plan = Plan { blocks: BLOCKS, threads: 1, shard: Shard::WHOLE, bots: None, luck: false };
    let mut watch = |_: ludarium_arena::Progress<'_>| Control::Continue;
    let by = by.map(|cluster| cluster as &dyn ludarium_arena::Elsewhere);
    let interrupt = Interrupt::new();
    let done = run_by(&games(), contest, &plan, &mut store, &interrupt, &mut watch, by);
    let mut rows = Vec::new();
    let read = store.each_game(|mut record| {
        record.times.clear();
        rows.push(record);
        Ok::<(), StoreError>(())
    });
    read.unwrap();
    rows.sort_by_key(|game| game.number);
    (done, rows)
}

fn report(outcome: JobOutcome) -> Vec<u8> {
    let job = Job { first: 0, count: 1, copy: 0 };
    let worker = "rogue\u{1b}[31m\u{202e}".to_owned();
    JobReport { job, worker, speed: f64::NAN, micros: u64::MAX, outcome }.pack()
}

/// Foreign games, garbage, made-up jobs and a crowd of made-up workers: the run is that of one machine.
#[test]
fn a_liar_does_not_change_a_run() {
    let nats = Nats::start("rogue");
    let file = |name: &str| nats.folder.join(name);
    let contest = contest(7);
    let (done, near) = play(&contest, &file("near.db"), None);
    assert_eq!(done.unwrap(), Completion::Complete);
    let own = near[0].clone();
    let changed = |change: &dyn Fn(&mut GameRecord)| {
        let mut game = own.clone();
        change(&mut game);
        report(JobOutcome::Games(vec![near[1].clone(), game]))
    };
    let foreign = [
        changed(&|game| (game.number, game.block) = (2 * BLOCKS, BLOCKS)),
        changed(&|game| (game.number, game.block) = (u64::MAX, u64::MAX)),
        changed(&|game| game.block = 3),
        changed(&|game| game.seats.reverse()),
        changed(&|game| game.seats = vec![0, 1, 2]),
        changed(&|game| game.scores = vec![f32::INFINITY, 0.0]),
        changed(&|game| game.scores = Vec::new()),
    ];
    let garbage = [
        Vec::new(),
        b"no report at all".to_vec(),
        vec![0xff; 500_000],
        report(JobOutcome::Training(vec![(0, vec![1]), (u64::MAX, Vec::new())])),
    ];
    let said = Said::default();
    let cluster = Cluster::new(nats.address.clone(), Duration::from_secs(1), said.notices());
    let cluster = cluster.unwrap();
    let far = thread::scope(|scope| {
        let run = scope.spawn(|| play(&contest, &file("far.db"), Some(&cluster)));
        nats.member(async |server| {
            let id = loop {
                if let Some(id) = server.announced().await.unwrap().pop_first() {
                    break id;
                }
            };
            for message in foreign.iter().chain(&garbage) {
                server.keep(result_subject(&id), message.clone()).await.unwrap();
            }
            for job in ["0-18446744073709551615", "18446744073709551000-2", "hello", "-"] {
                let subject = format!("ludarium.job.{id}.{job}");
                server.keep(subject, Vec::new()).await.unwrap();
            }
            let huge = server.keep(result_subject(&id), vec![0; 2 << 20]).await;
            assert!(huge.is_err(), "the server takes at most 1 MiB");
            for name in ["a", "b"] {
                let presence = Presence {
                    id: format!("{name}\n{name}"),
                    host: "\u{1b}[2J".to_owned(),
                    program: PROGRAM.to_owned(),
                    threads: usize::MAX,
                    speed: f64::MAX,
                    jobs: u64::MAX,
                    games: u64::MAX,
                    seconds: -1.0,
                    refused: Vec::new(),
                    trouble: Some("\u{1b}]0;none\u{7}".to_owned()),
                    leaving: false,
                };
                let text = serde_json::to_vec(&presence).unwrap();
                server.keep(format!("ludarium.worker.{name}"), text).await.unwrap();
            }
            server.keep("ludarium.worker.c".to_owned(), b"{}".to_vec()).await.unwrap();
        });
        wait("the refusals", || said.count("which is not one of this run") == foreign.len());
        let interrupt = Interrupt::new();
        let (worker, _) = nats.worker(&interrupt);
        let far = run.join().unwrap();
        interrupt.finish();
        worker.join().unwrap();
        far
    });
    assert_eq!(far.0.unwrap(), Completion::Complete);
    assert!(far.1 == near, "the games of one machine");
    assert_eq!(said.count("nothing is taken from rogue [31m here"), foreign.len());
    assert_eq!(said.count("messages that were no results: 3"), 1);
    assert_eq!(said.count("\u{1b}") + said.count("\u{202e}") + said.count("\n"), 0);
}

/// A game that is of the run and made up cannot be told from a true one. When the true one comes, the run ends.
#[test]
fn a_made_up_game_is_found_when_it_is_played_again() {
    let nats = Nats::start("made-up");
    let file = |name: &str| nats.folder.join(name);
    let (_, other) = play(&contest(8), &file("other.db"), None);
    let said = Said::default();
    let cluster = Cluster::new(nats.address.clone(), Duration::from_secs(1), said.notices());
    let cluster = cluster.unwrap();
    let contest = contest(7);
    let (done, kept) = thread::scope(|scope| {
        let run = scope.spawn(|| play(&contest, &file("far.db"), Some(&cluster)));
        nats.member(async |server| {
            let id = loop {
                if let Some(id) = server.announced().await.unwrap().pop_first() {
                    break id;
                }
            };
            // Games of the same contest under another seed, for a job that stays with the server.
            let message = report(JobOutcome::Games(other[..1].to_vec()));
            server.keep(result_subject(&id), message).await.unwrap();
        });
        let interrupt = Interrupt::new();
        let (worker, _) = nats.worker(&interrupt);
        let far = run.join().unwrap();
        interrupt.finish();
        worker.join().unwrap();
        far
    });
    let error = done.unwrap_err();
    assert!(matches!(error, RunError::Disagreement { game: 0, .. }), "{error}");
    assert_eq!(kept[0].start, other[0].start, "it was believed until then");
}

/// False announcements: a worker refuses what it cannot mean, names no file of its own, and stays.
#[test]
fn a_worker_believes_no_false_run() {
    let nats = Nats::start("false");
    let secret = nats.folder.join("secret.qnet");
    std::fs::write(&secret, "secret").unwrap();
    let secret = secret.display();
    let usual = contest(7);
    let rules = games().rules("sprint", None).unwrap();
    let playing = rules.contest_games(&usual, None, &Arc::default()).unwrap();
    let identities = playing.identities().unwrap();
    let announce = |task: Task| Announcement {
        protocol: PROTOCOL,
        program: PROGRAM.to_owned(),
        name: "false".to_owned(),
        task,
        patience_ms: 1000,
        set_aside: 0,
        progress: TaskProgress::default(),
    };
    let with = |change: &dyn Fn(&mut ContestTask)| {
        let mut task = ContestTask {
            contest: usual.clone(),
            identities: identities.clone(),
            luck: false,
            files: Vec::new(),
        };
        change(&mut task);
        announce(Task::Contest(task))
    };
    let model = format!("one-ply:eval=value:{secret}");
    let bot = format!("bot:cat {secret}");
    let outside = crate::wire::SharedFile {
        agent: 0,
        name: "../../above".to_owned(),
        digest: "0".repeat(64),
    };
    let refused = [
        with(&|task| task.contest.lineups = vec![vec![0, 9]]),
        with(&|task| task.contest.lineups = vec![vec![0]]),
        with(&|task| task.identities[0] = Identity::default()),
        with(&|task| task.contest.agents = vec![model.clone(), model.clone()]),
        with(&|task| task.contest.agents[0] = bot.clone()),
        with(&|task| {
            task.contest.agents[0] = "bot:sh run.sh".to_owned();
            task.files = vec![outside.clone()];
        }),
        with(&|task| task.contest.game = "none".to_owned()),
        with(&|task| task.contest.starts = vec!["no position".to_owned()]),
        with(&|task| task.contest.clock = "never".to_owned()),
    ];
    let unread = [
        with(&|task| task.contest.lineups = Vec::new()),
        with(&|task| task.contest.lineups = vec![Vec::new()]),
        with(&|task| task.contest.lineups = vec![vec![0; 30]]),
        Announcement { patience_ms: u64::MAX, ..with(&|_| ()) },
        Announcement {
            progress: TaskProgress { done: 1, all: u64::MAX, left: Some(-1.0) },
            ..with(&|_| ())
        },
    ];
    let interrupt = Interrupt::new();
    let (worker, said) = nats.worker(&interrupt);
    wait("the worker", || said.count("joined") == 1);
    nats.member(async |server| {
        for (number, one) in refused.iter().chain(&unread).enumerate() {
            server.announce(&number.to_string(), one).await.unwrap();
        }
        server.keep("ludarium.run.x".to_owned(), b"[]".to_vec()).await.unwrap();
    });
    wait("refusals", || said.count("does not play for false") == refused.len());
    for part in [
        "secret.qnet`, a file that did not",
        "the bot names",
        "outside of its folder",
        "is not the same here",
    ] {
        assert_eq!(said.count(part), 1, "{part}");
    }
    assert_eq!(said.count("error in this program"), 0);
    let status = Observer::new(&nats.address).unwrap().status().unwrap();
    assert_eq!((status.runs.len(), status.workers.len()), (refused.len(), 1));
    // It still plays for true ones.
    let cluster =
        Cluster::new(nats.address.clone(), Duration::from_secs(1), Said::default().notices());
    let (done, _) = play(&contest(7), &nats.folder.join("far.db"), Some(&cluster.unwrap()));
    assert_eq!(done.unwrap(), Completion::Complete);
    interrupt.finish();
    worker.join().unwrap();
}
