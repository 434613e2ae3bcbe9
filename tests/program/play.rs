//! Playing line by line: whole games of all five games, and everything a person may write in between.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::program::LUDARIUM;

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays with the given lines, all written in advance.
fn play(args: &[&str], lines: &str) -> Output {
    let mut child = start(args);
    let mut input = child.stdin.take().unwrap();
    // A program that refuses its arguments does not read.
    let _ = input.write_all(lines.as_bytes());
    drop(input);
    child.wait_with_output().unwrap()
}

fn start(args: &[&str]) -> Child {
    Command::new(LUDARIUM)
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn printed(args: &[&str], lines: &str) -> String {
    let output = play(args, lines);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// A person at a pipe: writes, and reads up to the next prompt.
struct Person {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Person {
    fn sit_down(args: &[&str]) -> Person {
        let mut child = start(args);
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Person { child, input, lines }
    }

    /// What is printed up to the next prompt, the prompt included.
    fn read(&mut self) -> Vec<String> {
        let until = Instant::now() + PATIENCE;
        let mut seen: Vec<String> = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap();
            let prompt = line.starts_with("your turn:") || line.starts_with("write again");
            seen.push(line);
            if prompt {
                return seen;
            }
        }
    }

    fn write(&mut self, line: &str) -> Vec<String> {
        writeln!(self.input, "{line}").unwrap();
        self.read()
    }

    fn moves(&mut self) -> Vec<String> {
        let answer = self.write("moves");
        answer[0].split(' ').map(str::to_owned).collect()
    }

    fn leave(mut self) {
        writeln!(self.input, "quit").unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

/// Plays random-looking moves to the end of the game; gives the lines of the result.
fn to_the_end(person: &mut Person) -> Vec<String> {
    let mut choice = 7_usize;
    for _ in 0..2_000 {
        let moves = person.moves();
        choice = choice.wrapping_mul(31).wrapping_add(11) % 1_000_003;
        let answer = person.write(&moves[choice % moves.len()]);
        if let Some(over) = answer.iter().position(|line| line.starts_with("over: ")) {
            return answer[over..].to_vec();
        }
    }
    panic!("the game does not end");
}

fn whole_game(args: &[&str], seats: usize) {
    let mut person = Person::sit_down(args);
    let first = person.read();
    assert!(first[0].starts_with(args[0]) && first[0].contains(" you"));
    assert!(first.len() > 8, "there is a board: {first:?}");
    let result = to_the_end(&mut person);
    assert!(result[0].len() > "over: ".len(), "with its reason");
    let scores: Vec<f32> = result[1..=seats]
        .iter()
        .map(|line| {
            let number = line.split_whitespace().find(|word| word.contains('.'));
            number.unwrap().parse().unwrap()
        })
        .collect();
    assert!(scores.iter().sum::<f32>() > 0.9, "{result:?}");
    assert_eq!(result[seats + 1], "write again, new, undo or quit");
    person.leave();
}

#[test]
fn a_whole_game_of_dice_chess() {
    whole_game(&["dice-chess", "--vs", "one-ply", "--seed", "4"], 2);
}

#[test]
fn a_whole_game_of_three_chess_in_the_last_seat() {
    let agents = ["--vs", "random", "one-ply"];
    let args = [&["three-chess", "--seat", "3", "--seed", "5"][..], &agents[..]];
    whole_game(&args.concat(), 3);
}

#[test]
fn a_whole_game_of_tuc_chess() {
    whole_game(&["tuc-chess", "--vs", "random", "--seed", "6"], 2);
}

#[test]
fn a_whole_game_of_dicewars() {
    whole_game(&["dicewars", "--vs", "one-ply", "--seed", "7"], 4);
}

#[test]
fn a_whole_game_of_chexers() {
    whole_game(&["chexers", "--vs", "one-ply", "--seed", "8"], 3);
}

#[test]
fn what_is_taken_back_happens_again() {
    let mut person = Person::sit_down(&["dice-chess", "--vs", "random", "--seed", "3"]);
    let before = person.read();
    let board = |seen: &[String]| -> Vec<String> {
        let blank = seen.iter().position(String::is_empty).unwrap();
        seen[blank..].to_vec()
    };
    let mv = person.moves().remove(0);
    let after = person.write(&mv);
    assert_ne!(board(&before), board(&after));
    assert_eq!(board(&person.write("undo")), board(&before));
    assert_eq!(person.write(&mv), after, "same luck, same answer");
    // Only the person's own last move is taken back, not the whole game.
    let second = person.moves().remove(0);
    person.write(&second);
    assert_eq!(board(&person.write("undo")), board(&after));
    person.leave();
}

#[test]
fn wrong_moves_change_nothing_and_are_explained() {
    let lines = "e9e9\nsomething else\n\u{fffd}\n\nquit\n";
    let text = printed(&["tuc-chess", "--vs", "random", "--seed", "1"], lines);
    assert_eq!(text.matches("bad move").count(), 3, "{text}");
    // One board at the beginning, one prompt for each line.
    assert_eq!(text.matches("your turn:").count(), 5, "{text}");
    assert!(text.ends_with("the game is left unfinished\n"));
}

#[test]
fn a_hint_shows_the_candidates_of_its_agent() {
    let args = ["chexers", "--vs", "random", "--seed", "1"];
    let hint = ["--hint", "paranoid", "--depth", "2"];
    let text = printed(&[&args[..], &hint].concat(), "hint\nquit\n");
    assert!(text.contains("hint of paranoid: "), "{text}");
    assert!(text.contains("MOVE") && text.contains("depth 2"), "{text}");
}

#[test]
fn a_resignation_ends_the_game_and_another_begins() {
    let args = ["chexers", "--vs", "random", "--seed", "20"];
    let text = printed(&args, "again\nresign\nresign\nundo\nresign\nagain\nresign\nnew\n");
    assert!(text.contains("the game is not over: play on, or resign first"));
    assert_eq!(text.matches("over: resigned").count(), 3, "{text}");
    assert!(text.contains("the game is over\n"));
    assert!(text.contains("a new game, seed 20\n") && text.contains("a new game, seed 21\n"));
    // The input ends in the middle of the last game.
    assert!(text.ends_with("the game is left unfinished\n"));
}

#[test]
fn the_end_of_the_input_leaves_the_game() {
    let text = printed(&["dicewars", "--seat", "2", "--vs", "random"], "");
    assert!(text.ends_with("the game is left unfinished\n"));
    assert!(text.contains("your turn:"));
    assert!(!text.contains('\u{1b}'), "a pipe gets plain text");
}

#[test]
fn a_bot_plays_like_its_agent() {
    let bot = format!("bot:{LUDARIUM} engine chexers one-ply");
    let game = |agent: &str| {
        let mut person = Person::sit_down(&["chexers", "--vs", agent, "--seed", "2"]);
        person.read();
        let mut seen = Vec::new();
        for _ in 0..5 {
            let mv = person.moves().remove(0);
            seen.extend(person.write(&mv));
        }
        person.leave();
        seen
    };
    assert_eq!(game(&bot), game("one-ply"));
}

/// A game of a person that is kept in a run says what the other players were, and a run whose players have changed is
/// refused before the game.
#[cfg(unix)]
#[test]
fn a_kept_game_says_who_played() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-kept");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (script, runs) = (folder.join("bot.sh"), folder.join("runs"));
    let (script, runs) = (script.to_str().unwrap(), runs.to_str().unwrap());
    let write = |agent: &str| {
        let text = format!("exec \"$1\" engine dice-chess {agent}\n");
        std::fs::write(script, text).unwrap();
    };
    write("random");
    let bot = format!("bot:sh {script} {LUDARIUM}");
    let args = ["dice-chess", "--vs", &bot, "--run", "kept", "--runs", runs];
    for game in 0..2 {
        let mut person = Person::sit_down(&args);
        person.read();
        to_the_end(&mut person);
        writeln!(person.input, "quit").unwrap();
        let rest: Vec<String> = person.lines.iter().collect();
        let kept = format!("game {game} of the run kept");
        assert_eq!(rest.last(), Some(&kept), "{rest:?}");
        assert!(person.child.wait().unwrap().success());
    }
    let report = Command::new(LUDARIUM).args(["report", "kept", "--runs", runs]).output();
    let report = String::from_utf8(report.unwrap().stdout).unwrap();
    let who = report.split("Who played").nth(1).unwrap();
    assert!(who.contains("bot.sh ") && !who.contains("nobody knows"), "{who}");
    write("greedy");
    let refused = play(&args, "");
    let error = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{error}");
    assert!(error.contains("bot.sh was "), "{error}");
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    for (args, reason) in [
        (&["chexers", "--seat", "4"][..], "no seat 4: expected 1 to 3"),
        (&["chexers", "--seat", "0"], "no seat 0"),
        (&["tuc-chess", "--vs", "random", "random"], "2 agents for 1 other seats"),
        (&["tuc-chess", "--vs", "nobody"], "nobody"),
        (&["tuc-chess", "--hint", "nobody"], "nobody"),
        (&["ludo"], "ludo"),
    ] {
        let output = play(args, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(reason), "{args:?}: {error}");
    }
    let endless = play(&["chexers", "--vs", "random"], &"x".repeat(9_000));
    assert_eq!(endless.status.code(), Some(2));
}
