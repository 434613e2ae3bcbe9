//! The entry of Monte Carlo tree search.

use std::sync::Arc;

use ludarium_search::Mcts;
use ludarium_search::mcts::{
    ChanceNodes, Expansion, GameScores, Parameters as Search, Rollout, Selection, Timing,
    Uninformed, Urgency,
};

use super::{FILE, evaluation};
use crate::parameter::NONE;
use crate::values::Outside;
use crate::{Entry, Judge, Parameters, Playable};

/// The words for how children are chosen.
#[derive(Clone, Copy)]
enum SelectionWord {
    Uct,
    Puct,
    Ccb,
}

/// The words for how games are played out.
#[derive(Clone, Copy)]
enum RolloutWord {
    Random,
    Greedy,
    Mixed,
}

/// Reads the parameters of Monte Carlo tree search, and the evaluation that it uses where a roll-out is cut short.
pub fn read_mcts<G: Playable>(p: &mut Parameters<'_>) -> (Judge<G>, Search) {
    let iterations =
        p.whole("iterations", 1..=1_000_000_000, 2000, "simulations without another budget");
    let choosing = p.choice(
        "selection",
        [("uct", SelectionWord::Uct), ("puct", SelectionWord::Puct), ("ccb", SelectionWord::Ccb)],
        "how children are chosen",
    );
    let c = p.real("c", 0.0..=1000.0, 0.8, "the weight of exploration");
    p.retired("unvisited=first");
    let playing = p.choice(
        "rollout",
        [
            ("random", RolloutWord::Random),
            ("greedy", RolloutWord::Greedy),
            ("mixed", RolloutWord::Mixed),
        ],
        "how games are played out",
    );
    let random_share = p.real("random-share", 0.0..=1.0, 0.15, "random moves with rollout=mixed");
    let plies =
        p.whole("plies", 0..=3000, 3000, "moves of a roll-out before the evaluation decides");
    let judge = evaluation::<G>(p);
    let expansion = p.choice(
        "expand",
        [("all", Expansion::All), ("captures", Expansion::GainsOnly)],
        "which moves become children",
    );
    let timing = p.choice(
        "when",
        [("second-visit", Timing::SecondVisit), ("at-once", Timing::AtOnce)],
        "when a node gets children",
    );
    let chance = p.choice(
        "chance",
        [
            ("quota", ChanceNodes::Quota),
            ("widening", ChanceNodes::Widening),
            ("expecti", ChanceNodes::Expecti),
        ],
        "what happens at chance nodes",
    );
    let history =
        p.real("history", 0.0..=100.0, 0.0, "the weight of Progressive History, 0 for none");
    let implicit = p.real("implicit", 0.0..=1.0, 0.0, "the weight of implicit minimax values");
    let solver = p.switch("solver", true, "whether solved positions are recognised");
    let reuse = p.switch("reuse", false, "whether the tree is kept for the next move");
    p.retired("final=visits");
    let threads = p.whole("threads", 1..=256, 1, "threads; more than one is not reproducible");
    p.retired("parallel=tree");
    let memory = p.whole("memory", 1..=1_048_576, 512, "mebibytes for the tree at most");
    p.retired("temperature=0.2");
    p.retired("rave=0");
    let search = Search {
        iterations,
        selection: match choosing {
            SelectionWord::Uct => Selection::Uct { c },
            SelectionWord::Puct => Selection::Puct { init: c, base: 19_652.0, temperature: 1.0 },
            SelectionWord::Ccb => Selection::Ccb,
        },
        rollout: match playing {
            RolloutWord::Random => Rollout::Random,
            RolloutWord::Greedy => Rollout::Greedy,
            RolloutWord::Mixed => Rollout::Mixed(random_share),
        },
        truncate: Some(plies as u32),
        expansion,
        timing,
        chance,
        history: (history > 0.0).then_some(history),
        implicit,
        solver,
        reuse,
        threads: threads as usize,
        memory: (memory as usize) << 20,
        ..Search::default()
    };
    (judge, search)
}

/// What a search asks: an evaluation, or a network that judges leaves and moves.
struct MctsSettings<G: Playable> {
    judge: Judge<G>,
    oracle: Option<Outside<G>>,
    search: Search,
}

/// Reads the parameters with or without a network. With one there are no roll-outs, and none of their parameters.
fn read<G: Playable>(p: &mut Parameters<'_>) -> MctsSettings<G> {
    if p.text("net").is_some_and(|text| text != NONE) {
        return read_guided(p);
    }
    let (judge, search) = read_mcts::<G>(p);
    read_network::<G>(p);
    MctsSettings { judge, oracle: None, search }
}

fn read_network<G: Playable>(p: &mut Parameters<'_>) -> Option<Outside<G>> {
    let found = p.choice_or_file(
        "net",
        [(NONE, None)],
        "who judges leaves and moves in place of roll-outs; file:FILE asks a network from outside, batch=N leaves at once",
        |word, path| {
            let read = || Outside::<G>::read(path).map_err(|error| error.to_string());
            (word == FILE).then(|| read().map(Some))
        },
    );
    let (network, file) = found?;
    p.model(file);
    let demanding = network.clone();
    p.demand(move |start: &G| demanding.check(start));
    Some(network)
}

fn read_guided<G: Playable>(p: &mut Parameters<'_>) -> MctsSettings<G> {
    let oracle = read_network::<G>(p);
    let batch = p.whole("batch", 1..=4096, 16, "leaves that the network judges at once, at most");
    let iterations =
        p.whole("iterations", 1..=1_000_000_000, 400, "simulations without another budget");
    let c = p.real("c", 0.0..=1000.0, 0.8, "the weight of exploration");
    let reduction = p.real(
        "reduction",
        0.0..=1.0,
        0.2,
        "how much less than its parent an unvisited move is thought to be worth",
    );
    let chance = p.choice(
        "chance",
        [("quota", ChanceNodes::Quota), ("widening", ChanceNodes::Widening)],
        "what happens at chance nodes",
    );
    let solver = p.switch("solver", true, "whether solved positions are recognised");
    let reuse = p.switch("reuse", false, "whether the tree is kept for the next move");
    let threads = p.whole("threads", 1..=256, 1, "threads; more than one is not reproducible");
    let memory = p.whole("memory", 1..=1_048_576, 512, "mebibytes for the tree at most");
    let search = Search {
        iterations,
        batch: batch as u32,
        selection: Selection::Puct { init: c, base: 19_652.0, temperature: 1.0 },
        urgency: Urgency::Parent { reduction },
        chance,
        solver,
        reuse,
        threads: threads as usize,
        memory: (memory as usize) << 20,
        ..Search::default()
    };
    MctsSettings { judge: Judge::new(Uninformed), oracle, search }
}

pub(super) fn entry<G: Playable>() -> Entry<G> {
    Entry::new(
        "mcts",
        "Monte Carlo tree search: plays many games to the end and follows what went well",
        |p| {
            let reading = read::<G>(p);
            move || {
                let (evaluation, gain) = (reading.judge.clone(), G::Gain::default());
                let search = Mcts::new(evaluation, gain, GameScores).with(reading.search);
                match &reading.oracle {
                    Some(oracle) => search.asking(Arc::new(oracle.clone())),
                    None => search,
                }
            }
        },
    )
}
