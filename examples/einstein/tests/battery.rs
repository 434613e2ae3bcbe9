//! What every game and every agent must satisfy, and positions whose moves are known.

use einstein::EinStein;
use ludarium::{Game, MoveList, Tabletop};

ludarium::game::battery!(EinStein, ["standard"]);

mod agents {
    ludarium::agents::battery!(einstein::EinStein);
}

fn moves(text: &str) -> Vec<String> {
    let position = EinStein::parse(&(), text).expect("a position");
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.iter().map(|&mv| position.describe_move(mv)).collect()
}

#[test]
fn a_stone_that_is_gone_lets_its_neighbours_move() {
    let all = "a5,b5,c5,a4,b4,a3 e1,d1,c1,e2,d2,c3 1 3";
    assert_eq!(moves(all), ["3d5", "3c4", "3d4"]);
    let third_is_gone = "a5,b5,-,a4,b4,a3 e1,d1,c1,e2,d2,c3 1 3";
    assert_eq!(
        moves(third_is_gone),
        ["2c5", "2b4", "2c4", "4b4", "4a3", "4b3"]
    );
    let second_side_at_the_edge = "a5,-,-,-,-,- a1,-,-,-,-,c3 2 2";
    assert_eq!(moves(second_side_at_the_edge), ["1a2", "6b3", "6c4", "6b4"]);
}

#[test]
fn the_corner_and_the_last_stone_win() {
    let play = |text: &str, mv: &str| {
        let mut position = EinStein::parse(&(), text).expect("a position");
        position.play(position.parse_move(mv).expect("a move"));
        position.ending()
    };
    assert_eq!(
        play("d2,-,-,-,-,- a1,-,-,-,-,- 1 1", "1e1"),
        "corner reached"
    );
    assert_eq!(
        play("b2,-,-,-,-,- c2,-,-,-,-,- 1 1", "1c2"),
        "all stones taken"
    );
    assert_eq!(play("b2,c2,-,-,-,- c3,-,-,-,-,- 1 1", "1c2"), "");
}
