//! The game and its agents. One test binary: to link the game for each file takes time.

mod agents;
mod original_dice;
mod referee;
mod rules;
mod searches;
