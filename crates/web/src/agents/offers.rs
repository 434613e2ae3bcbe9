//! The bots that the owner of this machine offers as opponents: visitors choose one by its name, and never see or give
//! a command.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludarium_arena::{BotPlayer, BotProgram, BotSource, Identity, is_bot};
use ludarium_bridge::bot::Offer;
use serde::Serialize;

/// Seats that bots may have at all tables together: each is a process.
const MOST_SEATS: usize = 24;
/// What stands before the name in the text of an agent.
const MARK: &str = "bot:";

/// The bots that are offered; none unless the owner says so.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    list: Vec<Arc<Offer>>,
    taken: Arc<AtomicUsize>,
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
        Offers {
            list,
            taken: Arc::default(),
        }
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
        let place = BotPlace::take(&self.taken)?;
        Ok(Arc::new(OfferedBot {
            program: offer.program(),
            _place: place,
        }))
    }
}

/// A bot at one table, and its place among all. Its processes end with it.
struct OfferedBot {
    program: Arc<dyn BotProgram>,
    _place: BotPlace,
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

struct BotPlace(Arc<AtomicUsize>);

impl BotPlace {
    fn take(taken: &Arc<AtomicUsize>) -> Result<BotPlace, String> {
        let more = |count: usize| (count < MOST_SEATS).then_some(count + 1);
        match taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(_) => Ok(BotPlace(taken.clone())),
            Err(_) => Err(format!(
                "bots play in {MOST_SEATS} seats already, which is the most: try again later"
            )),
        }
    }
}

impl Drop for BotPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_given_back() {
        let taken = Arc::default();
        let mut places: Vec<BotPlace> = (0..MOST_SEATS)
            .map(|_| BotPlace::take(&taken).unwrap())
            .collect();
        assert!(BotPlace::take(&taken).is_err());
        places.pop();
        assert!(BotPlace::take(&taken).is_ok());
    }

    #[test]
    fn commands_are_no_names() {
        let offers = Offers::default();
        for text in ["bot:/bin/true", "bot[dir=/]:sh", "bot:", "random"] {
            assert!(offers.check(text, "sprint").is_err(), "{text}");
        }
        assert_eq!(name_of("bot:Ada"), Some("Ada"));
        assert_eq!((name_of("bottle:x=1"), name_of("greedy")), (None, None));
    }
}
