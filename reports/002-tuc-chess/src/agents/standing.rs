//! Where the pieces stand: the part of a blended evaluation that the report leaves for later.
//!
//! The report wants a score for "how promising" a position looks and does not say which. Ours, for each side: how far
//! its pawns have come, how many moves it has, and the best thing that it threatens to win.

use ludarium_game::Seat;
use ludarium_tuc_chess::rules::{BLACK, MoveParts, WHITE};

use super::board::ReportBoard;

/// A pawn's step in tenths of a point: the last row is worth a point and five steps away.
const STEP: i32 = 2;
/// A move to choose from, in tenths of a point.
const MOVE: i32 = 1;
/// What can be won counts for one part in this number: it may move away, and the other side may take first.
const THREAT: i32 = 2;

impl ReportBoard {
    /// White's standing minus Black's, in tenths of a point.
    pub fn standing_in_tenths(&self) -> i32 {
        self.standing_of(WHITE) - self.standing_of(BLACK)
    }

    fn standing_of(&self, seat: Seat) -> i32 {
        let view = self.seen_by(seat);
        let (mut moves, mut threat) = (0, 0);
        view.visit_moves(|mv| {
            moves += 1;
            if let MoveParts::Step(_, to) = mv.action() {
                threat = threat.max(view.gain(to));
            }
            true
        });
        STEP * view.steps_of_pawns() + MOVE * moves + threat / THREAT
    }
}
