//! The weights of report 004, learned in four ways: as its program does it, by a correct regression, from outcomes, and,
//! in `described`, as its text says.

mod decisions;
mod described;
mod game;
mod outcomes;
mod schemes;
mod sheets;
mod trajectory;

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::agents::{BetaCome, FEATURES, GreedyPlayer, Version};
use ludarium_arena::statistics::ScoredGame;
use ludarium_chexers::rules::Chexers;
use ludarium_chexers::rules::evaluation::Weights;
use ludarium_game::Seed;
use ludarium_learn::model::{Card, Linear, Model, ModelFile};
use ludarium_search::Random;

use self::outcomes::OutcomePositions;
use self::schemes::Scheme;
use ludarium_train::{Comparison, Entrant, Progress, TrainError, TrainOptions, Trained, Trainer};

/// The trainers of the report.
pub(crate) const TRAINERS: [Trainer; 2] = [TRAINER, described::TRAINER];

/// The trainer of report 004.
const TRAINER: Trainer = Trainer {
    name: "chexers-weights",
    summary: "the four weights of beta_come: as found, by a correct regression, from outcomes",
    from: "games of beta_come, Greedy and Random in the report's line-ups",
    lasts: ("a few seconds", "a minute"),
    train: |options, tell| {
        let amounts = options.size.pick(QUICK, FULL);
        let games = options.games_or(amounts.games as u64) as usize;
        train(options, &WeightAmounts { games, ..amounts }, tell)
    },
    plans: None,
};

/// How much is played.
struct WeightAmounts {
    /// Games from which both regressions learn, one after the other.
    games: usize,
    /// Games whose positions are tuned on.
    tuning: u64,
    /// Games in which decisions are compared.
    compared: u64,
    /// Blocks of six games for each line-up of the comparison in play.
    deals: u64,
}

const QUICK: WeightAmounts = WeightAmounts { games: 60, tuning: 60, compared: 12, deals: 3 };

const FULL: WeightAmounts = WeightAmounts { games: 500, tuning: 1200, compared: 240, deals: 150 };

/// Weights with their name.
struct Named {
    name: &'static str,
    weights: Weights,
}

fn train(
    options: &TrainOptions,
    amounts: &WeightAmounts,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    tell(Progress::Part("games, learning as found"));
    let as_found = trajectory::learn(options, Scheme::AsFound, amounts.games, tell)?;
    tell(Progress::Part("games, learning by regression"));
    let regression = trajectory::learn(options, Scheme::Regression, amounts.games, tell)?;
    tell(Progress::Part("games to learn from"));
    let positions = OutcomePositions::of(options, amounts.tuning, tell)?;
    let fit = positions.tune()?;
    tell(Progress::Epoch {
        done: fit.steps.into(),
        total: fit.steps.into(),
        training: fit.loss / positions.count().max(1) as f64,
        validation: None,
    });
    let mut logistic = [0.0; 4];
    logistic.copy_from_slice(&fit.weights);
    let last = |weights: &[[f64; 4]]| Weights(weights[weights.len() - 1]);
    let sets = [
        ("initial", Weights::INITIAL),
        ("printed", Weights::LEARNED),
        ("as found", last(&as_found)),
        ("regression", last(&regression)),
        ("logistic", Weights(logistic)),
    ]
    .map(|(name, weights)| Named { name, weights });
    let judged: Result<Vec<_>, TrainError> =
        sets.iter().map(|set| positions.judge(set.weights)).collect();
    let judged = judged?;
    let mut trained = Trained::default();
    trained.sheets.push(sheets::weights(&sets, amounts.games));
    trained.sheets.push(changed_decisions(options, amounts, &sets, tell)?);
    trained.sheets.push(sheets::predictions(&sets, &judged));
    let games = InPlay { version: Version::AsFound, random_plies: 3, deals: amounts.deals };
    let (comparison, results) = in_play(options, &games, &sets, tell)?;
    trained.sheets.push(comparison.sheet("In play", &results));
    trained.charts = sheets::trajectories(&as_found, &regression);
    let examples = [amounts.games as u64, amounts.games as u64, positions.count()];
    for ((set, judged), examples) in sets[2..].iter().zip(&judged[2..]).zip(examples) {
        trained.files.push(write(options, set, judged.0, examples, TRAINER.from)?);
    }
    Ok(trained)
}

/// How many decisions each set of weights changes, and a mere factor.
fn changed_decisions(
    options: &TrainOptions,
    amounts: &WeightAmounts,
    sets: &[Named],
    tell: &mut dyn FnMut(Progress),
) -> Result<ludarium_report::sheet::Sheet, TrainError> {
    let scaled = |factor: f64| Weights(Weights::INITIAL.0.map(|weight| factor * weight));
    let factors = [
        Named { name: "initial × 0.5", weights: scaled(0.5) },
        Named { name: "initial × 0.61", weights: scaled(0.61) },
    ];
    let others: Vec<&Named> = factors.iter().chain(&sets[1..]).collect();
    let weights: Vec<Weights> = others.iter().map(|set| set.weights).collect();
    tell(Progress::Part("games to compare decisions"));
    let changes = decisions::count(options, amounts.compared, &weights, tell)?;
    Ok(sheets::decisions(&others, &changes))
}

/// The games that compare sets of weights.
struct InPlay {
    version: Version,
    random_plies: u64,
    deals: u64,
}

/// Each set of weights against Greedy and Random.
fn in_play<'a>(
    options: &TrainOptions,
    games: &InPlay,
    sets: &'a [Named],
    tell: &mut dyn FnMut(Progress),
) -> Result<(Comparison<'a, Chexers>, Vec<ScoredGame>), TrainError> {
    let version = games.version;
    let player = |set: &'a Named| {
        let build = move || BetaCome::new(version, set.weights);
        Entrant::new(format!("beta_come, {}", set.name), build)
    };
    let mut entrants: Vec<Entrant<'_, Chexers>> = sets.iter().map(player).collect();
    let (greedy, random) = (entrants.len(), entrants.len() + 1);
    entrants.push(Entrant::new("greedy", GreedyPlayer::default));
    entrants.push(Entrant::new("random", || Random));
    let comparison = Comparison {
        rules: game::rules()?,
        lineups: (0..sets.len()).map(|set| vec![set, greedy, random]).collect(),
        entrants,
        random_plies: games.random_plies,
        deals: games.deals,
        seed: Seed(options.seed),
    };
    tell(Progress::Part("games in play"));
    let results = comparison.play(options, tell)?;
    Ok((comparison, results))
}

/// Writes weights as a model file.
fn write(
    options: &TrainOptions,
    set: &Named,
    loss: Option<f64>,
    examples: u64,
    from: &str,
) -> Result<PathBuf, TrainError> {
    let path = options.folder.join(format!("chexers-{}.safetensors", set.name.replace(' ', "-")));
    let names = FEATURES.map(str::to_owned).to_vec();
    let weights = set.weights.0.map(|weight| weight as f32).to_vec();
    let mut metrics = BTreeMap::new();
    if let Some(loss) = loss {
        metrics.insert("validation log loss".to_owned(), loss);
    }
    let file = ModelFile {
        card: Card {
            what: format!("weights of beta_come in chexers: {}", set.name),
            trained_from: from.to_owned(),
            seed: options.seed,
            examples,
            metrics,
        },
        model: Model::Linear(Linear::new(names, weights)?),
    };
    file.write(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests;
