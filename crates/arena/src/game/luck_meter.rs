//! `LuckMeter`: how lucky each seat was in a game, by what an evaluation expected.
//!
//! At every chance event whose outcomes can be listed, what came is compared with what was to be expected.
//! The differences have mean 0 whatever the evaluation is, so taking them off a result leaves its mean alone and,
//! if the evaluation is any good, makes it much surer.

use ludarium_agents::{Judge, Playable};
use ludarium_game::{ChancePlace, Evaluation, Listing, MoveList, Scores, Seat, Turn, Value};

/// Measures the luck of chance events.
pub struct LuckMeter<G: Playable> {
    evaluation: Judge<G>,
    outcomes: Vec<(G::Move, f64)>,
    moves: MoveList<G::Move>,
}

impl<G: Playable> LuckMeter<G> {
    /// By the game's usual evaluation; `None` for games without chance.
    pub fn new() -> Option<LuckMeter<G>> {
        if G::CHANCE == ChancePlace::Nowhere {
            return None;
        }
        let usual = G::evaluations().into_iter().next()?;
        Some(LuckMeter { evaluation: usual.judge, outcomes: Vec::new(), moves: MoveList::new() })
    }

    /// How much better than expected the outcome of the event pending at `before` is for each seat; nothing where
    /// the outcomes cannot be listed.
    pub fn of(&mut self, before: &G, outcome: G::Move) -> Scores {
        let mut outcomes = std::mem::take(&mut self.outcomes);
        let mut luck = Scores::ZERO;
        if before.chances(&mut outcomes) == Listing::Complete && outcomes.len() > 1 {
            for &(other, probability) in &outcomes {
                luck += self.value(before, other) * -(probability as f32);
            }
            luck += self.value(before, outcome);
        }
        self.outcomes = outcomes;
        luck
    }

    /// What a position is worth once the outcome is known. Where a roll opens a move, it is worth what the best
    /// move makes of it: the board itself is still the same.
    fn value(&mut self, before: &G, outcome: G::Move) -> Scores {
        let mut after = before.clone();
        after.play(outcome);
        match after.turn() {
            Turn::Over => after.scores(),
            Turn::Seat(seat) if G::CHANCE == ChancePlace::BeforeMove => {
                self.best_move(&after, seat)
            }
            _ => self.evaluation.evaluate(&after),
        }
    }

    fn best_move(&mut self, position: &G, seat: Seat) -> Scores {
        position.moves(&mut self.moves);
        let mut best = (Value(f32::NEG_INFINITY), Scores::ZERO);
        for &mv in self.moves.iter() {
            let mut after = position.clone();
            after.play(mv);
            let scores = match after.turn() {
                Turn::Over => after.scores(),
                _ => self.evaluation.evaluate(&after),
            };
            if scores.of(seat) > best.0 {
                best = (scores.of(seat), scores);
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_game::sprint::{Sprint, SprintMove};
    use ludarium_game::{Game, Purpose, Seed, Spec, Tabletop};

    /// The expected luck of an event is 0 for every seat, by definition and up to rounding.
    #[test]
    fn luck_has_mean_zero() {
        let rules = Sprint::rules(&Spec::parse("strict:players=3,track=100").unwrap()).unwrap();
        let mut rng = Seed(7).stream(Purpose::Test, 0);
        let mut position = Sprint::start(&rules, &mut rng);
        let mut luck = LuckMeter::<Sprint>::new().unwrap();
        let (mut buffer, mut listed, mut events) = (MoveList::new(), Vec::new(), 0);
        for _ in 0..200 {
            let mv = match position.turn() {
                Turn::Over => break,
                Turn::Seat(_) => position.pick(&mut rng, &mut buffer),
                Turn::Chance => {
                    assert_eq!(position.chances(&mut listed), Listing::Complete);
                    let sum = listed.iter().fold(Scores::ZERO, |sum, &(outcome, p)| {
                        sum + luck.of(&position, outcome) * p as f32
                    });
                    let off = sum.as_slice(3).iter().map(|value| value.abs());
                    let worst = off.fold(0f32, f32::max);
                    assert!(worst < 1e-4, "{worst} at {}", position.describe());
                    events += 1;
                    position.roll(&mut rng)
                }
            };
            position.play(mv);
        }
        assert!(events > 10, "only {events} events");
    }

    #[test]
    fn a_far_run_is_good_luck_for_the_runner_and_bad_for_the_others() {
        let rules = Sprint::rules(&Spec::named("strict")).unwrap();
        let position = Sprint::parse(&rules, "2,5 1! 7").unwrap();
        let mut luck = LuckMeter::<Sprint>::new().unwrap();
        let far = luck.of(&position, SprintMove::Fields(3));
        assert!(far.of(Seat(0)).0 > 0.0 && far.of(Seat(1)).0 < 0.0, "{far:?}");
        let nowhere = luck.of(&position, SprintMove::Fields(0));
        assert!(nowhere.of(Seat(0)).0 < 0.0, "{nowhere:?}");
    }
}
