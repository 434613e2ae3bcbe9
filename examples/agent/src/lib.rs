//! Flat Monte Carlo: random games after each move, no tree. It fits every game.

use ludarium::{
    Agent, Bound, Budget, Candidate, Decision, Game, MoveList, Rng, Scores, Seat, Turn, Value,
};

/// A playout of this length is left as it stands.
const LONGEST: usize = 500;

/// Plays random games after each move, and makes the move that did best.
#[derive(Clone, Copy, Debug)]
pub struct FlatMonteCarlo {
    /// Random games after each move.
    pub playouts: u64,
}

impl<G: Game> Agent<G> for FlatMonteCarlo {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let mut found = vec![(Scores::ZERO, 0); moves.len()];
        let mut buffer = MoveList::new();
        let mut meter = budget.meter();
        // One game after each move in turn, until the agent has played its games or the budget is used up.
        while meter.allows(self.playouts * moves.len() as u64) {
            let index = (meter.iterations() - 1) as usize % moves.len();
            let mut after = position.clone();
            after.play(moves[index]);
            let (sum, games) = &mut found[index];
            *sum += playout(after, rng, &mut buffer);
            *games += 1;
        }
        let tried = moves.iter().zip(found).filter(|(_, (_, games))| *games > 0);
        let mut candidates: Vec<_> = tried
            .map(|(&mv, (sum, games))| Candidate {
                mv,
                scores: sum * (1.0 / games as f32),
                visits: games,
                bound: Bound::Exact,
                line: vec![mv],
            })
            .collect();
        let mover = match position.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => Seat(0),
        };
        let worth = |candidate: &Candidate<G::Move>| -> Value { candidate.scores.of(mover) };
        candidates.sort_by(|a, b| worth(b).0.total_cmp(&worth(a).0));
        // Who wants an answer before the first game is over gets the first move.
        let chosen = candidates.first().map_or(moves[0], |best| best.mv);
        Decision {
            iterations: meter.iterations(),
            time: meter.time(),
            candidates,
            ..Decision::plain(chosen)
        }
    }
}

/// Plays on at random and gives the result; an equal share for everybody where it takes too long.
fn playout<G: Game>(mut position: G, rng: &mut Rng, buffer: &mut MoveList<G::Move>) -> Scores {
    for _ in 0..LONGEST {
        let mv = match position.turn() {
            Turn::Over => return position.scores(),
            Turn::Chance => position.roll(rng),
            Turn::Seat(_) => position.pick(rng, buffer),
        };
        position.play(mv);
    }
    Scores::shared(position.seats())
}
