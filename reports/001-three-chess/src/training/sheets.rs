//! What the training of the stages shows: sheets and curves.

use ludarium_report::NamedChart;
use ludarium_report::sheet::{Cell, Column, Form, Sheet};
use ludarium_three_chess::rules::{FEATURES, Stage, feature_name};

use super::LearnedStages;
use super::course::Load;
use super::held_back::{Foresight, HeldBack};
use super::self_play::Method;
use ludarium_train::curves::{Curve, chart};

/// Ranks and rings of a kind's table in the placement.
const PLACES: usize = 12;

/// The weights of pieces and attacks after each stage.
pub(super) fn weights(courses: &[LearnedStages]) -> Sheet {
    let mut columns = vec![Column::text("feature")];
    for course in courses {
        let titles = Stage::ALL.map(|stage| Column::number(stage.name()));
        columns.extend(titles.map(|column| column.under(course.method.name())));
    }
    let row = |feature: usize| {
        let mut row = vec![Cell::text(feature_name(feature))];
        for course in courses {
            row.extend(Stage::ALL.map(|stage| {
                if feature < stage.features() {
                    digits(course.after(stage)[feature])
                } else {
                    Cell::Empty
                }
            }));
        }
        row
    };
    let Load { batches, games } = courses[0].load;
    Sheet::new("Weights after each stage", columns)
        .rows((0..Stage::Attack.features()).map(row))
        .notes([
            format!("{} games a stage and method", batches * games),
            "values of pieces and numbers of squares in tens".to_owned(),
        ])
}

/// Where the pieces of a course should stand.
pub(super) fn placement(course: &LearnedStages) -> Sheet {
    let weights = course.after(Stage::Placement);
    let tables = Stage::Attack.features()..FEATURES - 1;
    let row = |first: usize| {
        let name = feature_name(first);
        let kind = name.split(' ').next().unwrap_or_default();
        let mut row = vec![Cell::text(kind)];
        row.extend(weights[first..first + PLACES].iter().map(|&weight| digits(weight)));
        row
    };
    let mut columns = vec![Column::text("kind")];
    for place in 0..PLACES {
        let name = feature_name(tables.start + place);
        let title = name.rsplit_once("on ").map_or("", |(_, title)| title).to_owned();
        columns.push(Column::number(title));
    }
    Sheet::new(format!("Placement by {}", course.method.name()), columns).rows(tables.step_by(PLACES).map(row)).notes([format!(
            "rank 1 is the own back rank, rank 8 another's, ring 1 the edge; each piece next to the king is worth {}",
            digits(weights[FEATURES - 1]).shown()
        )])
}

/// How well each stage says who will win.
pub(super) fn predictions(courses: &[LearnedStages], held_back: &HeldBack) -> Sheet {
    let cells = |judged: &Foresight| {
        let loss = judged.log_loss.map(|loss| Cell::text(format!("{loss:.4}")));
        [loss.unwrap_or_default(), Cell::number(judged.right, Form::Percent)]
    };
    let mut rows = Vec::new();
    let nothing = held_back.judge(Stage::Material, &[0.0; FEATURES]);
    for (name, judged) in [("no weights", nothing), ("score", held_back.judge_score())] {
        let mut row = vec![Cell::text(name), Cell::Empty];
        row.extend(cells(&judged));
        rows.push(row);
    }
    for course in courses {
        for (stage, judged) in Stage::ALL.into_iter().zip(&course.judged) {
            let mut row = vec![Cell::text(course.method.name()), Cell::text(stage.name())];
            row.extend(cells(judged));
            rows.push(row);
        }
    }
    Sheet::new(
        "Who will win: games held back",
        ["weights", "stage", ">log loss", ">right"],
    )
    .rows(rows)
    .notes([format!(
        "{} positions of games of max^n with the score that somebody won; nobody learns from them",
        held_back.count()
    )])
}

/// The loss on games held back, and the weights, over the games learned from.
pub(super) fn curves(courses: &[LearnedStages], held_back: &HeldBack) -> Vec<NamedChart> {
    let load = courses[0].load;
    let games = |number: usize| ((number + 1) * load.games) as f64;
    let loss = |course: &LearnedStages| {
        let points = course.steps.iter().enumerate().filter_map(|(number, step)| {
            let judged = held_back.judge(load.stage(number), &step.weights);
            Some((games(number), judged.log_loss?))
        });
        Curve::new(course.method.name(), points.collect())
    };
    let mut charts = vec![chart(
        "log-loss",
        "Who will win: games held back",
        ("games", "log loss"),
        courses.iter().map(loss).collect(),
    )];
    let weights = |course: &LearnedStages, features: &[usize]| -> Vec<Curve> {
        let curve = |&feature: &usize| {
            let points = course.steps.iter().enumerate();
            let points = points.map(|(number, step)| (games(number), step.weights[feature].into()));
            Curve::new(feature_name(feature), points.collect())
        };
        features.iter().map(curve).collect()
    };
    let pieces: Vec<usize> = (0..Stage::Material.features()).collect();
    // Kings within reach and pieces that can be won or lost: what moves most.
    let attacks: Vec<usize> =
        pieces.iter().map(|piece| piece + pieces.len()).chain([11, 14]).collect();
    for course in courses {
        let (name, title) = match course.method {
            Method::TreeStrap => ("pieces-treestrap", "Weights of pieces by TreeStrap"),
            Method::TdLeaf => ("pieces-td-leaf", "Weights of pieces by TD-Leaf(λ)"),
            Method::TdLambda => ("pieces-td-lambda", "Weights of pieces by TD(λ)"),
        };
        charts.push(chart(name, title, ("games", "weight"), weights(course, &pieces)));
    }
    charts.push(chart(
        "attacks-treestrap",
        "Weights of attacks by TreeStrap",
        ("games", "weight"),
        weights(&courses[0], &attacks),
    ));
    charts
}

fn digits(value: f32) -> Cell {
    Cell::text(format!("{value:.2}").replace('-', "−"))
}
