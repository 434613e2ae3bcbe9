//! Random game trees as a [`Game`].
//!
//! A tree is not stored. A node is a number; the hash of the tree's seed and the node's number decides
//! who moves there, how many children it has and what it is worth. So a tree of any size costs nothing
//! until it is searched, and two searches see the same tree.

use ludarium_game::{ChancePlace, Game, Listing, MoveList, Reseat, Rng, Scores, Seat, Turn, Value};

/// The shape of a family of trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeShape {
    /// Number of seats.
    pub seats: u8,
    /// Plies (moves and chance events) until every line is over.
    pub depth: u8,
    /// Largest number of moves at a node; the smallest is 1.
    pub branching: u8,
    /// One node in this many is a chance node; 0 for none.
    pub chance_every: u8,
    /// One node in this many ends the game early; 0 for none.
    pub early_end: u8,
    /// How many different values a score can have; few values make many ties.
    pub grades: u32,
    /// Nodes per level; 0 for a tree, otherwise lines meet again and make a graph.
    pub width: u16,
    /// Whether scores sum to 1 (every two-seat tree should).
    pub constant_sum: bool,
    /// The order of the seats.
    pub turns: Turns,
}

/// The order of the seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turns {
    /// The seat changes with every ply, chance events included.
    ByPly,
    /// Any seat may be next, also the same again.
    Free,
    /// A roll before every move but the first, and the seats take turns: `chance_every` is not used.
    Dice,
}

impl TreeShape {
    /// A two-seat tree without chance.
    pub const DUEL: TreeShape = TreeShape {
        seats: 2,
        depth: 5,
        branching: 4,
        chance_every: 0,
        early_end: 9,
        grades: 1000,
        width: 0,
        constant_sum: true,
        turns: Turns::ByPly,
    };

    /// A two-seat tree with chance events anywhere, also several in a row.
    pub const CHANCE: TreeShape =
        TreeShape { depth: 7, chance_every: 2, early_end: 12, grades: 21, ..TreeShape::DUEL };

    /// A two-seat tree with a roll before every move but the first.
    pub const DICE: TreeShape = TreeShape { turns: Turns::Dice, ..TreeShape::CHANCE };
}

/// A node of a random tree: a position like that of any other game.
///
/// Moves are numbers from 0. The root always belongs to a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomTree {
    shape: TreeShape,
    seed: u64,
    node: u64,
    depth: u8,
    /// Set by `reseat`: who moves here instead of the usual seat.
    instead: Option<Seat>,
    /// Seats by which the turn is ahead of the ply since a seat was moved by `reseat`.
    ahead: u8,
}

impl RandomTree {
    /// The root of the tree with a seed.
    pub fn new(shape: TreeShape, seed: u64) -> RandomTree {
        RandomTree { shape, seed, node: 1, depth: 0, instead: None, ahead: 0 }
    }

    /// An estimate for inner nodes, made like the scores of a leaf: it has no relation to the scores below, which
    /// is the hardest case for a search.
    pub fn estimate(&self) -> Scores {
        self.worth(3)
    }

    fn hash(&self, purpose: u64) -> u64 {
        let mut x = self.seed ^ self.node.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (purpose << 56);
        for _ in 0..2 {
            x = (x ^ (x >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            x = (x ^ (x >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB);
        }
        x ^ (x >> 32)
    }

    fn worth(&self, purpose: u64) -> Scores {
        let mut scores = Scores::ZERO;
        let mut sum = 0.0;
        for seat in Seat::all(self.seats()) {
            let grade = (self.hash(purpose + 16 * u64::from(seat.0 + 1))
                % u64::from(self.shape.grades)) as f32;
            let value = grade / (self.shape.grades.max(2) - 1) as f32;
            sum += value;
            scores.set(seat, Value(value));
        }
        if !self.shape.constant_sum {
            return scores;
        }
        if self.seats() == 2 {
            let first = scores.of(Seat(0)).0;
            return Scores::new(&[first, 1.0 - first]);
        }
        if sum > 0.0 { scores * (1.0 / sum) } else { Scores::shared(self.seats()) }
    }

    fn children(&self) -> u8 {
        let shift = self.instead.map_or(0, |seat| 8 * u64::from(seat.0 + 1));
        (self.hash(1 + shift) % u64::from(self.shape.branching)) as u8 + 1
    }

    fn is_over(&self) -> bool {
        let early = self.shape.early_end;
        self.depth >= self.shape.depth
            || (self.depth > 0 && early > 0 && self.hash(2).is_multiple_of(u64::from(early)))
    }
}

impl Game for RandomTree {
    type Move = u8;

    const CHANCE: ChancePlace = ChancePlace::BeforeMove;

    fn seats(&self) -> usize {
        self.shape.seats.into()
    }

    fn turn(&self) -> Turn {
        if self.is_over() {
            return Turn::Over;
        }
        let every = u64::from(self.shape.chance_every);
        let by_dice = self.shape.turns == Turns::Dice;
        let is_chance = if by_dice {
            self.depth % 2 == 1
        } else {
            every > 0 && self.hash(4).is_multiple_of(every)
        };
        // The root belongs to a seat, so that every search has a move to choose.
        if self.depth > 0 && self.instead.is_none() && is_chance {
            return Turn::Chance;
        }
        let usual = match self.shape.turns {
            Turns::ByPly => (self.depth + self.ahead) % self.shape.seats,
            Turns::Free => (self.hash(8) % u64::from(self.shape.seats)) as u8,
            Turns::Dice => self.depth / 2 % self.shape.seats,
        };
        Turn::Seat(self.instead.unwrap_or(Seat(usual)))
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        if let Turn::Seat(_) = self.turn() {
            (0..self.children()).for_each(|index| out.push(index));
        }
    }

    fn play(&mut self, mv: u8) {
        let branch = self.instead.map_or(0, |seat| 50 * (u64::from(seat.0) + 1)) + u64::from(mv);
        self.node = self.node.wrapping_mul(0x0100_0000_01B3) ^ (branch + 7);
        if let Some(Seat(seat)) = self.instead {
            let usual = self.depth % self.shape.seats;
            self.ahead = (seat + self.shape.seats - usual) % self.shape.seats;
        }
        self.depth += 1;
        self.instead = None;
        if self.shape.width > 0 {
            self.node =
                (u64::from(self.depth) << 32) | (self.hash(5) % u64::from(self.shape.width));
        }
    }

    fn chances(&self, out: &mut Vec<(u8, f64)>) -> Listing {
        out.clear();
        if self.turn() == Turn::Chance {
            let weights = (0..self.children())
                .map(|index| 1.0 + (self.hash(6 + u64::from(index)) % 5) as f64);
            let sum: f64 = weights.clone().sum();
            out.extend(weights.enumerate().map(|(index, weight)| (index as u8, weight / sum)));
        }
        Listing::Complete
    }

    fn roll(&self, rng: &mut Rng) -> u8 {
        let mut chances = Vec::new();
        let _ = self.chances(&mut chances);
        let mut left = rng.unit();
        for &(outcome, probability) in &chances {
            left -= probability;
            if left < 0.0 {
                return outcome;
            }
        }
        chances.last().map_or(0, |(outcome, _)| *outcome)
    }

    fn scores(&self) -> Scores {
        self.worth(0)
    }

    fn key(&self) -> u64 {
        self.hash(7)
            ^ u64::from(self.depth)
            ^ u64::from(self.ahead) << 48
            ^ self.instead.map_or(0, |seat| (u64::from(seat.0) + 1) << 40)
    }
}

impl Reseat for RandomTree {
    fn reseat(&self, seat: Seat) -> Option<RandomTree> {
        match self.turn() {
            Turn::Seat(mover) if mover == seat => Some(*self),
            Turn::Seat(_) => Some(RandomTree { instead: Some(seat), ..*self }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one_and_scores_to_one() {
        let shape = TreeShape { seats: 3, chance_every: 2, ..TreeShape::DUEL };
        let mut chance_nodes = 0;
        for seed in 0..200 {
            let mut node = RandomTree::new(shape, seed);
            let mut rng = Rng::new(ludarium_game::Seed(seed));
            let (mut buffer, mut chances) = (MoveList::new(), Vec::new());
            loop {
                match node.turn() {
                    Turn::Seat(_) => {
                        let mv = node.pick(&mut rng, &mut buffer);
                        node.play(mv);
                    }
                    Turn::Chance => {
                        chance_nodes += 1;
                        let _ = node.chances(&mut chances);
                        let sum: f64 = chances.iter().map(|(_, p)| p).sum();
                        assert!((sum - 1.0).abs() < 1e-12);
                        node.play(node.roll(&mut rng));
                    }
                    Turn::Over => break,
                }
            }
            assert!((node.scores().sum() - 1.0).abs() < 1e-5);
        }
        assert!(chance_nodes > 50);
    }
}
