//! Expecti-QL as the original program has it.

use crate::agents::order::list_moves;
use crate::agents::piece_list::PieceList;
use ludarium_dice_chess::rules::{DiceChess, Kind, Move};
use ludarium_game::{Agent, Budget, Decision, MoveList, Rng, Seat, sort_by};
use ludarium_search::Meter;

use super::piece_memory::{OrderMemory, first_listed};
use super::q_learning::{candidate, rank};
use super::ql_as_found::{EPISODES, FoundLearner, PieceSquares, UNIT};

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
    memory: OrderMemory,
    learner: FoundLearner,
}

/// A move, its value, and the episodes behind it.
struct LearnedMove {
    mv: Move,
    value: i32,
    episodes: u64,
}

impl HybridAsFound {
    /// Learns for the opponent after a move, with what is left of the budget.
    fn judge(
        &mut self,
        position: &DiceChess,
        mv: Move,
        budget: &Budget,
        total: &mut Meter,
        rng: &mut Rng,
    ) -> LearnedMove {
        let mut pieces = PieceSquares::new(position);
        if let Some((from, to)) = mv.squares() {
            pieces.play((from ^ 56, to ^ 56));
        }
        let opponent = position.side().other();
        let mut meter = Meter::new(&left(budget, total));
        self.learner.learn(&pieces, opponent, &mut meter, rng);
        total.add(meter.nodes());
        LearnedMove { mv, value: self.learner.mean(), episodes: meter.iterations() }
    }
}

impl Agent<DiceChess> for HybridAsFound {
    /// Iterations are the episodes after each move.
    fn choose(&mut self, position: &DiceChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let mut moves = MoveList::new();
        list_moves(position, &mut moves);
        let known: Vec<Move> =
            moves.iter().copied().filter(|mv| knows(position.rolled(), *mv)).collect();
        let mut total = Meter::new(budget);
        let judged: Vec<LearnedMove> = by_files(&known)
            .into_iter()
            .map(|mv| self.judge(position, mv, budget, &mut total, rng))
            .collect();
        let list = self.memory.recall(position);
        let values: Vec<i32> = judged.iter().map(|judged| judged.value).collect();
        let chosen = found(&values, &by_pieces(&known, list), &known);
        // The program takes the opponent's values for its own, and so they are shown.
        let valued = judged.iter().map(|judged| {
            let value = f64::from(judged.value);
            let shown = candidate(position, judged.mv, value / UNIT, judged.episodes);
            (value, shown)
        });
        Decision {
            chosen: chosen.unwrap_or_else(|| first_listed(position)),
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

/// Whether the program lists a move on a roll: it knows no en passant, and pawns that become queens only.
fn knows(rolled: Option<Kind>, mv: Move) -> bool {
    let plain = mv.promoted().is_none_or(|kind| kind == Kind::Queen);
    rolled == Some(mv.moved()) && !mv.is_en_passant() && plain
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

fn origin(mv: &Move) -> u8 {
    mv.squares().map_or(0, |(from, _)| from)
}

/// Moves by the squares of their pieces in the order a1, a2, … h8.
fn by_files(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    let place = |mv: &Move| (origin(mv) % 8, origin(mv) / 8);
    sort_by(&mut moves, |a, b| place(a).cmp(&place(b)));
    moves
}

/// Moves by the order of the pieces.
fn by_pieces(moves: &[Move], list: &PieceList) -> Vec<Move> {
    let mut moves = moves.to_vec();
    let place = |mv: &Move| {
        let mut pieces = list.pieces().iter();
        pieces.position(|piece| piece.square == origin(mv))
    };
    sort_by(&mut moves, |a, b| place(a).cmp(&place(b)));
    moves
}

/// The move at the place of the first of the largest values, made by the first piece of `known` that can go to
/// its square.
fn found(values: &[i32], moves: &[Move], known: &[Move]) -> Option<Move> {
    let best = values.iter().max()?;
    let place = values.iter().position(|value| value == best)?;
    let reached = |mv: &Move| mv.squares().map(|(_, to)| to);
    let target = reached(moves.get(place)?);
    known.iter().copied().find(|mv| reached(mv) == target)
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, Seed, Tabletop};

    use super::super::tests::position;
    use super::*;

    fn names(moves: &[Move]) -> String {
        let names: Vec<String> = moves.iter().map(Move::to_string).collect();
        names.join(" ")
    }

    #[test]
    fn values_and_moves_come_in_different_orders() {
        // Two knights and their moves: h8 is first in the text of the position, a1 first by files.
        let mut position = position("7N/8/8/8/8/8/8/N3k2K w - - 0 1 2");
        let mut memory = OrderMemory::default();
        memory.begin(&position);
        let mut moves = MoveList::new();
        list_moves(&position, &mut moves);
        assert_eq!(names(&moves), "h8g6 h8f7 a1c2 a1b3");
        assert_eq!(names(&by_files(&moves)), "a1c2 a1b3 h8g6 h8f7");
        assert_eq!(names(&by_pieces(&moves, memory.recall(&position))), names(&moves));
        // Once it has moved out and back, h8 is the last of the pieces.
        for text in ["h8g6", "6", "e1d1", "2", "g6h8", "6", "d1e1", "2"] {
            let mv = position.parse_move(text).unwrap();
            memory.observe(&position, mv);
            position.play(mv);
        }
        let order = by_pieces(&moves, memory.recall(&position));
        assert_eq!(names(&order), "a1c2 a1b3 h8g6 h8f7");
    }

    #[test]
    fn the_place_of_the_best_value_is_read_in_the_list_of_moves() {
        let position = position("4k3/8/8/8/8/8/8/1N3N1K w - - 0 1 2");
        let mut moves = MoveList::new();
        list_moves(&position, &mut moves);
        assert_eq!(names(&moves), "b1d2 b1a3 b1c3 f1d2 f1h2 f1e3 f1g3");
        let best = |values: [i32; 7]| found(&values, &moves, &moves).unwrap().to_string();
        assert_eq!(best([0, 0, 0, 0, 5, 5, 0]), "f1h2");
        // To d2 goes the first knight that can.
        assert_eq!(best([-9, -9, -9, -1, -9, -9, -9]), "b1d2");
        assert_eq!(found(&[], &[], &[]), None);
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
