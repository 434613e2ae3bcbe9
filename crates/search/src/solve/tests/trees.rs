//! Games that end: every position is exactly what the plain recursion says, for any number of seats.

use std::collections::HashMap;

use super::super::{Solution, SolveOptions, solve};
use super::{definition, quiet};
use crate::testing::{RandomTree, TreeShape, Turns};

fn solved(root: &RandomTree, threads: usize) -> Solution {
    let options = SolveOptions { threads, ..SolveOptions::default() };
    solve(std::slice::from_ref(root), &options, &mut quiet()).unwrap()
}

#[test]
fn trees_with_and_without_chance_are_solved_exactly() {
    let graph = TreeShape { width: 5, depth: 6, turns: Turns::Free, ..TreeShape::CHANCE };
    let many = TreeShape { constant_sum: false, chance_every: 4, ..graph };
    let (mut positions, mut ties) = (0, 0);
    for shape in [
        TreeShape::DUEL,
        TreeShape::DICE,
        graph,
        // Of few shares many are equal.
        TreeShape { seats: 3, grades: 3, ..many },
        TreeShape { seats: 4, grades: 1000, ..many },
    ] {
        for seed in 0..600 {
            let root = RandomTree::new(shape, seed);
            let solution = solved(&root, 1);
            let mut table = HashMap::new();
            definition::of_tree(&root, &mut table);
            assert_eq!(solution.count(), table.len());
            for (key, scores) in solution.positions() {
                let found = scores.as_slice(shape.seats.into()).iter();
                for (&found, expected) in found.zip(&table[&key]) {
                    assert!((f64::from(found) - expected).abs() < 1e-6, "{shape:?} {seed}");
                }
            }
            let error = solution.error().unwrap();
            assert!(error < 1e-12 && solution.open() == 0, "{error}");
            positions += solution.count();
            ties += solution.ties();
        }
    }
    assert!(positions > 100_000 && ties > 1000, "{positions} {ties}");
}

#[test]
fn the_solution_is_the_same_on_any_number_of_threads() {
    let shape = TreeShape { width: 0, depth: 12, branching: 6, ..TreeShape::CHANCE };
    for seed in 0..3 {
        let root = RandomTree::new(shape, seed);
        let [one, three] = [1, 3].map(|threads| solved(&root, threads));
        assert_eq!(one.count(), three.count());
        assert!(one.positions().eq(three.positions()));
    }
}
