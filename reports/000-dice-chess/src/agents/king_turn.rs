//! Evaluations in which the king has its late table from another turn on.

use ludarium_agents::{Judge, NamedEvaluation};
use ludarium_dice_chess::rules::{DiceChess, LATE};
use ludarium_game::{Evaluation, Scores};

/// The evaluation with another turn than the usual one.
pub(super) fn judge_from(turn: u32, judge: Judge<DiceChess>) -> Judge<DiceChess> {
    if turn == LATE {
        return judge;
    }
    NamedEvaluation::new("", "", LateFrom { turn, judge }).judge
}

struct LateFrom {
    turn: u32,
    judge: Judge<DiceChess>,
}

impl Evaluation<DiceChess> for LateFrom {
    fn evaluate(&self, position: &DiceChess) -> Scores {
        self.judge.evaluate(&position.late_from(self.turn))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::position;
    use super::*;
    use ludarium_dice_chess::rules::Positional;

    #[test]
    fn the_table_changes_at_the_turn_given() {
        // White's king on e1 loses 30 and Black's on g8 loses 60 when the game is late.
        let at = |turns: u32| {
            let number = turns / 2 + 1;
            position(&format!("6k1/8/8/8/8/8/8/4K2R w - - 0 {number}"))
        };
        let usual = NamedEvaluation::new("", "", Positional::default()).judge;
        let value = |turn: u32, turns: u32| {
            let judge = judge_from(turn, usual.clone());
            judge.evaluate(&at(turns)).as_slice(2)[0]
        };
        let (early, late) = (value(50, 48), value(50, 50));
        assert!(early < late);
        assert_eq!([value(20, 18), value(20, 20), value(20, 60)], [early, late, late]);
        assert_eq!([value(80, 60), value(80, 80)], [early, late]);
        assert_eq!([value(0, 0), value(1000, 100)], [late, early]);
    }
}
