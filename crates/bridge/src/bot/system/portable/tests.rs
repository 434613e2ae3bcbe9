use std::process::Stdio;
use std::time::{Duration, Instant};

use super::*;
use crate::bot::system::WakeReason;
use crate::bot::tail::Tail;

/// Nothing here takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn start(line: &str) -> (Watch, Pipes, Doorbell, Tail) {
    let mut command = Command::new("sh");
    command.args(["-c", line]);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let (bell, dismissal) = doorbell().unwrap();
    let tail = Tail::default();
    let child = command.spawn().unwrap();
    let (watch, pipes) = Watch::new(child, dismissal, tail.clone()).unwrap();
    (watch, pipes, bell, tail)
}

/// Reads until this number of bytes has come, or the end.
fn read(pipes: &mut Pipes, count: usize) -> Vec<u8> {
    let until = Instant::now() + PATIENCE;
    let (mut heard, mut buffer) = (Vec::new(), [0; 3]);
    while heard.len() < count && Instant::now() < until {
        match pipes.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => heard.extend(&buffer[..count]),
            Err(error) => {
                assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
                pipes.wait(false, Duration::from_millis(50)).unwrap();
            }
        }
    }
    heard
}

#[test]
fn a_bot_hears_answers_and_ends_with_its_input() {
    let (mut watch, mut pipes, _bell, _) = start("exec cat");
    assert_eq!(pipes.write(b"hello, bot\n").unwrap(), 11);
    assert_eq!(read(&mut pipes, 11), b"hello, bot\n");
    pipes.close_input();
    assert_eq!(read(&mut pipes, 1), b"");
    assert!(watch.wait(PATIENCE).ended);
    let end = watch.end(true);
    assert_eq!((end.leftovers, &*end.how), (0, "exited with code 0"));
    assert!(pipes.write(b"x").is_err());
}

#[test]
fn the_last_words_of_a_bot_are_kept() {
    let (mut watch, _pipes, _bell, tail) = start("echo no board >&2; exit 3");
    assert!(watch.wait(PATIENCE).ended);
    assert_eq!(watch.end(true).how, "exited with code 3");
    assert_eq!(tail.text(), "no board");
}

#[test]
fn a_bot_that_is_dismissed_is_waited_for_and_killed() {
    let (mut watch, _pipes, bell, _) = start("exec sleep 600");
    assert_eq!(
        watch.wait(Duration::from_millis(20)),
        WakeReason { ended: false, dismissed: false }
    );
    drop(bell);
    let news = WakeReason { ended: false, dismissed: true };
    let before = Instant::now();
    assert_eq!(watch.wait(PATIENCE), news);
    assert!(before.elapsed() < PATIENCE, "it is told at once");
    let before = Instant::now();
    assert_eq!(watch.wait(Duration::from_millis(50)), news);
    assert!(before.elapsed() >= Duration::from_millis(50), "told once, it waits");
    assert!(watch.end(false).how.contains("killed"));
}

#[test]
fn who_does_not_read_is_not_written_to_without_end() {
    let (watch, mut pipes, _bell, _) = start("exec sleep 600");
    let much = vec![b'x'; 1 << 20];
    let refused = (0..9).find_map(|_| pipes.write(&much).err());
    assert_eq!(refused.unwrap().kind(), io::ErrorKind::WouldBlock);
    watch.end(false);
}
