//! @TITLE@. This is Nim to begin with: two players take 1 to 3 sticks in turn, and the one who takes the last one wins.
//!
//! Change it from top to bottom: the rules and the position, [`Game`] (what can happen), [`Tabletop`] (how people
//! write and see it), then the agents. `cargo test` says what does not fit together.

use ludarium::agents::{Playable, generic};
use ludarium::{
    Bundle, Caption, Cell, Entry, Error, Game, GameInfo, MoveList, NoGain, OptionInfo, Piece,
    Result, Rng, Scene, Scores, Seat, SeatStyle, Shape, Spec, Tabletop, Tone, Turn, VariantInfo,
    read_number,
};

/// What the game brings with it. Lesson, levels, trainers and more can be added: see `Bundle`.
pub fn bundle() -> Bundle {
    Bundle::new::<@TYPE@>(GameInfo {
        name: "@NAME@",
        title: "@TITLE@",
        summary: "take 1 to 3 sticks; the one who takes the last one wins",
        // The fewest and the most seats.
        seats: (2, 2),
        chance: "none",
    })
}

/// How the game is played: everything that does not change during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The sticks at the start.
    pub sticks: u8,
}

/// A position. Keep it small and without a heap: searches copy it millions of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct @TYPE@ {
    rules: Rules,
    left: u8,
    mover: u8,
}

/// A move. A game with dice has its chance outcomes here as well, and writes `CHANCE` and `chances` of [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Take this many sticks.
    Take(u8),
}

impl Game for @TYPE@ {
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    /// With dice this is `Turn::Chance` while a roll is pending.
    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over,
            _ => Turn::Seat(Seat(self.mover)),
        }
    }

    /// Fewer sticks first. Always the same order, and each move once.
    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        for sticks in 1..=self.left.min(3) {
            out.push(Move::Take(sticks));
        }
    }

    fn play(&mut self, mv: Move) {
        let Move::Take(sticks) = mv;
        self.left = self.left.saturating_sub(sticks);
        self.mover = 1 - self.mover;
    }

    /// The seat that took the last stick is not the one that would be next.
    fn scores(&self) -> Scores {
        Scores::win(Seat(1 - self.mover))
    }

    /// Different for different positions. A larger position keeps its key up to date in `play`.
    fn key(&self) -> u64 {
        (u64::from(self.left) << 1 | u64::from(self.mover)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Tabletop for @TYPE@ {
    type Rules = Rules;

    const NAME: &'static str = "@NAME@";

    /// The default first.
    const VARIANTS: &'static [VariantInfo] = &[VariantInfo {
        name: "plain",
        summary: "21 sticks",
    }];

    const OPTIONS: &'static [OptionInfo] = &[OptionInfo {
        key: "sticks",
        values: "1 to 40",
        default: "21",
        summary: "the sticks at the start",
    }];

    fn rules(variant: &Spec) -> Result<Rules> {
        variant.check(Self::VARIANTS, Self::OPTIONS)?;
        Ok(Rules {
            sticks: variant.number("sticks", 1..=40, 21)? as u8,
        })
    }

    /// A set-up with chance in it draws from `rng`.
    fn start(rules: &Rules, _rng: &mut Rng) -> @TYPE@ {
        @TYPE@ {
            rules: *rules,
            left: rules.sticks,
            mover: 0,
        }
    }

    /// `17 2`: the sticks that are left, and who is to move, counted from 1.
    fn parse(rules: &Rules, text: &str) -> Result<@TYPE@> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [left, mover] = parts[..] else {
            return Err(Error::position("the text", text, "sticks and player: 17 2"));
        };
        let position = @TYPE@ {
            rules: *rules,
            left: read_number("sticks", left, 0..=rules.sticks.into())? as u8,
            mover: read_number("player", mover, 1..=2)? as u8 - 1,
        };
        // One text for each position: `017 2` is refused.
        position.require_text(text)
    }

    fn describe(&self) -> String {
        format!("{} {}", self.left, self.mover + 1)
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        let Move::Take(sticks) = mv;
        out.push_str(&sticks.to_string());
    }

    /// Why the game is over; empty while it is not.
    fn ending(&self) -> &'static str {
        match self.left {
            0 => "last stick taken",
            _ => "",
        }
    }

    /// A row of cells with a disc for each stick. The terminal, the page and pictures are drawn from it.
    fn scene(&self) -> Scene {
        let cells = (0..self.rules.sticks).map(|place| {
            let name = (place + 1).to_string();
            Cell::square(name, f32::from(place), 0.0, Tone::Light)
        });
        let pieces = (0..self.left).map(|place| Piece {
            cell: place.into(),
            owner: None,
            shape: Shape::Disc,
        });
        let active = self.turn() != Turn::Over;
        Scene {
            width: f32::from(self.rules.sticks),
            height: 1.0,
            seats: SeatStyle::players(2),
            cells: cells.collect(),
            pieces: pieces.collect(),
            captions: vec![Caption {
                text: format!("{} sticks", self.left),
                seat: active.then_some(Seat(self.mover)),
                active,
            }],
            ..Scene::default()
        }
    }

    /// A click on a stick takes it and all to the right of it.
    fn clicks(&self, mv: Move) -> Vec<String> {
        let Move::Take(sticks) = mv;
        vec![(self.left.saturating_sub(sticks) + 1).to_string()]
    }
}

/// Evaluations and agents of your own go here.
impl Playable for @TYPE@ {
    /// No move wins anything at once.
    type Gain = NoGain;

    /// The generic agents for two seats. Without this function a game has those for any number of seats.
    fn entries() -> Vec<Entry<Self>> {
        generic::two_seats()
    }
}
