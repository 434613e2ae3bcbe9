//! The rules of the one-die game.

use ludarium_dice_chess::rules::{DiceChess, Kind};
use ludarium_game::{
    Game, MoveList, Purpose, Scores, Seat, Seed, Tabletop, Turn, battery, perft, playthroughs,
};

use crate::{after, moves, position, refusal};

battery!(
    DiceChess,
    [
        "seed",
        "brainking",
        "seed:promo=choice,bare=off,quiet=75,ep-roll=off",
        "brainking:plies=0,quiet=30,stuck=pass",
    ]
);
playthroughs!(DiceChess);

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn seed(text: &str) -> DiceChess {
    position("seed", text)
}

fn faces(position: &DiceChess) -> Vec<u8> {
    position.playable().map(Kind::face).collect()
}

/// Lines by their definition: every chance, then every move.
fn lines(position: &DiceChess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut rolls = Vec::new();
    position.counted_chances(&mut rolls);
    let mut buffer = MoveList::new();
    let mut count = 0;
    for roll in rolls {
        let mut rolled = *position;
        rolled.play(roll);
        rolled.moves(&mut buffer);
        for &mv in &buffer {
            let mut next = rolled;
            next.play(mv);
            count += lines(&next, depth - 1);
        }
    }
    count
}

#[test]
fn the_start_has_the_known_number_of_lines() {
    let rules = battery::rules::<DiceChess>("seed");
    let start = DiceChess::start(&rules, &mut Seed(0).stream(Purpose::Start, 0));
    assert_eq!(start.describe(), START);
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&start, depth)).collect();
    assert_eq!(counts, [20, 400, 8902, 197_742, 4_897_256]);
}

#[test]
fn counting_lines_equals_following_them() {
    for variant in ["seed", "brainking", "seed:promo=choice", "seed:stuck=pass"] {
        let rules = battery::rules::<DiceChess>(variant);
        let mut visited = 0;
        battery::random_game::<DiceChess>(&rules, 3, |position| {
            visited += 1;
            if visited % 9 == 1 && position.turn() == Turn::Chance {
                assert_eq!(perft(position, 2), lines(position, 2), "{}", position.describe());
            }
        });
        assert!(visited > 20, "{variant}");
    }
}

#[test]
fn the_die_shows_only_kinds_that_can_move() {
    let start = seed(START);
    let mut chances = Vec::new();
    let _ = start.chances(&mut chances);
    let texts: Vec<_> = chances.iter().map(|&(mv, p)| (start.describe_move(mv), p)).collect();
    assert_eq!(texts, [("1".to_owned(), 0.5), ("2".to_owned(), 0.5)]);
    let error = start.parse_move("3").unwrap_err().to_string();
    assert_eq!(error, "illegal move `3`: no bishop can move");
    assert_eq!(start.parse_move("N"), start.parse_move("2"));
    assert_eq!(moves(&after(&start, &["2"])), ["b1a3", "b1c3", "g1f3", "g1h3"]);
}

#[test]
fn castling_ignores_attacks_and_needs_a_king_roll() {
    let attacked = seed("r3k2r/8/8/8/8/8/6q1/R3K2R w KQkq - 0 1");
    let king = after(&attacked, &["6"]);
    assert!(moves(&king).contains(&"e1g1".into()) && moves(&king).contains(&"e1c1".into()));
    assert!(!moves(&after(&attacked, &["4"])).contains(&"e1g1".into()));
    let castled = after(&king, &["e1c1"]);
    assert_eq!(castled.describe(), "r3k2r/8/8/8/8/8/6q1/2KR3R b kq - 1 1");
    let blocked = seed("r3k2r/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1");
    assert_eq!(moves(&after(&blocked, &["6"])), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
}

#[test]
fn castling_rights_go_with_the_king_the_rook_and_the_corner() {
    let all = seed("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (roll, mv, rights) in [("6", "e1e2", "kq"), ("4", "a1a8", "Kk"), ("4", "h1g1", "Qkq")] {
        let text = after(&all, &[roll, mv]).describe();
        assert_eq!(text.split(' ').nth(2), Some(rights), "{mv}");
    }
}

#[test]
fn en_passant_lasts_one_ply() {
    let stepped = after(&seed(START), &["1", "e2e4", "2", "b8a6", "1", "e4e5", "1", "d7d5"]);
    assert!(stepped.describe().contains(" w KQkq d6 "));
    let captured = after(&stepped, &["1", "e5d6"]);
    assert_eq!(captured.describe(), "r1bqkbnr/ppp1pppp/n2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
    let later = after(&stepped, &["2", "b1a3", "1", "h7h5", "1"]);
    assert!(!moves(&later).contains(&"e5d6".into()));
}

#[test]
fn en_passant_alone_makes_the_pawn_playable_unless_switched_off() {
    let text = "4k3/8/8/8/1pP5/1P6/8/4K3 b - c3 0 1";
    assert_eq!(faces(&seed(text)), [1, 6]);
    let off: DiceChess = position("seed:ep-roll=off", text);
    assert_eq!(faces(&off), [6]);
}

#[test]
fn promotion_follows_the_option() {
    let text = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let on =
        |variant: &str, roll: &str| moves(&after(&position::<DiceChess>(variant, text), &[roll]));
    assert_eq!(on("seed:bare=off", "1"), ["a7a8q"]);
    assert_eq!(on("seed:bare=off,promo=choice", "1"), ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    assert_eq!(on("brainking", "1"), ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    // Nobody has a knight, and still the roll can come up.
    assert_eq!(on("brainking", "2"), ["a7a8n"]);
    assert_eq!(on("brainking", "6"), ["a1a2", "a1b1", "a1b2"]);
    assert_eq!(faces(&position("brainking", text)), [1, 2, 3, 4, 5, 6]);
    assert_eq!(faces(&position("seed:bare=off", text)), [1, 6]);
}

#[test]
fn capturing_the_king_wins_and_a_pawn_still_promotes() {
    let kings = after(&seed("8/8/8/3k4/4K3/8/P6p/8 w - - 0 1"), &["6", "e4d5"]);
    assert_eq!((kings.turn(), kings.ending()), (Turn::Over, "king captured"));
    assert_eq!(kings.scores(), Scores::win(Seat(0)));
    assert_eq!(kings.describe(), "8/8/8/3K4/8/8/P6p/8 b - - 0 1");
    let pawn = after(&seed("3k4/4P2r/8/8/8/8/8/K7 w - - 0 1"), &["1"]);
    assert_eq!(moves(&pawn), ["e7d8q", "e7e8q"]);
    assert_eq!(after(&pawn, &["e7d8q"]).scores(), Scores::win(Seat(0)));
}

#[test]
fn a_bare_king_loses_only_where_the_rule_is_on() {
    let text = "4k3/8/8/8/8/8/3nP3/4K3 b - - 0 1";
    let line = ["6", "e8e7", "6", "e1d2"];
    let on = after(&seed(text), &line);
    assert_eq!((on.ending(), on.scores()), ("bare king", Scores::win(Seat(0))));
    let off = after(&position::<DiceChess>("seed:bare=off", text), &line);
    assert_eq!(off.turn(), Turn::Chance);
    // Two bare kings cannot come up in play, but can be written down.
    let both = seed("8/8/8/3k4/8/4K3/8/8 w - - 0 1");
    assert_eq!((both.ending(), both.scores()), ("bare king", Scores::shared(2)));
}

#[test]
fn a_side_that_cannot_move_draws_or_passes() {
    let text = "4k3/8/8/8/1p6/1Pp5/BRP5/KB6 w - - 0 1";
    let stuck = seed(text);
    assert_eq!((stuck.turn(), stuck.ending()), (Turn::Over, "no legal roll"));
    assert_eq!(stuck.scores(), Scores::shared(2));
    let passing: DiceChess = position("seed:stuck=pass", text);
    assert_eq!(passing.turn(), Turn::Seat(Seat(0)));
    assert_eq!(moves(&passing), ["-"]);
    // Black has five king moves and the pawn's capture on b2.
    assert_eq!(perft(&passing, 2), 6);
    let passed = after(&passing, &["-"]);
    assert_eq!(passed.describe(), "4k3/8/8/8/1p6/1Pp5/BRP5/KB6 b - - 1 1");
    assert_eq!(passed.turn(), Turn::Chance);
    let both = "krb5/bp1p4/1p1P4/1P6/1p6/1P1p4/BP1P4/KRB5 w - - 0 1";
    let both: DiceChess = position("seed:stuck=pass", both);
    assert_eq!((both.turn(), both.ending()), (Turn::Over, "no legal roll"));
}

#[test]
fn limits_draw_the_game() {
    let text = "4k3/p7/8/8/8/8/P7/4K3 b - - 74 500";
    let line = ["6", "e8e7"];
    let ply: DiceChess = position("seed", text);
    assert_eq!((ply.ending(), after(&ply, &line).ending()), ("", "ply limit"));
    assert_eq!(after(&ply, &line).scores(), Scores::shared(2));
    let quiet: DiceChess = position("seed:quiet=75,plies=0", text);
    assert_eq!((quiet.ending(), after(&quiet, &line).ending()), ("", "quiet limit"));
    let pawn = after(&quiet, &["1", "a7a6"]);
    assert_eq!((pawn.ending(), pawn.describe().contains(" 0 501")), ("", true));
    let none: DiceChess = position("seed:plies=0", text);
    assert_eq!(after(&none, &line).ending(), "");
}

#[test]
fn a_roll_is_read_as_digit_or_letter_and_written_as_digit() {
    for roll in ["2", "n", "N"] {
        let rolled = seed(&format!("{START} {roll}"));
        assert_eq!(rolled.rolled(), Some(Kind::Knight));
        assert_eq!(rolled.describe(), format!("{START} 2"));
    }
    assert_eq!(seed(&format!("{START} -")), seed(START));
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    let rest = "w KQkq - 0 1";
    for (text, part) in [
        ("", "6 fields of FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "neither side has a king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has more than one king"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn stands on h8"),
        (&format!("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR {rest}"), "8 ranks"),
        (
            &format!("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR {rest}"),
            "rank of the placement is `9`",
        ),
        (&format!("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {rest}"), "8 squares in all"),
        (&format!("rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {rest}"), "letters of pieces"),
        (&START.replace(" w ", " x "), "`w` or `b`"),
        (&START.replace("KQkq", "qkQK"), "in this order"),
        (&START.replace("RNBQKBNR", "1NBQKBNR"), "the rook on a1"),
        (&START.replace(" - ", " e4 "), "rank 3 or 6"),
        (&START.replace(" - ", " e6 "), "just behind a pawn"),
        (&START.replace("0 1", "-1 1"), "halfmove clock"),
        (&START.replace("0 1", "0 0"), "a whole number from 1"),
        (&format!("{START} 3"), "a kind that can move: 1, 2"),
        (&format!("{START} x"), "the roll is `x`"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1 6", "no die can be rolled here"),
    ] {
        let error = refusal::<DiceChess>("seed", text);
        assert!(error.contains(part), "`{text}` gave: {error}");
    }
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let pawn = after(&seed(START), &["1"]);
    for (text, error) in [
        ("e2e5", "illegal move `e2e5`: no such move"),
        ("g1f3", "illegal move `g1f3`: a pawn was rolled"),
        ("e7e5", "illegal move `e7e5`: the piece on e7 is Black's"),
        ("e4e5", "illegal move `e4e5`: e4 is empty"),
        ("-", "illegal move `-`: there are other moves"),
        ("e2", "bad move `e2`: expected two squares such as `e2e4`, or `e7e8q` to promote"),
    ] {
        assert_eq!(pawn.parse_move(text).unwrap_err().to_string(), error);
    }
    let over = seed("8/8/8/8/8/8/8/K7 b - - 0 1");
    let error = over.parse_move("a1a2").unwrap_err().to_string();
    assert_eq!(error, "illegal move `a1a2`: the game is over");
}

#[test]
fn the_picture_says_what_was_rolled_and_how_it_ended() {
    let caption = |position: &DiceChess| position.scene().captions[0].text.clone();
    let start = seed(START);
    assert_eq!(caption(&start), "White to roll");
    assert_eq!(caption(&after(&start, &["2"])), "White rolled a knight");
    assert_eq!(caption(&after(&start, &["2", "b1c3"])), "Black to roll");
    assert_eq!(caption(&seed("8/8/8/8/8/8/8/KR6 b - - 0 1")), "White wins: king captured");
    let scene = start.scene();
    assert_eq!((scene.cells.len(), scene.pieces.len(), scene.rim.len()), (64, 32, 16));
    let (a1, a8) = (scene.cell("a1").unwrap(), scene.cell("a8").unwrap());
    assert!(scene.cells[a1].centre.y > scene.cells[a8].centre.y);
}
