//! Plays and positions as players and programs write them.

use ludarium_backgammon::rules::Backgammon;
use ludarium_game::{Game, Spec, Tabletop};

use super::{Checkers, START, board, played, position};

/// The start with a checker on the bar.
const BAR_CHECKERS: Checkers = &[(25, 1), (24, 1), (13, 5), (8, 3), (6, 5)];

#[test]
fn plays_are_read_in_any_order_and_abbreviation() {
    let rolled = played(position(START), &["31"]);
    for text in ["8/5,6/5", "8/5 6/5", "6/5 8/5", " 6/5,  8/5 "] {
        assert_eq!(rolled.describe_move(rolled.parse_move(text).unwrap()), "8/5,6/5", "{text}");
    }
    for text in ["24/20", "24/21/20", "24/23/20", "24/21,21/20"] {
        assert_eq!(rolled.describe_move(rolled.parse_move(text).unwrap()), "24/20", "{text}");
    }
    let double = played(position(START), &["66"]);
    for text in ["24/18(2),13/7(2)", "13/7(2) 24/18(2)", "24/18 13/7 24/18 13/7"] {
        assert_eq!(double.describe_move(double.parse_move(text).unwrap()), "24/18(2),13/7(2)");
    }
    let bar = board(BAR_CHECKERS, &[(6, 5), (8, 4), (13, 4), (24, 2)], "1", "31");
    for text in ["bar/22,6/5", "6/5 Bar/22", "b/22 6/5", "25/22 6/5"] {
        assert_eq!(bar.describe_move(bar.parse_move(text).unwrap()), "bar/22,6/5", "{text}");
    }
}

#[test]
fn what_is_hit_tells_plays_apart() {
    // White may come to 5 from 13 by 7, where it hits, or by 11.
    let now = board(&[(13, 1), (5, 1)], &[(18, 1)], "1", "62");
    let one = |text: &str| now.parse_move(text).map(|mv| now.describe_move(mv));
    assert_eq!(one("13/7*/5").unwrap(), "13/7*/5");
    assert_eq!(one("13/5").unwrap(), "13/5");
    assert_eq!(one("13/7/5").unwrap(), "13/7*/5");
    assert_eq!(one("13/11/5").unwrap(), "13/5");
    let both = board(&[(13, 1), (5, 1)], &[(18, 1), (14, 1)], "1", "62");
    let error = both.parse_move("13/5").unwrap_err().to_string();
    assert!(
        error.contains("13/7*/5 or 13/11*/5") || error.contains("13/11*/5 or 13/7*/5"),
        "{error}"
    );
}

#[test]
fn wrong_plays_are_refused_with_the_reason() {
    let rolled = played(position(START), &["31"]);
    let bar = board(BAR_CHECKERS, &[(6, 5), (8, 4), (13, 4), (24, 2)], "1", "31");
    let over = position("XGID=-A------------------------:0:0:1:00:0:0:0:0:10");
    for (position, text, reason) in [
        (&rolled, "", "`8/5,6/5`"),
        (&rolled, "8-5", "`8/5,6/5`"),
        (&rolled, "8/5/", "`8/5,6/5`"),
        (&rolled, "8/5(5)", "`8/5,6/5`"),
        (&rolled, "8/05", "`8/5,6/5`"),
        (&rolled, "26/5", "`8/5,6/5`"),
        (&rolled, "5/8", "from higher points to lower"),
        (&rolled, "pass", "there are other plays"),
        (&rolled, "7/4,6/5", "White has no checker left on 7"),
        (&rolled, "8/5(4)", "White has no checker left on 8"),
        (&rolled, "13/12,13/10", "12 is held by Black"),
        (&rolled, "8/5", "all of both must be used"),
        (&bar, "8/5,6/5", "White must enter from the bar first"),
        (&over, "8/5", "the game is over"),
    ] {
        let error = position.parse_move(text).unwrap_err().to_string();
        assert!(error.contains(reason), "`{text}`: {error}");
    }
    for (text, reason) in [("7", "two numbers"), ("07", "two numbers"), ("314", "two numbers")] {
        let error = position(START).parse_move(text).unwrap_err().to_string();
        assert!(error.contains(reason), "`{text}`: {error}");
    }
    assert_eq!(position(START).parse_move("1-3"), position(START).parse_move("31"));
}

/// Made with GNU Backgammon's library: the checkers as its numbers, and its position ID.
#[test]
fn position_ids_are_those_of_gnu_backgammon() {
    assert_eq!(position(START).position_id(), "4HPwATDgc/ABMA");
    // The mover has a checker on the bar and 14 on its ace point, the other player 15 on its point 6.
    let bar = board(&[(25, 1), (1, 14)], &[(6, 15)], "1", "00");
    assert_eq!(bar.position_id(), "4P8PAAD/PwAAQA");
}

#[test]
fn position_ids_are_read_back() {
    let rules = Backgammon::rules(&Spec::named("money")).unwrap();
    ludarium_game::battery::random_game::<Backgammon>(&rules, 5, |position| {
        let id = position.position_id();
        if position.turn() == ludarium_game::Turn::Over {
            return;
        }
        let read = Backgammon::parse(&rules, &id).unwrap();
        let mover = position.mover();
        let other = ludarium_game::Seat(1 - mover.0);
        assert_eq!(read.men(ludarium_game::Seat(0)), position.men(mover), "{id}");
        assert_eq!(read.men(ludarium_game::Seat(1)), position.men(other), "{id}");
        assert_eq!(read.position_id(), id);
    });
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    let rules = Backgammon::rules(&Spec::named("money")).unwrap();
    let with = |old: &str, new: &str| START.replacen(old, new, 1);
    for (text, reason) in [
        (String::new(), "an XGID of ten fields"),
        (with(":10", ""), "an XGID of ten fields"),
        (with("-b", "b"), "26 signs, not 25"),
        (with("E-C", "E?C"), "`-`, `A` to `O`"),
        (with("=-b", "=Ab"), "Black's bar at the beginning"),
        (with("E-C", "EAC"), "White has more than 15 checkers"),
        (with(":1:00", ":2:00"), "`1` for White"),
        (with(":00:", ":70:"), "two digits from 1 to 6"),
        (with(":1:00", ":0:31"), "it is somebody's turn"),
        (with(":0:0:1", ":x:0:1"), "the cube"),
        (with(":0:0:1", ":0:5:1"), "the owner of the cube"),
        (
            "XGID=--------------------------:0:0:1:00:0:0:0:0:10".to_owned(),
            "both players have borne off",
        ),
        (
            "XGID=-A------------------------:0:0:1:21:0:0:0:0:10".to_owned(),
            "nothing is to be rolled",
        ),
        ("4HPwATDgc/AB!A".to_owned(), "`+` and `/`"),
        ("/////////////w".to_owned(), "more than 15 checkers"),
        ("4HPwATDgc/ABMB".to_owned(), "the position ID"),
    ] {
        let error = Backgammon::parse(&rules, &text).unwrap_err().to_string();
        assert!(error.contains(reason), "`{text}`: {error}");
    }
}
