//! A stored game of a run, to step through.

use std::path::Path;

use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_arena::{Contest, GameRecord, Happening, Ply, ReplayError, replay};
use ludarium_game::ChancePlace;
use ludarium_games::registry;

use super::folder;
use crate::api::{LogEntry, Message, SeatStyleView, SeatView, Snapshot, Thought, Verdict, View};
use crate::error::{Result, WebError};
use crate::share;
use crate::tables::Picture;

/// A game as a snapshot, as JSON.
pub fn snapshot(folder: &Path, run: &str, number: u64) -> Result<String> {
    look(folder, run, number, Wanted::Snapshot)
}

/// The view after so many happenings of a game, as JSON.
pub fn step(folder: &Path, run: &str, number: u64, count: usize) -> Result<String> {
    look(folder, run, number, Wanted::Step(count))
}

/// A game as one file.
pub fn file(folder: &Path, run: &str, number: u64) -> Result<String> {
    look(folder, run, number, Wanted::File)
}

enum Wanted {
    Snapshot,
    Step(usize),
    File,
}

fn look(folder: &Path, run: &str, number: u64, wanted: Wanted) -> Result<String> {
    let store = folder::open(folder, run)?;
    let contest = store.contest();
    let missing = || WebError::missing(format!("there is no game {number} in the run `{run}`"));
    let record = store.game(number)?.ok_or_else(missing)?;
    let task = Look {
        run,
        contest,
        record: &record,
        wanted,
    };
    with_kit(&contest.game, Some(&contest.variant), task)?
}

struct Look<'a> {
    run: &'a str,
    contest: &'a Contest,
    record: &'a GameRecord,
    wanted: Wanted,
}

impl KitTask for Look<'_> {
    type Output = Result<String>;

    fn run<G: Kit>(self, rules: G::Rules) -> Result<String> {
        let film = Film::<G>::of(&rules, &self)?;
        Ok(match self.wanted {
            Wanted::Snapshot => Message::Snapshot(&film.snapshot(&self)).text(),
            Wanted::Step(count) => serde_json::to_string(&film.view(count)).unwrap_or_default(),
            Wanted::File => {
                let views = (0..=film.made.len()).map(|count| film.view(count));
                share::file(&film.snapshot(&self), views)
            }
        })
    }
}

/// A game that was replayed.
struct Film<G: Kit> {
    picture: Picture,
    made: Vec<Happening<G>>,
    plies: Vec<Option<Ply>>,
    end: G,
    players: Vec<String>,
}

impl<G: Kit> Film<G> {
    fn of(rules: &G::Rules, look: &Look<'_>) -> Result<Film<G>> {
        let (mut made, mut plies) = (Vec::new(), Vec::new());
        let end = replay::<G, ReplayError>(rules, look.record, |step| {
            made.push(Happening {
                before: step.before.clone(),
                mv: step.mv,
                by: step.ply.map(|ply| ply.seat),
                text: step.text.to_owned(),
            });
            plies.push(step.ply);
            Ok(())
        });
        let end = end.map_err(|error| WebError::failed(error.to_string()))?;
        let labels = look.contest.labels();
        let players = look.record.seats.iter();
        let players = players.map(|&agent| labels.get(agent).cloned().unwrap_or_default());
        Ok(Film {
            picture: Picture::of(made.first().map_or(&end, |first| &first.before)),
            made,
            plies,
            end,
            players: players.collect(),
        })
    }

    fn view(&self, count: usize) -> View {
        let count = count.min(self.made.len());
        let position = self.made.get(count).map_or(&self.end, |next| &next.before);
        let last = count.checked_sub(1).map(|index| &self.made[index]);
        let mut view = self.picture.view(position, last, count);
        let ply = count.checked_sub(1).and_then(|index| self.plies[index]);
        view.thought = ply
            .zip(last)
            .map(|(ply, last)| self.thought(ply, &last.text));
        view
    }

    /// What the record keeps of a thought: its cost.
    fn thought(&self, ply: Ply, text: &str) -> Thought {
        let ms = ply.time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        Thought {
            agent: self.players[ply.seat.index()].clone(),
            seat: ply.seat.0,
            chosen: text.to_owned(),
            candidates: Vec::new(),
            nodes: ply.thought.nodes,
            iterations: ply.thought.iterations,
            depth: ply.thought.depth,
            ms,
            nps: Thought::rate(ply.thought.nodes, ms),
        }
    }

    fn snapshot(&self, look: &Look<'_>) -> Snapshot {
        let (contest, record) = (look.contest, look.record);
        let title = registry::find(&contest.game).map_or("", |game| game.title);
        let styles = SeatStyleView::of(&self.picture.scene);
        let seats = styles.into_iter().zip(&self.players);
        Snapshot {
            id: format!("{}/{}", look.run, record.number),
            game: contest.game.clone(),
            variant: contest.variant.clone(),
            title: title.to_owned(),
            seed: contest.seed,
            version: self.made.len() as u64,
            count: self.made.len(),
            seats: seats
                .map(|(style, player)| SeatView {
                    style,
                    kind: "agent",
                    player: player.clone(),
                    agent: Some(player.clone()),
                    budget: None,
                    clock_ms: None,
                    connected: true,
                })
                .collect(),
            you: Vec::new(),
            board: self.picture.board.clone(),
            view: self.view(self.made.len()),
            log: self.log(),
            result: Some(Verdict {
                scores: record.scores.clone(),
                ending: record.ending.clone(),
            }),
            paused: true,
            speed: 0,
            clock: contest.clock.clone(),
            chance: G::CHANCE != ChancePlace::Nowhere,
        }
    }

    fn log(&self) -> Vec<LogEntry> {
        let made = self.made.iter().zip(&self.plies);
        made.map(|(made, ply)| LogEntry {
            by: made.by.map(|seat| seat.0),
            text: made.text.clone(),
            cells: self.picture.cells.indices(&made.before.clicks(made.mv)),
            ms: ply
                .and_then(|ply| ply.time)
                .map(|time| time.as_millis() as u64),
            value: ply.and_then(|ply| self.expectation(ply)),
        })
        .collect()
    }

    /// A record keeps what the mover expected for itself; with two seats the other's share follows.
    fn expectation(&self, ply: Ply) -> Option<Vec<Option<f32>>> {
        let value = ply.thought.value?;
        let seats = self.players.len();
        let rest = (seats == 2).then_some(1.0 - value);
        let mut values = vec![rest; seats];
        values[ply.seat.index()] = Some(value);
        Some(values)
    }
}
