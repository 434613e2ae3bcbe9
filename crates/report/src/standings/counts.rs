//! What is counted while the games of a run pass by, once and in order.

use std::collections::BTreeMap;

use ludarium_arena::statistics::{Results, ScoredGame};
use ludarium_arena::{FaultNote, GameEnd, GameSum, Spent, Store, StoreError};

/// The sums over all games that count.
#[derive(Default)]
pub(super) struct RunCounts {
    /// The seats of the agents, and the order in which they finished.
    pub results: Results,
    /// The blocks that the games form.
    pub blocks: u64,
    /// The games that each seat won.
    pub won: Vec<u64>,
    /// How games ended, each with the number of games of each length.
    pub endings: BTreeMap<String, BTreeMap<u64, u64>>,
    /// The games in which each agent sat.
    pub games: Vec<u64>,
    /// What the decisions of each agent took.
    pub spent: Vec<Spent>,
    /// The games that each agent lost because a fault of its ended them.
    pub lost_by_faults: Vec<u64>,
    /// What agents did wrong.
    pub faults: BTreeMap<(usize, String), FaultCount>,
    /// The luck of each agent, block by block; `None` once a game has none.
    pub luck: Option<Vec<Vec<BlockLuck>>>,
    /// The digests of the games, to find repeated ones.
    lines: Vec<u64>,
    last_block: Option<u64>,
    outcome: Option<ScoredGame>,
}

/// The faults of one kind by one agent.
#[derive(Default)]
pub(super) struct FaultCount {
    pub count: u64,
    /// The first game with one, and what happened there.
    pub first: u64,
    pub reason: String,
    /// Whether the program wrote something to its standard error there.
    pub spoke: bool,
}

/// The luck of an agent in one block.
#[derive(Clone, Copy, Default)]
pub(super) struct BlockLuck {
    pub block: u64,
    pub sum: f64,
    pub count: f64,
}

impl RunCounts {
    /// Nothing counted yet.
    pub fn new(agents: usize) -> RunCounts {
        RunCounts {
            games: vec![0; agents],
            spent: vec![Spent::default(); agents],
            lost_by_faults: vec![0; agents],
            luck: Some(vec![Vec::new(); agents]),
            ..RunCounts::default()
        }
    }

    /// Adds a game.
    pub fn add(&mut self, sum: &GameSum) {
        let game = &sum.summary;
        let outcome = self.outcome.get_or_insert_with(|| ScoredGame {
            block: 0,
            agents: Vec::new(),
            scores: Vec::new(),
        });
        outcome.block = game.block;
        outcome.agents.clone_from(&game.seats);
        outcome.scores.clear();
        let scores = game.scores.iter().map(|&score| f64::from(score));
        outcome.scores.extend(scores);
        self.results.add(outcome);
        self.blocks += u64::from(self.last_block != Some(game.block));
        self.last_block = Some(game.block);
        self.won.resize(self.won.len().max(game.seats.len()), 0);
        if let Some(seat) = game.winner() {
            self.won[seat] += 1;
        }
        match self.endings.get_mut(&game.ending) {
            Some(lengths) => *lengths.entry(game.plies).or_default() += 1,
            None => {
                let first = BTreeMap::from([(game.plies, 1)]);
                self.endings.insert(game.ending.clone(), first);
            }
        }
        for (seat, (&agent, spent)) in game.seats.iter().zip(&game.spent).enumerate() {
            self.games[agent] += u64::from(!game.seats[..seat].contains(&agent));
            self.spent[agent].add(spent);
        }
        // A fault that ends a game is the last one.
        let last = game.faults.iter().rfind(|note| FaultNote::is_fault(&note.kind));
        if let Some(note) = last.filter(|_| game.ending.starts_with(GameEnd::FAULT))
            && let Some(&agent) = game.seats.get(usize::from(note.seat))
        {
            self.lost_by_faults[agent] += 1;
        }
        for note in &game.faults {
            let agent = game.seats.get(usize::from(note.seat)).copied();
            let place = (agent.unwrap_or(0), note.kind.clone());
            let fault = self.faults.entry(place).or_default();
            if fault.count == 0 {
                fault.first = game.number;
            }
            fault.count += 1;
        }
        self.lines.push(sum.line);
        match &sum.luck {
            Some(luck) => self.add_luck(game.block, &game.seats, luck),
            None => self.luck = None,
        }
    }

    /// Adds the luck of the seats of a game.
    pub fn add_luck(&mut self, block: u64, seats: &[usize], luck: &[f32]) {
        let Some(sums) = &mut self.luck else { return };
        for (&agent, &luck) in seats.iter().zip(luck) {
            let blocks = &mut sums[agent];
            if blocks.last().is_none_or(|last| last.block != block) {
                blocks.push(BlockLuck { block, ..BlockLuck::default() });
            }
            if let Some(last) = blocks.last_mut() {
                last.sum += f64::from(luck);
                last.count += 1.0;
            }
        }
    }

    /// The number of games.
    pub fn total(&self) -> u64 {
        self.results.games()
    }

    /// The number of games that no other repeats move for move. The digests are needed no more.
    pub fn distinct(&mut self) -> u64 {
        let mut lines = std::mem::take(&mut self.lines);
        lines.sort_unstable();
        lines.dedup();
        lines.len() as u64
    }

    /// Looks up what happened in the first game with each kind of fault.
    pub fn find_reasons(&mut self, store: &Store) -> Result<(), StoreError> {
        for ((agent, kind), fault) in &mut self.faults {
            let Some(game) = store.game(fault.first)? else {
                continue;
            };
            let mine = game.faults.into_iter().find(|found| {
                found.kind == *kind && game.seats.get(usize::from(found.seat)) == Some(agent)
            });
            if let Some(found) = mine {
                fault.reason = found.in_short();
                fault.spoke = !found.last_words.is_empty();
            }
        }
        Ok(())
    }
}
