//! One game that the engine plays, from `new_game` to the next.

use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use ludarium_arena::protocol::{
    BotClock, BotEvent, BotMove, BotTurn, ChosenMove, FromBot, NewGame, ToBot,
};
use ludarium_arena::{AnyPlayer, GameContext, Ruleset};
use ludarium_game::{Budget, Position, Purpose, Rng, Seat, Seed, TimeKind, Turn};

use super::{Letter, Voice};

/// A game about to be played.
pub(super) struct EngineSession<'a, W> {
    pub spec: &'a str,
    pub budget: &'a Budget,
    pub letters: &'a Receiver<Letter>,
    pub voice: &'a Voice<W>,
}

impl<W: Write> EngineSession<'_, W> {
    /// Plays the game; gives the message that ended the session, if the manager has not gone.
    pub fn run(self, rules: &dyn Ruleset, game: &NewGame) -> io::Result<Option<Letter>> {
        let (id, seat, seed) = (game.id, Seat(game.seat), Seed(game.seed));
        let begun = rules.contender(self.spec, None);
        let begun = begun.map_err(|error| error.to_string()).and_then(|agent| {
            let position = rules.parse(&game.state).map_err(|error| error.to_string())?;
            let context = GameContext::plain(rules.variant(), seed);
            Ok((agent.player(&context), position))
        });
        let (player, position) = match begun {
            Ok(begun) => begun,
            Err(error) => {
                self.voice.complain(Some(id), &error)?;
                return Ok(None);
            }
        };
        if seat.index() >= position.seats() {
            let problem = format!("there is no seat {}", seat.0);
            self.voice.complain(Some(id), &problem)?;
            return Ok(None);
        }
        let mut play =
            Play { rules, player, position, seat, rng: seed.stream(Purpose::Seat, seat.0.into()) };
        play.begin();
        self.voice.say(&FromBot::Ready { id })?;
        while let Ok(letter) = self.letters.recv() {
            let ToBot::Turn(turn) = &letter.message else {
                match letter.message {
                    ToBot::Observe { .. } | ToBot::GameOver { .. } | ToBot::After(_) => {
                        continue;
                    }
                    _ => return Ok(Some(letter)),
                }
            };
            let mut budget = self.budget.clone();
            budget.stop = Some(letter.stop.clone());
            if let Some(clock) = &turn.clock {
                obey(clock, &mut budget);
            }
            match play.answer(turn, &budget) {
                Ok(answer) => self.voice.say(&FromBot::Move(answer))?,
                Err(problem) => self.voice.complain(Some(turn.id), &problem)?,
            }
        }
        Ok(None)
    }
}

/// What the way to the manager and back may take of a clock.
const WAY: Duration = Duration::from_millis(5);

/// Puts the manager's clock into a budget.
fn obey(clock: &BotClock, budget: &mut Budget) {
    let millis = |ms: Option<u64>| ms.map(Duration::from_millis);
    let (limit, bank) = (millis(clock.move_ms), millis(clock.bank_ms));
    let increment = millis(clock.inc_ms).unwrap_or_default();
    let fair = |bank: Duration| (bank / 25 + increment * 4 / 5).min(bank * 4 / 5);
    let time = limit.or_else(|| bank.map(fair));
    let time = time.map(|time| time.saturating_sub(WAY).max(Duration::from_millis(1)));
    budget.left = match (limit, bank) {
        (Some(limit), bank) => Some(limit + bank.unwrap_or_default()),
        (None, bank) => bank,
    };
    if clock.cpu {
        budget.time_kind = TimeKind::Processor;
    }
    budget.time = match (budget.time, time) {
        (Some(own), Some(given)) => Some(own.min(given)),
        (own, given) => own.or(given),
    };
}

/// A game in progress.
struct Play<'a> {
    rules: &'a dyn Ruleset,
    player: Box<dyn AnyPlayer>,
    position: Position,
    seat: Seat,
    rng: Rng,
}

impl Play<'_> {
    fn begin(&mut self) {
        // An agent that fails to begin fails again when it is asked, and is heard then.
        let _ = self.player.begin(&self.position, self.seat);
    }

    /// Follows the events to the position; where they do not lead there, begins there anew.
    fn catch_up(&mut self, state: &str, events: &[BotEvent]) -> Result<(), String> {
        if self.follow(events) && self.position.describe() == state {
            return Ok(());
        }
        let position = self.rules.parse(state);
        self.position = position.map_err(|error| error.to_string())?;
        self.begin();
        Ok(())
    }

    fn follow(&mut self, events: &[BotEvent]) -> bool {
        for event in events {
            let Ok(text) = self.position.read_move(&event.event) else {
                return false;
            };
            // An agent that fails to listen fails when it is asked.
            let _ = self.player.observe(&self.position, &text);
            if self.position.play(&text).is_err() {
                return false;
            }
        }
        true
    }

    fn answer(&mut self, turn: &BotTurn, budget: &Budget) -> Result<BotMove, String> {
        self.catch_up(&turn.state, &turn.events)?;
        match self.position.turn() {
            Turn::Seat(mover) if mover.0 == turn.seat => {}
            Turn::Seat(mover) => return Err(format!("it is the turn of seat {}", mover.0)),
            Turn::Chance => return Err("it is the turn of chance".to_owned()),
            Turn::Over => return Err("the game is over".to_owned()),
        }
        let decision = self.player.choose(&self.position, budget, &mut self.rng);
        let decision =
            decision.map_err(|failure| format!("the agent failed: {}", failure.reason))?;
        let mut candidates = decision.candidates.into_iter();
        let chosen = candidates.find(|candidate| candidate.mv == decision.chosen);
        let value = chosen.as_ref().map(|candidate| {
            let scores = candidate.scores.as_slice(self.position.seats());
            scores.iter().map(|&score| f64::from(score).clamp(0.0, 1.0)).collect::<Vec<f64>>()
        });
        Ok(BotMove {
            id: turn.id,
            pick: Some(ChosenMove::Text(decision.chosen)),
            value: value.filter(|value| value.iter().all(|score| score.is_finite())),
            nodes: Some(decision.nodes).filter(|&nodes| nodes > 0),
            depth: Some(decision.depth).filter(|&depth| depth > 0),
            pv: chosen.map_or(Vec::new(), |candidate| candidate.line),
            ..BotMove::default()
        })
    }
}
