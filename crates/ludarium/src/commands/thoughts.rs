//! What an agent thought, as a table and as JSON.

use ludarium_game::{Decision, Seat};
use serde_json::{Value, json};

use crate::screen::grouped;
use crate::table;

/// Candidates shown at most.
const SHOWN: usize = 12;
/// Moves of a line shown at most.
const LINE: usize = 8;

/// The candidates of a decision, best first, as text.
pub fn candidates(mover: Seat, decision: &Decision<String>, width: usize) -> String {
    if decision.candidates.is_empty() {
        return format!("{}, weighed against nothing", decision.chosen);
    }
    let sampled = decision
        .candidates
        .iter()
        .any(|candidate| candidate.visits > 0);
    let headings: &[&str] = match sampled {
        true => &["move", ">value", ">visits", "line"],
        false => &["move", ">value", "line"],
    };
    let mut rows = table::table(headings, width);
    for candidate in decision.candidates.iter().take(SHOWN) {
        let mut row = vec![
            candidate.mv.clone(),
            format!("{:.4}", candidate.scores.of(mover).0),
        ];
        if sampled {
            row.push(grouped(candidate.visits));
        }
        row.push(line(&candidate.line));
        rows.add_row(row);
    }
    let mut text = table::trimmed(&rows);
    let more = decision.candidates.len().saturating_sub(SHOWN);
    if more > 0 {
        text.push_str(&format!("\n… and {more} more"));
    }
    text
}

/// What a decision cost, in a sentence.
pub fn cost(decision: &Decision<String>) -> String {
    let seconds = decision.time.as_secs_f64();
    let mut parts = vec![format!("{seconds:.3} s")];
    if decision.depth > 0 {
        parts.push(format!("depth {}", decision.depth));
    }
    if decision.iterations > 0 {
        parts.push(format!("{} iterations", grouped(decision.iterations)));
    }
    if decision.nodes > 0 {
        parts.push(format!("{} nodes", grouped(decision.nodes)));
        // A rate over less than a tenth of a millisecond is the clock's, not the search's.
        if seconds >= 1e-4 {
            let rate = (decision.nodes as f64 / seconds) as u64;
            parts.push(format!("{} nodes/s", grouped(rate)));
        }
    }
    parts.join(", ")
}

/// A decision of a game with so many seats as JSON.
pub fn as_json(seats: usize, decision: &Decision<String>) -> Value {
    let candidates = decision.candidates.iter().map(|candidate| {
        json!({
            "move": candidate.mv,
            "scores": candidate.scores.as_slice(seats),
            "visits": candidate.visits,
            "line": line(&candidate.line).split(' ').collect::<Vec<_>>(),
        })
    });
    json!({
        "chosen": decision.chosen,
        "candidates": candidates.collect::<Vec<_>>(),
        "nodes": decision.nodes,
        "iterations": decision.iterations,
        "depth": decision.depth,
        "seconds": decision.time.as_secs_f64(),
    })
}

/// The beginning of a line.
fn line(moves: &[String]) -> String {
    moves[..moves.len().min(LINE)].join(" ")
}
