//! `SolvedTable`: the shares of all positions of a solved game, from a file.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use ludarium_game::{Rng, Scores, Seat, Seed, Spec, Turn, Value};
use ludarium_learn::LearnError;
use ludarium_learn::solution::{SolutionFile, SolutionHeader};
use ludarium_search::solve::{Indexed, IndexedEquations, ShareBounds, Worth};

use super::rules::digest;
use crate::Playable;

/// The shares of all positions of a solved game.
pub struct SolvedTable<G: Playable> {
    file: SolutionFile<f32>,
    checksum: u32,
    index: Option<Arc<dyn Indexed<G>>>,
    /// The first position under its rules, by which a game tells whether it follows them.
    start: G,
}

/// A file that was read, as it was then, and the table of some game that it holds.
struct KnownTable {
    path: PathBuf,
    state: (u64, Option<SystemTime>),
    table: Box<dyn Any + Send>,
}

/// The files that were read last, so that all who play from one share it.
static KNOWN: Mutex<Vec<KnownTable>> = Mutex::new(Vec::new());

/// The number of files that are remembered.
const MOST_KNOWN: usize = 4;

/// The first position under the rules of a solution.
pub(super) fn start_of<G: Playable>(path: &Path, header: &SolutionHeader) -> Result<G, LearnError> {
    let different = |found: String, expected: String| LearnError::Different {
        path: path.to_owned(),
        found,
        expected,
    };
    let solution = |of: &str| format!("a solution of {of}");
    if header.game != G::NAME {
        return Err(different(solution(&header.game), format!("one of {}", G::NAME)));
    }
    let rules = Spec::parse(&header.variant).and_then(|variant| G::rules(&variant));
    let rules = rules.map_err(|error| {
        different(solution(&format!("{} {}", header.game, header.variant)), error.to_string())
    })?;
    if digest::<G>(&rules) != header.rules {
        return Err(different(
            format!(
                "a solution of {} {} by rules that have changed since",
                header.game, header.variant
            ),
            "one by the rules of this program: solve it again".to_owned(),
        ));
    }
    Ok(G::start(&rules, &mut Rng::new(Seed(0))))
}

impl<G: Playable> SolvedTable<G> {
    /// Reads a file. One of another game, or by rules that have changed, is refused, as is one that is damaged.
    pub fn read(path: &Path) -> Result<Arc<SolvedTable<G>>, LearnError> {
        let io = |source| LearnError::Io { path: path.to_owned(), source };
        let data = std::fs::metadata(path).map_err(io)?;
        let state = (data.len(), data.modified().ok());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tables = known.iter().filter(|one| one.path == path && one.state == state);
        if let Some(table) = tables.find_map(|one| one.table.downcast_ref::<Arc<SolvedTable<G>>>())
        {
            return Ok(table.clone());
        }
        let start = start_of::<G>(path, &SolutionHeader::read(path)?)?;
        let (file, checksum) = SolutionFile::read(path)?;
        let table = SolvedTable::new(path, file, checksum, start).map(Arc::new)?;
        known.retain(|one| one.path != path);
        if known.len() == MOST_KNOWN {
            known.remove(0);
        }
        known.push(KnownTable { path: path.to_owned(), state, table: Box::new(table.clone()) });
        Ok(table)
    }

    fn new(
        path: &Path,
        file: SolutionFile<f32>,
        checksum: u32,
        start: G,
    ) -> Result<SolvedTable<G>, LearnError> {
        let header = &file.header;
        let index = if header.is_indexed { G::index(&start) } else { None };
        let keys = if header.is_indexed { 0 } else { header.positions };
        let each = if header.is_duel { 1 } else { header.seats as u64 };
        let fits = header.layers_done.is_none()
            && file.keys.len() as u64 == keys
            && file.numbers.len() as u64 == header.positions * each
            && header.seats == start.seats()
            && index
                .as_ref()
                .map_or(!header.is_indexed, |index| index.count() as u64 == header.positions);
        if !fits {
            let reason = "its numbers do not fit its header".to_owned();
            return Err(LearnError::Damaged { path: path.to_owned(), reason });
        }
        Ok(SolvedTable { file, checksum, index, start })
    }

    /// What it is about.
    pub fn header(&self) -> &SolutionHeader {
        &self.file.header
    }

    /// Bytes that differ where solutions do.
    pub fn identity(&self) -> Vec<u8> {
        format!("{:?} {:08x}", self.header(), self.checksum).into_bytes()
    }

    /// Whether a game that begins like this follows the solved rules; what is wrong where it does not.
    pub fn check(&self, start: &G) -> Result<(), String> {
        if *start == self.start {
            return Ok(());
        }
        Err(format!(
            "the file solves {} {}, and this game has other rules",
            G::NAME,
            self.header().variant
        ))
    }

    /// The shares of a position; `None` where the solution does not have it.
    pub fn of(&self, position: &G) -> Option<Scores> {
        if position.turn() == Turn::Over {
            return Some(position.scores());
        }
        match &self.index {
            Some(index) => self.by_index(&**index, position),
            None => self.by_key(position),
        }
    }

    fn by_key(&self, position: &G) -> Option<Scores> {
        let place = self.file.keys.binary_search(&position.key()).ok()?;
        let numbers = &self.file.numbers;
        if self.header().is_duel {
            let share = numbers[place];
            return Some(Scores::new(&[share, 1.0 - share]));
        }
        let seats = self.header().seats;
        Some(Scores::new(&numbers[place * seats..][..seats]))
    }

    fn by_index(&self, index: &dyn Indexed<G>, position: &G) -> Option<Scores> {
        let mut is_known = true;
        let worth = IndexedEquations::new(index).worth(position, Seat(0), &mut |link| {
            let share = self.file.numbers.get(link.index).copied();
            is_known &= share.is_some();
            let share = ShareBounds::exact(share.unwrap_or(0.5).into());
            if link.other_seat { share.of_other() } else { share }
        });
        let share = worth.middle() as f32;
        let mut scores = Scores::new(&[share]);
        scores.set(Seat(1), Value(1.0 - share));
        is_known.then_some(scores)
    }
}
