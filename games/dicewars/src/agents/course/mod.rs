//! The programs that the course gave its students to play against, and the report's first one,
//! decision by decision.
//!
//! Each lists its attacks in the order of the rules, sorts stably, and works with probabilities
//! rounded to eight digits. What looks like a mistake is kept: recorded games depend on it.

mod attack;
mod hold;
mod simple;
mod weights;
mod win_model;

use crate::rules::{Dicewars, Move, RandomSource};
use ludarium_game::{Agent, Budget, Decision, MAX_SEATS, Rng, Seat};

pub use attack::rounded_probability;

pub(super) use attack::first_largest;

/// A program of the course, or the report's first version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Any attack, forever.
    Rand,
    /// Two random attacks a turn.
    Xlogin00,
    /// Random attacks for three turns, then the most superior ones from its largest region.
    Xlogin42,
    /// Single turn, dice count: the most superior attack that is not inferior.
    Sdc,
    /// Single turn expectation: conquer and hold.
    Ste,
    /// The same, but most of all from its largest region.
    Stei,
    /// Win probability by largest region and dice.
    WpmC,
    /// Win probability by dice.
    WpmD,
    /// Win probability by largest region.
    WpmS,
    /// Ends every turn at once.
    Nop,
    /// The report's first version: the most probable attack that is not inferior.
    Baseline,
}

impl Program {
    /// All programs.
    pub const ALL: [Program; 11] = [
        Program::Rand,
        Program::Xlogin00,
        Program::Xlogin42,
        Program::Sdc,
        Program::Ste,
        Program::Stei,
        Program::WpmC,
        Program::WpmD,
        Program::WpmS,
        Program::Nop,
        Program::Baseline,
    ];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Program::Rand => "rand",
            Program::Xlogin00 => "xlogin00",
            Program::Xlogin42 => "xlogin42",
            Program::Sdc => "sdc",
            Program::Ste => "ste",
            Program::Stei => "stei",
            Program::WpmC => "wpm_c",
            Program::WpmD => "wpm_d",
            Program::WpmS => "wpm_s",
            Program::Nop => "nop",
            Program::Baseline => "baseline",
        }
    }

    /// One line that says how it plays.
    pub fn summary(self) -> &'static str {
        match self {
            Program::Rand => "course: any attack, until there is none",
            Program::Xlogin00 => "course: two random attacks a turn",
            Program::Xlogin42 => {
                "course: random for three turns, then superior attacks from its largest region"
            }
            Program::Sdc => "course: the attack with most dice more than its target, or as many",
            Program::Ste => "course: the attack most likely to conquer an area and hold it",
            Program::Stei => "course: like ste, with a bonus for its largest region",
            Program::WpmC => "course: a logistic win model of largest region and dice",
            Program::WpmD => "course: a logistic win model of dice",
            Program::WpmS => "course: a logistic win model of the largest region",
            Program::Nop => "course: ends every turn at once",
            Program::Baseline => {
                "report: the most probable attack with no fewer dice than its target"
            }
        }
    }

    /// The program that recorded games call by this name: `dt.ste`, `xlogin42`, `xk.base`.
    pub fn recorded(name: &str) -> Option<Program> {
        let short = match name {
            "xk.base" => "baseline",
            "template" => "nop",
            _ => name.strip_prefix("dt.").unwrap_or(name),
        };
        let mut programs = Program::ALL.into_iter();
        programs.find(|program| program.name() == short)
    }

    /// Whether its decision follows from the position alone.
    pub fn is_deterministic(self) -> bool {
        !matches!(self, Program::Rand | Program::Xlogin00 | Program::Xlogin42)
    }

    fn decide(self, moment: &Moment, random: &mut impl RandomSource) -> Move {
        let attack = match self {
            Program::Rand => simple::rand(moment, random),
            Program::Xlogin00 => simple::xlogin00(moment, random),
            Program::Xlogin42 => simple::xlogin42(moment, random),
            Program::Sdc => simple::sdc(moment),
            Program::Ste => hold::ste(moment),
            Program::Stei => hold::stei(moment),
            Program::WpmC => win_model::wpm_c(moment),
            Program::WpmD => win_model::wpm_d(moment),
            Program::WpmS => win_model::wpm_s(moment),
            Program::Nop => None,
            Program::Baseline => simple::baseline(moment),
        };
        attack.map_or(Move::EndTurn, Move::from)
    }
}

/// What the course's driver tells a program before every decision.
struct Moment<'a> {
    position: &'a Dicewars,
    /// Attacks already made in this turn.
    attacks: u32,
    /// Turns that the player has finished.
    turns: u32,
}

impl Moment<'_> {
    /// The player who decides.
    fn player(&self) -> Seat {
        self.position.player()
    }

    /// His areas.
    fn own(&self) -> u32 {
        self.position.areas_of(self.player())
    }
}

/// A program at the table: it also counts attacks and turns, as the course's driver does.
///
/// Where it was not told of a game's moves it takes the position for the first of the game.
#[derive(Clone, Debug)]
pub struct Course {
    program: Program,
    /// Attacks in the turn that is being played.
    attacks: u32,
    /// Turns finished by each seat.
    turns: [u32; MAX_SEATS],
}

impl Course {
    /// A program that has seen nothing yet.
    pub fn new(program: Program) -> Course {
        Course {
            program,
            attacks: 0,
            turns: [0; MAX_SEATS],
        }
    }

    /// The decision of the player to move, with random numbers from anywhere: our own stream in normal
    /// play, the original's generator to repeat recorded games.
    pub fn decide(&self, position: &Dicewars, random: &mut impl RandomSource) -> Move {
        let moment = Moment {
            position,
            attacks: self.attacks,
            turns: self.turns[position.player().index()],
        };
        self.program.decide(&moment, random)
    }
}

impl Agent<Dicewars> for Course {
    fn choose(&mut self, position: &Dicewars, _: &Budget, rng: &mut Rng) -> Decision<Move> {
        Decision::plain(self.decide(position, rng))
    }

    fn begin(&mut self, _: &Dicewars, _: Seat) {
        *self = Course::new(self.program);
    }

    fn observe(&mut self, position: &Dicewars, mv: Move) {
        match mv {
            Move::Attack { .. } => self.attacks += 1,
            Move::EndTurn => {
                self.attacks = 0;
                self.turns[position.player().index()] += 1;
            }
            Move::Won | Move::Lost | Move::Reinforced(_) => {}
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
