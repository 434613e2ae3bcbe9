//! What the training of the weights shows: sheets and curves.

use ludarium_arena::statistics::share;
use ludarium_report::NamedChart;
use ludarium_report::sheet::{Cell, Column, Form, Sheet};

use super::decisions::Changes;
use super::{FEATURES, Named};
use ludarium_train::curves::{Curve, chart};

/// The weights beside each other, and what the printed ones are of the initial ones.
///
/// `steps` is how often the weights have moved.
pub(super) fn weights(sets: &[Named], steps: usize) -> Sheet {
    let mut columns = vec![Column::text("feature")];
    for set in sets {
        columns.push(Column::number("weight").under(set.name));
        if matches!(set.name, "printed" | "as found" | "described") {
            columns.push(Column::number("of initial").under(set.name));
        }
    }
    let row = |(place, feature): (usize, &&str)| {
        let initial = sets[0].weights.0[place];
        let mut row = vec![Cell::text(*feature)];
        for set in sets {
            let weight = set.weights.0[place];
            row.push(digits(weight));
            if matches!(set.name, "printed" | "as found" | "described") {
                row.push(digits(weight / initial));
            }
        }
        row
    };
    let decay = (0..steps).fold(1.0, |product, _| product * 0.999);
    let logistic = sets.iter().any(|set| set.name == "logistic").then(|| {
        "logistic: in the unit of the initial weights, where 64 more is worth e times as much"
            .to_owned()
    });
    Sheet::new("Weights", columns)
        .rows(FEATURES.iter().enumerate().map(row))
        .notes([format!("{steps} steps of 0.001 towards nothing leave {decay:.5} of a weight")])
        .notes(logistic)
}

/// How many decisions each set changes.
pub(super) fn decisions(others: &[&Named], changes: &Changes) -> Sheet {
    let row = |(set, changed): (&&Named, &u64)| {
        vec![
            Cell::text(set.name),
            Cell::count(changes.decisions),
            Cell::count(*changed),
            Cell::estimate(share(*changed, changes.decisions), Form::Percent),
        ]
    };
    Sheet::new("Decisions of beta_come that other weights than the initial ones change", ["weights", ">decisions", ">changed", ">share"]).rows(others.iter().zip(&changes.changed).map(row)).notes(["the turns of beta_come with the initial weights; a factor alone changes nothing but the rounding of equal sums, and 0.5 not even that"])
}

/// How well each set says who will win.
pub(super) fn predictions(sets: &[Named], judged: &[(Option<f64>, Option<f64>)]) -> Sheet {
    let row = |(set, (loss, right)): (&Named, &(Option<f64>, Option<f64>))| {
        vec![
            Cell::text(set.name),
            loss.map_or(Cell::Empty, digits),
            Cell::number(*right, Form::Percent),
        ]
    };
    Sheet::new(
        "Who will win: games held back",
        ["weights", ">log loss", ">right"],
    )
    .rows(sets.iter().zip(judged).map(row))
    .notes([
        "each in the unit that suits it best; a guess without looking has a log loss of 1.09861",
    ])
}

/// Each weight over the games as a share of its first value, for both regressions.
pub(super) fn trajectories(as_found: &[[f64; 4]], regression: &[[f64; 4]]) -> Vec<NamedChart> {
    vec![
        trajectory("weights-as-found", "Weights as the program learns them", as_found, true),
        trajectory("weights-regression", "Weights by a correct regression", regression, false),
    ]
}

/// Each weight over the games as a share of its first value; `printed` adds those of the report.
pub(super) fn trajectory(
    name: &'static str,
    title: &str,
    weights: &[[f64; 4]],
    printed: bool,
) -> NamedChart {
    let curve = |(place, feature): (usize, &&str)| {
        let first = weights[0][place];
        let points = weights.iter().enumerate();
        let points = points.map(|(game, all)| (game as f64, all[place] / first));
        let mut curve = Curve::new(*feature, points.collect());
        if printed {
            let printed = ludarium_chexers::rules::evaluation::Weights::LEARNED.0[place];
            curve.references = vec![(500.0, printed / first)];
        }
        curve
    };
    let curves = FEATURES.iter().enumerate().map(curve).collect();
    let axes = ("games", "share of the initial weight");
    chart(name, title, axes, curves)
}

fn digits(value: f64) -> Cell {
    Cell::text(format!("{value:.5}").replace('-', "−"))
}
