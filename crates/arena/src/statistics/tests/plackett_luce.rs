//! Ratings against games of known strength, against an independent method, and at their limits.

use ludarium_game::{Rng, Seed};

use super::super::elo::{ELO_PER_LOGIT, elo_of_share};
use super::super::{Estimate, Ratings, Results, ScoredGame, Z95, share};
use super::simulation::{luck, ranked, ranked_game};

const SEATS: [f64; 3] = [0.3, 0.0, -0.3];
const SKILLS: [f64; 5] = [-0.9, -0.3, 0.0, 0.4, 0.8];

fn rate(games: &[ScoredGame], agents: usize) -> Option<Ratings> {
    Results::of(games).rate(agents)
}

/// Blocks of three rotations between three of five agents. Luck belongs to the seat and is shared by
/// the block, or belongs to the game.
fn rotations(blocks: u64, shared: bool, rng: &mut Rng) -> Vec<ScoredGame> {
    let mut games = Vec::new();
    for block in 0..blocks {
        let mut agents = [0, 1, 2, 3, 4];
        rng.shuffle(&mut agents);
        let mut dice = luck(3, rng);
        for turn in 0..3 {
            let line_up = [0, 1, 2].map(|seat| agents[(seat + turn) % 3]);
            let logits = [0, 1, 2].map(|seat| SKILLS[line_up[seat]] + SEATS[seat]);
            if !shared {
                dice = luck(3, rng);
            }
            games.push(ranked(block, &line_up, &logits, &dice));
        }
    }
    games
}

fn duel(block: u64, white: usize, black: usize, score: f64) -> ScoredGame {
    ScoredGame { block, agents: vec![white, black], scores: vec![score, 1.0 - score] }
}

fn standard_error(estimate: &Estimate) -> f64 {
    (estimate.high - estimate.low) / (2.0 * Z95)
}

/// The truth is found, for agents and for seats, and intervals hold it as often as they say.
#[test]
fn strengths_are_recovered() {
    const REPEATS: usize = 150;
    let mut rng = Rng::new(Seed(21));
    for shared in [false, true] {
        let (mut covered, mut checked, mut squares) = (0, 0, 0.0);
        for _ in 0..REPEATS {
            let found = rate(&rotations(100, shared, &mut rng), 5).unwrap();
            assert_eq!((found.games, found.blocks), (300, 100));
            let agents = found.agents.iter().flatten().zip(SKILLS);
            for (estimate, truth) in agents.chain(found.seats.iter().zip(SEATS)) {
                let off = estimate.value - ELO_PER_LOGIT * truth;
                let distance = off / standard_error(estimate);
                assert!(distance.abs() < 5.0, "{estimate:?} {truth}");
                covered += usize::from(distance.abs() < Z95);
                checked += 1;
                squares += distance * distance;
            }
        }
        assert_eq!(checked, 8 * REPEATS);
        // 150 repetitions with five free strengths and two free seats are about 1000 trials.
        let coverage = covered as f64 / checked as f64;
        let tolerance = 3.0 * (0.95 * 0.05 / 1000.0f64).sqrt();
        assert!((coverage - 0.95).abs() < tolerance, "{shared}: {coverage}");
        assert!((squares / checked as f64 - 1.0).abs() < 0.2, "{shared}: {squares}");
    }
}

/// A block that repeats a game knows no more than the game; counting both would be sure too soon.
#[test]
fn blocks_are_not_taken_for_independent_games() {
    let mut rng = Rng::new(Seed(22));
    let once: Vec<ScoredGame> = (0..400)
        .map(|block| {
            let (agents, logits) = [([0, 1], [0.2, 0.0]), ([1, 0], [0.0, 0.2])][block as usize % 2];
            ranked_game(block, &agents, &logits, &mut rng)
        })
        .collect();
    let twice: Vec<ScoredGame> =
        once.iter().flat_map(|game| [game.clone(), game.clone()]).collect();
    let mut unrelated = twice.clone();
    for (block, game) in unrelated.iter_mut().enumerate() {
        game.block = block as u64;
    }
    let error = |games: &[ScoredGame]| standard_error(&rate(games, 2).unwrap().agents[0].unwrap());
    assert!((error(&twice) / error(&once) - 1.0).abs() < 0.01);
    assert!((error(&unrelated) / error(&once) - 0.5f64.sqrt()).abs() < 0.01);
}

#[test]
fn order_and_names_do_not_matter() {
    let mut rng = Rng::new(Seed(23));
    let mut games = rotations(40, true, &mut rng);
    let before = rate(&games, 5).unwrap();
    rng.shuffle(&mut games);
    let names = [3, 0, 4, 1, 2];
    for game in &mut games {
        game.agents.iter_mut().for_each(|agent| *agent = names[*agent]);
        game.block = 1000 - game.block;
    }
    let after = rate(&games, 5).unwrap();
    for (agent, name) in names.into_iter().enumerate() {
        let (a, b) = (before.agents[agent].unwrap(), after.agents[name].unwrap());
        assert!((a.value - b.value).abs() < 1e-4 && (a.low - b.low).abs() < 1e-4);
    }
    let sum: f64 = before.agents.iter().flatten().map(|rating| rating.value).sum();
    let seats: f64 = before.seats.iter().map(|seat| seat.value).sum();
    assert!(sum.abs() < 1e-9 && seats.abs() < 1e-9);
}

/// Bradley–Terry with a term for the first move, by the fixed-point iteration of the literature.
fn bradley_terry(games: &[ScoredGame], agents: usize) -> Vec<f64> {
    let mut strengths = vec![1.0f64; agents + 2];
    for _ in 0..3000 {
        for index in 0..strengths.len() {
            let (mut won, mut exposure) = (1.0, 2.0 / (strengths[index] + 1.0));
            for game in games {
                let side = |seat: usize| strengths[game.agents[seat]] * strengths[agents + seat];
                let mine = |seat: usize| index == game.agents[seat] || index == agents + seat;
                for seat in (0..2).filter(|&seat| mine(seat)) {
                    won += game.scores[seat];
                    exposure += side(seat) / strengths[index] / (side(0) + side(1));
                }
            }
            strengths[index] = won / exposure;
        }
    }
    strengths.into_iter().map(|strength| ELO_PER_LOGIT * strength.ln()).collect()
}

#[test]
fn two_seats_are_bradley_terry_with_a_first_move() {
    let mut rng = Rng::new(Seed(24));
    let mut games = Vec::new();
    for block in 0..60 {
        let (white, black) = [(0, 1), (1, 2), (2, 0), (1, 0)][block as usize % 4];
        games.push(duel(block, white, black, [0.0, 0.5, 1.0, 1.0][rng.below(4) as usize]));
    }
    let found = rate(&games, 3).unwrap();
    let expected = bradley_terry(&games, 3);
    let mean = expected[..3].iter().sum::<f64>() / 3.0;
    for agent in 0..3 {
        let off = found.agents[agent].unwrap().value - (expected[agent] - mean);
        assert!(off.abs() < 1e-3, "{found:?} {expected:?}");
    }
    let first_move = found.seats[0].value - found.seats[1].value;
    assert!((first_move - (expected[3] - expected[4])).abs() < 1e-3);
}

/// Equal agents, white scoring 54 of 100, is 28 Elo for the first move.
#[test]
fn seat_bias_has_the_width_of_its_share() {
    let games: Vec<ScoredGame> = (0..200)
        .map(|n| duel(n, (n % 2) as usize, (1 - n % 2) as usize, f64::from(n % 100 < 54)))
        .collect();
    let found = rate(&games, 2).unwrap();
    let bias = found.seats[0].value - found.seats[1].value;
    assert!((bias - 27.9).abs() < 1.0, "{bias}");
    let half = 2.0 * (found.seats[0].high - found.seats[0].value);
    let wilson = share(108, 200);
    let expected = elo_of_share(wilson.high, 2).unwrap() - elo_of_share(wilson.value, 2).unwrap();
    assert!((half / expected - 1.0).abs() < 0.1, "{half} {expected}");
}

#[test]
fn lopsided_and_tiny_samples_stay_finite_and_wide() {
    assert_eq!(rate(&[], 3), None);
    assert_eq!(rate(&[duel(0, 0, 7, 1.0)], 2), None);
    for number in [1, 2, 10, 1000] {
        for score in [0.0, 0.5, 1.0] {
            let games: Vec<ScoredGame> = (0..number).map(|n| duel(n, 0, 1, score)).collect();
            let found = rate(&games, 3).unwrap();
            let first = found.agents[0].unwrap();
            assert!(first.value.is_finite() && first.low.is_finite() && first.high.is_finite());
            assert_eq!((score - 0.5) * first.value > 0.0, score != 0.5);
            assert!(found.agents[2].is_none() && found.superiority[0][2].is_none());
            let superiority = found.superiority[0][1].unwrap();
            assert!((superiority + found.superiority[1][0].unwrap() - 1.0).abs() < 1e-12);
            assert!(number > 2 || (0.05..0.95).contains(&superiority), "{found:?}");
            // Nobody swapped seats, so the seat may have won it all: nothing is sure.
            assert!(first.high - first.low > 100.0, "{found:?}");
        }
    }
    // One win each in one block: the block hangs together perfectly, but one block proves nothing.
    let pair = [duel(0, 0, 1, 1.0), duel(0, 1, 0, 1.0)];
    let rating = rate(&pair, 2).unwrap().agents[0].unwrap();
    assert!(rating.value.abs() < 1e-9 && rating.high > 200.0, "{rating:?}");
    // With seats swapped the lower end of nothing but wins is near that of Wilson's interval; for few
    // blocks it is more careful.
    for (pairs, below) in [(5, 100.0), (50, 40.0), (500, 40.0)] {
        let games: Vec<ScoredGame> =
            (0..pairs).flat_map(|n| [duel(2 * n, 0, 1, 1.0), duel(2 * n + 1, 1, 0, 0.0)]).collect();
        let rating = rate(&games, 2).unwrap().agents[0].unwrap();
        let wilson = elo_of_share(share(2 * pairs, 2 * pairs).low, 2).unwrap();
        let off = 2.0 * rating.low - wilson;
        assert!((-below..40.0).contains(&off), "{pairs}: {rating:?} {wilson}");
    }
}

#[test]
fn pools_without_a_link_are_not_compared() {
    let games = [duel(0, 0, 1, 1.0), duel(1, 2, 3, 1.0), duel(2, 4, 4, 1.0)];
    let found = rate(&games, 5).unwrap();
    assert!(found.superiority[0][1].unwrap() > 0.5);
    assert_eq!((found.superiority[0][2], found.superiority[0][0]), (None, None));
    // Agent 4 met only itself.
    assert_eq!(found.agents.iter().filter(|rating| rating.is_some()).count(), 4);
    let alone = rate(&games[2..], 5).unwrap();
    assert!(alone.agents.iter().all(Option::is_none) && alone.seats.len() == 2);
}

/// 60 : 40 in independent games is 2.04 standard errors from equal.
#[test]
fn superiority_is_the_tail_of_the_normal_distribution() {
    let games: Vec<ScoredGame> = (0..100)
        .map(|n| {
            duel(n, (n % 2) as usize, (1 - n % 2) as usize, {
                let first_wins = n % 10 < 6;
                f64::from(first_wins == (n % 2 == 0))
            })
        })
        .collect();
    let found = rate(&games, 2).unwrap().superiority[0][1].unwrap();
    assert!((0.973..0.983).contains(&found), "{found}");
}
