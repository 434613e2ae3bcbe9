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

use ludarium_dicewars::rules::{Dicewars, Move, RandomSource};
use ludarium_game::{Agent, Budget, Decision, MAX_SEATS, Rng, Seat};

pub use attack::rounded_probability;

pub(super) use attack::first_largest;

/// A program of the course, or the report's first version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseProgram {
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

impl CourseProgram {
    /// All programs.
    pub const ALL: [CourseProgram; 11] = [
        CourseProgram::Rand,
        CourseProgram::Xlogin00,
        CourseProgram::Xlogin42,
        CourseProgram::Sdc,
        CourseProgram::Ste,
        CourseProgram::Stei,
        CourseProgram::WpmC,
        CourseProgram::WpmD,
        CourseProgram::WpmS,
        CourseProgram::Nop,
        CourseProgram::Baseline,
    ];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            CourseProgram::Rand => "rand",
            CourseProgram::Xlogin00 => "xlogin00",
            CourseProgram::Xlogin42 => "xlogin42",
            CourseProgram::Sdc => "sdc",
            CourseProgram::Ste => "ste",
            CourseProgram::Stei => "stei",
            CourseProgram::WpmC => "wpm_c",
            CourseProgram::WpmD => "wpm_d",
            CourseProgram::WpmS => "wpm_s",
            CourseProgram::Nop => "nop",
            CourseProgram::Baseline => "baseline",
        }
    }

    /// One line that says how it plays.
    pub fn summary(self) -> &'static str {
        match self {
            CourseProgram::Rand => "course: any attack, until there is none",
            CourseProgram::Xlogin00 => "course: two random attacks a turn",
            CourseProgram::Xlogin42 => {
                "course: random for three turns, then superior attacks from its largest region"
            }
            CourseProgram::Sdc => {
                "course: the attack with most dice more than its target, or as many"
            }
            CourseProgram::Ste => "course: the attack most likely to conquer an area and hold it",
            CourseProgram::Stei => "course: like ste, with a bonus for its largest region",
            CourseProgram::WpmC => "course: a logistic win model of largest region and dice",
            CourseProgram::WpmD => "course: a logistic win model of dice",
            CourseProgram::WpmS => "course: a logistic win model of the largest region",
            CourseProgram::Nop => "course: ends every turn at once",
            CourseProgram::Baseline => {
                "report: the most probable attack with no fewer dice than its target"
            }
        }
    }

    /// The program that recorded games call by this name: `dt.ste`, `xlogin42`, `xk.base`.
    pub fn recorded(name: &str) -> Option<CourseProgram> {
        let short = match name {
            "xk.base" => "baseline",
            "template" => "nop",
            _ => name.strip_prefix("dt.").unwrap_or(name),
        };
        let mut programs = CourseProgram::ALL.into_iter();
        programs.find(|program| program.name() == short)
    }

    /// Whether its decision follows from the position alone.
    pub fn is_deterministic(self) -> bool {
        !matches!(self, CourseProgram::Rand | CourseProgram::Xlogin00 | CourseProgram::Xlogin42)
    }

    fn decide(self, moment: &DriverNotes, random: &mut impl RandomSource) -> Move {
        let attack = match self {
            CourseProgram::Rand => simple::rand(moment, random),
            CourseProgram::Xlogin00 => simple::xlogin00(moment, random),
            CourseProgram::Xlogin42 => simple::xlogin42(moment, random),
            CourseProgram::Sdc => simple::sdc(moment),
            CourseProgram::Ste => hold::ste(moment),
            CourseProgram::Stei => hold::stei(moment),
            CourseProgram::WpmC => win_model::wpm_c(moment),
            CourseProgram::WpmD => win_model::wpm_d(moment),
            CourseProgram::WpmS => win_model::wpm_s(moment),
            CourseProgram::Nop => None,
            CourseProgram::Baseline => simple::baseline(moment),
        };
        attack.map_or(Move::EndTurn, Move::from)
    }
}

/// What the course's driver tells a program before every decision.
struct DriverNotes<'a> {
    position: &'a Dicewars,
    /// Attacks already made in this turn.
    attacks: u32,
    /// Turns that the player has finished.
    turns: u32,
}

impl DriverNotes<'_> {
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
pub struct CourseAgent {
    program: CourseProgram,
    /// Attacks in the turn that is being played.
    attacks: u32,
    /// Turns finished by each seat.
    turns: [u32; MAX_SEATS],
}

impl CourseAgent {
    /// A program that has seen nothing yet.
    pub fn new(program: CourseProgram) -> CourseAgent {
        CourseAgent { program, attacks: 0, turns: [0; MAX_SEATS] }
    }

    /// The decision of the player to move, with random numbers from anywhere: our own stream in normal
    /// play, the original's generator to repeat recorded games.
    pub fn decide(&self, position: &Dicewars, random: &mut impl RandomSource) -> Move {
        let moment = DriverNotes {
            position,
            attacks: self.attacks,
            turns: self.turns[position.player().index()],
        };
        self.program.decide(&moment, random)
    }
}

impl Agent<Dicewars> for CourseAgent {
    fn choose(&mut self, position: &Dicewars, _: &Budget, rng: &mut Rng) -> Decision<Move> {
        Decision::plain(self.decide(position, rng))
    }

    fn begin(&mut self, _: &Dicewars, _: Seat) {
        *self = CourseAgent::new(self.program);
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
