//! Steps of the developer commands: programs that must succeed. Each is timed, and named by what repeats it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use crate::links::root;

/// The steps that were taken, with their seconds.
static TAKEN: Mutex<Vec<(String, f64)>> = Mutex::new(Vec::new());

/// Runs Cargo.
pub fn cargo(args: &[&str]) -> Result<(), String> {
    run(Command::new(cargo_program()).args(args), &format!("cargo {}", args.join(" ")))
}

/// The Cargo that runs this program.
pub fn cargo_program() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs a program; `name` says in an error what failed.
pub fn run(command: &mut Command, name: &str) -> Result<(), String> {
    println!("xtask: {name}");
    let started = Instant::now();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    note(name, started);
    if status.success() { Ok(()) } else { Err(name.to_owned()) }
}

/// Says what each step took.
pub fn print_times() {
    for (name, seconds) in TAKEN.lock().iter().flat_map(|taken| taken.iter()) {
        println!("xtask: {seconds:5.0} s  {name}");
    }
}

fn note(name: &str, started: Instant) {
    let seconds = started.elapsed().as_secs_f64();
    println!("xtask: {seconds:.0} s");
    if let Ok(mut taken) = TAKEN.lock() {
        taken.push((name.to_owned(), seconds));
    }
}

/// A developer command that runs in the background and leaves the processors to them. What it says is shown at its end.
pub struct BackgroundStep {
    name: String,
    said: PathBuf,
    process: Child,
}

impl BackgroundStep {
    /// Starts `cargo xtask COMMAND`.
    pub fn start(command: &str) -> Result<BackgroundStep, String> {
        let name = format!("cargo xtask {command}");
        let program = std::env::current_exe().map_err(|error| format!("{name}: {error}"))?;
        println!("xtask: {name}, during the next steps");
        let said = format!("xtask-{command}.txt");
        BackgroundStep::start_program(name, &program, command, &root().join("target"), &said)
    }

    /// Starts a program with one word, which is called so in errors. What it says goes into a file of the folder.
    fn start_program(
        name: String,
        program: &Path,
        word: &str,
        folder: &Path,
        said: &str,
    ) -> Result<BackgroundStep, String> {
        let failed = |error: std::io::Error| format!("{name}: {error}");
        fs::create_dir_all(folder).map_err(failed)?;
        let said = folder.join(said);
        let output = File::create(&said).map_err(failed)?;
        let mut line = if cfg!(unix) { Command::new("nice") } else { Command::new(program) };
        if cfg!(unix) {
            line.args(["-n", "15"]).arg(program);
        }
        line.arg(word)
            .stdin(Stdio::null())
            .stdout(output.try_clone().map_err(failed)?)
            .stderr(output);
        let process = line.spawn().map_err(failed)?;
        Ok(BackgroundStep { name, said, process })
    }

    /// Waits for its end.
    pub fn finish(mut self) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.name);
        let status = self.process.wait().map_err(failed)?;
        println!("xtask: {} said:", self.name);
        print!("{}", fs::read_to_string(&self.said).map_err(failed)?);
        if status.success() { Ok(()) } else { Err(self.name) }
    }
}

/// Both must succeed.
pub fn both(one: Result<(), String>, other: Result<(), String>) -> Result<(), String> {
    match (one, other) {
        (Err(one), Err(other)) => Err(format!("{one}` and `{other}")),
        (one, other) => one.and(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_failed_is_named() {
        let failed = |name: &str| Err(name.to_owned());
        assert_eq!(both(Ok(()), Ok(())), Ok(()));
        assert_eq!(both(failed("a"), Ok(())), failed("a"));
        assert_eq!(both(Ok(()), failed("b")), failed("b"));
        assert_eq!(both(failed("a"), failed("b")), failed("a` and `b"));
    }

    /// Cargo in the background, with one word.
    fn in_background(word: &str) -> (Result<(), String>, String) {
        let folder = std::env::temp_dir().join(format!("xtask-{}", std::process::id()));
        let program = PathBuf::from(cargo_program());
        let said = format!("{word}.txt");
        let started =
            BackgroundStep::start_program("a step".to_owned(), &program, word, &folder, &said);
        let ended = started.and_then(BackgroundStep::finish);
        let said = fs::read_to_string(folder.join(said)).unwrap();
        (ended, said)
    }

    #[test]
    fn what_runs_in_the_background_is_heard_and_its_failure_is_named() {
        let (ended, said) = in_background("version");
        assert_eq!(ended, Ok(()));
        assert!(said.starts_with("cargo "), "{said}");
        let (ended, said) = in_background("no-such-command");
        assert_eq!(ended, Err("a step".to_owned()));
        assert!(said.contains("no-such-command"), "{said}");
    }
}
