//! Which moves keep a seat's king safe.

use ludarium_game::{Game, MoveList, Seat};

use super::piece::Kind;
use super::reach::{LEAPS, SLIDERS, TakenLines};
use super::{Move, ThreeChess};

impl ThreeChess {
    /// Whether another seat could take the king of a seat if it were its turn; false where there is no king.
    pub fn king_in_reach(&self, seat: Seat) -> bool {
        let own = self.colours[seat.index() % 3];
        let [blue, green, red] = self.colours;
        let taken = blue | green | red;
        let others = taken & !own;
        let of = |kind: Kind| self.kinds[kind as usize];
        let Some(king) = (of(Kind::King) & own).into_iter().next() else {
            return false;
        };
        // All pieces except pawns can also move back, so the king's own reach shows its attackers.
        let leapers = LEAPS.knight[king.index()] & of(Kind::Knight)
            | LEAPS.king[king.index()] & of(Kind::King);
        if !(leapers & others).is_empty() {
            return true;
        }
        let lines = TakenLines::new(taken);
        let queens = of(Kind::Queen);
        let sliders = SLIDERS.rook(king, &lines) & (of(Kind::Rook) | queens)
            | SLIDERS.bishop(king, &lines) & (of(Kind::Bishop) | queens);
        if !(sliders & others).is_empty() {
            return true;
        }
        (0..3).filter(|&other| other != seat.index()).any(|other| {
            let pawns = of(Kind::Pawn) & self.colours[other];
            pawns.into_iter().any(|pawn| LEAPS.capture[other][pawn.index()].holds(king))
        })
    }

    /// Keeps the legal moves that a careful seat considers: a seat that can take a king takes one, and a seat does not
    /// leave its own king where it can be taken, unless all its moves do.
    pub fn keep_careful(&self, moves: &mut MoveList<Move>) {
        let own = self.colours[self.turn.index()];
        let kings = self.kinds[Kind::King as usize];
        let other_kings = kings & !own;
        if moves.iter().any(|mv| other_kings.holds(mv.end)) {
            return moves.retain(|mv| other_kings.holds(mv.end));
        }
        let Some(king) = (kings & own).into_iter().next() else {
            return;
        };
        // While nobody attacks the king, only the king itself and the pieces in its lines can change that.
        let risky = if self.king_in_reach(self.turn) {
            own
        } else {
            let [blue, green, red] = self.colours;
            let lines = TakenLines::new(blue | green | red);
            (SLIDERS.queen(king, &lines) & own).with(king)
        };
        let careful = |mv: &Move| !risky.holds(mv.start) || !self.exposes_king(*mv);
        if moves.iter().any(careful) {
            moves.retain(careful);
        }
    }

    fn exposes_king(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after.play(mv);
        after.king_in_reach(self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use ludarium_game::{Purpose, Reseat, Seed, Tabletop, Turn};

    /// Whether a seat has a move that takes the king of another, by the list of its moves.
    fn takes_king(position: &ThreeChess, seat: Seat, victim: Seat) -> bool {
        let Some(position) = position.reseat(seat) else {
            return false;
        };
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        moves.iter().any(|mv| {
            let piece = position.piece(mv.end);
            piece.is_some_and(|piece| piece.seat() == victim && piece.kind() == Kind::King)
        })
    }

    fn in_reach(position: &ThreeChess, victim: Seat) -> bool {
        let others = Seat::all(3).filter(|&seat| seat != victim);
        others.into_iter().any(|seat| takes_king(position, seat, victim))
    }

    #[test]
    fn a_king_in_reach_and_careful_moves_are_what_the_move_lists_say() {
        let (mut buffer, mut all, mut kept) = (MoveList::new(), MoveList::new(), MoveList::new());
        let (mut reached, mut forbidden, mut forced) = (0, 0, 0);
        for game in 0..60 {
            let mut rng = Seed(11).stream(Purpose::Test, game);
            let mut position = ThreeChess::start(&Rules::default(), &mut rng);
            while position.turn() != Turn::Over && position.plies() < 300 {
                for seat in Seat::all(3) {
                    let expected = in_reach(&position, seat);
                    assert_eq!(position.king_in_reach(seat), expected, "{}", position.describe());
                    reached += usize::from(expected);
                }
                position.moves(&mut all);
                position.moves(&mut kept);
                position.keep_careful(&mut kept);
                let turn = position.seat_to_move();
                let wins = |mv: &Move| {
                    let piece = position.piece(mv.end);
                    piece.is_some_and(|piece| piece.kind() == Kind::King)
                };
                let safe = |mv: &Move| {
                    let mut after = position.clone();
                    after.play(*mv);
                    // Nobody can be asked in a game that is over; the game ends here by the mover's own success.
                    after.turn() == Turn::Over || !in_reach(&after, turn)
                };
                let best = if all.iter().any(wins) {
                    all.iter().copied().filter(wins).collect::<Vec<_>>()
                } else if all.iter().any(safe) {
                    all.iter().copied().filter(safe).collect()
                } else {
                    forced += 1;
                    all.to_vec()
                };
                assert_eq!(kept.to_vec(), best, "{}", position.describe());
                forbidden += all.len() - best.len();
                // A careful game lasts longer and sees more of the board.
                let next = match game % 2 {
                    0 => position.pick(&mut rng, &mut buffer),
                    _ => kept[rng.below(kept.len() as u32) as usize],
                };
                position.play(next);
            }
        }
        assert!(reached > 500 && forbidden > 1000 && forced > 0, "{reached} {forbidden} {forced}");
    }
}
