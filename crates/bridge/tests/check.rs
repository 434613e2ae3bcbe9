//! The compliance checker, with a good pupil and with bad ones that each fail at one step.

use std::path::PathBuf;
use std::time::Duration;

use ludarium_arena::testing::two_games;
use ludarium_bridge::bot::check::{CheckReport, CheckVerdict, check};
use ludarium_bridge::bot::{BotCommand, Launch, Limits};
use ludarium_bridge::sandbox::{Means, Policy};

const PUPIL: &str = env!("CARGO_BIN_EXE_bot-pupil");

/// Bots that say nothing are not waited for long; all others have the time of a busy machine.
fn launch(hello: Duration) -> Launch {
    Launch {
        helper: PathBuf::from(PUPIL),
        sandbox: Policy::Off,
        means: Means::ALL,
        limits: Limits { hello, quit: Duration::from_secs(4), ..Limits::default() },
    }
}

fn examine(mode: &str, games: &[&str]) -> CheckReport {
    let command =
        BotCommand { words: vec![PUPIL.to_owned(), mode.to_owned()], ..BotCommand::default() };
    let games: Vec<String> = games.iter().map(|&game| game.to_owned()).collect();
    let silent = ["silent", "text-ids", "buffered"].contains(&mode);
    let hello = Duration::from_secs(if silent { 4 } else { 60 });
    check(&two_games(), &command, &launch(hello), &games).unwrap()
}

/// The numbers of the steps that failed, and what was said about them.
fn failures(report: &CheckReport) -> Vec<(usize, String)> {
    let failed = report.steps.iter().filter_map(|step| match &step.result {
        CheckVerdict::Failed(reason) => Some((step.number, reason.clone())),
        _ => None,
    });
    failed.collect()
}

#[test]
fn a_good_bot_passes_every_step() {
    let report = examine("good", &[]);
    assert_eq!(failures(&report), []);
    assert!(report.passed());
    assert_eq!(report.name.as_deref(), Some("pupil"));
    assert_eq!(report.games, ["sprint", "relay"]);
    assert_eq!(report.deterministic, Some(true));
    assert_eq!(report.steps.len(), 14);
    let numbers: Vec<usize> = report.steps.iter().map(|step| step.number).collect();
    assert_eq!(numbers, (1..=14).collect::<Vec<_>>());
}

#[test]
fn a_bot_that_looks_ahead_is_answered() {
    let report = examine("looks-ahead", &["sprint"]);
    assert_eq!(failures(&report), []);
    assert!(report.after.asked > 50 && report.after.wrong == 0, "{:?}", report.after);
    assert_eq!(examine("good", &["sprint"]).after.asked, 0);
}

#[test]
fn each_fault_is_found_at_its_step_and_at_no_other() {
    let faults = [
        ("counts", 4, "but the `id` of the request is 900719925474099"),
        ("strict-fields", 6, "exited with code 4"),
        ("strict-types", 7, "exited with code 6"),
        ("slow", 9, "took longer than 100 ms"),
        ("cheat", 10, "`everything` is not one of the"),
        ("looks-wrongly", 11, "requests could not be followed; the first: move 0 of its line"),
        ("sore-loser", 12, "exited with code 5"),
        ("stays", 13, "a second after `quit`"),
        // What a bot leaves behind is looked for on Linux alone.
        #[cfg(target_os = "linux")]
        ("parent", 14, "still there"),
    ];
    for (mode, number, reason) in faults {
        let report = examine(mode, &["sprint", "relay"]);
        let failed = failures(&report);
        assert_eq!(failed.len(), 1, "{mode}: {failed:?}");
        assert_eq!(failed[0].0, number, "{mode}: {failed:?}");
        assert!(failed[0].1.contains(reason), "{mode}: {failed:?}");
        assert!(!report.passed());
        let others = report.steps.iter().filter(|step| step.result == CheckVerdict::Passed);
        assert_eq!(others.count(), 13, "{mode}");
    }
}

#[test]
fn a_bot_that_knows_some_games_is_told_to_list_them() {
    let report = examine("one-trick", &[]);
    let failed = failures(&report);
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert_eq!(
        failed[0],
        (
            5,
            "relay: exited with code 8: no word for `relay`; a bot that plays some games only lists them in its \
             `hello`: \"games\": [\"sprint\"]"
                .to_owned()
        )
    );
    assert!(report.steps[4].exchange.iter().any(|line| line.text.contains("relay")));
    assert_eq!(report.games, ["sprint"]);
    let asked = failures(&examine("one-trick", &["relay", "sprint"]));
    assert_eq!(asked[0].1, "relay: exited with code 8: no word for `relay`");
    let none = examine("one-trick", &["relay"]);
    let left_out = none.steps.iter().filter(|step| step.result == CheckVerdict::LeftOut);
    assert_eq!((failures(&none).len(), left_out.count()), (1, 6), "{none:?}");
}

#[test]
fn a_bot_that_does_not_say_hello_is_not_asked_more() {
    for (mode, number, reason) in [
        ("silent", 1, "no hello came within 4.0 s"),
        ("other-version", 1, "version 2"),
        ("text-ids", 1, "but its `id` should be the number 1"),
        ("buffered", 2, "flush"),
    ] {
        let report = examine(mode, &["sprint"]);
        let failed = failures(&report);
        assert_eq!(failed.len(), 1, "{mode}: {failed:?}");
        assert_eq!(failed[0].0, number, "{mode}: {failed:?}");
        assert!(failed[0].1.contains(reason), "{mode}: {failed:?}");
        let rest = &report.steps[number..];
        assert!(rest.iter().all(|step| step.result == CheckVerdict::LeftOut));
    }
}

#[test]
fn a_failing_step_comes_with_the_exchange_and_standard_error() {
    let report = examine("strict-types", &["sprint"]);
    let step = &report.steps[6];
    assert!(step.stderr.contains("what is `weather`?"), "{step:?}");
    let last = step.exchange.iter().find(|line| line.text.contains("weather"));
    assert!(last.is_some(), "{step:?}");
    assert!(report.steps[5].exchange.is_empty());
}

#[test]
fn a_bot_may_list_its_games_and_need_not_be_deterministic() {
    let report = examine("one-game", &[]);
    assert!(report.passed(), "{:?}", failures(&report));
    assert_eq!(report.games, ["relay"]);
    let report = examine("moody", &["sprint"]);
    assert!(report.passed(), "{:?}", failures(&report));
    assert_eq!(report.deterministic, Some(false));
}

#[test]
fn unknown_games_and_programs_are_said() {
    let launch = Launch {
        helper: PathBuf::from(PUPIL),
        sandbox: Policy::Off,
        means: Means::ALL,
        limits: Limits::default(),
    };
    let command = BotCommand::parse(PUPIL).unwrap();
    let error = check(&two_games(), &command, &launch, &["sprnt".to_owned()]).unwrap_err();
    assert!(error.to_string().contains("did you mean `sprint`?"), "{error}");
    let command = BotCommand::parse("no-such-program-anywhere").unwrap();
    let report = check(&two_games(), &command, &launch, &[]).unwrap();
    assert!(failures(&report)[0].1.contains("no-such-program-anywhere"), "{report:?}");
}

#[test]
#[cfg(unix)]
fn a_program_that_cannot_be_started_is_no_bot_that_fails() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("not-executable");
    std::fs::write(&file, "print('hello')").unwrap();
    let command = BotCommand { words: vec![file.display().to_string()], ..BotCommand::default() };
    let report = check(&two_games(), &command, &launch(Duration::from_secs(60)), &[]).unwrap();
    let step = &report.steps[0];
    let CheckVerdict::Failed(reason) = &step.result else {
        panic!("{step:?}");
    };
    assert!(reason.starts_with("it cannot be started: cannot start `"), "{reason}");
    assert!(reason.contains("chmod +x"), "{reason}");
    assert!(step.exchange.is_empty() && step.stderr.is_empty(), "{step:?}");
}
