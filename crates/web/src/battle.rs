//! Dice of battles. The rules of a game know only who has won; here both sides get dice that fit the outcome, drawn with
//! the chances that real dice have.

use ludarium_game::{Fact, Position, Rng, Scene, Seat, Seed, Tone};
use serde::Serialize;

/// Sides have at most so many dice.
const MOST: usize = 16;

/// One side of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Whose dice they are.
    pub seat: u8,
    /// What they show.
    pub faces: Vec<u8>,
}

/// A side before the dice are thrown, as the fact `battle` of a position tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    /// The name of its cell.
    pub cell: String,
    seat: u8,
    dice: usize,
}

/// The two sides of the battle that chance decides next, the attacker first; nothing where none is fought.
pub fn stakes(position: &Position) -> Option<[Stake; 2]> {
    let facts = position.facts();
    let (_, Fact::List(sides)) = facts.iter().find(|(name, _)| *name == "battle")? else {
        return None;
    };
    let sides: Vec<Stake> = sides.iter().filter_map(stake).collect();
    sides.try_into().ok()
}

fn stake(fact: &Fact) -> Option<Stake> {
    let Fact::Record(facts) = fact else {
        return None;
    };
    let number = |wanted: &str| match facts.iter().find(|(name, _)| *name == wanted)? {
        (_, Fact::Number(number)) => usize::try_from(*number).ok(),
        _ => None,
    };
    Some(Stake {
        cell: number("area")?.to_string(),
        seat: u8::try_from(number("seat")?).ok()?,
        dice: number("dice").filter(|dice| (1..=MOST).contains(dice))?,
    })
}

/// The dice of a battle that was pending at `before` and led to the scene `after`. The same battle always has the same dice.
pub fn dice(before: &Position, after: &Scene, count: usize) -> Option<[Side; 2]> {
    let [attacker, defender] = stakes(before)?;
    let place = after.cells.iter().find(|cell| cell.name == defender.cell)?;
    let won = place.tone == Tone::Owned(Seat(attacker.seat));
    let mut rng = Rng::new(Seed(before.key() ^ count as u64));
    let [ours, theirs] = draw(attacker.dice, defender.dice, won, &mut rng)?;
    Some([
        Side {
            seat: attacker.seat,
            faces: ours,
        },
        Side {
            seat: defender.seat,
            faces: theirs,
        },
    ])
}

/// Dice of both sides, each way of falling that fits the outcome as likely as any other. The attacker wins with the larger
/// sum. `None` where the outcome is impossible.
fn draw(attacker: usize, defender: usize, won: bool, rng: &mut Rng) -> Option<[Vec<u8>; 2]> {
    let ways = ways(attacker.max(defender));
    let fits = |ours: usize, theirs: usize| (ours > theirs) == won;
    let of = |dice: usize| dice..=6 * dice;
    let sums = || of(attacker).flat_map(|ours| of(defender).map(move |theirs| (ours, theirs)));
    let weight = |(ours, theirs): (usize, usize)| match fits(ours, theirs) {
        true => ways[attacker][ours] * ways[defender][theirs],
        false => 0.0,
    };
    let total: f64 = sums().map(weight).sum();
    let (ours, theirs) = pick(sums(), weight, total, rng)?;
    Some([
        faces(attacker, ours, &ways, rng),
        faces(defender, theirs, &ways, rng),
    ])
}

/// Dice with a given sum, each way as likely as any other.
fn faces(dice: usize, mut sum: usize, ways: &[Vec<f64>], rng: &mut Rng) -> Vec<u8> {
    let mut shown = Vec::with_capacity(dice);
    for rest in (0..dice).rev() {
        let weight = |face: usize| match sum.checked_sub(face) {
            Some(left) => ways[rest][left],
            None => 0.0,
        };
        let face = pick(1..=6, weight, ways[rest + 1][sum], rng).unwrap_or(1);
        sum -= face;
        shown.push(face as u8);
    }
    shown
}

/// One of several things, by their weights.
fn pick<T: Copy>(
    things: impl Iterator<Item = T>,
    weight: impl Fn(T) -> f64,
    total: f64,
    rng: &mut Rng,
) -> Option<T> {
    let mut left = rng.unit() * total;
    let mut last = None;
    for thing in things.filter(|&thing| weight(thing) > 0.0) {
        last = Some(thing);
        left -= weight(thing);
        if left < 0.0 {
            break;
        }
    }
    last
}

/// In how many ways 0, 1, … dice have each sum.
fn ways(most: usize) -> Vec<Vec<f64>> {
    let mut ways = vec![vec![0.0; 6 * most + 1]];
    ways[0][0] = 1.0;
    for dice in 0..most {
        let sums = (0..=6 * most).map(|sum| {
            let before = (1..=6).filter_map(|face: usize| ways[dice].get(sum.checked_sub(face)?));
            before.sum()
        });
        let next = sums.collect();
        ways.push(next);
    }
    ways
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// All throws of two dice against one that fit an outcome, and how often each is drawn.
    fn counted(won: bool, draws: usize) -> HashMap<Vec<u8>, usize> {
        let mut counts = HashMap::new();
        for number in 0..6usize.pow(3) {
            let dice: Vec<u8> = (0..3)
                .map(|k| (number / 6usize.pow(k) % 6) as u8 + 1)
                .collect();
            let sum = |dice: &[u8]| dice.iter().map(|&face| u32::from(face)).sum::<u32>();
            if (sum(&dice[..2]) > sum(&dice[2..])) == won {
                counts.insert(dice, 0);
            }
        }
        let mut rng = Rng::new(Seed(7));
        for _ in 0..draws {
            let [ours, theirs] = draw(2, 1, won, &mut rng).unwrap();
            let dice = [ours, theirs].concat();
            *counts.get_mut(&dice).expect("a throw that fits") += 1;
        }
        counts
    }

    #[test]
    fn every_throw_that_fits_the_outcome_is_equally_likely() {
        for (won, draws) in [(true, 9000), (false, 3000)] {
            let counts = counted(won, draws);
            let expected = draws as f64 / counts.len() as f64;
            let chi_square: f64 = counts
                .values()
                .map(|&count| (count as f64 - expected).powi(2) / expected)
                .sum();
            let freedom = counts.len() as f64 - 1.0;
            // The sum has this mean and a standard deviation of √(2 · freedom); five of them are never exceeded by chance.
            let allowed = freedom + 5.0 * (2.0 * freedom).sqrt();
            assert!(chi_square < allowed, "won {won}: {chi_square} of {allowed}");
        }
    }

    #[test]
    fn outcomes_that_cannot_be_have_no_dice_and_rare_ones_have() {
        let mut rng = Rng::new(Seed(1));
        assert_eq!(draw(1, 6, true, &mut rng), None);
        let [ours, theirs] = draw(2, 8, true, &mut rng).unwrap();
        let sum = |dice: &[u8]| dice.iter().map(|&face| u32::from(face)).sum::<u32>();
        assert!(sum(&ours) > sum(&theirs), "{ours:?} {theirs:?}");
    }
}
