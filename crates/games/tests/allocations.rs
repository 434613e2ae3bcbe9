//! Steady play allocates nothing: not in `moves`, not in `pick`, `roll` or `play`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ludarium_game::{Game, MoveList, Purpose, Rng, Seed, Tabletop, Turn};
use ludarium_games::registry::{GAMES, Task, with_game};

/// The system's allocator, counting the requests of each thread.
struct Counting;

thread_local! {
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
}

// Only an allocator can see allocations, and implementing one is unsafe by its nature.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = REQUESTS.try_with(|requests| requests.set(requests.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Allocations;

impl Task for Allocations {
    type Output = u64;

    fn run<G: Tabletop>(self, rules: G::Rules) -> u64 {
        let start = G::start(&rules, &mut Seed(1).stream(Purpose::Start, 0));
        let mut rng = Seed(1).stream(Purpose::Test, 0);
        let mut buffer = MoveList::new();
        for _ in 0..30 {
            playout(start.clone(), &mut rng, &mut buffer);
        }
        let before = REQUESTS.with(Cell::get);
        for _ in 0..30 {
            playout(start.clone(), &mut rng, &mut buffer);
        }
        REQUESTS.with(Cell::get) - before
    }
}

fn playout<G: Game>(mut position: G, rng: &mut Rng, buffer: &mut MoveList<G::Move>) {
    for ply in 0..5000 {
        let mv = match position.turn() {
            // Both ways to a move must be free of allocation.
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

#[test]
fn the_counter_counts() {
    let before = REQUESTS.with(Cell::get);
    let boxed = std::hint::black_box(Box::new(7));
    assert_eq!(REQUESTS.with(Cell::get) - before, *boxed - 6);
}

#[test]
fn steady_play_allocates_nothing() {
    for game in GAMES {
        for variant in game.variants() {
            let requests = with_game(game.name, Some(variant.name), Allocations);
            assert_eq!(requests, Ok(0), "{} {}", game.name, variant.name);
        }
    }
}
