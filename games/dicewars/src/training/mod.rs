//! The predictors of report 003: whether an area is held (HAPP, a network 6-6-1) and whether a player wins (WPP,
//! a logistic regression), each collected and trained as the report did.

mod collect;
mod results;
#[cfg(test)]
mod tests;
mod value;

use std::collections::BTreeMap;

use ludarium_game::Seed;
use ludarium_learn::Rule;
use ludarium_learn::data::{DataSet, DenseExamples, Examples};
use ludarium_learn::dense::{Activation, Architecture, DenseLearner, Loss, Network};
use ludarium_learn::metrics::Quality;
use ludarium_learn::model::{Card, Model, ModelFile};
use ludarium_learn::training::{LastBatch, Losses, Settings};

use collect::{Areas, Players, collect};
use ludarium_train::{Order, Progress, TrainError, Trained, Trainer, follow};

/// Everything that can be trained for this game.
pub const TRAINERS: &[Trainer] = &[HAPP, WPP, value::TRAINER];

/// The trainer of the predictor of held areas.
const HAPP: Trainer = Trainer {
    name: "happ",
    summary: "report 003: whether an area is held until its owner's next turn, 6-6-1",
    from: "games of the course's programs and the baseline, four players",
    lasts: ("seconds", "half a minute"),
    train: |order, tell| {
        let quick = Amounts::new(150, (20_000, 5_000), 100);
        let full = Amounts::new(900, (87_194, 20_000), 100);
        train(order, &HELD, &order.size.pick(quick, full), tell)
    },
};

/// The trainer of the predictor of the winner.
const WPP: Trainer = Trainer {
    name: "wpp",
    summary: "report 003: whether a player wins, a logistic regression",
    from: "games of the course's programs and the baseline, four players",
    lasts: ("seconds", "half a minute"),
    train: |order, tell| {
        let quick = Amounts::new(700, (2_000, 600), 200);
        let full = Amounts::new(2_500, (7_418, 2_000), 200);
        train(order, &WINS, &order.size.pick(quick, full), tell)
    },
};

/// Plays so many games and returns what was seen in them.
type Collect = fn(&Order, u64, &mut dyn FnMut(Progress)) -> Result<DataSet, TrainError>;

/// What is predicted, and what the report says of it.
struct Predictor {
    file: &'static str,
    what: &'static str,
    sizes: &'static [usize],
    batch: usize,
    /// Whether as many samples of either outcome are kept.
    balanced: bool,
    collect: Collect,
    printed: Quality,
}

const HELD: Predictor = Predictor {
    file: "dicewars-happ.safetensors",
    what: "chance that an area is held until its owner's next turn in dicewars",
    sizes: &[6, 6, 1],
    batch: 64,
    balanced: true,
    collect: collect::<Areas>,
    printed: Quality {
        count: 20_000,
        accuracy: Some(0.8046),
        brier: Some(0.149),
        log_loss: Some(0.467),
    },
};

const WINS: Predictor = Predictor {
    file: "dicewars-wpp.safetensors",
    what: "chance that a player wins in dicewars",
    sizes: &[6, 1],
    batch: 32,
    balanced: false,
    collect: collect::<Players>,
    printed: Quality {
        count: 2_000,
        accuracy: Some(0.9925),
        brier: Some(0.0116),
        log_loss: Some(0.064),
    },
};

/// How much is played and learnt.
struct Amounts {
    games: u64,
    /// Samples to learn from, and to validate on: fewer if the games do not give so many.
    training: usize,
    validation: usize,
    epochs: u32,
}

impl Amounts {
    fn new(games: u64, (training, validation): (usize, usize), epochs: u32) -> Amounts {
        Amounts {
            games,
            training,
            validation,
            epochs,
        }
    }
}

/// The report prints 10e-4; its author's notes have this.
const RATE: f32 = 1e-4;

/// A trained predictor.
struct Found {
    network: Network,
    history: Vec<Losses>,
    best_epoch: u32,
    learnt_from: usize,
    quality: Quality,
    predictions: Vec<f32>,
    targets: Vec<f32>,
}

fn train(
    order: &Order,
    predictor: &Predictor,
    amounts: &Amounts,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    let games = order.games_or(amounts.games);
    let amounts = &Amounts { games, ..*amounts };
    tell(Progress::Part("games to learn from"));
    let samples = (predictor.collect)(order, amounts.games, tell)?;
    let share = amounts.validation as f64 / (amounts.training + amounts.validation).max(1) as f64;
    let seed = Seed(order.seed);
    let (training, validation) = samples.split_by_game(share, seed);
    let cut = |set: &DataSet, most| chosen(set, predictor.balanced, most, seed).dense_examples(1.0);
    let training = cut(&training, amounts.training)?;
    let validation = cut(&validation, amounts.validation)?;
    tell(Progress::Part("epochs"));
    let found = learn(order, predictor, amounts, &training, &validation, tell)?;
    let path = order.folder.join(predictor.file);
    file(order, predictor, amounts, &found).write(&path)?;
    Ok(Trained {
        sheets: vec![
            results::quality(predictor, amounts, &found),
            results::reliability_table(&found),
        ],
        charts: results::charts(predictor, &found),
        files: vec![path],
    })
}

/// At most so many samples, drawn by lot; balanced ones have as many of either outcome.
fn chosen(set: &DataSet, balanced: bool, most: usize, seed: Seed) -> DataSet {
    let set = if balanced {
        set.balanced(seed).shuffled(seed)
    } else {
        set.shuffled(seed)
    };
    let each = if balanced { most / 2 } else { most };
    let mut taken = [0; 2];
    let rows = (0..set.len()).filter(|&row| {
        let class = if balanced {
            set.outcome(row)[0] as usize
        } else {
            0
        };
        taken[class] += 1;
        taken[class] <= each
    });
    let rows: Vec<usize> = rows.collect();
    set.select(&rows)
}

fn learn(
    order: &Order,
    predictor: &Predictor,
    amounts: &Amounts,
    training: &DenseExamples,
    validation: &DenseExamples,
    tell: &mut dyn FnMut(Progress),
) -> Result<Found, TrainError> {
    let seed = Seed(order.seed);
    let sigmoid = Activation::Sigmoid;
    let shape = Architecture::layered(predictor.sizes, sigmoid, sigmoid)?;
    let mut learner = DenseLearner::new(shape, Loss::BinaryCrossEntropy, Rule::ADAM, seed)?;
    let settings = Settings {
        last_batch: LastBatch::Drop,
        checkpoint: Some(
            order
                .folder
                .join(predictor.file)
                .with_extension("checkpoint"),
        ),
        ..Settings::new(amounts.epochs, predictor.batch, RATE, seed)
    };
    let examples = (training, validation);
    let outcome = follow(order, &mut learner, examples, &settings, tell)?;
    let predictions = learner.predict(validation);
    let targets = validation.targets().to_vec();
    Ok(Found {
        network: learner.network().clone(),
        history: outcome.history,
        best_epoch: outcome.best_epoch,
        learnt_from: training.count(),
        quality: Quality::of(&predictions, &targets, 1),
        predictions,
        targets,
    })
}

fn file(order: &Order, predictor: &Predictor, amounts: &Amounts, found: &Found) -> ModelFile {
    let Quality {
        accuracy,
        brier,
        log_loss,
        ..
    } = found.quality;
    let metrics = [
        ("validation accuracy", accuracy),
        ("validation Brier score", brier),
        ("validation log loss", log_loss),
    ];
    let metrics = metrics
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    ModelFile {
        card: Card {
            what: predictor.what.to_owned(),
            trained_from: format!(
                "{} games of rand, sdc, ste, wpm_c, xlogin00 and baseline",
                amounts.games
            ),
            seed: order.seed,
            examples: found.learnt_from as u64,
            metrics: BTreeMap::from_iter(metrics),
        },
        model: Model::Dense(found.network.clone()),
    }
}
