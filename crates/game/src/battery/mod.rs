//! The battery: the tests that every game must pass, whatever its rules. A game gets all of them with
//! a few lines:
//!
//! ```text
//! ludarium_game::battery!(MyGame, ["usual", "long:plies=400"]);
//! ludarium_game::playthroughs!(MyGame);
//! ludarium_game::steady_play_allocates_nothing!(MyGame);
//! ```
//!
//! It needs the feature `battery` of this crate, among the `dev-dependencies` of the game.

mod allocations;
mod parsers;
mod picks;
mod picture;
mod playthrough;
mod position;
mod usual;

pub use allocations::{CountingAllocator, allocations, check_steady_play};
pub use parsers::check_parsers;
pub use picks::{check_pick_is_from_list, check_uniform, check_uniform_at};
pub use picture::check_scene;
pub use playthrough::check_playthroughs;
pub use position::{check_keys, check_position};
#[doc(hidden)]
pub use proptest;
pub use usual::tell_random_games;

use crate::{MoveList, Purpose, Rng, Seed, Spec, Tabletop, Turn};

/// Random games are followed for at most this many plies.
const LONGEST: usize = 4000;

/// Random games of each variant that a check looks at.
const GAMES: u64 = 24;

/// The rules of a variant text.
pub fn rules<G: Tabletop>(variant: &str) -> G::Rules {
    G::rules(&Spec::parse(variant).expect("a variant text")).expect("known rules")
}

/// Plays a random game and calls `visit` at every position, the last included. A test that fails there also tells the
/// moves that lead there.
pub fn random_game<G: Tabletop>(rules: &G::Rules, seed: u64, mut visit: impl FnMut(&G)) {
    let mut rng = Seed(seed).stream(Purpose::Test, 0);
    let mut position = G::start(rules, &mut rng);
    let mut buffer = MoveList::new();
    let mut trail = Trail { start: position.clone(), moves: Vec::new() };
    for _ in 0..LONGEST {
        visit(&position);
        let mv = match position.turn() {
            Turn::Seat(_) => position.pick(&mut rng, &mut buffer),
            Turn::Chance => position.roll(&mut rng),
            Turn::Over => return,
        };
        trail.moves.push(mv);
        position.play(mv);
    }
}

/// Random games of each variant; `visit` sees every position with its rules and a stream of numbers.
pub fn random_games<G: Tabletop>(
    variants: &[&str],
    mut visit: impl FnMut(&G::Rules, &G, &mut Rng),
) {
    for variant in variants {
        let rules = rules::<G>(variant);
        for seed in 0..GAMES {
            let mut rng = Seed(seed).stream(Purpose::Test, 9);
            random_game::<G>(&rules, seed, |position| visit(&rules, position, &mut rng));
        }
    }
}

/// The way to a position of a random game, told where a test fails.
struct Trail<G: Tabletop> {
    start: G,
    moves: Vec<G::Move>,
}

impl<G: Tabletop> Drop for Trail<G> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let mut position = self.start.clone();
        eprintln!("from {} by", position.describe());
        // The last move may be what cannot be played.
        let Some((last, before)) = self.moves.split_last() else {
            return;
        };
        for &mv in before {
            eprint!("{} ", position.describe_move(mv));
            position.play(mv);
        }
        eprintln!("{}", position.describe_move(*last));
    }
}

/// The battery for one game and a list of its variant texts. With `own pick` after the list, random
/// moves need only be uniform; otherwise they are those of the default rule, number for number.
#[macro_export]
macro_rules! battery {
    ($game:ty, [$($variant:expr),+ $(,)?]) => {
        $crate::battery!($game, [$($variant),+], own pick);

        #[test]
        fn picks_are_those_of_the_list() {
            $crate::battery::random_games::<$game>(&[$($variant),+], |_, position, rng| {
                $crate::battery::check_pick_is_from_list(position, rng);
            });
        }
    };
    ($game:ty, [$($variant:expr),+ $(,)?], own pick) => {
        #[test]
        fn every_position_is_consistent() {
            $crate::battery::random_games::<$game>(&[$($variant),+], |rules, position, rng| {
                $crate::battery::check_position(rules, position, rng);
            });
        }

        #[test]
        fn random_games_look_usual() {
            for variant in [$($variant),+] {
                $crate::battery::tell_random_games::<$game>(variant);
            }
        }

        $crate::battery::proptest::proptest! {
            #![proptest_config($crate::battery::proptest::test_runner::Config::with_cases(24))]

            #[test]
            fn parsers_survive_any_text(noise in "\\PC{0,40}", seed: u64) {
                for variant in [$($variant),+] {
                    let rules = $crate::battery::rules::<$game>(variant);
                    $crate::battery::check_parsers::<$game>(&rules, &noise, seed);
                }
            }

            #[test]
            fn variant_texts_never_panic(name in "[a-z0-9-]{0,12}", noise in "\\PC{0,30}") {
                if let Ok(spec) = $crate::Spec::parse(&format!("{name}{noise}")) {
                    let _ = <$game as $crate::Tabletop>::rules(&spec);
                }
            }
        }

        #[test]
        fn picks_are_uniform() {
            for variant in [$($variant),+] {
                let rules = $crate::battery::rules::<$game>(variant);
                $crate::battery::check_uniform::<$game>(&rules);
            }
        }

        #[test]
        fn pictures_are_valid() {
            for variant in [$($variant),+] {
                let rules = $crate::battery::rules::<$game>(variant);
                let mut ply = 0;
                $crate::battery::random_game::<$game>(&rules, 7, |position| {
                    ply += 1;
                    if ply % 10 == 1 {
                        $crate::battery::check_scene(position);
                    }
                });
            }
        }

        #[test]
        fn equal_keys_mean_equal_moves() {
            for variant in [$($variant),+] {
                let rules = $crate::battery::rules::<$game>(variant);
                $crate::battery::check_keys::<$game>(&rules, 40);
            }
        }

        #[test]
        fn a_position_fits_in_256_bytes() {
            assert!(size_of::<$game>() <= 256, "{} bytes", size_of::<$game>());
        }
    };
}

/// A test that each variant of a game plays as the files in `tests/playthroughs` of its crate record. With
/// `LUDARIUM_RECORD=1` in the environment it writes the files instead.
#[macro_export]
macro_rules! playthroughs {
    ($game:ty) => {
        #[test]
        fn every_variant_plays_as_recorded() {
            let crate_folder = ::std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            $crate::battery::check_playthroughs::<$game>(&crate_folder.join("tests/playthroughs"));
        }
    };
}

/// A test that random play of each variant of some games allocates nothing once it runs: not in `moves`, `pick`,
/// `roll` or `play`. It sets the allocator of the test program, so it can be used in one test file only.
#[macro_export]
macro_rules! steady_play_allocates_nothing {
    ($($game:ty),+ $(,)?) => {
        #[global_allocator]
        static ALLOCATOR: $crate::battery::CountingAllocator = $crate::battery::CountingAllocator;

        #[test]
        fn the_counter_counts() {
            let before = $crate::battery::allocations();
            let boxed = ::std::hint::black_box(Box::new(7));
            assert_eq!($crate::battery::allocations() - before, *boxed - 6);
        }

        #[test]
        fn steady_play_allocates_nothing() {
            $($crate::battery::check_steady_play::<$game>();)+
        }
    };
}
