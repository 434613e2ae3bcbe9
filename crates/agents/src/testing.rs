//! The agents of Sprint, the tiny game of `ludarium_game::sprint`, for the tests of everything that works with any game.

use std::collections::HashMap;
use std::sync::Arc;

use ludarium_game::sprint::{Distance, SendBack, Sprint, SprintMove};
use ludarium_game::{
    Agent, Budget, Decision, Evaluation, Game, MoveList, Rng, Scores, Seat, Tabletop, Turn,
};
use ludarium_search::solve::{Indexed, Numbered};

use crate::{Entry, NamedEvaluation, Playable, generic};

impl Playable for Sprint {
    type Gain = SendBack;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Sprint>> {
        vec![
            NamedEvaluation::new("distance", "how far each runner has come", Distance),
            NamedEvaluation::weighted("lead", "the same to a power, and the turn", |p| PowerLead {
                power: p.weight("power", -4.0..=4.0, 1.0, "the power of the distance"),
                turn: p.weight("turn", 0.0..=1.0, 0.0, "what it is worth to be on turn"),
            }),
            NamedEvaluation::weighted("curve", "the distance to a power alone", |p| PowerLead {
                power: p.weight("bend", -4.0..=4.0, 2.0, "the power of the distance"),
                turn: 0.0,
            }),
        ]
    }

    /// Tracks of eight fields have one, so that tests meet both kinds of solutions.
    fn index(position: &Sprint) -> Option<Arc<dyn Indexed<Sprint>>> {
        let indexed = position.seats() == 2 && position.scene().cells.len() == 2 * 9;
        indexed.then(|| Arc::new(SprintIndex::new(position)) as Arc<dyn Indexed<Sprint>>)
    }

    fn entries() -> Vec<Entry<Sprint>> {
        let own = vec![
            Entry::plain("walker", "always walks", || Walker),
            Entry::plain("faulty", "panics when it is asked", || Faulty),
            Entry::plain("spender", "makes 40 simulations whatever its budget says", || Spender),
        ];
        generic::complete(own, generic::many_seats())
    }
}

/// What [`Distance`] says, to a power, with something for the seat on turn.
struct PowerLead {
    power: f32,
    turn: f32,
}

impl Evaluation<Sprint> for PowerLead {
    fn evaluate(&self, position: &Sprint) -> Scores {
        let shares = Distance.evaluate(position);
        let worth = |seat| {
            let turn = if position.turn() == Turn::Seat(seat) { self.turn } else { 0.0 };
            shares.of(seat).0.powf(self.power) + turn
        };
        let all: Vec<f32> = Seat::all(position.seats()).map(worth).collect();
        Scores::new(&all) * (1.0 / all.iter().sum::<f32>())
    }
}

/// Always walks.
struct Walker;

impl Agent<Sprint> for Walker {
    fn choose(&mut self, _: &Sprint, _: &Budget, _: &mut Rng) -> Decision<SprintMove> {
        Decision::plain(SprintMove::Walk)
    }
}

/// Panics when it is asked.
struct Faulty;

impl Agent<Sprint> for Faulty {
    fn choose(&mut self, _: &Sprint, _: &Budget, _: &mut Rng) -> Decision<SprintMove> {
        panic!("lost its head");
    }
}

/// Makes 40 simulations whatever its budget says, by its own account.
struct Spender;

impl Agent<Sprint> for Spender {
    fn choose(&mut self, _: &Sprint, _: &Budget, _: &mut Rng) -> Decision<SprintMove> {
        Decision { iterations: 40, ..Decision::plain(SprintMove::Walk) }
    }
}

/// Numbers the positions of a race in which a runner is to move, as they are met; those in which the die falls have none. The
/// share that is kept is that of the mover.
struct SprintIndex {
    positions: Vec<Sprint>,
    numbers: HashMap<u64, usize>,
}

impl SprintIndex {
    fn new(start: &Sprint) -> SprintIndex {
        let mut index = SprintIndex { positions: Vec::new(), numbers: HashMap::new() };
        let mut open = vec![start.clone()];
        let mut moves = MoveList::new();
        while let Some(mut position) = open.pop() {
            position.forget();
            let mut outcomes = Vec::new();
            let _ = position.chances(&mut outcomes);
            position.moves(&mut moves);
            if let Turn::Seat(_) = position.turn() {
                if index.numbers.contains_key(&position.key()) {
                    continue;
                }
                index.numbers.insert(position.key(), index.positions.len());
                index.positions.push(position.clone());
            }
            let outcomes = outcomes.iter().map(|(outcome, _)| outcome);
            open.extend(moves.iter().chain(outcomes).map(|&mv| {
                let mut after = position.clone();
                after.play(mv);
                after
            }));
        }
        index
    }
}

impl Indexed<Sprint> for SprintIndex {
    fn count(&self) -> usize {
        self.positions.len()
    }

    fn number(&self, position: &Sprint) -> Option<Numbered> {
        let Turn::Seat(seat) = position.turn() else {
            return None;
        };
        let index = *self.numbers.get(&position.key())?;
        Some(Numbered { index, seat })
    }

    fn position(&self, index: usize) -> Option<Sprint> {
        self.positions.get(index).cloned()
    }
}
