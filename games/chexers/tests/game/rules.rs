//! Chexers: the battery, the symmetry of the board, and the rules that are easy to get wrong.

use std::collections::HashSet;

use ludarium_chexers::rules::{Chexers, Colour, Hex};
use ludarium_game::{
    Fact, Game, MoveList, Purpose, Seat, Seed, Tabletop, Turn, battery, perft, playthroughs,
};
use proptest::prelude::*;

battery!(Chexers, ["referee", "last-ply-win"]);
playthroughs!(Chexers);

const START: &str = "rrrr...........g.....bg....bg...bg..b r 0,0,0 0";

fn position_in(variant: &str, text: &str) -> Chexers {
    Chexers::parse(&battery::rules::<Chexers>(variant), text).unwrap()
}

fn position(text: &str) -> Chexers {
    position_in("referee", text)
}

fn played(mut position: Chexers, moves: &str) -> Chexers {
    for mv in moves.split_whitespace() {
        let mv = position.parse_move(mv).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv);
    }
    position
}

fn legal(position: &Chexers) -> Vec<String> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.iter().map(|&mv| position.describe_move(mv)).collect()
}

/// Where a hex goes when the board makes a third of a turn.
fn turned(hex: Hex) -> Hex {
    Hex::new(-hex.q() - hex.r(), hex.q()).unwrap()
}

fn turned_name(name: &str) -> String {
    let hex = Hex::all().find(|hex| hex.to_string() == name).unwrap();
    turned(hex).to_string()
}

/// The position one ply later on the clock, with Red's pieces as Green's, and so on.
fn turned_text(position: &Chexers) -> String {
    let mut board = ['.'; 37];
    for hex in Hex::all() {
        if let Some(colour) = position.piece(hex) {
            let there = Hex::all().position(|there| there == turned(hex)).unwrap();
            board[there] = colour.next().letter();
        }
    }
    let [red, green, blue] = Colour::ALL.map(|colour| position.exits(colour));
    let (side, ply) = (position.side().next().letter(), position.ply() + 1);
    let board = String::from_iter(board);
    format!("{board} {side} {blue},{red},{green} {ply}")
}

fn turned_move(mv: &str) -> String {
    if let Some(from) = mv.strip_suffix('!') {
        return format!("{}!", turned_name(from));
    }
    for mark in ['>', '^'] {
        if let Some((from, to)) = mv.split_once(mark) {
            return format!("{}{mark}{}", turned_name(from), turned_name(to));
        }
    }
    mv.to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    /// A whole random game, played together with the same game a third of a turn on.
    #[test]
    fn a_third_of_a_turn_changes_nothing_but_the_colours(seed: u64) {
        let mut rng = Seed(seed).stream(Purpose::Test, 0);
        let mut buffer = MoveList::new();
        let mut here = position(START);
        let mut there = position(&turned_text(&here));
        // The turned game is one ply ahead and meets the turn limit first.
        while here.turn() != Turn::Over && here.ply() < 766 {
            prop_assert_eq!(turned_text(&here), there.describe());
            prop_assert_eq!(here.occurrences(), there.occurrences());
            let mut mapped: Vec<String> = legal(&here).iter().map(|mv| turned_move(mv)).collect();
            let mut listed = legal(&there);
            mapped.sort();
            listed.sort();
            prop_assert_eq!(mapped, listed);
            let mv = here.pick(&mut rng, &mut buffer);
            let text = turned_move(&here.describe_move(mv));
            here.play(mv);
            there = played(there, &text);
            prop_assert_eq!(here.ending(), there.ending());
        }
    }
}

#[test]
fn perft_of_the_start_whoever_begins() {
    let start = position(START);
    let counts: Vec<u64> = (1..=6).map(|depth| perft(&start, depth)).collect();
    assert_eq!(counts, [8, 64, 512, 6784, 89_752, 1_185_610]);
    for first in 1..=2 {
        let side = Colour::ALL[first].letter();
        let turned = position(&START.replace("r 0,0,0 0", &format!("{side} 0,0,0 {first}")));
        assert_eq!(perft(&turned, 5), 89_752);
    }
}

#[test]
fn moves_are_listed_by_hex_and_direction_and_exits_last() {
    let now = position("...........b......rg....br...g....r.. r 0,0,0 60");
    assert_eq!(
        legal(&now),
        [
            "0,0^-2,0",
            "0,0>0,-1",
            "0,0^2,0",
            "0,0^0,2",
            "0,0>-1,1",
            "1,0^1,-2",
            "1,0>2,-1",
            "1,0>2,0",
            "1,0>1,1",
            "1,0^-1,2",
            "3,-2^1,-2",
            "3,-2>3,-3",
            "3,-2>3,-1",
            "3,-2>2,-1",
            "3,-2!"
        ]
    );
}

#[test]
fn a_jump_converts_what_it_passes_and_removes_nothing() {
    let now = position("...........b......rg....br...g....... r 0,0,0 60");
    let over_green = played(now.clone(), "0,0^0,2");
    assert_eq!(over_green.describe(), "...........b.......rr...br...g....... g 0,0,0 61");
    let over_own = played(now, "0,0^2,0");
    assert_eq!(over_own.describe(), "...........b.......g....br...g.r..... g 0,0,0 61");
}

#[test]
fn a_converted_piece_leaves_over_its_new_owners_edge() {
    let now = position("..................b..............rg.. r 1,0,0 90");
    let now = played(now, "3,-3^3,-1 pass 0,0>0,1 3,-2!");
    assert_eq!(now.describe(), "...................b...............r. g 2,0,0 94");
}

#[test]
fn an_exit_is_never_forced_and_needs_no_room() {
    let choice = legal(&position(".....b............g..............r... r 3,3,3 120"));
    assert!(choice.contains(&"3,-3!".to_owned()) && choice.len() > 1, "{choice:?}");
    let boxed_in = position("bbb.gg...g.b........................r b 0,0,0 32");
    assert!(legal(&boxed_in).contains(&"-3,0!".to_owned()));
}

#[test]
fn only_who_can_do_nothing_passes() {
    assert_eq!(legal(&position("rbb.gg...g.b......................... r 0,0,0 30")), ["pass"]);
    let one_jump = position("rbb.gg...g........................... r 0,0,0 30");
    assert_eq!(legal(&one_jump), ["-3,0^-1,0"]);
    assert!(one_jump.parse_move("pass").is_err());
}

#[test]
fn a_player_without_pieces_keeps_its_turn() {
    let now = played(position("..................g.......b.......... r 3,0,0 33"), "pass 0,0>0,1");
    assert_eq!(now.turn(), Turn::Seat(Seat(2)));
    assert_eq!(now.describe(), "...................g......b.......... b 3,0,0 35");
}

#[test]
fn the_fourth_exit_wins_alone() {
    let now = played(position(".....b.....g......r.......r......r... r 3,3,3 120"), "3,-3!");
    assert_eq!((now.turn(), now.ending()), (Turn::Over, "four exits"));
    assert_eq!(now.scores().as_slice(3), [1.0, 0.0, 0.0]);
    assert!(legal(&now).is_empty());
}

const TO_AND_FRO: &str = "-3,0>-2,0 0,-3>0,-2 0,3>-1,3 -2,0>-3,0 0,-2>0,-3 -1,3>0,3 ";

#[test]
fn the_start_for_the_fourth_time_is_a_draw() {
    let now = played(position(START), &TO_AND_FRO.repeat(2));
    assert_eq!((now.occurrences(), now.ending()), (3, ""));
    let now = played(now, TO_AND_FRO);
    assert_eq!((now.occurrences(), now.ending(), now.ply()), (4, "repetition", 18));
    assert_eq!(now.scores().as_slice(3), [1.0 / 3.0; 3]);
}

#[test]
fn the_same_board_with_another_side_to_move_is_another_position() {
    // Red goes round a triangle while the others go to and fro.
    let now = played(
        position(START),
        "-3,0>-2,-1 0,-3>0,-2 0,3>-1,3 -2,-1>-2,0 0,-2>0,-3 -1,3>0,3 -2,0>-3,0",
    );
    assert_eq!(now.describe(), START.replace("r 0,0,0 0", "g 0,0,0 7"));
    assert_eq!(now.occurrences(), 1);
}

#[test]
fn a_position_read_from_text_counts_itself_once() {
    let empty = position("..................................... r 3,3,3 39");
    let now = played(empty.clone(), &"pass ".repeat(8));
    assert_eq!(now.ending(), "");
    assert_eq!(played(now, "pass").ending(), "repetition");
    assert_eq!(empty.occurrences(), 1);
}

/// The position counts once; after two rounds that lead back to it, it counts three times, and a third round ends the game.
fn repeats_by(now: &Chexers, round: &str) {
    let later = played(now.clone(), &round.repeat(2));
    assert_eq!((now.occurrences(), later.occurrences(), later.ending()), (1, 3, ""));
    assert_eq!(played(later, round).ending(), "repetition");
}

#[test]
fn the_position_after_an_elimination_counts_once() {
    // Red takes Green's last piece: the position after it is met here for the first time.
    let before = position("..................rg............b.... r 0,0,0 60");
    let now = played(before, "0,0^0,2");
    repeats_by(&now, "pass 2,1>2,0 0,2>-1,2 pass 2,0>2,1 -1,2>0,2 ");
}

#[test]
fn a_player_that_left_with_its_last_piece_repeats_by_passing() {
    // Green's last exit makes the position with Blue to move; later it comes back by Green's pass.
    let before = position("...g..............r.............b.... g 0,0,0 61");
    let now = played(before, "-3,3!");
    repeats_by(&now, "2,1>2,0 0,0>0,1 pass 2,0>2,1 0,1>0,0 pass ");
}

#[test]
fn equality_sees_the_history() {
    let (start, back) = (position(START), played(position(START), TO_AND_FRO));
    let read = position(&back.describe());
    assert_eq!((start.key(), back.key()), (read.key(), read.key()));
    assert_ne!(back, read);
    assert_eq!(back, played(position(START), TO_AND_FRO));
}

#[test]
fn ply_768_is_a_draw() {
    let now = played(position("..................b..g..............r b 3,3,2 767"), "0,0>0,1");
    assert_eq!((now.turn(), now.ending()), (Turn::Over, "turn limit"));
    assert_eq!(now.scores().as_slice(3), [1.0 / 3.0; 3]);
    let read = position("...................b.g..............r r 3,3,2 768");
    assert_eq!(read.ending(), "turn limit");
}

#[test]
fn blues_fourth_exit_on_the_last_ply_is_where_the_variants_differ() {
    let text = "b....................g..............r b 3,3,3 767";
    let drawn = played(position_in("referee", text), "-3,0!");
    assert_eq!(drawn.ending(), "turn limit");
    assert_eq!(drawn.scores().as_slice(3), [1.0 / 3.0; 3]);
    let won = played(position_in("last-ply-win", text), "-3,0!");
    assert_eq!(won.ending(), "four exits");
    assert_eq!(won.scores().as_slice(3), [0.0, 0.0, 1.0]);
    assert_eq!(position_in("last-ply-win", &won.describe()).ending(), "four exits");
    // A ply earlier there is no difference.
    let text = ".....................g..............r r 3,3,3 765";
    assert_eq!(played(position_in("referee", text), "3,0!").ending(), "four exits");
}

#[test]
fn repetition_is_named_before_the_turn_limit() {
    let empty = position("..................................... r 3,3,3 759");
    assert_eq!(played(empty, &"pass ".repeat(9)).ending(), "repetition");
    let later = position("..................................... r 3,3,3 762");
    assert_eq!(played(later, &"pass ".repeat(6)).ending(), "turn limit");
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    let board = "rrrr...........g.....bg....bg...bg..b";
    let cases = [
        ("".to_owned(), "four fields"),
        (format!("{board} r 0,0,0"), "four fields"),
        (format!("{board}  r 0,0,0 0"), "four fields"),
        (format!("{board}. r 0,0,0 0"), "37 characters, not 38"),
        (format!("{} r 0,0,0 0", board.replace('g', "x")), "for hex 0,-3"),
        (format!("{board} w 0,0,0 0"), "`r`, `g` or `b`"),
        (format!("{board} r 0,0 0"), "three numbers from 0 to 4"),
        (format!("{board} r 0,0,5 0"), "three numbers from 0 to 4"),
        (format!("{board} r 0,0,0,0 0"), "three numbers from 0 to 4"),
        (format!("{board} r 0,0,0 769"), "from 0 to 768"),
        (format!("{board} r 0,0,0 00"), "from 0 to 768"),
        (format!("{board} r 0,0,0 +3"), "from 0 to 768"),
        (format!("{board} g 0,0,0 3"), "it is Red's turn, not Green's"),
        (format!("{board} r 4,0,0 30"), "Red has 4 exits but did not move last"),
    ];
    let rules = battery::rules::<Chexers>("referee");
    for (text, reason) in cases {
        let error = Chexers::parse(&rules, &text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let start = position(START);
    let middle = position("...........b......rg....br...g....... r 0,0,0 60");
    let over = position(".....................g............... g 4,3,3 766");
    let cases = [
        (&start, "", "expected `q,r>q,r`"),
        (&start, "-3,0>-4,0", "expected `q,r>q,r`"),
        (&start, "-3,0>+1,0", "expected `q,r>q,r`"),
        (&start, "-3,0>-1,0", "-1,0 is not next to -3,0"),
        (&start, "-3,0^-2,0", "-2,0 is not two steps straight from -3,0"),
        (&start, "-3,0>-3,1", "-3,1 is occupied"),
        (&start, "-3,0^-1,0", "there is no piece on -2,0 to jump over"),
        (&start, "-3,0^-3,2", "-3,2 is occupied"),
        (&start, "0,-3>0,-2", "Red has no piece on 0,-3"),
        (&start, "-3,0!", "Red does not leave the board from there"),
        (&start, "pass", "may not pass"),
        (&middle, "0,0^2,-2", "2,-2 is occupied"),
        (&over, "pass", "the game is over: four exits"),
        (&over, "0,0>3,3", "expected `q,r>q,r`"),
        (&over, "0,0>3,0", "the game is over: four exits"),
    ];
    for (position, mv, reason) in cases {
        let error = position.parse_move(mv).unwrap_err().to_string();
        assert!(error.contains(reason), "{mv}: {error}");
    }
}

/// Every move that a game shows is asked about in every position of it.
#[test]
fn legal_is_what_the_list_holds() {
    let rules = battery::rules::<Chexers>("referee");
    let (mut positions, mut shown) = (Vec::new(), HashSet::new());
    let (mut moves, mut buffer) = (MoveList::new(), MoveList::new());
    for seed in 0..4 {
        battery::random_game::<Chexers>(&rules, seed, |position| {
            position.moves(&mut moves);
            shown.extend(moves.iter().copied());
            positions.push(position.clone());
        });
    }
    for position in positions {
        position.moves(&mut moves);
        for &mv in &shown {
            assert_eq!(
                position.is_legal(mv, &mut buffer),
                moves.contains(&mv),
                "{mv:?} in {}",
                position.describe()
            );
        }
    }
}

/// A program that does not read the notation is told where each colour leaves the board, and how often it has.
#[test]
fn exits_and_goals_are_told() {
    let facts = position(&START.replace("0,0,0", "1,0,2")).facts();
    let told = |name: &str| {
        let mut found = facts.iter().filter(|(known, _)| *known == name);
        found.next().map(|(_, fact)| fact.clone()).unwrap()
    };
    assert_eq!(told("exits"), Fact::list([1u8, 0, 2]));
    assert_eq!(told("exits_to_win"), 4u8.into());
    let Fact::List(goals) = told("goals") else {
        panic!("{facts:?}");
    };
    assert_eq!(goals[0], Fact::list(["3,-3", "3,-2", "3,-1", "3,0"]));
    assert_eq!(goals.len(), 3);
}
