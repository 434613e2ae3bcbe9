//! The implementation of `Tabletop`: set-up, notation and picture.

use ludarium_game::{Fact, Facts, OptionInfo, Result, Rng, Scene, Spec, Tabletop, VariantInfo};

use super::notation::spell;
use super::variants::{OPTIONS, VARIANTS};
use super::{BLACK, EndReason, Move, MoveParts, Pending, Rules, TucChess, WHITE};

impl Tabletop for TucChess {
    type Rules = Rules;

    const NAME: &'static str = "tuc-chess";
    const VARIANTS: &'static [VariantInfo] = VARIANTS;
    const OPTIONS: &'static [OptionInfo] = OPTIONS;

    fn rules(variant: &Spec) -> Result<Rules> {
        Rules::read(variant)
    }

    fn start(rules: &Rules, _rng: &mut Rng) -> TucChess {
        TucChess::at_start(rules)
    }

    fn parse(rules: &Rules, text: &str) -> Result<TucChess> {
        TucChess::read_position(rules, text)
    }

    fn describe(&self) -> String {
        self.write_position()
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        self.read_move(text)
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = spell(mv, out);
    }

    fn ending(&self) -> &'static str {
        match (self.pending, self.end) {
            (Pending::Nothing, EndReason::KingCaptured) => "king captured",
            (Pending::Nothing, EndReason::TwoKings) => "two kings",
            (Pending::Nothing, EndReason::Stalemate) => "stalemate",
            (Pending::Nothing, EndReason::PlyLimit) => "ply limit",
            _ => "",
        }
    }

    /// One outcome for all: no new present, and a present that was taken is worth a point.
    fn counted_chances(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.pending != Pending::Nothing {
            let value = self.pending.has_value().then_some(1);
            out.push(Move::outcome(value, None));
        }
    }

    fn key_from_scratch(&self) -> u64 {
        self.complete_key(self.board_key_from_scratch())
    }

    fn scene(&self) -> Scene {
        self.draw_scene()
    }

    fn facts(&self) -> Facts {
        let points = [WHITE, BLACK].map(|seat| self.points(seat));
        vec![
            ("points", Fact::list(points)),
            ("ply", self.ply.into()),
            ("ply_limit", self.rules.ply_limit.into()),
        ]
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        match mv.action() {
            MoveParts::Step(from, to) => vec![from.to_string(), to.to_string()],
            MoveParts::Outcome { present, .. } => {
                present.iter().map(|square| square.to_string()).collect()
            }
        }
    }
}
