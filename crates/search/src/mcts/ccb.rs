//! Improved UCB with arms that are never removed, after Liu & Tsuruoka.
//!
//! Improved UCB plays in rounds: in round k, with the guess Δ = 2^-k of the gap between the best arms,
//! every arm is played n = ⌈2 ln(TΔ²) / Δ²⌉ times. Here the arms that would survive are only counted, to
//! know when the round ends, and one best arm is played at a time. The horizon T is unknown in a tree;
//! it is squared, and the rounds start again, whenever the plays reach it. The last round of a horizon
//! lasts until then.

use std::sync::atomic::Ordering::Relaxed;

use super::block::{At, Siblings};

/// The largest level: a horizon of 2^32 plays is more than a node can count.
const LAST_LEVEL: u32 = 5;

/// The state of a node, packed into the block's `plan`; a plan of 0 has not begun.
#[derive(Clone, Copy)]
struct Plan {
    /// The horizon is 2^(2^level).
    level: u32,
    round: u32,
    /// The number of plays with which the round ends.
    deadline: u32,
}

impl Plan {
    #[inline]
    fn unpack(bits: u64) -> Option<Plan> {
        (bits != 0).then_some(Plan {
            level: (bits >> 40) as u32 & 0xFF,
            round: (bits >> 32) as u32 & 0xFF,
            deadline: bits as u32,
        })
    }

    #[inline]
    fn pack(self) -> u64 {
        1 << 48
            | u64::from(self.level) << 40
            | u64::from(self.round) << 32
            | u64::from(self.deadline)
    }

    #[inline]
    fn horizon(self) -> f64 {
        f64::from(1u32 << self.level).exp2()
    }
}

/// The numbers of one round.
pub(super) struct Round {
    /// ln(TΔ²), at least a little above 0.
    log: f64,
    /// Plays of each arm.
    plays: f64,
}

impl Round {
    #[inline]
    fn of(plan: Plan) -> Round {
        let gap = (-f64::from(plan.round)).exp2();
        let log = (plan.horizon() * gap * gap).ln().max(0.1);
        Round { log, plays: (2.0 * log / (gap * gap)).ceil() }
    }

    /// The exploration bonus of an arm with n of all N plays. It grows with √(N / n) for arms played less than others.
    #[inline]
    pub(super) fn radius(&self, all: f64, n: f64) -> f64 {
        let r = (all / n).max(1.0).sqrt();
        (self.log * r / (2.0 * self.plays)).sqrt()
    }
}

/// The round in which a node is after `plays` plays. Two threads may both advance the plan; the later
/// write wins, which only moves a deadline.
pub(super) fn round<M: Copy>(
    children: &Siblings<M>,
    plays: f64,
    quality: impl Fn(At<'_, M>, f64) -> f64,
) -> Round {
    let mut plan = Plan::unpack(children.plan.load(Relaxed)).unwrap_or_else(|| {
        let mut plan = Plan { level: 1, round: 0, deadline: 0 };
        while plan.horizon() < 2.0 * children.len() as f64 && plan.level < LAST_LEVEL {
            plan.level += 1;
        }
        plan.deadline = deadline(plan, children, plays, &quality);
        plan
    });
    while plays >= f64::from(plan.deadline) && plan.deadline < u32::MAX {
        if plays >= plan.horizon() && plan.level < LAST_LEVEL {
            plan.level += 1;
            plan.round = 0;
        } else {
            plan.round += 1;
        }
        plan.deadline = deadline(plan, children, plays, &quality);
    }
    children.plan.store(plan.pack(), Relaxed);
    Round::of(plan)
}

/// When the round ends that begins after `plays` plays.
fn deadline<M: Copy>(
    plan: Plan,
    children: &Siblings<M>,
    plays: f64,
    quality: impl Fn(At<'_, M>, f64) -> f64,
) -> u32 {
    let next_gap = (-f64::from(plan.round + 1)).exp2();
    if plan.horizon() * next_gap * next_gap <= std::f64::consts::E {
        return plan.horizon().min(f64::from(u32::MAX)) as u32;
    }
    let round = Round::of(plan);
    let radius = (round.log / (2.0 * round.plays)).sqrt();
    // An arm that was never played could be anything: it counts.
    let value = |at: At<'_, M>| match at.visits() {
        0 => f64::INFINITY,
        n => quality(at, f64::from(n)),
    };
    let best = children
        .iter()
        .map(value)
        .filter(|value| value.is_finite())
        .fold(f64::NEG_INFINITY, f64::max);
    let counted = children.iter().filter(|&at| value(at) + radius >= best - radius).count();
    let end = plays + round.plays * counted.max(1) as f64;
    // Each round takes at least one play, so that the loop above ends.
    end.clamp(plays + 1.0, f64::from(u32::MAX)) as u32
}
