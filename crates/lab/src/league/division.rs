//! One game at one budget: its line-ups, what they have played, and the ratings that follow.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ludarium_arena::statistics::{Ratings, Results, ScoredGame};
use ludarium_arena::{
    BotSource, Contest, Games, Identity, Schedule, Store, StoreError, identities, round_robin,
    sha256,
};
use ludarium_report::slug;

use super::choice::{Knowledge, note};
use super::{League, LeagueBudget, LeagueGame};
use crate::error::LabError;
use crate::spending::SpendingNotes;

/// A game of a league with what its agents are, so that games of one that has changed are not counted for the new one.
pub struct LeaguePlayers<'a> {
    games: &'a Games,
    league: &'a League,
    pub game: &'a LeagueGame,
    identities: Vec<String>,
}

impl<'a> LeaguePlayers<'a> {
    /// Asks all agents of a game.
    pub fn of(
        games: &'a Games,
        league: &'a League,
        game: &'a LeagueGame,
        bots: Option<&dyn BotSource>,
    ) -> Result<LeaguePlayers<'a>, LabError> {
        let seats = vec![0; game.seats];
        let contest = game.contest_of(game.agents.clone(), seats, None, 0).resolve(games)?;
        let identities = identities_of(games, game, &contest, bots)?;
        Ok(LeaguePlayers { games, league, game, identities })
    }

    /// The games of a line-up at a budget as they are stored in a folder.
    pub fn meeting(
        &self,
        lineup: Vec<usize>,
        budget: &LeagueBudget,
        folder: &Path,
    ) -> Result<LeagueMeeting, LabError> {
        let texts: Vec<&str> =
            lineup.iter().map(|&agent| self.game.agents[agent].as_str()).collect();
        // Every line-up has luck of its own, so that blocks of different line-ups are independent.
        let seed = seed_of(self.league.seed, &texts.join("\n"));
        let contest = self.game.contest(&lineup, Some(budget), seed).resolve(self.games)?;
        let known: Vec<&str> =
            lineup.iter().map(|&agent| self.identities[agent].as_str()).collect();
        LeagueMeeting::open(self.game, lineup, contest, &known, folder)
    }
}

/// What the agents of a contest are.
pub fn identities_of(
    games: &Games,
    game: &LeagueGame,
    contest: &Contest,
    bots: Option<&dyn BotSource>,
) -> Result<Vec<String>, LabError> {
    let found = identities(games, contest, bots).map_err(|source| LabError::Run {
        experiment: game.title.clone(),
        source: Box::new(source),
    })?;
    Ok(found.iter().map(Identity::to_string).collect())
}

/// A line-up with its store.
pub struct LeagueMeeting {
    /// The agents, as indices into the game's.
    pub lineup: Vec<usize>,
    /// What is played.
    pub contest: Contest,
    /// Where it is stored.
    pub path: PathBuf,
    /// The blocks that are complete, from the first on.
    pub blocks: u64,
    /// What came of the games of these blocks, with agents as indices into the game's.
    pub outcomes: Vec<ScoredGame>,
    /// Late, illegal and missing moves in all stored games.
    pub faults: u64,
    /// What the agents spent in all stored games.
    pub spending: SpendingNotes,
}

impl LeagueMeeting {
    /// The games of a line-up as they are stored in a folder. Agents that have changed start again.
    pub fn open(
        game: &LeagueGame,
        lineup: Vec<usize>,
        contest: Contest,
        identities: &[&str],
        folder: &Path,
    ) -> Result<LeagueMeeting, LabError> {
        let path = folder.join(format!(
            "{}-{}.db",
            &contest.fingerprint()[..12],
            &sha256(identities.join("\n").as_bytes())[..8]
        ));
        let mut meeting = LeagueMeeting {
            lineup,
            contest,
            path,
            blocks: 0,
            outcomes: Vec::new(),
            faults: 0,
            spending: SpendingNotes::default(),
        };
        meeting.load().map_err(|source| stored(game, source))?;
        Ok(meeting)
    }

    /// The games of one block.
    pub fn games_of_a_block(&self) -> u64 {
        Schedule::new(&self.contest).games(1)
    }

    /// Reads what is stored. A block that was interrupted does not count yet.
    pub fn load(&mut self) -> Result<(), StoreError> {
        self.blocks = 0;
        self.outcomes.clear();
        self.faults = 0;
        self.spending = SpendingNotes::default();
        if !self.path.exists() {
            return Ok(());
        }
        let store = Store::open(&self.path)?;
        let mut blocks: BTreeMap<u64, Vec<ScoredGame>> = BTreeMap::new();
        for record in store.summaries()? {
            self.faults += record.faults.len() as u64;
            self.spending.add(&self.contest, &record.seats, &record.spent);
            let mut outcome = ScoredGame::from(&record);
            for agent in &mut outcome.agents {
                *agent = self.agent(*agent);
            }
            blocks.entry(outcome.block).or_default().push(outcome);
        }
        for (number, games) in blocks {
            if number != self.blocks || (games.len() as u64) < self.games_of_a_block() {
                break;
            }
            self.blocks += 1;
            self.outcomes.extend(games);
        }
        Ok(())
    }

    /// The league's agent that is the contest's agent of this number.
    fn agent(&self, of_contest: usize) -> usize {
        let seats = self.contest.lineups[0].iter().zip(&self.lineup);
        let mut found = seats.filter(|(seat, _)| **seat == of_contest);
        found.next().map_or(0, |(_, agent)| *agent)
    }
}

/// One game at one budget.
pub struct Division {
    /// The budget, as an index into the game's.
    pub budget: usize,
    /// All line-ups.
    pub meetings: Vec<LeagueMeeting>,
    /// The ratings by everything that is complete.
    pub ratings: Option<Ratings>,
    agents: usize,
    most_games: u64,
}

impl Division {
    /// The division as it is stored.
    pub fn open(
        players: &LeaguePlayers<'_>,
        budget: usize,
        folder: &Path,
    ) -> Result<Division, LabError> {
        let game = players.game;
        let limits = &game.budgets[budget];
        let folder = folder.join(&game.name).join(slug(&limits.text));
        let mut meetings = Vec::new();
        let rated = if game.most_games > 0 {
            round_robin(game.agents.len(), game.seats)?
        } else {
            Vec::new()
        };
        for mut lineup in rated {
            // The order of a file's agents does not matter: a line-up is the same line-up.
            lineup.sort_by_key(|&agent| &game.agents[agent]);
            meetings.push(players.meeting(lineup, limits, &folder)?);
        }
        let mut division = Division {
            budget,
            meetings,
            ratings: None,
            agents: game.agents.len(),
            most_games: game.most_games,
        };
        division.rate();
        Ok(division)
    }

    /// Reads what some line-ups have played since.
    pub fn reload(&mut self, played: &[usize], game: &LeagueGame) -> Result<(), LabError> {
        for &index in played {
            self.meetings[index].load().map_err(|source| stored(game, source))?;
        }
        self.rate();
        Ok(())
    }

    /// All games that count; blocks have numbers of their own over all line-ups.
    pub fn outcomes(&self) -> Vec<ScoredGame> {
        let mut all = Vec::new();
        let mut before = 0;
        for meeting in &self.meetings {
            all.extend(meeting.outcomes.iter().cloned().map(|mut outcome| {
                outcome.block += before;
                outcome
            }));
            before += meeting.blocks;
        }
        all
    }

    fn rate(&mut self) {
        self.ratings = Results::of(&self.outcomes()).rate(self.agents);
    }

    /// The games that count.
    pub fn games(&self) -> u64 {
        let games = self.meetings.iter().map(|meeting| meeting.outcomes.len() as u64);
        games.sum()
    }

    /// What is known about the agents.
    pub fn knowledge(&self) -> Knowledge<'_> {
        let mut met = vec![vec![0; self.agents]; self.agents];
        for meeting in &self.meetings {
            for _ in 0..meeting.blocks {
                note(&mut met, &meeting.lineup);
            }
        }
        Knowledge { ratings: self.ratings.as_ref(), met }
    }

    /// The games that are still to be played at most; none where the order is known.
    pub fn left(&self) -> u64 {
        let left = self.most_games.saturating_sub(self.games());
        if left > 0 && self.knowledge().is_settled() {
            return 0;
        }
        left
    }

    /// What to play next, as line-ups with the blocks that they should have then.
    pub fn next(&self, picks: usize) -> Vec<(usize, u64)> {
        let left = self.left();
        let lineups: Vec<Vec<usize>> = self.meetings.iter().map(|m| m.lineup.clone()).collect();
        let block = self.meetings.iter().map(LeagueMeeting::games_of_a_block).max().unwrap_or(1);
        let picks = picks.min(left.div_ceil(block.max(1)) as usize);
        let mut wanted: BTreeMap<usize, u64> = BTreeMap::new();
        for index in self.knowledge().choose(&lineups, picks) {
            *wanted.entry(index).or_insert(self.meetings[index].blocks) += 1;
        }
        wanted.into_iter().collect()
    }
}

/// The seed of a line-up.
pub fn seed_of(seed: u64, lineup: &str) -> u64 {
    let digest = sha256(format!("{seed}\n{lineup}").as_bytes());
    // As many digits as a number of a file can hold exactly anywhere.
    u64::from_str_radix(&digest[..12], 16).unwrap_or(seed)
}

pub fn stored(game: &LeagueGame, source: StoreError) -> LabError {
    LabError::Store { experiment: game.title.clone(), source: Box::new(source) }
}
