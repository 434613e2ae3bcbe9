//! The definition: Monte Carlo tree search on one page.
//!
//! Read this file to learn what [`super::Mcts`] does. The fast search keeps its nodes in blocks, shares
//! them between threads and has many variants; with [`super::ChanceNodes::Sampled`] and the other
//! parameters at their defaults it makes exactly the simulations written here, and a test compares the
//! two on random trees. (In a game whose [`Game::roll`] uses the random stream in its own way the two
//! draw different outcomes, with the same probabilities.)

use ludarium_game::{
    Agent, Bound, Budget, Candidate, Decision, Game, MAX_SEATS, Meter, MoveList, Rng, Scores, Seat,
    Turn, Value,
};

use super::block::UNITS;
use crate::mover::mover;

/// Monte Carlo tree search in its plain form, for any number of seats, with or without chance.
///
/// It repeats one simulation until the budget is spent:
///
/// 1. **Selection.** From the root it follows the child with the largest Q + c·√(ln N / n), where Q is
///    the child's mean reward *for the seat that moves*, n its visits, and N the visits of the parent.
///    A child without visits comes first. At a chance node it draws the outcome with [`Game::roll`].
/// 2. **Expansion.** A node gets its children, all legal moves in random order, at its second visit.
/// 3. **Roll-out.** From a node that is visited for the first time, uniformly random moves are played to
///    the end of the game.
/// 4. **Backup.** The scores of all seats are added to every node on the way.
///
/// The move with the most visits is played. To play games use [`super::Mcts`]: this type is there to be
/// read, and to be compared with.
///
/// # Examples
///
/// The definition and the fast search visit the same moves equally often, here in the game of
/// `examples/stones`:
///
/// ```
/// use ludarium_game::{Agent, Budget, Rng, Seed};
/// use ludarium_search::mcts::{Mcts, PlainMcts};
/// # mod stones { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/stones/game.rs")); }
/// # use stones::Stones;
///
/// let position = Stones::new(10);
/// let budget = Budget { iterations: Some(500), ..Budget::default() };
/// let plain = PlainMcts::default().choose(&position, &budget, &mut Rng::new(Seed(1)));
/// let fast = Mcts::default().choose(&position, &budget, &mut Rng::new(Seed(1)));
/// assert_eq!(plain.chosen, fast.chosen);
/// for (a, b) in plain.candidates.iter().zip(&fast.candidates) {
///     assert_eq!((a.mv, a.visits, a.scores), (b.mv, b.visits, b.scores));
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlainMcts {
    /// The weight c of exploration; √2 suits scores in [0, 1].
    pub c: f64,
    /// Simulations when the budget sets no limit at all. The depth of a budget is not used.
    pub iterations: u64,
    /// A roll-out that has not ended after this many moves counts as a draw.
    pub ply_cap: u32,
}

impl Default for PlainMcts {
    fn default() -> PlainMcts {
        PlainMcts { c: std::f64::consts::SQRT_2, iterations: 10_000, ply_cap: 3000 }
    }
}

/// A position that has been reached, and what the simulations through it brought.
struct Node<M> {
    /// The move or outcome that leads here; the root has none.
    mv: Option<M>,
    visits: u32,
    /// The sum of the rewards of each seat.
    sums: [f64; MAX_SEATS],
    /// All moves, or the outcomes drawn so far; empty until the second visit.
    children: Vec<Node<M>>,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Node<M> {
        Node { mv, visits: 0, sums: [0.0; MAX_SEATS], children: Vec::new() }
    }

    /// The mean reward of every seat.
    fn mean(&self, seats: usize) -> Scores {
        let mut mean = Scores::ZERO;
        for seat in Seat::all(seats) {
            let sum = self.sums[seat.index()];
            mean.set(seat, Value((sum / f64::from(self.visits.max(1))) as f32));
        }
        mean
    }
}

impl PlainMcts {
    /// One simulation from a node on: counts the visit and returns the reward of all seats.
    fn simulate<G: Game>(
        &self,
        node: &mut Node<G::Move>,
        position: &mut G,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Scores {
        let is_new = node.visits == 0 && node.children.is_empty();
        let reward = match position.turn() {
            Turn::Over => position.scores(),
            _ if is_new => self.roll_out(position, meter, rng),
            turn => {
                let child = match turn {
                    Turn::Seat(seat) => {
                        if node.children.is_empty() {
                            expand(node, position, rng);
                        }
                        self.select(node, seat)
                    }
                    _ => draw(node, position, rng),
                };
                child.mv.into_iter().for_each(|mv| position.play(mv));
                meter.add(1);
                self.simulate(child, position, meter, rng)
            }
        };
        node.visits += 1;
        for (sum, &share) in node.sums.iter_mut().zip(reward.as_slice(MAX_SEATS)) {
            *sum += on_grid(share);
        }
        reward
    }

    /// The child to follow where a seat chooses: the first with the largest upper confidence bound.
    fn select<'n, M>(&self, node: &'n mut Node<M>, seat: Seat) -> &'n mut Node<M> {
        let log = f64::from(node.visits.max(1)).ln();
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (index, child) in node.children.iter().enumerate() {
            let score = if child.visits == 0 {
                f64::INFINITY
            } else {
                let inverse = 1.0 / f64::from(child.visits);
                child.sums[seat.index()] * inverse + self.c * (log * inverse).sqrt()
            };
            if score > highest {
                (best, highest) = (index, score);
            }
        }
        &mut node.children[best]
    }

    /// Plays random moves to the end of the game or the cap, and returns the scores.
    fn roll_out<G: Game>(&self, position: &mut G, meter: &mut Meter, rng: &mut Rng) -> Scores {
        let mut moves = 0;
        while moves < self.ply_cap {
            let mv = match position.turn() {
                Turn::Over => break,
                Turn::Chance => position.roll(rng),
                Turn::Seat(_) => {
                    moves += 1;
                    position.pick(rng, &mut MoveList::new())
                }
            };
            position.play(mv);
            meter.add(1);
        }
        match position.turn() {
            Turn::Over => position.scores(),
            _ => Scores::shared(position.seats()),
        }
    }
}

/// Gives a node its moves, in random order, which breaks ties fairly.
fn expand<G: Game>(node: &mut Node<G::Move>, position: &G, rng: &mut Rng) {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    rng.shuffle(&mut moves);
    node.children = moves.iter().map(|&mv| Node::new(Some(mv))).collect();
}

/// The child to follow where chance draws; an outcome that was never drawn before gets its node.
fn draw<'n, G: Game>(
    node: &'n mut Node<G::Move>,
    position: &G,
    rng: &mut Rng,
) -> &'n mut Node<G::Move> {
    let outcome = Some(position.roll(rng));
    let known = node.children.iter().position(|child| child.mv == outcome);
    let index = known.unwrap_or_else(|| {
        node.children.push(Node::new(outcome));
        node.children.len() - 1
    });
    &mut node.children[index]
}

/// A reward in whole units of 2^-24, so that the order of additions cannot change a sum.
fn on_grid(reward: f32) -> f64 {
    (f64::from(reward) * UNITS).trunc() / UNITS
}

impl<G: Game> Agent<G> for PlainMcts {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let mut budget = budget.clone();
        if budget.iterations.is_none() && budget.nodes.is_none() && budget.time.is_none() {
            budget.iterations = Some(self.iterations);
        }
        let mut meter = budget.meter();
        let mut root = Node::new(None);
        expand(&mut root, position, rng);
        while meter.iteration() {
            self.simulate(&mut root, &mut position.clone(), &mut meter, rng);
        }
        let (seat, seats, fallback) =
            (mover(position), position.seats(), root.mean(position.seats()));
        let candidate = |child: Node<G::Move>| {
            child.mv.map(|mv| Candidate {
                mv,
                // A move that was never tried is as good as the position.
                scores: if child.visits > 0 { child.mean(seats) } else { fallback },
                bound: Bound::Exact,
                visits: child.visits.into(),
                line: vec![mv],
            })
        };
        let mut candidates: Vec<_> =
            std::mem::take(&mut root.children).into_iter().filter_map(candidate).collect();
        candidates.sort_by(|a, b| {
            let by_value = b.scores.of(seat).0.total_cmp(&a.scores.of(seat).0);
            b.visits.cmp(&a.visits).then(by_value)
        });
        Decision {
            chosen: candidates[0].mv,
            candidates,
            nodes: meter.nodes(),
            iterations: root.visits.into(),
            depth: 0,
            time: meter.time(),
        }
    }
}
