//! The position and its rules.

use ludarium::{ChancePlace, Game, Listing, MoveList, Scores, Seat, Turn, key_of};

/// The most players.
pub const MOST_PLAYERS: usize = 4;
/// A game that is not over after this many turns has no winner.
pub(crate) const LONGEST: u16 = 2000;

/// How the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of players.
    pub players: u8,
    /// The points that win.
    pub goal: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pig {
    pub(crate) rules: Rules,
    /// The points that each player has kept.
    pub(crate) kept: [u8; MOST_PLAYERS],
    /// The points of this turn.
    pub(crate) turn_points: u8,
    /// Whose turn it is.
    pub(crate) mover: u8,
    /// Whether the die is rolling.
    pub(crate) rolling: bool,
    /// Turns played by all.
    pub(crate) turns: u16,
}

/// A player's move or the fall of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Roll the die.
    Roll,
    /// Keep the points of this turn.
    Hold,
    /// Chance: the die shows this.
    Face(u8),
}

impl Pig {
    /// The position at the start.
    pub fn new(rules: Rules) -> Pig {
        Pig {
            rules,
            kept: [0; MOST_PLAYERS],
            turn_points: 0,
            mover: 0,
            rolling: false,
            turns: 0,
        }
    }

    /// The points that each player has kept.
    pub fn kept(&self) -> &[u8] {
        &self.kept[..self.seats()]
    }

    /// The seat that has enough points.
    pub fn winner(&self) -> Option<Seat> {
        let place = self
            .kept()
            .iter()
            .position(|&kept| kept >= self.rules.goal)?;
        Some(Seat(place as u8))
    }

    fn end_turn(&mut self) {
        self.turn_points = 0;
        self.mover = (self.mover + 1) % self.rules.players;
        self.turns += 1;
    }
}

impl Game for Pig {
    type Move = Move;

    /// The fall of the die settles the roll.
    const CHANCE: ChancePlace = ChancePlace::AfterMove;

    fn seats(&self) -> usize {
        self.rules.players.into()
    }

    fn turn(&self) -> Turn {
        if self.winner().is_some() || self.turns >= LONGEST {
            return Turn::Over;
        }
        if self.rolling {
            Turn::Chance
        } else {
            Turn::Seat(Seat(self.mover))
        }
    }

    /// Roll, then hold; holding nothing is not allowed.
    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if matches!(self.turn(), Turn::Seat(_)) {
            out.push(Move::Roll);
            if self.turn_points > 0 {
                out.push(Move::Hold);
            }
        }
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Move::Roll => self.rolling = true,
            Move::Hold => {
                let kept = &mut self.kept[usize::from(self.mover)];
                *kept = kept.saturating_add(self.turn_points).min(self.rules.goal);
                self.end_turn();
            }
            Move::Face(face) => {
                self.rolling = false;
                match face {
                    1 => self.end_turn(),
                    // More than is missing is worth nothing.
                    _ => self.turn_points = (self.turn_points + face).min(self.rules.goal),
                }
            }
        }
    }

    fn chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        out.clear();
        if self.turn() == Turn::Chance {
            out.extend((1..=6).map(|face| (Move::Face(face), 1.0 / 6.0)));
        }
        Listing::Complete
    }

    fn scores(&self) -> Scores {
        match self.winner() {
            Some(seat) => Scores::win(seat),
            None => Scores::shared(self.seats()),
        }
    }

    fn key(&self) -> u64 {
        key_of(&(self.kept, self.turn_points, self.mover, self.rolling))
    }

    /// The limit of turns.
    fn forget(&mut self) {
        self.turns = 0;
    }
}
