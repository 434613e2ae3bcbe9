//! The page of a reproduction: one HTML file that needs nothing else.

pub(crate) mod chart;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use ludarium_report::page::document;
use ludarium_report::sheet::{Sheet, escape, grouped};

use crate::experiment::{Experiment, Measure, Mode};
use crate::reproduce::{Finding, Reproduction};
use crate::slug;
use crate::verdict::WORDS;

/// The page, as a complete HTML document that is also well-formed XML.
pub fn page(reproduction: &Reproduction) -> String {
    let mut out = String::new();
    head(&mut out, reproduction);
    contents(&mut out, reproduction);
    summary(&mut out, reproduction);
    let mut report = "";
    for finding in &reproduction.findings {
        if finding.experiment.report != report {
            report = &finding.experiment.report;
            // Writing into a string cannot fail.
            let _ = writeln!(
                out,
                "<h2 class=\"report\" id=\"report-{}\">Report {}</h2>",
                slug(report),
                escape(report)
            );
        }
        experiment(&mut out, reproduction, finding);
    }
    legend(&mut out);
    document("Ludarium: reports reproduced", &out)
}

fn head(out: &mut String, reproduction: &Reproduction) {
    let (count, games) = (
        reproduction.findings.len(),
        reproduction.findings.iter().map(Finding::done).sum::<u64>(),
    );
    let mode = match reproduction.mode {
        Mode::Quick => "a quick look with few games",
        Mode::Full => "in full",
    };
    let experiments = if count == 1 {
        "experiment"
    } else {
        "experiments"
    };
    let _ = writeln!(
        out,
        "<header>\n<p class=\"mark\">Ludarium</p>\n<h1>What the reports printed, and what we measure</h1>\n\
         <p class=\"lead\">{count} {experiments}, {} games and questions, {mode}.</p>",
        grouped(games as f64)
    );
    if !reproduction.is_complete() {
        out.push_str(
            "<p class=\"warning\">This run was interrupted. What is missing is said below; \
             the same command goes on where it stopped.</p>\n",
        );
    }
    out.push_str("</header>\n");
}

fn contents(out: &mut String, reproduction: &Reproduction) {
    out.push_str("<nav aria-label=\"Contents\">\n");
    let groups = reproduction
        .findings
        .chunk_by(|a, b| a.experiment.report == b.experiment.report);
    for group in groups {
        let report = &group[0].experiment.report;
        let _ = write!(
            out,
            "<section><h2><a href=\"#report-{}\">Report {}</a></h2>\n<ol>\n",
            slug(report),
            escape(report)
        );
        for finding in group {
            let experiment = &finding.experiment;
            let _ = writeln!(
                out,
                "<li><a href=\"#{}\">{}</a> <span>{}</span></li>",
                slug(&experiment.name),
                escape(&experiment.title),
                escape(&experiment.source)
            );
        }
        out.push_str("</ol></section>\n");
    }
    out.push_str("</nav>\n");
}

fn summary(out: &mut String, reproduction: &Reproduction) {
    let mut sheet = reproduction.summary();
    sheet.title.clear();
    let _ = write!(
        out,
        "<section class=\"summary\" id=\"summary\">\n<h2>Summary</h2>\n{}</section>\n",
        sheet.html()
    );
}

fn experiment(out: &mut String, reproduction: &Reproduction, finding: &Finding) {
    let experiment = &finding.experiment;
    let id = slug(&experiment.name);
    let _ = write!(
        out,
        "<article id=\"{id}\">\n<p class=\"source\">Report {}, {} <span>{}</span></p>\n<h3>{}</h3>\n{}",
        escape(&experiment.report),
        escape(&experiment.source),
        escape(&game(experiment)),
        escape(&experiment.title),
        prose(&experiment.text)
    );
    let _ = writeln!(
        out,
        "<p class=\"conclusion\">{}</p>",
        escape(&finding.conclusion())
    );
    out.push_str("<dl class=\"readings\">\n");
    for (index, reading) in experiment.readings.iter().enumerate() {
        let _ = writeln!(
            out,
            "<dt>{}</dt><dd>{}</dd>",
            escape(&finding.title_of(index)),
            inline(&reading.text)
        );
    }
    out.push_str("</dl>\n");
    let charts = chart::charts(finding);
    if !charts.is_empty() {
        out.push_str("<div class=\"charts\">\n");
        for chart in charts {
            let _ = writeln!(out, "<div class=\"chart\">{chart}</div>");
        }
        out.push_str("</div>\n");
    }
    let untitled = |sheet: Sheet| Sheet {
        title: String::new(),
        ..sheet
    };
    out.push_str(&untitled(finding.figures()).html());
    if let Some(claims) = finding.claims() {
        out.push_str("<h4>What the report says without a figure</h4>\n");
        let _ = writeln!(
            out,
            "<div class=\"claims\">{}</div>",
            untitled(claims).html()
        );
    }
    let command = reproduction.command(&[&experiment.name]);
    let _ = write!(
        out,
        "<p class=\"again\">Again: <code>{}</code>, seed {}. <a href=\"#words\">What the words mean</a>. <a href=\"#summary\">Back to the summary</a></p>\n</article>\n",
        escape(&command),
        reproduction.seed
    );
}

/// The game and how it is measured, for people.
fn game(experiment: &Experiment) -> String {
    let title = &experiment.game_title;
    let measure = match experiment.measure {
        Measure::Games => "games",
        Measure::Decisions => "decisions at fixed positions",
        Measure::RandomGames => "random games",
    };
    format!("{title}, {measure}")
}

fn legend(out: &mut String) {
    out.push_str("<footer>\n<h2 id=\"words\">What the words mean</h2>\n<dl class=\"readings\">\n");
    for (word, meaning) in WORDS {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(word), escape(meaning));
    }
    out.push_str(
        "</dl>\n<p>Each figure of ours stands with its 95 % interval. Where a report says how many games a share rests on, \
         its own uncertainty counts as well; any other printed number has to lie inside our interval. Games of one deal share \
         their start and their luck, so intervals come from the spread between deals; with fewer than thirty deals they are \
         at least as wide as if all games were independent.</p>\n</footer>\n",
    );
}

/// Paragraphs of text in which `` `words` `` are code.
pub(crate) fn prose(text: &str) -> String {
    let mut out = String::new();
    for paragraph in text.trim().split("\n\n") {
        let _ = writeln!(out, "<p class=\"text\">{}</p>", inline(paragraph));
    }
    out
}

pub(crate) fn inline(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // A backtick without its partner is a backtick.
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        let part = escape(part);
        if index % 2 == 1 {
            let _ = write!(out, "<code>{part}</code>");
        } else {
            out.push_str(&part);
        }
    }
    out
}
