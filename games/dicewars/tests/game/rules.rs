//! Dicewars: the battery, and the rules that are easy to get wrong.

use ludarium_dicewars::rules::{Area, Dicewars, Map, Move, areas_in};
use ludarium_game::{
    Error, Game, Listing, MoveList, Result, Rng, Seat, Seed, Shape, Spec, Tabletop, Tone, Turn,
    battery, playthroughs,
};

battery!(
    Dicewars,
    [
        "flat",
        "orig:players=2",
        "flat:players=8,order=shuffled",
        "orig:players=3,areas=12,order=shuffled,fixed=7",
        "flat:board=3,ownership=42,strength=42,fixed=42,last-battle=win",
    ]
);
playthroughs!(Dicewars);

/// Four areas in a row.
const ROW: &str = "neighbours=2/1.3/2.4/3";

fn read(variant: &str, text: &str) -> Result<Dicewars> {
    Dicewars::parse(&battery::rules::<Dicewars>(variant), text)
}

/// A position of two players on the row.
fn on_row(state: &str) -> Dicewars {
    read("flat:players=2", &format!("{state};{ROW}")).expect(state)
}

/// Plays moves and outcomes one after the other.
fn play(position: &Dicewars, moves: &str) -> Dicewars {
    let mut position = position.clone();
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text);
        position.play(mv.unwrap_or_else(|error| panic!("{}: {error}", position.describe())));
    }
    position
}

fn reason(position: &Dicewars, text: &str) -> String {
    position.parse_move(text).expect_err(text).to_string()
}

fn moves_of(position: &Dicewars) -> Vec<String> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let texts = moves.iter().map(|&mv| position.describe_move(mv));
    texts.collect()
}

#[test]
fn attacks_are_listed_by_source_then_in_the_maps_order_and_ending_the_turn_is_last() {
    let star = "3211;3333;0,0,0;1;0;0;neighbours=3.2/1/1.4/3";
    let position = read("flat:players=3", star).unwrap();
    assert_eq!(moves_of(&position), ["3>1", "E"]);
    let star = "1232;3333;0,0,0;1;0;0;neighbours=3.2/1/1.4/3";
    let position = read("flat:players=3", star).unwrap();
    assert_eq!(moves_of(&position), ["1>3", "1>2", "E"]);
}

#[test]
fn illegal_attacks_say_why() {
    let position = on_row("1122;2122;0,0;1;0;0");
    assert!(reason(&position, "3>2").contains("belongs to player 2"));
    assert!(reason(&position, "2>3").contains("single die"));
    assert!(reason(&position, "1>4").contains("not neighbours"));
    assert!(reason(&position, "1>2").contains("own"));
    for text in ["", "e", "1", "1>", ">2", "1>5", "0>1", "1>2+", "+", "1:1", "+1>2"] {
        let error = position.parse_move(text);
        assert!(matches!(error, Err(Error::Notation { .. })), "{text}: {error:?}");
    }
}

#[test]
fn a_won_attack_moves_all_dice_but_one() {
    let won = play(&on_row("1122;2522;0,0;1;3;7"), "2>3 +");
    assert_eq!(won.state(), "1112;2142;0,0;1;0;8");
}

#[test]
fn a_lost_attack_leaves_one_die_and_the_defender_as_he_was() {
    let lost = play(&on_row("1122;2522;0,0;1;3;7"), "2>3 -");
    assert_eq!(lost.state(), "1122;2122;0,0;1;0;8");
}

#[test]
fn an_attack_that_cannot_fail_has_one_outcome() {
    let mut chances = Vec::new();
    let certain = play(&on_row("1122;2712;0,0;1;0;0"), "2>3");
    assert_eq!(certain.chances(&mut chances), Listing::Complete);
    assert_eq!(chances, [(Move::Won, 1.0)]);
    assert!(reason(&certain, "-").contains("cannot fail"));
    let open = play(&on_row("1122;2612;0,0;1;0;0"), "2>3");
    assert_eq!(open.chances(&mut chances), Listing::Complete);
    assert_eq!(chances.len(), 2);
}

/// 3 dice beat 3 dice in 21 162 of 46 656 rolls.
#[test]
fn battles_are_sampled_with_their_probability() {
    let battle = play(&on_row("1122;2332;0,0;1;0;0"), "2>3");
    let mut rng = Rng::new(Seed(3));
    let games = 40_000;
    let won = (0..games).filter(|_| battle.roll(&mut rng) == Move::Won);
    let (won, p) = (won.count() as f64, 21_162.0 / 46_656.0);
    let spread = 6.0 * (f64::from(games) * p * (1.0 - p)).sqrt();
    assert!((won - f64::from(games) * p).abs() < spread, "{won}");
}

#[test]
fn dice_come_from_the_largest_region_and_the_reserve() {
    // Player 1 owns areas 1, 2 and 4: his largest region has two areas.
    let ended = play(&on_row("1121;2222;3,0;1;0;0"), "E");
    assert_eq!(ended.turn(), Turn::Chance);
    assert_eq!(ended.chances(&mut Vec::new()), Listing::TooMany);
    let after = play(&ended, "1:1,4:4");
    assert_eq!(after.state(), "1121;3226;0,0;2;1;0");
    assert!(reason(&ended, "1:1,4:3").contains("4 dice are placed instead of 5"));
    assert!(reason(&ended, "3:5").contains("not the player's own"));
    assert!(reason(&ended, "1:7").contains("more than 8"));
    for text in ["", "E", "1", "1:0", "1:8", "1:1,1:4", "9:1", "1:1,"] {
        let error = ended.parse_move(text);
        assert!(matches!(error, Err(Error::Notation { .. })), "{text}: {error:?}");
    }
}

#[test]
fn dice_without_room_wait_in_the_reserve_of_at_most_64() {
    let ended = play(&on_row("1122;7822;62,0;1;0;0"), "E");
    assert_eq!(play(&ended, "1:1").state(), "1122;8822;63,0;2;1;0");
    let mut rng = Rng::new(Seed(0));
    assert_eq!(ended.describe_move(ended.roll(&mut rng)), "1:1");
}

#[test]
fn a_player_whose_areas_are_full_has_no_chance_event() {
    let full = play(&on_row("1122;8822;63,0;1;0;0"), "E");
    assert_eq!(full.state(), "1122;8822;64,0;2;1;0");
    assert_eq!(full.turn(), Turn::Seat(Seat(1)));
}

#[test]
fn the_turn_passes_in_the_order_of_play_to_who_is_left() {
    let text = format!("3322;1131;0,5,0;3;0;0;order=3,1,2;{ROW}");
    let position = read("flat:players=3", &text).unwrap();
    // Player 1 owns nothing, so 2 follows 3.
    let next = play(&position, "E 1:2");
    assert_eq!(next.turn(), Turn::Seat(Seat(1)));
    assert_eq!(play(&next, "E 3:1,4:6").turn(), Turn::Seat(Seat(2)));
}

#[test]
fn an_eliminated_player_keeps_his_useless_reserve() {
    // The original shows it to the end.
    let text = format!("1123;2871;0,0,9;1;0;5;{ROW}");
    let position = read("flat:players=3", &text).unwrap();
    let after = play(&position, "2>3 + 3>4 +");
    assert_eq!(after.state(), "1111;2116;0,0,9;1;0;7");
}

#[test]
fn who_owns_every_area_has_won_at_once() {
    let over = play(&on_row("1112;1158;0,0;1;0;0"), "3>4 +");
    assert_eq!(over.turn(), Turn::Over);
    assert_eq!(over.ending(), "conquest");
    assert_eq!(over.winner(), Some(Seat(0)));
    assert_eq!(over.scores().as_slice(2), [1.0, 0.0]);
    assert!(reason(&over, "E").contains("over"));
}

#[test]
fn eight_rounds_without_an_attack_are_a_draw_of_those_who_are_left() {
    // Two of three players are left: sixteen turns. The dice of the last one still fall.
    let text = format!("1122;2222;0,0,0;2;15;9;{ROW}");
    let position = read("flat:players=3", &text).unwrap();
    let ended = play(&position, "E");
    assert_eq!(ended.turn(), Turn::Chance);
    let over = play(&ended, "3:2");
    assert_eq!(over.turn(), Turn::Over);
    assert_eq!(over.state(), "1122;2242;0,0,0;1;16;9");
    assert_eq!(over.ending(), "eight rounds without an attack");
    assert_eq!(over.scores().as_slice(3), [0.5, 0.5, 0.0]);
    let text = format!("1122;2222;0,0,0;2;14;9;{ROW}");
    let position = read("flat:players=3", &text).unwrap();
    assert_eq!(play(&position, "E 3:2").turn(), Turn::Seat(Seat(0)));
}

#[test]
fn the_ten_thousandth_battle_is_a_draw() {
    let last = on_row("1122;2522;0,0;1;0;9999");
    for outcome in ["+", "-"] {
        let over = play(&last, &format!("2>3 {outcome}"));
        assert_eq!(over.turn(), Turn::Over);
        assert_eq!(over.ending(), "10000 battles");
        assert_eq!(over.scores().as_slice(2), [0.5, 0.5]);
    }
}

#[test]
fn the_ten_thousandth_battle_wins_only_where_the_rules_say_so() {
    let text = format!("1112;1158;0,0;1;0;9999;{ROW}");
    let drawn = play(&read("flat:players=2", &text).unwrap(), "3>4 +");
    assert_eq!(drawn.ending(), "10000 battles");
    assert_eq!(drawn.winner(), None);
    assert_eq!(drawn.scores().as_slice(2), [0.5, 0.5]);
    let won = play(&read("flat:players=2,last-battle=win", &text).unwrap(), "3>4 +");
    assert_eq!(won.ending(), "conquest");
    assert_eq!(won.scores().as_slice(2), [1.0, 0.0]);
    let lost = play(&read("flat:players=2,last-battle=win", &text).unwrap(), "3>4 -");
    assert_eq!(lost.ending(), "10000 battles");
}

#[test]
fn what_is_kept_up_to_date_equals_what_is_read() {
    for (seed, variant) in ["flat", "orig:players=7,order=shuffled"].iter().enumerate() {
        let rules = battery::rules::<Dicewars>(variant);
        battery::random_game::<Dicewars>(&rules, seed as u64, |position| {
            assert_eq!(Dicewars::parse(&rules, &position.describe()).as_ref(), Ok(position));
            let own = position.areas_of(position.player());
            for area in areas_in(own) {
                let foreign = position.map().neighbour_set(area) & !own;
                assert_eq!(u32::from(position.foes(area)), foreign.count_ones());
                assert_eq!(position.border() & area.bit() != 0, foreign != 0);
            }
        });
    }
}

#[test]
fn with_all_seeds_nothing_is_left_to_the_stream() {
    let variant =
        "orig:players=5,order=shuffled,board=5000,ownership=5001,strength=5002,fixed=5003";
    let rules = battery::rules::<Dicewars>(variant);
    let start = Dicewars::start(&rules, &mut Rng::new(Seed(0)));
    assert_eq!(start, Dicewars::start(&rules, &mut Rng::new(Seed(1))));
}

#[test]
fn a_drawn_start_depends_on_the_stream_alone() {
    let rules = battery::rules::<Dicewars>("orig:players=6,order=shuffled");
    let start = |seed| Dicewars::start(&rules, &mut Rng::new(Seed(seed)));
    assert_eq!(start(1), start(1));
    assert_ne!(start(1), start(2));
    assert_eq!(start(1).map().areas(), 29);
}

#[test]
fn maps_are_mutual_and_sparse() {
    for seed in 0..50 {
        let map = Map::generate(seed, 29).unwrap();
        for area in areas_in(map.all()) {
            let neighbours = map.neighbours(area);
            assert!((1..=8).contains(&neighbours.len()));
            assert!(neighbours.iter().all(|&near| map.neighbours(near).contains(&area)));
        }
    }
}

#[test]
fn a_bare_state_needs_rules_with_a_board() {
    let rules = battery::rules::<Dicewars>("flat:board=3");
    let start = Dicewars::start(&rules, &mut Rng::new(Seed(0)));
    assert_eq!(Dicewars::parse(&rules, &start.state()).as_ref(), Ok(&start));
    let error = read("flat", &start.state()).unwrap_err().to_string();
    assert!(error.contains("board=SEED"), "{error}");
}

#[test]
fn broken_positions_say_what_is_wrong() {
    for (state, part) in [
        ("", "dice"),
        ("1132;2222;0,0;1;0;0", "owners"),
        ("1122;2292;0,0;1;0;0", "dice"),
        ("1122;222;0,0;1;0;0", "number of areas"),
        ("1122;2222;0;1;0;0", "reserves"),
        ("1122;2222;0,65;1;0;0", "reserves"),
        ("1122;2222;0,0;3;0;0", "player"),
        ("1111;2222;0,0;2;0;0", "owns no area"),
        ("1122;2222;0,0;1;17;0", "passes"),
        ("1122;2222;0,0;1;0;10001", "battles"),
        ("1111;2222;0,0;1;1;0", "passes must be 0"),
        ("1122;2222;0,0;1;0;0;order=1,1", "order"),
        ("1122;2222;0,0;1;0;0;order=2,1;order=2,1", "once"),
        ("1122;2222;0,0;1;0;0;hello", "order=…"),
        ("1122;2222;0,0;1;0;0;board=3", "both"),
        ("1122;2222;0,0;1;0;0;battle=1>2", "own"),
        ("1122;2222;0,0;1;0;0;battle=2>3;reinforce", "together"),
        ("1122;2222;0,0;1;0;0;reinforce", "no turn can have ended"),
        ("1122;8822;0,0;1;1;0;reinforce", "full"),
        ("1111;2222;0,0;1;0;0;battle=1>2", "no attack"),
    ] {
        let text = format!("{state};{ROW}");
        let error = read("flat:players=2", &text).expect_err(&text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let error = read("flat:players=2", "1122;2222;0,0;1;0").unwrap_err();
    assert!(error.to_string().contains("six parts"), "{error}");
    let text = "1122;2222;0,0;1;0;0;neighbours=2/1.3/2.4/3.1";
    let error = read("flat:players=2", text).unwrap_err().to_string();
    assert!(error.contains("not the other way round"), "{error}");
}

#[test]
fn wrong_variants_are_refused() {
    for variant in [
        "round",
        "flat:players=1",
        "flat:players=9",
        "flat:areas=7",
        "flat:board=-1",
        "flat:order=random",
        "flat:last-battle=lose",
        "flat:colour=red",
    ] {
        let spec = Spec::parse(variant).unwrap();
        assert!(Dicewars::rules(&spec).is_err(), "{variant}");
    }
}

#[test]
fn the_picture_shows_every_area_with_its_owner_and_dice() {
    let rules = battery::rules::<Dicewars>("flat:board=3");
    let start = Dicewars::start(&rules, &mut Rng::new(Seed(0)));
    let scene = start.scene();
    assert_eq!(scene.cells.len(), 29);
    for (index, cell) in scene.cells.iter().enumerate() {
        let area = Area(index as u8);
        assert_eq!(cell.name, (index + 1).to_string());
        assert_eq!(cell.tone, Tone::Owned(start.owner(area)));
        assert_eq!(scene.pieces[index].shape, Shape::Dice(3));
        // A full ring of hexes around the first one leaves room for the dice.
        assert!(cell.room > 0.125, "{}", cell.room);
    }
    assert!(scene.lines.is_empty());
    assert_eq!(scene.captions.len(), 5);
    let letters: String = scene.seats.iter().map(|seat| seat.letter).collect();
    assert_eq!(letters, "ABCD");
    let active = scene.captions.iter().filter(|caption| caption.active);
    let texts: Vec<&str> = active.map(|caption| caption.text.as_str()).collect();
    assert_eq!(texts.len(), 1);
    assert!(texts[0].starts_with("Player 1: "), "{texts:?}");
}

#[test]
fn a_map_without_hexes_is_drawn_with_lines() {
    let position = on_row("1122;2522;0,0;1;0;0");
    battery::check_scene(&position);
    let scene = position.scene();
    assert_eq!((scene.cells.len(), scene.lines.len()), (4, 3));
    let battle = play(&position, "2>3").scene();
    let headline = "Player 1 attacks 2 dice with 5 dice, 98.8 % to win";
    assert_eq!(battle.captions[0].text, headline);
}

/// Sequences of moves, each with one of its counted outcomes.
fn perft(position: &Dicewars, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut moves, mut outcomes) = (MoveList::new(), Vec::new());
    position.moves(&mut moves);
    let mut count = 0;
    for &mv in &moves {
        let mut after = position.clone();
        after.play(mv);
        after.counted_chances(&mut outcomes);
        if outcomes.is_empty() {
            count += perft(&after, depth - 1);
        }
        for &outcome in &outcomes {
            let mut settled = after.clone();
            settled.play(outcome);
            count += perft(&settled, depth - 1);
        }
    }
    count
}

#[test]
fn perft_of_a_start_position() {
    let variant = "flat:board=1000,ownership=1001,strength=1002,fixed=1003";
    let rules = battery::rules::<Dicewars>(variant);
    let start = Dicewars::start(&rules, &mut Rng::new(Seed(0)));
    let counts = [1, 2, 3].map(|depth| perft(&start, depth));
    assert_eq!(counts, [35, 1_073, 29_039]);
}
