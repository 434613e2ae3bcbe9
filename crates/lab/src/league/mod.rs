//! Leagues: a rating list of many agents at several budgets, kept up to date by playing what tells most.
//!
//! Every line-up is a run of its own. So an agent that joins later, or one that has changed, takes nothing away from the
//! games of the others, and the same command plays only what is missing.

mod choice;
mod division;
mod file;
mod map;
mod pool;
mod report;
mod scaling;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludarium_arena::{BotSource, Games, Interrupt};

pub use file::{League, LeagueBudget, LeagueGame};

use crate::error::LabError;
use crate::experiment::CatalogueError;
use crate::files::{self, make_folder};
use division::{Division, LeagueMeeting, LeaguePlayers};
use map::StyleMap;
use pool::{Pool, PoolJob};
use scaling::ScalingStep;

/// Blocks that each game and budget plays before the ratings are looked at again. It does not depend on the number of
/// threads, so that the choice of games does not, either.
const PICKS: usize = 8;

/// Which league to play, and with what.
#[derive(Clone, Debug)]
pub struct LeagueRequest {
    /// The file.
    pub file: PathBuf,
    /// Where games and tables go.
    pub folder: PathBuf,
    /// Games at the same time.
    pub threads: usize,
    /// Whether to play what is missing, or only to show what is there.
    pub play: bool,
    /// Where players from outside come from, if there may be any.
    pub bots: Option<Arc<dyn BotSource>>,
}

/// What came of a league.
pub struct LeagueResult {
    /// The league.
    pub league: League,
    /// The file as it was given.
    pub file: PathBuf,
    /// For each game: a division for each budget.
    divisions: Vec<Vec<Division>>,
    /// For each game: what larger budgets are worth.
    steps: Vec<Vec<ScalingStep>>,
    /// For each game: who beats whom at each budget, where the file asks.
    maps: Vec<Vec<StyleMap>>,
}

/// Plays what a league needs and writes `report.html`, `tables.md`, `csv/` and `plots/` into the folder. `watch` is told how
/// many games were played now and how many are left at most.
pub fn league(
    games: &Games,
    request: &LeagueRequest,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<LeagueResult, LabError> {
    let league = read(games, &request.file)?;
    let mut result = LeagueResult::open(games, league, request)?;
    let pool = Pool { games, threads: request.threads, interrupt, bots: request.bots.as_ref() };
    let mut played = 0;
    while request.play && !interrupt.is_finishing() {
        let left = result.left();
        let wave = result.wave();
        if wave.is_empty() {
            break;
        }
        let before = played;
        watch(played, left);
        for job in &wave.jobs {
            make_folder(job.path.parent().unwrap_or(Path::new(".")))?;
        }
        pool.play(wave.jobs, &mut || {
            played += 1;
            watch(played, left.saturating_sub(played - before));
        })?;
        result.reload(&wave.places)?;
    }
    let document = result.document();
    document.write_page(&request.folder.join("report.html"))?;
    files::write(&request.folder.join("tables.md"), document.markdown())?;
    document.write_files(&request.folder)?;
    Ok(result)
}

fn read(games: &Games, file: &Path) -> Result<League, LabError> {
    let text = files::read(file)?;
    Ok(League::parse(games, &file.display().to_string(), &text).map_err(CatalogueError::from)?)
}

/// What is played before the ratings are looked at again.
#[derive(Default)]
struct Wave {
    jobs: Vec<PoolJob>,
    places: Vec<JobOwner>,
}

impl Wave {
    fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }
}

/// The owner of a job.
enum JobOwner {
    /// Line-ups of a game's table.
    Division { game: usize, division: usize, lineups: Vec<usize> },
    /// A step of a game.
    Step { game: usize, step: usize },
    /// A meeting of a game's map.
    Map { game: usize, map: usize, meeting: usize },
}

impl LeagueResult {
    fn open(
        games: &Games,
        league: League,
        request: &LeagueRequest,
    ) -> Result<LeagueResult, LabError> {
        let bots = request.bots.as_deref();
        let folder = &request.folder;
        let (mut divisions, mut steps, mut maps) = (Vec::new(), Vec::new(), Vec::new());
        for game in &league.games {
            let players = LeaguePlayers::of(games, &league, game, bots)?;
            let open = |budget| Division::open(&players, budget, folder);
            let of_game: Result<Vec<Division>, LabError> =
                (0..game.budgets.len()).map(open).collect();
            divisions.push(of_game?);
            steps.push(ScalingStep::all(games, &league, game, bots, folder)?);
            let budgets = if game.map > 0 { game.budgets.len() } else { 0 };
            let map = |budget| StyleMap::open(&players, budget, folder);
            let of_game: Result<Vec<StyleMap>, LabError> = (0..budgets).map(map).collect();
            maps.push(of_game?);
        }
        Ok(LeagueResult { league, file: request.file.clone(), divisions, steps, maps })
    }

    /// Whether every order is known or every number of games is reached.
    pub fn is_complete(&self) -> bool {
        self.left() == 0
    }

    /// The games that are still to be played at most.
    pub fn left(&self) -> u64 {
        let divisions: u64 = self.divisions.iter().flatten().map(Division::left).sum();
        let games = self.league.games.iter().zip(&self.steps);
        let steps: u64 = games.map(|(game, steps)| steps_left(game, steps)).sum();
        let games = self.league.games.iter().zip(&self.maps);
        let maps = games.flat_map(|(game, maps)| maps.iter().map(|map| map.left(game.map)));
        divisions + steps + maps.sum::<u64>()
    }

    fn wave(&self) -> Wave {
        let mut wave = Wave::default();
        for (index, game) in self.league.games.iter().enumerate() {
            for (at, division) in self.divisions[index].iter().enumerate() {
                let next = division.next(PICKS);
                wave.jobs.extend(next.iter().map(|&(lineup, blocks)| PoolJob {
                    title: game.title.clone(),
                    contest: division.meetings[lineup].contest.clone(),
                    path: division.meetings[lineup].path.clone(),
                    blocks,
                }));
                if !next.is_empty() {
                    wave.places.push(JobOwner::Division {
                        game: index,
                        division: at,
                        lineups: next.into_iter().map(|(lineup, _)| lineup).collect(),
                    });
                }
            }
            for (at, step) in self.steps[index].iter().enumerate() {
                let all = step.blocks_for(game.scaling);
                if step.meeting.blocks < all {
                    wave.jobs.push(PoolJob {
                        title: game.title.clone(),
                        contest: step.meeting.contest.clone(),
                        path: step.meeting.path.clone(),
                        blocks: all.min(step.meeting.blocks + PICKS as u64),
                    });
                    wave.places.push(JobOwner::Step { game: index, step: at });
                }
            }
            for (at, map) in self.maps[index].iter().enumerate() {
                for (number, blocks) in map.next(game.map) {
                    let meeting = &map.meetings[number].meeting;
                    wave.jobs.push(PoolJob {
                        title: game.title.clone(),
                        contest: meeting.contest.clone(),
                        path: meeting.path.clone(),
                        blocks,
                    });
                    wave.places.push(JobOwner::Map { game: index, map: at, meeting: number });
                }
            }
        }
        wave
    }

    fn reload(&mut self, places: &[JobOwner]) -> Result<(), LabError> {
        for place in places {
            match place {
                JobOwner::Division { game, division, lineups } => {
                    self.divisions[*game][*division].reload(lineups, &self.league.games[*game])?
                }
                JobOwner::Step { game, step } => {
                    self.load(*game, |result| &mut result.steps[*game][*step].meeting)?
                }
                JobOwner::Map { game, map, meeting } => self.load(*game, |result| {
                    &mut result.maps[*game][*map].meetings[*meeting].meeting
                })?,
            }
        }
        Ok(())
    }
}

impl LeagueResult {
    /// Reads what a meeting of a game has played since.
    fn load(
        &mut self,
        game: usize,
        meeting: impl FnOnce(&mut LeagueResult) -> &mut LeagueMeeting,
    ) -> Result<(), LabError> {
        let loaded = meeting(self).load();
        loaded.map_err(|source| division::stored(&self.league.games[game], source))
    }
}

fn steps_left(game: &LeagueGame, steps: &[ScalingStep]) -> u64 {
    let left = steps.iter().map(|step| {
        let missing = step.blocks_for(game.scaling).saturating_sub(step.meeting.blocks);
        missing * step.meeting.games_of_a_block()
    });
    left.sum()
}
