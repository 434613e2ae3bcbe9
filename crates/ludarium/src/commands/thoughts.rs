//! What an agent thought, as a table and as JSON.

use ludarium_game::{Bound, Candidate, Decision, Seat};
use ludarium_report::sheet::Sheet;
use serde_json::{Value, json};

use crate::screen::grouped;
use crate::sheets;

/// Candidates shown at most.
const SHOWN: usize = 12;
/// Moves of a line shown at most.
const LINE: usize = 8;

/// The candidates of a decision, best first, as text.
pub fn candidates(mover: Seat, decision: &Decision<String>, width: usize) -> String {
    if decision.candidates.is_empty() {
        return format!("{}; it compares no moves", decision.chosen);
    }
    let sampled = decision.candidates.iter().any(|candidate| candidate.visits > 0);
    let headings: &[&str] =
        if sampled { &["move", ">value", ">visits", "line"] } else { &["move", ">value", "line"] };
    let mut sheet = Sheet::new("", headings.iter().copied());
    let (listed, shallow) = comparable(mover, decision);
    for candidate in listed.iter().take(SHOWN) {
        let mut row = vec![candidate.mv.clone(), value(mover, candidate)];
        row.extend(sampled.then(|| grouped(candidate.visits)));
        row.push(line(&candidate.line));
        sheet = sheet.texts([row]);
    }
    let mut text = sheets::text(&sheet, width);
    let more = listed.len().saturating_sub(SHOWN);
    if more > 0 {
        text.push_str(&format!("\n… and {more} more"));
    }
    if shallow > 0 {
        text.push_str(&format!("\n… and {shallow} not searched as deep"));
    }
    text
}

/// The candidates that can be compared with the chosen one, which is the first, and how many others there are: more than
/// the value of the chosen move is left from an earlier depth, because the search ended before it came to this move. Means
/// of simulations can be compared, whatever they are: there the visits decide.
fn comparable(mover: Seat, decision: &Decision<String>) -> (Vec<&Candidate<String>>, usize) {
    let worth = |candidate: &Candidate<String>| candidate.scores.of(mover).0;
    let best = decision.candidates.first().map_or(0.0, worth);
    let stale = |candidate: &&Candidate<String>| {
        candidate.visits == 0 && candidate.bound != Bound::AtLeast && worth(candidate) > best
    };
    let (stale, listed): (Vec<_>, Vec<_>) = decision.candidates.iter().partition(stale);
    (listed, stale.len())
}

/// The value for the mover, with a sign where it is only a limit.
fn value(mover: Seat, candidate: &Candidate<String>) -> String {
    let sign = match candidate.bound {
        Bound::Exact => "",
        Bound::AtMost => "≤ ",
        Bound::AtLeast => "≥ ",
    };
    format!("{sign}{:.4}", candidate.scores.of(mover).0)
}

/// The cost of a decision in a sentence.
pub fn cost(decision: &Decision<String>) -> String {
    let seconds = decision.time.as_secs_f64();
    let mut parts = vec![format!("{seconds:.3} s")];
    if decision.depth > 0 {
        parts.push(format!("depth {}", decision.depth));
    }
    // Searches without simulations count the depths that they went through: that is no iteration.
    if decision.candidates.iter().any(|one| one.visits > 0) {
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

/// A decision as JSON, in a game with this number of seats.
pub fn as_json(seats: usize, decision: &Decision<String>) -> Value {
    let candidates = decision.candidates.iter().map(|candidate| {
        json!({
            "move": candidate.mv,
            "scores": candidate.scores.as_slice(seats),
            "bound": match candidate.bound {
                Bound::Exact => "exact",
                Bound::AtMost => "at-most",
                Bound::AtLeast => "at-least",
            },
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

#[cfg(test)]
mod tests {
    use ludarium_game::Scores;

    use super::*;

    fn candidate(mv: &str, value: f32, bound: Bound) -> Candidate<String> {
        Candidate {
            mv: mv.to_owned(),
            scores: Scores::new(&[value, 1.0 - value]),
            bound,
            visits: 0,
            line: vec![mv.to_owned()],
        }
    }

    #[test]
    fn limits_are_shown_as_limits_and_old_ones_are_left_out() {
        let decision = Decision {
            candidates: vec![
                candidate("best", 0.5, Bound::Exact),
                candidate("late", 0.6, Bound::AtMost),
                candidate("fallen", 0.6, Bound::Exact),
                candidate("equal", 0.5, Bound::AtMost),
                candidate("known", 0.3, Bound::Exact),
            ],
            ..Decision::plain("best".to_owned())
        };
        let text = candidates(Seat(0), &decision, 80);
        assert!(
            text.contains("≤ 0.5000") && !text.contains("late") && !text.contains("fallen"),
            "{text}"
        );
        assert!(text.contains(" 0.3000") && !text.contains("≤ 0.3"), "{text}");
        assert!(text.ends_with("… and 2 not searched as deep"), "{text}");
        let mut sampled = decision.clone();
        for candidate in &mut sampled.candidates {
            candidate.visits = 9;
        }
        assert!(candidates(Seat(0), &sampled, 80).contains("fallen"));
        sampled.iterations = 45;
        assert!(cost(&sampled).contains("45 iterations"));
        let deepened = Decision { iterations: 4, ..decision.clone() };
        assert!(!cost(&deepened).contains("iterations"));
        let json = as_json(2, &decision);
        assert_eq!(json["candidates"][1]["bound"], "at-most");
    }
}
