//! MP-Mix: another search for the seat that leads, for one that follows a clear leader, and for the rest.

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
    /// The lead of another seat from which that seat is attacked.
    pub offence: f32,
    /// Which rule decides.
    pub rule: MixRule,
    max_n: MaxN<E>,
    paranoid: Paranoid<E, Q>,
}

/// The two rules called MP-Mix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MixRule {
    /// A clear leader is paranoid, a clear leader among the others is attacked, otherwise max^n.
    #[default]
    Published,
    /// Max^n with a clear lead, otherwise paranoid.
    Ahead,
}

/// Which search plays a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Every seat plays for itself.
    MaxN,
    /// All others play against the searching seat.
    Paranoid,
    /// This seat must be stopped.
    Offensive(Seat),
}

impl<E: Clone, Q> MpMix<E, Q> {
    /// A mix of searches to `options.depth`, with thresholds of 0.1.
    pub fn new(evaluation: E, gain: Q, options: AlphaBetaOptions) -> Self {
        let max_n = MaxN {
            depth: options.depth,
            chance: options.chance,
            threads: options.threads,
            ..MaxN::new(evaluation.clone())
        };
        MpMix {
            evaluation: evaluation.clone(),
            defence: 0.1,
            offence: 0.1,
            rule: MixRule::default(),
            max_n,
            paranoid: Paranoid::new(evaluation, gain, options),
        }
    }
}

impl<E, Q> MpMix<E, Q> {
    /// The strategy of seat `me` where `standing` is the evaluation of the position.
    pub fn strategy(&self, standing: &Scores, me: Seat, seats: usize) -> Strategy {
        let value = |seat: Seat| standing.of(seat).0;
        let best_but = |out: Option<Seat>| {
            let others = Seat::all(seats).filter(move |seat| Some(*seat) != out);
            // The first of equals leads, so that the rule does not depend on how ties are sorted.
            others.reduce(|best, seat| if value(seat) > value(best) { seat } else { best })
        };
        let (Some(leader), second) = (best_but(None), best_but(best_but(None))) else {
            return Strategy::MaxN;
        };
        let lead = second.map_or(0.0, |second| value(leader) - value(second));
        match self.rule {
            MixRule::Published if leader == me && lead >= self.defence => Strategy::Paranoid,
            MixRule::Published if leader != me && lead >= self.offence => {
                Strategy::Offensive(leader)
            }
            MixRule::Published => Strategy::MaxN,
            MixRule::Ahead if leader == me && lead >= self.defence => Strategy::MaxN,
            MixRule::Ahead => Strategy::Paranoid,
        }
    }
}

impl<G: Game, E: Evaluation<G>, Q: Gain<G>> Agent<G> for MpMix<E, Q> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let standing = self.evaluation.evaluate(position);
        self.max_n.goal = match self.strategy(&standing, mover(position), position.seats()) {
            Strategy::Paranoid => return self.paranoid.choose(position, budget, rng),
            Strategy::MaxN => Goal::Own,
            Strategy::Offensive(leader) => Goal::Against(leader),
        };
        self.max_n.choose(position, budget, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{estimate, gain};

    /// The whole table of who leads and by how much.
    #[test]
    fn the_strategy_follows_the_lead() {
        let mut mix = MpMix::new(estimate, gain, AlphaBetaOptions::default());
        (mix.defence, mix.offence) = (0.2, 0.3);
        let me = Seat(1);
        let published = [
            ([0.2, 0.55, 0.25], Strategy::Paranoid),
            ([0.2, 0.45, 0.35], Strategy::MaxN),
            ([0.6, 0.2, 0.2], Strategy::Offensive(Seat(0))),
            ([0.1, 0.3, 0.6], Strategy::Offensive(Seat(2))),
            ([0.4, 0.3, 0.3], Strategy::MaxN),
            ([0.4, 0.4, 0.2], Strategy::MaxN),
        ];
        for (standing, strategy) in published {
            assert_eq!(mix.strategy(&Scores::new(&standing), me, 3), strategy, "{standing:?}");
        }
        mix.rule = MixRule::Ahead;
        let report = [
            ([0.2, 0.55, 0.25], Strategy::MaxN),
            ([0.2, 0.45, 0.35], Strategy::Paranoid),
            ([0.6, 0.2, 0.2], Strategy::Paranoid),
        ];
        for (standing, strategy) in report {
            assert_eq!(mix.strategy(&Scores::new(&standing), me, 3), strategy, "{standing:?}");
        }
    }
}
