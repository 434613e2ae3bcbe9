//! Where a program lives and what it needs to run: the folders it may read.

use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The folders of the system that every program may read.
const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix",
    "/gnu",
    "/snap",
    "/dev/random",
    "/dev/urandom",
    // What interpreters ask about the machine. The rest of `/sys` and `/dev` is open to root as its owner.
    "/sys/devices/system",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
];

/// Whether a path without links lies in a folder of the system.
pub(crate) fn is_system(path: &Path) -> bool {
    let mut folders = SYSTEM.iter().filter_map(|folder| Path::new(folder).canonicalize().ok());
    folders.any(|folder| path.starts_with(folder))
}

/// The devices that every program may write to. Not `/dev/zero`: mapped, it gives memory that no process shows.
const DEVICES: &[&str] = &["/dev/null", "/dev/full"];

/// Folders that hold programs of all kinds beside other things of their owner.
const SHARED: &[&str] = &[".local", ".cargo"];

/// What surrounds a program: its own file and what it reads to run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// The program's file, as it was found.
    pub program: PathBuf,
    /// What it may read and execute.
    pub reads: Vec<PathBuf>,
}

impl Surroundings {
    /// Looks where a program and its interpreter are. `folder` is the working directory, `path` the list of
    /// folders where programs are looked for.
    pub fn of(program: &OsStr, arguments: &[String], folder: &Path, path: &OsStr) -> Option<Self> {
        let program = find(program, folder, path)?;
        let mut reads: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
        reads.extend(settings());
        if !is_home(folder) {
            reads.push(folder.to_owned());
        }
        add_homes(&program, &mut reads);
        for interpreter in interpreters(&program) {
            if let Some(interpreter) = find(&interpreter, folder, path) {
                add_homes(&interpreter, &mut reads);
            }
        }
        // `python3 bots/mine.py`: what is named on the command line is part of the bot.
        for argument in arguments {
            let file = folder.join(argument);
            if file.exists() {
                reads.push(own_folder(&file));
            }
        }
        reads.retain(|read| read.exists() && read.parent().is_some());
        reads.sort();
        reads.dedup();
        Some(Surroundings { program, reads })
    }

    /// The devices that may be written to.
    pub fn devices() -> impl Iterator<Item = PathBuf> {
        let devices = DEVICES.iter().map(PathBuf::from);
        devices.filter(|device| device.exists())
    }
}

/// The settings of the system, as far as everybody may read them: of those that only root may, a bot of root's has no need.
#[cfg(target_os = "linux")]
fn settings() -> Vec<PathBuf> {
    let all = Path::new("/etc");
    if rustix::process::geteuid().is_root() {
        super::public::public_parts(all)
    } else {
        // The system itself keeps the rest from them.
        vec![all.to_owned()]
    }
}

#[cfg(not(target_os = "linux"))]
fn settings() -> Vec<PathBuf> {
    vec![PathBuf::from("/etc")]
}

/// The file that a program name stands for: a path as it is, a bare name as found in `path`.
fn find(program: &OsStr, folder: &Path, path: &OsStr) -> Option<PathBuf> {
    let name = Path::new(program);
    if name.components().count() > 1 || name.is_absolute() {
        return Some(folder.join(name));
    }
    // Windows leaves `.exe` out; elsewhere there is nothing to add.
    let mut full = program.to_owned();
    full.push(EXE_SUFFIX);
    let folders = std::env::split_paths(path);
    let mut files = folders.flat_map(|place| {
        let place = folder.join(place);
        [place.join(name), place.join(&full)]
    });
    files.find(|file| file.is_file())
}

/// The programs that the first line of a script names: `#!/usr/bin/env python3` names two.
fn interpreters(program: &Path) -> Vec<OsString> {
    let mut start = Vec::new();
    let opened = File::open(program);
    let read = opened.and_then(|file| file.take(256).read_to_end(&mut start));
    if read.is_err() || !start.starts_with(b"#!") {
        return Vec::new();
    }
    let line = start[2..].split(|&byte| byte == b'\n').next();
    let line = String::from_utf8_lossy(line.unwrap_or_default());
    let words = line.split_ascii_whitespace();
    let programs = words.filter(|word| !word.starts_with('-') && !word.contains('='));
    programs.take(3).map(OsString::from).collect()
}

/// Adds the folder tree that a program is installed in, before and after its links are followed: a virtual
/// environment and the interpreter behind it, or one version of an interpreter among several.
fn add_homes(program: &Path, reads: &mut Vec<PathBuf>) {
    let real = program.canonicalize().ok();
    for file in [Some(program.to_owned()), real].into_iter().flatten() {
        let Some(folder) = file.parent() else {
            continue;
        };
        reads.push(own_folder(&file));
        let named = |path: &Path, names: &[&str]| {
            path.file_name().is_some_and(|name| names.iter().any(|known| name == *known))
        };
        // Version managers put stand-ins for all their programs into one folder, `shims`.
        if let Some(tree) = folder.parent().filter(|_| named(folder, &["bin", "shims"]))
            && !is_home(tree)
            && !named(tree, SHARED)
        {
            reads.push(tree.to_owned());
        }
    }
}

/// The folder of a file, but the file alone where the folder is somebody's home.
fn own_folder(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !file.is_dir() && !is_home(folder) => folder.to_owned(),
        _ => file.to_owned(),
    }
}

/// Whether a folder is somebody's home, or holds homes: `~/bin/bot` must not open all of `~`.
fn is_home(folder: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    home.is_some_and(|home| home.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_is_looked_for_and_a_path_is_not() {
        let path = OsStr::new("/nowhere:/usr/bin:/bin");
        let found = find(OsStr::new("sh"), Path::new("/"), path).unwrap();
        assert!(found.ends_with("sh") && found.is_file());
        assert_eq!(find(OsStr::new("no-such-program"), Path::new("/"), path), None);
        let relative = find(OsStr::new("./bot"), Path::new("/games"), path).unwrap();
        assert_eq!(relative, Path::new("/games/./bot"));
    }

    #[test]
    fn the_interpreter_of_a_script_is_part_of_it() {
        let folder = std::env::temp_dir().join(format!("ludarium-folders-{}", std::process::id()));
        let tree = folder.join("python/3.13");
        std::fs::create_dir_all(tree.join("bin")).unwrap();
        std::fs::create_dir_all(folder.join("mine")).unwrap();
        std::fs::write(tree.join("bin/python9"), "").unwrap();
        let script = folder.join("mine/bot.py");
        std::fs::write(&script, "#!/usr/bin/env -S python9 -u\nprint()\n").unwrap();
        let path = tree.join("bin").into_os_string();
        let around = Surroundings::of(script.as_os_str(), &[], &folder.join("mine"), &path);
        let reads = around.unwrap().reads;
        assert!(reads.contains(&tree), "{reads:?}");
        assert!(reads.contains(&folder.join("mine")));
        assert!(!reads.contains(&folder) && !reads.contains(&PathBuf::from("/")));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_version_manager_is_opened_as_a_whole_and_other_folders_are_not() {
        let reads = |program: &str| {
            let mut reads = Vec::new();
            add_homes(Path::new(program), &mut reads);
            reads
        };
        assert!(reads("/home/ada/.pyenv/shims/python3").contains(&"/home/ada/.pyenv".into()));
        assert!(reads("/home/ada/venv/bin/python").contains(&"/home/ada/venv".into()));
        assert_eq!(reads("/home/ada/.local/bin/bot"), [Path::new("/home/ada/.local/bin")]);
    }
}
