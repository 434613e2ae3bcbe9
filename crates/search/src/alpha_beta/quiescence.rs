//! Quiescence: beyond the horizon only moves that win something at once are followed.

use ludarium_game::{Evaluation, Gain, Game, Seat};

use super::engine::{Engine, Place};
use super::ordering::rank_winning;
use crate::duel::{Window, sign};

impl<G: Game, E: Evaluation<G>, Q: Gain<G>> Engine<'_, G, E, Q> {
    /// The better for the mover of stopping here and of the best winning move.
    pub(crate) fn quiesce(
        &mut self,
        position: &G,
        seat: Seat,
        place: Place,
        window: Window,
    ) -> f64 {
        let sign = sign(seat);
        let Window { low, high } = window.seen_by(sign);
        let mut best = sign * self.estimate(position);
        if best >= high {
            return sign * best;
        }
        let level = &mut self.levels[place.level];
        position.moves(&mut level.moves);
        rank_winning(position, &level.moves, self.gain, &mut level.own.ranks);
        for next in 0..level.own.ranks.len() {
            let (_, mv) = self.levels[place.level].next_move(next);
            let mut child = position.clone();
            child.play(mv);
            let inner = Window { low: low.max(best), high };
            let value = sign * self.value_after_move(&child, place, inner.seen_by(sign));
            if self.meter.spent() {
                break;
            }
            if value > best {
                best = value;
                if value >= high {
                    break;
                }
                self.levels.keep_line(place.level, Some(mv), true);
            }
        }
        sign * best
    }
}
