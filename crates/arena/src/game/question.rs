//! `Question`: what a player is asked, ready to be answered in any thread.

use std::time::Duration;

use ludarium_game::{Budget, Decision, Position, Rng, Seat, Stopwatch};

use crate::bot::Contender;
use crate::bot::GameContext;
use crate::game::any_player::AnyPlayer;
use crate::game::clock::TimeControl;
use crate::game::player::{Failure, Remarks};
use crate::game::referee::Terms;

/// A player, everything it has not been told yet, and the position it is to move in.
pub struct Question {
    pub(crate) seat: Seat,
    /// Which state of the table it is about.
    pub(crate) state: u64,
    pub(crate) player: Sitting,
    /// What happened since the player was told last.
    pub(crate) news: Vec<(Position, String)>,
    pub(crate) position: Position,
    pub(crate) budget: Budget,
    pub(crate) rng: Rng,
}

/// The player who is asked.
pub(crate) enum Sitting {
    /// A player who has begun the game and was told this number of events.
    Here(Box<dyn AnyPlayer>, usize),
    /// Somebody who begins at this position.
    Fresh(Box<dyn AnyPlayer>, Position),
    /// Somebody who is not asked any more.
    Benched(Failure),
}

/// What a player answered, and the player itself.
pub struct Answer {
    /// Whose answer it is.
    pub seat: Seat,
    /// The decision, or why there is none. The move is legal where the question was asked.
    pub decision: Result<Decision<String>, Failure>,
    /// How long it took.
    pub time: Duration,
    /// What the player said with its move.
    pub remarks: Remarks,
    pub(crate) state: u64,
    pub(crate) player: Option<Box<dyn AnyPlayer>>,
    pub(crate) told: usize,
}

impl Question {
    /// Asks a fresh player about a single position, so that the answer depends on nothing but the question.
    pub fn fresh(
        contender: &Contender,
        position: &Position,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        context: &GameContext<'_>,
    ) -> Question {
        Question {
            seat,
            state: 0,
            player: Sitting::Fresh(contender.player(context), position.clone()),
            news: Vec::new(),
            position: position.clone(),
            budget,
            rng,
        }
    }

    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the answer may cost; a flag that stops the search may be put in.
    pub fn budget_mut(&mut self) -> &mut Budget {
        &mut self.budget
    }

    /// Tells the player the news and lets it choose. This may take as long as the budget says.
    pub fn answer(mut self) -> Answer {
        let (mut player, mut told) = match self.player {
            Sitting::Here(player, told) => (player, told),
            Sitting::Fresh(mut player, start) => match player.begin(&start, self.seat) {
                Ok(()) => (player, 0),
                Err(failure) => return Answer::failed(self.seat, self.state, failure),
            },
            Sitting::Benched(failure) => return Answer::failed(self.seat, self.state, failure),
        };
        let mut decision = None;
        let mut time = Duration::ZERO;
        for (before, text) in &self.news {
            if let Err(failure) = player.observe(before, text) {
                decision = Some(Err(failure));
                break;
            }
            told += 1;
        }
        let decision = decision.unwrap_or_else(|| {
            let began = Stopwatch::start(self.budget.time_kind);
            let decision = player.choose(&self.position, &self.budget, &mut self.rng);
            time = player.spent().unwrap_or_else(|| began.elapsed());
            decision
        });
        Answer {
            seat: self.seat,
            decision,
            time,
            remarks: player.remarks(),
            state: self.state,
            player: Some(player),
            told,
        }
    }
}

impl Answer {
    /// The answer of a player that could not be asked.
    pub fn failed(seat: Seat, state: u64, failure: Failure) -> Answer {
        Answer {
            seat,
            decision: Err(failure),
            time: Duration::ZERO,
            remarks: Remarks::default(),
            state,
            player: None,
            told: 0,
        }
    }
}

impl GameContext<'_> {
    /// What a player is told in a game without clocks in which nobody has a name.
    pub fn plain(variant: &str, seed: ludarium_game::Seed) -> GameContext<'_> {
        GameContext {
            variant,
            names: &[],
            control: TimeControl::None,
            margin: Terms::default().margin,
            seed,
        }
    }
}
