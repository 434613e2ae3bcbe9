//! Estimates of who will win: the four features of the report with their weights, and a race of our
//! own.

use ludarium_game::{Evaluation, Scores};

use super::{Chexers, Colour, EXITS_TO_WIN, Hex};

/// What the report's features use of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Army {
    on_board: i32,
    exits: i32,
    /// The sum of the squared distances of the pieces that count for the program.
    squares: u32,
    /// The sum of the distances of all pieces.
    steps: u32,
    /// The pieces on the exit edge.
    at_exit: u32,
}

impl Army {
    /// An army with these pieces and exits.
    ///
    /// For the squares up to three pieces all count, of four or more the three nearest to their exit, and a piece
    /// on its exit edge is as far away as one a step before it.
    pub fn new(colour: Colour, pieces: impl Iterator<Item = Hex>, exits: u8) -> Army {
        let mut nearest = [u32::MAX; 3];
        let (mut on_board, mut steps, mut at_exit) = (0, 0, 0);
        for hex in pieces {
            let distance = colour.to_exit(hex);
            steps += distance;
            at_exit += u32::from(distance == 0);
            let mut square = distance.max(1).pow(2);
            for place in &mut nearest {
                if square < *place {
                    std::mem::swap(&mut square, place);
                }
            }
            on_board += 1;
        }
        let counted = nearest.into_iter().filter(|&square| square != u32::MAX);
        Army { on_board, exits: exits.into(), squares: counted.sum(), steps, at_exit }
    }

    /// The three armies of a position.
    pub fn all(position: &Chexers) -> [Army; 3] {
        let army = |colour| Army::new(colour, position.pieces(colour), position.exits(colour));
        Colour::ALL.map(army)
    }

    /// The exits that are left to make.
    fn left(&self) -> i32 {
        i32::from(EXITS_TO_WIN) - self.exits
    }

    /// How many pieces there are beyond those needed; below zero, how many are missing.
    fn surplus(&self) -> i32 {
        self.on_board - self.left()
    }
}

/// The four features of the report's program for a colour: the pieces it lacks, the exits it has left, the
/// mean squared distance of its nearest pieces, and what both opponents lack.
///
/// The last one is zero or negative, as the original program computes it. The report's text has other distances and
/// the opposite sign: [`described_features`].
pub fn features(armies: &[Army; 3], colour: Colour) -> [f64; 4] {
    let own = &armies[colour as usize];
    let others = [colour.next(), colour.next().next()].map(|other| &armies[other as usize]);
    let distance = match own.on_board {
        0 => 0.0,
        pieces => f64::from(own.squares) / f64::from(pieces.min(3)),
    };
    [
        f64::from((-own.surplus()).max(0)),
        f64::from(own.left()),
        distance,
        others.map(|other| f64::from(other.surplus().min(0))).iter().sum(),
    ]
}

/// The four features as the report's text has them, a to d: the pieces that a colour lacks, those that still
/// have to exit, the mean distance of all its pieces to their exit, and the number of pieces that both opponents lack.
///
/// `edge` is the distance of a piece on the exit edge itself: 0 by the text, 1 in the program.
pub fn described_features(armies: &[Army; 3], colour: Colour, edge: u32) -> [f64; 4] {
    let own = &armies[colour as usize];
    let [missing, left, _, others] = features(armies, colour);
    let distance = match own.on_board {
        0 => 0.0,
        pieces => f64::from(own.steps + edge * own.at_exit) / f64::from(pieces),
    };
    [missing, left, distance, -others]
}

/// How much each of the four features counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub [f64; 4]);

impl Weights {
    /// What the report began with.
    pub const INITIAL: Weights = Weights([-1.0, -10.0, -10.0, 1.0]);

    /// What the report's learning ended with.
    pub const LEARNED: Weights = Weights([-0.60735, -6.07406, -6.07713, 0.61072]);

    /// What was tuned on the outcomes of games.
    pub const LOGISTIC: Weights =
        Weights([-15.2470064163208, -22.203411102294922, -2.105407953262329, -42.058868408203125]);

    /// The same weights, but what the opponents lack counts as the report means it.
    pub const fn corrected(self) -> Weights {
        let Weights([missing, left, distance, others]) = self;
        Weights([missing, left, distance, -others])
    }

    /// How good the position is for a colour: any number, the larger the better. The products are added in
    /// order, in double precision: the original program's decisions depend on it.
    pub fn value(&self, armies: &[Army; 3], colour: Colour) -> f64 {
        self.sum(features(armies, colour))
    }

    /// How good the position is for a colour by [`described_features`].
    pub fn described_value(&self, armies: &[Army; 3], colour: Colour, edge: u32) -> f64 {
        self.sum(described_features(armies, colour, edge))
    }

    fn sum(&self, features: [f64; 4]) -> f64 {
        let Weights(weights) = self;
        let products = features.iter().zip(weights).map(|(feature, weight)| weight * feature);
        products.fold(0.0, |sum, product| sum + product)
    }

    /// How good the position is for each colour.
    pub fn values(&self, armies: &[Army; 3]) -> [f64; 3] {
        Colour::ALL.map(|colour| self.value(armies, colour))
    }
}

/// How far apart two values of the features are when one is worth e times the other.
const SOFTNESS: f64 = 64.0;

/// Turns values of [`Weights::values`] into scores: each colour's share of the exponentials. With the
/// others' values fixed, a larger value is a larger share.
pub fn shares(values: [f64; 3]) -> Scores {
    share_of_exponentials(values.map(|value| (value / SOFTNESS) as f32))
}

fn share_of_exponentials(strengths: [f32; 3]) -> Scores {
    let strongest = strengths.iter().copied().fold(f32::MIN, f32::max);
    let exponentials = strengths.map(|strength| (strength - strongest).exp());
    Scores::new(&exponentials) * (1.0 / exponentials.iter().sum::<f32>())
}

/// The program's features with these weights.
impl Evaluation<Chexers> for Weights {
    fn evaluate(&self, position: &Chexers) -> Scores {
        shares(self.values(&Army::all(position)))
    }
}

/// The four features as the report's text has them, with its learned weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct Described;

impl Evaluation<Chexers> for Described {
    fn evaluate(&self, position: &Chexers) -> Scores {
        let armies = Army::all(position);
        shares(Colour::ALL.map(|colour| Weights::LEARNED.described_value(&armies, colour, 0)))
    }
}

/// A race: who needs the fewest actions to make the exits that are left. A missing piece costs many actions,
/// and a spare piece saves some.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Race {
    /// What one action is worth, on the scale of [`share_of_exponentials`].
    pub action: f32,
    /// The actions that a missing piece costs.
    pub missing: f32,
    /// The extra cost of having no piece at all: such a player can never win again.
    pub eliminated: f32,
    /// The actions that each of the first pieces to spare saves.
    pub spare: f32,
}

/// More pieces to spare than this are worth nothing.
const SPARES_THAT_COUNT: i32 = 3;

impl Default for Race {
    fn default() -> Race {
        Race::USUAL
    }
}

impl Race {
    /// The weights that agents have if nobody gives others.
    pub const USUAL: Race = Race { action: 0.1, missing: 14.0, eliminated: 40.0, spare: 3.0 };

    /// About how many actions a colour needs to win.
    #[inline]
    pub fn actions(&self, position: &Chexers, colour: Colour) -> f32 {
        let needed = i32::from(EXITS_TO_WIN) - i32::from(position.exits(colour));
        let mut at_distance = [0; 7];
        let mut on_board = 0;
        for hex in position.pieces(colour) {
            at_distance[colour.to_exit(hex) as usize] += 1;
            on_board += 1;
        }
        let mut actions = 0;
        let mut wanted = needed;
        for (count, distance) in at_distance.into_iter().zip(1..) {
            let walking = wanted.min(count);
            actions += walking * distance;
            wanted -= walking;
        }
        let spare = (on_board - needed).clamp(0, SPARES_THAT_COUNT);
        let gone = if on_board == 0 { self.eliminated } else { 0.0 };
        actions as f32 + self.missing * wanted as f32 - self.spare * spare as f32 + gone
    }
}

impl Evaluation<Chexers> for Race {
    fn evaluate(&self, position: &Chexers) -> Scores {
        share_of_exponentials(
            Colour::ALL.map(|colour| -self.action * self.actions(position, colour)),
        )
    }
}

#[cfg(test)]
pub(super) mod tests {
    use ludarium_game::{Game, MoveList, Purpose, Seat, Seed, Spec, Tabletop, Turn};

    use super::*;

    pub(in crate::rules) fn position(text: &str) -> Chexers {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        Chexers::parse(&rules, text).unwrap()
    }

    pub(in crate::rules) const START: &str = "rrrr...........g.....bg....bg...bg..b r 0,0,0 0";

    /// Red has left once, stands on 3,0 and 2,-1 and -3,0 and has a spare piece on -3,1; Green has one
    /// piece on 0,2; Blue none, and two exits.
    const LATE: &str = "rr..................g.........r.....r r 2,0,2 3";

    #[test]
    fn features_of_the_start() {
        for colour in Colour::ALL {
            let armies = Army::all(&position(START));
            assert_eq!(features(&armies, colour), [0.0, 4.0, 36.0, 0.0]);
        }
    }

    #[test]
    fn features_of_a_late_position() {
        let armies = Army::all(&position(LATE));
        // The nearest three of four: 3,0 counts as one step, 2,-1 as one, -3,0 as six.
        let red = [0.0, 2.0, (1.0 + 1.0 + 36.0) / 3.0, -3.0 - 2.0];
        assert_eq!(features(&armies, Colour::Red), red);
        // One piece, one step away; Red lacks none, Blue two.
        assert_eq!(features(&armies, Colour::Green), [3.0, 4.0, 1.0, -2.0]);
        // Without a piece there is no distance.
        assert_eq!(features(&armies, Colour::Blue), [2.0, 2.0, 0.0, -3.0]);
    }

    #[test]
    fn features_as_the_text_has_them() {
        let start = Army::all(&position(START));
        let red = described_features(&start, Colour::Red, 0);
        assert_eq!(red, [0.0, 4.0, 6.0, 0.0]);
        let late = Army::all(&position(LATE));
        // All four pieces count, each with its distance: 0, 1, 6 and 6.
        let red = [0.0, 2.0, 13.0 / 4.0, 3.0 + 2.0];
        assert_eq!(described_features(&late, Colour::Red, 0), red);
        assert_eq!(described_features(&late, Colour::Red, 1)[2], 14.0 / 4.0);
        let blue = [2.0, 2.0, 0.0, 3.0];
        assert_eq!(described_features(&late, Colour::Blue, 0), blue);
        let value = Weights::INITIAL.described_value(&late, Colour::Red, 0);
        assert_eq!(value, -20.0 - 32.5 + 5.0);
    }

    #[test]
    fn values_are_the_weighted_sums_in_order() {
        let armies = Army::all(&position(LATE));
        let green = Weights::INITIAL.value(&armies, Colour::Green);
        assert_eq!(green, -3.0 - 40.0 - 10.0 - 2.0);
        let learned = Weights::LEARNED.value(&armies, Colour::Blue);
        let by_hand = -0.60735 * 2.0 + -6.07406 * 2.0 + -6.07713 * 0.0 + 0.61072 * -3.0;
        assert_eq!(learned, by_hand);
        let corrected = Weights::INITIAL.corrected();
        assert_eq!(corrected.value(&armies, Colour::Green), -3.0 - 40.0 - 10.0 + 2.0);
    }

    #[test]
    fn actions_of_a_race() {
        let changed = Race { missing: 9.5, eliminated: 25.0, spare: -1.0, ..Race::USUAL };
        let (start, late) = (position(START), position(LATE));
        for race in [Race::USUAL, changed] {
            assert_eq!(race.actions(&start, Colour::Red), 4.0 * 7.0);
            // One action and two actions for the needed two, two pieces to spare.
            let red = 1.0 + 2.0 - 2.0 * race.spare;
            assert_eq!(race.actions(&late, Colour::Red), red);
            let green = 2.0 + 3.0 * race.missing;
            assert_eq!(race.actions(&late, Colour::Green), green);
            let blue = 2.0 * race.missing + race.eliminated;
            assert_eq!(race.actions(&late, Colour::Blue), blue);
            let softer = Race { action: 0.05, ..race };
            let scores = softer.evaluate(&late);
            let ratio = scores.of(Seat(1)).0 / scores.of(Seat(0)).0;
            assert!((ratio.ln() - 0.05 * (red - green)).abs() < 1e-4);
        }
    }

    #[test]
    fn a_better_place_is_a_larger_share() {
        let behind = position("rrrr...........g.....bg....bg...bg..b r 0,0,0 0");
        let ahead = position(".rrr.r.........g.....bg....bg...bg..b r 0,0,0 0");
        let red = |evaluation: &dyn Evaluation<Chexers>, position| {
            evaluation.evaluate(position).of(Seat(0)).0
        };
        for evaluation in all() {
            assert!(red(&*evaluation, &ahead) > red(&*evaluation, &behind));
        }
    }

    fn all() -> [Box<dyn Evaluation<Chexers>>; 5] {
        [
            Box::new(Race::USUAL),
            Box::new(Weights::INITIAL),
            Box::new(Weights::LEARNED),
            Box::new(Weights::LEARNED.corrected()),
            Box::new(Described),
        ]
    }

    /// The position with Red's pieces as Green's, and so on, after a third of a turn.
    fn turned(position: &Chexers) -> Chexers {
        let turn = |set| {
            let turned = super::super::hexes(set);
            turned.filter_map(|hex| Hex::new(-hex.q() - hex.r(), hex.q()))
        };
        let [red, green, blue] = position.pieces.map(|set| turn(set).map(Hex::set).sum());
        let [er, eg, eb] = position.exits;
        let (side, ply) = (position.side.next(), position.ply + 1);
        Chexers::new(position.rules, [blue, red, green], side, [eb, er, eg], ply)
    }

    #[test]
    fn shares_are_bounded_sum_to_one_and_turn_with_the_board() {
        let mut rng = Seed(12).stream(Purpose::Test, 0);
        let mut moves = MoveList::new();
        for _ in 0..30 {
            let mut position = position(START);
            while position.turn() != Turn::Over && position.ply() < 200 {
                for evaluation in all() {
                    let scores = evaluation.evaluate(&position);
                    assert!(scores.as_slice(3).iter().all(|score| (0.0..=1.0).contains(score)));
                    assert!((scores.sum() - 1.0).abs() < 1e-5);
                    let turned = evaluation.evaluate(&turned(&position));
                    for seat in Seat::all(3) {
                        let next = Seat((seat.0 + 1) % 3);
                        assert!((scores.of(seat).0 - turned.of(next).0).abs() < 1e-6);
                    }
                }
                let mv = position.pick(&mut rng, &mut moves);
                position.play(mv);
            }
        }
    }
}
