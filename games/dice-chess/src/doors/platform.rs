//! The calls of the platform's bot interface, one method each.

use std::io::BufRead;

use ludarium_arena::Interrupt;

use super::caller::{Caller, Patience, Verb};
use super::error::PlatformError;
use super::message::{
    Capacity, Challenges, GameCreated, GameState, Identity, Invitation, LegalMoves, MyGame,
    MyGames, SeedOffer, TimeControl, TurnOffer, TurnReply, WebhookGranted, WebhookOffer,
};
use super::secret::Secret;

/// Names of challenges and games are at most this long.
const LONGEST_ID: usize = 128;
/// More games than this are not looked at.
const MOST_GAMES: usize = 256;

const NOTHING: Option<&()> = None;

/// A platform that we talk to as one bot.
#[derive(Clone, Debug)]
pub struct Platform {
    caller: Caller,
}

impl Platform {
    /// The platform at an address, such as `https://play-api.example.org`.
    pub fn new(
        url: &str,
        patience: Patience,
        interrupt: Interrupt,
    ) -> Result<Platform, PlatformError> {
        Ok(Platform {
            caller: Caller::new(url, patience, interrupt)?,
        })
    }

    /// Sends a token from now on.
    pub fn log_in(&mut self, token: Secret) {
        self.caller.set_token(token);
    }

    /// How often and how long to try.
    pub fn patience(&self) -> &Patience {
        self.caller.patience()
    }

    /// Pauses; an error if the user wants to stop now.
    pub fn rest(&self, pause: std::time::Duration) -> Result<(), PlatformError> {
        self.caller.rest(pause)
    }

    /// Becomes a bot without an account, and logs in.
    pub fn log_in_as_guest(&mut self, name: &str) -> Result<Identity, PlatformError> {
        check_slug(name)?;
        let path = format!("/bot/anon?name={name}");
        let answer = self.caller.call(Verb::PostOnce, &path, NOTHING)?;
        self.log_in_with(answer.expect(&[200, 201])?.read()?)
    }

    /// Becomes a bot with an account, and logs in.
    pub fn register(&mut self, team: &str, name: &str) -> Result<Identity, PlatformError> {
        check_slug(team)?;
        check_slug(name)?;
        let body = Invitation {
            team: team.to_owned(),
            name: name.to_owned(),
            time_control: TimeControl::default(),
        };
        let answer = self
            .caller
            .call(Verb::PostOnce, "/bot/register", Some(&body))?;
        self.log_in_with(answer.expect(&[201])?.read()?)
    }

    fn log_in_with(&mut self, identity: Identity) -> Result<Identity, PlatformError> {
        let token = identity.token.as_deref().ok_or(PlatformError::Unreadable {
            call: "POST /bot".to_owned(),
            reason: "there is no token in it".to_owned(),
        })?;
        self.caller.set_token(Secret::new(token));
        Ok(identity)
    }

    /// Who we are.
    pub fn account(&self) -> Result<Identity, PlatformError> {
        let answer = self.caller.call(Verb::Get, "/bot/account", NOTHING)?;
        answer.expect(&[200])?.read()
    }

    /// Says how many games we play at a time; only bots with an account may.
    pub fn set_capacity(&self, games: u32) -> Result<(), PlatformError> {
        let body = Capacity {
            max_concurrent_games: games,
        };
        let answer = self.caller.call(Verb::Post, "/bot/capacity", Some(&body))?;
        answer.expect(&[200]).map(drop)
    }

    /// Challenges a bot; nothing happens if there is no room for a game just now.
    pub fn challenge(&self, invitation: &Invitation) -> Result<(), PlatformError> {
        let answer = self
            .caller
            .call(Verb::PostOnce, "/bot/challenge", Some(invitation))?;
        answer.expect(&[200, 201, 409]).map(drop)
    }

    /// The challenges that wait for an answer.
    pub fn challenges(&self) -> Result<Challenges, PlatformError> {
        let answer = self.caller.call(Verb::Get, "/bot/challenges", NOTHING)?;
        let mut all: Challenges = answer.expect(&[200])?.read()?;
        all.incoming.truncate(MOST_GAMES);
        Ok(all)
    }

    /// Accepts a challenge; `None` if that is not possible just now.
    pub fn accept(&self, challenge: &str) -> Result<Option<GameCreated>, PlatformError> {
        let path = format!("/bot/challenge/{}/accept", checked(challenge)?);
        let answer = self.caller.call(Verb::Post, &path, NOTHING)?;
        match answer.status {
            404 | 409 => Ok(None),
            _ => answer.expect(&[200, 201])?.read().map(Some),
        }
    }

    /// The games that we play.
    pub fn my_games(&self) -> Result<Vec<MyGame>, PlatformError> {
        let answer = self.caller.call(Verb::Get, "/bot/games", NOTHING)?;
        let mut all: MyGames = answer.expect(&[200])?.read()?;
        all.games.truncate(MOST_GAMES);
        Ok(all.games)
    }

    /// Adds a seed to the dice of a game.
    pub fn offer_seed(&self, game: &str, seed: &str) -> Result<(), PlatformError> {
        let path = format!("/bot/game/{}/seed", checked(game)?);
        let body = SeedOffer {
            seed: seed.to_owned(),
        };
        let answer = self.caller.call(Verb::Post, &path, Some(&body))?;
        answer.expect(&[200, 202]).map(drop)
    }

    /// Plays a turn; `None` if the server does not know yet whether it is accepted.
    pub fn play(&self, game: &str, moves: &[String]) -> Result<Option<TurnReply>, PlatformError> {
        let path = format!("/bot/game/{}/move", checked(game)?);
        let body = TurnOffer {
            moves: moves.to_vec(),
        };
        let answer = self.caller.call(Verb::Post, &path, Some(&body))?;
        match answer.status {
            202 => Ok(None),
            _ => answer.expect(&[200, 409])?.read().map(Some),
        }
    }

    /// Gives a game up.
    pub fn resign(&self, game: &str) -> Result<(), PlatformError> {
        let path = format!("/bot/game/{}/resign", checked(game)?);
        let answer = self.caller.call(Verb::Post, &path, NOTHING)?;
        answer.expect(&[200, 202, 409]).map(drop)
    }

    /// All legal turns of a game's pending roll.
    pub fn legal_moves(&self, game: &str) -> Result<LegalMoves, PlatformError> {
        let path = format!("/games/{}/moves", checked(game)?);
        let answer = self.caller.call(Verb::Get, &path, NOTHING)?;
        answer.expect(&[200])?.read()
    }

    /// A game as everybody may see it; `None` if the server has forgotten it.
    pub fn game(&self, game: &str) -> Result<Option<GameState>, PlatformError> {
        let path = format!("/games/{}", checked(game)?);
        let answer = self.caller.call(Verb::Get, &path, NOTHING)?;
        match answer.status {
            404 => Ok(None),
            _ => answer.expect(&[200])?.read().map(Some),
        }
    }

    /// What happens in a game, one line each.
    pub fn game_stream(&self, game: &str) -> Result<impl BufRead + use<>, PlatformError> {
        self.caller
            .stream(&format!("/bot/game/stream/{}", checked(game)?))
    }

    /// Asks to be called at an address when it is our turn; the answer is the key of the signatures.
    pub fn register_webhook(&self, url: &str) -> Result<Secret, PlatformError> {
        let body = WebhookOffer {
            url: url.to_owned(),
        };
        let answer = self.caller.call(Verb::Post, "/bot/webhook", Some(&body))?;
        let granted: WebhookGranted = answer.expect(&[201])?.read()?;
        Ok(Secret::new(&granted.secret))
    }
}

/// A name from the server that can be part of an address.
fn checked(id: &str) -> Result<&str, PlatformError> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(fits) {
        return Ok(id);
    }
    Err(PlatformError::Unreadable {
        call: "the name of a game or challenge".to_owned(),
        reason: "it has other signs than letters, digits, `-` and `_`, or is too long".to_owned(),
    })
}

/// Whether a text can be a team or a bot: small letters, digits and inner hyphens, at most 32.
pub(super) fn is_slug(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=32).contains(&text.len()) && text.bytes().all(fits) && !text.starts_with('-')
}

fn check_slug(text: &str) -> Result<(), PlatformError> {
    if is_slug(text) {
        return Ok(());
    }
    Err(PlatformError::Game(ludarium_game::Error::Value {
        key: "name".to_owned(),
        value: text.chars().take(40).collect(),
        expected: "small letters, digits and hyphens, at most 32".to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_lead_elsewhere() {
        for good in ["challenge-7", "0e5b290a-cf04-4054-9c9d-2637b66e0289", "G_1"] {
            assert_eq!(checked(good).unwrap(), good);
        }
        for bad in ["", "..", "a/b", "a?b", "a b", "a%2e", "é", &"x".repeat(129)] {
            assert!(checked(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn slugs_are_small() {
        assert!(is_slug("smaug-v3") && is_slug("9"));
        for bad in ["", "-a", "A", "a_b", "a/b", &"x".repeat(33)] {
            assert!(!is_slug(bad), "{bad}");
        }
    }
}
