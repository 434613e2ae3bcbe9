//! Standings: what a run says about its agents, as sheets and charts.

mod charts;
mod counts;
mod cross;
mod headline;
mod lead;
mod luck;
mod machines;
mod sheets;

use ludarium_arena::statistics::{self, Ratings, Tally};
use ludarium_arena::{
    Contest, FaultNote, Games, Identity, Machine, MissingPart, Schedule, Shard, Store, StoreError,
    seat_names,
};

use serde_json::{Value, json};

use crate::sheet::Sheet;
use crate::{Document, NamedChart, Passage};
use counts::RunCounts;

pub use lead::{Lead, played};
pub use sheets::{RESULTS, results};

/// How often the progress is told, in games.
const PROGRESS: u64 = 1 << 12;

/// The results of a run, counted and judged.
pub struct Standings {
    contest: Contest,
    /// The names of the agents, different from each other.
    labels: Vec<String>,
    /// The names of the seats.
    seats: Vec<String>,
    /// The sums over the games that count.
    counts: RunCounts,
    tally: Tally,
    ratings: Option<Ratings>,
    /// How many games there are that no other game repeats move for move, where it was counted.
    distinct: Option<u64>,
    /// For each agent its points with the luck taken out, where the game has luck that can be judged.
    adjusted: Vec<Option<statistics::Adjusted>>,
    /// Games asked for.
    planned: u64,
    /// The part of the contest that was asked for.
    shard: Shard,
    /// Parts of a joined run that are not all there.
    missing: Vec<MissingPart>,
    /// What the agents were, where the run noted it.
    identities: Option<Vec<Identity>>,
    /// How well bots were confined, by their places in the contest.
    confinements: Vec<Vec<String>>,
    /// The machines that played, where agents had clocks, each with the number of its games.
    machines: Vec<(Machine, u64)>,
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
        Standings::showing(games, store, scope, &mut |_, _| {})
    }

    /// Reads a run; `progress` is told now and then how many games are read, and of how many. Games pass by one at a
    /// time, and a few bytes of each are kept.
    pub fn showing(
        games: &Games,
        store: &Store,
        scope: Scope,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Standings, StoreError> {
        let contest = store.contest().clone();
        let agents = contest.agents.len();
        let inside = |block: u64| scope.blocks.is_none_or(|blocks| block < blocks);
        let rules = games.rules(&contest.game, Some(&contest.variant)).ok();
        let total = store.games()?;
        let mut tell = |done: u64| {
            if done.is_multiple_of(PROGRESS) {
                progress(done, total);
            }
        };
        let (mut counts, mut read) = (RunCounts::new(agents), 0);
        store.each_sum(|sum| {
            read += 1;
            tell(read);
            if inside(sum.summary.block) {
                counts.add(sum);
            }
            Ok::<(), StoreError>(())
        })?;
        counts.find_reasons(store)?;
        let (mut distinct, mut adjusted) = (None, vec![None; agents]);
        if scope.replay {
            distinct = Some(counts.distinct());
            if counts.luck.is_none() {
                luck::measure(rules.as_deref(), store, &inside, &mut counts, &mut tell)?;
            }
            if let Some(luck) = &counts.luck {
                adjusted = luck::adjusted(&counts.results, luck);
            }
        }
        let target = store.target();
        let planned = target.blocks.min(scope.blocks.unwrap_or(u64::MAX));
        let planned = target.shard.games(&Schedule::new(&contest), planned);
        Ok(Standings {
            labels: store.labels(),
            // A game that this program does not know can be counted; its seats have no names.
            seats: rules.map_or(Vec::new(), |rules| seat_names(&*rules)),
            tally: counts.results.tally(agents),
            ratings: counts.results.rate(agents),
            contest,
            counts,
            distinct,
            adjusted,
            planned,
            shard: target.shard,
            missing: store.missing_parts()?,
            identities: store.identities().map(<[Identity]>::to_vec),
            confinements: store.confinements()?,
            machines: store.machines()?,
            program: store.program().to_owned(),
        })
    }

    /// The agents from the best to the worst: the first of the sheets.
    pub fn ranking(&self) -> Sheet {
        self.ranking_sheet()
    }

    /// The sheets that matter for this run, the most important first. The same games give the same sheets.
    pub fn sheets(&self) -> Vec<Sheet> {
        let sheets = [
            Some(self.ranking_sheet()),
            self.cross(),
            self.pairs(),
            self.by_seat(),
            self.superiority(),
            self.endings(),
            self.luck(),
            self.faults(),
        ];
        sheets.into_iter().flatten().collect()
    }

    /// The games and the identity of each agent, so that nobody takes these results for those of another.
    pub fn who_played(&self) -> Sheet {
        self.identity_sheet()
    }

    /// How long the agents took: the one sheet that no two runs share.
    pub fn times(&self) -> Sheet {
        self.time_sheet()
    }

    /// The number of games that count.
    pub fn games(&self) -> u64 {
        self.counts.total()
    }

    /// The number of faults that agents committed.
    pub fn fault_count(&self) -> usize {
        let faults = self.counts.faults.iter();
        let faults = faults.filter(|((_, kind), _)| FaultNote::is_fault(kind));
        faults.map(|(_, fault)| fault.count as usize).sum()
    }

    /// What was played, in a line.
    pub fn heading(&self) -> String {
        let Contest { game, variant, .. } = &self.contest;
        format!("{game} {variant}: {}", self.extent())
    }

    /// How much was played, and with which seed.
    fn extent(&self) -> String {
        let played = played(self.games(), self.counts.blocks);
        format!("{played}, seed {}", self.contest.seed)
    }

    /// The run in these sheets, with its charts after the first one.
    pub fn document(&self, sheets: impl IntoIterator<Item = Sheet>) -> Document {
        let Contest { game, variant, .. } = &self.contest;
        let mut document = Document::new(format!("{game} {variant}"), self.extent());
        document.blocks.extend(self.headline().into_iter().map(Passage::Result));
        let mut sheets = sheets.into_iter();
        document.sheets(sheets.next());
        // Runs have one page and no folder of plots.
        document.charts(self.charts().into_iter().map(NamedChart::without_file));
        document.sheets(sheets);
        let settings = serde_json::to_string_pretty(&self.contest).unwrap_or_default();
        document.push(Passage::Code(settings));
        document
    }

    /// The names of the agents.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The agents for machines: what each is called, and its text.
    pub fn agents_json(&self) -> Value {
        let agents = self.labels.iter().zip(&self.contest.agents);
        agents.map(|(name, text)| json!({"name": name, "text": text})).collect()
    }
}
