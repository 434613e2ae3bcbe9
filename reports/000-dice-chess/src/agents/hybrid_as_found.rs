//! Expecti-QL as the original program has it.

use crate::agents::one_look::{OneLook, first_best, found_place};
use crate::agents::piece_list::{PawnTerm, PieceList};
use crate::agents::piece_squares::{PieceSquares, SquarePair};
use ludarium_dice_chess::rules::{DiceChess, Kind, Move};
use ludarium_game::{Agent, Budget, Decision, Meter, Rng, Seat};

use super::piece_memory::{ListMemory, listed_or_first};
use super::q_learning::{candidate, rank};
use super::ql_as_found::{EPISODES, FoundLearner, UNIT};

/// The original program's hybrid.
///
/// Its depth has no influence, as in its ExpectiMiniMax. After each move of the kind it learns *for the
/// opponent*, who is to move there, and takes the largest mean: what is best for the opponent. It also lists
/// the values by files (a1, a2, … h8) but the moves by the order of its pieces, and so often plays another move
/// than the one it has judged. Last, the first piece that can go to the square found goes there.
///
/// The program would also choose the kind of piece by itself, and nobody objected. Here the roll binds.
#[derive(Default)]
pub(super) struct HybridAsFound {
    memory: ListMemory,
    learner: FoundLearner,
}

/// A move, its value, and the episodes behind it.
struct LearnedMove {
    step: SquarePair,
    value: i32,
    episodes: u64,
}

impl HybridAsFound {
    /// Learns for the opponent after each move of a kind, with what is left of the budget. Moves come by files.
    fn judge(
        &mut self,
        position: &DiceChess,
        kind: Kind,
        budget: &Budget,
        total: &mut Meter,
        rng: &mut Rng,
    ) -> Vec<LearnedMove> {
        let side = position.side();
        let pieces = PieceSquares::new(position);
        let mut judged = Vec::new();
        let by_files = (0..64).map(|place: u8| (7 - place % 8) * 8 + place / 8);
        for from in by_files.filter(|&from| pieces.on(from) == Some((side, kind))) {
            let mut steps = Vec::new();
            pieces.reach(side, kind, from, |to| steps.push((from, to)));
            for step in steps {
                let mut after = pieces;
                after.play(step);
                let mut meter = left(budget, total).meter();
                self.learner.learn(&after, side.other(), &mut meter, rng);
                total.add(meter.nodes());
                let (value, episodes) = (self.learner.mean(), meter.iterations());
                judged.push(LearnedMove { step, value, episodes });
            }
        }
        judged
    }

    /// The squares left and reached in the program's answer, which need not be a move of the kind rolled; `None` where
    /// the program stops.
    ///
    /// At its depth of 2 it judges all moves twice, and looks for minima in both rows of sums together.
    pub(super) fn answer(
        &mut self,
        position: &DiceChess,
        list: &PieceList,
        rng: &mut Rng,
    ) -> Option<SquarePair> {
        let budget = Budget::default();
        let mut total = budget.meter();
        let (mut sums, mut rows) = (Vec::new(), Vec::new());
        for _ in 0..2 {
            let first = sums.len() as i32;
            for kind in Kind::ALL {
                let judged = self.judge(position, kind, &budget, &mut total, rng);
                let values: Vec<i32> = judged.iter().map(|judged| judged.value).collect();
                if !values.is_empty() {
                    sums.push((kind, values.iter().fold(0_i32, |sum, &v| sum.wrapping_add(v))));
                    rows.push(values);
                }
            }
            // A sum is added up once for each kind and then divided by their number, which can wrap around.
            let kinds = sums.len() as i32 - first;
            for (_, sum) in &mut sums[first as usize..] {
                *sum = sum.wrapping_mul(kinds) / kinds;
            }
        }
        let place = found_place(&sums)?;
        let values = rows.get(place)?.iter().copied();
        let look = OneLook::at_copy(position, list, PawnTerm::None);
        look.found_move(sums[place].0, first_best(values)?)
    }
}

impl Agent<DiceChess> for HybridAsFound {
    /// Iterations are the episodes after each move.
    fn choose(&mut self, position: &DiceChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let mut total = budget.meter();
        let rolled = position.rolled();
        let judged = rolled.map(|kind| self.judge(position, kind, budget, &mut total, rng));
        let judged = judged.unwrap_or_default();
        let look = OneLook::at_copy(position, self.memory.recall(position), PawnTerm::None);
        let best = first_best(judged.iter().map(|judged| judged.value));
        let answer = rolled.zip(best).and_then(|(kind, place)| look.found_move(kind, place));
        // The program takes the opponent's values for its own, and so they are shown.
        let valued = judged.iter().map(|judged| {
            let value = f64::from(judged.value);
            let mv = listed_or_first(position, Some(judged.step));
            (value, candidate(position, mv, value / UNIT, judged.episodes))
        });
        Decision {
            chosen: listed_or_first(position, answer),
            candidates: rank(valued),
            nodes: total.nodes(),
            iterations: judged.iter().map(|judged| judged.episodes).sum(),
            depth: 1,
            time: total.time(),
        }
    }

    fn begin(&mut self, position: &DiceChess, _seat: Seat) {
        self.memory.begin(position);
    }

    fn observe(&mut self, position: &DiceChess, mv: Move) {
        self.memory.observe(position, mv);
    }
}

/// What is left of a budget for the next run; without a limit of iterations the program's own.
fn left(budget: &Budget, total: &Meter) -> Budget {
    Budget {
        iterations: budget.iterations.or(Some(EPISODES)),
        nodes: budget.nodes.map(|most| most.saturating_sub(total.nodes())),
        time: budget.time.map(|most| most.saturating_sub(total.time())),
        ..budget.clone()
    }
}

#[cfg(test)]
mod tests {
    use ludarium_dice_chess::rules::Side;
    use ludarium_game::{Game, Seed, Tabletop};

    use super::super::piece_squares::squares_text;
    use super::super::tests::position;
    use super::*;

    /// The moves as they are judged, and as they are listed.
    fn orders(position: &DiceChess, memory: &mut ListMemory) -> [String; 2] {
        let kind = position.rolled().unwrap();
        let budget = Budget { iterations: Some(1), ..Budget::default() };
        let mut agent = HybridAsFound::default();
        let (mut meter, mut rng) = (budget.meter(), Rng::new(Seed(1)));
        let judged = agent.judge(position, kind, &budget, &mut meter, &mut rng);
        let judged: Vec<String> = judged.iter().map(|judged| squares_text(judged.step)).collect();
        let look = OneLook::at_copy(position, memory.recall(position), PawnTerm::None);
        let listed = look.moves(kind).into_iter().map(|mv| squares_text(mv.squares()));
        [judged.join(" "), listed.collect::<Vec<_>>().join(" ")]
    }

    #[test]
    fn values_and_moves_come_in_different_orders() {
        // Two knights and their moves: h8 is first in the text of the position, a1 first by files.
        let mut position = position("7N/8/8/8/8/8/8/N3k2K w - - 0 1 2");
        let mut memory = ListMemory::default();
        memory.begin(&position);
        let by_files = "a1c2 a1b3 h8g6 h8f7";
        let by_text = "h8g6 h8f7 a1c2 a1b3";
        assert_eq!(orders(&position, &mut memory), [by_files, by_text]);
        // Once it has moved out and back, h8 is the last of the pieces.
        for text in ["h8g6", "6", "e1d1", "2", "g6h8", "6", "d1e1", "2"] {
            let mv = position.parse_move(text).unwrap();
            memory.observe(&position, mv);
            position.play(mv);
        }
        assert_eq!(orders(&position, &mut memory), [by_files, by_files]);
    }

    #[test]
    fn the_program_may_answer_with_another_kind_than_was_rolled() {
        let position = position("1N6/8/8/kP6/4p3/8/K7/6n1 b - - 0 39 2");
        let list = PieceList::new(&position);
        let mut agent = HybridAsFound::default();
        let mut rng = Rng::new(Seed(1));
        let mut kinds = std::collections::HashSet::new();
        let pieces = PieceSquares::new(&position);
        for _ in 0..20 {
            let (from, _) = agent.answer(&position, &list, &mut rng).unwrap();
            let (side, kind) = pieces.on(from).unwrap();
            assert_eq!(side, Side::Black);
            kinds.insert(kind);
        }
        assert!(kinds.contains(&Kind::Knight) && kinds.len() > 1, "{kinds:?}");
    }

    #[test]
    fn capturing_the_king_looks_worst() {
        let text = "4k3/8/8/8/4R3/8/8/4K2q w - - 0 1 4";
        let mut agent = HybridAsFound::default();
        let decision = agent.choose(&position(text), &Budget::default(), &mut Rng::new(Seed(1)));
        let last = decision.candidates.last().unwrap();
        assert_eq!(last.mv.to_string(), "e4e8");
        assert_eq!(decision.iterations, EPISODES * decision.candidates.len() as u64);
    }
}
