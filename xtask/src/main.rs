//! Developer commands: `cargo xtask test` passes all tests, `cargo xtask bench` measures.

mod book;
mod debian;
mod examples;
mod fuzz;
mod gnubg;
mod links;
mod new_game;
mod python;
mod quotes;
mod steps;

use std::ffi::OsStr;
use std::process::{Command, ExitCode};

use steps::{BackgroundStep, both, cargo};

/// The names under which browsers that can be driven are found; `crates/web/tests/browser` knows the same.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const HELP: &str = "\
cargo xtask COMMAND

  test              format, lints and all tests: what must pass before a change lands
  programs          the part of it that installs programs: browser, NATS server, Python packages
  outside           the part of it outside of the workspace: `python` and `examples`
  bench playouts    speed of random play and perft of every game (--game NAME, --seconds S)
  bench search      speed and savings of the searches (--seconds S)
  bench arena       what a tournament costs beyond its games, and its memory (--games N)
  bench bots        what a move of a bot process and an answer to `after` cost, and what grows over many games (--games N)
  bench nets        speed of the value networks, judging and learning (--seconds S)
  bench peers       random games a second against OpenSpiel, for every game that both have (--seconds S)
  bench cluster     what a game costs in a cluster, workers against threads (--workers 1,2,4, --seconds S)
  bench web         how long a first view and a move take with many visitors (--games N, --spectators N)
  bench python      speed of the package for Python, against OpenSpiel and PettingZoo (--seconds S)
  book              check the links of all pages, and build the book of docs/ (with mdBook)
  examples          the tests of the examples and of a fresh skeleton alone
  fuzz TARGET       cargo-fuzz on one parser, from its valid inputs on (nightly Rust; fuzz/README.md lists the targets)
  python [PYTHON]   the tests of the package for Python alone, with the usual or another Python (--all: with PyTorch, Ray and mypy)
  wheel             the package for Python, into target/wheels
  agree [N [SEED]]  the plays of backgammon against GNU Backgammon's library (PyPI), in N positions at every roll
  quotes DIR        find every printed figure of the experiments in the reports (DIR/NNN_*.txt)
  new-game NAME     the skeleton of a game of one's own, in a new folder
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match args.first().map(String::as_str) {
        Some("test") => test(),
        Some("programs") => programs(),
        Some("outside") => outside(),
        Some("examples") => examples::test(),
        Some("bench") => bench(&args[1..]),
        Some("book") => book::run(),
        Some("agree") => gnubg::agree(&args[1..]),
        Some("fuzz") => fuzz::run(&args[1..]),
        Some("python") => python::test(&args[1..]),
        Some("wheel") => python::wheel(),
        Some("quotes") => quotes::run(&args[1..]),
        Some("new-game") => new_game::run(&args[1..]),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(step) => {
            eprintln!("\nxtask: `{step}` failed");
            ExitCode::FAILURE
        }
    }
}

/// Everything that must pass before a change lands. Where a step waits, for the network or for the clocks that are tested,
/// another one computes.
fn test() -> Result<(), String> {
    let result = steps();
    steps::print_times();
    if result.is_ok() {
        println!("\nxtask: all tests passed");
    }
    result
}

fn steps() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    links::check()?;
    let programs = BackgroundStep::start("programs")?;
    let workspace = ["--workspace", "--features", "cluster"];
    let lints = ["--all-targets", "--", "-D", "warnings"];
    let compiled = cargo(&[&["clippy"], &workspace[..], &lints].concat())
        .and_then(|()| cargo(&[&["test", "--no-run"], &workspace[..]].concat()));
    both(compiled, programs.finish())?;
    let outside = BackgroundStep::start("outside")?;
    let tested = cargo(&[&["test"], &workspace[..]].concat());
    both(tested, outside.finish())
}

/// Installs the programs that the tests need, where they are missing and can be installed.
fn programs() -> Result<(), String> {
    debian::ensure(&BROWSERS, "chromium", "the tests of the page need Chromium")?;
    debian::ensure(&["nats-server"], "nats-server", "the tests of clusters need a NATS server")?;
    python::ensure()
}

/// The tests of what is outside of the workspace.
fn outside() -> Result<(), String> {
    // The package first: the tests of the workspace, which begin at the same moment, look whether all is compiled, and
    // would wait for the examples, which are compiled into the same folder.
    let result = python::test(&[]).and_then(|()| examples::test());
    steps::print_times();
    result
}

fn bench(args: &[String]) -> Result<(), String> {
    if args.first().is_some_and(|what| what == "python") {
        return python::bench(&args[1..]);
    }
    // Together with the program, so that both are built with the same features and share every crate.
    let packages = ["ludarium-bench", "ludarium-laboratory"].map(|name| ["--package", name]);
    let build = ["build", "--release", "--quiet"];
    let features: &[&str] = match args.first().map(String::as_str) {
        Some("cluster") => &["--features", "ludarium-bench/cluster"],
        _ => &[],
    };
    cargo(&[&build[..], packages.as_flattened(), features].concat())?;
    let python = match args.first().map(String::as_str) {
        Some("peers") => Some(python::with_rivals()?),
        _ => None,
    };
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| links::root().join("target"), Into::into);
    let name = format!("ludarium-bench{}", std::env::consts::EXE_SUFFIX);
    let bench = target.join("release").join(name);
    let rivals = python.iter().flat_map(|python| [OsStr::new("--python"), python.as_os_str()]);
    let status = Command::new(&bench).args(args).args(rivals).status();
    match status.map_err(|error| format!("{}: {error}", bench.display()))? {
        status if status.success() => Ok(()),
        _ => Err(format!("bench {}", args.join(" "))),
    }
}
