//! The agents of the report: as it describes them, and as its program has them (`…-as-found`).

mod as_described;
mod basic;
mod basic_as_found;
mod deep_q;
mod expectimax;
mod hybrid;
mod hybrid_as_found;
mod king_turn;
mod learning;
mod mcts_as_found;
mod minimax;
mod one_look;
mod order;
mod piece_list;
mod piece_memory;
mod piece_squares;
mod program;
mod q_learning;
mod ql_as_found;
mod qtable;
#[cfg(test)]
mod tests;

use crate::agents::basic::read_king_turn;
use ludarium_agents::{Entry, NamedEvaluation, Roster, generic};
use ludarium_dice_chess::agents::{ReportNetwork, ShippedNetwork};
use ludarium_dice_chess::rules::{Capture, DiceChess};
use ludarium_search::mcts::{GameScores, Parameters};
use ludarium_search::{AlphaBeta, Chance, Mcts, OnePly};

use self::as_described::{AsDescribed, ChildValues, LeadNumber};
use self::basic_as_found::BasicAsFound;
use self::expectimax::ChoosesKind;
use self::king_turn::judge_from;
use self::mcts_as_found::MctsAsFound;
use self::minimax::{FirstBest, MinimaxOverKinds};
pub(crate) use self::order::list_moves;
pub(crate) use self::piece_list::PawnTerm;
use self::piece_memory::Following;

pub use self::deep_q::{DeepQ, KING, action_inputs, action_values};
pub(crate) use self::program::{ProgramView, SampledAnswer};

/// The agents of the report.
pub fn entries() -> Vec<Entry<DiceChess>> {
    let mut entries = vec![
        basic::entry(),
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
    entries.extend(learning::entries());
    entries.push(deep_q());
    entries.push(network());
    entries
}

/// The agents of the game and of the report.
pub(crate) fn roster() -> Roster<DiceChess> {
    let mut roster = Roster::default();
    entries().into_iter().for_each(|entry| roster.add(entry));
    roster
}

fn basic_as_found() -> Entry<DiceChess> {
    Entry::plain(
        "basic-as-found",
        "basic with its tables upside down for White; Black's queen sees hers mirrored every other time",
        BasicAsFound::default,
    )
}

fn minimax() -> Entry<DiceChess> {
    Entry::new("minimax", "looks ahead as if both sides could choose what to roll", |p| {
        let depth =
            p.whole("depth", 1..=64, 3, "plies to look ahead without another budget") as u32;
        let evaluation = generic::evaluation::<DiceChess>(p);
        let evaluation = judge_from(read_king_turn(p), evaluation);
        let threads = generic::read_added_threads(p);
        move || MinimaxOverKinds::new(evaluation.clone(), depth, threads)
    })
}

fn minimax_as_described() -> Entry<DiceChess> {
    Entry::new(
        "minimax-as-described",
        "minimax that leaves out children no better at once than one before them",
        |p| {
            let (number, depth) = read_described(p);
            move || AsDescribed { number, values: ChildValues::BetterChildren, depth }
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
            let evaluation = judge_from(read_king_turn(p), evaluation);
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
            let choices = [("averages", ChildValues::Averages), ("sums", ChildValues::Sums)];
            let summary = "what counts of the moves of a kind: their mean, or their sum";
            let values = p.choice("values", choices, summary);
            move || AsDescribed { number, values, depth }
        },
    )
}

/// Reads the evaluation and the depth of a search as the report describes it.
fn read_described(p: &mut ludarium_agents::Parameters<'_>) -> (LeadNumber, u32) {
    let depth = p.whole("depth", 1..=64, 3, "plies to look ahead without another budget");
    let pawns = p.choice(
        "eval",
        [("positional", false), ("pawns", true)],
        "variant 1 or 2 of the evaluation",
    );
    let king_turn = read_king_turn(p);
    (LeadNumber { pawns, king_turn }, depth as u32)
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
            p.added("take-king");
            let summary = "whether a king is taken at once, without a search";
            let win_at_once = p.switch("take-king", true, summary);
            move || {
                Mcts::new(evaluation.clone(), Capture, GameScores)
                    .with(Parameters { win_at_once, ..search })
            }
        },
    )
}

fn mcts_as_found() -> Entry<DiceChess> {
    Entry::new("mcts-as-found", "Expecti-MCTS as the report's program has it", |p| {
        let iterations =
            p.whole("iterations", 1..=1_000_000_000, 2000, "simulations without another budget");
        let c = p.real("c", 0.0..=1000.0, 0.8, "the weight of exploration");
        move || MctsAsFound { iterations, c }
    })
}

fn deep_q() -> Entry<DiceChess> {
    Entry::plain(
        "dql",
        "deep Q-learning: plays the move to which a network trained by Q-learning gives most",
        || DeepQ { network: deep_q::ShippedQ },
    )
}

fn network() -> Entry<DiceChess> {
    Entry::new(
        "network",
        "plays the move after which the report's value network likes its side best",
        |p| {
            let choices = [
                ("own", NamedEvaluation::new("own", "", ShippedNetwork).judge),
                ("report", NamedEvaluation::new("report", "", ReportNetwork).judge),
            ];
            let summary = "on many games of ours, or on as few positions as the report had";
            let evaluation = p.choice("trained", choices, summary);
            move || OnePly { evaluation: evaluation.clone(), chance: Chance::Expect }
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
