//! How people set the game up and write it down.

use ludarium::{
    Error, Fact, Facts, Game, OptionInfo, Result, Rng, Scene, Spec, Tabletop, Turn, VariantInfo,
    read_fields, read_number,
};

use crate::rules::LONGEST;
use crate::{Move, Pig, Rules, picture};

impl Tabletop for Pig {
    type Rules = Rules;

    const NAME: &'static str = "pig";

    const VARIANTS: &'static [VariantInfo] = &[
        VariantInfo {
            name: "hundred",
            summary: "100 points win",
        },
        VariantInfo {
            name: "short",
            summary: "30 points win",
        },
    ];

    const OPTIONS: &'static [OptionInfo] = &[OptionInfo {
        key: "players",
        values: "2 to 4",
        default: "2",
        summary: "the number of players",
    }];

    fn rules(variant: &Spec) -> Result<Rules> {
        variant.check(Self::VARIANTS, Self::OPTIONS)?;
        Ok(Rules {
            players: variant.number("players", 2..=4, 2)? as u8,
            goal: if variant.name == "short" { 30 } else { 100 },
        })
    }

    fn start(rules: &Rules, _rng: &mut Rng) -> Pig {
        Pig::new(*rules)
    }

    /// `40,12 1 17 8`: points kept, who is to move (counted from 1, with `!` while the die rolls), the points of this
    /// turn, and the turns played.
    fn parse(rules: &Rules, text: &str) -> Result<Pig> {
        let expected = "points, player, points of the turn, turns: 40,12 1 17 8";
        let [kept, mover, turn_points, turns] = read_fields("the text", text, ' ', expected)?;
        let mut position = Pig::new(*rules);
        let goal = 0..=u64::from(rules.goal);
        let points: Vec<&str> = kept.split(',').collect();
        if points.len() != position.seats() {
            let expected = format!("{} numbers", position.seats());
            return Err(Error::position("points", kept, expected));
        }
        for (kept, text) in position.kept.iter_mut().zip(points) {
            *kept = read_number("points", text, goal.clone())? as u8;
        }
        position.rolling = mover.ends_with('!');
        let players = 1..=rules.players.into();
        position.mover = read_number("player", mover.trim_end_matches('!'), players)? as u8 - 1;
        position.turn_points = read_number("points of the turn", turn_points, goal)? as u8;
        position.turns = read_number("turns", turns, 0..=LONGEST.into())? as u16;
        let winners = position.kept().iter().filter(|&&kept| kept == rules.goal);
        if winners.count() > 1 || (position.rolling && position.winner().is_some()) {
            return Err(Error::Impossible("only one player can have won".to_owned()));
        }
        position.require_text(text)
    }

    fn describe(&self) -> String {
        let kept: Vec<String> = self.kept().iter().map(u8::to_string).collect();
        let rolling = if self.rolling { "!" } else { "" };
        let (kept, mover) = (kept.join(","), self.mover + 1);
        format!(
            "{kept} {mover}{rolling} {} {}",
            self.turn_points, self.turns
        )
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        match mv {
            Move::Roll => out.push_str("roll"),
            Move::Hold => out.push_str("hold"),
            Move::Face(face) => out.push(char::from(b'0' + face.min(9))),
        }
    }

    fn ending(&self) -> &'static str {
        match (self.turn(), self.winner()) {
            (Turn::Over, Some(_)) => "enough points",
            (Turn::Over, None) => "too many turns",
            _ => "",
        }
    }

    fn scene(&self) -> Scene {
        picture::scene(self)
    }

    fn facts(&self) -> Facts {
        vec![
            ("kept", Fact::list(self.kept().iter().copied())),
            ("turn_points", self.turn_points.into()),
        ]
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        picture::clicks(self, mv)
    }
}
