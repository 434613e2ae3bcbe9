//! What the agents of Dice Chess have in common, and that their searches are exact on real positions.

use crate::rules::{Capture, DiceChess, OnBoard, Pawns, Positional, Threats, ThreeDice};
use ludarium_game::{
    Agent, Budget, Evaluation, Game, MoveList, Rng, Seat, Seed, Spec, Tabletop, Turn,
};
use ludarium_search::testing::{decide, first_value, plain, pruned, random_positions};
use ludarium_search::{AlphaBetaOptions, Chance, Star};

use ludarium_agents::{Playable, agent};

pub(super) fn position(text: &str) -> DiceChess {
    let rules = DiceChess::rules(&Spec::parse("seed:bare=off").unwrap()).unwrap();
    DiceChess::parse(&rules, text).unwrap()
}

/// Star1, Star2 and Star2.5 against the definition of expectiminimax.
fn check_stars<G: OnBoard>(positions: &[G], depth: u32, evaluation: impl Evaluation<G> + Copy) {
    for position in positions {
        let expected =
            first_value(&decide(&mut plain(evaluation, depth, Chance::Expect), position));
        for star in [Star::Off, Star::One, Star::Two { probes: 1 }, Star::Two { probes: 3 }] {
            let mut search = pruned(evaluation, Capture, depth, |options| options.star = star);
            let found = first_value(&decide(&mut search, position));
            assert!((found - expected).abs() < 1e-6, "{star:?}: {found}, not {expected}");
        }
    }
}

#[test]
fn star_pruning_keeps_the_value_of_expectiminimax() {
    let positions = random_positions::<DiceChess>("seed", 120);
    check_stars(&positions, 2, Positional::default());
    check_stars(&positions[..40], 3, Pawns::default());
    check_stars(&positions[..40], 3, Threats::default());
    let brainking = random_positions::<DiceChess>("brainking", 30);
    check_stars(&brainking, 2, Positional::default());
}

#[test]
fn star_pruning_keeps_the_value_with_three_dice() {
    let positions = random_positions::<ThreeDice>("three-dice", 20);
    check_stars(&positions, 1, Positional::default());
}

#[test]
fn alpha_beta_that_ignores_chance_equals_minimax_that_ignores_chance() {
    for position in random_positions::<DiceChess>("seed", 120) {
        let expected = decide(&mut plain(Positional::default(), 3, Chance::Ignore), &position);
        let ignore = |options: &mut AlphaBetaOptions| options.chance = Chance::Ignore;
        let found = decide(&mut pruned(Positional::default(), Capture, 3, ignore), &position);
        assert!((first_value(&found) - first_value(&expected)).abs() < 1e-6);
        assert!(found.nodes <= expected.nodes);
    }
}

/// Every agent plays a short budgeted game legally, and the same game again.
fn play_all<G: Playable>(variant: &str, budget: &Budget, plies: u32) {
    let rules = G::rules(&Spec::named(variant)).unwrap();
    for entry in G::entries() {
        let game = || {
            let mut record = Vec::new();
            let (mut dice, mut mind) = (Rng::new(Seed(3)), Rng::new(Seed(4)));
            let mut position = G::start(&rules, &mut dice);
            let mut player = agent::<G>(entry.name).unwrap();
            player.begin(&position, Seat(0));
            let mut moves = MoveList::new();
            while record.len() < plies as usize && position.turn() != Turn::Over {
                let mv = match position.turn() {
                    Turn::Chance => position.roll(&mut dice),
                    _ => player.choose(&position, budget, &mut mind).chosen,
                };
                if position.turn() != Turn::Chance {
                    position.moves(&mut moves);
                    assert!(moves.contains(&mv), "{}: {mv:?}", entry.name);
                }
                player.observe(&position, mv);
                position.play(mv);
                record.push(mv);
            }
            record
        };
        assert_eq!(game(), game(), "{}", entry.name);
    }
}

#[test]
fn every_agent_plays_legally_and_repeats_itself() {
    let budget = Budget { iterations: Some(20), nodes: Some(300), ..Budget::default() };
    play_all::<DiceChess>("seed", &budget, 160);
    play_all::<DiceChess>("brainking", &budget, 60);
    play_all::<ThreeDice>("three-dice", &budget, 24);
}

#[test]
fn every_agent_answers_for_positions_out_of_the_blue() {
    let budget = Budget { iterations: Some(5), nodes: Some(50), ..Budget::default() };
    let variants = ["seed", "brainking", "brainking:stuck=pass", "seed:promo=choice,ep-roll=on"];
    for variant in variants {
        let positions = random_positions::<DiceChess>(variant, 40);
        for entry in DiceChess::entries() {
            let mut player = agent::<DiceChess>(entry.name).unwrap();
            let mut rng = Rng::new(Seed(1));
            let mut moves = MoveList::new();
            for position in &positions {
                let chosen = player.choose(position, &budget, &mut rng).chosen;
                position.moves(&mut moves);
                assert!(moves.contains(&chosen), "{}: {chosen}", entry.name);
            }
        }
    }
}

#[test]
fn agents_take_the_king() {
    let text = "4k3/8/8/8/4R3/8/8/4K2q w - - 0 1 4";
    for entry in DiceChess::entries() {
        // Without a solution the perfect agent knows nothing.
        let careless = ["random", "perfect"].contains(&entry.name);
        let mut player = agent::<DiceChess>(entry.name).unwrap();
        let chosen = decide(&mut player, &position(text)).chosen.to_string();
        assert!(careless || chosen == "e4e8", "{}: {chosen}", entry.name);
    }
}
