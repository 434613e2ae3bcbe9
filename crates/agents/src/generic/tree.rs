//! Entries of the tree searches.

use ludarium_game::Reseat;
use ludarium_search::{
    AlphaBeta, AlphaBetaOptions, BestReplyPlusSearch, BestReplySearch, Chance, Goal, MaxN, Minimax,
    MixRule, MpMix, Paranoid, ProbCut, Pruning, Star, TableMode,
};

use super::{evaluation, evaluation_parameter};
use crate::offensive::Offensive;
use crate::{Entry, Kit, Parameter, Settings};

/// The parameters of every alpha-beta search.
pub fn tree_parameters<G: Kit>(depth: u64) -> Vec<Parameter> {
    vec![
        Parameter::whole(
            "depth",
            (1, 64),
            depth,
            "plies to look ahead without another budget",
        ),
        evaluation_parameter::<G>(),
        Parameter::words(
            "chance",
            ["expect", "ignore", "sample"],
            "what happens where chance draws",
        ),
        Parameter::whole(
            "samples",
            (1, 10_000),
            16,
            "outcomes drawn with chance=sample",
        ),
        Parameter::words(
            "star",
            ["2", "1", "off"],
            "pruning at chance nodes: Star2, Star1 or none",
        ),
        Parameter::whole(
            "probes",
            (1, 100),
            1,
            "replies that Star2 probes; above 1 it is Star2.5",
        ),
        Parameter::words(
            "table",
            ["deep", "exact", "off"],
            "which earlier results count",
        ),
        Parameter::whole(
            "memory",
            (1, 65_536),
            512,
            "mebibytes for the table at most",
        ),
        Parameter::whole(
            "quiescence",
            (0, 64),
            0,
            "plies that gains are followed beyond the horizon",
        ),
        Parameter::real(
            "probcut",
            (0.0, 2.0),
            0.0,
            "ChanceProbCut: skips a chance node whose value, two plies shallower, lies this far outside the window; 0 for none",
        ),
    ]
}

/// Reads what [`tree_parameters`] lists.
pub fn read_alpha_beta(settings: &Settings) -> AlphaBetaOptions {
    AlphaBetaOptions {
        depth: settings.whole("depth") as u32,
        chance: chance(settings),
        star: match settings.word("star") {
            "1" => Star::One,
            "off" => Star::Off,
            _ => Star::Two {
                probes: settings.whole("probes") as u32,
            },
        },
        table: match settings.word("table") {
            "exact" => TableMode::Exact,
            "off" => TableMode::Off,
            _ => TableMode::Deep,
        },
        table_mebibytes: settings.whole("memory") as usize,
        quiescence: settings.whole("quiescence") as u32,
        prob_cut: prob_cut(settings.real("probcut")),
        ..AlphaBetaOptions::default()
    }
}

/// ChanceProbCut with a margin on the scale of −1 to 1; none for 0.
///
/// The shallow search is two plies shallower, so that the same seat moves last, and looks at least one
/// ply ahead: a single evaluation foretells too little.
fn prob_cut(margin: f64) -> Option<ProbCut> {
    (margin > 0.0).then_some(ProbCut {
        reduction: 2,
        least_depth: 3,
        slope: 1.0,
        offset: 0.0,
        spread: margin,
        confidence: 1.0,
    })
}

fn chance(settings: &Settings) -> Chance {
    match settings.word("chance") {
        "ignore" => Chance::Ignore,
        "sample" => Chance::Sample(settings.whole("samples") as u32),
        _ => Chance::Expect,
    }
}

/// The first four of [`tree_parameters`]: what a search without pruning needs.
fn plain_parameters<G: Kit>(depth: u64) -> Vec<Parameter> {
    let mut parameters = tree_parameters::<G>(depth);
    parameters.truncate(4);
    parameters
}

pub(super) fn minimax<G: Kit>() -> Entry<G> {
    Entry::new(
        "minimax",
        "looks at every line to a fixed depth, expectations where chance draws",
        plain_parameters::<G>(3),
        |settings| Minimax {
            depth: settings.whole("depth") as u32,
            chance: chance(settings),
            ..Minimax::new(evaluation::<G>(settings))
        },
    )
}

pub(super) fn alpha_beta<G: Kit>() -> Entry<G> {
    Entry::new(
        "alphabeta",
        "alpha-beta with everything: deepening, scout, table, ordering, Star2 where chance draws",
        tree_parameters::<G>(4),
        |settings| {
            let mut search = AlphaBeta::new(evaluation::<G>(settings), G::Gain::default());
            search.options = read_alpha_beta(settings);
            search
        },
    )
}

fn read_max_n<G: Kit>(settings: &Settings) -> MaxN<crate::Judge<G>> {
    MaxN {
        depth: settings.whole("depth") as u32,
        chance: chance(settings),
        largest_sum: (settings.word("pruning") != "off").then_some(G::LARGEST_SUM),
        pruning: match settings.word("pruning") {
            "last-branch" => Pruning::LastBranch,
            _ => Pruning::Shallow,
        },
        goal: Goal::Own,
        ..MaxN::new(evaluation::<G>(settings))
    }
}

fn max_n_parameters<G: Kit>() -> Vec<Parameter> {
    let mut parameters = plain_parameters::<G>(3);
    parameters.push(Parameter::words(
        "pruning",
        ["shallow", "last-branch", "off"],
        "how much is cut; it never changes a value",
    ));
    parameters
}

pub(super) fn max_n<G: Kit>() -> Entry<G> {
    Entry::new(
        "maxn",
        "max^n: expects everybody to play for himself",
        max_n_parameters::<G>(),
        read_max_n::<G>,
    )
}

pub(super) fn offensive<G: Kit>() -> Entry<G> {
    Entry::new(
        "offensive",
        "plays against whoever leads, and expects the others to play for themselves",
        max_n_parameters::<G>(),
        |settings| Offensive::new(read_max_n::<G>(settings)),
    )
}

pub(super) fn paranoid<G: Kit>() -> Entry<G> {
    Entry::new(
        "paranoid",
        "expects everybody else to play against it",
        tree_parameters::<G>(4),
        |settings| {
            let gain = G::Gain::default();
            Paranoid::new(evaluation::<G>(settings), gain, read_alpha_beta(settings))
        },
    )
}

pub(super) fn best_reply<G: Kit + Reseat>() -> Entry<G> {
    Entry::new(
        "brs",
        "best-reply search: between two of its moves only the most harmful opponent moves",
        tree_parameters::<G>(4),
        |settings| {
            let gain = G::Gain::default();
            BestReplySearch::new(evaluation::<G>(settings), gain, read_alpha_beta(settings))
        },
    )
}

pub(super) fn best_reply_plus<G: Kit>() -> Entry<G> {
    Entry::new(
        "brs-plus",
        "BRS+: of the opponents' moves in a round at most one is not the obvious one",
        tree_parameters::<G>(4),
        |settings| {
            let gain = G::Gain::default();
            BestReplyPlusSearch::new(evaluation::<G>(settings), gain, read_alpha_beta(settings))
        },
    )
}

pub(super) fn mp_mix<G: Kit>() -> Entry<G> {
    let mut parameters = tree_parameters::<G>(3);
    parameters.extend([
        Parameter::real(
            "defence",
            (0.0, 1.0),
            0.1,
            "the own lead from which it is defended",
        ),
        Parameter::real(
            "offence",
            (0.0, 1.0),
            0.1,
            "another's lead from which he is attacked",
        ),
        Parameter::words("rule", ["published", "report001"], "who plays how"),
    ]);
    Entry::new(
        "mpmix",
        "MP-Mix: paranoid, offensive or max^n, by who leads and how far",
        parameters,
        |settings| {
            let gain = G::Gain::default();
            let options = read_alpha_beta(settings);
            let mut mix = MpMix::new(evaluation::<G>(settings), gain, options);
            mix.defence = settings.real("defence") as f32;
            mix.offence = settings.real("offence") as f32;
            mix.rule = match settings.word("rule") {
                "report001" => MixRule::Report001,
                _ => MixRule::Published,
            };
            mix
        },
    )
}
