use ludarium_arena::seeded_start;
use ludarium_game::{Purpose, Seed, Turn};

use super::*;
use crate::positions::Line;
use crate::testing::library;

/// The review of a race: from a position, with these moves.
fn review(start: Option<&str>, moves: &[&str], scores: &[f32]) -> Review {
    let rules = library().rules("sprint", None).unwrap();
    let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
    let line = Line::follow(&*rules, start, &moves, Seed(4)).unwrap();
    let mut reviewer = Reviewer::new(rules, line.finished(Scores::new(scores))).unwrap();
    let (_, total) = reviewer.progress();
    let mut steps = 0;
    while reviewer.step() {
        steps += 1;
        assert_eq!(reviewer.progress(), (steps, total));
    }
    reviewer.finish()
}

#[test]
fn everything_told_adds_up_to_the_result() {
    let moves = ["run", "3", "walk", "run", "1", "walk"];
    let review = review(None, &moves, &[1.0, 0.0]);
    assert_eq!(review.engine, "mcts");
    assert_eq!(review.curve.last().unwrap(), &(6, vec![1.0, 0.0]));
    assert!(review.curve.len() > 2, "{review:?}");
    for (player, end) in review.players.iter().zip([1.0, 0.0]) {
        assert!(player.decisions > 0);
        assert!(player.own <= 0.0, "{player:?}");
        assert!((0.0..=100.0).contains(&player.accuracy), "{player:?}");
        let told = player.own + player.others + player.luck + player.unforeseen;
        let begun = end - told;
        assert!(
            (0.2..=0.8).contains(&begun),
            "two equal runners: {player:?}"
        );
    }
    // With two seats what one wins the other loses.
    let [one, two] = &review.players[..] else {
        panic!("two players");
    };
    assert!((one.luck + two.luck).abs() < 1e-3, "{review:?}");
    assert!((one.own + two.others).abs() < 1e-3, "{review:?}");
    assert!(one.luck.abs() > 0.01, "a three is luck: {review:?}");
    assert!(review.turning_points.len() <= TURNING_POINTS);
    assert_eq!(
        self::review(None, &moves, &[1.0, 0.0]),
        review,
        "the same game has the same review"
    );
}

/// One step before the end a runner need only walk. This one runs instead, and stays where it is.
#[test]
fn a_planted_blunder_is_found_with_its_price() {
    let review = review(
        Some("11,10 1 20"),
        &["run", "0", "walk", "walk", "walk"],
        &[0.0, 1.0],
    );
    assert!(!review.mistakes.is_empty(), "{review:?}");
    let blunder = &review.mistakes[0];
    assert_eq!((blunder.count, blunder.seat), (1, 0));
    assert_eq!((&*blunder.played, &*blunder.better), ("run", "walk"));
    // A quarter of the throws leaves the runner where it is. Then the other one walks and sends it back to the start.
    assert!((0.1..0.3).contains(&blunder.cost), "{blunder:?}");
    let [one, two] = &review.players[..] else {
        panic!("two players");
    };
    assert!(one.accuracy < 70.0 && two.accuracy > 95.0, "{review:?}");
    let turns: Vec<(usize, bool)> = review
        .turning_points
        .iter()
        .map(|turn| (turn.count, turn.dice))
        .collect();
    assert!(
        turns.contains(&(1, false)) && turns.contains(&(2, true)),
        "{turns:?}"
    );
    // Throwing nothing cost nearly everything that the blunder had left.
    assert!((-0.9..-0.3).contains(&one.luck), "{review:?}");
}

#[test]
fn the_luck_of_all_outcomes_of_a_throw_sums_to_zero() {
    let outcomes = ["0", "1", "2", "3"];
    let lucks = outcomes
        .map(|outcome| review(Some("4,9 1 20"), &["run", outcome], &[0.5, 0.5]).players[0].luck);
    let sum: f32 = lucks.iter().sum();
    assert!(sum.abs() < 1e-4, "{lucks:?}");
    assert!(lucks[0] < -0.02 && lucks[3] > 0.02, "{lucks:?}");
}

/// Over many games nobody is lucky, and what is left over is small beside the luck.
#[test]
fn luck_has_mean_zero_over_games() {
    let rules = library().rules("sprint", None).unwrap();
    let mut rng = Seed(3).stream(Purpose::Test, 0);
    let mut lucks = Vec::new();
    for seed in 0..60 {
        let mut position = seeded_start(&*rules, Seed(seed));
        let mut played = Played {
            positions: vec![position.clone()],
            events: Vec::new(),
        };
        while position.turn() != Turn::Over {
            let by = match position.turn() {
                Turn::Seat(seat) => Some(seat),
                _ => None,
            };
            let choices = position.choices();
            let text = choices[rng.below(choices.len() as u32) as usize]
                .text
                .clone();
            position.play(&text).unwrap();
            played.events.push(Event {
                by,
                text,
                clicks: Vec::new(),
            });
            played.positions.push(position.clone());
        }
        let judge = Judge {
            rules: &*rules,
            engine: &contender(&*rules, "mcts", &Limits::PUBLIC).unwrap(),
        };
        let rolled = played.events.iter().zip(&played.positions);
        let rolled = rolled.filter(|(event, _)| event.by.is_none());
        let luck = rolled.map(|(event, before)| judge.luck(before, &event.text).of(Seat(0)).0);
        lucks.push(luck.sum::<f32>());
    }
    let games = lucks.len() as f32;
    let mean = lucks.iter().sum::<f32>() / games;
    let variance = lucks.iter().map(|luck| (luck - mean).powi(2)).sum::<f32>() / (games - 1.0);
    let error = (variance / games).sqrt();
    assert!(
        variance.sqrt() > 0.1,
        "a race with dice has luck: {lucks:?}"
    );
    assert!(mean.abs() < 3.5 * error, "{mean} ± {error}");
}

/// A review is kept under what the game is, so that one of another game is never shown for it.
#[test]
fn another_game_is_known_by_its_moves_and_its_end() {
    let rules = library().rules("sprint", None).unwrap();
    let digest = |moves: &[&str], scores: &[f32]| {
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        let line = Line::follow(&*rules, None, &moves, Seed(4)).unwrap();
        line.finished(Scores::new(scores)).digest()
    };
    let moves = ["run", "3", "walk", "run", "1", "walk"];
    let first = digest(&moves, &[1.0, 0.0]);
    assert_eq!(digest(&moves, &[1.0, 0.0]), first);
    assert_ne!(digest(&moves, &[0.0, 1.0]), first);
    assert_ne!(digest(&moves[..5], &[1.0, 0.0]), first);
    let other = ["run", "3", "walk", "run", "2", "walk"];
    assert_ne!(digest(&other, &[1.0, 0.0]), first);
}

/// The page says what was better in words, so it must know that a move has no cells: the end of a turn.
#[test]
fn a_turning_point_names_its_cells_also_where_there_are_none() {
    let turn = TurningPoint {
        count: 3,
        seat: 0,
        change: -0.2,
        dice: false,
        better: Some("walk".to_owned()),
        better_cells: Vec::new(),
    };
    let told = serde_json::to_value(&turn).unwrap();
    assert_eq!(told["better_cells"], serde_json::json!([]));
}
