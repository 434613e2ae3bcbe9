//! The game and its agents. One test binary: to link the game for each file takes time.

mod agents;
mod rules;
mod solver;
