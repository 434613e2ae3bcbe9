use ludarium_game::{Agent, Budget, Game, MoveList, Purpose, Rng, Seat, Seed, Tabletop, Turn};
use ludarium_search::MaxN;
use ludarium_three_chess::agents::LinearOutlook;
use ludarium_three_chess::rules::{FEATURES, Rules, ThreeChess};

use super::self_play::{DEPTH, MaxnTree, one_game};
use super::*;
use ludarium_train::battery::{TestTraining, check_reproduction};

const TINY: StageAmounts =
    StageAmounts { load: Load { batches: 1, games: 2 }, held_back: 4, deals: 0 };

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_interruptions() {
    let (_, trained) = check_reproduction(|options, tell| train(options, &TINY, tell));
    assert_eq!(trained.files.len(), 9);
}

#[test]
fn a_little_training_says_better_who_wins_than_none() {
    let TestTraining { options } = &TestTraining::new(2);
    let held_back = HeldBack::of(options, 30, &mut |_| ()).unwrap();
    let nothing = held_back.judge(Stage::Material, &[0.0; FEATURES]);
    assert!((nothing.log_loss.unwrap() - 3f64.ln()).abs() < 1e-6);
    let load = Load { batches: 2, games: 8 };
    let steps = learn(options, Method::TreeStrap, load, &held_back, &mut |_| ()).unwrap();
    assert_eq!(steps.len(), 6);
    for (number, step) in steps.iter().enumerate() {
        let stage = load.stage(number);
        let seen = stage.features();
        // Each stage adds what the one before did not touch, and goes on with the rest.
        assert!(step.weights[..seen].iter().any(|&weight| weight != 0.0));
        assert!(step.weights[seen..].iter().all(|&weight| weight == 0.0));
    }
    let last = steps[steps.len() - 1];
    let judged = held_back.judge(Stage::Placement, &last.weights);
    assert!(judged.log_loss < nothing.log_loss, "{judged:?}");
}

fn some_weights() -> LinearOutlook {
    let mut weights = [0.0; FEATURES];
    for (place, weight) in weights.iter_mut().enumerate() {
        *weight = 0.1 + 0.05 * (place % 7) as f32;
    }
    // Kings are not given away.
    weights[8..11].fill(-2.0);
    LinearOutlook::new(Stage::Placement, weights)
}

#[test]
fn the_tree_finds_what_max_n_finds() {
    let evaluation = some_weights();
    let mut buffer = MoveList::new();
    for game in 0..12 {
        let mut rng = Seed(8).stream(Purpose::Test, game);
        let mut position = ThreeChess::start(&Rules::default(), &mut rng);
        for _ in 0..6 * game {
            let mut next = position.clone();
            next.play(position.pick(&mut rng, &mut buffer));
            if next.turn() == Turn::Over {
                break;
            }
            position = next;
        }
        let mover = position.seat_to_move();
        let (_, found) = MaxnTree::new(&evaluation, false).choose(&position, mover, DEPTH, None);
        let mut search = MaxN { depth: DEPTH, ..MaxN::new(evaluation.clone()) };
        let decision = search.choose(&position, &Budget::default(), &mut Rng::new(Seed(0)));
        for seat in Seat::all(3) {
            let expected = f64::from(decision.candidates[0].scores.of(seat).0);
            // The search values what comes later a little less.
            assert!((found.values[seat.index()] - expected).abs() < 1e-4);
        }
    }
}

#[test]
fn every_method_learns_from_a_game_in_its_own_way() {
    let evaluation = some_weights();
    let [strap, leaf, lambda] =
        Method::ALL.map(|method| one_game(method, &evaluation, Seed(5)).unwrap());
    for nodes in [&strap, &leaf, &lambda] {
        assert_eq!(nodes.cells.len(), 3 * FEATURES * nodes.targets.len());
        let values = nodes.targets.iter().flatten();
        assert!(values.clone().all(|value| value.is_finite()));
        assert!(!nodes.targets.is_empty());
    }
    // The same game: one node for each position played, one for each variation that does not end it, and a tree for each.
    assert!(leaf.targets.len() <= lambda.targets.len());
    assert!(strap.targets.len() > 5 * lambda.targets.len());
    assert_ne!(leaf.cells, lambda.cells);
}
