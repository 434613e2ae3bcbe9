//! How people set the game up, write it down and see it.

use ludarium::{
    Caption, Error, Fact, Facts, Game, Piece, Result, Rng, Scene, Seat, SeatStyle, Shape, Spec,
    Tabletop, Turn, VariantInfo, read_fields, read_number,
};

use crate::rules::{GONE, HOME, SIDE};
use crate::{EinStein, Move};

/// `a5`; `-` for a stone that was taken.
fn square_name(square: u8) -> String {
    match square {
        GONE => "-".to_owned(),
        _ => format!("{}{}", char::from(b'a' + square % SIDE), square / SIDE + 1),
    }
}

impl Tabletop for EinStein {
    type Rules = ();

    const NAME: &'static str = "einstein";

    const VARIANTS: &'static [VariantInfo] = &[VariantInfo {
        name: "standard",
        summary: "each side begins with its stones in an order that is drawn",
    }];

    fn rules(variant: &Spec) -> Result<()> {
        variant.check(Self::VARIANTS, Self::OPTIONS)
    }

    fn start((): &(), rng: &mut Rng) -> EinStein {
        let mut stones = [HOME, HOME.map(|square| GONE - 1 - square)];
        for own in &mut stones {
            for last in (1..6).rev() {
                own.swap(last, rng.below(last as u32 + 1) as usize);
            }
        }
        let (mover, roll) = (0, 0);
        EinStein {
            stones,
            mover,
            roll,
        }
    }

    /// `a5,b5,c5,a4,-,a3 e1,d1,c1,e2,d2,c3 1 4`: the squares of the stones 1 to 6 of each side, the side to move, and
    /// what the die shows, 0 before the roll.
    fn parse((): &(), text: &str) -> Result<EinStein> {
        let expected = "stones, stones, side, die: a5,b5,c5,a4,-,a3 e1,d1,c1,e2,d2,c3 1 4";
        let [first, second, mover, roll] = read_fields("the text", text, ' ', expected)?;
        let mut position = EinStein {
            stones: [[GONE; 6]; 2],
            mover: read_number("side", mover, 1..=2)? as u8 - 1,
            roll: read_number("die", roll, 0..=6)? as u8,
        };
        for (own, text) in position.stones.iter_mut().zip([first, second]) {
            let six: [&str; 6] =
                read_fields("stones", text, ',', "six squares, `-` for one that is gone")?;
            for (stone, name) in own.iter_mut().zip(six) {
                let found = (0..=GONE).find(|&square| square_name(square) == name);
                *stone = found.ok_or_else(|| Error::position("square", name, "a1 to e5, or -"))?;
            }
        }
        let all = position.stones.as_flattened();
        let twice = |place: usize| all[place] != GONE && all[..place].contains(&all[place]);
        if (1..all.len()).any(twice) {
            let what = "two stones stand on one square";
            return Err(Error::Impossible(what.to_owned()));
        }
        let won = (0..2).filter(|&seat| position.has_won(seat)).count();
        if won > 1 || (won == 1 && position.roll != 0) {
            let what = "only one side can have won, and then no die is rolled";
            return Err(Error::Impossible(what.to_owned()));
        }
        position.require_text(text)
    }

    fn describe(&self) -> String {
        let [first, second] = self.stones.map(|own| own.map(square_name).join(","));
        format!("{first} {second} {} {}", self.mover + 1, self.roll)
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        match mv {
            Move::Step { stone, to } => *out += &format!("{}{}", stone + 1, square_name(to)),
            Move::Face(face) => *out += &face.to_string(),
        }
    }

    fn ending(&self) -> &'static str {
        match self.winner().map(|seat| self.is_home(seat.index())) {
            None => "",
            Some(true) => "corner reached",
            Some(false) => "all stones taken",
        }
    }

    fn scene(&self) -> Scene {
        let text = match (self.turn(), self.roll) {
            (Turn::Over, _) => self.ending().to_owned(),
            (_, 0) => "the die rolls".to_owned(),
            (_, roll) => format!("rolled a {roll}"),
        };
        let piece = |(place, &square): (usize, &u8)| Piece {
            cell: square.into(),
            owner: Some(Seat(place as u8 / 6)),
            shape: Shape::DieFace(place as u8 % 6 + 1),
        };
        let stones = self.stones.as_flattened().iter().enumerate();
        let stones = stones.filter(|(_, square)| **square != GONE);
        Scene {
            seats: SeatStyle::players(2),
            pieces: stones.map(piece).collect(),
            captions: vec![Caption::of_turn(text, self.turn(), Seat(self.mover))],
            ..Scene::grid(SIDE, SIDE)
        }
    }

    /// What the die shows, for bots and for the page, which draws it.
    fn facts(&self) -> Facts {
        vec![("roll", Fact::list((self.roll > 0).then_some(self.roll)))]
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        match mv {
            Move::Step { stone, to } => {
                let from = self.stones[usize::from(self.mover)][usize::from(stone)];
                vec![square_name(from), square_name(to)]
            }
            Move::Face(_) => Vec::new(),
        }
    }
}
