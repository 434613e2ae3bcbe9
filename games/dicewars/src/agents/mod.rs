//! The agents of Dicewars.

mod campaign;
mod features;
mod forecast;
mod habit;

use std::sync::Arc;

use crate::rules::{AreaShare, DiceShare, Dicewars, Exchange, RegionShare, Strength};
use crate::tensors::DicewarsTensors;

use campaign::Campaign;
use habit::Habit;
use ludarium_agents::values::ShippedValue;
use ludarium_agents::{Entry, NamedEvaluation, Parameters, Playable, generic};
use ludarium_game::tensors::Tensors;

impl Playable for Dicewars {
    type Gain = Exchange;

    /// Shares sum to 1; the rest is room for rounding.
    const LARGEST_SUM: f32 = 1.0 + 1e-5;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![
            NamedEvaluation::weighted(
                "strength",
                "areas, largest region, dice and safety of each player",
                read_strength,
            ),
            NamedEvaluation::new("regions", "the share of the largest regions", RegionShare),
            NamedEvaluation::new("areas", "the share of the areas", AreaShare),
            NamedEvaluation::new("dice", "the share of the dice", DiceShare),
            NamedEvaluation::shipped(
                "value",
                "a value network, trained on games of our own search of a turn",
            ),
        ]
    }

    fn tensors(_: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(DicewarsTensors)
    }

    fn entries() -> Vec<Entry<Self>> {
        let habit = Entry::new(
            "habit",
            "the attack that looks best at a glance, by weights that playing itself has found; a move takes a microsecond",
            |p| {
                let habit = Habit::read(p);
                move || habit
            },
        );
        let own = vec![habit, campaign(), best()];
        generic::complete(own, generic::many_seats())
    }
}

fn read_strength(p: &mut Parameters<'_>) -> Strength {
    let usual = Strength::USUAL;
    let mut read = |name, usual, summary| p.weight(name, -20.0..=20.0, usual, summary);
    Strength {
        areas: read("areas", usual.areas, "the exponent of the areas"),
        region: read("region", usual.region, "the exponent of the largest region"),
        dice: read("dice", usual.dice, "the exponent of the dice"),
        held: read("held", usual.held, "the exponent of the areas that can be held, and one more"),
    }
}

fn campaign() -> Entry<Dicewars> {
    let summary = "expectimax over the attacks of its own turn";
    Entry::new("campaign", summary, |p| {
        let (depth, width) = read_sizes(p, 6);
        let evaluation = generic::evaluation::<Dicewars>(p);
        let finish = p.switch("finish", false, "whether it goes on while an attack costs nothing");
        let rounds = read_rounds(p, 0);
        let threads = generic::read_added_threads(p);
        move || Campaign { evaluation: evaluation.clone(), depth, width, finish, rounds, threads }
    })
}

fn best() -> Entry<Dicewars> {
    let summary = "our strongest agent: campaign with the value network that plays on what the others may do, and does not rest while an attack costs nothing";
    Entry::new("best", summary, |p| {
        let (depth, width) = read_sizes(p, 20);
        let rounds = read_rounds(p, 200);
        let threads = generic::read_added_threads(p);
        let value = ShippedValue::noted(p);
        move || Campaign { evaluation: value, depth, width, finish: true, rounds, threads }
    })
}

/// How many attacks a search of the own turn looks ahead, and how many it follows at each place.
fn read_sizes(p: &mut Parameters<'_>, width: u64) -> (u32, usize) {
    let depth = p.whole("depth", 1..=32, 2, "attacks to look ahead without another budget");
    let width = p.whole("width", 1..=1000, width, "attacks followed after the first");
    (depth as u32, width as usize)
}

/// How many rounds are played from each of the best attacks.
fn read_rounds(p: &mut Parameters<'_>, rounds: u64) -> u32 {
    let summary = "rounds played from each of the best attacks without another budget; 0 for none, then a budget buys depth";
    p.whole("rounds", 0..=1_000_000, rounds, summary) as u32
}
