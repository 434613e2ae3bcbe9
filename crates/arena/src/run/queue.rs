//! What is left to play, and which blocks are complete.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::sync::Arc;

use super::Plan;
use crate::contest::schedule::{Block, Schedule};
use crate::store::record::GameSummary;

/// The games of a plan that are not stored yet, in order.
pub(super) struct Queue<'a> {
    schedule: Schedule<'a>,
    blocks: Box<dyn Iterator<Item = u64> + Send>,
    /// The numbers of stored games, in order.
    stored: Vec<u64>,
    /// The block being given out, and the place of its next game.
    current: Option<(Arc<Block>, usize)>,
}

impl<'a> Queue<'a> {
    pub(super) fn new(schedule: Schedule<'a>, plan: &Plan, stored: Vec<u64>) -> Queue<'a> {
        Queue {
            blocks: Box::new(plan.shard.blocks(schedule.lineups(), plan.blocks)),
            schedule,
            stored,
            current: None,
        }
    }
}

impl Iterator for Queue<'_> {
    type Item = (Arc<Block>, usize);

    /// The next game: its block and its place there.
    fn next(&mut self) -> Option<(Arc<Block>, usize)> {
        loop {
            if let Some((block, next)) = &mut self.current {
                while *next < block.games.len() {
                    let place = *next;
                    *next += 1;
                    let number = block.first + place as u64;
                    if self.stored.binary_search(&number).is_err() {
                        return Some((block.clone(), place));
                    }
                }
            }
            let block = self.schedule.block(self.blocks.next()?);
            self.current = Some((Arc::new(block), 0));
        }
    }
}

/// A block whose games are all stored.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockResult {
    /// The block.
    pub block: Block,
    /// What came out of its games, in order.
    pub games: Vec<GameSummary>,
}

/// The blocks of a plan, given out in order once they and all before them are complete.
pub(super) struct Prefix<'a> {
    schedule: Schedule<'a>,
    blocks: Peekable<Box<dyn Iterator<Item = u64>>>,
    /// Finished games of blocks that were not given out yet.
    waiting: BTreeMap<u64, Vec<GameSummary>>,
}

impl<'a> Prefix<'a> {
    pub(super) fn new(schedule: Schedule<'a>, plan: &Plan) -> Prefix<'a> {
        let blocks = plan.shard.blocks(schedule.lineups(), plan.blocks);
        let blocks: Box<dyn Iterator<Item = u64>> = Box::new(blocks);
        Prefix { schedule, blocks: blocks.peekable(), waiting: BTreeMap::new() }
    }

    /// Adds a stored game.
    pub(super) fn add(&mut self, summary: GameSummary) {
        self.waiting.entry(summary.block).or_default().push(summary);
    }

    /// The next block, if it is complete.
    pub(super) fn next(&mut self) -> Option<BlockResult> {
        let number = *self.blocks.peek()?;
        let size = self.schedule.games(number + 1) - self.schedule.games(number);
        if (self.waiting.get(&number)?.len() as u64) < size {
            return None;
        }
        self.blocks.next();
        let mut games = self.waiting.remove(&number)?;
        games.sort_by_key(|game| game.number);
        Some(BlockResult { block: self.schedule.block(number), games })
    }
}
