//! Points without luck: every game is replayed, and every chance event judged.

use std::collections::BTreeMap;

use ludarium_arena::statistics::{self, Adjusted, adjust, points_by_block};
use ludarium_arena::{GameRecord, Ruleset, Store, StoreError};
use ludarium_game::Seat;

/// For each agent its points with the luck taken out; `None` where the game has no luck that can be judged.
pub(super) fn adjusted(
    rules: Option<&dyn Ruleset>,
    store: &Store,
    counts: &dyn Fn(u64) -> bool,
    outcomes: &[statistics::Outcome],
) -> Result<Vec<Option<Adjusted>>, StoreError> {
    let agents = store.contest().agents.len();
    let Some(sums) = sums(rules, store, counts)? else {
        return Ok(vec![None; agents]);
    };
    let adjusted = |agent: usize| {
        let points = points_by_block(outcomes, agent);
        let means: Vec<f64> = points.iter().filter_map(|sum| sum.mean()).collect();
        let mine = sums.iter().filter(|((_, of), _)| *of == agent);
        // Blocks come in order on both sides; good luck is taken off, hence the minus.
        let luck: Vec<f64> = mine
            .map(|(_, (sum, count))| -sum / count.max(1.0))
            .collect();
        adjust(&means, &luck)
    };
    Ok((0..agents).map(adjusted).collect())
}

/// The sum and number of an agent's luck in a block.
type Sums = BTreeMap<(u64, usize), (f64, f64)>;

/// The luck of every agent in every block; `None` for games that are unknown or without luck that can be judged.
fn sums(
    rules: Option<&dyn Ruleset>,
    store: &Store,
    counts: &dyn Fn(u64) -> bool,
) -> Result<Option<Sums>, StoreError> {
    let Some(mut meter) = rules.and_then(Ruleset::luck_meter) else {
        return Ok(None);
    };
    let mut sums = Sums::new();
    store.each_game(|game: GameRecord| {
        if !counts(game.block) {
            return Ok(());
        }
        // A record that does not agree with the rules has no luck to judge: it counts as it stands.
        let luck = meter.of(&game).unwrap_or_default();
        for (seat, &agent) in game.seats.iter().enumerate() {
            let (sum, count) = sums.entry((game.block, agent)).or_default();
            *sum += f64::from(luck.of(Seat(seat as u8)).0);
            *count += 1.0;
        }
        Ok::<(), StoreError>(())
    })?;
    Ok(Some(sums))
}
