//! A run with a real NATS server: workers killed, stopped and woken, the coordinator killed, the server restarted, and in
//! the end the same games as on one machine.
//!
//! The processes of the test are this program again, started with the one test that plays a part.

use std::fmt::Debug;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ludarium_arena::testing::games;
use ludarium_arena::{
    Completion, Contest, Control, GameRecord, Interrupt, Plan, Progress, Shard, Store, StoreError,
    run, run_elsewhere,
};
use ludarium_cluster::{Address, Cluster, ClusterError, Notices, WorkerOptions, work};

/// Nothing here may take longer.
const LONGEST: Duration = Duration::from_secs(60);

/// What a process of the test does: `worker` or `coordinator`.
const ROLE: &str = "LUDARIUM_TEST_ROLE";
const URL: &str = "LUDARIUM_TEST_URL";
const FOLDER: &str = "LUDARIUM_TEST_FOLDER";

const BLOCKS: u64 = 300;

fn contest() -> Contest {
    let agents = ["mcts:iterations=1000", "one-ply", "random"];
    let contest = Contest {
        lineups: vec![vec![0, 1], vec![0, 2], vec![1, 2]],
        ..Contest::new("sprint", None, agents.map(str::to_owned).to_vec(), 7)
    };
    contest.resolve(&games()).unwrap()
}

fn plan() -> Plan {
    Plan {
        blocks: BLOCKS,
        threads: 1,
        shard: Shard::WHOLE,
        bots: None,
        luck: true,
    }
}

fn address(url: String) -> Address {
    Address {
        url,
        ..Address::default()
    }
}

fn go_on(_: Progress<'_>) -> Control {
    Control::Continue
}

/// All games of a run, times apart.
fn rows(store: &Store) -> Vec<GameRecord> {
    let mut rows = Vec::new();
    store
        .each_game(|mut record| {
            record.times.clear();
            rows.push(record);
            Ok::<(), StoreError>(())
        })
        .unwrap();
    rows
}

/// Does nothing in the test itself; in a process of the test it is the whole program.
#[test]
fn play_a_part() {
    let Ok(role) = std::env::var(ROLE) else {
        return;
    };
    let url = std::env::var(URL).unwrap();
    let folder = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    let notices = Notices::new(|sentence| eprintln!("{sentence}"));
    if role == "worker" {
        let options = WorkerOptions {
            address: address(url),
            threads: 1,
            games: Vec::new(),
            cache: folder.join("cache"),
            bots: None,
            notices,
            interrupt: Interrupt::new(),
        };
        work(&games(), options).unwrap();
        return;
    }
    let cluster = Cluster::new(address(url), Duration::from_secs(2), notices).unwrap();
    let contest = contest();
    let mut store = Store::create(&folder.join("far.db"), &contest).unwrap();
    let completion = run_elsewhere(
        &games(),
        &contest,
        &plan(),
        &mut store,
        &Interrupt::new(),
        &mut go_on,
        &cluster,
    );
    assert_eq!(completion.unwrap(), Completion::Complete);
}

/// A process that does not outlive its test.
struct Process(Child);

impl Process {
    fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        let sent = kill.args([&format!("-{name}"), &self.0.id().to_string()]);
        assert!(sent.status().unwrap().success());
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A NATS server of one's own.
struct Nats {
    folder: PathBuf,
    port: u16,
    process: Process,
}

impl Nats {
    fn start(folder: &Path) -> Nats {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let folder = folder.to_owned();
        let process = Nats::process(&folder, port);
        Nats {
            folder,
            port,
            process,
        }
    }

    fn process(folder: &Path, port: u16) -> Process {
        let mut server = Command::new("nats-server");
        server
            .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
            .arg(folder.join("nats"))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let process = server.spawn().unwrap_or_else(|error| {
            panic!("{error}: on Debian `apt-get install nats-server` installs the NATS server that this test needs")
        });
        wait("an answer of the NATS server", || {
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        Process(process)
    }

    fn restart(&mut self) {
        self.process.kill();
        sleep(Duration::from_millis(300));
        self.process = Nats::process(&self.folder, self.port);
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn play_a_part(&self, role: &str) -> Process {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "play_a_part", "--nocapture"])
            .env(ROLE, role)
            .env(URL, self.url())
            .env(FOLDER, &self.folder)
            .env("RUST_BACKTRACE", "0")
            .stdout(Stdio::null());
        Process(command.spawn().unwrap())
    }
}

fn wait(what: impl Debug, done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < LONGEST, "waited too long for {what:?}");
        sleep(Duration::from_millis(20));
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn whatever_dies_the_games_are_those_of_one_machine() {
    let folder = folder("chaos");
    let contest = contest();
    let mut near = Store::create(&folder.join("near.db"), &contest).unwrap();
    let local = Plan {
        threads: 2,
        ..plan()
    };
    let interrupt = Interrupt::new();
    let played = run(
        &games(),
        &contest,
        &local,
        &mut near,
        &interrupt,
        &mut go_on,
    );
    assert_eq!(played.unwrap(), Completion::Complete);
    let far = folder.join("far.db");
    let stored = || {
        Store::open(&far)
            .and_then(|store| store.games())
            .unwrap_or(0)
    };
    let reach = |games: u64| wait(games, || stored() >= games);
    let all = near.games().unwrap();

    let mut nats = Nats::start(&folder);
    let mut workers: Vec<Process> = (0..4).map(|_| nats.play_a_part("worker")).collect();
    let mut coordinator = nats.play_a_part("coordinator");
    reach(all / 30);
    workers[0].kill();
    workers[1].signal("STOP");
    let stopped = Instant::now();
    reach(all / 10);
    coordinator.kill();
    assert!(stored() < all, "the coordinator was killed in the middle");
    coordinator = nats.play_a_part("coordinator");
    reach(all / 6);
    nats.restart();
    workers[2].kill();
    reach(all / 4);
    coordinator.kill();
    assert!(stored() < all, "the coordinator was killed in the middle");
    workers.push(nats.play_a_part("worker"));
    coordinator = nats.play_a_part("coordinator");
    // Longer than its job waits for it: it comes back with a result that is known.
    sleep(Duration::from_secs(4).saturating_sub(stopped.elapsed()));
    workers[1].signal("CONT");
    let began = Instant::now();
    let ended = loop {
        if let Some(status) = coordinator.0.try_wait().unwrap() {
            break status;
        }
        assert!(began.elapsed() < LONGEST, "{} of {all} games", stored());
        sleep(Duration::from_millis(20));
    };
    assert!(ended.success());
    let far = Store::open(&far).unwrap();
    assert!(rows(&far) == rows(&near), "the same games");
    assert_eq!(far.identities(), near.identities());
}

#[test]
fn a_server_that_is_not_there_is_an_error_in_words() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let url = format!("nats://me:secret@127.0.0.1:{port}");
    let notices = Notices::new(|_| ());
    let error = Cluster::new(address(url), Duration::from_secs(2), notices).unwrap_err();
    assert!(matches!(error, ClusterError::Unreachable { .. }), "{error}");
    let text = error.to_string();
    assert!(
        text.contains("nats-server -js") && !text.contains("secret"),
        "{text}"
    );
}
