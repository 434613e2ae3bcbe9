//! Which plays a roll allows: one for each position that can be reached.
//!
//! With a double, steps begin at ever lower slots, so each set of steps is found in one order only. With two
//! different dice a play is a pair of slots: where the larger die's step begins, and where the smaller die's. Two pairs
//! reach the same position only if one checker makes both steps and hits nothing between them, or if two checkers leave
//! the board and could exchange dice.

use ludarium_game::{MoveList, Rng};

use super::men::{BAR, EACH, HOME, Men, POINTS, SlotSet};
use super::moves::{Move, STEPS};

/// What the player to move needs to know of the board.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    own: Men,
    /// Points that the other player does not hold.
    open: u128,
    /// Points with a single checker of the other player.
    blots: SlotSet,
}

/// A step of the larger die, one of the smaller die, and which comes first.
#[derive(Clone, Copy)]
struct StepPair {
    larger: u8,
    smaller: u8,
    smaller_first: bool,
}

impl StepPair {
    fn play(self) -> Move {
        if self.smaller_first {
            Move::steps([self.smaller, self.larger]).smaller_first()
        } else {
            Move::steps([self.larger, self.smaller])
        }
    }
}

/// The pairs found so far: for each slot of the larger die's step the slots of the smaller die's.
struct KnownPairs([u32; BAR as usize + 1]);

impl KnownPairs {
    fn has(&self, larger: u8, smaller: u8) -> bool {
        self.0[usize::from(larger)] >> smaller & 1 != 0
    }
}

impl Sight {
    /// What a player sees whose checkers are `own`; `other` are the other player's, as that one counts.
    #[inline]
    pub fn new(own: Men, other: Men) -> Sight {
        let theirs = other.turned();
        let held = theirs.several();
        Sight { own, open: POINTS & !held, blots: SlotSet(POINTS & theirs.present() & !held) }
    }

    fn with(self, own: Men) -> Sight {
        Sight { own, ..self }
    }

    /// After a step.
    #[inline]
    fn after(self, from: u8, die: u8) -> Sight {
        self.with(self.own.moved(from, from.saturating_sub(die)))
    }

    /// Where a step of this die can begin.
    #[inline]
    pub fn sources(self, die: u8) -> SlotSet {
        let present = self.own.present() & !1;
        let reaching = self.open << (4 * die);
        if present >> (4 * BAR) != 0 {
            return SlotSet(1 << (4 * BAR) & reaching);
        }
        let mut sources = present & reaching;
        if present >> (4 * (HOME + 1)) == 0 && present != 0 {
            let exact = 1 << (4 * die);
            if present & exact != 0 {
                sources |= exact;
            } else if present < exact {
                sources |= 1 << present.ilog2();
            }
        }
        SlotSet(sources)
    }

    /// Replaces `out` by the plays, from those that begin at the highest slots on, those that must use the smaller die
    /// first at the end.
    pub fn plays(self, [larger, smaller]: [u8; 2], out: &mut MoveList<Move>) {
        out.clear();
        if larger == smaller {
            self.add_double(larger, out);
            return;
        }
        self.add_pairs([larger, smaller], out);
        if !out.is_empty() {
            return;
        }
        let single = |slot: u8| Move::steps([slot]);
        self.sources(larger).for_each(|slot| out.push(single(slot)));
        if out.is_empty() {
            self.sources(smaller).for_each(|slot| out.push(single(slot).smaller_first()));
        }
        if out.is_empty() {
            out.push(Move::PASS);
        }
    }

    fn add_double(self, die: u8, out: &mut MoveList<Move>) {
        let mut most = 0;
        self.add_steps(die, Move::PASS, 0, BAR, &mut most, out);
        if out.is_empty() {
            out.push(Move::PASS);
        }
    }

    /// Adds the plays that go on after `count` steps with others that begin at `highest` or below, if they are as long as
    /// the longest, which is kept in `most`.
    fn add_steps(
        self,
        die: u8,
        play: Move,
        count: u32,
        highest: u8,
        most: &mut u32,
        out: &mut MoveList<Move>,
    ) {
        let up_to_highest = (2 << (4 * highest)) - 1;
        let next = SlotSet(self.sources(die).0 & up_to_highest);
        let mut reach = |length: u32| {
            if length > *most {
                *most = length;
                out.clear();
            }
            length == *most
        };
        if next.len() == 0 {
            if count > 0 && reach(count) {
                out.push(play);
            }
            return;
        }
        if count + 1 == STEPS {
            reach(STEPS);
            next.for_each(|slot| out.push(play.then(count, slot)));
            return;
        }
        for slot in next {
            self.after(slot, die).add_steps(
                die,
                play.then(count, slot),
                count + 1,
                slot,
                most,
                out,
            );
        }
    }

    /// Adds the plays that use both dice.
    fn add_pairs(self, [a, b]: [u8; 2], out: &mut MoveList<Move>) {
        let mut found = KnownPairs([0; BAR as usize + 1]);
        for larger in self.sources(a) {
            for smaller in self.after(larger, a).sources(b) {
                self.add_pair(
                    [a, b],
                    StepPair { larger, smaller, smaller_first: false },
                    &mut found,
                    out,
                );
            }
        }
        for smaller in self.sources(b) {
            for larger in self.after(smaller, b).sources(a) {
                self.add_pair(
                    [a, b],
                    StepPair { larger, smaller, smaller_first: true },
                    &mut found,
                    out,
                );
            }
        }
    }

    #[inline]
    fn add_pair(
        self,
        [a, b]: [u8; 2],
        pair: StepPair,
        found: &mut KnownPairs,
        out: &mut MoveList<Move>,
    ) {
        let StepPair { larger, smaller, .. } = pair;
        let both_off = larger.max(smaller) <= b;
        // One checker makes both steps: it could also have made them the other way round.
        let other_way =
            |start: u8| start > a && !self.blots.has(start - a) && !self.blots.has(start - b);
        let known = found.has(larger, smaller)
            || both_off && found.has(smaller, larger)
            || larger == smaller + a && other_way(larger) && found.has(larger - b, larger)
            || smaller == larger + b && other_way(smaller) && found.has(smaller, smaller - a);
        if !known {
            found.0[usize::from(larger)] |= 1 << smaller;
            out.push(pair.play());
        }
    }

    /// One of the plays with two different dice, each equally likely, without listing them; `None` where checkers enter or
    /// could leave the board, where not both dice can be used, and with a double.
    #[inline]
    pub fn pick(self, [a, b]: [u8; 2], rng: &mut Rng) -> Option<Move> {
        if a == b {
            return None;
        }
        let outside = self.own.0 >> (4 * (HOME + 1));
        // Two checkers outside the home board: no step of this turn can leave the board.
        let several_outside = outside & outside.wrapping_sub(1) != 0 || outside & EACH == 0;
        if outside == 0 || !several_outside || self.own.on(BAR) > 0 {
            return None;
        }
        let present = self.own.present();
        let singles = present & !self.own.several();
        let [of_a, of_b] = [a, b].map(|die| present & self.open << (4 * die));
        // One checker makes both steps, by either of the points between.
        let both = present & self.open << (4 * (a + b));
        let hits =
            [(of_a, a), (of_b, b)].map(|(of, die)| SlotSet(of & both & self.blots.0 << (4 * die)));
        let quiet_by_a = SlotSet(of_a & both & !hits[0].0);
        let quiet = SlotSet(quiet_by_a.0 | of_b & both & !hits[1].0);
        // Two checkers make a step each. Where the second ends or begins at the first's place, that is one checker's way.
        let [of_a, of_b] = [SlotSet(of_a), SlotSet(of_b)];
        let pairs = of_a.len() * of_b.len();
        let impossible = SlotSet(of_a.0 & of_b.0 & singles).len()
            + SlotSet(of_a.0 & of_b.0 << (4 * a)).len()
            + SlotSet(of_b.0 & of_a.0 << (4 * b)).len();
        let all = pairs + quiet.len() + hits[0].len() + hits[1].len();
        if all == impossible {
            return None;
        }
        let way_by = |die: u8, start: u8| {
            if die == a {
                StepPair { larger: start, smaller: start - a, smaller_first: false }
            } else {
                // With a checker on the point between, that one may go first.
                let smaller_first = present >> (4 * (start - b)) & 1 == 0;
                StepPair { larger: start - b, smaller: start, smaller_first }
            }
        };
        loop {
            let mut number = rng.below(all);
            if number < pairs {
                let larger = of_a.nth(number / of_b.len());
                let smaller = of_b.nth(number % of_b.len());
                let same_checker = larger == smaller && singles >> (4 * larger) & 1 != 0;
                if same_checker || larger == smaller + a || smaller == larger + b {
                    continue;
                }
                return Some(StepPair { larger, smaller, smaller_first: false }.play());
            }
            number -= pairs;
            let way = if number < quiet.len() {
                let start = quiet.nth(number);
                way_by(if quiet_by_a.has(start) { a } else { b }, start)
            } else if number - quiet.len() < hits[0].len() {
                way_by(a, hits[0].nth(number - quiet.len()))
            } else {
                way_by(b, hits[1].nth(number - quiet.len() - hits[0].len()))
            };
            return Some(way.play());
        }
    }
}
