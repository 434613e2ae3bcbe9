//! A linear evaluation of Three-Chess, learned from nothing in stages: material, then attack and defence, then placement.

mod course;
mod held_back;
mod in_play;
mod self_play;
mod sheets;

use std::collections::BTreeMap;
use std::path::PathBuf;

use ludarium_learn::model::{Card, Linear, Model, ModelFile};
use ludarium_three_chess::rules::{FEATURES, Stage, feature_name};

use self::course::{Load, StageWeights, learn};
use self::held_back::{Foresight, HeldBack};
use self::self_play::Method;
use ludarium_train::{Progress, TrainError, TrainOptions, Trained, Trainer};

/// The trainer of report 001.
pub const TRAINER: Trainer = Trainer {
    name: "three-chess-stages",
    summary: "a linear evaluation in three stages, by TreeStrap, TD-Leaf(λ) and TD(λ)",
    from: "games of a two-ply max^n search against itself, from no knowledge",
    lasts: ("10 seconds", "3 minutes"),
    train: |options, tell| {
        let mut amounts = options.size.pick(QUICK, FULL);
        if let Some(games) = options.games {
            amounts.load.batches = (games as usize).div_ceil(amounts.load.games);
        }
        train(options, &amounts, tell)
    },
    plans: None,
};

/// How much is played.
struct StageAmounts {
    /// What each method learns from.
    load: Load,
    /// Games that are only used to judge.
    held_back: u64,
    /// Blocks for each line-up of the comparison in play.
    deals: u64,
}

const QUICK: StageAmounts =
    StageAmounts { load: Load { batches: 2, games: 8 }, held_back: 24, deals: 3 };

const FULL: StageAmounts =
    StageAmounts { load: Load { batches: 60, games: 8 }, held_back: 400, deals: 40 };

/// What one way of learning came to.
struct LearnedStages {
    method: Method,
    load: Load,
    steps: Vec<StageWeights>,
    /// How well the weights after each stage say who wins.
    judged: [Foresight; 3],
}

impl LearnedStages {
    fn new(
        method: Method,
        load: Load,
        steps: Vec<StageWeights>,
        held_back: &HeldBack,
    ) -> LearnedStages {
        let last = |stage: Stage| load.batches * (stage as usize + 1) - 1;
        let judged = Stage::ALL.map(|stage| held_back.judge(stage, &steps[last(stage)].weights));
        LearnedStages { method, load, steps, judged }
    }

    /// The weights at the end of a stage.
    fn after(&self, stage: Stage) -> &[f32; FEATURES] {
        &self.steps[self.load.batches * (stage as usize + 1) - 1].weights
    }
}

fn train(
    options: &TrainOptions,
    amounts: &StageAmounts,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    tell(Progress::Part("games held back"));
    let held_back = HeldBack::of(options, amounts.held_back, tell)?;
    let mut courses = Vec::new();
    for method in Method::ALL {
        tell(Progress::Part(method.name()));
        let steps = learn(options, method, amounts.load, &held_back, tell)?;
        courses.push(LearnedStages::new(method, amounts.load, steps, &held_back));
    }
    let mut trained = Trained::default();
    trained.sheets.push(sheets::weights(&courses));
    trained.sheets.push(sheets::placement(&courses[0]));
    trained.sheets.push(sheets::predictions(&courses, &held_back));
    trained.sheets.push(in_play::compare(options, amounts.deals, &courses, tell)?);
    trained.charts = sheets::curves(&courses, &held_back);
    for course in &courses {
        for stage in Stage::ALL {
            trained.files.push(write(options, course, stage)?);
        }
    }
    Ok(trained)
}

/// Writes the weights after a stage as a model file.
fn write(
    options: &TrainOptions,
    course: &LearnedStages,
    stage: Stage,
) -> Result<PathBuf, TrainError> {
    let method = course.method;
    let name = format!("three-chess-{}-{}.safetensors", method.file_name(), stage.name());
    let path = options.folder.join(name);
    let count = stage.features();
    let Load { batches, games } = course.load;
    let judged = &course.judged[stage as usize];
    let figures = [("held-out log loss", judged.log_loss), ("held-out accuracy", judged.right)];
    let metrics = figures.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let file = ModelFile {
        card: Card {
            what: format!(
                "linear evaluation of three-chess by {}, up to the stage {}",
                method.name(),
                stage.name()
            ),
            trained_from: TRAINER.from.to_owned(),
            seed: options.seed,
            examples: (batches * games * (stage as usize + 1)) as u64,
            metrics: BTreeMap::from_iter(metrics),
        },
        model: Model::Linear(Linear::new(
            (0..count).map(feature_name).collect(),
            course.after(stage)[..count].to_vec(),
        )?),
    };
    file.write(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests;
