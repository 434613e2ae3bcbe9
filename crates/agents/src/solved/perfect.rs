//! `perfect`: plays from the file of a solution.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use ludarium_game::{Agent, Bound, Budget, Candidate, Decision, MoveList, Rng, Turn};
use ludarium_learn::solution::SolutionHeader;

use super::table::{SolvedTable, start_of};
use super::{ENDING, FOLDER};
use crate::{Entry, Playable};

/// The entry of the agent.
pub fn entry<G: Playable>() -> Entry<G> {
    Entry::new("perfect", "plays perfectly, from the file that `ludarium solve` has written", |p| {
        let given = p.file(
            "file",
            "the solution; none: the one in runs/solve that fits the game",
            |path| SolvedTable::<G>::read(path).map_err(|error| error.to_string()),
        );
        let table: Arc<OnceLock<Arc<SolvedTable<G>>>> = Arc::default();
        match given {
            Some(given) => {
                p.model(given.identity());
                let _ = table.set(given.clone());
                p.demand(move |start: &G| given.check(start));
            }
            None => {
                let table = table.clone();
                p.demand(move |start: &G| {
                    if table.get().is_none() {
                        let _ = table.set(find(start)?);
                    }
                    table.get().map_or(Ok(()), |table| table.check(start))
                });
            }
        }
        move || Perfect { table: table.get().cloned() }
    })
}

/// The solution in the usual folder of a game that begins like this.
fn find<G: Playable>(start: &G) -> Result<Arc<SolvedTable<G>>, String> {
    let files = std::fs::read_dir(Path::new(FOLDER)).into_iter().flatten().flatten();
    let mut files: Vec<_> = files.map(|file| file.path()).collect();
    files.sort();
    let begins = format!("{}-", G::NAME);
    let mut refused = None;
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with(&begins) || !name.ends_with(ENDING) {
            continue;
        }
        let fits = SolutionHeader::read(&path).and_then(|header| start_of::<G>(&path, &header));
        match fits {
            Ok(begin) if begin == *start => {
                return SolvedTable::read(&path).map_err(|error| error.to_string());
            }
            Ok(_) => {}
            Err(error) => refused = Some(error.to_string()),
        }
    }
    let missing = || {
        let game = G::NAME;
        format!(
            "{FOLDER} has no solution of this game and variant; `ludarium solve {game}` makes one"
        )
    };
    Err(refused.unwrap_or_else(missing))
}

/// Plays the move after which its seat has most, the first of several. Where the solution does not know the position it plays
/// at random, and says of no move what it is worth.
struct Perfect<G: Playable> {
    table: Option<Arc<SolvedTable<G>>>,
}

impl<G: Playable> Agent<G> for Perfect<G> {
    fn choose(&mut self, position: &G, _: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let candidate = |&mv: &G::Move| {
            let mut after = position.clone();
            after.play(mv);
            // No counter ends a solved game.
            after.forget();
            let scores = self.table.as_ref()?.of(&after)?;
            Some(Candidate { mv, scores, bound: Bound::Exact, visits: 0, line: vec![mv] })
        };
        let candidates: Option<Vec<_>> = moves.iter().map(candidate).collect();
        let (Some(mut candidates), Turn::Seat(seat)) = (candidates, position.turn()) else {
            return Decision::plain(position.pick(rng, &mut moves));
        };
        candidates.sort_by(|a, b| b.scores.of(seat).0.total_cmp(&a.scores.of(seat).0));
        Decision { chosen: candidates[0].mv, candidates, ..Decision::plain(moves[0]) }
    }
}
