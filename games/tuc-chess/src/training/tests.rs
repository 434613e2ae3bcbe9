//! Trained agents meet in games whose scores survive an interruption; plans that cannot be followed are refused.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::rules::TucChess;
use ludarium_game::{Seed, Spec, Tabletop};
use ludarium_search::Random;
use ludarium_train::battery::TestTraining;
use ludarium_train::values::{First, Plan, Taught, game_of};
use ludarium_train::{Comparison, Entrant, Progress, Size, TrainOptions};

/// More games than are written down at once; every one needs two agents.
#[test]
fn scores_that_are_written_down_are_not_played_again() {
    let built = AtomicUsize::new(0);
    let entrant = |name| {
        Entrant::new(name, || {
            built.fetch_add(1, Ordering::Relaxed);
            Random
        })
    };
    let comparison: Comparison<'_, TucChess> = Comparison {
        rules: TucChess::rules(&Spec::named("2021")).unwrap(),
        entrants: vec![entrant("one"), entrant("other")],
        lineups: vec![vec![0, 1]],
        random_plies: 0,
        deals: 33,
        seed: Seed(1),
    };
    let test = TestTraining::new(2);
    let play = || {
        built.store(0, Ordering::Relaxed);
        let outcomes = comparison.play(&test.options, &mut |_| ()).unwrap();
        (outcomes, built.load(Ordering::Relaxed) / 2)
    };
    let (first, games) = play();
    assert_eq!((first.len(), games), (66, 66));
    assert_eq!(play(), (first.clone(), 0));
    let path = test.options.folder.join("in-play.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    // A heading and thirty games; the last of them lacks a seat, as no list of ours does.
    let kept: Vec<&str> = text.lines().take(31).collect();
    let cut = kept[30].rsplit_once(',').unwrap().0;
    std::fs::write(&path, format!("{}\n{cut}\n", kept[..30].join("\n"))).unwrap();
    assert_eq!(play(), (first, 66 - 29));
}

/// The plan that ships with one text in the place of another.
fn changed(from: &str, to: &str) -> Result<Plan, String> {
    let text = TucChess::PLAN.replacen(from, to, 1);
    assert_ne!(text, TucChess::PLAN, "{from}");
    Plan::parse::<TucChess>("my.toml", &text).map_err(|error| error.to_string())
}

/// The number of the line with this text in the plan that ships.
fn line_of(text: &str) -> usize {
    let mut lines = TucChess::PLAN.lines();
    1 + lines.position(|line| line.contains(text)).expect("a line")
}

#[test]
fn a_plan_that_cannot_be_followed_is_refused_with_its_line() {
    let hand_made = "agents = [\"alphabeta-full:depth=3,chance=ignore,quiescence=8\"]";
    let gate = "agent = \"alphabeta-full:chance=ignore,quiescence=8,eval=value:{network}\"";
    for (from, to, reason) in [
        ("game = \"tuc-chess\"", "game = \"chess\"", "expected `tuc-chess`"),
        ("[\"2021:plies=200\"]", "[\"2021:plis=200\"]", "`plies`"),
        ("width = 64", "width = 0", "from 1 to 1024"),
        ("width = 64", "with = 64", "expected `width` or `hidden`"),
        ("random-share = 0.05", "random-share = 5.0", "from 0 to 1"),
        ("elo = [0, 30]", "elo = [30, 0]", "more than the first"),
        (gate, "agent = \"alphabeta-ful\"", "`alphabeta-full`"),
        (gate, "agent = \"alphabeta-full\"", "asks no network"),
        (gate, "agent = \"alphabeta-full:eval={network}\"", "stands for a file"),
        ("games = 20_000", "games = 2", "from 10 to"),
        (hand_made, "agents = [\"generic-mcts:threads=2\"]", "one thread"),
        (hand_made, "agents = [\"generic-mcts:eval=value:{network}\"]", "no network to play with"),
        ("repeat = 4", "repeat = 0", "from 1 to"),
    ] {
        let error = changed(from, to).expect_err(to);
        let line = format!("line {}", line_of(from));
        for wanted in [reason, &line, "my.toml"] {
            assert!(error.contains(wanted), "{wanted}: {error}");
        }
    }
    let no_generation = "game = \"tuc-chess\"\nvariants = [\"2021\"]\ngeneration = []\n";
    let error = Plan::parse::<TucChess>("my.toml", no_generation).unwrap_err();
    assert!(error.to_string().contains("line 3: there is no generation"), "{error}");
    assert_eq!(game_of("my.toml", no_generation).unwrap(), "tuc-chess");
    assert!(game_of("my.toml", "width = 3").unwrap_err().to_string().contains("game"));
}

#[test]
fn several_mistakes_are_told_at_once() {
    let text =
        TucChess::PLAN.replace("width = 64", "width = 0").replace("hidden = 16", "hidden = 0");
    let error = Plan::parse::<TucChess>("my.toml", &text).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 2, "{error}");
}

#[test]
fn the_first_network_of_a_plan_is_the_shipped_one_or_a_file() {
    let first = |text: &str| changed("[network]", &format!("first = \"{text}\"\n\n[network]"));
    assert_eq!(first("shipped").unwrap().first, Some(First::Shipped));
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/models/tuc-chess-value.qnet");
    assert_eq!(first(model).unwrap().first, Some(First::File(model.into())));
    let error = first("none.qnet").unwrap_err();
    assert!(error.contains("neither `shipped` nor a network"), "{error}");
}

/// A plan with a number of tiny generations.
fn tiny(generations: usize) -> String {
    let generation =
        "[[generation]]\nagents = [\"alphabeta-full:depth=1,eval=value:{network}\"]\ngames = 10\n";
    format!(
        "game = \"tuc-chess\"\nvariants = [\"2021:plies=60\"]\nfirst = \"shipped\"\n\
         network = {{ width = 8, hidden = 4 }}\nlearning = {{ epochs = 1, kept = 0.5 }}\n{}",
        generation.repeat(generations)
    )
}

/// A longer plan goes on where a shorter one ended, also if the games that were kept got lost on the way.
#[test]
fn more_generations_go_on_in_the_same_folder() {
    let plans = super::TRAINER.plans.expect("plans");
    let train = |test: &TestTraining, generations: usize| {
        let options = TrainOptions { size: Size::Full, ..test.options.clone() };
        let (mut played, mut closing) = (0, false);
        // A sequential test ends after more games on more threads.
        let mut tell = |progress| match progress {
            Progress::Part(part) => closing = part.contains("usual evaluation"),
            Progress::Games { .. } if !closing => played += 1,
            _ => {}
        };
        let text = tiny(generations);
        let trained = plans.run("tiny", ("tiny.toml", &text), &options, &mut tell).unwrap();
        (std::fs::read(&trained.files[0]).unwrap(), played)
    };
    let (whole, bit_by_bit) = (TestTraining::new(2), TestTraining::new(1));
    let (wanted, all_games) = train(&whole, 3);
    train(&bit_by_bit, 2);
    let kept = bit_by_bit.options.folder.join("generation-2-kept.data");
    assert!(kept.exists());
    std::fs::remove_file(&kept).unwrap();
    let (found, games) = train(&bit_by_bit, 3);
    assert_eq!(found, wanted);
    // Both earlier generations were needed again, for what is kept of them.
    assert_eq!(games, all_games);
    let (found, games) = train(&bit_by_bit, 3);
    assert_eq!(found, wanted);
    assert!(games < 10, "{games}");
}

#[test]
fn a_little_is_learnt() {
    ludarium_train::battery::check_learning::<TucChess>();
}

#[test]
fn the_plan_can_be_followed() {
    ludarium_train::battery::check_plan::<TucChess>();
}
