//! The winner of a simulated game of the report.

use ludarium_game::{Game, Scores};
use ludarium_search::mcts::Reward;
use ludarium_tuc_chess::rules::{BLACK, WHITE};

use super::board::{ReportBoard, other};

/// The winner when a king is captured; the report only says "one of them".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The side with the higher score, as in the game.
    HigherScore,
    /// The side that took the king.
    Capturer,
}

/// The reward of a simulated game: 1 for the winner, 0 for the loser.
///
/// A side that cannot move loses. A game that is cut short goes to the higher score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulationReward {
    /// The winner when a king is captured.
    pub winner: Winner,
    /// What a level score is worth to both sides.
    pub draw: f32,
}

impl SimulationReward {
    fn by_score(&self, board: &ReportBoard) -> Scores {
        match board.score_in_tenths() {
            0 => Scores::new(&[self.draw; 2]),
            1.. => Scores::win(WHITE),
            _ => Scores::win(BLACK),
        }
    }
}

impl Reward<ReportBoard> for SimulationReward {
    const UNIT: bool = true;

    fn finished(&self, board: &ReportBoard) -> Scores {
        if board.is_stalemate() {
            board.scores()
        } else if self.winner == Winner::Capturer && board.is_king_captured() {
            Scores::win(other(board.mover()))
        } else {
            self.by_score(board)
        }
    }

    fn unfinished(&self, board: &ReportBoard) -> Option<Scores> {
        Some(self.by_score(board))
    }
}
