//! A reproduction as a document.

use ludarium_report::sheet::grouped;
use ludarium_report::{Document, Heading, Passage, slug};

use super::{Finding, Reproduction};
use crate::answers::{AnsweredReport, counts};
use crate::chart;
use crate::experiment::{Measure, Mode};
use crate::verdict::WORDS;

/// How figures came about, below the words of the verdicts.
const INTERVALS: &str = "Each figure of ours stands with its 95 % interval. Where a report says how many games a share rests \
     on, its own uncertainty counts as well; any other printed number has to lie inside our interval. Games of one deal share \
     their start and their luck, so intervals come from the spread between deals; with fewer than thirty deals they are at \
     least as wide as if all games were independent.";

impl Reproduction {
    /// Everything: what was found in short, then every experiment.
    pub fn document(&self) -> Document {
        let count = self.findings.len();
        let games = self.findings.iter().map(Finding::done).sum::<u64>();
        let mode = match self.mode {
            Mode::Quick => "a quick look with few games",
            Mode::Full => "in full",
        };
        let plural = if count == 1 { "" } else { "s" };
        let games = grouped(games as f64);
        let lead = format!("{count} experiment{plural}, {games} games and questions, {mode}.");
        let title = "What the reports printed, and what we measure";
        let mut document = Document::new(title, lead);
        if !self.is_complete() {
            document.warning = "This run was interrupted. What is missing is said below; the same command goes on where it \
                                stopped."
                .to_owned();
        }
        document.push(Passage::Contents);
        if !self.answered.is_empty() {
            document.part("Answers");
            self.answered.iter().for_each(|it| self.answers(&mut document, it));
        }
        document.part("Summary");
        document.filed("summary", self.summary());
        let experiments = self.experiments();
        document.blocks.extend(experiments.blocks);
        document.files.extend(experiments.files);
        document.push(Passage::Remark(INTERVALS.to_owned()));
        document
    }

    /// What came of a report: its verdicts and a chart at once, its sentences below.
    fn answers(&self, document: &mut Document, answered: &AnsweredReport) {
        let AnsweredReport { answers, now, published } = answered;
        let sheet = answers.sheet(now, published);
        document.push(Passage::Heading(Heading {
            text: sheet.title.clone(),
            about: String::new(),
            id: slug(&sheet.title),
            is_part: false,
        }));
        let counts = counts(now).map(|(truth, count)| format!("{count} {}", truth.word()));
        document.push(Passage::Result(format!("{}.", counts.join(", "))));
        let find = |name: &str| self.findings.iter().find(|one| one.experiment.name == name);
        document.charts(answers.chart(find));
        document.sheets([sheet]);
    }

    /// Every experiment with its tables, and what the words mean.
    pub fn experiments(&self) -> Document {
        let mut document = Document::default();
        let same_report = |a: &Finding, b: &Finding| a.experiment.report == b.experiment.report;
        for report in self.findings.chunk_by(same_report) {
            document.part(&format!("Report {}", report[0].experiment.report));
            for finding in report {
                self.experiment(&mut document, finding);
            }
        }
        document.part("What the words mean");
        let remarks = WORDS.map(|(word, meaning)| Passage::Remark(format!("{word}: {meaning}")));
        document.blocks.extend(remarks);
        document
    }

    fn experiment(&self, document: &mut Document, finding: &Finding) {
        let experiment = &finding.experiment;
        let name = slug(&experiment.name);
        let measure = match experiment.measure {
            Measure::Games => "games",
            Measure::Decisions => "decisions at fixed positions",
            Measure::RandomGames => "random games",
        };
        document.push(Passage::Heading(Heading {
            text: format!("{}: {}", experiment.name, experiment.title),
            about: format!(
                "Report {}, {}; {}, {} {measure}",
                experiment.report,
                experiment.source,
                experiment.game_title,
                grouped(finding.done() as f64)
            ),
            id: name.clone(),
            is_part: false,
        }));
        document.text(&experiment.text);
        document.push(Passage::Result(finding.conclusion()));
        let readings = experiment.readings.iter().enumerate();
        let readings = readings.map(|(index, read)| (finding.title_of(index), read.text.clone()));
        document.push(Passage::Words(readings.collect()));
        document.charts(chart::charts(finding));
        document.filed(&name, finding.figures());
        if let Some(claims) = finding.claims() {
            document.filed(&format!("{name}-claims"), claims);
        }
        document.push(Passage::Command(self.command(&[&experiment.name])));
    }
}
