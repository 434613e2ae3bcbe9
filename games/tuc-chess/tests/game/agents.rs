//! The agents of TUC-Chess: what all agents must satisfy, their memory, and the value network.

use ludarium_agents::battery::check_value_network;
use ludarium_tuc_chess::rules::TucChess;

ludarium_agents::battery!(TucChess);
ludarium_agents::tensors!(TucChess, ["2021", "server"]);
ludarium_agents::searches_hardly_allocate!(
    TucChess,
    ["minimax-full", "alphabeta-full", "alphabeta-full:chance=ignore"]
);

#[test]
fn positions_are_judged_the_same_whatever_was_seen_before() {
    check_value_network::<TucChess>(&["2021", "server"]);
}
