//! MP-Mix: a different way of playing for leaders, chasers and everybody else.

use ludarium_game::{Agent, Budget, Decision, Evaluation, Gain, Game, Rng, Scores, Seat};

use crate::alpha_beta::AlphaBetaOptions;
use crate::max_n::{Goal, MaxN};
use crate::mover::mover;
use crate::paranoid::Paranoid;

/// Chooses between paranoid, offensive and max^n search by who leads, and by how much.
#[derive(Clone, Debug)]
pub struct MpMix<E, Q> {
    /// Judges leaves, and who leads.
    pub evaluation: E,
    /// The lead, on the evaluation's scale, from which the leader defends it.
    pub defence: f32,
    /// Somebody else's lead from which he is attacked.
    pub offence: f32,
    /// Which rule decides.
    pub reading: Reading,
    max_n: MaxN<E>,
    paranoid: Paranoid<E, Q>,
}

/// The two rules that go by the name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// A clear leader is paranoid, a clear leader among the others is attacked, otherwise max^n.
    #[default]
    Published,
    /// As report 001 describes it: max^n with a clear lead, otherwise paranoid.
    Report001,
}

/// How a position is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Everybody for himself.
    MaxN,
    /// All others are enemies.
    Paranoid,
    /// This seat must be stopped.
    Offensive(Seat),
}

impl<E: Clone, Q> MpMix<E, Q> {
    /// A mix of searches to `options.depth`, with thresholds of a tenth.
    pub fn new(evaluation: E, gain: Q, options: AlphaBetaOptions) -> Self {
        let max_n = MaxN {
            depth: options.depth,
            chance: options.chance,
            ..MaxN::new(evaluation.clone())
        };
        MpMix {
            evaluation: evaluation.clone(),
            defence: 0.1,
            offence: 0.1,
            reading: Reading::default(),
            max_n,
            paranoid: Paranoid::new(evaluation, gain, options),
        }
    }
}

impl<E, Q> MpMix<E, Q> {
    /// How seat `me` plays where the seats stand like this.
    pub fn manner(&self, standing: &Scores, me: Seat, seats: usize) -> Manner {
        let value = |seat: Seat| standing.of(seat).0;
        let best_but = |out: Option<Seat>| {
            let others = Seat::all(seats).filter(move |seat| Some(*seat) != out);
            // The first of equals leads, so that the rule does not depend on how ties are sorted.
            others.reduce(|best, seat| {
                if value(seat) > value(best) {
                    seat
                } else {
                    best
                }
            })
        };
        let (Some(leader), second) = (best_but(None), best_but(best_but(None))) else {
            return Manner::MaxN;
        };
        let lead = second.map_or(0.0, |second| value(leader) - value(second));
        match self.reading {
            Reading::Published if leader == me && lead >= self.defence => Manner::Paranoid,
            Reading::Published if leader != me && lead >= self.offence => Manner::Offensive(leader),
            Reading::Published => Manner::MaxN,
            Reading::Report001 if leader == me && lead >= self.defence => Manner::MaxN,
            Reading::Report001 => Manner::Paranoid,
        }
    }
}

impl<G: Game, E: Evaluation<G>, Q: Gain<G>> Agent<G> for MpMix<E, Q> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let standing = self.evaluation.evaluate(position);
        self.max_n.goal = match self.manner(&standing, mover(position), position.seats()) {
            Manner::Paranoid => return self.paranoid.choose(position, budget, rng),
            Manner::MaxN => Goal::Own,
            Manner::Offensive(leader) => Goal::Against(leader),
        };
        self.max_n.choose(position, budget, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{estimate, gain};

    /// T20: the whole table of who leads and by how much.
    #[test]
    fn the_manner_follows_the_lead() {
        let mut mix = MpMix::new(estimate, gain, AlphaBetaOptions::default());
        (mix.defence, mix.offence) = (0.2, 0.3);
        let me = Seat(1);
        let published = [
            ([0.2, 0.55, 0.25], Manner::Paranoid),
            ([0.2, 0.45, 0.35], Manner::MaxN),
            ([0.6, 0.2, 0.2], Manner::Offensive(Seat(0))),
            ([0.1, 0.3, 0.6], Manner::Offensive(Seat(2))),
            ([0.4, 0.3, 0.3], Manner::MaxN),
            ([0.4, 0.4, 0.2], Manner::MaxN),
        ];
        for (standing, manner) in published {
            assert_eq!(
                mix.manner(&Scores::new(&standing), me, 3),
                manner,
                "{standing:?}"
            );
        }
        mix.reading = Reading::Report001;
        let report = [
            ([0.2, 0.55, 0.25], Manner::MaxN),
            ([0.2, 0.45, 0.35], Manner::Paranoid),
            ([0.6, 0.2, 0.2], Manner::Paranoid),
        ];
        for (standing, manner) in report {
            assert_eq!(
                mix.manner(&Scores::new(&standing), me, 3),
                manner,
                "{standing:?}"
            );
        }
    }
}
