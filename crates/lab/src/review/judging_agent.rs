//! `JudgingAgent`: who says what moves cost and what chance events gave.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludarium_agents::{own_budget, without_budget};
use ludarium_arena::{Contender, ContenderError, GameContext, Question, Ruleset, decision_stream};
use ludarium_game::{Bound, Budget, Decision, Position, Purpose, Rng, Scores, Seat, Seed, Turn};

/// The seed of all reviews: the same game has the same review.
const SEED: Seed = Seed(1);
/// Which stream of a seat a choice is drawn from, which one everything that values it, and which one a second opinion. They share
/// nothing: a choice that was lucky in its own search has no luck left when it is valued.
const CHOICE: usize = 0;
const VALUE: usize = 1;
const SECOND_OPINION: usize = 2;

/// What a judge without a budget of its own may spend on a question: simulations or positions, whichever it counts.
const SIMULATIONS: u64 = 2000;
const NODES: u64 = 50_000;
/// Each outcome of an event with at most this number is judged, such as a roll of two dice.
const LISTED_OUTCOMES: usize = 36;
/// Of other events this number is drawn.
const DRAWN_OUTCOMES: u32 = 8;
/// A turn is not played on for more moves than this.
const LONGEST_TURN: usize = 100;
/// Where somebody waits, it never takes longer than this.
const TIME: Duration = Duration::from_secs(2);

/// An agent that judges, with what a question may cost it.
#[derive(Clone)]
pub struct JudgingAgent {
    rules: Arc<dyn Ruleset>,
    agent: Contender,
    name: String,
    /// What is spent on a question; all outcomes of a chance event together are one.
    question: Budget,
}

/// The judgement of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MoveCost {
    /// Whether the judge would have played it.
    pub same: bool,
    /// What its seat lost by it against the judge's choice, as a part of a win. Below 0 where the move turns out to be better.
    pub cost: f32,
}

impl JudgingAgent {
    /// Whoever a text stands for, with the budget of its own or else the usual one.
    pub fn new(rules: Arc<dyn Ruleset>, text: &str) -> Result<JudgingAgent, ContenderError> {
        let bare = without_budget(text);
        let question = if bare.len() < text.len() {
            own_budget(text)
        } else {
            Budget { iterations: Some(SIMULATIONS), nodes: Some(NODES), ..Budget::default() }
        };
        Ok(JudgingAgent {
            name: rules.canonical(text)?,
            agent: rules.contender(bare, None)?,
            rules,
            question,
        })
    }

    /// The judge under another name.
    pub fn called(self, name: &str) -> JudgingAgent {
        let name = name.to_owned();
        JudgingAgent { name, ..self }
    }

    /// The judge for somebody who waits: no question takes longer than two seconds.
    pub fn hurried(mut self) -> JudgingAgent {
        self.question.time = Some(TIME);
        self
    }

    /// The judge with a flag that ends its searches early.
    pub(super) fn stopped_by(&self, flag: Arc<AtomicBool>) -> JudgingAgent {
        let mut judge = self.clone();
        judge.question.stop = Some(flag);
        judge
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules that it judges by.
    pub(super) fn rules(&self) -> &dyn Ruleset {
        &*self.rules
    }

    /// What it would do at a decision of a seat.
    pub(crate) fn choice(&self, position: &Position, seat: Seat) -> Option<Decision<String>> {
        self.ask(position, seat, &self.question, CHOICE)
    }

    /// What a move cost the seat that made it; nothing where the judge gives no shares of a win.
    pub(super) fn cost(&self, position: &Position, seat: Seat, made: &str) -> Option<MoveCost> {
        let decision = self.choice(position, seat)?;
        value_of_choice(&decision, position.seats())?;
        let same = decision.chosen == made;
        let cost = match known_cost(&decision, seat, made) {
            Some(known) => known,
            None if same => 0.0,
            None => self.lost(position, seat, &decision.chosen, made)?.of(seat).0,
        };
        Some(MoveCost { same, cost })
    }

    /// What a move cost the seat that made it, where the judge knows the values of all moves without a search.
    pub(crate) fn known_cost(&self, position: &Position, seat: Seat, made: &str) -> Option<f32> {
        known_cost(&self.choice(position, seat)?, seat, made)
    }

    /// What everybody loses when `made` takes the place of `chosen` at a decision of `seat`: both moves are made, and what follows
    /// is valued alike. A judge may favour whoever is to move, so positions with different movers are never compared: where only
    /// one of the moves ends the turn, the judge plays on after the other one until the turn has ended, too.
    pub(super) fn lost(
        &self,
        position: &Position,
        seat: Seat,
        chosen: &str,
        made: &str,
    ) -> Option<Scores> {
        let after = |text: &str| {
            let mut after = position.clone();
            after.play(text).ok().map(|()| after)
        };
        let (chosen, made) = (after(chosen)?, after(made)?);
        let keeps_turn = |after: &Position| {
            let mut settled = after.clone();
            settled.settle(&mut draws());
            settled.turn() == Turn::Seat(seat)
        };
        let alike = keeps_turn(&chosen) == keeps_turn(&made);
        let value = |after: &Position| {
            if alike {
                self.expectation(after, &self.question, VALUE)
            } else {
                self.drawn(after, VALUE, Some(seat))
            }
        };
        Some(value(&chosen)? + value(&made)? * -1.0)
    }

    /// How much better for each seat the outcome is than what was to be expected. Nothing where the outcomes cannot be listed.
    pub(super) fn luck(&self, before: &Position, outcome: &str) -> Scores {
        self.luck_by(before, outcome, VALUE)
    }

    /// The square of the same luck for each of the first `seats` seats: the product of two opinions, so that the noise of a judge
    /// that draws is not taken for luck. Below 0 where they contradict each other.
    pub(super) fn squared_luck(&self, before: &Position, outcome: &str, seats: usize) -> Vec<f64> {
        let opinions = [VALUE, SECOND_OPINION].map(|stream| self.luck_by(before, outcome, stream));
        let [first, second] = opinions.each_ref().map(|luck| luck.as_slice(seats));
        let pairs = first.iter().zip(second);
        pairs.map(|(&a, &b)| f64::from(a) * f64::from(b)).collect()
    }

    fn luck_by(&self, before: &Position, outcome: &str, stream: usize) -> Scores {
        let by_judge = || {
            let values = self.outcomes(before, stream)?;
            let came = values.iter().find(|(text, ..)| text == outcome)?;
            Some(came.2 + mean(&values) * -1.0)
        };
        by_judge().unwrap_or_else(|| {
            let meter = self.rules.luck_meter();
            meter.map_or(Scores::ZERO, |mut meter| meter.of_event(before, outcome))
        })
    }

    fn ask(
        &self,
        position: &Position,
        seat: Seat,
        budget: &Budget,
        stream: usize,
    ) -> Option<Decision<String>> {
        let context = GameContext::plain(self.rules.variant(), SEED);
        let rng = decision_stream(SEED, seat, stream);
        let question = Question::fresh(&self.agent, position, seat, budget.clone(), rng, &context);
        question.answer().decision.ok()
    }

    /// What each seat can expect at a position: the result, the judge's value of its own choice, or the mean over the outcomes
    /// of chance. Nothing where the judge gives no shares of a win.
    fn expectation(&self, position: &Position, budget: &Budget, stream: usize) -> Option<Scores> {
        match position.turn() {
            Turn::Over => Some(position.scores()),
            Turn::Chance => match self.outcomes(position, stream) {
                Some(outcomes) => Some(mean(&outcomes)),
                None => match &position.choices()[..] {
                    [certain] => {
                        let mut after = position.clone();
                        after.play(&certain.text).ok()?;
                        self.expectation(&after, budget, stream)
                    }
                    _ => self.drawn(position, stream, None),
                },
            },
            Turn::Seat(seat) => {
                let decision = self.ask(position, seat, budget, stream)?;
                value_of_choice(&decision, position.seats())
            }
        }
    }

    /// The outcomes of a chance event that can be listed: each with its probability and what can be expected after it.
    fn outcomes(&self, before: &Position, stream: usize) -> Option<Vec<(String, f32, Scores)>> {
        let outcomes = before.choices();
        if !(2..=LISTED_OUTCOMES).contains(&outcomes.len()) {
            return None;
        }
        let budget = part(&self.question, outcomes.len().max(DRAWN_OUTCOMES as usize) as u32);
        let judged = outcomes.into_iter().map(|one| {
            let mut after = before.clone();
            after.play(&one.text).ok()?;
            // Chance after chance is not listed.
            let settled = after.turn() != Turn::Chance;
            let value = settled.then(|| self.expectation(&after, &budget, stream))??;
            Some((one.text, one.probability? as f32, value))
        });
        judged.collect()
    }

    /// The mean after a few draws of everything that chance decides before somebody is to move; somebody other than `passing`,
    /// where that is given: as long as this seat is to move, the judge moves for it.
    fn drawn(&self, before: &Position, stream: usize, passing: Option<Seat>) -> Option<Scores> {
        let mut rng = draws();
        let budget = part(&self.question, DRAWN_OUTCOMES);
        let mut sum = Scores::ZERO;
        for _ in 0..DRAWN_OUTCOMES {
            let mut after = before.clone();
            after.settle(&mut rng);
            for _ in 0..LONGEST_TURN {
                let Some(seat) = passing.filter(|&seat| after.turn() == Turn::Seat(seat)) else {
                    break;
                };
                let decision = self.ask(&after, seat, &budget, stream)?;
                after.play(&decision.chosen).ok()?;
                after.settle(&mut rng);
            }
            sum += self.expectation(&after, &budget, stream)?;
        }
        Some(sum * (1.0 / DRAWN_OUTCOMES as f32))
    }
}

/// What chance draws where its outcomes are not listed: the same for all moves that are compared.
fn draws() -> Rng {
    SEED.stream(Purpose::Chance, 0)
}

/// What a decision expects of its own choice, if that is shares of a win.
fn value_of_choice(decision: &Decision<String>, seats: usize) -> Option<Scores> {
    let mut candidates = decision.candidates.iter();
    let scores = candidates.find(|one| one.mv == decision.chosen)?.scores;
    let mut shares = scores.as_slice(seats).iter();
    let shares = shares.all(|share| (0.0..=1.0).contains(share));
    shares.then_some(scores)
}

/// What a move is worth less than the choice of a judge that has looked both up and searched nothing.
fn known_cost(decision: &Decision<String>, seat: Seat, made: &str) -> Option<f32> {
    let value = |text: &str| {
        let candidate = decision.candidates.iter().find(|one| one.mv == text)?;
        (candidate.bound == Bound::Exact).then_some(candidate.scores.of(seat).0)
    };
    let looked_up = decision.nodes == 0 && decision.iterations == 0;
    let cost = value(&decision.chosen)? - value(made)?;
    looked_up.then_some(cost)
}

/// A budget divided by `parts`.
fn part(whole: &Budget, parts: u32) -> Budget {
    let divided = |number: u64| (number / u64::from(parts)).max(1);
    Budget {
        iterations: whole.iterations.map(divided),
        nodes: whole.nodes.map(divided),
        time: whole.time.map(|time| time / parts),
        ..whole.clone()
    }
}

fn mean(outcomes: &[(String, f32, Scores)]) -> Scores {
    let add =
        |sum: Scores, (_, probability, value): &(String, f32, Scores)| sum + *value * *probability;
    outcomes.iter().fold(Scores::ZERO, add)
}

#[cfg(test)]
mod tests {
    use ludarium_arena::testing::games;

    use super::*;

    /// The judge moves for a seat until it is somebody else's turn, and only then says what can be expected.
    #[test]
    fn a_turn_is_played_on_until_it_has_ended() {
        let rules = games().rules("sprint", None).unwrap();
        let judge = JudgingAgent::new(rules.clone(), "mcts@iterations=800").unwrap();
        // To walk sends the other one back to the start.
        let before = rules.parse("5,6 1 20").unwrap();
        let mut walked = before.clone();
        walked.play("walk").unwrap();
        let value = |position: &Position| {
            let outcome = part(&judge.question, DRAWN_OUTCOMES);
            let scores = judge.expectation(position, &outcome, VALUE);
            scores.unwrap().of(Seat(0)).0
        };
        let drawn = |passing| judge.drawn(&before, VALUE, passing).unwrap().of(Seat(0)).0;
        let close = |a: f32, b: f32| (a - b).abs() < 1e-5;
        assert!(!close(value(&walked), value(&before)), "they can be told apart");
        assert!(close(drawn(Some(Seat(0))), value(&walked)));
        assert!(close(drawn(None), value(&before)));
        // It is not that seat's turn.
        assert!(close(drawn(Some(Seat(1))), value(&before)));
    }
}
