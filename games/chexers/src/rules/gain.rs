//! What a move wins at once.

use ludarium_game::Gain;

use super::{Action, Chexers, EXITS_TO_WIN, Move};

/// What a capture is worth: the mover has a piece more and an opponent one less.
const CAPTURE: f32 = 2.0;

/// What an exit is worth.
const EXIT: f32 = 1.0;

/// What the last exit is worth: more than anything else.
const WIN: f32 = 100.0;

/// Exits and captures. A jump over a piece of your own wins nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExitsAndCaptures;

impl Gain<Chexers> for ExitsAndCaptures {
    #[inline]
    fn gain(&self, position: &Chexers, mv: Move) -> f32 {
        let mover = position.side;
        match mv.action() {
            Action::Jump { over, .. } if position.pieces[mover as usize] & over.set() == 0 => {
                CAPTURE
            }
            Action::Exit { .. } if position.exits(mover) + 1 >= EXITS_TO_WIN => WIN,
            Action::Exit { .. } => EXIT,
            Action::Step { .. } | Action::Jump { .. } | Action::Pass => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::*;

    fn gain(position: &str, mv: &str) -> f32 {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        let position = Chexers::parse(&rules, position).unwrap();
        let mv = position.parse_move(mv).unwrap();
        ExitsAndCaptures.gain(&position, mv)
    }

    #[test]
    fn a_win_is_worth_more_than_a_capture_and_a_capture_more_than_an_exit() {
        let race = "rrg...........................g...r.. r 2,0,0 0";
        assert_eq!(gain(race, "3,-2!"), EXIT);
        assert_eq!(gain(race, "-3,1^-3,3"), CAPTURE);
        assert_eq!(gain(race, "3,-2>3,-1"), 0.0);
        let own = "rr................................... r 0,0,0 0";
        assert_eq!(gain(own, "-3,0^-3,2"), 0.0);
        let last = "rrg...........................g...r.. r 3,0,0 0";
        assert_eq!(gain(last, "3,-2!"), WIN);
    }
}
