//! The weights of the stage of attack by name.

use ludarium_agents::Parameters;

use crate::rules::Stage;

/// How many there are.
const COUNT: usize = Stage::Attack.features();

/// A weight in texts of agents.
pub(super) struct Weight {
    name: &'static str,
    /// It may be as large as this, with either sign.
    most: f32,
    /// What is weighed.
    summary: &'static str,
}

impl Weight {
    /// Reads the weight.
    pub fn read(&self, p: &mut Parameters<'_>, default: f32) -> f32 {
        p.weight(self.name, -self.most..=self.most, default, self.summary)
    }
}

const fn weight(name: &'static str, most: f32, summary: &'static str) -> Weight {
    Weight { name, most, summary }
}

/// The most for what is counted.
const SMALL: f32 = 5.0;
/// The most for what decides the game.
const LARGE: f32 = 20.0;

/// All weights, in the order of the features.
#[rustfmt::skip]
pub(super) const WEIGHTS: [Weight; COUNT] = [
    weight("pawns", SMALL, "each of its pawns"),
    weight("knights", SMALL, "each of its knights"),
    weight("bishops", SMALL, "each of its bishops"),
    weight("rooks", SMALL, "each of its rooks"),
    weight("queens", SMALL, "each of its queens"),
    weight("takes-a-king-now", LARGE, "it can take a king in this turn"),
    weight("takes-a-king-next", LARGE, "it attacks a king whose owner moves after it, with another seat before both"),
    weight("attacks-a-king", LARGE, "it attacks a king whose owner moves before it"),
    weight("king-is-taken-now", LARGE, "its king can be taken in this turn"),
    weight("king-is-taken-next", LARGE, "its king is attacked by a seat that moves before it, with another one before both"),
    weight("king-is-attacked", LARGE, "its king is attacked by a seat that moves after it"),
    weight("wins-pieces-now", SMALL, "the most that one of its captures wins, in tens of points, if it is to move"),
    weight("wins-pieces-next", SMALL, "the same if it moves next"),
    weight("wins-pieces-last", SMALL, "the same if it moves last"),
    weight("loses-pieces-before-moving", SMALL, "the most that one capture wins from it before it moves, in tens of points"),
    weight("loses-pieces-after-moving", SMALL, "the same by seats that move after it"),
    weight("value-attacked", SMALL, "tens of points of others' pieces that it attacks"),
    weight("value-under-attack", SMALL, "tens of points of its pieces that others attack"),
    weight("value-defended", SMALL, "tens of points of its pieces that it defends"),
    weight("squares-at-other-kings", SMALL, "tens of squares next to other kings that it attacks"),
    weight("squares-at-the-king-lost", SMALL, "tens of squares next to its king that others attack"),
    weight("squares-reached", SMALL, "tens of squares that it attacks and does not hold"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::feature_name;

    #[test]
    fn weights_are_called_like_their_features() {
        for (feature, weight) in WEIGHTS.iter().enumerate() {
            // Model files keep the word of before.
            let name = feature_name(feature).replace("men", "pieces");
            assert_eq!(weight.name, name.replace(' ', "-"));
        }
    }
}
