//! What a game says about its value network: who plays, how much is random, and how large the network is.

use ludarium_agents::Playable;
use ludarium_agents::values::Features;

/// A game that a value network is trained for.
pub trait Taught: Playable + Features {
    /// How.
    const PLAN: Plan;

    /// Whether the position before a move that a search chose is worth learning.
    fn tells(_mv: Self::Move) -> bool {
        true
    }
}

/// How a value network is trained.
pub struct Plan {
    /// One line that says what is learnt.
    pub summary: &'static str,
    /// What it is learnt from.
    pub from: &'static str,
    /// The variants that are played in turn.
    pub variants: &'static [&'static str],
    /// Who plays all seats.
    pub agent: &'static str,
    /// Games begin with up to so many random moves.
    pub opening: u64,
    /// The share of later moves that are random, so that also unusual positions are met.
    pub wandering: f64,
    /// One position in so many is learnt from: neighbours are much alike.
    pub every: u32,
    /// What the outcome counts in the target; the rest is what the search thought.
    pub result_share: f32,
    /// Sums of the first layer.
    pub width: usize,
    /// Size of the layer after it.
    pub hidden: usize,
    /// Games, quick and full.
    pub games: (u64, u64),
    /// The most epochs. The fewer games there are for the positions, the sooner a network knows them by heart.
    pub epochs: u32,
}
