//! The implementation of `Tabletop`: set-up, notation and picture.

use std::fmt::Write;

use ludarium_game::{
    Account, Fact, Facts, Game, OptionInfo, Result, Rng, Scene, Seed, Spec, Tabletop, Turn,
    VariantInfo,
};

use super::notation::RowPlace;
use super::variants::{OPTIONS, VARIANTS};
use super::{DARK, LIGHT, Move, Rules, Ur};

impl Tabletop for Ur {
    type Rules = Rules;

    const NAME: &'static str = "ur";
    const VARIANTS: &'static [VariantInfo] = VARIANTS;
    const OPTIONS: &'static [OptionInfo] = OPTIONS;

    fn rules(variant: &Spec) -> Result<Rules> {
        Rules::read(variant)
    }

    fn start(rules: &Rules, _rng: &mut Rng) -> Ur {
        Ur::new(*rules)
    }

    fn parse(rules: &Rules, text: &str) -> Result<Ur> {
        Ur::read_position(rules, text)
    }

    fn describe(&self) -> String {
        self.write_position()
    }

    /// `in>a2` enters the board, `a2>b3` goes on, `a7>home` leaves it; `pass`; a roll is its number.
    fn write_move(&self, mv: Move, out: &mut String) {
        let square = |step| RowPlace::of_step(&self.rules, self.mover, step).map(RowPlace::name);
        // Writing to a string cannot fail.
        let _ = match mv {
            Move::Roll(roll) => write!(out, "{roll}"),
            Move::Pass => out.write_str("pass"),
            Move::Step { from, to } => {
                let from = square(from).unwrap_or("in".to_owned());
                let to = square(to).unwrap_or("home".to_owned());
                write!(out, "{from}>{to}")
            }
        };
    }

    fn ending(&self) -> &'static str {
        if self.turn() == Turn::Over { "all pieces home" } else { "" }
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn facts(&self) -> Facts {
        let each =
            |count: fn(&Ur, _) -> u8| Fact::list([LIGHT, DARK].map(|seat| count(self, seat)));
        vec![
            ("roll", Fact::list(self.roll)),
            ("waiting", each(Ur::waiting)),
            ("home", each(Ur::home)),
            ("pieces", self.rules.pieces.into()),
        ]
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        self.cells_of(mv)
    }

    /// Pieces that wait or are home have no place that people name.
    fn tell(&self, mv: Move, _seed: Seed) -> Account {
        let mut account = Account::of(self, mv);
        if let Move::Step { from, to } = mv {
            let square =
                |step| RowPlace::of_step(&self.rules, self.mover, step).map(RowPlace::name);
            account.words = match (square(from), square(to)) {
                (Some(from), Some(to)) => format!("from {from} to {to}"),
                (None, Some(to)) => format!("enters on {to}"),
                (from, None) => format!("from {} home", from.unwrap_or_default()),
            };
            if account.target.is_some() {
                account.words += ", sends a piece back";
            }
        }
        account
    }
}
