//! Files opened as what they are: no link is followed, none is waited for, and nothing but an ordinary file is read.
//!
//! A bot may change the files of its folder at any moment, and we may read more than it may.

use std::fs::File;
use std::io;
use std::path::{Component, Path};

/// Whether a name stays below the folder that it is looked for in.
pub fn is_below(name: &Path) -> bool {
    let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    name.components().all(inside)
}

/// Opens a file below a folder. Neither the file nor a folder on the way to it may be a link.
pub fn open_beneath(folder: &Path, name: &Path) -> io::Result<File> {
    let file = open(folder, name)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::other("it is no ordinary file"))
    }
}

/// Opens a file at a whole path that had no links.
pub(super) fn open_real(path: &Path) -> io::Result<File> {
    let root = path.ancestors().last().unwrap_or(path);
    open_beneath(root, path.strip_prefix(root).unwrap_or(path))
}

#[cfg(target_os = "linux")]
fn open(folder: &Path, name: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, ResolveFlags, open, openat2};
    let none = Mode::empty();
    let folder = open(folder, OFlags::PATH | OFlags::CLOEXEC, none)?;
    // A pipe that took the place of a file may have nobody at its other end.
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    let links = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
    match openat2(&folder, name, flags, none, links) {
        Err(rustix::io::Errno::LOOP) => Err(io::Error::other("it is a link, or lies behind one")),
        opened => Ok(File::from(opened?)),
    }
}

/// Systems without such a call are asked twice.
#[cfg(not(target_os = "linux"))]
fn open(folder: &Path, name: &Path) -> io::Result<File> {
    let path = folder.canonicalize()?.join(name);
    if path.canonicalize()? != path {
        return Err(io::Error::other("it is a link, or lies behind one"));
    }
    File::open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leaves_its_folder() {
        for name in ["bot.py", "lib/a.py", "./x"] {
            assert!(is_below(Path::new(name)), "{name}");
        }
        for name in ["/etc/passwd", "../x", "a/../../x"] {
            assert!(!is_below(Path::new(name)), "{name}");
        }
    }
}
