//! Value networks, one for each game: what a search thinks of its own games and how they end, learnt by an efficiently
//! updatable network.
//!
//! One trainer for all games. A [`Plan`] says for a game who plays and how large the network is, `games.rs` plays and
//! stores, `quality.rs` judges what was learnt beside the evaluations made by hand.

#[cfg(any(test, feature = "battery"))]
pub(crate) mod battery;
mod games;
mod plan;
mod quality;

use std::collections::BTreeMap;

use ludarium_agents::values::{Answer, ValueNetwork, features_name};
use ludarium_game::Seed;
use ludarium_learn::data::{DataSet, Examples, SparseExamples};
use ludarium_learn::dense::{Activation, Loss};
use ludarium_learn::model::{Card, QuantisedFile};
use ludarium_learn::sparse::{Architecture, SparseLearner};
use ludarium_learn::training::{Schedule, Settings};
use ludarium_learn::{LearnError, Rule};

use crate::curves::{loss_chart, losses};
use crate::lesson::follow;
use crate::{Order, Progress, TrainError, Trained, Trainer};
use quality::Quality;

pub use plan::{Plan, Taught};

/// The trainer of a game's value network under a name.
pub const fn trainer<G: Taught>(name: &'static str) -> Trainer {
    Trainer {
        name,
        summary: G::PLAN.summary,
        from: G::PLAN.from,
        lasts: ("10 seconds", "2 minutes"),
        train: train::<G>,
    }
}

/// One game in ten is not learnt from but chooses the epoch.
const VALIDATION: f64 = 0.1;

/// Positions that make one step of learning.
const BATCH: usize = 512;

/// The first learning rate; it falls along a cosine to a twentieth.
const RATE: f32 = 0.002;

/// Epochs without a better validation loss after which learning stops.
const PATIENCE: u32 = 3;

/// How much is played and learnt.
#[derive(Clone, Copy)]
pub(crate) struct Amounts {
    /// Games to learn from.
    pub games: u64,
    /// Games to judge by.
    pub test_games: u64,
    pub epochs: u32,
}

impl Amounts {
    fn of<G: Taught>(order: &Order) -> Amounts {
        let (quick, full) = G::PLAN.games;
        let games = order.games_or(order.size.pick(quick, full));
        Amounts {
            games,
            test_games: games / 10,
            epochs: G::PLAN.epochs,
        }
    }
}

fn train<G: Taught>(order: &Order, tell: &mut dyn FnMut(Progress)) -> Result<Trained, TrainError> {
    train_with::<G>(order, &Amounts::of::<G>(order), tell)
}

fn train_with<G: Taught>(
    order: &Order,
    amounts: &Amounts,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    tell(Progress::Part("games to learn from"));
    let all = games::data::<G>(order, amounts.games, tell)?;
    let (training, validation) = all.split_by_game(VALIDATION, Seed(order.seed));
    let training = examples::<G>(&training)?;
    let validation = examples::<G>(&validation)?;
    let mut learner = learner::<G>(order)?;
    let settings = Settings {
        schedule: Schedule::Cosine { floor: 0.05 },
        patience: Some(PATIENCE),
        checkpoint: Some(order.folder.join(format!("{}-value.checkpoint", G::NAME))),
        ..Settings::new(amounts.epochs, BATCH, RATE, Seed(order.seed))
    };
    tell(Progress::Part("epochs"));
    let both = (&training, &validation);
    let outcome = follow(order, &mut learner, both, &settings, tell)?;
    let network = learner.network().quantise()?;
    let judge = ValueNetwork::<G>::new(network.clone()).ok_or_else(|| {
        let shape = network.architecture();
        LearnError::Network(format!("{shape} does not fit the features of {}", G::NAME))
    })?;
    tell(Progress::Part("games to judge by"));
    let test = games::test::<G>(order, amounts.test_games, tell)?;
    let qualities = quality::compare(&judge, &test);
    let path = order.folder.join(format!("{}-value.qnet", G::NAME));
    let card = card::<G>(order, amounts, training.count(), &qualities);
    let features = Some(features_name::<G>());
    let file = QuantisedFile {
        card,
        features,
        network,
    };
    file.write(&path)?;
    let counts = [training.count(), validation.count()];
    Ok(Trained {
        sheets: vec![quality::sheet::<G>(&qualities, &outcome, counts, &test)],
        charts: vec![loss_chart(
            "Learning the value network",
            "cross-entropy",
            losses(None, &outcome.history).into(),
        )],
        files: vec![path],
    })
}

fn examples<G: Taught>(set: &DataSet) -> Result<SparseExamples, TrainError> {
    Ok(set.sparse_examples(G::PLAN.result_share)?)
}

fn learner<G: Taught>(order: &Order) -> Result<SparseLearner, TrainError> {
    let (activation, loss) = match G::ANSWER {
        Answer::Shares { .. } => (Activation::Softmax, Loss::CrossEntropy),
        Answer::EachChance => (Activation::Sigmoid, Loss::BinaryCrossEntropy),
    };
    let shape = Architecture::new(G::COUNT, 1, G::MOST_PRESENT, G::PLAN.width)?;
    let shape = shape.with_tail(&[G::PLAN.hidden], G::ANSWER.outputs(), activation)?;
    let seed = Seed(order.seed);
    Ok(SparseLearner::new(shape, loss, Rule::ADAM, seed)?)
}

fn card<G: Taught>(
    order: &Order,
    amounts: &Amounts,
    examples: usize,
    qualities: &[Quality],
) -> Card {
    let mut metrics = BTreeMap::new();
    // The network stands first.
    for quality in qualities.iter().take(1) {
        let figures = [
            ("test log loss", quality.log_loss),
            ("test Brier score", quality.brier),
            ("test R²", quality.r_squared),
        ];
        for (name, figure) in figures {
            metrics.extend(figure.map(|figure| (name.to_owned(), figure)));
        }
    }
    Card {
        what: match G::ANSWER {
            Answer::Shares { .. } => {
                format!(
                    "shares of all seats in {}, as the seat to move sees it",
                    G::NAME
                )
            }
            Answer::EachChance => format!("the chance of a player in {}", G::NAME),
        },
        trained_from: format!("{} games of {}", amounts.games, G::PLAN.agent),
        seed: order.seed,
        examples: examples as u64,
        metrics,
    }
}
