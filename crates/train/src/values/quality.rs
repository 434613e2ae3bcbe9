//! How well a network foresees the end of games, compared with the evaluations made by hand.

use std::collections::BTreeMap;

use ludarium_agents::values::ValueNetwork;
use ludarium_game::{Evaluation, Scores, Seat};
use ludarium_learn::metrics::{brier, log_loss, r_squared};
use ludarium_report::sheet::{Cell, Form, Sheet};

use super::Taught;
use super::player::TestGame;

/// How well one evaluation foresees the end of games. Every seat of a position is one prediction.
pub(crate) struct Foresight {
    pub name: String,
    pub log_loss: Option<f64>,
    pub brier: Option<f64>,
    pub r_squared: Option<f64>,
    /// Of the positions of games with one winner, the share where the winner's value is the highest.
    pub winner_first: Option<f64>,
}

impl Foresight {
    /// The figures by name, for the card of a model.
    pub fn metrics(&self) -> BTreeMap<String, f64> {
        let figures = [
            ("test log loss", self.log_loss),
            ("test Brier score", self.brier),
            ("test R²", self.r_squared),
        ];
        let known = figures.into_iter();
        known.filter_map(|(name, figure)| Some((name.to_owned(), figure?))).collect()
    }
}

/// The network first, under the name of its evaluation, then every evaluation of the game, and last what is right without looking.
pub(super) fn compare<G: Taught>(
    network: &ValueNetwork<G>,
    games: &[TestGame<G>],
) -> Vec<Foresight> {
    let mut qualities = vec![quality("value", games, |position| network.evaluate(position))];
    // A network that ships is no evaluation made by hand.
    let by_hand = G::evaluations().into_iter().filter(|named| named.name != "value");
    for named in by_hand {
        let judge = |position: &G| named.judge.evaluate(position);
        qualities.push(quality(named.name, games, judge));
    }
    let blind = |position: &G| {
        let seats = Seat::all(position.seats()).filter(|&seat| position.takes_part(seat));
        let share = mean_sum(games) / seats.clone().count() as f32;
        seats.fold(Scores::ZERO, |mut scores, seat| {
            scores.set(seat, ludarium_game::Value(share.min(1.0)));
            scores
        })
    };
    qualities.push(quality("equal shares", games, blind));
    qualities
}

/// What all scores of a game sum to, on average.
fn mean_sum<G>(games: &[TestGame<G>]) -> f32 {
    let sum: f32 = games.iter().map(|game| game.scores.sum()).sum();
    sum / games.len().max(1) as f32
}

fn quality<G: Taught>(
    name: &str,
    games: &[TestGame<G>],
    judge: impl Fn(&G) -> Scores,
) -> Foresight {
    let (mut predictions, mut targets) = (Vec::new(), Vec::new());
    let (mut decided, mut right) = (0u64, 0u64);
    for game in games {
        let seats = |position: &G| Seat::all(position.seats());
        for position in &game.positions {
            let values = judge(position);
            let taking_part = seats(position).filter(|&seat| position.takes_part(seat));
            for seat in taking_part {
                predictions.push(values.of(seat).0);
                targets.push(game.scores.of(seat).0);
            }
            if let Some(winner) = seats(position).find(|&seat| game.scores.of(seat).0 == 1.0) {
                let value = values.of(winner).0;
                let mut others = seats(position).filter(|&seat| seat != winner);
                decided += 1;
                right += u64::from(others.all(|seat| values.of(seat).0 < value));
            }
        }
    }
    Foresight {
        name: name.to_owned(),
        log_loss: log_loss(&predictions, &targets, 1),
        brier: brier(&predictions, &targets, 1),
        r_squared: r_squared(&predictions, &targets),
        winner_first: (decided > 0).then(|| right as f64 / decided as f64),
    }
}

/// The figures of all evaluations.
pub(super) fn sheet<G: Taught>(qualities: &[Foresight], games: &[TestGame<G>]) -> Sheet {
    let row = |quality: &Foresight| {
        vec![
            Cell::text(&quality.name),
            Cell::number(quality.log_loss, Form::Measured),
            Cell::number(quality.brier, Form::Measured),
            Cell::number(quality.r_squared, Form::Coefficient),
            Cell::number(quality.winner_first, Form::Percent),
        ]
    };
    let positions: usize = games.iter().map(|game| game.positions.len()).sum();
    Sheet::new("How games end, foreseen", ["evaluation", ">log loss", ">Brier score", ">R²", ">winner first"]).rows(qualities.iter().map(row)).notes([format!(
                "{positions} positions of {} games that nothing was learned from; every seat is one prediction",
                games.len()
            ), "evaluations made by hand are meant to compare positions, not to give probabilities: the last column asks \
             only for the order"
                .to_owned()])
}
