//! Recorded games with one die: every roll and move with the position before it and all moves of all rolls.

use std::collections::BTreeMap;

use ludarium_dice_chess::rules::{DiceChess, Rules};
use ludarium_game::{Game, MoveList, Spec, Tabletop, Turn, sort_by};
use serde::Deserialize;

use super::{game_name, result_text};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// A game.
#[derive(Deserialize)]
pub(super) struct OneDieGame {
    game: Option<u64>,
    rules: RecordedRules,
    plies: Vec<OneDiePly>,
    #[serde(rename = "final")]
    last: String,
    reason: String,
    result: String,
}

/// A position, the moves of each roll in it, and the roll and the move made.
#[derive(Deserialize)]
struct OneDiePly {
    s: String,
    m: BTreeMap<String, String>,
    r: u64,
    u: String,
}

#[derive(Deserialize)]
pub(super) struct RecordedRules {
    promo: String,
    bare: Switch,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Switch {
    Bool(bool),
    Number(u64),
}

/// Replays one game. `capped_at` holds the length at which the games of this file are stopped.
pub(super) fn verify(
    record: &OneDieGame,
    capped_at: &mut Option<usize>,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let game = game_name(record.game, check);
    let rules = record.rules.read()?;
    let OneDieGame { plies, last, .. } = record;
    let first = plies.first().map_or(last, |ply| &ply.s);
    let mut position = check.accept("position", first, DiceChess::parse(&rules, first))?;
    for (index, ply) in plies.iter().enumerate() {
        check.place = format!("{game}, ply {}", index + 1);
        check.position = position.describe();
        check.equal("position", &ply.s, &position.describe())?;
        verify_moves(&ply.m, &position, check)?;
        let roll = ply.r.to_string();
        let outcome = check.accept("roll", &roll, position.parse_move(&roll))?;
        position.play(outcome);
        check.position = position.describe();
        let mv = check.accept("move", &ply.u, position.parse_move(&ply.u))?;
        position.play(mv);
        check.tally.plies += 2;
    }
    check.place = format!("{game}, end");
    check.position = position.describe();
    check.equal("final position", last, &position.describe())?;
    let (reason, result) = (&record.reason[..], &record.result[..]);
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

impl RecordedRules {
    /// The rules, without a limit of plies.
    pub(super) fn read(&self) -> Result<Rules, VerifyError> {
        let bare = match self.bare {
            Switch::Bool(true) | Switch::Number(1) => "on",
            Switch::Bool(false) | Switch::Number(0) => "off",
            Switch::Number(_) => return Err(unrecognised("`bare` is neither 0 nor 1")),
        };
        let variant = format!("seed:promo={},bare={bare},plies=0", self.promo);
        let rules = Spec::parse(&variant).and_then(|spec| DiceChess::rules(&spec));
        rules.map_err(unrecognised)
    }
}

/// Compares the possible rolls and, for each, the sorted moves.
fn verify_moves(
    recorded: &BTreeMap<String, String>,
    position: &DiceChess,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let found = moves_by_roll(position).into_iter();
    let found: BTreeMap<String, String> =
        found.map(|(roll, moves)| (roll, moves.join(" "))).collect();
    check.equal("moves by roll", recorded, &found)?;
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
        sort_by(&mut moves, Ord::cmp);
        (position.describe_move(roll), moves)
    };
    rolls.into_iter().map(moves_on).collect()
}
