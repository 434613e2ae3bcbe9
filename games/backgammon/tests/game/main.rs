//! Backgammon: the batteries, texts that players and programs write, and the rules that are easy to get wrong.

mod agents;
mod notation;
mod rules;
mod solver;

use ludarium_backgammon::rules::Backgammon;
use ludarium_game::{Game, MoveList, Spec, Tabletop};

const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";

fn in_variant(variant: &str, text: &str) -> Backgammon {
    let rules = Backgammon::rules(&Spec::parse(variant).unwrap()).unwrap();
    Backgammon::parse(&rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn position(text: &str) -> Backgammon {
    in_variant("money", text)
}

/// The checkers of one player: points, as it counts, with their numbers; 25 is the bar.
type Checkers = &'static [(u8, u8)];

/// A board with White or Black to move.
fn board(white: Checkers, black: Checkers, turn: &str, dice: &str) -> Backgammon {
    let mut signs = ['-'; 26];
    for &(point, count) in white {
        signs[usize::from(point)] = char::from(b'A' + count - 1);
    }
    for &(point, count) in black {
        signs[usize::from(25 - point)] = char::from(b'a' + count - 1);
    }
    position(&format!("XGID={}:0:0:{turn}:{dice}:0:0:0:0:10", String::from_iter(signs)))
}

fn played(mut position: Backgammon, moves: &[&str]) -> Backgammon {
    for mv in moves {
        let mv = position.parse_move(mv).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv);
    }
    position
}

fn legal(position: &Backgammon) -> Vec<String> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
    texts.sort_unstable();
    texts
}
