//! The files that a script imports and that lie beside it: a bot is more than the file on its command line.
//!
//! Only what the text of a script names is found. What a program loads in other ways it lists in its `hello`.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use super::own_file::open_real;

/// More files than are looked at, and how much of each.
const MOST_FILES: usize = 256;
const MOST_BYTES: u64 = 1 << 20;

/// All files that a script imports, and those that they import, without the script itself. `base` is where Python looks for
/// modules first: the folder of the script, or the working directory for one that is run by its name.
pub(super) fn imported(script: &Path, base: &Path) -> Vec<PathBuf> {
    let mut found = BTreeSet::from([script.to_owned()]);
    let mut waiting = vec![script.to_owned()];
    while let Some(file) = waiting.pop() {
        let folder = file.parent().unwrap_or(Path::new(""));
        let candidates = match file.extension().and_then(|ending| ending.to_str()) {
            Some("py") => python(&text(&file), folder, base),
            Some("js" | "mjs" | "cjs" | "ts") => javascript(&text(&file), folder),
            _ => continue,
        };
        for candidate in candidates {
            if found.len() < MOST_FILES && candidate.is_file() && found.insert(candidate.clone()) {
                waiting.push(candidate);
            }
        }
    }
    found.remove(script);
    found.into_iter().collect()
}

/// The file of a module that Python is told to run by its name (`-m name`).
pub(super) fn module(folder: &Path, name: &str) -> Option<PathBuf> {
    let place = folder.join(name.replace('.', "/"));
    let files = [place.with_extension("py"), place.join("__main__.py")];
    files.into_iter().find(|file| file.is_file())
}

fn text(file: &Path) -> String {
    let mut bytes = Vec::new();
    // What cannot be read imports nothing.
    let opened = file.canonicalize().and_then(|real| open_real(&real));
    let _ = opened.and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Where `import a.b` and `from .c import d` may lead.
fn python(text: &str, folder: &Path, base: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for line in text.lines().map(str::trim_start) {
        let names: Vec<String> = if let Some(rest) = line.strip_prefix("import ") {
            rest.split(',').map(first_word).collect()
        } else if let Some(rest) = line.strip_prefix("from ") {
            let Some((module, names)) = rest.split_once(" import ") else {
                continue;
            };
            let module = first_word(module);
            // What is imported from a folder may be a module itself.
            let inner = |name: String| {
                if module.ends_with('.') {
                    format!("{module}{name}")
                } else {
                    format!("{module}.{name}")
                }
            };
            let names = names.split([',', '(', ')']).map(first_word).map(inner);
            std::iter::once(module.clone()).chain(names).collect()
        } else {
            continue;
        };
        for name in names {
            let dots = name.len() - name.trim_start_matches('.').len();
            let from = match dots {
                0 => base,
                _ => folder.ancestors().nth(dots - 1).unwrap_or(folder),
            };
            let mut place = from.to_owned();
            for part in name.trim_start_matches('.').split('.') {
                place.push(part);
                found.push(place.with_extension("py"));
                found.push(place.join("__init__.py"));
            }
        }
    }
    found
}

fn first_word(text: &str) -> String {
    let mut words = text.split_whitespace();
    words.next().unwrap_or_default().to_owned()
}

/// Where `require("./a")`, `import "./b.js"` and `from "../c"` may lead.
fn javascript(text: &str, folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for quote in ['"', '\'', '`'] {
        for piece in text.split(quote).skip(1) {
            if !(piece.starts_with("./") || piece.starts_with("../")) || piece.contains('\n') {
                continue;
            }
            let place = plain(&folder.join(piece));
            for ending in ["", ".js", ".mjs", ".cjs", ".ts", ".json", "/index.js"] {
                let mut file = place.clone().into_os_string();
                file.push(ending);
                found.push(PathBuf::from(file));
            }
        }
    }
    found
}

/// A path without `.` and `..` in the middle, so that a file has one name.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn imports(name: &str, script: &str, files: &[(&str, &str)]) -> Vec<String> {
        let folder =
            std::env::temp_dir().join(format!("ludarium-imports-{name}-{}", std::process::id()));
        for (file, text) in files {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let script = folder.join(script);
        let found = imported(&script, script.parent().unwrap());
        fs::remove_dir_all(&folder).unwrap();
        let inside = |file: &PathBuf| file.strip_prefix(&folder).unwrap().display().to_string();
        found.iter().map(inside).collect()
    }

    #[test]
    fn modules_of_python_are_followed() {
        let files = [
            (
                "bot.py",
                "import sys, brain as b\nif True:\n    from tools.book import Book\nfrom random import choice\n",
            ),
            ("brain.py", "from tools import (net,\n    other)\nimport bot\n"),
            ("tools/__init__.py", ""),
            ("tools/book.py", "from . import pages\nfrom .deep.end import x\n"),
            ("tools/net.py", "import json"),
            ("tools/pages.py", ""),
            ("tools/deep/end.py", "from ..net import y"),
            ("other.py", "nobody imports me"),
            ("rival.py", "import brain"),
        ];
        assert_eq!(
            imports("python", "bot.py", &files),
            [
                "brain.py",
                "tools/__init__.py",
                "tools/book.py",
                "tools/deep/end.py",
                "tools/net.py",
                "tools/pages.py"
            ]
        );
        assert_eq!(imports("none", "none.py", &[("other.py", "")]), [""; 0]);
    }

    #[test]
    fn modules_of_javascript_are_followed() {
        let files = [
            (
                "bots/bot.js",
                "const a = require('./brain'), fs = require('fs');\nimport('../shared/net.mjs')\n",
            ),
            ("bots/brain.js", "const book = require(\"./data\");\n"),
            ("bots/data/index.js", "module.exports = require('./lines.json')"),
            ("bots/data/lines.json", "[]"),
            ("shared/net.mjs", "import x from './brain.js'"),
            ("shared/other.js", ""),
        ];
        assert_eq!(
            imports("javascript", "bots/bot.js", &files),
            ["bots/brain.js", "bots/data/index.js", "bots/data/lines.json", "shared/net.mjs"]
        );
    }
}
