//! The value network of report 000: 70-70-35-1, trained on what Expecti-MCTS thought of its own games, or as the report
//! did.

mod dql;
mod games;

use std::collections::BTreeMap;

use crate::agents::roster;
use ludarium_dice_chess::agents::{INPUTS, NetworkJudge};
use ludarium_dice_chess::rules::{Capture, DiceChess};
use ludarium_game::{Agent, Purpose, Seed};
use ludarium_learn::data::{DenseExamples, Examples};
use ludarium_learn::dense::{Activation, Architecture, DenseLearner, Loss, Network};
use ludarium_learn::metrics::r_squared;
use ludarium_learn::model::{Card, Model, ModelFile};
use ludarium_learn::training::{Losses, Settings};
use ludarium_learn::{LearnError, Rule};
use ludarium_report::sheet::{Cell, Column, Form, Sheet};
use ludarium_search::mcts::{ChanceNodes, GameScores, Parameters, Selection, Timing};
use ludarium_search::{Chance, Mcts, OnePly};

use self::games::Teachers;
use ludarium_train::curves::{loss_chart, losses};
use ludarium_train::{
    Comparison, Entrant, Progress, TrainError, TrainOptions, Trained, Trainer, follow,
};

/// What the report trained, and what it planned.
pub const TRAINERS: &[Trainer] = &[OWN_TRAINER, REPORT_TRAINER, dql::TRAINER];

/// Our way to train the network of report 000.
const OWN_TRAINER: Trainer = Trainer {
    name: "dice-chess-network",
    summary: "the value network 70-70-35-1, with a linear and a sigmoid output",
    from: "what Expecti-MCTS thinks of the positions of its own games",
    lasts: ("10 seconds", "2 minutes"),
    train: |options, tell| train(options, &OWN, &options.size.pick(QUICK, FULL), tell),
    plans: None,
};

/// The report's way.
const REPORT_TRAINER: Trainer = Trainer {
    name: "dice-chess-network-report",
    summary: "the value network 70-70-35-1 as the report trained it: 1382 positions, sigmoid output",
    from: "what Expecti-MCTS thinks of its positions as White against random and basic",
    lasts: ("10 seconds", "2 minutes"),
    train: |options, tell| {
        let amounts = options.size.pick(REPORT_QUICK, REPORT_FULL);
        train(options, &REPORT, &amounts, tell)
    },
    plans: None,
};

/// A way to train the network.
struct NetworkPlan {
    file: &'static str,
    whose: Teachers,
    /// The outputs that are tried.
    outputs: &'static [(&'static str, Activation, &'static str)],
    /// The number of rows to learn from, drawn from all positions as the report drew them; otherwise whole games are
    /// held back.
    rows: Option<usize>,
}

const SIGMOID: (&str, Activation, &str) =
    ("sigmoid", Activation::Sigmoid, "epochs, sigmoid output");

const OWN: NetworkPlan = NetworkPlan {
    file: "dice-chess-network.safetensors",
    whose: Teachers::Both,
    outputs: &[("linear", Activation::Linear, "epochs, linear output"), SIGMOID],
    rows: None,
};

const REPORT: NetworkPlan = NetworkPlan {
    file: "dice-chess-network-report.safetensors",
    whose: Teachers::White,
    outputs: &[SIGMOID],
    rows: Some(BATCH),
};

const REPORT_QUICK: NetworkAmounts =
    NetworkAmounts { games: 110, iterations: 100, epochs: 100, deals: 20 };

/// Enough games for 1382 positions and the 30 % held back.
const REPORT_FULL: NetworkAmounts =
    NetworkAmounts { games: 120, iterations: 2000, epochs: 400, deals: 60 };

/// How much is played and learned.
struct NetworkAmounts {
    games: u64,
    iterations: u64,
    epochs: u32,
    /// Pairs of games for each opponent of the comparison in play.
    deals: u64,
}

const QUICK: NetworkAmounts = NetworkAmounts { games: 40, iterations: 150, epochs: 100, deals: 20 };

const FULL: NetworkAmounts =
    NetworkAmounts { games: 160, iterations: 1000, epochs: 400, deals: 60 };

/// The report's batch: all rows it learned from at once.
const BATCH: usize = 1382;

/// Examples to learn from, to choose the best epoch by, and to judge that by.
struct Split {
    training: DenseExamples,
    validation: DenseExamples,
    test: DenseExamples,
}

/// A network with its way.
struct TrainedNetwork {
    name: &'static str,
    network: Network,
    history: Vec<Losses>,
    best_epoch: u32,
    test_error: f64,
    test_fit: Option<f64>,
}

impl TrainedNetwork {
    /// The losses of the epoch whose parameters were kept.
    fn best(&self) -> Option<&Losses> {
        self.history.get((self.best_epoch as usize).checked_sub(1)?)
    }

    fn best_validation(&self) -> Option<f64> {
        self.best()?.validation
    }
}

fn train(
    options: &TrainOptions,
    way: &NetworkPlan,
    amounts: &NetworkAmounts,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    tell(Progress::Part("games to learn from"));
    let games = options.games_or(amounts.games);
    let all = games::positions(options, way.whose, games, amounts.iterations, tell)?;
    let seed = Seed(options.seed);
    let split = match way.rows {
        Some(rows) => split_rows(&all.dense_examples(0.0)?, rows, seed)?,
        None => {
            // 30 % is held back, as in the report: one half to choose by, the other to judge by.
            let (training, held_back) = all.split_by_game(0.3, seed);
            let (validation, test) = held_back.split_by_game(0.5, seed);
            Split {
                training: training.dense_examples(0.0)?,
                validation: validation.dense_examples(0.0)?,
                test: test.dense_examples(0.0)?,
            }
        }
    };
    let mut found = Vec::new();
    for &(name, output, part) in way.outputs {
        tell(Progress::Part(part));
        found.push(learn(options, amounts, &split, name, output, tell)?);
    }
    let mut trained = Trained::default();
    trained.sheets.push(quality(&found, &split));
    let curves = found.iter();
    let curves = curves.flat_map(|one| losses(Some(one.name), &one.history));
    trained.charts.push(loss_chart(
        "Learning the value network",
        "mean squared error",
        curves.collect(),
    ));
    let loss = |one: &TrainedNetwork| one.best_validation().unwrap_or(f64::INFINITY);
    let best = found.iter().min_by(|a, b| loss(a).total_cmp(&loss(b)));
    if let Some(best) = best {
        trained.sheets.push(in_play(options, way, amounts, best, tell)?);
        let path = options.folder.join(way.file);
        file(options, way, amounts, best, &split).write(&path)?;
        trained.files.push(path);
    }
    Ok(trained)
}

/// A number of rows to learn from, drawn from all, and three sevenths of that number held back: one half to choose by, the
/// other to judge by. With too few rows all parts shrink alike.
fn split_rows(all: &DenseExamples, rows: usize, seed: Seed) -> Result<Split, TrainError> {
    let mut order: Vec<usize> = (0..all.count()).collect();
    seed.stream(Purpose::Training, 2).shuffle(&mut order);
    let rows = rows.min(order.len() * 7 / 10);
    let held_back = (rows * 3 / 7).min(order.len() - rows);
    let part = |places: &[usize]| {
        let inputs = places.iter().flat_map(|&row| all.input(row)).copied();
        let targets = places.iter().flat_map(|&row| all.target(row)).copied();
        DenseExamples::new(INPUTS, 1, inputs.collect(), targets.collect())
    };
    let middle = rows + held_back / 2;
    Ok(Split {
        training: part(&order[..rows])?,
        validation: part(&order[rows..middle])?,
        test: part(&order[middle..rows + held_back])?,
    })
}

fn learn(
    options: &TrainOptions,
    amounts: &NetworkAmounts,
    split: &Split,
    name: &'static str,
    output: Activation,
    tell: &mut dyn FnMut(Progress),
) -> Result<TrainedNetwork, TrainError> {
    let seed = Seed(options.seed);
    let shape = Architecture::layered(&[INPUTS, 70, 35, 1], Activation::Relu, output)?;
    let learner = DenseLearner::new(shape, Loss::MeanSquare, Rule::ADAM, seed)?;
    let mut learner = learner.with_threads(options.threads);
    let settings = Settings {
        checkpoint: Some(options.folder.join(format!("{name}.checkpoint"))),
        ..Settings::new(amounts.epochs, BATCH, 0.001, seed)
    };
    let Split { training, validation, test } = split;
    let examples = (training, validation);
    let outcome = follow(options, &mut learner, examples, &settings, tell)?;
    let predictions = learner.predict(test);
    let squares = predictions.iter().zip(test.targets());
    let squares = squares.map(|(found, target)| f64::from(found - target).powi(2));
    Ok(TrainedNetwork {
        name,
        network: learner.network().clone(),
        best_epoch: outcome.best_epoch,
        history: outcome.history,
        test_error: squares.sum::<f64>() / test.count().max(1) as f64,
        test_fit: r_squared(&predictions, test.targets()),
    })
}

fn quality(found: &[TrainedNetwork], split: &Split) -> Sheet {
    let row = |one: &TrainedNetwork| {
        vec![
            Cell::text(one.name),
            Cell::count(one.network.parameters().len() as u64),
            Cell::count(one.best_epoch.into()),
            Cell::number(one.best().map(|losses| losses.training), Form::Measured),
            Cell::number(one.best_validation(), Form::Measured),
            Cell::number(one.test_error, Form::Measured),
            Cell::number(one.test_fit, Form::Coefficient),
        ]
    };
    Sheet::new("What the search thinks, foreseen by the network", [
            Column::text("output"),
            Column::number("parameters"),
            Column::number("best epoch"),
            Column::number("error").under("training"),
            Column::number("error").under("validation"),
            Column::number("error").under("test"),
            Column::number("R²").under("test"),
        ]).rows(found.iter().map(row)).notes([format!(
            "mean squared errors; {} positions to learn from, {} to choose the epoch by, {} to judge by, from different \
             games or drawn from all of them",
            split.training.count(),
            split.validation.count(),
            split.test.count()
        )])
}

/// The network alone and as the leaf evaluation of the search, against players of the report.
fn in_play(
    options: &TrainOptions,
    way: &NetworkPlan,
    amounts: &NetworkAmounts,
    found: &TrainedNetwork,
    tell: &mut dyn FnMut(Progress),
) -> Result<Sheet, TrainError> {
    let judge = NetworkJudge::new(found.network.clone()).ok_or_else(|| {
        let shape = found.network.architecture();
        LearnError::Network(format!("{shape}, expected {INPUTS} inputs and one output"))
    })?;
    let judge = match way.whose {
        Teachers::Both => judge,
        Teachers::White => judge.turned(),
    };
    const SIMULATIONS: u64 = 100;
    let alone = judge.clone();
    let mut entrants: Vec<Entrant<'_, DiceChess>> = vec![
        Entrant::new("network", move || OnePly {
            evaluation: alone.clone(),
            chance: Chance::Expect,
        }),
        Entrant::new(format!("mcts with the network, {SIMULATIONS} iterations"), move || {
            Mcts::new(judge.clone(), Capture, GameScores).with(Parameters {
                iterations: SIMULATIONS,
                selection: Selection::Uct { c: 0.8 },
                chance: ChanceNodes::Expecti,
                timing: Timing::AtOnce,
                truncate: Some(0),
                win_at_once: true,
                ..Parameters::default()
            })
        }),
    ];
    let others = [
        "random".to_owned(),
        "basic".to_owned(),
        "one-ply".to_owned(),
        format!("mcts:iterations={SIMULATIONS}"),
    ];
    let roster = roster();
    for text in others {
        let recipe = roster.recipe(&text)?;
        let build = move || -> Box<dyn Agent<DiceChess>> { recipe.agent() };
        entrants.push(Entrant::new(text, build));
    }
    let comparison = Comparison {
        rules: games::rules()?,
        entrants,
        lineups: vec![vec![0, 2], vec![0, 3], vec![0, 4], vec![1, 5], vec![1, 3]],
        random_plies: 0,
        deals: amounts.deals,
        seed: Seed(options.seed),
    };
    tell(Progress::Part("games in play"));
    let results = comparison.play(options, tell)?;
    let mut sheet = comparison.sheet("In play", &results);
    sheet.notes.push(
        "the network alone meets random, basic and one-ply; the search with it basic and the search without".to_owned(),
    );
    Ok(sheet)
}

fn file(
    options: &TrainOptions,
    way: &NetworkPlan,
    amounts: &NetworkAmounts,
    found: &TrainedNetwork,
    split: &Split,
) -> ModelFile {
    let mut metrics = BTreeMap::from([("test mean squared error".to_owned(), found.test_error)]);
    if let Some(fit) = found.test_fit {
        metrics.insert("test R²".to_owned(), fit);
    }
    ModelFile {
        card: Card {
            what: "chance of the side to move in dice-chess, 64 squares and the roll".to_owned(),
            trained_from: format!(
                "{} games of mcts:iterations={}{}",
                amounts.games,
                amounts.iterations,
                match way.whose {
                    Teachers::Both => "",
                    Teachers::White => " as White against random and basic",
                }
            ),
            seed: options.seed,
            examples: split.training.count() as u64,
            metrics,
        },
        model: Model::Dense(found.network.clone()),
    }
}

#[cfg(test)]
mod tests;
