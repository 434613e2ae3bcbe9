//! `ValueNetwork`: an evaluation that asks a quantised network and remembers its last sums.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludarium_game::{Evaluation, MAX_SEATS, Scores, Seat, Value};
use ludarium_learn::sparse::{Accumulator, QuantisedNetwork, Scratch};

use super::feature_set::Found;
use super::{FeatureSet, Features, NetworkOutput};

/// Judges positions by a quantised network over the features of a game.
///
/// Each thread keeps, for every network and seat, the features it saw last and the sums of the first layer. A position
/// that differs in a few features changes a few rows of these sums. They are whole numbers, so what comes out is
/// the same to the last bit, whatever was seen before.
pub struct ValueNetwork<G> {
    network: Arc<QuantisedNetwork>,
    /// Its place among the memories of a thread.
    place: usize,
    game: PhantomData<fn(&G)>,
}

/// What a thread remembers of one network.
struct Memory {
    seats: Vec<Seen>,
    present: FeatureSet,
    /// The features that go and come from one look to the next.
    gone: Found,
    come: Found,
    scratch: Scratch,
}

/// Up to this many changes are made without asking whether fresh sums would be quicker.
const FEW: usize = 16;

/// What a seat saw last.
struct Seen {
    present: FeatureSet,
    /// How many features that are.
    count: usize,
    sums: Accumulator,
}

thread_local! {
    static MEMORIES: RefCell<Vec<Option<Memory>>> = const { RefCell::new(Vec::new()) };
}

/// The next free place among the memories.
static PLACES: AtomicUsize = AtomicUsize::new(0);

impl<G> Clone for ValueNetwork<G> {
    fn clone(&self) -> Self {
        ValueNetwork { network: self.network.clone(), ..*self }
    }
}

impl<G> fmt::Debug for ValueNetwork<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ValueNetwork({})", self.network.architecture())
    }
}

impl<G: Features> ValueNetwork<G> {
    /// Judges by a network; `None` if it was made for other features or answers.
    pub fn new(network: QuantisedNetwork) -> Option<ValueNetwork<G>> {
        let shape = network.architecture();
        let fits = shape.features() == G::COUNT
            && shape.perspectives() == 1
            && shape.most_present() >= G::MOST_PRESENT
            && shape.tail().output().size == G::OUTPUT.outputs();
        fits.then(|| ValueNetwork {
            network: Arc::new(network),
            place: PLACES.fetch_add(1, Ordering::Relaxed),
            game: PhantomData,
        })
    }

    /// The network.
    pub fn network(&self) -> &QuantisedNetwork {
        &self.network
    }

    /// What [`Evaluation::evaluate`] says, with all sums made again.
    pub fn evaluate_afresh(&self, position: &G) -> Scores {
        self.with_memory(|memory| {
            for seen in &mut memory.seats {
                seen.present.clear();
                seen.count = 0;
                self.network.refresh(&mut seen.sums, &[]);
            }
            self.judge(position, memory)
        })
    }

    fn with_memory<T>(&self, work: impl FnOnce(&mut Memory) -> T) -> T {
        MEMORIES.with_borrow_mut(|memories| {
            if memories.len() <= self.place {
                memories.resize_with(self.place + 1, || None);
            }
            work(memories[self.place].get_or_insert_with(|| self.new_memory()))
        })
    }

    fn new_memory(&self) -> Memory {
        let nothing = || Seen {
            present: FeatureSet::new(G::COUNT),
            count: 0,
            sums: self.network.accumulate(&[]),
        };
        let seats = match G::OUTPUT {
            NetworkOutput::Shares { seats, .. } => seats,
            NetworkOutput::EachChance => MAX_SEATS,
        };
        Memory {
            seats: (0..seats).map(|_| nothing()).collect(),
            present: FeatureSet::new(G::COUNT),
            gone: Found::new(G::COUNT),
            come: Found::new(G::COUNT),
            scratch: Scratch::default(),
        }
    }

    #[inline]
    fn judge(&self, position: &G, memory: &mut Memory) -> Scores {
        let mut scores = Scores::ZERO;
        let common = position.common();
        match G::OUTPUT {
            NetworkOutput::Shares { seats, sum } => {
                let mover = position.mover().index();
                let mut shares = [0.0; MAX_SEATS];
                self.look((position, &common), mover, memory, &mut shares[..seats]);
                for (turn, share) in shares[..seats].iter().enumerate() {
                    let seat = Seat(((mover + turn) % seats) as u8);
                    scores.set(seat, Value((share * sum).clamp(0.0, 1.0)));
                }
            }
            NetworkOutput::EachChance => {
                let mut total = 0.0;
                for seat in Seat::all(position.seats()).filter(|&seat| position.takes_part(seat)) {
                    let mut chance = [0.0];
                    self.look((position, &common), seat.index(), memory, &mut chance);
                    // Nobody's chance is nothing, so that there is always something to share.
                    let chance = chance[0].max(f32::MIN_POSITIVE);
                    scores.set(seat, Value(chance));
                    total += chance;
                }
                for seat in Seat::all(position.seats()) {
                    scores.set(seat, Value((scores.of(seat).0 / total).clamp(0.0, 1.0)));
                }
            }
        }
        scores
    }

    /// What the network says of a position that `seat` looks at.
    #[inline]
    fn look(
        &self,
        (position, common): (&G, &G::Common),
        seat: usize,
        memory: &mut Memory,
        outputs: &mut [f32],
    ) {
        memory.present.clear();
        position.features(common, Seat(seat as u8), &mut memory.present);
        memory.turn(seat, &self.network);
        let Memory { seats, scratch, .. } = memory;
        let sums = &seats[seat].sums;
        self.network.evaluate(&[sums], scratch, outputs);
    }
}

impl Memory {
    /// Brings the sums of a seat from what it saw last to what is present now, the shorter way.
    #[inline]
    fn turn(&mut self, seat: usize, network: &QuantisedNetwork) {
        let Memory { seats, present, gone, come, .. } = self;
        let seen = &mut seats[seat];
        seen.present.changes(present, gone, come);
        let [going, coming] = [&*gone, &*come].map(Found::as_slice);
        let changes = going.len() + coming.len();
        seen.count = seen.count + coming.len() - going.len();
        if changes <= FEW || changes <= seen.count {
            network.change(&mut seen.sums, going, coming);
        } else {
            come.set(present);
            network.refresh(&mut seen.sums, come.as_slice());
        }
        std::mem::swap(&mut seen.present, present);
    }
}

impl<G: Features> Evaluation<G> for ValueNetwork<G> {
    fn evaluate(&self, position: &G) -> Scores {
        self.with_memory(|memory| self.judge(position, memory))
    }
}
