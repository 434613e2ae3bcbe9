//! The parameters of a search: plain values with documented meanings.

/// How a child is chosen at a decision node of seat p. Q is the child's mean reward of p, n its
/// visits, N the visits of the parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// Q + c·√(ln N / n).
    Uct {
        /// The weight of exploration; √2 suits rewards in [0, 1].
        c: f64,
    },
    /// Q + c·P·√N / (1 + n) with c = `init` + ln((1 + N + `base`) / `base`). The priors P are the
    /// softmax of the moves' gains over `temperature`. Meant to go with [`Urgency::Parent`], so that
    /// priors decide which child is tried first.
    Puct {
        /// The weight of exploration for small N.
        init: f64,
        /// From about this many visits on the weight grows.
        base: f64,
        /// The gain that makes a move e times as likely.
        temperature: f64,
    },
    /// Improved UCB with arms that are never removed, after Liu & Tsuruoka. Rewards must lie in
    /// [0, 1].
    Ccb,
}

/// What a child counts for before its first visit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Urgency {
    /// More than any visited child: every child is tried once first.
    First,
    /// The parent's mean, less `reduction` times the root of the visited children's share of priors.
    Parent {
        /// The size of the reduction; 0.2 is common.
        reduction: f64,
    },
}

/// Whose reward the choice at a decision node maximises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// That of the seat to move (max^n).
    Mover,
    /// That of the seat to move at the root, for everybody. Some published programs do this.
    Root,
}

/// Which moves become children. They are stored together; because unvisited children come first by
/// default, adding them one at a time would give the same search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// All legal moves, in random order.
    All,
    /// If moves with a positive gain exist only those, best gain first; otherwise all.
    GainsOnly,
}

/// When a new node gets children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// As soon as it is reached; the simulation starts at one of its children.
    AtOnce,
    /// A new node is simulated first and gets children when it is reached again.
    SecondVisit,
}

/// What happens at chance nodes. Events that are too large to list are widened progressively under
/// every rule but `OpenLoop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceNodes {
    /// An outcome is drawn by its probability.
    Sampled,
    /// The outcome that lags furthest behind its probability: the largest p / (visits + 1).
    Quota,
    /// The tree holds only moves; every visit draws new outcomes. Moves that are not always legal are
    /// compared by how often they were available.
    OpenLoop,
    /// At most 1.5·√N outcomes at a node with N visits.
    Widening,
    /// Expecti-MCTS: a new chance node gets one of its outcomes at once, unvisited outcomes come
    /// first, and among visited ones each is equally likely whatever its probability.
    Expecti,
}

/// How all seats move in a roll-out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rollout {
    /// Uniformly random moves.
    Random,
    /// The move of largest positive gain, ties random; a random move where nothing gains.
    Greedy,
    /// A random move with this probability, otherwise greedy.
    Mixed(f64),
    /// MAST: a move by the softmax of its seat's mean reward with it in all simulations so far; moves
    /// never made count as won.
    Mast {
        /// The difference of mean rewards that makes a move e times as likely; above 0.
        temperature: f64,
    },
}

/// Roll-outs end early when the evaluation is sure enough of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided {
    /// The evaluation of the leading seat from which a game counts as decided.
    pub share: f32,
    /// The number of moves between two evaluations; at least 1.
    pub every: u32,
}

/// Which root move is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalChoice {
    /// The most visited; ties to the larger mean.
    MostVisits,
    /// The best mean; ties to more visits.
    BestMean,
}

/// How threads share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// One thread: the reproducible reference.
    One,
    /// This many independent trees whose root statistics are added up. Reproducible.
    Root(usize),
    /// This many threads in one tree. A thread on its way through a node counts as a visit with
    /// reward 0 (virtual loss), which sends the others elsewhere. Not reproducible.
    Tree(usize),
}

/// All plain parameters of [`super::Mcts`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// How children are chosen.
    pub selection: Selection,
    /// What unvisited children count for.
    pub urgency: Urgency,
    /// Whose reward is maximised.
    pub perspective: Perspective,
    /// The weight of Progressive History, if it is used: moves that did well for their seat anywhere in
    /// the tree get a bonus that fades with their failures here.
    pub history: Option<f64>,
    /// The weight of progressive bias: a move's gain over one more than its visits is added to its
    /// score. 0 switches it off. Ignored in an open loop.
    pub bias: f64,
    /// The bias b of RAVE, if it is used: the mean of all simulations in which the seat made the move
    /// at any later time counts as well, with the weight m / (n + m + 4b²nm) for m such simulations.
    pub rave: Option<f64>,
    /// The weight in [0, 1] of implicit minimax values, backed up from evaluations, against means; 0
    /// switches them off. Ignored in an open loop.
    pub implicit: f64,
    /// Which moves become children.
    pub expansion: Expansion,
    /// When a node gets children.
    pub timing: Timing,
    /// What happens at chance nodes.
    pub chance: ChanceNodes,
    /// How roll-outs move.
    pub rollout: Rollout,
    /// Roll-outs end with the evaluation after this many moves; `Some(0)` evaluates without a roll-out.
    pub truncate: Option<u32>,
    /// Whether and how roll-outs end with the evaluation when the game is as good as decided.
    pub decided: Option<Decided>,
    /// No roll-out is longer than this many moves; there it ends with the evaluation.
    pub ply_cap: u32,
    /// Whether solved positions are recognised and their exact scores used. Needs rewards in [0, 1]
    /// and a closed loop, and is ignored otherwise.
    pub solver: bool,
    /// Whether a root move that wins the game is played without a search.
    pub win_at_once: bool,
    /// Whether the part of the tree below the moves actually played is kept for the next decision.
    /// Such a decision depends on earlier ones. Ignored in an open loop.
    pub reuse: bool,
    /// Which root move is played.
    pub choice: FinalChoice,
    /// How threads share the work.
    pub threads: Threads,
    /// The tree stops growing at about this many bytes and is only simulated from then on.
    pub memory: usize,
    /// How many leaves an oracle judges at once, at most.
    pub batch: u32,
    /// Simulations when the budget sets no limit at all.
    pub iterations: u64,
    /// A deliberate mistake that the tests must notice.
    #[cfg(test)]
    pub(crate) fault: super::tests::PlantedFault,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            selection: Selection::Uct {
                c: std::f64::consts::SQRT_2,
            },
            urgency: Urgency::First,
            perspective: Perspective::Mover,
            history: None,
            bias: 0.0,
            rave: None,
            implicit: 0.0,
            expansion: Expansion::All,
            timing: Timing::SecondVisit,
            chance: ChanceNodes::Quota,
            rollout: Rollout::Random,
            truncate: None,
            decided: None,
            ply_cap: 3000,
            solver: false,
            win_at_once: false,
            reuse: false,
            choice: FinalChoice::MostVisits,
            threads: Threads::One,
            memory: 512 << 20,
            batch: 16,
            iterations: 10_000,
            #[cfg(test)]
            fault: super::tests::PlantedFault::None,
        }
    }
}
