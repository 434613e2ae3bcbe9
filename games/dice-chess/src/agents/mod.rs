//! The agents of Dice Chess, with one die and with three.

mod as_described;
mod basic;
mod deep_q;
mod expectimax;
mod features;
mod hybrid;
mod hybrid_as_found;
mod king_turn;
mod learning;
mod mcts_as_found;
mod minimax;
mod network;
mod piece_memory;
mod q_learning;
mod ql_as_found;
mod qtable;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::rules::original::PawnTerm;
use crate::rules::{
    Capture, DiceChess, Material, OnBoard, Pawns, Positional, ProgramMaterial, Threats, ThreeDice,
};
use crate::tensors::DiceChessTensors;
use ludarium_search::mcts::{GameScores, Parameters, Selection, Timing};
use ludarium_search::{AlphaBeta, AlphaBetaOptions, Chance, Mcts, OnePly};

use self::as_described::{AsDescribed, Number, Values};
use self::basic::{Basic, BasicAsFound};
use self::expectimax::ChoosesKind;
use self::mcts_as_found::MctsAsFound;
use self::minimax::{FirstBest, MinimaxOverKinds};
use self::piece_memory::Following;
use ludarium_agents::values::ShippedValue;
use ludarium_agents::{Entry, NamedEvaluation, Playable, generic};
use ludarium_game::tensors::Tensors;

pub use self::deep_q::{DeepQ, KING, action_inputs, action_values};
pub use self::network::{
    INPUTS, NetworkJudge, ReportNetwork, ShippedNetwork, inputs, turned_inputs,
};

impl Playable for DiceChess {
    type Gain = Capture;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        let mut all = evaluations();
        all.push(NamedEvaluation::weighted(
            "threats",
            "variant 1, and the chance that the next roll captures the king",
            read_threats,
        ));
        all.push(NamedEvaluation::new(
            "network",
            "the report's value network, trained on games of our Expecti-MCTS",
            ShippedNetwork,
        ));
        all.push(NamedEvaluation::new(
            "network-report",
            "the same network, trained on as few positions as in the report, of White alone",
            ReportNetwork,
        ));
        all.push(NamedEvaluation::shipped(
            "value",
            "a value network, trained on games of our own Star2 search",
        ));
        all
    }

    fn tensors(_: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(DiceChessTensors::default())
    }

    fn entries() -> Vec<Entry<Self>> {
        let mut own = vec![
            best(),
            basic(),
            basic_as_found(),
            minimax(),
            minimax_as_described(),
            minimax_as_found(),
            expectimax(),
            expectimax_as_described(),
            expectimax_as_found(),
            mcts(),
            mcts_as_found(),
        ];
        own.extend(learning::entries());
        own.push(deep_q());
        own.push(network());
        generic::complete(own, generic::two_seats())
    }
}

impl Playable for ThreeDice {
    type Gain = Capture;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        evaluations()
    }

    fn tensors(_: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(DiceChessTensors::default())
    }

    fn entries() -> Vec<Entry<Self>> {
        generic::complete(vec![best_with_three_dice()], generic::two_seats())
    }
}

fn evaluations<G: OnBoard>() -> Vec<NamedEvaluation<G>> {
    vec![
        NamedEvaluation::weighted(
            "positional",
            "pieces by the report's weights and their places: variant 1",
            read_positional,
        ),
        NamedEvaluation::new(
            "pawns",
            "the same, less half a pawn for each blocked or isolated pawn: variant 2",
            Pawns,
        ),
        NamedEvaluation::new("material", "pieces by the report's weights", Material),
        NamedEvaluation::new(
            "material-program",
            "pieces by the weights in the report's program",
            ProgramMaterial,
        ),
    ]
}

fn read_positional(p: &mut ludarium_agents::Parameters<'_>) -> Positional {
    let usual = Positional::default();
    // The kings of both sides are always there.
    let [pawn, knight, bishop, rook, queen, king] = usual.pieces;
    let mut read = |name, default, summary| p.weight(name, 0.0..=5000.0, default, summary);
    Positional {
        pieces: [
            read("pawn", pawn, "a pawn, in hundredths of the report's"),
            read("knight", knight, "a knight"),
            read("bishop", bishop, "a bishop"),
            read("rook", rook, "a rook"),
            read("queen", queen, "a queen"),
            king,
        ],
        places: p.weight(
            "places",
            0.0..=20.0,
            usual.places,
            "a hundredth of the tables of places",
        ),
        scale: p.weight(
            "scale",
            10.0..=50_000.0,
            usual.scale,
            "the lead that means odds of e : 1",
        ),
    }
}

fn read_threats(p: &mut ludarium_agents::Parameters<'_>) -> Threats {
    Threats {
        positional: read_positional(p),
        capture: p.weight(
            "capture",
            0.0..=1.0,
            Threats::default().capture,
            "the part of the chance to capture the king that counts",
        ),
    }
}

fn basic() -> Entry<DiceChess> {
    Entry::new(
        "basic",
        "takes the first capture it sees, otherwise goes where its piece stands best",
        |p| {
            let king_turn = king_turn::read(p);
            move || Basic { king_turn }
        },
    )
}

fn basic_as_found() -> Entry<DiceChess> {
    Entry::plain(
        "basic-as-found",
        "basic with its tables upside down for White and a queen that sees double for Black",
        BasicAsFound::default,
    )
}

fn minimax() -> Entry<DiceChess> {
    Entry::new(
        "minimax",
        "looks ahead as if both sides could choose what to roll",
        |p| {
            let depth = p.whole(
                "depth",
                1..=64,
                3,
                "plies to look ahead without another budget",
            ) as u32;
            let evaluation = generic::evaluation::<DiceChess>(p);
            let evaluation = king_turn::judge_from(king_turn::read(p), evaluation);
            let threads = generic::read_added_threads(p);
            move || MinimaxOverKinds::new(evaluation.clone(), depth, threads)
        },
    )
}

fn minimax_as_described() -> Entry<DiceChess> {
    Entry::new(
        "minimax-as-described",
        "minimax that leaves out children no better at once than one before them",
        |p| {
            let (number, depth) = read_described(p);
            move || AsDescribed {
                number,
                values: Values::BetterChildren,
                depth,
            }
        },
    )
}

fn minimax_as_found() -> Entry<DiceChess> {
    Entry::new(
        "minimax-as-found",
        "the first best move one ply ahead, whatever depth the report says",
        |p| {
            let pawns = pawn_term(p);
            move || Following::new(FirstBest { pawns })
        },
    )
}

fn expectimax() -> Entry<DiceChess> {
    Entry::new(
        "expectimax",
        "expectiminimax: the best move against the mean over what the other side may roll",
        |p| {
            // The report's search is exact, and so is this one unless somebody asks for more speed.
            p.set_default("table", "exact");
            let (evaluation, options) = generic::read_alpha_beta::<DiceChess>(p, 3);
            let evaluation = king_turn::judge_from(king_turn::read(p), evaluation);
            move || {
                let mut search = AlphaBeta::new(evaluation.clone(), Capture);
                search.options = options;
                search
            }
        },
    )
}

fn expectimax_as_described() -> Entry<DiceChess> {
    Entry::new(
        "expectimax-as-described",
        "a position is worth the average over all rolls and all moves, good and bad",
        |p| {
            let (number, depth) = read_described(p);
            let choices = [("averages", Values::Averages), ("sums", Values::Sums)];
            let summary = "what counts of the moves of a kind: their mean, or their sum";
            let values = p.choice("values", choices, summary);
            move || AsDescribed {
                number,
                values,
                depth,
            }
        },
    )
}

/// Reads the evaluation and the depth of a search as the report describes it.
fn read_described(p: &mut ludarium_agents::Parameters<'_>) -> (Number, u32) {
    let depth = p.whole(
        "depth",
        1..=64,
        3,
        "plies to look ahead without another budget",
    );
    let pawns = p.choice(
        "eval",
        [("positional", false), ("pawns", true)],
        "variant 1 or 2 of the evaluation",
    );
    let king_turn = king_turn::read(p);
    (Number { pawns, king_turn }, depth as u32)
}

fn expectimax_as_found() -> Entry<DiceChess> {
    Entry::new(
        "expectimax-as-found",
        "chooses a kind of piece by its own rule, then the first best move one ply ahead",
        |p| {
            let pawns = pawn_term(p);
            move || Following::new(ChoosesKind { pawns })
        },
    )
}

fn mcts() -> Entry<DiceChess> {
    Entry::new(
        "mcts",
        "Expecti-MCTS: plays many games to the end, rolls at random, takes a king at once",
        |p| {
            p.set_default("chance", "expecti");
            p.set_default("when", "at-once");
            p.set_default("solver", "off");
            let (evaluation, search) = generic::read_mcts::<DiceChess>(p);
            move || {
                Mcts::new(evaluation.clone(), Capture, GameScores).with(Parameters {
                    win_at_once: true,
                    ..search
                })
            }
        },
    )
}

fn mcts_as_found() -> Entry<DiceChess> {
    Entry::new(
        "mcts-as-found",
        "Expecti-MCTS as the report's program has it",
        |p| {
            let iterations = p.whole(
                "iterations",
                1..=1_000_000_000,
                2000,
                "simulations without another budget",
            );
            let c = p.real("c", 0.0..=1000.0, 0.8, "the weight of exploration");
            move || MctsAsFound { iterations, c }
        },
    )
}

fn deep_q() -> Entry<DiceChess> {
    Entry::plain(
        "dql",
        "deep Q-learning: plays the move to which a network trained by Q-learning gives most",
        || DeepQ {
            network: deep_q::Shipped,
        },
    )
}

fn network() -> Entry<DiceChess> {
    Entry::new(
        "network",
        "plays the move after which the report's value network likes its side best",
        |p| {
            let choices = [
                ("own", NamedEvaluation::new("own", "", ShippedNetwork).judge),
                (
                    "report",
                    NamedEvaluation::new("report", "", ReportNetwork).judge,
                ),
            ];
            let summary = "on many games of ours, or on as few positions as the report had";
            let evaluation = p.choice("trained", choices, summary);
            move || OnePly {
                evaluation: evaluation.clone(),
                chance: Chance::Expect,
            }
        },
    )
}

/// How strongly late moves are reduced: docs/strength.md.
const REDUCE: f64 = 0.6;

/// Beats every Monte Carlo search we have at equal time, and the same search with another evaluation.
fn best() -> Entry<DiceChess> {
    Entry::new(
        "best",
        "our strongest: Star2 search with deepening, judged by the value network",
        |p| {
            let value = ShippedValue::<DiceChess>::noted(p);
            let options = AlphaBetaOptions {
                reduce: generic::read_reduce(p, REDUCE),
                threads: generic::read_threads(p),
                ..AlphaBetaOptions::default()
            };
            move || {
                let mut search = AlphaBeta::new(value, Capture);
                search.options = options;
                search
            }
        },
    )
}

/// As strong as Star2 search at equal time, and stronger than every search that plays games to the end.
fn best_with_three_dice() -> Entry<ThreeDice> {
    Entry::plain(
        "best",
        "our strongest: Monte Carlo tree search that evaluates instead of playing to the end",
        || {
            Mcts::new(Positional::default(), Capture, GameScores).with(Parameters {
                selection: Selection::Uct { c: 0.8 },
                timing: Timing::AtOnce,
                truncate: Some(0),
                solver: true,
                win_at_once: true,
                ..Parameters::default()
            })
        },
    )
}

fn pawn_term(p: &mut ludarium_agents::Parameters<'_>) -> PawnTerm {
    p.choice(
        "eval",
        [("positional", PawnTerm::None), ("pawns", PawnTerm::AsFound)],
        "variant 1 or 2 of the evaluation, as found",
    )
}
