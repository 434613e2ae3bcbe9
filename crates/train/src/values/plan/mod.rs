//! `Plan`: how the value network of a game is trained. A plan is a TOML file; each game ships one.

mod check;
mod file;

use std::path::PathBuf;

use ludarium_agents::Playable;
use ludarium_agents::values::Features;
use ludarium_arena::Limits;
use serde::{Deserialize, Serialize};

pub use check::game_of;

/// A game that a value network is trained for.
pub trait Taught: Playable + Features {
    /// The plan that ships, as a TOML text.
    const PLAN: &'static str;

    /// Whether the position before a move that a search chose is worth learning.
    fn tells(_mv: Self::Move) -> bool {
        true
    }
}

/// What stands in the texts of agents for the file of a network: `eval=value:{network}`.
pub(super) const NETWORK: &str = "{network}";

/// What stands in a line-up for a player of any style: in each game it is another one.
pub(super) const STYLE: &str = "{style}";

/// How a value network is trained, read from a file and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The variants that are played in turn.
    pub variants: Vec<String>,
    /// The network that the first generation plays with.
    pub first: Option<First>,
    /// Sums of the first layer.
    pub width: usize,
    /// Size of the layer after it.
    pub hidden: usize,
    /// Which positions are learned from.
    pub positions: Positions,
    /// How they are learned.
    pub learning: Learning,
    /// The test that a new network must pass; without it every network is taken.
    pub gate: Option<Gate>,
    /// The players of other kinds that the network meets at its tables and at the gate.
    pub styles: Vec<StylePlayer>,
    /// Who plays, generation by generation.
    pub generations: Vec<Generation>,
}

/// The network that the first generation plays with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First {
    /// The one that comes with this program.
    Shipped,
    /// The one in a file.
    File(PathBuf),
}

/// Which positions are learned from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Positions {
    /// The most random moves that a game begins with.
    pub opening: u64,
    /// The share of later moves that are random, so that also unusual positions are met.
    pub random_share: f64,
    /// One position in this many is learned from: neighbours are much alike.
    pub one_in: u32,
    /// Whether a position before a roll gets the mean of what the search thinks after each roll, instead of what it
    /// thinks after the one that came: more to search, and the luck of the roll is not learned.
    #[serde(default)]
    pub all_rolls: bool,
    /// What an outcome counts a ply earlier, the rest being equal shares: below 1 a win soon is worth more than one later.
    pub fading: f64,
    /// How much the outcome of a drawn game counts; the rest is what the search thought. Below 1 a network learns
    /// who would win rather than that nobody did.
    pub draw: f64,
}

/// How positions are learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learning {
    /// What the outcome counts in the target; the rest is what the search thought.
    pub result_share: f32,
    /// The most epochs. The fewer games there are for the positions, the sooner a network overfits them.
    pub epochs: u32,
    /// The share of the games of earlier generations that is still learned from.
    pub kept: f64,
    /// Whether positions are learned in all the forms that mean the same in this game.
    pub symmetries: bool,
}

/// The test that a new network must pass: a sequential one against the network before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// Who plays, once with each network.
    pub agent: String,
    /// What a decision may cost.
    pub limits: Limits,
    /// The two Elo differences that the test tells apart.
    pub elo: [f64; 2],
    /// The most games.
    pub games: u64,
    /// Random moves before the agents take over.
    pub opening: u64,
    /// The training ends after this many networks in a row that were not better.
    pub patience: u32,
    /// By how much Elo a network must not lose to any style.
    pub margin: f64,
}

/// A player with a habit of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StylePlayer {
    /// What it is called.
    pub name: String,
    /// Who plays like this.
    pub agent: String,
    /// How often it is drawn for a `{style}` of a line-up, compared with the others.
    pub share: f64,
}

/// The agents at a table: one in all seats, or one for each seat, who change seats from game to game.
pub type LineUp = Vec<String>;

/// Line-ups as a text.
pub(super) fn line_ups_text(line_ups: &[LineUp], between: &str) -> String {
    let texts: Vec<String> = line_ups.iter().map(|one| one.join(" + ")).collect();
    texts.join(between)
}

/// The games of one generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Who plays; taken in turn.
    pub line_ups: Vec<LineUp>,
    /// What a decision may cost.
    pub limits: Limits,
    /// How many games are played.
    pub games: u64,
}
