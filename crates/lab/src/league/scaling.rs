//! What a larger budget is worth: the first agent against itself with the budget before.

use std::path::Path;

use ludarium_arena::statistics::{EloEstimate, Results, blocked_share};
use ludarium_arena::{BotSource, Games, Schedule};

use super::division::{LeagueMeeting, identities_of, seed_of};
use super::{League, LeagueGame};
use crate::error::LabError;

/// A step from one budget to the next.
pub struct ScalingStep {
    /// The smaller budget, as an index into the game's; the larger one is the next.
    pub from: usize,
    /// One with the larger budget among others with the smaller one.
    pub meeting: LeagueMeeting,
}

impl ScalingStep {
    /// The steps of a game as they are stored.
    pub fn all(
        games: &Games,
        league: &League,
        game: &LeagueGame,
        bots: Option<&dyn BotSource>,
        folder: &Path,
    ) -> Result<Vec<ScalingStep>, LabError> {
        if game.scaling == 0 {
            return Ok(Vec::new());
        }
        let folder = folder.join(&game.name).join("scaling");
        let mut steps = Vec::new();
        for (from, pair) in game.budgets.windows(2).enumerate() {
            let agents = vec![game.scaled(&pair[1]), game.scaled(&pair[0])];
            let mut lineup = vec![1; game.seats];
            lineup[0] = 0;
            let seed = seed_of(league.seed, &agents.join("\n"));
            let contest = game.contest_of(agents, lineup.clone(), None, seed);
            let contest = contest.resolve(games)?;
            let found = identities_of(games, game, &contest, bots)?;
            let found: Vec<&str> = found.iter().map(String::as_str).collect();
            let meeting = LeagueMeeting::open(game, lineup, contest, &found, &folder)?;
            steps.push(ScalingStep { from, meeting });
        }
        Ok(steps)
    }

    /// The blocks that make at least this number of games.
    pub fn blocks_for(&self, games: u64) -> u64 {
        Schedule::new(&self.meeting.contest).blocks_for(games)
    }

    /// How much stronger the larger budget makes.
    pub fn gain(&self, seats: usize) -> Option<EloEstimate> {
        let share = blocked_share(&Results::of(&self.meeting.outcomes).points_by_block(0))?;
        Some(EloEstimate::of_share(share.share, seats))
    }
}
