//! The agents of Backgammon: what all agents must satisfy.

use ludarium_agents::battery::check_value_network;
use ludarium_backgammon::rules::Backgammon;

ludarium_agents::battery!(Backgammon);
ludarium_agents::tensors!(Backgammon, ["money", "win:start=hyper"]);
ludarium_agents::searches_hardly_allocate!(Backgammon, ["alphabeta", "minimax"]);

#[test]
fn positions_are_judged_the_same_whatever_was_seen_before() {
    check_value_network::<Backgammon>(&["money", "win:start=hyper"]);
}
