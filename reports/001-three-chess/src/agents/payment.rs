//! What a simulation of the report's search is worth to each seat.

use ludarium_game::{Evaluation, Scores, Seat, Value};
use ludarium_search::mcts::Reward;
use ludarium_three_chess::rules::{ScoreShare, ThreeChess};

use ludarium_agents::Judge;

/// What winning adds to the reward and losing takes from it.
const VICTORY: f32 = 500.0;

/// No score is larger: all pawns promoted and all pieces of the others captured, theirs promoted too,
/// with one of the kings.
const LARGEST_SCORE: f32 = 143.0 + 2.0 * 103.0 + 40.0;

/// The report's reward: +500 for a win, −500 for a loss, and the seat's score; with the readings of it.
#[derive(Clone, Default)]
pub(super) struct Payment {
    /// Whether rewards are scaled to 0 to 1.
    normalised: bool,
    /// How much wins and losses follow the standing, from −1 to 1. A seat that leads by s (see [`Self::look_at`])
    /// gets 500·(1 + weight·s) for a win and loses 500·(1 − weight·s) with a loss.
    weight: f64,
    /// Judges games that were cut short; without it they give the score alone.
    judge: Option<Judge<ThreeChess>>,
    /// What each seat has to say of the standing: weight·s.
    boldness: [f32; 3],
}

impl Payment {
    /// A reward before anybody has looked at a position: nobody leads.
    pub fn new(normalised: bool, weight: f64, judge: Option<Judge<ThreeChess>>) -> Payment {
        Payment { normalised, weight, judge, boldness: [0.0; 3] }
    }

    /// Notes how each seat stands where a search begins: its score against the mean of the two others, 0 where they
    /// are equal, near 1 for one that has nearly everything, near −1 for one that has nearly nothing.
    pub fn look_at(&mut self, position: &ThreeChess) {
        let shares = ScoreShare::default().evaluate(position);
        for (seat, boldness) in Seat::all(3).zip(&mut self.boldness) {
            *boldness = self.weight as f32 * (2.0 * shares.of(seat).0 - 1.0);
        }
    }

    /// The rewards of outcomes from −1, a loss, to 1, a win.
    fn of(&self, position: &ThreeChess, outcomes: [f32; 3]) -> Scores {
        let mut rewards = Scores::ZERO;
        let places = Seat::all(3).zip(outcomes).zip(self.boldness);
        for ((seat, outcome), boldness) in places {
            let counts = if outcome > 0.0 { 1.0 + boldness } else { 1.0 - boldness };
            let reward = VICTORY * outcome * counts + position.score(seat) as f32;
            rewards.set(seat, Value(self.scaled(reward)));
        }
        rewards
    }

    fn scaled(&self, reward: f32) -> f32 {
        if !self.normalised {
            return reward;
        }
        let most = VICTORY * (1.0 + self.weight.abs() as f32);
        (reward + most) * (1.0 / (2.0 * most + LARGEST_SCORE))
    }
}

impl Reward<ThreeChess> for Payment {
    const UNIT: bool = false;

    fn finished(&self, position: &ThreeChess) -> Scores {
        let results = position.results().unwrap_or_default();
        self.of(position, results.map(|result| f32::from(result.max(-1))))
    }

    fn unfinished(&self, position: &ThreeChess) -> Option<Scores> {
        let outcomes = match &self.judge {
            Some(judge) => {
                let shares = judge.evaluate(position);
                [0, 1, 2].map(|seat| 2.0 * shares.of(Seat(seat)).0 - 1.0)
            }
            None => [0.0; 3],
        };
        Some(self.of(position, outcomes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;
    use ludarium_agents::Playable;
    use ludarium_game::{Game, Tabletop, Turn};

    /// Blue is about to take Green's king with its rook; Red has a pawn.
    const LAST_MOVE: &str = "....K.../......../......../......../R...k.../......../......../......../....6.../.......1/......../........ B - - - 30";

    fn finished() -> ThreeChess {
        let mut position = read(LAST_MOVE);
        position.play(position.parse_move("GA1-GE1").unwrap());
        assert_eq!(position.turn(), Turn::Over);
        position
    }

    fn assert_near(found: Scores, expected: [f32; 3]) {
        for (found, expected) in found.as_slice(3).iter().zip(expected) {
            assert!((found - expected).abs() < 1e-3, "{found} and {expected}");
        }
    }

    #[test]
    fn the_reward_is_five_hundred_and_the_score() {
        let payment = Payment::default();
        assert_near(payment.finished(&finished()), [500.0 + 85.0, -500.0, 41.0]);
        let cut_short = payment.unfinished(&read(LAST_MOVE)).unwrap();
        assert_near(cut_short, [45.0, 40.0, 41.0]);
    }

    #[test]
    fn normalised_rewards_keep_their_order_between_0_and_1() {
        let payment = Payment { normalised: true, ..Payment::default() };
        let expected = [1085.0 / 1389.0, 0.0, 541.0 / 1389.0];
        assert_near(payment.finished(&finished()), expected);
    }

    #[test]
    fn who_leads_is_bold_and_who_is_behind_is_careful() {
        let mut payment = Payment { weight: 0.5, ..Payment::default() };
        // Before it has looked at a position, nobody leads.
        assert_near(payment.finished(&finished()), [585.0, -500.0, 41.0]);
        payment.look_at(&read(LAST_MOVE));
        // Scores of 45, 40 and 41: Blue leads by 2·45/85.5 − 1 = 9/171, Green is behind by 6/166.
        let blue = 500.0 * (1.0 + 0.5 * 9.0 / 171.0) + 85.0;
        let green = -500.0 * (1.0 + 0.5 * 6.0 / 166.0);
        assert_near(payment.finished(&finished()), [blue, green, 41.0]);
        let mut careful = Payment { weight: -1.0, normalised: true, ..Payment::default() };
        careful.look_at(&finished());
        let scores = careful.finished(&finished());
        let all = scores.as_slice(3);
        assert!(all.iter().all(|score| (0.0..=1.0).contains(score)));
    }

    #[test]
    fn games_cut_short_are_judged_where_a_judge_is_given() {
        let score = ThreeChess::evaluations().remove(0);
        let payment = Payment { judge: Some(score.judge), ..Payment::default() };
        let position = read(LAST_MOVE);
        let rewards = payment.unfinished(&position).unwrap();
        let blue = 500.0 * 9.0 / 171.0 + 45.0;
        let green = 500.0 * -6.0 / 166.0 + 40.0;
        let red = 500.0 * (2.0 * 82.0 / 167.0 - 1.0) + 41.0;
        assert_near(rewards, [blue, green, red]);
    }
}
