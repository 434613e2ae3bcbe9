//! `SolveJob`: a game that is being solved into a file, and can be interrupted.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludarium_game::Seat;
use ludarium_learn::LearnError;
use ludarium_learn::solution::{SolutionFile, SolutionHeader};
use ludarium_search::solve::{
    Equations, Indexed, IndexedEquations, LAYER_BYTES, ManySeatState, Reached, ShareBounds,
    Solution, SolveError, SolveOptions, SolveState, TellSolver, TwoSeatState, Worth,
    solve_many_seats, solve_two_seats,
};
use thiserror::Error;

use super::rules::digest;
use crate::Playable;

/// How often an unfinished solution is written.
const BETWEEN: Duration = Duration::from_secs(600);

/// What a position that was reached takes, links and shares apart.
const REACHED_BYTES: u64 = 32;

/// Sweeps that positions which come back need, more or less, to guess the time. In Ur with 3 pieces it is some 40.
const SWEEPS: u64 = 40;
/// Positions that are looked at to guess the time.
const PROBED: usize = 20_000;

/// Why a game was not solved into a file.
#[derive(Debug, Error)]
pub enum SolvingError {
    /// The game cannot be solved, or somebody asked for an end.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] LearnError),
    /// The position is none of this game.
    #[error(transparent)]
    Input(#[from] ludarium_game::Error),
}

/// How large a game is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveSize {
    /// The number of positions.
    pub positions: u64,
    /// The bytes that solving takes.
    pub memory: u64,
    /// The length of the file.
    pub file: u64,
    /// How long it takes on one thread, roughly.
    pub time: Duration,
}

/// A game that is being solved into a file, its type hidden.
pub trait SolveJob {
    /// How large it is.
    fn size(&self) -> SolveSize;

    /// Solves it and writes the file. An interruption leaves an unfinished solution beside the file, with which the next job
    /// goes on; one that belongs to something else is an error.
    fn solve(
        self: Box<Self>,
        path: &Path,
        options: &SolveOptions,
        tell: &mut TellSolver<'_>,
    ) -> Result<SolutionHeader, SolvingError>;
}

/// Counts the positions of a game: those that can be reached from one position, or all that the game numbers where it does
/// and none is given.
pub fn job<G: Playable>(
    rules: &G::Rules,
    variant: &str,
    start: &G,
    is_given: bool,
    options: &SolveOptions,
    tell: &mut TellSolver<'_>,
) -> Result<Box<dyn SolveJob>, SolveError> {
    let index = if is_given { None } else { G::index(start) };
    let mut header = SolutionHeader {
        game: G::NAME.to_owned(),
        variant: variant.to_owned(),
        rules: digest::<G>(rules),
        starts: Vec::new(),
        seats: start.seats(),
        is_duel: true,
        positions: 0,
        is_indexed: index.is_some(),
        layers_done: None,
        start_shares: Vec::new(),
        error: None,
        open: 0,
        ties: 0,
    };
    if let Some(index) = index {
        header.positions = index.count() as u64;
        let job = IndexJob { index, header, start: start.clone() };
        if job.size().memory > options.memory {
            let found = job.header.positions;
            return Err(SolveError::TooLarge { found, memory: options.memory });
        }
        return Ok(Box::new(job));
    }
    let reached = Reached::from(std::slice::from_ref(start), options, tell)?;
    header.starts.push(start.describe());
    header.positions = reached.count() as u64;
    header.is_duel = reached.is_duel();
    Ok(Box::new(ReachedJob { reached, header, start: start.clone() }))
}

/// A game whose positions are a list.
struct ReachedJob<G> {
    reached: Reached,
    header: SolutionHeader,
    start: G,
}

/// A game that numbers its positions.
struct IndexJob<G> {
    index: Arc<dyn Indexed<G>>,
    header: SolutionHeader,
    start: G,
}

impl<G: Playable> SolveJob for ReachedJob<G> {
    fn size(&self) -> SolveSize {
        let positions = self.header.positions;
        let each = if self.header.is_duel { 16 } else { 8 * self.header.seats as u64 };
        let shares = if self.header.is_duel { 1 } else { self.header.seats as u64 };
        SolveSize {
            positions,
            memory: positions * (REACHED_BYTES + each) + self.reached.links() * 4,
            file: positions * (8 + 4 * shares),
            time: guess(&self.reached),
        }
    }

    fn solve(
        self: Box<Self>,
        path: &Path,
        options: &SolveOptions,
        tell: &mut TellSolver<'_>,
    ) -> Result<SolutionHeader, SolvingError> {
        let ReachedJob { reached, mut header, start } = *self;
        let mut state = SolveState::new(&reached);
        match &mut state {
            SolveState::Two(state) => {
                in_parts(path, &header, state, tell, |state, tell| {
                    solve_two_seats(&reached, state, options, tell)
                })?;
            }
            SolveState::Many(state) => {
                in_parts(path, &header, state, tell, |state, tell| {
                    solve_many_seats(&reached, state, tell)
                })?;
            }
        }
        let solution = Solution::new(reached, state);
        header.error = solution.error();
        (header.open, header.ties) = (solution.open(), solution.ties());
        if let Some(scores) = solution.of(&start) {
            let shares = scores.as_slice(header.seats).iter();
            header.start_shares = shares.map(|&share| share.into()).collect();
        }
        let shares = if header.is_duel { 1 } else { header.seats };
        let (mut keys, mut numbers) = (Vec::new(), Vec::new());
        for (key, scores) in solution.positions() {
            keys.push(key);
            numbers.extend(scores.as_slice(shares));
        }
        finish(path, SolutionFile { header, keys, numbers })
    }
}

impl<G: Playable> SolveJob for IndexJob<G> {
    fn size(&self) -> SolveSize {
        let equations = IndexedEquations::new(&*self.index);
        let layers = (0..equations.layers()).map(|number| equations.layer(number).len() as u64);
        let positions = self.header.positions;
        SolveSize {
            positions,
            memory: 16 * positions + LAYER_BYTES * layers.max().unwrap_or(0),
            file: 4 * positions,
            time: guess(&equations),
        }
    }

    fn solve(
        self: Box<Self>,
        path: &Path,
        options: &SolveOptions,
        tell: &mut TellSolver<'_>,
    ) -> Result<SolutionHeader, SolvingError> {
        let IndexJob { index, mut header, start } = *self;
        let equations = IndexedEquations::new(&*index);
        let mut state = TwoSeatState::new(&equations);
        in_parts(path, &header, &mut state, tell, |state, tell| {
            solve_two_seats(&equations, state, options, tell)
        })?;
        header.error = Some(state.largest_gap() / 2.0);
        header.open = state.open();
        let share = equations.worth(&start, Seat(0), &mut |link| {
            let share = state.bounds[link.index];
            if link.other_seat { share.of_other() } else { share }
        });
        header.start_shares = vec![share.middle(), 1.0 - share.middle()];
        let numbers = state.bounds.iter().map(|bounds| bounds.middle() as f32).collect();
        finish(path, SolutionFile { header, keys: Vec::new(), numbers })
    }
}

/// How long it takes to look at all positions often enough.
fn guess(equations: &impl Equations) -> Duration {
    let count = equations.count();
    let looks = (0..equations.layers()).map(|number| match equations.layer(number).len() as u64 {
        1 => 1,
        several => several * SWEEPS,
    });
    let step = count.div_ceil(PROBED).max(1);
    let began = Instant::now();
    let mut probed = 0;
    for index in (0..count).step_by(step) {
        let _ = equations.look(index, &mut |_| ShareBounds::UNKNOWN);
        probed += 1;
    }
    let each = began.elapsed().as_secs_f64() / f64::from(probed.max(1));
    Duration::try_from_secs_f64(each * looks.sum::<u64>() as f64).unwrap_or(Duration::MAX)
}

/// What can be stored while it is unfinished, as numbers.
trait PartialSolution {
    fn layers_done(&self) -> usize;

    fn ties(&self) -> u64;

    fn numbers(&self) -> Vec<f64>;

    /// Goes on with what was stored; `None` where it does not fit.
    fn go_on(&mut self, layers_done: usize, ties: u64, numbers: &[f64]) -> Option<()>;
}

impl PartialSolution for TwoSeatState {
    fn layers_done(&self) -> usize {
        self.layers_done
    }

    fn ties(&self) -> u64 {
        0
    }

    fn numbers(&self) -> Vec<f64> {
        self.bounds.iter().flat_map(|bounds| [bounds.low, bounds.high]).collect()
    }

    fn go_on(&mut self, layers_done: usize, _: u64, numbers: &[f64]) -> Option<()> {
        let (pairs, []) = numbers.as_chunks::<2>() else {
            return None;
        };
        if pairs.len() != self.bounds.len() {
            return None;
        }
        self.layers_done = layers_done;
        self.bounds = pairs.iter().map(|&[low, high]| ShareBounds { low, high }).collect();
        Some(())
    }
}

impl PartialSolution for ManySeatState {
    fn layers_done(&self) -> usize {
        self.layers_done
    }

    fn ties(&self) -> u64 {
        self.ties
    }

    fn numbers(&self) -> Vec<f64> {
        self.shares.clone()
    }

    fn go_on(&mut self, layers_done: usize, ties: u64, numbers: &[f64]) -> Option<()> {
        if numbers.len() != self.shares.len() {
            return None;
        }
        *self = ManySeatState { layers_done, ties, shares: numbers.to_vec() };
        Some(())
    }
}

/// Solves, and stores what is known now and then and when somebody asks for an end.
fn in_parts<S: PartialSolution>(
    path: &Path,
    header: &SolutionHeader,
    state: &mut S,
    tell: &mut TellSolver<'_>,
    mut solve: impl FnMut(&mut S, &mut TellSolver<'_>) -> Result<(), SolveError>,
) -> Result<(), SolvingError> {
    let part = unfinished(path);
    if part.exists() {
        go_on(&part, header, state)?;
    }
    let mut is_over = false;
    loop {
        let began = Instant::now();
        let solved = solve(state, &mut |news| {
            is_over |= tell(news).is_break();
            if is_over || began.elapsed() > BETWEEN {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match solved {
            Err(SolveError::Interrupted) => {
                let mut header = header.clone();
                header.layers_done = Some(state.layers_done() as u64);
                header.ties = state.ties();
                let numbers = state.numbers();
                SolutionFile { header, keys: Vec::new(), numbers }.write(&part)?;
                if is_over {
                    return Err(SolveError::Interrupted.into());
                }
            }
            other => return Ok(other?),
        }
    }
}

/// The file beside a solution that is there until it is finished.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

fn go_on<S: PartialSolution>(
    part: &Path,
    header: &SolutionHeader,
    state: &mut S,
) -> Result<(), SolvingError> {
    let (SolutionFile { header: mut found, numbers, .. }, _) = SolutionFile::<f64>::read(part)?;
    let (layers_done, ties) = (found.layers_done.take().unwrap_or(0), found.ties);
    found.ties = 0;
    let fits = found == *header;
    let begun = fits.then(|| state.go_on(layers_done as usize, ties, &numbers)).flatten();
    begun.ok_or_else(|| {
        let of = |header: &SolutionHeader| {
            let SolutionHeader { game, variant, positions, rules, .. } = header;
            format!(
                "an unfinished solution of {game} {variant} ({positions} positions, rules {rules})"
            )
        };
        SolvingError::File(LearnError::Different {
            path: part.to_owned(),
            found: of(&found),
            expected: format!("{}; remove it to begin anew", of(header)),
        })
    })
}

/// Writes the file and removes the unfinished one.
fn finish(path: &Path, file: SolutionFile<f32>) -> Result<SolutionHeader, SolvingError> {
    file.write(path)?;
    // There is none where nothing took long.
    let _ = std::fs::remove_file(unfinished(path));
    Ok(file.header)
}
