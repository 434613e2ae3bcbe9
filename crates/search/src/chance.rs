//! `Chance`: what a tree search does where chance draws.

use ludarium_game::{ChancePlace, Game, Listing, Rng, Scores, Seed};

/// How many outcomes stand for an event that is too large to list.
const SAMPLES_OF_TOO_MANY: u32 = 16;

/// What a tree search does where chance draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chance {
    /// Take the expectation over all outcomes; where there are too many to list, over 16 sampled ones.
    #[default]
    Expect,
    /// Follow one outcome as if it were certain: the most probable one, the first listed among
    /// equals; where there are too many to list, a sampled one.
    Ignore,
    /// Take the expectation over this many sampled outcomes, drawn with replacement; where there are
    /// not more outcomes than that, over all.
    Sample(u32),
}

impl Chance {
    /// Replaces `out` by the outcomes to follow with weights that sum to 1.
    ///
    /// Samples come from `stream`: a search that gives the same stream for all nodes of equal depth
    /// compares sibling moves with the same outcomes, and sees the same tree whatever it prunes.
    #[inline]
    pub(crate) fn outcomes<G: Game>(
        self,
        position: &G,
        stream: impl FnOnce() -> Rng,
        out: &mut Vec<(G::Move, f64)>,
    ) {
        let listing = position.chances(out);
        match (self, listing) {
            (Chance::Expect, Listing::Complete) => {}
            (Chance::Expect, Listing::TooMany) => {
                sample(position, SAMPLES_OF_TOO_MANY, &mut stream(), out);
            }
            (Chance::Ignore, Listing::Complete) => keep_most_probable(out),
            (Chance::Ignore, Listing::TooMany) => sample(position, 1, &mut stream(), out),
            (Chance::Sample(most), Listing::Complete) if out.len() <= most as usize => {}
            (Chance::Sample(most), _) => sample(position, most.max(1), &mut stream(), out),
        }
    }
}

/// The mean of what follows these outcomes; `None` as soon as one has no value.
#[inline]
pub(crate) fn mean<G: Game>(
    position: &G,
    outcomes: &[(G::Move, f64)],
    mut value: impl FnMut(&G) -> Option<Scores>,
) -> Option<Scores> {
    let mut sum = Scores::ZERO;
    for &(outcome, probability) in outcomes {
        let mut after = position.clone();
        after.play(outcome);
        sum += value(&after)? * probability as f32;
    }
    Some(sum)
}

/// Whether chance settles the move before it, so that a position still waiting for it cannot be judged.
pub(crate) const fn settles_moves<G: Game>() -> bool {
    matches!(G::CHANCE, ChancePlace::AfterMove)
}

/// The stream for chance nodes with `depth` plies to go that follow `run` other chance events.
///
/// The stream depends on the depth to go, not on the path to the node: a node reached in two ways then has
/// one value, as a transposition table assumes.
pub(crate) fn stream_at(seed: Seed, depth: i32, run: u32) -> Rng {
    let place = (u64::from(run) << 32) | u64::from(depth as u32);
    seed.stream(ludarium_game::Purpose::Chance, place)
}

fn sample<G: Game>(position: &G, samples: u32, rng: &mut Rng, out: &mut Vec<(G::Move, f64)>) {
    out.clear();
    let weight = 1.0 / f64::from(samples);
    for _ in 0..samples {
        let rolled = position.roll(rng);
        match out.iter_mut().find(|(outcome, _)| *outcome == rolled) {
            Some((_, sum)) => *sum += weight,
            None => out.push((rolled, weight)),
        }
    }
}

fn keep_most_probable<M: Copy>(out: &mut Vec<(M, f64)>) {
    let mut best = 0;
    for (index, (_, probability)) in out.iter().enumerate() {
        if *probability > out[best].1 {
            best = index;
        }
    }
    if let Some(&(outcome, _)) = out.get(best) {
        out.clear();
        out.push((outcome, 1.0));
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{MoveList, Turn};

    use super::*;
    use crate::testing::{RandomTree, TreeShape};

    fn chance_nodes() -> Vec<RandomTree> {
        let shape = TreeShape { branching: 6, chance_every: 2, ..TreeShape::DUEL };
        let mut buffer = MoveList::new();
        (0..300)
            .filter_map(|seed| {
                let mut node = RandomTree::new(shape, seed);
                node.moves(&mut buffer);
                node.play(buffer[0]);
                (node.turn() == Turn::Chance).then_some(node)
            })
            .collect()
    }

    fn outcomes(chance: Chance, node: &RandomTree, seed: u64) -> Vec<(u8, f64)> {
        let mut out = Vec::new();
        chance.outcomes(node, || stream_at(Seed(seed), 3, 0), &mut out);
        out
    }

    #[test]
    fn weights_sum_to_one_and_samples_are_of_the_listed_outcomes() {
        let nodes = chance_nodes();
        assert!(nodes.len() > 50);
        for node in &nodes {
            let all = outcomes(Chance::Expect, node, 0);
            for chance in [Chance::Expect, Chance::Ignore, Chance::Sample(3)] {
                let some = outcomes(chance, node, 7);
                let sum: f64 = some.iter().map(|(_, weight)| weight).sum();
                assert!((sum - 1.0).abs() < 1e-12);
                assert!(some.iter().all(|(o, _)| all.iter().any(|(a, _)| a == o)));
            }
            assert_eq!(outcomes(Chance::Sample(6), node, 0), all);
        }
    }

    #[test]
    fn ignoring_follows_the_most_probable_outcome() {
        for node in chance_nodes() {
            let all = outcomes(Chance::Expect, &node, 0);
            let [(followed, _)] = outcomes(Chance::Ignore, &node, 0)[..] else {
                panic!("one outcome is followed");
            };
            let most = all.iter().map(|(_, p)| *p).fold(0.0, f64::max);
            let first = all.iter().find(|(_, p)| *p == most);
            assert_eq!(first.map(|(outcome, _)| *outcome), Some(followed));
        }
    }

    #[test]
    fn samples_are_repeatable_and_near_the_probabilities() {
        let nodes = chance_nodes();
        let node = nodes.iter().max_by_key(|n| outcomes(Chance::Expect, n, 0).len());
        let node = node.expect("there are chance nodes");
        let all = outcomes(Chance::Expect, node, 0);
        assert_eq!(outcomes(Chance::Sample(4), node, 5), outcomes(Chance::Sample(4), node, 5));
        let mut means = vec![0.0; all.len()];
        for seed in 0..4000 {
            for (outcome, weight) in outcomes(Chance::Sample(4), node, seed) {
                let index = all.iter().position(|(o, _)| *o == outcome);
                means[index.expect("listed")] += weight / 4000.0;
            }
        }
        for (mean, (_, probability)) in means.iter().zip(&all) {
            // Six standard deviations of 16,000 draws are below 0.024.
            assert!((mean - probability).abs() < 0.024);
        }
    }
}
