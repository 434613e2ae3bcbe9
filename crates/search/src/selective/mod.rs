//! Selective max^n: everybody plays for himself, moves are followed the further the better they look, and opponents are
//! not sure to find their best move.
//!
//! Max^n cannot cut much: with three seats a bound on one of them says little about the others. So what looks bad is cut
//! short here. All moves of a node are judged by the evaluation first. The better a move looks to its mover, the further
//! it is followed; one that turns out better than those before it is followed again as far as the first. Depth is counted
//! in parts of a ply.
//!
//! At the ends of lines a [`Glance`] may leave out what hardly changes anything: most positions that are looked at are there.
//!
//! Max^n also believes that it knows what an opponent plays, however close its moves are. With [`SelectiveOptions::doubt`]
//! each of them is played the more often the better it is, and what comes of a choice is the mean.

mod findings;
mod glance;
#[cfg(test)]
mod tests;

use ludarium_game::{
    Agent, Budget, Candidate, Decision, Game, Meter, MoveList, Purpose, Rng, Scores, Seat, Seed,
    Turn, sort_by,
};

use crate::chance::{Chance, mean, settles_moves, stream_at};
use crate::crew::{Crew, RootMove, RootSearch};
use crate::levels::{DISCOUNT, Levels};
use crate::mover::mover;
use findings::Findings;

pub use glance::{Each, Glance};

/// No search gets deeper.
const DEEPEST: u32 = 100;

/// The parts of a ply.
const PLY: i32 = 64;

/// How far selective max^n looks, and how sure it is of the others.
#[derive(Clone, Copy, Debug)]
pub struct SelectiveOptions {
    /// Plies to look ahead where the budget does not say: so far go the lines of moves that look best.
    pub depth: u32,
    /// By how many plies a later move is cut short: this many times the logarithm of its place.
    pub reduce: f64,
    /// How much worse than the first a move looks that is cut short by one more ply. Infinite: looks do not matter.
    pub margin: f64,
    /// How much worse an opponent's move is that is played 1/e times as often; 0: opponents play their best move.
    pub doubt: f64,
    /// Threads that share the moves of the root; 0 counts as 1. More than one is not reproducible.
    pub threads: usize,
}

impl Default for SelectiveOptions {
    fn default() -> Self {
        SelectiveOptions { depth: 4, reduce: 0.5, margin: 0.1, doubt: 0.005, threads: 1 }
    }
}

/// Selective max^n, deepened step by step.
#[derive(Clone, Debug)]
pub struct SelectiveMaxN<J> {
    /// Judges positions.
    pub judge: J,
    /// How far it looks, and how sure it is of the others.
    pub options: SelectiveOptions,
    tables: Vec<Findings>,
}

impl<J> SelectiveMaxN<J> {
    /// A search that judges positions like this.
    pub fn new(judge: J, options: SelectiveOptions) -> SelectiveMaxN<J> {
        SelectiveMaxN { judge, options, tables: Vec::new() }
    }
}

impl<G: Game, J: Glance<G>> Agent<G> for SelectiveMaxN<J> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let limited = budget.nodes.is_some() || budget.time.is_some();
        let own = if limited { DEEPEST } else { self.options.depth };
        let deepest = budget.depth.unwrap_or(own).clamp(1, DEEPEST);
        let seed = Seed(rng.bits());
        let searcher = mover(position);
        // Each thread has a table of its own.
        let mut tables = std::mem::take(&mut self.tables);
        tables.resize_with(self.options.threads.max(1), Findings::default);
        tables.iter_mut().for_each(Findings::start);
        let mut crew = Crew::new(budget);
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        // Equal moves come in an order by chance.
        let mut order = moves.to_vec();
        seed.stream(Purpose::Search, 0).shuffle(&mut order);
        let mut answer: Vec<Candidate<G::Move>> = Vec::new();
        let mut reached = 0;
        for depth in 1..=deepest {
            let (mut candidates, complete) =
                crew.root(position, (&order, depth), &mut tables, |meter, table| Search {
                    agent: self,
                    meter,
                    levels: Levels::new(),
                    table,
                    searcher,
                    seed,
                });
            sort(&mut candidates, searcher);
            // An unfinished pass began with the best move of the pass before: it counts where there is something to
            // compare that one with.
            if complete || answer.is_empty() || candidates.len() > 1 {
                answer = candidates;
            }
            if !complete {
                break;
            }
            order.clear();
            order.extend(answer.iter().map(|candidate| candidate.mv));
            reached = depth;
        }
        let (nodes, time) = (crew.nodes(), crew.time());
        self.tables = tables;
        if answer.is_empty() {
            return Decision::plain(order[0]);
        }
        Decision {
            chosen: answer[0].mv,
            candidates: answer,
            nodes,
            iterations: 0,
            depth: reached,
            time,
        }
    }
}

/// Best first; equals keep their order.
fn sort<M>(candidates: &mut [Candidate<M>], searcher: Seat) {
    let own = |candidate: &Candidate<M>| candidate.scores.of(searcher).0;
    sort_by(candidates, |a, b| own(b).total_cmp(&own(a)));
}

struct Search<'a, G: Game, J: Glance<G>> {
    agent: &'a SelectiveMaxN<J>,
    meter: Meter,
    levels: Levels<G, Own<G::Move, J::Sight>>,
    table: &'a mut Findings,
    searcher: Seat,
    seed: Seed,
}

/// What a level needs beyond its moves.
struct Own<M, S> {
    sight: S,
    children: Vec<Child<M>>,
}

impl<M, S: Default> Default for Own<M, S> {
    fn default() -> Self {
        Own { sight: S::default(), children: Vec::new() }
    }
}

/// A move and what it leads to, as far as is known.
#[derive(Clone, Copy)]
struct Child<M> {
    /// None for all moves that were left out.
    mv: Option<M>,
    scores: Scores,
}

/// A node with a choice.
#[derive(Clone, Copy)]
struct Node {
    seat: Seat,
    /// How far it is looked ahead from here.
    left: i32,
    level: usize,
}

impl<G: Game, J: Glance<G>> RootSearch<G> for Search<'_, G, J> {
    fn root_move(
        &mut self,
        position: &G,
        RootMove { mv, place, depth, .. }: RootMove<G::Move>,
        best: Option<Scores>,
    ) -> Option<Candidate<G::Move>> {
        let mut after = position.clone();
        after.play(mv);
        let full = (depth as i32 - 1) * PLY;
        let short = full - self.lateness(place);
        let mut scores = self.value(&after, short, 1)? * DISCOUNT;
        if short < full && best.is_none_or(|best| self.likes_better(&scores, &best)) {
            scores = self.value(&after, full, 1)? * DISCOUNT;
        }
        Some(self.levels.candidate(mv, scores))
    }

    fn likes_better(&self, new: &Scores, old: &Scores) -> bool {
        new.of(self.searcher).0 > old.of(self.searcher).0
    }

    fn into_meter(self) -> Meter {
        self.meter
    }
}

impl<G: Game, J: Glance<G>> Search<'_, G, J> {
    /// The value of a position that is looked at `left` parts of a ply ahead; `None` when the budget is used up.
    fn value(&mut self, position: &G, left: i32, level: usize) -> Option<Scores> {
        if !self.meter.node() {
            return None;
        }
        self.levels.enter(level);
        match position.turn() {
            Turn::Over => Some(position.scores()),
            // A move that chance has yet to settle cannot be judged.
            Turn::Chance if left >= PLY || settles_moves::<G>() => {
                self.expectation(position, left, level)
            }
            Turn::Seat(seat) if left >= PLY => {
                let key = position.key();
                if let Some(known) = self.table.found(key, left) {
                    return Some(known);
                }
                let mut children = std::mem::take(&mut self.levels[level].own.children);
                let node = Node { seat, left, level };
                let value = self.choice(position, node, &mut children);
                self.levels[level].own.children = children;
                self.table.keep(key, left, value?);
                value
            }
            _ => Some(self.agent.judge.judge(position)),
        }
    }

    fn choice(
        &mut self,
        position: &G,
        node: Node,
        children: &mut Vec<Child<G::Move>>,
    ) -> Option<Scores> {
        let Node { seat, left, level } = node;
        self.glance(position, node, children)?;
        let own = |scores: &Scores| scores.of(seat).0;
        // Stable, so that equals keep the game's order.
        children.sort_by(|a, b| own(&b.scores).total_cmp(&own(&a.scores)));
        let (full, first) = (left - PLY, own(&children[0].scores));
        let mut best = f32::NEG_INFINITY;
        for (place, child) in children.iter_mut().enumerate() {
            let mut after = None;
            let short = full - self.lateness(place) - self.distance(first - own(&child.scores));
            let mut ahead = short;
            while let Some(mv) = child.mv {
                if ahead >= PLY {
                    let after = after.get_or_insert_with(|| {
                        let mut after = position.clone();
                        after.play(mv);
                        after
                    });
                    child.scores = self.value(after, ahead, level + 1)? * DISCOUNT;
                }
                if ahead >= full || full < PLY || own(&child.scores) <= best {
                    break;
                }
                ahead = full;
            }
            if own(&child.scores) > best {
                best = own(&child.scores);
                self.levels.keep_line(level, child.mv, ahead >= PLY);
            }
        }
        Some(self.outcome(seat, children, best))
    }

    /// Lists the moves of a node with what they lead to at a glance, or what is known of it.
    fn glance(
        &mut self,
        position: &G,
        node: Node,
        children: &mut Vec<Child<G::Move>>,
    ) -> Option<()> {
        let buffers = &mut self.levels[node.level];
        let mut moves = std::mem::take(&mut buffers.moves);
        let mut sight = std::mem::take(&mut buffers.own.sight);
        position.moves(&mut moves);
        let judge = &self.agent.judge;
        judge.look(position, &mut sight);
        children.clear();
        // What follows the moves is not looked at.
        if node.left < 2 * PLY
            && let Some(scores) = judge.keep_lively(&sight, position, &mut moves)
        {
            let scores = scores * DISCOUNT;
            children.push(Child { mv: None, scores });
        }
        let known_before = children.len();
        for &mv in &moves {
            let mut after = position.clone();
            after.play(mv);
            let Some(scores) = self.at_a_glance(position, &sight, node, mv, &after) else {
                break;
            };
            children.push(Child { mv: Some(mv), scores: scores * DISCOUNT });
        }
        let complete = children.len() == known_before + moves.len();
        let buffers = &mut self.levels[node.level];
        buffers.moves = moves;
        buffers.own.sight = sight;
        complete.then_some(())
    }

    /// What a move leads to, as far as is known without looking ahead.
    #[inline]
    fn at_a_glance(
        &mut self,
        position: &G,
        sight: &J::Sight,
        Node { left, level, .. }: Node,
        mv: G::Move,
        after: &G,
    ) -> Option<Scores> {
        let known = if left > PLY { self.table.known(after.key()) } else { None };
        match (known, after.turn()) {
            (Some(known), _) => Some(known),
            (None, Turn::Seat(_)) => {
                let goes_on = self.meter.node();
                goes_on.then(|| self.agent.judge.judge_after(sight, position, mv, after))
            }
            _ => self.value(after, 0, level + 1),
        }
    }

    /// What comes of a choice: the searching seat plays its best move, an opponent plays better moves more often.
    fn outcome(&self, seat: Seat, children: &[Child<G::Move>], best: f32) -> Scores {
        let doubt = self.agent.options.doubt as f32;
        let own = |child: &Child<G::Move>| child.scores.of(seat).0;
        if doubt <= 0.0 || seat == self.searcher {
            let first = children.iter().find(|child| own(child) == best);
            return first.map_or(Scores::ZERO, |child| child.scores);
        }
        let (mut sum, mut weights) = (Scores::ZERO, 0.0);
        for child in children {
            let weight = ((own(child) - best) / doubt).exp();
            sum += child.scores * weight;
            weights += weight;
        }
        sum * (1.0 / weights)
    }

    fn expectation(&mut self, position: &G, left: i32, level: usize) -> Option<Scores> {
        let mut chances = std::mem::take(&mut self.levels[level].chances);
        let stream = || stream_at(self.seed, left, level as u32);
        Chance::Expect.outcomes(position, stream, &mut chances);
        let value = mean(position, &chances, |after| self.value(after, left, level + 1));
        self.levels[level].chances = chances;
        // What follows depends on the outcome.
        self.levels.end_line(level);
        value
    }

    /// By how much a move at this place is cut short.
    #[inline]
    fn lateness(&self, place: usize) -> i32 {
        (self.agent.options.reduce as f32 * PLY as f32 * (1.0 + place as f32).ln()) as i32
    }

    /// By how much a move is cut short that looks so much worse than the first.
    #[inline]
    fn distance(&self, worse: f32) -> i32 {
        // Far beyond any depth it does not matter how far.
        (worse / self.agent.options.margin as f32 * PLY as f32).min(1e6) as i32
    }
}
