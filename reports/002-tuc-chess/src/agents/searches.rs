//! The agents of the report, on the report's board.

use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Seat, Turn};
use ludarium_search::mcts::{Parameters, Perspective, Selection, Uninformed};
use ludarium_search::{ForwardPruning, Mcts, Minimax, MoveCache, PruningSteps};
use ludarium_tuc_chess::rules::{Move, ReportEvaluation, ReportGain, TucChess};

use super::board::{BoardSettings, Generator, ReportBoard};
use super::simulation_reward::{SimulationReward, Winner};
use ludarium_agents::generic::read_added_threads;
use ludarium_agents::{Entry, Parameters as AgentParameters};

/// Asks an agent that plays the report's board for a move of the real game.
pub struct OnReportBoard<A> {
    /// The agent that thinks.
    pub agent: A,
    /// Which moves it sees, and what it judges by.
    pub settings: BoardSettings,
}

impl<A: Agent<ReportBoard>> Agent<TucChess> for OnReportBoard<A> {
    fn choose(&mut self, position: &TucChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let board = ReportBoard::at_root(position, self.settings);
        if let Turn::Seat(_) = board.turn() {
            return self.agent.choose(&board, budget, rng);
        }
        // Only moves that the report's program does not know; it would have stopped here.
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        Decision::plain(moves[0])
    }

    fn begin(&mut self, position: &TucChess, seat: Seat) {
        let board = ReportBoard::at_root(position, self.settings);
        self.agent.begin(&board, seat);
    }
}

/// What all agents of the report have in common.
#[derive(Clone, Copy)]
struct SearchSettings {
    cache: bool,
    settings: BoardSettings,
}

impl SearchSettings {
    fn read(p: &mut AgentParameters<'_>) -> SearchSettings {
        let cache = p.switch(
            "cache",
            true,
            "whether a position that comes back gets the same answer at once",
        );
        let generator = p.choice(
            "generator",
            [("complete", Generator::Complete), ("template", Generator::Template)],
            "all moves, or those that the course's client knows",
        );
        let settings = BoardSettings { generator, positional: 0 };
        SearchSettings { cache, settings }
    }

    /// The same for searches that judge positions: how much of an evaluation is positional.
    fn read_with_blend(p: &mut AgentParameters<'_>) -> SearchSettings {
        let positional = p.whole(
            "positional",
            0..=100,
            0,
            "per cent of an evaluation that come from where the pieces stand; the report's future work",
        );
        let mut common = SearchSettings::read(p);
        common.settings.positional = positional as u8;
        common
    }

    /// Puts a search on the report's board.
    fn agent<A>(self, search: A) -> OnReportBoard<Box<dyn Agent<ReportBoard>>>
    where
        A: Agent<ReportBoard> + 'static,
    {
        OnReportBoard {
            agent: if self.cache { Box::new(MoveCache::new(search)) } else { Box::new(search) },
            settings: self.settings,
        }
    }
}

/// The memory for the table that the report would add, in mebibytes.
fn table(p: &mut AgentParameters<'_>) -> usize {
    let table = p.whole(
        "table",
        0..=65_536,
        0,
        "mebibytes for positions met before in the same search, 0 for none; the report's future work",
    );
    table as usize
}

pub(super) fn minimax() -> Entry<TucChess> {
    Entry::new(
        "minimax",
        "the report's minimax: every line of its simplified board, 6 plies deep",
        |p| {
            let depth = p.whole("depth", 1..=64, 6, "plies to look ahead; the report's 6");
            let table_mebibytes = table(p);
            let common = SearchSettings::read_with_blend(p);
            let threads = read_added_threads(p);
            move || {
                common.agent(Minimax {
                    depth: depth as u32,
                    discount: 1.0,
                    table_mebibytes,
                    threads,
                    ..Minimax::new(ReportEvaluation)
                })
            }
        },
    )
}

pub(super) fn alpha_beta() -> Entry<TucChess> {
    Entry::new(
        "alphabeta",
        "the report's abMinimax: alpha-beta on its simplified board that prunes ever more quiet moves",
        |p| {
            let prune = p.whole("prune", 0..=64, 4, "the depth at which pruning starts");
            let single = p.whole(
                "single",
                0..=64,
                9,
                "the depth from which on only the first move is followed",
            );
            let last = p.whole("last", 2..=64, 13, "the depth at which boards are judged");
            let root = p.whole("root", 0..=1, 0, "the depth of the root in these numbers");
            let sorted = p.switch(
                "sort",
                true,
                "whether moves that win more at once come first; otherwise they come as they are listed",
            );
            let table_mebibytes = table(p);
            let common = SearchSettings::read_with_blend(p);
            let schedule = PruningSteps {
                prune: prune as u32,
                single: single as u32,
                last: last as u32,
                root: root as u32,
            };
            move || {
                if sorted {
                    common.agent(pruning(ReportGain, schedule, table_mebibytes))
                } else {
                    common.agent(pruning(Uninformed, schedule, table_mebibytes))
                }
            }
        },
    )
}

fn pruning<N>(
    gain: N,
    schedule: PruningSteps,
    table_mebibytes: usize,
) -> ForwardPruning<ReportEvaluation, N> {
    let mut search = ForwardPruning::new(ReportEvaluation, gain);
    search.schedule = schedule;
    search.table_mebibytes = table_mebibytes;
    search
}

pub(super) fn mcts() -> Entry<TucChess> {
    Entry::new(
        "mcts",
        "the report's Monte Carlo tree search: random games on its simplified board",
        |p| {
            let iterations = p.whole(
                "iterations",
                1..=1_000_000_000,
                25_000,
                "simulations without another budget; the report had 6 s for 25,000 to 40,000",
            );
            let c =
                p.real("c", 0.0..=1000.0, std::f64::consts::SQRT_2, "the weight of exploration");
            let winner = p.choice(
                "winner",
                [("score", Winner::HigherScore), ("king", Winner::Capturer)],
                "who wins when a king is taken",
            );
            let draw = p.real("draw", 0.0..=1.0, 0.5, "what a level score is worth");
            p.retired("final=visits");
            let perspective = p.choice(
                "perspective",
                [("mover", Perspective::Mover), ("root", Perspective::Root)],
                "whose wins the choices in the tree maximise",
            );
            let common = SearchSettings::read(p);
            move || {
                let reward = SimulationReward { winner, draw: draw as f32 };
                let search = Mcts::new(Uninformed, Uninformed, reward).with(Parameters {
                    iterations,
                    selection: Selection::Uct { c },
                    perspective,
                    ..Parameters::default()
                });
                common.agent(search)
            }
        },
    )
}
