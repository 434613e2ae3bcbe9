//! The Royal Game of Ur: the position and its rules.
//!
//! Two sides, Light and Dark, bring their pieces along a way of 14 or 16 squares. The dice say how far one piece goes. A piece
//! that comes to a square of an opponent's piece sends it back to the start. A rosette gives another roll. The side
//! whose pieces are all home wins.
//!
//! # The order of moves
//!
//! The least advanced piece comes first: one that enters the board, then those on it from the start of their way to its end.
//! A side that cannot move has one move, to pass.
//!
//! # Where to look
//!
//! `track.rs` has the boards and the ways over them, `variants.rs` the sets of rules, `notation.rs` how positions are
//! written, `scene.rs` the picture, `evaluation.rs` who leads and what a move wins, `index.rs` numbers for all positions.

mod evaluation;
mod index;
mod notation;
mod scene;
mod tabletop;
mod track;
mod variants;

use ludarium_game::{ChancePlace, Game, Listing, MoveList, Rng, Scores, Seat, Turn};

pub use evaluation::{StepLead, StepsAndCaptures};
pub use index::PositionIndex;
pub use track::Track;
pub use variants::{BinaryDice, MOST_PIECES, Rules, Shelter};

/// The side that begins.
pub const LIGHT: Seat = Seat(0);

/// The other side.
pub const DARK: Seat = Seat(1);

/// The middle rosette's step.
const MIDDLE_ROSETTE: u8 = 8;

/// The pieces of a side; those that are neither on the board nor home wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Team {
    /// A bit for each step on which one of its pieces stands.
    on: u32,
    home: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ur {
    rules: Rules,
    teams: [Team; 2],
    mover: Seat,
    roll: Option<u8>,
}

/// A player's move or the fall of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Chance: the dice count this.
    Roll(u8),
    /// No piece can move.
    Pass,
    /// A piece goes from one step of its way to another; from 0 it enters the board.
    Step {
        /// Where it stands.
        from: u8,
        /// Where it goes.
        to: u8,
    },
}

impl Ur {
    /// The position at the start: all pieces wait, and Light rolls.
    pub fn new(rules: Rules) -> Ur {
        Ur { rules, teams: [Team { on: 0, home: 0 }; 2], mover: LIGHT, roll: None }
    }

    /// How the game is played.
    pub fn played_by(&self) -> &Rules {
        &self.rules
    }

    /// The side that rolls or moves; once the game is over, the winner.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// What was rolled and is to be moved now.
    pub fn rolled(&self) -> Option<u8> {
        self.roll
    }

    /// The pieces of a side that are home.
    pub fn home(&self, seat: Seat) -> u8 {
        self.teams[seat.index()].home
    }

    /// The pieces of a side that wait to enter the board.
    pub fn waiting(&self, seat: Seat) -> u8 {
        let team = self.teams[seat.index()];
        self.rules.pieces - team.home - team.on.count_ones() as u8
    }

    /// The steps of a side's way on which its pieces stand, from the start on.
    pub fn steps(&self, seat: Seat) -> impl Iterator<Item = u8> + use<> {
        let mut rest = self.teams[seat.index()].on;
        std::iter::from_fn(move || {
            let step = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(step)
        })
    }

    /// Whether a piece of a side stands on a step of its way.
    pub fn has_piece(&self, seat: Seat, step: u8) -> bool {
        self.teams[seat.index()].on & 1 << step != 0
    }

    /// Whether a piece that moves to this step would capture one.
    pub fn captures(&self, to: u8) -> bool {
        let theirs = self.teams[other(self.mover).index()].on;
        self.rules.track.seen(theirs) & 1 << to != 0
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<Seat> {
        [LIGHT, DARK].into_iter().find(|&seat| self.home(seat) == self.rules.pieces)
    }

    /// A bit for each step to which the roll brings a piece.
    fn targets(&self, roll: u8) -> u32 {
        if roll == 0 {
            return 0;
        }
        let (track, own) = (self.rules.track, self.teams[self.mover.index()].on);
        let seen = track.seen(self.teams[other(self.mover).index()].on);
        let sources = own | u32::from(self.waiting(self.mover) > 0);
        let mut targets = sources << roll & !own;
        match self.rules.shelter {
            Shelter::Rosettes => targets &= !(seen & track.rosettes),
            Shelter::Nowhere => {}
            Shelter::Reversed => {
                let from_rosette = 1 << (MIDDLE_ROSETTE + roll);
                targets &= !(seen & from_rosette);
            }
        }
        targets & ((1 << (track.home() + 1)) - 1)
    }

    fn pass_on(&mut self) {
        self.mover = other(self.mover);
        self.roll = None;
    }

    fn step(&mut self, from: u8, to: u8) {
        let (rules, again) = (self.rules, self.rolls_again(to));
        let mover = self.mover.index();
        self.teams[mover].on &= !(1 << from);
        if to == rules.track.home() {
            self.teams[mover].home += 1;
        } else {
            self.teams[mover].on |= 1 << to;
            let met = rules.track.met_at(to);
            // Step 0 has no piece, so a square that the other side never enters changes nothing.
            self.teams[1 - mover].on &= !(1 << met);
        }
        self.roll = None;
        let won = self.teams[mover].home == rules.pieces;
        if !again && !won {
            self.mover = other(self.mover);
        }
    }

    /// Whether a move to this step gives another roll.
    pub fn rolls_again(&self, to: u8) -> bool {
        self.rules.track.is_rosette(to) || self.rules.capture_rolls_again && self.captures(to)
    }
}

/// The other side.
pub(crate) fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

impl Game for Ur {
    type Move = Move;

    const CHANCE: ChancePlace = ChancePlace::BeforeMove;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.winner().is_some() {
            Turn::Over
        } else if self.roll.is_none() {
            Turn::Chance
        } else {
            Turn::Seat(self.mover)
        }
    }

    /// The least advanced piece first.
    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        let Some(roll) = self.roll else { return };
        let mut targets = self.targets(roll);
        if targets == 0 {
            out.push(Move::Pass);
        }
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            out.push(Move::Step { from: to - roll, to });
            targets &= targets - 1;
        }
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Move::Roll(roll) => self.roll = Some(roll),
            Move::Pass => self.pass_on(),
            Move::Step { from, to } => self.step(from, to),
        }
    }

    fn chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        out.clear();
        if self.turn() == Turn::Chance {
            let dice = self.rules.dice;
            let ways = f64::from(dice.ways());
            let throws = dice.throws().iter();
            out.extend(throws.map(|&(roll, count)| (Move::Roll(roll), f64::from(count) / ways)));
        }
        Listing::Complete
    }

    /// Throws the dice.
    fn roll(&self, rng: &mut Rng) -> Move {
        let dice = self.rules.dice;
        let up = rng.below(dice.ways().into()).count_ones() as u8;
        Move::Roll(if up == 0 && dice == BinaryDice::ThreeNoneIsFour { 4 } else { up })
    }

    fn scores(&self) -> Scores {
        self.winner().map_or(Scores::shared(2), Scores::win)
    }

    /// A position is so small that its key is its contents, well mixed.
    fn key(&self) -> u64 {
        let [light, dark] = self.teams.map(|team| u64::from(team.on) << 3 | u64::from(team.home));
        let roll = self.roll.map_or(7, u64::from);
        let contents = (light << 21 | dark) << 4 | u64::from(self.mover.0) << 3 | roll;
        contents.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
