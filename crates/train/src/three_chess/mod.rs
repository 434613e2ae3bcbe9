//! A linear evaluation of Three-Chess, learnt from nothing in stages: material, then attack and defence, then placement.

mod course;
mod held_back;
mod in_play;
mod self_play;
mod sheets;

use std::collections::BTreeMap;
use std::path::PathBuf;

use ludarium_games::three_chess::{Stage, feature_name};
use ludarium_lab::experiment::Mode;
use ludarium_learn::model::{Card, Linear, Model, ModelFile};

use self::course::{BATCH, Step, learn};
use self::held_back::{HeldBack, Judged};
use self::self_play::Method;
use crate::{Order, Progress, TrainError, Trained, Trainer};

/// The trainer of report 001.
pub(crate) const TRAINER: Trainer = Trainer {
    name: "three-chess-stages",
    summary: "a linear evaluation in three stages, by TreeStrap, TD-Leaf(λ) and TD(λ)",
    from: "games of a two-ply max^n search against itself, from no knowledge",
    lasts: ("a minute", "5 minutes"),
    train,
};

/// How much is played.
struct Size {
    /// Batches of games of each stage and method.
    batches: usize,
    /// Games that are only used to judge.
    held_back: u64,
    /// Blocks for each line-up of the comparison in play.
    deals: u64,
}

impl Size {
    fn of(mode: Mode) -> Size {
        match mode {
            Mode::Quick => Size {
                batches: 2,
                held_back: 24,
                deals: 3,
            },
            Mode::Full => Size {
                batches: 60,
                held_back: 400,
                deals: 40,
            },
        }
    }
}

/// What one way of learning came to.
struct Course {
    method: Method,
    steps: Vec<Step>,
    /// How well the weights after each stage say who wins.
    judged: [Judged; 3],
}

impl Course {
    /// Where the weights were at the end of a stage.
    fn after(&self, stage: Stage) -> &Step {
        let batches = self.steps.len() / Stage::ALL.len();
        &self.steps[batches * (stage as usize + 1) - 1]
    }
}

fn train(order: &Order, tell: &mut dyn FnMut(Progress)) -> Result<Trained, TrainError> {
    train_with(order, &Size::of(order.mode), tell)
}

fn train_with(
    order: &Order,
    size: &Size,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    let held_back = HeldBack::of(order, size.held_back, tell)?;
    let mut courses = Vec::new();
    for method in Method::ALL {
        let steps = learn(order, method, size.batches, &held_back, tell)?;
        let judged = Stage::ALL.map(|stage| {
            let last = size.batches * (stage as usize + 1) - 1;
            held_back.judge(stage, &steps[last].weights)
        });
        courses.push(Course {
            method,
            steps,
            judged,
        });
    }
    let mut trained = Trained::default();
    let games = size.batches * BATCH;
    trained.sheets.push(sheets::weights(&courses, games));
    trained.sheets.push(sheets::placement(&courses[0]));
    trained
        .sheets
        .push(sheets::predictions(&courses, &held_back));
    trained
        .sheets
        .push(in_play::compare(order, size.deals, &courses, tell)?);
    trained.charts = sheets::curves(&courses, &held_back);
    for course in &courses {
        for stage in Stage::ALL {
            trained.files.push(write(order, course, stage, games)?);
        }
    }
    Ok(trained)
}

/// Writes the weights after a stage as a model file.
fn write(
    order: &Order,
    course: &Course,
    stage: Stage,
    games: usize,
) -> Result<PathBuf, TrainError> {
    let method = course.method;
    let name = format!(
        "three-chess-{}-{}.safetensors",
        method.file_name(),
        stage.name()
    );
    let path = order.folder.join(name);
    let count = stage.features();
    let step = course.after(stage);
    let judged = &course.judged[stage as usize];
    let figures = [
        ("held-out log loss", judged.log_loss),
        ("held-out accuracy", judged.right),
    ];
    let metrics = figures
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let file = ModelFile {
        card: Card {
            what: format!(
                "linear evaluation of three-chess by {}, up to the stage {}",
                method.name(),
                stage.name()
            ),
            trained_from: TRAINER.from.to_owned(),
            seed: order.seed,
            examples: (games * (stage as usize + 1)) as u64,
            metrics: BTreeMap::from_iter(metrics),
        },
        model: Model::Linear(Linear::new(
            (0..count).map(feature_name).collect(),
            step.weights[..count].to_vec(),
        )?),
    };
    file.write(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests;
