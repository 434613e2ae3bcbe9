//! Files that are on the disk, whole, once somebody has been told of them.

use std::fs::{self, File};
use std::io::{Result, Write};
use std::path::Path;

/// Writes a file, or writes it again. It gets its name when all of it is on the disk, so no kill and no power cut leaves half
/// of it or takes back what was reported.
pub fn write_durably(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let draft = Path::new(&draft);
    let mut file = File::create(draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(draft, path)?;
    sync_folder_of(path);
    Ok(())
}

/// Puts the name of a new file on the disk; where folders cannot be synced, they need not be.
pub(crate) fn sync_folder_of(path: &Path) {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let name = format!("ludarium-durable-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("state.json");
        // What a kill has left of an earlier time does no harm.
        fs::write(folder.join("state.json.new"), "a long half of a file").unwrap();
        for text in ["old", "new"] {
            write_durably(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(write_durably(&folder.join("missing/state.json"), b"x").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
