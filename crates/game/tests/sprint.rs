//! Sprint, the tiny game of the framework's tests, passes what every game must pass, and its rules hold.

use ludarium_game::sprint::{Sprint, SprintMove};
use ludarium_game::{Fault, Game, Sanction, Seat, Tabletop, Turn, battery};

battery!(Sprint, ["strict", "lenient:players=4", "strict:players=3,die=loaded"]);

fn position(variant: &str, text: &str) -> Sprint {
    Sprint::parse(&battery::rules::<Sprint>(variant), text).unwrap()
}

#[test]
fn a_runner_that_is_landed_on_goes_back_to_the_start() {
    let mut race = position("strict", "3,4 1 7");
    assert_eq!(race.scene().pieces.len(), 2);
    race.play(SprintMove::Walk);
    assert_eq!(race.describe(), "4,0 2 8");
    assert_eq!(race.scene().pieces.len(), 1);
}

#[test]
fn the_first_runner_at_the_end_has_won() {
    let mut race = position("strict", "10,4 1! 7");
    race.play(SprintMove::Fields(3));
    assert_eq!((race.turn(), race.ending()), (Turn::Over, "arrived"));
    assert_eq!(race.scores().as_slice(2), [1.0, 0.0]);
}

#[test]
fn a_loaded_die_falls_in_order() {
    let rules = battery::rules::<Sprint>("strict:die=loaded");
    let race = position("strict:die=loaded", "0,0 1! 0");
    let mut die = Sprint::own_dice(&rules, &race).unwrap();
    let falls = [3, 2, 1, 0, 3].map(SprintMove::Fields);
    assert_eq!(falls.map(|_| die.roll(&race)), falls);
    let fair = battery::rules::<Sprint>("strict");
    assert!(Sprint::own_dice(&fair, &race).is_none());
}

#[test]
fn a_fault_loses_the_race_or_costs_a_run() {
    let faults = [Fault::Overtime, Fault::Illegal, Fault::Failed];
    for fault in faults {
        let strict = position("strict:players=3", "0,0,0 2 1").sanction(Seat(1), fault);
        let Sanction::Ends(scores) = strict else {
            panic!("{strict:?}");
        };
        assert_eq!(scores.as_slice(3), [0.5, 0.0, 0.5]);
        let lenient = position("lenient", "0,0 1 0").sanction(Seat(0), fault);
        let walks = Sanction::Plays { mv: SprintMove::Walk, benched: fault != Fault::Overtime };
        assert_eq!(lenient, walks);
    }
}
