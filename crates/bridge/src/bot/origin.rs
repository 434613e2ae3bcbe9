//! The files that a bot was started from, and their digests: who a bot is beside its command line.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::Metadata;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use ludarium_arena::{Identity, sha256_of};

use super::command::BotCommand;
use super::imports::{imported, module};
use super::own_file::{is_below, open_beneath, open_real};
use crate::sandbox::{Surroundings, is_system};

/// More files than a bot may list as its own.
const MOST_LISTED: usize = 256;

/// The size of all files of a bot together at most: reading more would hold up the run.
const MOST_BYTES: u64 = 4 << 30;

/// A file that was changed so shortly before it was read could change again without a trace in its times.
const SETTLED: Duration = Duration::from_secs(2);

/// The files of a bot: its program, the words of its command line that are files, what these import, what it lists in
/// its `hello`, and what it holds below its folder at that moment.
#[derive(Debug)]
pub(super) struct Origin {
    /// Each file with the name by which people know it, at a path without links.
    files: BTreeMap<String, PathBuf>,
    /// What is known of each file, so that only changed files are read again.
    known: Mutex<BTreeMap<String, DigestedFile>>,
}

/// A file as it was when it was read.
#[derive(Clone, Debug)]
struct DigestedFile {
    stamp: Stamp,
    read: SystemTime,
    digest: String,
}

/// What changes with a file's content.
#[derive(Clone, Debug, PartialEq)]
struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    /// On Unix the file's number and when anything about it was changed, which nobody can set back.
    inner: [i128; 3],
}

impl Origin {
    /// The files of a bot that said hello; `listed` are those that it named there, `held` those that it held then. An error
    /// says which is missing. Only what the bot itself may read is read for it: a link that it has made leads nowhere else.
    pub fn of(command: &BotCommand, listed: &[String], held: &[PathBuf]) -> Result<Origin, String> {
        if listed.len() > MOST_LISTED {
            return Err(format!(
                "it lists {} files as its own; at most {MOST_LISTED} are possible",
                listed.len()
            ));
        }
        let here = std::env::current_dir().map_err(|error| error.to_string())?;
        let folder = command.dir.as_ref().map_or(here.clone(), |dir| here.join(dir));
        let given = command.env.iter().rev().find(|(key, _)| key == "PATH");
        let path = match given {
            Some((_, path)) => path.into(),
            None => std::env::var_os("PATH").unwrap_or_default(),
        };
        let mut files = BTreeMap::new();
        let program = OsStr::new(command.program());
        let mut reads = Vec::new();
        if let Some(around) = Surroundings::of(program, command.arguments(), &folder, &path) {
            files.insert(command.program().to_owned(), around.program);
            reads = around.reads;
        }
        let values = command.env.iter().chain(&command.set).map(|(_, value)| value);
        for word in command.arguments().iter().chain(values).flat_map(|word| readings(word)) {
            let file = folder.join(&word);
            if !word.is_empty() && file.is_file() {
                files.insert(word, file);
            }
        }
        let beside = |file: &PathBuf| (file.clone(), file.parent().unwrap_or(&folder).to_owned());
        let mut scripts: Vec<(PathBuf, PathBuf)> = files.values().map(beside).collect();
        let words = command.arguments().windows(2);
        for pair in words.filter(|pair| pair[0] == "-m") {
            if let Some(file) = module(&folder, &pair[1]) {
                files.insert(name_in(&folder, &file), file.clone());
                scripts.push((file, folder.clone()));
            }
        }
        for name in listed {
            let refused = |reason: String| format!("it lists `{name}` as its own, and {reason}");
            if !is_below(Path::new(name)) {
                return Err(refused("that is no path below its folder".to_owned()));
            }
            match open_beneath(&folder, Path::new(name)) {
                Ok(_) => files.insert(name.clone(), folder.join(name)),
                Err(error) => return Err(refused(error.to_string())),
            };
        }
        let reads: Vec<PathBuf> = reads.iter().map(|read| whole(read)).collect();
        let readable = |file: &Path| reads.iter().any(|read| file.starts_with(read));
        for (name, file) in &mut files {
            *file = whole(file);
            if !readable(file) {
                return Err(format!(
                    "its file `{name}` is {}, which it may not read",
                    file.display()
                ));
            }
        }
        let mut known: BTreeSet<PathBuf> = files.values().cloned().collect();
        // In a folder that it may write to, what it holds may be what it has learned.
        if command.dir.is_none() {
            let named = command.arguments().iter().map(|word| folder.join(word));
            let named = named.filter(|file| file.is_file());
            let beside = named.filter_map(|file| Some(whole(file.parent()?)));
            let bases: Vec<PathBuf> = std::iter::once(whole(&folder)).chain(beside).collect();
            let own = |file: &&PathBuf| bases.iter().any(|base| file.starts_with(base));
            let held: BTreeSet<PathBuf> = held.iter().map(|file| whole(file)).collect();
            for file in held.iter().filter(own).take(MOST_LISTED) {
                if file.is_file() && readable(file) && known.insert(file.clone()) {
                    files.insert(name_in(&bases[0], file), file.clone());
                    scripts.push((file.clone(), file.parent().unwrap_or(&folder).to_owned()));
                }
            }
        }
        for file in scripts.iter().flat_map(|(script, base)| imported(script, base)) {
            let real = whole(&file);
            if readable(&real) && known.insert(real.clone()) {
                files.insert(name_in(&folder, &file), real);
            }
        }
        Ok(Origin { files, known: Mutex::default() })
    }

    /// What the files are at this moment.
    pub fn identity(&self) -> Result<Identity, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut identity = Identity::default();
        let mut bytes = 0;
        for (name, path) in &self.files {
            let failed = |error: std::io::Error| format!("cannot read its file `{name}`: {error}");
            let file = open_real(path).map_err(failed)?;
            let found = file.metadata().map_err(failed)?;
            bytes += found.len();
            if bytes > MOST_BYTES {
                return Err("its files have more than 4 GiB together".to_owned());
            }
            let stamp = Stamp::of(&found);
            let digest = match known.get(name) {
                Some(before) if before.holds(&stamp) => before.digest.clone(),
                _ => {
                    let read = SystemTime::now();
                    let digest = sha256_of(file.take(found.len())).map_err(failed)?;
                    let now = DigestedFile { stamp, read, digest: digest.clone() };
                    known.insert(name.clone(), now);
                    digest
                }
            };
            identity = identity.with(name, digest);
        }
        Ok(identity)
    }
}

impl BotCommand {
    /// The first file or folder of this machine that the words of a command name, which is neither below the bot's folder
    /// nor one of the system: what a command line names, its bot may read.
    pub fn names_outside(&self, folder: &Path) -> Option<PathBuf> {
        let values = self.env.iter().chain(&self.set).map(|(_, value)| value);
        let words = self.words.iter().chain(values).flat_map(|word| readings(word));
        let above = words.filter(|word| !is_below(Path::new(word)));
        above.map(|word| folder.join(word)).find(|path| path.exists() && !is_system(&whole(path)))
    }
}

impl DigestedFile {
    /// Whether a file with this stamp must be what was read.
    fn holds(&self, stamp: &Stamp) -> bool {
        let age = stamp.modified.and_then(|modified| self.read.duration_since(modified).ok());
        self.stamp == *stamp && age.is_some_and(|age| age > SETTLED)
    }
}

impl Stamp {
    fn of(found: &Metadata) -> Stamp {
        Stamp { size: found.len(), modified: found.modified().ok(), inner: inner(found) }
    }
}

#[cfg(unix)]
fn inner(found: &Metadata) -> [i128; 3] {
    use std::os::unix::fs::MetadataExt;
    [found.ino().into(), found.ctime().into(), found.ctime_nsec().into()]
}

#[cfg(not(unix))]
fn inner(_: &Metadata) -> [i128; 3] {
    [0; 3]
}

/// What people call a file: its path from the working directory, where it lies there.
fn name_in(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).display().to_string()
}

/// A path without links.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// What may be a file in a word: the word, what follows `=`, and the parts of a list such as `a.jar:b.jar`.
fn readings(word: &str) -> Vec<String> {
    let value = word.split_once('=').map(|(_, value)| value);
    let lists = [Some(word), value].into_iter().flatten();
    let mut found: Vec<String> = lists
        .flat_map(std::env::split_paths)
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    found.push(word.to_owned());
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn folder() -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ludarium-origin-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_bot_is_its_program_the_files_it_names_and_those_it_lists() {
        let folder = folder();
        for name in ["bot.py", "net.bin", "a.jar", "b.jar", "helper.py", "other.py"] {
            fs::write(folder.join(name), name).unwrap();
        }
        let text = format!(
            "bot['dir={}',env=NET=net.bin]:sh bot.py --level 3 --jars=a.jar:b.jar absent.txt",
            folder.display()
        );
        let command: BotCommand = text.parse().unwrap();
        let origin = Origin::of(&command, &["helper.py".to_owned()], &[]).unwrap();
        let first = origin.identity().unwrap();
        let parts: Vec<&str> = first.parts().map(|(part, _)| part).collect();
        let mut expected = vec!["bot.py", "helper.py", "net.bin", "sh"];
        if cfg!(unix) {
            expected.splice(0..0, ["a.jar", "b.jar"]);
        }
        assert_eq!(parts, expected);
        // The same length and, on a coarse clock, the same time.
        for name in ["bot.py", "net.bin", "helper.py"] {
            let before = origin.identity().unwrap();
            fs::write(folder.join(name), name.to_uppercase()).unwrap();
            assert_ne!(origin.identity().unwrap(), before, "{name}");
        }
        fs::write(folder.join("other.py"), "nobody looks").unwrap();
        for name in ["bot.py", "net.bin", "helper.py"] {
            fs::write(folder.join(name), name).unwrap();
        }
        assert_eq!(origin.identity().unwrap(), first, "contents count, not times");
        let missing = Origin::of(&command, &["ghost.py".to_owned()], &[]).unwrap_err();
        assert!(missing.contains("`ghost.py`"), "{missing}");
        // What a script imports belongs to it, and a module that is run by its name.
        fs::create_dir_all(folder.join("mind")).unwrap();
        fs::write(folder.join("mind/__main__.py"), "import helper").unwrap();
        let text = format!("bot['dir={}']:sh -m mind", folder.display());
        let module = Origin::of(&text.parse().unwrap(), &[], &[]).unwrap();
        let parts = module.identity().unwrap();
        let parts: Vec<&str> = parts.parts().map(|(part, _)| part).collect();
        assert_eq!(parts, ["helper.py", "mind/__main__.py", "sh"]);
        fs::remove_file(folder.join("bot.py")).unwrap();
        assert!(origin.identity().unwrap_err().contains("bot.py"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_command_from_elsewhere_names_no_file_of_ours() {
        let home = std::env::temp_dir().join(format!("ludarium-outside-{}", std::process::id()));
        let inner = home.join("bots/ada");
        fs::create_dir_all(&inner).unwrap();
        let own = home.join("own.txt");
        fs::write(&own, "").unwrap();
        let own = own.display();
        let named = |text: String| {
            let command: BotCommand = text.parse().unwrap();
            command.names_outside(&inner)
        };
        for text in [
            format!("bot:cat {own}"),
            format!("bot:sh --weights={own}"),
            format!("bot:sh x:{own}"),
            format!("bot[env=NET={own}]:sh"),
            format!("bot[set=net={own}]:sh"),
            format!("bot:{own}"),
            "bot:cat ../../own.txt".to_owned(),
        ] {
            assert!(named(text.clone()).is_some_and(|path| path.ends_with("own.txt")), "{text}");
        }
        for text in ["bot:sh bot.py", "bot:/usr/bin/env sh", "bot:sh /absent/own.txt"] {
            assert_eq!(named(text.to_owned()), None, "{text}");
        }
        fs::remove_dir_all(&home).unwrap();
    }

    /// A bot that lists what never ends, or puts a pipe in the place of a file, holds up nobody.
    #[cfg(target_os = "linux")]
    #[test]
    fn no_file_can_be_read_for_ever() {
        let folder = std::env::temp_dir().join(format!("ludarium-endless-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("net.bin"), "weights").unwrap();
        let command: BotCommand = format!("bot['dir={}']:sh", folder.display()).parse().unwrap();
        let endless = "bot:sh /proc/self/pagemap".parse().unwrap();
        Origin::of(&endless, &[], &[]).unwrap().identity().unwrap();
        let origin = Origin::of(&command, &["net.bin".to_owned()], &[]).unwrap();
        origin.identity().unwrap();
        fs::remove_file(folder.join("net.bin")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(folder.join("net.bin")).status();
        assert!(made.unwrap().success());
        let refused = origin.identity().unwrap_err();
        fs::remove_dir_all(&folder).unwrap();
        assert!(refused.contains("no ordinary file"), "{refused}");
    }

    /// A bot that lists or imports a link, or puts one in the place of a file, learns nothing of what lies there, nor does
    /// anybody else.
    #[cfg(unix)]
    #[test]
    fn no_link_leads_out_of_what_a_bot_may_read() {
        use std::os::unix::fs::symlink;
        let place = std::env::temp_dir().join(format!("ludarium-links-{}", std::process::id()));
        let (folder, secret) = (place.join("bot"), place.join("secrets/key.py"));
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir_all(secret.parent().unwrap()).unwrap();
        fs::write(&secret, "secret").unwrap();
        fs::write(folder.join("bot.py"), "import key").unwrap();
        symlink(&secret, folder.join("key.py")).unwrap();
        symlink(secret.parent().unwrap(), folder.join("inner")).unwrap();
        let command: BotCommand =
            format!("bot['dir={}']:sh bot.py", folder.display()).parse().unwrap();
        let listed = |name: &str| Origin::of(&command, &[name.to_owned()], &[]).map(|_| ());
        let whole = secret.display().to_string();
        for name in ["key.py", "inner/key.py", "../secrets/key.py", &*whole] {
            let refused = listed(name).unwrap_err();
            assert!(refused.contains(&format!("`{name}`")), "{refused}");
        }
        let origin = Origin::of(&command, &["bot.py".to_owned()], &[]).unwrap();
        let identity = origin.identity().unwrap();
        let parts: Vec<&str> = identity.parts().map(|(part, _)| part).collect();
        fs::remove_file(folder.join("bot.py")).unwrap();
        symlink("../secrets/key.py", folder.join("bot.py")).unwrap();
        let (swapped, named) = (origin.identity(), Origin::of(&command, &[], &[]));
        fs::remove_dir_all(&place).unwrap();
        assert_eq!(parts, ["bot.py", "sh"]);
        assert!(swapped.unwrap_err().contains("`bot.py`"));
        assert!(named.unwrap_err().contains("which it may not read"));
    }
}
