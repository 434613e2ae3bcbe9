//! MAST: roll-out moves by how well they did for their seat in all simulations so far.

use ludarium_game::{Game, Scores, Seat};

use super::block::to_units;
use super::history::History;
use super::search::Worker;

/// A move by the softmax of mean rewards; it is noted for [`back_up`].
pub(super) fn choose<G: Game>(
    table: &History,
    position: &G,
    seat: Seat,
    temperature: f64,
    worker: &mut Worker<'_, G>,
) -> G::Move {
    position.moves(&mut worker.buffer);
    worker.weights.clear();
    worker.weights.extend(worker.buffer.iter().map(|&mv| {
        // A move never made counts as won, so that each is tried.
        table.mean(History::slot(seat, mv)).unwrap_or(1.0)
    }));
    // Relative to the highest, so that no scale of rewards overflows.
    let highest = worker.weights.iter().copied().fold(f64::MIN, f64::max);
    for weight in &mut worker.weights {
        *weight = ((*weight - highest) / temperature).exp();
    }
    let total: f64 = worker.weights.iter().sum();
    let mut left = worker.rng.unit() * total;
    // Rounding may leave a little at the end: then it is the last move.
    let mut chosen = worker.buffer.len() - 1;
    for (index, weight) in worker.weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            chosen = index;
            break;
        }
    }
    let mv = worker.buffer[chosen];
    worker.played.push((seat, History::slot(seat, mv)));
    mv
}

/// Adds a reward to the record of every move of a simulation.
pub(super) fn back_up<G: Game>(table: &History, worker: &Worker<'_, G>, reward: Scores) {
    let units = to_units(reward, ludarium_game::MAX_SEATS);
    let in_tree = worker
        .path
        .iter()
        .filter_map(|step| Some((step.chooser?, step.at.node().slot)));
    for (seat, slot) in in_tree.chain(worker.played.iter().copied()) {
        table.add(slot, units[seat.index()]);
    }
}
