//! Dice Chess: the battery for both games, their rules one by one, and the symmetries of the board.

mod one_die;
mod symmetry;
mod three_dice;

use ludarium_game::{MoveList, Tabletop, battery};

/// A position of a variant.
fn position<G: Tabletop>(variant: &str, text: &str) -> G {
    let rules = battery::rules::<G>(variant);
    G::parse(&rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Why a text is not a position.
fn refusal<G: Tabletop>(variant: &str, text: &str) -> String {
    let rules = battery::rules::<G>(variant);
    G::parse(&rules, text).expect_err(text).to_string()
}

/// The position after some rolls and moves.
fn after<G: Tabletop>(position: &G, moves: &[&str]) -> G {
    let mut next = position.clone();
    for text in moves {
        let mv = next.parse_move(text);
        next.play(mv.unwrap_or_else(|error| panic!("{}: {error}", next.describe())));
    }
    next
}

/// The legal moves as sorted texts.
fn moves<G: Tabletop>(position: &G) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    let mut texts: Vec<String> = list.iter().map(|&mv| position.describe_move(mv)).collect();
    texts.sort();
    texts
}
