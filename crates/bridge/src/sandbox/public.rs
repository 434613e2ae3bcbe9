//! What everybody may read of a folder: root reads everything in the folders of the system, and a bot of root's need not.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The parts of a folder that everybody may read, each as a whole; the folder itself where that is all of it.
pub(super) fn public_parts(folder: &Path) -> Vec<PathBuf> {
    let mut parts = Vec::new();
    if add(folder, &mut parts) {
        return vec![folder.to_owned()];
    }
    parts
}

/// Whether everybody may read all of a file or folder; if not, the parts that they may are added.
fn add(path: &Path, parts: &mut Vec<PathBuf>) -> bool {
    let Ok(found) = fs::symlink_metadata(path) else {
        return false;
    };
    // Who follows a link reads what it leads to, which has rights of its own.
    if found.is_symlink() {
        return true;
    }
    let everybody = found.permissions().mode() & 0o7;
    if !found.is_dir() {
        return everybody & 0o4 != 0;
    }
    if everybody & 0o5 != 0o5 {
        return false;
    }
    let Ok(entries) = fs::read_dir(path) else {
        return false;
    };
    let (mut whole, mut all) = (Vec::new(), true);
    for entry in entries.flatten() {
        let entry = entry.path();
        match add(&entry, parts) {
            true if !entry.is_symlink() => whole.push(entry),
            true => {}
            false => all = false,
        }
    }
    if !all {
        parts.extend(whole);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_the_owner_may_read_is_left_out() {
        let folder = std::env::temp_dir().join(format!("ludarium-public-{}", std::process::id()));
        let mode = |path: &str, mode| {
            let path = folder.join(path);
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            path
        };
        fs::create_dir_all(folder.join("ssl/private")).unwrap();
        fs::create_dir_all(folder.join("fonts/large")).unwrap();
        for file in ["shadow", "passwd", "ssl/private/key", "ssl/list", "fonts/large/one"] {
            fs::write(folder.join(file), "x").unwrap();
        }
        mode("", 0o755);
        mode("ssl", 0o755);
        mode("ssl/private/key", 0o644);
        mode("shadow", 0o640);
        let (list, passwd) = (mode("ssl/list", 0o644), mode("passwd", 0o644));
        mode("fonts/large/one", 0o644);
        mode("fonts/large", 0o755);
        let fonts = mode("fonts", 0o755);
        mode("ssl/private", 0o700);
        std::os::unix::fs::symlink("shadow", folder.join("link")).unwrap();
        let mut parts = public_parts(&folder);
        parts.sort();
        let part = public_parts(&fonts);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(part, std::slice::from_ref(&fonts));
        assert_eq!(parts, [fonts, passwd, list]);
    }
}
