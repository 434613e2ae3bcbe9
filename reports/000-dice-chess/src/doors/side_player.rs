//! One side of one game: receives events and answers with turns.

use std::time::{Duration, Instant};

use ludarium_arena::{Clock, Failure, Player, TimeControl};
use ludarium_dice_chess::rules::{Move, ThreeDice};
use ludarium_game::{Budget, Game, MoveList, Rng, Spec, Tabletop, TimeKind, Turn};

use super::VARIANT;
use super::message::{GameEvent, GameStatus, PlatformClock, SeatColour, TimesLeft};

/// A turn without clocks may take 120 s; half of it is enough for us.
const UNLIMITED_TURN: Duration = Duration::from_secs(60);
/// How long a message to the server and its answer may take.
const NETWORK_DELAY: Duration = Duration::from_millis(250);
/// A turn gets at least this, since no answer is worse than a quick one.
const SHORTEST: Duration = Duration::from_millis(5);

/// What a player wants to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing.
    Wait,
    /// This turn is to be played.
    Play(Vec<String>),
    /// Any turn that the server calls legal is to be played, because its rules seem to differ from ours.
    Improvise(String),
    /// The game is to be given up, for this reason.
    Resign(String),
}

/// Why a player cannot go on as it should.
enum HearError {
    /// The server says something that our rules do not know.
    Server(String),
    /// The agent failed.
    Agent(String),
}

/// A player at one side of one game.
pub struct SidePlayer {
    side: SeatColour,
    player: Box<dyn Player<ThreeDice>>,
    /// What a single decision may cost besides what the clock allows.
    budget: Budget,
    rng: Rng,
    control: PlatformClock,
    position: Option<ThreeDice>,
    /// The last roll that was answered, and how.
    answered: Option<(u64, Reply)>,
}

impl SidePlayer {
    /// A player that has heard nothing yet.
    pub fn new(
        side: SeatColour,
        player: Box<dyn Player<ThreeDice>>,
        budget: Budget,
        rng: Rng,
    ) -> SidePlayer {
        SidePlayer {
            side,
            player,
            budget,
            rng,
            control: PlatformClock::default(),
            position: None,
            answered: None,
        }
    }

    /// Handles an event of the game.
    pub fn hear(&mut self, event: &GameEvent) -> Reply {
        let (followed, asked) = match event {
            GameEvent::Snapshot { v, state } => {
                self.control = state.time_control.clone();
                let active = matches!(state.status, GameStatus::Active {});
                let asked = active && state.dice_pending && state.active_seat == self.side;
                let asked = asked.then_some((*v, state.clocks.as_ref()));
                (self.set_position(&state.dfen), asked)
            }
            GameEvent::DiceRolled { v, seat, dfen, clocks } => {
                let asked = (*seat == self.side).then_some((*v, clocks.as_ref()));
                (self.follow_roll(dfen), asked)
            }
            GameEvent::TurnPlayed { moves, fen_after } => {
                (self.follow_turn(moves, fen_after), None)
            }
            GameEvent::Rejected {} | GameEvent::GameEnded { .. } => return Reply::Wait,
        };
        let Some((v, clocks)) = asked else {
            return match followed {
                Err(HearError::Agent(reason)) => Reply::Resign(reason),
                // Only a position in which we move has to be readable.
                Ok(()) | Err(HearError::Server(_)) => Reply::Wait,
            };
        };
        // After a lost connection the same roll is sent again: perhaps the answer was lost as well.
        if let Some((answered, reply)) = &self.answered
            && *answered == v
        {
            return reply.clone();
        }
        let reply = followed.and_then(|()| self.choose(clocks)).unwrap_or_else(Reply::from);
        self.answered = Some((v, reply.clone()));
        reply
    }

    /// Goes to a position that the server sent. The player is told of a beginning only if that is a new position.
    fn set_position(&mut self, dfen: &str) -> Result<(), HearError> {
        let position = read(dfen).inspect_err(|_| self.position = None)?;
        if self.position != Some(position) {
            self.position = Some(position);
            agent_result(self.player.begin(&position, self.side.seat()))?;
        }
        Ok(())
    }

    fn follow_roll(&mut self, dfen: &str) -> Result<(), HearError> {
        let target = read(dfen)?;
        if let Some(before) = self.position
            && before.turn() == Turn::Chance
            && target.dice().len() == 3
        {
            self.make(before, Move::roll(target.dice()))?;
        }
        self.set_position(dfen)
    }

    fn follow_turn(&mut self, moves: &[String], fen_after: &str) -> Result<(), HearError> {
        let target = read(fen_after)?;
        let passes = moves.is_empty().then(|| "-".to_owned());
        for text in moves.iter().chain(&passes) {
            // Our own turn was followed while it was chosen.
            let Some(before) = self.position.filter(|&position| position != target) else {
                break;
            };
            let Ok(mv) = before.parse_move(text) else {
                break;
            };
            self.make(before, mv)?;
        }
        self.set_position(fen_after)
    }

    fn make(&mut self, before: ThreeDice, mv: Move) -> Result<(), HearError> {
        agent_result(self.player.observe(&before, mv))?;
        let mut after = before;
        after.play(mv);
        self.position = Some(after);
        Ok(())
    }

    fn choose(&mut self, clocks: Option<&TimesLeft>) -> Result<Reply, HearError> {
        let left = clocks.map(|clocks| clocks.of(self.side));
        let clock = clock(&self.control, left);
        let mut allowed = clock.allowance().unwrap_or(UNLIMITED_TURN);
        let mut moves = Vec::new();
        let mut legal = MoveList::new();
        let mover = Turn::Seat(self.side.seat());
        while let Some(position) = self.position.filter(|position| position.turn() == mover) {
            position.moves(&mut legal);
            if *legal == [Move::PASS] {
                // The server passes by itself.
                return Ok(Reply::Wait);
            }
            let share = (allowed / position.dice().len().max(1)).max(SHORTEST);
            let budget = Budget {
                time: Some(self.budget.time.map_or(share, |time| time.min(share))),
                left: clock.left(),
                ..self.budget.clone()
            };
            let begun = Instant::now();
            let chosen =
                agent_result(self.player.choose(&position, &budget, &mut self.rng))?.chosen;
            allowed = allowed.saturating_sub(begun.elapsed());
            if !legal.contains(&chosen) {
                let text = position.describe_move(chosen);
                let reason = format!("the agent chose `{text}`, which is not legal");
                return Err(HearError::Agent(reason));
            }
            moves.push(position.describe_move(chosen));
            self.make(position, chosen)?;
        }
        Ok(if moves.is_empty() { Reply::Wait } else { Reply::Play(moves) })
    }
}

impl From<HearError> for Reply {
    fn from(error: HearError) -> Reply {
        match error {
            HearError::Server(reason) => Reply::Improvise(reason),
            HearError::Agent(reason) => Reply::Resign(reason),
        }
    }
}

/// The arena's clock with what is left; it knows how long a turn should take.
fn clock(control: &PlatformClock, left: Option<Duration>) -> Clock {
    let left = left.map(|left| left.saturating_sub(NETWORK_DELAY).max(SHORTEST));
    let control = match (left, control) {
        (None, _) => TimeControl::None,
        (Some(limit), PlatformClock::PerMove { .. }) => {
            TimeControl::Move { limit: limit * 4 / 5, bank: Duration::ZERO, kind: TimeKind::Wall }
        }
        (Some(total), control) => TimeControl::Game {
            total,
            increment: match control {
                PlatformClock::Fischer { increment_seconds, .. } => {
                    Duration::from_secs((*increment_seconds).into())
                }
                _ => Duration::ZERO,
            },
            kind: TimeKind::Wall,
        },
    };
    Clock::new(control, Duration::ZERO)
}

fn read(dfen: &str) -> Result<ThreeDice, HearError> {
    let rules = ThreeDice::rules(&Spec::named(VARIANT));
    let position = rules.and_then(|rules| ThreeDice::parse(&rules, dfen));
    position.map_err(|error| HearError::Server(format!("the server's position: {error}")))
}

fn agent_result<T>(result: Result<T, Failure>) -> Result<T, HearError> {
    result.map_err(|failure| HearError::Agent(format!("the agent failed: {}", failure.reason)))
}

#[cfg(test)]
mod tests;
