//! The predictors of report 003: whether an area is held (HAPP, a network 6-6-1) and whether a player wins (WPP,
//! a logistic regression), each collected and trained as the report did, and again in its other readings: the learning
//! rate 0.001, the features of its text, the logistic regression that it tried first for HAPP, and the players of one moment
//! for WPP.

mod collect;
mod results;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::agents::learned::{Wording, published};
use ludarium_game::Seed;
use ludarium_learn::Rule;
use ludarium_learn::data::{DataSet, DenseExamples, Examples};
use ludarium_learn::dense::{Activation, Architecture, DenseLearner, Loss, Network};
use ludarium_learn::metrics::Quality;
use ludarium_learn::model::{Card, Model, ModelFile};
use ludarium_learn::training::{LastBatch, Losses, Settings};

use collect::{Areas, MomentWatch, PlayerWatch, collect};
use ludarium_train::{Progress, Train, TrainError, TrainOptions, Trained, Trainer, follow};

/// Everything that can be trained for this report.
pub const TRAINERS: [Trainer; 8] = [
    trainer(
        "happ",
        "report 003: whether an area is held until its owner's next turn, 6-6-1",
        |options, tell| HELD.train(options, tell),
    ),
    trainer("happ-fast", "report 003: happ with the learning rate 0.001", |options, tell| {
        HELD_FAST.train(options, tell)
    }),
    trainer("happ-logistic", "report 003: happ as a logistic regression", |options, tell| {
        HELD_LOGISTIC.train(options, tell)
    }),
    trainer(
        "happ-text",
        "report 003: happ with the features of the report's text",
        |options, tell| HELD_TEXT.train(options, tell),
    ),
    trainer("wpp", "report 003: whether a player wins, a logistic regression", |options, tell| {
        WINS.train(options, tell)
    }),
    trainer("wpp-fast", "report 003: wpp with the learning rate 0.001", |options, tell| {
        WINS_FAST.train(options, tell)
    }),
    trainer(
        "wpp-text",
        "report 003: wpp with the features of the report's text",
        |options, tell| WINS_TEXT.train(options, tell),
    ),
    trainer(
        "wpp-moment",
        "report 003: wpp from all players at one moment, five turns before the end",
        |options, tell| WINS_MOMENT.train(options, tell),
    ),
];

/// The trainer of a predictor.
const fn trainer(name: &'static str, summary: &'static str, train: Train) -> Trainer {
    Trainer {
        name,
        summary,
        from: "games of the course's programs and the baseline, four players",
        lasts: ("seconds", "half a minute"),
        train,
        plans: None,
    }
}

/// Plays a number of games and returns what was seen in them.
type Collect =
    fn(&TrainOptions, u64, Wording, &mut dyn FnMut(Progress)) -> Result<DataSet, TrainError>;

/// What is predicted, and what the report says of it.
struct Predictor {
    file: &'static str,
    what: &'static str,
    sizes: &'static [usize],
    batch: usize,
    /// Whether as many samples of either outcome are kept.
    balanced: bool,
    wording: Wording,
    rate: f32,
    collect: Collect,
    quick: PredictorAmounts,
    full: PredictorAmounts,
    /// The accuracy that the report prints, and the number of samples behind it.
    printed: (f64, usize),
    /// The weights that the report's author published, where they fit these features and this shape.
    published: Option<fn() -> Vec<f32>>,
}

impl Predictor {
    fn train(
        &self,
        options: &TrainOptions,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Trained, TrainError> {
        train(options, self, options.size.pick(&self.quick, &self.full), tell)
    }
}

/// The report prints 10e-4; its author's notes have this.
const RATE: f32 = 1e-4;
/// What the printed text says to the letter.
const FAST_RATE: f32 = 1e-3;

const HELD: Predictor = Predictor {
    file: "dicewars-happ.safetensors",
    what: "chance that an area is held until its owner's next turn in dicewars",
    sizes: &[6, 6, 1],
    batch: 64,
    balanced: true,
    wording: Wording::CourseProgram,
    rate: RATE,
    collect: collect::<Areas>,
    quick: PredictorAmounts::new(150, (20_000, 5_000), 100),
    full: PredictorAmounts::new(900, (87_194, 20_000), 100),
    printed: (0.8046, 20_000),
    published: Some(|| published::happ_parameters().to_vec()),
};

const HELD_FAST: Predictor =
    Predictor { file: "dicewars-happ-fast.safetensors", rate: FAST_RATE, ..HELD };

const HELD_LOGISTIC: Predictor = Predictor {
    file: "dicewars-happ-logistic.safetensors",
    sizes: &[6, 1],
    published: None,
    ..HELD
};

const HELD_TEXT: Predictor = Predictor {
    file: "dicewars-happ-text.safetensors",
    wording: Wording::Text,
    published: None,
    ..HELD
};

const WINS: Predictor = Predictor {
    file: "dicewars-wpp.safetensors",
    what: "chance that a player wins in dicewars",
    sizes: &[6, 1],
    batch: 32,
    balanced: false,
    wording: Wording::CourseProgram,
    rate: RATE,
    collect: collect::<PlayerWatch>,
    quick: PredictorAmounts::new(700, (2_000, 600), 200),
    full: PredictorAmounts::new(2_500, (7_418, 2_000), 200),
    printed: (0.9925, 2_000),
    published: Some(|| published::wpp_parameters().to_vec()),
};

const WINS_FAST: Predictor =
    Predictor { file: "dicewars-wpp-fast.safetensors", rate: FAST_RATE, ..WINS };

const WINS_TEXT: Predictor = Predictor {
    file: "dicewars-wpp-text.safetensors",
    wording: Wording::Text,
    published: None,
    ..WINS
};

const WINS_MOMENT: Predictor =
    Predictor { file: "dicewars-wpp-moment.safetensors", collect: collect::<MomentWatch>, ..WINS };

/// How much is played and learned.
struct PredictorAmounts {
    games: u64,
    /// Samples to learn from, and to validate on: fewer if the games do not give enough.
    training: usize,
    validation: usize,
    epochs: u32,
}

impl PredictorAmounts {
    const fn new(
        games: u64,
        (training, validation): (usize, usize),
        epochs: u32,
    ) -> PredictorAmounts {
        PredictorAmounts { games, training, validation, epochs }
    }
}

/// A trained predictor.
struct TrainedPredictor {
    network: Network,
    history: Vec<Losses>,
    best_epoch: u32,
    learnt_from: usize,
    quality: Quality,
    /// What the published weights are worth on the same validation data.
    published: Option<Quality>,
    predictions: Vec<f32>,
    targets: Vec<f32>,
}

fn train(
    options: &TrainOptions,
    predictor: &Predictor,
    amounts: &PredictorAmounts,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    let games = options.games_or(amounts.games);
    let amounts = &PredictorAmounts { games, ..*amounts };
    tell(Progress::Part("games to learn from"));
    let samples = (predictor.collect)(options, amounts.games, predictor.wording, tell)?;
    let share = amounts.validation as f64 / (amounts.training + amounts.validation).max(1) as f64;
    let seed = Seed(options.seed);
    let (training, validation) = samples.split_by_game(share, seed);
    let cut = |set: &DataSet, most| chosen(set, predictor.balanced, most, seed).dense_examples(1.0);
    let training = cut(&training, amounts.training)?;
    let validation = cut(&validation, amounts.validation)?;
    tell(Progress::Part("epochs"));
    let found = learn(options, predictor, amounts, &training, &validation, tell)?;
    let path = options.folder.join(predictor.file);
    file(options, predictor, amounts, &found).write(&path)?;
    Ok(Trained {
        sheets: vec![
            results::quality(predictor, amounts, &found),
            results::reliability_table(&found),
        ],
        charts: results::charts(predictor, &found),
        files: vec![path],
    })
}

/// At most `most` samples, drawn by lot; balanced ones have as many of either outcome.
fn chosen(set: &DataSet, balanced: bool, most: usize, seed: Seed) -> DataSet {
    let set = if balanced { set.balanced(seed).shuffled(seed) } else { set.shuffled(seed) };
    let each = if balanced { most / 2 } else { most };
    let mut taken = [0; 2];
    let rows = (0..set.len()).filter(|&row| {
        let class = if balanced { set.outcome(row)[0] as usize } else { 0 };
        taken[class] += 1;
        taken[class] <= each
    });
    let rows: Vec<usize> = rows.collect();
    set.select(&rows)
}

fn learn(
    options: &TrainOptions,
    predictor: &Predictor,
    amounts: &PredictorAmounts,
    training: &DenseExamples,
    validation: &DenseExamples,
    tell: &mut dyn FnMut(Progress),
) -> Result<TrainedPredictor, TrainError> {
    let seed = Seed(options.seed);
    let sigmoid = Activation::Sigmoid;
    let shape = Architecture::layered(predictor.sizes, sigmoid, sigmoid)?;
    let published = match predictor.published {
        Some(weights) => Some(judge(&Network::new(shape.clone(), weights())?, validation)),
        None => None,
    };
    let mut learner = DenseLearner::new(shape, Loss::BinaryCrossEntropy, Rule::ADAM, seed)?;
    let settings = Settings {
        last_batch: LastBatch::Drop,
        checkpoint: Some(options.folder.join(predictor.file).with_extension("checkpoint")),
        ..Settings::new(amounts.epochs, predictor.batch, predictor.rate, seed)
    };
    let examples = (training, validation);
    let outcome = follow(options, &mut learner, examples, &settings, tell)?;
    let predictions = learner.predict(validation);
    let targets = validation.targets().to_vec();
    Ok(TrainedPredictor {
        network: learner.network().clone(),
        history: outcome.history,
        best_epoch: outcome.best_epoch,
        learnt_from: training.count(),
        quality: Quality::of(&predictions, &targets, 1),
        published,
        predictions,
        targets,
    })
}

/// How good a network is on examples that it has not learned from.
fn judge(network: &Network, examples: &DenseExamples) -> Quality {
    let rows = 0..examples.count();
    let predictions: Vec<f32> =
        rows.flat_map(|row| network.evaluate(examples.input(row))).collect();
    Quality::of(&predictions, examples.targets(), 1)
}

fn file(
    options: &TrainOptions,
    predictor: &Predictor,
    amounts: &PredictorAmounts,
    found: &TrainedPredictor,
) -> ModelFile {
    let Quality { accuracy, brier, log_loss, .. } = found.quality;
    let metrics = [
        ("validation accuracy", accuracy),
        ("validation Brier score", brier),
        ("validation log loss", log_loss),
    ];
    let metrics = metrics.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    ModelFile {
        card: Card {
            what: predictor.what.to_owned(),
            trained_from: format!(
                "{} games of rand, sdc, ste, wpm_c, xlogin00 and baseline",
                amounts.games
            ),
            seed: options.seed,
            examples: found.learnt_from as u64,
            metrics: BTreeMap::from_iter(metrics),
        },
        model: Model::Dense(found.network.clone()),
    }
}
