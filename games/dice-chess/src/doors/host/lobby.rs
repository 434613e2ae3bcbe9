//! Everything that a host knows: bots, challenges and games. It has no network code.

use ludarium_game::sort_by;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::bots::{Bot, BotId, Bots};
use super::challenges::OpenChallenge;
use super::running_game::RunningGame;
use super::sink::Sink;
use super::{HostEvent, HostedGame, Terms};
use crate::doors::commitment::ServerSeed;
use crate::doors::error::PlatformError;
use crate::doors::hex;
use crate::doors::message::{AccountEvent, GameEvent, MyGame, Side, Sides, TimeControl, TurnReply};
use crate::doors::secret::random;

/// Finished games that are remembered.
const REMEMBERED: usize = 256;
/// So many streams may follow a game.
const MOST_STREAMS: usize = 16;

/// Why something is refused: the status and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) error: String,
}

impl Refusal {
    pub(super) fn new(status: u16, error: &str) -> Refusal {
        Refusal {
            status,
            error: error.to_owned(),
        }
    }

    pub(super) fn internal(error: PlatformError) -> Refusal {
        Refusal::new(500, &error.to_string())
    }
}

/// A game that has just begun.
#[derive(Clone, Debug)]
pub(super) struct Begun {
    pub(super) game: String,
    pub(super) seats: [BotId; 2],
}

struct Hosted {
    game: RunningGame,
    seats: [BotId; 2],
    streams: Vec<Sink<GameEvent>>,
}

/// The state of a host.
pub(super) struct Lobby {
    pub(super) bots: Bots,
    terms: Terms,
    pub(super) challenges: BTreeMap<u64, OpenChallenge>,
    pub(super) next_challenge: u64,
    games: HashMap<String, Hosted>,
    /// Finished games, oldest first.
    finished: VecDeque<String>,
    news: Sender<HostEvent>,
}

impl Lobby {
    /// A lobby with our own agents and no games.
    pub(super) fn new(terms: &Terms, news: Sender<HostEvent>) -> Result<Lobby, Refusal> {
        let mut bots = Bots::default();
        for (number, (house, _)) in terms.house_bots.iter().enumerate() {
            bots.add_house(house, number, terms.games)?;
        }
        Ok(Lobby {
            bots,
            terms: terms.clone(),
            challenges: BTreeMap::new(),
            next_challenge: 1,
            games: HashMap::new(),
            finished: VecDeque::new(),
            news,
        })
    }

    /// Starts a game of two bots, if there is room; sides are drawn.
    pub(super) fn begin(
        &mut self,
        one: BotId,
        two: BotId,
        control: TimeControl,
        now: Instant,
    ) -> Result<Begun, Refusal> {
        if self.live().count() >= self.terms.games {
            return Err(Refusal::new(
                409,
                "as many games as the host allows are being played",
            ));
        }
        for bot in [one, two] {
            if self.active_games(bot) >= self.bots.get(bot).capacity {
                return Err(Refusal::new(409, "a bot is at its limit of games"));
            }
        }
        let [coin] = random::<1>().map_err(Refusal::internal)?;
        let seats = if coin & 1 == 0 {
            [one, two]
        } else {
            [two, one]
        };
        let of = |what: fn(&Bot) -> String| Sides {
            white: what(self.bots.get(seats[0])),
            black: what(self.bots.get(seats[1])),
        };
        let seed = ServerSeed::new(random().map_err(Refusal::internal)?);
        let game = hex::write(&random::<16>().map_err(Refusal::internal)?);
        let opens = now + self.terms.grace;
        let names = of(Bot::title);
        let ids = of(Bot::id);
        let played = RunningGame::new(names.clone(), ids, control, seed, opens)
            .map_err(|error| Refusal::new(500, &error.to_string()))?;
        let hosted = Hosted {
            game: played,
            seats,
            streams: Vec::new(),
        };
        self.games.insert(game.clone(), hosted);
        let event = AccountEvent::GameStart {
            game_id: game.clone(),
        };
        for bot in seats {
            self.bots.get_mut(bot).tell(&event);
        }
        // Nobody receives events when the command has ended.
        let _ = self.news.send(HostEvent::Started {
            game: game.clone(),
            players: names,
        });
        Ok(Begun { game, seats })
    }

    /// The games that a bot plays.
    pub(super) fn my_games(&self, bot: BotId, now: Instant) -> Vec<MyGame> {
        let mut mine: Vec<MyGame> = Vec::new();
        for (id, hosted) in self.live() {
            if let Some(seat) = hosted.side_of(bot) {
                let state = hosted.game.state(now);
                mine.push(MyGame {
                    game_id: id.clone(),
                    seat,
                    active_seat: state.active_seat,
                    dice_pending: state.dice_pending,
                    time_control: state.time_control,
                    clocks: state.clocks,
                    version: state.version,
                });
            }
        }
        sort_by(&mut mine, |a, b| a.game_id.cmp(&b.game_id));
        mine
    }

    pub(super) fn active_games(&self, bot: BotId) -> usize {
        self.live()
            .filter(|(_, hosted)| hosted.side_of(bot).is_some())
            .count()
    }

    fn live(&self) -> impl Iterator<Item = (&String, &Hosted)> {
        self.games
            .iter()
            .filter(|(_, hosted)| hosted.game.over().is_none())
    }

    /// The games that are being played.
    pub(super) fn live_games(&self) -> impl Iterator<Item = (&String, &RunningGame)> {
        self.live().map(|(id, hosted)| (id, &hosted.game))
    }

    /// A game, also when it is over and not yet forgotten.
    pub(super) fn game(&self, game: &str) -> Result<&RunningGame, Refusal> {
        let hosted = self.games.get(game);
        hosted.map(|hosted| &hosted.game).ok_or_else(unknown_game)
    }

    /// A bot adds a seed to the dice; one that cannot be used is ignored.
    pub(super) fn add_seed(
        &mut self,
        bot: BotId,
        game: &str,
        seed: String,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.with_seat(bot, game, |played, side| {
            played.add_seed(side, seed, now);
        })
    }

    /// A bot plays a turn.
    pub(super) fn play(
        &mut self,
        bot: BotId,
        game: &str,
        moves: &[String],
        now: Instant,
    ) -> Result<TurnReply, Refusal> {
        let played = self.with_seat(bot, game, |played, side| {
            let version = played.version();
            (side, version, played.play(side, moves, now))
        })?;
        let (seat, v, result) = played;
        Ok(match result {
            Ok(version) => TurnReply {
                applied: true,
                version: Some(version),
                reason: None,
            },
            Err(refused) => {
                let reason = refused.text().to_owned();
                self.broadcast(
                    game,
                    &GameEvent::Rejected {
                        v,
                        seat,
                        reason: reason.clone(),
                    },
                );
                TurnReply {
                    applied: false,
                    version: None,
                    reason: Some(reason),
                }
            }
        })
    }

    /// A bot gives a game up.
    pub(super) fn resign(&mut self, bot: BotId, game: &str) -> Result<(), Refusal> {
        self.with_seat(bot, game, |played, side| {
            played.resign(side);
        })
    }

    fn with_seat<T>(
        &mut self,
        bot: BotId,
        game: &str,
        work: impl FnOnce(&mut RunningGame, Side) -> T,
    ) -> Result<T, Refusal> {
        let hosted = self.games.get_mut(game).ok_or_else(unknown_game)?;
        let side = hosted
            .side_of(bot)
            .ok_or_else(|| Refusal::new(403, "that is not your game"))?;
        let result = work(&mut hosted.game, side);
        self.deliver(game);
        Ok(result)
    }

    /// Follows a game, beginning with its current state.
    pub(super) fn follow(
        &mut self,
        game: &str,
        stream: Sink<GameEvent>,
        now: Instant,
    ) -> Result<(), Refusal> {
        let hosted = self.games.get_mut(game).ok_or_else(unknown_game)?;
        hosted.streams.retain(|stream| !stream.is_gone());
        if hosted.streams.len() >= MOST_STREAMS {
            return Err(Refusal::new(429, "too many streams"));
        }
        let alive = stream.tell(&hosted.game.snapshot(now));
        if alive && hosted.game.over().is_none() {
            hosted.streams.push(stream);
        }
        Ok(())
    }

    /// Handles what is due by now: first rolls and ended clocks.
    pub(super) fn tick(&mut self, now: Instant) {
        self.challenges.retain(|_, open| now < open.until);
        let live: Vec<String> = self.live().map(|(id, _)| id.clone()).collect();
        for game in live {
            if let Some(hosted) = self.games.get_mut(&game) {
                hosted.game.tick(now);
            }
            self.deliver(&game);
        }
    }

    /// Ends all games because the host closes.
    pub(super) fn close(&mut self) {
        let live: Vec<String> = self.live().map(|(id, _)| id.clone()).collect();
        for game in live {
            if let Some(hosted) = self.games.get_mut(&game) {
                hosted.game.abort();
            }
            self.deliver(&game);
        }
        self.bots.hang_up();
    }

    /// Sends what happened in a game to all who follow it.
    fn deliver(&mut self, game: &str) {
        let Some(hosted) = self.games.get_mut(game) else {
            return;
        };
        let events = hosted.game.take_events();
        if events.is_empty() {
            return;
        }
        for event in &events {
            hosted.streams.retain(|stream| stream.tell(event));
        }
        if events.iter().any(ends)
            && let Some(record) = HostedGame::new(game, &hosted.game)
        {
            hosted.streams.clear();
            let _ = self.news.send(HostEvent::Finished(record));
            self.finished.push_back(game.to_owned());
            if self.finished.len() > REMEMBERED
                && let Some(oldest) = self.finished.pop_front()
            {
                self.games.remove(&oldest);
            }
        }
    }

    fn broadcast(&mut self, game: &str, event: &GameEvent) {
        if let Some(hosted) = self.games.get_mut(game) {
            hosted.streams.retain(|stream| stream.tell(event));
        }
    }
}

impl Hosted {
    fn side_of(&self, bot: BotId) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.seats[side.index()] == bot)
    }
}

fn ends(event: &GameEvent) -> bool {
    matches!(event, GameEvent::GameEnded { .. })
}

fn unknown_game() -> Refusal {
    Refusal::new(404, "no such game")
}
