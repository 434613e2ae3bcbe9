//! Points without luck: every game is replayed, and every chance event judged.

use std::collections::BTreeMap;

use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_arena::statistics::{self, Adjusted, adjust, points_by_block};
use ludarium_arena::{Fortune, GameRecord, ReplayError, Store, StoreError, replay};
use ludarium_game::{Scores, Seat, Turn};

/// For each agent its points with the luck taken out; `None` where the game has no luck that can be judged.
pub(super) fn adjusted(
    store: &Store,
    counts: &dyn Fn(u64) -> bool,
    outcomes: &[statistics::Outcome],
) -> Result<Vec<Option<Adjusted>>, StoreError> {
    let contest = store.contest();
    let task = Judge { store, counts };
    let sums = match with_kit(&contest.game, Some(&contest.variant), task) {
        Ok(sums) => sums?,
        // A game that this program does not know can be counted, not judged.
        Err(_) => None,
    };
    let agents = contest.agents.len();
    let Some(sums) = sums else {
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

/// The sum and number of an agent's fortunes in a block.
type Sums = BTreeMap<(u64, usize), (f64, f64)>;

struct Judge<'a> {
    store: &'a Store,
    counts: &'a dyn Fn(u64) -> bool,
}

impl KitTask for Judge<'_> {
    type Output = Result<Option<Sums>, StoreError>;

    fn run<G: Kit>(self, rules: G::Rules) -> Self::Output {
        let Some(mut fortune) = Fortune::<G>::new() else {
            return Ok(None);
        };
        let mut sums = Sums::new();
        self.store.each_game(|game: GameRecord| {
            if !(self.counts)(game.block) {
                return Ok(());
            }
            let mut total = Scores::ZERO;
            let judged = replay::<G, ReplayError>(&rules, &game, |step| {
                if step.before.turn() == Turn::Chance {
                    total += fortune.of(step.before, step.mv);
                }
                Ok(())
            });
            // A record that does not agree with the rules has no luck to judge: it counts as it stands.
            if judged.is_err() {
                total = Scores::ZERO;
            }
            for (seat, &agent) in game.seats.iter().enumerate() {
                let (sum, count) = sums.entry((game.block, agent)).or_default();
                *sum += f64::from(total.of(Seat(seat as u8)).0);
                *count += 1.0;
            }
            Ok::<(), StoreError>(())
        })?;
        Ok(Some(sums))
    }
}
