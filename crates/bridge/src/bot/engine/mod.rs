//! `BotEngine`: an agent of ours as a bot, for any manager that speaks the protocol.

mod inbox;
mod session;

use std::io::{self, Read, Write};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use ludarium_arena::protocol::{BotHello, FromBot, PROTOCOL, ToBot};
use ludarium_arena::{GameEntry, Games};
use ludarium_game::{Budget, Result};

use inbox::{Letter, sort};
use session::EngineSession;

/// Messages that wait while the agent thinks.
const WAITING: usize = 64;

/// An agent of ours that answers the messages of a manager.
#[derive(Clone, Debug)]
pub struct BotEngine {
    games: Games,
    spec: String,
    name: String,
    budget: Budget,
    /// The games that it plays.
    known: Vec<String>,
}

impl BotEngine {
    /// The agent that a text stands for in a game; it also plays every other game whose catalogue knows the
    /// text. `budget` holds where the manager's clock does not say less.
    pub fn new(games: &Games, game: &str, spec: &str, budget: Budget) -> Result<BotEngine> {
        let name = games.rules(game, None)?.canonical(spec)?;
        let knows = |game: &&GameEntry| {
            let rules = game.rules(None);
            rules.is_ok_and(|rules| rules.canonical(spec).is_ok())
        };
        let known = games.iter().filter(knows);
        Ok(BotEngine {
            games: games.clone(),
            spec: spec.to_owned(),
            name,
            budget,
            known: known.map(|game| game.info.name.to_owned()).collect(),
        })
    }

    /// Answers messages until the manager says `quit` or closes its side. Fails only if it cannot write.
    pub fn serve(&self, input: impl Read + Send, output: impl Write + Send) -> io::Result<()> {
        let voice = Voice(Mutex::new(output));
        let (send, letters) = mpsc::sync_channel(WAITING);
        thread::scope(|scope| {
            let listener = &voice;
            thread::Builder::new()
                .name("engine reader".to_owned())
                .spawn_scoped(scope, move || sort(input, listener, &send))?;
            self.answer(&letters, &voice)
        })
    }

    fn answer<W: Write>(
        &self,
        letters: &mpsc::Receiver<Letter>,
        voice: &Voice<W>,
    ) -> io::Result<()> {
        let mut opened = None;
        loop {
            let letter = match opened.take() {
                Some(letter) => letter,
                None => match letters.recv() {
                    Ok(letter) => letter,
                    Err(_) => return Ok(()),
                },
            };
            match letter.message {
                ToBot::Hello { id, .. } => voice.say(&self.hello(id))?,
                ToBot::Set { id, options } if options.is_empty() => {
                    voice.say(&FromBot::Ok { id })?
                }
                ToBot::Set { id, .. } => voice.complain(Some(id), "there is nothing to set")?,
                ToBot::Turn(turn) => voice.complain(Some(turn.id), "no game has begun")?,
                ToBot::Quit => return Ok(()),
                ToBot::NewGame(game) => {
                    let variant = Some(&*game.variant).filter(|variant| !variant.is_empty());
                    match self.games.rules(&game.game, variant) {
                        Ok(rules) => {
                            let session = EngineSession {
                                spec: &self.spec,
                                budget: &self.budget,
                                letters,
                                voice,
                            };
                            opened = session.run(&*rules, &game)?;
                        }
                        Err(error) => voice.complain(Some(game.id), &error.to_string())?,
                    }
                }
                ToBot::Stop { .. }
                | ToBot::After(_)
                | ToBot::Observe { .. }
                | ToBot::GameOver { .. }
                | ToBot::Ping { .. } => {}
            }
        }
    }

    fn hello(&self, id: u64) -> FromBot {
        FromBot::Hello(BotHello {
            id,
            protocol: PROTOCOL,
            name: Some(format!("ludarium {}", self.name)),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            games: Some(self.known.clone()),
            features: vec!["stop".to_owned()],
            ..BotHello::default()
        })
    }
}

/// The one place that writes: the reader answers pings while the agent thinks.
struct Voice<W>(Mutex<W>);

impl<W: Write> Voice<W> {
    fn say(&self, message: &FromBot) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(&line)?;
        out.flush()
    }

    fn complain(&self, id: Option<u64>, problem: &str) -> io::Result<()> {
        let message = problem.to_owned();
        self.say(&FromBot::Error { id, message })
    }
}
