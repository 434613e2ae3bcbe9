//! The options of the rules, and the implementation of `Tabletop`.

use std::fmt::Write;

use ludarium_game::{
    Error, Fact, Facts, Fault, OptionInfo, Result, Rng, Sanction, Scene, Seat, Spec, Tabletop,
    VariantInfo,
};

use super::piece::Kind;
use super::{Ending, Move, Piece, ThreeChess, forfeit_results, notation, scene, scores_of};

/// The options of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The game is drawn after this many plies; 0 for no limit.
    pub plies: u32,
    /// The game is drawn when a position occurs this often; 0 for never.
    pub repetition: u8,
    /// What happens to a seat that has no legal move.
    pub stuck: StuckResult,
}

/// What happens to a seat that has no legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StuckResult {
    /// It loses as with an illegal answer, both others win.
    #[default]
    Loss,
    /// The game is drawn.
    Draw,
}

impl Tabletop for ThreeChess {
    type Rules = Rules;

    const NAME: &'static str = "three-chess";

    const VARIANTS: &'static [VariantInfo] = &[VariantInfo {
        name: "reference",
        summary: "as the reference program plays: no draws of any kind",
    }];

    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo {
            key: "plies",
            values: "0 to 4294967295",
            default: "0",
            summary: "draw after this many plies, 0 for no limit",
        },
        OptionInfo {
            key: "repetition",
            values: "0, or 2 to 255",
            default: "0",
            summary: "draw when a position occurs this often, 0 for never",
        },
        OptionInfo {
            key: "stuck",
            values: "loss, draw",
            default: "loss",
            summary: "what a seat without a legal move gets",
        },
    ];

    fn rules(variant: &Spec) -> Result<Rules> {
        variant.check(Self::VARIANTS, Self::OPTIONS)?;
        let repetition = variant.number("repetition", 0..=255, 0)? as u8;
        if repetition == 1 {
            return Err(Error::value("repetition", "1", "0, or a whole number from 2 to 255"));
        }
        Ok(Rules {
            plies: variant.number("plies", 0..=u32::MAX.into(), 0)? as u32,
            repetition,
            stuck: variant.choice(
                "stuck",
                &[("loss", StuckResult::Loss), ("draw", StuckResult::Draw)],
                StuckResult::Loss,
            )?,
        })
    }

    fn start(rules: &Rules, _rng: &mut Rng) -> ThreeChess {
        Self::set_up(rules)
    }

    fn parse(rules: &Rules, text: &str) -> Result<ThreeChess> {
        notation::parse(rules, text)
    }

    fn describe(&self) -> String {
        notation::describe(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        notation::parse_move(self, text)
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{}-{}", mv.start, mv.end);
    }

    /// As in the reference: a late seat loses and the better of the others wins; any other fault counts as
    /// −2 for its seat and as a win for both others.
    fn sanction(&self, seat: Seat, fault: Fault) -> Sanction<Move> {
        Sanction::Ends(scores_of(match fault {
            Fault::Overtime => self.timeout_results(seat),
            Fault::Illegal | Fault::Failed => forfeit_results(seat),
        }))
    }

    fn ending(&self) -> &'static str {
        match self.ending {
            None => "",
            Some(Ending::KingCaptured) => "king captured",
            Some(Ending::PlyLimit) => "ply limit",
            Some(Ending::Repetition) => "repetition",
            Some(Ending::NoMove) => "no legal move",
        }
    }

    fn key_from_scratch(&self) -> u64 {
        self.compute_key()
    }

    fn scene(&self) -> Scene {
        scene::draw(self)
    }

    fn facts(&self) -> Facts {
        let captured = |seat: Seat| {
            let mut taken = Vec::new();
            for owner in Seat::all(3) {
                for kind in Kind::ALL {
                    let piece = Piece::new(owner, kind);
                    let count = self.captured(seat).filter(|&one| one == piece).count();
                    let told =
                        Fact::Record(vec![("piece", kind.name().into()), ("seat", owner.0.into())]);
                    taken.extend(vec![told; count]);
                }
            }
            Fact::List(taken)
        };
        let scores = Seat::all(3).map(|seat| self.score(seat));
        vec![
            ("scores", Fact::list(scores)),
            ("captured", Fact::List(Seat::all(3).map(captured).collect())),
        ]
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        vec![mv.start.to_string(), mv.end.to_string()]
    }
}
