//! Clusters at the command line, with a real NATS server: processes that die, trainings, clocks, and what people read.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const LUDARIUM: &str = env!("CARGO_BIN_EXE_ludarium");

/// Nothing here may take longer.
const LONGEST: Duration = Duration::from_secs(240);

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

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < LONGEST, "waited too long for {what}");
        sleep(Duration::from_millis(20));
    }
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
    process: Process,
}

impl Nats {
    fn start(folder: &Path, options: &[&str]) -> Nats {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let process = Nats::process(folder, port, options);
        Nats { port, process }
    }

    /// Kills it and starts it again with its files.
    fn restart(&mut self, folder: &Path, options: &[&str]) {
        self.process.kill();
        sleep(Duration::from_millis(200));
        self.process = Nats::process(folder, self.port, options);
    }

    fn process(folder: &Path, port: u16, options: &[&str]) -> Process {
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
        wait("an answer of the NATS server", || {
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        Process(started)
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

/// Two of four workers are killed, one sleeps until its job was given to another one and comes back with a result that is
/// known, the coordinator is killed twice, and NATS is killed and started again. One worker plays on through all of it.
#[test]
fn whatever_dies_the_run_is_that_of_one_machine() {
    let folder = folder("chaos");
    let line = "tournament chexers mcts:iterations=40 greedy random --games 240 --longest 60";
    printed(&folder, &format!("{line} --run near"));
    let mut nats = Nats::start(&folder, &["-js"]);
    let mut workers: Vec<Process> = (0..4)
        .map(|worker| nats.worker(&folder.join(format!("worker-{worker}"))))
        .collect();
    let line = format!(
        "{line} --run far --patience 1s --cluster {}",
        nats.address()
    );
    let words = folder.join("words.txt");
    let coordinate = || {
        let mut command = command(&folder, &line);
        let words = std::fs::File::create(&words).unwrap();
        Process::start(command.stdout(Stdio::null()).stderr(words))
    };
    let run = folder.join("runs/far.db");
    let stored = || {
        let store = ludarium::arena::Store::open(&run);
        store.and_then(|store| store.games()).unwrap_or(0)
    };
    let reach = |games: u64| wait(&format!("{games} games"), || stored() >= games);
    let mut coordinator = coordinate();
    reach(1);
    workers[0].kill();
    workers[1].kill();
    workers[2].signal("STOP");
    let stopped = Instant::now();
    reach(12);
    coordinator.kill();
    assert!(stored() < 240, "the coordinator was killed in the middle");
    coordinator = coordinate();
    reach(24);
    nats.restart(&folder, &["-js"]);
    reach(36);
    coordinator.kill();
    // Longer than its job waits for it. Without a coordinator only a part of the run is given out, so it is not over.
    sleep(Duration::from_secs(3).saturating_sub(stopped.elapsed()));
    workers[2].signal("CONT");
    assert!(stored() < 240, "the coordinator was killed in the middle");
    coordinator = coordinate();
    let mut ended = None;
    wait("the end of the run", || {
        ended = coordinator.0.try_wait().unwrap();
        ended.is_some()
    });
    assert!(ended.unwrap().success());
    assert!(contents(&folder, "far") == contents(&folder, "near"));
    let said = std::fs::read_to_string(&words).unwrap();
    assert!(said.contains("that came a second time"), "{said}");
}

/// A bot that kills its worker in one block: the one whose first position stands in the file VICTIM.
const DEADLY: &str = r#"
import json, os, signal
answers = {"hello": "hello", "new_game": "ready", "turn": "move", "ping": "pong"}
begins = False
while (ask := json.loads(input()))["type"] != "quit":
    begins = begins or ask["type"] == "new_game"
    if begins and ask["type"] == "turn":
        begins = False
        if not os.path.exists("VICTIM"):
            open("VICTIM", "w").write(ask["state"])
        if open("VICTIM").read() == ask["state"]:
            # Between a worker and its bots stands the process that limits them.
            os.kill(int(open(f"/proc/{os.getppid()}/stat").read().split()[3]), signal.SIGKILL)
    if ask["type"] in answers:
        move = ask.get("legal", [None])[0]
        print(json.dumps({"type": answers[ask["type"]], "id": ask["id"], "move": move}), flush=True)
"#;

/// A block that no worker survives is set aside after some of them, and told; all others are played. The same command
/// tries once more.
#[test]
fn a_block_that_kills_workers_is_set_aside() {
    let folder = folder("aside");
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let victim = folder.join("victim");
    let bot = DEADLY.replace("VICTIM", victim.to_str().unwrap());
    std::fs::write(folder.join("bot.py"), bot).unwrap();
    let nats = Nats::start(&folder, &["-js"]);
    let work = || {
        let line = format!(
            "worker --threads 1 --sandbox off --cluster {}",
            nats.address()
        );
        let mut worker = command(&folder, &line);
        Process::start(worker.stdout(Stdio::null()).stderr(Stdio::null()))
    };
    let line = "random --games 20 --longest 20 --random-plies 4 --sandbox off --patience 500ms --run x --cluster";
    let play = || {
        let mut coordinator = command(&folder, "match tuc-chess");
        coordinator.arg("bot:python3 bot.py");
        coordinator
            .args(line.split_whitespace())
            .arg(nats.address());
        let words = std::fs::File::create(folder.join("words.txt")).unwrap();
        let mut coordinator = Process::start(coordinator.stdout(Stdio::null()).stderr(words));
        let (mut worker, mut died, mut ended) = (work(), 0, None);
        wait("the end of the run", || {
            if worker.0.try_wait().unwrap().is_some() {
                died += 1;
                worker = work();
            }
            ended = coordinator.0.try_wait().unwrap();
            ended.is_some()
        });
        let said = std::fs::read_to_string(folder.join("words.txt")).unwrap();
        (ended.unwrap().code(), died, said)
    };
    let stored = || {
        let games = printed(&folder, "export x --jsonl --no-times");
        games.lines().count()
    };
    let (code, died, said) = play();
    assert_eq!(code, Some(1), "{said}");
    assert!(died >= 5, "{died} workers died: {said}");
    for words in [
        "job 0-1 failed on ",
        "1 of the blocks was set aside, because no worker could play it; the first is 0: it was given to 5 workers",
        "run the same command again to try once more",
    ] {
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(stored(), 18, "all but one block of two games");
    std::fs::write(&victim, "nobody").unwrap();
    let (code, died, said) = play();
    assert_eq!((code, died), (Some(0), 0), "{said}");
    assert_eq!(stored(), 20);
}

/// Two generations and a gate, small enough for a test.
const PLAN: &str = r#"
game = "chexers"
variants = ["referee"]
[network]
width = 8
hidden = 4
[learning]
epochs = 2
[gate]
agent = "paranoid:depth=1,eval=value:{network}"
games = 6
[[generation]]
agents = ["paranoid:depth=1"]
games = 300
[[generation]]
agents = ["paranoid:depth=1,eval=value:{network}"]
games = 40
"#;

/// The games of a training by one worker, and by two of which one is killed: always the same model.
#[test]
fn a_model_does_not_depend_on_who_played() {
    let folder = folder("train");
    std::fs::write(folder.join("small.toml"), PLAN).unwrap();
    let nats = Nats::start(&folder, &["-js"]);
    let line = "train small.toml --threads 1 --out";
    let files = [
        "generation-1.qnet",
        "generation-2.qnet",
        "chexers-value.qnet",
    ];
    let models = |out: &str| {
        let read = |file: &&str| std::fs::read(folder.join(out).join(file)).unwrap();
        files.iter().map(read).collect::<Vec<_>>()
    };
    let near = printed(&folder, &format!("{line} near"));
    let far = |out: &str| format!("{line} {out} --patience 1s --cluster {}", nats.address());
    let one = nats.worker(&folder.join("one"));
    let said = printed(&folder, &far("far"));
    assert!(models("far") == models("near"), "one worker");
    let table = |text: &str| {
        text.lines()
            .take_while(|line| !line.contains(".qnet"))
            .count()
    };
    let cut = |text: &str| {
        text.lines()
            .take(table(text))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(cut(&said), cut(&near), "also the gate and what is judged");
    let mut two = nats.worker(&folder.join("two"));
    let mut training = command(&folder, &far("two"));
    let mut training = Process::start(training.stdout(Stdio::null()).stderr(Stdio::null()));
    // The first of twenty parts of the first generation.
    let part = folder.join("two/generation-1-games-0.data");
    wait("the first games", || part.exists());
    assert!(!folder.join("two/generation-1.qnet").exists());
    two.kill();
    let mut ended = None;
    wait("the end of the training", || {
        ended = training.0.try_wait().unwrap();
        ended.is_some()
    });
    assert!(ended.unwrap().success());
    assert!(models("two") == models("near"), "two workers, one killed");
    drop(one);
    let said = complaint(
        &folder,
        &format!("train happ --quick --cluster {}", nats.address()),
    );
    assert!(said.contains("plays on this machine only"), "{said}");
    assert!(said.contains("chexers-value"), "{said}");
}

/// Under a clock a game has a core for itself, and the run notes who played it.
#[test]
fn runs_with_clocks_note_their_machines() {
    let folder = folder("clock");
    let nats = Nats::start(&folder, &["-js"]);
    let worker = nats.worker(&folder.join("worker"));
    let line = "match tuc-chess greedy random --games 8 --longest 20 --clock move=200ms --run x";
    let said = printed(&folder, &format!("{line} --cluster {}", nats.address()));
    let id = format!("-{} 8 games at speed ", worker.0.id());
    assert!(said.contains("played by ") && said.contains(&id), "{said}");
    assert!(printed(&folder, "report x --times").contains(&id));
}

/// Experiments play by a cluster, too, and find the same figures.
#[test]
fn experiments_find_the_same_figures() {
    let folder = folder("experiment");
    let nats = Nats::start(&folder, &["-js"]);
    let _worker = nats.worker(&folder.join("worker"));
    let line = "reproduce 001/greedy-vs-random --markdown --threads 1";
    let near = printed(&folder, &format!("{line} --out near"));
    let far = format!("{line} --out far --cluster {}", nats.address());
    assert_eq!(printed(&folder, &far), near);
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

/// A server that fills up in the middle of a run: coordinator and worker say so, and go on when there is room again.
#[test]
fn a_run_goes_on_when_a_full_server_has_room_again() {
    let folder = folder("filled");
    let line = "tournament chexers mcts:iterations=40 greedy random --games 60 --longest 60";
    printed(&folder, &format!("{line} --run near"));
    let config = folder.join("small.conf");
    std::fs::write(&config, "jetstream { max_file_store: 400KB }").unwrap();
    let nats = Nats::start(&folder, &["-js", "-c", config.to_str().unwrap()]);
    let mut worker = command(
        &folder,
        &format!("worker --threads 1 --cluster {}", nats.address()),
    );
    let worker_words = folder.join("worker.txt");
    let words = std::fs::File::create(&worker_words).unwrap();
    let _worker = Process::start(worker.stdout(Stdio::null()).stderr(words));
    let mut coordinator = command(
        &folder,
        &format!("{line} --run far --cluster {}", nats.address()),
    );
    let own_words = folder.join("words.txt");
    let words = std::fs::File::create(&own_words).unwrap();
    let mut coordinator = Process::start(coordinator.stdout(Stdio::null()).stderr(words));
    let run = folder.join("runs/far.db");
    wait("a game", || {
        let store = ludarium::arena::Store::open(&run);
        store.and_then(|store| store.games()).unwrap_or(0) > 0
    });
    // A stream of somebody else takes all the room.
    let mut stream = TcpStream::connect(("127.0.0.1", nats.port)).unwrap();
    let filler = r#"{"name": "filler", "subjects": ["filler"], "storage": "file"}"#;
    let message = "x".repeat(1000);
    let mut said = format!(
        "CONNECT {{}}\r\nPUB $JS.API.STREAM.CREATE.filler {}\r\n{filler}\r\n",
        filler.len()
    );
    for _ in 0..500 {
        said += &format!("PUB filler {}\r\n{message}\r\n", message.len());
    }
    stream.write_all(said.as_bytes()).unwrap();
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    wait("words about a full server", || {
        read(&worker_words).contains("has no room for a message")
            && read(&own_words).contains("waits: the NATS server has no room for a message")
    });
    assert!(coordinator.0.try_wait().unwrap().is_none());
    stream
        .write_all(b"PUB $JS.API.STREAM.DELETE.filler 0\r\n\r\n")
        .unwrap();
    let mut ended = None;
    wait("the end of the run", || {
        ended = coordinator.0.try_wait().unwrap();
        ended.is_some()
    });
    assert!(ended.unwrap().success(), "{}", read(&own_words));
    assert!(contents(&folder, "far") == contents(&folder, "near"));
}

/// A server whose certificate nobody here knows, one of another name, and files that are no help.
#[test]
fn unsafe_connections_are_said_in_words() {
    let folder = folder("tls");
    let openssl = |arguments: &str| {
        let mut command = Command::new("openssl");
        command
            .args(arguments.split_whitespace())
            .current_dir(&folder);
        let output = command.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {error}");
    };
    let new = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ludarium";
    openssl(&format!("{new} -keyout ca.key -out ca.pem"));
    openssl(&format!("{new} -keyout x.key -out other.pem"));
    openssl("req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr");
    std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost").unwrap();
    openssl(
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem",
    );
    let files = ["server.pem", "server.key"].map(|file| folder.join(file));
    let [certificate, key] = files.each_ref().map(|file| file.to_str().unwrap());
    let options = ["-js", "--tls", "--tlscert", certificate, "--tlskey", key];
    let nats = Nats::start(&folder, &options);
    let status = |host: &str, more: &str| {
        format!("cluster status --cluster tls://{host}:{} {more}", nats.port)
    };
    printed(&folder, &status("localhost", "--ca ca.pem"));
    for (host, more) in [
        ("localhost", ""),
        ("localhost", "--ca other.pem"),
        ("127.0.0.1", "--ca ca.pem"),
    ] {
        let said = complaint(&folder, &status(host, more));
        assert!(
            said.contains("no safe connection to tls://") && said.contains("--ca FILE"),
            "{host} {more}: {said}"
        );
    }
    let plain = Nats::start(&folder.join("plain"), &["-js"]);
    let address = format!("tls://localhost:{}", plain.port);
    let said = complaint(&folder, &format!("cluster status --cluster {address}"));
    assert!(said.contains("no safe connection to tls://"), "{said}");
    let said = complaint(&folder, &status("localhost", "--ca nothing.pem"));
    assert!(said.contains("nothing.pem: "), "{said}");
}

/// A run of another version of the program: whatever it announces, the worker says why it does not play.
#[test]
fn another_version_is_refused_in_words() {
    let folder = folder("version");
    let nats = Nats::start(&folder, &["-js"]);
    let line = format!("worker --threads 1 --cluster {}", nats.address());
    let mut worker = command(&folder, &line);
    let mut worker = Process::start(worker.stdout(Stdio::null()).stderr(Stdio::piped()));
    let mut said = String::new();
    let mut error = BufReader::new(worker.0.stderr.take().unwrap());
    while !said.contains("joined") {
        assert!(error.read_line(&mut said).unwrap() > 0, "{said}");
    }
    let text = r#"{"protocol": 99, "program": "9.9.9", "name": "spring", "wishes": "many"}"#;
    let words = format!(
        "CONNECT {{}}\r\nPUB ludarium.run.abc {}\r\n{text}\r\n",
        text.len()
    );
    // The list of runs is made by whoever looks first; until then nobody keeps what is said.
    let mut stream = TcpStream::connect(("127.0.0.1", nats.port)).unwrap();
    let status = format!("cluster status --cluster {}", nats.address());
    wait("the list of runs", || {
        printed(&folder, &status).contains("no runs")
    });
    stream.write_all(words.as_bytes()).unwrap();
    while !said.contains("does not play for spring") {
        assert!(error.read_line(&mut said).unwrap() > 0, "{said}");
    }
    assert!(
        said.contains("the run version 9.9.9; use the same version"),
        "{said}"
    );
    wait("the refusal in the status", || {
        printed(&folder, &status).contains("the run version 9.9.9")
    });
}

/// The page shows what `cluster status` shows.
#[test]
fn the_page_shows_the_cluster() {
    let folder = folder("page");
    let nats = Nats::start(&folder, &["-js"]);
    let worker = nats.worker(&folder.join("worker"));
    let line = format!(
        "serve --port 0 --no-open --json --cluster {}",
        nats.address()
    );
    let mut server = command(&folder, &line);
    let mut server = Process::start(server.stdout(Stdio::piped()).stderr(Stdio::null()));
    let mut first = String::new();
    let mut output = BufReader::new(server.0.stdout.take().unwrap());
    output.read_line(&mut first).unwrap();
    let port: serde_json::Value = serde_json::from_str(&first).unwrap();
    let port = port["port"].as_u64().unwrap() as u16;
    let id = format!("-{}\"", worker.0.id());
    wait("the worker on the page", || {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let asked = format!("GET /api/cluster HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n");
        stream.write_all(asked.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("\"runs\":[]"), "{answer}");
        answer.contains(&id)
    });
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
    // What it has left at the server has a name.
    let cluster = |what: &str| format!("cluster {what} --cluster {}", nats.address());
    assert!(complaint(&folder, &cluster("remove y")).contains("there is no run y"));
    assert!(printed(&folder, &cluster("remove x")).contains("removed "));
    assert!(printed(&folder, &cluster("status")).contains("no runs"));
    let _worker = nats.worker(&folder.join("worker"));
    printed(&folder, &line);
    printed(
        &folder,
        "match tuc-chess random greedy --games 8 --run near",
    );
    assert!(contents(&folder, "x") == contents(&folder, "near"));
}
