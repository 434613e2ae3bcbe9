//! The agents of Backgammon: what all agents must satisfy.

use ludarium_backgammon::rules::Backgammon;

ludarium_agents::battery!(Backgammon);
ludarium_agents::tensors!(Backgammon, ["money", "win:start=hyper"]);
