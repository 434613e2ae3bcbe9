//! All others against one: a view that turns a game with many seats into one with two.
//!
//! Paranoid search assumes that everybody else plays against the root seat. Seen that way a
//! many-seat game *is* a two-seat game: one side moves for the root seat, the other for
//! everybody else. So there is no paranoid search here, only this view, and every two-seat search
//! with its tables, windows and chance nodes can be used as one.

use ludarium_game::{
    ChancePlace, Evaluation, Gain, Game, Listing, MoveList, Rng, Scores, Seat, Turn, Value,
};

/// A game in which seat 0 is one seat of another game and seat 1 is all its other seats together.
#[derive(Clone, Debug, PartialEq)]
pub struct Coalition<G> {
    game: G,
    alone: Seat,
}

impl<G: Game> Coalition<G> {
    /// The game as it looks to the seat `alone`.
    pub fn against(alone: Seat, game: G) -> Coalition<G> {
        Coalition { game, alone }
    }

    /// The game behind the view.
    pub fn game(&self) -> &G {
        &self.game
    }
}

impl<G: Game> Game for Coalition<G> {
    type Move = G::Move;

    const CHANCE: ChancePlace = G::CHANCE;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        seen_turn(&self.game, self.alone)
    }

    fn moves(&self, out: &mut MoveList<G::Move>) {
        self.game.moves(out);
    }

    fn pick(&self, rng: &mut Rng, buffer: &mut MoveList<G::Move>) -> G::Move {
        self.game.pick(rng, buffer)
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
    }

    fn chances(&self, out: &mut Vec<(G::Move, f64)>) -> Listing {
        self.game.chances(out)
    }

    fn roll(&self, rng: &mut Rng) -> G::Move {
        self.game.roll(rng)
    }

    fn scores(&self) -> Scores {
        two_sides(self.game.scores().of(self.alone))
    }

    fn key(&self) -> u64 {
        self.game.key() ^ view_key(self.alone, 1)
    }

    fn detach(&self) -> Self {
        Coalition::against(self.alone, self.game.detach())
    }
}

/// An evaluation or gain of a game, used for a view of that game.
#[derive(Clone, Debug)]
pub struct Seen<E>(pub E);

impl<G: Game, E: Evaluation<G>> Evaluation<Coalition<G>> for Seen<E> {
    fn evaluate(&self, position: &Coalition<G>) -> Scores {
        two_sides(self.0.evaluate(&position.game).of(position.alone))
    }
}

impl<G: Game, E: Gain<G>> Gain<Coalition<G>> for Seen<E> {
    fn gain(&self, position: &Coalition<G>, mv: G::Move) -> f32 {
        self.0.gain(&position.game, mv)
    }
}

/// Whose turn a view shows: seat 0 for the seat alone, seat 1 for everybody else.
pub(crate) fn seen_turn<G: Game>(game: &G, alone: Seat) -> Turn {
    match game.turn() {
        Turn::Seat(seat) => Turn::Seat(Seat((seat != alone).into())),
        other => other,
    }
}

/// The scores of the two sides: they sum to 1.
pub(crate) fn two_sides(Value(alone): Value) -> Scores {
    Scores::new(&[alone, 1.0 - alone])
}

/// A key that differs between seats and kinds of views, for a shared table.
pub(crate) fn view_key(seat: Seat, kind: u64) -> u64 {
    (u64::from(seat.0) + 8 * kind + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
