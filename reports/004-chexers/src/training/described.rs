//! The weights as the report's text learns them: its features, its three line-ups, three regressions after each game.

use super::schemes::Scheme;
use super::{InPlay, Named, in_play, sheets, trajectory, write};
use crate::agents::Version;
use ludarium_chexers::rules::evaluation::Weights;
use ludarium_train::{Progress, TrainError, TrainOptions, Trained, Trainer};

/// The trainer of the text.
pub(super) const TRAINER: Trainer = Trainer {
    name: "chexers-described",
    summary: "the four weights of beta_come as the report's text says: its features, three regressions a game",
    from: "games of beta_come, Greedy and Random as described, in the report's line-ups",
    lasts: ("a few seconds", "half a minute"),
    train: |options, tell| {
        let (games, deals) = options.size.pick((60, 3), (500, 150));
        train(options, options.games_or(games) as usize, deals, tell)
    },
    plans: None,
};

pub(super) fn train(
    options: &TrainOptions,
    games: usize,
    deals: u64,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    tell(Progress::Part("games, three regressions each"));
    let weights = trajectory::learn(options, Scheme::Described, games, tell)?;
    let sets = [
        ("initial", Weights::INITIAL),
        ("printed", Weights::LEARNED),
        ("described", Weights(weights[weights.len() - 1])),
    ]
    .map(|(name, weights)| Named { name, weights });
    let mut trained = Trained::default();
    trained.sheets.push(sheets::weights(&sets, 3 * games));
    let played = InPlay { version: Version::Described { edge: 0 }, random_plies: 0, deals };
    let (comparison, results) = in_play(options, &played, &sets, tell)?;
    trained.sheets.push(comparison.sheet("In play", &results));
    trained.charts = vec![sheets::trajectory(
        "weights-described",
        "Weights as the text learns them",
        &weights,
        true,
    )];
    let [_, _, described] = &sets;
    let from = TRAINER.from;
    trained.files.push(write(options, described, None, games as u64, from)?);
    Ok(trained)
}
