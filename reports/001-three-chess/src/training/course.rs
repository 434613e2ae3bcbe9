//! The course: batch after batch of games, stage after stage, with a list of weights that is also the checkpoint.

use ludarium_game::{Purpose, Rng, Seed};
use ludarium_learn::regression::{SeatNodes, follow_seats};
use ludarium_learn::{Optimiser, Rule};
use ludarium_three_chess::agents::LinearOutlook;
use ludarium_three_chess::rules::{FEATURES, Stage};

use super::held_back::HeldBack;
use super::self_play::{Method, one_game};
use ludarium_train::{List, Progress, TrainError, TrainOptions, each, interrupted};

/// How many games are learned from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    /// Batches of each stage.
    pub batches: usize,
    /// Games of a batch, all played with the same weights. The threads share them, so that their number changes nothing.
    pub games: usize,
}

impl Load {
    /// The stage that a batch belongs to.
    pub fn stage(self, number: usize) -> Stage {
        Stage::ALL[(number / self.batches.max(1)).min(Stage::ALL.len() - 1)]
    }
}

/// Where the weights of one way of learning are after a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StageWeights {
    /// The weights; those of later stages are 0.
    pub weights: [f32; FEATURES],
    /// The mean squared error of what was learned from, before it was learned.
    pub error: f64,
}

impl StageWeights {
    /// The numbers of its line: the error, then the weights.
    fn cells(&self) -> impl Iterator<Item = f64> + use<> {
        let weights = self.weights.map(f64::from);
        std::iter::once(self.error).chain(weights)
    }

    fn of_cells(cells: Vec<f64>) -> Option<StageWeights> {
        let (&error, weights) = cells.split_first()?;
        let weights: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
        Some(StageWeights { weights: weights.try_into().ok()?, error })
    }
}

/// The weights after each batch, all stages one after the other.
///
/// What an interrupted course has learned is read from its list, where numbers come back exactly.
pub(super) fn learn(
    options: &TrainOptions,
    method: Method,
    load: Load,
    held_back: &HeldBack,
    tell: &mut dyn FnMut(Progress),
) -> Result<Vec<StageWeights>, TrainError> {
    let Load { batches, games } = load;
    let total = batches * Stage::ALL.len();
    let heading = format!(
        "batch,error (seed {}; {batches} batches of {games} games a stage) and {FEATURES} weights",
        options.seed
    );
    let list = List::new(options, &format!("weights-{}", method.file_name()), heading);
    let mut steps = list.read(StageWeights::of_cells);
    steps.truncate(total);
    while steps.len() < total {
        let number = steps.len();
        if options.interrupt.is_finishing() {
            return Err(interrupted(options));
        }
        let before = steps.last().map_or([0.0; FEATURES], |step: &StageWeights| step.weights);
        let stage = load.stage(number);
        let evaluation = LinearOutlook::new(stage, before);
        let seed = Seed(options.seed).derive(Purpose::Training, number as u64);
        let games_played = each(options, games as u64, &mut |_| (), &|game| {
            one_game(method, &evaluation, seed.derive(Purpose::Game, game))
        })?;
        let mut nodes = SeatNodes::default();
        for game in games_played {
            nodes.cells.extend(game.cells);
            nodes.targets.extend(game.targets);
        }
        let left = 1.0 - (number % batches) as f32 / batches as f32;
        let mut rng = seed.stream(Purpose::Training, 0);
        let step = follow(before, stage, &nodes, LearningPace::of(method, left), &mut rng);
        steps.push(step);
        list.write(&steps, StageWeights::cells)?;
        tell(Progress::Epoch {
            done: steps.len() as u64,
            total: total as u64,
            training: step.error,
            validation: held_back.judge(stage, &step.weights).log_loss,
        });
    }
    Ok(steps)
}

/// How fast weights move.
struct LearningPace {
    /// Positions of one step.
    positions: usize,
    /// The rate of Adam.
    rate: f32,
}

impl LearningPace {
    /// The pace of a method, slower towards the end of a stage; `left` is how much of the stage is left.
    fn of(method: Method, left: f32) -> LearningPace {
        // A search gives TreeStrap about forty times as many positions to learn from.
        let (positions, rate) = match method {
            Method::TreeStrap => (64, 0.003),
            Method::TdLeaf | Method::TdLambda => (32, 0.005),
        };
        let rate = rate * left.max(0.1);
        LearningPace { positions, rate }
    }
}

/// Goes once through the positions in a random order. Adam starts again, so that the weights alone are
/// the state of the course.
fn follow(
    mut weights: [f32; FEATURES],
    stage: Stage,
    nodes: &SeatNodes<3>,
    pace: LearningPace,
    rng: &mut Rng,
) -> StageWeights {
    let width = stage.features();
    let mut optimiser = Optimiser::new(Rule::ADAM, width);
    let mut numbers: Vec<usize> = (0..nodes.targets.len()).collect();
    rng.shuffle(&mut numbers);
    let as_doubles = |weights: &[f32; FEATURES]| -> Vec<f64> {
        weights[..width].iter().map(|&weight| weight.into()).collect()
    };
    let (_, squares) = follow_seats(&as_doubles(&weights), nodes, numbers.iter().copied());
    for some in numbers.chunks(pace.positions) {
        let (direction, _) = follow_seats(&as_doubles(&weights), nodes, some.iter().copied());
        let gradient: Vec<f32> =
            direction.iter().map(|slope| (-slope / some.len() as f64) as f32).collect();
        optimiser.step(pace.rate, &mut weights[..width], &gradient);
    }
    let errors = 3 * numbers.len().max(1);
    StageWeights { weights, error: squares / errors as f64 }
}
