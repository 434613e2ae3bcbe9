//! How people set the game up, write it down and see it.

use ludarium::{
    Caption, Error, Fact, Facts, Game, Piece, Result, Rng, Scene, Seat, SeatStyle, Shape, Spec,
    Tabletop, Turn, VariantInfo, read_fields, read_number,
};

use crate::rules::{BOARD, GONE, HOME};
use crate::{EinStein, Move};

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
        stones.iter_mut().for_each(|own| rng.shuffle(own));
        EinStein {
            stones,
            mover: 0,
            roll: 0,
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
                let found = BOARD.read(name);
                *stone = found.ok_or_else(|| Error::position("square", name, "a1 to e5, or -"))?;
            }
        }
        let all = position.stones.as_flattened();
        let twice = |place: usize| all[place] != GONE && all[..place].contains(&all[place]);
        if (1..all.len()).any(twice) {
            return Err(Error::impossible("two stones stand on one square"));
        }
        let won = (0..2).filter(|&seat| position.has_won(seat)).count();
        if won > 1 || (won == 1 && position.roll != 0) {
            let what = "only one side can have won, and then no die is rolled";
            return Err(Error::impossible(what));
        }
        position.require_text(text)
    }

    fn describe(&self) -> String {
        let [first, second] = self
            .stones
            .map(|own| own.map(|square| BOARD.name(square)).join(","));
        format!("{first} {second} {} {}", self.mover + 1, self.roll)
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        match mv {
            Move::Step { stone, to } => *out += &format!("{}{}", stone + 1, BOARD.name(to)),
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
        let piece = |(place, &square): (usize, &u8)| {
            let (seat, stone) = (Seat(place as u8 / 6), place as u8 % 6 + 1);
            (square != GONE).then(|| Piece::new(square.into(), Some(seat), Shape::DieFace(stone)))
        };
        let stones = self.stones.as_flattened().iter().enumerate();
        Scene {
            seats: SeatStyle::players(2),
            pieces: stones.filter_map(piece).collect(),
            captions: vec![Caption::of_turn(text, self.turn(), Seat(self.mover))],
            ..Scene::grid(5, 5)
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
                vec![BOARD.name(from), BOARD.name(to)]
            }
            Move::Face(_) => Vec::new(),
        }
    }
}
