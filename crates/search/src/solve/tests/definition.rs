//! What is meant by the value of a position, in words that a reader can check.

use std::collections::HashMap;

use ludarium_game::{Game, MoveList, Turn};

use super::super::TIE;
use super::graph::GraphGame;

/// The shares of all seats where every line of play ends: recursion with a table.
pub fn of_tree<G: Game>(position: &G, table: &mut HashMap<u64, Vec<f64>>) -> Vec<f64> {
    if let Some(known) = table.get(&position.key()) {
        return known.clone();
    }
    let seats = position.seats();
    let mut after = |mv| {
        let mut next = position.clone();
        next.play(mv);
        of_tree(&next, table)
    };
    let shares = match position.turn() {
        Turn::Over => position.scores().as_slice(seats).iter().map(|&share| share.into()).collect(),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            let _ = position.chances(&mut outcomes);
            let mut mean = vec![0.0; seats];
            for (outcome, part) in outcomes {
                mean.iter_mut().zip(after(outcome)).for_each(|(sum, share)| *sum += part * share);
            }
            mean
        }
        Turn::Seat(seat) => {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            let values: Vec<Vec<f64>> = moves.iter().map(|&mv| after(mv)).collect();
            let own = |values: &Vec<f64>| values[seat.index()];
            let most = values.iter().map(own).fold(0.0, f64::max);
            let first = values.into_iter().find(|values| own(values) >= most - TIE);
            first.unwrap()
        }
    };
    table.insert(position.key(), shares.clone());
    shares
}

/// The shares of the first of two seats with one ply more to play, where unfinished games are worth what is known.
pub fn one_ply_more(game: &GraphGame, known: &[f64]) -> Vec<f64> {
    let look = |node: &super::graph::GraphNode| {
        let next = node.next.iter().map(|&next| known[usize::from(next)]);
        match node.turn {
            Turn::Over => node.scores.as_slice(2)[0].into(),
            Turn::Chance => node.parts.iter().zip(next).map(|(part, share)| part * share).sum(),
            Turn::Seat(seat) if seat.index() == 0 => next.fold(0.0, f64::max),
            Turn::Seat(_) => next.fold(1.0, f64::min),
        }
    };
    game.nodes.iter().map(look).collect()
}

/// The share of the first of two seats in each position, by the best plan of the first seat against the best answer to it: a plan chooses one move for each
/// position, for good. Every pair of plans is a walk by chance alone, followed over 2^32 plies.
pub fn by_plans(game: &GraphGame) -> Vec<f64> {
    let nodes = &game.nodes;
    let of_seat = |seat: usize| -> Vec<usize> {
        let is_his =
            |&at: &usize| matches!(nodes[at].turn, Turn::Seat(mover) if mover.index() == seat);
        (0..nodes.len()).filter(is_his).collect()
    };
    let places = [of_seat(0), of_seat(1)];
    let count =
        |seat: usize| places[seat].iter().map(|&at| nodes[at].next.len()).product::<usize>();
    // The chosen moves of the plan with this number.
    let choose = |seat: usize, mut number: usize, chosen: &mut [usize]| {
        for &at in &places[seat] {
            let width = nodes[at].next.len();
            chosen[at] = number % width;
            number /= width;
        }
    };
    let mut best = vec![f64::NEG_INFINITY; nodes.len()];
    let mut chosen = vec![0; nodes.len()];
    for first in 0..count(0) {
        choose(0, first, &mut chosen);
        let mut worst = vec![f64::INFINITY; nodes.len()];
        for second in 0..count(1) {
            choose(1, second, &mut chosen);
            for (worst, share) in worst.iter_mut().zip(walk(game, &chosen)) {
                *worst = worst.min(share);
            }
        }
        best.iter_mut().zip(worst).for_each(|(best, worst)| *best = best.max(worst));
    }
    best
}

/// The share of the first seat from each position if these moves are made; an endless walk is a draw.
fn walk(game: &GraphGame, chosen: &[usize]) -> Vec<f64> {
    let count = game.nodes.len();
    let mut step = vec![vec![0.0; count]; count];
    for (at, node) in game.nodes.iter().enumerate() {
        match node.turn {
            Turn::Over => step[at][at] = 1.0,
            Turn::Seat(_) => step[at][usize::from(node.next[chosen[at]])] = 1.0,
            Turn::Chance => {
                let outcomes = node.next.iter().zip(&node.parts);
                outcomes.for_each(|(&next, part)| step[at][usize::from(next)] += part);
            }
        }
    }
    for _ in 0..32 {
        let times = |a: &[f64], to: usize| (0..count).map(|by| a[by] * step[by][to]).sum();
        step = step.iter().map(|row| (0..count).map(|to| times(row, to)).collect()).collect();
    }
    let worth = |at: usize| match game.nodes[at].turn {
        Turn::Over => f64::from(game.nodes[at].scores.as_slice(2)[0]),
        _ => 0.5,
    };
    step.iter().map(|row| row.iter().enumerate().map(|(at, part)| part * worth(at)).sum()).collect()
}
