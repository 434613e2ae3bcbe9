//! Runs and trainings that many processes play: whichever process dies, what is stored is what one machine would store.

use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{Nats, Process, command, complaint, contents, empty_folder, printed, wait};

/// Two of four workers are killed, one sleeps until its job was given to another one and comes back with a result that is
/// known, the coordinator is killed twice, and NATS is killed and started again. One worker plays on through all of it.
#[test]
fn whatever_dies_the_run_is_that_of_one_machine() {
    let folder = empty_folder("cluster-chaos");
    let line = "tournament chexers mcts:iterations=40 greedy random --games 240 --longest 60";
    printed(&folder, &format!("{line} --run near"));
    let mut nats = Nats::start(&folder, &["-js"]);
    let mut workers: Vec<Process> =
        (0..4).map(|worker| nats.worker(&folder.join(format!("worker-{worker}")))).collect();
    let line = format!("{line} --run far --patience 1s --cluster {}", nats.address());
    let coordinate = || {
        let mut command = command(&folder, &line);
        Process::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
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
    // More games than before: the new coordinator, and later the new server, is at work.
    let before = stored();
    coordinator = coordinate();
    reach(before + 12);
    let before = stored();
    nats.restart(&folder, &["-js"]);
    reach(before + 12);
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
    // Whether games came a second time is luck of time; that none was counted again is not.
    assert!(contents(&folder, "far") == contents(&folder, "near"));
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
    let folder = empty_folder("cluster-aside");
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let victim = folder.join("victim");
    let bot = DEADLY.replace("VICTIM", victim.to_str().unwrap());
    std::fs::write(folder.join("bot.py"), bot).unwrap();
    let nats = Nats::start(&folder, &["-js"]);
    let work = || {
        let line = format!("worker --threads 1 --sandbox off --cluster {}", nats.address());
        let mut worker = command(&folder, &line);
        Process::start(worker.stdout(Stdio::null()).stderr(Stdio::null()))
    };
    let line = "random --games 20 --longest 20 --random-plies 4 --sandbox off --patience 1s --run x --cluster";
    let play = || {
        let mut coordinator = command(&folder, "match tuc-chess");
        coordinator.arg("bot:python3 bot.py");
        coordinator.args(line.split_whitespace()).arg(nats.address());
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
    let folder = empty_folder("cluster-train");
    std::fs::write(folder.join("small.toml"), PLAN).unwrap();
    let nats = Nats::start(&folder, &["-js"]);
    let line = "train small.toml --threads 1 --out";
    let files = ["generation-1.qnet", "generation-2.qnet", "chexers-value.qnet"];
    let models = |out: &str| {
        let read = |file: &&str| std::fs::read(folder.join(out).join(file)).unwrap();
        files.iter().map(read).collect::<Vec<_>>()
    };
    let near = printed(&folder, &format!("{line} near"));
    let far = |out: &str| format!("{line} {out} --patience 1s --cluster {}", nats.address());
    let one = nats.worker(&folder.join("one"));
    let said = printed(&folder, &far("far"));
    assert!(models("far") == models("near"), "one worker");
    let table = |text: &str| text.lines().take_while(|line| !line.contains(".qnet")).count();
    let cut = |text: &str| text.lines().take(table(text)).collect::<Vec<_>>().join("\n");
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
    let said = complaint(&folder, &format!("train happ --quick --cluster {}", nats.address()));
    assert!(said.contains("plays on this machine only"), "{said}");
    assert!(said.contains("chexers-value"), "{said}");
}

/// Under a clock a game has a core for itself, and the run notes who played it.
#[test]
fn runs_with_clocks_note_their_machines() {
    let folder = empty_folder("cluster-clock");
    let nats = Nats::start(&folder, &["-js"]);
    let worker = nats.worker(&folder.join("worker"));
    let line = "match tuc-chess greedy random --games 8 --longest 20 --clock move=200ms --run x";
    let said = printed(&folder, &format!("{line} --tables --cluster {}", nats.address()));
    let id = format!("-{} 8 games at speed ", worker.0.id());
    assert!(said.contains("played by ") && said.contains(&id), "{said}");
    assert!(printed(&folder, "report x --times").contains(&id));
}

/// Experiments play by a cluster, too, and find the same figures.
#[test]
fn experiments_find_the_same_figures() {
    let folder = empty_folder("cluster-experiment");
    let nats = Nats::start(&folder, &["-js"]);
    let _worker = nats.worker(&folder.join("worker"));
    let line = "reproduce 001/greedy-vs-random --markdown --threads 1";
    let near = printed(&folder, &format!("{line} --out near"));
    let far = format!("{line} --out far --cluster {}", nats.address());
    assert_eq!(printed(&folder, &far), near);
}

#[test]
fn a_sequential_test_decides_as_on_one_machine() {
    let folder = empty_folder("cluster-sprt");
    let nats = Nats::start(&folder, &["-js"]);
    let _workers = [0, 1].map(|worker| nats.worker(&folder.join(format!("worker-{worker}"))));
    let line = "match chexers greedy random --games 600 --sprt 0,50 --json";
    let verdict = |more: &str| {
        let text = printed(&folder, &format!("{line} {more}"));
        let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        (last["sprt"].clone(), last["verdict"].clone(), last["sheets"].clone())
    };
    let near = verdict("--run near");
    let far = verdict(&format!("--run far --cluster {}", nats.address()));
    assert_eq!(near.0["decision"], "accept-high");
    assert_eq!(far, near);
}

/// Models and bots lie in the coordinator's folder, and workers have neither.
#[test]
fn files_of_agents_travel() {
    let folder = empty_folder("cluster-files");
    let nats = Nats::start(&folder, &["-js"]);
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/games/chexers/models/chexers-value.qnet");
    std::fs::copy(model, folder.join("net.qnet")).unwrap();
    let away = folder.join("worker");
    let _worker = nats.worker(&away);
    let line = "match chexers paranoid:depth=1,eval=value:net.qnet random --games 6 --longest 20";
    printed(&folder, &format!("{line} --run near"));
    printed(&folder, &format!("{line} --run far --cluster {}", nats.address()));
    assert!(contents(&folder, "far") == contents(&folder, "near"));
    let kept = std::fs::read_dir(away.join("runs/cache")).unwrap().count();
    assert_eq!(kept, 1, "the worker keeps the model");
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    printed(&folder, "bot new python mine");
    let mut play = command(&folder.join("mine"), "match chexers");
    play.args(["bot:python3 bot.py", "random", "--games", "6", "--longest", "20", "--run", "far"]);
    let output = play.args(["--cluster", &nats.address()]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let games = printed(&folder.join("mine"), "export far --jsonl --no-times");
    assert_eq!(games.lines().count(), 6);
}

/// A server that fills up in the middle of a run: coordinator and worker say so, and go on when there is room again.
#[test]
fn a_run_goes_on_when_a_full_server_has_room_again() {
    let folder = empty_folder("cluster-filled");
    let line = "tournament chexers mcts:iterations=40 greedy random --games 60 --longest 60";
    printed(&folder, &format!("{line} --run near"));
    let config = folder.join("small.conf");
    std::fs::write(&config, "jetstream { max_file_store: 400KB }").unwrap();
    let nats = Nats::start(&folder, &["-js", "-c", config.to_str().unwrap()]);
    let mut worker = command(&folder, &format!("worker --threads 1 --cluster {}", nats.address()));
    let worker_words = folder.join("worker.txt");
    let words = std::fs::File::create(&worker_words).unwrap();
    let _worker = Process::start(worker.stdout(Stdio::null()).stderr(words));
    let mut coordinator =
        command(&folder, &format!("{line} --run far --cluster {}", nats.address()));
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
    stream.write_all(b"PUB $JS.API.STREAM.DELETE.filler 0\r\n\r\n").unwrap();
    let mut ended = None;
    wait("the end of the run", || {
        ended = coordinator.0.try_wait().unwrap();
        ended.is_some()
    });
    assert!(ended.unwrap().success(), "{}", read(&own_words));
    assert!(contents(&folder, "far") == contents(&folder, "near"));
}
