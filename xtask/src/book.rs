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
    let built = Command::new("mdbook")
        .arg("build")
        .current_dir(&root)
        .status();
    match built {
        Ok(status) if status.success() => {}
        Ok(_) => return Err("mdbook build".to_owned()),
        Err(_) => {
            return Err("book: the links are right, but mdBook, which builds it, is missing: `cargo install mdbook`".to_owned());
        }
    }
    let folder = root.join(FOLDER);
    lead_outside(&folder).map_err(|error| format!("{FOLDER}: {error}"))?;
    println!("xtask: {FOLDER}/index.html");
    Ok(())
}

/// Files of the repository that are no pages of the book are read at the forge.
fn lead_outside(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "html") {
            let page = fs::read_to_string(&path)?;
            fs::write(&path, with_outside_links(&page))?;
        }
    }
    Ok(())
}

/// A page of the book whose links out of `docs/` lead to the forge. mdBook has made `.html` of `.md` there.
fn with_outside_links(page: &str) -> String {
    const OUT: &str = "href=\"../";
    let mut parts = page.split(OUT);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (link, rest) = part.split_once('"').unwrap_or((part, ""));
        let link = match link.strip_suffix(".html") {
            Some(page) => format!("{page}.md"),
            None => link.to_owned(),
        };
        whole.push_str(&format!("href=\"{REPOSITORY}{link}\"{rest}"));
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_book_lead_to_the_forge() {
        let page = r#"<a href="bots.html">b</a> <a href="../ARCHITECTURE.html">a</a> <a href="../games/x">g</a>"#;
        let whole = with_outside_links(page);
        assert_eq!(
            whole,
            format!(
                r#"<a href="bots.html">b</a> <a href="{REPOSITORY}ARCHITECTURE.md">a</a> <a href="{REPOSITORY}games/x">g</a>"#
            )
        );
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
