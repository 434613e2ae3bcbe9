//! `Tabletop`: what people need on top of the rules, that is set-up, notation and a picture.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use crate::{
    Account, Dice, Error, Facts, Fault, Game, MoveList, OptionInfo, Result, Rng, Sanction, Scene,
    Seat, Seed, ShareUnit, Spec, Turn, VariantInfo,
};

/// A game that can be set up, written down, read back and drawn.
///
/// # Example
/// Sprint, the tiny game of our tests (feature `testing`), is a complete implementation on one page. A race that is
/// set up, played by texts, written down and read back:
/// ```
/// use ludarium_game::sprint::Sprint;
/// use ludarium_game::{Game, Purpose, Seat, Seed, Spec, Tabletop, Turn};
///
/// let rules = Sprint::rules(&Spec::parse("strict:players=3")?)?;
/// let mut race = Sprint::start(&rules, &mut Seed(7).stream(Purpose::Start, 0));
/// assert_eq!(race.describe(), "0,0,0 1 0");
///
/// // The first runner walks one field; the second runs, and the die falls on 3.
/// for text in ["walk", "run", "3"] {
///     race.play(race.parse_move(text)?);
/// }
/// assert_eq!(race.describe(), "1,3,0 3 2");
/// assert_eq!(race.turn(), Turn::Seat(Seat(2)));
/// assert_eq!(Sprint::parse(&rules, &race.describe())?, race);
///
/// // Two runners are on the track, and a click on the field ahead means walking.
/// assert_eq!(race.scene().pieces.len(), 2);
/// assert_eq!(race.clicks(race.parse_move("walk")?), ["c1"]);
///
/// // An error says what was wrong and what would be right.
/// let error = race.parse_move("fly").unwrap_err().to_string();
/// assert!(error.contains("walk or run"), "{error}");
/// # Ok::<(), ludarium_game::Error>(())
/// ```
pub trait Tabletop: Game {
    /// The options of the rules that are fixed for a whole game.
    type Rules: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The game's name in commands, for instance `tic-tac-toe`.
    const NAME: &'static str;

    /// The named variants, the default first.
    const VARIANTS: &'static [VariantInfo];

    /// The options that refine a variant: `--variant NAME:key=value,…`. By default there are none.
    const OPTIONS: &'static [OptionInfo] = &[];

    /// The rules that a variant text stands for; an unknown name, key or value is an error with
    /// the nearest match.
    fn rules(variant: &Spec) -> Result<Self::Rules>;

    /// A start position; `rng` draws what the set-up leaves to chance (a map, the seating of areas).
    fn start(rules: &Self::Rules, rng: &mut Rng) -> Self;

    /// Reads a position written by [`Tabletop::describe`]; anything else is an error that says
    /// which part was wrong and what would be right. `parse(describe(x)) = x`, except for repetition history.
    fn parse(rules: &Self::Rules, text: &str) -> Result<Self>;

    /// The position in the game's notation, on one line.
    fn describe(&self) -> String;

    /// This position, if `text` is how it is written; otherwise an error that says how. With it at the end of
    /// [`Tabletop::parse`], a position has only one text.
    fn require_text(self, text: &str) -> Result<Self> {
        let written = self.describe();
        if written == text { Ok(self) } else { Err(Error::position("the text", text, written)) }
    }

    /// Reads a legal move (or, at `Turn::Chance`, a possible outcome); anything else is an error. By default the
    /// one among [`Game::moves`] or [`Game::chances`] that is written so.
    fn parse_move(&self, text: &str) -> Result<Self::Move> {
        const SHOWN: usize = 6;
        let mut moves = MoveList::new();
        self.moves(&mut moves);
        let mut outcomes = Vec::new();
        let _ = self.chances(&mut outcomes);
        let possible = || {
            let outcomes = outcomes.iter().map(|(outcome, _)| outcome);
            moves.iter().chain(outcomes).copied()
        };
        if let Some(mv) = possible().find(|&mv| self.describe_move(mv) == text) {
            return Ok(mv);
        }
        let mut expected: Vec<String> = possible().map(|mv| self.describe_move(mv)).collect();
        if self.turn() == Turn::Over {
            expected.push("no move: the game is over".to_owned());
        } else if expected.len() > SHOWN {
            expected.truncate(SHOWN);
            expected.push("…".to_owned());
        }
        Err(Error::notation(text, expected.join(" or ")))
    }

    /// Appends a move or outcome in the game's notation: no blanks, and different for different moves.
    fn write_move(&self, mv: Self::Move, out: &mut String);

    /// A move or outcome as [`Tabletop::write_move`] writes it.
    fn describe_move(&self, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(mv, &mut text);
        text
    }

    /// The dice of a game that begins at `start`, where the rules ask for dice of their own instead of
    /// [`Game::roll`] on one of our streams.
    fn own_dice(_rules: &Self::Rules, _start: &Self) -> Option<Box<dyn Dice<Self>>> {
        None
    }

    /// What the game's own referee does when the agent of `seat`, whose turn it is, commits a fault: by
    /// default that seat loses and the others share the win.
    fn sanction(&self, seat: Seat, _fault: Fault) -> Sanction<Self::Move> {
        Sanction::loses(seat, self.seats())
    }

    /// Why the game is over, in a few words (`king captured`); empty while it is not over. By default only that it is.
    fn ending(&self) -> &'static str {
        if self.turn() == Turn::Over { "game over" } else { "" }
    }

    /// In what players count what a move costs: by default in percent of a win.
    fn unit(&self) -> ShareUnit {
        ShareUnit::PERCENT
    }

    /// Whether [`Game::moves`] lists a move; games override it where they can tell without listing. `buffer` is
    /// scratch space.
    fn is_legal(&self, mv: Self::Move, buffer: &mut MoveList<Self::Move>) -> bool {
        self.moves(buffer);
        buffer.contains(&mv)
    }

    /// The number of legal moves of the seat to move; games override it where they can count without
    /// listing. `buffer` is scratch space.
    fn count_moves(&self, buffer: &mut MoveList<Self::Move>) -> u64 {
        self.moves(buffer);
        buffer.len() as u64
    }

    /// The chance outcomes that perft follows, in order: by default all of them. Games
    /// with too many outcomes follow one fixed outcome and say so.
    fn counted_chances(&self, out: &mut Vec<Self::Move>) {
        let mut listed = Vec::new();
        out.clear();
        if self.chances(&mut listed) == crate::Listing::Complete {
            out.extend(listed.into_iter().map(|(outcome, _)| outcome));
        }
    }

    /// The key computed from scratch; equals [`Game::key`] at all times. A game that keeps its key while it is
    /// played says here what it must be; by default the key is computed whenever it is asked.
    fn key_from_scratch(&self) -> u64 {
        self.key()
    }

    /// The picture of the position.
    fn scene(&self) -> Scene;

    /// What a program that does not read the notation needs beyond the pieces of the scene: counters, the roll, the map.
    fn facts(&self) -> Facts {
        Facts::new()
    }

    /// The names of the scene's cells that spell a move, in the order of clicking; empty for a
    /// move without a place (a pass, a roll), and by default for every move.
    fn clicks(&self, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// Other rows of clicks that mean the same move: its steps in another order. By default there are none.
    fn other_clicks(&self, _mv: Self::Move) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// What a legal move or possible outcome does here, for people: by default what facts and pictures before and after
    /// tell. A game whose outcomes leave dice open says which fell; the same position, outcome and `seed` (of the game) give
    /// the same dice.
    fn tell(&self, mv: Self::Move, _seed: Seed) -> Account {
        Account::of(self, mv)
    }
}

/// The fields of a position between separators; another number of them is an error with what would be right.
pub fn read_fields<'a, const N: usize>(
    field: &'static str,
    text: &'a str,
    separator: char,
    expected: &str,
) -> Result<[&'a str; N]> {
    let fields: Vec<&str> = text.split(separator).collect();
    fields.try_into().map_err(|_| Error::position(field, text, expected))
}

/// Reads a number in a field of a position; anything else is an error with the numbers that are right.
pub fn read_number(field: &'static str, text: &str, range: RangeInclusive<u64>) -> Result<u64> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        Error::position(field, text, format!("a number from {least} to {most}"))
    })
}
