//! What every game must satisfy, whatever its rules. A game gets the whole battery for one line:
//! `battery!(chexers, Chexers, ["referee", "last-ply-win"]);`

#![allow(dead_code)] // Each game's test file uses the parts it needs.

use std::collections::{HashMap, HashSet};

use ludarium_game::{Listing, MoveList, Purpose, Rng, Seed, Spec, Tabletop, Turn};

/// Random games are followed for at most this many plies.
const LONGEST: usize = 4000;

/// The rules of a variant text.
pub fn rules<G: Tabletop>(variant: &str) -> G::Rules {
    G::rules(&Spec::parse(variant).expect("a variant text")).expect("known rules")
}

/// Plays a random game and calls `visit` at every position, the last included.
pub fn random_game<G: Tabletop>(rules: &G::Rules, seed: u64, mut visit: impl FnMut(&G)) {
    let mut rng = Seed(seed).stream(Purpose::Test, 0);
    let mut position = G::start(rules, &mut rng);
    let mut buffer = MoveList::new();
    for _ in 0..LONGEST {
        visit(&position);
        let mv = match position.turn() {
            Turn::Seat(_) => position.pick(&mut rng, &mut buffer),
            Turn::Chance => position.roll(&mut rng),
            Turn::Over => return,
        };
        position.play(mv);
    }
}

/// Everything that must hold at any position of any game.
pub fn check_position<G: Tabletop>(rules: &G::Rules, position: &G, rng: &mut Rng) {
    let text = position.describe();
    assert_eq!(position.key(), position.key_from_scratch(), "key of {text}");
    check_moves(position, &text, rng);
    check_chances(position, &text, rng);
    check_end(position, &text);
    let again = G::parse(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(again.describe(), text);
    assert_eq!(again.key(), position.key(), "key after reading {text}");
    // A repetition draw is part of the history, which the text does not hold.
    if position.turn() != Turn::Over {
        assert_eq!(again.turn(), position.turn(), "turn after reading {text}");
        let (mut mine, mut theirs) = (MoveList::new(), MoveList::new());
        position.moves(&mut mine);
        again.moves(&mut theirs);
        assert_eq!(mine, theirs, "moves after reading {text}");
    }
}

fn check_moves<G: Tabletop>(position: &G, text: &str, rng: &mut Rng) {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let Turn::Seat(seat) = position.turn() else {
        assert!(moves.is_empty(), "moves without a seat to move in {text}");
        return;
    };
    assert!(seat.index() < position.seats());
    assert!(!moves.is_empty(), "no move for the seat to move in {text}");
    let different: HashSet<_> = moves.iter().collect();
    assert_eq!(
        different.len(),
        moves.len(),
        "a move listed twice in {text}"
    );
    let mut texts = HashSet::new();
    for &mv in &moves {
        let written = position.describe_move(mv);
        assert!(
            !written.contains(char::is_whitespace),
            "blank in `{written}`"
        );
        assert_eq!(
            position.parse_move(&written),
            Ok(mv),
            "`{written}` in {text}"
        );
        assert!(texts.insert(written), "two moves with one text in {text}");
    }
    let picked = position.pick(rng, &mut MoveList::new());
    assert!(different.contains(&picked), "picked {picked:?} in {text}");
}

/// `pick` is `moves[rng.below(moves.len())]`, number for number.
pub fn check_pick_is_from_list<G: Tabletop>(position: &G, rng: &mut Rng) {
    if !matches!(position.turn(), Turn::Seat(_)) {
        return;
    }
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut same = rng.clone();
    let expected = moves[same.below(moves.len() as u32) as usize];
    let picked = position.pick(rng, &mut MoveList::new());
    assert_eq!(picked, expected, "pick in {}", position.describe());
    assert_eq!(*rng, same, "pick draws once, in {}", position.describe());
}

/// All moves are picked equally often in twenty positions of random games.
pub fn check_uniform<G: Tabletop>(rules: &G::Rules) {
    for seed in 0..4 {
        let mut positions = Vec::new();
        random_game::<G>(rules, seed, |position| {
            if matches!(position.turn(), Turn::Seat(_)) {
                positions.push(position.clone());
            }
        });
        for part in 0..5 {
            check_uniform_at(&positions[part * (positions.len() - 1) / 4], seed);
        }
    }
}

/// All moves are picked equally often in this position.
pub fn check_uniform_at<G: Tabletop>(position: &G, seed: u64) {
    const PICKS_A_MOVE: u32 = 100;
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut counts: HashMap<G::Move, u32> = moves.iter().map(|&mv| (mv, 0)).collect();
    let mut rng = Seed(seed).stream(Purpose::Test, 2);
    let mut buffer = MoveList::new();
    for _ in 0..PICKS_A_MOVE * moves.len() as u32 {
        let picked = position.pick(&mut rng, &mut buffer);
        *counts.get_mut(&picked).expect("a legal move") += 1;
    }
    let expected = f64::from(PICKS_A_MOVE);
    let chi_square: f64 = counts
        .values()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    let freedom = moves.len() as f64 - 1.0;
    // Six standard deviations, a chance of one in 10^9, by the approximation of Wilson and Hilferty.
    let spread = 2.0 / (9.0 * freedom.max(1.0));
    let bound = freedom * (1.0 - spread + 6.0 * spread.sqrt()).powi(3);
    assert!(
        chi_square <= bound,
        "chi-square {chi_square:.1} is above {bound:.1} for {counts:?} in {}",
        position.describe()
    );
}

fn check_chances<G: Tabletop>(position: &G, text: &str, rng: &mut Rng) {
    let mut chances = Vec::new();
    let listing = position.chances(&mut chances);
    if position.turn() != Turn::Chance {
        assert!(chances.is_empty() && listing == Listing::Complete, "{text}");
        return;
    }
    let rolled = position.roll(rng);
    let written = position.describe_move(rolled);
    assert_eq!(
        position.parse_move(&written),
        Ok(rolled),
        "`{written}` in {text}"
    );
    if listing == Listing::TooMany {
        assert!(chances.is_empty(), "{text}");
        return;
    }
    let sum: f64 = chances.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-12, "chances sum to {sum} in {text}");
    assert!(chances.iter().all(|(_, p)| *p > 0.0), "{text}");
    let different: HashSet<_> = chances.iter().map(|(outcome, _)| outcome).collect();
    assert_eq!(different.len(), chances.len(), "an outcome twice in {text}");
    assert!(
        different.contains(&rolled),
        "rolled an unlisted outcome in {text}"
    );
    for &(outcome, _) in &chances {
        let written = position.describe_move(outcome);
        assert!(
            !written.contains(char::is_whitespace),
            "blank in `{written}`"
        );
        assert_eq!(
            position.parse_move(&written),
            Ok(outcome),
            "`{written}` in {text}"
        );
    }
}

fn check_end<G: Tabletop>(position: &G, text: &str) {
    let over = position.turn() == Turn::Over;
    assert_eq!(over, !position.ending().is_empty(), "ending of {text}");
    if over {
        let scores = position.scores();
        let scores = scores.as_slice(position.seats());
        assert!(
            scores.iter().all(|s| (0.0..=1.0).contains(s)),
            "{scores:?} in {text}"
        );
        if scores.len() == 2 {
            assert!(
                (scores[0] + scores[1] - 1.0).abs() < 1e-6,
                "{scores:?} in {text}"
            );
        }
    }
}

/// The picture names its cells once, stands on its own canvas, and every move can be clicked.
pub fn check_scene<G: Tabletop>(position: &G) {
    let scene = position.scene();
    let text = position.describe();
    assert_eq!(scene.seats.len(), position.seats());
    let names: HashSet<_> = scene.cells.iter().map(|cell| &cell.name).collect();
    assert_eq!(names.len(), scene.cells.len(), "two cells with one name");
    let letters: HashSet<_> = scene.seats.iter().map(|seat| seat.letter).collect();
    assert_eq!(
        letters.len(),
        scene.seats.len(),
        "two seats with one letter"
    );
    let inside = |x: f32, y: f32| {
        (-0.01..=scene.width + 0.01).contains(&x) && (-0.01..=scene.height + 0.01).contains(&y)
    };
    for cell in &scene.cells {
        assert!(inside(cell.centre.x, cell.centre.y), "{}", cell.name);
        assert!(cell.room > 0.0, "{}", cell.name);
        assert!(
            cell.outline.iter().all(|ring| ring.len() >= 3),
            "{}",
            cell.name
        );
        assert!(
            cell.outline.iter().flatten().all(|p| inside(p.x, p.y)),
            "{} leaves the canvas",
            cell.name
        );
    }
    let occupied: HashSet<_> = scene.pieces.iter().map(|piece| piece.cell).collect();
    assert_eq!(
        occupied.len(),
        scene.pieces.len(),
        "two pieces on a cell in {text}"
    );
    assert!(occupied.iter().all(|&cell| cell < scene.cells.len()));
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    for &mv in &moves {
        for name in position.clicks(mv) {
            assert!(scene.cell(&name).is_some(), "no cell `{name}` in {text}");
        }
    }
}

/// Positions with equal keys have the same turn and the same moves; different ones rarely meet.
pub fn check_keys<G: Tabletop>(rules: &G::Rules, games: u64) {
    let mut known: HashMap<u64, (Turn, MoveList<G::Move>)> = HashMap::new();
    for seed in 0..games {
        random_game::<G>(rules, seed, |position| {
            // Counters and repetition end games without being part of the key.
            if position.turn() == Turn::Over {
                return;
            }
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            let now = (position.turn(), moves);
            let first = known.entry(position.key()).or_insert_with(|| now.clone());
            assert_eq!(
                *first,
                now,
                "equal keys, different moves: {}",
                position.describe()
            );
        });
    }
}

/// No text makes a parser panic, and what it accepts it can write.
pub fn check_parsers<G: Tabletop>(rules: &G::Rules, noise: &str, seed: u64) {
    let mut rng = Seed(seed).stream(Purpose::Test, 1);
    let mut positions = Vec::new();
    random_game::<G>(rules, seed, |position| positions.push(position.clone()));
    let position = &positions[rng.below(positions.len() as u32) as usize];
    let mut texts = vec![noise.to_owned(), String::new()];
    for _ in 0..20 {
        texts.push(damage(&position.describe(), noise, &mut rng));
    }
    for text in texts {
        if let Ok(read) = G::parse(rules, &text) {
            let written = read.describe();
            let again = G::parse(rules, &written).unwrap_or_else(|e| panic!("{written}: {e}"));
            assert_eq!(again.describe(), written, "read from `{text}`");
            assert_eq!(read.key(), read.key_from_scratch(), "read from `{text}`");
            random_walk(read, &mut rng);
        }
    }
    let mut buffer = MoveList::new();
    position.moves(&mut buffer);
    let mut moves = vec![noise.to_owned(), String::new()];
    for &mv in buffer.iter().take(20) {
        moves.push(damage(&position.describe_move(mv), noise, &mut rng));
    }
    for text in moves {
        if let Ok(mv) = position.parse_move(&text) {
            let mut after = position.clone();
            after.play(mv);
            assert_eq!(position.parse_move(&position.describe_move(mv)), Ok(mv));
        }
    }
}

/// Any position a parser accepts can be played on.
fn random_walk<G: Tabletop>(mut position: G, rng: &mut Rng) {
    let mut buffer = MoveList::new();
    for _ in 0..30 {
        let mv = match position.turn() {
            Turn::Seat(_) => position.pick(rng, &mut buffer),
            Turn::Chance => position.roll(rng),
            Turn::Over => return,
        };
        position.play(mv);
        assert_eq!(
            position.key(),
            position.key_from_scratch(),
            "{}",
            position.describe()
        );
    }
}

/// A text with a character changed, removed, doubled, or noise put in.
fn damage(text: &str, noise: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(chars.len() as u32 + 1) as usize;
        let spare = *rng.choose(&chars).unwrap_or(&'x');
        match rng.below(5) {
            0 => chars.insert(at, spare),
            1 if at < chars.len() => chars[at] = spare,
            2 if at < chars.len() => {
                chars.remove(at);
            }
            3 => chars.truncate(at),
            _ => {
                let tail = chars.split_off(at);
                chars.extend(noise.chars().take(8));
                chars.extend(tail);
            }
        }
    }
    chars.into_iter().collect()
}

/// The battery for one game and a list of its variant texts. With `own pick` after the list, random
/// moves need only be uniform; otherwise they are those of the default rule, number for number.
#[macro_export]
macro_rules! battery {
    ($game:ty, [$($variant:expr),+ $(,)?]) => {
        battery!($game, [$($variant),+], own pick);

        proptest! {
            #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

            #[test]
            fn picks_are_those_of_the_list(seed: u64) {
                for variant in [$($variant),+] {
                    let rules = battery::rules::<$game>(variant);
                    let mut rng = Seed(seed).stream(Purpose::Test, 9);
                    battery::random_game::<$game>(&rules, seed, |position| {
                        battery::check_pick_is_from_list(position, &mut rng);
                    });
                }
            }
        }
    };
    ($game:ty, [$($variant:expr),+ $(,)?], own pick) => {
        use ludarium_game::{Purpose, Seed};
        use proptest::prelude::*;

        proptest! {
            #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

            #[test]
            fn every_position_is_consistent(seed: u64) {
                for variant in [$($variant),+] {
                    let rules = battery::rules::<$game>(variant);
                    let mut rng = Seed(seed).stream(Purpose::Test, 9);
                    battery::random_game::<$game>(&rules, seed, |position| {
                        battery::check_position(&rules, position, &mut rng);
                    });
                }
            }

            #[test]
            fn parsers_survive_any_text(noise in "\\PC{0,40}", seed: u64) {
                for variant in [$($variant),+] {
                    let rules = battery::rules::<$game>(variant);
                    battery::check_parsers::<$game>(&rules, &noise, seed);
                }
            }

            #[test]
            fn variant_texts_never_panic(name in "[a-z0-9-]{0,12}", noise in "\\PC{0,30}") {
                if let Ok(spec) = ludarium_game::Spec::parse(&format!("{name}{noise}")) {
                    let _ = <$game as ludarium_game::Tabletop>::rules(&spec);
                }
            }
        }

        #[test]
        fn picks_are_uniform() {
            for variant in [$($variant),+] {
                battery::check_uniform::<$game>(&battery::rules::<$game>(variant));
            }
        }

        #[test]
        fn pictures_are_sound() {
            for variant in [$($variant),+] {
                let rules = battery::rules::<$game>(variant);
                let mut ply = 0;
                battery::random_game::<$game>(&rules, 7, |position| {
                    ply += 1;
                    if ply % 10 == 1 {
                        battery::check_scene(position);
                    }
                });
            }
        }

        #[test]
        fn equal_keys_mean_equal_moves() {
            for variant in [$($variant),+] {
                battery::check_keys::<$game>(&battery::rules::<$game>(variant), 40);
            }
        }

        #[test]
        fn a_position_fits_in_256_bytes() {
            assert!(size_of::<$game>() <= 256, "{} bytes", size_of::<$game>());
        }
    };
}
