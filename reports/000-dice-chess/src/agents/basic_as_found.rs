//! The report's Basic agent with the mistakes of its program.

use crate::agents::basic::{choose, lands_on_piece};
use ludarium_dice_chess::rules::{DiceChess, Kind, Move, Side, square_value};
use ludarium_game::{Agent, Budget, Decision, MoveList, Rng, Seat};

/// [`Basic`](super::basic::Basic) as the original program has it.
///
/// It reads all tables as Black would, so that White's pieces see them upside down; it always uses the
/// king's early table; it does not see captures en passant; and for Black it mirrors the table in place
/// whenever it needs one. Only the queen's table is not its own mirror image, so that the queen sees it
/// the wrong way round every other time, beginning with the first.
#[derive(Default)]
pub(super) struct BasicAsFound {
    mirrored: bool,
}

impl Agent<DiceChess> for BasicAsFound {
    fn choose(&mut self, position: &DiceChess, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let mirrored = !self.mirrored && position.side() == Side::Black;
        let mut looked_up = false;
        let value = |mv: Move, to: u8| {
            let queen = mv.moved() == Kind::Queen;
            looked_up |= queen && position.side() == Side::Black;
            let to = if queen && mirrored { to ^ 7 } else { to };
            square_value(Side::Black, mv.moved(), to, false)
        };
        let capture = |mv| lands_on_piece(position, mv);
        let chosen = choose(position, &mut MoveList::new(), capture, value);
        self.mirrored ^= looked_up;
        Decision::plain(chosen)
    }

    fn begin(&mut self, _position: &DiceChess, _seat: Seat) {
        self.mirrored = false;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{answer, position};
    use super::*;

    #[test]
    fn the_first_capture_is_taken_whatever_it_wins() {
        let text = "4k3/8/8/3p4/4B3/5r2/8/4K3 w - - 0 1 3";
        assert_eq!(answer(&mut BasicAsFound::default(), text), "e4f3");
    }

    #[test]
    fn a_capture_in_passing_is_not_seen() {
        let text = "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1 1";
        // As found, c6 and b6 are worth −10 and −5: the tables are upside down for White.
        assert_eq!(answer(&mut BasicAsFound::default(), text), "c5b6");
        let text = "4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1 1";
        assert_eq!(answer(&mut BasicAsFound::default(), text), "a5a6");
    }

    #[test]
    fn quiet_pieces_go_where_their_table_is_largest() {
        let white = "4k3/8/8/8/P7/8/4P3/4K3 w - - 0 1 1";
        assert_eq!(answer(&mut BasicAsFound::default(), white), "e2e3");
        // Upside down, the rank before promotion is worth least and the third most.
        let race = "4k3/8/P7/8/8/8/3P4/4K3 w - - 0 1 1";
        assert_eq!(answer(&mut BasicAsFound::default(), race), "d2d3");
        let king = "7k/8/8/8/8/8/8/4K3 w - - 0 26 6";
        assert_eq!(answer(&mut BasicAsFound::default(), king), "e1f2");
    }

    #[test]
    fn blacks_queen_sees_its_table_mirrored_every_other_time() {
        // Along the rank f6 is worth 5 and g6 nothing; mirrored g6 is worth 5 too, and comes first.
        let text = "4k3/6p1/7q/6p1/8/8/8/4K3 b - - 0 1 5";
        let mut agent = BasicAsFound::default();
        let answers: Vec<String> = (0..4).map(|_| answer(&mut agent, text)).collect();
        assert_eq!(answers, ["h6g6", "h6f6", "h6g6", "h6f6"]);
        answer(&mut agent, text);
        agent.begin(&position(text), Seat(1));
        assert_eq!(answer(&mut agent, text), "h6g6");
    }
}
