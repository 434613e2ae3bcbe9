//! Instructions per ply, counted by callgrind on this same program.

use std::error::Error;
use std::process::Command;

/// Plies that the smaller of the two counted runs should have, so that noise of single games fades.
const PLIES: f64 = 30_000.0;

/// Instructions per ply of random play: the difference of two runs, so that starting up and
/// setting up do not count. `None` when valgrind is not installed.
pub fn per_ply(
    game: &str,
    variant: &str,
    plies_per_game: f64,
) -> Result<Option<f64>, Box<dyn Error>> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("valgrind is not installed: instructions are not counted");
        return Ok(None);
    }
    let games = (PLIES / plies_per_game).ceil() as u64;
    let (small_cost, small_plies) = counted(game, variant, games)?;
    let (large_cost, large_plies) = counted(game, variant, 3 * games)?;
    let plies = large_plies.saturating_sub(small_plies).max(1);
    Ok(Some(large_cost.saturating_sub(small_cost) as f64 / plies as f64))
}

fn counted(game: &str, variant: &str, games: u64) -> Result<(u64, u64), Box<dyn Error>> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["work", game, variant, &games.to_string()])
        .output()?;
    let log = String::from_utf8_lossy(&output.stderr);
    let cost = log
        .lines()
        .find_map(|line| line.split_once("Collected :"))
        .and_then(|(_, count)| count.trim().parse().ok())
        .ok_or_else(|| format!("callgrind gave no count for {game}: {log}"))?;
    let plies = String::from_utf8_lossy(&output.stdout).trim().parse()?;
    Ok((cost, plies))
}
