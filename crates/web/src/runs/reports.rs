//! The reports: what was printed, beside what `ludarium reproduce` has measured on this machine.

use std::path::Path;

use ludarium_arena::read_text;
use ludarium_lab::answers::{ReportAnswers, SentenceAnswer, counts, published};
use ludarium_lab::experiment::{CatalogueError, Experiment, Unit};
use ludarium_lab::verdict::WORDS;
use ludarium_report::sheet::{Cell, Column, Form, Number, Sheet, Tone};
use serde::Serialize;

use super::folder::REPRODUCTIONS;
use crate::api::SheetView;
use crate::error::{Result, WebError};
use crate::games::library::Library;

/// All reports, and what the words of their verdicts mean.
#[derive(Serialize)]
pub struct ReportsView {
    words: [(&'static str, &'static str); WORDS.len()],
    reports: Vec<ReportView>,
}

/// A report with its experiments.
#[derive(Serialize)]
pub struct ReportView {
    report: String,
    title: String,
    /// What full runs say of the report's sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<AnswersView>,
    experiments: Vec<ExperimentView>,
}

/// What came of the sentences of a report.
#[derive(Serialize)]
struct AnswersView {
    /// How many sentences are confirmed, refuted, or cannot be told.
    counts: Vec<(&'static str, usize)>,
    /// What its picture shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    /// The main sentences in a few words, each with its verdict.
    short: Vec<(String, &'static str)>,
    sheet: SheetView,
}

#[derive(Serialize)]
struct ExperimentView {
    name: String,
    source: String,
    title: String,
    summary: String,
    command: String,
    /// What came of it here: words of verdicts with their numbers, and the games behind them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    verdicts: Vec<(String, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    /// The printed figures beside ours, where the experiment has been made here.
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<SheetView>,
    /// The statements of the report and whether they hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<SheetView>,
}

/// All reports.
pub fn reports(library: &Library, runs: &Path) -> Result<ReportsView> {
    let wrong = |error: CatalogueError| WebError::failed(error.to_string());
    let experiments = library.experiments().select(&[]).map_err(wrong)?;
    let folder = runs.join(REPRODUCTIONS).join("csv");
    let groups = experiments.chunk_by(|a, b| a.report == b.report);
    let report = |group: &[Experiment]| {
        Ok(ReportView {
            report: group[0].report.clone(),
            title: title(&group[0].report, library.title(&group[0].game)),
            answers: answers(library, &group[0].report).map_err(wrong)?,
            experiments: group.iter().map(|one| view(one, &folder)).collect(),
        })
    };
    let reports: Result<Vec<ReportView>> = groups.map(report).collect();
    Ok(ReportsView { words: WORDS, reports: reports? })
}

/// A number and a game; papers without a number are called as they are.
fn title(report: &str, game: &str) -> String {
    let numbered = report.starts_with(|sign: char| sign.is_ascii_digit());
    format!("{}: {game}", if numbered { format!("Report {report}") } else { capital(report) })
}

fn capital(word: &str) -> String {
    let mut signs = word.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// What full runs say of the sentences of a report, if it has any.
fn answers(
    library: &Library,
    report: &str,
) -> std::result::Result<Option<AnswersView>, CatalogueError> {
    let mut all = library.experiments().answers();
    let Some(text) = all.find(|text| text.report == report) else {
        return Ok(None);
    };
    let answers = ReportAnswers::parse(library.experiments(), text)?;
    let found = published(text);
    let sheet = answers.sheet(&found, &[]);
    let main = |answer: &SentenceAnswer| answer.verdict.as_ref().map(|verdict| verdict.main);
    let pairs = answers.sentences.iter().zip(&found);
    let short = pairs
        .filter_map(|(sentence, answer)| Some((sentence.short.clone()?, main(answer)?.word())));
    Ok(Some(AnswersView {
        counts: counts(&found).map(|(truth, count)| (truth.word(), count)).to_vec(),
        picture: answers.picture_text().map(str::to_owned),
        short: short.collect(),
        sheet: SheetView::from(&Sheet { title: "What came of it".to_owned(), ..sheet }),
    }))
}

fn view(experiment: &Experiment, folder: &Path) -> ExperimentView {
    let file = experiment.name.replace('/', "-");
    let read = |name: String| read_text(&folder.join(name)).ok();
    let figures = read(format!("{file}.csv"));
    let claims = read(format!("{file}-claims.csv"));
    let tables = [&figures, &claims].into_iter().flatten();
    let tables: Vec<Vec<Vec<String>>> = tables.map(|text| read_csv(text)).collect();
    let sheet = |title: &str, text: String| {
        SheetView::from(&Sheet { title: title.to_owned(), ..sheet(&text, experiment) })
    };
    ExperimentView {
        name: experiment.name.clone(),
        source: experiment.source.clone(),
        title: experiment.title.clone(),
        summary: experiment.text.trim().to_owned(),
        command: format!("ludarium reproduce {}", experiment.name),
        verdicts: verdicts(&tables),
        games: column(&tables, |title| title == "games")
            .filter_map(|count| count.parse().ok())
            .max(),
        sheet: figures.map(|text| sheet(&experiment.title, text)),
        claims: claims.map(|text| sheet("Claims", text)),
    }
}

/// The cells of the columns with a title.
fn column<'a>(
    tables: &'a [Vec<Vec<String>>],
    wanted: impl Fn(&str) -> bool + Copy + 'a,
) -> impl Iterator<Item = &'a str> {
    tables.iter().flat_map(move |table| {
        let (head, rows) = table.split_first().unwrap_or((const { &Vec::new() }, &[]));
        let places: Vec<usize> = (0..head.len()).filter(|&at| wanted(&head[at])).collect();
        rows.iter().flat_map(move |row| {
            places.clone().into_iter().filter_map(move |at| row.get(at)).map(String::as_str)
        })
    })
}

/// How often each verdict was given, without the numbers of games that some have.
fn verdicts(tables: &[Vec<Vec<String>>]) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for word in column(tables, |title| title == "verdict" || title.ends_with(": verdict")) {
        let word = word.split(" (").next().unwrap_or_default();
        match found.iter_mut().find(|(known, _)| known == word) {
            _ if word.is_empty() => {}
            Some((_, count)) => *count += 1,
            None => found.push((word.to_owned(), 1)),
        }
    }
    found
}

/// The sheet that a CSV file of a reproduction was written from, as far as the file tells.
fn sheet(text: &str, experiment: &Experiment) -> Sheet {
    let mut lines = read_csv(text).into_iter();
    let headings = lines.next().unwrap_or_default();
    let place = |title: &str| headings.iter().position(|heading| heading == title);
    let ends =
        |title: &str| Some((place(&format!("{title} low"))?, place(&format!("{title} high"))?));
    let is_end = |title: &str| {
        let stem = title.strip_suffix(" low").or(title.strip_suffix(" high"));
        stem.is_some_and(|stem| place(stem).is_some())
    };
    let figure = place("figure");
    let shown: Vec<usize> = (0..headings.len()).filter(|&at| !is_end(&headings[at])).collect();
    let numbers = ["printed", "ours"];
    let column = |&at: &usize| match headings[at].as_str() {
        title if figure.is_some() && (numbers.contains(&title) || title == "games") => {
            Column::number(title)
        }
        title => Column::text(title),
    };
    let cell = |row: &[String], at: usize| {
        let text = row.get(at).map_or("", String::as_str);
        let title = headings[at].as_str();
        let number = text.parse::<f64>().ok();
        match (title, number, figure) {
            ("verdict", _, _) => Cell::Judgement(text.to_owned(), tone(text)),
            (_, Some(value), Some(figure)) if numbers.contains(&title) => {
                let end = |at: usize| row.get(at)?.parse::<f64>().ok();
                let interval = ends(title).and_then(|(low, high)| Some((end(low)?, end(high)?)));
                let form = form(experiment, row.get(figure).map_or("", String::as_str));
                Cell::Number(Number { value, interval, form })
            }
            _ => Cell::text(text),
        }
    };
    Sheet::new(String::new(), shown.iter().map(column))
        .rows(lines.map(|row| shown.iter().map(|&at| cell(&row, at)).collect()))
}

/// How the numbers of a metric are written.
fn form(experiment: &Experiment, figure: &str) -> Form {
    let metric = experiment.metrics.iter().find(|metric| metric.title() == figure);
    match metric.map(|metric| metric.unit()) {
        Some(Unit::Share) => Form::Percent,
        Some(Unit::Difference) => Form::SignedPercent,
        _ => Form::Measured,
    }
}

fn tone(verdict: &str) -> Tone {
    match verdict {
        _ if verdict.starts_with("agrees") || verdict == "holds" => Tone::Good,
        _ if verdict.starts_with("differs") || verdict == "does not hold" => Tone::Bad,
        _ => Tone::Plain,
    }
}

/// The fields of a CSV text as our sheets write it: commas, quotes doubled inside quotes.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let rows = reader.into_records().filter_map(|row| row.ok());
    rows.map(|row| row.iter().map(str::to_owned).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_reads_back_what_sheets_write() {
        let written = Sheet::new("", ["a, b", ">n"]).rows(vec![vec![
            Cell::text("says \"yes\",\nand no"),
            Cell::Number(Number { value: 0.5, interval: Some((0.25, 0.75)), form: Form::Percent }),
        ]]);
        let rows = read_csv(&written.csv());
        assert_eq!(rows[0], ["a, b", "n", "n low", "n high"]);
        assert_eq!(rows[1], ["says \"yes\",\nand no", "0.5", "0.25", "0.75"]);
    }

    #[test]
    fn figures_get_their_units_and_intervals_back() {
        let library = crate::testing::library();
        let experiments = library.experiments().select(&[]).unwrap();
        let text = "n,of,figure,printed,reading,ours,ours low,ours high,games,verdict\n\
                    50,random,won,0.08,literal,0.106,0.088,0.127,1200,agrees\n";
        let sheet = sheet(text, &experiments[0]);
        let shown: Vec<String> = sheet.rows[0].iter().map(Cell::shown).collect();
        assert_eq!(
            shown,
            ["50", "random", "won", "8.0 %", "literal", "10.6 % (8.8 to 12.7)", "1200", "agrees"]
        );
        assert!(matches!(sheet.rows[0][7], Cell::Judgement(_, Tone::Good)));
        for word in ["not contradicted (20 games)", "too few games (4)", "undecided (20 games)"] {
            assert_eq!(tone(word), Tone::Plain, "{word}");
        }
    }

    #[test]
    fn a_report_shows_what_was_measured_beside_what_was_printed() {
        let name = format!("ludarium-reports-{}", std::process::id());
        let runs = std::env::temp_dir().join(name);
        let csv = runs.join(REPRODUCTIONS).join("csv");
        let library = crate::testing::library();
        let before = reports(&library, &runs).unwrap().reports;
        assert_eq!(before[0].title, "Report 009: Sprint");
        assert!(before[0].experiments[0].sheet.is_none());
        assert_eq!(before[0].experiments[0].command, "ludarium reproduce 009/table-1");
        std::fs::create_dir_all(&csv).unwrap();
        let text = "figure,printed,ours\nwon,0.08,0.1\n";
        std::fs::write(csv.join("009-table-1.csv"), text).unwrap();
        let claims = "claim,literal: ours,literal: verdict\nmore,1 against 2,holds\n";
        std::fs::write(csv.join("009-table-1-claims.csv"), claims).unwrap();
        let after = reports(&library, &runs).unwrap().reports;
        std::fs::remove_dir_all(&runs).unwrap();
        let shown = &after[0].experiments[0];
        let (sheet, claims) = (shown.sheet.as_ref().unwrap(), shown.claims.as_ref().unwrap());
        assert_eq!((sheet.rows.len(), &*sheet.title), (1, &*shown.title));
        assert_eq!((claims.rows.len(), &*claims.title), (1, "Claims"));
        assert_eq!(shown.verdicts, [("holds".to_owned(), 1)]);
    }
}
