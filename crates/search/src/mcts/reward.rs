//! What a simulation is worth, and an evaluation and gain without knowledge of the game.

use ludarium_game::{Evaluation, Gain, Game, Scores};

/// The reward vector of a simulation that reached the end of the game.
pub trait Reward<G: Game>: Send + Sync {
    /// Whether all rewards lie in [0, 1]: exploration constants assume it, the solver needs it, and
    /// debug builds check it.
    const UNIT: bool;

    /// The reward of each seat for a game that is over.
    fn finished(&self, position: &G) -> Scores;

    /// The reward for a game that was cut short, or `None` to use the search's own rule.
    fn unfinished(&self, position: &G) -> Option<Scores>;
}

/// The game's own scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameScores;

impl<G: Game> Reward<G> for GameScores {
    const UNIT: bool = true;

    fn finished(&self, position: &G) -> Scores {
        position.scores()
    }

    fn unfinished(&self, _: &G) -> Option<Scores> {
        None
    }
}

/// Rewards on any scale, for finished and unfinished games alike: points, material, a large bonus for
/// winning. The candidates of a decision are then on that scale too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unscaled<F>(pub F);

impl<G: Game, F: Fn(&G) -> Scores + Send + Sync> Reward<G> for Unscaled<F> {
    const UNIT: bool = false;

    fn finished(&self, position: &G) -> Scores {
        self.0(position)
    }

    fn unfinished(&self, position: &G) -> Option<Scores> {
        Some(self.0(position))
    }
}

/// Knows nothing about the game: every position is even and no move gains anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uninformed;

impl<G: Game> Evaluation<G> for Uninformed {
    fn evaluate(&self, position: &G) -> Scores {
        Scores::shared(position.seats())
    }
}

impl<G: Game> Gain<G> for Uninformed {
    fn gain(&self, _: &G, _: G::Move) -> f32 {
        0.0
    }
}
