//! Counts of lines of the one-die game, and how often and how likely games end in them.

use std::collections::BTreeMap;

use ludarium_dice_chess::rules::{DiceChess, Move};
use ludarium_game::{Game, MoveList, Seat, Tabletop, Turn, Value};
use serde::Deserialize;

use super::one_die::{RecordedRules, moves_by_roll};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// How far two sums of the same probabilities may be apart, relative to their size.
const TOLERANCE: f64 = 1e-12;

/// A position with its counts.
#[derive(Deserialize)]
pub(super) struct PerftFile {
    id: Option<String>,
    state: String,
    rules: RecordedRules,
    moves_by_roll: Option<BTreeMap<String, u64>>,
    perft: Vec<u64>,
    #[serde(default)]
    game_over_at_ply: Vec<u64>,
    #[serde(default)]
    p_white_wins_within: Vec<f64>,
    #[serde(default)]
    p_black_wins_within: Vec<f64>,
}

/// Compares all counts of one position, each to every depth recorded.
pub(super) fn verify(record: &PerftFile, check: &mut RecordCheck) -> Result<(), VerifyError> {
    if let Some(id) = &record.id {
        check.place = format!("{}, {id}", check.place);
    }
    let rules = record.rules.read()?;
    let state = &record.state;
    check.position.clone_from(state);
    let position = check.accept("position", state, DiceChess::parse(&rules, state))?;
    check.equal("position", state, &position.describe())?;
    if let Some(recorded) = &record.moves_by_roll {
        let found = moves_by_roll(&position).into_iter();
        let found: BTreeMap<String, u64> =
            found.map(|(roll, moves)| (roll, moves.len() as u64)).collect();
        check.equal("number of moves by roll", recorded, &found)?;
    }
    for (depth, &lines) in (1..).zip(&record.perft) {
        let found = ludarium_game::perft(&position, depth);
        check.equal(&format!("lines of {depth} plies"), lines, found)?;
    }
    verify_ends(record, &position, check)?;
    check.tally.positions += 1;
    Ok(())
}

/// What has happened by the end of a ply, over all lines.
#[derive(Clone, Copy, Default)]
struct Ends {
    /// Lines whose last move ends the game.
    over: u64,
    /// The probability that White, or Black, wins with just this ply.
    wins: [f64; 2],
}

fn verify_ends(
    record: &PerftFile,
    position: &DiceChess,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let over = &record.game_over_at_ply;
    let (white, black) = (&record.p_white_wins_within, &record.p_black_wins_within);
    let plies = over.len().max(white.len()).max(black.len());
    // The counts of lines have been compared ply by ply. What is deeper could take forever, and a short file could ask.
    if plies > record.perft.len() {
        let lines = record.perft.len();
        return Err(unrecognised(format!("ends of {plies} plies, but counts of {lines}")));
    }
    let mut ends = vec![Ends::default(); plies];
    follow(position, 1.0, &mut ends);
    for (index, &recorded) in over.iter().enumerate() {
        let what = format!("lines that end the game at ply {}", index + 1);
        check.equal(&what, recorded, ends[index].over)?;
    }
    for (seat, recorded) in [white, black].into_iter().enumerate() {
        let mut within = 0.0;
        for (index, &expected) in recorded.iter().enumerate() {
            within += ends[index].wins[seat];
            if (within - expected).abs() > TOLERANCE * expected.abs() {
                let side = ["White", "Black"][seat];
                let what = format!("probability that {side} wins within {} plies", index + 1);
                return Err(check.differ(&what, expected.to_string(), within.to_string()));
            }
            check.tally.checks += 1;
        }
    }
    Ok(())
}

/// Follows every roll and move for as many plies as `ends` has places.
fn follow(position: &DiceChess, probability: f64, ends: &mut [Ends]) {
    let Some((now, later)) = ends.split_first_mut() else {
        return;
    };
    let mut rolls = Vec::new();
    let _ = position.chances(&mut rolls);
    let mut moves: MoveList<Move> = MoveList::new();
    for (roll, chance) in rolls {
        let mut rolled = *position;
        rolled.play(roll);
        rolled.moves(&mut moves);
        let probability = probability * chance / moves.len() as f64;
        for &mv in &moves {
            let mut next = rolled;
            next.play(mv);
            if next.turn() == Turn::Over {
                now.over += 1;
                let scores = next.scores();
                for seat in Seat::all(2) {
                    if scores.of(seat) == Value(1.0) {
                        now.wins[seat.index()] += probability;
                    }
                }
            } else {
                follow(&next, probability, later);
            }
        }
    }
}
