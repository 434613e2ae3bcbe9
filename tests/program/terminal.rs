//! `ludarium play` and `watch` in a real terminal: the one that `script` (of util-linux) makes.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(60);
const ENTER: &str = "\u{1b}[?1049h";
const LEAVE: &str = "\u{1b}[?1049l";

/// A terminal in which a game is played.
struct Terminal {
    script: Child,
    keys: ChildStdin,
    shown: Receiver<Vec<u8>>,
    seen: String,
    /// The file with the number of the game's process.
    number: PathBuf,
}

impl Terminal {
    fn open(name: &str, args: &str) -> Terminal {
        Terminal::sized(name, &format!("play {args}"), (40, 120))
    }

    fn sized(name: &str, args: &str, (rows, columns): (u32, u32)) -> Terminal {
        let number = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{name}"));
        let _ = fs::remove_file(&number);
        let game = format!("exec '{}' {args}", env!("CARGO_BIN_EXE_ludarium"));
        let size = format!("stty rows {rows} cols {columns}");
        let command = format!("{size}; echo $$ > '{}'; {game}", number.display());
        let mut script = Command::new("script")
            .args(["-qefc", &command, "/dev/null"])
            .env("TERM", "xterm-256color")
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script` of util-linux makes a terminal");
        let keys = script.stdin.take().unwrap();
        let mut output = script.stdout.take().unwrap();
        let (tell, shown) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                if tell.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { script, keys, shown, seen: String::new(), number }
    }

    /// Waits until the terminal has been sent a text.
    fn wait_for(&mut self, text: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.seen.contains(text) {
            let left = until.saturating_duration_since(Instant::now());
            let more = self.shown.recv_timeout(left);
            let more = more.unwrap_or_else(|_| panic!("never `{text}` in {}", self.seen));
            self.seen += &String::from_utf8_lossy(&more);
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// What was printed after the full screen was left; the program ends with `code`.
    fn farewell(mut self, code: i32) -> String {
        assert_eq!(self.script.wait().unwrap().code(), Some(code));
        while let Ok(more) = self.shown.recv() {
            self.seen += &String::from_utf8_lossy(&more);
        }
        assert_eq!(self.seen.matches(ENTER).count(), 1, "{}", self.seen);
        assert_eq!(self.seen.matches(LEAVE).count(), 1, "{}", self.seen);
        let (_, after) = self.seen.split_once(LEAVE).unwrap();
        after.to_owned()
    }

    /// Whether the game's process still runs; one that nobody has buried yet does not.
    fn plays(&self) -> bool {
        let number = fs::read_to_string(&self.number).unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", number.trim()));
        let state = stat.ok().and_then(|stat| {
            let (_, after) = stat.rsplit_once(") ")?;
            after.chars().next()
        });
        state.is_some_and(|state| state != 'Z')
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.script.kill();
        let _ = self.script.wait();
    }
}

#[test]
fn a_game_is_played_and_the_screen_is_given_back() {
    let mut terminal = Terminal::open("played", "tuc-chess --vs random --seed 1 --fast");
    terminal.wait_for("your turn");
    // Tab writes the first legal move, Enter plays it.
    terminal.press("\t\r");
    terminal.wait_for("chance");
    terminal.press("resign\r");
    terminal.wait_for("resigned");
    terminal.press("quit\r");
    let after = terminal.farewell(0);
    assert!(after.contains("over: resigned"), "{after:?}");
}

/// The board and the result fit into a small terminal: what was thought about the last move makes room.
#[test]
fn the_last_position_of_a_watched_game_stays_in_sight() {
    for game in ["chexers", "three-chess", "dice-chess"] {
        let args = format!("watch {game} one-ply --moves 4 --fast");
        let mut terminal = Terminal::sized("watched", &args, (24, 80));
        terminal.wait_for("over: ");
        assert_eq!(terminal.script.wait().unwrap().code(), Some(0));
        while let Ok(more) = terminal.shown.recv() {
            terminal.seen += &String::from_utf8_lossy(&more);
        }
        let (_, last) = terminal.seen.rsplit_once("\u{1b}[H").unwrap();
        let rows = last.trim_end().lines().count();
        assert!((15..24).contains(&rows), "{rows} rows: {last}");
        assert!(!last.contains("VALUE"), "{last}");
        // The colour of the last move.
        assert!(last.contains("5;172"), "{last}");
    }
}

#[test]
fn control_c_leaves_the_game() {
    let mut terminal = Terminal::open("left", "chexers --vs random --seed 1");
    terminal.wait_for("your turn");
    terminal.press("\u{3}");
    terminal.farewell(0);
}

#[test]
fn a_terminal_that_goes_away_ends_the_game() {
    let mut terminal = Terminal::open("gone", "chexers --vs random --seed 1");
    terminal.wait_for("your turn");
    assert!(terminal.plays());
    terminal.script.kill().unwrap();
    terminal.script.wait().unwrap();
    let until = Instant::now() + PATIENCE;
    while terminal.plays() {
        assert!(Instant::now() < until, "the game goes on without a terminal");
        std::thread::sleep(Duration::from_millis(20));
    }
}
