//! Links of all Markdown files: every file and heading that one leads to is there. No network is used.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that are not ours to check.
const SKIPPED: [&str; 3] = ["target", "templates", "node_modules"];

/// The folder of the repository.
pub fn root() -> PathBuf {
    root_of(env::var_os("CARGO_MANIFEST_DIR"))
}

/// The folder that holds the crate `here`, which `cargo run` tells. Without it the one where this program was compiled:
/// the repository may have been moved or copied since.
fn root_of(here: Option<OsString>) -> PathBuf {
    let here = here.map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().unwrap_or(&here).to_owned()
}

/// Checks all Markdown files of the repository and says which links lead nowhere.
pub fn check() -> Result<(), String> {
    let root = root();
    let mut files = Vec::new();
    find(&root, &mut files).map_err(|error| format!("links: {error}"))?;
    let mut pages = HashMap::new();
    for file in files {
        let text = fs::read_to_string(&file);
        let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
        pages.insert(file, Page::new(&text));
    }
    let mut broken: Vec<String> = Vec::new();
    let mut count = 0;
    for (file, page) in &pages {
        for (line, link) in &page.links {
            count += 1;
            if let Err(reason) = follow(file, link, &pages) {
                let name = file.strip_prefix(&root).unwrap_or(file);
                broken.push(format!("{}:{line}: {link}: {reason}", name.display()));
            }
        }
    }
    broken.sort();
    if broken.is_empty() {
        println!("xtask: {count} links in {} pages", pages.len());
        return Ok(());
    }
    eprintln!("{}", broken.join("\n"));
    Err(format!("links: {} of {count} lead nowhere", broken.len()))
}

/// What matters of a page.
struct Page {
    /// Where links lead, with their lines.
    links: Vec<(usize, String)>,
    /// The names of its headings in addresses.
    anchors: Vec<String>,
}

impl Page {
    fn new(text: &str) -> Page {
        let mut page = Page { links: Vec::new(), anchors: Vec::new() };
        let mut in_code = false;
        for (index, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            } else if !in_code {
                page.read(index + 1, line);
            }
        }
        page
    }

    fn read(&mut self, number: usize, line: &str) {
        let heading = line.trim_start_matches('#');
        if heading.len() < line.len() && heading.starts_with(' ') {
            let name = anchor(heading);
            let before = self.anchors.iter().filter(|known| **known == name).count();
            self.anchors.push(name.clone());
            if before > 0 {
                self.anchors.push(format!("{name}-{before}"));
            }
        }
        let line = without_code(line);
        for (opening, closing) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            for part in line.split(opening).skip(1) {
                let link = part.split(closing).next().unwrap_or_default();
                let elsewhere = ["http://", "https://", "mailto:"];
                if !link.is_empty() && !elsewhere.iter().any(|begin| link.starts_with(begin)) {
                    self.links.push((number, link.to_owned()));
                }
            }
        }
    }
}

/// Whether a link of a file leads somewhere.
fn follow(file: &Path, link: &str, pages: &HashMap<PathBuf, Page>) -> Result<(), String> {
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (link, None),
    };
    let target = match path {
        "" => file.to_owned(),
        path => file.parent().unwrap_or(file).join(path),
    };
    let target = target.canonicalize().map_err(|_| "no such file")?;
    let Some(anchor) = anchor else { return Ok(()) };
    let page = pages.get(&target).ok_or("headings only in our own pages")?;
    if page.anchors.iter().any(|known| known == anchor) {
        Ok(())
    } else {
        Err("no such heading".to_owned())
    }
}

/// A line without what stands between backticks.
fn without_code(line: &str) -> String {
    let parts = line.split('`').step_by(2);
    parts.collect::<Vec<_>>().join(" ")
}

/// The name of a heading in an address, as forges and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The Markdown files below a folder.
fn find(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || SKIPPED.contains(&&*name) {
            continue;
        }
        if path.is_dir() {
            find(&path, found)?;
        } else if name.ends_with(".md") {
            found.push(path.canonicalize()?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_that_was_moved_is_found_where_it_is() {
        let moved = Path::new("elsewhere").join("xtask");
        assert_eq!(root_of(Some(moved.into())), Path::new("elsewhere"));
    }

    #[test]
    fn all_links_lead_somewhere() {
        check().unwrap();
    }

    #[test]
    fn headings_get_their_names() {
        let page = Page::new("# One\n## Report 000, figure 6: all\n## One\n```\n# no\n```\n");
        assert_eq!(page.anchors, ["one", "report-000-figure-6-all", "one", "one-1"]);
    }

    #[test]
    fn links_are_found_outside_code() {
        let text = "[a](b.md) `[c](d.md)` <img src=\"e.png\">\n```\n[f](g.md)\n```\n[h](https://i)";
        let links = Page::new(text).links;
        assert_eq!(links, [(1, "b.md".to_owned()), (1, "e.png".to_owned())]);
    }

    #[test]
    fn links_that_lead_nowhere_are_told() {
        let file = root().join("README.md").canonicalize().unwrap();
        let page = Page::new("# Here\n");
        let pages = HashMap::from([(file.clone(), page)]);
        assert_eq!(follow(&file, "#here", &pages), Ok(()));
        assert_eq!(follow(&file, "Cargo.toml", &pages), Ok(()));
        for link in ["#there", "missing.md", "docs/missing.md#here"] {
            assert!(follow(&file, link, &pages).is_err(), "{link}");
        }
    }
}
