//! The battery, and the easily mistaken rules one by one.

use ludarium_game::{
    Game, Listing, MoveList, Purpose, Seed, Tabletop, Turn, battery, perft, playthroughs,
};
use ludarium_ur::rules::{DARK, LIGHT, Move, Ur};

battery!(
    Ur,
    [
        "finkel",
        "masters",
        "blitz",
        "aseb",
        "royalur-2021",
        "finkel:pieces=1",
        "masters:pieces=3",
        "aseb:pieces=7",
    ]
);
playthroughs!(Ur);

const START: &str = "....--../......../....--.. 0 0 L ?";

fn position(variant: &str, text: &str) -> Ur {
    Ur::parse(&battery::rules::<Ur>(variant), text).unwrap()
}

fn moves(position: &Ur) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.iter().map(|&mv| position.describe_move(mv)).collect()
}

/// The position after moves and outcomes, each of them legal.
fn after(variant: &str, text: &str, plays: &[&str]) -> Ur {
    let mut position = position(variant, text);
    for play in plays {
        position.play(position.parse_move(play).unwrap());
    }
    position
}

#[test]
fn perft_of_the_start() {
    assert_eq!(Ur::new(battery::rules::<Ur>("finkel")).describe(), START);
    for (variant, expected) in [
        ("finkel", [5, 28, 192, 1492, 12469, 112_552]),
        ("masters", [4, 19, 116, 846, 6556, 54979]),
        ("blitz", [5, 28, 192, 1496, 12588, 114_900]),
        ("aseb", [5, 28, 192, 1496, 12496, 113_020]),
        ("finkel:pieces=1", [5, 25, 125, 625, 3125, 15585]),
    ] {
        let start = Ur::new(battery::rules::<Ur>(variant));
        let counts: Vec<u64> = (1..=6).map(|depth| perft(&start, depth)).collect();
        assert_eq!(counts, expected, "{variant}");
    }
}

#[test]
fn the_dice_fall_as_listed() {
    for (variant, expected) in [
        ("finkel", vec![(0, 0.0625), (1, 0.25), (2, 0.375), (3, 0.25), (4, 0.0625)]),
        ("masters", vec![(1, 0.375), (2, 0.375), (3, 0.125), (4, 0.125)]),
    ] {
        let rules = battery::rules::<Ur>(variant);
        let start = Ur::new(rules);
        let mut chances = Vec::new();
        assert_eq!(start.chances(&mut chances), Listing::Complete);
        let listed: Vec<(Move, f64)> =
            expected.iter().map(|&(roll, chance)| (Move::Roll(roll), chance)).collect();
        assert_eq!(chances, listed);
        let mut rng = Seed(5).stream(Purpose::Test, 0);
        let rolls = 40_000;
        let mut counts = [0_u32; 5];
        for _ in 0..rolls {
            let Move::Roll(roll) = start.roll(&mut rng) else { panic!("no roll") };
            counts[usize::from(roll)] += 1;
        }
        for (roll, chance) in expected {
            let (mean, count) = (chance * f64::from(rolls), f64::from(counts[usize::from(roll)]));
            let spread = 6.0 * (mean * (1.0 - chance)).sqrt();
            assert!((count - mean).abs() < spread, "{variant}: {count} of {mean}");
        }
    }
}

#[test]
fn pieces_enter_go_on_and_come_home_by_the_exact_number() {
    assert_eq!(moves(&position("finkel", "....--../......../....--.. 0 0 L 3")), ["in>a2"]);
    assert_eq!(moves(&position("finkel", "....--../......../....--.. 0 0 D 4")), ["in>c1"]);
    let late = "....--../.......L/....--LL 4 0 L 2";
    assert_eq!(moves(&position("finkel", late)), ["b8>a7", "a8>home"].map(str::to_owned)[1..]);
    let late = "....--../.......L/....--.L 5 0 L 2";
    assert_eq!(moves(&position("finkel", late)), ["b8>a7", "a8>home"]);
    let late = "....--../......../....--.L 6 0 L 3";
    assert_eq!(moves(&position("finkel", late)), ["pass"]);
}

#[test]
fn without_a_move_the_other_side_rolls() {
    let passed = after("finkel", START, &["0", "pass"]);
    assert_eq!(passed.describe(), "....--../......../....--.. 0 0 D ?");
    let blocked = position("finkel:pieces=2", "....--../...D..../..L.--.. 0 0 L 4");
    assert_eq!(moves(&blocked), ["in>a1", "a3>b2"]);
    let sheltered = position("finkel:pieces=1", "....--../...D..../L...--.. 0 0 L 4");
    assert_eq!((sheltered.turn(), moves(&sheltered)), (Turn::Seat(LIGHT), vec!["pass".to_owned()]));
}

#[test]
fn a_rosette_gives_another_roll_and_is_safe_by_finkels_rules() {
    let again = after("finkel", START, &["4", "in>a1"]);
    assert_eq!(again.describe(), "....--../......../L...--.. 0 0 L ?");
    let text = "....--../..LD..../....--.. 0 0 L 1";
    assert_eq!(moves(&position("finkel", text)), ["in>a4"]);
    assert_eq!(moves(&position("masters", text)), ["in>a4", "b3>b4"]);
    // On the board of twenty squares all middle rosettes are safe.
    let text = "....--------/.......D...D/....-------- 0 0 L 4";
    assert_eq!(moves(&position("aseb", text)), ["in>a1"]);
    let before = "....--------/...L...D...D/....-------- 0 0 L 4";
    assert_eq!(moves(&position("aseb", before)), ["in>a1"]);
}

#[test]
fn a_capture_sends_back_and_in_blitz_rolls_again() {
    let text = "....--../.L..D.../....--.. 0 0 L 3";
    for (variant, expected) in [
        ("finkel", "....--../....L.../....--.. 0 0 D ?"),
        ("masters", "....--../....L.../....--.. 0 0 D ?"),
        ("blitz", "....--../....L.../....--.. 0 0 L ?"),
    ] {
        let before = position(variant, text);
        let captured = after(variant, text, &["b2>b5"]);
        assert_eq!(captured.describe(), expected, "{variant}");
        assert_eq!(captured.waiting(DARK), before.waiting(DARK) + 1);
    }
}

#[test]
fn ways_cross_in_the_corners_by_masters_rules() {
    // Light's piece on c7 is on its twelfth square, Dark's on a7 on its own twelfth.
    let text = "....--L./......../....--D. 0 0 L 4";
    let there = after("masters", text, &["c7>a7"]);
    assert_eq!(there.describe(), "....--../......../....--L. 0 0 L ?");
    assert_eq!(there.waiting(DARK), 7);
    let round = after("masters", "....--L./......../....--.. 0 0 L 2", &["c7>b8"]);
    assert_eq!(round.describe(), "....--../.......L/....--.. 0 0 D ?");
}

#[test]
fn the_early_program_turned_the_safe_rosette_round() {
    let text = "....--../..LD..../....--.. 0 0 L 1";
    assert_eq!(moves(&position("royalur-2021", text)), ["in>a4", "b3>b4"]);
    let text = "....--../...LD.../....--.. 0 0 L 1";
    assert_eq!(moves(&position("royalur-2021", text)), ["in>a4"]);
    assert_eq!(moves(&position("finkel", text)), ["in>a4", "b4>b5"]);
}

#[test]
fn the_last_piece_home_wins() {
    let won = after("finkel:pieces=1", "....--../......../....--L. 0 0 L 1", &["a7>home"]);
    assert_eq!((won.turn(), won.ending()), (Turn::Over, "all pieces home"));
    assert_eq!(won.describe(), "....--../......../....--.. 1 0 L ?");
    assert_eq!(won.scores().as_slice(2), [1.0, 0.0]);
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    for (text, message) in [
        (
            "",
            "bad position: the text is ``, expected board, pieces home of Light and of Dark, side and roll, for \
             instance `....--../......../....--.. 0 0 L ?`",
        ),
        (
            "....--../......./....--.. 0 0 L ?",
            "bad position: board is `....--../......./....--..`, expected 3 rows of 8 places, separated by `/`",
        ),
        ("....-.../......../....--.. 0 0 L ?", "bad position: board is `.`, expected - on c6"),
        ("....--../......../D...--.. 0 0 L ?", "impossible position: no piece of D comes to a1"),
        (
            "....--../LLLL..../....--.. 4 0 L ?",
            "impossible position: Light has 8 pieces instead of 7",
        ),
        (
            "....--../......../....--.. 0 8 L ?",
            "bad position: pieces that are home is `8`, expected a number from 0 to 7",
        ),
        ("....--../......../....--.. 0 0 X ?", "bad position: side is `X`, expected L or D"),
        (
            "....--../......../....--.. 0 0 L 5",
            "bad position: roll is `5`, expected a number from 0 to 4",
        ),
        (
            "....--../......../....--.. 7 0 D ?",
            "impossible position: the side that has lost is not to move",
        ),
        (
            "....--../......../....--.. 7 0 L 2",
            "impossible position: nobody rolls when the game is over",
        ),
        (
            "....--../......../....--.. 0 0 L 02",
            "bad position: the text is `....--../......../....--.. 0 0 L 02`, expected \
             ....--../......../....--.. 0 0 L 2",
        ),
    ] {
        let error = Ur::parse(&battery::rules::<Ur>("finkel"), text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
