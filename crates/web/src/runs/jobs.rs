//! Work that the owner of the machine starts from the page: a tournament or a reproduction, one at a time.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use ludarium_arena::{
    Completion, Control, Interrupt, Plan, Progress, Shard, Store, Tournament, run,
};
use ludarium_lab::experiment::Mode;
use ludarium_lab::{BenchNews, Conditions, ReproduceRequest, SEED, reproduce};
use serde::{Deserialize, Serialize};

use crate::agents::players::contender;
use crate::error::{Result, WebError};
use crate::games::library::Library;
use crate::limits::Limits;
use crate::lock::locked;
use crate::runs::REPRODUCTIONS;

/// Games of a tournament from the page at most.
const MOST_GAMES: u64 = 10_000;

/// A tournament or match that is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentRequest {
    /// The name of the run; made of the game and the agents where it is not given.
    pub name: Option<String>,
    /// The game.
    pub game: String,
    /// Its variant with options.
    pub variant: Option<String>,
    /// The agents' texts.
    pub agents: Vec<String>,
    /// The least number of games.
    pub games: u64,
}

/// How far the work is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JobView {
    /// What is done, for people.
    pub title: String,
    /// The run that it fills, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Games done.
    pub done: u64,
    /// Games in all, as far as it is known.
    pub total: u64,
    /// Whether it goes on.
    pub running: bool,
    /// Why it ended before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The owner's work.
#[derive(Clone, Default)]
pub struct Jobs(Arc<Mutex<Option<OwnersJob>>>);

struct OwnersJob {
    view: JobView,
    interrupt: Interrupt,
}

impl Jobs {
    /// How far the last work is; nothing where there was none.
    pub fn view(&self) -> Option<JobView> {
        self.job().as_ref().map(|job| job.view.clone())
    }

    /// Ends the work; what is played is stored.
    pub fn stop(&self) {
        if let Some(job) = &*self.job() {
            job.interrupt.now();
        }
    }

    /// Begins a tournament; gives the name of its run.
    pub fn tournament(
        &self,
        library: &Arc<Library>,
        runs: &Path,
        request: TournamentRequest,
    ) -> Result<String> {
        if request.games > MOST_GAMES {
            let message = format!("{} games are too many", request.games);
            return Err(WebError::bad(message)
                .hint(format!("at most {MOST_GAMES}; the command line plays more")));
        }
        let name = request.name.as_deref().map(str::trim);
        let name = match name.filter(|name| !name.is_empty()) {
            Some(name) => name.to_owned(),
            None => usual_name(&request),
        };
        check_name(&name)?;
        let tournament = Tournament {
            game: request.game,
            variant: request.variant.filter(|variant| !variant.is_empty()),
            agents: request.agents,
            games: Some(request.games),
            ..Tournament::default()
        };
        let rules = library.rules(&tournament.game, tournament.variant.as_deref())?;
        for agent in &tournament.agents {
            contender(&*rules, agent, &Limits::PRIVATE)?;
        }
        let (contest, blocks) = tournament.contest(library.games())?;
        let plan =
            Plan { blocks, threads: threads(), shard: Shard::WHOLE, bots: None, luck: false };
        let interrupt = self.begin(format!("Tournament {name}"), Some(name.clone()))?;
        let opened = std::fs::create_dir_all(runs)
            .map_err(|error| {
                WebError::failed(format!("cannot make the folder of the runs: {error}"))
            })
            .and_then(|()| Ok(Store::create(&runs.join(format!("{name}.db")), &contest)?));
        let mut store = match opened {
            Ok(store) => store,
            Err(error) => {
                self.end(Some(error.message.clone()));
                return Err(error);
            }
        };
        let (jobs, library) = (self.clone(), library.clone());
        spawn(self, move || {
            let mut watch = |progress: Progress<'_>| {
                match progress {
                    Progress::Started { games_total, games_done, .. } => {
                        jobs.report(games_done, games_total)
                    }
                    Progress::Finished(_) => jobs.one_more(),
                    Progress::Block(_) => {}
                }
                Control::Continue
            };
            let games = library.games();
            let ended = run(games, &contest, &plan, &mut store, &interrupt, &mut watch);
            jobs.end(match ended {
                Ok(Completion::Complete) => None,
                Ok(_) => Some("stopped; start it again to go on".to_owned()),
                Err(error) => Some(error.to_string()),
            });
        })?;
        Ok(name)
    }

    /// Begins a quick reproduction of an experiment.
    pub fn reproduction(&self, library: &Arc<Library>, runs: &Path, name: &str) -> Result<()> {
        let names = vec![name.to_owned()];
        let known = library.experiments().select(&names);
        known.map_err(|error| WebError::bad(error.to_string()))?;
        let request = ReproduceRequest {
            names,
            conditions: Conditions {
                mode: Mode::Quick,
                folder: PathBuf::from(runs).join(REPRODUCTIONS),
                threads: threads(),
                seed: SEED,
                bots: None,
                elsewhere: None,
            },
            missing: false,
            machine: None,
        };
        let interrupt = self.begin(format!("Reproduction of {name}"), None)?;
        let (jobs, library) = (self.clone(), library.clone());
        spawn(self, move || {
            let mut watch = |news: BenchNews<'_>| {
                if let BenchNews::Progress(progress) = news {
                    jobs.report(progress.done, progress.total);
                }
            };
            let made = reproduce(library.experiments(), &request, &interrupt, &mut watch);
            jobs.end(match made {
                Ok(made) if made.is_complete() => None,
                Ok(_) => Some("stopped; start it again to go on".to_owned()),
                Err(error) => Some(error.to_string()),
            });
        })
    }

    /// Takes the place of the one work that may be under way.
    fn begin(&self, title: String, run: Option<String>) -> Result<Interrupt> {
        let mut job = self.job();
        if let Some(job) = job.as_ref().filter(|job| job.view.running) {
            let message = format!("{} is under way", job.view.title);
            return Err(WebError::bad(message).hint("stop it or wait for its end"));
        }
        let interrupt = Interrupt::new();
        *job = Some(OwnersJob {
            view: JobView { title, run, done: 0, total: 0, running: true, problem: None },
            interrupt: interrupt.clone(),
        });
        Ok(interrupt)
    }

    fn report(&self, done: u64, total: u64) {
        if let Some(job) = &mut *self.job() {
            (job.view.done, job.view.total) = (done, total);
        }
    }

    fn one_more(&self) {
        if let Some(job) = &mut *self.job() {
            job.view.done += 1;
        }
    }

    fn end(&self, problem: Option<String>) {
        if let Some(job) = &mut *self.job() {
            job.view.running = false;
            job.view.problem = problem;
        }
    }

    fn job(&self) -> MutexGuard<'_, Option<OwnersJob>> {
        locked(&self.0)
    }
}

fn spawn(jobs: &Jobs, work: impl FnOnce() + Send + 'static) -> Result<()> {
    let thread = std::thread::Builder::new().name("owner".to_owned());
    thread.spawn(work).map(|_| ()).map_err(|error| {
        let message = format!("no thread for the work: {error}");
        jobs.end(Some(message.clone()));
        WebError::unavailable(message)
    })
}

/// Half of the cores: the other half is for those who play on the page.
fn threads() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    (cores / 2).max(1)
}

/// `game one-ply greedy`, as far as a file may be called so.
fn usual_name(request: &TournamentRequest) -> String {
    let words = std::iter::once(&request.game).chain(&request.agents);
    let words: Vec<String> = words.map(|word| word.replace(|sign| !plain(sign), "-")).collect();
    words.join(" ").chars().take(80).collect()
}

fn check_name(name: &str) -> Result<()> {
    let fits = !name.is_empty() && name.len() <= 100 && !name.starts_with('.');
    if fits && name.chars().all(plain) {
        return Ok(());
    }
    Err(WebError::bad("this is no name for a run")
        .hint("letters, digits, spaces, `-`, `_`, `+` and `.`, at most 100"))
}

fn plain(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.' | ' ' | '+')
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::testing::library;

    fn wait(jobs: &Jobs) -> JobView {
        let end = Instant::now() + Duration::from_secs(120);
        while jobs.view().is_some_and(|view| view.running) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        jobs.view().unwrap()
    }

    fn request(name: &str, games: u64) -> TournamentRequest {
        TournamentRequest {
            name: Some(name.to_owned()),
            game: "sprint".to_owned(),
            variant: None,
            agents: vec!["walker".to_owned(), "random".to_owned()],
            games,
        }
    }

    #[test]
    fn a_tournament_from_the_page_fills_a_run_and_one_goes_at_a_time() {
        let folder = std::env::temp_dir().join(format!("ludarium-jobs-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let (jobs, library) = (Jobs::default(), library());
        let begin = |name: &str, games| jobs.tournament(&library, &folder, request(name, games));
        for wrong in ["../out", "", ".hidden", "a/b"] {
            let made = begin(wrong, 2);
            // Without a name it gets one.
            assert_eq!(made.is_ok(), wrong.is_empty(), "{wrong}");
            if let Ok(name) = made {
                assert_eq!(name, "sprint walker random");
                wait(&jobs);
            }
        }
        assert!(begin("huge", MOST_GAMES + 1).is_err());
        for agent in ["one-ply:eval=file:/dev/zero", "bot:/bin/true", "mcts:memory=100000"] {
            let agents = vec![agent.to_owned(), "random".to_owned()];
            let asked = TournamentRequest { agents, ..request("files", 2) };
            let refused = jobs.tournament(&library, &folder, asked).unwrap_err();
            let rules = ["reads none of this machine", "not let in here", "at most 512"];
            assert!(rules.iter().any(|rule| refused.message.contains(rule)), "{agent}: {refused}");
        }
        begin("first", 400).unwrap();
        if jobs.view().unwrap().running {
            assert!(begin("second", 2).is_err(), "one at a time");
        }
        let view = wait(&jobs);
        assert_eq!((view.done, view.total, view.problem), (400, 400, None));
        let store = Store::open(&folder.join("first.db")).unwrap();
        assert_eq!(store.finished().unwrap().len(), 400);
        drop(store);
        jobs.reproduction(&library, &folder, "009/table-1").unwrap();
        assert_eq!(wait(&jobs).problem, None);
        assert!(jobs.reproduction(&library, &folder, "009/none").is_err());
        assert!(folder.join("reproduce/csv/009-table-1.csv").is_file());
        let _ = std::fs::remove_dir_all(&folder);
    }
}
