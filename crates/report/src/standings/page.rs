//! The page of a run: its sheets and charts in one HTML file.

use std::fmt::Write;

use ludarium_draw::chart::{Colours, Look};

use super::Standings;
use crate::page::document;
use crate::sheet::{Sheet, escape};

impl Standings {
    /// The run as a complete HTML document that needs nothing else, with these sheets.
    pub fn page(&self, sheets: &[Sheet]) -> String {
        let mut body = String::new();
        // Writing into a string cannot fail.
        let _ = write!(
            body,
            "<header>\n<p class=\"mark\">Ludarium</p>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n</header>\n",
            escape(&self.contest.game),
            escape(&self.heading())
        );
        let mut sheets = sheets.iter();
        if let Some(ranking) = sheets.next() {
            body.push_str(&ranking.html());
        }
        let look = Look {
            colours: Colours::Reader,
            ..Look::default()
        };
        for picture in self.charts(&look) {
            let _ = writeln!(body, "<div class=\"chart\">{}</div>", picture.svg);
        }
        for sheet in sheets {
            body.push_str(&sheet.html());
        }
        let _ = write!(
            body,
            "<section class=\"again\"><h2>Settings</h2>\n<pre>{}</pre></section>\n",
            escape(&serde_json::to_string_pretty(&self.contest).unwrap_or_default())
        );
        document(&format!("Ludarium: {}", self.contest.game), &body)
    }
}
