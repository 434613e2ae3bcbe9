//! An evaluation and a player of the game's own; the generic agents come by themselves.

use ludarium::agents::{Entry, NamedEvaluation, Playable, generic};
use ludarium::{Agent, Budget, Decision, Evaluation, Game, NoGain, Rng, Scores};

use crate::{Move, Pig};

impl Playable for Pig {
    /// No move wins anything at once.
    type Gain = NoGain;

    fn evaluations() -> Vec<NamedEvaluation<Pig>> {
        vec![
            NamedEvaluation::new("points", "points, those of the turn included", Points),
            NamedEvaluation::from_file("value", "a network that `train` has made"),
        ]
    }

    fn entries() -> Vec<Entry<Pig>> {
        let hold_at = Entry::new(
            "hold-at",
            "rolls until it has enough points in this turn",
            |p| {
                let points = p.whole("points", 1..=100, 20, "the points that are enough");
                move || HoldAt(points as u8)
            },
        );
        generic::complete(vec![hold_at], generic::any_seats())
    }
}

/// Judges by points. Squares make a lead near the end worth more.
struct Points;

impl Evaluation<Pig> for Points {
    fn evaluate(&self, position: &Pig) -> Scores {
        let mut worth = [0.0; crate::rules::MOST_PLAYERS];
        for (seat, kept) in position.kept().iter().enumerate() {
            worth[seat] = f32::from(*kept) + 10.0;
            if seat == usize::from(position.mover) {
                worth[seat] += f32::from(position.turn_points / 2);
            }
            worth[seat] = worth[seat].powi(2);
        }
        let total: f32 = worth.iter().sum();
        Scores::new(&worth[..position.seats()]) * (1.0 / total)
    }
}

/// Rolls until it has enough points in this turn.
struct HoldAt(u8);

impl Agent<Pig> for HoldAt {
    fn choose(&mut self, position: &Pig, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let missing = position.rules.goal - position.kept[usize::from(position.mover)];
        let enough = position.turn_points >= self.0.min(missing);
        Decision::plain(if enough { Move::Hold } else { Move::Roll })
    }
}
