//! How the moves of a position are judged at a glance.

use ludarium_game::{Evaluation, Game, MoveList, Scores};

/// Judges positions, and those after each move of one position with what they have in common.
pub trait Glance<G: Game>: Send + Sync {
    /// What is seen of a position. It is kept between positions, so that nothing has to be allocated.
    type Sight: Default;

    /// The estimate for a position, as [`Evaluation::evaluate`] has it.
    fn judge(&self, position: &G) -> Scores;

    /// Looks at a position whose moves will be judged.
    fn look(&self, position: &G, sight: &mut Self::Sight);

    /// The estimate for a position one move after the one that was looked at.
    fn judge_after(&self, sight: &Self::Sight, before: &G, mv: G::Move, after: &G) -> Scores;

    /// At the end of a line: keeps the moves after which much is different, and tells what comes of all others together.
    /// `None`, and nothing left out, where every move may matter.
    fn keep_lively(
        &self,
        _sight: &Self::Sight,
        _position: &G,
        _moves: &mut MoveList<G::Move>,
    ) -> Option<Scores> {
        None
    }
}

/// Judges each position by itself.
#[derive(Clone, Debug)]
pub struct Each<E>(pub E);

impl<G: Game, E: Evaluation<G>> Glance<G> for Each<E> {
    type Sight = ();

    #[inline]
    fn judge(&self, position: &G) -> Scores {
        self.0.evaluate(position)
    }

    #[inline]
    fn look(&self, _: &G, (): &mut ()) {}

    #[inline]
    fn judge_after(&self, (): &(), _: &G, _: G::Move, after: &G) -> Scores {
        self.0.evaluate(after)
    }
}
