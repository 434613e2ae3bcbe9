//! Points without luck, from the luck that was measured while games were played or is measured now by replaying them.

use ludarium_arena::statistics::{Adjusted, Results, adjust};
use ludarium_arena::{GameRecord, Ruleset, Store, StoreError};
use ludarium_game::Seat;

use super::counts::{BlockLuck, RunCounts};

/// For each agent its points with the luck taken out.
pub(super) fn adjusted(results: &Results, luck: &[Vec<BlockLuck>]) -> Vec<Option<Adjusted>> {
    let adjusted = |(agent, blocks): (usize, &Vec<BlockLuck>)| {
        let points = results.points_by_block(agent);
        let means: Vec<f64> = points.iter().filter_map(|sum| sum.mean()).collect();
        // Blocks come in order on both sides; good luck is taken off, so there is a minus.
        let blocks = blocks.iter();
        let luck: Vec<f64> = blocks.map(|block| -block.sum / block.count.max(1.0)).collect();
        adjust(&means, &luck)
    };
    luck.iter().enumerate().map(adjusted).collect()
}

/// Measures the luck of games that were played without measuring it: every game is replayed. Leaves none where the
/// game is unknown or has no luck that can be judged.
pub(super) fn measure(
    rules: Option<&dyn Ruleset>,
    store: &Store,
    counts: &dyn Fn(u64) -> bool,
    sums: &mut RunCounts,
    tell: &mut dyn FnMut(u64),
) -> Result<(), StoreError> {
    sums.luck = None;
    let Some(mut meter) = rules.and_then(Ruleset::luck_meter) else {
        return Ok(());
    };
    sums.luck = Some(vec![Vec::new(); store.contest().agents.len()]);
    let mut done = 0;
    store.each_game(|game: GameRecord| {
        done += 1;
        tell(done);
        if !counts(game.block) {
            return Ok(());
        }
        // A record that does not agree with the rules has no luck to judge: it counts as it stands.
        let luck = meter.of(&game).unwrap_or_default();
        let luck: Vec<f32> =
            (0..game.seats.len()).map(|seat| luck.of(Seat(seat as u8)).0).collect();
        sums.add_luck(game.block, &game.seats, &luck);
        Ok::<(), StoreError>(())
    })
}
