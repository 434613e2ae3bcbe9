//! What the tests of the referee share: rules from texts, agents from texts, a game with everything it showed.

use std::convert::Infallible;
use std::time::Duration;

use ludarium_agents::{Playable, agent};
use ludarium_arena::{Finished, Player, Terms, referee};
use ludarium_game::{Agent, Seat, Seed, Spec, Tabletop, Turn};

/// A game as the watcher saw it.
pub struct Played<G: Tabletop> {
    pub finished: Finished<G>,
    /// The mover (`None` for chance), the move, and whether a player decided on it.
    pub events: Vec<(Option<Seat>, G::Move, bool)>,
    /// How long each of them took.
    pub times: Vec<Duration>,
}

impl<G: Tabletop> Played<G> {
    pub fn moves(&self) -> Vec<G::Move> {
        self.events.iter().map(|&(_, mv, _)| mv).collect()
    }

    pub fn scores(&self) -> Vec<f32> {
        let seats = self.finished.position.seats();
        self.finished.end.scores.as_slice(seats).to_vec()
    }
}

pub fn rules<G: Tabletop>(variant: &str) -> G::Rules {
    G::rules(&Spec::parse(variant).unwrap()).unwrap()
}

/// Seats an agent.
pub fn seated<G: Tabletop>(agent: impl Agent<G> + 'static) -> Box<dyn Player<G>> {
    Box::new(Box::new(agent) as Box<dyn Agent<G>>)
}

/// Seats an agent of the catalogue.
pub fn named<G: Playable>(text: &str) -> Box<dyn Player<G>> {
    Box::new(agent::<G>(text).unwrap())
}

pub fn play<G: Tabletop>(
    rules: &G::Rules,
    start: &G,
    mut players: Vec<Box<dyn Player<G>>>,
    terms: &Terms,
    seed: Seed,
) -> Played<G> {
    let (mut events, mut times) = (Vec::new(), Vec::new());
    let finished = referee::<G, Infallible>(rules, start, &mut players, terms, seed, |event| {
        let mover = match event.before.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        };
        events.push((mover, event.mv, event.decision.is_some()));
        times.push(event.time);
        Ok(())
    });
    let finished = finished.unwrap().expect("nobody gives the game up");
    Played { finished, events, times }
}
