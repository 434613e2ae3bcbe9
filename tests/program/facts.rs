//! What bots are told about positions apart from the pieces, in every game.

use std::collections::BTreeMap;

use ludarium::game::Fact;
use ludarium::{Bundle, Position};

fn position(bundle: &Bundle, variant: &str, text: &str) -> Position {
    let rules = bundle.game.rules(Some(variant)).unwrap();
    rules.parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Facts as JSON would show them, without quotes.
fn text(fact: &Fact) -> String {
    let list = |items: Vec<String>| items.join(" ");
    match fact {
        Fact::Number(number) => number.to_string(),
        Fact::Word(word) => word.clone(),
        Fact::Flag(flag) => flag.to_string(),
        Fact::List(facts) => format!("[{}]", list(facts.iter().map(text).collect())),
        Fact::Record(facts) => {
            let fields = facts.iter().map(|(name, fact)| format!("{name}={}", text(fact)));
            format!("{{{}}}", list(fields.collect()))
        }
    }
}

fn told(position: &Position) -> BTreeMap<&'static str, String> {
    let facts = position.facts();
    facts.iter().map(|(name, fact)| (*name, text(fact))).collect()
}

fn check(bundle: &Bundle, variant: &str, start: &str, expected: &[(&'static str, &str)]) {
    let expected: BTreeMap<&str, String> =
        expected.iter().map(|(name, fact)| (*name, (*fact).to_owned())).collect();
    assert_eq!(told(&position(bundle, variant, start)), expected, "{start}");
}

#[test]
fn chexers_tells_exits_and_goals() {
    check(
        &ludarium_chexers::bundle(),
        "referee",
        "r.rr..r........g.....bg....bg...bg..b g 1,0,2 7",
        &[
            ("exits", "[1 0 2]"),
            ("exits_to_win", "4"),
            ("goals", "[[3,-3 3,-2 3,-1 3,0] [-3,3 -2,3 -1,3 0,3] [-3,0 -2,-1 -1,-2 0,-3]]"),
            ("ply", "7"),
            ("last_ply", "768"),
        ],
    );
}

#[test]
fn dice_chess_tells_the_roll() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (game, one_die) = (ludarium_dice_chess::bundle(), format!("{start} 2"));
    check(&game, "seed", &one_die, &[("roll", "[knight]")]);
    check(&game, "seed", start, &[("roll", "[]")]);
    let roll = |roll, must| [("roll", roll), ("must_capture", must)];
    let three_dice = format!("{start} PNR");
    check(&game, "three-dice", &three_dice, &roll("[pawn knight rook]", "false"));
    let last = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1 R!";
    check(&game, "three-dice", last, &roll("[rook]", "true"));
}

#[test]
fn ur_tells_the_roll_and_the_pieces_beside_the_board() {
    let bundle = ludarium_ur::bundle();
    let told = |roll| [("roll", roll), ("waiting", "[3 6]"), ("home", "[1 0]"), ("pieces", "7")];
    check(&bundle, "finkel", "....--../.L.LD.../..L.--.. 1 0 L 3", &told("[3]"));
    check(&bundle, "finkel", "....--../.L.LD.../..L.--.. 1 0 L ?", &told("[]"));
}

#[test]
fn three_chess_tells_material_and_what_was_taken() {
    // Green's pawn and Red's queen were taken by Blue, a pawn of Blue by Red.
    check(
        &ludarium_three_chess::bundle(),
        "reference",
        "RNBQKBNR/PPPPPPP./......../......../rnbqkbnr/ppppppp./......../......../423.6324/11111111/......../........ B p5 - P 9",
        &[
            ("scores", "[88 78 71]"),
            ("captured", "[[{piece=pawn seat=1} {piece=queen seat=2}] [] [{piece=pawn seat=0}]]"),
        ],
    );
}

#[test]
fn tuc_chess_tells_points_and_the_end() {
    let game = ludarium_tuc_chess::bundle();
    let start = "prkrp/ppp.p/...p./*P***/...../P.PPP/PRKRP b 1 3 20";
    let facts = |ply, limit| [("points", "[1 3]"), ("ply", ply), ("ply_limit", limit)];
    check(&game, "2021", start, &facts("0", "0"));
    check(&game, "2021:plies=90", &format!("{start} 7"), &facts("7", "90"));
}

/// What is counted from the map that is told is what is told.
#[test]
fn dicewars_tells_the_map_and_what_counts() {
    let start = "33221412114432412223321322214;11212331233322321311333325423;0,4,2,1;3;0;20;board=589750849";
    let position = position(&ludarium_dicewars::bundle(), "flat:players=4", start);
    let facts = told(&position);
    let expected = [("order", "[0 1 2 3]"), ("reserves", "[0 4 2 1]"), ("battles", "20")];
    for (name, fact) in expected {
        assert_eq!(facts[name], fact, "{name}");
    }
    let number = |fact: &Fact| text(fact).parse::<usize>().unwrap();
    let mut areas = BTreeMap::new();
    for (name, fact) in position.facts() {
        let Fact::List(list) = fact else { continue };
        for area in list.iter().filter(|_| name == "areas") {
            let Fact::Record(fields) = area else { panic!("{area:?}") };
            let Fact::List(neighbours) = &fields[3].1 else { panic!("{area:?}") };
            let beside: Vec<usize> = neighbours.iter().map(number).collect();
            areas
                .insert(number(&fields[0].1), (number(&fields[1].1), number(&fields[2].1), beside));
        }
    }
    assert_eq!(areas.len(), 29);
    let (owners, dice) = start.split_once(';').unwrap();
    for (area, (seat, count, beside)) in &areas {
        assert_eq!(owners[area - 1..*area], (seat + 1).to_string());
        assert_eq!(dice[area - 1..*area], count.to_string());
        assert!(beside.iter().all(|other| areas[other].2.contains(area)), "{area}");
    }
    let mut largest = [0; 4];
    for (area, (seat, ..)) in &areas {
        let mut region = vec![*area];
        for place in 0.. {
            let Some(area) = region.get(place) else { break };
            let beside = areas[area].2.iter().copied();
            let new = beside.filter(|other| areas[other].0 == *seat && !region.contains(other));
            let new: Vec<usize> = new.collect();
            region.extend(new);
        }
        largest[*seat] = largest[*seat].max(region.len());
    }
    let largest: Vec<String> = largest.map(|size: usize| size.to_string()).to_vec();
    assert_eq!(facts["largest_regions"], format!("[{}]", largest.join(" ")));
}
