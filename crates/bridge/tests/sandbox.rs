//! The promises of the sandbox, each tried by a bot that wants to break it, with all of the sandbox and with parts of it.
//!
//! What a system cannot give is not asked for: the expectations follow the level that was reached. Without a sandbox every
//! attack must work, or it would show nothing.
#![cfg(target_os = "linux")]

mod bot_contest;

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ludarium_arena::protocol::{BotMove, FromBot};
use ludarium_bridge::bot::{AnswerLimit, Bot, Launch, Limits};
use ludarium_bridge::sandbox::{Landlock, Means, Policy, SandboxLevel};

use bot_contest::{ZOO, turn};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The parts of the sandbox that are tried: all, and what is left where one of them cannot be had.
const TRIED: [Means; 4] = [
    Means::ALL,
    Means { namespaces: false, ..Means::ALL },
    Means { seccomp: false, ..Means::ALL },
    Means { landlock: false, ..Means::ALL },
];

fn launch(policy: Policy, means: Means) -> Launch {
    Launch {
        helper: PathBuf::from(ZOO),
        sandbox: policy,
        means,
        limits: Limits { hello: PATIENCE, ping: PATIENCE, quit: PATIENCE, ..Limits::default() },
    }
}

fn start(words: &str, launch: &Launch) -> Bot {
    let text = format!("bot:{ZOO} {words}");
    Bot::start(&text.parse().unwrap(), launch).unwrap_or_else(|error| panic!("{words}: {error:?}"))
}

/// Lets a bot attack, and tells how well it was confined and what came of it.
fn attack(name: &str, argument: &str, launch: &Launch) -> (SandboxLevel, String) {
    let mut bot = start(&format!("attack {name} '{argument}'"), launch);
    let answer = bot.ask(turn, AnswerLimit::at_most(PATIENCE)).unwrap();
    let FromBot::Move(BotMove { comment, .. }) = answer.message else {
        panic!("{name}: {:?}", answer.message);
    };
    let (level, outcome) = (bot.sandbox(), comment.unwrap());
    bot.quit();
    // The table in docs/bots.md is made of these lines: see them with `--nocapture`.
    println!("{name} | {level} | {outcome}");
    (level, outcome)
}

/// Tries an attack with all and with parts of the sandbox, and without one.
fn try_all(name: &str, argument: &str, holds: impl Fn(SandboxLevel) -> bool) {
    for means in TRIED {
        let (level, outcome) = attack(name, argument, &launch(Policy::Try, means));
        if holds(level) {
            assert!(outcome.starts_with("refused"), "{name}, {level}: {outcome}");
        }
    }
    let (level, outcome) = attack(name, argument, &launch(Policy::Off, Means::ALL));
    assert_eq!(level, SandboxLevel::NONE);
    // Kernels without the protocol cannot show that it would work.
    let unknown = name == "mptcp" && outcome.contains("not supported");
    assert!(outcome == "done" || unknown, "{name} without a sandbox: {outcome}");
}

/// Stands for the laboratory, a rival or anybody else of this user.
struct Victim(Child);

impl Victim {
    fn new() -> Victim {
        let mut command = Command::new(ZOO);
        command.arg("stays").stdin(Stdio::null());
        Victim(command.spawn().unwrap())
    }

    fn pid(&self) -> String {
        self.0.id().to_string()
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn others_are_out_of_reach(level: SandboxLevel) -> bool {
    level.namespaces || level.seccomp
}

#[test]
fn other_processes_cannot_be_limited_reniced_or_pinned() {
    for name in ["prlimit", "renice", "pin"] {
        let victim = Victim::new();
        try_all(name, &victim.pid(), others_are_out_of_reach);
    }
}

#[test]
fn other_processes_cannot_be_signalled() {
    let victim = Victim::new();
    try_all("signal", &victim.pid(), |level| level.namespaces || level.landlock == Landlock::Full);
}

/// As root too, whose files belong to the bot's own user.
#[test]
fn other_processes_cannot_be_looked_at() {
    let victim = Victim::new();
    try_all("read-proc", &victim.pid(), |level| level.landlock != Landlock::None);
    let (_, own) = attack("read-own-proc", "", &launch(Policy::Try, Means::ALL));
    assert_eq!(own, "done");
    let (_, own) = attack("read-own-proc", "", &launch(Policy::Try, TRIED[1]));
    assert_eq!(own, "done");
}

/// A rival is a bot as well: its own sandbox is no door to it.
#[test]
fn a_rival_is_as_safe_as_the_laboratory() {
    for means in TRIED {
        let launch = launch(Policy::Try, means);
        let mark = mark("rival");
        let rival = start(&format!("good {mark}"), &launch);
        let found = marked(&mark);
        let &pid = found.first().unwrap();
        for name in ["prlimit", "renice", "pin", "read-proc"] {
            let (level, outcome) = attack(name, &pid.to_string(), &launch);
            if others_are_out_of_reach(level) && level.landlock == Landlock::Full {
                assert!(outcome.starts_with("refused"), "{name}, {level}: {outcome}");
            }
        }
        assert!(rival.quit().by_itself);
    }
}

#[test]
fn nothing_is_written_beside_the_own_folders() {
    let folder = std::env::temp_dir().join(mark("beside"));
    fs::create_dir(&folder).unwrap();
    let path = folder.join("file").to_str().unwrap().to_owned();
    try_all("write", &path, |level| level.landlock != Landlock::None);
    fs::remove_dir_all(&folder).unwrap();
}

/// Landlock does not look at the rights and owners of files: read-only mounts do, or the filter of system calls.
#[test]
fn rights_of_files_beside_the_own_folders_stay() {
    let folder = std::env::temp_dir().join(mark("rights"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("file"), "").unwrap();
    let path = folder.join("file").to_str().unwrap().to_owned();
    for name in ["chmod", "chown"] {
        try_all(name, &path, others_are_out_of_reach);
    }
    fs::remove_dir_all(&folder).unwrap();
    // In its own folder a bot does as it likes, also where that is its working directory.
    let folder = std::env::temp_dir().join(mark("own"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("file"), "").unwrap();
    for name in ["chmod", "write"] {
        let text = format!("bot[dir={}]:{ZOO} attack {name} file", folder.display());
        let launch = launch(Policy::Try, Means::ALL);
        let mut bot = Bot::start(&text.parse().unwrap(), &launch).unwrap();
        let answer = bot.ask(turn, AnswerLimit::at_most(PATIENCE)).unwrap();
        let FromBot::Move(BotMove { comment, .. }) = answer.message else {
            panic!("{:?}", answer.message);
        };
        if bot.sandbox().namespaces || name == "write" {
            assert_eq!(comment.as_deref(), Some("done"), "{name}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// What was open when the laboratory was started stays closed for bots, without a sandbox too.
#[test]
fn files_that_were_left_open_are_out_of_reach() {
    // A copy is passed on to every program that is started, as those of a shell are.
    let open = rustix::io::dup(fs::File::open("/dev/null").unwrap()).unwrap();
    let number = open.as_raw_fd().to_string();
    let mut seen = Command::new("ls");
    seen.arg(format!("/proc/self/fd/{number}"));
    assert!(seen.stdout(Stdio::null()).status().unwrap().success());
    let off = launch(Policy::Off, Means::ALL);
    let tried = TRIED.map(|means| launch(Policy::Try, means));
    for launch in tried.iter().chain([&off]) {
        let (level, outcome) = attack("descriptor", &number, launch);
        assert!(outcome.starts_with("refused"), "{level}: {outcome}");
        let (_, own) = attack("descriptor", "0", launch);
        assert_eq!(own, "done", "{level}");
    }
}

/// What only root may read is not for the bots of root.
#[test]
fn the_secrets_of_the_system_stay_secret() {
    let shadow = "/etc/shadow";
    if fs::read(shadow).is_err() {
        println!("not tried: this user cannot read {shadow} anyway");
        return;
    }
    try_all("read-secret", "", |level| level.landlock != Landlock::None);
    let (_, public) = attack("read-public", "", &launch(Policy::Try, Means::ALL));
    assert_eq!(public, "done");
}

/// Memory that no process shows as its own cannot be had, where nobody but the processes tells of memory.
#[test]
fn no_memory_is_hidden_in_files() {
    for means in TRIED {
        let (level, outcome) = attack("memfd", "", &launch(Policy::Try, means));
        if level.seccomp && !level.cgroup {
            assert!(outcome.starts_with("refused"), "{level}: {outcome}");
        }
    }
}

/// Limits that a bot exceeds and stays: what it is told when it is ended, where the kernel does not refuse itself.
#[test]
fn files_threads_and_what_is_held_open_have_limits() {
    let policies = TRIED.map(|means| (Policy::Try, means));
    for (policy, means) in policies.into_iter().chain([(Policy::Off, Means::ALL)]) {
        for (name, expected) in [
            ("fill", ""),
            ("fill-unnamed", ""),
            ("threads", "started more than 64 threads"),
            ("hold-hidden", "used more than 32 MiB of memory"),
        ] {
            let mut launch = launch(policy, means);
            (launch.limits.files, launch.limits.processes) = (4 << 20, 4);
            (launch.limits.memory, launch.limits.unclocked_move) = (32 << 20, PATIENCE);
            let mut bot = start(&format!("attack {name}"), &launch);
            let level = bot.sandbox();
            if name.starts_with("fill") && !level.scratch {
                continue;
            }
            let said = match bot.ask(turn, AnswerLimit::at_most(PATIENCE)) {
                Err(trouble) => trouble.to_string(),
                Ok(answer) => format!("{:?}", answer.message),
            };
            println!("{name} | {level} | {said}");
            let by_kernel = match name {
                "fill" | "fill-unnamed" => said.contains("refused: No space left"),
                "threads" => said.contains("refused"),
                _ => said == "hid what it holds open",
            };
            assert!(by_kernel || said == expected, "{name}, {level}: {said}");
        }
    }
}

/// What waits in the kernel holds no more than it is counted for, and no file is on its way where nobody sees it.
#[test]
fn sockets_and_pipes_hold_what_they_are_counted_for() {
    for name in ["wide-socket", "wide-pipe", "pass-file", "pinned-memory", "pinned-file"] {
        try_all(name, "", |level| level.seccomp);
    }
}

/// A bot of root's leaves no program behind that acts as root for others.
#[test]
fn no_program_is_left_that_acts_as_its_owner() {
    let folder = std::env::temp_dir().join(mark("setuid"));
    fs::create_dir(&folder).unwrap();
    let rights = |name: &str, launch: &Launch| {
        let text = format!("bot[dir={}]:{ZOO} attack {name} file", folder.display());
        let mut bot = Bot::start(&text.parse().unwrap(), launch).unwrap();
        bot.ask(turn, AnswerLimit::at_most(PATIENCE)).unwrap();
        let level = bot.sandbox();
        bot.quit();
        let found = fs::metadata(folder.join("file")).map_or(0, |file| file.permissions().mode());
        println!("{name} | {level} | {:o}", found & 0o7777);
        (level, found)
    };
    for name in ["setuid", "setuid-made"] {
        for means in TRIED {
            let (level, found) = rights(name, &launch(Policy::Try, means));
            let root = rustix::process::geteuid().is_root();
            assert!(!(level.seccomp || root) || found & 0o6000 == 0, "{name}, {level}");
        }
    }
    let (_, found) = rights("setuid", &launch(Policy::Off, Means::ALL));
    let root = rustix::process::geteuid().is_root();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(found & 0o6000 == 0, root);
}

/// What is given to a bot's environment works on the bot, and not on us outside of the sandbox.
#[test]
fn a_library_that_is_given_to_a_bot_is_not_loaded_by_its_supervisor() {
    let absent = mark("library");
    for policy in [Policy::Try, Policy::Off] {
        let text = format!("bot[env=LD_PRELOAD=/{absent}.so]:{ZOO} good");
        let bot = Bot::start(&text.parse().unwrap(), &launch(policy, Means::ALL)).unwrap();
        let words = bot.quit().stderr;
        assert_eq!(words.matches(&absent).count(), 1, "{words}");
    }
}

#[test]
fn no_network_is_reached() {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = tcp.local_addr().unwrap().port().to_string();
    try_all("tcp", &port, |level| {
        level.landlock == Landlock::Full || others_are_out_of_reach(level)
    });
    try_all("mptcp", &port, others_are_out_of_reach);
    try_all("fast-open", &port, others_are_out_of_reach);
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = udp.local_addr().unwrap().port().to_string();
    try_all("udp", &port, others_are_out_of_reach);
}

#[test]
fn no_socket_of_others_is_reached() {
    // Paths of sockets are short.
    let folder = std::env::temp_dir().join(mark("sockets"));
    fs::create_dir(&folder).unwrap();
    let (stream, datagram) = (folder.join("stream"), folder.join("datagram"));
    let _stream = UnixListener::bind(&stream).unwrap();
    let _datagram = UnixDatagram::bind(&datagram).unwrap();
    let name = mark("abstract");
    let address = SocketAddr::from_abstract_name(&name).unwrap();
    let _abstract = UnixListener::bind_addr(&address).unwrap();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    try_all("unix", &path(&stream), |level| level.seccomp);
    try_all("unix-pair", &path(&datagram), |level| level.seccomp);
    try_all("unix-abstract", &name, |level| {
        level.landlock == Landlock::Full || others_are_out_of_reach(level)
    });
    fs::remove_dir_all(&folder).unwrap();
    // Interpreters wake themselves with a pair of their own.
    let (_, own) = attack("own-pair", "", &launch(Policy::Try, Means::ALL));
    assert_eq!(own, "done");
}

#[test]
fn no_namespace_gives_rights_back() {
    for means in TRIED {
        let (level, outcome) = attack("new-space", "", &launch(Policy::Try, means));
        if level.seccomp {
            assert!(outcome.starts_with("refused"), "{level}: {outcome}");
        }
    }
}

/// A word on the command line of processes that have nothing else to be known by.
fn mark(name: &str) -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{name}-{}-{number}", std::process::id())
}

/// The living processes with this word on their command line, our helpers left out.
fn marked(mark: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let mut words = line.split(|&byte| byte == 0);
        let helper = words.clone().any(|word| word == b"__sandbox-exec");
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok());
        if let Some(pid) = pid.filter(|_| !helper && words.any(|word| word == mark.as_bytes())) {
            found.push(pid);
        }
    }
    found
}

/// Waits until the bot, its three strays and every other process with this mark are there: one that is just starting shows none.
fn await_all(count: usize, mark: &str) {
    let until = Instant::now() + PATIENCE;
    while marked(mark).len() < count {
        assert!(Instant::now() < until, "{:?}", marked(mark));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Those that stay although they should end.
fn left(mark: &str) -> Vec<u32> {
    let until = Instant::now() + PATIENCE;
    loop {
        let found = marked(mark);
        if found.is_empty() || Instant::now() > until {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Double fork, a session of their own, an empty environment: they end with the bot, and are counted.
#[test]
fn nothing_that_a_bot_started_outlives_it() {
    let policies = TRIED.map(|means| (Policy::Try, means));
    for (policy, means) in policies.into_iter().chain([(Policy::Off, Means::ALL)]) {
        for kill in [false, true] {
            let mark = mark("stray");
            let mut bot = start(&format!("attack strays {mark}"), &launch(policy, means));
            bot.ask(turn, AnswerLimit::at_most(PATIENCE)).unwrap();
            await_all(4, &mark);
            let departure = if kill { bot.kill() } else { bot.quit() };
            assert_eq!(marked(&mark), [0; 0], "{policy:?} {means:?} {kill}");
            assert_eq!(departure.leftovers, 3, "{policy:?} {means:?} {kill}");
        }
    }
}

/// Nothing seems to tie them to the bot, and they count all the same.
#[test]
fn limits_hold_for_hidden_grandchildren() {
    let policies = TRIED.map(|means| (Policy::Try, means));
    for (policy, means) in policies.into_iter().chain([(Policy::Off, Means::ALL)]) {
        let mark = mark("crowd");
        let mut launch = launch(policy, means);
        launch.limits.processes = 3;
        let mut bot = start(&format!("attack strays {mark}"), &launch);
        let trouble = loop {
            if let Err(trouble) = bot.ask(turn, AnswerLimit::at_most(PATIENCE)) {
                break trouble;
            }
        };
        let words = "started more than 3 processes";
        assert_eq!(trouble.to_string(), words, "{policy:?} {means:?}");
        assert_eq!(left(&mark), [0; 0], "{policy:?} {means:?}");
    }
}

#[test]
fn nothing_outlives_a_killed_laboratory() {
    for (policy, spaces) in [("try", "spaces"), ("try", "none"), ("off", "none")] {
        let mark = mark("orphan");
        let mut command = Command::new(ZOO);
        command.args(["manager", policy, spaces, &mark]);
        let mut manager = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut said = BufReader::new(manager.stdout.take().unwrap());
        said.read_line(&mut line).unwrap();
        await_all(5, &mark);
        manager.kill().unwrap();
        manager.wait().unwrap();
        assert_eq!(left(&mark), [0; 0], "{policy} {spaces}: {line}");
    }
}

/// A supervisor that is killed takes all with it where there are namespaces.
#[test]
fn nothing_outlives_a_killed_supervisor() {
    TRIED.into_iter().for_each(kill_supervisor);
}

fn kill_supervisor(means: Means) {
    let mark = mark("headless");
    let mut bot = start(&format!("attack strays {mark}"), &launch(Policy::Try, means));
    bot.ask(turn, AnswerLimit::at_most(PATIENCE)).unwrap();
    let &pid = marked(&mark).iter().min().unwrap();
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let parent = stat.rsplit_once(") ").unwrap().1.split(' ').nth(1).unwrap();
    let killed = Command::new("kill").args(["-KILL", parent]).status();
    assert!(killed.unwrap().success());
    let trouble = bot.ask(turn, AnswerLimit::at_most(PATIENCE)).unwrap_err();
    assert_eq!(trouble.to_string(), "was killed by signal 9 from outside");
    if bot.sandbox().namespaces {
        assert_eq!(left(&mark), [0; 0]);
    }
    // What is left elsewhere is known by nothing: it is ended by hand, so that the test leaves nobody.
    for pid in marked(&mark) {
        let _ = Command::new("kill").args(["-KILL", &pid.to_string()]).status();
    }
}
