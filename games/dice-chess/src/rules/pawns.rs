//! Weak pawns.

use super::attacks::FILE_A;
use super::board::Board;
use super::evaluation::OnBoard;
use super::pieces::{Kind, Side};

/// How many pawns of a side have each weakness. A pawn may have several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PawnFlaws {
    /// Any piece stands right in front of them.
    pub blocked: u32,
    /// No pawn of their side stands on a neighbouring file.
    pub isolated: u32,
    /// A pawn of their side stands further ahead on their file.
    pub doubled: u32,
    /// Blocked, isolated or both: the weak pawns of the report, each counted once.
    pub weak: u32,
}

impl PawnFlaws {
    /// The weaknesses of a side's pawns.
    pub fn of(position: &impl OnBoard, side: Side) -> PawnFlaws {
        let flaws = Flaws::of(position.board(), side);
        PawnFlaws {
            blocked: flaws.blocked.count_ones(),
            isolated: flaws.isolated.count_ones(),
            doubled: flaws.doubled.count_ones(),
            weak: flaws.weak().count_ones(),
        }
    }
}

/// The pawns with each weakness, as sets of squares.
pub(super) struct Flaws {
    blocked: u64,
    isolated: u64,
    doubled: u64,
}

impl Flaws {
    pub(super) fn of(board: &Board, side: Side) -> Flaws {
        let pawns = board.kinds[Kind::Pawn as usize] & board.sides[side as usize];
        let back = |set: u64| match side {
            Side::White => set >> 8,
            Side::Black => set << 8,
        };
        let files = (0..8).fold(0, |files, rank| files | pawns >> (8 * rank) & 0xFF);
        let neighbours = (files << 1 | files >> 1) & 0xFF;
        let mut behind = back(pawns);
        behind |= back(behind);
        behind |= back(back(behind));
        behind |= back(back(back(back(behind))));
        Flaws {
            blocked: pawns & back(board.occupied()),
            isolated: pawns & !(neighbours * FILE_A),
            doubled: pawns & behind,
        }
    }

    /// The pawns that are blocked or isolated.
    pub(super) fn weak(&self) -> u64 {
        self.blocked | self.isolated
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::super::DiceChess;
    use super::*;

    fn flaws(text: &str, side: Side) -> (u32, u32, u32, u32) {
        let rules = DiceChess::rules(&Spec::parse("seed:bare=off").unwrap()).unwrap();
        let position = DiceChess::parse(&rules, text).unwrap();
        let PawnFlaws {
            blocked,
            isolated,
            doubled,
            weak,
        } = PawnFlaws::of(&position, side);
        (blocked, isolated, doubled, weak)
    }

    #[test]
    fn weaknesses_are_counted_apart() {
        // White: a4 is isolated and blocked by a5; d2, d3 and e2 support each other, d2 is blocked by d3.
        let text = "4k3/8/8/p7/P7/3P4/3PP3/4K3 w - - 0 1";
        assert_eq!(flaws(text, Side::White), (2, 1, 1, 2));
        assert_eq!(flaws(text, Side::Black), (1, 1, 0, 1));
        // Three pawns on the h-file: two have another ahead of them, the wings do not touch.
        let text = "4k3/7p/8/7p/P7/8/8/4K3 w - - 0 1";
        assert_eq!(flaws(text, Side::Black), (0, 2, 1, 2));
        let text = "4k3/7p/7p/7p/P6P/8/8/4K3 w - - 0 1";
        assert_eq!(flaws(text, Side::Black), (3, 3, 2, 3));
        assert_eq!(flaws(text, Side::White), (1, 2, 0, 2));
    }

    #[test]
    fn the_start_position_has_no_weak_pawns() {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(flaws(text, Side::White), (0, 0, 0, 0));
        assert_eq!(flaws(text, Side::Black), (0, 0, 0, 0));
    }
}
