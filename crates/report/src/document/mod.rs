//! `Document`: the results of a command, filled once and written as text, page, Markdown, JSON and files.

mod files;
mod html;
mod latex;
mod markdown;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::NamedChart;
use crate::sheet::Sheet;

pub use files::WriteError;
pub use html::slug;

/// Results in the order in which they are read. A terminal shows headings, sheets, results and remarks; Markdown also
/// texts and commands, but no remarks; a page everything. JSON and CSV have the sheets.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// What it is about, in a line.
    pub lead: String,
    /// What the reader has to know first, for instance that something is missing.
    pub warning: String,
    /// Its parts.
    pub blocks: Vec<Passage>,
    /// The sheets that are written as CSV files, each under its name.
    pub files: Vec<(String, Sheet)>,
}

/// A part of a document.
#[derive(Clone, Debug)]
pub enum Passage {
    /// Links to all headings.
    Contents,
    /// Where something new begins.
    Heading(Heading),
    /// Paragraphs in which `` `words` `` are code.
    Text(String),
    /// What was found, in a sentence.
    Result(String),
    /// Small print, not for Markdown.
    Remark(String),
    /// Words and what they mean; only for pages.
    Words(Vec<(String, String)>),
    /// A table.
    Sheet(Sheet),
    /// A picture; neighbours stand side by side.
    Chart(NamedChart),
    /// The command that gives all this again.
    Command(String),
    /// Settings as they are written in a file; only for pages.
    Code(String),
}

/// Where something new begins.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The words.
    pub text: String,
    /// What they are about, in small letters.
    pub about: String,
    /// The name that links lead to; see [`slug`].
    pub id: String,
    /// Whether it begins a part, which has entries, or an entry.
    pub is_part: bool,
}

impl Document {
    /// A document without a part.
    pub fn new(title: impl Into<String>, lead: impl Into<String>) -> Document {
        Document { title: title.into(), lead: lead.into(), ..Document::default() }
    }

    /// Adds a part.
    pub fn push(&mut self, block: Passage) {
        self.blocks.push(block);
    }

    /// Adds paragraphs; none where there is nothing to say.
    pub fn text(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.push(Passage::Text(text.trim().to_owned()));
        }
    }

    /// Adds the heading of a part.
    pub fn part(&mut self, text: &str) {
        self.push(Passage::Heading(Heading {
            id: slug(text),
            text: text.to_owned(),
            about: String::new(),
            is_part: true,
        }));
    }

    /// Adds sheets.
    pub fn sheets(&mut self, sheets: impl IntoIterator<Item = Sheet>) {
        self.blocks.extend(sheets.into_iter().map(Passage::Sheet));
    }

    /// Adds a sheet that is also a CSV file.
    pub fn filed(&mut self, name: &str, sheet: Sheet) {
        self.files.push((name.to_owned(), sheet.narrow()));
        self.push(Passage::Sheet(sheet));
    }

    /// Adds charts.
    pub fn charts(&mut self, charts: impl IntoIterator<Item = NamedChart>) {
        self.blocks.extend(charts.into_iter().map(Passage::Chart));
    }

    /// The parts for readers: a sheet that is called like the document or the heading above it has no title.
    pub fn readable(&self) -> impl Iterator<Item = Passage> {
        let mut above = self.title.as_str();
        self.blocks.iter().map(move |block| match block {
            Passage::Heading(heading) => {
                above = &heading.text;
                block.clone()
            }
            Passage::Sheet(sheet) if sheet.title == above => {
                Passage::Sheet(Sheet { title: String::new(), ..sheet.clone() })
            }
            _ => block.clone(),
        })
    }

    /// The sheets as JSON.
    pub fn json(&self) -> Value {
        let sheets = self.blocks.iter().filter_map(|block| match block {
            Passage::Sheet(sheet) => Some(sheet.json()),
            _ => None,
        });
        json!(sheets.collect::<Vec<_>>())
    }

    /// The names of the charts that have files.
    pub fn chart_names(&self) -> Vec<&str> {
        self.named_charts().map(|chart| chart.name.as_str()).collect()
    }

    fn named_charts(&self) -> impl Iterator<Item = &NamedChart> {
        let charts = self.blocks.iter().filter_map(|block| match block {
            Passage::Chart(chart) => Some(chart),
            _ => None,
        });
        charts.filter(|chart| !chart.name.is_empty())
    }
}
