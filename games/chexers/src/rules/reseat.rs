//! What another colour could do here.

use ludarium_game::{Reseat, Seat};

use super::{Chexers, Colour, LAST_PLY, REPETITIONS, keys};

/// The ply counter goes on to the next ply of that colour, as if everybody in between had passed, so ply and
/// side stay in step. The history is kept, and the position reached this way counts as one
/// more occurrence. There is none where the turn limit or the repetition rule would end the game first.
impl Reseat for Chexers {
    fn reseat(&self, seat: Seat) -> Option<Chexers> {
        let wanted = *Colour::ALL.get(seat.index())?;
        let mut position = self.clone();
        while position.side != wanted {
            position.key ^= keys::PASS_TURN[position.side as usize];
            position.side = position.side.next();
            position.ply += 1;
        }
        if position.side == self.side {
            return Some(position);
        }
        let before = position.history.count(position.key);
        if position.ply >= LAST_PLY || before + 1 >= REPETITIONS {
            return None;
        }
        position.history.push(position.key);
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, MoveList, Purpose, Rng, Seed, Tabletop, Turn};

    use super::super::evaluation::tests::{START, position};
    use super::super::{Move, notation};
    use super::*;

    #[test]
    fn another_colour_is_to_move_and_the_ply_agrees() {
        let start = position(START);
        assert_eq!(start.reseat(Seat(0)), Some(start.clone()));
        let blue = start.reseat(Seat(2)).unwrap();
        assert_eq!(blue.describe(), "rrrr...........g.....bg....bg...bg..b b 0,0,0 2");
        let red = blue.reseat(Seat(0)).unwrap();
        assert_eq!((red.ply(), red.occurrences()), (3, 2));
        assert_eq!(start.reseat(Seat(3)), None);
    }

    #[test]
    fn nobody_moves_after_the_turn_limit() {
        let late = position("rrrr...........g.....bg....bg...bg..b g 0,0,0 766");
        assert_eq!(late.reseat(Seat(0)), None);
        assert_eq!(late.reseat(Seat(2)).map(|late| late.ply()), Some(767));
    }

    #[test]
    fn there_is_no_turn_where_the_repetition_would_end_the_game() {
        let around = |position: Chexers| {
            let green = position.reseat(Seat(1));
            green.and_then(|green| green.reseat(Seat(0)))
        };
        let third = around(position(START)).and_then(around).unwrap();
        assert_eq!((third.ply(), third.occurrences()), (6, 3));
        assert_eq!(around(third), None);
    }

    #[test]
    fn reseated_positions_are_consistent() {
        let mut rng = Seed(6).stream(Purpose::Test, 0);
        let mut moves = MoveList::new();
        for game in 0..20 {
            let mut position = position(START);
            while let Turn::Seat(_) = position.turn() {
                for seat in Seat::all(3) {
                    check(&position, seat, &mut rng, &mut moves);
                }
                if position.ply() > 60 + game {
                    break;
                }
                let mv = position.pick(&mut rng, &mut moves);
                position.play(mv);
            }
        }
    }

    fn check(position: &Chexers, seat: Seat, rng: &mut Rng, moves: &mut MoveList<Move>) {
        let Some(mut other) = position.reseat(seat) else {
            return;
        };
        assert_eq!(other.turn(), Turn::Seat(seat));
        assert_eq!(other.key(), other.key_from_scratch());
        assert!(other.occurrences() >= 1);
        let text = other.describe();
        assert_eq!(notation::parse(other.rules, &text).unwrap().describe(), text);
        let mv = other.pick(rng, moves);
        other.play(mv);
        assert_eq!(other.key(), other.key_from_scratch());
    }
}
