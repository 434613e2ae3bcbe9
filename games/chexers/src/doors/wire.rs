//! The messages of the battleground, and how actions are sent.

use crate::rules::{Action, Chexers, Colour, Hex, Move};
use ludarium_game::{Error, Result, Tabletop};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A message of either side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "mtype", rename_all = "UPPERCASE")]
pub enum Message {
    /// A client asks for a game.
    Play {
        /// Its name.
        name: String,
        /// Only clients of the same channel meet; empty for the open one.
        #[serde(default)]
        channel: String,
    },
    /// Understood; also the question whether the other side is still there, and its answer.
    Okay,
    /// Three players have been found.
    Game {
        /// Who plays red.
        red: String,
        /// Who plays green.
        green: String,
        /// Who plays blue.
        blue: String,
    },
    /// The colour of the client.
    Init {
        /// `red`, `green` or `blue`.
        colour: String,
    },
    /// The client is to move.
    Turn,
    /// The client's action.
    Actn {
        /// See [`read_action`].
        action: Value,
    },
    /// An action that was accepted.
    Upd8 {
        /// Whose it was.
        colour: String,
        /// See [`read_action`].
        action: Value,
    },
    /// The game is over.
    Over {
        /// How it ended.
        result: String,
    },
    /// The connection cannot be used any more.
    Erro {
        /// Why.
        reason: String,
    },
}

impl Message {
    /// Reads a line.
    pub fn read(line: &[u8]) -> std::result::Result<Message, String> {
        serde_json::from_slice(line).map_err(|error| {
            let text: String = String::from_utf8_lossy(line).chars().take(120).collect();
            format!("`{text}` is no message of the battleground: {error}")
        })
    }

    /// The message as a line, its end included.
    pub fn write(&self) -> String {
        // Texts and JSON values always serialise.
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }

    /// The word for its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Message::Play { .. } => "PLAY",
            Message::Okay => "OKAY",
            Message::Game { .. } => "GAME",
            Message::Init { .. } => "INIT",
            Message::Turn => "TURN",
            Message::Actn { .. } => "ACTN",
            Message::Upd8 { .. } => "UPD8",
            Message::Over { .. } => "OVER",
            Message::Erro { .. } => "ERRO",
        }
    }
}

/// The colour with a name.
pub fn read_colour(name: &str) -> Result<Colour> {
    let known = Colour::ALL.map(colour_name);
    let place = known.iter().position(|&known| known == name);
    place
        .map(|place| Colour::ALL[place])
        .ok_or_else(|| Error::unknown("colour", name, known))
}

/// The name of a colour on the wire.
pub fn colour_name(colour: Colour) -> &'static str {
    ["red", "green", "blue"][colour as usize]
}

/// Reads an action that is legal in a position: `["MOVE",[[q,r],[q,r]]]`, `["JUMP",[[q,r],[q,r]]]`,
/// `["EXIT",[q,r]]` or `["PASS",null]`. Coordinates may be written as decimals with a whole value: `-3.0`.
pub fn read_action(position: &Chexers, action: &Value) -> Result<Move> {
    let text = notation(action).ok_or_else(|| {
        let expected = "[\"MOVE\",[[q,r],[q,r]]], [\"JUMP\",[[q,r],[q,r]]], [\"EXIT\",[q,r]] or [\"PASS\",null] \
                        with hexes of the board";
        Error::notation(&action.to_string(), expected)
    })?;
    position.parse_move(&text)
}

/// An action in our notation.
fn notation(action: &Value) -> Option<String> {
    let [kind, place] = action.as_array()?.as_slice() else {
        return None;
    };
    match kind.as_str()? {
        "PASS" => place.is_null().then(|| "pass".to_owned()),
        "EXIT" => Some(format!("{}!", hex(place)?)),
        kind => {
            let mark = match kind {
                "MOVE" => '>',
                "JUMP" => '^',
                _ => return None,
            };
            let [from, to] = place.as_array()?.as_slice() else {
                return None;
            };
            Some(format!("{}{mark}{}", hex(from)?, hex(to)?))
        }
    }
}

fn hex(pair: &Value) -> Option<Hex> {
    let [q, r] = pair.as_array()?.as_slice() else {
        return None;
    };
    Hex::new(coordinate(q)?, coordinate(r)?)
}

/// A whole number, however it is written.
fn coordinate(number: &Value) -> Option<i32> {
    let number = number.as_f64()?;
    let whole = number as i32;
    (f64::from(whole) == number).then_some(whole)
}

/// Writes an action.
pub fn write_action(mv: Move) -> Value {
    let pair = |hex: Hex| json!([hex.q(), hex.r()]);
    match mv.action() {
        Action::Step { from, to } => json!(["MOVE", [pair(from), pair(to)]]),
        Action::Jump { from, to, .. } => json!(["JUMP", [pair(from), pair(to)]]),
        Action::Exit { from } => json!(["EXIT", pair(from)]),
        Action::Pass => json!(["PASS", null]),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Rules;
    use ludarium_game::{Game, MoveList, Purpose, Seed, Turn};

    use super::*;

    fn start() -> Chexers {
        let rules = Rules {
            last_ply_wins: false,
        };
        Chexers::start(&rules, &mut Seed(1).stream(Purpose::Test, 0))
    }

    #[test]
    fn every_legal_action_of_a_game_reads_back() {
        let mut position = start();
        let mut rng = Seed(7).stream(Purpose::Test, 0);
        let mut moves = MoveList::new();
        while position.turn() != Turn::Over {
            position.moves(&mut moves);
            for &mv in &moves {
                assert_eq!(read_action(&position, &write_action(mv)), Ok(mv));
            }
            let mv = position.pick(&mut rng, &mut moves);
            position.play(mv);
        }
    }

    #[test]
    fn numbers_may_be_decimals_with_whole_values() {
        let position = start();
        let action = |text: &str| read_action(&position, &serde_json::from_str(text).unwrap());
        let step = action(r#"["MOVE",[[-3,0],[-2,0]]]"#).unwrap();
        assert_eq!(action(r#"["MOVE",[[-3.0,0.0],[-2.0,-0.0]]]"#), Ok(step));
        for wrong in [
            r#"["MOVE",[[-3.5,0],[-2,0]]]"#,
            r#"["MOVE",[[-3,0],[1e99,0]]]"#,
            r#"["MOVE",[[-3,0]]]"#,
            r#"["EXIT",[4,4]]"#,
            r#"["FLY",[[-3,0],[-2,0]]]"#,
            r#"["PASS"]"#,
            "null",
        ] {
            let error = action(wrong).unwrap_err().to_string();
            assert!(error.contains("expected"), "{wrong}: {error}");
        }
        let error = action(r#"["PASS",null]"#).unwrap_err().to_string();
        assert!(error.contains("may not pass"), "{error}");
    }

    #[test]
    fn the_sample_of_the_rules_is_understood() {
        let lines = [
            (r#"{"name":"alice","channel":"","mtype":"PLAY"}"#, "PLAY"),
            (r#"{"mtype":"OKAY"}"#, "OKAY"),
            (
                r#"{"red":"alice","green":"bob","blue":"carol","mtype":"GAME"}"#,
                "GAME",
            ),
            (r#"{"colour":"red","mtype":"INIT"}"#, "INIT"),
            (r#"{"mtype":"TURN"}"#, "TURN"),
            (
                r#"{"action":["MOVE",[[-3,0],[-2,-1]]],"mtype":"ACTN"}"#,
                "ACTN",
            ),
            (
                r#"{"colour":"red","action":["MOVE",[[-3,0],[-2,-1]]],"mtype":"UPD8"}"#,
                "UPD8",
            ),
            (r#"{"result":"winner: Blue","mtype":"OVER"}"#, "OVER"),
            (r#"{"reason":"full","mtype":"ERRO"}"#, "ERRO"),
        ];
        for (line, kind) in lines {
            let message = Message::read(line.as_bytes()).unwrap();
            assert_eq!(message.kind(), kind);
            let again = message.write();
            assert_eq!(Message::read(again.trim_end().as_bytes()), Ok(message));
        }
    }
}
