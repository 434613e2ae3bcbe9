//! A study as a document.

use ludarium_report::sheet::grouped;
use ludarium_report::{Document, Passage};

use super::Study;

const INTERVALS: &str = "Intervals are of 95 %. Games of one deal share their start and their luck, so intervals come from the \
     spread between deals.";

impl Study {
    /// All tables and plots.
    pub fn document(&self) -> Document {
        let first = self.findings.first();
        let games = self.findings.iter();
        let games: Vec<&str> = games.map(|one| one.experiment.game_title.as_str()).collect();
        let lead = format!(
            "{}: {} {}, seed {}.",
            games.join(", "),
            grouped(self.done() as f64),
            first.map_or("games", |finding| finding.counted_in()),
            self.seed
        );
        let mut document = Document::new(self.title(), lead);
        if !self.is_complete() {
            document.warning =
                "Not everything is played yet. The same command goes on where it stopped."
                    .to_owned();
        }
        document.text(self.text());
        let readings = first.iter().flat_map(|finding| &finding.experiment.readings);
        let said = readings.filter(|reading| !reading.text.is_empty());
        let said: Vec<_> = said.map(|read| (read.name.clone(), read.text.clone())).collect();
        if !said.is_empty() {
            document.push(Passage::Words(said));
        }
        document.charts(self.plots());
        document.filed("figures", self.figures());
        for (name, sheet) in [("tests", self.tests()), ("claims", self.claims())] {
            if let Some(sheet) = sheet {
                document.filed(name, sheet);
            }
        }
        document.push(Passage::Remark(INTERVALS.to_owned()));
        document.push(Passage::Command(self.command()));
        document
    }
}
