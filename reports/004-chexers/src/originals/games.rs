//! Whole games. Every recorded move must be legal and lead to the recorded state; where the names of the
//! players are recorded with the states, our copies of them must choose the same.

use ludarium_chexers::rules::{Chexers, Colour, Rules};
use ludarium_game::Tabletop;
use serde::Deserialize;

use super::decisions::Twins;
use super::{compare_moves, exits, is_over, play, position, referee_text, winner};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// A game whose plies are objects with the state before each move.
#[derive(Deserialize)]
pub(super) struct StatesGame {
    game: Option<u64>,
    plies: Vec<StatePly>,
    #[serde(rename = "final")]
    last: Option<String>,
    score: Vec<u64>,
    #[serde(flatten)]
    end: EndRecord,
}

/// A game of which only the moves are known, from the start position.
#[derive(Deserialize)]
pub(super) struct MovesGame {
    moves: Vec<String>,
    plies: Option<u64>,
    exits: Vec<u64>,
    #[serde(flatten)]
    end: EndRecord,
}

/// A state, how often it has occurred, its legal moves, and the move made.
#[derive(Deserialize)]
pub(super) struct StatePly {
    s: String,
    n: Option<u64>,
    l: Option<Vec<String>>,
    m: String,
    /// How the recorded player beta_come was thinking.
    pub(super) mode: Option<String>,
}

/// The players, and how it ended.
#[derive(Deserialize)]
struct EndRecord {
    #[serde(default)]
    seats: Vec<String>,
    result: RecordedResult,
    referee_text: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RecordedResult {
    Named(String),
    Described(DescribedEnd),
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum DescribedEnd {
    Win { winner: String },
    Draw { reason: String },
}

impl StatesGame {
    pub(super) fn verify(
        &self,
        index: usize,
        rules: &Rules,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let number = self.game.unwrap_or(index as u64);
        let mut now: Option<Chexers> = None;
        let mut players: Option<Twins> = None;
        for (place, ply) in self.plies.iter().enumerate() {
            check.place = format!("game {number}, ply {place}");
            let mut here = match now.take() {
                None => position(&ply.s, rules, check)?,
                Some(here) => {
                    check.equal("state", &ply.s[..], here.describe())?;
                    here
                }
            };
            if let Some(occurrences) = ply.n {
                check.equal("occurrences", occurrences, here.occurrences() as u64)?;
            }
            if let Some(legal) = &ply.l {
                compare_moves("legal moves", legal, &here, check)?;
            }
            check.equal("game over before the move", false, is_over(&here))?;
            let before = here.clone();
            let mv = play(&mut here, &ply.m, check)?;
            players
                .get_or_insert_with(|| Twins::new(&self.end.seats, &before))
                .compare(ply, &before, mv, check)?;
            now = Some(here);
        }
        check.place = format!("game {number}, end");
        let end = now.ok_or_else(|| unrecognised(format!("game {number} has no plies")))?;
        if let Some(state) = &self.last {
            check.equal("final state", &state[..], end.describe())?;
        }
        self.end.compare(&self.score, &end, check)
    }
}

impl MovesGame {
    pub(super) fn verify(
        &self,
        index: usize,
        rules: &Rules,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let mut now = position(START, rules, check)?;
        for (ply, mv) in self.moves.iter().enumerate() {
            check.place = format!("game {index}, ply {ply}");
            check.equal("game over before the move", false, is_over(&now))?;
            play(&mut now, mv, check)?;
        }
        check.place = format!("game {index}, end");
        if let Some(plies) = self.plies {
            check.equal("number of plies", plies, u64::from(now.ply()))?;
        }
        self.end.compare(&self.exits, &now, check)
    }
}

const START: &str = "rrrr...........g.....bg....bg...bg..b r 0,0,0 0";

impl EndRecord {
    /// Compares the exits, the result, and the referee's words where they are recorded.
    fn compare(
        &self,
        out: &[u64],
        end: &Chexers,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        check.equal("exits", out, exits(end))?;
        if let Some(words) = &self.referee_text {
            check.equal("referee's words", Some(words), referee_text(end).as_ref())?;
        }
        match &self.result {
            RecordedResult::Named(result) => compare_named_result(&self.seats, result, end, check)?,
            RecordedResult::Described(DescribedEnd::Win { winner: name }) => {
                let found = winner(end).map(|winner| winner.name().to_lowercase());
                check.equal("winner", Some(name), found.as_ref())?;
            }
            RecordedResult::Described(DescribedEnd::Draw { reason }) => {
                check.equal("end without a winner", None, winner(end))?;
                check.equal("reason of the draw", reason.replace('_', " "), end.ending())?;
            }
        }
        check.tally.games += 1;
        Ok(())
    }
}

/// A result that names the winning agent, or begins with `draw` or, for a game that was broken off, with
/// `none`.
fn compare_named_result(
    seats: &[String],
    result: &str,
    end: &Chexers,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    if result.starts_with("none") {
        return check.equal("game over", false, is_over(end));
    }
    check.equal("game over", true, is_over(end))?;
    if let Some(reason) = result.strip_prefix("draw") {
        check.equal("end without a winner", None, winner(end))?;
        // The recorders shorten the reason in their own ways.
        return match ["turn", "rep"].into_iter().find(|word| reason.contains(word)) {
            Some(word) => {
                let agrees = end.ending().contains(word);
                check.equal("reason of the draw", (word, true), (word, agrees))
            }
            None => Ok(()),
        };
    }
    // The recorder's seat `random` wins under the longer name of its program.
    let result = if result == "lrandom" { "random" } else { result };
    if !seats.iter().any(|seat| seat == result) {
        return Err(unrecognised(format!("result `{result}` at {} names no seat", check.place)));
    }
    let seat_of = |winner: Colour| seats.get(winner as usize).map(String::as_str);
    check.equal("winner", Some(result), winner(end).and_then(seat_of))
}
