//! Value networks, one for each game: what a search thinks of its own games and how they end, learned by an efficiently
//! updatable network.
//!
//! One trainer for all games. A [`Plan`] says for a game who plays and how large the network is. It has generations:
//! each plays with the network before it (`games.rs`, `player.rs`), learns a new one (`generation.rs`) and lets the two meet
//! (`gate.rs`). `quality.rs` compares the last one with the evaluations made by hand.

#[cfg(any(test, feature = "battery"))]
pub(crate) mod battery;
mod games;
mod gate;
mod generation;
mod network;
mod plan;
mod player;
mod quality;
mod record;
mod self_play;
mod sheets;

use std::path::{Path, PathBuf};

use ludarium_agents::values::ValueNetwork;
use ludarium_arena::Limits;
use ludarium_game::{Error, Purpose, Seed};
use ludarium_learn::model::QuantisedFile;

use crate::curves::{loss_chart, losses};
use crate::{Plans, Progress, Size, TrainError, TrainOptions, Trained, Trainer};
use games::GenerationGames;
use gate::{GateResult, GateTest};
use generation::{GenerationWork, MadeGeneration};
use network::{reads_files, usual_evaluation};
use plan::NETWORK;
use quality::Foresight;

pub use network::NetworkFile;
pub use plan::{
    First, Gate, Generation, Learning, LineUp, Plan, Positions, StylePlayer, Taught, game_of,
};
pub use self_play::{Playing, SelfPlay, SelfPlayKind};

/// The trainer of a game's value network: it follows the game's plan, and others from files. A game gives it a name.
pub const fn trainer<G: Taught>() -> Trainer {
    Trainer {
        name: "value",
        summary: "a value network",
        from: "a search against itself, and how its games end",
        lasts: ("a minute", "an hour"),
        train: |options, tell| train::<G>(("the plan that ships", G::PLAN), options, tell),
        plans: Some(Plans { shipped: G::PLAN, train: train::<G>, play: self_play::player::<G> }),
    }
}

/// The difference that the closing match looks for, in Elo.
const CLOSING_ELO: f64 = 30.0;

/// The most random moves before a game of the closing match: the usual evaluation knows little of strange positions.
const CLOSING_OPENING: u64 = 6;

/// The number of the closing match's seed.
const CLOSING: u64 = 1 << 50;

/// With `--quick` a generation has one game in this many, and there are at most two.
const QUICK: u64 = 20;

/// The most games against the usual evaluation at the end.
const CLOSING_GAMES: u64 = 400;

/// The most games to judge by at the end.
const MOST_TEST_GAMES: u64 = 2000;

/// How much of a plan is done.
#[derive(Clone, Copy)]
pub(crate) struct PlanAmounts {
    /// Games of each generation, instead of as many as the plan says.
    games: Option<u64>,
    /// The plan's games are divided by this.
    share: u64,
    /// The most generations.
    generations: usize,
    /// The most games at the gate.
    gate_games: u64,
    /// The most games against the usual evaluation at the end.
    closing_games: u64,
    /// Epochs, instead of as many as the plan says.
    epochs: Option<u32>,
    /// Games to judge by, instead of a tenth of the last generation's.
    test_games: Option<u64>,
}

impl PlanAmounts {
    fn of(plan: &Plan, options: &TrainOptions) -> PlanAmounts {
        let gate = plan.gate.as_ref().map_or(0, |gate| gate.games);
        let all = plan.generations.len();
        match options.size {
            Size::Full => PlanAmounts {
                games: options.games,
                share: 1,
                generations: all,
                gate_games: gate,
                closing_games: CLOSING_GAMES,
                epochs: None,
                test_games: None,
            },
            Size::Quick => PlanAmounts {
                games: options.games,
                share: QUICK,
                generations: all.min(2),
                gate_games: gate.div_ceil(QUICK),
                closing_games: CLOSING_GAMES / 4,
                epochs: None,
                test_games: None,
            },
        }
    }

    /// Games of a generation, by its number from 0.
    fn games_of(&self, plan: &Plan, number: usize) -> u64 {
        let planned = plan.generations[number].games;
        self.games.unwrap_or(planned.div_ceil(self.share)).max(10)
    }

    fn test_games(&self, plan: &Plan, number: usize) -> u64 {
        let tenth = self.games_of(plan, number) / 10;
        self.test_games.unwrap_or(tenth.min(MOST_TEST_GAMES))
    }

    fn epochs(&self, plan: &Plan) -> u32 {
        self.epochs.unwrap_or(plan.learning.epochs)
    }
}

fn train<G: Taught>(
    (file, text): (&str, &str),
    options: &TrainOptions,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    let plan = Plan::parse::<G>(file, text)?;
    train_with::<G>(&plan, &PlanAmounts::of(&plan, options), options, tell)
}

fn train_with<G: Taught>(
    plan: &Plan,
    amounts: &PlanAmounts,
    options: &TrainOptions,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    let first = NetworkFile::first::<G>(plan)?;
    let mut network = first.clone();
    let mut made: Vec<MadeGeneration> = Vec::new();
    let mut refused = 0;
    let patience = plan.gate.as_ref().map_or(u32::MAX, |gate| gate.patience);
    // Where no network is better than the first one of the plan, it stays the best.
    let mut best: Option<PathBuf> = None;
    while made.len() < amounts.generations && refused < patience {
        tell(Progress::Generation {
            number: made.len() as u64 + 1,
            total: amounts.generations as u64,
        });
        let step =
            GenerationWork { options, plan, amounts, before: &made, network: network.as_ref() };
        let record = step.make::<G>(tell)?;
        let path = step.network_file();
        let played_with = network.clone();
        if record.accepted() {
            refused = 0;
            network = Some(NetworkFile::read(&path)?);
            best = Some(path);
        } else {
            refused += 1;
        }
        made.push(MadeGeneration { record, played_with });
    }
    let mut trained = Trained {
        sheets: std::iter::once(sheets::generations(plan, &made))
            .chain(sheets::styles(&made))
            .collect(),
        charts: vec![loss_chart(
            "Learning the value network",
            "cross-entropy",
            made.iter()
                .zip(1..)
                .flat_map(|(made, number): (&MadeGeneration, u32)| {
                    losses(Some(&format!("generation {number}")), &made.record.history())
                })
                .collect(),
        )],
        files: Vec::new(),
    };
    if let Some(best) = best {
        let number = made.len() - 1;
        let games = GenerationGames::<G>::new(options, plan, number, network.as_ref())?;
        tell(Progress::Part("games to judge by"));
        let test = games.test(amounts.test_games(plan, number), tell)?;
        let mut file = QuantisedFile::read(&best)?;
        let judge = ValueNetwork::<G>::new(file.network.clone());
        let judge = judge.ok_or_else(|| misfit::<G>(&best))?;
        let qualities = quality::compare(&judge, &test);
        file.card.metrics = qualities.first().map(Foresight::metrics).unwrap_or_default();
        let path = options.folder.join(format!("{}-value.qnet", G::NAME));
        file.write(&path)?;
        trained.sheets.insert(0, quality::sheet::<G>(&qualities, &test));
        if reads_files::<G>() {
            let result = closing_match::<G>(plan, amounts, options, &path, tell)?;
            trained.sheets.push(sheets::closing_match(usual_evaluation::<G>(), &result));
        }
        trained.files.push(path);
    }
    Ok(trained)
}

/// The new network against the evaluation that agents have without it, both looking one ply ahead.
fn closing_match<G: Taught>(
    plan: &Plan,
    amounts: &PlanAmounts,
    options: &TrainOptions,
    network: &Path,
    tell: &mut dyn FnMut(Progress),
) -> Result<GateResult, TrainError> {
    let agent = format!("generic-one-ply:eval=value:{NETWORK}");
    let gate = Gate {
        limits: Limits::default(),
        elo: [-CLOSING_ELO, CLOSING_ELO],
        games: amounts.closing_games,
        opening: plan.positions.opening.min(CLOSING_OPENING),
        patience: 1,
        margin: CLOSING_ELO,
        agent,
    };
    tell(Progress::Part("games against the usual evaluation, at most"));
    let test = GateTest {
        options,
        variant: &plan.variants[0],
        most_games: gate.games,
        name: "closing-match".to_owned(),
        seed: Seed(options.seed).derive(Purpose::Training, CLOSING).0,
        agents: [
            NetworkFile::read(network)?.fill(&gate.agent)?,
            format!("generic-one-ply:eval={}", usual_evaluation::<G>()),
        ],
        elo: gate.elo,
        gate: &gate,
    };
    test.play::<G>(tell)
}

fn misfit<G: Taught>(path: &Path) -> Error {
    Error::Impossible(format!("{} does not fit the features of {}", path.display(), G::NAME))
}
