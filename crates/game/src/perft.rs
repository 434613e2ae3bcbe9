//! Perft: counting all lines of a given length, a strong test of rules.

use crate::{ChancePlace, MoveList, Tabletop, Turn};

/// The number of lines of exactly `depth` moves from a position. A finished game has no continuation.
///
/// Chance events do not count as moves; every outcome of [`Tabletop::counted_chances`] is followed.
/// A roll belongs to the move after it. An outcome that completes a move belongs to that move. So a line
/// always ends when its last move is complete.
pub fn perft<G: Tabletop>(position: &G, depth: u32) -> u64 {
    let mut levels = Vec::new();
    levels.resize_with(depth as usize + 1, PlyBuffers::default);
    count(position, depth, &mut levels)
}

/// The counts below each first move, in the game's order; a first move that needs a roll is
/// written `roll move`, one that chance completes `move outcome`.
pub fn divide<G: Tabletop>(position: &G, depth: u32) -> Vec<(String, u64)> {
    let mut rows = Vec::new();
    match position.turn() {
        _ if depth == 0 => {}
        Turn::Over => {}
        Turn::Chance => {
            let mut outcomes = Vec::new();
            position.counted_chances(&mut outcomes);
            for outcome in outcomes {
                let mut after = position.clone();
                after.play(outcome);
                let rolled = position.describe_move(outcome);
                let rest = divide(&after, depth);
                rows.extend(
                    rest.into_iter().map(|(name, lines)| (format!("{rolled} {name}"), lines)),
                );
            }
        }
        Turn::Seat(_) => {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            for &mv in &moves {
                let mut after = position.clone();
                after.play(mv);
                rows.push((position.describe_move(mv), perft(&after, depth - 1)));
            }
        }
    }
    rows
}

/// The buffers of one level of the tree.
struct PlyBuffers<M> {
    moves: MoveList<M>,
    outcomes: Vec<M>,
}

impl<M> Default for PlyBuffers<M> {
    fn default() -> Self {
        PlyBuffers { moves: MoveList::default(), outcomes: Vec::new() }
    }
}

/// `levels` has a level for each move to go and one for chance at the end.
fn count<G: Tabletop>(position: &G, depth: u32, levels: &mut [PlyBuffers<G::Move>]) -> u64 {
    let Some((level, deeper)) = levels.split_first_mut() else {
        return 0;
    };
    match position.turn() {
        Turn::Chance if depth > 0 || G::CHANCE == ChancePlace::AfterMove => {
            // Several chance events may follow each other on this level, so the buffer is taken out while it is used.
            let mut outcomes = std::mem::take(&mut level.outcomes);
            position.counted_chances(&mut outcomes);
            let mut lines = 0;
            for &outcome in &outcomes {
                let mut after = position.clone();
                after.play(outcome);
                lines += count(&after, depth, levels);
            }
            levels[0].outcomes = outcomes;
            lines
        }
        _ if depth == 0 => 1,
        Turn::Over | Turn::Chance => 0,
        // Where nothing can happen after a move, the last move need not be made.
        Turn::Seat(_) if depth == 1 && G::CHANCE != ChancePlace::AfterMove => {
            position.count_moves(&mut level.moves)
        }
        Turn::Seat(_) => {
            position.moves(&mut level.moves);
            let below = level.moves.iter().map(|&mv| {
                let mut after = position.clone();
                after.play(mv);
                count(&after, depth - 1, deeper)
            });
            below.sum()
        }
    }
}
