//! Valid inputs of each target, from valid games of every game: changed a little, they still reach deep states.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use ludarium_arena::protocol::ToBot;
use ludarium_arena::{Contest, Control, Interrupt, Plan, Seating, Shard, Store, run};
use ludarium_bundle::originals::Document;
use ludarium_game::Turn;
use serde_json::{Value, json};

use crate::targets::{GAMES, REPLAYS, RULES, after};

/// Larger files would take all the time.
const LARGEST_MODEL: usize = 20_000;

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder of the repository.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![root().join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

fn contents(folder: &str) -> Vec<Vec<u8>> {
    let read = |path: &PathBuf| fs::read(path).expect("a readable file");
    files(folder).iter().map(read).collect()
}

/// The files of a folder that games or reports have.
fn of_games(folder: &str) -> Vec<Vec<u8>> {
    let both = ["games", "reports"].into_iter().flat_map(crates);
    let folders = both.map(|name| format!("{name}/{folder}"));
    let there = folders.filter(|folder| root().join(folder).exists());
    there.flat_map(|folder| contents(&folder)).collect()
}

/// The folders of all games, or of all reports.
fn crates(storey: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(storey)).expect("a folder of the repository");
    let name = |entry: fs::DirEntry| format!("{storey}/{}", entry.file_name().display());
    let mut names: Vec<String> = entries.filter_map(Result::ok).map(name).collect();
    names.sort();
    names
}

/// The lines of some files, each with the files whole.
fn with_lines(files: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let lines = files.iter().flat_map(|file| file.split(|&byte| byte == b'\n'));
    let lines: Vec<Vec<u8>> = lines.map(<[u8]>::to_vec).collect();
    files.into_iter().chain(lines).collect()
}

/// The texts of agents and variants of a ruleset.
fn texts(rules: usize) -> Vec<String> {
    let (start, rules) = (after(rules, 0), &*RULES[rules]);
    let mut texts = vec![rules.variant().to_owned()];
    for agent in rules.agents() {
        texts.push(agent.name.to_owned());
        let settings: Vec<String> = agent
            .parameters
            .iter()
            .map(|parameter| format!("{}={}", parameter.key, parameter.default))
            .collect();
        texts.push(format!("{}:{}", agent.name, settings.join(",")));
    }
    for option in start.options() {
        let name = rules.variant().split(':').next().unwrap_or_default();
        texts.push(format!("{name}:{}={}", option.key, option.default));
    }
    texts
}

/// The byte that picks, and a text.
fn picked(place: usize, text: &str) -> Vec<u8> {
    [&[place as u8], text.as_bytes()].concat()
}

pub fn spec() -> Vec<Vec<u8>> {
    let all = (0..RULES.len()).flat_map(texts);
    all.map(String::into_bytes).collect()
}

pub fn agent() -> Vec<Vec<u8>> {
    let of_one = |rules| texts(rules).into_iter().map(move |text| picked(rules, &text));
    (0..RULES.len()).flat_map(of_one).collect()
}

pub fn position() -> Vec<Vec<u8>> {
    let of_one = |rules| {
        let events = (0..=255).step_by(5);
        events.map(move |events| picked(rules, &after(rules, events).describe()))
    };
    (0..RULES.len()).flat_map(of_one).collect()
}

pub fn moves() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for rules in 0..RULES.len() {
        for events in (0..=255).step_by(5) {
            let head = [rules as u8, events, events];
            let legal = after(rules, events).moves();
            let mv = legal.get(usize::from(events) % legal.len().max(1));
            seeds.push([&head, mv.map_or("", String::as_str).as_bytes()].concat());
        }
    }
    seeds
}

pub fn bot_line() -> Vec<Vec<u8>> {
    let mut seeds = with_lines(contents("crates/bridge/tests/corpus/bot-lines"));
    let commands = [
        "bot:python3 my_bot.py --level 3",
        "bot[dir=bots/mine,env=LEVEL=3,env=DEBUG=1]:'./my bot' \"a b\" c\\ d",
        "bot[set=depth=4,memory=4096,start=60s,new_game=30s]:java -jar bot.jar",
    ];
    seeds.extend(commands.map(|text| text.as_bytes().to_vec()));
    seeds
}

/// A session of every variant: a game begins, and the engine is asked in several positions of it.
pub fn engine() -> Vec<Vec<u8>> {
    let session = |rules: usize| {
        let (place, rules) = (rules, &*RULES[rules]);
        let mut lines = vec![json!({"type": "hello", "id": 1, "protocol": 1, "lab": "0.1.0"})];
        lines.push(json!({
            "type": "new_game", "id": 2, "game": rules.game(), "variant": rules.variant(), "players": rules.seats(),
            "seat": 0, "names": vec!["a"; rules.seats()], "seed": 7, "state": after(place, 0).describe(),
            "clock": {"move_ms": 100, "bank_ms": 1000, "inc_ms": 5},
        }));
        let asked = (0..=255).map(|events| after(place, events));
        let asked = asked.filter(|position| matches!(position.turn(), Turn::Seat(_)));
        for (id, position) in (3..).zip(asked.step_by(40)) {
            lines.push(json!({
                "type": "turn", "id": id, "ply": id, "seat": 0, "state": position.describe(), "board": [],
                "legal": [], "events": [{"by": 1, "event": "x"}, {"by": "chance", "event": "y", "p": 0.5}],
            }));
        }
        lines.push(json!({"type": "stop", "id": 5}));
        lines.push(json!({"type": "ping", "id": 90}));
        lines.push(json!({"type": "game_over", "scores": [1.0, 0.0], "reason": "over"}));
        lines.push(json!({"type": "quit"}));
        let understood = |line: &Value| serde_json::from_value::<ToBot>(line.clone()).is_ok();
        assert!(lines.iter().all(understood), "{lines:?}");
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        (lines.join("\n") + "\n").into_bytes()
    };
    (0..RULES.len()).map(session).collect()
}

pub fn experiment() -> Vec<Vec<u8>> {
    of_games("experiments")
}

pub fn study() -> Vec<Vec<u8>> {
    contents("docs/experiments")
}

/// The league of this repository, and a small one of each variant with all that a file can say.
pub fn league() -> Vec<Vec<u8>> {
    let file = |rules: usize| {
        let rules = &*RULES[rules];
        let names = rules.agents();
        let agents: Vec<&str> = names.iter().take(4).map(|agent| agent.name).collect();
        let (game, variant) = (rules.game(), rules.variant());
        format!(
            "title = \"a league\"\ngames = [{game:?}]\nagents = {agents:?}\nbudgets = [\"10ms,cpu\", \"nodes=2000\"]\n\
             most-games = 100\nscaling = 10\nrandom-plies = 4\nlongest = 1000\nseed = 1\n\n\
             [[game]]\nname = {game:?}\nvariant = {variant:?}\nbudgets = [\"1s\", \"iterations=50\", \"depth=2\"]\n"
        )
        .into_bytes()
    };
    let mut seeds = contents("docs/leagues");
    seeds.extend((0..RULES.len()).map(file));
    seeds
}

pub fn plan() -> Vec<Vec<u8>> {
    of_games("training")
}

/// The legal actions of positions of every variant, as each seat sees them.
pub fn action() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for rules in 0..RULES.len() {
        let tensors = RULES[rules].tensors();
        for events in (0..=255).step_by(5) {
            let position = after(rules, events);
            let legal = tensors.legal(position).expect("a position of this game");
            let number = legal.get(usize::from(events) % legal.len().max(1));
            let number = number.copied().unwrap_or_default().to_le_bytes();
            let seat = events % position.seats() as u8;
            seeds.push([&[rules as u8, events, seat][..], &number].concat());
        }
    }
    seeds
}

pub fn tournament() -> Vec<Vec<u8>> {
    let file = |rules: usize| {
        let (start, rules) = (after(rules, 10).describe(), &*RULES[rules]);
        let names = rules.agents();
        let agents: Vec<&str> = names.iter().take(4).map(|agent| agent.name).collect();
        let lineup = vec![1; rules.seats()];
        format!(
            "game = {:?}\nvariant = {:?}\nagents = {agents:?}\nformat = \"gauntlet\"\nlineups = [{lineup:?}]\n\
             seating = \"rotations\"\nrounds = 3\nstarts = [{start:?}]\nrandom-plies = 4\n\
             limits = {{ nodes = 20000, iterations = 10, depth = 3 }}\nclock = \"move=1s+30s\"\nmargin-ms = 50\n\
             longest = 1000\nsprt = [0, 20]\nseed = 1\n",
            rules.game(),
            rules.variant()
        )
        .into_bytes()
    };
    (0..RULES.len()).map(file).collect()
}

/// The records of the original programs, each cut to its first plies and counts.
pub fn record() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (place, (game, _)) in REPLAYS.iter().enumerate() {
        let reports = crates("reports").into_iter();
        let about = reports.filter(|report| report.ends_with(&format!("-{game}")));
        for path in about.flat_map(|report| files(&format!("{report}/tests/data"))) {
            let Ok(document) = Document::read(&path) else {
                continue;
            };
            let text = match &document {
                Document::Text(text) => {
                    let lines: Vec<&str> = text.lines().take(12).collect();
                    seeds.push(picked(place, &(lines.join("\n") + "\n")));
                    continue;
                }
                Document::Json(_) | Document::Lines(_) => document.records(),
            };
            for value in text.iter().take(8) {
                let mut value = value.clone();
                shorten(&mut value);
                seeds.push(picked(place, &value.to_string()));
            }
        }
    }
    seeds
}

/// Cuts long lists of games and plies; lists of moves and cells stay whole.
fn shorten(value: &mut Value) {
    match value {
        Value::Array(items) => {
            let kept = if items.first().is_some_and(Value::is_object) { 3 } else { 64 };
            items.truncate(kept);
            items.iter_mut().for_each(shorten);
        }
        Value::Object(fields) => {
            // Deep counts take minutes.
            if let Some(Value::Array(counts)) = fields.get_mut("perft") {
                counts.truncate(2);
            }
            fields.values_mut().for_each(shorten);
        }
        _ => {}
    }
}

pub fn model() -> Vec<Vec<u8>> {
    let mut seeds = of_games("models");
    seeds.retain(|file| file.len() <= LARGEST_MODEL);
    seeds
}

pub fn outside() -> Vec<Vec<u8>> {
    let mut files = files("crates/learn/tests/outside");
    files.retain(|path| path.extension().is_some_and(|ending| ending == "safetensors"));
    files.iter().map(|path| fs::read(path).expect("a readable file")).collect()
}

/// A short run of each game.
pub fn run_file() -> Vec<Vec<u8>> {
    /// Tests of one process ask for these at the same time.
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let folder = format!("ludarium-fuzz-runs-{}-{call}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    fs::create_dir_all(&folder).expect("a folder for runs");
    let seeds = GAMES.iter().map(|game| {
        let name = game.info.name;
        let seats = game.rules(None).expect("the usual variant").seats();
        let agents = ["random", "greedy"].map(str::to_owned).to_vec();
        let contest = Contest {
            lineups: vec![(0..seats).map(|seat| seat % 2).collect()],
            seating: Seating::Fixed,
            longest: 6,
            ..Contest::new(name, None, agents, 1)
        };
        let contest = contest.resolve(&GAMES).expect("a contest");
        let path = folder.join(name);
        let mut store = Store::create(&path, &contest).expect("a new run");
        let plan = Plan { blocks: 3, threads: 1, shard: Shard::WHOLE, bots: None, luck: true };
        let watch = &mut |_: ludarium_arena::Progress<'_>| Control::Continue;
        run(&GAMES, &contest, &plan, &mut store, &Interrupt::new(), watch).expect("a run");
        drop(store);
        fs::read(&path).expect("the run")
    });
    let seeds = seeds.collect();
    let _ = fs::remove_dir_all(&folder);
    seeds
}

pub fn door_dice_chess() -> Vec<Vec<u8>> {
    with_lines(contents("reports/000-dice-chess/tests/doors/corpus"))
}

/// The corpus, and what the original server and its clients said in whole games.
pub fn door_dicewars() -> Vec<Vec<u8>> {
    let mut seeds = contents("reports/003-dicewars/tests/doors/corpus");
    for path in files("reports/003-dicewars/tests/data") {
        if let Ok(Document::Text(text)) = Document::read(&path) {
            let message = |line: &str| Some(line.split_once(' ')?.1.as_bytes().to_vec());
            seeds.extend(text.lines().take(40).filter_map(message));
        }
    }
    seeds
}

/// The corpus, and the datagrams of a whole game.
pub fn door_tuc_chess() -> Vec<Vec<u8>> {
    let mut seeds = with_lines(contents("reports/002-tuc-chess/tests/doors/corpus"));
    for path in files("reports/002-tuc-chess/tests/data") {
        if let Ok(Document::Text(text)) = Document::read(&path) {
            let datagrams = text.lines().filter(|line| !line.starts_with('#'));
            let datagram = |line: &str| Some(line.split_whitespace().last()?.as_bytes().to_vec());
            seeds.extend(datagrams.filter_map(datagram));
        }
    }
    seeds
}
