//! Repeated positions: games are played again from their records.

use std::collections::HashSet;

use ludarium_arena::GameRecord;
use ludarium_game::{Result, Tabletop, Turn};
use ludarium_games::registry::{Task, with_game};

/// Counts, for each seat of a recorded game, its moves at a position that it had met before; `None` for a record
/// that cannot be followed.
pub type CountRepeats = Box<dyn Fn(&GameRecord) -> Option<Vec<u64>>>;

/// What counts repeats in games of a variant.
pub fn counter(game: &str, variant: &str) -> Result<CountRepeats> {
    with_game(game, Some(variant), Counter)
}

struct Counter;

impl Task for Counter {
    type Output = CountRepeats;

    fn run<G: Tabletop>(self, rules: G::Rules) -> CountRepeats {
        Box::new(move |record| count::<G>(&rules, record))
    }
}

fn count<G: Tabletop>(rules: &G::Rules, record: &GameRecord) -> Option<Vec<u64>> {
    let mut position = G::parse(rules, &record.start).ok()?;
    let mut repeats = vec![0; record.seats.len()];
    let mut met = HashSet::new();
    for word in record.moves.split_whitespace() {
        if let Turn::Seat(seat) = position.turn()
            && !met.insert((seat, position.key()))
        {
            *repeats.get_mut(seat.index())? += 1;
        }
        let mv = position.parse_move(word).ok()?;
        position.play(mv);
    }
    Some(repeats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_go_and_come_back_repeat_positions() {
        let cycle = [
            "-3,0>-2,0",
            "0,-3>0,-2",
            "3,0>2,0",
            "-2,0>-3,0",
            "0,-2>0,-3",
            "2,0>3,0",
        ];
        let repeats = |plies: usize| {
            let moves: Vec<&str> = cycle.into_iter().cycle().take(plies).collect();
            let record = GameRecord {
                seats: vec![0, 1, 2],
                start: "rrrr...........g.....bg....bg...bg..b r 0,0,0 0".to_owned(),
                moves: moves.join(" "),
                ..GameRecord::default()
            };
            counter("chexers", "referee").unwrap()(&record)
        };
        assert_eq!(repeats(6), Some(vec![0, 0, 0]));
        assert_eq!(repeats(7), Some(vec![1, 0, 0]));
        assert_eq!(repeats(12), Some(vec![2, 2, 2]));
        let broken = GameRecord {
            start: "nonsense".to_owned(),
            ..GameRecord::default()
        };
        assert_eq!(counter("chexers", "referee").unwrap()(&broken), None);
    }
}
