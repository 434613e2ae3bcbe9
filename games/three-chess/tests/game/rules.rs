//! Three-Chess: the battery, and the rules that are easy to get wrong.

use ludarium_game::{
    Fault, Game, MoveList, Purpose, Sanction, Seat, Seed, Spec, Tabletop, Turn, battery, perft,
    playthroughs,
};
use ludarium_three_chess::rules::{Kind, Rules, ThreeChess, forfeit_results};

battery!(
    ThreeChess,
    [
        "reference",
        "reference:plies=60",
        "reference:repetition=2",
        "reference:stuck=draw,repetition=3,plies=500"
    ],
    own pick
);
playthroughs!(ThreeChess);

const START: &str = "RNBQKBNR/PPPPPPPP/......../......../rnbqkbnr/pppppppp/......../......../42356324/11111111/......../........ B - - - 0";

/// Kings on their first squares, to be completed by each test.
const KINGS: &str = "....K.../......../......../......../....k.../......../......../......../....6.../......../......../........ B - - - 0";

fn rules(options: &str) -> Rules {
    battery::rules::<ThreeChess>(&format!("reference{options}"))
}

fn read(text: &str) -> ThreeChess {
    ThreeChess::parse(&rules(""), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position with one square set: `BE2=P`.
fn with(base: &str, changes: &[&str]) -> String {
    let mut text: Vec<char> = base.chars().collect();
    for change in changes {
        let [section, column, row, '=', letter] = *change.chars().collect::<Vec<_>>() else {
            panic!("{change}");
        };
        let section = "BGR".find(section).expect("a section");
        let row = 4 * section + row.to_digit(10).expect("a row") as usize - 1;
        text[9 * row + column as usize - 'A' as usize] = letter;
    }
    text.into_iter().collect()
}

fn moves(position: &ThreeChess) -> Vec<String> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.iter().map(|&mv| position.describe_move(mv)).collect()
}

fn moves_from(position: &ThreeChess, start: &str) -> Vec<String> {
    let all = moves(position).into_iter();
    all.filter_map(|mv| mv.strip_prefix(start)?.strip_prefix('-').map(str::to_owned)).collect()
}

fn play(position: &mut ThreeChess, text: &str) {
    let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
    position.play(mv);
}

#[test]
fn the_start_has_the_counts_of_the_reference() {
    let start = ThreeChess::start(&rules(""), &mut Seed(0).stream(Purpose::Start, 0));
    assert_eq!(start.describe(), START);
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&start, depth)), [20, 400, 8000, 178_080]);
    assert_eq!([0, 1, 2].map(|seat| start.score(Seat(seat))), [79, 79, 79]);
}

#[test]
fn a_diagonal_through_the_centre_goes_on_in_both_sections() {
    let position = read(&with(KINGS, &["BA1=B"]));
    let expected = "BB2 BC3 BD4 GA1 GB2 GC3 GD4 RA1 RB2 RC3 RD4";
    assert_eq!(moves_from(&position, "BA1").join(" "), expected);
}

#[test]
fn a_piece_behind_the_centre_stops_one_branch_only() {
    let position = read(&with(KINGS, &["BA1=B", "GD4=p"]));
    let expected = "BB2 BC3 BD4 GD4 RA1 RB2 RC3 RD4";
    assert_eq!(moves_from(&position, "BA1").join(" "), expected);
}

#[test]
fn a_column_bends_over_the_seam_to_the_foreign_back_rank() {
    let position = read(&with(KINGS, &["BA2=R", "GH2=p"]));
    let forward: Vec<String> = moves_from(&position, "BA2");
    assert_eq!(forward.join(" "), "BA1 BA3 BA4 BB2 BC2 BD2 BE2 BF2 BG2 BH2 GH2 GH3 GH4");
}

#[test]
fn a_pawn_pushes_twice_only_from_its_own_second_row() {
    let position = read(&with(KINGS, &["BA2=P", "BB3=P", "GC2=P"]));
    assert_eq!(moves_from(&position, "BA2"), ["BA3", "BA4"]);
    assert_eq!(moves_from(&position, "BB3"), ["BB4"]);
    assert_eq!(moves_from(&position, "GC2"), ["GC1"]);
}

#[test]
fn a_pawn_is_blocked_by_any_piece_in_front() {
    let position = read(&with(KINGS, &["BA2=P", "BA3=p", "BC2=P", "BC4=1"]));
    assert_eq!(moves_from(&position, "BA2"), [""; 0]);
    assert_eq!(moves_from(&position, "BC2"), ["BC3"]);
}

#[test]
fn a_pawn_next_to_the_centre_captures_in_three_directions() {
    let position = read(&with(KINGS, &["BD4=P", "GD4=p", "GF4=p", "RD4=1", "GE4=p"]));
    assert_eq!(moves_from(&position, "BD4"), ["GD4", "GF4", "RD4"]);
}

#[test]
fn a_pawn_on_a_foreign_back_rank_becomes_a_queen() {
    let mut position = read(&with(KINGS, &["GC2=P", "GD1=q"]));
    assert_eq!(moves_from(&position, "GC2"), ["GC1", "GD1"]);
    play(&mut position, "GC2-GD1");
    assert!(position.describe().contains("...Qk..."), "{}", position.describe());
    assert_eq!(position.score(Seat(0)), 40 + 9 + 9);
}

#[test]
fn a_promoted_pawn_is_captured_as_a_queen() {
    let mut position = read(&with(KINGS, &["GD1=Q", "GA1=r"]).replace(" B ", " G "));
    play(&mut position, "GA1-GD1");
    assert!(position.describe().ends_with(" R - Q - 1"), "{}", position.describe());
}

#[test]
fn castling_asks_for_a_rook_in_the_corner_and_empty_squares() {
    let both = read(&with(KINGS, &["BA1=R", "BH1=R"]));
    assert_eq!(moves_from(&both, "BE1").join(" "), "BC1 BD1 BD2 BE2 BF1 BF2 BG1");
    for (change, gone) in [("BB1=N", "BC1"), ("BC1=n", "BC1"), ("BF1=2", "BG1"), ("BA1=r", "BC1")] {
        let position = read(&with(&both.describe(), &[change]));
        assert!(!moves_from(&position, "BE1").contains(&gone.to_owned()), "{change}");
    }
}

#[test]
fn castling_moves_the_rook_to_the_square_that_the_king_crossed() {
    let both = read(&with(KINGS, &["BA1=R", "BH1=R"]));
    for (mv, row) in [("BE1-BC1", "..KR...R/"), ("BE1-BG1", "R....RK./")] {
        let mut position = both.clone();
        play(&mut position, mv);
        assert!(position.describe().starts_with(row), "{mv}: {}", position.describe());
        assert_eq!(position.key(), position.key_from_scratch());
    }
}

#[test]
fn castling_does_not_mind_attacks() {
    let position = read(&with(KINGS, &["BA1=R", "BC3=r", "BD3=4", "BE3=5"]));
    assert!(moves_from(&position, "BE1").contains(&"BC1".to_owned()));
}

#[test]
fn castling_exists_only_at_home() {
    let foreign = with(KINGS, &["BE1=k", "GE1=K", "GA1=R", "GH1=R"]);
    assert_eq!(moves_from(&read(&foreign), "GE1").join(" "), "GD1 GD2 GE2 GF1 GF2");
}

#[test]
fn a_king_may_walk_into_check() {
    let position = read(&with(KINGS, &["BD2=r"]));
    assert!(moves_from(&position, "BE1").contains(&"BD1".to_owned()));
}

#[test]
fn capturing_a_king_ends_the_game_and_the_turn_advances() {
    let mut position = read(&with(KINGS, &["GE2=Q"]));
    play(&mut position, "GE2-GE1");
    assert_eq!(position.turn(), Turn::Over);
    assert_eq!(position.ending(), "king captured");
    assert!(position.describe().ends_with(" G k - - 1"), "{}", position.describe());
    assert_eq!(position.results(), Some([1, -1, 0]));
    assert_eq!(position.scores().as_slice(3), [1.0, 0.0, 0.5]);
    assert!(moves(&position).is_empty());
    assert_eq!(read(&position.describe()), position);
}

#[test]
fn the_ply_limit_draws() {
    let mut position = ThreeChess::parse(&rules(":plies=2"), START).expect("the start");
    play(&mut position, "BE2-BE4");
    assert_eq!(position.ending(), "");
    play(&mut position, "GE2-GE4");
    assert_eq!((position.turn(), position.ending()), (Turn::Over, "ply limit"));
    assert_eq!(position.results(), Some([0, 0, 0]));
    assert_eq!(position.scores().as_slice(3), [0.5, 0.5, 0.5]);
}

#[test]
fn a_king_captured_with_the_last_ply_still_wins() {
    let text = with(KINGS, &["GE2=Q"]);
    let mut position = ThreeChess::parse(&rules(":plies=1"), &text).expect("a position");
    play(&mut position, "GE2-GE1");
    assert_eq!(position.ending(), "king captured");
}

#[test]
fn repetition_counts_positions_with_the_same_seat_to_move() {
    let circle = ["BB1-BC3", "GB1-GC3", "RB1-RC3", "BC3-BB1", "GC3-GB1", "RC3-RB1"];
    for (options, rounds) in [(":repetition=2", 1), (":repetition=3", 2)] {
        let mut position = ThreeChess::parse(&rules(options), START).expect("the start");
        for mv in circle.repeat(rounds) {
            assert_eq!(position.ending(), "", "{options}");
            play(&mut position, mv);
        }
        assert_eq!(position.ending(), "repetition", "{options}");
        assert_eq!(position.results(), Some([0, 0, 0]));
    }
}

#[test]
fn a_pawn_move_forgets_earlier_positions() {
    let text = with(KINGS, &["BA2=P", "GA2=p", "RA2=1"]);
    let mut position = ThreeChess::parse(&rules(":repetition=2"), &text).expect("a position");
    for mv in ["BE1-BD1", "GE1-GD1", "RE1-RD1", "BD1-BE1", "GA2-GA3", "RD1-RE1"] {
        play(&mut position, mv);
        assert_eq!(position.ending(), "", "{mv}");
    }
}

/// All pieces of Blue are shut in by each other and by Red's pawns.
const STUCK: &str = "KB....../PRP...../1P1...../.1....../....k.../......../......../......../....6.../......../......../........ B - - - 0";

#[test]
fn a_seat_without_a_move_loses_or_draws() {
    let lost = read(STUCK);
    assert_eq!((lost.turn(), lost.ending()), (Turn::Over, "no legal move"));
    assert_eq!(lost.results(), Some([-2, 1, 1]));
    assert_eq!(lost.scores().as_slice(3), [0.0, 1.0, 1.0]);
    let drawn = ThreeChess::parse(&rules(":stuck=draw"), STUCK).expect("a position");
    assert_eq!((drawn.turn(), drawn.ending()), (Turn::Over, "no legal move"));
    assert_eq!(drawn.results(), Some([0, 0, 0]));
    assert_eq!(drawn.scores().as_slice(3), [0.5, 0.5, 0.5]);
}

#[test]
fn a_seat_can_be_shut_in_by_a_move() {
    // Red steps in front of the last pawn that could move.
    let before = STUCK.replace(" B ", " R ").replace("1P1...../.1......", "1P1...../.......1");
    let before = with(&before, &["BH4=.", "BB4=.", "GG4=1"]);
    let mut position = read(&before);
    play(&mut position, "GG4-GG3");
    assert_eq!(position.ending(), "");
    let mut position = read(&with(&before, &["GG4=.", "BA4=4"]));
    play(&mut position, "BA4-BB4");
    assert_eq!(position.ending(), "no legal move");
}

#[test]
fn every_special_move_is_picked_as_often_as_any_other() {
    let queens = ["BA2", "BB2", "BC2", "BF2", "BG2", "BH2", "GD3", "RD3", "BD3"];
    let queens = queens.map(|square| format!("{square}=Q"));
    for changes in [
        // Castling to both sides, to neither at home, and a king on another seat's first square.
        vec!["BA1=R", "BH1=R"],
        vec!["BA1=r", "BG1=N", "BH1=R"],
        vec!["BE1=6", "RE1=K", "RA1=R", "RH1=R"],
        // Three captures of a pawn, double steps with and without room, promotion.
        vec!["BD4=P", "GD4=p", "GF4=p", "RD4=1", "BA2=P", "BB2=P", "BB4=p"],
        vec!["GC2=P", "GD1=q", "GB1=n"],
        // Diagonals through the centre.
        vec!["BA1=B", "GA1=Q", "BD4=Q", "RE4=4"],
        // More slots than are drawn from.
        queens.iter().map(String::as_str).collect(),
    ] {
        battery::check_uniform_at(&read(&with(KINGS, &changes)), 1);
    }
    // A single move, which is seldom met by chance.
    let one_move = read(&with(STUCK, &["BB4=."]));
    assert_eq!(moves(&one_move), ["BB3-BB4"]);
    battery::check_uniform_at(&one_move, 1);
}

#[test]
fn slots_follow_captures_and_promotions() {
    let mut before = read(&with(KINGS, &["GC2=P", "GD1=q", "BA1=B"]));
    play(&mut before, "GC2-GD1");
    // Equality compares everything, what is derived from the pieces included.
    assert_eq!(read(&before.describe()), before);
}

#[test]
fn the_clock_decides_by_score() {
    let position = read(&with(KINGS, &["GD1=q", "RD1=5", "BD1=Q"]));
    assert_eq!(position.timeout_results(Seat(0)), [-1, 1, 0], "equal scores: the first wins");
    assert_eq!(position.timeout_results(Seat(1)), [1, -1, 0]);
    let richer = read(&with(KINGS, &["RD1=5"]));
    assert_eq!(richer.timeout_results(Seat(0)), [-1, 0, 1]);
    assert_eq!(richer.timeout_results(Seat(2)), [1, 0, -1]);
}

#[test]
fn an_illegal_answer_costs_two() {
    assert_eq!(forfeit_results(Seat(1)), [1, -2, 1]);
}

#[test]
fn captured_pieces_count_for_the_score() {
    let position = read(&KINGS.replace("- - - 0", "q1 - P 9"));
    assert_eq!([0, 1, 2].map(|seat| position.score(Seat(seat))), [50, 40, 41]);
    let captured: Vec<Kind> = position.captured(Seat(0)).map(|piece| piece.kind()).collect();
    assert_eq!(captured, [Kind::Queen, Kind::Pawn]);
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    let nine_pawns = with(&KINGS.replacen("......../", "PPPPPPPP/", 1), &["BA3=P"]);
    let seventeen = with(START, &["BA3=N"]);
    for (text, reason) in [
        ("", "bad position: the text is ``, expected six fields"),
        (&KINGS.replace(" 0", ""), "expected six fields"),
        (&KINGS.replace(" B ", "  B "), "expected six fields"),
        (&KINGS.replacen('/', "", 1), "expected 12 rows"),
        (&KINGS.replacen("....K...", "....K..", 1), "a row is `....K..`, expected 8 squares"),
        (&KINGS.replacen('K', "X", 1), "expected `.` or one of PNBRQK"),
        (&KINGS.replace(" B ", " W "), "the turn is `W`, expected B, G or R"),
        (&KINGS.replace("- - - 0", "P - - 0"), "only pieces of the other two"),
        (&KINGS.replace("- - - 0", "x - - 0"), "what Blue captured is `x`"),
        (&KINGS.replace("- - - 0", "- - - -1"), "the number of plies is `-1`"),
        (&KINGS.replace("- - - 0", "- - - 007"), "the number of plies is `007`"),
        (&with(KINGS, &["GA1=P"]), "the pawn of Blue on GA1 would have become a queen"),
        (&with(KINGS, &["BE1=."]), "Blue has 0 kings"),
        (&with(KINGS, &["BA1=K"]), "Blue has 2 kings"),
        (&KINGS.replace("- - - 0", "k - - 1"), "Green has 2 kings"),
        (&nine_pawns, "Blue has 9 pawns"),
        (&seventeen, "Blue has 17 pieces"),
        (
            &with(KINGS, &["GE1=.", "RE1=."]).replace("- - - 0", "k6 - - 9"),
            "the game ended when the first king was captured",
        ),
        (
            &with(KINGS, &["GE1=."]).replace("B - - - 0", "G kp - - 9"),
            "Blue captured pieces after a king",
        ),
        (&with(KINGS, &["GE1=."]).replace("- - - 0", "k - - 9"), "the turn must be G"),
    ] {
        let error = ThreeChess::parse(&rules(""), text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let start = read(START);
    for (text, reason) in [
        ("", "expected two squares"),
        ("BE2", "expected two squares"),
        ("BE2BE4", "expected two squares"),
        ("be2-be4", "expected two squares"),
        ("BE2-BE5", "expected two squares"),
        ("GE2-GE4", "Blue is to move and has nothing on GE2"),
        ("BE3-BE4", "Blue is to move and has nothing on BE3"),
        ("BE1-BE2", "Blue has a piece on BE2 already"),
        ("BE2-BD3", "the pawn on BE2 cannot go to BD3"),
        ("BA1-BA3", "the rook on BA1 cannot go to BA3"),
    ] {
        let error = start.parse_move(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let mut over = read(&with(KINGS, &["GE2=Q"]));
    play(&mut over, "GE2-GE1");
    let error = over.parse_move("RE1-RD1").expect_err("the game is over").to_string();
    assert_eq!(error, "illegal move `RE1-RD1`: the game is over");
}

#[test]
fn bad_variants_are_refused_with_a_reason() {
    for (variant, reason) in [
        ("referense", "did you mean `reference`?"),
        ("reference:plys=3", "did you mean `plies`?"),
        ("reference:plies=many", "a whole number from 0 to"),
        ("reference:repetition=1", "0, or a whole number from 2 to 255"),
        ("reference:stuck=win", "loss or draw"),
    ] {
        let spec = Spec::parse(variant).expect("a variant text");
        let error = ThreeChess::rules(&spec).expect_err(variant).to_string();
        assert!(error.contains(reason), "{variant}: {error}");
    }
}

/// A late player loses and the better of the others wins alone; after another fault both others win.
#[test]
fn a_fault_loses_by_the_reference_rule() {
    let mut seen = 0;
    battery::random_game::<ThreeChess>(&rules(""), 7, |position| {
        let Turn::Seat(offender) = position.turn() else {
            return;
        };
        let others: Vec<Seat> = Seat::all(3).filter(|&seat| seat != offender).collect();
        // Of equals the first.
        let better = if position.score(others[1]) > position.score(others[0]) {
            others[1]
        } else {
            others[0]
        };
        for fault in [Fault::Overtime, Fault::Illegal, Fault::Failed] {
            let score = |seat| match fault {
                _ if seat == offender => 0.0,
                Fault::Overtime if seat != better => 0.5,
                _ => 1.0,
            };
            let expected: Vec<f32> = Seat::all(3).map(score).collect();
            let Sanction::Ends(scores) = position.sanction(offender, fault) else {
                panic!("{fault} does not end the game");
            };
            assert_eq!(scores.as_slice(3), expected, "{fault} at {}", position.describe());
        }
        seen += 1;
    });
    assert!(seen > 20, "{seen}");
}
