//! One row for each game.

use std::io::Write;
use std::ops::ControlFlow;

use ludarium_game::{Seat, Turn};

use super::ExportError;
use super::pieces::PieceCounts;
use super::sheet::{CsvWriter, headings, milliseconds};
use crate::contest::schedule::Schedule;
use crate::game::games::Games;
use crate::game::ruleset::{Ruleset, seat_names};
use crate::store::Store;
use crate::store::record::{GameRecord, Spent};

/// Writes one row for each game: who played, from which deal, what came out, what was left on the board, how the usual
/// evaluation judges the last position in which the game was not over, and (with `times`) what it took.
pub fn games_csv(
    games: &Games,
    store: &Store,
    out: &mut dyn Write,
    times: bool,
) -> Result<(), ExportError> {
    let contest = store.contest();
    let rules = games.rules(&contest.game, Some(&contest.variant))?;
    let rows = GameRows {
        names: seat_names(&*rules),
        labels: store.labels(),
        schedule: Schedule::new(contest),
        rules: &*rules,
        times,
    };
    let mut sheet = CsvWriter::new(out);
    rows.heading(&mut sheet)?;
    store.each_game(|record| rows.row(&mut sheet, &record))?;
    sheet.finish()
}

struct GameRows<'a> {
    rules: &'a dyn Ruleset,
    names: Vec<String>,
    labels: Vec<String>,
    schedule: Schedule<'a>,
    times: bool,
}

impl GameRows<'_> {
    fn heading(&self, sheet: &mut CsvWriter<'_>) -> Result<(), ExportError> {
        let names = &self.names;
        sheet.all(["game", "block", "deal", "deal_seed"])?;
        sheet.all(headings("agent", names))?;
        sheet.all(["winner", "winner_seat", "ending", "turns"])?;
        sheet.all(headings("score", names))?;
        if self.times {
            sheet.all(headings("mean_ms", names))?;
            sheet.all(headings("total_ms", names))?;
        }
        sheet.all(headings("evaluation", names))?;
        sheet.all(headings("pieces", names))?;
        sheet.all(["piece_array", "faults"])?;
        sheet.end_row()
    }

    fn row(&self, sheet: &mut CsvWriter<'_>, record: &GameRecord) -> Result<(), ExportError> {
        // Over, a game is worth its result, which has its own columns: what stood before says more.
        let mut before_end = None;
        let end = self.rules.replay(record, &mut |step| {
            before_end = Some(step.before.clone());
            ControlFlow::Continue(())
        })?;
        let judged = before_end.filter(|_| end.turn() == Turn::Over);
        let summary = record.summary();
        let (block, _) = self.schedule.locate(record.number);
        sheet.all([record.number, record.block, block.deal, block.seed.0])?;
        sheet.all(record.seats.iter().map(|&agent| &self.labels[agent]))?;
        let winner = summary.winner();
        sheet.maybe(winner.map(|seat| &self.labels[record.seats[seat]]))?;
        sheet.maybe(winner.map(|seat| &self.names[seat]))?;
        sheet.put(&record.ending)?;
        sheet.put(record.plies)?;
        sheet.all(&record.scores)?;
        if self.times {
            sheet.all(summary.spent.iter().map(mean))?;
            sheet.all(summary.spent.iter().map(|spent| milliseconds(spent.time)))?;
        }
        let seats = || Seat::all(self.names.len());
        let scores = self.rules.evaluate(judged.as_ref().unwrap_or(&end));
        for seat in seats() {
            sheet.maybe(scores.map(|scores| format!("{:.4}", scores.of(seat).0)))?;
        }
        let pieces = PieceCounts::of(&end);
        sheet.all(seats().map(|seat| pieces.of_seat(seat)))?;
        sheet.put(pieces.array(&self.names))?;
        sheet.put(self.faults(record))?;
        sheet.end_row()
    }

    fn faults(&self, record: &GameRecord) -> String {
        let note = |fault: &crate::store::record::FaultNote| {
            let name = self.names.get(usize::from(fault.seat));
            let name = name.map_or("nobody", String::as_str);
            let turn = fault.ply.saturating_add(1);
            format!("{name} {} at turn {turn}: {}", fault.kind, fault.reason)
        };
        let notes: Vec<String> = record.faults.iter().map(note).collect();
        notes.join("; ")
    }
}

/// The mean time of a move; empty for a seat that did not move.
fn mean(spent: &Spent) -> String {
    match spent.moves {
        0 => String::new(),
        moves => milliseconds(spent.time.div_f64(moves as f64)),
    }
}
