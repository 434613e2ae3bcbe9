//! The weights over the games: a list that is also the checkpoint.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ludarium_games::chexers::evaluation::Weights;

use super::game::{LINEUPS, play, seed};
use super::schemes::Scheme;
use crate::workers::interrupted;
use crate::{Order, Progress, TrainError};

/// After so many games the list is written.
const KEPT: usize = 10;

/// The weights before the first game and after each, learnt one game after the other with the weights of the moment.
///
/// What an interrupted training has learnt is read from its file: numbers are written so that they come back
/// exactly, so the end is the same.
pub(super) fn learn(
    order: &Order,
    scheme: Scheme,
    games: usize,
    tell: &mut dyn FnMut(Progress),
) -> Result<Vec<[f64; 4]>, TrainError> {
    let path = path(order, scheme);
    let mut weights = match std::fs::read_to_string(&path) {
        Ok(text) => read(&text, order.seed).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    weights.truncate(games + 1);
    if weights.is_empty() {
        weights.push(Weights::INITIAL.0);
    }
    while weights.len() <= games {
        let number = weights.len() - 1;
        if order.interrupt.is_finishing() {
            write(&path, order.seed, &weights)?;
            return Err(interrupted(order));
        }
        let now = weights[number];
        let lineup = LINEUPS[number % LINEUPS.len()];
        let seed = seed(order, 0, number as u64);
        let played = play(order, lineup, Weights(now), 0, seed, |_| ())?;
        weights.push(scheme.learn(now, &played)?);
        if weights.len() % KEPT == 0 {
            write(&path, order.seed, &weights)?;
        }
        tell(Progress::Games {
            done: number as u64 + 1,
            total: games as u64,
        });
    }
    write(&path, order.seed, &weights)?;
    Ok(weights)
}

fn path(order: &Order, scheme: Scheme) -> PathBuf {
    order.folder.join(format!("weights-{}.csv", scheme.name()))
}

fn heading(seed: u64) -> String {
    format!("game (seed {seed}),missing,left,distance,others missing")
}

/// The list in a file; `None` if it is no list of ours or one of another seed.
fn read(text: &str, seed: u64) -> Option<Vec<[f64; 4]>> {
    let mut lines = text.lines();
    if lines.next()? != heading(seed) {
        return None;
    }
    let mut weights = Vec::new();
    for (number, line) in lines.enumerate() {
        let mut cells = line.split(',');
        if cells.next()?.parse() != Ok(number) {
            return None;
        }
        let numbers: Result<Vec<f64>, _> = cells.map(str::parse).collect();
        weights.push(numbers.ok()?.try_into().ok()?);
    }
    (weights.first() == Some(&Weights::INITIAL.0)).then_some(weights)
}

fn write(path: &Path, seed: u64, weights: &[[f64; 4]]) -> Result<(), TrainError> {
    let mut text = heading(seed) + "\n";
    for (number, [a, b, c, d]) in weights.iter().enumerate() {
        // Writing into a text cannot fail.
        let _ = writeln!(text, "{number},{a},{b},{c},{d}");
    }
    let fresh = path.with_extension("new");
    std::fs::write(&fresh, text)
        .and_then(|()| std::fs::rename(&fresh, path))
        .map_err(|source| TrainError::Write {
            path: path.to_owned(),
            source,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_back_exactly() {
        let folder = std::env::temp_dir().join(format!("ludarium-weights-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("weights.csv");
        let weights = vec![Weights::INITIAL.0, [0.1 + 0.2, -1e-17, 1.0 / 3.0, 5e300]];
        write(&path, 7, &weights).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(read(&text, 7), Some(weights));
        assert_eq!(read(&text, 8), None);
        assert_eq!(read(&text.replace("0.3333", "a third"), 7), None);
        assert_eq!(read("", 7), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
