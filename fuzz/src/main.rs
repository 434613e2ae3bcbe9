//! The loop of `cargo xtask fuzz`: mutated inputs for every target, with stable Rust. Input `i` of a target depends
//! on the seed alone, so a run can be repeated on any number of threads.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{IsTerminal, Seek, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludarium_fuzz::{TARGETS, Target, mutated};
use ludarium_game::{Purpose, Seed};

const USAGE: &str = "\
cargo xtask fuzz [--inputs N] [--seed S]   so many mutated inputs over all targets
cargo xtask fuzz TARGET FILE               one input again, for instance one that was found";

/// About a minute on two busy cores.
const USUAL_INPUTS: u64 = 1_000_000;

/// Inputs that a thread takes at a time, for each share of a target.
const BATCH: u64 = 100;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [target, file] if !target.starts_with("--") => again(target, Path::new(file)),
        options => match read(options) {
            Some((inputs, seed)) => search(inputs, seed),
            None => {
                eprintln!("{USAGE}");
                ExitCode::from(2)
            }
        },
    }
}

fn read(options: &[&str]) -> Option<(u64, u64)> {
    let (mut inputs, mut seed) = (USUAL_INPUTS, 1);
    for option in options.chunks(2) {
        match option {
            ["--inputs", number] => inputs = number.parse().ok()?,
            ["--seed", number] => seed = number.parse().ok()?,
            _ => return None,
        }
    }
    Some((inputs, seed))
}

/// Lets a target read a file; a panic is shown as usual.
fn again(name: &str, file: &Path) -> ExitCode {
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!(
            "there is no target `{name}`; there are {}",
            names.join(", ")
        );
        return ExitCode::from(2);
    };
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            return ExitCode::from(2);
        }
    };
    let started = Instant::now();
    let accepted = (target.read)(&bytes);
    let word = if accepted { "accepted" } else { "refused" };
    println!("{word} in {:.1} ms", milliseconds(started.elapsed()));
    ExitCode::SUCCESS
}

/// What came of the inputs of a target.
#[derive(Clone, Default)]
struct Tally {
    inputs: u64,
    accepted: u64,
    time: Duration,
    slowest: (Duration, u64),
    panics: u64,
}

/// What all threads share.
struct Search {
    seed: Seed,
    /// The inputs of each target.
    quotas: Vec<u64>,
    seeds: Vec<Vec<Vec<u8>>>,
    next: AtomicUsize,
    tallies: Mutex<Vec<Tally>>,
    /// Where panics came from, each reported once.
    places: Mutex<BTreeSet<String>>,
    folder: PathBuf,
}

fn search(inputs: u64, seed: u64) -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts");
    if let Err(error) = fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return ExitCode::from(2);
    }
    let shares: u64 = TARGETS.iter().map(|target| target.share).sum();
    let quota = |target: &Target| (inputs * target.share).div_ceil(shares);
    let search = Search {
        seed: Seed(seed),
        quotas: TARGETS.iter().map(quota).collect(),
        seeds: TARGETS.iter().map(|target| (target.seeds)()).collect(),
        next: AtomicUsize::new(0),
        tallies: Mutex::new(vec![Tally::default(); TARGETS.len()]),
        places: Mutex::default(),
        folder,
    };
    // What a parser prints of its panic would be in the way; the place and the message are shown below.
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let message = info.payload_as_str().unwrap_or_default();
        let problem = format!("{place}: {message}");
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = problem;
    }));
    let started = Instant::now();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for thread in 0..threads {
            let search = &search;
            scope.spawn(move || search.work(thread));
        }
    });
    search.show(started.elapsed(), threads)
}

/// The last panic of any thread: an engine panics in a thread of its own.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

impl Search {
    fn work(&self, thread: usize) {
        // Batches of all targets in turn, so that an early end has seen all of them.
        loop {
            let batch = self.next.fetch_add(1, Ordering::Relaxed);
            let (place, round) = (batch % TARGETS.len(), (batch / TARGETS.len()) as u64);
            let target = &TARGETS[place];
            let size = BATCH * target.share;
            if round * size >= self.quotas[place] {
                // All quotas end with about the same round; the largest of them ends the work.
                match self
                    .quotas
                    .iter()
                    .zip(TARGETS)
                    .any(|(quota, target)| round * BATCH * target.share < *quota)
                {
                    true => continue,
                    false => return,
                }
            }
            let (from, to) = (round * size, (round * size + size).min(self.quotas[place]));
            let path = self
                .folder
                .join(format!("under-way-{thread}-{}", target.name));
            let mut tally = Tally::default();
            let file = File::create(&path);
            let mut file = file.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            for input in from..to {
                self.one(place, input, &mut file, &mut tally);
            }
            let _ = fs::remove_file(&path);
            self.add(place, &tally);
        }
    }

    fn one(&self, place: usize, input: u64, file: &mut File, tally: &mut Tally) {
        let target = &TARGETS[place];
        let seed = self.seed.derive(Purpose::Test, place as u64);
        let bytes = mutated(&self.seeds[place], &mut seed.stream(Purpose::Test, input));
        // A process that is ended by the system, or waits forever, leaves its input behind.
        let kept = file.rewind().and_then(|()| {
            file.write_all(&bytes)?;
            file.set_len(bytes.len() as u64)
        });
        kept.expect("room for a small file");
        let started = Instant::now();
        let read = panic::catch_unwind(AssertUnwindSafe(|| (target.read)(&bytes)));
        let time = started.elapsed();
        tally.inputs += 1;
        tally.time += time;
        tally.slowest = tally.slowest.max((time, input));
        match read {
            Ok(accepted) => tally.accepted += u64::from(accepted),
            Err(_) => {
                tally.panics += 1;
                self.report(target, input, &bytes);
            }
        }
        if time > SLOW {
            self.keep(
                target,
                input,
                &bytes,
                &format!("{:.1} s", time.as_secs_f64()),
            );
        }
    }

    /// Writes an input that broke something, once for each place in the source.
    fn report(&self, target: &Target, input: u64, bytes: &[u8]) {
        let problem = LAST_PANIC
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let place = problem.split(": ").next().unwrap_or_default().to_owned();
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if places.insert(place) {
            self.keep(target, input, bytes, &problem);
        }
    }

    fn keep(&self, target: &Target, input: u64, bytes: &[u8], problem: &str) {
        let path = self
            .folder
            .join(format!("{}-{}-{input}", target.name, self.seed.0));
        if let Err(error) = fs::write(&path, bytes) {
            eprintln!("{}: {error}", path.display());
        }
        println!("{}, input {input}: {problem}", target.name);
        println!(
            "  again: cargo xtask fuzz {} {}",
            target.name,
            path.display()
        );
    }

    fn add(&self, place: usize, tally: &Tally) {
        let mut tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = &mut tallies[place];
        sum.inputs += tally.inputs;
        sum.accepted += tally.accepted;
        sum.time += tally.time;
        sum.slowest = sum.slowest.max(tally.slowest);
        sum.panics += tally.panics;
        if std::io::stderr().is_terminal() {
            let done: u64 = tallies.iter().map(|tally| tally.inputs).sum();
            eprint!("\r{done} of {} inputs ", self.quotas.iter().sum::<u64>());
        }
    }

    fn show(&self, time: Duration, threads: usize) -> ExitCode {
        let tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        println!(
            "{:<16} {:>10} {:>9} {:>13} {:>11} {:>7}",
            "TARGET", "INPUTS", "ACCEPTED", "A SECOND", "SLOWEST", "PANICS"
        );
        for (target, tally) in TARGETS.iter().zip(tallies.iter()) {
            println!(
                "{:<16} {:>10} {:>7.1} % {:>13.0} {:>8.1} ms {:>7}",
                target.name,
                tally.inputs,
                100.0 * tally.accepted as f64 / tally.inputs.max(1) as f64,
                tally.inputs as f64 / tally.time.as_secs_f64().max(1e-9),
                milliseconds(tally.slowest.0),
                tally.panics
            );
        }
        let sum = |part: fn(&Tally) -> u64| tallies.iter().map(part).sum::<u64>();
        let (inputs, panics) = (sum(|tally| tally.inputs), sum(|tally| tally.panics));
        println!(
            "{inputs} inputs in {:.0} s on {threads} threads, {:.0} a second; {:.1} % accepted; {panics} panics{}",
            time.as_secs_f64(),
            inputs as f64 / time.as_secs_f64().max(1e-9),
            100.0 * sum(|tally| tally.accepted) as f64 / inputs.max(1) as f64,
            largest_memory()
                .map(|memory| format!("; at most {memory} MB of memory"))
                .unwrap_or_default()
        );
        match panics {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        }
    }
}

/// An input that takes longer is shown: somebody may hold a door shut with it.
const SLOW: Duration = Duration::from_secs(2);

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The most memory that this process has used, in MB, where the system says it.
fn largest_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1000)
}
