//! The calls of the platform's bot interface, one method each.

use std::io::BufRead;

use serde_json::json;

use super::caller::{CallKind, HttpAnswer, Platform, PlatformError};
use super::message::{
    Challenges, GameState, Invitation, LegalMoves, MyGame, MyGames, PlatformAccount, TurnVerdict,
};

/// Names of challenges and games are at most this long.
const LONGEST_ID: usize = 128;
/// More games than this are not looked at.
const MOST_GAMES: usize = 256;

impl Platform {
    fn get(&self, path: &str) -> Result<HttpAnswer, PlatformError> {
        self.call(CallKind::Get, path, None)
    }

    /// Becomes a bot without an account, and logs in.
    pub fn log_in_as_guest(&mut self, name: &str) -> Result<PlatformAccount, PlatformError> {
        check_slug(name)?;
        let path = format!("/bot/anon?name={name}");
        let answer = self.call(CallKind::PostOnce, &path, None)?;
        let mut account: PlatformAccount = answer.expect(&[200, 201])?.read()?;
        self.token = account.token.take();
        if self.token.is_none() {
            return Err(PlatformError::Unreadable {
                call: "POST /bot".to_owned(),
                reason: "there is no token in it".to_owned(),
            });
        }
        Ok(account)
    }

    /// Our account.
    pub(super) fn account(&self) -> Result<PlatformAccount, PlatformError> {
        self.get("/bot/account")?.expect(&[200])?.read()
    }

    /// Says how many games we play at a time; only bots with an account may.
    pub(super) fn set_capacity(&self, games: u32) -> Result<(), PlatformError> {
        let body = json!({ "maxConcurrentGames": games });
        let answer = self.call(CallKind::Post, "/bot/capacity", Some(&body))?;
        answer.expect(&[200]).map(drop)
    }

    /// Challenges a bot; nothing happens if there is no room for a game just now.
    pub(super) fn challenge(&self, invitation: &Invitation) -> Result<(), PlatformError> {
        let body = json!(invitation);
        let answer = self.call(CallKind::PostOnce, "/bot/challenge", Some(&body))?;
        answer.expect(&[200, 201, 409]).map(drop)
    }

    /// The challenges that wait for an answer.
    pub(super) fn challenges(&self) -> Result<Challenges, PlatformError> {
        let mut all: Challenges = self.get("/bot/challenges")?.expect(&[200])?.read()?;
        all.incoming.truncate(MOST_GAMES);
        Ok(all)
    }

    /// Accepts a challenge, and says whether that was possible.
    pub(super) fn accept(&self, challenge: &str) -> Result<bool, PlatformError> {
        let path = format!("/bot/challenge/{}/accept", checked(challenge)?);
        let answer = self.call(CallKind::Post, &path, None)?;
        Ok(![404, 409].contains(&answer.expect(&[200, 201, 404, 409])?.status))
    }

    /// The games that we play.
    pub(super) fn my_games(&self) -> Result<Vec<MyGame>, PlatformError> {
        let mut all: MyGames = self.get("/bot/games")?.expect(&[200])?.read()?;
        all.games.truncate(MOST_GAMES);
        Ok(all.games)
    }

    /// Plays a turn; `None` if the server does not know yet whether it is accepted.
    pub(super) fn play(
        &self,
        game: &str,
        moves: &[String],
    ) -> Result<Option<TurnVerdict>, PlatformError> {
        let path = format!("/bot/game/{}/move", checked(game)?);
        let answer = self.call(CallKind::Post, &path, Some(&json!({ "moves": moves })))?;
        match answer.status {
            202 => Ok(None),
            _ => answer.expect(&[200, 409])?.read().map(Some),
        }
    }

    /// Gives a game up.
    pub(super) fn resign(&self, game: &str) -> Result<(), PlatformError> {
        let path = format!("/bot/game/{}/resign", checked(game)?);
        let answer = self.call(CallKind::Post, &path, None)?;
        answer.expect(&[200, 202, 409]).map(drop)
    }

    /// All legal turns of a game's pending roll.
    pub(super) fn legal_moves(&self, game: &str) -> Result<LegalMoves, PlatformError> {
        let path = format!("/games/{}/moves", checked(game)?);
        self.get(&path)?.expect(&[200])?.read()
    }

    /// A game as everybody may see it; `None` if the server has forgotten it.
    pub(super) fn game(&self, game: &str) -> Result<Option<GameState>, PlatformError> {
        let answer = self.get(&format!("/games/{}", checked(game)?))?;
        match answer.status {
            404 => Ok(None),
            _ => answer.expect(&[200])?.read().map(Some),
        }
    }

    /// What happens in a game, one line each.
    pub(super) fn game_stream(&self, game: &str) -> Result<impl BufRead + use<>, PlatformError> {
        self.stream(&format!("/bot/game/stream/{}", checked(game)?))
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
fn is_slug(text: &str) -> bool {
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
