//! What agents know of the game: an evaluation made by hand, and what a value network sees and how it is trained.

use ludarium::agents::values::{FeatureSet, Features, NetworkOutput};
use ludarium::agents::{Entry, NamedEvaluation, Playable, generic};
use ludarium::train::Trainer;
use ludarium::train::values::{Taught, trainer};
use ludarium::{NoGain, Scores, Seat};

use crate::EinStein;
use crate::rules::{BOARD, GONE};

/// The steps to the far corner for each seat's nearest stone, and the stones it has left.
fn race(position: &EinStein, seat: usize) -> (u8, usize) {
    let left = position.stones[seat].into_iter();
    let left = left.filter(|&square| square != GONE);
    let away = |square: u8| BOARD.distance(square, EinStein::goal(seat));
    (left.clone().map(away).min().unwrap_or(5), left.count())
}

/// A step nearer is worth a little more than a stone fewer, which makes the others quicker.
fn nearness(position: &EinStein) -> Scores {
    let worth = [0, 1].map(|seat| {
        let (steps, stones) = race(position, seat);
        (-0.6 * f32::from(steps) - 0.1 * stones as f32).exp()
    });
    Scores::new(&worth) * (1.0 / (worth[0] + worth[1]))
}

impl Playable for EinStein {
    type Gain = NoGain;

    fn evaluations() -> Vec<NamedEvaluation<EinStein>> {
        vec![
            NamedEvaluation::new("nearness", "how near each side is to its corner", nearness),
            NamedEvaluation::from_file("value", "a network that `train` has made"),
        ]
    }

    fn entries() -> Vec<Entry<EinStein>> {
        generic::two_seats()
    }
}

/// Each stone of each side on each square, and what the die shows.
const SQUARES: usize = GONE as usize;
const ROLL: usize = 12 * SQUARES;

impl Features for EinStein {
    const COUNT: usize = ROLL + 7;
    const MOST_PRESENT: usize = 13;
    const OUTPUT: NetworkOutput = NetworkOutput::Shares { seats: 2, sum: 1.0 };

    type Common = ();

    fn common(&self) {}

    fn mover(&self) -> Seat {
        Seat(self.mover)
    }

    fn features(&self, (): &(), seat: Seat, present: &mut FeatureSet) {
        for (place, &square) in self.stones.as_flattened().iter().enumerate() {
            if square != GONE {
                // The second seat sees the board turned, its own stones first.
                let (place, square) = match seat {
                    Seat(0) => (place, square),
                    _ => ((place + 6) % 12, GONE - 1 - square),
                };
                present.insert(place * SQUARES + usize::from(square));
            }
        }
        present.insert(ROLL + usize::from(self.roll));
    }
}

/// The trainer of the value network.
pub(crate) const TRAINER: Trainer = Trainer {
    name: "einstein-value",
    summary: "a value network for EinStein: every stone on every square, and the roll",
    lasts: ("a few seconds", "ten minutes"),
    ..trainer::<EinStein>()
};

impl Taught for EinStein {
    const PLAN: &'static str = r#"
        game = "einstein"
        variants = ["standard"]
        network = { width = 32, hidden = 16 }
        positions = { opening = 4, random-share = 0.1, one-in = 1 }
        learning = { result-share = 0.5, epochs = 10 }

        [[generation]]
        agents = ["minimax:depth=2"]
        games = 20_000

        [[generation]]
        agents = ["minimax:depth=1,eval=value:{network}"]
        games = 20_000
    "#;
}
