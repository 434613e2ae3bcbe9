//! What every plan of a value network must satisfy.

use ludarium_game::{Budget, Listing, Purpose, Rng, Seat};
use ludarium_learn::data::DataSet;
use ludarium_report::sheet::Cell;

use super::plan::STYLE;
use super::player::{GenerationPlayer, TrainingGame};
use super::*;
use crate::battery::{TestTraining, check_reproduction};

/// A game's plan plays, makes rows, learns from them, lets two generations meet, and comes out the same again.
pub fn check_plan<G: Taught>() {
    check_plan_of::<G>(G::PLAN);
}

/// The same for another plan of the game.
pub fn check_plan_of<G: Taught>(text: &str) {
    let mut plan = Plan::parse::<G>("the plan", text).expect("a plan that can be followed");
    // A search that asks a network which knows nothing may look at very much.
    let little = Limits { iterations: Some(20), nodes: Some(300), depth: None };
    for generation in &mut plan.generations {
        generation.limits = little;
    }
    if let Some(gate) = &mut plan.gate {
        gate.limits = little;
        // What ten games teach is better than nothing, and than these.
        gate.elo = [-2000.0, -1000.0];
    }
    for style in &mut plan.styles {
        style.agent = "generic-random".to_owned();
    }
    if plan.first.take().is_some() {
        // After ten games nobody beats the network that ships: without it the first generation is taken as it is.
        let player = "generic-one-ply".to_owned();
        let other = if plan.styles.is_empty() { player.clone() } else { STYLE.to_owned() };
        let mut line_up = vec![other; plan.generations[0].line_ups[0].len()];
        line_up[0] = player;
        plan.generations[0].line_ups = vec![line_up];
    }
    let amounts = PlanAmounts {
        games: Some(10),
        share: 1,
        generations: 2,
        gate_games: 2,
        closing_games: 2,
        epochs: Some(1),
        test_games: Some(1),
    };
    let (test, trained) =
        check_reproduction(|options, tell| train_with::<G>(&plan, &amounts, options, tell));
    let file = QuantisedFile::read(&trained.files[0]).expect("a model file");
    assert!(file.card.examples > 0);
    assert!(ValueNetwork::<G>::read(&trained.files[0]).is_ok());
    assert!(trained.sheets[0].rows.len() >= 3);
    assert_eq!(trained.sheets[1].rows.len(), plan.generations.len().min(2));
    let against = trained.sheets.iter().find(|sheet| sheet.title == "Against styles");
    let tests = against.map_or(0, |sheet| sheet.rows.len());
    // The first generation has no network before it, and no test.
    let tested = plan.generations.len().min(amounts.generations) - 1;
    assert_eq!(tests, plan.styles.len() * tested);
    check_rest(&test, &plan);
}

/// What stays in the folder of a finished training is small: no games but those that are still learned from.
fn check_rest(test: &TestTraining, plan: &Plan) {
    let entries = std::fs::read_dir(&test.options.folder).expect("a folder");
    let mut data: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".data") || name.ends_with(".checkpoint"))
        .collect();
    data.sort();
    let kept = format!("generation-{}-kept.data", plan.generations.len().min(2));
    if plan.learning.kept == 0.0 {
        assert!(data.is_empty(), "{data:?}")
    } else {
        assert_eq!(data, [kept])
    }
}

/// The same seed gives the same bytes, and from some sixty games a little is learned. Only for games whose first
/// positions already tell something.
pub fn check_learning<G: Taught>() {
    let plan = Plan::parse::<G>("the plan", G::PLAN).expect("a plan that can be followed");
    let amounts = PlanAmounts {
        games: Some(60),
        share: 1,
        generations: 1,
        gate_games: 0,
        closing_games: 2,
        epochs: Some(40),
        test_games: Some(30),
    };
    let (_test, trained) =
        check_reproduction(|options, tell| train_with::<G>(&plan, &amounts, options, tell));
    let log_loss = |name: &str| {
        let mut rows = trained.sheets[0].rows.iter();
        let row = rows.find(|row| row[0] == Cell::text(name));
        match row.map(|row| &row[1]) {
            Some(Cell::Number(number)) => number.value,
            other => panic!("{other:?} for {name}"),
        }
    };
    let (network, blind) = (log_loss("value"), log_loss("equal shares"));
    assert!(network < blind - 0.005, "{network} and {blind}");
}

/// Which positions these tests look at.
const USUAL: Positions = Positions {
    opening: 4,
    random_share: 0.1,
    one_in: 2,
    all_rolls: false,
    fading: 1.0,
    draw: 1.0,
};

/// Plays games of these line-ups in turn.
fn player<G: Taught>(
    test: &TestTraining,
    variant: &str,
    line_ups: &[&[&str]],
    positions: Positions,
) -> GenerationPlayer<G> {
    let texts = |line_up: &&[&str]| line_up.iter().map(|&text| text.to_owned()).collect();
    let playing = Playing {
        variants: vec![variant.to_owned()],
        line_ups: line_ups.iter().map(texts).collect(),
        styles: Vec::new(),
        limits: Limits::default(),
        positions,
        first: 0,
    };
    GenerationPlayer::new(&test.options, playing, None).expect("a plan that can be played")
}

/// In a line-up everybody has a seat, the next game another one, and the first judges all positions. For games of three
/// seats without chance, and agents without chance of their own that play differently.
pub fn check_line_ups<G: Taught>(variant: &str, first: &str, other: &str) {
    let test = TestTraining::new(1);
    let played = |line_ups: &[&[&str]]| {
        let player = player::<G>(&test, variant, line_ups, USUAL);
        player.play(1).expect("a game")
    };
    let mixed = played(&[&[first, other, other]]);
    // In its second game the first of a line-up has the last seat.
    let seated = played(&[&[first], &[other, other, first]]);
    let keys = |played: &TrainingGame<G>| -> Vec<u64> {
        played.seen.iter().map(|seen| seen.position.key()).collect()
    };
    assert!(mixed.seen.len() > 3);
    assert_eq!(keys(&mixed), keys(&seated));
    assert_ne!(keys(&mixed), keys(&played(&[&[first]])));
    for (played, judge) in [(mixed, first), (seated, other)] {
        let recipe = network::recipe::<G>(judge, None).expect("an agent");
        for seen in played.seen {
            let mut agent = recipe.agent();
            let decision = agent.choose(&seen.position, &Budget::default(), &mut Rng::new(Seed(1)));
            assert_eq!(seen.value, decision.candidates[0].scores);
        }
    }
}

/// Where a line-up leaves a seat open, a style is drawn for each game by its share, so that all kinds of tables are met; a
/// table with a style plays as if its agent were written there. For games of three seats without chance, and agents
/// without chance of their own that play differently.
pub fn check_styles<G: Taught>(variant: &str, first: &str, [often, rarely]: [&str; 2]) {
    let test = TestTraining::new(1);
    let style = |agent: &str, share: f64| StylePlayer {
        name: agent.to_owned(),
        agent: agent.to_owned(),
        share,
    };
    let with = |line_up: &[&str], styles: Vec<StylePlayer>| {
        let mut player = player::<G>(&test, variant, &[line_up], USUAL);
        player.playing.styles = styles;
        GenerationPlayer::new(&test.options, player.playing, None).expect("players")
    };
    let open = [first, STYLE, STYLE];
    let mixed = with(&open, vec![style(often, 3.0), style(rarely, 1.0)]);
    let mut counts = [0_i32; 3];
    for number in 0..400 {
        let (_, texts) = mixed.seated(0, &mut Seed(number).stream(Purpose::Training, 2));
        assert_eq!(texts[0], first);
        counts[texts[1..].iter().filter(|text| **text == rarely).count()] += 1;
    }
    // 9, 6 and 1 of 16 tables.
    for (count, share) in counts.into_iter().zip([225, 150, 25]) {
        assert!((count - share).abs() < 60, "{counts:?}");
    }
    assert!(counts[2] > 0);
    let one = with(&open, vec![style(often, 0.0), style(rarely, 1.0)]);
    let written = with(&[first, rarely, rarely], Vec::new());
    let keys = |player: &GenerationPlayer<G>| -> Vec<u64> {
        let played = player.play(1).expect("a game");
        played.seen.iter().map(|seen| seen.position.key()).collect()
    };
    assert!(keys(&one).len() > 3);
    assert_eq!(keys(&one), keys(&written));
}

/// With `draw = 0` a drawn game teaches what the search thought and nothing else, and a game that somebody wins teaches
/// the same as ever. For a drawn and a won first game of these agents.
pub fn check_draw<G: Taught>(variant: &str, drawn: &str, won: &str) {
    let test = TestTraining::new(1);
    let rows = |agent: &str, draw: f64| {
        let positions = Positions { draw, ..USUAL };
        let player = player::<G>(&test, variant, &[&[agent]], positions);
        player.rows(0).expect("rows")
    };
    let outcomes = |set: &DataSet| -> Vec<Vec<f32>> {
        (0..set.len()).map(|row| set.outcome(row).to_vec()).collect()
    };
    assert_eq!(outcomes(&rows(won, 1.0)), outcomes(&rows(won, 0.0)));
    let (whole, nothing) = (rows(drawn, 1.0), rows(drawn, 0.0));
    assert!(whole.len() > 3);
    for row in 0..whole.len() {
        let equal = whole.outcome(row);
        assert!(equal.iter().all(|share| (share - equal[0]).abs() < 1e-6), "{equal:?}");
    }
    let [outcome, search] = [1.0, 0.0].map(|share| nothing.targets(share).expect("targets"));
    assert_eq!(outcome, search);
    assert_ne!(search, whole.targets(1.0).expect("targets"));
}

/// With `fading` an outcome counts the less the earlier the position is, and a player's share of it comes near an equal
/// one. For games whose first game with this agent somebody wins.
pub fn check_fading<G: Taught>(variant: &str, agent: &str) {
    let test = TestTraining::new(1);
    let rows = |fading: f64| {
        let positions = Positions { fading, ..USUAL };
        let player = player::<G>(&test, variant, &[&[agent]], positions);
        player.rows(0).expect("rows")
    };
    let (plain, faded) = (rows(1.0), rows(0.99));
    assert!(plain.len() > 3 && plain.len() == faded.len());
    let mut before = 0.0;
    for row in 0..plain.len() {
        let (plain, faded) = (plain.outcome(row), faded.outcome(row));
        let equal = plain.iter().sum::<f32>() / plain.len() as f32;
        let weights = plain.iter().zip(faded);
        let weights: Vec<f32> =
            weights.map(|(plain, faded)| (faded - equal) / (plain - equal)).collect();
        let weight = weights[0];
        assert!(weights.iter().all(|one| (one - weight).abs() < 1e-4), "{weights:?}");
        // The plies before the end, a whole number.
        let plies = f64::from(weight).ln() / 0.99f64.ln();
        assert!((plies - plies.round()).abs() < 0.02, "{plies}");
        assert!(weight > before);
        before = weight;
    }
    assert!(before > 0.9);
}

/// With `all-rolls` a position before a roll is worth the mean over its rolls of what the agent thinks, and the games are
/// the same as without. For games with a roll before each move, and an agent without chance of its own.
pub fn check_all_rolls<G: Taught>(variant: &str, agent: &str) {
    let test = TestTraining::new(1);
    let played = |all_rolls: bool| {
        let positions = Positions { all_rolls, ..USUAL };
        let player = player::<G>(&test, variant, &[&[agent]], positions);
        player.play(3).expect("a game")
    };
    let [one, all] = [false, true].map(played);
    assert!(one.seen.len() > 3 && one.seen.len() == all.seen.len());
    let recipe = network::recipe::<G>(agent, None).expect("an agent");
    let mut differ = 0;
    for (one, all) in one.seen.iter().zip(&all.seen) {
        assert_eq!(one.position.key(), all.position.key());
        let (mut rolls, mut mean) = (Vec::new(), 0.0);
        assert_eq!(all.position.chances(&mut rolls), Listing::Complete);
        // A game may begin after a roll.
        if rolls.is_empty() {
            continue;
        }
        for (roll, probability) in rolls {
            let mut rolled = all.position.clone();
            rolled.play(roll);
            let mut agent = recipe.agent();
            let decision = agent.choose(&rolled, &Budget::default(), &mut Rng::new(Seed(1)));
            mean += probability * f64::from(decision.candidates[0].scores.of(Seat(0)).0);
        }
        let found = all.value.of(Seat(0)).0;
        assert!((f64::from(found) - mean).abs() < 1e-5, "{found}, not {mean}");
        differ += usize::from((found - one.value.of(Seat(0)).0).abs() > 1e-4);
    }
    assert!(differ > 0, "a roll decides nothing");
}
