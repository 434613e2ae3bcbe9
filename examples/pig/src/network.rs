//! What a value network sees of the game, and how it is trained: `pig train pig-value --quick`.

use ludarium::agents::values::{FeatureSet, Features, NetworkOutput};
use ludarium::train::Trainer;
use ludarium::train::values::{Taught, trainer};
use ludarium::{Game, Seat};

use crate::Pig;

/// The trainer of the value network.
pub(crate) const TRAINER: Trainer = Trainer {
    name: "pig-value",
    summary: "a value network for pig: points and whose turn it is",
    from: "Monte Carlo tree search against itself, and how its games end",
    lasts: ("a few seconds", "a minute"),
    ..trainer::<Pig>()
};

/// Points are told in steps of 2.
const STEPS: usize = 50;
/// Own points, the largest of the others', the points of the turn, and how far off the own turn is.
const OTHERS: usize = STEPS;
const OF_TURN: usize = 2 * STEPS;
const TURN: usize = 3 * STEPS;

impl Features for Pig {
    const COUNT: usize = TURN + 4;

    const MOST_PRESENT: usize = 3 * STEPS + 1;

    /// Any number of players: each is asked for its own chance.
    const OUTPUT: NetworkOutput = NetworkOutput::EachChance;

    type Common = ();

    fn common(&self) {}

    fn mover(&self) -> Seat {
        Seat(self.mover)
    }

    fn features(&self, (): &(), seat: Seat, present: &mut FeatureSet) {
        // Points that are missing, so that all variants look alike near their end.
        let level = |points: u8| STEPS - usize::from(self.rules.goal - points) / 2;
        let others = self.kept().iter().enumerate();
        let others = others.filter(|(other, _)| *other != seat.index());
        let most = others.map(|(_, &kept)| kept).max().unwrap_or(0);
        present.insert_level(0..STEPS, level(self.kept[seat.index()]));
        present.insert_level(OTHERS..OTHERS + STEPS, level(most));
        let seats = self.seats();
        let waits = (usize::from(self.mover) + seats - seat.index()) % seats;
        if waits == 0 {
            let points = usize::from(self.turn_points) / 2;
            present.insert_level(OF_TURN..OF_TURN + STEPS, points);
        }
        present.insert(TURN + waits);
    }
}

impl Taught for Pig {
    const PLAN: &'static str = r#"
        game = "pig"
        variants = ["hundred", "short:players=3"]
        network = { width = 16, hidden = 8 }
        positions = { opening = 10, random-share = 0.1, one-in = 2 }
        learning = { result-share = 0.5, epochs = 6 }

        [[generation]]
        agents = ["mcts:iterations=100"]
        games = 2_000

        [[generation]]
        agents = ["mcts:iterations=100,eval=value:{network},plies=0"]
        games = 2_000
    "#;
}
