//! Two seats: lower and upper bounds that come together.
//!
//! Every layer begins with the bounds 0 and 1 and looks one ply further in every sweep. A lower bound only rises, an upper
//! one only falls, and each of them is right at any time. So what is found where the two meet is proven, and a sweep that
//! was interrupted has lost nothing.
//!
//! Where play can go on for ever, the two may stop apart: the lower bound still fears what never comes, the upper one hopes
//! for it. To go on for ever is worth one half. So whoever can stay, whatever chance does, among positions that promise at
//! least so much (up to one half), or leave them for one that does, has so much for certain: [`Layer::settle_endless_play`].

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Equations, Link, ShareBounds, SolveError, SolveNews, SolveOptions, TellSolver, Worth};

/// Positions that are looked at together, by all threads, before any of them is told. The size is the same for any number of
/// threads, and so is what is found.
const WAVE: usize = 1 << 15;

/// So few are looked at by one thread, and each is told at once.
const FEW: usize = 1 << 11;

/// Those of a wave that a thread takes at once.
const PORTION: usize = 1 << 8;

/// A change that is only rounding.
const ROUNDING: f64 = 1e-16;

/// Endless play is looked for when a sweep changes less than this part of what is unknown.
const SLOW: f64 = 1e-3;

/// How far a solution is. It can be stored at any time and continued.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSeatState {
    /// The layers that are finished.
    pub layers_done: usize,
    /// What is known of each position.
    pub bounds: Vec<ShareBounds>,
}

impl TwoSeatState {
    /// Nothing is known yet.
    pub fn new(equations: &impl Equations) -> TwoSeatState {
        TwoSeatState { layers_done: 0, bounds: vec![ShareBounds::UNKNOWN; equations.count()] }
    }

    /// The largest gap: no share is further from the middle of its bounds than half of it.
    pub fn largest_gap(&self) -> f64 {
        widest(&self.bounds)
    }

    /// The number of positions whose shares are not certain, because bounds did not meet.
    pub fn open(&self) -> u64 {
        self.bounds.iter().filter(|bounds| bounds.gap() > CERTAIN).count() as u64
    }
}

/// Bounds that are further apart do not say what a position is worth.
const CERTAIN: f64 = 1e-4;

fn widest(bounds: &[ShareBounds]) -> f64 {
    bounds.iter().map(|bounds| bounds.gap()).fold(0.0, f64::max)
}

/// Bounds may be closer than is wanted and still gain by another look; this many times the precision is enough.
const CLOSE: f64 = 16.0;

/// Solves what the state has not yet solved. Takes 16 bytes a position, and [`LAYER_BYTES`] more for those of one layer.
///
/// Each layer is swept, the positions with the most [progress](Equations::progress) first, until its bounds are apart by no more than those of earlier layers and [`SolveOptions::precision`]
/// together, or until they change no more. An interruption leaves the state as far as it is.
pub fn solve_two_seats(
    equations: &impl Equations,
    state: &mut TwoSeatState,
    options: &SolveOptions,
    tell: &mut TellSolver<'_>,
) -> Result<(), SolveError> {
    let solved = state.layers_done.checked_sub(1).map_or(0, |last| equations.layer(last).end);
    let mut below = widest(&state.bounds[..solved]);
    let mut silent = 0;
    for number in state.layers_done..equations.layers() {
        let wanted = below + options.precision;
        let layer = Layer {
            equations,
            range: equations.layer(number),
            order: latest_first(equations, equations.layer(number)),
            threads: options.threads,
            close: (wanted / 2.0).min(CLOSE * options.precision),
            is_broken: AtomicBool::new(false),
        };
        let mut tell_now_and_then = |gap| {
            silent += layer.range.len();
            if silent < WAVE {
                return ControlFlow::Continue(());
            }
            silent = 0;
            let (done, of) = (layer.range.start as u64, equations.count() as u64);
            tell(SolveNews::Solving { done, of, gap })
        };
        let gap = layer.solve(&mut state.bounds, wanted, &mut tell_now_and_then)?;
        below = below.max(gap);
        state.layers_done = number + 1;
    }
    Ok(())
}

/// What a position of the layer that is being solved takes at most, beside its bounds: its place in the order, and hopes.
pub const LAYER_BYTES: u64 = 4 + size_of::<Hope>() as u64;

/// The positions of a layer, counted from its first, those with the most progress first.
fn latest_first(equations: &impl Equations, layer: Range<usize>) -> Vec<Vec<u32>> {
    let mut by_progress: BTreeMap<Reverse<u32>, Vec<u32>> = BTreeMap::new();
    for (place, index) in layer.enumerate() {
        by_progress.entry(Reverse(equations.progress(index))).or_default().push(place as u32);
    }
    by_progress.into_values().collect()
}

/// What a seat hopes for beside what is known.
#[derive(Clone, Copy)]
struct Hope {
    known: ShareBounds,
    hoped: ShareBounds,
}

impl Hope {
    /// What is hoped for is never less certain than what is known, up to one half.
    fn new(known: ShareBounds, hoped: ShareBounds) -> Hope {
        let hoped = ShareBounds {
            low: hoped.low.min(0.5).max(known.low),
            high: hoped.high.max(0.5).min(known.high),
        };
        Hope { known, hoped }
    }
}

impl Worth for Hope {
    fn exact(share: f64) -> Hope {
        let exact = ShareBounds::exact(share);
        Hope { known: exact, hoped: exact }
    }

    fn of_other(self) -> Hope {
        Hope { known: self.known.of_other(), hoped: self.hoped.of_other() }
    }

    fn or_better(self, other: Hope) -> Hope {
        Hope { known: self.known.or_better(other.known), hoped: self.hoped.or_better(other.hoped) }
    }

    /// A hope has to hold for each outcome, or else it is as much as the mean.
    fn drawn(outcomes: impl Iterator<Item = (f64, Hope)>) -> Hope {
        let mut hull = ShareBounds { low: f64::INFINITY, high: f64::NEG_INFINITY };
        let known = ShareBounds::drawn(outcomes.map(|(part, Hope { known, hoped })| {
            hull.low = hull.low.min(hoped.low);
            hull.high = hull.high.max(hoped.high);
            (part, known)
        }));
        Hope::new(known, hull)
    }
}

/// Positions that may come back to each other.
struct Layer<'a, E> {
    equations: &'a E,
    range: Range<usize>,
    /// Its positions, counted from its first, those with equal progress together, in the order in which they are looked at.
    order: Vec<Vec<u32>>,
    threads: usize,
    /// Bounds as close as this are left alone.
    close: f64,
    /// Whether a position of a later layer was asked for.
    is_broken: AtomicBool,
}

impl<E: Equations> Layer<'_, E> {
    /// Returns the largest gap that is left.
    fn solve(
        &self,
        bounds: &mut [ShareBounds],
        wanted: f64,
        tell: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<f64, SolveError> {
        let (below, bounds) = bounds[..self.range.end].split_at_mut(self.range.start);
        let mut slow = SLOW;
        loop {
            let change = self.sweep(below, bounds);
            if self.is_broken.load(Ordering::Relaxed) {
                return Err(SolveError::Layers { layer: self.range.clone() });
            }
            let gap = widest(bounds);
            if gap <= wanted {
                return Ok(gap);
            }
            if tell(gap).is_break() {
                return Err(SolveError::Interrupted);
            }
            if change <= gap * slow {
                let settled = self.settle_endless_play(below, bounds);
                if settled <= ROUNDING && change <= ROUNDING {
                    return Ok(gap);
                }
                slow = if settled > change { SLOW } else { slow * SLOW };
            }
        }
    }

    /// Narrows all bounds once. Returns the largest change.
    fn sweep(&self, below: &[ShareBounds], bounds: &mut [ShareBounds]) -> f64 {
        let outside = |index: usize| below.get(index).copied();
        let is_open = |known: ShareBounds| known.gap() > self.close;
        self.update(bounds, &outside, &is_open, &|_, known, found: ShareBounds| {
            let low = known.low.max(found.low);
            let narrow = ShareBounds { low, high: known.high.min(found.high) };
            (narrow, (narrow.low - known.low).max(known.high - narrow.high))
        })
    }

    /// Raises lower bounds to what a seat has for certain if endless play is worth one half, and lowers upper ones. Returns
    /// the largest change.
    fn settle_endless_play(&self, below: &[ShareBounds], bounds: &mut [ShareBounds]) -> f64 {
        let halves = ShareBounds::exact(0.5);
        let mut hopes: Vec<Hope> = bounds.iter().map(|known| Hope::new(*known, halves)).collect();
        let outside = |index: usize| below.get(index).map(|&known| Hope { known, hoped: known });
        // A hope that does not hold is given up, until all hold.
        let give_up = |_, hope: Hope, found: Hope| {
            let low = hope.hoped.low.min(found.hoped.low);
            let held = Hope::new(
                hope.known,
                ShareBounds { low, high: hope.hoped.high.max(found.hoped.high) },
            );
            let change = (hope.hoped.low - held.hoped.low).max(held.hoped.high - hope.hoped.high);
            (held, change)
        };
        while self.update(&mut hopes, &outside, &|_| true, &give_up) > 0.0 {}
        let mut change: f64 = 0.0;
        for (known, Hope { hoped, .. }) in bounds.iter_mut().zip(hopes) {
            change = change.max(hoped.low - known.low).max(known.high - hoped.high);
            *known = hoped;
        }
        change
    }

    /// Updates the open positions of the layer once, by what was known and what a look finds. Returns the largest change.
    fn update<W: Worth + Send + Sync>(
        &self,
        layer: &mut [W],
        outside: &(impl Fn(usize) -> Option<W> + Sync),
        is_open: &(impl Fn(W) -> bool + Sync),
        update: &(impl Fn(usize, W, W) -> (W, f64) + Sync),
    ) -> f64 {
        let start = self.range.start;
        let look = |layer: &[W], place: u32| {
            let (place, index) = (place as usize, start + place as usize);
            if !is_open(layer[place]) {
                return (layer[place], 0.0);
            }
            let found = self.equations.look(index, &mut |link: Link| {
                let of_layer = link.index.checked_sub(start).and_then(|place| layer.get(place));
                let worth =
                    of_layer.copied().or_else(|| outside(link.index)).unwrap_or_else(|| {
                        self.is_broken.store(true, Ordering::Relaxed);
                        W::exact(0.5)
                    });
                if link.other_seat { worth.of_other() } else { worth }
            });
            update(index, layer[place], found)
        };
        let (mut largest, mut news): (f64, Vec<(W, f64)>) = (0.0, Vec::new());
        for wave in self.order.iter().flat_map(|equals| equals.chunks(WAVE)) {
            if wave.len() <= FEW {
                for &place in wave {
                    let (updated, change) = look(layer, place);
                    layer[place as usize] = updated;
                    largest = largest.max(change);
                }
                continue;
            }
            news.resize(wave.len(), (W::exact(0.5), 0.0));
            self.look_together(wave, &mut news, &|place| look(layer, place));
            for (&place, &(updated, change)) in wave.iter().zip(&news) {
                layer[place as usize] = updated;
                largest = largest.max(change);
            }
        }
        largest
    }

    /// Looks at the positions of a wave with all threads.
    fn look_together<N: Send>(
        &self,
        wave: &[u32],
        news: &mut [N],
        look: &(impl Fn(u32) -> N + Sync),
    ) {
        let portions = Mutex::new(wave.chunks(PORTION).zip(news.chunks_mut(PORTION)));
        let work = || {
            let next = || portions.lock().unwrap_or_else(PoisonError::into_inner).next();
            for (places, news) in std::iter::from_fn(next) {
                for (&place, news) in places.iter().zip(news) {
                    *news = look(place);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
    }
}
