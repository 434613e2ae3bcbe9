//! What must hold at any position: moves, chances, ends, texts and keys.

use std::collections::{HashMap, HashSet};

use super::random_game;
use crate::{Listing, MoveList, Rng, Tabletop, Turn};

/// Everything that must hold at any position of any game.
pub fn check_position<G: Tabletop>(rules: &G::Rules, position: &G, rng: &mut Rng) {
    let text = position.describe();
    assert_eq!(position.key(), position.key_from_scratch(), "key of {text}");
    assert_eq!(&position.detach(), position, "copy of {text} for a thread");
    let mut forgetful = position.clone();
    forgetful.forget();
    assert_eq!(forgetful.key(), position.key(), "key of {text} without its history");
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
    assert_eq!(different.len(), moves.len(), "a move listed twice in {text}");
    let mut texts = HashSet::new();
    for &mv in &moves {
        let written = position.describe_move(mv);
        assert!(!written.contains(char::is_whitespace), "blank in `{written}`");
        assert_eq!(position.parse_move(&written), Ok(mv), "`{written}` in {text}");
        assert!(texts.insert(written), "two moves with one text in {text}");
    }
    let picked = position.pick(rng, &mut MoveList::new());
    assert!(different.contains(&picked), "picked {picked:?} in {text}");
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
    assert_eq!(position.parse_move(&written), Ok(rolled), "`{written}` in {text}");
    if listing == Listing::TooMany {
        assert!(chances.is_empty(), "{text}");
        return;
    }
    let sum: f64 = chances.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-12, "chances sum to {sum} in {text}");
    assert!(chances.iter().all(|(_, p)| *p > 0.0), "{text}");
    let different: HashSet<_> = chances.iter().map(|(outcome, _)| outcome).collect();
    assert_eq!(different.len(), chances.len(), "an outcome twice in {text}");
    assert!(different.contains(&rolled), "rolled an unlisted outcome in {text}");
    for &(outcome, _) in &chances {
        let written = position.describe_move(outcome);
        assert!(!written.contains(char::is_whitespace), "blank in `{written}`");
        assert_eq!(position.parse_move(&written), Ok(outcome), "`{written}` in {text}");
    }
}

fn check_end<G: Tabletop>(position: &G, text: &str) {
    let over = position.turn() == Turn::Over;
    assert_eq!(over, !position.ending().is_empty(), "ending of {text}");
    if over {
        let scores = position.scores();
        let scores = scores.as_slice(position.seats());
        assert!(scores.iter().all(|s| (0.0..=1.0).contains(s)), "{scores:?} in {text}");
        if scores.len() == 2 {
            assert!((scores[0] + scores[1] - 1.0).abs() < 1e-6, "{scores:?} in {text}");
        }
    }
}

/// Positions with equal keys have the same turn and the same moves; different positions rarely share a key.
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
            assert_eq!(*first, now, "equal keys, different moves: {}", position.describe());
        });
    }
}
