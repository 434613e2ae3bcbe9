//! `Agent`: what chooses moves, what it may spend, and what it thought.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Game, Rng, Scores, Seat, TimeKind};

/// Chooses moves for one seat of one game after another. An agent that is not told how a game began
/// and went on still answers for any position it is shown.
///
/// # Example
/// An agent that plays the first move of the list, in any game:
/// ```
/// use ludarium_game::sprint::{Sprint, SprintMove};
/// use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Purpose, Rng, Seed, Spec, Tabletop};
///
/// struct First;
///
/// impl<G: Game> Agent<G> for First {
///     fn choose(&mut self, position: &G, _: &Budget, _: &mut Rng) -> Decision<G::Move> {
///         let mut moves = MoveList::new();
///         position.moves(&mut moves);
///         Decision::plain(moves[0])
///     }
/// }
///
/// let mut rng = Seed(1).stream(Purpose::Seat, 0);
/// let rules = Sprint::rules(&Spec::named("strict"))?;
/// let race = Sprint::start(&rules, &mut rng);
/// let decision = First.choose(&race, &Budget::default(), &mut rng);
/// assert_eq!(decision.chosen, SprintMove::Walk);
/// # Ok::<(), ludarium_game::Error>(())
/// ```
pub trait Agent<G: Game>: Send {
    /// Chooses a legal move for the seat to move; called only at `Turn::Seat`. All chance that
    /// the agent needs comes from `rng`, so that the same position, budget (in iterations, nodes or
    /// depth) and stream give the same decision.
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move>;

    /// A game begins at `position`, and the agent plays the seat `seat` in it. What an agent remembers
    /// of earlier games may not change its decisions, except where learning from them is its purpose.
    fn begin(&mut self, _position: &G, _seat: Seat) {}

    /// A seat (the agent's own included) or chance has just made the move `mv` at `position`. Agents
    /// that remember nothing can ignore this.
    fn observe(&mut self, _position: &G, _mv: G::Move) {}
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        (**self).choose(position, budget, rng)
    }

    fn begin(&mut self, position: &G, seat: Seat) {
        (**self).begin(position, seat);
    }

    fn observe(&mut self, position: &G, mv: G::Move) {
        (**self).observe(position, mv);
    }
}

/// What a decision may cost. Whichever limit is reached first ends the search; no limit at all means
/// the agent's own default.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Largest number of simulations.
    pub iterations: Option<u64>,
    /// Largest number of positions looked at.
    pub nodes: Option<u64>,
    /// Largest number of plies looked ahead.
    pub depth: Option<u32>,
    /// Longest time.
    pub time: Option<Duration>,
    /// Which time is meant.
    pub time_kind: TimeKind,
    /// What is left on the clock for the rest of the game, for agents that plan ahead.
    pub left: Option<Duration>,
    /// Set by another thread to end the search early with the best answer so far.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// No search looks more plies ahead; most games keep any search from looking a tenth as far.
    pub const DEEPEST: u32 = 200;

    /// Whether the search was asked to stop.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// A chosen move and what the agent thought about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<M> {
    /// The move to play.
    pub chosen: M,
    /// What was considered, best first; may be empty for agents that do not weigh moves.
    pub candidates: Vec<Candidate<M>>,
    /// Positions looked at.
    pub nodes: u64,
    /// Simulations made.
    pub iterations: u64,
    /// Plies looked ahead.
    pub depth: u32,
    /// Time spent.
    pub time: Duration,
}

impl<M> Decision<M> {
    /// A decision without candidates and counts.
    pub fn plain(chosen: M) -> Self {
        Decision {
            chosen,
            candidates: Vec::new(),
            nodes: 0,
            iterations: 0,
            depth: 0,
            time: Duration::ZERO,
        }
    }
}

/// What the scores of a candidate say about the seat to move. A search that cuts off lines knows of most moves only that
/// they are no better than the best one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// They are what the agent expects.
    #[default]
    Exact,
    /// It gets no more than that.
    AtMost,
    /// It gets no less than that.
    AtLeast,
}

/// One move that an agent considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// The expected scores after it.
    pub scores: Scores,
    /// Whether the scores are known or only a limit.
    pub bound: Bound,
    /// How often it was tried, for agents that sample.
    pub visits: u64,
    /// The expected continuation, the move itself first.
    pub line: Vec<M>,
}
