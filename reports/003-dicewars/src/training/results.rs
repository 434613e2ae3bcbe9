//! What the training of a predictor gave, beside the report's figures.

use ludarium_learn::metrics::{Quality, reliability};
use ludarium_report::NamedChart;
use ludarium_report::sheet::{Cell, Form, Sheet};

use super::{Predictor, PredictorAmounts, TrainedPredictor};
use ludarium_train::curves::{Curve, chart, loss_chart, losses};

/// Bins of the reliability table and curve.
const BINS: usize = 10;

/// The figures on validation data, ours and those of the report.
pub(super) fn quality(
    predictor: &Predictor,
    amounts: &PredictorAmounts,
    found: &TrainedPredictor,
) -> Sheet {
    let row = |name: &str, learnt_from: Option<usize>, epoch: Option<u32>, quality: &Quality| {
        vec![
            Cell::text(name),
            Cell::number(learnt_from.map(|count| count as f64), Form::Whole),
            Cell::number(epoch.map(f64::from), Form::Whole),
            Cell::count(quality.count as u64),
            Cell::number(quality.accuracy.map(|share| 100.0 * share), Form::Coefficient),
            Cell::number(quality.brier, Form::Measured),
            Cell::number(quality.log_loss, Form::Measured),
        ]
    };
    let (accuracy, count) = predictor.printed;
    let printed = Quality { count, accuracy: Some(accuracy), brier: None, log_loss: None };
    let mut rows = vec![
        row("ours", Some(found.learnt_from), Some(found.best_epoch), &found.quality),
        row("printed in the report", None, None, &printed),
    ];
    if let Some(published) = &found.published {
        rows.push(row("published by its author", None, None, published));
    }
    Sheet::new(format!("Validation: {}", predictor.what), ["weights", ">learned from", ">best epoch", ">validated on", ">accuracy in %", ">Brier score", ">log loss"]).rows(rows).notes([format!(
                "{} games, different ones to learn from and to validate on; the epoch with the lowest loss on the \
                 validation data is kept, as in the report's program",
                amounts.games
            ), "the report prints the accuracy on its own data; the published weights are judged here, on ours".to_owned(), restlessness(found)])
}

/// How monotonic the curve of the accuracy is, which the report judges by eye.
fn restlessness(found: &TrainedPredictor) -> String {
    let accuracies: Vec<f64> = found.history.iter().filter_map(|one| one.accuracy).collect();
    let falls = accuracies.windows(2).map(|pair| 100.0 * (pair[0] - pair[1]));
    let falls: Vec<f64> = falls.filter(|fall| *fall > 0.0).collect();
    let most = falls.iter().copied().fold(0.0, f64::max);
    format!(
        "from one epoch to the next the accuracy on validation data fell {} of {} times, by {most:.2} points at most",
        falls.len(),
        accuracies.len().saturating_sub(1),
    )
}

/// How often it happened where it was predicted so.
pub(super) fn reliability_table(found: &TrainedPredictor) -> Sheet {
    let bins = reliability(&found.predictions, &found.targets, BINS);
    let rows = bins.iter().map(|bin| {
        vec![
            Cell::text(format!("{:.1} to {:.1}", bin.low, bin.high)),
            Cell::count(bin.count as u64),
            Cell::number(bin.predicted, Form::Percent),
            Cell::number(bin.happened, Form::Percent),
        ]
    });
    Sheet::new("Reliability", ["predicted", ">samples", ">predicted, mean", ">happened"]).rows(rows)
}

/// Losses and accuracies over epochs, and the reliability curve.
pub(super) fn charts(predictor: &Predictor, found: &TrainedPredictor) -> Vec<NamedChart> {
    let epochs = (1..).map(f64::from).zip(&found.history);
    let accuracies = epochs.filter_map(|(epoch, one)| Some((epoch, one.accuracy?)));
    let last = found.history.len() as f64;
    let printed = Some((last, predictor.printed.0));
    let bins = reliability(&found.predictions, &found.targets, BINS);
    let happened = bins.iter().filter_map(|bin| bin.predicted.zip(bin.happened));
    vec![
        loss_chart("Loss over epochs", "log loss", losses(None, &found.history).into()),
        chart(
            "accuracy",
            "Accuracy on validation data",
            ("epochs", "share told right"),
            vec![Curve {
                references: printed.into_iter().collect(),
                ..Curve::new("validation", accuracies.collect())
            }],
        ),
        chart(
            "reliability",
            "How often it happened where it was predicted so",
            ("predicted", "happened"),
            vec![
                Curve::new("found", happened.collect()),
                Curve::new("perfect", vec![(0.0, 0.0), (1.0, 1.0)]),
            ],
        ),
    ]
}
