//! The bots that a host knows, and how it recognises them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::lobby::Refusal;
use super::sink::Sink;
use crate::doors::hex;
use crate::doors::message::{AccountEvent, Identity, Principal};
use crate::doors::platform::is_slug;
use crate::doors::secret::{Secret, random, random_text};

/// So many bots may join as long as the host is open.
const MOST_BOTS: usize = 4096;
/// How long a guest's token is valid.
const GUEST_LIFE: Duration = Duration::from_secs(24 * 3600);
/// So many event streams may a bot have.
const MOST_STREAMS: usize = 4;
/// The team of all guests, and that of our own agents; nobody can register with them.
const GUESTS: &str = "anon";
const HOUSE: &str = "house";

/// The number of a bot.
pub(super) type BotId = usize;

/// What a bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BotKind {
    /// It has no account.
    Guest,
    /// It has an account.
    Registered,
    /// It is one of our agents: the number of its players.
    House(usize),
}

/// Where a bot is called when it is its turn.
#[derive(Clone, Debug)]
pub(super) struct Callback {
    pub(super) url: String,
    pub(super) secret: Secret,
}

/// One bot.
pub(super) struct Bot {
    pub(super) team: String,
    pub(super) name: String,
    pub(super) kind: BotKind,
    /// How many games it plays at a time.
    pub(super) capacity: usize,
    pub(super) callback: Option<Callback>,
    expires: Option<Instant>,
    streams: Vec<Sink<AccountEvent>>,
}

impl Bot {
    fn new(team: &str, name: &str, kind: BotKind, capacity: usize) -> Bot {
        Bot {
            team: team.to_owned(),
            name: name.to_owned(),
            kind,
            capacity,
            callback: None,
            expires: None,
            streams: Vec::new(),
        }
    }

    /// Its name for the dice.
    pub(super) fn id(&self) -> String {
        format!("bot:team:{}:{}", self.team, self.name)
    }

    /// Its name for people.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.team, self.name)
    }

    pub(super) fn principal(&self) -> Principal {
        Principal::Bot {
            team: self.team.clone(),
            name: self.name.clone(),
        }
    }

    pub(super) fn identity(&self) -> Identity {
        Identity {
            token: None,
            team: self.team.clone(),
            name: self.name.clone(),
            id: self.id(),
        }
    }

    /// Whether it is told at once what happens to it.
    pub(super) fn listens(&self) -> bool {
        !self.streams.is_empty() || matches!(self.kind, BotKind::House(_))
    }

    pub(super) fn tell(&mut self, event: &AccountEvent) {
        self.streams.retain(|stream| stream.tell(event));
    }

    pub(super) fn listen(&mut self, stream: Sink<AccountEvent>) -> Result<(), Refusal> {
        self.streams.retain(|stream| !stream.is_gone());
        if self.streams.len() >= MOST_STREAMS {
            return Err(Refusal::new(429, "too many streams"));
        }
        self.streams.push(stream);
        Ok(())
    }
}

/// All bots.
#[derive(Default)]
pub(super) struct Bots {
    all: Vec<Bot>,
    by_name: HashMap<(String, String), BotId>,
    /// By the hash of the token, so that the time of a lookup says nothing about it.
    by_token: HashMap<[u8; 32], BotId>,
}

impl Bots {
    /// Ends all streams.
    pub(super) fn hang_up(&mut self) {
        self.all.iter_mut().for_each(|bot| bot.streams.clear());
    }

    pub(super) fn get(&self, id: BotId) -> &Bot {
        &self.all[id]
    }

    pub(super) fn get_mut(&mut self, id: BotId) -> &mut Bot {
        &mut self.all[id]
    }

    pub(super) fn find(&self, team: &str, name: &str) -> Option<BotId> {
        let key = (team.to_owned(), name.to_owned());
        self.by_name.get(&key).copied()
    }

    /// The bot with this token.
    pub(super) fn recognise(&self, token: &str, now: Instant) -> Option<BotId> {
        let id = *self.by_token.get(&hash(token))?;
        let expired = self.all[id].expires.is_some_and(|end| now >= end);
        (!expired).then_some(id)
    }

    /// Adds one of our agents.
    pub(super) fn add_house(
        &mut self,
        name: &str,
        players: usize,
        capacity: usize,
    ) -> Result<(), Refusal> {
        let bot = Bot::new(HOUSE, name, BotKind::House(players), capacity);
        self.add(bot).map(drop)
    }

    /// Adds a guest; a name that is taken is made longer.
    pub(super) fn add_guest(
        &mut self,
        name: Option<&str>,
        capacity: usize,
        now: Instant,
    ) -> Result<Identity, Refusal> {
        let wanted = name.unwrap_or("bot");
        if !is_slug(wanted) {
            return Err(bad_slug());
        }
        let tail = hex::write(&random::<4>().map_err(Refusal::internal)?);
        let short: String = wanted.chars().take(32 - 1 - tail.len()).collect();
        let mut bot = Bot::new(GUESTS, &format!("{short}-{tail}"), BotKind::Guest, capacity);
        bot.expires = Some(now + GUEST_LIFE);
        self.add_with_token(bot)
    }

    /// Makes an account for a bot.
    pub(super) fn register(&mut self, team: &str, name: &str) -> Result<Identity, Refusal> {
        if !is_slug(team) || !is_slug(name) || [GUESTS, HOUSE].contains(&team) {
            return Err(bad_slug());
        }
        self.add_with_token(Bot::new(team, name, BotKind::Registered, 1))
    }

    /// A new token for a bot; the old one is no longer valid.
    pub(super) fn renew(&mut self, id: BotId) -> Result<String, Refusal> {
        let token = new_token()?;
        self.by_token.retain(|_, owner| *owner != id);
        self.by_token.insert(hash(&token), id);
        Ok(token)
    }

    fn add_with_token(&mut self, bot: Bot) -> Result<Identity, Refusal> {
        let mut identity = bot.identity();
        let token = new_token()?;
        let id = self.add(bot)?;
        self.by_token.insert(hash(&token), id);
        identity.token = Some(token);
        Ok(identity)
    }

    fn add(&mut self, bot: Bot) -> Result<BotId, Refusal> {
        let key = (bot.team.clone(), bot.name.clone());
        if self.by_name.contains_key(&key) {
            return Err(Refusal::new(409, "the name is taken"));
        }
        if self.all.len() >= MOST_BOTS {
            return Err(Refusal::new(429, "too many bots"));
        }
        self.all.push(bot);
        self.by_name.insert(key, self.all.len() - 1);
        Ok(self.all.len() - 1)
    }
}

fn new_token() -> Result<String, Refusal> {
    random_text().map_err(Refusal::internal)
}

fn bad_slug() -> Refusal {
    let reason = "team and name are small letters, digits and hyphens, at most 32, and not taken by the house";
    Refusal::new(400, reason)
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
