//! The lobby of a battleground: clients come, say who they are and wait for others of their channel.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use super::connection::Connection;
use super::wire::Message;
use ludarium_bridge::door::DoorError;

/// How often the lobby looks for news.
const TICK: Duration = Duration::from_millis(5);

/// How often a waiting client is asked whether it is still there.
const PING: Duration = Duration::from_secs(5);

/// How long a client may take to say who it is, or that it is still there.
const ANSWER: Duration = Duration::from_secs(10);

/// So many clients may wait. The next one takes the place of the one that has been silent longest; if all have said
/// who they are, it is rejected.
const MOST: usize = 64;

/// The longest name that is shown, in characters.
const LONGEST_NAME: usize = 40;

/// Clients that wait for a game.
pub(super) struct Lobby<'a> {
    listener: &'a TcpListener,
    waiting: Vec<Waiting>,
}

/// A client with a name.
pub(super) struct NamedClient {
    pub connection: Connection,
    pub name: String,
}

struct Waiting {
    connection: Connection,
    /// Name and channel, once they are known.
    request: Option<(String, String)>,
    /// When it was asked something that it has not answered yet.
    asked: Option<Instant>,
    spoke: Instant,
}

impl<'a> Lobby<'a> {
    pub fn new(listener: &'a TcpListener) -> std::io::Result<Lobby<'a>> {
        // `accept` has no time limit of its own, so the lobby polls.
        listener.set_nonblocking(true)?;
        Ok(Lobby {
            listener,
            waiting: Vec::new(),
        })
    }

    /// Waits until so many clients of one channel are here; `None` if that takes longer than `patience`.
    pub fn gather(
        &mut self,
        count: usize,
        patience: Duration,
    ) -> std::io::Result<Option<Vec<NamedClient>>> {
        if count == 0 {
            return Ok(Some(Vec::new()));
        }
        let until = Instant::now() + patience;
        loop {
            self.admit()?;
            // A client that breaks the protocol or is gone is dropped; the others are not told.
            self.waiting.retain_mut(|client| client.serve().is_ok());
            if let Some(channel) = self.full_channel(count) {
                return Ok(Some(self.take(&channel, count)));
            }
            if Instant::now() >= until {
                return Ok(None);
            }
            thread::sleep(TICK);
        }
    }

    fn admit(&mut self) -> std::io::Result<()> {
        for _ in 0..MOST {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                // The client was gone before it was accepted.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
                Err(error) => return Err(error),
            };
            let Ok(mut connection) = Connection::new(stream) else {
                continue;
            };
            if self.waiting.len() == MOST {
                // Clients are in the order of arrival. What they have sent is read before one is dropped.
                self.waiting.retain_mut(|client| client.serve().is_ok());
                let silent = self
                    .waiting
                    .iter()
                    .position(|client| client.request.is_none());
                if let Some(place) = silent.filter(|_| self.waiting.len() == MOST) {
                    self.waiting.remove(place);
                }
            }
            if self.waiting.len() == MOST {
                let reason = "too many are waiting already".to_owned();
                // It is rejected in any case.
                let _ = connection.send(&Message::Erro { reason });
                continue;
            }
            let now = Instant::now();
            self.waiting.push(Waiting {
                connection,
                request: None,
                asked: Some(now),
                spoke: now,
            });
        }
        Ok(())
    }

    /// The first channel, by arrival, with enough clients.
    fn full_channel(&self, count: usize) -> Option<String> {
        let channels = || self.waiting.iter().filter_map(Waiting::channel);
        let full = |channel: &&str| channels().filter(|other| other == channel).count() >= count;
        channels().find(full).map(str::to_owned)
    }

    fn take(&mut self, channel: &str, count: usize) -> Vec<NamedClient> {
        let mut taken = Vec::with_capacity(count);
        let mut place = 0;
        while place < self.waiting.len() && taken.len() < count {
            if self.waiting[place].channel() == Some(channel) {
                let Waiting {
                    connection,
                    request,
                    ..
                } = self.waiting.remove(place);
                let name = request.map(|(name, _)| name).unwrap_or_default();
                taken.push(NamedClient { connection, name });
            } else {
                place += 1;
            }
        }
        taken
    }
}

impl Waiting {
    /// The channel of a client that is ready to play.
    fn channel(&self) -> Option<&str> {
        // One that has been asked and not answered would answer in the middle of the game.
        let request = self.request.as_ref().filter(|_| self.asked.is_none());
        request.map(|(_, channel)| channel.as_str())
    }

    /// Reads what the client said and asks whether it is still there.
    fn serve(&mut self) -> Result<(), DoorError> {
        if let Some(message) = self.connection.poll()? {
            self.spoke = Instant::now();
            match (message, &self.request, self.asked) {
                (Message::Play { name, channel }, None, _) => {
                    self.request = Some((shown(&name), channel));
                    self.asked = None;
                    self.connection.send(&Message::Okay)?;
                }
                (Message::Okay, Some(_), Some(_)) => self.asked = None,
                (other, _, _) => {
                    let reason = format!("{} is out of place here", other.kind());
                    self.connection.send(&Message::Erro {
                        reason: reason.clone(),
                    })?;
                    return Err(DoorError::Protocol(reason));
                }
            }
        }
        match self.asked {
            Some(since) if since.elapsed() > ANSWER => Err(DoorError::Silent(
                "it was asked and did not answer".to_owned(),
            )),
            None if self.spoke.elapsed() > PING => {
                self.asked = Some(Instant::now());
                self.connection.send(&Message::Okay)
            }
            _ => Ok(()),
        }
    }
}

/// A name as it is shown.
fn shown(name: &str) -> String {
    let visible = name.chars().filter(|letter| !letter.is_control());
    visible.take(LONGEST_NAME).collect()
}
