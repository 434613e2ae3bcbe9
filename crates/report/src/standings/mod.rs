//! Standings: what a run says about its agents, as sheets and charts.

mod charts;
mod cross;
mod luck;
mod page;
mod sheets;
mod verdict;

use std::collections::BTreeSet;

use ludarium_arena::statistics::{self, Ratings, Tally, rate};
use ludarium_arena::{Contest, Games, Identity, Outcome, Schedule, Store, StoreError, seat_names};

use crate::sheet::Sheet;

pub use sheets::{result_columns, results};
pub use verdict::Verdict;

/// The results of a run, counted and judged.
pub struct Standings {
    contest: Contest,
    /// The names of the agents, different from each other.
    labels: Vec<String>,
    /// The names of the seats.
    seats: Vec<String>,
    /// The games that count, in order.
    games: Vec<Outcome>,
    outcomes: Vec<statistics::Outcome>,
    tally: Tally,
    ratings: Option<Ratings>,
    /// How many games there are that no other game repeats move for move, where it was counted.
    distinct: Option<u64>,
    /// For each agent its points with the luck taken out, where the game has luck that can be judged.
    adjusted: Vec<Option<statistics::Adjusted>>,
    /// Games asked for.
    planned: u64,
    /// What the agents were, where the run noted it.
    identities: Option<Vec<Identity>>,
    /// The version of the program that began the run.
    program: String,
}

/// Which part of a run is read, and how closely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Only this many blocks count, from the first; all if it is not given.
    pub blocks: Option<u64>,
    /// Whether every game is replayed, to find repeated games and to take out the luck.
    pub replay: bool,
}

impl Standings {
    /// Reads a run.
    pub fn of(games: &Games, store: &Store, scope: Scope) -> Result<Standings, StoreError> {
        let contest = store.contest().clone();
        let counts = |block: u64| scope.blocks.is_none_or(|blocks| block < blocks);
        let rules = games.rules(&contest.game, Some(&contest.variant)).ok();
        let mut games = store.outcomes()?;
        games.retain(|game| counts(game.block));
        let outcomes: Vec<statistics::Outcome> =
            games.iter().map(statistics::Outcome::from).collect();
        let agents = contest.agents.len();
        let (mut distinct, mut adjusted) = (None, vec![None; agents]);
        if scope.replay {
            let mut seen = BTreeSet::new();
            store.each_game(|game| {
                if counts(game.block) {
                    seen.insert((game.start, game.moves));
                }
                Ok::<(), StoreError>(())
            })?;
            distinct = Some(seen.len() as u64);
            adjusted = luck::adjusted(rules.as_deref(), store, &counts, &outcomes)?;
        }
        let target = store.target();
        let planned = target.blocks.min(scope.blocks.unwrap_or(u64::MAX));
        let planned = target.shard.games(&Schedule::new(&contest), planned);
        Ok(Standings {
            labels: contest.labels(),
            // A game that this program does not know can be counted; its seats have no names.
            seats: rules.map_or(Vec::new(), |rules| seat_names(&*rules)),
            tally: Tally::of(&outcomes, agents),
            ratings: rate(&outcomes, agents),
            contest,
            games,
            outcomes,
            distinct,
            adjusted,
            planned,
            identities: store.identities().map(<[Identity]>::to_vec),
            program: store.program().to_owned(),
        })
    }

    /// The sheets that matter for this run, the most important first. The same games give the same sheets.
    pub fn sheets(&self) -> Vec<Sheet> {
        let sheets = [
            Some(self.ranking()),
            self.cross(),
            self.pairs(),
            self.by_seat(),
            self.superiority(),
            self.alpha_rank(),
            self.endings(),
            self.luck(),
            self.faults(),
        ];
        sheets.into_iter().flatten().collect()
    }

    /// Who played which games: what each agent was, so that nobody takes these results for those of another.
    pub fn who_played(&self) -> Sheet {
        self.identity_sheet()
    }

    /// How long the agents took: the one sheet that no two runs share.
    pub fn times(&self) -> Sheet {
        self.time_sheet()
    }

    /// The number of games that count.
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// The number of faults that agents committed.
    pub fn fault_count(&self) -> usize {
        self.games.iter().map(|game| game.faults.len()).sum()
    }

    /// What was played, in a line.
    pub fn heading(&self) -> String {
        let blocks: BTreeSet<u64> = self.games.iter().map(|game| game.block).collect();
        let Contest {
            game,
            variant,
            seed,
            ..
        } = &self.contest;
        format!(
            "{game} {variant}: {} games in {} blocks, seed {seed}",
            self.games.len(),
            blocks.len()
        )
    }

    /// The names of the agents.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }
}
