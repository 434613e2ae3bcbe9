//! The linear evaluation that is learnt in stages, and the weights that come with this program.

use std::path::Path;
use std::sync::LazyLock;

use ludarium_game::{Evaluation, Scores};
use ludarium_games::three_chess::{FEATURES, Stage, ThreeChess, feature_name, features};
use ludarium_learn::model::{Linear, Model, ModelFile, Tensors};
use ludarium_learn::regression::Outlook;

/// A linear evaluation: each seat's features, weighted and summed, give its chances to win and to lose.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearOutlook {
    stage: Stage,
    weights: [f32; FEATURES],
}

impl LinearOutlook {
    /// The evaluation with these weights; those that the stage does not see are not used.
    pub const fn new(stage: Stage, weights: [f32; FEATURES]) -> LinearOutlook {
        LinearOutlook { stage, weights }
    }

    /// The evaluation of a model; `None` if its features are not those of a stage.
    pub fn from_model(model: &Linear) -> Option<LinearOutlook> {
        let count = model.names().len();
        let stage = Stage::ALL
            .into_iter()
            .find(|stage| stage.features() == count)?;
        let mut weights = [0.0; FEATURES];
        for (feature, weight) in weights[..count].iter_mut().enumerate() {
            *weight = model.weight(&feature_name(feature))?;
        }
        Some(LinearOutlook { stage, weights })
    }

    /// What the evaluation sees.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The chances of each seat to win and to lose.
    pub fn outlook(&self, position: &ThreeChess) -> Outlook<3> {
        let mut sums = [0.0f32; 3];
        features(position, self.stage, |seat, feature, amount| {
            sums[seat.index()] += self.weights[feature] * amount;
        });
        Outlook::of(sums.map(f64::from))
    }
}

impl Evaluation<ThreeChess> for LinearOutlook {
    fn evaluate(&self, position: &ThreeChess) -> Scores {
        let values = self.outlook(position).values();
        Scores::new(&values.map(|value| value as f32))
    }
}

/// The weights of each stage that come with this program.
static SHIPPED: LazyLock<[LinearOutlook; 3]> = LazyLock::new(|| {
    let files: [&[u8]; 3] = [
        include_bytes!("../../../../models/three-chess-material.safetensors"),
        include_bytes!("../../../../models/three-chess-attack.safetensors"),
        include_bytes!("../../../../models/three-chess-placement.safetensors"),
    ];
    files.map(|bytes| read(bytes).expect("weights that come with this program"))
});

fn read(bytes: &[u8]) -> Option<LinearOutlook> {
    let path = Path::new("models/three-chess.safetensors");
    let tensors = Tensors::from_bytes(path, bytes).ok()?;
    match ModelFile::from_tensors(path, &tensors).ok()?.model {
        Model::Linear(linear) => LinearOutlook::from_model(&linear),
        _ => None,
    }
}

/// The evaluation of a stage with the weights that come with this program, read when it is first asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learned(pub Stage);

impl Evaluation<ThreeChess> for Learned {
    fn evaluate(&self, position: &ThreeChess) -> Scores {
        SHIPPED[self.0 as usize].evaluate(position)
    }
}
