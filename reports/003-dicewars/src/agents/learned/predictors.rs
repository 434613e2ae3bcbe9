//! The report's predictors: whether an area is held, and whether a player wins.
//!
//! Both are so small that they are written out: no search could afford more at every attack it looks at. Sums are
//! rounded in the order of the report's program. Its search often meets the same areas taken in another order, and
//! the last bit decides which attack is tried first.

use ludarium_game::{MAX_SEATS, Seat};

use super::features::{
    FEATURES, Wording, area_features_within, border, player_features_within, region_share,
};
use super::{FairAttack, Territory};

/// Predicts whether an area is held until its owner's next turn: a network 6-6-1 of logistic functions, or the logistic
/// regression that the report tried first.
#[derive(Clone, Debug, PartialEq)]
pub struct Happ {
    /// The hidden cells; none in a regression.
    hidden: Option<HiddenLayer>,
    output: [f32; FEATURES],
    output_bias: f32,
    wording: Wording,
}

/// The hidden layer: the weights of each input, one for each cell, and the biases.
#[derive(Clone, Debug, PartialEq)]
struct HiddenLayer {
    weights: [[f32; FEATURES]; FEATURES],
    biases: [f32; FEATURES],
}

/// Predicts whether a player wins: a logistic regression.
#[derive(Clone, Debug, PartialEq)]
pub struct Wpp {
    weights: [f32; FEATURES],
    bias: f32,
    wording: Wording,
    softmax: bool,
}

impl Happ {
    /// How many numbers it is made of.
    pub const PARAMETERS: usize = FEATURES * FEATURES + FEATURES + FEATURES + 1;

    /// From the weights of each input, one for each hidden cell; the hidden biases; the weights and the bias of
    /// the output.
    pub fn new(parameters: &[f32; Happ::PARAMETERS]) -> Happ {
        let (hidden, rest) = parameters.split_at(FEATURES * FEATURES);
        let (rows, _) = hidden.as_chunks();
        let (biases, last) = rest.split_at(FEATURES);
        Happ {
            hidden: Some(HiddenLayer {
                weights: std::array::from_fn(|input| rows[input]),
                biases: std::array::from_fn(|cell| biases[cell]),
            }),
            output: std::array::from_fn(|cell| last[cell]),
            output_bias: last[FEATURES],
            wording: Wording::CourseProgram,
        }
    }

    /// A regression from its weights and its bias.
    pub fn logistic(parameters: &[f32; FEATURES + 1]) -> Happ {
        Happ {
            hidden: None,
            output: std::array::from_fn(|input| parameters[input]),
            output_bias: parameters[FEATURES],
            wording: Wording::CourseProgram,
        }
    }

    /// The same weights for features of another definition.
    pub fn with_wording(self, wording: Wording) -> Happ {
        Happ { wording, ..self }
    }

    /// The probability that an area with these features is held.
    #[inline]
    pub fn held(&self, features: &[f32; FEATURES]) -> f32 {
        let Some(hidden) = &self.hidden else {
            return logistic(weighted(features, &self.output) + self.output_bias);
        };
        let mut sums = [0.0; FEATURES];
        for (feature, row) in features.iter().zip(&hidden.weights) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += feature * weight;
            }
        }
        let cells = std::array::from_fn(|cell| logistic(sums[cell] + hidden.biases[cell]));
        logistic(weighted(&cells, &self.output) + self.output_bias)
    }

    /// The probabilities that both areas of an attack are held after its success: source and target.
    #[inline]
    pub fn held_after(&self, territory: &Territory, attack: &FairAttack) -> (f32, f32) {
        let owner = territory.owner(attack.from);
        let after = territory.after_success(attack);
        let region = region_share(&after, owner);
        let features = |area| area_features_within(&after, area, self.wording, (owner, region));
        let held = |area| self.held(&features(area));
        (held(attack.from), held(attack.to))
    }

    /// The value of an attack: that it succeeds and both areas are held.
    #[inline]
    pub fn value(&self, territory: &Territory, attack: &FairAttack) -> f64 {
        let (source, target) = self.held_after(territory, attack);
        // In single precision until here, like the report's program.
        f64::from(source * target) * attack.probability
    }
}

impl Wpp {
    /// How many numbers it is made of.
    pub const PARAMETERS: usize = FEATURES + 1;

    /// From the weights and the bias.
    pub fn new(parameters: &[f32; Wpp::PARAMETERS]) -> Wpp {
        Wpp {
            weights: std::array::from_fn(|input| parameters[input]),
            bias: parameters[FEATURES],
            wording: Wording::CourseProgram,
            softmax: false,
        }
    }

    /// The same weights for features of another definition.
    pub fn with_wording(self, wording: Wording) -> Wpp {
        Wpp { wording, ..self }
    }

    /// The same weights under a softmax over all players that are left, as the report considers: somebody wins.
    pub fn with_softmax(self, softmax: bool) -> Wpp {
        Wpp { softmax, ..self }
    }

    /// The probability that a player with these features wins.
    #[inline]
    pub fn wins(&self, features: &[f32; FEATURES]) -> f32 {
        logistic(self.logit(features))
    }

    fn logit(&self, features: &[f32; FEATURES]) -> f32 {
        weighted(features, &self.weights) + self.bias
    }

    /// What each seat can expect: all or nothing where that is certain. Without softmax they need not sum to 1.
    pub fn values(&self, territory: &Territory) -> [f64; MAX_SEATS] {
        let mut values = [0.0; MAX_SEATS];
        if let Some(ruler) = territory.ruler() {
            values[ruler.index() % MAX_SEATS] = 1.0;
            return values;
        }
        let borders: u32 = territory.seats().map(|seat| border(territory, seat).count_ones()).sum();
        let alive = |seat: &Seat| territory.areas_of(*seat) != 0;
        for seat in territory.seats().filter(alive) {
            let features = player_features_within(territory, seat, self.wording, borders);
            let value = if self.softmax {
                libm::exp(f64::from(self.logit(&features)))
            } else {
                f64::from(self.wins(&features))
            };
            values[seat.index() % MAX_SEATS] = value;
        }
        if self.softmax {
            let sum: f64 = values.iter().sum();
            values.iter_mut().for_each(|value| *value /= sum);
        }
        values
    }
}

#[inline]
fn weighted(cells: &[f32; FEATURES], weights: &[f32; FEATURES]) -> f32 {
    let pairs = cells.iter().zip(weights);
    pairs.fold(0.0, |sum, (cell, weight)| sum + cell * weight)
}

/// The logistic function. Its exponential is rounded once, and is not the system's, so that all systems decide alike.
#[inline]
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + libm::exp(f64::from(-x)) as f32)
}
