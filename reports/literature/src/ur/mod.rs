//! The agents of RoyalUr-Analysis, an open program that analyses the Royal Game of Ur: as its page describes them, and its
//! expectimax as the program was when the ranking on that page was made. Its random player is `random`.

mod expectimax;
mod simple;
#[cfg(test)]
mod tests;

use ludarium_agents::{Entry, Parameters};
use ludarium_ur::rules::Ur;

use expectimax::{Expectimax, StepCount};
use simple::{FirstMove, LastMove, PreferringCaptures};

/// The agents of the ranking.
pub fn entries() -> Vec<Entry<Ur>> {
    vec![
        Entry::plain("first-move", "RoyalUr's First-Move: the least advanced piece", || FirstMove),
        Entry::plain("last-move", "RoyalUr's Last-Move: the most advanced piece", || LastMove),
        Entry::plain(
            "greedy",
            "RoyalUr's Greedy: captures, else goes to a rosette, else the most advanced piece",
            || PreferringCaptures,
        ),
        Entry::new(
            "expectimax",
            "RoyalUr's expectimax as its page describes it: the lead in steps, a win being the largest",
            |p| {
                let depth = read_depth(p);
                move || Expectimax::new(StepCount::DESCRIBED, depth)
            },
        ),
        Entry::new(
            "expectimax-as-found",
            "the same as the program of the ranking had it: home counts 16, some of Dark's pieces are not counted",
            |p| {
                let depth = read_depth(p);
                move || Expectimax::new(StepCount::AS_FOUND, depth)
            },
        ),
    ]
}

fn read_depth(p: &mut Parameters<'_>) -> u32 {
    p.whole("depth", 1..=12, 3, "moves to look ahead, the own one included") as u32
}
