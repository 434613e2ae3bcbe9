//! Variants, set-up, and what people see of the game.

use ludarium_game::{Fact, Facts, MoveList, Result, Rng, Scene, Spec, Tabletop, VariantInfo};

use super::board::{EXIT_EDGE, hexes};
use super::{Action, Chexers, Colour, EXITS_TO_WIN, Ending, LAST_PLY, Move, notation, scene};

/// Which of the two versions of the rules is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A fourth exit on the last ply wins; otherwise the turn limit makes a draw before the exits
    /// are counted. Only Blue plays that ply.
    pub last_ply_wins: bool,
}

impl Chexers {
    /// Why the game is over; empty while it is not.
    pub(super) fn ending_text(&self) -> &'static str {
        match self.ending {
            None => "",
            Some(Ending::FourExits(_)) => "four exits",
            Some(Ending::Repetition) => "repetition",
            Some(Ending::TurnLimit) => "turn limit",
        }
    }
}

impl Tabletop for Chexers {
    type Rules = Rules;

    const NAME: &'static str = "chexers";

    const VARIANTS: &'static [VariantInfo] = &[
        VariantInfo {
            name: "referee",
            summary: "as the referee program plays: ply 768 is a draw even when Blue exits its fourth piece",
        },
        VariantInfo {
            name: "last-ply-win",
            summary: "as the rules document says: Blue's fourth exit on ply 768 wins",
        },
    ];

    fn rules(variant: &Spec) -> Result<Rules> {
        variant.check(Self::VARIANTS, Self::OPTIONS)?;
        Ok(Rules { last_ply_wins: variant.name == "last-ply-win" })
    }

    fn start(rules: &Rules, _rng: &mut Rng) -> Chexers {
        Chexers::opening(*rules)
    }

    fn parse(rules: &Rules, text: &str) -> Result<Chexers> {
        notation::parse(*rules, text)
    }

    fn describe(&self) -> String {
        notation::describe(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        notation::parse_move(self, text)
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = mv.action().spell(out);
    }

    fn is_legal(&self, mv: Move, _buffer: &mut MoveList<Move>) -> bool {
        self.allows(mv)
    }

    fn ending(&self) -> &'static str {
        self.ending_text()
    }

    fn key_from_scratch(&self) -> u64 {
        self.computed_key()
    }

    fn scene(&self) -> Scene {
        scene::scene(self)
    }

    fn facts(&self) -> Facts {
        let goal = |colour: Colour| {
            let hexes = hexes(EXIT_EDGE[colour as usize]);
            Fact::list(hexes.map(|hex| hex.to_string()))
        };
        let exits = Colour::ALL.map(|colour| self.exits(colour));
        vec![
            ("exits", Fact::list(exits)),
            ("exits_to_win", EXITS_TO_WIN.into()),
            ("goals", Fact::List(Colour::ALL.map(goal).to_vec())),
            ("ply", self.ply.into()),
            ("last_ply", LAST_PLY.into()),
        ]
    }

    /// An exit is spelt by clicking its hex twice, so that it is not the beginning of a step.
    fn clicks(&self, mv: Move) -> Vec<String> {
        let hexes = match mv.action() {
            Action::Step { from, to } | Action::Jump { from, to, .. } => vec![from, to],
            Action::Exit { from } => vec![from, from],
            Action::Pass => Vec::new(),
        };
        hexes.iter().map(ToString::to_string).collect()
    }
}
