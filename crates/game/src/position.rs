//! `Position`: a position of any game. Commands, page, exports and bots use it.

use std::any::Any;
use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::{
    Account, Candidate, ChancePlace, Decision, Error, Facts, Fault, Listing, MoveList, OptionInfo,
    Result, Rng, Sanction, Scene, Scores, Seat, Seed, ShareUnit, Tabletop, Turn, divide,
};

/// A position whose game is known only while the program runs: moves and outcomes are texts in the game's
/// notation. Searches and playouts never see it: they are compiled for each game.
pub struct Position(Box<dyn AnyPosition>);

/// A move or chance outcome that is possible now.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move or outcome in the game's notation.
    pub text: String,
    /// The cells to click for it, in order; none for a move without a place.
    pub clicks: Vec<String>,
    /// Other rows of clicks that mean the same.
    pub other_clicks: Vec<Vec<String>>,
    /// How likely it is; `None` for a move of a seat.
    pub probability: Option<f64>,
}

impl Position {
    /// Hides the game of a position.
    pub fn new<G: Tabletop>(position: G) -> Position {
        Position(Box::new(position))
    }

    /// The position as its game knows it; `None` if it belongs to another game.
    pub fn as_game<G: Tabletop>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// The position as its game knows it; an error if it belongs to another game.
    pub fn typed<G: Tabletop>(&self) -> Result<&G> {
        let stranger = || format!("it belongs to {}, not {}", self.game(), G::NAME);
        self.as_game().ok_or_else(|| Error::Impossible(stranger()))
    }

    /// The position as its game knows it, to be changed; `None` if it belongs to another game.
    pub(crate) fn as_game_mut<G: Tabletop>(&mut self) -> Option<&mut G> {
        self.0.as_any_mut().downcast_mut()
    }
}

impl Deref for Position {
    type Target = dyn AnyPosition;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for Position {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position(self.0.copy())
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.0.same(&*other.0)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.describe())
    }
}

impl<M: Copy> Decision<M> {
    /// The decision with its moves as texts. A line is written until the first chance event
    /// between two of its moves: what follows cannot be known.
    pub fn told<G: Tabletop<Move = M>>(&self, position: &G) -> Decision<String> {
        let candidates = self.candidates.iter().map(|candidate| Candidate {
            mv: position.describe_move(candidate.mv),
            scores: candidate.scores,
            visits: candidate.visits,
            bound: candidate.bound,
            line: line_texts(position, &candidate.line),
        });
        Decision {
            chosen: position.describe_move(self.chosen),
            candidates: candidates.collect(),
            nodes: self.nodes,
            iterations: self.iterations,
            depth: self.depth,
            time: self.time,
        }
    }
}

fn line_texts<G: Tabletop>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut at = position.clone();
    let mut told = Vec::with_capacity(line.len());
    for &mv in line {
        let text = at.describe_move(mv);
        if at.parse_move(&text) != Ok(mv) {
            break;
        }
        told.push(text);
        at.play(mv);
    }
    told
}

/// A position of any game as programs use it, by texts: what a [`Position`] can do. Every [`Tabletop`] implements it.
pub trait AnyPosition: Send + Sync {
    /// The position as its own type, to find its game again.
    fn as_any(&self) -> &dyn Any;

    /// The same, to be changed.
    fn as_any_mut(&mut self) -> &mut dyn Any;

    /// Another position like it.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// Whether it is the same position of the same game.
    fn same(&self, other: &dyn AnyPosition) -> bool;

    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The options of the game's variants.
    fn options(&self) -> &'static [OptionInfo];

    /// The number of seats.
    fn seats(&self) -> usize;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// Whether the game's chance events come before or after moves.
    fn chance(&self) -> ChancePlace;

    /// The legal moves of the seat to move, or the outcomes of the pending chance event, sorted by text.
    /// Empty when the game is over and when the outcomes are too many to list.
    fn choices(&self) -> Vec<Choice>;

    /// The texts of the legal moves of the seat to move, sorted; empty where nobody is to move.
    fn moves(&self) -> Vec<String>;

    /// A legal move or possible outcome in the form in which the game writes it; anything else is an error.
    fn read_move(&self, text: &str) -> Result<String>;

    /// Makes a legal move, or applies a possible chance outcome.
    fn play(&mut self, text: &str) -> Result<()>;

    /// Draws the pending chance event, applies it and returns its text; `None` where none is pending.
    fn roll(&mut self, rng: &mut Rng) -> Option<String>;

    /// Draws and applies chance events until a seat is to move or the game is over, as [`AnyPosition::roll`] would.
    fn settle(&mut self, rng: &mut Rng);

    /// How likely a chance outcome is; `None` where the outcomes cannot be listed or it is not among them.
    fn probability(&self, outcome: &str) -> Option<f64>;

    /// The cells that spell a move, in the order of clicking; empty for texts that are no move here.
    fn clicks(&self, text: &str) -> Vec<String>;

    /// What a legal move or possible outcome does here, for people: see [`Tabletop::tell`].
    fn tell(&self, text: &str, seed: Seed) -> Result<Account>;

    /// The result; only meaningful when the game is over.
    fn scores(&self) -> Scores;

    /// Why the game is over, in a few words; empty while it is not.
    fn ending(&self) -> &'static str;

    /// In what players count what a move costs.
    fn unit(&self) -> ShareUnit;

    /// What the game's rules do about a fault of the seat to move; the move that is made instead is a text.
    fn sanction(&self, seat: Seat, fault: Fault) -> Sanction<String>;

    /// The position in the game's notation, on one line.
    fn describe(&self) -> String;

    /// The key of everything that decides what follows: see [`crate::Game::key`].
    fn key(&self) -> u64;

    /// The picture of the position.
    fn scene(&self) -> Scene;

    /// What programs are told beyond it: see [`Tabletop::facts`].
    fn facts(&self) -> Facts;

    /// The lines of `depth` moves below each first move: see [`divide`].
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

impl<G: Tabletop> AnyPosition for G {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn same(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn game(&self) -> &'static str {
        G::NAME
    }

    fn options(&self) -> &'static [OptionInfo] {
        G::OPTIONS
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        G::moves(self, &mut moves);
        let mut texts: Vec<String> = moves.iter().map(|&mv| self.describe_move(mv)).collect();
        texts.sort_unstable();
        texts
    }

    fn read_move(&self, text: &str) -> Result<String> {
        Ok(self.describe_move(self.parse_move(text)?))
    }

    fn seats(&self) -> usize {
        G::seats(self)
    }

    fn turn(&self) -> Turn {
        G::turn(self)
    }

    fn chance(&self) -> ChancePlace {
        G::CHANCE
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |mv: G::Move, probability: Option<f64>| Choice {
            text: self.describe_move(mv),
            clicks: G::clicks(self, mv),
            other_clicks: self.other_clicks(mv),
            probability,
        };
        let mut choices: Vec<Choice> = match G::turn(self) {
            Turn::Over => Vec::new(),
            Turn::Seat(_) => {
                let mut moves = MoveList::new();
                G::moves(self, &mut moves);
                moves.iter().map(|&mv| choice(mv, None)).collect()
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                // An event that can only be sampled leaves the list empty.
                let _ = self.chances(&mut outcomes);
                let listed = outcomes.into_iter();
                listed.map(|(mv, chance)| choice(mv, Some(chance))).collect()
            }
        };
        choices.sort_by(|a, b| a.text.cmp(&b.text));
        choices
    }

    fn play(&mut self, text: &str) -> Result<()> {
        if G::turn(self) == Turn::Over {
            return Err(Error::notation(text, "no move: the game is over"));
        }
        let mv = self.parse_move(text)?;
        G::play(self, mv);
        Ok(())
    }

    fn roll(&mut self, rng: &mut Rng) -> Option<String> {
        if G::turn(self) != Turn::Chance {
            return None;
        }
        let outcome = G::roll(self, rng);
        let text = self.describe_move(outcome);
        G::play(self, outcome);
        Some(text)
    }

    fn settle(&mut self, rng: &mut Rng) {
        while G::turn(self) == Turn::Chance {
            let outcome = G::roll(self, rng);
            G::play(self, outcome);
        }
    }

    fn probability(&self, outcome: &str) -> Option<f64> {
        let mv = self.parse_move(outcome).ok()?;
        let mut outcomes = Vec::new();
        if self.chances(&mut outcomes) != Listing::Complete {
            return None;
        }
        let found = outcomes.into_iter().find(|(known, _)| *known == mv);
        found.map(|(_, probability)| probability)
    }

    fn tell(&self, text: &str, seed: Seed) -> Result<Account> {
        Ok(G::tell(self, self.parse_move(text)?, seed))
    }

    fn clicks(&self, text: &str) -> Vec<String> {
        match self.parse_move(text) {
            Ok(mv) => G::clicks(self, mv),
            Err(_) => Vec::new(),
        }
    }

    fn scores(&self) -> Scores {
        G::scores(self)
    }

    fn ending(&self) -> &'static str {
        G::ending(self)
    }

    fn unit(&self) -> ShareUnit {
        G::unit(self)
    }

    fn sanction(&self, seat: Seat, fault: Fault) -> Sanction<String> {
        match G::sanction(self, seat, fault) {
            Sanction::Ends(scores) => Sanction::Ends(scores),
            Sanction::Plays { mv, benched } => {
                Sanction::Plays { mv: self.describe_move(mv), benched }
            }
        }
    }

    fn describe(&self) -> String {
        G::describe(self)
    }

    fn key(&self) -> u64 {
        G::key(self)
    }

    fn scene(&self) -> Scene {
        G::scene(self)
    }

    fn facts(&self) -> Facts {
        G::facts(self)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        divide(self, depth)
    }
}
