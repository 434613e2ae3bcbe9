//! For each game: who plays, how much is random, and how large the network is.

use ludarium_agents::Kit;
use ludarium_agents::values::Features;
use ludarium_games::chexers::Chexers;
use ludarium_games::dice_chess::DiceChess;
use ludarium_games::dicewars::{Dicewars, Move};
use ludarium_games::three_chess::ThreeChess;
use ludarium_games::tuc_chess::TucChess;

/// A game that a value network is trained for.
pub(crate) trait Taught: Kit + Features {
    /// How.
    const PLAN: Plan;

    /// Whether the position before a move that a search chose is worth learning.
    fn tells(_mv: Self::Move) -> bool {
        true
    }
}

/// How a value network is trained.
pub(crate) struct Plan {
    pub summary: &'static str,
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

impl Taught for DiceChess {
    const PLAN: Plan = Plan {
        summary: "a value network for dice-chess: men, rolls and threats, for the side to roll",
        from: "Star2 search of two plies against itself, and how its games end",
        variants: &["seed"],
        agent: "alphabeta:depth=2,eval=threats",
        opening: 12,
        wandering: 0.05,
        every: 2,
        result_share: 0.4,
        width: 64,
        hidden: 16,
        games: (2_000, 40_000),
        epochs: 3,
    };
}

impl Taught for ThreeChess {
    const PLAN: Plan = Plan {
        summary: "a value network for three-chess: every man by square, shares of all seats",
        from: "max^n over two plies against itself, with random moves, and how its games end",
        variants: &["reference:plies=300"],
        agent: "maxn:depth=2",
        opening: 12,
        wandering: 0.1,
        every: 4,
        result_share: 0.5,
        width: 64,
        hidden: 16,
        games: (400, 4_000),
        epochs: 6,
    };
}

impl Taught for TucChess {
    const PLAN: Plan = Plan {
        summary: "a value network for tuc-chess: pieces, presents and leads",
        from: "alpha-beta over three plies against itself, and how its games end",
        variants: &["2021:plies=200"],
        agent: "alphabeta-full:depth=3,chance=ignore,quiescence=8",
        opening: 12,
        wandering: 0.05,
        every: 4,
        result_share: 0.6,
        width: 64,
        hidden: 16,
        games: (1_000, 20_000),
        epochs: 4,
    };
}

impl Taught for Dicewars {
    const PLAN: Plan = Plan {
        summary: "a value network for dicewars: one player's chance at the end of a turn",
        from: "the search of the own turn against itself, two to eight players, and who wins",
        variants: &[
            "flat:players=4",
            "orig:players=4",
            "flat:players=2",
            "flat:players=3",
            "orig:players=6",
            "flat:players=8",
        ],
        agent: "campaign:depth=1",
        opening: 4,
        wandering: 0.02,
        every: 2,
        result_share: 0.7,
        width: 32,
        hidden: 16,
        games: (300, 3_000),
        epochs: 4,
    };

    /// A turn is judged where it ends.
    fn tells(mv: Move) -> bool {
        mv == Move::EndTurn
    }
}

impl Taught for Chexers {
    const PLAN: Plan = Plan {
        summary: "a value network for chexers: pieces, exits and races, shares of all seats",
        from: "Monte Carlo tree search against itself, and how its games end",
        variants: &["referee"],
        agent: "mcts:iterations=200,c=0.1,plies=0",
        opening: 12,
        wandering: 0.05,
        every: 2,
        result_share: 0.5,
        width: 64,
        hidden: 16,
        games: (800, 8_000),
        epochs: 6,
    };
}
