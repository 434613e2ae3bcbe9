//! What the tests of doors in other crates share. Paths are those from the folder of the crate under test, where cargo
//! starts its tests.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;
use std::time::Duration;

use ludarium_agents::{Playable, Roster};
use ludarium_arena::{Failure, Player, TimeControl};
use ludarium_game::{Budget, Decision, Fault, Rng, Seat, Seed, Tabletop};

use crate::door::{Entrant, PlayerTerms};

/// Nobody waits longer than this in a test that goes well.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Silence in a test that is about silence; everything else must happen within it, also on a busy machine.
pub const SHORT: Duration = Duration::from_secs(4);

/// A compressed text.
pub fn unpacked(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut text = String::new();
    let mut packed = flate2::read::GzDecoder::new(file);
    packed.read_to_string(&mut text).unwrap();
    text
}

/// The files of a folder with troublesome input.
pub fn corpus(folder: impl AsRef<Path>) -> Vec<Vec<u8>> {
    let folder = folder.as_ref();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    entries.map(|entry| std::fs::read(entry.unwrap().path()).unwrap()).collect()
}

/// The player that an agent's text stands for.
pub fn entrant<G: Playable>(agent: &str, variant: &str) -> Entrant<G> {
    Entrant::new(agent, variant, &Roster::default(), None).unwrap()
}

/// The player that an agent's text stands for.
pub fn player<G: Playable>(agent: &str) -> Box<dyn Player<G>> {
    entrant(agent, "").player(TimeControl::None, Seed(1))
}

/// No clock, one seed.
pub fn terms(seed: u64) -> PlayerTerms {
    PlayerTerms::new(TimeControl::None, Seed(seed))
}

/// Plays moves from a list, and fails when it is empty.
pub struct Script(pub VecDeque<String>);

impl<G: Tabletop> Player<G> for Script {
    fn choose(
        &mut self,
        position: &G,
        _: &Budget,
        _: &mut Rng,
    ) -> Result<Decision<G::Move>, Failure> {
        let failure = |reason: String| Failure::new(Fault::Failed, reason);
        let text = self.0.pop_front().ok_or_else(|| failure("the script is over".into()))?;
        let mv = position.parse_move(&text).map_err(|error| failure(error.to_string()))?;
        Ok(Decision::plain(mv))
    }

    fn begin(&mut self, _: &G, _: Seat) -> Result<(), Failure> {
        Ok(())
    }

    fn observe(&mut self, _: &G, _: G::Move) -> Result<(), Failure> {
        Ok(())
    }
}

/// The next datagram and its sender; a signal does not end the wait, as it does in a plain read with a limit.
pub fn datagram(socket: &UdpSocket) -> (Vec<u8>, SocketAddr) {
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut buffer = [0; 300];
    loop {
        match socket.recv_from(&mut buffer) {
            Ok((length, sender)) => return (buffer[..length].to_vec(), sender),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Interrupted),
        }
    }
}
