//! The entry of Monte Carlo tree search.

use ludarium_search::Mcts;
use ludarium_search::mcts::{
    ChanceNodes, Expansion, FinalChoice, GameScores, Parameters, Regulator, Rollout, Selection,
    Threads, Timing, Urgency,
};

use super::{evaluation, evaluation_parameter};
use crate::{Entry, Kit, Parameter, Settings};

/// The parameters of Monte Carlo tree search.
pub fn mcts_parameters<G: Kit>() -> Vec<Parameter> {
    vec![
        Parameter::whole(
            "iterations",
            (1, 1_000_000_000),
            2000,
            "simulations without another budget",
        ),
        Parameter::words(
            "selection",
            ["uct", "puct", "ccb"],
            "how children are chosen",
        ),
        Parameter::real("c", (0.0, 1000.0), 0.8, "the weight of exploration"),
        Parameter::words(
            "unvisited",
            ["first", "parent"],
            "what unvisited children count for",
        ),
        Parameter::words(
            "rollout",
            ["random", "greedy", "mixed", "mast"],
            "how games are played out",
        ),
        Parameter::real(
            "random-share",
            (0.0, 1.0),
            0.15,
            "random moves with rollout=mixed",
        ),
        Parameter::whole(
            "plies",
            (0, 3000),
            3000,
            "moves of a roll-out before the evaluation decides",
        ),
        evaluation_parameter::<G>(),
        Parameter::words("expand", ["all", "captures"], "which moves become children"),
        Parameter::words(
            "when",
            ["second-visit", "at-once"],
            "when a node gets children",
        ),
        Parameter::words(
            "chance",
            ["quota", "sampled", "open-loop", "widening", "expecti"],
            "what happens at chance nodes",
        ),
        Parameter::real(
            "history",
            (0.0, 100.0),
            0.0,
            "the weight of Progressive History, 0 for none",
        ),
        Parameter::real(
            "implicit",
            (0.0, 1.0),
            0.0,
            "the weight of implicit minimax values",
        ),
        Parameter::switch("solver", true, "whether solved positions are recognised"),
        Parameter::switch("reuse", false, "whether the tree is kept for the next move"),
        Parameter::words("final", ["visits", "mean"], "which move is played"),
        Parameter::whole(
            "threads",
            (1, 256),
            1,
            "threads; more than one is not reproducible in one tree",
        ),
        Parameter::words("parallel", ["tree", "root"], "how threads share the work"),
        Parameter::whole(
            "memory",
            (1, 1_048_576),
            512,
            "mebibytes for the tree at most",
        ),
        Parameter::real(
            "temperature",
            (0.01, 100.0),
            0.2,
            "rollout=mast: the lead in mean score that makes a move e times as likely",
        ),
        Parameter::real(
            "rave",
            (0.0, 100.0),
            0.0,
            "the bias b of RAVE, 0 for none; a larger one trusts it for fewer visits",
        ),
    ]
}

/// Reads what [`mcts_parameters`] lists.
pub fn read_mcts(settings: &Settings) -> Parameters {
    let c = settings.real("c");
    let threads = settings.whole("threads") as usize;
    let history = settings.real("history");
    let rave = settings.real("rave");
    Parameters {
        iterations: settings.whole("iterations"),
        selection: match settings.word("selection") {
            "puct" => Selection::Puct {
                init: c,
                base: 19_652.0,
                temperature: 1.0,
            },
            "ccb" => Selection::Ccb {
                regulator: Regulator::Sqrt,
            },
            _ => Selection::Uct { c },
        },
        urgency: match settings.word("unvisited") {
            "parent" => Urgency::Parent { reduction: 0.2 },
            _ => Urgency::First,
        },
        rollout: match settings.word("rollout") {
            "greedy" => Rollout::Greedy,
            "mixed" => Rollout::Mixed(settings.real("random-share")),
            "mast" => Rollout::Mast {
                temperature: settings.real("temperature"),
            },
            _ => Rollout::Random,
        },
        truncate: Some(settings.whole("plies") as u32),
        expansion: match settings.word("expand") {
            "captures" => Expansion::GainsOnly,
            _ => Expansion::All,
        },
        timing: match settings.word("when") {
            "at-once" => Timing::AtOnce,
            _ => Timing::SecondVisit,
        },
        chance: match settings.word("chance") {
            "sampled" => ChanceNodes::Sampled,
            "open-loop" => ChanceNodes::OpenLoop,
            "widening" => ChanceNodes::Widening,
            "expecti" => ChanceNodes::Expecti,
            _ => ChanceNodes::Quota,
        },
        history: (history > 0.0).then_some(history),
        rave: (rave > 0.0).then_some(rave),
        implicit: settings.real("implicit"),
        solver: settings.switch("solver"),
        reuse: settings.switch("reuse"),
        choice: match settings.word("final") {
            "mean" => FinalChoice::BestMean,
            _ => FinalChoice::MostVisits,
        },
        threads: match (threads, settings.word("parallel")) {
            (1, _) => Threads::One,
            (_, "root") => Threads::Root(threads),
            _ => Threads::Tree(threads),
        },
        memory: (settings.whole("memory") as usize) << 20,
        ..Parameters::default()
    }
}

pub(super) fn entry<G: Kit>() -> Entry<G> {
    Entry::new(
        "mcts",
        "Monte Carlo tree search: plays many games to the end and follows what went well",
        mcts_parameters::<G>(),
        |settings| {
            let gain = G::Gain::default();
            Mcts::new(evaluation::<G>(settings), gain, GameScores).with(read_mcts(settings))
        },
    )
}
