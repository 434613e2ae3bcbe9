//! The positions that a network learns from and is judged by: games of a fast search against itself.

use ludarium_agents::values::features_name;
use ludarium_arena::Limits;
use ludarium_learn::data::DataSet;

use super::network::NetworkFile;
use super::plan::{Generation, Plan, STYLE, Taught, line_ups_text};
use super::player::{GenerationPlayer, RowPlayer, TestGame, TestPlayer, shape};
use super::self_play::{Playing, SelfPlay, SelfPlayKind};
use crate::elsewhere::{self, results};
use crate::stored::Stored;
use crate::{Progress, TrainError, TrainOptions};

/// Games to judge by are counted from here, so that no training ever meets them.
const TEST: u64 = 1 << 32;

/// The games of the next generation are counted from this many further on.
const GENERATION: u64 = 1 << 36;

/// The games of one generation.
pub(super) struct GenerationGames<'a, G: Taught> {
    pub options: &'a TrainOptions,
    pub plan: &'a Plan,
    pub generation: &'a Generation,
    /// Which generation it is, from 0.
    pub number: u64,
    network: Option<&'a NetworkFile>,
    player: GenerationPlayer<G>,
}

impl<'a, G: Taught> GenerationGames<'a, G> {
    /// The games of a generation that plays with this network.
    pub fn new(
        options: &'a TrainOptions,
        plan: &'a Plan,
        number: usize,
        network: Option<&'a NetworkFile>,
    ) -> Result<GenerationGames<'a, G>, TrainError> {
        let generation = &plan.generations[number];
        let playing = Playing {
            variants: plan.variants.clone(),
            line_ups: generation.line_ups.clone(),
            styles: plan.styles.clone(),
            limits: generation.limits,
            positions: plan.positions,
            first: GENERATION * number as u64,
        };
        Ok(GenerationGames {
            options,
            plan,
            generation,
            number: number as u64,
            network,
            player: GenerationPlayer::new(options, playing, network)?,
        })
    }

    /// All that decides the games but the seed and their number.
    pub fn about(&self) -> String {
        let Generation { line_ups, limits, .. } = self.generation;
        let draws = line_ups.iter().flatten().any(|text| text == STYLE);
        let styles = if draws { format!(" styles {:?},", self.plan.styles) } else { String::new() };
        let network = self.network.map_or("none", |network| &network.digest);
        format!(
            "generation {} of {} by {} ({}),{styles} network {network}, variants {}, {:?}",
            self.number + 1,
            features_name::<G>(),
            line_ups_text(line_ups, "; "),
            limits_text(limits),
            self.plan.variants.join("; "),
            self.plan.positions,
        )
    }

    /// Where the positions of the games are stored.
    pub fn stored<'n>(&self, name: &'n str) -> Stored<'n> {
        Stored { name, about: self.about(), shape: shape::<G>() }
    }

    /// The games as other machines are told of them.
    fn task(&self, kind: SelfPlayKind) -> SelfPlay {
        SelfPlay {
            game: G::NAME.to_owned(),
            networks: self.network.into_iter().cloned().collect(),
            seed: self.options.seed,
            kind,
        }
    }

    /// The positions of the first games as a network sees them.
    pub fn data(
        &self,
        name: &str,
        games: u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<DataSet, TrainError> {
        let (stored, options) = (self.stored(name), self.options);
        let Some(by) = &options.elsewhere else {
            return stored.rows(options, games, tell, &|number| self.player.rows(number));
        };
        let task = self.task(SelfPlayKind::Learn(self.player.playing.clone()));
        let learn =
            elsewhere::SelfPlayGames { task: &task, player: &RowPlayer(self.player.clone()) };
        let number = |number| self.player.playing.first + number;
        stored.rows_elsewhere(options, &**by, learn, games, &number, tell)
    }

    /// Games that nothing was learned from.
    pub fn test(
        &self,
        games: u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Vec<TestGame<G>>, TrainError> {
        let mut player = self.player.clone();
        player.playing.first += TEST;
        let task = self.task(SelfPlayKind::Judge(player.playing.clone()));
        let player = TestPlayer(player);
        let judge = elsewhere::SelfPlayGames { task: &task, player: &player };
        let played = results(self.options, judge, games, tell)?;
        let judged = played.iter().zip(0..);
        judged.map(|(bytes, number)| player.0.read(number, bytes)).collect()
    }
}

/// Limits in words.
pub(super) fn limits_text(limits: &Limits) -> String {
    let Limits { iterations, nodes, depth } = limits;
    let limits = [
        iterations.map(|most| format!("{most} iterations")),
        nodes.map(|most| format!("{most} nodes")),
        depth.map(|most| format!("{most} plies")),
    ];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    if limits.is_empty() { "no limits".to_owned() } else { limits.join(", ") }
}
