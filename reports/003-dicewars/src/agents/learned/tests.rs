//! Features worked out by hand, shortcuts against plain definitions, and the clock. Recorded features and
//! decisions are compared by the conformance tests.

use std::time::Duration;

use crate::agents::course::tests::position;
use ludarium_dicewars::rules::{Area, Dicewars, Move};
use ludarium_game::{Agent, Budget, Game, Rng, Seat, Seed, Spec, Tabletop, Turn};
use ludarium_learn::dense::{Activation, Architecture, Network};

use super::prospects::Prospects;
use super::*;

/// Weights with all kinds of signs and sizes.
fn network(sizes: &[usize], seed: u64) -> Network {
    let shape = Architecture::layered(sizes, Activation::Sigmoid, Activation::Sigmoid).unwrap();
    let mut rng = Rng::new(Seed(seed));
    let parameters = (0..shape.parameters()).map(|_| 8.0 * rng.unit() as f32 - 4.0);
    let parameters = parameters.collect();
    Network::new(shape, parameters).unwrap()
}

fn drawn(seed: u64) -> (Happ, Wpp) {
    let (happ, wpp) = (network(&[6, 6, 1], seed), network(&[6, 1], seed));
    (
        Happ::new(happ.parameters().try_into().unwrap()),
        Wpp::new(wpp.parameters().try_into().unwrap()),
    )
}

/// Positions of a few games of random moves with the player to move.
fn positions(count: usize) -> Vec<Dicewars> {
    let rules = Dicewars::rules(&Spec::parse("flat").unwrap()).unwrap();
    let mut rng = Rng::new(Seed(5));
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Dicewars::start(&rules, &mut rng);
        let mut moves = Default::default();
        while found.len() < count && position.turn() != Turn::Over {
            let mv = match position.turn() {
                Turn::Seat(_) => {
                    found.push(position.clone());
                    position.pick(&mut rng, &mut moves)
                }
                _ => position.roll(&mut rng),
            };
            position.play(mv);
        }
    }
    found
}

/// Areas 1 and 2 of player 1 stand before area 3 of player 2 and area 4 of player 3.
#[test]
fn features_worked_out_by_hand() {
    let position = position(3, "1123;4261", "2/1.3.4/2/2");
    let territory = Territory::of(&position);
    // Six dice beat two but for 0.00178315; a single die cannot attack.
    let near = |found: [f32; 6], wanted: [f32; 6]| {
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-7, "{found} is not {wanted}");
        }
    };
    near(
        area_features(&territory, Area(1), Wording::CourseProgram),
        [0.00178315, 6.0 / 13.0, 2.0, 1.0, 2.0, 0.5],
    );
    near(
        area_features(&territory, Area(0), Wording::CourseProgram),
        [1.0, 1.0, 0.0, 1.0, 0.0, 0.5],
    );
    near(
        player_features(&territory, Seat(0), Wording::CourseProgram),
        [0.5, 1.0 / 3.0, 2.0 / 6.0, 0.5, 0.00178315, (1.0 + 6.0 / 13.0) / 2.0],
    );
    near(
        player_features(&territory, Seat(1), Wording::CourseProgram),
        [0.25, 1.0 / 3.0, 1.0, 0.25, 1.0 - 0.00076625, 6.0 / 8.0],
    );
}

/// The same position as the text describes it: own dice for each die of the enemies, the border against that of the
/// others, the safety of all areas.
#[test]
fn features_of_the_text_worked_out_by_hand() {
    let position = position(3, "1123;4261", "2/1.3.4/2/2");
    let territory = Territory::of(&position);
    let area = area_features(&territory, Area(1), Wording::Text);
    assert_eq!(area[1], 6.0 / 7.0);
    // Nobody else is near: as if there was one die.
    assert_eq!(area_features(&territory, Area(0), Wording::Text)[1], 6.0);
    let program = area_features(&territory, Area(1), Wording::CourseProgram);
    assert_eq!((area[0], &area[2..]), (program[0], &program[2..]));
    let player = player_features(&territory, Seat(0), Wording::Text);
    assert_eq!(player[1], 1.0 / 2.0);
    assert!((player[4] - (1.0 + 0.00178315) / 2.0).abs() < 1e-6, "{player:?}");
    assert!((player[5] - (6.0 + 6.0 / 7.0) / 2.0).abs() < 1e-6, "{player:?}");
}

#[test]
fn a_logistic_happ_is_a_regression() {
    let mut rng = Rng::new(Seed(4));
    for seed in 0..50 {
        let plain = network(&[6, 1], seed);
        let happ = Happ::logistic(plain.parameters().try_into().unwrap());
        let features: [f32; 6] = std::array::from_fn(|_| 4.0 * rng.unit() as f32);
        assert!((happ.held(&features) - plain.evaluate(&features)[0]).abs() < 1e-5);
    }
}

/// Every set of predictors that ships says probabilities that are not all alike, and no two say the same.
#[test]
fn shipped_predictors_differ() {
    let positions = positions(40);
    let said = Predictors::ALL.map(|predictors| {
        let values = positions.iter().flat_map(|position| {
            let territory = Territory::of(position);
            let attacks: Vec<FairAttack> = territory.fair_attacks(position.player()).collect();
            let happ = predictors.happ();
            let values = attacks.iter().map(|attack| happ.value(&territory, attack));
            values.collect::<Vec<f64>>()
        });
        let values: Vec<f64> = values.collect();
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)));
        values
    });
    for (index, values) in said.iter().enumerate() {
        assert!(said[..index].iter().all(|other| other != values), "{index}");
    }
}

/// The text's set A, written down: every attack worth more than the threshold, for everybody.
#[test]
fn the_text_follows_all_attacks_worth_enough() {
    let mut more = 0;
    for (index, position) in positions(200).iter().enumerate() {
        let (happ, wpp) = drawn(index as u64 % 8);
        let options = ExpectimaxN { threshold: 0.01, ..ExpectimaxN::as_written(happ, wpp, 1000) };
        let territory = Territory::of(position);
        let seat = position.player();
        let attacks = territory.fair_attacks(seat);
        let worth = attacks.filter(|attack| options.happ.value(&territory, attack) > 0.01);
        let count = worth.count();
        let found = Prospects::similar(&options, &territory, seat);
        assert_eq!(found.len(), count);
        assert_eq!(Prospects::replies(&options, &territory, seat).len(), count);
        more += usize::from(count > 10);
    }
    assert!(more > 2, "{more} positions with more than ten attacks");
}

#[test]
fn a_limit_of_positions_is_kept_and_deepens_level_by_level() {
    let mut depths = Vec::new();
    for position in positions(60) {
        for limit in [1, 300, 3000] {
            let (happ, wpp) = drawn(3);
            let mut agent =
                ExpectimaxN { threshold: 0.001, ..ExpectimaxN::as_written(happ, wpp, limit) };
            let decision = agent.choose(&position, &Budget::default(), &mut Rng::new(Seed(1)));
            assert!(decision.nodes <= limit);
            depths.push(decision.depth);
        }
    }
    let rounds: Vec<&[u32]> = depths.chunks(3).collect();
    assert!(rounds.iter().all(|round| round.is_sorted()));
    assert!(rounds.iter().any(|round| round[0] < round[1] && round[1] < round[2]));
}

#[test]
fn who_has_all_or_nothing_needs_no_predictor() {
    let (_, wpp) = drawn(1);
    let attack = FairAttack { from: Area(1), to: Area(2), probability: 1.0 };
    let position = position(3, "112;171", "2/1.3/2");
    let values = wpp.values(&Territory::of(&position));
    assert!(values[0] > 0.0 && values[1] > 0.0 && values[0] < 1.0);
    assert_eq!(values[2], 0.0);
    let after = Territory::of(&position).after_success(&attack);
    assert_eq!((after.dice(Area(1)), after.dice(Area(2))), (1, 6));
    assert_eq!(wpp.values(&after)[..3], [1.0, 0.0, 0.0]);
}

#[test]
fn predictors_are_networks_up_to_rounding() {
    let mut rng = Rng::new(Seed(2));
    for seed in 0..50 {
        let (happ, wpp) = drawn(seed);
        let features: [f32; 6] = std::array::from_fn(|_| 4.0 * rng.unit() as f32);
        let plain = network(&[6, 6, 1], seed).evaluate(&features);
        assert!((happ.held(&features) - plain[0]).abs() < 1e-5);
        let plain = network(&[6, 1], seed).evaluate(&features);
        assert!((wpp.wins(&features) - plain[0]).abs() < 1e-5);
    }
}

/// The report's filter, written down as it is described.
fn plain_prospects(
    options: &ExpectimaxN,
    territory: &Territory,
    seat: Seat,
) -> Vec<(FairAttack, f64)> {
    let mut attacks: Vec<FairAttack> = territory.fair_attacks(seat).collect();
    attacks.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    attacks.truncate(options.width);
    let valued = attacks.iter();
    let valued = valued.map(|attack| (*attack, options.happ.value(territory, attack)));
    let mut valued: Vec<(FairAttack, f64)> = valued.collect();
    valued.sort_by(|a, b| b.1.total_cmp(&a.1));
    valued.retain(|(_, value)| *value > options.threshold);
    valued
}

#[test]
fn shortcuts_find_the_same_attacks() {
    let mut several = 0;
    for (index, position) in positions(600).iter().enumerate() {
        let (happ, wpp) = drawn(index as u64 % 8);
        let options = ExpectimaxN {
            similar: [0.0, 0.3, 0.8][index % 3],
            width: [10, 3, 7][index % 3],
            threshold: 0.001,
            ..ExpectimaxN::new(happ, wpp)
        };
        let territory = Territory::of(position);
        let seat = position.player();
        let plain = plain_prospects(&options, &territory, seat);
        let similar: Vec<FairAttack> = plain
            .iter()
            .filter(|(_, value)| value / plain[0].1 > options.similar)
            .map(|(attack, _)| *attack)
            .collect();
        assert_eq!(Prospects::similar(&options, &territory, seat).to_vec(), similar);
        let best = plain.first().map(|(attack, _)| *attack);
        let found = Prospects::best(&options, &territory, seat);
        assert_eq!(found.first().copied(), best);
        several += usize::from(similar.len() > 1);
    }
    assert!(several > 50, "{several} positions with several attacks");
}

#[test]
fn the_clock_decides_how_far_it_looks() {
    let (happ, wpp) = drawn(3);
    let mut agent =
        ExpectimaxN { similar: 0.8, threshold: 0.001, ..ExpectimaxN::new(happ.clone(), wpp) };
    let happ_only = HappOnly { happ, threshold: 0.001 };
    let mut rng = Rng::new(Seed(1));
    let mut searched = 0;
    for position in positions(100) {
        let mut choose = |left: Option<u64>| {
            let budget = Budget { left: left.map(Duration::from_millis), ..Budget::default() };
            agent.choose(&position, &budget, &mut rng)
        };
        assert_eq!(choose(Some(1999)).chosen, happ_only.decide(&position));
        let (hurried, calm) = (choose(Some(5999)), choose(Some(6000)));
        if calm.depth > 0 {
            assert_eq!((hurried.depth, calm.depth), (2 + 6, 4 + 6));
            assert!(hurried.nodes < calm.nodes);
            searched += 1;
        }
        assert_eq!(calm.chosen, choose(None).chosen);
    }
    assert!(searched > 5, "{searched} searches");
}

#[test]
fn a_search_cut_short_answers_with_the_most_valuable_attack() {
    let (happ, wpp) = drawn(3);
    let mut agent = ExpectimaxN { similar: 0.1, threshold: 0.001, ..ExpectimaxN::new(happ, wpp) };
    let budget = Budget { nodes: Some(3), ..Budget::default() };
    for position in positions(40) {
        let seat = position.player();
        let first = Prospects::similar(&agent, &Territory::of(&position), seat);
        let first = first.first().map_or(Move::EndTurn, |&first| first.into());
        let decision = agent.choose(&position, &budget, &mut Rng::new(Seed(1)));
        assert_eq!(decision.chosen, first);
        assert!(decision.nodes <= 3);
    }
}

#[test]
fn under_a_softmax_chances_sum_to_one_and_keep_their_logits() {
    for (seed, position) in (1..).zip(positions(40)) {
        let (_, wpp) = drawn(seed);
        let territory = Territory::of(&position);
        let (alone, shared) =
            (wpp.values(&territory), wpp.clone().with_softmax(true).values(&territory));
        assert!((shared.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        // Chances near 0 or 1 lose their digits.
        let clear = |value: f64| value > 0.001 && value < 0.999;
        let logit = |value: f64| (value / (1.0 - value)).ln();
        let seats: Vec<usize> = (0..alone.len()).filter(|&seat| clear(alone[seat])).collect();
        for pair in seats.windows(2) {
            let wanted = logit(alone[pair[0]]) - logit(alone[pair[1]]);
            let found = (shared[pair[0]] / shared[pair[1]]).ln();
            assert!((found - wanted).abs() < 1e-3, "{found} is not {wanted}");
        }
    }
}
