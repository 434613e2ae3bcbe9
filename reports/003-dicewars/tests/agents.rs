//! The report's agents: what all agents must satisfy, and that a habit of ours beats a program of the course.

use ludarium_agents::agent;
use ludarium_dicewars::rules::Dicewars;
use ludarium_game::{Budget, Game, Rng, Seat, Seed, Spec, Tabletop, Turn};
use ludarium_report_003::agents::entries;

ludarium_agents::battery!(Dicewars, entries());

#[test]
fn a_habit_beats_the_programs_of_the_course() {
    let rules = Dicewars::rules(&Spec::parse("orig:players=4").unwrap()).unwrap();
    let mut rng = Rng::new(Seed(5));
    let mut won = 0;
    for game in 0..40 {
        let mut habit = agent::<Dicewars>("habit").unwrap();
        let mut others = roster().recipe("sdc").unwrap().agent();
        let own = Seat(game % 4);
        let mut position = Dicewars::start(&rules, &mut rng);
        loop {
            let player = match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    position.play(position.roll(&mut rng));
                    continue;
                }
                Turn::Seat(seat) if seat == own => &mut habit,
                Turn::Seat(_) => &mut others,
            };
            let decision = player.choose(&position, &Budget::default(), &mut rng);
            position.play(decision.chosen);
        }
        won += u32::from(position.winner() == Some(own));
    }
    // An equal would win ten.
    assert!(won >= 16, "{won} of 40");
}
