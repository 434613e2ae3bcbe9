//! Ludarium with one more agent for Chexers. It plays wherever the others do: matches, tournaments, the page.

use std::process::ExitCode;

use flat::FlatMonteCarlo;
use ludarium::{Entry, Playable};
use ludarium_chexers::rules::Chexers;

/// The entry of the agent, for any game.
fn flat<G: Playable>() -> Entry<G> {
    Entry::new(
        "flat",
        "plays random games after each move, and makes the move that did best",
        |p| {
            let playouts = p.whole("playouts", 1..=100_000, 20, "random games after each move");
            move || FlatMonteCarlo { playouts }
        },
    )
}

fn main() -> ExitCode {
    ludarium::main([ludarium_chexers::bundle().agent(flat::<Chexers>())])
}
