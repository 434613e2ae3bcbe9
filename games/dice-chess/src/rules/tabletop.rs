//! Both games for people: set-up, moves as text, pictures.

use std::fmt::Write;

use ludarium_game::{
    Error, Fact, Facts, Game, MoveList, OptionInfo, Result, Rng, Scene, Spec, Tabletop, Turn,
    VariantInfo,
};

use super::attacks::{square_name, square_of};
use super::board::Board;
use super::dice::DicePool;
use super::moves::Move;
use super::notation::read_kind;
use super::one_die::DiceChess;
use super::pieces::Kind;
use super::three_dice::ThreeDice;
use super::variants::{Rules, ThreeDiceRules};

const NAME: &str = "dice-chess";

impl Tabletop for DiceChess {
    type Rules = Rules;

    const NAME: &'static str = NAME;
    const VARIANTS: &'static [VariantInfo] = Rules::VARIANTS;
    const OPTIONS: &'static [OptionInfo] = Rules::OPTIONS;

    fn rules(variant: &Spec) -> Result<Rules> {
        Rules::read(variant)
    }

    fn start(rules: &Rules, _rng: &mut Rng) -> DiceChess {
        DiceChess::new(Board::start(), *rules)
    }

    fn parse(rules: &Rules, text: &str) -> Result<DiceChess> {
        DiceChess::read(rules, text)
    }

    fn describe(&self) -> String {
        self.write()
    }

    /// Moves in UCI form, a pass as `-`; a roll as the number on the die or the letter of the kind.
    fn parse_move(&self, text: &str) -> Result<Move> {
        if self.turn() != Turn::Chance {
            return find_move(self, &self.board, text, |mv| match self.rolled() {
                Some(kind) if mv.moved() != kind => format!("a {} was rolled", kind.name()),
                _ => "no such move".into(),
            });
        }
        let kind = read_kind(text).ok_or_else(|| Error::notation(text, self.expected_rolls()))?;
        if !self.playable().any(|playable| playable == kind) {
            return Err(Error::illegal(text, format!("no {} can move", kind.name())));
        }
        Ok(Move::roll(DicePool::one(kind)))
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match mv.dice().and_then(|dice| dice.kinds().next()) {
            Some(kind) => write!(out, "{}", kind.face()),
            None => write!(out, "{mv}"),
        };
    }

    fn ending(&self) -> &'static str {
        self.ending_text()
    }

    fn count_moves(&self, _buffer: &mut MoveList<Move>) -> u64 {
        match (self.turn(), self.rolled()) {
            (Turn::Seat(_), Some(kind)) => self.count_moves_of(kind).into(),
            (Turn::Seat(_), None) => 1,
            _ => 0,
        }
    }

    fn counted_chances(&self, out: &mut Vec<Move>) {
        out.clear();
        out.extend(self.playable().map(|kind| Move::roll(DicePool::one(kind))));
    }

    fn key_from_scratch(&self) -> u64 {
        self.key_by_definition()
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn facts(&self) -> Facts {
        let rolled = self.rolled().into_iter().map(Kind::name);
        vec![("roll", Fact::list(rolled))]
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        clicks(mv)
    }
}

impl Tabletop for ThreeDice {
    type Rules = ThreeDiceRules;

    const NAME: &'static str = NAME;
    const VARIANTS: &'static [VariantInfo] = ThreeDiceRules::VARIANTS;
    const OPTIONS: &'static [OptionInfo] = ThreeDiceRules::OPTIONS;

    fn rules(variant: &Spec) -> Result<ThreeDiceRules> {
        ThreeDiceRules::read(variant)
    }

    fn start(rules: &ThreeDiceRules, _rng: &mut Rng) -> ThreeDice {
        ThreeDice::new(Board::start(), *rules)
    }

    fn parse(rules: &ThreeDiceRules, text: &str) -> Result<ThreeDice> {
        ThreeDice::read(rules, text)
    }

    fn describe(&self) -> String {
        self.write()
    }

    /// Moves in UCI form, a pass as `-`; a roll as three letters in any order and either case.
    fn parse_move(&self, text: &str) -> Result<Move> {
        if self.turn() != Turn::Chance {
            return find_move(self, &self.board, text, |mv| {
                if !self.dice().has(mv.moved()) {
                    return format!("no die shows a {}", mv.moved().name());
                }
                if self.must_capture() {
                    return "only a capture of the king can complete this turn".into();
                }
                "it begins no turn that uses as many dice as possible".into()
            });
        }
        match DicePool::from_letters(text) {
            Some(dice) if dice.len() == 3 => Ok(Move::roll(dice)),
            _ => Err(Error::notation(text, "three letters of `PNBRQK`")),
        }
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match mv.dice() {
            Some(dice) => out.write_str(&dice.letters(self.side())),
            None => write!(out, "{mv}"),
        };
    }

    fn ending(&self) -> &'static str {
        self.ending_text()
    }

    fn key_from_scratch(&self) -> u64 {
        self.key_by_definition()
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn facts(&self) -> Facts {
        vec![
            ("roll", Fact::list(self.dice().each().map(Kind::name))),
            ("must_capture", self.must_capture().into()),
        ]
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        clicks(mv)
    }
}

/// The legal move that a text names; `why` says why the move of an own piece is not legal.
fn find_move<G: Game<Move = Move>>(
    position: &G,
    board: &Board,
    text: &str,
    why: impl Fn(Move) -> String,
) -> Result<Move> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    if let Some(&mv) = moves.iter().find(|mv| mv.to_string() == text) {
        return Ok(mv);
    }
    if position.turn() == Turn::Over {
        return Err(Error::illegal(text, "the game is over"));
    }
    if text == "-" {
        return Err(Error::illegal(text, "there are other moves"));
    }
    let wrong = || Error::notation(text, "two squares such as `e2e4`, or `e7e8q` to promote");
    let from = text.get(0..2).and_then(square_of).ok_or_else(wrong)?;
    let to = text.get(2..4).and_then(square_of).ok_or_else(wrong)?;
    let mut rest = text.chars().skip(4);
    match (rest.next(), rest.next()) {
        (None, _) => {}
        (Some(letter), None) if "nbrq".contains(letter) => {}
        _ => return Err(wrong()),
    }
    let reason = match board.piece_at(from) {
        Some((side, kind)) if side == board.side => why(Move::plain(kind, from, to)),
        Some((side, _)) => format!("the piece on {} is {}'s", square_name(from), side.name()),
        None => format!("{} is empty", square_name(from)),
    };
    Err(Error::illegal(text, reason))
}

fn clicks(mv: Move) -> Vec<String> {
    match mv.squares() {
        Some((from, to)) => vec![square_name(from), square_name(to)],
        None => Vec::new(),
    }
}
