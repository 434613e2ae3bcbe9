//! Clusters at the command line, with a real NATS server. What happens when processes die is tested in `crates/cluster`.

use std::io::{BufRead, BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const LUDARIUM: &str = env!("CARGO_BIN_EXE_ludarium");

/// Nothing here may take longer.
const LONGEST: Duration = Duration::from_secs(100);

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cluster-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(LUDARIUM);
    command
        .args(arguments.split_whitespace())
        .current_dir(folder);
    command
}

fn ludarium(folder: &Path, arguments: &str) -> Output {
    command(folder, arguments).output().unwrap()
}

fn printed(folder: &Path, arguments: &str) -> String {
    let output = ludarium(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command that fails says.
fn complaint(folder: &Path, arguments: &str) -> String {
    let output = ludarium(folder, arguments);
    assert!(!output.status.success(), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

/// Everything that a run holds but times.
fn contents(folder: &Path, run: &str) -> [String; 3] {
    [
        printed(folder, &format!("export {run} --jsonl --no-times")),
        printed(folder, &format!("report {run}")),
        printed(folder, &format!("export {run} --csv moves --no-times")),
    ]
}

/// A process that does not outlive its test.
struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Process {
        Process(command.spawn().unwrap())
    }

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

/// A NATS server of one's own, with its files in a folder.
struct Nats {
    port: u16,
    _process: Process,
}

impl Nats {
    fn start(folder: &Path, options: &[&str]) -> Nats {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let mut server = Command::new("nats-server");
        server
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .arg("-sd")
            .arg(folder.join("nats"))
            .args(options)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let started = server.spawn();
        let started = started.unwrap_or_else(|error| {
            panic!("{error}: on Debian `apt-get install nats-server` installs the NATS server that this test needs")
        });
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(began.elapsed() < LONGEST, "the NATS server does not answer");
            sleep(Duration::from_millis(20));
        }
        Nats {
            port,
            _process: Process(started),
        }
    }

    fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn worker(&self, folder: &Path) -> Process {
        std::fs::create_dir_all(folder).unwrap();
        let line = format!("worker --threads 1 --cluster {}", self.address());
        let mut worker = command(folder, &line);
        Process::start(worker.stdout(Stdio::null()).stderr(Stdio::null()))
    }
}

#[test]
fn a_sequential_test_decides_as_on_one_machine() {
    let folder = folder("sprt");
    let nats = Nats::start(&folder, &["-js"]);
    let _workers = [0, 1].map(|worker| nats.worker(&folder.join(format!("worker-{worker}"))));
    let line = "match chexers greedy random --games 600 --sprt 0,50 --json";
    let verdict = |more: &str| {
        let text = printed(&folder, &format!("{line} {more}"));
        let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        (
            last["sprt"].clone(),
            last["verdict"].clone(),
            last["sheets"].clone(),
        )
    };
    let near = verdict("--run near");
    let far = verdict(&format!("--run far --cluster {}", nats.address()));
    assert_eq!(near.0["decision"], "accept-high");
    assert_eq!(far, near);
}

/// Models and bots lie in the coordinator's folder, and workers have neither.
#[test]
fn files_of_agents_travel() {
    let folder = folder("files");
    let nats = Nats::start(&folder, &["-js"]);
    let model = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/games/chexers/models/chexers-value.qnet"
    );
    std::fs::copy(model, folder.join("net.qnet")).unwrap();
    let away = folder.join("worker");
    let _worker = nats.worker(&away);
    let line = "match chexers paranoid:depth=1,eval=value:net.qnet random --games 6 --longest 20";
    printed(&folder, &format!("{line} --run near"));
    printed(
        &folder,
        &format!("{line} --run far --cluster {}", nats.address()),
    );
    assert!(contents(&folder, "far") == contents(&folder, "near"));
    let kept = std::fs::read_dir(away.join("runs/cache")).unwrap().count();
    assert_eq!(kept, 1, "the worker keeps the model");
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    printed(&folder, "bot new python mine");
    let mut play = command(&folder.join("mine"), "match chexers");
    play.args([
        "bot:python3 bot.py",
        "random",
        "--games",
        "6",
        "--longest",
        "20",
        "--run",
        "far",
    ]);
    let output = play.args(["--cluster", &nats.address()]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let games = printed(&folder.join("mine"), "export far --jsonl --no-times");
    assert_eq!(games.lines().count(), 6);
}

#[test]
fn trouble_is_said_in_words() {
    let folder = folder("trouble");
    let line = "match tuc-chess random greedy --games 4 --run x --cluster";
    let nobody = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let said = complaint(&folder, &format!("{line} nats://127.0.0.1:{nobody}"));
    assert!(
        said.contains("cannot reach a NATS server at nats://127.0.0.1"),
        "{said}"
    );
    assert!(said.contains("nats-server -js"), "{said}");
    let locked = Nats::start(&folder, &["-js", "--user", "me", "--pass", "secret"]);
    let address = format!("nats://me:wrong@127.0.0.1:{}", locked.port);
    for command in [
        format!("{line} {address}"),
        format!("worker --cluster {address}"),
    ] {
        let said = complaint(&folder, &command);
        assert!(said.contains("does not let us in"), "{said}");
        assert!(
            !said.contains("wrong@"),
            "the password is not shown: {said}"
        );
    }
    let address = format!("nats://me:secret@127.0.0.1:{}", locked.port);
    printed(&folder, &format!("cluster status --cluster {address}"));
    let plain = Nats::start(&folder.join("plain"), &[]);
    let said = complaint(&folder, &format!("{line} {}", plain.address()));
    assert!(said.contains("keeps no messages"), "{said}");
    let said = complaint(
        &folder,
        &format!(
            "{line} {} --shard 1/2",
            locked.address().replace("//", "//me:secret@")
        ),
    );
    assert!(said.contains("splits the run by itself"), "{said}");
    assert!(!folder.join("runs/x.db").exists(), "nothing was begun");
    // A server with room for nothing.
    let config = folder.join("full.conf");
    let limits = "jetstream { max_mem: 100, max_file: 100 }, users [ { user: a, password: b } ]";
    std::fs::write(&config, format!("accounts {{ A {{ {limits} }} }}")).unwrap();
    let options = ["-js", "-c", config.to_str().unwrap()];
    let full = Nats::start(&folder.join("full"), &options);
    let said = complaint(
        &folder,
        &format!("{line} nats://a:b@127.0.0.1:{}", full.port),
    );
    assert!(said.contains("has no room"), "{said}");
}

/// Without any worker the run waits, and says so; Ctrl-C leaves it for later.
#[test]
fn a_run_without_workers_waits_and_says_so() {
    let folder = folder("alone");
    let nats = Nats::start(&folder, &["-js"]);
    let line = format!(
        "match tuc-chess random greedy --games 8 --run x --cluster {}",
        nats.address()
    );
    let mut waiting = command(&folder, &line);
    let mut waiting = Process::start(waiting.stdout(Stdio::null()).stderr(Stdio::piped()));
    let mut said = String::new();
    let mut error = BufReader::new(waiting.0.stderr.take().unwrap());
    while !said.contains("no worker is there") {
        assert!(error.read_line(&mut said).unwrap() > 0, "{said}");
    }
    waiting.signal("INT");
    assert_eq!(waiting.0.wait().unwrap().code(), Some(130));
    error.read_to_string(&mut said).unwrap();
    assert!(said.contains("8 games are left"), "{said}");
    let _worker = nats.worker(&folder.join("worker"));
    printed(&folder, &line);
    printed(
        &folder,
        "match tuc-chess random greedy --games 8 --run near",
    );
    assert!(contents(&folder, "x") == contents(&folder, "near"));
}
