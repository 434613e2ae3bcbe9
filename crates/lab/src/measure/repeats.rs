//! Repeated positions: games are played again from their records.

use std::collections::HashSet;
use std::sync::Arc;

use ludarium_arena::{GameRecord, Games, Ruleset};
use ludarium_game::{Result, Turn};

/// Counts, for each seat of a recorded game, its moves at a position that it had met before; `None` for a record
/// that cannot be followed.
pub type CountRepeats = Box<dyn Fn(&GameRecord) -> Option<Vec<u64>>>;

/// What counts repeats in games of a variant.
pub fn counter(games: &Games, game: &str, variant: &str) -> Result<CountRepeats> {
    let rules: Arc<dyn Ruleset> = games.rules(game, Some(variant))?;
    Ok(Box::new(move |record| count(&*rules, record)))
}

fn count(rules: &dyn Ruleset, record: &GameRecord) -> Option<Vec<u64>> {
    let mut position = rules.parse(&record.start).ok()?;
    let mut repeats = vec![0; record.seats.len()];
    let mut met = HashSet::new();
    for word in record.moves.split_whitespace() {
        if let Turn::Seat(seat) = position.turn()
            && !met.insert((seat, position.key()))
        {
            *repeats.get_mut(seat.index())? += 1;
        }
        position.play(word).ok()?;
    }
    Some(repeats)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_arena::testing::games;

    /// Two runners whose die always falls on 0 stay where they are.
    #[test]
    fn runners_that_do_not_get_on_repeat_positions() {
        let repeats = |start: &str, rounds: usize| {
            let record = GameRecord {
                seats: vec![0, 1],
                start: start.to_owned(),
                moves: ["run", "0"].repeat(rounds).join(" "),
                ..GameRecord::default()
            };
            counter(&games(), "sprint", "strict").unwrap()(&record)
        };
        assert_eq!(repeats("3,5 1 4", 2), Some(vec![0, 0]));
        assert_eq!(repeats("3,5 1 4", 3), Some(vec![1, 0]));
        assert_eq!(repeats("3,5 1 4", 6), Some(vec![2, 2]));
        assert_eq!(repeats("nonsense", 1), None);
    }
}
