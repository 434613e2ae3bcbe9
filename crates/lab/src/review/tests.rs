use std::sync::Arc;

use ludarium_arena::testing::games;
use ludarium_arena::{Ruleset, seeded_start};
use ludarium_game::{PlayedGame, Purpose, Scores, Seat, Seed, Turn};

use super::*;

fn rules() -> Arc<dyn Ruleset> {
    games().rules("sprint", None).unwrap()
}

fn judge(text: &str) -> JudgingAgent {
    JudgingAgent::new(rules(), text).unwrap()
}

/// A race: from a position, with these moves.
fn race(start: Option<&str>, moves: &[&str], scores: &[f32]) -> FinishedGame {
    let start = match start {
        Some(text) => rules().parse(text).unwrap(),
        None => seeded_start(&*rules(), Seed(4)),
    };
    FinishedGame {
        played: PlayedGame::follow(start, moves.iter().copied()).unwrap(),
        scores: Some(Scores::new(scores)),
    }
}

/// Its review.
fn review(start: Option<&str>, moves: &[&str], scores: &[f32]) -> Review {
    let mut reviewer = Reviewer::new(judge("mcts"), race(start, moves, scores));
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
        assert!((0.2..=0.8).contains(&begun), "two equal runners: {player:?}");
    }
    // With two seats what one wins the other loses.
    let [one, two] = &review.players[..] else {
        panic!("two players");
    };
    assert!((one.luck + two.luck).abs() < 1e-3, "{review:?}");
    assert!((one.own + two.others).abs() < 1e-3, "{review:?}");
    assert!(one.luck.abs() > 0.01, "a three is luck: {review:?}");
    assert!(review.turning_points.len() <= 3);
    assert_eq!(
        self::review(None, &moves, &[1.0, 0.0]),
        review,
        "the same game has the same review"
    );
}

/// One step before the end a runner need only walk. This one runs instead, and stays where it is.
#[test]
fn a_planted_blunder_is_found_with_its_price() {
    let review = review(Some("11,10 1 20"), &["run", "0", "walk", "walk", "walk"], &[0.0, 1.0]);
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
    let turns: Vec<(usize, bool)> =
        review.turning_points.iter().map(|turn| (turn.count, turn.dice)).collect();
    assert!(turns.contains(&(1, false)) && turns.contains(&(2, true)), "{turns:?}");
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
    let mut rng = Seed(3).stream(Purpose::Test, 0);
    let (judge, mut lucks) = (judge("mcts"), Vec::new());
    for seed in 0..60 {
        let mut position = seeded_start(&*rules(), Seed(seed));
        let mut luck = 0.0;
        while position.turn() != Turn::Over {
            let choices = position.choices();
            let text = &choices[rng.below(choices.len() as u32) as usize].text;
            if position.turn() == Turn::Chance {
                luck += judge.luck(&position, text).of(Seat(0)).0;
            }
            position.play(text).unwrap();
        }
        lucks.push(luck);
    }
    let games = lucks.len() as f32;
    let mean = lucks.iter().sum::<f32>() / games;
    let variance = lucks.iter().map(|luck| (luck - mean).powi(2)).sum::<f32>() / (games - 1.0);
    let error = (variance / games).sqrt();
    assert!(variance.sqrt() > 0.1, "a race with dice has luck: {lucks:?}");
    assert!(mean.abs() < 3.5 * error, "{mean} ± {error}");
}

/// A review is kept under what the game is, so that one of another game is never shown for it.
#[test]
fn another_game_is_known_by_its_moves_and_its_end() {
    let digest = |moves: &[&str], scores: &[f32]| race(None, moves, scores).digest();
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

/// Far from the end of a long track it matters little what one does. A judge with little time believes that it does: of two noisy
/// values it takes the larger one. What it chose is valued anew, so nothing of that is left in the cost.
#[test]
fn a_choice_is_not_valued_by_the_search_that_chose_it() {
    let rules = games().rules("sprint", Some("strict:track=100")).unwrap();
    let judge = JudgingAgent::new(rules.clone(), "mcts@iterations=6").unwrap();
    let (mut costs, mut gaps, mut asked) = (0.0, 0.0, 0.0);
    for (mine, other) in (0..20).flat_map(|mine| [(mine, mine + 3), (mine + 5, mine)]) {
        for text in [format!("{mine},{other} 1 20"), format!("{other},{mine} 2 21")] {
            let position = rules.parse(&text).unwrap();
            let Turn::Seat(seat) = position.turn() else {
                panic!("{text}: a seat moves");
            };
            let decision = judge.choice(&position, seat).unwrap();
            let value = |chosen: bool| {
                let mut candidates = decision.candidates.iter();
                let one = candidates.find(|one| (one.mv == decision.chosen) == chosen);
                one.unwrap().scores.of(seat).0
            };
            gaps += value(true) - value(false);
            let moves = position.moves();
            let other = moves.iter().find(|&text| *text != decision.chosen).unwrap();
            let found = judge.cost(&position, seat, other).unwrap();
            assert!(!found.same);
            costs += found.cost;
            asked += 1.0;
            let own = judge.cost(&position, seat, &decision.chosen).unwrap();
            assert!(own.same && own.cost == 0.0);
        }
    }
    let (cost, gap) = (costs / asked, gaps / asked);
    assert!(gap > 0.1, "the search itself sees differences: {gap}");
    assert!(cost.abs() < 0.5 * gap, "{cost} beside {gap}");
}

/// A throw whose outcomes are listed and judged one by one, and one that is drawn a few times, are worth about the same.
#[test]
fn moves_before_dice_are_valued_by_what_the_dice_may_bring() {
    let judge = judge("mcts@iterations=4000");
    let position = rules().parse("11,10 1 20").unwrap();
    // Walking wins. A quarter of the throws does not, and then the other one sends the runner back to the start.
    let lost = judge.lost(&position, Seat(0), "walk", "run").unwrap();
    assert!((0.2..=0.25).contains(&lost.of(Seat(0)).0), "{lost:?}");
    assert!((lost.sum()).abs() < 1e-4, "what one loses the other wins: {lost:?}");
    let back = judge.lost(&position, Seat(0), "run", "walk").unwrap();
    assert_eq!(back * -1.0, lost);
}

#[test]
fn a_judge_keeps_its_name_and_its_budget() {
    assert_eq!(judge("mcts@iterations=9").name(), "mcts@iterations=9");
    assert_eq!(judge("mcts").called("somebody").name(), "somebody");
    assert!(JudgingAgent::new(rules(), "mtcs@iterations=9").is_err());
    let position = rules().parse("4,9 1 20").unwrap();
    let made = |text: &str| judge(text).choice(&position, Seat(0)).unwrap().iterations;
    assert_eq!(made("mcts@iterations=9"), 9);
    assert_eq!(made("mcts"), 2000);
}
