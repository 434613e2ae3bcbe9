//! What all agents must satisfy, and their memory.

use ludarium_ur::rules::Ur;

ludarium_agents::battery!(Ur);
ludarium_agents::tensors!(Ur, ["finkel", "masters", "aseb"]);
ludarium_agents::searches_hardly_allocate!(Ur, ["alphabeta", "best"]);
