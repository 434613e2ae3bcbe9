//! TUC-Chess: the battery, and the easily mistaken rules one by one.

use ludarium_game::{
    Game, Listing, MoveList, Purpose, Rng, Seed, Tabletop, Turn, battery, perft, playthroughs,
};
use ludarium_tuc_chess::rules::{BLACK, Kind, Move, TucChess, WHITE};
use proptest::prelude::*;

battery!(
    TucChess,
    [
        "2021",
        "2019",
        "2022",
        "server",
        "2019:quirks=on,king=7",
        "2022:quirks=on,stalemate=score",
        "2021:plies=40,stalemate=draw",
        "server:plies=7",
    ]
);
playthroughs!(TucChess);

const START: &str = "prkrp/ppppp/...../*****/...../PPPPP/PRKRP w 0 0 20";

fn position(variant: &str, text: &str) -> TucChess {
    TucChess::parse(&battery::rules::<TucChess>(variant), text).unwrap()
}

fn moves(position: &TucChess) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.iter().map(|&mv| position.describe_move(mv)).collect()
}

/// The position after moves and outcomes, each of them legal.
fn after(variant: &str, text: &str, plays: &[&str]) -> TucChess {
    let mut position = position(variant, text);
    for play in plays {
        position.play(position.parse_move(play).unwrap());
    }
    position
}

#[test]
fn perft_of_the_start() {
    let mut rng = Rng::new(Seed(0));
    for variant in ["2021", "server"] {
        let start = TucChess::start(&battery::rules::<TucChess>(variant), &mut rng);
        assert_eq!(start.describe(), START);
        let counts: Vec<u64> = (1..=7).map(|depth| perft(&start, depth)).collect();
        assert_eq!(counts, [5, 25, 150, 903, 6250, 43559, 345_496]);
    }
}

#[test]
fn moves_come_in_the_order_of_the_course_client() {
    let text = "..k../...../.r.../.PR*./P.p../.p.../..K.. w 0 0 8";
    // The rook cannot go to the left: an own pawn stands there.
    let expected = ["3222", "3212", "3202", "3242", "3233", "4030", "6252", "6261", "6263"];
    assert_eq!(moves(&position("2021", text)), expected);
}

#[test]
fn a_rook_goes_three_squares_and_stops_on_a_present_or_an_enemy() {
    let text = "...k./...../...../...../..p../...../R*..K w 0 0 4";
    assert_eq!(moves(&position("2021", text))[..4], ["6050", "6040", "6030", "6061"]);
    let text = "...k./...../...../...../p..../...../R.*.K w 0 0 4";
    assert_eq!(moves(&position("2021", text))[..4], ["6050", "6040", "6061", "6062"]);
}

#[test]
fn a_king_takes_no_diagonal_step_and_may_stand_beside_the_other() {
    let text = "...../...../.k.../..K../...../P..../..... w 0 0 3";
    assert_eq!(moves(&position("2021", text)), ["3222", "3242", "3231", "3233", "5040"]);
}

#[test]
fn a_pawn_does_not_step_diagonally_onto_a_present() {
    let text = "..k../...../...../*p*../.P.../...../..K.. w 0 0 4";
    assert_eq!(moves(&position("2021", text)), ["6252", "6261", "6263"]);
}

#[test]
fn a_present_is_settled_by_chance_after_the_move() {
    let text = "..k../...../...../*..../P..../...../..K.. w 0 0 3";
    let taken = after("2021", text, &["4030"]);
    assert_eq!(taken.turn(), Turn::Chance);
    assert_eq!(taken.describe(), "..k../...../...../P..../...../...../..K.. b 0 0 3 ?*");
    let worthless = after("2021", text, &["4030", "0@40"]);
    assert_eq!(worthless.describe(), "..k../...../...../P..../*..../...../..K.. b 0 0 3");
    let worthy = after("2021", text, &["4030", "1@99"]);
    assert_eq!(worthy.describe(), "..k../...../...../P..../...../...../..K.. b 1 0 3");
}

#[test]
fn chances_are_those_of_the_edition() {
    let text = "..k../...../...../*..../P..../...../..K.. w 0 0 3";
    for (variant, appears, worthy) in
        [("2019", 0.25, 0.85), ("2021", 0.1, 0.9), ("2022", 0.2, 0.95)]
    {
        let taken = after(variant, text, &["4030"]);
        let mut chances = Vec::new();
        assert_eq!(taken.chances(&mut chances), Listing::Complete);
        // Three pieces stand on the board and no present is left.
        assert_eq!(chances.len(), 2 * (1 + 32));
        let of = |text: &str| {
            let mv = taken.parse_move(text).unwrap();
            chances.iter().find(|(known, _)| *known == mv).unwrap().1
        };
        for (text, expected) in [
            ("1@99", worthy * (1.0 - appears)),
            ("0@99", (1.0 - worthy) * (1.0 - appears)),
            ("1@40", worthy * appears / 32.0),
            ("0@64", (1.0 - worthy) * appears / 32.0),
        ] {
            assert!((of(text) - expected).abs() < 1e-12, "{variant} {text}");
        }
    }
}

#[test]
fn rolls_follow_the_listed_probabilities() {
    let taken = after("2022", "..k../*****/*****/*****/P.***/*****/**K** w 0 0 3", &["4030"]);
    let mut chances = Vec::new();
    assert_eq!(taken.chances(&mut chances), Listing::Complete);
    let mut rng = Seed(3).stream(Purpose::Test, 0);
    let rolls = 100_000;
    let mut counts = std::collections::HashMap::<Move, u32>::new();
    for _ in 0..rolls {
        *counts.entry(taken.roll(&mut rng)).or_default() += 1;
    }
    for (outcome, chance) in chances {
        let mean = chance * f64::from(rolls);
        let count = f64::from(counts.get(&outcome).copied().unwrap_or(0));
        let spread = 6.0 * (mean * (1.0 - chance)).sqrt();
        assert!((count - mean).abs() < spread, "{count} of {mean}");
    }
}

#[test]
fn a_pawn_vanishes_on_the_last_row_for_a_point() {
    let straight = after("2021", "..k../P..../...../...../...../...../..K.. w 0 0 3", &["1000"]);
    // Only the kings are left, and nothing is open.
    assert_eq!(straight.ending(), "two kings");
    assert_eq!(straight.describe(), "..k../...../...../...../...../...../..K.. b 1 0 2");
    let text = ".rk../P..../...../...../...../...../..KR. w 0 0 5";
    let capture = after("2021", text, &["1001", "99"]);
    assert_eq!(capture.describe(), "..k../...../...../...../...../...../..KR. b 4 0 3");
}

#[test]
fn a_present_on_the_last_row_is_settled_after_the_end() {
    let text = "*.k../P..../...../...../...../...../..K.. w 0 1 3";
    let taken = after("2021", text, &["1000"]);
    assert_eq!(taken.describe(), "..k../...../...../...../...../...../..K.. b 1 1 2 ?*");
    let mut chances = Vec::new();
    assert_eq!(taken.chances(&mut chances), Listing::Complete);
    assert_eq!(chances.len(), 2);
    assert!(taken.parse_move("1@40").is_err());
    let worthy = after("2021", text, &["1000", "1@99"]);
    assert_eq!(worthy.ending(), "two kings");
    assert_eq!(worthy.scores().as_slice(2), [1.0, 0.0]);
    let worthless = after("2021", text, &["1000", "0@99"]);
    assert_eq!(worthless.scores().as_slice(2), [0.5, 0.5]);
}

#[test]
fn capturing_the_king_ends_the_game_but_does_not_win_it() {
    let text = "...../..k../.P.../p..../...../...../..K.. w 2 11 4";
    for (variant, result) in [("2021", 0.0), ("2021:king=7", 0.0)] {
        let captured = after(variant, text, &["2112"]);
        assert_eq!(captured.ending(), "king captured");
        assert_eq!(captured.scores().of(WHITE).0, result);
        // The counter does not see kings.
        assert!(captured.describe().ends_with(" 4"));
    }
    let level = "...../..k../.P.../p..../...../...../..K.. w 2 10 4";
    assert_eq!(after("2021", level, &["2112"]).scores().of(BLACK).0, 0.5);
    assert_eq!(after("2021:king=7", level, &["2112"]).scores().of(BLACK).0, 1.0);
}

#[test]
fn the_printed_stalemates_have_no_move() {
    for text in [
        "...../....p/....p/...pP/..kPK/....P/..... w 5 0 8",
        "....p/....p/...pP/..kPK/....P/...../..... w 5 0 8",
    ] {
        for (variant, result) in
            [("2021", 0.0), ("2021:stalemate=score", 1.0), ("2021:stalemate=draw", 0.5)]
        {
            let stuck = position(variant, text);
            assert_eq!((stuck.turn(), stuck.ending()), (Turn::Over, "stalemate"));
            assert_eq!(stuck.scores().of(WHITE).0, result);
        }
    }
}

#[test]
fn stalemate_comes_after_the_chance_event() {
    let before = "..*../p.P.p/kp..P/pP*../P..PR/..K../P.... w 12 7 13";
    assert_eq!(after("2021", before, &["4333"]).turn(), Turn::Chance);
    let stuck = after("2021", before, &["4333", "00"]);
    assert_eq!(stuck.ending(), "stalemate");
    assert_eq!(stuck.scores().of(WHITE).0, 1.0);
}

#[test]
fn on_the_server_black_pawns_jump_to_any_free_square_of_the_last_row() {
    let text = "..k../...../...../...../...../.p.../P.K*. b 0 0 4";
    let written = ["0212", "0201", "0203", "5161", "5160", "5162"];
    assert_eq!(moves(&position("2021", text)), written);
    let listed = moves(&position("server", text));
    assert_eq!(listed[..6], written);
    assert_eq!(listed[6..], ["5163", "5164"]);
    let jumped = after("server", text, &["5163", "1@99"]);
    assert_eq!(jumped.describe(), "..k../...../...../...../...../...../P.K.. w 0 2 3");
    // White has no such move.
    let white = "..k../.P.../...../...../...../...../..K.. w 0 0 3";
    assert_eq!(moves(&position("server", white)), moves(&position("2021", white)));
}

#[test]
fn on_the_server_a_capturing_black_pawn_gives_its_point_to_white() {
    let text = "..k../...../...../...../...../.p.../P.R.K b 0 0 5";
    for (variant, left, right) in [
        ("2021", "0 2 3", "0 4 3"),
        ("server", "1 1 4", "1 3 4"),
        ("2019:quirks=on", "1 1 4", "1 3 4"),
        ("2022:quirks=on", "0 2 4", "1 3 4"),
    ] {
        for (capture, scores) in [("5160", left), ("5162", right)] {
            let described = after(variant, text, &[capture, "99"]).describe();
            assert!(described.ends_with(scores), "{variant} {capture}: {described}");
        }
    }
}

#[test]
fn on_the_server_two_kings_may_wander_on() {
    let text = ".rk../P..../...../...../...../...../..K.. w 0 0 4";
    let written = after("2021", text, &["1001"]);
    assert_eq!(written.ending(), "two kings");
    let server = after("server", text, &["1001", "99"]);
    assert_eq!(server.turn(), Turn::Seat(BLACK));
    assert_eq!(server.describe(), "..k../...../...../...../...../...../..K.. b 4 0 3");
}

#[test]
fn the_ply_limit_ends_the_game_by_score() {
    let text = "..k../...../...../*..../P..../...../..K.. w 1 1 3 8";
    let limit = after("2021:plies=9", text, &["6252"]);
    assert_eq!(limit.ending(), "ply limit");
    assert_eq!(limit.scores().of(WHITE).0, 0.5);
    let taken = after("2021:plies=9", text, &["4030"]);
    assert!(taken.describe().ends_with(" b 1 1 3 9 ?*"));
    assert_eq!(after("2021:plies=9", text, &["4030", "1@99"]).scores().of(WHITE).0, 1.0);
}

#[test]
fn effects_tell_what_a_step_does() {
    let before = position("server", "..k../...../...../...../...../.p.../P.R.K b 0 0 5");
    let effect = before.effect(before.parse_move("5162").unwrap());
    assert_eq!(effect.captured, Some(Kind::Rook));
    assert_eq!(effect.last_row_point, Some(WHITE));
    assert!(!effect.teleport && !effect.present);
    assert!(before.effect(before.parse_move("5163").unwrap()).teleport);
}

#[test]
fn the_key_sees_what_matters() {
    let same =
        |variant: &str, a: &str, b: &str| position(variant, a).key() == position(variant, b).key();
    let board = "..k../...../...../P..../...../...../..K..";
    // Only the difference of the scores can decide.
    assert!(same("2021", &format!("{board} w 1 0 3"), &format!("{board} w 5 4 3")));
    assert!(!same("2021", &format!("{board} w 1 0 3"), &format!("{board} w 0 0 3")));
    assert!(!same("2021", &format!("{board} w 1 0 3"), &format!("{board} b 1 0 3")));
    assert!(!same("2021", &format!("{board} w 1 0 3"), &format!("{board} w 1 0 3 ?")));
    assert!(!same("2021", &format!("{board} w 1 0 3 ?*"), &format!("{board} w 1 0 3 ?")));
    // The counter ends games on the server only.
    assert!(same("2021", &format!("{board} w 1 0 3"), &format!("{board} w 1 0 4")));
    assert!(!same("server", &format!("{board} w 1 0 3"), &format!("{board} w 1 0 4")));
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    for (text, message) in [
        ("", "bad position: board is ``, expected 7 rows separated by `/`"),
        (
            "prkrp/pppp/...../*****/...../PPPPP/PRKRP w 0 0 20",
            "bad position: row is `pppp`, expected 5 squares",
        ),
        (
            "prkrp/ppppq/...../*****/...../PPPPP/PRKRP w 0 0 20",
            "bad position: row is `ppppq`, expected the letters prkPRK*.",
        ),
        (
            "prkrp/ppppp/p..../*****/...../PPPPP/PRKRP w 0 0 20",
            "impossible position: Black has 8 pawns",
        ),
        (
            "p.k.P/...../...../...../...../...../..K.. w 0 0 4",
            "impossible position: White's pawn on 04 has reached the last row and should be gone",
        ),
        (
            "...../...../...../...../...../P..../..... w 0 0 3",
            "impossible position: both kings are missing",
        ),
        (
            "..k../...../...../...../...../P..../..K.. x 0 0 3",
            "bad position: side to move is `x`, expected w or b",
        ),
        (
            "..k../...../...../...../...../P..../..K.. w 00 0 3",
            "bad position: White's score is `00`, expected a number from 0 to 999999",
        ),
        (
            "..k../...../...../...../...../P..../..K.. w 0 0",
            "bad position: piece counter is ``, expected a number from 3 to 20",
        ),
        (
            "..k../...../...../...../...../P..../..K.. w 0 0 3 !",
            "bad position: pending chance event is `!`, expected `?`, `?*` or nothing",
        ),
        (
            "..k../...../...../...../...../P..../..K.. w 0 0 3 ? 7",
            "bad position: end is `7`, expected no further field",
        ),
        (
            "..k../...../...../...../...../P..../..... w 0 0 3 ?*",
            "impossible position: a move takes a present or the king, not both",
        ),
        (
            "..k../...../...../...../...../...../..K.. w 0 0 3 ?",
            "impossible position: no present appears when the game is over",
        ),
        (
            "**k**/*****/*****/*****/*****/P****/**K** w 0 0 3 ?",
            "impossible position: the square that the last move left is not free",
        ),
    ] {
        let rules = battery::rules::<TucChess>("2021");
        let error = TucChess::parse(&rules, text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let rules = battery::rules::<TucChess>("2021:plies=9");
    let text = "..k../...../...../...../...../P..../..K.. w 0 0 3 10";
    let error = TucChess::parse(&rules, text).unwrap_err();
    let message = "bad position: number of moves made is `10`, expected a number from 0 to 9";
    assert_eq!(error.to_string(), message);
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let start = position("2021", START);
    for (text, message) in [
        ("504", "bad move `504`: expected four digits: row 0 to 6 and column 0 to 4, from and to"),
        (
            "5075",
            "bad move `5075`: expected four digits: row 0 to 6 and column 0 to 4, from and to",
        ),
        ("3020", "illegal move `3020`: there is no piece on 30"),
        ("1020", "illegal move `1020`: the piece on 10 is the opponent's"),
        ("6050", "illegal move `6050`: an own piece stands on 50"),
        (
            "5030",
            "illegal move `5030`: a pawn goes one step ahead where no piece stands, or captures one \
             step diagonally ahead",
        ),
    ] {
        assert_eq!(start.parse_move(text).unwrap_err().to_string(), message);
    }
    let text = "..k../...../...../*..../P..../...../..K.. w 0 0 3";
    let taken = after("2021", text, &["4030"]);
    for (text, message) in [
        ("99", "illegal move `99`: a present was taken: `1@` or `0@`"),
        ("2@99", "bad move `2@99`: expected 0 or 1 before the `@`"),
        (
            "1@77",
            "bad move `1@77`: expected the square of the new present, as row and column, or 99 for none",
        ),
        ("1@62", "illegal move `1@62`: 62 is not free"),
    ] {
        assert_eq!(taken.parse_move(text).unwrap_err().to_string(), message);
    }
    let quiet = after("2021", text, &["6252"]);
    let message = "illegal move `1@99`: no present was taken";
    assert_eq!(quiet.parse_move("1@99").unwrap_err().to_string(), message);
    let over = position("2021", "..k../...../...../...../...../...../..K.. w 0 0 2");
    let message = "illegal move `0212`: the game is over";
    assert_eq!(over.parse_move("0212").unwrap_err().to_string(), message);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn the_template_lists_some_of_the_moves_in_their_order(seed: u64) {
        let rules = battery::rules::<TucChess>("2021");
        battery::random_game::<TucChess>(&rules, seed, |position| {
            let (mut all, mut template) = (MoveList::new(), MoveList::new());
            position.moves(&mut all);
            position.template_moves(&mut template);
            let mut rest = all.iter();
            assert!(template.iter().all(|mv| rest.any(|known| known == mv)));
        });
    }
}
