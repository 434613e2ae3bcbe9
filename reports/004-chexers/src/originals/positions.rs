//! Single positions: perft counts, and what the referee did with constructed ones.

use ludarium_chexers::rules::{Chexers, Rules};
use ludarium_game::{Tabletop, perft};
use serde::Deserialize;

use super::{compare_moves, draw_text, is_over, play, position, referee_text};
use ludarium_bundle::originals::{RecordCheck, VerifyError};

/// A position with the numbers of move sequences of each length.
#[derive(Deserialize)]
pub(super) struct CountedLines {
    name: Option<String>,
    state: String,
    #[serde(deserialize_with = "Option::deserialize")]
    legal: Option<Vec<String>>,
    nlegal: Option<u64>,
    perft: Vec<u64>,
    #[serde(default)]
    deeper_by_independent_program: Vec<u64>,
}

/// A position, its legal moves, and the referee's answer to each of some moves.
#[derive(Deserialize)]
pub(super) struct EdgeCase {
    name: Option<String>,
    state: String,
    #[serde(deserialize_with = "Option::deserialize")]
    legal: Option<Vec<String>>,
    play: Vec<RefereeAnswer>,
    #[serde(rename = "final")]
    last: String,
    over: bool,
    #[serde(deserialize_with = "Option::deserialize")]
    referee_text: Option<String>,
    #[serde(deserialize_with = "Option::deserialize")]
    legal_after: Option<Vec<String>>,
}

/// A move, and where it led if the referee allowed it.
#[derive(Deserialize)]
struct RefereeAnswer {
    #[serde(rename = "move")]
    mv: String,
    legal: bool,
    #[serde(default)]
    after: String,
    #[serde(default)]
    over: bool,
    #[serde(default)]
    drawmsg: String,
}

impl CountedLines {
    pub(super) fn verify(&self, rules: &Rules, check: &mut RecordCheck) -> Result<(), VerifyError> {
        check.place = place(self.name.as_deref(), check);
        let start = position(&self.state, rules, check)?;
        compare_legal(self.legal.as_deref(), &start, check)?;
        if let Some(number) = self.nlegal {
            check.equal("number of legal moves", number, perft(&start, 1))?;
        }
        let counts = self.perft.iter().chain(&self.deeper_by_independent_program);
        for (&expected, depth) in counts.zip(1..) {
            check.equal(&format!("perft({depth})"), expected, perft(&start, depth))?;
            check.tally.positions += 1;
        }
        Ok(())
    }
}

impl EdgeCase {
    pub(super) fn verify(&self, rules: &Rules, check: &mut RecordCheck) -> Result<(), VerifyError> {
        let case = place(self.name.as_deref(), check);
        check.place.clone_from(&case);
        let mut now = position(&self.state, rules, check)?;
        compare_legal(self.legal.as_deref(), &now, check)?;
        for (ply, answer) in self.play.iter().enumerate() {
            check.place = format!("{case}, move {ply}");
            let legal = now.parse_move(&answer.mv).is_ok();
            check.equal("legality of the move", answer.legal, legal)?;
            if !legal {
                continue;
            }
            play(&mut now, &answer.mv, check)?;
            check.equal("state", &answer.after[..], now.describe())?;
            check.equal("game over", answer.over, is_over(&now))?;
            check.equal("draw", &answer.drawmsg[..], draw_text(&now))?;
        }
        check.place = format!("{case}, end");
        check.equal("final state", &self.last[..], now.describe())?;
        check.equal("game over", self.over, is_over(&now))?;
        check.equal("referee's words", self.referee_text.clone(), referee_text(&now))?;
        compare_legal(self.legal_after.as_deref(), &now, check)
    }
}

/// Compares a list of legal moves; none stands for a game that is over.
fn compare_legal(
    legal: Option<&[String]>,
    position: &Chexers,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    match legal {
        Some(legal) => compare_moves("legal moves", legal, position, check),
        None => check.equal("game over", true, is_over(position)),
    }
}

/// The name of the position, or where it stands in the file.
fn place(name: Option<&str>, check: &RecordCheck) -> String {
    name.map_or_else(|| check.place.clone(), |name| format!("`{name}`"))
}
