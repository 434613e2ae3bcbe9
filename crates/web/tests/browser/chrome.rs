//! The tests' own headless Chromium: found, started with a fresh profile, ended with the test.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// What the browser is started with: no screen, no network of its own, no first-run pages.
const FLAGS: [&str; 12] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
];

/// A running browser.
pub struct Chrome {
    process: Child,
    profile: PathBuf,
    /// The WebSocket address of its debugging protocol.
    pub address: String,
}

impl Chrome {
    /// Starts the browser.
    pub fn start() -> Chrome {
        let program = find();
        let profile = std::env::temp_dir().join(format!("ludarium-browser-{}", std::process::id()));
        fs::create_dir_all(&profile).expect("a folder for the browser's profile");
        let mut process = Command::new(program)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let errors = process.stderr.take().expect("its messages are piped");
        let mut lines = BufReader::new(errors).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.split("listening on ").nth(1).map(str::to_owned))
            .expect("the browser tells the address of its debugging protocol");
        // A full pipe would stop the browser.
        std::thread::spawn(move || lines.for_each(drop));
        Chrome { process, profile, address: address.trim().to_owned() }
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

fn find() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
        .unwrap_or_else(|| {
            panic!("no Chromium was found; on Debian `apt-get install chromium` installs it")
        })
}
