//! Best-reply search: between two moves of the root seat only one opponent moves.
//!
//! Like paranoid search these are views of a game, not searches: any two-seat search on
//! [`BestReply`] is best-reply search, on [`BestReplyPlus`] it is BRS+.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ludarium_game::{
    Agent, Budget, ChancePlace, Decision, Evaluation, Gain, Game, Listing, MoveList, Reseat, Rng,
    Scores, Seat, Turn,
};

use crate::alpha_beta::{AlphaBeta, AlphaBetaOptions};
use crate::coalition::{Seen, seen_turn, two_sides, view_key};
use crate::mover::mover;
use crate::paranoid::seen_from;

/// What all positions of one search share.
struct Round<M, O> {
    /// What opponents are expected to do, where the view needs it.
    order: O,
    /// Buffers for the moves and outcomes of the game behind a view, so that a copy of a position needs no new ones.
    /// Each search has its own, so no thread waits.
    buffers: Mutex<Buffers<M>>,
}

struct Buffers<M> {
    moves: MoveList<M>,
    chances: Vec<(M, f64)>,
}

impl<M: Copy, O> Round<M, O> {
    fn new(order: O) -> Arc<Round<M, O>> {
        let buffers = Mutex::new(Buffers { moves: MoveList::new(), chances: Vec::new() });
        Arc::new(Round { order, buffers })
    }

    fn with<T>(&self, work: impl FnOnce(&mut MoveList<M>, &mut Vec<(M, f64)>) -> T) -> T {
        // The buffers are cleared before each use, so a panic in between cannot have damaged them.
        let mut buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let Buffers { moves, chances } = &mut *buffers;
        work(moves, chances)
    }
}

// It is no part of a position: views that differ only in it are equal.
impl<M, O> PartialEq for Round<M, O> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<M, O> fmt::Debug for Round<M, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Round")
    }
}

/// A game in which the opponents of one seat answer each of its moves with a single move: any
/// move of any of them. Turns are skipped, so positions may occur that the rules forbid.
#[derive(Clone, Debug, PartialEq)]
pub struct BestReply<G: Game> {
    game: G,
    alone: Seat,
    /// The opponents have replied; the turn goes to `alone` as soon as pending chance events are over.
    replied: bool,
    round: Arc<Round<G::Move, ()>>,
}

impl<G: Reseat> BestReply<G> {
    /// The game as it looks to the seat `alone`.
    pub fn against(alone: Seat, game: G) -> BestReply<G> {
        BestReply { game, alone, replied: false, round: Round::new(()) }
    }

    fn settle(&mut self) {
        if let (true, Turn::Seat(seat)) = (self.replied, self.game.turn()) {
            self.replied = false;
            if seat != self.alone
                && let Some(game) = self.game.reseat(self.alone)
            {
                self.game = game;
            }
        }
    }
}

impl<G: Reseat> Game for BestReply<G> {
    /// The seat that moves, and its move. Chance outcomes carry the seat `alone`.
    type Move = (Seat, G::Move);

    const CHANCE: ChancePlace = G::CHANCE;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        seen_turn(&self.game, self.alone)
    }

    fn moves(&self, out: &mut MoveList<Self::Move>) {
        out.clear();
        let Turn::Seat(mover) = self.game.turn() else {
            return;
        };
        self.round.with(|own, _| {
            if mover == self.alone {
                self.game.moves(own);
                own.iter().for_each(|&mv| out.push((mover, mv)));
                return;
            }
            for seat in Seat::all(self.game.seats()).filter(|&seat| seat != self.alone) {
                if let Some(game) = self.game.reseat(seat) {
                    game.moves(own);
                    own.iter().for_each(|&mv| out.push((seat, mv)));
                }
            }
        });
    }

    fn play(&mut self, (seat, mv): Self::Move) {
        if let Turn::Seat(mover) = self.game.turn() {
            if seat != mover
                && let Some(game) = self.game.reseat(seat)
            {
                self.game = game;
            }
            self.replied = seat != self.alone;
        }
        self.game.play(mv);
        self.settle();
    }

    fn chances(&self, out: &mut Vec<(Self::Move, f64)>) -> Listing {
        self.round.with(|_, own| {
            let listing = self.game.chances(own);
            out.clear();
            out.extend(own.iter().map(|&(outcome, p)| ((self.alone, outcome), p)));
            listing
        })
    }

    fn roll(&self, rng: &mut Rng) -> Self::Move {
        (self.alone, self.game.roll(rng))
    }

    fn scores(&self) -> Scores {
        two_sides(self.game.scores().of(self.alone))
    }

    fn key(&self) -> u64 {
        self.game.key() ^ view_key(self.alone, 2 + u64::from(self.replied))
    }

    fn detach(&self) -> Self {
        BestReply { game: self.game.detach(), round: Round::new(()), ..*self }
    }
}

impl<G: Reseat, E: Evaluation<G>> Evaluation<BestReply<G>> for Seen<E> {
    fn evaluate(&self, position: &BestReply<G>) -> Scores {
        two_sides(self.0.evaluate(&position.game).of(position.alone))
    }
}

impl<G: Reseat, E: Gain<G>> Gain<BestReply<G>> for Seen<E> {
    fn gain(&self, position: &BestReply<G>, (seat, mv): (Seat, G::Move)) -> f32 {
        match position.game.turn() {
            Turn::Seat(mover) if mover == seat => self.0.gain(&position.game, mv),
            _ => position.game.reseat(seat).map_or(0.0, |game| self.0.gain(&game, mv)),
        }
    }
}

/// A game in which everybody moves in turn, but of the opponents' moves in one round at most one may
/// differ from what the mover's gain recommends.
#[derive(Clone, Debug, PartialEq)]
pub struct BestReplyPlus<G: Game> {
    game: G,
    alone: Seat,
    /// An opponent has already deviated in this round.
    used: bool,
    round: Arc<Round<G::Move, Arc<dyn Gain<G>>>>,
}

impl<G: Game> BestReplyPlus<G> {
    /// The game as it looks to the seat `alone`; opponents are expected to follow `order`.
    pub fn against(alone: Seat, game: G, order: Arc<dyn Gain<G>>) -> BestReplyPlus<G> {
        BestReplyPlus { game, alone, used: false, round: Round::new(order) }
    }

    /// The index of the first move with the largest gain.
    fn recommended(&self, moves: &[G::Move]) -> usize {
        let mut best = (0, f32::NEG_INFINITY);
        for (index, &mv) in moves.iter().enumerate() {
            let gain = self.round.order.gain(&self.game, mv);
            if gain > best.1 {
                best = (index, gain);
            }
        }
        best.0
    }
}

impl<G: Game> Game for BestReplyPlus<G> {
    /// A move, and whether an opponent deviates with it from what is recommended.
    type Move = (G::Move, bool);

    const CHANCE: ChancePlace = G::CHANCE;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        seen_turn(&self.game, self.alone)
    }

    fn moves(&self, out: &mut MoveList<Self::Move>) {
        out.clear();
        self.round.with(|own, _| {
            self.game.moves(own);
            if self.game.turn() == Turn::Seat(self.alone) {
                own.iter().for_each(|&mv| out.push((mv, false)));
            } else if !own.is_empty() {
                let first = self.recommended(own);
                out.push((own[first], false));
                if !self.used {
                    let others = own.iter().enumerate().filter(|(index, _)| *index != first);
                    others.for_each(|(_, &mv)| out.push((mv, true)));
                }
            }
        });
    }

    fn play(&mut self, (mv, deviates): Self::Move) {
        if let Turn::Seat(seat) = self.game.turn() {
            self.used = seat != self.alone && (self.used || deviates);
        }
        self.game.play(mv);
    }

    fn chances(&self, out: &mut Vec<(Self::Move, f64)>) -> Listing {
        self.round.with(|_, own| {
            let listing = self.game.chances(own);
            out.clear();
            out.extend(own.iter().map(|&(outcome, p)| ((outcome, false), p)));
            listing
        })
    }

    fn roll(&self, rng: &mut Rng) -> Self::Move {
        (self.game.roll(rng), false)
    }

    fn scores(&self) -> Scores {
        two_sides(self.game.scores().of(self.alone))
    }

    fn key(&self) -> u64 {
        self.game.key() ^ view_key(self.alone, 4 + u64::from(self.used))
    }

    fn detach(&self) -> Self {
        BestReplyPlus {
            game: self.game.detach(),
            round: Round::new(self.round.order.clone()),
            ..*self
        }
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<BestReplyPlus<G>> for Seen<E> {
    fn evaluate(&self, position: &BestReplyPlus<G>) -> Scores {
        two_sides(self.0.evaluate(&position.game).of(position.alone))
    }
}

impl<G: Game, E: Gain<G>> Gain<BestReplyPlus<G>> for Seen<E> {
    fn gain(&self, position: &BestReplyPlus<G>, (mv, _): (G::Move, bool)) -> f32 {
        self.0.gain(&position.game, mv)
    }
}

/// Best-reply search: alpha-beta on [`BestReply`].
#[derive(Clone, Debug)]
pub struct BestReplySearch<E, Q> {
    search: AlphaBeta<Seen<E>, Seen<Q>>,
}

impl<E, Q> BestReplySearch<E, Q> {
    /// A search with this evaluation and gain.
    pub fn new(evaluation: E, gain: Q, options: AlphaBetaOptions) -> Self {
        let mut search = AlphaBeta::new(Seen(evaluation), Seen(gain));
        search.options = options;
        BestReplySearch { search }
    }
}

impl<G: Reseat, E: Evaluation<G>, Q: Gain<G>> Agent<G> for BestReplySearch<E, Q> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let seat = mover(position);
        let view = BestReply::against(seat, position.clone());
        let decision = self.search.choose(&view, budget, rng);
        seen_from(seat, position.seats(), decision, |(_, mv)| mv)
    }
}

/// BRS+: alpha-beta on [`BestReplyPlus`].
pub struct BestReplyPlusSearch<G, E, Q> {
    order: Arc<dyn Gain<G>>,
    search: AlphaBeta<Seen<E>, Seen<Q>>,
}

impl<G: Game, E, Q: Gain<G> + Clone + 'static> BestReplyPlusSearch<G, E, Q> {
    /// A search with this evaluation and gain; opponents are expected to take the largest gain.
    pub fn new(evaluation: E, gain: Q, options: AlphaBetaOptions) -> Self {
        let order = Arc::new(gain.clone());
        let mut search = AlphaBeta::new(Seen(evaluation), Seen(gain));
        search.options = options;
        BestReplyPlusSearch { order, search }
    }
}

impl<G: Game, E: Evaluation<G>, Q: Gain<G>> Agent<G> for BestReplyPlusSearch<G, E, Q> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let seat = mover(position);
        let view = BestReplyPlus::against(seat, position.clone(), self.order.clone());
        let decision = self.search.choose(&view, budget, rng);
        seen_from(seat, position.seats(), decision, |(mv, _)| mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{RandomTree, TreeShape, gain};

    #[test]
    fn a_detached_view_is_equal_and_has_buffers_of_its_own() {
        let tree = RandomTree::new(TreeShape::DUEL, 1);
        let view = BestReply::against(Seat(0), tree);
        assert_eq!(view.detach(), view);
        assert!(Arc::ptr_eq(&view.clone().round, &view.round));
        assert!(!Arc::ptr_eq(&view.detach().round, &view.round));
        let view = BestReplyPlus::against(Seat(0), tree, Arc::new(gain));
        assert_eq!(view.detach(), view);
        assert!(Arc::ptr_eq(&view.clone().round, &view.round));
        assert!(!Arc::ptr_eq(&view.detach().round, &view.round));
        let view = crate::Coalition::against(Seat(0), view);
        assert_eq!(view.detach(), view);
        assert!(!Arc::ptr_eq(&view.detach().game().round, &view.game().round));
    }
}
