//! Documents as Markdown.

use super::{Document, Passage};

impl Document {
    /// The document as Markdown: headings, texts, sheets, results and commands.
    pub fn markdown(&self) -> String {
        let mut parts = Vec::new();
        if !self.title.is_empty() {
            parts.push(format!("# {}", self.title));
        }
        parts.extend(
            [&self.lead, &self.warning].into_iter().filter(|text| !text.is_empty()).cloned(),
        );
        for block in self.readable() {
            parts.push(match block {
                Passage::Heading(heading) => format!("## {}", heading.text),
                Passage::Text(text) | Passage::Result(text) => text,
                Passage::Sheet(sheet) => sheet.narrow().markdown().trim().to_owned(),
                Passage::Command(command) => format!("`{command}`"),
                Passage::Contents
                | Passage::Remark(_)
                | Passage::Words(_)
                | Passage::Chart(_)
                | Passage::Code(_) => continue,
            });
        }
        format!("{}\n", parts.join("\n\n"))
    }
}
