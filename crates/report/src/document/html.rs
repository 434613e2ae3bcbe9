//! Documents as pages: one HTML file with everything in it, which is also well-formed XML.

use std::fmt::Write;

use ludarium_draw::chart::Colours;
use ludarium_draw::font_face;

use super::files::PLOTS;
use super::{Document, Heading, Passage};
use crate::sheet::escape;

/// More entries are folded: each shows what was found, and the rest when it is opened.
const FEW: usize = 4;

const STYLE: &str = include_str!("style.css");

/// A text as the name of a file or of a place on a page: lower-case words with dashes between them.
pub fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [] => "x".to_owned(),
        words => words.join("-"),
    }
}

impl Document {
    /// The document as a page that needs no other file.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n\
             <title>Ludarium: {title}</title>\n<style>\n{}{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<p class=\"mark\">Ludarium</p>\n<h1>{title}</h1>\n",
            font_face()
        );
        for (class, text) in [("lead", &self.lead), ("warning", &self.warning)] {
            if !text.is_empty() {
                out.push_str(&paragraph(class, text));
            }
        }
        out.push_str("</header>\n");
        let blocks: Vec<Passage> = self.readable().collect();
        let folded = self.folded();
        let is_part =
            |block: &Passage| matches!(block, Passage::Heading(heading) if heading.is_part);
        let parts = blocks.chunk_by(|_, next| !is_part(next));
        let mut before = 0;
        for part in parts {
            // The first part is there at once, the others are opened.
            before += usize::from(is_part(&part[0]));
            let closed = folded && is_part(&part[0]) && before > 1;
            out.push_str(if closed { "<details class=\"part\">\n" } else { "" });
            for (place, blocks) in
                part.chunk_by(|_, next| !matches!(next, Passage::Heading(_))).enumerate()
            {
                entry(&mut out, blocks, folded, closed && place == 0, self);
            }
            out.push_str(if closed { "</details>\n" } else { "" });
        }
        out.push_str("</body>\n</html>\n");
        out
    }

    /// Whether it is so long that parts and entries are opened one by one.
    fn folded(&self) -> bool {
        let entries = self
            .blocks
            .iter()
            .filter(|block| matches!(block, Passage::Heading(heading) if !heading.is_part));
        entries.count() > FEW
    }

    /// The headings as links, the entries of each part together.
    fn contents(&self, out: &mut String) {
        let headings = self.blocks.iter().filter_map(|block| match block {
            Passage::Heading(heading) => Some(heading),
            _ => None,
        });
        let headings: Vec<&Heading> = headings.collect();
        out.push_str("<nav aria-label=\"Contents\">\n");
        for part in headings.chunk_by(|_, next| !next.is_part) {
            let link = |heading: &Heading| {
                format!("<a href=\"#{}\">{}</a>", heading.id, escape(&heading.text))
            };
            let _ = write!(out, "<section><h2>{}</h2>\n<ol>\n", link(part[0]));
            for entry in part[1..].iter().filter(|_| !self.folded()) {
                let _ = writeln!(out, "<li>{}</li>", link(entry));
            }
            out.push_str("</ol></section>\n");
        }
        out.push_str("</nav>\n");
    }
}

/// A heading with what follows it; or what stands before the first one.
fn entry(out: &mut String, blocks: &[Passage], folded: bool, closed: bool, document: &Document) {
    let is_chart = |block: &Passage| matches!(block, Passage::Chart(_));
    let (heading, mut rest) = match blocks {
        [Passage::Heading(heading), rest @ ..] => (Some(heading), rest.to_vec()),
        blocks => (None, blocks.to_vec()),
    };
    let mut end = "";
    // Writing into a string cannot fail.
    let _ = match heading {
        None => Ok(()),
        Some(Heading { text, id, is_part: true, .. }) => {
            let head = format!("<h2 id=\"{id}\">{}</h2>", escape(text));
            if closed {
                writeln!(out, "<summary>{head}</summary>")
            } else {
                writeln!(out, "{head}")
            }
        }
        Some(Heading { text, about, id, .. }) => {
            let (text, about) = (escape(text), escape(about));
            let head = format!("<p class=\"source\">{about}</p>\n<h3 id=\"{id}\">{text}</h3>");
            if folded {
                end = "</div>\n</details>\n";
                let found = rest.iter().position(|block| matches!(block, Passage::Result(_)));
                let found = found.map(|at| rest.remove(at));
                let charted = rest.first().is_some_and(is_chart);
                let chart = charted.then(|| rest.remove(0));
                let _ = writeln!(out, "<details class=\"entry\">\n<summary>\n{head}");
                found.iter().chain(&chart).for_each(|seen| block(out, seen, document));
                writeln!(out, "</summary>\n<div>")
            } else {
                end = "</article>\n";
                writeln!(out, "<article>\n{head}")
            }
        }
    };
    for group in rest.chunk_by(|a, b| is_chart(a) && is_chart(b)) {
        let charts = is_chart(&group[0]);
        if charts {
            out.push_str("<div class=\"charts\">\n");
        }
        group.iter().for_each(|one| block(out, one, document));
        if charts {
            out.push_str("</div>\n");
        }
    }
    out.push_str(end);
}

fn block(out: &mut String, block: &Passage, document: &Document) {
    // Writing into a string cannot fail.
    let _ = match block {
        Passage::Contents => {
            document.contents(out);
            Ok(())
        }
        // A heading stands before what follows it.
        Passage::Heading(_) => Ok(()),
        Passage::Text(text) => text.split("\n\n").try_for_each(|text| {
            out.push_str(&paragraph("text", text));
            Ok(())
        }),
        Passage::Result(text) => write!(out, "{}", paragraph("conclusion", text)),
        Passage::Remark(text) => write!(out, "{}", paragraph("note", text)),
        Passage::Words(words) => {
            out.push_str("<dl class=\"readings\">\n");
            for (word, meaning) in words {
                let (word, meaning) = (escape(word), inline(meaning));
                let _ = writeln!(out, "<dt>{word}</dt><dd>{meaning}</dd>");
            }
            writeln!(out, "</dl>")
        }
        Passage::Sheet(sheet) => write!(out, "{}", sheet.html()),
        Passage::Chart(chart) => {
            let _ = write!(out, "<div class=\"chart\">{}", chart.coloured(Colours::Reader));
            let name = escape(&chart.name);
            if !name.is_empty() {
                let _ = write!(
                    out,
                    "<p>As a file: <a href=\"{PLOTS}/{name}.svg\">SVG</a>, <a href=\"{PLOTS}/{name}.pdf\">PDF</a></p>"
                );
            }
            writeln!(out, "</div>")
        }
        Passage::Command(command) => {
            let command = escape(command);
            writeln!(out, "<p class=\"again\">Again: <code>{command}</code></p>")
        }
        Passage::Code(code) => writeln!(out, "<pre>{}</pre>", escape(code)),
    };
}

fn paragraph(class: &str, text: &str) -> String {
    format!("<p class=\"{class}\">{}</p>\n", inline(text))
}

/// Text in which `` `words` `` are code.
fn inline(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // A backtick without its partner is a backtick.
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let part = |(index, part): (usize, &&str)| {
        let part = escape(part);
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part }
    };
    parts.iter().enumerate().map(part).collect()
}
