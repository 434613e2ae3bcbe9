//! The recorded files of Chexers: games with or without states and legal lists, agents' decisions,
//! perft counts, and single positions with what the referee did.

mod decisions;
mod games;
mod positions;
#[cfg(test)]
mod tests;

use ludarium_chexers::rules::{Chexers, Colour, Move, Rules};
use ludarium_game::{Game, MoveList, Spec, Tabletop, Turn};
use serde_json::Value;

use ludarium_bundle::originals::{Document, RecordCheck, VerifyError, read, unrecognised};

use games::{MovesGame, StatesGame};
use positions::{CountedLines, EdgeCase};

/// Replays every record of a document.
pub fn replay(document: &Document, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let rules =
        Chexers::rules(&Spec::named("referee")).map_err(|error| unrecognised(error.to_string()))?;
    for (index, record) in document.records().iter().enumerate() {
        check.place = format!("record {index}");
        check.position.clear();
        let has = |key: &str| record.get(key).is_some();
        if record.get("plies").is_some_and(Value::is_array) {
            read::<StatesGame>(record)?.verify(index, &rules, check)?;
        } else if has("moves") {
            read::<MovesGame>(record)?.verify(index, &rules, check)?;
        } else if has("perft") {
            read::<CountedLines>(record)?.verify(&rules, check)?;
        } else if has("play") {
            read::<EdgeCase>(record)?.verify(&rules, check)?;
        } else {
            return Err(unrecognised(format!(
                "{} has none of the keys plies, moves, perft, play",
                check.place
            )));
        }
    }
    Ok(())
}

/// Reads a recorded position.
fn position(text: &str, rules: &Rules, check: &mut RecordCheck) -> Result<Chexers, VerifyError> {
    check.position = text.to_owned();
    let position = check.accept("position", text, Chexers::parse(rules, text))?;
    check.equal("position as written", text, position.describe())?;
    Ok(position)
}

/// Compares a recorded list of legal moves, which is sorted by text, with the rules.
fn compare_moves(
    what: &str,
    recorded: &[String],
    position: &Chexers,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut found: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
    found.sort_unstable();
    check.tally.positions += 1;
    check.equal(what, recorded, &found[..])
}

/// Plays a recorded move, if it is legal.
fn play(position: &mut Chexers, mv: &str, check: &mut RecordCheck) -> Result<Move, VerifyError> {
    check.position = position.describe();
    let mv = check.accept("legal move", mv, position.parse_move(mv))?;
    position.play(mv);
    check.position = position.describe();
    check.tally.plies += 1;
    Ok(mv)
}

fn exits(position: &Chexers) -> Vec<u64> {
    let exits = Colour::ALL.map(|colour| u64::from(position.exits(colour)));
    exits.to_vec()
}

fn is_over(position: &Chexers) -> bool {
    position.turn() == Turn::Over
}

/// The winner, if the game is over and not drawn.
fn winner(position: &Chexers) -> Option<Colour> {
    let wins = |colour: &Colour| position.scores().of(colour.seat()).0 == 1.0;
    Colour::ALL.into_iter().find(|colour| is_over(position) && wins(colour))
}

/// What the referee says about a draw; empty where there is none.
fn draw_text(position: &Chexers) -> &'static str {
    match position.ending() {
        "turn limit" => "maximum number of turns reached.",
        "repetition" => "game state occurred 4 times.",
        _ => "",
    }
}

/// The referee's last line; `None` while the game goes on.
fn referee_text(position: &Chexers) -> Option<String> {
    match winner(position) {
        Some(winner) => Some(format!("winner: {}", winner.name())),
        None => is_over(position).then(|| format!("draw detected: {}", draw_text(position))),
    }
}
