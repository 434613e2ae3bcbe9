//! Plays a contest, shows how it goes, and prints what came out.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use ludarium_arena::statistics::{ScoredGame, Tally};
use ludarium_arena::{
    Completion, Contest, Control, Elsewhere, Games, Plan, Progress, Schedule, Sequential, run_by,
};
use ludarium_bridge::bot::Bots;
use ludarium_game::MAX_SEATS;
use ludarium_report::sheet::{Cell, Form, Sheet};
use ludarium_report::standings::{Scope, Standings, played};
use ludarium_report::{Document, Passage};
use serde_json::{Value, json};

use crate::bots;
use crate::error::CliError;
use crate::interrupts;
use crate::runs::RunArgs;
use crate::screen::{FAINT, STRONG, Screen};
use crate::sheets;

/// What is to be played, and how it is shown.
pub struct Conduct<'a> {
    /// The games of this program.
    pub games: &'a Games,
    /// What is played.
    pub contest: Contest,
    /// How many blocks.
    pub blocks: u64,
    /// The Elo differences of a sequential test.
    pub sprt: Option<[f64; 2]>,
    /// Where the run is kept.
    pub run: &'a RunArgs,
    /// The cluster that plays, if one does.
    pub elsewhere: Option<Arc<dyn Elsewhere>>,
    /// The bots that may play.
    pub bots: Arc<Bots>,
    /// The name of the run if nobody gives another.
    pub name: Option<String>,
    /// Whether to print all tables, or only the first.
    pub tables: bool,
    /// Whether to print JSON.
    pub json: bool,
}

/// How often the running table is drawn again.
const REDRAW: Duration = Duration::from_millis(500);

impl Conduct<'_> {
    /// Plays everything that is left to play and prints the standings.
    pub fn play(self, screen: &mut Screen) -> Result<(), CliError> {
        if self.sprt.is_some() && self.run.shard.is_some() {
            let problem = "a sequential test looks at all blocks in order, and a part has only some of them: play the parts \
                 without --sprt and report on the joined run, or let a cluster play the test (--cluster)";
            return Err(CliError::Usage(format!("--sprt with --shard: {problem}")));
        }
        if self.elsewhere.is_some() && self.run.shard.is_some() {
            let problem = "--cluster with --shard: a cluster splits the run by itself";
            return Err(CliError::Usage(problem.to_owned()));
        }
        let file = self.run.file(&self.contest, self.name.as_deref())?;
        let mut store = self.run.create(&file, &self.contest)?;
        let interrupt = interrupts::listen()?;
        let plan = Plan {
            blocks: self.blocks,
            threads: self.run.threads(),
            shard: self.run.shard(),
            bots: Some(self.bots.clone()),
            luck: true,
        };
        let mut sequential = match self.sprt {
            Some(bounds) => Some(Sequential::new(bounds, &self.contest, 0)?),
            None => None,
        };
        // Printed when the run has begun: a run that is refused stores nothing.
        let heading = if self.json { Vec::new() } else { self.heading(&file, sequential.as_ref()) };
        let mut view = ContestView::new(&self.bots, self.json, screen);
        let mut failed = Ok(());
        let mut watch = |progress: Progress<'_>| {
            let mut control = Control::Continue;
            if let (Progress::Block(result), Some(test)) = (&progress, &mut sequential)
                && test.add(result)
            {
                control = Control::Stop(test.sentence());
            }
            let shown = match progress {
                Progress::Started { .. } => view.begin(&heading),
                _ => Ok(()),
            };
            let shown = shown.and_then(|()| view.show(&progress, sequential.as_ref()));
            if let Err(error) = shown {
                // Nobody reads any more: what is played so far is stored.
                failed = Err(error);
                control = Control::Stop("the output was closed".to_owned());
            }
            control
        };
        let completion = run_by(
            self.games,
            &self.contest,
            &plan,
            &mut store,
            &interrupt,
            &mut watch,
            self.elsewhere.as_deref(),
        );
        view.close();
        failed?;
        let completion = completion?;
        let scope =
            Scope { blocks: sequential.as_ref().and_then(Sequential::decided), replay: true };
        let standings = sheets::standings(self.games, &store, scope, screen)?;
        if self.json {
            screen.json(&finished(&standings, sequential.as_ref(), &completion))?;
        } else {
            self.print(&standings, sequential.as_ref(), &file, screen)?;
        }
        self.exit(&standings, &completion, &file)
    }

    /// What is played, and where it is stored.
    fn heading(&self, file: &Path, sequential: Option<&Sequential>) -> Vec<String> {
        let schedule = Schedule::new(&self.contest);
        let Contest { game, variant, seed, .. } = &self.contest;
        let lineups = match schedule.lineups() {
            1 => String::new(),
            count => format!(", {count} line-ups"),
        };
        let shard = self.run.shard();
        let blocks = shard.blocks(schedule.lineups(), self.blocks).count() as u64;
        let mut lines = vec![format!(
            "{STRONG}{game} {variant}{STRONG:#}: {}{lineups}, seed {seed}",
            played(shard.games(&schedule, self.blocks), blocks),
        )];
        lines.extend(sequential.map(|test| test.plan(blocks)));
        if !self.contest.reproducible() {
            lines.push(
                "with clocks, bots or threads inside an agent the schedule can be repeated exactly, the moves cannot"
                    .to_owned(),
            );
        }
        lines.push(format!("{FAINT}stored in {}{FAINT:#}", file.display()));
        lines
    }

    fn print(
        &self,
        standings: &Standings,
        sequential: Option<&Sequential>,
        file: &Path,
        screen: &mut Screen,
    ) -> Result<(), CliError> {
        let mut document = Document::default();
        document.blocks.extend(standings.headline().into_iter().map(Passage::Result));
        document.blocks.extend(sequential.map(|test| Passage::Result(test.sentence())));
        if self.tables {
            document.sheets(standings.sheets());
            document.sheets([standings.times()]);
        } else {
            document.sheets([standings.ranking()]);
        }
        let decisive = standings.lead().and_then(|lead| lead.games_to_decide());
        // What one part of a run needs does not decide the whole.
        let alone = sequential.is_none() && self.run.shard.is_none();
        if let Some(games) = decisive.filter(|_| alone) {
            let command = with_games(std::env::args(), games);
            document.push(Passage::Remark(format!("to decide it: {command}")));
        }
        let name = file.display();
        let tables = if self.tables {
            String::new()
        } else {
            format!("ludarium report {name} (all tables); ")
        };
        document.push(Passage::Remark(format!(
            "more: {tables}ludarium report {name} --html report.html; ludarium replay {name} 0; ludarium export {name} \
             --csv games"
        )));
        sheets::print_document(&document, screen)
    }

    /// The exit: whether all games were played, and whether all agents behaved.
    fn exit(
        &self,
        standings: &Standings,
        completion: &Completion,
        file: &Path,
    ) -> Result<(), CliError> {
        if let Completion::Interrupted { games_left } = completion {
            return Err(CliError::Interrupted(format!(
                "{games_left} games are left; everything played is stored in {}: run the same command again to go on",
                file.display()
            )));
        }
        let listed = format!("`ludarium report {}` lists them", file.display());
        match standings.fault_count() {
            0 => Ok(()),
            1 => Err(CliError::Faults(format!("an agent committed a fault: {listed}"))),
            count => Err(CliError::Faults(format!("agents committed {count} faults: {listed}"))),
        }
    }
}

/// A command line that asks for another number of games, as a shell reads it.
fn with_games(command: impl IntoIterator<Item = String>, games: u64) -> String {
    let mut kept = Vec::new();
    let mut words = command.into_iter();
    let program = words.next().unwrap_or_default();
    kept.push(
        Path::new(&program)
            .file_name()
            .map_or(program.clone(), |name| name.to_string_lossy().into_owned()),
    );
    while let Some(word) = words.next() {
        match &*word {
            // Its value is the next word.
            "--games" | "-n" => drop(words.next()),
            _ if word.starts_with("--games=") || word.starts_with("-n") => {}
            // What was played is kept.
            "--fresh" => {}
            _ => kept.push(quoted(word)),
        }
    }
    format!("{} --games {games}", kept.join(" "))
}

/// A word as a shell reads it: in quotes where it has signs that mean something there.
fn quoted(word: String) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_=:,.@/+%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The final event for machines.
fn finished(
    standings: &Standings,
    sequential: Option<&Sequential>,
    completion: &Completion,
) -> Value {
    let sheets: Vec<Value> = standings.sheets().iter().map(Sheet::json).collect();
    json!({
        "event": "finished",
        "complete": *completion == Completion::Complete,
        "games": standings.games(),
        "agents": standings.agents_json(),
        "headline": standings.headline(),
        "verdict": standings.lead().map(|lead| lead.json()),
        "sheets": sheets,
        "times": standings.times().json(),
        "sprt": sequential.map(Sequential::as_json),
    })
}

/// What is seen while games are played.
struct ContestView<'a> {
    bots: &'a Bots,
    labels: Vec<String>,
    json: bool,
    screen: &'a mut Screen,
    bar: ProgressBar,
    tally: Tally,
    drawn: Instant,
}

impl<'a> ContestView<'a> {
    fn new(bots: &'a Bots, json: bool, screen: &'a mut Screen) -> ContestView<'a> {
        ContestView {
            bots,
            labels: Vec::new(),
            json,
            bar: ProgressBar::hidden(),
            screen,
            tally: Tally::empty(0, MAX_SEATS),
            drawn: Instant::now(),
        }
    }

    /// Prints the heading.
    fn begin(&mut self, heading: &[String]) -> Result<(), CliError> {
        for line in heading {
            self.screen.line(line)?;
        }
        self.screen.finish()
    }

    fn show(
        &mut self,
        progress: &Progress<'_>,
        sequential: Option<&Sequential>,
    ) -> Result<(), CliError> {
        match progress {
            Progress::Started { games_total, games_done, labels } => {
                interrupts::note_begin();
                self.labels = labels.to_vec();
                self.tally = Tally::empty(labels.len(), MAX_SEATS);
                bots::report(self.bots, self.json, self.screen)?;
                if self.json {
                    self.screen.json(
                        &json!({"event": "started", "games": games_total, "stored": games_done}),
                    )?;
                    return self.screen.finish();
                }
                self.bar = self.screen.progress_with_table(*games_total, *games_done);
            }
            Progress::Finished(game) => {
                interrupts::note_game(game.spent.iter().map(|spent| spent.time).sum());
                if self.json {
                    let agents: Vec<&String> =
                        game.seats.iter().map(|&agent| &self.labels[agent]).collect();
                    self.screen.json(&json!({
                        "event": "game", "number": game.number, "block": game.block, "agents": agents,
                        "scores": game.scores, "ending": game.ending, "moves": game.plies, "faults": game.faults,
                    }))?;
                    return self.screen.finish();
                }
                self.bar.inc(1);
                if !self.bar.is_hidden() {
                    self.tally.add(&ScoredGame::from(*game), 1);
                    self.redraw(sequential);
                }
            }
            Progress::Block(_) => {}
        }
        Ok(())
    }

    /// Draws the running table below the bar.
    fn redraw(&mut self, sequential: Option<&Sequential>) {
        if self.drawn.elapsed() < REDRAW {
            return;
        }
        self.drawn = Instant::now();
        let mut rows: Vec<(f64, Vec<Cell>)> = Vec::new();
        for (label, record) in self.labels.iter().zip(&self.tally.agents) {
            let points = record.mean_points().unwrap_or(0.0);
            rows.push((
                points,
                vec![
                    Cell::text(label),
                    Cell::count(record.won),
                    Cell::count(record.neither),
                    Cell::count(record.lost),
                    Cell::number(points, Form::Percent),
                ],
            ));
        }
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        let sheet = Sheet::new("", ["in this session", ">won", ">neither", ">lost", ">points"])
            .rows(rows.into_iter().map(|(_, row)| row));
        let mut text = sheets::text(&sheet, self.screen.table_width());
        if let Some(test) = sequential {
            text.push('\n');
            text.push_str(&test.sentence());
        }
        self.bar.set_message(text);
    }

    fn close(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_that_plays_on_asks_for_more_games_and_keeps_the_rest() {
        let told = |command: &[&str]| with_games(command.iter().map(|&word| word.to_owned()), 320);
        assert_eq!(
            told(&["/usr/bin/ludarium", "match", "sprint", "best", "--games", "100", "--fresh"]),
            "ludarium match sprint best --games 320"
        );
        for games in [&["-n", "7"][..], &["-n7"], &["--games=7"], &[]] {
            let command = [&["ludarium", "match", "pig"], games, &["bot:python3 a'b.py"]].concat();
            assert_eq!(told(&command), "ludarium match pig 'bot:python3 a'\\''b.py' --games 320");
        }
    }
}
