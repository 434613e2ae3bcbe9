//! Steady play allocates nothing: not in `moves`, not in `pick`, `roll` or `play`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use super::rules;
use crate::{Game, MoveList, Purpose, Rng, Seed, Tabletop, Turn};

/// The system's allocator, counting the requests of each thread.
pub struct CountingAllocator;

thread_local! {
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
}

// Only an allocator sees allocations, and the trait for allocators is unsafe.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = REQUESTS.try_with(|requests| requests.set(requests.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// How often this thread has asked [`CountingAllocator`] for memory; always 0 if the program uses another allocator.
pub fn allocations() -> u64 {
    REQUESTS.with(Cell::get)
}

/// Random play of each variant of a game allocates nothing, once its buffers have grown.
pub fn check_steady_play<G: Tabletop>() {
    for variant in G::VARIANTS {
        let rules = rules::<G>(variant.name);
        let start = G::start(&rules, &mut Seed(1).stream(Purpose::Start, 0));
        let mut rng = Seed(1).stream(Purpose::Test, 0);
        let mut buffer = MoveList::new();
        // Long lists are rare where a move is a whole turn.
        for _ in 0..200 {
            playout(start.clone(), &mut rng, &mut buffer);
        }
        let before = allocations();
        for _ in 0..30 {
            playout(start.clone(), &mut rng, &mut buffer);
        }
        assert_eq!(allocations() - before, 0, "{} {}", G::NAME, variant.name);
    }
}

fn playout<G: Game>(mut position: G, rng: &mut Rng, buffer: &mut MoveList<G::Move>) {
    for ply in 0..5000 {
        let mv = match position.turn() {
            // Neither way to get a move may allocate.
            Turn::Seat(_) if ply % 2 == 0 => position.pick(rng, buffer),
            Turn::Seat(_) => {
                position.moves(buffer);
                buffer[rng.below(buffer.len() as u32) as usize]
            }
            Turn::Chance => position.roll(rng),
            Turn::Over => return,
        };
        position.play(mv);
    }
}
