//! Our own player in a seat of a game that is played elsewhere: its clock, its stream, its legal answers.

use std::time::{Duration, Instant};

use ludarium_arena::{Clock, Failure, Player, TimeControl};
use ludarium_game::{Budget, Fault, MoveList, Purpose, Rng, Seat, Seed, Tabletop};

use super::entrant::MARGIN;

/// How a player plays: its clock, what a decision may cost besides, and its seed.
#[derive(Clone, Debug)]
pub struct Manner {
    /// The clock.
    pub control: TimeControl,
    /// What a decision may cost besides.
    pub budget: Budget,
    /// The seed of the player's own stream.
    pub seed: Seed,
}

/// A player's legal answer.
#[derive(Clone, Copy, Debug)]
pub struct Answer<M> {
    /// The move.
    pub mv: M,
    /// How long it took, if that was too long; what follows from it is up to the rules of the house.
    pub late: Option<Duration>,
}

/// A player in a seat. Once it has failed it is not asked again: every later question is answered with the
/// same failure.
pub struct Seated<G: Tabletop> {
    player: Box<dyn Player<G>>,
    seat: Seat,
    clock: Clock,
    budget: Budget,
    rng: Rng,
    /// What the player knows: `None` before the game.
    known: Option<G>,
    failed: Option<Failure>,
}

impl<G: Tabletop> Seated<G> {
    /// Gives a player a seat.
    pub fn new(player: Box<dyn Player<G>>, seat: Seat, manner: &Manner) -> Seated<G> {
        Seated {
            player,
            seat,
            clock: Clock::new(manner.control, MARGIN),
            budget: manner.budget.clone(),
            rng: manner.seed.stream(Purpose::Seat, seat.0.into()),
            known: None,
            failed: None,
        }
    }

    /// The player's seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Brings the player from the position it knows to `now`, by way of `events` where they lead there, and by
    /// a new beginning where they do not.
    pub fn inform(&mut self, events: &[G::Move], now: &G) {
        if self.failed.is_some() {
            return;
        }
        let told = match self.known.take().and_then(|known| path(known, events, now)) {
            Some(path) => {
                let mut steps = path.iter().zip(events);
                steps.try_for_each(|(before, &mv)| self.player.observe(before, mv))
            }
            None => self.player.begin(now, self.seat),
        };
        self.failed = told.err();
        self.known = Some(now.clone());
    }

    /// A legal move at the position that the player was brought to last.
    pub fn choose(&mut self) -> Result<Answer<G::Move>, Failure> {
        if let Some(failure) = &self.failed {
            return Err(failure.clone());
        }
        let answer = self.ask();
        if let Err(failure) = &answer {
            self.failed = Some(failure.clone());
        }
        answer
    }

    fn ask(&mut self) -> Result<Answer<G::Move>, Failure> {
        let failure = |fault, reason: String| Failure::new(fault, reason);
        let Some(position) = &self.known else {
            let reason = "was asked before the game began".to_owned();
            return Err(failure(Fault::Failed, reason));
        };
        let allowed = self.clock.allowance();
        let budget = Budget {
            left: self.clock.left(),
            time: match (self.budget.time, allowed) {
                (Some(own), Some(allowed)) => Some(own.min(allowed)),
                (own, allowed) => own.or(allowed),
            },
            ..self.budget.clone()
        };
        let began = Instant::now();
        let answer = self.player.choose(position, &budget, &mut self.rng);
        let time = began.elapsed();
        let in_time = self.clock.charge(time);
        let mv = answer?.chosen;
        if !position.is_legal(mv, &mut MoveList::new()) {
            let reason = format!("chose {mv:?}, which is not legal");
            return Err(failure(Fault::Illegal, reason));
        }
        let late = (!in_time).then_some(time);
        Ok(Answer { mv, late })
    }
}

/// The positions before each of the events, if the events lead from `known` to `now`.
fn path<G: Tabletop>(known: G, events: &[G::Move], now: &G) -> Option<Vec<G>> {
    let mut position = known;
    let mut path = Vec::with_capacity(events.len());
    for &mv in events {
        // Reading what was written is the check for moves and for outcomes.
        position.parse_move(&position.describe_move(mv)).ok()?;
        path.push(position.clone());
        position.play(mv);
    }
    (position == *now).then_some(path)
}
