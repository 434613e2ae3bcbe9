//! `Tabletop`: what people need on top of the rules, that is set-up, notation and a picture.

use std::fmt::Debug;

use crate::{
    Dice, Facts, Fault, Game, MoveList, OptionInfo, Result, Rng, Sanction, Scene, Scores, Seat,
    Spec, Value, VariantInfo,
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

    /// The options that refine a variant: `--variant NAME:key=value,…`.
    const OPTIONS: &'static [OptionInfo];

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

    /// Reads a legal move (or, at `Turn::Chance`, a possible outcome); anything else is an error.
    fn parse_move(&self, text: &str) -> Result<Self::Move>;

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
        let share = 1.0 / (self.seats() - 1) as f32;
        let mut scores = Scores::ZERO;
        for other in Seat::all(self.seats()).filter(|&other| other != seat) {
            scores.set(other, Value(share));
        }
        Sanction::Ends(scores)
    }

    /// Why the game is over, in a few words (`king captured`); empty while it is not over.
    fn ending(&self) -> &'static str;

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

    /// The key computed from scratch; equals [`Game::key`] at all times.
    fn key_from_scratch(&self) -> u64;

    /// The picture of the position.
    fn scene(&self) -> Scene;

    /// What a program that does not read the notation needs beyond the pieces of the scene: counters, the roll, the map.
    fn facts(&self) -> Facts {
        Facts::new()
    }

    /// The names of the scene's cells that spell a move, in the order of clicking; empty for a
    /// move without a place (a pass, a roll).
    fn clicks(&self, mv: Self::Move) -> Vec<String>;
}
