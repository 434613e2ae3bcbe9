use std::path::{Path, PathBuf};

use ludarium_agents::dicewars::report::{Ground, area_features, player_features};
use ludarium_arena::Interrupt;
use ludarium_game::{Game, Seat, Spec, Tabletop};
use ludarium_games::dicewars::{Area, Dicewars};

use super::collect::Watch;
use super::*;

fn order(folder: &Path, threads: usize) -> Order {
    std::fs::create_dir_all(folder).unwrap();
    Order {
        mode: Mode::Quick,
        seed: 3,
        folder: folder.to_owned(),
        threads,
        interrupt: Interrupt::new(),
    }
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("ludarium-dicewars-{name}-{}", std::process::id()))
}

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads() {
    for predictor in [&HELD, &WINS] {
        let bytes = [1, 2].map(|threads| {
            let folder = scratch(&format!("{}-{threads}", predictor.batch));
            let size = Size::new(30, (80, 20), 3);
            let trained = train(&order(&folder, threads), predictor, &size, &mut |_| ()).unwrap();
            let bytes = std::fs::read(&trained.files[0]).unwrap();
            std::fs::remove_dir_all(folder).unwrap();
            bytes
        });
        assert_eq!(bytes[0], bytes[1]);
        let path = Path::new(predictor.file);
        let tensors = ludarium_learn::model::Tensors::from_bytes(path, &bytes[0]).unwrap();
        let file = ModelFile::from_tensors(path, &tensors).unwrap();
        assert_eq!(file.card.examples, 80);
        assert!(file.card.metrics.contains_key("validation accuracy"));
    }
}

#[test]
fn balanced_samples_are_half_and_half() {
    let folder = scratch("balance");
    let set = (HELD.collect)(&order(&folder, 1), 5, &mut |_| ()).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    let held = |set: &DataSet| {
        (0..set.len())
            .filter(|&row| set.outcome(row)[0] == 1.0)
            .count()
    };
    assert!(
        held(&set) > set.len() / 2,
        "{} of {}",
        held(&set),
        set.len()
    );
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
    let (mut areas, mut players) = (Areas::default(), Players::default());
    for text in ["E", "1+1", "3>2", "won", "E", "3+2", "E"] {
        let mv = match text {
            "won" => ludarium_games::dicewars::Move::Won,
            "1+1" | "3+2" => position.roll(&mut ludarium_game::Rng::new(Seed(1))),
            _ => position.parse_move(text).unwrap(),
        };
        areas.see(&position, mv);
        players.see(&position, mv);
        position.play(mv);
    }
    let before = Ground::of(&start);
    let wanted = [
        (area_features(&before, Area(1)), 0.0),
        (area_features(&before, Area(0)), 1.0),
    ];
    assert_eq!(areas.samples(None), wanted);
    let samples = players.samples(Some(Seat(1)));
    assert_eq!(samples[0], (player_features(&before, Seat(0)), 0.0));
    assert_eq!((samples.len(), samples[1].1), (2, 1.0));
}
