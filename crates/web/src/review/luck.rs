//! What a chance event gave: its outcome against the mean over all outcomes.

use std::time::Duration;

use ludarium_arena::{Contender, GameContext, Question, Ruleset, decision_stream};
use ludarium_game::{Budget, Decision, Position, Scores, Seat, Seed, Turn};

/// The seed of all reviews: the same game has the same review.
const SEED: Seed = Seed(1);
/// The engine looks at each outcome of an event with at most so many; others are left to the game's usual evaluation.
const FEW_OUTCOMES: usize = 8;
/// What it may spend on an outcome.
const SIMULATIONS: u64 = 200;
const NODES: u64 = 4000;
const TIME: Duration = Duration::from_millis(500);

/// Who judges positions.
pub(super) struct Judge<'a> {
    pub rules: &'a dyn Ruleset,
    pub engine: &'a Contender,
}

impl Judge<'_> {
    /// What the engine thinks at a decision of a seat.
    pub fn ask(&self, position: &Position, seat: Seat, budget: Budget) -> Option<Decision<String>> {
        let context = GameContext::plain(self.rules.variant(), SEED);
        let rng = decision_stream(SEED, seat, 0);
        let question = Question::fresh(self.engine, position, seat, budget, rng, &context);
        question.answer().decision.ok()
    }

    /// How much better for each seat the outcome is than what was to be expected. Nothing where the outcomes cannot be listed.
    pub fn luck(&self, before: &Position, outcome: &str) -> Scores {
        let by_engine = || self.luck_by_engine(before, outcome);
        by_engine().unwrap_or_else(|| {
            let meter = self.rules.luck_meter();
            meter.map_or(Scores::ZERO, |mut meter| meter.of_event(before, outcome))
        })
    }

    fn luck_by_engine(&self, before: &Position, outcome: &str) -> Option<Scores> {
        let values = self.outcomes(before)?;
        let came = values.iter().find(|(text, ..)| text == outcome)?;
        let mean = mean(&values);
        Some(came.2 + mean * -1.0)
    }

    /// What each seat can expect at a position: the result, the engine's value of its own choice, or the mean over the outcomes of
    /// chance. Nothing where the engine gives no shares, or where there are many outcomes.
    pub fn expectation(&self, position: &Position, budget: &Budget) -> Option<Scores> {
        match position.turn() {
            Turn::Over => Some(position.scores()),
            Turn::Chance => Some(mean(&self.outcomes(position)?)),
            Turn::Seat(seat) => {
                let decision = self.ask(position, seat, budget.clone())?;
                let mut candidates = decision.candidates.iter();
                let scores = candidates.find(|one| one.mv == decision.chosen)?.scores;
                let mut shares = scores.as_slice(position.seats()).iter();
                shares
                    .all(|share| (0.0..=1.0).contains(share))
                    .then_some(scores)
            }
        }
    }

    /// The outcomes of a chance event with few of them: each with its probability and what can be expected after it.
    fn outcomes(&self, before: &Position) -> Option<Vec<(String, f32, Scores)>> {
        let outcomes = before.choices();
        if !(2..=FEW_OUTCOMES).contains(&outcomes.len()) {
            return None;
        }
        let budget = Budget {
            iterations: Some(SIMULATIONS),
            nodes: Some(NODES),
            time: Some(TIME),
            ..Budget::default()
        };
        let judged = outcomes.into_iter().map(|one| {
            let mut after = before.clone();
            after.play(&one.text).ok()?;
            // Chance after chance is left to the usual evaluation.
            let settled = after.turn() != Turn::Chance;
            let value = settled.then(|| self.expectation(&after, &budget))??;
            Some((one.text, one.probability? as f32, value))
        });
        judged.collect()
    }
}

fn mean(outcomes: &[(String, f32, Scores)]) -> Scores {
    let add =
        |sum: Scores, (_, probability, value): &(String, f32, Scores)| sum + *value * *probability;
    outcomes.iter().fold(Scores::ZERO, add)
}
