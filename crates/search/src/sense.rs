//! What a seat really wants and what it would never do, for games whose bare rules say too little.
//!
//! A search that maximises scores plays what the scores say. Where a third place counts as much as a draw it sees no
//! difference between them, and where all others are against one it believes that they give anything away. A
//! [`Sense`] tells it better. It is a view of the game, not a search: every search plays on [`Sensed`] as it plays on
//! the game itself, and is as exact there.

use std::fmt;
use std::sync::Arc;

use crate::Glance;

use ludarium_game::{
    Agent, Budget, ChancePlace, Decision, Evaluation, Gain, Game, Listing, MoveList, Reseat, Rng,
    Scores, Seat, Turn,
};

/// What the seats of a game want, and which moves they consider. Without any method of its own it changes nothing.
pub trait Sense<G: Game>: Send + Sync {
    /// Takes the moves out of the list that no seat makes on purpose; at least one must stay.
    fn consider(&self, _position: &G, _moves: &mut MoveList<G::Move>) {}

    /// What a position that is not over is worth without looking further, if that is known. It is not asked about the
    /// position in which the search begins.
    fn known_worth(&self, _position: &G) -> Option<Scores> {
        None
    }

    /// What a finished game is worth to each seat, in [0, 1].
    fn worth(&self, finished: &G) -> Scores {
        finished.scores()
    }

    /// What a position is worth to each seat if an evaluation says `estimate`; on the scale of [`Sense::worth`].
    fn estimate(&self, _position: &G, estimate: Scores) -> Scores {
        estimate
    }
}

/// A game as seats with a [`Sense`] play it.
pub struct Sensed<G> {
    game: G,
    /// The outer counter belongs to one search, so that threads do not share what every copy of a position touches.
    sense: Arc<Arc<dyn Sense<G>>>,
    /// The search begins here.
    first: bool,
}

impl<G: Game> Sensed<G> {
    /// A position in which a search begins.
    pub fn new(game: G, sense: Arc<dyn Sense<G>>) -> Sensed<G> {
        Sensed { game, sense: Arc::new(sense), first: true }
    }

    fn known_worth(&self) -> Option<Scores> {
        if self.first { None } else { self.sense.known_worth(&self.game) }
    }
}

impl<G: Clone> Clone for Sensed<G> {
    #[inline]
    fn clone(&self) -> Self {
        Sensed { game: self.game.clone(), sense: self.sense.clone(), first: self.first }
    }
}

// A search has one sense: positions that it compares differ in the game alone.
impl<G: PartialEq> PartialEq for Sensed<G> {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && self.first == other.first
    }
}

impl<G: fmt::Debug> fmt::Debug for Sensed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sensed").field(&self.game).finish()
    }
}

impl<G: Game> Game for Sensed<G> {
    type Move = G::Move;

    const CHANCE: ChancePlace = G::CHANCE;

    fn seats(&self) -> usize {
        self.game.seats()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.game.turn() {
            Turn::Seat(_) if self.known_worth().is_some() => Turn::Over,
            turn => turn,
        }
    }

    fn moves(&self, out: &mut MoveList<G::Move>) {
        self.game.moves(out);
        if out.len() > 1 {
            self.sense.consider(&self.game, out);
        }
        debug_assert!(
            !out.is_empty() || !matches!(self.game.turn(), Turn::Seat(_)),
            "a sense must leave a move"
        );
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.first = false;
    }

    fn chances(&self, out: &mut Vec<(G::Move, f64)>) -> Listing {
        self.game.chances(out)
    }

    fn roll(&self, rng: &mut Rng) -> G::Move {
        self.game.roll(rng)
    }

    fn scores(&self) -> Scores {
        match self.game.turn() {
            Turn::Over => self.sense.worth(&self.game),
            _ => self.known_worth().unwrap_or_else(|| self.game.scores()),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.game.key()
    }

    fn detach(&self) -> Self {
        Sensed {
            game: self.game.detach(),
            sense: Arc::new(Arc::clone(&self.sense)),
            first: self.first,
        }
    }
}

impl<G: Reseat> Reseat for Sensed<G> {
    fn reseat(&self, seat: Seat) -> Option<Self> {
        Some(Sensed {
            game: self.game.reseat(seat)?,
            sense: self.sense.clone(),
            // Whose turn it is was changed, so this is no position of the game's past.
            first: true,
        })
    }
}

/// An evaluation or gain of a game, used where its seats have a [`Sense`].
#[derive(Clone, Debug)]
pub struct Felt<E>(pub E);

impl<G: Game, E: Evaluation<G>> Evaluation<Sensed<G>> for Felt<E> {
    #[inline]
    fn evaluate(&self, position: &Sensed<G>) -> Scores {
        let estimate = self.0.evaluate(&position.game);
        position.sense.estimate(&position.game, estimate)
    }
}

impl<G: Game, E: Gain<G>> Gain<Sensed<G>> for Felt<E> {
    #[inline]
    fn gain(&self, position: &Sensed<G>, mv: G::Move) -> f32 {
        self.0.gain(&position.game, mv)
    }
}

impl<G: Game, J: Glance<G>> Glance<Sensed<G>> for Felt<J> {
    type Sight = J::Sight;

    #[inline]
    fn judge(&self, position: &Sensed<G>) -> Scores {
        let estimate = self.0.judge(&position.game);
        position.sense.estimate(&position.game, estimate)
    }

    #[inline]
    fn look(&self, position: &Sensed<G>, sight: &mut J::Sight) {
        self.0.look(&position.game, sight);
    }

    #[inline]
    fn judge_after(
        &self,
        sight: &J::Sight,
        before: &Sensed<G>,
        mv: G::Move,
        after: &Sensed<G>,
    ) -> Scores {
        let estimate = self.0.judge_after(sight, &before.game, mv, &after.game);
        after.sense.estimate(&after.game, estimate)
    }

    #[inline]
    fn keep_lively(
        &self,
        sight: &J::Sight,
        position: &Sensed<G>,
        moves: &mut MoveList<G::Move>,
    ) -> Option<Scores> {
        let estimate = self.0.keep_lively(sight, &position.game, moves)?;
        Some(position.sense.estimate(&position.game, estimate))
    }
}

/// An agent that plays as if all seats had a sense. What it says about moves is on the scale of [`Sense::worth`].
pub struct Sensible<G, A> {
    sense: Arc<dyn Sense<G>>,
    agent: A,
}

impl<G: Game, A: Agent<Sensed<G>>> Sensible<G, A> {
    /// The agent with this sense.
    pub fn new(agent: A, sense: Arc<dyn Sense<G>>) -> Sensible<G, A> {
        Sensible { sense, agent }
    }
}

impl<G: Game, A: Agent<Sensed<G>>> Agent<G> for Sensible<G, A> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let position = Sensed::new(position.clone(), self.sense.clone());
        self.agent.choose(&position, budget, rng)
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Seed, Value};

    use super::*;
    use crate::testing::{RandomTree, TreeShape, best_scores, estimate, gain};
    use crate::{AlphaBetaOptions, MaxN, Paranoid, TableMode};

    const THREE: TreeShape = TreeShape { seats: 3, depth: 6, ..TreeShape::DUEL };

    /// Only moves with even numbers are considered, one node in eight is judged at once, and the worth is squared.
    struct Odd;

    fn squared(scores: Scores) -> Scores {
        let squares: Vec<f32> = scores.as_slice(3).iter().map(|x| x * x).collect();
        Scores::new(&squares)
    }

    impl Sense<RandomTree> for Odd {
        fn consider(&self, _: &RandomTree, moves: &mut MoveList<u8>) {
            moves.retain(|mv| mv % 2 == 0);
        }

        fn known_worth(&self, position: &RandomTree) -> Option<Scores> {
            position.key().is_multiple_of(8).then(|| Scores::new(&[0.5; 3]))
        }

        fn worth(&self, finished: &RandomTree) -> Scores {
            squared(finished.scores())
        }

        fn estimate(&self, _: &RandomTree, estimate: Scores) -> Scores {
            squared(estimate)
        }
    }

    /// The definition of the view, written without it; `mine` chooses for the seat to move among values.
    fn plain(tree: &RandomTree, depth: u32, root: bool, paranoid: bool) -> Scores {
        let Turn::Seat(seat) = tree.turn() else {
            return squared(tree.scores());
        };
        if !root && tree.key().is_multiple_of(8) {
            return Scores::new(&[0.5; 3]);
        }
        if depth == 0 {
            return squared(estimate(tree));
        }
        let mut moves = MoveList::new();
        tree.moves(&mut moves);
        let even = moves.iter().filter(|mv| **mv % 2 == 0);
        let values = even.map(|&mv| {
            let mut child = *tree;
            child.play(mv);
            plain(&child, depth - 1, false, paranoid)
        });
        let want = |scores: &Scores| {
            if paranoid && seat != Seat(0) { -scores.of(Seat(0)).0 } else { scores.of(seat).0 }
        };
        let best = values.reduce(|best, new| if want(&new) > want(&best) { new } else { best });
        best.expect("the first move is always considered")
    }

    fn value(agent: impl Agent<Sensed<RandomTree>>, tree: &RandomTree) -> f32 {
        let budget = Budget { depth: Some(4), ..Budget::default() };
        let mut agent = Sensible::new(agent, Arc::new(Odd));
        let decision = agent.choose(tree, &budget, &mut Rng::new(Seed(1)));
        assert_eq!(decision.chosen % 2, 0);
        decision.candidates[0].scores.of(Seat(0)).0
    }

    #[test]
    fn searches_on_the_view_equal_the_definition() {
        let options = AlphaBetaOptions {
            table: TableMode::Exact,
            table_mebibytes: 4,
            discount: 1.0,
            ..AlphaBetaOptions::default()
        };
        let mut differs = 0;
        for seed in 0..1000 {
            let tree = RandomTree::new(THREE, seed);
            let paranoid = value(Paranoid::new(Felt(estimate), Felt(gain), options), &tree);
            let expected = plain(&tree, 4, true, true).of(Seat(0)).0;
            assert!((paranoid - expected).abs() < 1e-5, "tree {seed}");
            let max_n = value(MaxN::new(Felt(estimate)), &tree);
            let expected = plain(&tree, 4, true, false).of(Seat(0)).0;
            assert!((max_n - expected).abs() < 1e-4, "tree {seed}");
            let bare = best_scores(&tree, 4, &estimate).of(Seat(0)).0;
            differs += usize::from((bare * bare - expected).abs() > 1e-3);
        }
        assert!(differs > 300, "the sense matters in {differs} trees only");
    }

    #[test]
    fn a_sense_that_says_nothing_changes_nothing() {
        struct Bare;
        impl Sense<RandomTree> for Bare {}
        for seed in 0..200 {
            let tree = RandomTree::new(THREE, seed);
            let mut agent = MaxN::new(estimate);
            let plain = agent.choose(&tree, &Budget::default(), &mut Rng::new(Seed(1)));
            let mut agent = Sensible::new(MaxN::new(Felt(estimate)), Arc::new(Bare));
            let sensed = agent.choose(&tree, &Budget::default(), &mut Rng::new(Seed(1)));
            assert_eq!(sensed.candidates, plain.candidates);
            assert_eq!(sensed.candidates[0].scores.of(Seat(5)), Value(0.0));
        }
    }
}
