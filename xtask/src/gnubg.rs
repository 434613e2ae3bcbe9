//! Agreement with the move generator of GNU Backgammon's library, which runs as a program of its own.

use std::fs::File;
use std::process::Command;

use crate::links::root;
use crate::python;
use crate::steps::{cargo, run};

/// Writes records; see its first lines.
const PROGRAM: &str = include_str!("../gnubg_records.py");

/// Positions of a file: files of records are read whole, and have a limit.
const POSITIONS: u64 = 2000;

/// Makes records of this number of positions, 10 000 by default, from a seed on, and replays them.
pub fn agree(args: &[String]) -> Result<(), String> {
    let number = |place: usize, usual: u64| match args.get(place) {
        Some(text) => {
            text.parse().map_err(|_| format!("`{text}` is no number; agree POSITIONS SEED"))
        }
        None => Ok(usual),
    };
    let (positions, seed) = (number(0, 10_000)?, number(1, 1)?);
    let interpreter = python::with_gnubg()?;
    cargo(&["build", "--release", "--quiet"])?;
    let file = root().join("target/gnubg-records.jsonl");
    for part in 0..positions.div_ceil(POSITIONS) {
        let count = POSITIONS.min(positions - part * POSITIONS);
        let records =
            File::create(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut program = Command::new(&interpreter);
        program.args(["-c", PROGRAM, &count.to_string(), &(seed + part).to_string()]);
        run(program.stdout(records), "gnubg_records.py")?;
        let verify = ["run", "--release", "--quiet", "--", "verify", "backgammon"];
        cargo(&[&verify[..], &[&*file.to_string_lossy()]].concat())?;
    }
    Ok(())
}
