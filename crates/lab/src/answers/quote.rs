//! Quotes: figures of results inside sentences, as `{001/table-2 | won | rollout greedy, n 50}`.

use ludarium_report::sheet::grouped;

use super::Findings;
use crate::experiment::{Experiment, FigurePlace, Unit};
use crate::measure::Figure;
use crate::reproduce::finding::number;

/// What is written where a figure was not measured.
const NONE: &str = "(not measured)";

/// How a figure is quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuoteForm {
    /// With its interval.
    Interval,
    /// The value alone.
    Value,
    /// The number of games or positions.
    Count,
    /// The spread of a single game as a part of the mean.
    Spread,
    /// From the least to the largest of several points.
    Range,
}

/// The words before an experiment that ask for another form than the interval.
const FORMS: [(&str, QuoteForm); 4] = [
    ("value ", QuoteForm::Value),
    ("count ", QuoteForm::Count),
    ("spread ", QuoteForm::Spread),
    ("range ", QuoteForm::Range),
];

/// A figure that a sentence quotes: a reading of an experiment, and the places there.
#[derive(Clone, Debug, PartialEq)]
pub struct Quote {
    experiment: String,
    reading: usize,
    /// One place; several for a range.
    places: Vec<FigurePlace>,
    form: QuoteForm,
}

impl Quote {
    /// Reads what stands between the braces: experiment, metric, and where there are several the point, `of` with the
    /// subject and the reading.
    pub fn parse(text: &str, find: &dyn Fn(&str) -> Option<Experiment>) -> Result<Quote, String> {
        let form = FORMS.iter().find_map(|(word, form)| Some((text.strip_prefix(word)?, *form)));
        let (rest, form) = form.unwrap_or((text, QuoteForm::Interval));
        let mut parts = rest.split('|').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let experiment = find(name).ok_or_else(|| format!("there is no experiment `{name}`"))?;
        let metric = parts.next().unwrap_or_default();
        let mut metrics = experiment.metrics.iter();
        let metric = metrics
            .position(|known| known.to_string() == metric)
            .ok_or_else(|| format!("{name} has no metric `{metric}`"))?;
        let (mut reading, mut subject, mut wanted) = (experiment.main, 0, Vec::new());
        for part in parts {
            let of = part
                .strip_prefix("of ")
                .and_then(|of| experiment.subjects.iter().position(|subject| subject.name == of));
            let named = experiment.readings.iter().position(|known| known.name == part);
            match (named, of) {
                (Some(named), _) => reading = named,
                (None, Some(of)) => subject = of,
                (None, None) => wanted.extend(part.split(", ").map(str::to_owned)),
            }
        }
        let fits = |point: &usize| {
            let values = experiment.points[*point].0.iter();
            let values: Vec<String> =
                values.map(|(variable, value)| format!("{variable} {value}")).collect();
            wanted.iter().all(|wanted| values.contains(wanted))
        };
        let points: Vec<usize> = (0..experiment.points.len()).filter(fits).collect();
        if points.is_empty() || (points.len() > 1 && form != QuoteForm::Range) {
            return Err(format!("`{text}` fits {} points of {name}; give one", points.len()));
        }
        let place = |point| FigurePlace { point, subject, metric };
        let places = points.into_iter().map(place).collect();
        Ok(Quote { experiment: experiment.name, reading, places, form })
    }

    fn figures<'a>(&'a self, findings: &'a Findings) -> impl Iterator<Item = &'a Figure> {
        let finding = findings.get(&self.experiment);
        let measured = finding.and_then(|finding| finding.readings.get(self.reading));
        self.places.iter().filter_map(move |place| measured?.figures.get(place))
    }

    /// The figure in words.
    pub fn text(&self, findings: &Findings) -> String {
        let Some(figure) = self.figures(findings).next() else {
            return NONE.to_owned();
        };
        match self.form {
            QuoteForm::Interval => number(figure).to_string(),
            QuoteForm::Value => number(figure).value_text(),
            QuoteForm::Count => grouped(figure.count as f64),
            QuoteForm::Spread => spread(figure),
            QuoteForm::Range => {
                let all: Vec<&Figure> = self.figures(findings).collect();
                let least = all.iter().min_by(|a, b| a.value.total_cmp(&b.value));
                let most = all.iter().max_by(|a, b| a.value.total_cmp(&b.value));
                let end = |figure: Option<&&Figure>| {
                    figure.map_or_else(String::new, |figure| number(figure).value_text())
                };
                match (end(least), end(most)) {
                    (least, most) if least == most => least,
                    (least, most) => {
                        let least = least.trim_end_matches(" %");
                        format!("{least} to {most}")
                    }
                }
            }
        }
    }

    /// The value in a few letters, for lists: `58 %`, `+12 %`, `0.53 ms`.
    pub fn short(&self, findings: &Findings) -> Option<String> {
        let figure = self.figures(findings).next()?;
        Some(match figure.unit {
            Unit::Share if (0.1..99.9).contains(&(100.0 * figure.value)) => {
                format!("{:.0} %", 100.0 * figure.value)
            }
            Unit::Milliseconds => format!("{} ms", number(figure).value_text()),
            _ => number(figure).value_text(),
        })
    }

    /// What the figure rests on.
    pub fn count(&self, findings: &Findings) -> Option<u64> {
        self.figures(findings).map(|figure| figure.count).min()
    }
}

/// The spread of one game that the interval of a mean implies, as a part of the mean.
fn spread(figure: &Figure) -> String {
    let Some((_, high)) = figure.interval.filter(|_| figure.value > 0.0) else {
        return NONE.to_owned();
    };
    let one = (high - figure.value) / 1.96 * (figure.count as f64).sqrt();
    format!("{:.0} %", 100.0 * one / figure.value)
}

/// A sentence with the places of its figures.
#[derive(Clone, Debug, PartialEq)]
pub struct QuotingText {
    parts: Vec<(String, Option<Quote>)>,
}

impl QuotingText {
    /// Reads a sentence, each figure in braces.
    pub fn parse(
        text: &str,
        find: &dyn Fn(&str) -> Option<Experiment>,
    ) -> Result<QuotingText, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (quote, after) = after
                .split_once('}')
                .ok_or_else(|| format!("`{text}` has a `{{` without its `}}`"))?;
            parts.push((before.to_owned(), Some(Quote::parse(quote, find)?)));
            rest = after;
        }
        parts.push((rest.to_owned(), None));
        Ok(QuotingText { parts })
    }

    /// The sentence with its figures.
    pub fn text(&self, findings: &Findings) -> String {
        let part = |(words, quote): &(String, Option<Quote>)| match quote {
            Some(quote) => format!("{words}{}", quote.text(findings)),
            None => words.clone(),
        };
        self.parts.iter().map(part).collect()
    }
}
