use crate::agents::learned::{Territory, Wording, area_features, player_features};
use ludarium_dicewars::rules::{Area, Dicewars};
use ludarium_game::{Game, Seat, Spec, Tabletop};

use super::collect::GameWatch;
use super::*;
use ludarium_train::battery::{TestTraining, check_reproduction};

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_interruptions() {
    for predictor in [&HELD, &HELD_LOGISTIC, &WINS, &WINS_TEXT] {
        let amounts = PredictorAmounts::new(30, (80, 20), 3);
        let (_folder, trained) =
            check_reproduction(|options, tell| train(options, predictor, &amounts, tell));
        let file = ModelFile::read(&trained.files[0]).unwrap();
        assert_eq!(file.card.examples, 80);
        assert!(file.card.metrics.contains_key("validation accuracy"));

        let test = TestTraining::new(2);
        let other_seed = TrainOptions { seed: test.options.seed + 1, ..test.options.clone() };
        let other = train(&other_seed, predictor, &amounts, &mut |_| ()).unwrap();
        assert_ne!(ModelFile::read(&other.files[0]).unwrap().model, file.model);
    }
}

#[test]
fn balanced_samples_are_half_and_half() {
    let test = TestTraining::new(1);
    let set = (HELD.collect)(&test.options, 5, Wording::CourseProgram, &mut |_| ()).unwrap();
    let held = |set: &DataSet| (0..set.len()).filter(|&row| set.outcome(row)[0] == 1.0).count();
    assert!(held(&set) > set.len() / 2, "{} of {}", held(&set), set.len());
    let cut = chosen(&set, true, 100, Seed(1));
    assert_eq!((cut.len(), held(&cut)), (100, 50));
}

/// Four areas in a row. Player 1 ends his turn, player 2 takes area 2, and then it is player 1's turn again.
#[test]
fn labels_come_from_what_became_of_areas_and_players() {
    let rules = Dicewars::rules(&Spec::parse("flat:players=2").unwrap()).unwrap();
    let text = "1122;1188;0,0;1;0;0;neighbours=2/1.3/2.4/3";
    let start = Dicewars::parse(&rules, text).unwrap();
    let mut position = start.clone();
    let (mut areas, mut players) =
        (Areas::new(Wording::CourseProgram), PlayerWatch::new(Wording::CourseProgram));
    let mut moment = MomentWatch::new(Wording::CourseProgram);
    for text in ["E", "1+1", "3>2", "won", "E", "3+2", "E"] {
        let mv = match text {
            "won" => ludarium_dicewars::rules::Move::Won,
            "1+1" | "3+2" => position.roll(&mut ludarium_game::Rng::new(Seed(1))),
            _ => position.parse_move(text).unwrap(),
        };
        areas.see(&position, mv);
        players.see(&position, mv);
        moment.see(&position, mv);
        position.play(mv);
    }
    let before = Territory::of(&start);
    let wanted = [
        (area_features(&before, Area(1), Wording::CourseProgram), 0.0),
        (area_features(&before, Area(0), Wording::CourseProgram), 1.0),
    ];
    assert_eq!(areas.samples(None), wanted);
    // Three turns have ended, so the first of them counts, with both players who were there.
    let both = [(Seat(0), 0.0), (Seat(1), 1.0)]
        .map(|(seat, won)| (player_features(&before, seat, Wording::CourseProgram), won));
    assert_eq!(moment.samples(Some(Seat(1))), both);
    let samples = players.samples(Some(Seat(1)));
    assert_eq!(samples[0], (player_features(&before, Seat(0), Wording::CourseProgram), 0.0));
    assert_eq!((samples.len(), samples[1].1), (2, 1.0));
}

/// Whether the features or the rate differ, other weights are found from the same games.
#[test]
fn every_reading_learns_something_else() {
    let readings = [&HELD, &HELD_FAST, &HELD_TEXT].map(|predictor| {
        let test = TestTraining::new(1);
        let amounts = PredictorAmounts::new(30, (80, 20), 3);
        let trained = train(&test.options, predictor, &amounts, &mut |_| ()).unwrap();
        ModelFile::read(&trained.files[0]).unwrap().model
    });
    let [plain, fast, text] = &readings;
    assert!(plain != fast && plain != text && fast != text);
}

#[test]
fn the_published_weights_are_judged_on_our_samples() {
    let test = TestTraining::new(1);
    let samples = (HELD.collect)(&test.options, 30, Wording::CourseProgram, &mut |_| ()).unwrap();
    let samples = chosen(&samples, true, 1000, Seed(1)).dense_examples(1.0).unwrap();
    let sigmoid = Activation::Sigmoid;
    let shape = Architecture::layered(HELD.sizes, sigmoid, sigmoid).unwrap();
    let published = Network::new(shape, published::happ_parameters().to_vec()).unwrap();
    let quality = judge(&published, &samples);
    assert!(quality.accuracy.unwrap() > 0.75, "{quality:?}");
}
