//! One side of one game: hears what happens and answers with turns.

use std::time::{Duration, Instant};

use crate::rules::{Move, ThreeDice, ThreeDiceRules};
use ludarium_arena::{Clock, Failure, Player, TimeControl as ArenaControl};
use ludarium_game::{Budget, Error, Game, MoveList, Rng, Spec, Tabletop, TimeKind, Turn};

use super::message::{Clocks, GameEvent, GameStatus, Side, TimeControl};

/// A turn without clocks may take 120 s; half of it is enough for us.
const UNLIMITED_TURN: Duration = Duration::from_secs(60);
/// What the way to the server and back may take.
const JOURNEY: Duration = Duration::from_millis(250);
/// A turn gets at least this, since no answer is worse than a hasty one.
const SHORTEST: Duration = Duration::from_millis(5);

/// What a session wants to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing.
    Wait,
    /// This turn is to be played.
    Play(Vec<String>),
    /// Any turn that the server calls legal is to be played, because its rules seem to be others than ours.
    Improvise(String),
    /// The game is to be given up, for this reason.
    Resign(String),
}

/// Why a session cannot go on as it should.
enum Trouble {
    /// The server says something that our rules do not know.
    Server(String),
    /// The agent failed.
    Agent(String),
}

/// A player at one side of one game.
pub struct Session {
    side: Side,
    player: Box<dyn Player<ThreeDice>>,
    /// What a single decision may cost besides what the clock allows.
    budget: Budget,
    rng: Rng,
    control: TimeControl,
    position: Option<ThreeDice>,
    /// The last roll that was answered, and how.
    answered: Option<(u64, Reply)>,
}

impl Session {
    /// A player sits down.
    pub fn new(
        side: Side,
        player: Box<dyn Player<ThreeDice>>,
        budget: Budget,
        rng: Rng,
    ) -> Session {
        Session {
            side,
            player,
            budget,
            rng,
            control: TimeControl::default(),
            position: None,
            answered: None,
        }
    }

    /// Hears what happens in the game.
    pub fn hear(&mut self, event: &GameEvent) -> Reply {
        match event {
            GameEvent::Snapshot { v, state, .. } => {
                self.control = state.time_control.clone();
                let active = matches!(state.status, GameStatus::Active {});
                let asked = active && state.dice_pending && state.active_seat == self.side;
                let stands = self.stand_at(&state.dfen);
                self.answer(stands, asked, *v, state.clocks.as_ref())
            }
            GameEvent::DiceRolled {
                v,
                seat,
                dfen,
                clocks,
                ..
            } => {
                let stands = self.follow_roll(dfen);
                self.answer(stands, *seat == self.side, *v, clocks.as_ref())
            }
            GameEvent::TurnPlayed {
                v,
                moves,
                fen_after,
                ..
            } => {
                let stands = self.follow_turn(moves, fen_after);
                self.answer(stands, false, *v, None)
            }
            GameEvent::Rejected { .. } | GameEvent::GameEnded { .. } => Reply::Wait,
        }
    }

    /// The turn for a position that is told without the game around it.
    pub fn turn(&mut self, dfen: &str, control: &TimeControl, clocks: Option<&Clocks>) -> Reply {
        self.control = control.clone();
        let stands = self.stand_at(dfen);
        stands
            .and_then(|()| self.choose(clocks))
            .unwrap_or_else(Reply::from)
    }

    /// Moves to a position that was told. The player hears of a beginning only if it is another one.
    fn stand_at(&mut self, dfen: &str) -> Result<(), Trouble> {
        let position = read(dfen).inspect_err(|_| self.position = None)?;
        if self.position != Some(position) {
            self.position = Some(position);
            told(self.player.begin(&position, self.side.seat()))?;
        }
        Ok(())
    }

    fn follow_roll(&mut self, dfen: &str) -> Result<(), Trouble> {
        let target = read(dfen)?;
        if let Some(before) = self.position
            && before.turn() == Turn::Chance
            && target.dice().len() == 3
        {
            self.make(before, Move::roll(target.dice()))?;
        }
        self.stand_at(dfen)
    }

    fn follow_turn(&mut self, moves: &[String], fen_after: &str) -> Result<(), Trouble> {
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
        self.stand_at(fen_after)
    }

    fn make(&mut self, before: ThreeDice, mv: Move) -> Result<(), Trouble> {
        told(self.player.observe(&before, mv))?;
        let mut after = before;
        after.play(mv);
        self.position = Some(after);
        Ok(())
    }

    fn answer(
        &mut self,
        stands: Result<(), Trouble>,
        asked: bool,
        v: u64,
        clocks: Option<&Clocks>,
    ) -> Reply {
        if !asked {
            return match stands {
                Err(Trouble::Agent(reason)) => Reply::Resign(reason),
                // What cannot be read now may be readable when it matters.
                Ok(()) | Err(Trouble::Server(_)) => Reply::Wait,
            };
        }
        // After a lost connection the same roll is told again: perhaps the answer was lost as well.
        if let Some((answered, reply)) = &self.answered
            && *answered == v
        {
            return reply.clone();
        }
        let reply = stands
            .and_then(|()| self.choose(clocks))
            .unwrap_or_else(Reply::from);
        self.answered = Some((v, reply.clone()));
        reply
    }

    fn choose(&mut self, clocks: Option<&Clocks>) -> Result<Reply, Trouble> {
        let left = clocks.map(|clocks| Duration::from_millis(*clocks.of(self.side)));
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
            let chosen = told(self.player.choose(&position, &budget, &mut self.rng))?.chosen;
            allowed = allowed.saturating_sub(begun.elapsed());
            if !legal.contains(&chosen) {
                let text = position.describe_move(chosen);
                let reason = format!("the agent chose `{text}`, which is not legal");
                return Err(Trouble::Agent(reason));
            }
            moves.push(position.describe_move(chosen));
            self.make(position, chosen)?;
        }
        Ok(match moves.is_empty() {
            true => Reply::Wait,
            false => Reply::Play(moves),
        })
    }
}

impl From<Trouble> for Reply {
    fn from(trouble: Trouble) -> Reply {
        match trouble {
            Trouble::Server(reason) => Reply::Improvise(reason),
            Trouble::Agent(reason) => Reply::Resign(reason),
        }
    }
}

/// The arena's clock with what is left; it knows what a turn should take.
fn clock(control: &TimeControl, left: Option<Duration>) -> Clock {
    let left = left.map(|left| left.saturating_sub(JOURNEY).max(SHORTEST));
    let control = match (left, control) {
        (None, _) => ArenaControl::None,
        (Some(limit), TimeControl::PerMove { .. }) => ArenaControl::Move {
            limit: limit * 4 / 5,
            bank: Duration::ZERO,
            kind: TimeKind::Wall,
        },
        (Some(total), control) => ArenaControl::Game {
            total,
            increment: match control {
                TimeControl::Fischer {
                    increment_seconds, ..
                } => Duration::from_secs((*increment_seconds).into()),
                _ => Duration::ZERO,
            },
            kind: TimeKind::Wall,
        },
    };
    Clock::new(control, Duration::ZERO)
}

/// The rules that the platform plays.
pub(super) fn rules() -> Result<ThreeDiceRules, Error> {
    ThreeDice::rules(&Spec::named("three-dice"))
}

fn read(dfen: &str) -> Result<ThreeDice, Trouble> {
    let position = rules().and_then(|rules| ThreeDice::parse(&rules, dfen));
    position.map_err(|error| Trouble::Server(format!("the server's position: {error}")))
}

fn told<T>(result: Result<T, Failure>) -> Result<T, Trouble> {
    result.map_err(|failure| Trouble::Agent(format!("the agent failed: {}", failure.reason)))
}

#[cfg(test)]
mod tests;
