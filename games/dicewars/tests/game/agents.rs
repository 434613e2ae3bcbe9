//! The agents of Dicewars: what all agents must satisfy, their memory, and the value network.

use ludarium_agents::battery::{check_value_network, walk};
use ludarium_agents::values::ShippedValue;
use ludarium_dicewars::rules::Dicewars;
use ludarium_game::{Evaluation, Seat};

ludarium_agents::battery!(Dicewars);
ludarium_agents::tensors!(Dicewars, ["flat:players=3", "orig:players=8"]);
ludarium_agents::searches_hardly_allocate!(Dicewars, ["maxn", "paranoid", "brs-plus", "campaign"]);

#[test]
fn positions_are_judged_the_same_whatever_was_seen_before() {
    check_value_network::<Dicewars>(&["flat:players=4", "orig:players=8", "flat:players=2"]);
}

#[test]
fn chances_of_players_share_one_and_who_is_out_has_none() {
    let mut out = 0;
    walk::<Dicewars>("flat:players=3", 30, 400, |position| {
        let scores = ShippedValue::default().evaluate(position);
        assert!((scores.sum() - 1.0).abs() < 1e-5, "{scores:?}");
        for seat in Seat::all(3).filter(|&seat| !position.is_alive(seat)) {
            assert_eq!(scores.of(seat).0, 0.0);
            out += 1;
        }
    });
    assert!(out > 0);
}
