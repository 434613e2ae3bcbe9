use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::battery::{random_game, rules};
use crate::sprint::Sprint;
use crate::{Game, MoveList, Position, Purpose, Seed, Turn};

fn typed(variant: &str) -> TypedTensors<Sprint> {
    let rules = rules::<Sprint>(variant);
    let start = Sprint::start(&rules, &mut Seed(1).stream(Purpose::Start, 0));
    TypedTensors::new(Arc::new(Generic::of(&start)), rules)
}

fn race(text: &str) -> Position {
    Position::new(Sprint::parse(&rules::<Sprint>("strict"), text).unwrap())
}

#[test]
fn a_click_is_a_cell_and_a_word_has_a_place_behind() {
    let tensors = typed("strict");
    let position = race("4,7 1 9");
    // Two lanes with 13 fields each; walking is a click on field 5 of the first.
    assert_eq!(tensors.action(&position, "walk"), Ok(5));
    let run = tensors.action(&position, "run").unwrap();
    assert!((26 + 26 * 26..tensors.actions()).contains(&run), "{run}");
    assert_eq!(tensors.actions(), 26 + 26 * 26 + 256);
    assert_eq!(tensors.legal(&position), Ok(vec![5, run as u32]));
    assert_eq!(tensors.text(&position, run), Ok("run".to_owned()));
}

#[test]
fn an_observation_tells_pieces_by_whose_they_are() {
    let tensors = typed("strict");
    let shapes: Vec<&[usize]> = tensors.arrays().iter().map(|array| &array.shape[..]).collect();
    assert_eq!(shapes, [&[21, 26][..], &[69]]);
    let mut seen = vec![0.0; tensors.size()];
    for (seat, own, other) in [(0, 4, 13 + 7), (1, 13 + 7, 4)] {
        tensors.observe(&race("4,7 1 9"), Seat(seat), &mut seen).unwrap();
        assert_eq!((seen[own], seen[26 + other]), (1.0, 1.0));
        // The first runner is to move, and who looks is known.
        let table = &seen[21 * 26..];
        assert_eq!(table[usize::from(seat)], 1.0);
        assert_eq!(table[2 + usize::from(seat)], 1.0);
    }
}

#[test]
fn numbers_are_different_and_below_the_number_of_actions() {
    for variant in ["strict", "strict:players=4,track=40"] {
        let rules = rules::<Sprint>(variant);
        for seed in 0..20 {
            random_game::<Sprint>(&rules, seed, |position| {
                let tensors = Generic::of(position);
                let (mut moves, mut actions) = (MoveList::new(), Vec::new());
                position.moves(&mut moves);
                tensors.number(position, &moves, &mut actions);
                let different: HashSet<_> = actions.iter().flatten().collect();
                assert_eq!(different.len(), moves.len());
                let most = Tensors::<Sprint>::actions(&tensors);
                assert!(different.iter().all(|&&action| (action as usize) < most));
                for (&mv, action) in moves.iter().zip(&actions) {
                    assert_eq!(Some(tensors.action(position, mv) as u32), *action);
                }
            });
        }
    }
}

#[test]
fn wrong_actions_and_strangers_are_refused_in_words() {
    let tensors = typed("strict");
    let mut position = race("4,7 1 9");
    for (action, part) in [(6, "the mask allows 2"), (5000, "a number below 958")] {
        let error = tensors.play(&mut position, action).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let over = tensors.play(&mut race("12,7 1 9"), 5).unwrap_err();
    assert!(over.to_string().contains("the game is over"));
    let chance = tensors.play(&mut race("4,7 1! 9"), 5).unwrap_err();
    assert!(chance.to_string().contains("chance is next"));
    let seat = tensors.observe(&position, Seat(2), &mut vec![0.0; tensors.size()]);
    assert!(seat.unwrap_err().to_string().contains("a number below 2"));
    tensors.play(&mut position, 5).unwrap();
    assert_eq!(position.describe(), "5,7 2 10");
}

#[test]
fn a_numbering_lists_and_plays_what_the_tensors_do() {
    let tensors = typed("strict:players=3");
    let mut numbering = tensors.numbering();
    let mut rng = Seed(4).stream(Purpose::Chance, 0);
    for seed in 0..20 {
        let start = Sprint::start(
            &rules::<Sprint>("strict:players=3"),
            &mut Seed(seed).stream(Purpose::Start, 0),
        );
        let (mut kept, mut plain) = (Position::new(start.clone()), Position::new(start));
        while kept.turn() != Turn::Over {
            if kept.turn() == Turn::Chance {
                assert_eq!(numbering.list(&kept), Ok(&[][..]));
                let outcome = kept.roll(&mut rng).unwrap();
                plain.play(&outcome).unwrap();
                continue;
            }
            let legal = numbering.list(&kept).unwrap().to_vec();
            assert_eq!(Ok(legal.clone()), tensors.legal(&plain));
            let wrong = (0..).find(|action| !legal.contains(action)).unwrap();
            let (before, refused) = (kept.describe(), numbering.play(&mut kept, wrong as usize));
            assert_eq!(refused, tensors.play(&mut plain.clone(), wrong as usize));
            assert_eq!(before, kept.describe());
            let action = legal[seed as usize % legal.len()] as usize;
            numbering.play(&mut kept, action).unwrap();
            tensors.play(&mut plain, action).unwrap();
            assert_eq!(kept, plain);
        }
    }
}

#[test]
fn playouts_are_repeatable_and_can_be_halted() {
    let tensors = typed("strict");
    let (go, stop) = (AtomicBool::new(false), AtomicBool::new(true));
    let play = |halt| tensors.playouts(&race("4,7 1 9"), 300, Seed(5), halt).unwrap();
    let played = play(&go);
    assert_eq!(played, play(&go));
    assert_eq!(played.games, 300);
    assert!((played.scores.sum() - 300.0).abs() < 1e-3);
    // The player ahead wins more often.
    assert!(played.scores.of(Seat(1)).0 > played.scores.of(Seat(0)).0);
    assert_eq!(play(&stop), Playouts::default());
}

/// The rows of some games.
struct Rows {
    observations: Vec<f32>,
    masks: Vec<i8>,
    seats: Vec<i32>,
    scores: Vec<f32>,
    ended: Vec<bool>,
}

impl Rows {
    fn new(tensors: &TypedTensors<Sprint>, games: usize, seats: usize) -> Rows {
        Rows {
            observations: vec![9.0; games * tensors.size()],
            masks: vec![9; games * tensors.actions()],
            seats: vec![9; games],
            scores: vec![9.0; games * seats],
            ended: vec![true; games],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            scores: &mut self.scores,
            ended: &mut self.ended,
        }
    }
}

/// Enough games for three threads, and not the same number for each.
const GAMES: usize = 601;

/// Plays some steps of many games; what was seen and the scores of all that ended.
fn steps(threads: usize, steps: usize) -> (Vec<f32>, Vec<f32>) {
    let tensors = typed("strict:players=3");
    let mut vector = tensors.vector(GAMES, threads);
    let mut rows = Rows::new(&tensors, GAMES, 3);
    vector.reset(Seed(3), rows.buffers(), &NewThreads);
    let (mut actions, mut seen, mut scores) = (vec![0; GAMES], Vec::new(), Vec::new());
    for _ in 0..steps {
        seen.extend_from_slice(&rows.observations);
        vector.sample(&mut actions);
        for (game, action) in actions.iter().enumerate() {
            assert_eq!(rows.masks[game * tensors.actions()..][*action as usize], 1);
        }
        vector.step(&actions, rows.buffers(), &NewThreads).unwrap();
        for (game, _) in rows.ended.iter().enumerate().filter(|(_, ended)| **ended) {
            scores.extend_from_slice(&rows.scores[3 * game..][..3]);
            // The next game has begun.
            assert_eq!(rows.seats[game], 0);
        }
    }
    (seen, scores)
}

#[test]
fn games_side_by_side_do_not_depend_on_threads() {
    let (seen, scores) = steps(1, 30);
    assert!((seen, scores.clone()) == steps(3, 30));
    assert!(scores.len() > 30);
    assert!(scores.chunks(3).all(|game| (game.iter().sum::<f32>() - 1.0).abs() < 1e-6));
}

#[test]
fn an_illegal_action_leaves_all_games_as_they_were() {
    let tensors = typed("strict");
    let mut vector = tensors.vector(GAMES, 3);
    let mut rows = Rows::new(&tensors, GAMES, 2);
    vector.reset(Seed(3), rows.buffers(), &NewThreads);
    let mut actions = vec![1; GAMES];
    // The last thread finds it.
    actions[GAMES - 2..].fill(7);
    let error = vector.step(&actions, rows.buffers(), &NewThreads).unwrap_err();
    let wanted = format!("the mask of game {}", GAMES - 2);
    assert!(error.to_string().contains(&wanted), "{error}");
    assert!(rows.seats.iter().all(|seat| *seat == 0));
    vector.step(&vec![1; GAMES], rows.buffers(), &NewThreads).unwrap();
    assert!(rows.seats.iter().all(|seat| *seat == 1));
    assert_eq!(vector.count() * vector.seats(), 2 * GAMES);
}

#[test]
fn a_game_of_the_vector_is_a_game_of_the_rules() {
    let tensors = typed("strict");
    let mut vector = tensors.vector(1, 1);
    let mut rows = Rows::new(&tensors, 1, 2);
    vector.reset(Seed(3), rows.buffers(), &NewThreads);
    let mut position = race("0,0 1 0");
    for _ in 0..11 {
        for _ in 0..2 {
            let legal = tensors.legal(&position).unwrap();
            let shown = rows.masks.iter().zip(0..).filter(|(one, _)| **one == 1);
            assert_eq!(legal, shown.map(|(_, action)| action).collect::<Vec<u32>>());
            // Walking is always the lower number.
            tensors.play(&mut position, legal[0] as usize).unwrap();
            vector.step(&[legal[0].into()], rows.buffers(), &NewThreads).unwrap();
            if let Turn::Seat(seat) = position.turn() {
                let mut seen = vec![0.0; tensors.size()];
                tensors.observe(&position, seat, &mut seen).unwrap();
                assert_eq!(seen, rows.observations);
            }
        }
    }
}

#[test]
fn outcomes_can_be_asked_for_like_actions() {
    let tensors = typed("strict");
    let mut vector = tensors.vector(2, 1);
    let mut rows = Rows::new(&tensors, 2, 2);
    vector.ask_for_chance(true);
    vector.reset(Seed(3), rows.buffers(), &NewThreads);
    let run = (0..).zip(&rows.masks).filter(|(_, one)| **one == 1).nth(1).unwrap().0;
    assert!(vector.outcomes(0).is_empty());
    // The first game runs, the second walks.
    vector.step(&[run, 0], rows.buffers(), &NewThreads).unwrap_err();
    let walk = rows.masks[tensors.actions()..].iter().position(|one| *one == 1).unwrap();
    vector.step(&[run, walk as i64], rows.buffers(), &NewThreads).unwrap();
    assert_eq!(rows.seats, [CHANCE, 1]);
    let mut position = race("0,0 1 0");
    position.play("run").unwrap();
    let known: Vec<_> = position.choices().into_iter().map(|one| one.text).collect();
    let outcomes = vector.outcomes(0);
    assert_eq!(outcomes.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), known);
    assert!((outcomes.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-9);
    let allowed = rows.masks[..tensors.actions()].iter().map(|one| i32::from(*one)).sum::<i32>();
    assert_eq!(allowed as usize, outcomes.len());
    assert!(rows.observations[..tensors.size()].iter().all(|number| *number == 0.0));
    // An outcome that is not there is refused like an action that is not legal.
    let other = rows.masks[tensors.actions()..].iter().position(|one| *one == 1).unwrap() as i64;
    let error = vector.step(&[99, other], rows.buffers(), &NewThreads).unwrap_err();
    assert!(error.to_string().contains("the mask of game 0"), "{error}");
    let chosen = outcomes.len() - 1;
    vector.step(&[chosen as i64, other], rows.buffers(), &NewThreads).unwrap();
    position.play(&known[chosen]).unwrap();
    let mut seen = vec![0.0; tensors.size()];
    tensors.observe(&position, Seat(1), &mut seen).unwrap();
    assert_eq!((rows.seats[0], &rows.observations[..tensors.size()]), (1, &seen[..]));
}

#[test]
fn outcomes_are_drawn_by_their_probabilities() {
    let tensors = typed("strict");
    let mut vector = tensors.vector(GAMES, 2);
    let mut rows = Rows::new(&tensors, GAMES, 2);
    vector.ask_for_chance(true);
    vector.reset(Seed(3), rows.buffers(), &NewThreads);
    let (mut actions, mut drawn) = (vec![0; GAMES], [0.0; 8]);
    let mut expected = [0.0; 8];
    for _ in 0..40 {
        vector.sample(&mut actions);
        for game in (0..GAMES).filter(|game| rows.seats[*game] == CHANCE) {
            drawn[actions[game] as usize] += 1.0;
            for ((_, chance), sum) in vector.outcomes(game).iter().zip(&mut expected) {
                *sum += chance;
            }
        }
        vector.step(&actions, rows.buffers(), &NewThreads).unwrap();
    }
    assert!(expected.iter().sum::<f64>() > 2000.0, "{expected:?}");
    for (drawn, expected) in drawn.iter().zip(expected) {
        assert!((drawn - expected).abs() <= 5.0 * expected.sqrt(), "{drawn} of {expected}");
    }
}

#[test]
fn to_settle_is_to_roll_until_somebody_is_to_move() {
    let luck = || Seed(8).stream(Purpose::Chance, 0);
    let (mut rolls, mut settles) = (luck(), luck());
    let (mut rolled, mut settled) = (race("4,7 1! 9"), race("4,7 1! 9"));
    while rolled.turn() == Turn::Chance {
        rolled.roll(&mut rolls);
    }
    settled.settle(&mut settles);
    assert_eq!(rolled, settled);
    assert_eq!(rolls.bits(), settles.bits());
    // Nothing happens where no chance event is pending.
    settled.settle(&mut settles);
    assert_eq!(rolled, settled);
}
