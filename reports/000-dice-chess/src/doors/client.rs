//! A bot of ours at a platform: finds its games and plays them.
//!
//! Games are found by polling, which also finds those of an earlier run; each game is then followed
//! by its stream in a thread of its own.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use ludarium_arena::{Interrupt, TimeControl};
use ludarium_dice_chess::rules::ThreeDice;
use ludarium_game::{Budget, Purpose, Seed};

use ludarium_bridge::door::Entrant;
use serde::{Serialize, Serializer};

use super::caller::{Patience, Platform, PlatformError};
use super::message::{Invitation, MyGame, SeatColour};
use super::one_game::{FinishedGame, OneGame};
use super::side_player::SidePlayer;

/// When this many challenges in a row have failed, we give up.
const MOST_CHALLENGES: u32 = 10;
/// How long a challenge may stay unanswered before it counts as failed.
const ANSWER_TIME: Duration = Duration::from_secs(20);
/// How long an interrupted client tries to resign its games.
const RESIGN_TIME: Duration = Duration::from_secs(2);

/// What a client is to do.
#[derive(Clone)]
pub struct Visit {
    /// The platform's address.
    pub url: String,
    /// The bot's token; without one the client plays as a guest.
    pub token: Option<String>,
    /// The guest's name.
    pub name: String,
    /// The player.
    pub agent: Entrant<ThreeDice>,
    /// What one decision may cost; the clock is respected in any case.
    pub budget: Budget,
    /// The seed of the agent's randomness.
    pub seed: Seed,
    /// Which bot to challenge when there is room for a game.
    pub opponent: Option<Invitation>,
    /// How many games to play at a time.
    pub at_once: u32,
    /// After how many games to stop.
    pub games: Option<u64>,
    /// How often to look for games.
    pub poll: Duration,
    /// How often and how long to try.
    pub patience: Patience,
}

/// What a client tells while it plays.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum VisitEvent {
    /// Our account.
    Welcome {
        team: String,
        name: String,
    },
    /// A game begins.
    Started {
        game: String,
        side: SeatColour,
    },
    /// We played a turn.
    Played {
        game: String,
        moves: Vec<String>,
    },
    Finished(FinishedGame),
    /// A game could not be played to its end.
    Lost {
        game: String,
        #[serde(rename = "reason", serialize_with = "as_text")]
        error: PlatformError,
    },
    /// A remark for the user, perhaps about a game.
    Note {
        game: Option<String>,
        text: String,
    },
}

fn as_text<S: Serializer>(error: &PlatformError, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(error)
}

/// Plays at a platform until enough games are over, or the user stops. Asked to finish, it plays its games to their
/// end; asked to stop now, it resigns those that no later run could continue, and leaves the others.
pub fn visit(
    visit: &Visit,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(VisitEvent),
) -> Result<(), PlatformError> {
    let mut platform = Platform::new(&visit.url, visit.patience.clone(), interrupt.clone())?;
    let (account, guest) = match &visit.token {
        Some(token) => {
            platform.token = Some(token.clone());
            (platform.account()?, false)
        }
        None => (platform.log_in_as_guest(&visit.name)?, true),
    };
    if !guest && visit.at_once > 1 {
        platform.set_capacity(visit.at_once)?;
    }
    let (news, inbox) = channel();
    watch(VisitEvent::Welcome { team: account.team, name: account.name });
    let mut client = Client {
        visit,
        platform: Arc::new(platform),
        interrupt: interrupt.clone(),
        news,
        inbox,
        known: HashSet::new(),
        playing: HashSet::new(),
        begun: 0,
        challenged: None,
        unanswered: 0,
    };
    let result = client.run(watch);
    if guest {
        client.resign_games();
    }
    match result {
        Err(PlatformError::Interrupted) if interrupt.is_finishing() => Ok(()),
        result => result,
    }
}

struct Client<'a> {
    visit: &'a Visit,
    platform: Arc<Platform>,
    interrupt: Interrupt,
    news: Sender<VisitEvent>,
    inbox: Receiver<VisitEvent>,
    /// All games that were ever started here; the server may still list a finished one for a while.
    known: HashSet<String>,
    playing: HashSet<String>,
    begun: u64,
    /// When the open challenge was made.
    challenged: Option<Instant>,
    /// Challenges in a row that failed.
    unanswered: u32,
}

impl Client<'_> {
    fn run(&mut self, watch: &mut dyn FnMut(VisitEvent)) -> Result<(), PlatformError> {
        loop {
            let enough = self.visit.games.is_some_and(|games| self.begun >= games);
            let closing = enough || self.interrupt.is_finishing();
            if self.interrupt.is_now() || (closing && self.playing.is_empty()) {
                return Ok(());
            }
            if !closing {
                self.look_for_games()?;
            }
            self.listen(watch);
        }
    }

    /// Tells what happens until it is time to look for games again.
    fn listen(&mut self, watch: &mut dyn FnMut(VisitEvent)) {
        let end = Instant::now() + self.visit.poll;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(news) = self.inbox.recv_timeout(left.min(Duration::from_millis(100))) else {
                if left.is_zero() || self.interrupt.is_now() {
                    return;
                }
                continue;
            };
            let game = match &news {
                VisitEvent::Finished(finished) => Some(finished.game.clone()),
                // A game that was left because the user stops is still being played.
                VisitEvent::Lost { error: PlatformError::Interrupted, .. } => None,
                VisitEvent::Lost { game, .. } => Some(game.clone()),
                _ => None,
            };
            watch(news);
            if let Some(game) = game {
                self.playing.remove(&game);
                return;
            }
        }
    }

    fn look_for_games(&mut self) -> Result<(), PlatformError> {
        self.take_up_games()?;
        if !self.has_room() {
            return Ok(());
        }
        let challenges = self.platform.challenges()?;
        for challenge in &challenges.incoming {
            if self.platform.accept(&challenge.id)? {
                let text = format!("accepted a challenge of {}", challenge.challenger);
                // Nobody receives events when the client has ended.
                let _ = self.news.send(VisitEvent::Note { game: None, text });
                // The list of games tells our side.
                self.take_up_games()?;
                if !self.has_room() {
                    return Ok(());
                }
            }
        }
        self.challenge(challenges.outgoing.is_empty())
    }

    fn take_up_games(&mut self) -> Result<(), PlatformError> {
        for game in self.platform.my_games()? {
            if self.has_room() && self.known.insert(game.game_id.clone()) {
                self.start(game)?;
            }
        }
        Ok(())
    }

    /// Challenges the chosen opponent, if there is one and no open challenge.
    fn challenge(&mut self, none_open: bool) -> Result<(), PlatformError> {
        let Some(invitation) = &self.visit.opponent else {
            return Ok(());
        };
        if let Some(when) = self.challenged {
            if !none_open && when.elapsed() < ANSWER_TIME {
                return Ok(());
            }
            self.unanswered += 1;
            if self.unanswered >= MOST_CHALLENGES {
                return Err(PlatformError::Ignored {
                    opponent: format!("{}/{}", invitation.team, invitation.name),
                    times: self.unanswered,
                });
            }
            self.platform.rest(self.visit.patience.pause_after(self.unanswered))?;
        }
        self.challenged = Some(Instant::now());
        if none_open {
            self.platform.challenge(invitation)?;
        }
        Ok(())
    }

    fn has_room(&self) -> bool {
        let enough = self.visit.games.is_some_and(|games| self.begun >= games);
        !enough && self.playing.len() < self.visit.at_once as usize
    }

    fn start(&mut self, game: MyGame) -> Result<(), PlatformError> {
        let stream = self.visit.seed.derive(Purpose::Game, self.begun);
        let rng = stream.stream(Purpose::Seat, game.seat.seat().0.into());
        let budget = self.visit.budget.clone();
        let player = self.visit.agent.player(TimeControl::None, stream);
        let player = SidePlayer::new(game.seat, player, budget, rng);
        let (name, side) = (game.game_id, game.seat);
        self.begun += 1;
        self.challenged = None;
        self.unanswered = 0;
        self.playing.insert(name.clone());
        let _ = self.news.send(VisitEvent::Started { game: name.clone(), side });
        let (platform, interrupt) = (self.platform.clone(), self.interrupt.clone());
        let news = self.news.clone();
        std::thread::Builder::new()
            .name(format!("game {name}"))
            .spawn(move || {
                let tell = |event| {
                    let _ = news.send(event);
                };
                let game = OneGame {
                    platform: &platform,
                    interrupt: &interrupt,
                    game: &name,
                    side,
                    player,
                    tell: &tell,
                    turns: 0,
                };
                tell(match game.play() {
                    Ok(finished) => VisitEvent::Finished(finished),
                    Err(error) => VisitEvent::Lost { game: name.clone(), error },
                });
            })
            .map_err(PlatformError::Thread)?;
        Ok(())
    }

    /// Resigns the games of a guest: its token is lost, so no later run could continue them.
    fn resign_games(&mut self) {
        let end = Instant::now() + RESIGN_TIME;
        for game in self.playing.drain() {
            if Instant::now() < end {
                // The game is lost either way.
                let _ = self.platform.resign(&game);
            }
        }
    }
}
