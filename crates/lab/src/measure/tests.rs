//! Metrics on records made by hand, with known answers.

use ludarium_arena::testing::games;
use ludarium_arena::{Contest, FaultNote, GameRecord, Seating};

use super::replay::{Regret, Replay, ReplayedSeat};
use super::*;
use crate::plan::{PlannedContest, PlannedPoint};

fn experiment(metrics: &str) -> Experiment {
    let text = format!(
        r#"
report = "1"
source = "s"
title = "t"
text = "x"
game = "sprint"
measure = "games"
metrics = {metrics}
subjects = {{ me = 0, you = 1 }}
[[reading]]
name = "r"
text = "x"
seats = ["random", "random"]
[quick]
rounds = 1
[full]
rounds = 1
"#
    );
    Experiment::parse(&games(), "x", &text).unwrap()
}

fn plan() -> PlannedContest {
    let mut contest = Contest::new("sprint", None, vec!["random".into(), "random".into()], 1);
    contest.lineups = vec![vec![0, 1]];
    contest.seating = Seating::Permutations;
    PlannedContest {
        contest: contest.resolve(&games()).unwrap(),
        blocks: 2,
        points: vec![PlannedPoint { point: 0, lineups: vec![0], subjects: vec![0, 1] }],
    }
}

/// Agent 0 has the seat `mine`; the first seat gets `score`.
fn record(number: u64, mine: usize, score: f32, plies: u64) -> GameRecord {
    GameRecord {
        number,
        block: number / 2,
        seats: if mine == 0 { vec![0, 1] } else { vec![1, 0] },
        moves: format!("a{number}"),
        movers: (0..plies).map(|ply| (ply % 2) as u8).collect(),
        thoughts: (0..plies)
            .map(|ply| format!("- {} {} 1", 10 * ply, ply))
            .collect::<Vec<_>>()
            .join("\n"),
        scores: vec![score, 1.0 - score],
        plies,
        times: (0..plies).map(|ply| 1_000_000 * (ply + 1)).collect(),
        ..GameRecord::default()
    }
}

/// The values of subject 0 or 1 for each metric.
fn values(metrics: &str, records: &[GameRecord], subject: usize) -> Vec<Option<f64>> {
    let experiment = experiment(metrics);
    let plan = plan();
    let mut collector = Collector::new(&experiment, None);
    for record in records {
        collector.add(&plan, record);
    }
    let figures = collector.figures();
    (0..experiment.metrics.len())
        .map(|metric| {
            let place = FigurePlace { point: 0, subject, metric };
            figures.get(&place).map(|figure| figure.value)
        })
        .collect()
}

fn records() -> Vec<GameRecord> {
    vec![
        record(0, 0, 1.0, 3), // I win as first
        record(1, 1, 1.0, 4), // I lose as second
        record(2, 0, 0.5, 2), // drawn
        record(3, 1, 0.0, 5), // I win as second
    ]
}

#[test]
fn shares_scores_and_points() {
    let metrics = r#"["won", "lost", "neither", "score", "points", "first-seat-won"]"#;
    let some = |numbers: [f64; 6]| numbers.map(Some).to_vec();
    assert_eq!(values(metrics, &records(), 0), some([0.5, 0.25, 0.25, 0.25, 0.625, 0.5]));
    assert_eq!(values(metrics, &records(), 1), some([0.25, 0.5, 0.25, -0.25, 0.375, 0.5]));
}

#[test]
fn wins_by_seat_and_weighted() {
    let metrics = r#"["won-first", "won-other", "won-first-weighs-46", "won-first-weighs-100"]"#;
    let mut games = records();
    games[2] = record(2, 0, 1.0, 2);
    // All won as first, half of the others: 0.46 · 1 + 0.54 · 1/2.
    let found = values(metrics, &games, 0);
    let expected = [1.0, 0.5, 0.73, 1.0];
    for (found, expected) in found.iter().zip(expected) {
        assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?}");
    }
    assert_eq!(values(metrics, &games[..1], 0)[1], None);
}

#[test]
fn moves_of_wins_are_weighed_by_seat() {
    let metrics = r#"["plies-of-wins-first-weighs-46", "plies-of-wins-first-weighs-100"]"#;
    // Won as first in 3 plies, as second in 5.
    let found = values(metrics, &records(), 0);
    assert!((found[0].unwrap() - (0.46 * 3.0 + 0.54 * 5.0)).abs() < 1e-12);
    assert_eq!(found[1], Some(3.0));
    // Without a win as second that seat counts as 0.
    let found = values(metrics, &records()[..1], 0);
    assert!((found[0].unwrap() - 0.46 * 3.0).abs() < 1e-12);
    assert_eq!(values(metrics, &records()[1..2], 0), [None, None]);
}

#[test]
fn a_game_in_which_a_subject_has_several_seats_counts_once() {
    let experiment = experiment(r#"["won", "points", "ms-per-move"]"#);
    let mut plan = plan();
    plan.contest.lineups = vec![vec![0, 0]];
    let mut collector = Collector::new(&experiment, None);
    let mut game = record(0, 0, 1.0, 4);
    game.seats = vec![0, 0];
    collector.add(&plan, &game);
    let figures = collector.figures();
    let at = |metric| figures[&FigurePlace { point: 0, subject: 0, metric }];
    assert_eq!((at(0).value, at(0).count), (0.5, 1));
    assert_eq!((at(1).value, at(1).count), (0.5, 1));
    // All four moves are its own: 1, 2, 3 and 4 milliseconds.
    assert_eq!(at(2).value, 2.5);
}

#[test]
fn moves_times_and_thoughts_belong_to_the_seat_that_made_them() {
    let metrics =
        r#"["plies", "plies-of-wins", "ms-per-move", "nodes-per-move", "iterations-per-move"]"#;
    let found = values(metrics, &records()[..2], 0);
    // Game 0, seat 0: plies 0 and 2; game 1, seat 1: plies 1 and 3.
    assert_eq!(found[0], Some(3.5));
    assert_eq!(found[1], Some(3.0));
    assert_eq!(found[2], Some((1.0 + 3.0 + 2.0 + 4.0) / 4.0));
    assert_eq!(found[3], Some((0.0 + 20.0 + 10.0 + 30.0) / 4.0));
    assert_eq!(found[4], Some((0.0 + 2.0 + 1.0 + 3.0) / 4.0));
}

#[test]
fn without_games_or_wins_there_is_no_figure() {
    assert_eq!(values(r#"["won"]"#, &[], 0), [None]);
    assert_eq!(values(r#"["won", "plies-of-wins"]"#, &records()[1..2], 0), [Some(0.0), None]);
}

#[test]
fn notes_tell_of_equal_games_and_of_faults() {
    let experiment = experiment(r#"["won"]"#);
    let plan = plan();
    let mut collector = Collector::new(&experiment, None);
    for number in 0..6 {
        let mut game = record(number, 0, 1.0, 2);
        game.moves = "same".into();
        if number == 0 {
            game.faults = vec![FaultNote {
                seat: 0,
                ply: 1,
                kind: "failed".into(),
                reason: "x".into(),
                last_words: String::new(),
            }];
        }
        collector.add(&plan, &game);
    }
    let notes = collector.notes();
    assert!(notes[0].starts_with("Only 1 of the 6 games"), "{notes:?}");
    assert!(notes[1].starts_with("In 1 of the 6 games"), "{notes:?}");
    assert_eq!(collector.games(), 6);
    assert_eq!(collector.time(), Duration::from_millis(18));
}

/// Elo by the share of first places, at tables of any size and for a subject with several seats.
#[test]
fn strength_is_that_of_the_share() {
    let share = |value: f64| Figure {
        value,
        interval: Some((value - 0.1, value + 0.1)),
        count: 10,
        unit: crate::experiment::Unit::Share,
    };
    let elo = |value: f64, seats: usize, mine: f64| figure::strength(share(value), seats, mine);
    let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 0.1, "{found} {wanted}");
    near(elo(0.64, 2, 1.0).value, 100.0);
    near(elo(0.5, 3, 1.0).value, 400.0 * 2f64.log10());
    // Two own seats and one other: equal strength is a third for each.
    near(elo(1.0 / 3.0, 3, 2.0).value, 0.0);
    let (low, high) = elo(0.5, 2, 1.0).interval.unwrap();
    near(low, -high);
    let won = elo(1.0, 2, 1.0);
    assert!(won.value == f64::INFINITY && won.interval.unwrap().0.is_finite());
    let alone = elo(1.0 / 3.0, 3, 3.0);
    assert_eq!((alone.value, alone.interval), (0.0, None));
    // From games: three of four points for agent 0.
    let records =
        [record(0, 0, 1.0, 4), record(1, 1, 0.0, 4), record(2, 0, 1.0, 4), record(3, 1, 1.0, 4)];
    let values = values("[\"elo\"]", &records, 0);
    near(values[0].unwrap(), 400.0 * 3f64.log10());
}

/// The mean over decisions, not over games; those that the solution does not know do not count.
#[test]
fn regret_is_the_mean_of_what_decisions_lose() {
    let experiment = experiment(r#"["regret"]"#);
    let seat = |decisions, lost| ReplayedSeat {
        regret: Regret { decisions, lost },
        ..ReplayedSeat::default()
    };
    let replay: Replay = Box::new(move |record| match record.number {
        0 => Some(vec![seat(1, 0.4), seat(0, 0.0)]),
        _ => Some(vec![seat(3, 0.0), seat(0, 0.0)]),
    });
    let mut collector = Collector::new(&experiment, Some(replay));
    for number in 0..2 {
        collector.add(&plan(), &record(number, 0, 1.0, 4));
    }
    let figures = collector.figures();
    let values: Vec<f64> = figures.values().map(|figure| figure.value).collect();
    assert_eq!(values, [100.0], "nothing is known of the other seat");
}
