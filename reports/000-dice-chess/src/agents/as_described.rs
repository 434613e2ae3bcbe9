//! The report's tree searches as its sections II-E, III-B and III-C describe them, where that is neither the algorithm
//! of its appendix nor what its program does.

use ludarium_dice_chess::rules::{DiceChess, Move, Pawns, Positional, Side};
use ludarium_game::{Agent, Budget, Decision, Game, Listing, Meter, MoveList, Rng, Turn};

use super::q_learning::{candidate, rank};

/// The report's evaluation number, White's lead in hundredths of a pawn; a king counts as in its table I.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeadNumber {
    /// Whether weak pawns count: variant 2.
    pub(super) pawns: bool,
    pub(super) king_turn: u32,
}

impl LeadNumber {
    fn of(self, position: &DiceChess) -> f64 {
        let position = position.late_from(self.king_turn);
        f64::from(if self.pawns { Pawns::raw(&position) } else { Positional::raw(&position) })
    }
}

/// What the value of a position is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChildValues {
    /// The best child of any kind for the mover. A child is left out if one before it has an evaluation number
    /// that is as good for the mover.
    BetterChildren,
    /// The mean over the kinds that can move of the mean over their moves.
    Averages,
    /// The sum over the moves of a kind divided by the number of kinds that can move, over all kinds.
    Sums,
}

/// A search of a fixed depth by one of these values.
pub(super) struct AsDescribed {
    pub(super) number: LeadNumber,
    pub(super) values: ChildValues,
    pub(super) depth: u32,
}

impl Agent<DiceChess> for AsDescribed {
    fn choose(&mut self, position: &DiceChess, budget: &Budget, _: &mut Rng) -> Decision<Move> {
        let depth = budget.depth.unwrap_or(self.depth).max(1);
        let mut meter = budget.meter();
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        // A roll lies on the table: it is the moves of that kind that are compared.
        let children = self.children(position, &moves, &mut meter);
        let own = sign(position.side());
        let candidates = rank(children.into_iter().map(|(mv, child)| {
            let value = own * self.value(&child, depth - 1, &mut meter);
            (value, candidate(position, mv, value, 0))
        }));
        Decision {
            chosen: candidates.first().map_or(Move::PASS, |best| best.mv),
            candidates,
            nodes: meter.nodes(),
            iterations: 0,
            depth,
            time: meter.time(),
        }
    }
}

impl AsDescribed {
    /// What a position is worth to White; its evaluation number at the horizon and where the budget ends.
    fn value(&self, position: &DiceChess, depth: u32, meter: &mut Meter) -> f64 {
        if depth == 0 || position.turn() == Turn::Over || meter.spent() {
            return self.number.of(position);
        }
        let mut moves = MoveList::new();
        if self.values == ChildValues::BetterChildren {
            position.moves_of_any_kind(&mut moves);
            let side = position.side();
            let children = self.children(position, &moves, meter).into_iter();
            let values = children.map(|(_, child)| self.value(&child, depth - 1, meter));
            let best = values.max_by(|a, b| (sign(side) * a).total_cmp(&(sign(side) * b)));
            return best.unwrap_or_else(|| self.number.of(position));
        }
        let mut kinds = Vec::new();
        let listed = position.chances(&mut kinds);
        debug_assert_eq!(listed, Listing::Complete);
        let mut sum = 0.0;
        for &(roll, _) in &kinds {
            let mut rolled = *position;
            rolled.play(roll);
            rolled.moves(&mut moves);
            let children = self.children(&rolled, &moves, meter).into_iter();
            let count = children.len() as f64;
            let values = children.map(|(_, child)| self.value(&child, depth - 1, meter));
            let all: f64 = values.sum();
            sum += match self.values {
                ChildValues::Averages => all / count,
                _ => all,
            };
        }
        sum / kinds.len() as f64
    }

    /// The positions after the moves that are looked into.
    fn children(
        &self,
        position: &DiceChess,
        moves: &[Move],
        meter: &mut Meter,
    ) -> Vec<(Move, DiceChess)> {
        let own = sign(position.side());
        let mut best = f64::NEG_INFINITY;
        let mut children = Vec::with_capacity(moves.len());
        for &mv in moves {
            meter.node();
            let mut child = *position;
            child.play(mv);
            if self.values == ChildValues::BetterChildren {
                let number = own * self.number.of(&child);
                if number <= best {
                    continue;
                }
                best = number;
            }
            children.push((mv, child));
        }
        children
    }
}

/// What White's lead is to a side.
fn sign(side: Side) -> f64 {
    match side {
        Side::White => 1.0,
        Side::Black => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::minimax::MinimaxOverKinds;
    use super::super::tests::{answer, position};
    use super::*;
    use ludarium_agents::NamedEvaluation;
    use ludarium_game::Seed;
    use ludarium_search::testing::{decide, random_positions};

    const NUMBER: LeadNumber =
        LeadNumber { pawns: false, king_turn: ludarium_dice_chess::rules::LATE };

    fn search(values: ChildValues, depth: u32) -> AsDescribed {
        AsDescribed { number: NUMBER, values, depth }
    }

    fn minimax(depth: u32) -> MinimaxOverKinds {
        MinimaxOverKinds::new(NamedEvaluation::new("", "", Positional::default()).judge, depth, 1)
    }

    /// The loop of the report's section III-B: all children of all kinds get their own number, the best of them is
    /// gone into, one ply less deep, and nothing comes back. The root's children have the numbers of their states.
    fn follow_the_best(node: &DiceChess, depth: u32) -> Vec<(Move, f64)> {
        let mut moves = MoveList::new();
        match node.turn() {
            Turn::Over => return Vec::new(),
            Turn::Chance => node.moves_of_any_kind(&mut moves),
            Turn::Seat(_) => node.moves(&mut moves),
        }
        let child = |mv: Move| {
            let mut child = *node;
            child.play(mv);
            child
        };
        let own = |mv: Move| sign(node.side()) * NUMBER.of(&child(mv));
        let children: Vec<(Move, f64)> = moves.iter().map(|&mv| (mv, own(mv))).collect();
        let best = children.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some(&(mv, _)) = best.filter(|_| depth > 1) {
            follow_the_best(&child(mv), depth - 1);
        }
        children
    }

    /// So the loop chooses what a search of one ply does, whatever its depth.
    #[test]
    fn a_loop_that_follows_the_best_child_looks_one_ply_ahead() {
        let positions = random_positions::<DiceChess>("seed:bare=off", 60);
        for position in &positions {
            let best = |children: Vec<(Move, f64)>| {
                let most = children.iter().map(|child| child.1).fold(f64::MIN, f64::max);
                let best = children.into_iter().filter(move |child| child.1 == most);
                best.map(|child| child.0).collect::<Vec<_>>()
            };
            let equals = best(follow_the_best(position, 5));
            assert_eq!(equals, best(follow_the_best(position, 1)));
            // A king in sight is worth more to our search than any number; in the report it is 2000.
            let one_ply = decide(&mut minimax(1), position).chosen;
            assert!(equals.contains(&one_ply), "{one_ply}");
        }
    }

    #[test]
    fn children_that_are_no_better_at_once_are_left_out_and_change_the_choice() {
        let positions = random_positions::<DiceChess>("seed:bare=off", 60);
        let (mut fewer, mut changed) = (0, 0);
        for position in &positions {
            let pruned = decide(&mut search(ChildValues::BetterChildren, 3), position);
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            let kept = pruned.candidates.len();
            assert!((1..=moves.len()).contains(&kept));
            fewer += usize::from(kept < moves.len());
            changed += usize::from(pruned.chosen != decide(&mut minimax(3), position).chosen);
        }
        assert!(fewer > 40 && changed > 10, "{fewer} {changed}");
        // One ply ahead the best child is never left out.
        let text = "4k3/8/8/8/3p4/2p5/8/3RK3 w - - 0 1 4";
        assert_eq!(answer(&mut search(ChildValues::BetterChildren, 1), text), "d1d4");
    }

    #[test]
    fn a_move_is_worth_what_the_best_answer_leaves_to_either_side() {
        // A rook can take a pawn that another one guards.
        let worth = |text: &str, capture: &str, depth: u32, budget: Option<u32>| {
            let position = position(text);
            let budget = Budget { depth: budget, ..Budget::default() };
            let mut agent = search(ChildValues::BetterChildren, depth);
            let decision = agent.choose(&position, &budget, &mut Rng::new(Seed(1)));
            let mut candidates = decision.candidates.iter();
            let taken = candidates.find(|one| one.mv.to_string() == capture);
            let seat = usize::from(position.side() == Side::Black);
            taken.unwrap().scores.as_slice(2)[seat]
        };
        for (text, capture) in [
            ("4k3/8/8/2p5/3p4/8/8/3RK3 w - - 0 1 4", "d1d4"),
            ("3rk3/8/8/3P4/2P5/8/8/4K3 b - - 0 1 4", "d8d5"),
        ] {
            assert!(worth(text, capture, 1, None) > 0.55);
            let after_the_answer = worth(text, capture, 2, None);
            assert!(after_the_answer < 0.49, "{after_the_answer}");
            assert_eq!(worth(text, capture, 1, Some(2)), after_the_answer);
        }
    }

    #[test]
    fn where_the_budget_ends_a_position_has_its_own_number() {
        let position = position("4k3/8/8/2p5/3p4/8/8/3RK3 w - - 0 1 4");
        let budget = Budget { nodes: Some(1), ..Budget::default() };
        let mut deep = search(ChildValues::BetterChildren, 2);
        let decision = deep.choose(&position, &budget, &mut Rng::new(Seed(1)));
        assert_eq!(decision.chosen.to_string(), "d1d4");
    }

    #[test]
    fn the_number_knows_weak_pawns_and_the_turn_of_the_king() {
        let lonely = position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        let number = |pawns, king_turn| LeadNumber { pawns, king_turn }.of(&lonely);
        let late = ludarium_dice_chess::rules::LATE;
        assert_eq!(number(true, late), number(false, late) - 50.0);
        // In the late table a king stands best in the middle of the board.
        let out = position("4k3/8/8/8/4K3/8/8/8 w - - 0 1");
        let number = |king_turn| LeadNumber { pawns: false, king_turn }.of(&out);
        assert!(number(0) > number(1000), "{} {}", number(0), number(1000));
    }

    #[test]
    fn averages_and_sums_are_those_of_all_moves() {
        // Each king can go to three squares, and nothing else can move.
        let kings = position("7k/8/8/8/8/8/8/K7 b - - 0 1");
        let ends = |black: &[&str], white: &[&str]| -> f64 {
            let pairs = black.iter().flat_map(|b| white.iter().map(move |w| (b, w)));
            let number = |(b, w)| NUMBER.of(&position(&format!("{b}/8/8/8/8/{w} b - - 2 2")));
            pairs.map(number).sum()
        };
        let black = ["6k1/8", "8/6k1", "8/7k"];
        let (one, two) = (ends(&black, &["8/K7"]), ends(&black, &["8/1K6", "1K6/8", "K7/8"]));
        let mut meter = Budget::default().meter();
        let mut value = |values, depth| search(values, depth).value(&kings, depth, &mut meter);
        assert_eq!(value(ChildValues::Averages, 0), NUMBER.of(&kings));
        for (values, depth, expected) in [
            (ChildValues::Averages, 1, one / 3.0),
            (ChildValues::Averages, 2, two / 9.0),
            (ChildValues::Sums, 1, one),
            (ChildValues::Sums, 2, two),
        ] {
            let found = value(values, depth);
            assert!((found - expected).abs() < 1e-9, "{values:?} {depth}: {found}");
        }
        assert!(one != two / 3.0);
    }

    #[test]
    fn kinds_count_alike_in_an_average_however_many_moves_they_have() {
        // A rook with 14 moves and a king with 3.
        let position = position("7k/8/8/8/3R4/8/8/K7 w - - 0 1");
        let mut meter = Budget::default().meter();
        let mut kinds = Vec::new();
        let listed = position.chances(&mut kinds);
        assert_eq!((listed, kinds.len()), (Listing::Complete, 2));
        let (mut means, mut sums) = (0.0, 0.0);
        for &(roll, _) in &kinds {
            let mut rolled = position;
            rolled.play(roll);
            let mut moves = MoveList::new();
            rolled.moves(&mut moves);
            let numbers = moves.iter().map(|&mv| {
                let mut child = rolled;
                child.play(mv);
                NUMBER.of(&child)
            });
            let sum: f64 = numbers.sum();
            means += sum / moves.len() as f64 / 2.0;
            sums += sum / 2.0;
        }
        let mut value = |values| search(values, 1).value(&position, 1, &mut meter);
        assert!((value(ChildValues::Averages) - means).abs() < 1e-9);
        assert!((value(ChildValues::Sums) - sums).abs() < 1e-9);
        assert!((means - sums).abs() > 1.0);
    }
}
