//! How people set the game up and write it down.

use ludarium::{
    OptionInfo, Result, Rng, Scene, Spec, Tabletop, VariantInfo, read_fields, read_number,
};

use crate::{Move, Rules, @TYPE@, picture};

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
        let [left, mover] = read_fields("the text", text, ' ', "sticks and player: 17 2")?;
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

    fn scene(&self) -> Scene {
        picture::scene(self)
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        picture::clicks(self, mv)
    }
}
