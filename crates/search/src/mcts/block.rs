//! Blocks of sibling nodes, with statistics that several threads may change at once.
//!
//! A block is written once, when a node gets its children, and published through a `OnceLock`;
//! afterwards only atomic numbers in it change. Readers therefore need no lock, and a thread that
//! loses the race to expand a node uses the winner's block.
//!
//! Sums are whole numbers of 2^-24: addition in any order gives the same total.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64};
use std::sync::atomic::{Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

use ludarium_game::{MAX_SEATS, Scores, Seat, Value};

use super::record::{self, Layout};

/// Fixed-point units per 1 of reward. Rewards up to 1000 fit into half a billion visits.
pub(super) const UNITS: f64 = (1u64 << 24) as f64;

/// Proof states of a node, the last two bits of the first number of its record; `CLAIMED` while a thread writes the
/// scores.
const PROOF: i64 = 3;
const OPEN: i64 = 0;
const CLAIMED: i64 = 1;
const PROVEN: i64 = 2;

/// A visit, in the first number of a record.
const VISIT: i64 = PROOF + 1;

/// What one node knows besides its record.
pub(super) struct Node<M> {
    /// How often the outcome was drawn again (widening).
    pub(super) offered: AtomicU32,
    /// The prior of a move or the probability of an outcome.
    pub(super) prior: f32,
    /// The place of the move in the history table.
    pub(super) slot: u32,
    pub(super) children: OnceLock<Box<Siblings<M>>>,
}

impl<M> Node<M> {
    fn new(new_child: &NewChild<M>) -> Node<M> {
        Node { prior: new_child.prior, slot: new_child.slot, ..Node::root() }
    }

    /// A node that no move leads to.
    pub(super) fn root() -> Node<M> {
        Node { offered: AtomicU32::new(0), prior: 1.0, slot: 0, children: OnceLock::new() }
    }
}

/// Chooses among the nodes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chooser {
    /// A seat, among moves.
    Seat(Seat),
    /// Chance, among outcomes.
    Chance,
}

/// Sibling nodes. Outcomes found later (widening) follow in another block.
pub(super) struct Siblings<M> {
    pub(super) chooser: Chooser,
    /// Whether every legal move or possible outcome is here, so that proofs may rely on it.
    pub(super) complete: bool,
    /// The move that leads to each node; empty for the block of the root.
    moves: Box<[M]>,
    pub(super) nodes: Box<[Node<M>]>,
    /// From the place `first` on a record for each node, as [`Layout`] describes it.
    numbers: Box<[AtomicI64]>,
    first: usize,
    stride: usize,
    /// The state of [`super::parameters::Selection::Ccb`].
    pub(super) plan: AtomicU64,
    pub(super) more: OnceLock<Box<Siblings<M>>>,
}

/// A child that is about to be added: its move and what its [`Node`] will say about it.
#[derive(Clone, Copy)]
pub(super) struct NewChild<M> {
    pub(super) mv: M,
    pub(super) prior: f32,
    pub(super) gain: f32,
    pub(super) slot: u32,
}

impl<M> NewChild<M> {
    /// An outcome of chance.
    pub(super) fn outcome(mv: M, probability: f32) -> NewChild<M> {
        NewChild { mv, prior: probability, gain: 0.0, slot: 0 }
    }
}

impl<M: Copy> Siblings<M> {
    pub(super) fn new(
        chooser: Chooser,
        complete: bool,
        new_children: &[NewChild<M>],
        layout: Layout,
    ) -> Siblings<M> {
        let (numbers, first) = layout.fresh(new_children.len());
        Siblings {
            chooser,
            complete,
            moves: new_children.iter().map(|new_child| new_child.mv).collect(),
            nodes: new_children.iter().map(Node::new).collect(),
            numbers,
            first,
            stride: layout.stride,
            plan: AtomicU64::new(0),
            more: OnceLock::new(),
        }
    }

    /// A block for the root of a tree, which no move leads to.
    pub(super) fn root(layout: Layout) -> Siblings<M> {
        let (numbers, first) = layout.fresh(1);
        Siblings {
            nodes: Box::new([Node::root()]),
            numbers,
            first,
            ..Siblings::new(Chooser::Chance, true, &[], layout)
        }
    }

    /// All nodes of this block, in order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = At<'_, M>> {
        (0..self.nodes.len()).map(move |index| At { block: self, index })
    }

    /// The first node; no block is empty.
    pub(super) fn first(&self) -> At<'_, M> {
        At { block: self, index: 0 }
    }

    /// The number of nodes in this block.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The first node of this block with the largest score, from its visits and a seat's sum; at
    /// once the first whose score is infinite.
    #[inline]
    pub(super) fn best_of(&self, seat: Seat, score: impl Fn(f64, f64) -> f64) -> At<'_, M> {
        let records = self.numbers[self.first..].chunks_exact(self.stride);
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (index, record) in records.take(self.nodes.len()).enumerate() {
            let visits = f64::from(visits_in(record[0].load(Relaxed)));
            let sum = record[1 + seat.index()].load(Relaxed) as f64 * (1.0 / UNITS);
            let value = score(visits, sum);
            if value > highest {
                (best, highest) = (index, value);
                if value == f64::INFINITY {
                    break;
                }
            }
        }
        At { block: self, index: best }
    }

    /// This block and those that follow it.
    pub(super) fn chain(&self) -> impl Iterator<Item = &Siblings<M>> {
        std::iter::successors(Some(self), |block| block.more.get().map(|next| &**next))
    }

    /// Puts a block after the last of the chain that starts here; the second value says whether
    /// it is ours or one that another thread put there first.
    pub(super) fn append(&self, block: Siblings<M>) -> (&Siblings<M>, bool) {
        let mut last = self;
        while let Some(next) = last.more.get() {
            last = next;
        }
        publish(&last.more, block)
    }

    /// About how many bytes this block takes.
    pub(super) fn bytes(&self) -> usize {
        // Four allocations, each with a word or two for the allocator.
        const OVERHEAD: usize = 4 * 16;
        let nodes = size_of_val(&*self.nodes) + size_of_val(&*self.moves);
        OVERHEAD + size_of::<Siblings<M>>() + nodes + size_of_val(&*self.numbers)
    }
}

/// Fills a cell unless another thread has; what it holds now, and whether that is ours.
pub(super) fn publish<M>(
    cell: &OnceLock<Box<Siblings<M>>>,
    block: Siblings<M>,
) -> (&Siblings<M>, bool) {
    let mut ours = false;
    let block = cell.get_or_init(|| {
        ours = true;
        Box::new(block)
    });
    (block, ours)
}

/// The visits that the first number of a record says.
#[inline]
fn visits_in(number: i64) -> u32 {
    (number as u64 / VISIT as u64) as u32
}

/// A node, by its block and its place in it.
pub(super) struct At<'t, M> {
    pub(super) block: &'t Siblings<M>,
    index: usize,
}

impl<M> Clone for At<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for At<'_, M> {}

impl<'t, M: Copy> At<'t, M> {
    pub(super) fn node(self) -> &'t Node<M> {
        &self.block.nodes[self.index]
    }

    /// The move that leads here. The root has none and is never asked.
    pub(super) fn mv(self) -> M {
        self.block.moves[self.index]
    }

    /// Whether two are the same node.
    pub(super) fn is(self, other: At<'_, M>) -> bool {
        std::ptr::eq(self.block, other.block) && self.index == other.index
    }

    /// The numbers of this node.
    #[inline]
    pub(super) fn record(self) -> &'t [AtomicI64] {
        let start = self.block.first + self.index * self.block.stride;
        &self.block.numbers[start..start + self.block.stride]
    }

    #[inline]
    pub(super) fn visits(self) -> u32 {
        visits_in(self.record()[0].load(Relaxed))
    }

    /// Counts visits and returns how many there were before; `shared` where other threads may do so at once.
    #[inline]
    pub(super) fn add_visits(self, count: u32, shared: bool) -> u32 {
        let number = &self.record()[0];
        visits_in(add(number, i64::from(count) * VISIT, shared))
    }

    /// Takes back visits that were counted and not made.
    pub(super) fn take_visits(self, count: u32) {
        if count > 0 {
            self.record()[0].fetch_sub(i64::from(count) * VISIT, Relaxed);
        }
    }

    /// Adds rewards, given in fixed-point units, to the sums.
    #[inline]
    pub(super) fn add_rewards(self, layout: Layout, rewards: &[i64; MAX_SEATS], shared: bool) {
        let sums = &self.record()[1..=layout.seats];
        for (number, &reward) in sums.iter().zip(rewards) {
            add(number, reward, shared);
        }
    }

    pub(super) fn children(self) -> Option<&'t Siblings<M>> {
        self.node().children.get().map(|block| &**block)
    }

    /// The sum of a seat's rewards.
    #[inline]
    pub(super) fn sum(self, layout: Layout, seat: Seat) -> f64 {
        debug_assert!(seat.index() < layout.seats);
        self.record()[1 + seat.index()].load(Relaxed) as f64 * (1.0 / UNITS)
    }

    /// The mean rewards of all seats; `None` before the first visit.
    pub(super) fn mean(self, layout: Layout) -> Option<Scores> {
        let visits = self.visits();
        (visits > 0).then(|| {
            let mut scores = Scores::ZERO;
            for seat in Seat::all(layout.seats) {
                let mean = self.sum(layout, seat) / f64::from(visits);
                scores.set(seat, Value(mean as f32));
            }
            scores
        })
    }

    /// The exact scores, if the node is solved.
    #[inline]
    pub(super) fn exact(self, layout: Layout) -> Option<Scores> {
        let offset = layout.exact?;
        let record = self.record();
        (record[0].load(Acquire) & PROOF == PROVEN)
            .then(|| record::read(&record[offset..], layout.seats))
    }

    /// Notes the exact scores, unless that has been done already.
    pub(super) fn prove(self, layout: Layout, scores: Scores) {
        let Some(offset) = layout.exact else { return };
        let record = self.record();
        let claim = |number: i64| (number & PROOF == OPEN).then_some(number | CLAIMED);
        if record[0].fetch_update(Acquire, Relaxed, claim).is_ok() {
            record::write(&record[offset..], scores, layout.seats);
            record[0].fetch_add(PROVEN - CLAIMED, Release);
        }
    }

    /// The implicit minimax value, if one is known. Another thread may be changing it seat by seat;
    /// as an estimate it may mix two values for a moment.
    pub(super) fn implicit(self, layout: Layout) -> Option<Scores> {
        let offset = layout.implicit?;
        self.implicit_of(layout, Seat(0))?;
        Some(record::read(&self.record()[offset..], layout.seats))
    }

    /// The implicit minimax value of one seat, if it is known.
    #[inline]
    pub(super) fn implicit_of(self, layout: Layout, seat: Seat) -> Option<f32> {
        let value = record::value_of(&self.record()[layout.implicit?..], seat);
        (!value.is_nan()).then_some(value)
    }

    /// Notes the implicit minimax value; whether it is another one than before.
    pub(super) fn set_implicit(self, layout: Layout, scores: Scores) -> bool {
        layout.implicit.is_some_and(|offset| {
            let pairs = &self.record()[offset..offset + layout.seats.div_ceil(2)];
            record::write(pairs, scores, layout.seats)
        })
    }
}

/// Adds to a number and returns what it was; `shared` where other threads may do so at once. A thread alone does with
/// plain loads and stores, so that sharing costs it nothing.
#[inline]
fn add(number: &AtomicI64, change: i64, shared: bool) -> i64 {
    if shared {
        number.fetch_add(change, Relaxed)
    } else {
        let before = number.load(Relaxed);
        number.store(before.wrapping_add(change), Relaxed);
        before
    }
}

/// A reward in fixed-point units.
#[inline]
pub(super) fn to_units(reward: Scores, seats: usize) -> [i64; MAX_SEATS] {
    let mut units = [0; MAX_SEATS];
    for (unit, &value) in units.iter_mut().zip(reward.as_slice(seats)) {
        *unit = (f64::from(value) * UNITS) as i64;
    }
    units
}
