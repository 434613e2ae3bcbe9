//! Backgammon for people: set-up, texts, picture.

use ludarium_game::{
    Error, Fact, Facts, Game, OptionInfo, Result, Rng, Scene, Seat, ShareUnit, Spec, Tabletop,
    Turn, VariantInfo,
};

use super::men::{BAR, OFF};
use super::{Backgammon, Men, Move, Rules, Stakes, scene};

/// A share of 1 is the six points between a backgammon that is lost and one that is won. Levels are those of GNU
/// Backgammon's manual.
const POINTS: ShareUnit = ShareUnit {
    name: "points",
    scale: 6.0,
    digits: 3,
    mistakes: &[(0.16, "blunder"), (0.08, "error"), (0.02, "inaccuracy")],
    rates: &[("millipoints a decision", 6000.0), ("PR", 3000.0)],
    levels: &[
        (2.0, "supernatural"),
        (5.0, "world class"),
        (8.0, "expert"),
        (12.0, "advanced"),
        (18.0, "intermediate"),
        (26.0, "casual player"),
        (35.0, "beginner"),
        (f32::INFINITY, "newcomer"),
    ],
};

impl Tabletop for Backgammon {
    type Rules = Rules;

    const NAME: &'static str = "backgammon";
    const VARIANTS: &'static [VariantInfo] = Rules::VARIANTS;
    const OPTIONS: &'static [OptionInfo] = Rules::OPTIONS;

    fn rules(variant: &Spec) -> Result<Rules> {
        Rules::read(variant)
    }

    fn start(rules: &Rules, _rng: &mut Rng) -> Backgammon {
        Backgammon::new(*rules)
    }

    fn parse(rules: &Rules, text: &str) -> Result<Backgammon> {
        Backgammon::read(rules, text)
    }

    fn describe(&self) -> String {
        self.write()
    }

    /// A play in any of the ways in which players write it; a roll as two digits, at the start White's die first.
    fn parse_move(&self, text: &str) -> Result<Move> {
        if self.turn() != Turn::Chance {
            return self.read_play(text);
        }
        let digits: Vec<u8> = text.bytes().filter(|byte| !b" -".contains(byte)).collect();
        let &[first @ b'1'..=b'6', second @ b'1'..=b'6'] = &digits[..] else {
            return Err(Error::notation(text, "two numbers from 1 to 6, such as `31`"));
        };
        let dice = [first - b'0', second - b'0'];
        if !self.is_opening() {
            return Ok(Move::roll([dice[0].max(dice[1]), dice[0].min(dice[1])]));
        }
        if dice[0] == dice[1] {
            return Err(Error::illegal(
                text,
                "the first roll decides who begins, so the dice must differ",
            ));
        }
        Ok(Move::roll(dice))
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        match mv.rolled() {
            Some(dice) => out.extend(dice.map(|die| char::from(b'0' + die))),
            None => self.write_play(mv, out),
        }
    }

    fn ending(&self) -> &'static str {
        match (self.won(), self.stakes) {
            (None, _) => "",
            (Some((_, 2)), Stakes::Money) => "gammon",
            (Some((_, 3)), Stakes::Money) => "backgammon",
            (Some(_), _) => "all checkers off",
        }
    }

    fn unit(&self) -> ShareUnit {
        match self.stakes {
            Stakes::Money => POINTS,
            Stakes::Win => ShareUnit::PERCENT,
        }
    }

    fn scene(&self) -> Scene {
        scene::scene(self)
    }

    fn facts(&self) -> Facts {
        let each = |fact: fn(Men) -> Fact| {
            Fact::List(Seat::all(2).map(|seat| fact(self.men(seat))).collect())
        };
        vec![
            ("roll", Fact::list(self.dice().into_iter().flatten())),
            ("checkers", each(|men| Fact::list((1..BAR).map(|point| men.on(point))))),
            ("bar", each(|men| men.on(BAR).into())),
            ("off", each(|men| men.on(OFF).into())),
            ("pips", each(|men| men.pips().into())),
            ("position_id", self.position_id().into()),
        ]
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        scene::clicks(self, self.steps(mv))
    }

    fn other_clicks(&self, mv: Move) -> Vec<Vec<String>> {
        let written = scene::clicks(self, self.steps(mv));
        let mut rows: Vec<Vec<String>> =
            self.step_orders(mv).into_iter().map(|steps| scene::clicks(self, steps)).collect();
        rows.retain(|row| *row != written);
        rows
    }
}
