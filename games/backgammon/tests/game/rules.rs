//! The rules.

use ludarium_backgammon::rules::{BAR, Backgammon, Men, OFF};
use ludarium_game::{Game, Seat, Spec, Tabletop, Turn, battery, playthroughs};

use super::{Checkers, START, board, in_variant, legal, played, position};

battery!(Backgammon, ["money", "win:start=hyper", "money:start=nackgammon"], own pick);
playthroughs!(Backgammon);

#[test]
fn the_larger_die_of_the_first_roll_begins_with_both() {
    let rules = Backgammon::rules(&Spec::named("money")).unwrap();
    let start = Backgammon::new(rules);
    assert_eq!(start.turn(), Turn::Chance);
    let mut chances = Vec::new();
    let _ = start.chances(&mut chances);
    assert_eq!(chances.len(), 30);
    assert!(start.parse_move("33").is_err());
    for (roll, seat) in [("31", 0), ("13", 1)] {
        let rolled = played(start, &[roll]);
        assert_eq!((rolled.turn(), rolled.dice()), (Turn::Seat(Seat(seat)), Some([3, 1])));
        assert_eq!(legal(&rolled).len(), 16);
    }
}

#[test]
fn both_dice_must_be_used_if_they_can() {
    const MANY: Checkers = &[(1, 10)];
    assert_eq!(legal(&board(&[(7, 1)], MANY, "1", "61")), ["7/off"]);
    // Each die could be used, but not both: the larger one must be.
    assert_eq!(legal(&board(&[(11, 1)], &[(21, 2)], "1", "61")), ["11/5"]);
    // The larger one cannot.
    assert_eq!(legal(&board(&[(11, 1)], &[(21, 2), (20, 2)], "1", "61")), ["11/10"]);
    // Only 13/12 leaves something for the 6: after 7/6 the checker on 13 and the ones at home cannot use it.
    let now = board(&[(13, 1), (7, 1)], &[(18, 2), (24, 2)], "1", "61");
    assert_eq!(legal(&now), ["13/6"]);
    // Of a double as many steps as possible.
    assert_eq!(legal(&board(&[(24, 2)], &[(11, 2)], "1", "55")), ["24/19(2)"]);
}

#[test]
fn a_checker_on_the_bar_comes_in_first() {
    let now = board(&[(25, 1), (15, 1)], &[(1, 2), (2, 2), (3, 2), (5, 2), (6, 2)], "1", "41");
    assert_eq!(legal(&now), ["bar/21,15/14"]);
    let closed: Checkers = &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)];
    let closed = board(&[(25, 1), (15, 1)], closed, "1", "41");
    assert_eq!(legal(&closed), ["pass"]);
    assert_eq!(played(closed, &["pass"]).turn(), Turn::Chance);
}

#[test]
fn checkers_leave_the_board_from_the_highest_point() {
    let home = board(&[(1, 1), (3, 1), (5, 2)], &[(1, 1)], "1", "64");
    assert_eq!(legal(&home), ["5/off,5/1"]);
    // Nobody leaves while a checker is outside.
    let outside = board(&[(1, 1), (18, 1)], &[(1, 1)], "1", "31");
    assert_eq!(legal(&outside), ["18/14"]);
}

#[test]
fn a_hit_checker_goes_to_the_bar() {
    let now = board(&[(15, 1), (13, 1)], &[(13, 1), (8, 1)], "-1", "32");
    let hit = played(now, &["13/10*/8"]);
    assert_eq!((hit.men(Seat(0)).on(BAR), hit.men(Seat(1)).on(8)), (1, 2));
    let twice = board(&[(20, 1), (16, 1)], &[(8, 2)], "-1", "33");
    let twice = played(twice, &["8/5*(2),5/2(2)"]);
    assert_eq!((twice.men(Seat(0)).on(BAR), twice.men(Seat(0)).on(16)), (1, 1));
}

#[test]
fn gammons_and_backgammons_are_told_by_the_loser() {
    let ended = |variant: &str, black: &str| {
        let text = format!("XGID={black}:0:0:1:21:0:0:0:0:10");
        let over = played(in_variant(variant, &text), &["1/off"]);
        assert_eq!(over.turn(), Turn::Over);
        let [white, black] =
            [Seat(0), Seat(1)].map(|seat| (over.scores().of(seat).0 * 600.0).round());
        assert_eq!(white + black, 600.0);
        (over.won().unwrap().1, over.ending(), white)
    };
    assert_eq!(ended("money", "-A----------------------n-"), (1, "all checkers off", 400.0));
    assert_eq!(ended("money", "-A-----a----------------n-"), (2, "gammon", 500.0));
    assert_eq!(ended("money", "-A----a-----------------n-"), (3, "backgammon", 600.0));
    assert_eq!(ended("money", "aA----------------------n-"), (3, "backgammon", 600.0));
    assert_eq!(ended("win", "aA----------------------n-"), (3, "all checkers off", 600.0));
}

#[test]
fn starts_have_their_checkers() {
    let start = |variant: &str| {
        let rules = Backgammon::rules(&Spec::parse(variant)?)?;
        Ok::<Men, ludarium_game::Error>(Backgammon::new(rules).men(Seat(1)))
    };
    assert_eq!(start("money").unwrap().pips(), 167);
    assert_eq!(start("money:start=nackgammon").unwrap().total(), 15);
    assert_eq!(start("money:start=24x2.13x5.8x3.6x5"), start("win"));
    assert_eq!(start("win:start=24x1.23x1.22x1"), start("win:start=hyper"));
    for wrong in ["24x16", "24x2.24x2", "0x3", "25x1", "13x5.12x2", "8", "8x", "8x3.", "24x9.6x7"] {
        let error = start(&format!("money:start={wrong}")).unwrap_err().to_string();
        assert!(error.contains("24x2.13x5.8x3.6x5"), "{error}");
    }
}

#[test]
fn both_players_count_alike() {
    let start = position(START);
    assert_eq!(start.men(Seat(0)), start.men(Seat(1)));
    let black = played(start, &["31", "8/5,6/5", "31"]);
    assert_eq!(black.turn(), Turn::Seat(Seat(1)));
    let made = played(black, &["8/5,6/5"]);
    let [white, black] = [made.men(Seat(0)), made.men(Seat(1))];
    assert_eq!(white, black);
    assert_eq!([OFF, 5, BAR].map(|slot| white.on(slot)), [0, 2, 0]);
}
