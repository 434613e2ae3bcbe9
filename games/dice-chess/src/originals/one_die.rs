//! Recorded games with one die: every roll and move with the position before it and all moves of all rolls.

use std::collections::BTreeMap;

use crate::rules::{DiceChess, Rules};
use ludarium_game::{Game, MoveList, Spec, Tabletop, Turn};
use serde_json::Value as Json;

use super::result_text;
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{list, text, unrecognised, whole};

/// Replays one game. `capped_at` holds the length at which the games of this file are stopped.
pub(super) fn verify(
    record: &Json,
    capped_at: &mut Option<usize>,
    check: &mut Check,
) -> Result<(), Failure> {
    let game = match record.get("game") {
        Some(number) => format!("game {number}"),
        None => check.place.clone(),
    };
    let rules = rules(record)?;
    let plies = list(record, "plies")?;
    let last = text(record, "final")?;
    let first = match plies.first() {
        Some(ply) => text(ply, "s")?,
        None => last,
    };
    let mut position = check.accept("position", first, DiceChess::parse(&rules, first))?;
    for (index, ply) in plies.iter().enumerate() {
        check.place = format!("{game}, ply {}", index + 1);
        check.position = position.describe();
        check.equal("position", text(ply, "s")?, position.describe())?;
        verify_moves(ply, &position, check)?;
        let roll = whole(ply, "r")?.to_string();
        let outcome = check.accept("roll", &roll, position.parse_move(&roll))?;
        position.play(outcome);
        check.position = position.describe();
        let written = text(ply, "u")?;
        let mv = check.accept("move", written, position.parse_move(written))?;
        position.play(mv);
        check.tally.plies += 2;
    }
    check.place = format!("{game}, end");
    check.position = position.describe();
    check.equal("final position", last, position.describe())?;
    let reason = text(record, "reason")?;
    let result = text(record, "result")?;
    if reason == "ply cap" {
        // The recorder's own limit, not a rule: all games of a file stop after the same number of plies.
        check.equal("ending", "", position.ending())?;
        check.equal("result", result, "1/2-1/2")?;
        let cap = *capped_at.get_or_insert(plies.len());
        check.equal("number of plies of a stopped game", plies.len(), cap)?;
    } else {
        check.equal("ending", reason, position.ending())?;
        check.equal("over", true, position.turn() == Turn::Over)?;
        check.equal("result", result, result_text(&position))?;
    }
    check.tally.games += 1;
    Ok(())
}

/// The rules of a record, without a limit of plies.
pub(super) fn rules(record: &Json) -> Result<Rules, Failure> {
    let recorded = record.get("rules");
    let recorded = recorded.ok_or_else(|| unrecognised("no `rules`"))?;
    let promotion = text(recorded, "promo")?;
    let bare = match recorded.get("bare") {
        Some(Json::Bool(true)) => "on",
        Some(Json::Bool(false)) => "off",
        Some(Json::Number(number)) if number.as_u64() == Some(1) => "on",
        Some(Json::Number(number)) if number.as_u64() == Some(0) => "off",
        _ => return Err(unrecognised("`bare` is neither 0 nor 1")),
    };
    let variant = format!("seed:promo={promotion},bare={bare},plies=0");
    let rules = Spec::parse(&variant).and_then(|spec| DiceChess::rules(&spec));
    rules.map_err(unrecognised)
}

/// Compares the possible rolls and, for each, the sorted moves.
fn verify_moves(ply: &Json, position: &DiceChess, check: &mut Check) -> Result<(), Failure> {
    let recorded = ply.get("m").and_then(Json::as_object);
    let recorded = recorded.ok_or_else(|| unrecognised("no map `m`"))?;
    let mut expected = BTreeMap::new();
    for (roll, moves) in recorded {
        let moves = moves.as_str();
        let moves = moves.ok_or_else(|| unrecognised("moves that are not text"))?;
        expected.insert(roll.clone(), moves.to_owned());
    }
    let found: BTreeMap<String, String> = moves_by_roll(position)
        .into_iter()
        .map(|(roll, moves)| (roll, moves.join(" ")))
        .collect();
    check.equal("moves by roll", expected, found)?;
    check.tally.positions += 1;
    Ok(())
}

/// The sorted moves of every possible roll, by the number on the die.
pub(super) fn moves_by_roll(position: &DiceChess) -> Vec<(String, Vec<String>)> {
    let mut rolls = Vec::new();
    position.counted_chances(&mut rolls);
    let mut buffer = MoveList::new();
    let moves_on = |roll| {
        let mut rolled = *position;
        rolled.play(roll);
        rolled.moves(&mut buffer);
        let mut moves: Vec<_> = buffer.iter().map(|&mv| rolled.describe_move(mv)).collect();
        moves.sort();
        (position.describe_move(roll), moves)
    };
    rolls.into_iter().map(moves_on).collect()
}
