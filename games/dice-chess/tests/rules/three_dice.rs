//! The rules of the three-dice game.

use ludarium_dice_chess::rules::{DicePool, Move, Sequence, ThreeDice};
use ludarium_game::{Game, Scores, Seat, Tabletop, Turn, battery, playthroughs};

use crate::{after, moves, position, refusal};

battery!(ThreeDice, ["three-dice", "three-dice:plies=40"]);
playthroughs!(ThreeDice);

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn read(text: &str) -> ThreeDice {
    position("three-dice", text)
}

fn turns(position: &ThreeDice) -> Vec<Sequence> {
    let mut sequences = Vec::new();
    position.turns(&mut sequences);
    sequences
}

/// Single moves, one after the other, spell exactly the whole turns.
fn check_steps(position: &ThreeDice) {
    let whole = turns(position);
    let text = position.describe();
    if whole.is_empty() {
        assert_eq!(moves(position), ["-"], "{text}");
        return;
    }
    let mut firsts: Vec<String> = whole.iter().map(|turn| turn.moves()[0].to_string()).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(moves(position), firsts, "{text}");
    for first in firsts {
        let next = after(position, &[&first]);
        let ends = matches!(next.turn(), Turn::Chance | Turn::Over);
        let rests: Vec<&[Move]> = whole
            .iter()
            .filter(|turn| turn.moves()[0].to_string() == first)
            .map(|turn| &turn.moves()[1..])
            .collect();
        if ends {
            assert_eq!(rests, [&[] as &[Move]], "{first} in {text}");
            continue;
        }
        assert_eq!(next.side(), position.side());
        let found = turns(&next);
        let found: Vec<&[Move]> = found.iter().map(Sequence::moves).collect();
        assert_eq!(found, rests, "after {first} in {text}");
        check_steps(&next);
    }
}

#[test]
fn single_moves_spell_the_whole_turns() {
    let rules = battery::rules::<ThreeDice>("three-dice");
    for seed in 0..3 {
        let mut visited = 0;
        battery::random_game::<ThreeDice>(&rules, seed, |position| {
            visited += 1;
            if visited % 40 == 2 && matches!(position.turn(), Turn::Seat(_)) {
                check_steps(position);
            }
        });
        assert!(visited > 42, "{seed}");
    }
}

#[test]
fn the_start_has_the_known_number_of_turns() {
    let start = read(START);
    let (mut all, mut weighted) = (0, 0);
    for roll in DicePool::ROLLS {
        let count = turns(&after(&start, &[&roll.letters(start.side())])).len() as u32;
        all += count;
        weighted += count * roll.throws();
    }
    assert_eq!((all, weighted), (11_225, 29_794));
}

#[test]
fn the_chances_are_those_of_three_fair_dice() {
    let mut chances = Vec::new();
    let start = read(START);
    let _ = start.chances(&mut chances);
    assert_eq!(chances.len(), 56);
    let chance_of = |text: &str| {
        let roll = start.parse_move(text).unwrap();
        chances.iter().find(|(mv, _)| *mv == roll).unwrap().1 * 216.0
    };
    for (text, throws) in [("PPP", 1.0), ("PNP", 3.0), ("RNP", 6.0)] {
        assert!((chance_of(text) - throws).abs() < 1e-9, "{text}");
    }
}

#[test]
fn a_side_without_a_move_passes() {
    let rolled = after(&read(START), &["BRQ"]);
    assert_eq!((moves(&rolled), turns(&rolled).len()), (vec!["-".to_owned()], 0));
    let passed = after(&rolled, &["-"]);
    assert_eq!(passed.describe(), START.replace(" w ", " b "));
    assert!(read(&format!("{START} PNR")).parse_move("-").is_err());
}

#[test]
fn as_many_dice_as_possible_must_be_used() {
    // A pawn can open the way for the bishop or not: only opening moves begin a turn of three dice.
    let rolled = after(&read(START), &["PBB"]);
    assert_eq!(moves(&rolled), ["b2b3", "b2b4", "d2d3", "d2d4", "e2e3", "e2e4", "g2g3", "g2g4"]);
    assert!(turns(&rolled).iter().all(|turn| turn.dice_used() == 3));
    let error = rolled.parse_move("a2a3").unwrap_err().to_string();
    assert!(error.contains("as many dice as possible"), "{error}");
    let error = rolled.parse_move("b1c3").unwrap_err().to_string();
    assert!(error.contains("no die shows a knight"), "{error}");
}

#[test]
fn castling_uses_a_king_die_and_a_rook_die() {
    let castles = |dice: &str| {
        let text = format!("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 {dice}");
        let listed = moves(&read(&text));
        listed.contains(&"e1g1".into()) && listed.contains(&"e1c1".into())
    };
    assert!(castles("RK") && castles("PRK"));
    assert!(!castles("KK") && !castles("RR") && !castles("K"));
    let castled = after(&read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 RRK"), &["e1g1"]);
    assert_eq!(castled.describe(), "4k3/8/8/8/8/8/8/R4RK1 w - - 1 1 R");
}

#[test]
fn several_pawns_can_be_captured_en_passant_in_any_move_of_the_next_turn() {
    let stepped = after(&read(START), &["PPP", "b2b4", "d2d4", "f2f3"]);
    assert!(stepped.describe().contains(" b KQkq b3d3 "));
    let both = read("4k3/8/8/8/pPpPp3/8/8/4K3 b - b3d3 0 1 ppk");
    let taken = after(&both, &["e8e7", "a4b3", "e4d3"]);
    assert_eq!(taken.describe(), "8/4k3/8/8/2p5/1p1p4/8/4K3 w - - 0 2");
    // A target is gone as soon as a piece has stood on it, even if it leaves again.
    let knight = read("4k3/8/8/8/pPp1n3/8/8/4K3 b - b3 0 1 pnn");
    assert!(moves(&knight).contains(&"a4b3".into()));
    let left = after(&knight, &["e4d2", "d2b3"]);
    assert_eq!(left.describe(), "4k3/8/8/8/pPp5/1n6/8/4K3 b - - 2 1 p");
    // And at the latest when the pawn's own side is about to roll.
    let waited = after(&read("4k3/8/8/8/pPp5/8/8/4K3 b - b3 0 1 k"), &["e8e7"]);
    assert!(waited.describe().contains(" w - - "));
}

#[test]
fn a_side_cannot_capture_its_own_pawn_en_passant() {
    let stepped = after(&read(START), &["PPP", "a2a4"]);
    assert!(stepped.describe().contains(" w KQkq a3 "));
    assert!(!moves(&stepped).contains(&"b2a3".into()));
}

#[test]
fn capturing_the_king_ends_the_game_at_once() {
    let pawn = read("3k4/4P3/8/8/8/8/8/4K3 w - - 5 9 PPK");
    assert!(moves(&pawn).contains(&"e7d8".into()));
    assert!(!moves(&pawn).contains(&"e7d8q".into()));
    let won = after(&pawn, &["e7d8"]);
    assert_eq!(won.describe(), "3P4/8/8/8/8/8/8/4K3 w - - 0 9");
    assert_eq!((won.ending(), won.scores()), ("king captured", Scores::win(Seat(0))));
    assert_eq!(read(&won.describe()), won);
    let cornered = read("r3k2r/8/8/8/8/8/8/K3R3 w kq - 0 1 R");
    assert!(after(&cornered, &["e1e8"]).describe().contains(" w - - 0 1"));
}

#[test]
fn targets_are_dropped_when_a_turn_begins_and_so_not_after_the_last() {
    // Black's targets would be dropped at the beginning of its turn, which never comes.
    let won = after(&read("4k3/8/8/3p4/8/8/8/4R2K w - d6 0 1 R"), &["e1e8"]);
    assert_eq!(won.describe(), "4R3/8/8/3p4/8/8/8/7K w - d6 0 1");
    let own = read("4k3/8/8/3p4/8/8/P7/4R2K w - d6 0 1 PR");
    let won = after(&own, &["a2a4", "e1e8"]);
    assert_eq!(won.describe(), "4R3/8/8/3p4/P7/8/8/7K w - a3d6 0 1");
    assert_eq!(read(&won.describe()), won);
}

#[test]
fn a_move_that_wastes_dice_must_end_with_the_capture_of_the_king() {
    // Only pawns that open a bishop's way let all three dice be used; a7a6 does not, but the knight
    // can capture the king afterwards.
    let rolled = read("rnbqkb1r/pppppppp/8/8/4P1n1/3BK3/PPPP1PPP/RNB1Q1NR b kq - 9 4 pnb");
    check_steps(&rolled);
    assert!(!after(&rolled, &["b7b6"]).must_capture());
    let wasteful = after(&rolled, &["a7a6"]);
    assert!(wasteful.must_capture());
    assert_eq!(moves(&wasteful), ["g4e3"]);
    assert!(wasteful.describe().ends_with(" nb!"));
    assert_eq!(read(&wasteful.describe()), wasteful);
    let error = wasteful.parse_move("b8c6").unwrap_err().to_string();
    assert!(error.contains("only a capture of the king"), "{error}");
}

#[test]
fn quiet_moves_and_turns_are_limited() {
    let text = "4k3/8/8/8/8/8/8/4K2R w - - 98 30";
    let two = after(&read(text), &["RRP", "h1h2", "h2h1"]);
    assert_eq!((two.ending(), two.scores()), ("quiet limit", Scores::shared(2)));
    assert_eq!(two.describe(), "4k3/8/8/8/8/8/8/4K2R b - - 100 30");
    // In the middle of a turn the clock may pass 100.
    let middle = after(&read("4k3/8/8/8/8/8/8/4K2R w - - 99 30"), &["RRP", "h1h2"]);
    assert_eq!((middle.ending(), middle.turn()), ("", Turn::Seat(Seat(0))));
    let short: ThreeDice = position("three-dice:plies=2", START);
    let passed = after(&short, &["BRQ", "-", "brq", "-"]);
    assert_eq!(passed.ending(), "ply limit");
}

#[test]
fn short_forms_are_read() {
    let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    assert_eq!(read(placement), read(START));
    assert_eq!(read(&format!("{START} -")), read(START));
    assert_eq!(read(&format!("{placement} PN")), read(&format!("{START} PN")));
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    for (text, part) in [
        ("8/8/8/8/8/8/8/8 w -", "4 to 7 fields"),
        (&format!("{START} PNR x"), "4 to 7 fields"),
        (&format!("{START} pnr"), "up to three of `PNBRQK`"),
        (&format!("{START} RNP"), "in this order"),
        (&format!("{START} PPPP"), "up to three"),
        (&format!("{START} PN!"), "these dice cannot capture the king"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1 K", "the game is over"),
        ("4k3/8/8/8/P7/8/8/4K3 w - a3 0 1", "about to roll"),
        ("4k3/8/8/8/PP6/8/8/4K3 b - b3a3 0 1", "ascending order"),
        ("4k2P/8/8/8/8/8/8/4K3 b - - 0 1", "a pawn stands on h8"),
    ] {
        let error = refusal::<ThreeDice>("three-dice", text);
        assert!(error.contains(part), "`{text}` gave: {error}");
    }
    let start = read(START);
    for roll in ["PN", "PNRQ", "123", "é"] {
        assert!(start.parse_move(roll).is_err(), "{roll}");
    }
}

#[test]
fn the_picture_names_the_dice_that_are_left() {
    let caption = |text: &str| read(text).scene().captions[0].text.clone();
    assert_eq!(caption(START), "White to roll");
    assert_eq!(caption(&format!("{START} PNN")), "White's dice: pawn, knight, knight");
    assert_eq!(caption(&format!("{START} Q")), "White's dice: queen; cannot move and passes");
}
