//! A whole small game, and two searches that play it: `cargo run -p ludarium-search --example stones`.

mod game;

use ludarium_game::{Agent, Budget, Game, Rng, Scores, Seed, Turn};
use ludarium_search::{AlphaBeta, Mcts};

use game::Stones;

/// Alpha-beta plays against Monte Carlo tree search.
fn main() {
    let even = |_: &Stones| Scores::shared(2);
    let nothing = |_: &Stones, _: u8| 0.0;
    let mut agents: [Box<dyn Agent<Stones>>; 2] =
        [Box::new(AlphaBeta::new(even, nothing)), Box::new(Mcts::default())];
    let budget = Budget { depth: Some(8), iterations: Some(1000), ..Budget::default() };
    let mut rng = Rng::new(Seed(1));
    let mut position = Stones::new(18);
    while let Turn::Seat(seat) = position.turn() {
        let taken = agents[seat.index()].choose(&position, &budget, &mut rng).chosen;
        println!("seat {} takes {taken}", seat.0);
        position.play(taken);
    }
    println!("scores: {:?}", position.scores().as_slice(2));
}
