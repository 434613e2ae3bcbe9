//! Chexers: three players race their pieces across a board of 37 hexes, converting what they jump
//! over; four exits win.
//!
//! `moves` lists the steps and jumps first, by the hex they start from (by q, then by r) and then by
//! direction; after them the exits, by hex. A pass is listed only where it is the only move.

mod action;
mod board;
pub mod evaluation;
mod gain;
mod keys;
mod notation;
mod outlook;
mod reseat;
mod scene;
mod tabletop;

pub use action::{Action, Move};
pub use board::{Colour, Hex};
pub use gain::ExitsAndCaptures;
pub use tabletop::Rules;

use ludarium_game::{Game, MoveList, Rng, Scores, Turn};

use action::EmptyHexes;
use board::{EXIT_EDGE, HexSet, START, hexes};
use ludarium_game::History;

/// The number of plies after which an undecided game is drawn.
pub const LAST_PLY: u16 = 768;

/// The number of exits that wins.
pub(crate) const EXITS_TO_WIN: u8 = 4;

/// How often a position must occur to draw the game.
pub(crate) const REPETITIONS: usize = 4;

/// After this number of plies in which nobody leaves the board or loses the last disc a game goes round.
const LONG_QUIET: usize = 30;

/// A position of Chexers.
#[derive(Clone, Debug, PartialEq)]
pub struct Chexers {
    pieces: [HexSet; 3],
    key: u64,
    /// The positions since the last one that cannot come back, this one included.
    history: History,
    ply: u16,
    exits: [u8; 3],
    side: Colour,
    ending: Option<Ending>,
    rules: Rules,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    FourExits(Colour),
    Repetition,
    TurnLimit,
}

impl Chexers {
    /// The position with these pieces; its history begins here.
    fn new(rules: Rules, pieces: [HexSet; 3], side: Colour, exits: [u8; 3], ply: u16) -> Chexers {
        let mut position = Chexers {
            pieces,
            key: 0,
            history: History::default(),
            ply,
            exits,
            side,
            ending: None,
            rules,
        };
        position.key = position.computed_key();
        position.history.push(position.key);
        position.ending = position.decided();
        position
    }

    /// The start of the game.
    fn opening(rules: Rules) -> Chexers {
        Chexers::new(rules, START, Colour::Red, [0; 3], 0)
    }

    /// The colour to move, or next to move had the game not ended.
    pub fn side(&self) -> Colour {
        self.side
    }

    /// The number of plies played.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// How many pieces of a colour have left the board.
    pub fn exits(&self, colour: Colour) -> u8 {
        self.exits[colour as usize]
    }

    /// The hexes with pieces of a colour, in order.
    pub fn pieces(&self, colour: Colour) -> impl Iterator<Item = Hex> {
        hexes(self.pieces[colour as usize])
    }

    /// How many pieces of a colour are on the board.
    #[inline]
    pub fn count(&self, colour: Colour) -> u32 {
        self.pieces[colour as usize].count_ones()
    }

    /// The colour of the piece on a hex.
    pub fn piece(&self, hex: Hex) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.pieces[colour as usize] & hex.set() != 0)
    }

    /// How often this position has occurred so far, itself included.
    pub fn occurrences(&self) -> usize {
        self.history.count(self.key)
    }

    /// Whether the game has come to nothing since somebody last left the board or lost the last disc: a position has come
    /// back, or it was long ago.
    pub fn goes_round(&self) -> bool {
        self.history.count_all() > LONG_QUIET || self.history.repeats()
    }

    #[inline]
    fn view(&self) -> EmptyHexes {
        EmptyHexes::new(self.pieces[0] | self.pieces[1] | self.pieces[2])
    }

    /// The pieces of the side to move that are on their exit edge.
    #[inline]
    fn ready_to_exit(&self) -> HexSet {
        self.pieces[self.side as usize] & EXIT_EDGE[self.side as usize]
    }

    /// Whether a move is legal.
    fn allows(&self, mv: Move) -> bool {
        let view = self.view();
        let own = self.pieces[self.side as usize];
        self.ending.is_none()
            && match mv.action() {
                Action::Step { from, .. } | Action::Jump { from, .. } => {
                    let choices = view.choices(from);
                    own & from.set() != 0
                        && (0..choices.len()).any(|index| choices.get(from, index) == mv)
                }
                Action::Exit { from } => self.ready_to_exit() & from.set() != 0,
                Action::Pass => {
                    self.ready_to_exit() == 0
                        && hexes(own).all(|from| view.choices(from).len() == 0)
                }
            }
    }

    /// How the game has ended by the counters; repetition is not among them.
    fn decided(&self) -> Option<Ending> {
        let mut exits = Colour::ALL.into_iter().zip(self.exits);
        let winner = exits.find(|&(_, exits)| exits >= EXITS_TO_WIN);
        match winner {
            Some((winner, _)) if self.ply < LAST_PLY || self.rules.last_ply_wins => {
                Some(Ending::FourExits(winner))
            }
            _ => (self.ply >= LAST_PLY).then_some(Ending::TurnLimit),
        }
    }

    fn computed_key(&self) -> u64 {
        let mut key = keys::TURN[self.side as usize][0];
        for colour in Colour::ALL {
            let index = colour as usize;
            key ^= keys::EXITS[index][usize::from(self.exits[index] & 7)];
            for hex in self.pieces(colour) {
                key ^= keys::PIECE[index][hex.bit()];
            }
        }
        key
    }

    /// Takes a piece off a hex or puts it there.
    #[inline]
    fn toggle(&mut self, colour: Colour, hex: Hex) {
        self.pieces[colour as usize] ^= hex.set();
        self.key ^= keys::PIECE[colour as usize][hex.bit()];
    }

    /// Gives the piece on a hex to a colour; says whether its owner has none left.
    #[inline]
    fn convert(&mut self, hex: Hex, to: Colour) -> bool {
        if self.pieces[to as usize] & hex.set() != 0 {
            return false;
        }
        let (next, last) = (to.next(), to.next().next());
        let owner = if self.pieces[next as usize] & hex.set() != 0 { next } else { last };
        self.toggle(owner, hex);
        self.toggle(to, hex);
        self.pieces[owner as usize] == 0
    }
}

impl Game for Chexers {
    type Move = Move;

    fn seats(&self) -> usize {
        3
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.ending {
            None => Turn::Seat(self.side.seat()),
            Some(_) => Turn::Over,
        }
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if self.ending.is_some() {
            return;
        }
        let view = self.view();
        for from in self.pieces(self.side) {
            let choices = view.choices(from);
            for index in 0..choices.len() {
                out.push(choices.get(from, index));
            }
        }
        for from in hexes(self.ready_to_exit()) {
            out.push(Move::exit(from));
        }
        if out.is_empty() {
            out.push(Move::PASS);
        }
    }

    fn pick(&self, rng: &mut Rng, _buffer: &mut MoveList<Move>) -> Move {
        let view = self.view();
        let within: u32 = self.pieces(self.side).map(|from| view.choices(from).len()).sum();
        let count = within + hexes(self.ready_to_exit()).map(|_| 1).sum::<u32>();
        // A pass draws a number as well.
        let mut index = rng.below(count.max(1));
        if index < within {
            for from in self.pieces(self.side) {
                let choices = view.choices(from);
                if index < choices.len() {
                    return choices.get(from, index);
                }
                index -= choices.len();
            }
        }
        let exit = hexes(self.ready_to_exit()).nth((index.wrapping_sub(within)) as usize);
        exit.map_or(Move::PASS, Move::exit)
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.allows(mv), "{mv:?} in {self:?}");
        let mover = self.side;
        self.ply += 1;
        self.side = mover.next();
        self.key ^= keys::PASS_TURN[mover as usize];
        let returns = match mv.action() {
            Action::Step { from, to } => {
                self.toggle(mover, from);
                self.toggle(mover, to);
                true
            }
            Action::Jump { from, over, to } => {
                self.toggle(mover, from);
                self.toggle(mover, to);
                // A player without pieces never gets one back.
                !self.convert(over, mover)
            }
            Action::Exit { from } => {
                self.toggle(mover, from);
                let exits = &mut self.exits[mover as usize];
                self.key ^= keys::EXITS[mover as usize][usize::from(*exits & 7)];
                *exits += 1;
                self.key ^= keys::EXITS[mover as usize][usize::from(*exits & 7)];
                false
            }
            Action::Pass => true,
        };
        if !returns {
            self.history.clear();
        }
        let before = self.history.count(self.key);
        self.history.push(self.key);
        if !returns || self.ply >= LAST_PLY {
            self.ending = self.decided();
        }
        if before + 1 >= REPETITIONS {
            self.ending = Some(Ending::Repetition);
        }
    }

    fn scores(&self) -> Scores {
        match self.ending {
            Some(Ending::FourExits(winner)) => Scores::win(winner.seat()),
            _ => Scores::shared(3),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn forget(&mut self) {
        self.history = History::default();
        self.ply = self.side as u16;
        self.ending = self.decided();
    }

    fn detach(&self) -> Self {
        Chexers { history: self.history.detach(), ..self.clone() }
    }
}
