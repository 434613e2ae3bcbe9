//! A stored game of a run, to step through.

use std::path::Path;

use ludarium_arena::{FaultNote, GameRecord, Ply, is_bot, played_game};
use ludarium_game::{ChancePlace, Scores, Seed};

use super::folder;
use crate::api::{GameResult, LogEntry, SeatStyleView, SeatView, Snapshot, Thought};
use crate::error::{Result, WebError};
use crate::films::film::Film;
use crate::games::library::Library;
use crate::tables::GamePicture;

/// A game of a run, to step through.
pub fn film(library: &Library, folder: &Path, run: &str, number: u64) -> Result<Film> {
    let store = folder::open(folder, run)?;
    let contest = store.contest();
    let missing = || WebError::missing(format!("there is no game {number} in the run `{run}`"));
    let record = store.game(number)?.ok_or_else(missing)?;
    let rules = library.rules(&contest.game, Some(&contest.variant))?;
    let labels = store.labels();
    let players = record.seats.iter().map(|&agent| labels.get(agent).cloned());
    let players = players.map(Option::unwrap_or_default).collect();
    let stored = StoredGame { record: &record, players };
    let mut steps = Vec::new();
    let played = played_game(&*rules, &record, |step| {
        let thought = step.ply.map(|ply| stored.thought(ply, step.text, step.comment));
        steps.push((step.ply, thought));
    });
    let played = played.map_err(|error| WebError::failed(error.to_string()))?;
    let picture = GamePicture::of(played.start(), Seed(contest.seed));
    let log = steps.iter().zip(1..).filter_map(|((ply, _), count)| {
        Some(LogEntry {
            value: ply.and_then(|ply| stored.expectation(ply)),
            ..picture.entry(&played, count)?
        })
    });
    let styles = SeatStyleView::of(&picture.scene).into_iter();
    let seats = styles.zip(record.seats.iter().zip(&stored.players));
    let seats = seats.map(|(style, (&agent, player))| SeatView {
        style,
        kind: "agent",
        player: player.clone(),
        // How a bot was started is nobody's business here.
        agent: contest
            .agents
            .get(agent)
            .map(|text| if is_bot(text) { format!("bot:{player}") } else { text.clone() }),
        budget: None,
        clock_ms: None,
        connected: true,
    });
    let snapshot = Snapshot {
        id: format!("{run}/{}", record.number),
        game: contest.game.clone(),
        variant: contest.variant.clone(),
        title: library.title(&contest.game).to_owned(),
        summary: library.summary(&contest.game),
        seed: contest.seed,
        count: played.count(),
        seats: seats.collect(),
        you: Vec::new(),
        board: picture.board.clone(),
        view: picture.view(&played, played.count()),
        log: log.collect(),
        result: Some(GameResult { scores: record.scores.clone(), ending: record.ending.clone() }),
        paused: true,
        speed: 0,
        clock: contest.clock.clone(),
        chance: rules.chance() != ChancePlace::Nowhere,
        daily: false,
    };
    let scores = Some(Scores::new(&record.scores));
    let thoughts = steps.into_iter().map(|(_, thought)| thought).collect();
    let mut film = Film { snapshot, played, picture, thoughts, scores };
    film.snapshot.view = film.view(film.played.count());
    Ok(film)
}

/// A record with the names of its players.
struct StoredGame<'a> {
    record: &'a GameRecord,
    players: Vec<String>,
}

impl StoredGame<'_> {
    /// What the record keeps of the thought behind an event: its cost, and what a bot said.
    fn thought(&self, ply: Ply, text: &str, comment: &str) -> Thought {
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
        thought.with(comment, stderr.join("\n").trim())
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
