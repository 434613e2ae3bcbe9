//! The bots that the owner of this machine offers as opponents: visitors choose one by its name, and never see or give
//! a command.

use std::sync::Arc;

use ludarium_arena::{BotPlayer, BotProgram, BotSource, Identity, is_bot};
use ludarium_bridge::bot::Offer;
use serde::Serialize;

use crate::quota::{Quota, QuotaShare};

/// Seats that bots may have at all tables together: each is a process.
const MOST_SEATS: usize = 24;
/// What stands before the name in the text of an agent.
const MARK: &str = "bot:";

/// The bots that are offered; none unless the owner says so.
#[derive(Clone, Debug)]
pub struct Offers {
    list: Vec<Arc<Offer>>,
    seats: Quota<()>,
}

/// A bot in the list of opponents.
#[derive(Debug, Serialize)]
pub struct OfferView {
    /// What it is called.
    pub name: String,
    /// The text that stands for it.
    pub agent: String,
}

impl Offers {
    /// These bots.
    pub fn new(list: Vec<Arc<Offer>>) -> Offers {
        Offers { list, seats: Quota::new(MOST_SEATS) }
    }

    /// Those that play a game.
    pub fn of(&self, game: &str) -> Vec<OfferView> {
        let those = self.list.iter().filter(|offer| offer.plays(game));
        those
            .map(|offer| OfferView {
                name: offer.name.clone(),
                agent: format!("{MARK}{}", offer.name),
            })
            .collect()
    }

    /// The bot that a text stands for; an error says why there is none.
    fn offer(&self, text: &str, game: &str) -> Result<&Offer, String> {
        let name = name_of(text).unwrap_or_default();
        let known = self.list.iter().find(|offer| offer.name == name);
        match known {
            Some(offer) if offer.plays(game) => Ok(offer),
            Some(_) => Err(format!("it does not play {game}")),
            None => {
                Err("bots are not let in here, but for those that this server offers".to_owned())
            }
        }
    }

    /// Refuses a text that stands for no bot of this game.
    pub fn check(&self, text: &str, game: &str) -> Result<(), String> {
        self.offer(text, game).map(|_| ())
    }
}

/// The name of the bot that a text stands for; `None` for an agent of the catalogue.
pub fn name_of(text: &str) -> Option<&str> {
    text.strip_prefix(MARK).filter(|_| is_bot(text))
}

impl BotSource for Offers {
    fn find(&self, text: &str, game: &str) -> Result<Arc<dyn BotProgram>, String> {
        let offer = self.offer(text, game)?;
        let full = || {
            format!("bots play in {MOST_SEATS} seats already, which is the most: try again later")
        };
        Ok(Arc::new(OfferedBot {
            _seat: self.seats.take(()).ok_or_else(full)?,
            program: offer.program(),
        }))
    }
}

/// A bot at one table, and its seat among all. Its processes end with it.
struct OfferedBot {
    program: Arc<dyn BotProgram>,
    _seat: QuotaShare<()>,
}

impl BotProgram for OfferedBot {
    fn join(self: Arc<Self>) -> Box<dyn BotPlayer> {
        self.program.clone().join()
    }

    fn identity(&self) -> Result<Identity, String> {
        self.program.identity()
    }

    fn name(&self) -> Option<String> {
        self.program.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_no_names() {
        let offers = Offers::new(Vec::new());
        for text in ["bot:/bin/true", "bot[dir=/]:sh", "bot:", "random"] {
            assert!(offers.check(text, "sprint").is_err(), "{text}");
        }
        assert_eq!(name_of("bot:Ada"), Some("Ada"));
        assert_eq!((name_of("bottle:x=1"), name_of("greedy")), (None, None));
    }
}
