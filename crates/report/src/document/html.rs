//! Documents as pages: one HTML file with everything in it, which is also well-formed XML.

use std::fmt::Write;

use ludarium_draw::chart::Colours;

use super::files::PLOTS;
use super::{Document, Heading, Passage};
use crate::sheet::escape;

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
             <title>Ludarium: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<p class=\"mark\">Ludarium</p>\n<h1>{title}</h1>\n"
        );
        for (class, text) in [("lead", &self.lead), ("warning", &self.warning)] {
            if !text.is_empty() {
                out.push_str(&paragraph(class, text));
            }
        }
        out.push_str("</header>\n");
        let mut in_entry = false;
        let is_chart = |block: &Passage| matches!(block, Passage::Chart(_));
        let blocks: Vec<Passage> = self.readable().collect();
        for group in blocks.chunk_by(|a, b| is_chart(a) && is_chart(b)) {
            if is_chart(&group[0]) {
                out.push_str("<div class=\"charts\">\n");
            }
            for block in group {
                self.block(&mut out, block, &mut in_entry);
            }
            if is_chart(&group[0]) {
                out.push_str("</div>\n");
            }
        }
        if in_entry {
            out.push_str("</article>\n");
        }
        out.push_str("</body>\n</html>\n");
        out
    }

    fn block(&self, out: &mut String, block: &Passage, in_entry: &mut bool) {
        // Writing into a string cannot fail.
        let _ = match block {
            Passage::Contents => {
                self.contents(out);
                Ok(())
            }
            Passage::Heading(heading) => {
                if std::mem::replace(in_entry, !heading.is_part) {
                    out.push_str("</article>\n");
                }
                let Heading { text, about, id, .. } = heading;
                let (text, about) = (escape(text), escape(about));
                if heading.is_part {
                    writeln!(out, "<h2 id=\"{id}\">{text}</h2>")
                } else {
                    writeln!(
                        out,
                        "<article id=\"{id}\">\n<p class=\"source\">{about}</p>\n<h3>{text}</h3>"
                    )
                }
            }
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
            for entry in &part[1..] {
                let _ = writeln!(out, "<li>{}</li>", link(entry));
            }
            out.push_str("</ol></section>\n");
        }
        out.push_str("</nav>\n");
    }
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
