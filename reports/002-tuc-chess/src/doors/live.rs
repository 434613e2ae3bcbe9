//! A game on our server: a step comes in as bytes, the message for both players goes out.

use crate::doors::ServerText;
use ludarium_game::{Dice, Game, Purpose, Rng, Scores, Seat, Seed, Tabletop, Turn};
use ludarium_tuc_chess::rules::{Move, Rules, TucChess};

/// Presents appear, and have their values, as our own stream draws them.
pub struct SeededLuck(Rng);

impl SeededLuck {
    /// The luck of the game with this seed.
    pub fn new(seed: Seed) -> SeededLuck {
        SeededLuck(seed.stream(Purpose::Chance, 0))
    }
}

impl Dice<TucChess> for SeededLuck {
    fn roll(&mut self, position: &TucChess) -> Move {
        position.roll(&mut self.0)
    }
}

/// A game in progress.
pub struct ServedGame {
    position: TucChess,
    luck: Box<dyn Dice<TucChess>>,
    events: Vec<String>,
}

impl ServedGame {
    /// A game with the pieces set up.
    pub fn new(rules: &Rules, luck: Box<dyn Dice<TucChess>>) -> ServedGame {
        ServedGame {
            // The set-up draws nothing.
            position: TucChess::start(rules, &mut Rng::new(Seed(0))),
            luck,
            events: Vec::new(),
        }
    }

    /// The position.
    pub fn position(&self) -> &TucChess {
        &self.position
    }

    /// The points of White and Black.
    pub fn points(&self) -> [u32; 2] {
        [Seat(0), Seat(1)].map(|seat| self.position.points(seat))
    }

    /// All steps and outcomes so far, in the game's notation.
    pub fn events(&self) -> &[String] {
        &self.events
    }

    /// The seat that has to move; nobody when the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        match self.position.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// The result by the current points.
    pub fn standing(&self) -> Scores {
        let [white, black] = self.points();
        match white.cmp(&black) {
            std::cmp::Ordering::Greater => Scores::win(Seat(0)),
            std::cmp::Ordering::Less => Scores::win(Seat(1)),
            std::cmp::Ordering::Equal => Scores::shared(2),
        }
    }

    /// Reads the step of the side to move: exactly four digits, and legal.
    pub fn read(&self, bytes: &[u8]) -> Result<Move, String> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) if bytes.len() == 4 => text,
            _ => return Err("a step is exactly four digits".to_owned()),
        };
        self.position.parse_move(text).map_err(|error| error.to_string())
    }

    /// Plays a legal step and gives the message for both players, with the events. After the end of the
    /// `time` for the game it is the last. A side without a step ends it too: the original would wait without end.
    pub fn play(&mut self, step: Move, time_over: bool) -> (ServerText, Vec<Move>) {
        let mut made = vec![step];
        self.make(step);
        let mut outcome = None;
        if self.position.turn() == Turn::Chance {
            let drawn = self.luck.roll(&self.position);
            self.make(drawn);
            made.push(drawn);
            outcome = Some(drawn);
        }
        let message = if time_over || self.position.turn() == Turn::Over {
            ServerText::End { points: self.points() }
        } else {
            ServerText::after(&self.position, step, outcome)
        };
        (message, made)
    }

    fn make(&mut self, mv: Move) {
        self.luck.observe(&self.position, mv);
        self.events.push(self.position.describe_move(mv));
        self.position.play(mv);
    }
}
