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
