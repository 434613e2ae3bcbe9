//! The page of a study: one HTML file with all tables and plots.

use std::fmt::Write;

use ludarium_report::page::document;
use ludarium_report::sheet::{escape, grouped};

use super::{PLOTS, Study};
use crate::page::{inline, prose};

/// The page, as a complete HTML document that is also well-formed XML.
pub fn page(study: &Study) -> String {
    let mut out = String::new();
    head(&mut out, study);
    readings(&mut out, study);
    out.push_str("<section id=\"plots\">\n<h2>Plots</h2>\n<div class=\"charts\">\n");
    for plot in study.plots() {
        let name = escape(&plot.name);
        // Writing into a string cannot fail.
        let _ = writeln!(
            out,
            "<div class=\"chart\">{}<p>As a file: <a href=\"{PLOTS}/{name}.svg\">SVG</a>, <a href=\"{PLOTS}/{name}.pdf\">PDF</a></p></div>",
            plot.on_page()
        );
    }
    out.push_str("</div>\n</section>\n");
    for sheet in study.sheets() {
        let _ = writeln!(out, "<section>\n{}</section>", sheet.html());
    }
    let _ = writeln!(
        out,
        "<footer>\n<p>Intervals are of 95 %. Games of one deal share their start and their luck, so intervals come from the \
         spread between deals.</p>\n<p class=\"again\">Again: <code>{}</code></p>\n</footer>",
        escape(&study.command())
    );
    document(study.title(), &out)
}

fn head(out: &mut String, study: &Study) {
    let games: Vec<&str> = study
        .findings
        .iter()
        .map(|finding| finding.experiment.game_title.as_str())
        .collect();
    let _ = writeln!(
        out,
        "<header>\n<p class=\"mark\">Ludarium</p>\n<h1>{}</h1>\n<p class=\"lead\">{}: {} {}, seed {}.</p>",
        escape(study.title()),
        escape(&games.join(", ")),
        grouped(study.done() as f64),
        study
            .findings
            .first()
            .map_or("games", |finding| finding.counted_in()),
        study.seed
    );
    if !study.is_complete() {
        out.push_str(
            "<p class=\"warning\">Not everything is played yet. The same command goes on where it stopped.</p>\n",
        );
    }
    if !study.text().is_empty() {
        out.push_str(&prose(study.text()));
    }
    out.push_str("</header>\n");
}

/// What each reading is about, where the file says it.
fn readings(out: &mut String, study: &Study) {
    let Some(first) = study.findings.first() else {
        return;
    };
    let said = first.experiment.readings.iter();
    let said: Vec<_> = said.filter(|reading| !reading.text.is_empty()).collect();
    if said.is_empty() {
        return;
    }
    out.push_str("<dl class=\"readings\">\n");
    for reading in said {
        let (name, text) = (escape(&reading.name), inline(&reading.text));
        let _ = writeln!(out, "<dt>{name}</dt><dd>{text}</dd>");
    }
    out.push_str("</dl>\n");
}
