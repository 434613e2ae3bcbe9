//! One row for each move.

use std::io::Write;

use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_game::Seat;

use super::ExportError;
use super::pieces::{Appraiser, Pieces};
use super::sheet::{Sheet, headings, milliseconds, seat_names};
use crate::record::{GameRecord, Thought};
use crate::replay::{Ply, Step, replay};
use crate::store::Store;

/// Writes one row for each move of a seat: the move, what it captured and left, and what the agent thought.
/// What a move brings is looked at when the chance events right after it have settled.
pub fn moves_csv(store: &Store, out: &mut dyn Write, times: bool) -> Result<(), ExportError> {
    let contest = store.contest();
    let task = MovesTask { store, out, times };
    with_kit(&contest.game, Some(&contest.variant), task)?
}

struct MovesTask<'a> {
    store: &'a Store,
    out: &'a mut dyn Write,
    times: bool,
}

impl KitTask for MovesTask<'_> {
    type Output = Result<(), ExportError>;

    fn run<G: Kit>(self, rules: G::Rules) -> Self::Output {
        let mut table = Table::<G> {
            names: seat_names::<G>(&rules),
            labels: self.store.contest().labels(),
            appraiser: Appraiser::new(),
            rules,
            times: self.times,
            sheet: Sheet::new(self.out),
        };
        table.heading()?;
        self.store.each_game(|record| table.game(&record))?;
        table.sheet.finish()
    }
}

struct Table<'a, G: Kit> {
    rules: G::Rules,
    names: Vec<String>,
    labels: Vec<String>,
    appraiser: Appraiser<G>,
    times: bool,
    sheet: Sheet<'a>,
}

/// A move that waits for what follows it to settle.
struct Made {
    ply: Ply,
    text: String,
}

impl<G: Kit> Table<'_, G> {
    fn heading(&mut self) -> Result<(), ExportError> {
        let sheet = &mut self.sheet;
        sheet.all(["game", "turn", "seat", "agent", "move"])?;
        if self.times {
            sheet.put("time_ms")?;
        }
        sheet.put("captured")?;
        sheet.all(headings("pieces", &self.names))?;
        sheet.put("evaluation")?;
        sheet.all(["value", "nodes", "iterations", "depth"])?;
        sheet.end_row()
    }

    fn game(&mut self, record: &GameRecord) -> Result<(), ExportError> {
        let mut pieces = Pieces::default();
        let mut made: Option<Made> = None;
        let rules = self.rules.clone();
        let end: G = replay(&rules, record, |step: Step<'_, G>| {
            let Some(ply) = step.ply else {
                return Ok::<(), ExportError>(());
            };
            match made.take() {
                Some(last) => self.row(record, &last, &mut pieces, step.before)?,
                None => pieces = Pieces::of(step.before),
            }
            made = Some(Made {
                ply,
                text: step.text.to_owned(),
            });
            Ok(())
        })?;
        match made {
            Some(last) => self.row(record, &last, &mut pieces, &end),
            None => Ok(()),
        }
    }

    /// Writes a move; `pieces` were there before it and become those of `after`.
    fn row(
        &mut self,
        record: &GameRecord,
        made: &Made,
        pieces: &mut Pieces,
        after: &G,
    ) -> Result<(), ExportError> {
        let Ply {
            number,
            seat,
            thought,
            time,
        } = made.ply;
        let left = Pieces::of(after);
        let scores = self.appraiser.scores(after);
        let sheet = &mut self.sheet;
        sheet.put(record.number)?;
        sheet.put(number + 1)?;
        sheet.put(&self.names[seat.index()])?;
        sheet.put(&self.labels[record.seats[seat.index()]])?;
        sheet.put(&made.text)?;
        if self.times {
            sheet.maybe(time.map(milliseconds))?;
        }
        sheet.put(pieces.lost(&left, seat, &self.names))?;
        sheet.all(Seat::all(self.names.len()).map(|seat| left.of_seat(seat)))?;
        sheet.maybe(scores.map(|scores| format!("{:.4}", scores.of(seat).0)))?;
        *pieces = left;
        let known = (thought != Thought::default()).then_some(thought);
        sheet.maybe(thought.value.map(|value| format!("{value:.4}")))?;
        sheet.maybe(known.map(|thought| thought.nodes))?;
        sheet.maybe(known.map(|thought| thought.iterations))?;
        sheet.maybe(known.map(|thought| thought.depth))?;
        sheet.end_row()
    }
}
