//! Agents that fit every game of their kind: [`any`] game, games with [`two_seats`], games with
//! [`many_seats`].

mod mcts;
mod tree;

use ludarium_game::Reseat;
use ludarium_search::{Chance, Greedy, OnePly, Random};

use crate::{Entry, Judge, Kit, Parameter, Settings};

pub use mcts::{mcts_parameters, read_mcts};
pub use tree::{read_alpha_beta, tree_parameters};

/// The agents of a game: its own first, then those generic ones whose names are still free.
pub fn complete<G: Kit>(mut own: Vec<Entry<G>>, generic: Vec<Entry<G>>) -> Vec<Entry<G>> {
    for entry in generic {
        if own.iter().all(|known| known.name != entry.name) {
            own.push(entry);
        }
    }
    own
}

/// Agents for any game.
pub fn any<G: Kit>() -> Vec<Entry<G>> {
    vec![
        Entry::plain(
            "random",
            "plays any legal move, each equally likely",
            || Random,
        ),
        Entry::plain(
            "greedy",
            "takes what wins most at once, otherwise plays at random",
            || Greedy {
                gain: G::Gain::default(),
            },
        ),
        Entry::new(
            "one-ply",
            "plays the move after which the evaluation is best",
            vec![evaluation_parameter::<G>()],
            |settings| OnePly {
                evaluation: evaluation::<G>(settings),
                chance: Chance::Expect,
            },
        ),
        mcts::entry(),
    ]
}

/// Agents for games with two seats.
pub fn two_seats<G: Kit>() -> Vec<Entry<G>> {
    let mut entries = vec![tree::minimax(), tree::alpha_beta()];
    entries.extend(any());
    entries
}

/// Agents for games with more than two seats.
pub fn many_seats<G: Kit + Reseat>() -> Vec<Entry<G>> {
    let mut entries = vec![
        tree::max_n(),
        tree::paranoid(),
        tree::best_reply(),
        tree::best_reply_plus(),
        tree::mp_mix(),
        tree::offensive(),
    ];
    entries.extend(any());
    entries
}

/// The parameter that chooses one of a game's evaluations.
pub fn evaluation_parameter<G: Kit>() -> Parameter {
    let names = G::evaluations().into_iter().map(|named| named.name);
    Parameter::words("eval", names, "the evaluation")
}

/// The evaluation that the settings choose.
///
/// # Panics
/// If the game has no evaluation at all: a mistake in its kit, found by the catalogue's test.
pub fn evaluation<G: Kit>(settings: &Settings) -> Judge<G> {
    let wanted = settings.word("eval");
    let found = G::evaluations()
        .into_iter()
        .find(|named| named.name == wanted);
    found.expect("a checked name of an evaluation").judge
}
