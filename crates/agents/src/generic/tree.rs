//! Entries of the tree searches.

use ludarium_game::{Agent, Reseat};
use ludarium_search::{
    AlphaBeta, AlphaBetaOptions, BestReplyPlusSearch, BestReplySearch, Chance, Each, Felt, Goal,
    MaxN, Minimax, MixRule, MpMix, Paranoid, ProbCut, Pruning, SelectiveMaxN, SelectiveOptions,
    Sensed, Sensible, Star, TableMode, Ties,
};

use super::{ReadSense, evaluation};
use crate::offensive::Offensive;
use crate::{Entry, Judge, Parameters, Playable};

/// What every tree search needs.
struct Plain<G> {
    depth: u32,
    evaluation: Judge<G>,
    chance: Chance,
}

fn read_plain<G: Playable>(p: &mut Parameters<'_>, depth: u64) -> Plain<G> {
    let depth = p.whole("depth", 1..=64, depth, "plies to look ahead without another budget");
    let evaluation = evaluation::<G>(p);
    let chance = p.choice(
        "chance",
        [("expect", Chance::Expect), ("ignore", Chance::Ignore), ("sample", Chance::Sample(0))],
        "what happens where chance draws",
    );
    let samples = p.whole("samples", 1..=10_000, 16, "outcomes drawn with chance=sample");
    Plain {
        depth: depth as u32,
        evaluation,
        chance: match chance {
            Chance::Sample(_) => Chance::Sample(samples as u32),
            other => other,
        },
    }
}

/// Reads how many threads search together.
pub fn read_threads(p: &mut Parameters<'_>) -> usize {
    let threads = p.whole(
        "threads",
        1..=256,
        1,
        "threads that search together; more than one is not reproducible",
    );
    threads as usize
}

/// The same for an agent that had no threads when it was first measured.
pub fn read_added_threads(p: &mut Parameters<'_>) -> usize {
    p.added("threads");
    read_threads(p)
}

/// Reads how strongly late moves are reduced, `own` by default.
pub fn read_reduce(p: &mut Parameters<'_>, own: f64) -> f64 {
    p.real(
        "reduce",
        0.0..=2.0,
        own,
        "late move reductions: how strongly quiet moves far down the order are cut short; 0 for none",
    )
}

/// Reads the evaluation and the options of an alpha-beta search that looks `depth` plies ahead by default.
pub fn read_alpha_beta<G: Playable>(
    p: &mut Parameters<'_>,
    depth: u64,
) -> (Judge<G>, AlphaBetaOptions) {
    let plain = read_plain::<G>(p, depth);
    let star = p.choice(
        "star",
        [("2", Star::Two { probes: 1 }), ("1", Star::One), ("off", Star::Off)],
        "pruning at chance nodes: Star2, Star1 or none",
    );
    let probes = p.whole("probes", 1..=100, 1, "replies that Star2 probes; above 1 it is Star2.5");
    let table = p.choice(
        "table",
        [("deep", TableMode::Deep), ("exact", TableMode::Exact), ("off", TableMode::Off)],
        "which earlier results count",
    );
    let memory = p.whole("memory", 1..=65_536, 512, "mebibytes for the table at most");
    let quiescence =
        p.whole("quiescence", 0..=64, 0, "plies that gains are followed beyond the horizon");
    let margin = p.real(
        "probcut",
        0.0..=2.0,
        0.0,
        "ChanceProbCut: skips a chance node whose value, two plies shallower, lies this far outside the window; 0 for none",
    );
    let reduce = read_reduce(p, 0.0);
    let threads = read_threads(p);
    let options = AlphaBetaOptions {
        depth: plain.depth,
        chance: plain.chance,
        star: match star {
            Star::Two { .. } => Star::Two { probes: probes as u32 },
            other => other,
        },
        table,
        table_mebibytes: memory as usize,
        quiescence: quiescence as u32,
        prob_cut: prob_cut(margin),
        reduce,
        threads,
        ..AlphaBetaOptions::default()
    };
    (plain.evaluation, options)
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

pub(super) fn minimax<G: Playable>() -> Entry<G> {
    Entry::new(
        "minimax",
        "looks at every line to a fixed depth, expectations where chance draws",
        |p| {
            let plain = read_plain::<G>(p, 3);
            let threads = read_added_threads(p);
            move || Minimax {
                depth: plain.depth,
                chance: plain.chance,
                threads,
                ..Minimax::new(plain.evaluation.clone())
            }
        },
    )
}

pub(super) fn alpha_beta<G: Playable>() -> Entry<G> {
    Entry::new(
        "alphabeta",
        "alpha-beta with everything: deepening, scout, table, ordering, Star2 where chance draws",
        |p| {
            let (evaluation, options) = read_alpha_beta::<G>(p, 4);
            move || {
                let mut search = AlphaBeta::new(evaluation.clone(), G::Gain::default());
                search.options = options;
                search
            }
        },
    )
}

fn read_max_n<G: Playable>(p: &mut Parameters<'_>) -> impl Fn() -> MaxN<Judge<G>> + use<G> {
    let plain = read_plain::<G>(p, 3);
    let pruning = p.choice(
        "pruning",
        [
            ("shallow", Some(Pruning::Shallow)),
            ("last-branch", Some(Pruning::LastBranch)),
            ("off", None),
        ],
        "how much is cut; it never changes a value",
    );
    let threads = read_threads(p);
    move || MaxN {
        depth: plain.depth,
        chance: plain.chance,
        largest_sum: pruning.map(|_| G::LARGEST_SUM),
        pruning: pruning.unwrap_or(Pruning::Shallow),
        goal: Goal::Own,
        threads,
        ..MaxN::new(plain.evaluation.clone())
    }
}

const MAX_N: (&str, &str) = ("maxn", "max^n: expects everybody to play for himself");

pub(super) fn max_n<G: Playable>() -> Entry<G> {
    let (name, summary) = MAX_N;
    Entry::new(name, summary, |p| read_max_n::<G>(p))
}

pub(super) fn max_n_with<G: Playable>(read_sense: ReadSense<G>) -> Entry<G> {
    let (name, summary) = MAX_N;
    Entry::new(name, summary, move |p| {
        let search = read_max_n::<G>(p);
        let sense = read_sense(p);
        move || -> Box<dyn Agent<G>> {
            let search = search();
            match &sense {
                None => Box::new(search),
                Some(sense) => {
                    let search = MaxN {
                        evaluation: Felt(search.evaluation),
                        depth: search.depth,
                        chance: search.chance,
                        largest_sum: search.largest_sum,
                        pruning: search.pruning,
                        goal: search.goal,
                        ties: Ties::Chance,
                        threads: search.threads,
                    };
                    Box::new(Sensible::new(search, sense.clone()))
                }
            }
        }
    })
}

/// Reads how far selective max^n looks, and how sure it is of the others.
pub fn read_selective(p: &mut Parameters<'_>) -> SelectiveOptions {
    let own = SelectiveOptions::default();
    let depth =
        p.whole("depth", 1..=64, own.depth.into(), "plies to look ahead without another budget");
    let reduce = p.real(
        "reduce",
        0.0..=4.0,
        own.reduce,
        "by how many plies later moves are cut short: times the logarithm of their place",
    );
    let margin = p.real(
        "margin",
        0.001..=1000.0,
        own.margin,
        "how much worse than the first a move looks that is cut short by one more ply",
    );
    let doubt = p.real(
        "doubt",
        0.0..=1.0,
        own.doubt,
        "how much worse an opponent's move is that is expected 1/e times as often; 0: the best is expected",
    );
    SelectiveOptions { depth: depth as u32, reduce, margin, doubt, threads: read_threads(p) }
}

pub(super) fn selective<G: Playable>() -> Entry<G> {
    Entry::new(
        "selective",
        "max^n that follows moves the further the better they look, and is not sure of the others",
        |p| {
            let options = read_selective(p);
            let evaluation = evaluation::<G>(p);
            move || SelectiveMaxN::new(Each(evaluation.clone()), options)
        },
    )
}

pub(super) fn offensive<G: Playable>() -> Entry<G> {
    Entry::new(
        "offensive",
        "plays against the leader, and expects the others to play for themselves",
        |p| {
            let search = read_max_n::<G>(p);
            move || Offensive::new(search())
        },
    )
}

/// Makes a search of an evaluation, a gain and options.
type Constructor<E, Q, A> = fn(E, Q, AlphaBetaOptions) -> A;

/// The evaluation and the options of a search that sees many seats as two sides.
fn read_against_all<G: Playable>(p: &mut Parameters<'_>) -> (Judge<G>, AlphaBetaOptions) {
    let (evaluation, options) = read_alpha_beta::<G>(p, 4);
    // Moves that are equally good are chosen by chance.
    let ties = Ties::Chance;
    (evaluation, AlphaBetaOptions { ties, ..options })
}

/// The entry of a search that sees many seats as two sides.
fn against_all<G: Playable, A: Agent<G> + 'static>(
    (name, summary): (&'static str, &'static str),
    plain: Constructor<Judge<G>, G::Gain, A>,
) -> Entry<G> {
    Entry::new(name, summary, move |p| {
        let (evaluation, options) = read_against_all::<G>(p);
        move || plain(evaluation.clone(), G::Gain::default(), options)
    })
}

/// The same for seats with a sense. `plain` and `felt` are its constructor, for the game and for the game as such
/// seats play it.
fn against_all_with<G: Playable, A: Agent<G> + 'static, B: Agent<Sensed<G>> + 'static>(
    (name, summary): (&'static str, &'static str),
    plain: Constructor<Judge<G>, G::Gain, A>,
    felt: Constructor<Felt<Judge<G>>, Felt<G::Gain>, B>,
    read_sense: ReadSense<G>,
) -> Entry<G> {
    Entry::new(name, summary, move |p| {
        let (evaluation, options) = read_against_all::<G>(p);
        let sense = read_sense(p);
        move || -> Box<dyn Agent<G>> {
            let (evaluation, gain) = (evaluation.clone(), G::Gain::default());
            match &sense {
                None => Box::new(plain(evaluation, gain, options)),
                Some(sense) => {
                    let search = felt(Felt(evaluation), Felt(gain), options);
                    Box::new(Sensible::new(search, sense.clone()))
                }
            }
        }
    })
}

const PARANOID: (&str, &str) = ("paranoid", "expects everybody else to play against it");

const BEST_REPLY: (&str, &str) =
    ("brs", "best-reply search: between two of its moves only the most harmful opponent moves");

const BEST_REPLY_PLUS: (&str, &str) =
    ("brs-plus", "BRS+: of the opponents' moves in a round at most one is not the obvious one");

pub(super) fn paranoid<G: Playable>() -> Entry<G> {
    against_all(PARANOID, Paranoid::new)
}

pub(super) fn paranoid_with<G: Playable>(sense: ReadSense<G>) -> Entry<G> {
    against_all_with(PARANOID, Paranoid::new, Paranoid::new, sense)
}

pub(super) fn best_reply<G: Playable + Reseat>() -> Entry<G> {
    against_all(BEST_REPLY, BestReplySearch::new)
}

pub(super) fn best_reply_with<G: Playable + Reseat>(sense: ReadSense<G>) -> Entry<G> {
    against_all_with(BEST_REPLY, BestReplySearch::new, BestReplySearch::new, sense)
}

pub(super) fn best_reply_plus<G: Playable>() -> Entry<G> {
    against_all(BEST_REPLY_PLUS, BestReplyPlusSearch::new)
}

pub(super) fn best_reply_plus_with<G: Playable>(sense: ReadSense<G>) -> Entry<G> {
    against_all_with(BEST_REPLY_PLUS, BestReplyPlusSearch::new, BestReplyPlusSearch::new, sense)
}

pub(super) fn mp_mix<G: Playable>() -> Entry<G> {
    Entry::new("mpmix", "MP-Mix: paranoid, offensive or max^n, by who leads and how far", |p| {
        let (evaluation, options) = read_alpha_beta::<G>(p, 3);
        let defence = p.real("defence", 0.0..=1.0, 0.1, "the own lead from which it is defended");
        let offence = p.real("offence", 0.0..=1.0, 0.1, "another's lead from which he is attacked");
        let rule = p.choice(
            "rule",
            [("published", MixRule::Published), ("ahead", MixRule::Ahead)],
            "who plays how",
        );
        move || {
            let gain = G::Gain::default();
            let mut mix = MpMix::new(evaluation.clone(), gain, options);
            mix.defence = defence as f32;
            mix.offence = offence as f32;
            mix.rule = rule;
            mix
        }
    })
}
