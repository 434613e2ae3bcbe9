//! A stored game of a run, to step through.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use ludarium_arena::{Contest, Event, FaultNote, GameRecord, Ply, Ruleset, is_bot};
use ludarium_game::{ChancePlace, Position, Scores};
use ludarium_lab::review::{Finished, Played};

use super::folder;
use crate::api::{GameResult, LogEntry, Message, SeatStyleView, SeatView, Snapshot, Thought, View};
use crate::error::{Result, WebError};
use crate::library::Library;
use crate::share;
use crate::tables::{Picture, all_views};

/// Which game of which run.
pub struct Recorded<'a> {
    /// The games that are known here.
    pub library: &'a Library,
    /// The folder of the runs.
    pub folder: &'a Path,
    /// The run.
    pub run: &'a str,
    /// The number of the game.
    pub number: u64,
}

/// A game as a snapshot, as JSON.
pub fn snapshot(game: &Recorded<'_>) -> Result<String> {
    let film = Film::of(game)?;
    Ok(Message::Snapshot(&film.snapshot(game)).text())
}

/// The view after so many events of a game, as JSON.
pub fn step(game: &Recorded<'_>, count: usize) -> Result<String> {
    let film = Film::of(game)?;
    Ok(serde_json::to_string(&film.view(count)).unwrap_or_default())
}

/// All views of a game, as JSON.
pub fn steps(game: &Recorded<'_>) -> Result<String> {
    let film = Film::of(game)?;
    all_views(film.events.len(), |count| film.view(count))
}

/// A game to be reviewed, with its rules.
pub fn finished(game: &Recorded<'_>) -> Result<(Arc<dyn Ruleset>, Finished)> {
    let film = Film::of(game)?;
    let contest = &film.contest;
    let rules = game.library.rules(&contest.game, Some(&contest.variant))?;
    let finished = Finished {
        scores: Scores::new(&film.record.scores),
        played: film.played(),
    };
    Ok((rules, finished))
}

/// A game for pictures.
pub fn played(game: &Recorded<'_>) -> Result<Played> {
    Ok(Film::of(game)?.played())
}

/// A game as one file.
pub fn file(game: &Recorded<'_>) -> Result<String> {
    let film = Film::of(game)?;
    let views = (0..=film.events.len()).map(|count| film.view(count));
    Ok(share::file(&film.snapshot(game), views))
}

/// A game that was replayed.
struct Film {
    contest: Contest,
    record: GameRecord,
    picture: Picture,
    chance: ChancePlace,
    events: Vec<Event>,
    plies: Vec<Option<Ply>>,
    /// What bots said about each event.
    comments: Vec<String>,
    /// The position before each event, and the last one.
    positions: Vec<Position>,
    players: Vec<String>,
}

impl Film {
    fn of(game: &Recorded<'_>) -> Result<Film> {
        let Recorded { run, number, .. } = game;
        let store = folder::open(game.folder, run)?;
        let contest = store.contest().clone();
        let missing = || WebError::missing(format!("there is no game {number} in the run `{run}`"));
        let record = store.game(*number)?.ok_or_else(missing)?;
        let rules = game.library.rules(&contest.game, Some(&contest.variant))?;
        let (mut events, mut plies, mut positions) = (Vec::new(), Vec::new(), Vec::new());
        let mut comments = Vec::new();
        let end = rules.replay(&record, &mut |step| {
            events.push(Event {
                by: step.ply.map(|ply| ply.seat),
                text: step.text.to_owned(),
                clicks: step.before.clicks(step.text),
            });
            plies.push(step.ply);
            comments.push(step.comment.to_owned());
            positions.push(step.before.clone());
            ControlFlow::Continue(())
        });
        positions.push(end.map_err(|error| WebError::failed(error.to_string()))?);
        let labels = store.labels();
        let players = record.seats.iter();
        let players = players.map(|&agent| labels.get(agent).cloned().unwrap_or_default());
        Ok(Film {
            picture: Picture::of(&positions[0]),
            chance: rules.chance(),
            events,
            plies,
            comments,
            positions,
            players: players.collect(),
            contest,
            record,
        })
    }

    fn played(self) -> Played {
        Played {
            positions: self.positions,
            events: self.events,
        }
    }

    fn view(&self, count: usize) -> View {
        let count = count.min(self.events.len());
        let last = count.checked_sub(1).map(|index| &self.events[index]);
        let before = count.checked_sub(1).map(|index| &self.positions[index]);
        let mut view = self
            .picture
            .view(&self.positions[count], last.zip(before), count);
        let ply = count.checked_sub(1).and_then(|index| self.plies[index]);
        view.thought = ply
            .zip(last)
            .map(|(ply, last)| self.thought(ply, count - 1, &last.text));
        view
    }

    /// What the record keeps of the thought behind an event: its cost, and what a bot said.
    fn thought(&self, ply: Ply, index: usize, text: &str) -> Thought {
        let ms = ply.time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        // Where the rules moved instead of a program, or ended the game after this move, its last words stand here.
        let last = ply.number + 1 == self.record.plies;
        let spoke = |fault: &&FaultNote| {
            fault.ply == ply.number || (last && fault.ply >= self.record.plies)
        };
        let faults = self.record.faults.iter().filter(spoke);
        let stderr: Vec<&str> = faults.map(|fault| fault.last_words.as_str()).collect();
        let thought = Thought {
            agent: self.players[ply.seat.index()].clone(),
            seat: ply.seat.0,
            chosen: text.to_owned(),
            candidates: Vec::new(),
            nodes: ply.thought.nodes,
            iterations: ply.thought.iterations,
            depth: ply.thought.depth,
            ms,
            nps: Thought::rate(ply.thought.nodes, ms),
            comment: String::new(),
            stderr: String::new(),
        };
        thought.with(&self.comments[index], stderr.join("\n").trim())
    }

    fn snapshot(&self, game: &Recorded<'_>) -> Snapshot {
        let (contest, record) = (&self.contest, &self.record);
        let styles = SeatStyleView::of(&self.picture.scene);
        let texts = record.seats.iter();
        // How a bot was started is nobody's business here.
        let texts = texts.zip(&self.players).map(|(&agent, player)| {
            let text = contest.agents.get(agent)?;
            Some(match is_bot(text) {
                true => format!("bot:{player}"),
                false => text.clone(),
            })
        });
        let seats = styles.into_iter().zip(self.players.iter().zip(texts));
        Snapshot {
            id: format!("{}/{}", game.run, record.number),
            game: contest.game.clone(),
            variant: contest.variant.clone(),
            title: game.library.title(&contest.game).to_owned(),
            summary: game.library.summary(&contest.game),
            seed: contest.seed,
            version: self.events.len() as u64,
            count: self.events.len(),
            seats: seats
                .map(|(style, (player, text))| SeatView {
                    style,
                    kind: "agent",
                    player: player.clone(),
                    agent: text,
                    budget: None,
                    clock_ms: None,
                    connected: true,
                })
                .collect(),
            you: Vec::new(),
            board: self.picture.board.clone(),
            view: self.view(self.events.len()),
            log: self.log(),
            result: Some(GameResult {
                scores: record.scores.clone(),
                ending: record.ending.clone(),
            }),
            paused: true,
            speed: 0,
            clock: contest.clock.clone(),
            chance: self.chance != ChancePlace::Nowhere,
            daily: false,
        }
    }

    fn log(&self) -> Vec<LogEntry> {
        let events = self.events.iter().zip(&self.plies).enumerate();
        events
            .map(|(index, (event, ply))| LogEntry {
                ms: ply
                    .and_then(|ply| ply.time)
                    .map(|time| time.as_millis() as u64),
                value: ply.and_then(|ply| self.expectation(ply)),
                ..self.picture.entry(
                    event,
                    &self.positions[index],
                    &self.positions[index + 1],
                    index + 1,
                )
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
