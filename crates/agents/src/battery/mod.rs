//! What every agent of a game must satisfy. The tests of a game get all of it for one line:
//!
//! ```text
//! ludarium_agents::battery!(MyGame);
//! ```
//!
//! It needs the feature `battery` of this crate, among the `dev-dependencies` of the game.

mod allocations;
mod catalogue;
mod tensors;
mod values;

pub use allocations::check_allocations;
pub use catalogue::{check_agent, check_answers, check_hurried, check_texts, check_whole_games};
#[doc(hidden)]
pub use ludarium_game;
pub use tensors::check_tensors;
pub use values::{
    assert_mirrored, assert_turned, check_value_network, seen_by, walk, with_colours_exchanged,
};

/// The battery for all agents of a game, in its first variant; for a report, `battery!(MyGame, entries())` with the
/// agents that it adds.
#[macro_export]
macro_rules! battery {
    ($game:ty) => {
        $crate::battery!($game, <$game as $crate::Playable>::entries());
    };
    ($game:ty, $entries:expr) => {
        fn roster() -> $crate::Roster<$game> {
            $crate::Roster::of($entries)
        }

        #[test]
        fn names_and_parameters_can_be_written_and_read() {
            $crate::battery::check_texts(&roster());
        }

        #[test]
        fn every_agent_answers_anywhere_and_repeatably() {
            $crate::battery::check_answers(&roster());
        }

        #[test]
        fn every_agent_answers_when_it_is_stopped_at_once() {
            $crate::battery::check_hurried(&roster());
        }

        #[test]
        fn every_agent_plays_a_game_in_seat_one() {
            $crate::battery::check_whole_games(&roster());
        }
    };
}

/// A test that some tree searches of a game allocate for their levels, not for their nodes. It sets the allocator
/// of the test program, so it can stand in one file only.
#[macro_export]
macro_rules! searches_hardly_allocate {
    ($game:ty, [$($text:literal),+ $(,)?]) => {
        #[global_allocator]
        static ALLOCATOR: $crate::battery::ludarium_game::battery::CountingAllocator =
            $crate::battery::ludarium_game::battery::CountingAllocator;

        #[test]
        fn more_nodes_need_hardly_more_allocations() {
            $($crate::battery::check_allocations::<$game>($text);)+
        }
    };
}

/// A test that the numbers which learners see of a game are consistent in these variants and as the files in
/// `tests/tensors` of its crate record. With `LUDARIUM_RECORD=1` in the environment it writes the files instead.
#[macro_export]
macro_rules! tensors {
    ($game:ty, [$($variant:expr),+ $(,)?]) => {
        #[test]
        fn learners_see_what_is_recorded() {
            let crate_folder = ::std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            $crate::battery::check_tensors::<$game>(&[$($variant),+], crate_folder);
        }
    };
}
