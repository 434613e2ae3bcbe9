//! The zoo of misbehaving bots: whatever one does, the others finish their game, the record names the culprit and
//! the reason, the run ends, and no process is left.
// Signals, limits and children are watched on Linux alone.
#![cfg(target_os = "linux")]

mod bot_contest;

use std::time::Duration;

use ludarium_arena::{Completion, FaultNote, GameRecord};

use bot_contest::{BotContest, Folder, ZOO, processes_left};

/// What the record must say: the kind of the fault, and a part of its reason.
struct Expected {
    mode: &'static str,
    kind: &'static str,
    reason: &'static str,
}

const fn expected(mode: &'static str, kind: &'static str, reason: &'static str) -> Expected {
    Expected { mode, kind, reason }
}

/// Bots that commit a fault in every game.
const CULPRITS: &[Expected] = &[
    expected("not-ready", "failed", "no answer to `new_game` within"),
    expected("exits-in-mid-game", "failed", "exited with code 1"),
    expected("aborts", "failed", "was killed by signal 6"),
    expected(
        "garbage",
        "failed",
        "no answer to `turn` within 8.000 s; it wrote \u{fffd}[31mTraceback",
    ),
    expected("no-newline", "failed", "no answer to `turn` within"),
    expected("long-line", "failed", "a line longer than 1 MiB"),
    expected("infinite-stdout", "failed", "more than 4 MiB without an answer"),
    expected("closes-stdout", "failed", "closed its standard output"),
    expected("closes-stdin", "failed", "closed its standard input"),
    expected("grandchild", "failed", "exited with code 2"),
    expected("grandchild-in-a-session", "failed", "exited with code 3"),
    expected("previous-id", "failed", "no answer to `turn` within"),
    expected("illegal", "illegal", "e2e9=K"),
    expected("out-of-range", "illegal", "there is no move"),
    expected("negative", "failed", "unreadable answer to `turn`"),
    expected("bad-utf8", "failed", "unreadable answer to `turn`"),
    expected("nan", "failed", "unreadable answer to `turn`"),
    expected("huge", "failed", "unreadable answer to `turn`"),
    expected("sleeps", "failed", "no answer to `turn` within"),
    expected("busy", "failed", "no answer to `turn` within"),
    expected("hungry", "failed", "used more than 64 MiB of memory"),
    expected("many-children", "failed", "started more than 8 processes"),
    expected("hidden-hungry", "failed", "used more than 64 MiB of memory"),
    expected("hidden-children", "failed", "started more than 8 processes"),
    expected("is-killed", "failed", "was killed by signal 9 from outside"),
    expected("gives-up", "failed", "gave up: I am a bear of very little brain"),
    expected("wrong-kind", "failed", "answered `turn` with `ready`"),
    expected("asks-for-ever", "failed", "no answer to `turn` within"),
    expected("asks-hugely", "failed", "a line longer than 1 MiB"),
    expected("asks-and-does-not-read", "failed", "more than 4 MiB without an answer"),
];

/// Bots that do something odd and still play.
const ODD: &[&str] = &[
    "good",
    "twice",
    "early",
    "renames",
    "other-seat",
    "stderr-without-end",
    "never-quits",
    "deaf-to-term",
    "observes",
    "blind",
    "asks-ahead",
    "asks-wrongly",
    "asks-outside",
    "asks-long",
    "comments",
];

/// Bots that cannot play at all: the run does not begin, and says why.
const REFUSED: &[(&str, &str)] = &[
    ("silent", "no answer to `hello` within 0.300 s; `bot[start=60s]:…` gives it longer"),
    ("exits-at-once", "exited with code 7; its standard error ends with:\nno board, no game"),
    ("newer", "speaks version 2"),
    ("only-go", "it plays go, not sprint"),
];

#[test]
fn the_zoo() {
    // Most of the time is waiting, so the cages are opened many at a time.
    std::thread::scope(|scope| {
        for verdicts in CULPRITS.chunks(4) {
            scope.spawn(move || verdicts.iter().for_each(convict));
        }
        for modes in ODD.chunks(4) {
            scope.spawn(move || modes.iter().for_each(|mode| acquit(mode)));
        }
        scope.spawn(|| REFUSED.iter().for_each(|(mode, reason)| refuse(mode, reason)));
    });
    assert_eq!(processes_left(), Vec::<String>::new());
}

/// Two games with a culprit: both end, both name it, and the others commit nothing.
fn convict(expected: &Expected) {
    let Expected { mode, kind, reason } = expected;
    let mut contest = BotContest::new();
    contest.limits(|limits| {
        if *mode == "not-ready" {
            limits.new_game = Duration::from_millis(400);
        }
        limits.output = 4 << 20;
        limits.processes = 8;
        // Bots that never answer are not waited for; all others get the time of a busy machine.
        if ["no-newline", "previous-id", "sleeps", "busy", "asks-for-ever"].contains(mode) {
            limits.unclocked_move = Duration::from_millis(400);
        }
        if *mode == "garbage" {
            limits.unclocked_move = Duration::from_secs(8);
        }
    });
    let (completion, games) = contest.play(&format!("bot[memory=64]:{ZOO} {mode}"), 2).unwrap();
    assert_eq!(completion, Completion::Complete, "{mode}");
    assert_eq!(games.len(), 2, "{mode}");
    for game in &games {
        let first = culprit(game).unwrap_or_else(|| panic!("{mode}: nobody is blamed"));
        assert_eq!(first.kind, *kind, "{mode}: {}", first.reason);
        assert!(first.reason.contains(reason), "{mode}: {}", first.reason);
        assert!(!game.ending.is_empty() && game.scores.len() == 3, "{mode}");
    }
    if *mode == "exits-in-mid-game" {
        let first = culprit(&games[0]).map(|fault| &*fault.last_words);
        assert_eq!(first, Some("the dog ate my tree"));
    }
}

/// The first fault, which must be of the bot's seat, and all others too.
fn culprit(game: &GameRecord) -> Option<&FaultNote> {
    assert!(game.faults.iter().all(|fault| fault.seat == 0), "{:?}", game.faults);
    let mut faults = game.faults.iter();
    faults.find(|fault| FaultNote::is_fault(&fault.kind))
}

fn acquit(mode: &str) {
    let (completion, games) = BotContest::new().play(&format!("bot:{ZOO} {mode}"), 2).unwrap();
    assert_eq!(completion, Completion::Complete, "{mode}");
    for game in &games {
        assert_eq!(game.faults, [], "{mode}");
        assert!(game.plies > 3, "{mode}");
    }
}

fn refuse(mode: &str, reason: &str) {
    let mut contest = BotContest::new();
    if mode == "silent" {
        contest.limits(|limits| limits.hello = Duration::from_millis(300));
    }
    let error = contest.play(&format!("bot:{ZOO} {mode}"), 1).unwrap_err().to_string();
    assert!(error.contains(reason), "{mode}: {error}");
}

/// The clock decides what is late: a bot that never answers is ended, one that is a little late lives on.
#[test]
fn a_clock_makes_it_overtime() {
    // The first turn, which all answer at once, has time enough where the reason tells one from the other.
    let silence = "no answer to `turn` within 4.650 s";
    let answers = [
        ("sleeps", "move=4s", 600, silence),
        ("stops", "move=4s", 600, silence),
        ("a-little-late", "move=500ms", 60_000, "took "),
    ];
    let overtime = |mode: &str, clock: &str, grace: u64, reason: &str| {
        let mut contest = BotContest::new();
        contest.clock(clock);
        contest.limits(|limits| limits.grace = Duration::from_millis(grace));
        let (completion, games) = contest.play(&format!("bot:{ZOO} {mode}"), 2).unwrap();
        assert_eq!(completion, Completion::Complete, "{mode}");
        for game in &games {
            let fault = game.faults.first().unwrap_or_else(|| panic!("{mode}: nobody is blamed"));
            assert_eq!((fault.seat, &*fault.kind), (0, "overtime"), "{mode}: {}", fault.reason);
            assert!(fault.reason.contains(reason), "{mode}: {}", fault.reason);
        }
    };
    std::thread::scope(|scope| {
        for (mode, clock, grace, reason) in answers {
            scope.spawn(move || overtime(mode, clock, grace, reason));
        }
    });
}

#[test]
fn three_failures_in_a_row_are_enough() {
    let (completion, games) =
        BotContest::new().play(&format!("bot:{ZOO} exits-in-mid-game"), 5).unwrap();
    assert_eq!(completion, Completion::Complete);
    let reasons: Vec<&str> = games.iter().map(|game| &*game.faults[0].reason).collect();
    assert_eq!(&reasons[..3], ["exited with code 1"; 3]);
    for reason in &reasons[3..] {
        assert_eq!(*reason, "benched after 3 failures in a row, the last: exited with code 1");
    }
}

/// A bot that somebody else kills goes on where it was, and nobody is blamed.
#[test]
fn a_bot_that_is_killed_from_outside_is_not_blamed() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = folder.join(format!("killed-once-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let bot = format!("bot[dir={}]:{ZOO} is-killed-once", folder.display());
    let (completion, games) = BotContest::new().play(&bot, 2).unwrap();
    let killed = folder.join("was-killed").exists();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(completion, Completion::Complete);
    assert!(killed);
    for game in &games {
        assert_eq!(culprit(game), None);
        assert!(game.plies > 3);
    }
    let noted: Vec<&str> = games[0].faults.iter().map(|note| &*note.reason).collect();
    assert_eq!(noted, ["was killed by signal 9 from outside"]);
    assert_eq!(games[1].faults, []);
}

/// A bot that kills itself and thinks about the position before it is ready again does so on its own clock.
#[test]
fn whoever_is_started_again_in_a_game_has_less_time() {
    let folder = Folder::new();
    let bot = format!("bot[dir={}]:{ZOO} is-killed-and-thinks", folder.0.display());
    let mut contest = BotContest::new();
    contest.clock("move=3s");
    let (completion, games) = contest.play(&bot, 1).unwrap();
    assert_eq!(completion, Completion::Complete);
    let kinds: Vec<&str> = games[0].faults.iter().map(|note| &*note.kind).collect();
    assert_eq!(kinds[..2], [FaultNote::RESTARTED, "overtime"]);
    let reason = &games[0].faults[1].reason;
    assert!(reason.contains("was started again, which took"), "{reason}");
}

/// A bot that changes or removes its own files in the middle of a run does not play on, and all others do.
#[test]
fn a_bot_that_changes_itself_ends_no_run() {
    for (mode, problem) in [
        ("changes-itself", "changed its own file `mind`"),
        ("removes-itself", "changed its own files: cannot read its file `mind`"),
    ] {
        let folder = Folder::new();
        std::fs::write(folder.0.join("mind"), "as it was").unwrap();
        let bot = format!("bot[dir={}]:{ZOO} {mode} mind", folder.0.display());
        let (completion, games) = BotContest::new().play(&bot, 3).unwrap();
        assert_eq!((completion, games.len()), (Completion::Complete, 3));
        for game in &games {
            let fault = culprit(game).unwrap_or_else(|| panic!("{mode}: nobody is blamed"));
            assert_eq!(fault.kind, "failed");
            assert!(fault.reason.contains(problem), "{}", fault.reason);
        }
    }
}

#[test]
fn two_seats_and_two_games_at_a_time_are_different_processes() {
    let mut contest = BotContest::new();
    contest.threads(2);
    let bot = format!("bot:{ZOO} good");
    let (completion, games) = contest.play_all(&[&bot, &bot, &bot], 6).unwrap();
    assert_eq!(completion, Completion::Complete);
    assert!(games.iter().all(|game| game.faults.is_empty() && game.plies > 3));
}

/// What a bot says about its moves is kept; its name is what it is called.
#[test]
fn comments_are_kept_with_the_game() {
    let (_, games) = BotContest::new().play(&format!("bot:{ZOO} comments"), 1).unwrap();
    let game = &games[0];
    let own: Vec<&str> = game
        .comments()
        .zip(&game.movers)
        .filter(|(_, seat)| **seat == 0)
        .map(|(comment, _)| comment)
        .collect();
    assert_eq!(own[..3], ["", "I think, turn 2", "I think, turn 3"]);
}

/// The time of requests is the bot's own: under a clock, who asks too much is late.
#[test]
fn looking_ahead_counts_on_the_clock() {
    let mut contest = BotContest::new();
    contest.clock("move=300ms");
    contest.limits(|limits| limits.grace = Duration::from_millis(300));
    let (completion, games) = contest.play(&format!("bot:{ZOO} asks-for-ever"), 1).unwrap();
    assert_eq!(completion, Completion::Complete);
    let fault = &games[0].faults[0];
    assert_eq!((fault.seat, &*fault.kind), (0, "overtime"), "{}", fault.reason);
}

/// The zoo tells its option again as `nodes`, so the record shows whether it was set.
#[test]
fn an_announced_option_is_set() {
    for (text, level) in [("bot", 3), ("bot[set=level=7]", 7)] {
        let (_, games) = BotContest::new().play(&format!("{text}:{ZOO} optional"), 1).unwrap();
        let game = &games[0];
        assert_eq!(game.faults, [], "{text}");
        let thoughts = game.movers.iter().zip(game.thoughts());
        let own: Vec<u64> =
            thoughts.filter(|(seat, _)| **seat == 0).map(|(_, thought)| thought.nodes).collect();
        assert!(own.len() > 1, "{text}");
        assert!(own.iter().all(|&nodes| nodes == level), "{text}: {own:?}");
    }
}

#[test]
fn options_that_cannot_be_set_are_refused_with_what_would_be_right() {
    let refusals = [
        (
            "set=level=12",
            "optional",
            "it cannot take `12` as its option `level`: expected a whole number from 1 to 9",
        ),
        (
            "set=level=high",
            "optional",
            "it cannot take `high` as its option `level`: expected a whole number from 1 to 9",
        ),
        ("set=levle=4", "optional", "it has no option `levle`; did you mean `level`?"),
        ("set=colour=red", "optional", "it has no option `colour`; it has level"),
        ("set=level=4", "good", "it has no option `level`; it has none"),
        ("set=level=4", "stubborn", "it gave up: I stay as I am"),
    ];
    for (option, mode, reason) in refusals {
        let error = BotContest::new()
            .play(&format!("bot[{option}]:{ZOO} {mode}"), 1)
            .unwrap_err()
            .to_string();
        assert!(error.contains(reason), "{option}: {error}");
    }
}

/// A batch of moves is played until one of them is not legal; then the bot is asked again.
#[test]
fn a_batch_is_played_as_far_as_it_is_legal() {
    let (completion, games) = BotContest::new().play(&format!("bot:{ZOO} batches"), 1).unwrap();
    assert_eq!(completion, Completion::Complete);
    let game = &games[0];
    assert_eq!(game.faults, []);
    let choices = game.moves.split(' ').filter(|text| text.len() > 1);
    let own: Vec<(&str, bool)> = choices
        .zip(game.movers.iter().zip(game.thoughts()))
        .filter(|(_, (seat, _))| **seat == 0)
        .map(|(text, (_, thought))| (text, thought.nodes > 0))
        .collect();
    // The zoo's first answer is a single move.
    let asked_and_given = [("run", true), ("walk", false)];
    let expected = asked_and_given.iter().cycle().take(own.len() - 1);
    assert!(own.len() > 4 && own[1..].iter().eq(expected), "{own:?}");
}

/// The answer to `stop` comes after the limit, and counts: it is within the margin.
#[test]
fn an_answer_to_stop_is_in_time() {
    const LIMIT: Duration = Duration::from_millis(200);
    let mut contest = BotContest::new();
    contest.clock("move=200ms");
    // Wide enough for a machine with much to do; without `stop` the bot would never answer.
    contest.margin(Duration::from_secs(5));
    let (completion, games) = contest.play(&format!("bot:{ZOO} stops-when-told"), 1).unwrap();
    assert_eq!(completion, Completion::Complete);
    let game = &games[0];
    assert_eq!(game.faults, []);
    let times = game.movers.iter().zip(&game.times);
    let late = times.filter(|(seat, time)| **seat == 0 && u128::from(**time) >= LIMIT.as_nanos());
    // A busy machine may be late with others, too.
    assert!(late.count() >= 1);
}
