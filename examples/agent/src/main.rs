//! Ludarium with one more agent for every game. It plays wherever the others do: matches, tournaments, the page.

use std::process::ExitCode;

use flat::FlatMonteCarlo;
use ludarium::{Entry, Playable};
use ludarium_laboratory::{ForEveryGame, bundles_with};

struct Flat;

impl ForEveryGame for Flat {
    fn entries<G: Playable>() -> Vec<Entry<G>> {
        let about = "plays random games after each move, and makes the move that did best";
        vec![Entry::new("flat", about, |p| {
            let playouts = p.whole("playouts", 1..=100_000, 20, "random games after each move");
            move || FlatMonteCarlo { playouts }
        })]
    }
}

fn main() -> ExitCode {
    ludarium::main(bundles_with::<Flat>())
}
