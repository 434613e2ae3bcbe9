//! The report's agent, called beta_come: max^n over one round of turns, or a greedy choice while
//! nobody is near.

use std::time::Instant;

use ludarium_chexers::rules::evaluation::{Army, Weights, shares};
use ludarium_chexers::rules::{Action, Chexers, Colour, Move};
use ludarium_game::{Agent, Bound, Budget, Candidate, Decision, Rng, Seat};

use super::greedy_player::{Exits, greedy_choice};
use super::lists::{Lists, move_for};

/// The plies of the search: one of each player.
const PLIES: u32 = 3;

/// An opponent at this distance or nearer is a reason to search.
const NEAR: u32 = 2;

/// How beta_come decides on its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingMode {
    /// By what is best at once.
    Greedy,
    /// By max^n search.
    MaxN,
}

/// Whether beta_come plays as its program does, with its mistakes corrected, or as its report says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// As the program: the fourth feature has the wrong sign, an exit looks like a lost piece to the
    /// greedy choice, and with an opponent near and a piece to spare the mode changes after every move.
    AsFound,
    /// The program with these three mistakes corrected; a piece to spare is reason enough to be greedy. Its distances
    /// are still the program's: mean squares of the three nearest pieces.
    Corrected,
    /// The same, and the greedy choice makes an exit at once, as the search does. Without this it
    /// keeps its pieces before the exit: leaving makes the mean distance of the others larger.
    CorrectedLeaving,
    /// As the report's text: its four features to the letter, exits like any other action in both modes, and
    /// modes as in `Corrected`. Where the text is silent, as between equal actions, it is the program.
    Described {
        /// The distance of a piece on its exit edge: 0 by the text, 1 in the program.
        edge: u32,
    },
}

/// The report's agent. It looks three plies ahead and never more, so it takes no notice of the budget.
///
/// It keeps the pieces in an order that decides between equal moves and that its searches change. Not
/// told of a game, or shown another position than it was told of, it starts with the order of the
/// hexes and with the mode that fits the position.
#[derive(Clone, Debug)]
pub struct BetaCome {
    version: Version,
    weights: Weights,
    pub(super) lists: Lists,
    /// The mode in which each colour would decide; the agent may be asked for any.
    modes: [ThinkingMode; 3],
}

impl BetaCome {
    /// The agent with weights as its program and its report have them; they are corrected where the version says so.
    pub fn new(version: Version, weights: Weights) -> BetaCome {
        BetaCome {
            version,
            weights: match version {
                Version::AsFound | Version::Described { .. } => weights,
                Version::Corrected | Version::CorrectedLeaving => weights.corrected(),
            },
            lists: Lists::default(),
            modes: [ThinkingMode::Greedy; 3],
        }
    }

    /// How it would decide for a colour now.
    pub fn mode(&self, colour: Colour) -> ThinkingMode {
        self.modes[colour as usize]
    }

    fn restart(&mut self, position: &Chexers) {
        self.lists = Lists::new(position);
        self.modes = [ThinkingMode::Greedy; 3];
        self.review_modes();
    }

    fn follow(&mut self, position: &Chexers) {
        if !self.lists.show(position) {
            self.restart(position);
        }
    }

    /// Changes the modes as every move of anybody may.
    fn review_modes(&mut self) {
        let lists = &self.lists;
        for (colour, mode) in Colour::ALL.into_iter().zip(&mut self.modes) {
            let near = lists.nearest_enemy(colour).is_some_and(|distance| distance <= NEAR);
            let secured = lists.pieces(colour).len() + usize::from(lists.exits(colour));
            let spare = secured > 4;
            *mode = match self.version {
                Version::AsFound if near && *mode == ThinkingMode::Greedy => ThinkingMode::MaxN,
                _ if spare => ThinkingMode::Greedy,
                Version::AsFound => *mode,
                _ if near => ThinkingMode::MaxN,
                _ => *mode,
            };
        }
    }

    /// How well a colour stands.
    fn judge(&self, armies: &[Army; 3], colour: Colour) -> f64 {
        match self.version {
            Version::Described { edge } => self.weights.described_value(armies, colour, edge),
            _ => self.weights.value(armies, colour),
        }
    }

    /// The search at the root: the last one among equals. The program makes the first exit without a look at the rest;
    /// the text says nothing of that.
    fn search(&mut self, position: &Chexers) -> Decision<Move> {
        let started = Instant::now();
        let colour = position.side();
        let actions = self.lists.searched_actions(colour);
        let is_exit = |action: &&Action| matches!(action, Action::Exit { .. });
        if !matches!(self.version, Version::Described { .. })
            && let Some(&exit) = actions.iter().find(is_exit)
        {
            return Decision::plain(move_for(position, exit));
        }
        if actions == [Action::Pass] {
            // The original searches on with the very lists it keeps, and so puts another in order.
            self.lists.sort_if_many(colour.next());
            return Decision::plain(move_for(position, Action::Pass));
        }
        let mut nodes = 0;
        let mut values = Vec::with_capacity(actions.len());
        for action in actions {
            let mut after = self.lists.clone();
            after.apply(colour, action);
            let value = self.value(after, colour.next(), PLIES - 1, &mut nodes);
            values.push((action, value));
        }
        // A stable sort of the reversed list: the last of the best comes first.
        values.reverse();
        values.sort_by(|(_, a), (_, b)| b[colour as usize].total_cmp(&a[colour as usize]));
        let candidate = |&(action, value): &(Action, [f64; 3])| {
            let mv = move_for(position, action);
            Candidate { mv, scores: shares(value), visits: 0, bound: Bound::Exact, line: vec![mv] }
        };
        let candidates: Vec<Candidate<Move>> = values.iter().map(candidate).collect();
        Decision {
            chosen: candidates[0].mv,
            candidates,
            nodes,
            iterations: 0,
            depth: PLIES,
            time: started.elapsed(),
        }
    }

    /// The values of all colours when everybody plays for himself, the last one among equals.
    fn value(&self, mut lists: Lists, mover: Colour, plies: u32, nodes: &mut u64) -> [f64; 3] {
        *nodes += 1;
        if plies == 0 {
            let armies = lists.armies();
            return Colour::ALL.map(|colour| self.judge(&armies, colour));
        }
        let own = mover as usize;
        let mut best = [f64::NEG_INFINITY; 3];
        for action in lists.searched_actions(mover) {
            let mut after = lists.clone();
            after.apply(mover, action);
            let value = self.value(after, mover.next(), plies - 1, nodes);
            if value[own] >= best[own] {
                best = value;
            }
        }
        best
    }
}

impl Agent<Chexers> for BetaCome {
    fn choose(&mut self, position: &Chexers, _: &Budget, _: &mut Rng) -> Decision<Move> {
        self.follow(position);
        let colour = position.side();
        if self.mode(colour) == ThinkingMode::MaxN {
            return self.search(position);
        }
        let exits = match self.version {
            Version::AsFound => Exits::Forgotten,
            Version::Corrected | Version::Described { .. } => Exits::Counted,
            Version::CorrectedLeaving => Exits::AtOnce,
        };
        let (action, nodes) =
            greedy_choice(&self.lists, colour, exits, |armies| self.judge(armies, colour));
        Decision { nodes, depth: 1, ..Decision::plain(move_for(position, action)) }
    }

    fn begin(&mut self, position: &Chexers, _: Seat) {
        self.restart(position);
    }

    fn observe(&mut self, position: &Chexers, mv: Move) {
        self.follow(position);
        self.lists.apply(position.side(), mv.action());
        self.review_modes();
    }
}
