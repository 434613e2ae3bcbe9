//! What the searches of trees share: their buffers, level by level. For many seats also the worth of a ply.

use std::ops::{Index, IndexMut};

use ludarium_game::{Bound, Candidate, Game, MoveList, Scores};

/// The factor for each decision ply: a win found sooner is worth more.
pub(crate) const DISCOUNT: f32 = 1.0 - 1.0 / (1u32 << 20) as f32;

/// The buffers of one level of the tree, kept between nodes. `own` is what one search needs beyond the others.
pub(crate) struct LevelBuffers<G: Game, S> {
    pub moves: MoveList<G::Move>,
    pub chances: Vec<(G::Move, f64)>,
    pub own: S,
    /// The line that is expected from the node of this level on.
    line: Vec<G::Move>,
}

/// All levels that were reached so far; the root is level 0.
pub(crate) struct Levels<G: Game, S = ()>(Vec<LevelBuffers<G, S>>);

impl<G: Game, S: Default> Levels<G, S> {
    pub fn new() -> Levels<G, S> {
        Levels(Vec::new())
    }

    /// Makes a level ready for a node: no line is expected from it yet.
    #[inline]
    pub fn enter(&mut self, level: usize) {
        if self.0.len() <= level {
            self.0.resize_with(level + 1, || LevelBuffers {
                moves: MoveList::new(),
                chances: Vec::new(),
                own: S::default(),
                line: Vec::new(),
            });
        }
        self.end_line(level);
    }

    /// Nothing is expected from the node of this level on.
    #[inline]
    pub fn end_line(&mut self, level: usize) {
        self.0[level].line.clear();
    }

    /// Expects this move, and then the line of the level below if that was searched.
    #[inline]
    pub fn keep_line(&mut self, level: usize, mv: Option<G::Move>, goes_on: bool) {
        let (upper, lower) = self.0.split_at_mut(level + 1);
        let line = &mut upper[level].line;
        line.clear();
        line.extend(mv);
        if let Some(child) = lower.first().filter(|_| goes_on) {
            line.extend_from_slice(&child.line);
        }
    }

    /// The line that is expected from the node of this level on.
    pub fn line(&self, level: usize) -> &[G::Move] {
        &self.0[level].line
    }

    /// A move of the root that was searched just now.
    pub fn candidate(&self, mv: G::Move, scores: Scores) -> Candidate<G::Move> {
        let mut line = vec![mv];
        line.extend_from_slice(self.line(1));
        Candidate { mv, scores, visits: 0, bound: Bound::Exact, line }
    }
}

impl<G: Game, S> Index<usize> for Levels<G, S> {
    type Output = LevelBuffers<G, S>;

    #[inline]
    fn index(&self, level: usize) -> &LevelBuffers<G, S> {
        &self.0[level]
    }
}

impl<G: Game, S> IndexMut<usize> for Levels<G, S> {
    #[inline]
    fn index_mut(&mut self, level: usize) -> &mut LevelBuffers<G, S> {
        &mut self.0[level]
    }
}
