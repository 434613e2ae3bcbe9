//! A review of a finished game: who stood how at each move, what mistakes cost, and how much the dice gave.
//!
//! An engine is asked at every decision. Its value of the move that was made, beside that of its own choice, is the cost of
//! the move. What the value has changed by when dice fell between two decisions is luck: by what an engine expects, such
//! differences have mean 0, as in the luck adjustment of the arena.

mod desk;

use std::time::Duration;

use ludarium_arena::{Contender, Event, GameContext, Question, Ruleset, decision_stream, sha256};
use ludarium_game::{Budget, Position, Scores, Seat, Seed, Turn};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::library::adviser;
use crate::players::contender;

pub(crate) use desk::{ReviewState, Reviews};

/// The seed of all reviews: the same game has the same review.
const SEED: Seed = Seed(1);
/// What the engine may spend on a decision: simulations or positions, whichever it counts, and never longer than this.
const SIMULATIONS: u64 = 2000;
const NODES: u64 = 50_000;
const TIME: Duration = Duration::from_secs(2);
/// What changes the chances by less is no mistake and no turning point: the engine is not surer than that.
const SMALLEST: f32 = 0.05;
/// Turning points that are told.
const TURNING_POINTS: usize = 3;
/// How fast accuracy falls with the mean cost of a move: a mean cost of 10 % gives 61.
const STEEPNESS: f32 = 5.0;

/// A finished game.
pub struct Finished {
    /// The position before each event, and the last one.
    pub positions: Vec<Position>,
    /// What happened.
    pub events: Vec<Event>,
    /// How it ended.
    pub scores: Scores,
}

impl Finished {
    /// What tells this game from all others: where it began, what happened, and how it ended.
    pub fn digest(&self) -> String {
        let start = self.positions.first().map(Position::describe);
        let mut text = start.unwrap_or_default();
        for event in &self.events {
            text.push('\n');
            text.push_str(&event.text);
        }
        text.push_str(&format!("\n{:?}", self.scores));
        sha256(text.as_bytes())
    }
}

/// What is found out about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The engine.
    pub engine: String,
    /// What each seat could expect after so many events.
    pub curve: Vec<(usize, Vec<f32>)>,
    /// The moves that cost something, the most expensive first.
    pub mistakes: Vec<Mistake>,
    /// Each seat.
    pub players: Vec<PlayerReview>,
    /// Where the game turned most, in order.
    pub turning_points: Vec<TurningPoint>,
}

/// A move that was worse than another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mistake {
    /// The number of the event, from 1.
    pub count: usize,
    /// Who made it.
    pub seat: u8,
    /// The move.
    pub played: String,
    /// What the engine would have played.
    pub better: String,
    /// What it cost, as a share of a win.
    pub cost: f32,
}

/// What a seat owes to itself, to others and to the dice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerReview {
    /// Decisions with more than one choice.
    pub decisions: usize,
    /// 100 where every move was as good as the engine's.
    pub accuracy: f32,
    /// What its own mistakes have cost, 0 or less.
    pub own: f32,
    /// What the mistakes of others have given, or taken.
    pub others: f32,
    /// What the dice have given, or taken.
    pub luck: f32,
}

/// An event that changed much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurningPoint {
    /// The number of the event, from 1.
    pub count: usize,
    /// Whose chances changed most.
    pub seat: u8,
    /// By how much.
    pub change: f32,
    /// Whether the dice did it; otherwise it was the move of this seat.
    pub dice: bool,
    /// What would have been better, after a mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<String>,
}

/// What the engine said about one decision.
struct Weighed {
    /// The number of events before it.
    at: usize,
    seat: Seat,
    best: Vec<f32>,
    made: Vec<f32>,
    better: String,
}

/// A review under way: one decision after the other.
pub struct Reviewer {
    game: Finished,
    engine: Contender,
    variant: String,
    open: Vec<usize>,
    weighed: Vec<Weighed>,
    total: usize,
}

impl Reviewer {
    /// Begins the review of a game.
    pub fn new(rules: &dyn Ruleset, game: Finished) -> Result<Reviewer> {
        let engine = adviser(rules);
        let decisions = game.events.iter().enumerate().filter(|(index, event)| {
            event.by.is_some() && game.positions[*index].moves().len() > 1
        });
        let mut open: Vec<usize> = decisions.map(|(index, _)| index).collect();
        open.reverse();
        Ok(Reviewer {
            engine: contender(rules, engine)?,
            variant: rules.variant().to_owned(),
            total: open.len(),
            open,
            weighed: Vec::new(),
            game,
        })
    }

    /// Decisions that were looked at, and all.
    pub fn progress(&self) -> (usize, usize) {
        (self.weighed.len().min(self.total), self.total)
    }

    /// Looks at the next decision; says whether there was one.
    pub fn step(&mut self) -> bool {
        let Some(at) = self.open.pop() else {
            return false;
        };
        let (position, event) = (&self.game.positions[at], &self.game.events[at]);
        let seat = event.by.unwrap_or(Seat(0));
        let budget = Budget {
            iterations: Some(SIMULATIONS),
            nodes: Some(NODES),
            time: Some(TIME),
            ..Budget::default()
        };
        let context = GameContext::plain(&self.variant, SEED);
        let rng = decision_stream(SEED, seat, 0);
        let question = Question::fresh(&self.engine, position, seat, budget, rng, &context);
        let seats = position.seats();
        let decision = question.answer().decision.ok();
        let weighed = decision.and_then(|decision| {
            let of = |text: &str| {
                let found = decision.candidates.iter().find(|one| one.mv == text)?;
                Some(found.scores.as_slice(seats).to_vec())
            };
            let best = of(&decision.chosen)?;
            // A move that the engine has not even tried is worth as little as the worst that it has.
            let worst = || {
                let worth = |scores: &Scores| scores.of(seat).0;
                let all = decision.candidates.iter().map(|one| &one.scores);
                let lowest = all.min_by(|a, b| worth(a).total_cmp(&worth(b)))?;
                Some(lowest.as_slice(seats).to_vec())
            };
            let made = of(&event.text).or_else(worst)?;
            let shares = best
                .iter()
                .chain(&made)
                .all(|value| (0.0..=1.0).contains(value));
            // A move that looks better than the engine's choice costs nothing.
            let own = seat.index();
            let best = if made[own] > best[own] {
                made.clone()
            } else {
                best
            };
            shares.then_some(Weighed {
                at,
                seat,
                best,
                made,
                better: decision.chosen.clone(),
            })
        });
        match weighed {
            Some(weighed) => self.weighed.push(weighed),
            None => self.total -= 1,
        }
        true
    }

    /// What was found out.
    pub fn finish(self) -> Review {
        let seats = self.game.positions.first().map_or(0, Position::seats);
        let end = self.game.scores.as_slice(seats).to_vec();
        let last = self.game.positions.last();
        let by_the_rules = last.is_some_and(|last| last.turn() == Turn::Over);
        let mut players = vec![PlayerReview::default(); seats];
        let (mut mistakes, mut turns) = (Vec::new(), Vec::new());
        let mut curve: Vec<(usize, Vec<f32>)> = Vec::new();
        for (index, one) in self.weighed.iter().enumerate() {
            let own = one.seat.index();
            let cost = one.best[own] - one.made[own];
            players[own].decisions += 1;
            players[own].accuracy += cost;
            for (seat, player) in players.iter_mut().enumerate() {
                let change = one.made[seat] - one.best[seat];
                *if seat == own {
                    &mut player.own
                } else {
                    &mut player.others
                } += change;
            }
            curve.push((one.at, one.best.clone()));
            if cost >= SMALLEST {
                let better = one.better.clone();
                mistakes.push(Mistake {
                    count: one.at + 1,
                    seat: one.seat.0,
                    played: self.game.events[one.at].text.clone(),
                    better: better.clone(),
                    cost,
                });
                turns.push(TurningPoint {
                    count: one.at + 1,
                    seat: one.seat.0,
                    change: -cost,
                    dice: false,
                    better: Some(better),
                });
            }
            let next = self.weighed.get(index + 1);
            let (until, after) = match next {
                Some(next) => (next.at, &next.best),
                None => (self.game.events.len(), &end),
            };
            let between = self.game.events[one.at..until].iter().enumerate();
            let rolled = between.rev().find(|(_, event)| event.by.is_none());
            // Where somebody gave up or failed, the end is nobody's luck.
            let played_on = next.is_some() || by_the_rules;
            if let Some((offset, _)) = rolled.filter(|_| played_on) {
                for (seat, player) in players.iter_mut().enumerate() {
                    player.luck += after[seat] - one.made[seat];
                }
                let changes = (0..seats).map(|seat| (seat, after[seat] - one.made[seat]));
                let most = changes.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
                if let Some((seat, change)) = most.filter(|(_, change)| change.abs() >= SMALLEST) {
                    turns.push(TurningPoint {
                        count: one.at + offset + 1,
                        seat: seat as u8,
                        change,
                        dice: true,
                        better: None,
                    });
                }
            }
        }
        for player in &mut players {
            let mean = player.accuracy / player.decisions.max(1) as f32;
            player.accuracy = 100.0 * (-STEEPNESS * mean).exp();
        }
        curve.push((self.game.events.len(), end));
        mistakes.sort_by(|a: &Mistake, b| b.cost.total_cmp(&a.cost));
        turns.sort_by(|a: &TurningPoint, b| b.change.abs().total_cmp(&a.change.abs()));
        turns.truncate(TURNING_POINTS);
        turns.sort_by_key(|turn| turn.count);
        Review {
            engine: self.engine.text().to_owned(),
            curve,
            mistakes,
            players,
            turning_points: turns,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Line;
    use crate::testing::library;

    fn review(moves: &[&str]) -> Review {
        let rules = library().rules("sprint", None).unwrap();
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        let line = Line::follow(&*rules, None, &moves, Seed(4)).unwrap();
        let scores = Scores::new(&[1.0, 0.0]);
        let mut reviewer = Reviewer::new(&*rules, line.finished(scores)).unwrap();
        while reviewer.step() {}
        reviewer.finish()
    }

    /// A review is kept under what the game is, so that one of another game is never shown for it.
    #[test]
    fn another_game_is_known_by_its_moves_and_its_end() {
        let rules = library().rules("sprint", None).unwrap();
        let digest = |moves: &[&str], scores: &[f32]| {
            let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
            let line = Line::follow(&*rules, None, &moves, Seed(4)).unwrap();
            line.finished(Scores::new(scores)).digest()
        };
        let moves = ["run", "3", "walk", "run", "1", "walk"];
        let first = digest(&moves, &[1.0, 0.0]);
        assert_eq!(digest(&moves, &[1.0, 0.0]), first);
        assert_ne!(digest(&moves, &[0.0, 1.0]), first);
        assert_ne!(digest(&moves[..5], &[1.0, 0.0]), first);
        let other = ["run", "3", "walk", "run", "2", "walk"];
        assert_ne!(digest(&other, &[1.0, 0.0]), first);
    }

    #[test]
    fn luck_and_mistakes_add_up_to_the_result() {
        let moves = ["run", "3", "walk", "run", "1", "walk"];
        let review = review(&moves);
        assert_eq!(review.engine, "mcts");
        assert_eq!(review.curve.last().unwrap(), &(6, vec![1.0, 0.0]));
        assert!(review.curve.len() > 2, "{review:?}");
        for player in &review.players {
            assert!(player.decisions > 0);
            assert!(player.own <= 0.0, "{player:?}");
            assert!((0.0..=100.0).contains(&player.accuracy), "{player:?}");
        }
        // With two seats what one wins the other loses.
        let [one, two] = &review.players[..] else {
            panic!("two players");
        };
        assert!((one.luck + two.luck).abs() < 1e-3, "{review:?}");
        assert!((one.own + two.others).abs() < 1e-3, "{review:?}");
        assert!(review.turning_points.len() <= TURNING_POINTS);
        assert_eq!(
            self::review(&moves),
            review,
            "the same game has the same review"
        );
    }
}
