//! Messages about bots, challenges and single calls.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::game::{Clocks, GameState, MoveTree, Side, TimeControl};

/// What happens to a bot: one line of its account's stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all_fields = "camelCase")]
pub enum AccountEvent {
    /// Another bot wants to play.
    ChallengeReceived {
        /// The id of the challenge.
        id: String,
        /// Who wants to play.
        challenger: Principal,
    },
    /// The challenged bot does not want to play.
    ChallengeDeclined {
        /// The id of the challenge.
        id: String,
    },
    /// A game begins.
    GameStart {
        /// The id of the game.
        game_id: String,
    },
}

/// Who a client of the platform is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Principal {
    /// A person without an account.
    Guest {
        /// The id of the person.
        id: String,
    },
    /// A person with an account.
    User {
        /// The id of the person.
        id: String,
    },
    /// A bot.
    Bot {
        /// The bot's team.
        team: String,
        /// Its name within the team.
        name: String,
    },
}

impl fmt::Display for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Principal::Guest { .. } => f.write_str("a guest"),
            Principal::User { .. } => f.write_str("a player"),
            Principal::Bot { team, name } => write!(f, "{team}/{name}"),
        }
    }
}

/// A bot's identity; the token is sent once, when it is made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The bot's token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The bot's team.
    pub team: String,
    /// Its name within the team.
    pub name: String,
    /// Its name for the dice, if it adds no seed of its own.
    pub id: String,
}

/// Without the token, which must not reach a log.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Identity").field(&self.id).finish()
    }
}

/// Asks a bot for a game; also the name of a bot that wants to be registered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// The other's team.
    pub team: String,
    /// The other's name.
    pub name: String,
    /// The time control.
    #[serde(default)]
    pub time_control: TimeControl,
}

/// A challenge that waits for an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Challenge {
    /// The id of the challenge.
    pub id: String,
    /// Who wants to play.
    pub challenger: Principal,
    /// With whom.
    pub target: Option<Principal>,
    /// The time control.
    #[serde(default)]
    pub time_control: TimeControl,
    /// Whether the other bot is connected now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_online: Option<bool>,
}

/// The challenges of a bot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Challenges {
    /// Those it may accept.
    #[serde(rename = "in")]
    pub incoming: Vec<Challenge>,
    /// Those it made.
    #[serde(rename = "out")]
    pub outgoing: Vec<Challenge>,
}

/// The name of a game that begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameCreated {
    /// The id of the game.
    pub game_id: String,
}

/// A game that a bot plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MyGame {
    /// The id of the game.
    pub game_id: String,
    /// The bot's side.
    pub seat: Side,
    /// Whose turn it is.
    pub active_seat: Side,
    /// Whether a roll is pending.
    pub dice_pending: bool,
    /// The time control.
    #[serde(default)]
    pub time_control: TimeControl,
    /// The time left, if there are clocks.
    pub clocks: Option<Clocks>,
    /// The number of events so far.
    pub version: u64,
}

/// The games that a bot plays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MyGames {
    /// The games.
    pub games: Vec<MyGame>,
}

/// What a bot adds to the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedOffer {
    /// 16 to 256 characters.
    pub seed: String,
}

/// A turn as a bot sends it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnOffer {
    /// The moves in order.
    pub moves: Vec<String>,
}

/// Whether a turn that was sent was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnReply {
    /// Whether it was played.
    pub applied: bool,
    /// The number of its event.
    pub version: Option<u64>,
    /// Why it was refused.
    pub reason: Option<String>,
}

/// All legal turns of a game's pending roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LegalMoves {
    /// The number of events so far.
    pub version: u64,
    /// The position with the dice.
    pub dfen: String,
    /// Whether a roll is pending.
    pub dice_pending: bool,
    /// The turns; none for a forced pass.
    pub legal_moves: MoveTree,
}

/// Where a bot wants to be called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookOffer {
    /// The address.
    pub url: String,
}

/// The platform will call, and sign with this secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookGranted {
    /// The address.
    pub url: String,
    /// The key of the signatures; sent once.
    pub secret: String,
}

/// What the platform sends to a bot's address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Delivery {
    /// Checks that the bot is there: it must repeat the nonce.
    Verification {
        /// What to repeat.
        nonce: String,
    },
    /// A turn is to be played; the answer is a [`TurnOffer`].
    YourTurn {
        /// The id of the game.
        game_id: String,
        /// The bot's side.
        seat: Side,
        /// The game.
        state: Box<GameState>,
    },
}

/// The answer to a verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nonce {
    /// What was to be repeated.
    pub nonce: String,
}

/// How many games a bot plays at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Capacity {
    /// 1 to 32.
    pub max_concurrent_games: u32,
}
