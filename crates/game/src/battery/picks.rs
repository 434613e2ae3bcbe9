//! Random moves are uniform.

use std::collections::HashMap;

use super::random_game;
use crate::{MoveList, Purpose, Rng, Seed, Tabletop, Turn};

/// `pick` is `moves[rng.below(moves.len())]`, number for number.
pub fn check_pick_is_from_list<G: Tabletop>(position: &G, rng: &mut Rng) {
    if !matches!(position.turn(), Turn::Seat(_)) {
        return;
    }
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut same = rng.clone();
    let expected = moves[same.below(moves.len() as u32) as usize];
    let picked = position.pick(rng, &mut MoveList::new());
    assert_eq!(picked, expected, "pick in {}", position.describe());
    assert_eq!(*rng, same, "pick draws once, in {}", position.describe());
}

/// All moves are picked equally often in twenty positions of random games.
pub fn check_uniform<G: Tabletop>(rules: &G::Rules) {
    for seed in 0..4 {
        let mut positions = Vec::new();
        random_game::<G>(rules, seed, |position| {
            if matches!(position.turn(), Turn::Seat(_)) {
                positions.push(position.clone());
            }
        });
        for part in 0..5 {
            check_uniform_at(&positions[part * (positions.len() - 1) / 4], seed);
        }
    }
}

/// All moves are picked equally often in this position.
pub fn check_uniform_at<G: Tabletop>(position: &G, seed: u64) {
    const PICKS_A_MOVE: u32 = 100;
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut counts: HashMap<G::Move, u32> = moves.iter().map(|&mv| (mv, 0)).collect();
    let mut rng = Seed(seed).stream(Purpose::Test, 2);
    let mut buffer = MoveList::new();
    for _ in 0..PICKS_A_MOVE * moves.len() as u32 {
        let picked = position.pick(&mut rng, &mut buffer);
        *counts.get_mut(&picked).expect("a legal move") += 1;
    }
    let expected = f64::from(PICKS_A_MOVE);
    let chi_square: f64 =
        counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let freedom = moves.len() as f64 - 1.0;
    // Six standard deviations, a chance of one in 10^9, by the approximation of Wilson and Hilferty.
    let spread = 2.0 / (9.0 * freedom.max(1.0));
    let bound = freedom * (1.0 - spread + 6.0 * spread.sqrt()).powi(3);
    assert!(
        chi_square <= bound,
        "chi-square {chi_square:.1} is above {bound:.1} for {counts:?} in {}",
        position.describe()
    );
}
