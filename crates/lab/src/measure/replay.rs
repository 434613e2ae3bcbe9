//! What games tell only when they are played again from their records.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use ludarium_arena::{GameRecord, Games, Ruleset};
use ludarium_game::{Position, Result, Seat, Turn};

/// What a seat met in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayedSeat {
    /// Its decisions at a position that it had met before.
    pub repeats: u64,
    /// By the number of its pieces: its decisions, and the moves that it had at them.
    pub moves: BTreeMap<u64, (u64, u64)>,
}

/// What each seat of a recorded game met; `None` for a record that cannot be followed.
pub type Replay = Box<dyn Fn(&GameRecord) -> Option<Vec<ReplayedSeat>>>;

/// What plays games of a variant again; `pieces` says whether moves and pieces are counted.
pub fn replay(games: &Games, game: &str, variant: &str, pieces: bool) -> Result<Replay> {
    let rules: Arc<dyn Ruleset> = games.rules(game, Some(variant))?;
    Ok(Box::new(move |record| follow(&*rules, record, pieces)))
}

fn follow(rules: &dyn Ruleset, record: &GameRecord, pieces: bool) -> Option<Vec<ReplayedSeat>> {
    let mut position = rules.parse(&record.start).ok()?;
    let mut seats = vec![ReplayedSeat::default(); record.seats.len()];
    let mut met = HashSet::new();
    for word in record.moves.split_whitespace() {
        if let Turn::Seat(seat) = position.turn() {
            let found = seats.get_mut(seat.index())?;
            found.repeats += u64::from(!met.insert((seat, position.key())));
            if pieces {
                let (decisions, moves) = found.moves.entry(own(&position, seat)).or_default();
                *decisions += 1;
                *moves += position.choices().len() as u64;
            }
        }
        position.play(word).ok()?;
    }
    Some(seats)
}

/// How many pieces of a seat are on the board.
fn own(position: &Position, seat: Seat) -> u64 {
    let scene = position.scene();
    let own = scene.pieces.iter().filter(|piece| piece.owner == Some(seat));
    own.count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_arena::testing::games;

    /// What two runners meet whose die always falls on 0, so that they stay where they are.
    fn met(start: &str, rounds: usize) -> Option<Vec<ReplayedSeat>> {
        let record = GameRecord {
            seats: vec![0, 1],
            start: start.to_owned(),
            moves: ["run", "0"].repeat(rounds).join(" "),
            ..GameRecord::default()
        };
        replay(&games(), "sprint", "strict", true).unwrap()(&record)
    }

    #[test]
    fn runners_that_do_not_get_on_repeat_positions() {
        let repeats = |start: &str, rounds: usize| {
            let seats = met(start, rounds)?;
            Some(seats.iter().map(|seat| seat.repeats).collect::<Vec<_>>())
        };
        assert_eq!(repeats("3,5 1 4", 2), Some(vec![0, 0]));
        assert_eq!(repeats("3,5 1 4", 3), Some(vec![1, 0]));
        assert_eq!(repeats("3,5 1 4", 6), Some(vec![2, 2]));
        assert_eq!(repeats("nonsense", 1), None);
    }

    #[test]
    fn moves_are_counted_by_the_pieces_that_a_seat_has() {
        let games = games();
        let rules = games.rules("sprint", Some("strict")).unwrap();
        let start = rules.parse("3,5 1 4").unwrap();
        let choices = start.choices().len() as u64;
        let seats = met("3,5 1 4", 4).unwrap();
        for (seat, found) in seats.iter().enumerate() {
            let pieces = own(&start, Seat(seat as u8));
            assert_eq!(found.moves, BTreeMap::from([(pieces, (2, 2 * choices))]));
        }
    }
}
