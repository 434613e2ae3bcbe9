//! Blocks of sibling nodes, with statistics that several threads may change at once.
//!
//! A block is written once, when a node gets its children, and published through a `OnceLock`;
//! afterwards only atomic numbers in it change. Readers therefore need no lock, and a thread that
//! loses the race to expand a node uses the winner's block.
//!
//! Sums are whole numbers of 2^-24: addition in any order gives the same total.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU32, AtomicU64};
use std::sync::atomic::{Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

use ludarium_game::{MAX_SEATS, Scores, Seat, Value};

/// Fixed-point units per 1 of reward. Rewards up to 1000 fit into half a billion visits.
pub(super) const UNITS: f64 = (1u64 << 24) as f64;

/// Proof states of a node; `CLAIMED` while a thread writes the scores.
const OPEN: u8 = 0;
const CLAIMED: u8 = 1;
const PROVEN: u8 = 2;

/// What one node knows besides its sums.
pub(super) struct Node<M> {
    pub(super) visits: AtomicU32,
    /// How often the move was legal (open loop) or the outcome was drawn again
    /// (widening).
    pub(super) offered: AtomicU32,
    proof: AtomicU8,
    /// The prior of a move or the probability of an outcome.
    pub(super) prior: f32,
    /// What the move gains at once, where the search asks for it.
    pub(super) gain: f32,
    /// The place of the move in the history table.
    pub(super) slot: u32,
    pub(super) children: OnceLock<Box<Siblings<M>>>,
}

impl<M> Node<M> {
    fn new(new_child: &NewChild<M>) -> Node<M> {
        Node {
            prior: new_child.prior,
            gain: new_child.gain,
            slot: new_child.slot,
            ..Node::root()
        }
    }

    /// A node that no move leads to.
    pub(super) fn root() -> Node<M> {
        Node {
            visits: AtomicU32::new(0),
            offered: AtomicU32::new(0),
            proof: AtomicU8::new(OPEN),
            prior: 1.0,
            gain: 0.0,
            slot: 0,
            children: OnceLock::new(),
        }
    }
}

/// Who chooses among the nodes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chooser {
    /// A seat, among moves.
    Seat(Seat),
    /// Chance, among outcomes.
    Chance,
}

/// Sibling nodes. Further siblings found later (open loop, widening) follow in another block.
pub(super) struct Siblings<M> {
    pub(super) chooser: Chooser,
    /// Whether every legal move or possible outcome is here, so that proofs may rely on it.
    pub(super) complete: bool,
    /// The move that leads to each node; empty for the block of the root.
    moves: Box<[M]>,
    pub(super) nodes: Box<[Node<M>]>,
    /// For each node the fields described by [`Layout`].
    pub(super) numbers: Box<[AtomicI64]>,
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
        NewChild {
            mv,
            prior: probability,
            gain: 0.0,
            slot: 0,
        }
    }
}

impl<M: Copy> Siblings<M> {
    pub(super) fn new(
        chooser: Chooser,
        complete: bool,
        new_children: &[NewChild<M>],
        layout: Layout,
    ) -> Siblings<M> {
        Siblings {
            chooser,
            complete,
            moves: new_children.iter().map(|new_child| new_child.mv).collect(),
            nodes: new_children.iter().map(Node::new).collect(),
            numbers: layout.fresh(new_children.len()),
            plan: AtomicU64::new(0),
            more: OnceLock::new(),
        }
    }

    /// A block for the root of a tree, which no move leads to.
    pub(super) fn root(layout: Layout) -> Siblings<M> {
        Siblings {
            nodes: Box::new([Node::root()]),
            numbers: layout.fresh(1),
            ..Siblings::new(Chooser::Chance, true, &[], layout)
        }
    }

    /// All nodes of this block, in order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = At<'_, M>> {
        (0..self.nodes.len()).map(move |index| At { block: self, index })
    }

    /// The first node; no block is empty.
    pub(super) fn first(&self) -> At<'_, M> {
        At {
            block: self,
            index: 0,
        }
    }

    /// The number of nodes in this block.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The first node of this block with the largest score, from its visits and a seat's sum; at
    /// once the first whose score is infinite.
    #[inline]
    pub(super) fn best_of(
        &self,
        layout: Layout,
        seat: Seat,
        score: impl Fn(f64, f64) -> f64,
    ) -> At<'_, M> {
        let sums = self.numbers.chunks_exact(layout.stride);
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (index, (node, sums)) in self.nodes.iter().zip(sums).enumerate() {
            let visits = f64::from(node.visits.load(Relaxed));
            let sum = sums[seat.index()].load(Relaxed) as f64 * (1.0 / UNITS);
            let value = score(visits, sum);
            if value > highest {
                (best, highest) = (index, value);
                if value == f64::INFINITY {
                    break;
                }
            }
        }
        At {
            block: self,
            index: best,
        }
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

/// Where the numbers of a node are: the sum of rewards for each seat, and where the search uses them
/// the implicit minimax value and the exact score of each seat, and the sum and number of simulations in
/// which the move was made at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) seats: usize,
    implicit: Option<usize>,
    exact: Option<usize>,
    amaf: Option<usize>,
    pub(super) stride: usize,
}

impl Layout {
    #[inline]
    pub(super) fn new(seats: usize, implicit: bool, exact: bool, amaf: bool) -> Layout {
        let exact_at = seats * (1 + usize::from(implicit));
        let amaf_at = exact_at + seats * usize::from(exact);
        Layout {
            seats,
            implicit: implicit.then_some(seats),
            exact: exact.then_some(exact_at),
            amaf: amaf.then_some(amaf_at),
            stride: amaf_at + 2 * usize::from(amaf),
        }
    }

    /// Whether nodes have implicit minimax values.
    #[inline]
    pub(super) fn has_implicit(self) -> bool {
        self.implicit.is_some()
    }

    /// Numbers for fresh nodes: sums 0, implicit values unknown.
    #[inline]
    fn fresh(self, nodes: usize) -> Box<[AtomicI64]> {
        let numbers: Box<[AtomicI64]> = (0..nodes * self.stride)
            .map(|_| AtomicI64::new(0))
            .collect();
        if let Some(offset) = self.implicit {
            for node in numbers.chunks_exact(self.stride) {
                for number in &node[offset..offset + self.seats] {
                    number.store(pack(f32::NAN), Relaxed);
                }
            }
        }
        numbers
    }
}

fn pack(value: f32) -> i64 {
    i64::from(value.to_bits())
}

fn unpack(bits: i64) -> f32 {
    f32::from_bits(bits as u32)
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

    pub(super) fn visits(self) -> u32 {
        self.node().visits.load(Relaxed)
    }

    pub(super) fn children(self) -> Option<&'t Siblings<M>> {
        self.node().children.get().map(|block| &**block)
    }

    /// The sum of a seat's rewards.
    #[inline]
    pub(super) fn sum(self, layout: Layout, seat: Seat) -> f64 {
        let number = &self.block.numbers[self.index * layout.stride + seat.index()];
        number.load(Relaxed) as f64 * (1.0 / UNITS)
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

    pub(super) fn field(self, layout: Layout, offset: usize) -> &'t [AtomicI64] {
        let start = self.index * layout.stride + offset;
        &self.block.numbers[start..start + layout.seats]
    }

    fn read(self, layout: Layout, offset: usize) -> Scores {
        let mut scores = Scores::ZERO;
        for (seat, number) in Seat::all(layout.seats).zip(self.field(layout, offset)) {
            scores.set(seat, Value(unpack(number.load(Relaxed))));
        }
        scores
    }

    fn write(self, layout: Layout, offset: usize, scores: Scores) {
        let values = scores.as_slice(layout.seats);
        for (number, &value) in self.field(layout, offset).iter().zip(values) {
            number.store(pack(value), Relaxed);
        }
    }

    /// The numbers of RAVE: the sum of rewards and the count.
    pub(super) fn amaf_numbers(self, layout: Layout) -> Option<(&'t AtomicI64, &'t AtomicI64)> {
        let start = self.index * layout.stride + layout.amaf?;
        let numbers = &self.block.numbers;
        Some((&numbers[start], &numbers[start + 1]))
    }

    /// The mean reward, for the seat that chooses it, of simulations in which the move was made at any
    /// time, and their number.
    pub(super) fn amaf(self, layout: Layout) -> (f64, f64) {
        let Some((sum, count)) = self.amaf_numbers(layout) else {
            return (0.0, 0.0);
        };
        let count = count.load(Relaxed) as f64;
        (sum.load(Relaxed) as f64 / UNITS / count.max(1.0), count)
    }

    /// The exact scores, if the node is solved.
    pub(super) fn exact(self, layout: Layout) -> Option<Scores> {
        let offset = layout.exact?;
        (self.node().proof.load(Acquire) == PROVEN).then(|| self.read(layout, offset))
    }

    /// Notes the exact scores, unless that has been done already.
    pub(super) fn prove(self, layout: Layout, scores: Scores) {
        let Some(offset) = layout.exact else { return };
        let proof = &self.node().proof;
        if proof
            .compare_exchange(OPEN, CLAIMED, Acquire, Relaxed)
            .is_ok()
        {
            self.write(layout, offset, scores);
            proof.store(PROVEN, Release);
        }
    }

    /// The implicit minimax value, if one is known. Another thread may be changing it seat by seat;
    /// as an estimate it may mix two values for a moment.
    pub(super) fn implicit(self, layout: Layout) -> Option<Scores> {
        let scores = self.read(layout, layout.implicit?);
        (!scores.of(Seat(0)).0.is_nan()).then_some(scores)
    }

    pub(super) fn set_implicit(self, layout: Layout, scores: Scores) {
        if let Some(offset) = layout.implicit {
            self.write(layout, offset, scores);
        }
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
