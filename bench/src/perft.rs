//! Perft speed, and the comparison with a known fast chess library.

use std::error::Error;
use std::time::Instant;

use ludarium_game::{Spec, Tabletop, perft};

use crate::games::DiceChess;

/// Lines counted, and the seconds it took, at the first depth that takes a noticeable time.
pub fn timed<G: Tabletop>(start: &G, seconds: f64) -> (u64, f64) {
    for depth in 1.. {
        let started = Instant::now();
        let lines = perft(start, depth);
        let elapsed = started.elapsed().as_secs_f64();
        if elapsed > seconds / 10.0 || depth == 16 {
            return (lines, elapsed);
        }
    }
    (0, 1.0)
}

/// Dice Chess perft against `cozy-chess` perft on the same board, in turns, best of several.
pub fn compare_with_cozy_chess() -> Result<(), Box<dyn Error>> {
    const BOARD: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const ROUNDS: usize = 7;
    let rules = DiceChess::rules(&Spec::parse("seed:bare=off,promo=choice")?)?;
    let ours = DiceChess::parse(&rules, BOARD)?;
    let theirs: cozy_chess::Board = BOARD.parse().map_err(|error| format!("{error}"))?;
    let (mut our_best, mut their_best) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let lines = perft(&ours, 4);
        our_best = our_best.min(started.elapsed().as_secs_f64() / lines as f64);
        let started = Instant::now();
        let lines = cozy_perft(&theirs, 4);
        their_best = their_best.min(started.elapsed().as_secs_f64() / lines as f64);
    }
    println!(
        "\ndice-chess perft {:.2} ns a line, cozy-chess {:.2} ns: ratio {:.2}; best of {ROUNDS} in turns, depth 4 from a middle game",
        our_best * 1e9,
        their_best * 1e9,
        our_best / their_best
    );
    Ok(())
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut lines = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            lines += moves.len() as u64;
        } else {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                lines += cozy_perft(&after, depth - 1);
            }
        }
        false
    });
    lines
}
