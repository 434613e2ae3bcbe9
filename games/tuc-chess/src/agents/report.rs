//! The agents of the report, on the report's board.

use crate::rules::{Move, ReportEvaluation, ReportGain, TucChess};
use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Seat, Turn};
use ludarium_search::mcts::{FinalChoice, Parameters, Perspective, Selection, Uninformed};
use ludarium_search::{ForwardPruning, Mcts, Minimax, MoveCache, Schedule};

use super::report_board::{Generator, ReportBoard};
use super::verdict::{Verdict, Winner};
use ludarium_agents::{Entry, Parameter, Settings};

/// Asks an agent that plays the report's board for a move of the real game.
pub struct OnReportBoard<A> {
    /// The agent that thinks.
    pub agent: A,
    /// Which moves it sees.
    pub generator: Generator,
}

impl<A: Agent<ReportBoard>> Agent<TucChess> for OnReportBoard<A> {
    fn choose(&mut self, position: &TucChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let board = ReportBoard::at_root(position, self.generator);
        if let Turn::Seat(_) = board.turn() {
            return self.agent.choose(&board, budget, rng);
        }
        // Only moves that the report's program does not know; it would have stopped here.
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        Decision::plain(moves[0])
    }

    fn begin(&mut self, position: &TucChess, seat: Seat) {
        let board = ReportBoard::at_root(position, self.generator);
        self.agent.begin(&board, seat);
    }
}

/// The parameters that all agents of the report have.
fn with_common(mut parameters: Vec<Parameter>) -> Vec<Parameter> {
    parameters.extend([
        Parameter::switch(
            "cache",
            true,
            "whether a position that comes back gets the same answer at once",
        ),
        Parameter::words(
            "generator",
            ["complete", "template"],
            "all moves, or those that the course's client knows",
        ),
    ]);
    parameters
}

/// Puts a search behind the parameters of [`with_common`].
fn read_common<A>(settings: &Settings, agent: A) -> OnReportBoard<Box<dyn Agent<ReportBoard>>>
where
    A: Agent<ReportBoard> + 'static,
{
    OnReportBoard {
        agent: if settings.switch("cache") {
            Box::new(MoveCache::new(agent))
        } else {
            Box::new(agent)
        },
        generator: match settings.word("generator") {
            "template" => Generator::Template,
            _ => Generator::Complete,
        },
    }
}

pub(super) fn minimax() -> Entry<TucChess> {
    let depth = Parameter::whole("depth", (1, 64), 6, "plies to look ahead; the report's 6");
    Entry::new(
        "minimax",
        "the report's minimax: every line of its simplified board, 6 plies deep",
        with_common(vec![depth]),
        |settings| {
            let search = Minimax {
                depth: settings.whole("depth") as u32,
                discount: 1.0,
                ..Minimax::new(ReportEvaluation)
            };
            read_common(settings, search)
        },
    )
}

pub(super) fn alpha_beta() -> Entry<TucChess> {
    let parameters = vec![
        Parameter::whole("prune", (0, 64), 4, "the depth at which pruning starts"),
        Parameter::whole(
            "single",
            (0, 64),
            9,
            "the depth from which on only the first move is followed",
        ),
        Parameter::whole("last", (2, 64), 13, "the depth at which boards are judged"),
        Parameter::whole("root", (0, 1), 0, "the depth of the root in these numbers"),
    ];
    Entry::new(
        "alphabeta",
        "the report's abMinimax: alpha-beta on its simplified board that prunes ever more quiet moves",
        with_common(parameters),
        |settings| {
            let depth = |key| settings.whole(key) as u32;
            let mut search = ForwardPruning::new(ReportEvaluation, ReportGain);
            search.schedule = Schedule {
                prune: depth("prune"),
                single: depth("single"),
                last: depth("last"),
                root: depth("root"),
            };
            read_common(settings, search)
        },
    )
}

pub(super) fn mcts() -> Entry<TucChess> {
    let parameters = vec![
        Parameter::whole(
            "iterations",
            (1, 1_000_000_000),
            25_000,
            "simulations without another budget; the report had 6 s for 25,000 to 40,000",
        ),
        Parameter::real(
            "c",
            (0.0, 1000.0),
            std::f64::consts::SQRT_2,
            "the weight of exploration",
        ),
        Parameter::words("winner", ["score", "king"], "who wins when a king is taken"),
        Parameter::real("draw", (0.0, 1.0), 0.5, "what a level score is worth"),
        Parameter::words("final", ["visits", "mean"], "which move is played"),
        Parameter::words(
            "perspective",
            ["mover", "root"],
            "whose wins the choices in the tree maximise",
        ),
    ];
    Entry::new(
        "mcts",
        "the report's Monte Carlo tree search: random games on its simplified board",
        with_common(parameters),
        |settings| {
            let verdict = Verdict {
                winner: match settings.word("winner") {
                    "king" => Winner::Capturer,
                    _ => Winner::HigherScore,
                },
                draw: settings.real("draw") as f32,
            };
            let search = Mcts::new(Uninformed, Uninformed, verdict).with(Parameters {
                iterations: settings.whole("iterations"),
                selection: Selection::Uct {
                    c: settings.real("c"),
                },
                choice: match settings.word("final") {
                    "mean" => FinalChoice::BestMean,
                    _ => FinalChoice::MostVisits,
                },
                perspective: match settings.word("perspective") {
                    "root" => Perspective::Root,
                    _ => Perspective::Mover,
                },
                ..Parameters::default()
            });
            read_common(settings, search)
        },
    )
}
