//! A stable sort that is compiled once.
//!
//! The sort of the standard library is fast and large: 7 KB on average, anew for every type that is sorted. A search is
//! compiled for many games and evaluations, and what it sorts once a decision are a few dozen moves.

use std::cmp::Ordering;

/// Sorts a short list. Equal items keep their order.
///
/// ```
/// let mut words = ["pear", "fig", "plum", "date"];
/// ludarium_game::sort_by(&mut words, |a, b| a.len().cmp(&b.len()));
/// assert_eq!(words, ["fig", "pear", "plum", "date"]);
/// ```
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let sorted = order(items.len(), &|a, b| compare(&items[a], &items[b]));
    for place in 0..sorted.len() {
        // What stood there has gone to where an earlier item was taken from.
        let mut from = sorted[place];
        while from < place {
            from = sorted[from];
        }
        items.swap(place, from);
    }
}

/// The numbers below `len` in the order of what they stand for.
fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..len).collect();
    numbers.sort_by(|&a, &b| compare(a, b));
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Seed};

    #[test]
    fn it_does_what_the_standard_library_does() {
        let mut rng = Rng::new(Seed(1));
        for length in (0..60).chain([500]) {
            let mut items: Vec<(u32, usize)> =
                (0..length).map(|place| (rng.below(20), place)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| std::cmp::Reverse(item.0));
            sort_by(&mut items, |a, b| b.0.cmp(&a.0));
            assert_eq!(items, expected);
        }
    }
}
