//! One run: its sheets, charts and games.

use std::collections::HashMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludarium_arena::{GameSummary, Games};
use ludarium_draw::chart::Look;
use ludarium_report::standings::{Scope, Standings};
use serde::Serialize;

use super::folder::{self, RunView};
use crate::api::SheetView;
use crate::error::{Result, WebError};
use crate::lock::locked;

/// Runs whose standings are remembered.
const REMEMBERED: usize = 16;
/// A run that goes on is counted again after this time.
const FRESH: Duration = Duration::from_secs(2);
/// Games in one answer at most.
const MOST_GAMES: u64 = 200;

/// Everything about a run.
#[derive(Serialize)]
pub struct RunPage {
    #[serde(flatten)]
    run: RunView,
    heading: String,
    /// What a reader has to know first, as `match` prints it.
    headline: Vec<String>,
    faults: usize,
    sheets: Vec<SheetView>,
    charts: Vec<ChartLink>,
}

#[derive(Serialize)]
struct ChartLink {
    title: String,
    href: String,
}

/// A game of a run as it stands in the list.
#[derive(Serialize)]
pub struct GameRow {
    number: u64,
    players: Vec<String>,
    scores: Vec<f32>,
    plies: u64,
    ending: String,
}

/// The standings of the runs that were looked at last.
#[derive(Default)]
pub struct Shelf(Mutex<HashMap<String, Counted>>);

#[derive(Clone)]
struct Counted {
    done: u64,
    at: Instant,
    standings: Arc<Standings>,
}

impl Shelf {
    /// Everything about a run.
    pub fn page(&self, games: &Games, folder: &Path, name: &str) -> Result<RunPage> {
        let run = folder::view(folder, name)?;
        let standings = self.standings(games, folder, &run)?;
        let sheets = standings.sheets();
        let charts = standings.charts();
        Ok(RunPage {
            heading: standings.heading(),
            headline: standings.headline(),
            faults: standings.fault_count(),
            sheets: sheets.iter().map(SheetView::from).collect(),
            charts: charts
                .iter()
                .map(|chart| ChartLink {
                    title: chart_title(&chart.name).to_owned(),
                    href: format!("/api/runs/{}/charts/{}.svg", run.name, chart.name),
                })
                .collect(),
            run,
        })
    }

    /// A chart of a run as SVG.
    pub fn chart(
        &self,
        games: &Games,
        folder: &Path,
        name: &str,
        chart: &str,
        look: &Look,
    ) -> Result<String> {
        let run = folder::view(folder, name)?;
        let standings = self.standings(games, folder, &run)?;
        let wanted = chart.strip_suffix(".svg").unwrap_or(chart);
        let found = standings.charts().into_iter().find(|chart| chart.name == wanted);
        let missing = || WebError::missing(format!("the run has no chart `{wanted}`"));
        let mut chart = found.ok_or_else(missing)?;
        let drawn = chart.look_mut();
        (drawn.width, drawn.colours) = (look.width, look.colours);
        Ok(chart.svg())
    }

    fn standings(&self, games: &Games, folder: &Path, run: &RunView) -> Result<Arc<Standings>> {
        let known = self.shelf().get(&run.name).cloned();
        if let Some(known) = known
            && (known.done == run.done || (run.running && known.at.elapsed() < FRESH))
        {
            return Ok(known.standings);
        }
        let store = folder::open(folder, &run.name)?;
        let standings = Arc::new(Standings::of(games, &store, Scope::default())?);
        let counted =
            Counted { done: standings.games(), at: Instant::now(), standings: standings.clone() };
        let mut shelf = self.shelf();
        if shelf.len() >= REMEMBERED {
            let oldest = shelf.iter().min_by_key(|(_, counted)| counted.at);
            let oldest = oldest.map(|(name, _)| name.clone());
            oldest.map(|name| shelf.remove(&name));
        }
        shelf.insert(run.name.clone(), counted);
        Ok(standings)
    }

    fn shelf(&self) -> std::sync::MutexGuard<'_, HashMap<String, Counted>> {
        locked(&self.0)
    }
}

fn chart_title(name: &str) -> &str {
    match name {
        "ratings" => "Ratings with 95 % intervals",
        "superiority" => "Likelihood of superiority",
        "seats" => "Games won by seat",
        "lengths" => "Length of games",
        other => other,
    }
}

/// Which games of a run are asked for.
pub struct GameRange {
    /// The first of them.
    pub from: u64,
    /// How many at most.
    pub count: u64,
    /// Those in which all of these play; all games where nobody is named.
    pub players: Vec<String>,
    /// Those with so many moves.
    pub plies: RangeInclusive<u64>,
    /// Those that this seat has won alone.
    pub winner: Option<usize>,
}

/// Some games of a run, in order of their numbers.
pub fn games(folder: &Path, name: &str, part: &GameRange) -> Result<Vec<GameRow>> {
    let store = folder::open(folder, name)?;
    let labels = store.labels();
    let (from, count) = (part.from, part.count.min(MOST_GAMES));
    let (mut place, mut rows) = (0, Vec::new());
    store.each_summary(|summary: GameSummary| {
        if rows.len() as u64 >= count {
            return ControlFlow::Break(());
        }
        let plays = |wanted: &String| summary.seats.iter().any(|&agent| labels[agent] == *wanted);
        let won = part.winner.is_none_or(|seat| summary.winner() == Some(seat));
        let fits = won && part.plies.contains(&summary.plies);
        if !fits || !part.players.iter().all(plays) {
            return ControlFlow::Continue(());
        }
        if place >= from {
            let players = summary.seats.iter().map(|&agent| labels[agent].clone());
            rows.push(GameRow {
                number: summary.number,
                players: players.collect(),
                scores: summary.scores,
                plies: summary.plies,
                ending: summary.ending,
            });
        }
        place += 1;
        ControlFlow::Continue(())
    })?;
    Ok(rows)
}
