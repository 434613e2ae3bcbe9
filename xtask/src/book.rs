//! `cargo xtask book`: checks the links of all pages, and makes a book of `docs/` with mdBook.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::links::{self, root};

/// Where the book goes, as `book.toml` says.
const FOLDER: &str = "target/book";
/// Where files outside of the book can be read.
const REPOSITORY: &str = "https://github.com/ludarium/ludarium/blob/main/";

/// Checks, builds, and says where the book is.
pub fn run() -> Result<(), String> {
    links::check()?;
    let root = root();
    let built = Command::new("mdbook").arg("build").current_dir(&root).status();
    match built {
        Ok(status) if status.success() => {}
        Ok(_) => return Err("mdbook build".to_owned()),
        Err(_) => {
            return Err("book: the links are right, but mdBook, which builds it, is missing: `cargo install mdbook`".to_owned());
        }
    }
    let folder = root.join(FOLDER);
    lead_outside(&folder, 1).map_err(|error| format!("{FOLDER}: {error}"))?;
    println!("xtask: {FOLDER}/index.html");
    Ok(())
}

/// Files of the repository that are no pages of the book are read at the forge. From the pages of this folder, `up` steps
/// lead out of the book.
fn lead_outside(folder: &Path, up: usize) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            lead_outside(&path, up + 1)?;
        } else if path.extension().is_some_and(|ending| ending == "html") {
            let page = fs::read_to_string(&path)?;
            fs::write(&path, with_outside_links(&page, up))?;
        }
    }
    Ok(())
}

/// A page of the book whose links out of `docs/` lead to the forge. mdBook has made `.html` of `.md` there.
fn with_outside_links(page: &str, up: usize) -> String {
    const LINK: &str = "href=\"";
    let mut parts = page.split(LINK);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        whole.push_str(LINK);
        let (link, rest) = part.split_once('"').unwrap_or((part, ""));
        match outside(link, up) {
            Some(file) => whole.push_str(&format!("{REPOSITORY}{file}\"{rest}")),
            None => whole.push_str(part),
        }
    }
    whole
}

/// The file of the repository that a link leads to, if it leads out of the book.
fn outside(link: &str, up: usize) -> Option<String> {
    let mut inside = up - 1;
    let mut rest = link;
    while let Some((step, later)) = rest.split_once('/') {
        match step {
            ".." if inside == 0 => {
                let page = later.strip_suffix(".html");
                return Some(page.map_or(later.to_owned(), |page| format!("{page}.md")));
            }
            ".." => inside -= 1,
            _ => inside += 1,
        }
        rest = later;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_book_lead_to_the_forge() {
        let page = r#"<a href="bots.html">b</a> <a href="../ARCHITECTURE.html">a</a> <a href="../games/x">g</a>"#;
        let whole = with_outside_links(page, 1);
        assert_eq!(
            whole,
            format!(
                r#"<a href="bots.html">b</a> <a href="{REPOSITORY}ARCHITECTURE.md">a</a> <a href="{REPOSITORY}games/x">g</a>"#
            )
        );
    }

    #[test]
    fn pages_in_folders_need_more_steps_to_leave_the_book() {
        for inside in ["../results.html", "results.html", "https://a.example/b"] {
            assert_eq!(outside(inside, 2), None, "{inside}");
        }
        let games = Some("games/x".to_owned());
        assert_eq!(outside("../../games/x", 2), games);
        assert_eq!(outside("reports/../../games/x", 1), games);
        assert_eq!(outside("reports/../results.html", 1), None);
    }

    #[test]
    fn every_page_of_the_folder_is_in_the_book() {
        let docs = root().join("docs");
        let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
        for entry in fs::read_dir(docs).unwrap() {
            let name = entry.unwrap().file_name().to_string_lossy().into_owned();
            let listed = summary.contains(&format!("({name})"));
            assert!(
                listed || !name.ends_with(".md") || name == "SUMMARY.md",
                "docs/{name} is not in docs/SUMMARY.md"
            );
        }
    }
}
