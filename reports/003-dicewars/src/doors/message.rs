//! The messages. Keys are declared in the order in which the original writes them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A message of the server. Each kind of message has some of the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerMessage {
    /// All areas; in `end_turn` only those that received dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub areas: Option<ByNumber<AreaState>>,
    /// The size of each player's largest region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ByNumber<u32>>,
    /// What kind of message it is.
    #[serde(rename = "type")]
    pub kind: MessageKind,
    /// The receiver's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// The number of players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_players: Option<u8>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_player: Option<u8>,
    /// The map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<ByNumber<BoardArea>>,
    /// The order of play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<u8>>,
    /// How a battle went.
    #[serde(
        default,
        deserialize_with = "battle_or_other",
        skip_serializing_if = "Option::is_none"
    )]
    pub result: Option<Battle>,
    /// The dice that each player could not place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserves: Option<ByNumber<u32>>,
    /// The winner, or -1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<i16>,
}

/// The kinds of the server's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// Everything about the game, once.
    GameStart,
    /// The same once more; it makes the first player begin.
    GameState,
    /// A battle was fought.
    Battle,
    /// Dice were moved between two areas of one player, on a later server.
    Transfer,
    /// A turn was ended.
    EndTurn,
    /// The game is over.
    GameEnd,
    /// The server was interrupted.
    CloseSocket,
    /// Something else.
    #[default]
    #[serde(other)]
    Unknown,
}

/// The result of a battle; later servers send other results, which are not needed.
fn battle_or_other<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Battle>, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).ok())
}

/// The state of an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AreaState {
    /// Its neighbours, in the map's order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjacent_areas: Option<Vec<u8>>,
    /// The number of its owner.
    pub owner: u8,
    /// Its dice.
    pub dice: u8,
}

/// An area of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardArea {
    /// Its hexes, column and row.
    pub hexes: Vec<[i16; 2]>,
    /// Its neighbours, in the map's order.
    pub neighbours: Vec<u8>,
}

/// Both sides of a battle, after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// The attacker.
    pub atk: Fighter,
    /// The defender; of the same owner if it was conquered.
    pub def: Fighter,
}

/// One side of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    /// The area.
    pub name: u8,
    /// Its dice after the battle.
    pub dice: u8,
    /// Its owner after the battle.
    pub owner: u8,
    /// The sum that it rolled.
    pub pwr: u32,
}

/// A message of a client. Each verb has some of the fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientRequest {
    /// What it wants.
    #[serde(rename = "type")]
    pub verb: Verb,
    /// Its nickname.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nickname: Option<String>,
    /// The area that attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub atk: Option<u8>,
    /// The area that is attacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub def: Option<u8>,
}

/// The kinds of a client's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// An introduction.
    ClientDesc,
    /// An attack.
    Battle,
    /// The end of the turn.
    EndTurn,
    /// Something else.
    #[serde(other)]
    Unknown,
}

impl ClientRequest {
    /// An introduction.
    pub fn hello(nickname: &str) -> ClientRequest {
        ClientRequest {
            nickname: Some(nickname.to_owned()),
            ..ClientRequest::plain(Verb::ClientDesc)
        }
    }

    /// An attack.
    pub fn battle(atk: u8, def: u8) -> ClientRequest {
        ClientRequest { atk: Some(atk), def: Some(def), ..ClientRequest::plain(Verb::Battle) }
    }

    /// The end of the turn.
    pub fn end_turn() -> ClientRequest {
        ClientRequest::plain(Verb::EndTurn)
    }

    fn plain(verb: Verb) -> ClientRequest {
        ClientRequest { verb, nickname: None, atk: None, def: None }
    }
}

/// Things by number, in the order in which they are written: an object whose keys are whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByNumber<T>(pub Vec<(u8, T)>);

impl<T> ByNumber<T> {
    /// The thing with a number.
    pub fn get(&self, number: u8) -> Option<&T> {
        let mut things = self.0.iter();
        things.find_map(|(key, thing)| (*key == number).then_some(thing))
    }
}

impl<T> FromIterator<(u8, T)> for ByNumber<T> {
    fn from_iter<I: IntoIterator<Item = (u8, T)>>(things: I) -> ByNumber<T> {
        ByNumber(things.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for ByNumber<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (number, thing) in &self.0 {
            map.serialize_entry(&number.to_string(), thing)?;
        }
        map.end()
    }
}

/// No game has more areas or players.
const MOST_NUMBERED: usize = 64;

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByNumber<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByNumber<T>, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = ByNumber<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an object with at most {MOST_NUMBERED} whole numbers as keys")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByNumber<T>, A::Error> {
                let mut things: ByNumber<T> = ByNumber(Vec::new());
                while let Some((number, thing)) = map.next_entry::<u8, T>()? {
                    if things.0.len() == MOST_NUMBERED {
                        return Err(serde::de::Error::invalid_length(MOST_NUMBERED + 1, &self));
                    }
                    if things.get(number).is_some() {
                        let twice = format!("number {number} occurs twice");
                        return Err(serde::de::Error::custom(twice));
                    }
                    things.0.push((number, thing));
                }
                Ok(things)
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::super::to_bytes;
    use super::*;

    fn text(value: &impl Serialize) -> String {
        String::from_utf8(to_bytes(value)).unwrap()
    }

    #[test]
    fn requests_are_written_as_the_original_client_writes_them() {
        let hello = r#"{"type": "client_desc", "nickname": "raw (AI)"}"#;
        assert_eq!(text(&ClientRequest::hello("raw (AI)")), hello);
        let battle = r#"{"type": "battle", "atk": 1, "def": 2}"#;
        assert_eq!(text(&ClientRequest::battle(1, 2)), battle);
        assert_eq!(text(&ClientRequest::end_turn()), r#"{"type": "end_turn"}"#);
    }

    #[test]
    fn messages_are_read_back() {
        for line in [
            r#"{"areas": {"12": {"owner": 1, "dice": 4}, "3": {"owner": 1, "dice": 8}}, "score": {"2": 6, "1": 10}, "type": "end_turn", "current_player": 2, "reserves": {"2": 0, "1": 0}}"#,
            r#"{"type": "game_end", "winner": -1}"#,
            r#"{"type": "close_socket"}"#,
        ] {
            let message: ServerMessage = serde_json::from_str(line).unwrap();
            assert_eq!(text(&message), line);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_with_a_reason() {
        for (line, reason) in [
            (r#"{"areas": {"x": 1}}"#, "invalid"),
            (r#"{"type": "battle", "score": {"1": 1, "1": 2}}"#, "twice"),
            (r#"{"type": "battle", "score": {"300": 1}}"#, "invalid"),
            (r#"{"score": {}}"#, "missing field `type`"),
            ("[]", "invalid"),
        ] {
            let error = serde_json::from_str::<ServerMessage>(line).unwrap_err().to_string();
            assert!(error.contains(reason), "{line}: {error}");
        }
        let strings = r#"{"type": "battle", "atk": "1", "def": "2"}"#;
        assert!(serde_json::from_str::<ClientRequest>(strings).is_err());
    }
}
