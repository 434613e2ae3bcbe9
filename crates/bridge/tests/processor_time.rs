//! Clocks that count processor time: bots are charged for what they compute, not for what others do meanwhile.
// The system's accounting is read on Linux alone.
#![cfg(target_os = "linux")]

mod bot_contest;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ludarium_bridge::bot::{AnswerLimit, Bot, BotTrouble, Launch, Limits};
use ludarium_bridge::sandbox::{Means, Policy};
use ludarium_game::TimeKind;

use bot_contest::{BotContest, ZOO, turn};

/// What the bots of this test compute or sleep at their second turn.
const WORK: Duration = Duration::from_millis(700);

/// A bot with a cgroup, where one may be made, or without.
fn start(mode: &str, cgroup: bool) -> Bot {
    let launch = Launch {
        helper: PathBuf::from(ZOO),
        sandbox: Policy::Try,
        means: Means { cgroup, ..Means::ALL },
        limits: Limits { hello: Duration::from_secs(60), ..Limits::default() },
    };
    Bot::start(&format!("bot:{ZOO} {mode}").parse().unwrap(), &launch).unwrap()
}

/// The processor time that the second turn of a bot costs.
fn cost(mode: &str, cgroup: bool) -> Duration {
    let mut bot = start(mode, cgroup);
    assert_eq!(bot.time_kind(TimeKind::Processor), TimeKind::Processor);
    let waiting =
        AnswerLimit { kind: TimeKind::Processor, ..AnswerLimit::at_most(Duration::from_secs(60)) };
    bot.ask(turn, waiting).unwrap();
    bot.ask(turn, waiting).unwrap().time
}

#[test]
fn who_sleeps_is_not_charged_and_who_computes_is() {
    for cgroup in [true, false] {
        let slept = cost("a-little-late", cgroup);
        assert!(slept < WORK / 4, "{slept:?}");
        for mode in ["computes", "computes-in-threads", "computes-in-a-child"] {
            let computed = cost(mode, cgroup);
            assert!(computed > WORK * 9 / 10, "{mode}: {computed:?}");
            assert!(computed < WORK * 2, "{mode}: {computed:?}");
        }
    }
}

/// A child that nobody waits for takes none of its time along.
#[test]
fn time_is_never_given_back() {
    for cgroup in [true, false] {
        let computed = cost("forgets-its-children", cgroup);
        assert!(computed > WORK / 2, "{computed:?}");
    }
}

#[test]
fn who_computes_without_end_is_ended_and_who_sleeps_without_end_too() {
    let waiting = AnswerLimit {
        kind: TimeKind::Processor,
        ..AnswerLimit::at_most(Duration::from_millis(300))
    };
    let mut busy = start("busy", true);
    busy.ask(turn, waiting).unwrap();
    let trouble = busy.ask(turn, waiting).unwrap_err().to_string();
    assert_eq!(trouble, "gave no answer to `turn` within 0.300 s of processor time");
    assert!(busy.last_time() >= Duration::from_millis(300));

    let mut bot = start("sleeps", true);
    bot.ask(turn, waiting).unwrap();
    let asked = Instant::now();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let abandoned = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_secs(1));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let waiting = AnswerLimit { abandon: Some(&stop), ..waiting };
        bot.ask(turn, waiting).unwrap_err()
    });
    // Its 300 ms were over long before on the wall.
    assert_eq!(abandoned, BotTrouble::Abandoned);
    assert!(asked.elapsed() >= Duration::from_secs(1));
}

#[test]
fn a_clock_of_processor_time_forgives_sleep_and_punishes_work() {
    let faults = |mode: &str, clock: &str| {
        let mut contest = BotContest::new();
        contest.clock(clock);
        let (_, games) = contest.play(&format!("bot:{ZOO} {mode}"), 1).unwrap();
        let faults = &games[0].faults;
        faults.first().map(|fault| fault.kind.clone())
    };
    assert_eq!(faults("a-little-late", "game=400ms,cpu"), None);
    assert_eq!(faults("a-little-late", "game=400ms"), Some("overtime".to_owned()));
    assert_eq!(faults("computes", "game=400ms,cpu"), Some("overtime".to_owned()));
}
