//! The game and its agents. One test binary: to link the game anew for each file takes time.

mod agents;
mod rules;
mod symmetry;
