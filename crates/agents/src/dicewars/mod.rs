//! The agents of Dicewars.

pub mod course;

use ludarium_games::dicewars::{
    AreaShare, DiceShare, Dicewars, Exchange, RegionShare, Strength,
};

use crate::{Entry, Kit, NamedEvaluation, generic};
use course::{Course, Program};

impl Kit for Dicewars {
    type Gain = Exchange;

    /// Shares sum to 1; the rest is room for rounding.
    const LARGEST_SUM: f32 = 1.0 + 1e-5;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![
            NamedEvaluation::new(
                "strength",
                "areas, largest region, dice and safety of each player",
                Strength,
            ),
            NamedEvaluation::new("regions", "the share of the largest regions", RegionShare),
            NamedEvaluation::new("areas", "the share of the areas", AreaShare),
            NamedEvaluation::new("dice", "the share of the dice", DiceShare),
        ]
    }

    fn entries() -> Vec<Entry<Self>> {
        let programs = Program::ALL.map(|program| {
            Entry::plain(program.name(), program.summary(), move || {
                Course::new(program)
            })
        });
        generic::complete(programs.into(), generic::many_seats())
    }
}
