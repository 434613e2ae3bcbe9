//! From the rules to the file, and from the file to moves.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ludarium_game::sprint::{Sprint, SprintMove};
use ludarium_game::{Bound, Budget, Game, MoveList, Rng, Seat, Seed, Spec, Tabletop, Turn};
use ludarium_search::solve::{Solution, SolveNews, SolveOptions, solve};

use super::*;
use crate::{Recipe, Roster, generic};

/// A folder for the files of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("ludarium-solved-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("sprint.solution")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn start(variant: &str) -> Sprint {
    let rules = Sprint::rules(&Spec::parse(variant).unwrap()).unwrap();
    Sprint::start(&rules, &mut Rng::new(Seed(0)))
}

fn quiet() -> impl FnMut(SolveNews) -> ControlFlow<()> {
    |_| ControlFlow::Continue(())
}

fn make(
    variant: &str,
    path: &Path,
    tell: &mut TellSolver<'_>,
) -> Result<SolutionHeader, SolvingError> {
    let rules = Sprint::rules(&Spec::parse(variant).unwrap()).unwrap();
    let options = SolveOptions::default();
    let job = job(&rules, variant, &start(variant), false, &options, &mut quiet())?;
    assert!(job.size().positions > 10 && job.size().memory > job.size().file);
    job.solve(path, &options, tell)
}

fn solution(variant: &str) -> Solution {
    solve(&[start(variant)], &SolveOptions::default(), &mut quiet()).unwrap()
}

fn recipe(path: &Path) -> ludarium_game::Result<Recipe<Sprint>> {
    Roster::of(generic::any()).recipe(&format!("perfect:file={}", path.display()))
}

#[test]
fn the_agent_plays_what_the_solution_says() {
    for variant in ["strict:track=8", "strict:track=9", "strict:players=3,track=5"] {
        let folder = Folder::new(&variant.replace([':', ',', '='], "-"));
        let header = make(variant, &folder.file(), &mut quiet()).unwrap();
        let expected = solution(variant);
        assert_eq!(header.is_indexed, variant == "strict:track=8");
        if !header.is_indexed {
            assert_eq!(header.positions, expected.count() as u64);
        }
        let at_start = expected.of(&start(variant)).unwrap();
        for (&found, &expected) in header.start_shares.iter().zip(at_start.as_slice(header.seats)) {
            assert!((found - f64::from(expected)).abs() < 1e-6, "{variant}");
        }
        let recipe = recipe(&folder.file()).unwrap();
        recipe.check(&start(variant)).unwrap();
        let mut agent = recipe.agent();
        let (mut position, mut rng) = (start(variant), Rng::new(Seed(7)));
        let mut decisions = 0;
        while position.turn() != Turn::Over {
            let Turn::Seat(seat) = position.turn() else {
                position.play(position.roll(&mut rng));
                continue;
            };
            let decision = agent.choose(&position, &Budget::default(), &mut rng);
            let best = &decision.candidates[0];
            let value = expected.of(&position).unwrap().of(seat).0;
            assert!((best.scores.of(seat).0 - value).abs() < 1e-6);
            assert_eq!((decision.chosen, best.bound), (best.mv, Bound::Exact));
            assert_eq!(decision.candidates.len(), 2);
            decisions += 1;
            position.play(position.pick(&mut rng, &mut MoveList::new()));
        }
        assert!(decisions > 5, "{decisions}");
    }
}

#[test]
fn a_solution_of_something_else_is_refused() {
    let folder = Folder::new("else");
    let path = folder.file();
    make("strict:track=5", &path, &mut quiet()).unwrap();
    let fitting = recipe(&path).unwrap();
    assert_eq!(fitting.models().len(), 1);
    let error = fitting.check(&start("strict:track=6")).unwrap_err().to_string();
    assert!(
        error.contains("solves sprint strict:track=5, and this game has other rules"),
        "{error}"
    );
    // A file cut short, one of rules that were others, and none at all.
    let whole = std::fs::read(&path).unwrap();
    let error = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        recipe(&path).err().unwrap().to_string()
    };
    let cut = error(&whole[..whole.len() - 7]);
    assert!(cut.contains("is damaged: ") && cut.contains("bytes follow its header"), "{cut}");
    let digest = SolutionHeader::read(&path).unwrap().rules;
    let other = if digest == "00000000" { "11111111" } else { "00000000" };
    let at = whole.windows(8).position(|window| window == digest.as_bytes()).unwrap();
    let mut changed = whole.clone();
    changed[at..at + 8].copy_from_slice(other.as_bytes());
    let changed = error(&changed);
    assert!(changed.contains("by rules that have changed since"), "{changed}");
    std::fs::remove_file(&path).unwrap();
    let missing = recipe(&path).err().unwrap().to_string();
    assert!(missing.contains("cannot use "), "{missing}");
}

#[test]
fn an_interrupted_solution_goes_on() {
    let variant = "strict:track=60";
    let folder = Folder::new("parts");
    make(variant, &folder.file(), &mut quiet()).unwrap();
    let whole = std::fs::read(folder.file()).unwrap();
    std::fs::remove_file(folder.file()).unwrap();
    let mut interruptions = 0;
    loop {
        let mut news = 0;
        let solved = make(variant, &folder.file(), &mut |_| {
            news += 1;
            if news == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match solved {
            Ok(_) => break,
            Err(SolvingError::Solve(SolveError::Interrupted)) => interruptions += 1,
            Err(other) => panic!("{other}"),
        }
        assert!(!folder.file().exists());
        // Another variant does not go on with it.
        let error = make("strict:track=59", &folder.file(), &mut quiet()).unwrap_err().to_string();
        assert!(
            error.contains("holds an unfinished solution of sprint strict:track=60"),
            "{error}"
        );
    }
    assert!(interruptions > 1, "{interruptions}");
    assert_eq!(std::fs::read(folder.file()).unwrap(), whole);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "nothing unfinished is left");
}

/// Without a solution the agent says why it cannot play, and still has an answer for whoever asks it all the same.
#[test]
fn without_a_solution_nobody_is_perfect() {
    let roster = Roster::<Sprint>::of(generic::any());
    let recipe = roster.recipe("perfect").unwrap();
    let error = recipe.check(&start("strict:track=7")).unwrap_err().to_string();
    assert!(error.contains("`ludarium solve sprint` makes one"), "{error}");
    let decision =
        recipe.agent().choose(&start("strict"), &Budget::default(), &mut Rng::new(Seed(1)));
    assert!(decision.candidates.is_empty());
    assert!([SprintMove::Walk, SprintMove::Run].contains(&decision.chosen));
    assert_eq!(start("strict").turn(), Turn::Seat(Seat(0)));
}
