//! Parsers survive any text.

use super::random_game;
use crate::{MoveList, Purpose, Rng, Seed, Tabletop, Turn};

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
        assert_eq!(position.key(), position.key_from_scratch(), "{}", position.describe());
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
