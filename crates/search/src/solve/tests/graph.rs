//! Random games in which positions come back.

use std::sync::Arc;

use ludarium_game::{
    ChancePlace, Game, Listing, MoveList, Purpose, Rng, Scores, Seat, Seed, Turn, Value,
};

/// What a family of random games looks like.
#[derive(Clone, Copy)]
pub struct GraphShape {
    pub seats: u8,
    pub positions: u8,
    /// One position in this many is the end, and belongs to chance; 0 for none.
    pub ends: u32,
    pub chances: u32,
    /// How many different shares an end can give.
    pub grades: u32,
}

/// A position with what follows from it.
#[derive(Debug, PartialEq)]
pub struct GraphNode {
    pub turn: Turn,
    /// The positions after each move or outcome.
    pub next: Vec<u8>,
    /// The probabilities of outcomes.
    pub parts: Vec<f64>,
    pub scores: Scores,
}

/// A position of a random game. It counts its moves, and none of the rules looks at that.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphGame {
    pub nodes: Arc<Vec<GraphNode>>,
    pub seats: u8,
    pub at: u8,
    pub moves: u32,
}

impl GraphGame {
    pub fn random(shape: GraphShape, seed: u64) -> GraphGame {
        let mut rng = Seed(seed).stream(Purpose::Test, 0);
        let nodes = (0..shape.positions).map(|_| GraphNode::random(shape, &mut rng)).collect();
        GraphGame { nodes: Arc::new(nodes), seats: shape.seats, at: 0, moves: 0 }
    }

    /// The same game at another position.
    pub fn at(&self, at: usize) -> GraphGame {
        GraphGame { at: at as u8, ..self.clone() }
    }

    pub fn node(&self) -> &GraphNode {
        &self.nodes[usize::from(self.at)]
    }
}

impl GraphNode {
    fn random(shape: GraphShape, rng: &mut Rng) -> GraphNode {
        let one_in = |rng: &mut Rng, many: u32| many > 0 && rng.below(many) == 0;
        let mut node = GraphNode {
            turn: Turn::Over,
            next: Vec::new(),
            parts: Vec::new(),
            scores: Scores::ZERO,
        };
        if one_in(rng, shape.ends) {
            let grade = |rng: &mut Rng| rng.below(shape.grades) as f32 / (shape.grades - 1) as f32;
            if shape.seats == 2 {
                let share = grade(rng);
                node.scores = Scores::new(&[share, 1.0 - share]);
            } else {
                Seat::all(shape.seats.into())
                    .for_each(|seat| node.scores.set(seat, Value(grade(rng))));
            }
            return node;
        }
        node.next = (0..=rng.below(3)).map(|_| rng.below(shape.positions.into()) as u8).collect();
        node.turn = Turn::Seat(Seat(rng.below(shape.seats.into()) as u8));
        if one_in(rng, shape.chances) {
            node.turn = Turn::Chance;
            let weights: Vec<f64> = node.next.iter().map(|_| f64::from(1 + rng.below(3))).collect();
            let sum: f64 = weights.iter().sum();
            node.parts = weights.iter().map(|weight| weight / sum).collect();
        }
        node
    }
}

impl Game for GraphGame {
    type Move = u8;

    const CHANCE: ChancePlace = ChancePlace::BeforeMove;

    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn turn(&self) -> Turn {
        self.node().turn
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        if matches!(self.turn(), Turn::Seat(_)) {
            (0..self.node().next.len() as u8).for_each(|mv| out.push(mv));
        }
    }

    fn play(&mut self, mv: u8) {
        self.at = self.node().next[usize::from(mv)];
        self.moves += 1;
    }

    fn chances(&self, out: &mut Vec<(u8, f64)>) -> Listing {
        out.clear();
        out.extend((0..).zip(self.node().parts.iter().copied()));
        Listing::Complete
    }

    fn scores(&self) -> Scores {
        self.node().scores
    }

    fn key(&self) -> u64 {
        self.at.into()
    }

    fn forget(&mut self) {
        self.moves = 0;
    }
}
