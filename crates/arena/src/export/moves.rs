//! One row for each move.

use std::io::Write;
use std::ops::ControlFlow;

use ludarium_game::{Position, Seat};

use super::ExportError;
use super::pieces::PieceCounts;
use super::sheet::{CsvWriter, headings, milliseconds};
use crate::game::games::Games;
use crate::game::replay::{Ply, Step};
use crate::game::ruleset::{Ruleset, seat_names};
use crate::store::Store;
use crate::store::record::{GameRecord, Thought};

/// Writes one row for each move of a seat: what was rolled before it, the move, what it captured and left, and what the
/// agent thought.
/// What a move brings is looked at when the chance events right after it have settled.
pub fn moves_csv(
    games: &Games,
    store: &Store,
    out: &mut dyn Write,
    times: bool,
) -> Result<(), ExportError> {
    let contest = store.contest();
    let rules = games.rules(&contest.game, Some(&contest.variant))?;
    let mut rows = MoveRows {
        names: seat_names(&*rules),
        labels: store.labels(),
        rules: &*rules,
        times,
        sheet: CsvWriter::new(out),
    };
    rows.heading()?;
    store.each_game(|record| rows.game(&record))?;
    rows.sheet.finish()
}

struct MoveRows<'a> {
    rules: &'a dyn Ruleset,
    names: Vec<String>,
    labels: Vec<String>,
    times: bool,
    sheet: CsvWriter<'a>,
}

/// A move that waits for what follows it to settle.
struct PendingMove {
    ply: Ply,
    /// The chance outcomes between the move before and this one.
    roll: String,
    text: String,
}

impl MoveRows<'_> {
    fn heading(&mut self) -> Result<(), ExportError> {
        let sheet = &mut self.sheet;
        sheet.all(["game", "turn", "seat", "agent", "roll", "move"])?;
        if self.times {
            sheet.put("time_ms")?;
        }
        sheet.put("captured")?;
        sheet.all(headings("pieces", &self.names))?;
        sheet.put("evaluation")?;
        sheet.all(["value", "nodes", "iterations", "depth", "piece_array"])?;
        sheet.end_row()
    }

    fn game(&mut self, record: &GameRecord) -> Result<(), ExportError> {
        let mut pieces = PieceCounts::default();
        let mut made: Option<PendingMove> = None;
        let mut rolled: Vec<String> = Vec::new();
        let mut written = Ok(());
        let rules = self.rules;
        let end = rules.replay(record, &mut |step: Step<'_>| {
            let Some(ply) = step.ply else {
                rolled.push(step.text.to_owned());
                return ControlFlow::Continue(());
            };
            match made.take() {
                Some(last) => written = self.row(record, &last, &mut pieces, step.before),
                None => pieces = PieceCounts::of(step.before),
            }
            made = Some(PendingMove {
                ply,
                roll: std::mem::take(&mut rolled).join(" "),
                text: step.text.to_owned(),
            });
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        written?;
        match made {
            Some(last) => self.row(record, &last, &mut pieces, &end),
            None => Ok(()),
        }
    }

    /// Writes a move; `pieces` were there before it and become those of `after`.
    fn row(
        &mut self,
        record: &GameRecord,
        made: &PendingMove,
        pieces: &mut PieceCounts,
        after: &Position,
    ) -> Result<(), ExportError> {
        let Ply { number, seat, thought, time } = made.ply;
        let left = PieceCounts::of(after);
        let scores = self.rules.evaluate(after);
        let sheet = &mut self.sheet;
        sheet.put(record.number)?;
        sheet.put(number + 1)?;
        sheet.put(&self.names[seat.index()])?;
        sheet.put(&self.labels[record.seats[seat.index()]])?;
        sheet.put(&made.roll)?;
        sheet.put(&made.text)?;
        if self.times {
            sheet.maybe(time.map(milliseconds))?;
        }
        sheet.put(pieces.lost(&left, seat, &self.names))?;
        sheet.all(Seat::all(self.names.len()).map(|seat| left.of_seat(seat)))?;
        sheet.maybe(scores.map(|scores| format!("{:.4}", scores.of(seat).0)))?;
        let known = (thought != Thought::default()).then_some(thought);
        sheet.maybe(thought.value.map(|value| format!("{value:.4}")))?;
        sheet.maybe(known.map(|thought| thought.nodes))?;
        sheet.maybe(known.map(|thought| thought.iterations))?;
        sheet.maybe(known.map(|thought| thought.depth))?;
        sheet.put(left.array(&self.names))?;
        *pieces = left;
        sheet.end_row()
    }
}
