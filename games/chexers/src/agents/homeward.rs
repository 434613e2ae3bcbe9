//! The value network beside the way home.
//!
//! The network knows who will win and not how soon: a position from which a player will win is worth as much as the next
//! one on the way, so a search by the network alone moves a disc to and fro.

use ludarium_agents::values::ShippedValue;
use ludarium_game::{Evaluation, Scores};

use crate::rules::evaluation::Race;
use crate::rules::{Chexers, Colour};

/// Actions from which on a player is as far from home as can be.
const FAR: f32 = 40.0;

/// A mean of what the network says and of how far everybody has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Homeward {
    /// The part of the way home.
    pub part: f32,
}

impl Evaluation<Chexers> for Homeward {
    fn evaluate(&self, position: &Chexers) -> Scores {
        let network = ShippedValue::default().evaluate(position);
        network * (1.0 - self.part) + way_home(position) * self.part
    }
}

/// An equal share for everybody, more for who is nearer home than the others and less for who is farther away; the
/// difference of a step is the same everywhere.
fn way_home(position: &Chexers) -> Scores {
    let done =
        Colour::ALL.map(|colour| 1.0 - Race::USUAL.actions(position, colour).clamp(0.0, FAR) / FAR);
    let mean = done.iter().sum::<f32>() / 3.0;
    Scores::new(&done.map(|own| (1.0 + own - mean) / 3.0))
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Seat, Spec, Tabletop};

    use super::*;

    #[test]
    fn a_step_home_is_worth_the_same_to_who_is_ahead_and_to_who_is_behind() {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        let red = |text| way_home(&Chexers::parse(&rules, text).unwrap()).of(Seat(0)).0;
        let start = red("rrrr...........g.....bg....bg...bg..b r 0,0,0 0");
        assert!((start - 1.0 / 3.0).abs() < 1e-6, "{start}");
        let step = red(".rrrr..........g.....bg....bg...bg..b r 0,0,0 0") - start;
        let ahead = [
            "............g....b....g....bg..rbg.rb r 2,0,0 60",
            "............g....b....g....bg...bgrrb r 2,0,0 60",
        ];
        let [before, after] = ahead.map(red);
        assert!(step > 0.0 && (after - before - step).abs() < 1e-6, "{step} {before} {after}");
    }
}
