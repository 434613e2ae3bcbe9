//! The report's Monte Carlo tree search, with every reading of it as a parameter.
//!
//! The defaults are the literal reading: a node gets its children as soon as it is reached, only
//! captures where there are any, best first; a result counts ±500 plus the seat's score, and is not
//! scaled, so that exploration hardly matters after the first visits; the first three moves are random.
//! What the report names but did not build is there too: `selection=ccb` of its literature, and of its last section
//! `standing`, `rollout=dynamic` and `reuse`.

use std::f64::consts::SQRT_2;
use std::sync::Arc;

use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Seat};
use ludarium_search::Mcts;
use ludarium_search::mcts::{Expansion, Parameters, Perspective, Rollout, Selection, Timing};
use ludarium_three_chess::rules::{CaptureGain, Move, ThreeChess};

use super::payment::Payment;
use ludarium_agents::{Entry, Judge, Parameters as AgentParameters, generic};

/// No game is played out for longer; random games end far earlier.
const LONGEST: u64 = 3000;

/// The value of all pieces but the kings at the start.
const FULL_MATERIAL: i32 = 3 * 39;

pub(super) fn entry() -> Entry<ThreeChess> {
    Entry::new(
        "mcts",
        "the report's Monte Carlo tree search: captures first, games played out greedily",
        |p| {
            let reading = ReportReading::read(p);
            move || reading.build()
        },
    )
}

/// How games are played out.
#[derive(Clone, Copy, PartialEq)]
enum PlayoutKind {
    Greedy,
    Random,
    Mixed,
    Dynamic,
}

/// A reading of the report.
struct ReportReading {
    playing: PlayoutKind,
    /// The share of random moves, at the end of the game where it is dynamic.
    random_share: f64,
    payment: Payment,
    judge: Judge<ThreeChess>,
    search: Parameters,
    opening: u32,
}

impl ReportReading {
    fn read(p: &mut AgentParameters<'_>) -> ReportReading {
        let iterations =
            p.whole("iterations", 1..=1_000_000_000, 1000, "simulations without another budget");
        let playing = p.choice(
            "rollout",
            [
                ("greedy", PlayoutKind::Greedy),
                ("random", PlayoutKind::Random),
                ("mixed", PlayoutKind::Mixed),
                ("dynamic", PlayoutKind::Dynamic),
            ],
            "how games are played out; dynamic: more at random the more pieces there are",
        );
        let random_share = p.real(
            "random-share",
            0.0..=1.0,
            0.15,
            "random moves with rollout=mixed, and at the end of the game with rollout=dynamic",
        );
        let normalised = p.choice(
            "reward",
            [("report", false), ("normalised", true)],
            "±500 and the own score, as it is or scaled to 0 to 1",
        );
        let weight = p.real(
            "standing",
            -1.0..=1.0,
            0.0,
            "how wins and losses count by the own score against the others': above 0 who leads is bold, below 0 careful",
        );
        let is_ccb = p.choice(
            "selection",
            [("uct", false), ("ccb", true)],
            "how children are chosen; ccb always has rewards from 0 to 1",
        );
        let c = p.real("c", 0.0..=1000.0, SQRT_2, "the weight of exploration");
        let plies = p.whole(
            "plies",
            0..=LONGEST,
            LONGEST,
            "moves of a roll-out before the evaluation decides",
        );
        let judge = generic::evaluation::<ThreeChess>(p);
        let search = Parameters {
            iterations,
            selection: if is_ccb { Selection::Ccb } else { Selection::Uct { c } },
            rollout: match playing {
                PlayoutKind::Greedy => Rollout::Greedy,
                PlayoutKind::Random => Rollout::Random,
                PlayoutKind::Mixed | PlayoutKind::Dynamic => Rollout::Mixed(random_share),
            },
            expansion: p.choice(
                "expand",
                [("captures", Expansion::GainsOnly), ("all", Expansion::All)],
                "which moves become children; captures: only those where there are any",
            ),
            timing: p.choice(
                "when",
                [("at-once", Timing::AtOnce), ("second-visit", Timing::SecondVisit)],
                "when a node gets children",
            ),
            perspective: p.choice(
                "perspective",
                [("mover", Perspective::Mover), ("root", Perspective::Root)],
                "whose reward counts in the tree",
            ),
            truncate: (plies < LONGEST).then_some(plies as u32),
            ply_cap: LONGEST as u32,
            ..Parameters::default()
        };
        let opening = p.whole("opening", 0..=1000, 3, "own first moves made at random");
        let reuse = p.switch("reuse", false, "whether the tree is kept for the next move");
        ReportReading {
            playing,
            random_share,
            payment: Payment::new(
                normalised || is_ccb,
                weight,
                (plies < LONGEST).then(|| judge.clone()),
            ),
            judge,
            search: Parameters { reuse, ..search },
            opening: opening as u32,
        }
    }

    fn build(&self) -> RandomStart {
        let payment = self.payment.clone();
        let mut search = Mcts::new(self.judge.clone(), CaptureGain, payment).with(self.search);
        if self.playing == PlayoutKind::Dynamic {
            let end = self.random_share;
            search.share = Some(Arc::new(move |position| random_share(position, end)));
        }
        RandomStart { search, moves: self.opening }
    }
}

/// The share of random moves in a roll-out: 1 with all pieces on the board, falling in step with the material
/// to `end` with none.
fn random_share(position: &ThreeChess, end: f64) -> f64 {
    let material: i32 = Seat::all(3).map(|seat| position.material(seat)).sum();
    // Promotions can make it more than at the start.
    let full = f64::from(material.min(FULL_MATERIAL)) / f64::from(FULL_MATERIAL);
    end + (1.0 - end) * full
}

/// Makes its first moves of a game at random. How many it has made is told by the plies of the
/// position, so it need not have seen them. Before each search it notes how everybody stands.
struct RandomStart {
    search: Mcts<ThreeChess, Judge<ThreeChess>, CaptureGain, Payment>,
    moves: u32,
}

impl Agent<ThreeChess> for RandomStart {
    fn choose(&mut self, position: &ThreeChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        if position.plies() / 3 < self.moves {
            return Decision::plain(position.pick(rng, &mut MoveList::new()));
        }
        self.search.reward.look_at(position);
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
    use super::super::tests::{agent, read};
    use super::*;
    use ludarium_game::{Seed, Tabletop};
    use ludarium_three_chess::rules::Rules;

    /// Blue is about to take Green's king with its rook; Red has a pawn.
    const LAST_MOVE: &str = "....K.../......../......../......../R...k.../......../......../......../....6.../.......1/......../........ B - - - 30";

    #[test]
    fn fewer_pieces_mean_fewer_random_moves() {
        let start = ThreeChess::start(&Rules::default(), &mut Rng::new(Seed(0)));
        assert_eq!(random_share(&start, 0.1), 1.0);
        // A rook and a pawn of 117 are left.
        let late = random_share(&read(LAST_MOVE), 0.1);
        assert!((late - (0.1 + 0.9 * 6.0 / 117.0)).abs() < 1e-12, "{late}");
    }

    #[test]
    fn the_opening_is_told_by_the_plies() {
        let mut agent = agent("mcts:iterations=50");
        let mut rng = Rng::new(Seed(1));
        let mut asked =
            |position: &ThreeChess| agent.choose(position, &Budget::default(), &mut rng).iterations;
        let position = |plies: u32| read(&LAST_MOVE.replace("30", &plies.to_string()));
        assert_eq!([0, 3, 6, 9, 30].map(|plies| asked(&position(plies))), [0, 0, 0, 50, 50]);
    }
}
