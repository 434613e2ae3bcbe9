//! The zoo: one program that misbehaves in many ways, so that no test needs a foreign interpreter.
//!
//! `bot-zoo MODE` behaves well but for the one thing that its mode says. Bots that misbehave in a game do so at
//! their second turn, so that there is a game to disturb.

#[cfg(target_os = "linux")]
mod attacks;

use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use ludarium_arena::protocol::{
    AfterReply, BotHello, BotMove, BotOption, BotTurn, ChosenMove, FromBot, NewGame, OptionKind,
    ToBot,
};
use ludarium_bridge::sandbox::{HELPER, become_program};
use ludarium_game::{Stopwatch, TimeKind};

/// What says that a bot was killed once.
const KILLED: &str = "was-killed";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.next_if(|first| first == HELPER).is_some() {
        return become_program(arguments);
    }
    let mode = arguments.next().and_then(|mode| mode.into_string().ok());
    let mode = mode.unwrap_or_else(|| "good".to_owned());
    let words: Vec<String> = arguments.filter_map(|word| word.into_string().ok()).collect();
    #[cfg(target_os = "linux")]
    if let Some(code) = lurk(&mode, &words) {
        return code;
    }
    // The listener has gone: that is no error of ours.
    let _ = Animal::new(mode, words).live();
    ExitCode::SUCCESS
}

/// Modes that are no bots: what attackers leave behind, and a manager to be killed.
#[cfg(target_os = "linux")]
fn lurk(mode: &str, words: &[String]) -> Option<ExitCode> {
    let word = |index: usize| words.get(index).map_or("", String::as_str);
    let done = match mode {
        "hides" => attacks::leave_behind(word(0), word(1)),
        // Longer than any test, and not forever: a test that fails may leave some.
        "stays" => {
            thread::sleep(Duration::from_secs(180));
            Ok(())
        }
        "eats" => eat(),
        "works" => {
            compute(WORK);
            Ok(())
        }
        "manager" => attacks::manage(word(0), word(1) == "spaces", word(2)),
        _ => return None,
    };
    Some(match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    })
}

struct Animal {
    mode: String,
    /// What follows the mode on the command line.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only attacks read it"))]
    words: Vec<String>,
    turns: u32,
    /// The option that `optional` announces; it is told again as `nodes`.
    level: u64,
    /// Answers to `after` in this turn, and how many of them were errors.
    ahead: (u32, u32),
    out: io::Stdout,
}

const FOR_EVER: Duration = Duration::from_secs(3600);
/// What a bot computes that computes.
const WORK: Duration = Duration::from_millis(700);

impl Animal {
    fn new(mode: String, words: Vec<String>) -> Animal {
        Animal { mode, words, turns: 0, level: 3, ahead: (0, 0), out: io::stdout() }
    }

    fn live(mut self) -> io::Result<()> {
        match &*self.mode {
            "silent" => thread::sleep(FOR_EVER),
            "exits-at-once" => {
                eprintln!("no board, no game");
                std::process::exit(7);
            }
            "stderr-without-end" => {
                thread::spawn(|| {
                    loop {
                        eprintln!("a word too many, and another word, and another word");
                    }
                });
            }
            "deaf-to-term" => {
                // A shell passes on that SIGTERM is ignored; `exec` makes it this process.
                let own = std::env::current_exe()?;
                let line = format!("trap '' TERM; exec '{}' never-quits", own.display());
                return Err(become_shell(&line));
            }
            "forgets-its-children" => {
                let own = std::env::current_exe()?;
                let own = own.display();
                let line = format!("exec env --ignore-signal=CHLD '{own}' works-by-children");
                return Err(become_shell(&line));
            }
            _ => {}
        }
        for line in io::stdin().lock().lines() {
            if let Ok(message) = serde_json::from_str(&line?) {
                self.answer(message)?;
            }
        }
        if self.mode == "never-quits" {
            thread::sleep(FOR_EVER);
        }
        Ok(())
    }

    fn answer(&mut self, message: ToBot) -> io::Result<()> {
        match message {
            ToBot::Hello { id, .. } => {
                let name = Some(format!("zoo {}", self.mode));
                let feature = match &*self.mode {
                    "observes" => vec!["observe".to_owned()],
                    "stops" | "stops-when-told" => vec!["stop".to_owned()],
                    "batches" => vec!["batch".to_owned()],
                    "blind" => vec!["no-legal".to_owned()],
                    _ => Vec::new(),
                };
                self.say(&FromBot::Hello(BotHello {
                    id,
                    protocol: if self.mode == "newer" { 2 } else { 1 },
                    name,
                    games: (self.mode == "only-go").then(|| vec!["go".to_owned()]),
                    options: match &*self.mode {
                        "optional" | "stubborn" => vec![level()],
                        _ => Vec::new(),
                    },
                    features: feature,
                    ..BotHello::default()
                }))
            }
            ToBot::Set { id, .. } if self.mode == "stubborn" => {
                self.say(&FromBot::Error { id: Some(id), message: "I stay as I am".to_owned() })
            }
            ToBot::Set { id, options } => {
                let level = options.get("level").and_then(serde_json::Value::as_u64);
                self.level = level.unwrap_or(self.level);
                self.say(&FromBot::Ok { id })
            }
            ToBot::NewGame(NewGame { id, .. }) => {
                if self.mode == "not-ready" {
                    thread::sleep(FOR_EVER);
                }
                if self.mode == "is-killed-and-thinks" && std::path::Path::new(KILLED).exists() {
                    thread::sleep(Duration::from_secs(5));
                }
                if self.mode == "asks-outside" {
                    self.look(id, &["walk"])?;
                }
                self.say(&FromBot::Ready { id })
            }
            ToBot::Turn(BotTurn { id, legal, .. }) => {
                self.turns += 1;
                let legal = legal.unwrap_or_default();
                #[cfg(target_os = "linux")]
                if self.mode == "attack" {
                    let word = |index: usize| self.words.get(index).map_or("", String::as_str);
                    let comment = Some(attacks::attempt(word(0), word(1)));
                    return self.say(&FromBot::Move(BotMove { comment, ..moving(id, 0) }));
                }
                if self.turns < 2 {
                    return self.play(id, 0);
                }
                self.ahead = (0, 0);
                self.misbehave(id, &legal)
            }
            ToBot::After(AfterReply { id, error, .. }) => self.go_on(id, error.is_some()),
            ToBot::Ping { id } => self.say(&FromBot::Pong { id }),
            ToBot::Quit if self.mode == "never-quits" => Ok(()),
            ToBot::Quit => std::process::exit(0),
            ToBot::Stop { id } if self.mode == "stops-when-told" => self.play(id, 0),
            ToBot::Stop { .. } | ToBot::Observe { .. } | ToBot::GameOver { .. } => Ok(()),
        }
    }

    fn misbehave(&mut self, id: u64, legal: &[String]) -> io::Result<()> {
        match &*self.mode {
            "exits-in-mid-game" => {
                eprintln!("the dog ate my tree");
                std::process::exit(1);
            }
            "aborts" => std::process::abort(),
            "garbage" => self.raw(b"\x1b[31mTraceback (most recent call last):\n"),
            "no-newline" => self.raw(format!("{{\"type\":\"move\",\"id\":{id}").as_bytes()),
            "long-line" => self.raw(&vec![b'x'; 10 << 20]),
            "infinite-stdout" => loop {
                self.raw(b"and then, and then, and then, and then, and then, and then\n")?;
            },
            "closes-stdout" => {
                // The parent of the last reader of this pipe is the only writer: a child that lives on without it.
                let own = std::env::current_exe()?;
                let line = format!("exec '{}' silent >&-", own.display());
                Err(become_shell(&line))
            }
            "closes-stdin" => {
                let own = std::env::current_exe()?;
                let answer = format!(r#"{{"type":"move","id":{id},"move":0}}"#);
                let line = format!("exec <&-; echo '{answer}'; exec '{}' silent", own.display());
                Err(become_shell(&line))
            }
            "grandchild" => {
                let own = std::env::current_exe()?;
                let mut child = Command::new(own);
                child.arg("silent").stdin(Stdio::null());
                child.spawn()?;
                std::process::exit(2);
            }
            "grandchild-in-a-session" => {
                let own = std::env::current_exe()?;
                let line = format!("setsid '{}' silent & exit 3", own.display());
                Err(become_shell(&line))
            }
            "previous-id" => self.play(id - 1, 0),
            "twice" => {
                self.play(id, 0)?;
                self.play(id, 0)
            }
            "early" => {
                self.play(id, 0)?;
                self.play(id + 1, 0)
            }
            "illegal" => self.say(&FromBot::Move(BotMove {
                pick: Some(ChosenMove::Text("e2e9=K".to_owned())),
                ..moving(id, 0)
            })),
            "out-of-range" => self.play(id, legal.len() as u64),
            "negative" => {
                self.raw(format!("{{\"type\":\"move\",\"id\":{id},\"move\":-1}}\n").as_bytes())
            }
            "bad-utf8" => {
                self.raw(format!("{{\"type\":\"move\",\"id\":{id},\"move\":\"").as_bytes())?;
                self.raw(b"\xff\xfe\"}\n")
            }
            "nan" => {
                let line =
                    format!("{{\"type\":\"move\",\"id\":{id},\"move\":0,\"value\":[NaN]}}\n");
                self.raw(line.as_bytes())
            }
            "huge" => {
                let line = format!("{{\"type\":\"move\",\"id\":{id},\"move\":1e999}}\n");
                self.raw(line.as_bytes())
            }
            "sleeps" | "stops" => {
                thread::sleep(FOR_EVER);
                Ok(())
            }
            // Only once, so that a game does not take long.
            "stops-when-told" if self.turns == 2 => Ok(()),
            "batches" => self.say(&batch(id, legal)),
            "a-little-late" => {
                thread::sleep(Duration::from_millis(700));
                self.play(id, 0)
            }
            // Only once, so that a game does not take long.
            "computes" | "computes-in-threads" | "computes-in-a-child" if self.turns == 2 => {
                match &*self.mode {
                    "computes" => compute(WORK),
                    "computes-in-threads" => thread::scope(|scope| {
                        for _ in 0..2 {
                            scope.spawn(|| compute(WORK / 2));
                        }
                    }),
                    _ => {
                        let own = std::env::current_exe()?;
                        Command::new(own).arg("works").status()?;
                    }
                }
                self.play(id, 0)
            }
            // Whoever ignores the end of children is not charged for them by the system.
            "works-by-children" if self.turns == 2 => {
                let own = std::env::current_exe()?;
                let _ = Command::new(own).arg("works").status();
                self.play(id, 0)
            }
            "changes-itself" => {
                std::fs::write(&self.words[0], format!("{id}"))?;
                self.play(id, 0)
            }
            "removes-itself" => {
                let _ = std::fs::remove_file(&self.words[0]);
                self.play(id, 0)
            }
            "busy" => loop {
                std::hint::spin_loop();
            },
            "hungry" => eat(),
            // The same where nothing seems to tie it to us.
            #[cfg(target_os = "linux")]
            "hidden-hungry" => {
                attacks::hide("eats", "hidden", 1)?;
                thread::sleep(FOR_EVER);
                Ok(())
            }
            #[cfg(target_os = "linux")]
            "hidden-children" => {
                attacks::hide("stays", "hidden", 12)?;
                thread::sleep(FOR_EVER);
                Ok(())
            }
            // As somebody outside would kill it: at its second turn, or once and never again.
            "is-killed" => Err(become_shell("kill -KILL $$")),
            "is-killed-once" | "is-killed-and-thinks" => {
                let mark = std::path::Path::new(KILLED);
                if mark.exists() {
                    return self.play(id, 0);
                }
                std::fs::write(mark, "")?;
                Err(become_shell("kill -KILL $$"))
            }
            "many-children" => {
                let own = std::env::current_exe()?;
                for _ in 0..12 {
                    Command::new(&own).arg("silent").stdin(Stdio::null()).spawn()?;
                }
                thread::sleep(FOR_EVER);
                Ok(())
            }
            "renames" => {
                self.raw(b"{\"type\":\"hello\",\"id\":1,\"name\":\"somebody else\"}\n")?;
                self.play(id, 0)
            }
            "other-seat" => {
                let line = format!("{{\"type\":\"move\",\"id\":{id},\"seat\":1,\"move\":0}}\n");
                self.raw(line.as_bytes())
            }
            "gives-up" => self.say(&FromBot::Error {
                id: Some(id),
                message: "I am a bear of very little brain".to_owned(),
            }),
            "asks-ahead" | "asks-for-ever" => self.look(id, &legal[..1]),
            "asks-wrongly" => self.look(id, &["walk", "nonsense"]),
            // No turn is open with this number, nor after the move.
            "asks-outside" => {
                self.look(id ^ 1, &["walk"])?;
                self.play(id, 0)?;
                self.look(id, &["walk"])
            }
            "asks-long" => self.look(id, &vec!["walk"; 100_000]),
            "asks-hugely" => self.look(id, &vec!["walk"; 200_000]),
            "asks-and-does-not-read" => loop {
                self.look(id, &["walk"])?;
            },
            "comments" => {
                eprintln!("turn {} of a talkative bot", self.turns);
                // Standard error and output are different ways.
                thread::sleep(Duration::from_millis(100));
                let comment = Some(format!("I think,\nturn {}", self.turns));
                self.say(&FromBot::Move(BotMove { comment, ..moving(id, 0) }))
            }
            "wrong-kind" => self.say(&FromBot::Ready { id }),
            _ => self.play(id, 0),
        }
    }

    /// Asks what follows from moves.
    fn look(&mut self, id: u64, moves: &[impl ToString]) -> io::Result<()> {
        self.say(&FromBot::After {
            id,
            moves: moves.iter().map(ToString::to_string).collect(),
            board: false,
        })
    }

    /// The answer to `after` has come.
    fn go_on(&mut self, id: u64, error: bool) -> io::Result<()> {
        self.ahead.0 += 1;
        self.ahead.1 += u32::from(error);
        let (asked, wrong) = self.ahead;
        match &*self.mode {
            "asks-for-ever" => self.look(id, &["walk"]),
            // All the questions of a turn are longer than what may be written without an answer.
            "asks-ahead" if self.turns == 2 && asked < 400 => {
                self.raw(&[b' '; 1 << 16])?;
                self.look(id, &["walk"])
            }
            "asks-wrongly" if asked < 3 => self.look(id, &["nonsense"]),
            "asks-wrongly" | "asks-long" if wrong != asked => self.say(&FromBot::Error {
                id: Some(id),
                message: "a wrong line was followed".to_owned(),
            }),
            "asks-outside" => self.say(&FromBot::Error {
                id: None,
                message: "a question outside a turn was answered".to_owned(),
            }),
            "asks-ahead" if wrong > 0 => self.say(&FromBot::Error {
                id: Some(id),
                message: "a right line was not followed".to_owned(),
            }),
            _ => self.play(id, 0),
        }
    }

    fn play(&mut self, id: u64, index: u64) -> io::Result<()> {
        self.say(&FromBot::Move(BotMove {
            nodes: (self.mode == "optional").then_some(self.level),
            ..moving(id, index)
        }))
    }

    fn say(&mut self, message: &FromBot) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.raw(&line)
    }

    fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.out.flush()
    }
}

/// Keeps the processor busy for so long, however long that takes by the clock on the wall.
fn compute(work: Duration) {
    let watch = Stopwatch::start(TimeKind::Processor);
    while watch.elapsed() < work {
        std::hint::spin_loop();
    }
}

/// Takes more and more memory.
fn eat() -> io::Result<()> {
    let mut eaten: Vec<Vec<u8>> = Vec::new();
    loop {
        eaten.push(vec![1; 4 << 20]);
        // Slow enough that a loaded machine is not the first to fall.
        let pause = if eaten.len() < 500 { 5 } else { 9999 };
        thread::sleep(Duration::from_millis(pause));
    }
}

/// Becomes a shell that runs this line; returns only if that failed.
#[cfg(unix)]
fn become_shell(line: &str) -> io::Error {
    use std::os::unix::process::CommandExt;
    Command::new("/bin/sh").arg("-c").arg(line).exec()
}

#[cfg(not(unix))]
fn become_shell(_: &str) -> io::Error {
    io::ErrorKind::Unsupported.into()
}

fn moving(id: u64, index: u64) -> BotMove {
    BotMove { id, pick: Some(ChosenMove::Index(index)), ..BotMove::default() }
}

/// Every move of the list in its order, then no move at all, then the list again. Only a move that was asked for
/// has `nodes`.
fn batch(id: u64, legal: &[String]) -> FromBot {
    let nonsense = ["nonsense".to_owned()];
    FromBot::Move(BotMove {
        id,
        moves: [legal, &nonsense, legal].concat(),
        nodes: Some(1),
        ..BotMove::default()
    })
}

fn level() -> BotOption {
    BotOption {
        name: "level".to_owned(),
        kind: OptionKind::Int,
        default: Some(3.into()),
        min: Some(1.0),
        max: Some(9.0),
        choices: Vec::new(),
    }
}
