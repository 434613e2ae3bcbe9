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
        let mut buffer = MoveList::new();
        let mut candidates = Vec::new();
        for &mv in moves.iter() {
            // Somebody may ask for an answer at once; the first move always has one.
            if budget.stopped() && !candidates.is_empty() {
                break;
            }
            let mut sum = Scores::ZERO;
            for _ in 0..self.playouts {
                let mut after = position.clone();
                after.play(mv);
                sum += playout(after, rng, &mut buffer);
            }
            candidates.push(Candidate {
                mv,
                scores: sum * (1.0 / self.playouts as f32),
                visits: self.playouts,
                bound: Bound::Exact,
                line: vec![mv],
            });
        }
        let mover = match position.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => Seat(0),
        };
        let worth = |candidate: &Candidate<G::Move>| -> Value { candidate.scores.of(mover) };
        candidates.sort_by(|a, b| worth(b).0.total_cmp(&worth(a).0));
        let iterations = self.playouts * candidates.len() as u64;
        Decision {
            iterations,
            candidates: candidates.clone(),
            ..Decision::plain(candidates[0].mv)
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
