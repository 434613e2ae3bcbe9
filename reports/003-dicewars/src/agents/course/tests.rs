//! Small positions for what is easy to get wrong; whole games are compared by the conformance tests.

use ludarium_dicewars::rules::{Area, Mersenne};
use ludarium_game::{Game, Seat, Seed, Spec, Tabletop};

use super::*;

/// Reads `owners;dice` of players on the map with these neighbours, player 1 to move.
pub(in crate::agents) fn position(players: usize, state: &str, neighbours: &str) -> Dicewars {
    let rules = Spec::parse(&format!("flat:players={players}"));
    let rules = Dicewars::rules(&rules.unwrap()).unwrap();
    let reserves = vec!["0"; players].join(",");
    let text = format!("{state};{reserves};1;0;0;neighbours={neighbours}");
    Dicewars::parse(&rules, &text).unwrap()
}

/// Four areas in a row, two players.
fn row(state: &str) -> Dicewars {
    position(2, state, "2/1.3/2.4/3")
}

fn decision(program: CourseProgram, position: &Dicewars) -> String {
    let decided = CourseAgent::new(program).decide(position, &mut Mersenne::new(1));
    position.describe_move(decided)
}

#[test]
fn names_lead_back_to_programs() {
    for program in CourseProgram::ALL {
        assert_eq!(CourseProgram::recorded(program.name()), Some(program));
    }
    assert_eq!(CourseProgram::recorded("dt.wpm_c"), Some(CourseProgram::WpmC));
    assert_eq!(CourseProgram::recorded("xk.base"), Some(CourseProgram::Baseline));
    assert_eq!(CourseProgram::recorded("xk.happ"), None);
}

/// Values printed by the rules.
#[test]
fn probabilities_have_eight_digits() {
    assert_eq!(rounded_probability(2, 1), 0.83796296);
    assert_eq!(rounded_probability(3, 8), 0.00045192);
    assert_eq!(rounded_probability(7, 1), 1.0);
    assert_eq!(rounded_probability(8, 7), 0.67345564);
}

#[test]
fn equal_dice_are_enough_for_sdc_and_baseline() {
    let even = row("1122;1331");
    assert_eq!(decision(CourseProgram::Sdc, &even), "2>3");
    assert_eq!(decision(CourseProgram::Baseline, &even), "2>3");
    let behind = row("1122;1341");
    assert_eq!(decision(CourseProgram::Sdc, &behind), "E");
    assert_eq!(decision(CourseProgram::Baseline, &behind), "E");
}

/// Seven dice against five lead by two and win 0.862; two against one lead by one and win 0.838. Eight
/// against six lead by as many as seven against five and win less.
#[test]
fn baseline_goes_by_probability_and_sdc_by_dice() {
    let position = row("1221;8675");
    assert_eq!(decision(CourseProgram::Sdc, &position), "1>2");
    let position = row("1221;8657");
    assert_eq!(decision(CourseProgram::Sdc, &position), "1>2");
    assert_eq!(decision(CourseProgram::Baseline, &position), "4>3");
    assert_eq!(decision(CourseProgram::Nop, &position), "E");
}

/// Three dice take one, but then two dice stand before a neighbour with two or with eight.
#[test]
fn ste_asks_whether_the_area_can_be_held() {
    let held = row("1122;1312");
    assert_eq!(decision(CourseProgram::Ste, &held), "2>3");
    let lost = row("1122;1318");
    assert_eq!(decision(CourseProgram::Ste, &lost), "E");
    // A full area attacks whatever the odds.
    let full = row("1122;1888");
    assert_eq!(decision(CourseProgram::Ste, &full), "2>3");
}

/// The likelier attack starts from a single area, the other from a region of two.
#[test]
fn stei_prefers_its_largest_region() {
    let map = "2/1.3/2.4/3.5/4.6/5";
    let position = position(2, "121122;411421", map);
    assert_eq!(decision(CourseProgram::Ste, &position), "1>2");
    assert_eq!(decision(CourseProgram::Stei, &position), "4>5");
}

#[test]
fn xlogin00_attacks_twice_a_turn() {
    let position = row("1122;8811");
    let mut agent = CourseAgent::new(CourseProgram::Xlogin00);
    agent.begin(&position, Seat(0));
    let attack = Move::Attack { from: Area(1), to: Area(2) };
    let mut random = Mersenne::new(1);
    for _ in 0..2 {
        assert_eq!(agent.decide(&position, &mut random), attack);
        agent.observe(&position, attack);
    }
    assert_eq!(agent.decide(&position, &mut random), Move::EndTurn);
    agent.observe(&position, Move::EndTurn);
    assert_eq!(agent.decide(&position, &mut random), attack);
    // A new game begins with a clean sheet.
    agent.observe(&position, attack);
    agent.observe(&position, attack);
    agent.begin(&position, Seat(0));
    assert_eq!(agent.decide(&position, &mut random), attack);
}

#[test]
fn xlogin42_thinks_from_its_fourth_turn_on() {
    let position = row("1122;1281");
    let mut agent = CourseAgent::new(CourseProgram::Xlogin42);
    for _ in 0..3 {
        let decided = agent.decide(&position, &mut Mersenne::new(1));
        assert_eq!(position.describe_move(decided), "2>3");
        agent.observe(&position, Move::EndTurn);
    }
    assert_eq!(agent.decide(&position, &mut Mersenne::new(1)), Move::EndTurn);
}

/// The win models want to attack from full areas even where ending the turn looks better.
#[test]
fn full_areas_attack_in_every_win_model() {
    let position = row("1122;1888");
    for program in [CourseProgram::WpmC, CourseProgram::WpmD] {
        assert_eq!(decision(program, &position), "2>3");
    }
    let weak = row("1122;1288");
    for program in [CourseProgram::WpmC, CourseProgram::WpmD, CourseProgram::WpmS] {
        assert_eq!(decision(program, &weak), "E");
    }
}

#[test]
fn every_program_plays_whole_games_legally() {
    let rules = Dicewars::rules(&Spec::parse("flat").unwrap()).unwrap();
    for (game, program) in CourseProgram::ALL.into_iter().enumerate() {
        let mut rng = Rng::new(Seed(game as u64));
        let mut position = Dicewars::start(&rules, &mut rng);
        let mut table: Vec<CourseAgent> = (0..4)
            .map(|seat| CourseAgent::new(if seat == 0 { program } else { CourseProgram::Stei }))
            .collect();
        let mut plies = 0;
        while position.turn() != ludarium_game::Turn::Over && plies < 2000 {
            let mv = match position.turn() {
                ludarium_game::Turn::Seat(seat) => {
                    let agent = &mut table[seat.index()];
                    agent.choose(&position, &Budget::default(), &mut rng).chosen
                }
                _ => position.roll(&mut rng),
            };
            let text = position.describe_move(mv);
            assert_eq!(position.parse_move(&text), Ok(mv), "{}", program.name());
            for agent in &mut table {
                agent.observe(&position, mv);
            }
            position.play(mv);
            plies += 1;
        }
        assert!(plies > 50, "{} played {plies} plies", program.name());
    }
}
