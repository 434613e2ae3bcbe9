//! The report's Monte Carlo tree search, with every reading of it as a parameter.
//!
//! The defaults are the literal reading: a node gets its children as soon as it is reached, only
//! captures where there are any, best first; a result counts ±500 plus the seat's score, and is not
//! scaled, so that exploration hardly matters after the first visits; the first three moves are random.

use std::f64::consts::SQRT_2;
use std::sync::Arc;

use crate::rules::{CaptureGain, Move, ScoreShare, ThreeChess};
use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Scores, Seat, Value};
use ludarium_search::Mcts;
use ludarium_search::mcts::{
    Expansion, Parameters, Perspective, Rollout, Selection, Timing, Unscaled,
};

use ludarium_agents::{Entry, Parameters as AgentParameters};

/// What winning adds to the reward and losing takes from it.
const VICTORY: i32 = 500;

/// No score is larger: all pawns promoted and all men of the others captured, theirs promoted too,
/// with one of the kings.
const LARGEST_SCORE: i32 = 143 + 2 * 103 + 40;

/// The value of all men but the kings at the start.
const FULL_MATERIAL: i32 = 3 * 39;

pub(super) fn entry() -> Entry<ThreeChess> {
    Entry::new(
        "mcts",
        "the report's Monte Carlo tree search: captures first, games played out greedily",
        |p| {
            let reading = Reading::read(p);
            move || reading.build()
        },
    )
}

/// How games are played out.
#[derive(Clone, Copy, PartialEq)]
enum Playing {
    Greedy,
    Random,
    Mixed,
    Dynamic,
}

/// A reading of the report.
struct Reading {
    playing: Playing,
    /// The share of random moves, at the end of the game where it is dynamic.
    random_share: f64,
    reward: fn(&ThreeChess) -> Scores,
    search: Parameters,
    opening: u32,
}

impl Reading {
    fn read(p: &mut AgentParameters<'_>) -> Reading {
        let iterations = p.whole(
            "iterations",
            1..=1_000_000_000,
            1000,
            "simulations without another budget",
        );
        let playing = p.choice(
            "rollout",
            [
                ("greedy", Playing::Greedy),
                ("random", Playing::Random),
                ("mixed", Playing::Mixed),
                ("dynamic", Playing::Dynamic),
            ],
            "how games are played out; dynamic: more at random the more pieces there are",
        );
        let random_share = p.real(
            "random-share",
            0.0..=1.0,
            0.15,
            "random moves with rollout=mixed, and at the end of the game with rollout=dynamic",
        );
        let reward: fn(&ThreeChess) -> Scores = p.choice(
            "reward",
            [
                ("report", report_reward as fn(&ThreeChess) -> Scores),
                ("normalised", normalised_reward),
            ],
            "±500 and the own score, as it is or scaled to 0 to 1",
        );
        let c = p.real("c", 0.0..=1000.0, SQRT_2, "the weight of exploration");
        let search = Parameters {
            iterations,
            selection: Selection::Uct { c },
            rollout: match playing {
                Playing::Greedy => Rollout::Greedy,
                Playing::Random => Rollout::Random,
                Playing::Mixed | Playing::Dynamic => Rollout::Mixed(random_share),
            },
            expansion: p.choice(
                "expand",
                [("captures", Expansion::GainsOnly), ("all", Expansion::All)],
                "which moves become children; captures: only those where there are any",
            ),
            timing: p.choice(
                "when",
                [
                    ("at-once", Timing::AtOnce),
                    ("second-visit", Timing::SecondVisit),
                ],
                "when a node gets children",
            ),
            perspective: p.choice(
                "perspective",
                [("mover", Perspective::Mover), ("root", Perspective::Root)],
                "whose reward counts in the tree",
            ),
            ply_cap: 3000,
            ..Parameters::default()
        };
        let opening = p.whole("opening", 0..=1000, 3, "own first moves made at random");
        let reuse = p.switch("reuse", false, "whether the tree is kept for the next move");
        Reading {
            playing,
            random_share,
            reward,
            search: Parameters { reuse, ..search },
            opening: opening as u32,
        }
    }

    fn build(&self) -> RandomStart<impl Agent<ThreeChess> + use<>> {
        let reward = Unscaled(self.reward);
        let mut search = Mcts::new(ScoreShare, CaptureGain, reward).with(self.search.clone());
        if self.playing == Playing::Dynamic {
            let end = self.random_share;
            search.share = Some(Arc::new(move |position| random_share(position, end)));
        }
        RandomStart {
            search,
            moves: self.opening,
        }
    }
}

/// Each seat's reward: +500 for winning, −500 for losing, and its score. A game that was cut short gives
/// the score alone.
fn report_reward(position: &ThreeChess) -> Scores {
    let results = position.results().unwrap_or_default();
    let mut rewards = Scores::ZERO;
    for (seat, result) in Seat::all(3).zip(results) {
        let reward = VICTORY * i32::from(result.max(-1)) + position.score(seat);
        rewards.set(seat, Value(reward as f32));
    }
    rewards
}

/// The same reward on a scale from 0 to 1.
fn normalised_reward(position: &ThreeChess) -> Scores {
    let shift = Scores::new(&[VICTORY as f32; 3]);
    (report_reward(position) + shift) * (1.0 / (2 * VICTORY + LARGEST_SCORE) as f32)
}

/// The share of random moves in a roll-out: 1 with all men on the board, falling in step with the material
/// to `end` with none.
fn random_share(position: &ThreeChess, end: f64) -> f64 {
    let material: i32 = Seat::all(3).map(|seat| position.material(seat)).sum();
    // Promotions can make it more than at the start.
    let full = f64::from(material.min(FULL_MATERIAL)) / f64::from(FULL_MATERIAL);
    end + (1.0 - end) * full
}

/// Makes its first moves of a game at random. How many it has made is told by the plies of the
/// position, so it need not have seen them.
struct RandomStart<A> {
    search: A,
    moves: u32,
}

impl<A: Agent<ThreeChess>> Agent<ThreeChess> for RandomStart<A> {
    fn choose(&mut self, position: &ThreeChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        if position.plies() / 3 < self.moves {
            return Decision::plain(position.pick(rng, &mut MoveList::new()));
        }
        self.search.choose(position, budget, rng)
    }

    fn begin(&mut self, position: &ThreeChess, seat: Seat) {
        self.search.begin(position, seat);
    }

    fn observe(&mut self, position: &ThreeChess, mv: Move) {
        self.search.observe(position, mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use ludarium_game::{Seed, Tabletop, Turn};

    fn read(text: &str) -> ThreeChess {
        ThreeChess::parse(&Rules::default(), text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Blue is about to take Green's king with its rook; Red has a pawn.
    const LAST_MOVE: &str = "....K.../......../......../......../R...k.../......../......../......../....6.../.......1/......../........ B - - - 30";

    fn finished() -> ThreeChess {
        let mut position = read(LAST_MOVE);
        position.play(position.parse_move("GA1-GE1").unwrap());
        assert_eq!(position.turn(), Turn::Over);
        position
    }

    #[test]
    fn the_reward_is_five_hundred_and_the_score() {
        let rewards = report_reward(&finished());
        assert_eq!(rewards.as_slice(3), [500.0 + 85.0, -500.0, 41.0]);
        assert_eq!(
            report_reward(&read(LAST_MOVE)).as_slice(3),
            [45.0, 40.0, 41.0]
        );
    }

    #[test]
    fn normalised_rewards_keep_their_order_between_0_and_1() {
        let rewards = normalised_reward(&finished());
        let expected = [1085.0 / 1389.0, 0.0, 541.0 / 1389.0];
        for (reward, expected) in rewards.as_slice(3).iter().zip(expected) {
            assert!((reward - expected).abs() < 1e-6, "{rewards:?}");
        }
    }

    #[test]
    fn fewer_men_mean_fewer_random_moves() {
        let start = ThreeChess::start(&Rules::default(), &mut Rng::new(Seed(0)));
        assert_eq!(random_share(&start, 0.1), 1.0);
        // A rook and a pawn of 117 are left.
        let late = random_share(&read(LAST_MOVE), 0.1);
        assert!((late - (0.1 + 0.9 * 6.0 / 117.0)).abs() < 1e-12, "{late}");
    }

    #[test]
    fn the_opening_is_told_by_the_plies() {
        let mut agent = ludarium_agents::agent::<ThreeChess>("mcts:iterations=50").unwrap();
        let mut rng = Rng::new(Seed(1));
        let mut asked = |position: &ThreeChess| {
            agent
                .choose(position, &Budget::default(), &mut rng)
                .iterations
        };
        let position = |plies: u32| read(&LAST_MOVE.replace("30", &plies.to_string()));
        assert_eq!(
            [0, 3, 6, 9, 30].map(|plies| asked(&position(plies))),
            [0, 0, 0, 50, 50]
        );
    }
}
