//! `SelfPlay`: games of a training, described so completely that any machine plays the same ones.

use std::path::PathBuf;

use ludarium_arena::{Interrupt, Limits};
use serde::{Deserialize, Serialize};

use super::network::NetworkFile;
use super::plan::{LineUp, Positions, StylePlayer, Taught};
use super::player::{GenerationPlayer, RowPlayer, TestPlayer};
use crate::elsewhere::SelfPlayer;
use crate::{Size, TrainError, TrainOptions};

/// Games of a training of a value network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SelfPlay {
    /// The game.
    pub game: String,
    /// The networks that play: none, or the one before a generation.
    pub networks: Vec<NetworkFile>,
    /// The seed of all games.
    pub seed: u64,
    /// What is played.
    pub kind: SelfPlayKind,
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SelfPlayKind {
    /// Games to learn from.
    Learn(Playing),
    /// Games that nothing is learned from, to judge a network by.
    Judge(Playing),
}

/// How the games of a generation are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Playing {
    /// The variants, taken in turn.
    pub variants: Vec<String>,
    /// Who plays, taken in turn.
    pub line_ups: Vec<LineUp>,
    /// The players that are drawn where a line-up leaves that open.
    pub styles: Vec<StylePlayer>,
    /// What a decision may cost.
    pub limits: Limits,
    /// Which positions are written down.
    pub positions: Positions,
    /// The number of the first game among all of the training.
    pub first: u64,
}

/// Makes ready to play the games of a task.
pub(super) fn player<G: Taught>(
    task: &SelfPlay,
    interrupt: &Interrupt,
) -> Result<Box<dyn SelfPlayer>, TrainError> {
    // A machine that plays for others writes nothing.
    let options = TrainOptions {
        size: Size::Full,
        games: None,
        seed: task.seed,
        folder: PathBuf::new(),
        threads: 1,
        interrupt: interrupt.clone(),
        elsewhere: None,
    };
    let player = |playing: &Playing| {
        let network = task.networks.first();
        GenerationPlayer::<G>::new(&options, playing.clone(), network)
    };
    Ok(match &task.kind {
        SelfPlayKind::Learn(playing) => Box::new(RowPlayer(player(playing)?)),
        SelfPlayKind::Judge(playing) => Box::new(TestPlayer(player(playing)?)),
    })
}
