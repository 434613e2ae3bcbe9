//! Bots as processes: how they start, answer, fail and leave.
// Signals, limits and children are watched on Linux alone.
#![cfg(target_os = "linux")]

mod bot_contest;

use std::path::PathBuf;
use std::time::Duration;

use ludarium_arena::BotSource;
use ludarium_arena::protocol::FromBot;

use ludarium_bridge::bot::{AnswerLimit, Bot, BotCommand, BotTrouble, Bots, Launch, Limits};
use ludarium_bridge::sandbox::{Landlock, Means, Policy, SandboxLevel};

use bot_contest::{ZOO, turn};

/// Nobody waits longer than this in a test that goes well.
const PATIENCE: Duration = Duration::from_secs(60);

fn launch() -> Launch {
    Launch {
        helper: PathBuf::from(ZOO),
        sandbox: Policy::Try,
        means: Means::ALL,
        limits: Limits { hello: PATIENCE, ping: PATIENCE, quit: PATIENCE, ..Limits::default() },
    }
}

fn start(mode: &str) -> Result<Bot, (BotTrouble, String)> {
    Bot::start(&format!("bot:{ZOO} {mode}").parse().unwrap(), &launch())
}

fn ask(bot: &mut Bot) -> Result<FromBot, BotTrouble> {
    let waiting = AnswerLimit::at_most(PATIENCE);
    bot.ask(turn, waiting).map(|answer| answer.message)
}

#[test]
fn a_good_bot_says_hello_answers_and_goes() {
    let mut bot = start("good").unwrap();
    assert_eq!(bot.introduction().name.as_deref(), Some("zoo good"));
    assert!(matches!(ask(&mut bot), Ok(FromBot::Move(_))));
    assert!(bot.ping().is_ok());
    let departure = bot.quit();
    assert!(departure.by_itself, "{departure:?}");
    assert_eq!((&*departure.how, departure.leftovers), ("exited with code 0", 0));
}

#[test]
fn a_program_that_is_not_there_is_said_to_be_missing() {
    for text in ["bot:no-such-program-anywhere", "bot:./no-such-file"] {
        let command: BotCommand = text.parse().unwrap();
        let (trouble, _) = Bot::start(&command, &launch()).unwrap_err();
        assert!(matches!(trouble, BotTrouble::Start(_)), "{trouble}");
        assert!(trouble.to_string().contains("no-such"), "{trouble}");
    }
}

#[test]
fn a_bot_that_ends_at_once_is_quoted() {
    let (trouble, stderr) = start("exits-at-once").unwrap_err();
    assert_eq!(trouble, BotTrouble::Exited("exited with code 7".to_owned()));
    assert_eq!(stderr, "no board, no game");
}

#[test]
fn a_bot_that_never_says_hello_is_ended() {
    let mut launch = launch();
    launch.limits.hello = Duration::from_millis(300);
    let command = format!("bot:{ZOO} silent").parse().unwrap();
    let (trouble, _) = Bot::start(&command, &launch).unwrap_err();
    assert!(matches!(trouble, BotTrouble::Overdue { request: "hello", .. }), "{trouble}");
}

#[test]
fn a_bot_that_ignores_every_request_to_go_is_killed() {
    let mut launch = launch();
    launch.limits.quit = Duration::from_millis(300);
    let bot = Bot::start(&format!("bot:{ZOO} deaf-to-term").parse().unwrap(), &launch).unwrap();
    let departure = bot.quit();
    assert!(!departure.by_itself);
    assert_eq!(departure.how, "was killed by signal 9");
}

#[test]
fn a_bot_that_computes_longer_than_it_may_is_killed() {
    let mut launch = launch();
    launch.limits.cpu_seconds = 1;
    let command = format!("bot:{ZOO} busy").parse().unwrap();
    let mut bot = Bot::start(&command, &launch).unwrap();
    ask(&mut bot).unwrap();
    // A second of processor time may take much longer on a machine with much to do.
    let waiting = AnswerLimit::at_most(Duration::from_secs(120));
    let trouble = bot.ask(turn, waiting).unwrap_err();
    assert_eq!(trouble, BotTrouble::Exited("used more processor time than it may".to_owned()));
}

#[test]
fn children_are_ended_too_even_in_a_session_of_their_own() {
    for mode in ["grandchild", "grandchild-in-a-session"] {
        let mut bot = start(mode).unwrap();
        ask(&mut bot).unwrap();
        let trouble = ask(&mut bot).unwrap_err();
        assert!(matches!(trouble, BotTrouble::Exited(_)), "{mode}: {trouble}");
        assert_eq!(bot.kill().leftovers, 1, "{mode}");
    }
}

/// A script behind a script, and what it holds open, belong to a bot: if one changes, it is another one.
#[test]
fn a_bot_is_what_it_holds_when_it_says_hello() {
    let folder = std::env::temp_dir().join(format!("ludarium-held-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    let place = folder.display();
    write("outer.sh", &format!("exec sh {place}/inner.sh"));
    write("net.bin", "weights");
    write(
        "inner.sh",
        &format!(
            r#"exec 9<{place}/net.bin
sleep 1000 8>>{place}/log &
while read -r line; do
    id=${{line#*'"id":'}}
    case $line in
        *'"hello"'*) echo '{{"type":"hello","protocol":1,"id":'"${{id%%[!0-9]*}}"'}}' ;;
        *'"quit"'*) exit ;;
    esac
done
"#
        ),
    );
    write("log", "");
    let program = Bots::new(launch()).find(&format!("bot:sh {place}/outer.sh"), "sprint");
    let program = program.unwrap();
    let identity = || program.identity().unwrap();
    let before = identity();
    let parts: Vec<String> = before.parts().map(|(part, _)| part.to_owned()).collect();
    let held = |name: &str| parts.iter().any(|part| part.ends_with(name));
    assert!(held("outer.sh") && held("inner.sh") && held("net.bin"), "{parts:?}");
    assert!(!held("log"), "{parts:?}");
    for name in ["inner.sh", "net.bin"] {
        let before = identity();
        write(name, "changed");
        assert_ne!(identity(), before, "{name}");
    }
    drop(program);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_confined_bot_cannot_write_beside_its_scratch_folder() {
    let folder = std::env::temp_dir().join(format!("ludarium-beside-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let line = format!(
        "echo x > {0}/stolen; echo x > $TMPDIR/own && echo wrote-own >&2; exec {ZOO} good",
        folder.display()
    );
    let command = BotCommand {
        words: ["sh".to_owned(), "-c".to_owned(), line].into(),
        ..BotCommand::default()
    };
    // The zoo itself lies in a folder that `sh` does not name: `good` may not even start.
    let started = Bot::start(&command, &launch());
    let stolen = folder.join("stolen").exists();
    let (held, stderr) = match started {
        Ok(bot) => (bot.sandbox().landlock != Landlock::None, bot.stderr()),
        Err((_, stderr)) => (true, stderr),
    };
    assert!(stderr.contains("wrote-own"), "{stderr}");
    assert_eq!(stolen, !held, "{stderr}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What `try` reaches is what `require` goes by; `off` does not even try.
#[test]
fn a_sandbox_is_tried_required_or_off() {
    let start = |policy: Policy| {
        let launch = Launch { sandbox: policy, ..launch() };
        Bot::start(&format!("bot:{ZOO} good").parse().unwrap(), &launch)
    };
    assert_eq!(start(Policy::Off).unwrap().sandbox(), SandboxLevel::NONE);
    let reached = start(Policy::Try).unwrap().sandbox();
    match start(Policy::Require) {
        Ok(bot) => assert!(bot.sandbox().is_full() && reached.is_full()),
        Err((trouble, _)) => {
            assert!(!reached.is_full());
            let words =
                format!("the sandbox of this system is {reached}, and a full one is required");
            assert_eq!(trouble.to_string(), words);
        }
    }
}
