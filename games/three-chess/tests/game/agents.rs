//! The agents of Three-Chess: what all agents must satisfy, their memory, and the value network.

use ludarium_agents::battery::check_value_network;
use ludarium_three_chess::rules::ThreeChess;

ludarium_agents::battery!(ThreeChess);
ludarium_agents::tensors!(ThreeChess, ["reference"]);
ludarium_agents::searches_hardly_allocate!(
    ThreeChess,
    ["maxn", "paranoid", "brs", "brs-plus", "offensive"]
);

#[test]
fn positions_are_judged_the_same_whatever_was_seen_before() {
    check_value_network::<ThreeChess>(&["reference"]);
}
