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

/// What happens at chance nodes. Events that are too large to list are always widened progressively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceNodes {
    /// An outcome is drawn by its probability, as in [`super::PlainMcts`].
    Sampled,
    /// The outcome that lags furthest behind its probability: the largest p / (visits + 1).
    Quota,
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
    /// The weight in [0, 1] of implicit minimax values, backed up from evaluations, against means; 0
    /// switches them off.
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
    /// No roll-out is longer than this many moves; there it ends with the evaluation.
    pub ply_cap: u32,
    /// Whether solved positions are recognised and their exact scores used. Needs rewards in [0, 1]
    /// and is ignored otherwise.
    pub solver: bool,
    /// Whether a root move that wins the game is played without a search.
    pub win_at_once: bool,
    /// Whether the part of the tree below the moves actually played is kept for the next decision.
    /// Such a decision depends on earlier ones.
    pub reuse: bool,
    /// The threads in the tree. A thread on its way through a node counts as a visit with reward 0
    /// (virtual loss), which sends the others elsewhere. One thread is the reproducible reference.
    pub threads: usize,
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
            selection: Selection::Uct { c: std::f64::consts::SQRT_2 },
            urgency: Urgency::First,
            perspective: Perspective::Mover,
            history: None,
            implicit: 0.0,
            expansion: Expansion::All,
            timing: Timing::SecondVisit,
            chance: ChanceNodes::Quota,
            rollout: Rollout::Random,
            truncate: None,
            ply_cap: 3000,
            solver: false,
            win_at_once: false,
            reuse: false,
            threads: 1,
            memory: 512 << 20,
            batch: 16,
            iterations: 10_000,
            #[cfg(test)]
            fault: super::tests::PlantedFault::None,
        }
    }
}
