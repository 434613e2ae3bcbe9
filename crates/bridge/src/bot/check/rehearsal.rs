//! `Rehearsal`: a game to try a bot with. It sits in one seat; the others move at random.

use std::time::Duration;

use ludarium_arena::protocol::{
    BotClock, BotEvent, BotTurn, ChanceWord, ChosenMove, EventSource, NewGame,
};
use ludarium_arena::{Games, Lookahead};
use ludarium_game::{Position, Purpose, Result, Rng, Seed, Turn};

/// The time that a bot is told it has for a move, where the step is not about time.
pub(super) const EASY_CLOCK: Duration = Duration::from_secs(1);

/// A game in progress in which the bot has a seat.
pub(super) struct Rehearsal {
    game: String,
    variant: String,
    position: Position,
    luck: Rng,
    seed: Seed,
    seat: u8,
    /// What happened since the bot's last turn.
    events: Vec<BotEvent>,
    /// Everything that happened.
    history: Vec<String>,
}

impl Rehearsal {
    /// A game by its name, in its usual variant. The same seed gives the same game to the same moves.
    pub fn new(games: &Games, game: &str, seed: Seed, seat: u8) -> Result<Rehearsal> {
        let rules = games.rules(game, None)?;
        let mut luck = seed.stream(Purpose::Test, 0);
        let position = rules.start(&mut luck);
        Ok(Rehearsal {
            game: game.to_owned(),
            variant: rules.variant().to_owned(),
            seat: seat % position.seats() as u8,
            position,
            luck,
            seed,
            events: Vec::new(),
            history: Vec::new(),
        })
    }

    /// How the game begins for the bot.
    pub fn begin(&self) -> NewGame {
        let players = self.players();
        NewGame {
            game: self.game.clone(),
            variant: self.variant.clone(),
            players,
            seat: self.seat,
            names: (0..players).map(|number| format!("player {number}")).collect(),
            // Below 2^53, as the arena's are.
            seed: self.seed.derive(Purpose::Seat, self.seat.into()).0 >> 11,
            clock: clock(EASY_CLOCK),
            state: self.position.describe(),
            ..NewGame::default()
        }
    }

    /// How many play.
    pub fn players(&self) -> u8 {
        self.position.seats() as u8
    }

    /// Goes on until the bot is to move; `None` if the game is over.
    pub fn turn(&mut self, time: Duration) -> Option<BotTurn> {
        loop {
            match self.position.turn() {
                Turn::Over => return None,
                Turn::Chance => {
                    let outcome = self.position.roll(&mut self.luck)?;
                    self.note(EventSource::Chance(ChanceWord::Chance), outcome);
                }
                Turn::Seat(seat) if seat.0 == self.seat => break,
                Turn::Seat(seat) => {
                    let mut legal = self.position.moves();
                    let place = self.luck.below(legal.len() as u32) as usize;
                    let text = legal.swap_remove(place);
                    self.position.play(&text).ok()?;
                    self.note(EventSource::Seat(seat.0), text);
                }
            }
        }
        Some(BotTurn {
            legal: Some(self.position.moves()),
            events: std::mem::take(&mut self.events),
            clock: clock(time),
            ..BotTurn::at(&self.position, self.seat, self.history.len() as u32)
        })
    }

    /// What follows from the position.
    pub fn ahead(&self) -> Lookahead<'_> {
        Lookahead::new(&self.position)
    }

    /// Everything that happened since the beginning.
    pub fn history(&self) -> &[String] {
        &self.history
    }

    /// Plays the bot's move, which must be one of the listed ones.
    pub fn play(&mut self, chosen: &ChosenMove) -> std::result::Result<(), String> {
        let legal = self.position.moves();
        let (found, named) = match chosen {
            ChosenMove::Text(text) => {
                let found = legal.iter().find(|listed| *listed == text);
                let start: String = text.chars().take(80).collect();
                (found, format!("`{start}`"))
            }
            ChosenMove::Index(index) => {
                let place = usize::try_from(*index).ok();
                let found = place.and_then(|place| legal.get(place));
                (found, format!("number {index}"))
            }
        };
        let count = legal.len();
        let text =
            found.ok_or_else(|| format!("the move {named} is not one of the {count} listed"))?;
        let played = self.position.play(text);
        played.map_err(|error| error.to_string())?;
        self.note(EventSource::Seat(self.seat), text.clone());
        Ok(())
    }

    fn note(&mut self, by: EventSource, event: String) {
        self.history.push(event.clone());
        self.events.push(BotEvent { by, event, p: None });
    }
}

fn clock(time: Duration) -> Option<BotClock> {
    Some(BotClock { move_ms: Some(time.as_millis() as u64), ..BotClock::default() })
}
