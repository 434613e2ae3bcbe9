//! `Lease`: a child of the root that one thread follows for some simulations.
//!
//! All threads pass the root and choose among the same few children. Were these told of every simulation, the threads
//! would spend their time fetching the same few records from each other. So a thread that has chosen a child follows it
//! several times, once it is well known, and tells what came of it at once. The visits are counted before, as virtual
//! losses that send the others elsewhere.

use ludarium_game::MAX_SEATS;

use super::block::At;
use super::tree::Tree;

/// The most simulations of a lease.
const MOST: u32 = 16;

/// A child is leased for this share of its visits, as a divisor: leases are short against what is known.
const SHARE: u32 = 64;

/// What a thread has leased, if anything, and what it has not told the others.
pub(super) struct Lease<'s, M> {
    child: Option<At<'s, M>>,
    /// Simulations made and left.
    made: u32,
    left: u32,
    rewards: [i64; MAX_SEATS],
}

impl<'s, M: Copy> Lease<'s, M> {
    /// Nothing is leased.
    pub(super) fn none() -> Lease<'s, M> {
        Lease { child: None, made: 0, left: 0, rewards: [0; MAX_SEATS] }
    }

    /// Leases a child of the root and counts its first simulation; returns the child's visits before.
    pub(super) fn begin(&mut self, child: At<'s, M>) -> u32 {
        let count = (child.visits() / SHARE).clamp(1, MOST);
        *self = Lease { child: Some(child), made: 1, left: count - 1, ..Lease::none() };
        child.add_visits(count, true)
    }

    /// The leased child for another simulation, with its visits before; `None` where nothing is leased.
    #[inline]
    pub(super) fn go_on(&mut self) -> Option<(At<'s, M>, u32)> {
        let child = self.child?;
        let before = child.visits().saturating_sub(self.left);
        self.made += 1;
        self.left -= 1;
        Some((child, before))
    }

    /// Notes the rewards of a simulation; whether it was a leased one.
    #[inline]
    pub(super) fn add(&mut self, tree: &Tree<M>, rewards: &[i64; MAX_SEATS]) -> bool {
        let Some(child) = self.child else {
            return false;
        };
        for (sum, reward) in self.rewards.iter_mut().zip(rewards) {
            *sum += reward;
        }
        // A child that is solved has nothing more to tell.
        if self.left == 0 || child.exact(tree.layout).is_some() {
            self.end(tree);
        }
        true
    }

    /// Tells the others what was made, and gives back what is left.
    pub(super) fn end(&mut self, tree: &Tree<M>) {
        if let Some(child) = self.child.take() {
            child.take_visits(self.left);
            for at in [child, tree.root()] {
                at.add_rewards(tree.layout, &self.rewards, true);
            }
            tree.root().add_visits(self.made, true);
        }
    }
}
