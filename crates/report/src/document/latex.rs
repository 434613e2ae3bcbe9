//! Documents as LaTeX, to be included in a paper that loads `booktabs`.

use super::{Document, Passage};
use crate::sheet::latex;

impl Document {
    /// The texts, results and sheets of the document; the command that gives them again is a comment.
    pub fn latex(&self) -> String {
        let mut parts = Vec::new();
        let head = [&self.title, &self.lead, &self.warning].into_iter();
        parts.extend(head.filter(|text| !text.is_empty()).map(|text| format!("% {text}")));
        for block in self.readable() {
            parts.push(match block {
                Passage::Heading(heading) => format!("\\paragraph{{{}}}", latex(&heading.text)),
                Passage::Text(text) | Passage::Result(text) => latex(&text),
                Passage::Sheet(sheet) => sheet.narrow().latex().trim().to_owned(),
                Passage::Command(command) => format!("% {command}"),
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
