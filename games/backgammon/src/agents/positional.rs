//! `Positional`: an estimate made by hand, from which the value network began.

use ludarium_game::{Evaluation, Scores, Seat};

use super::points::{Points, has_contact};
use crate::rules::{Backgammon, Men};

/// Judges by pips, by blots that can be hit, and by points that are held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Positional {
    /// The pips that each point at home is worth.
    pub home: f32,
    /// The pips that each point of the longest row is worth.
    pub row: f32,
    /// The pips that a blot costs which every throw hits.
    pub blot: f32,
    /// The pips that mean odds of e : 1.
    pub scale: f32,
}

impl Default for Positional {
    fn default() -> Positional {
        Positional { home: 4.0, row: 3.0, blot: 20.0, scale: 22.0 }
    }
}

impl Positional {
    /// What a side's points and blots are worth, in pips.
    fn worth(&self, men: Men, other: Men) -> f32 {
        let points = Points::of(men);
        let danger = f32::from(points.danger(other).rolls) / 36.0;
        self.home * points.held_at_home() as f32 + self.row * points.longest_row() as f32
            - self.blot * danger
    }
}

impl Evaluation<Backgammon> for Positional {
    fn evaluate(&self, position: &Backgammon) -> Scores {
        let [white, black] = [0, 1].map(|seat| position.men(Seat(seat)));
        let mut lead = f32::from(black.pips()) - f32::from(white.pips());
        if has_contact([white, black]) {
            lead += self.worth(white, black) - self.worth(black, white);
        }
        let share = 1.0 / (1.0 + (-lead / self.scale).exp());
        Scores::new(&[share, 1.0 - share])
    }
}
