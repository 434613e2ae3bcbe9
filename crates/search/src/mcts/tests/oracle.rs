//! Searches that ask an oracle: equal to the usual search where both know the same, and exact in what they count.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use ludarium_game::{Agent, Decision, Evaluation, Gain, Game, Rng, Seat, Seed, Turn};

use super::support::*;
use crate::mcts::*;
use crate::testing::{RandomTree, TreeShape};

/// Says what [`Estimate`] and [`GainOfEstimate`] say, and keeps a record of the batches.
#[derive(Default)]
struct Told {
    batches: Mutex<Vec<usize>>,
    luck: AtomicU64,
}

impl Oracle<RandomTree> for Told {
    fn judge(&self, leaves: &[Leaf<RandomTree>]) -> Vec<Opinion> {
        self.batches.lock().unwrap().push(leaves.len());
        let opinion = |leaf: &Leaf<RandomTree>| {
            if !matches!(leaf.position.turn(), Turn::Seat(_)) {
                self.luck.fetch_add(1, Relaxed);
            }
            let gains = leaf.moves.iter();
            let gains = gains.map(|&mv| GainOfEstimate.gain(&leaf.position, mv));
            let gains: Vec<f32> = gains.collect();
            let highest = gains.iter().copied().fold(f32::MIN, f32::max);
            let weight = |gain: &f32| f64::from(gain - highest).exp() as f32;
            let weights: Vec<f32> = gains.iter().map(weight).collect();
            let sum: f32 = weights.iter().sum();
            Opinion {
                scores: Estimate.evaluate(&leaf.position),
                priors: weights.iter().map(|weight| weight / sum).collect(),
            }
        };
        leaves.iter().map(opinion).collect()
    }
}

fn puct(batch: u32) -> Parameters {
    Parameters {
        selection: Selection::Puct { init: 0.8, base: 19_652.0, temperature: 1.0 },
        urgency: Urgency::Parent { reduction: 0.2 },
        truncate: Some(0),
        batch,
        ..Parameters::default()
    }
}

fn ask(position: &RandomTree, parameters: Parameters, count: u64) -> (Decision<u8>, Arc<Told>) {
    let told = Arc::new(Told::default());
    let mut rng = Rng::new(Seed(1));
    let mut search = informed(parameters).asking(told.clone());
    (search.choose(position, &iterations(count), &mut rng), told)
}

/// Move, visits and scores of each candidate, by move: equally good ones come in any order.
fn weighed(decision: &Decision<u8>) -> Vec<(u8, u64, Vec<f32>)> {
    let candidates = decision.candidates.iter();
    let mut weighed: Vec<_> =
        candidates.map(|one| (one.mv, one.visits, one.scores.as_slice(3).to_vec())).collect();
    weighed.sort_by_key(|one| one.0);
    weighed
}

#[test]
fn one_leaf_at_a_time_is_the_usual_search_with_the_same_knowledge() {
    // So many grades that no two moves look alike: which of them came first is drawn.
    let wide = TreeShape { branching: 7, depth: 7, grades: 1 << 22, ..DUEL };
    for seed in 0..60 {
        for solver in [false, true] {
            let parameters = Parameters { solver, ..puct(1) };
            let position = RandomTree::new(wide, seed);
            let (asked, _) = ask(&position, parameters, 200);
            let mut rng = Rng::new(Seed(2));
            let usual = informed(parameters).choose(&position, &iterations(200), &mut rng);
            assert_eq!(weighed(&asked), weighed(&usual), "seed {seed}");
            assert_eq!(asked.iterations, usual.iterations);
        }
    }
}

#[test]
fn batches_are_filled_and_every_simulation_counts_once() {
    let wide = TreeShape { branching: 12, depth: 9, early_end: 0, seats: 3, ..DICE };
    for seed in 0..20 {
        let position = RandomTree::new(wide, seed);
        let (decision, told) = ask(&position, puct(16), 500);
        assert_eq!(decision.iterations, 500);
        let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        assert_eq!(visits, 500);
        let batches = told.batches.lock().unwrap();
        assert!(batches.iter().all(|&size| (1..=16).contains(&size)));
        let mean = batches.iter().sum::<usize>() as f64 / batches.len() as f64;
        assert!(mean > 8.0, "seed {seed}: {mean} leaves a batch");
        assert_eq!(told.luck.load(Relaxed), 0, "asked while chance was next");
    }
}

#[test]
fn the_same_seed_gives_the_same_tree_and_larger_batches_a_like_one() {
    let wide = TreeShape { branching: 6, depth: 8, ..DUEL };
    let mut agree = 0;
    for seed in 0..50 {
        let position = RandomTree::new(wide, seed);
        let (once, _) = ask(&position, puct(8), 800);
        let (again, _) = ask(&position, puct(8), 800);
        let visits = |one: &Decision<u8>| -> Vec<u64> {
            one.candidates.iter().map(|one| one.visits).collect()
        };
        assert_eq!(visits(&once), visits(&again));
        let (single, _) = ask(&position, puct(1), 800);
        agree += u32::from(once.chosen == single.chosen);
    }
    assert!(agree >= 42, "{agree} of 50 decisions");
}

#[test]
fn proofs_end_a_search_and_find_the_best_move() {
    let small = TreeShape { depth: 4, branching: 3, ..DUEL };
    let parameters = Parameters { solver: true, ..puct(8) };
    for seed in 0..50 {
        let position = RandomTree::new(small, seed);
        let (decision, _) = ask(&position, parameters, 20_000);
        assert!(regret(&position, &decision) < 1e-4, "seed {seed}");
        let all = exact(&position);
        if all.of(Seat(0)).0 > 0.999 {
            assert!(decision.iterations < 20_000);
        }
    }
}

#[test]
fn a_full_tree_and_a_spent_budget_still_answer() {
    let wide = TreeShape { branching: 12, depth: 9, ..DICE };
    let position = RandomTree::new(wide, 3);
    let tiny = Parameters { memory: 4096, ..puct(8) };
    let (decision, told) = ask(&position, tiny, 400);
    assert_eq!(decision.iterations, 400);
    assert_eq!(told.luck.load(Relaxed), 0);
    let (decision, told) = ask(&position, puct(8), 0);
    assert_eq!((decision.iterations, told.batches.lock().unwrap().len()), (0, 1));
    assert!(!decision.candidates.is_empty());
}

#[test]
fn threads_share_one_tree() {
    let wide = TreeShape { branching: 12, depth: 9, ..DICE };
    let parameters = Parameters { threads: 3, ..puct(8) };
    let (decision, _) = ask(&RandomTree::new(wide, 5), parameters, 1000);
    let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
    assert_eq!((decision.iterations, visits), (1000, 1000));
}
