//! `AnyTensors`: the numbers of a game that is known only while the program runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::vector::{AnyVector, TypedVector};
use super::{Array, Symmetry, Tensors};
use crate::{Error, Game, MoveList, Position, Purpose, Result, Scores, Seat, Seed, Tabletop, Turn};

/// The numbers of any game under one variant.
pub trait AnyTensors: Send + Sync {
    /// How many actions there are.
    fn actions(&self) -> usize;

    /// The arrays of an observation, in order.
    fn arrays(&self) -> &[Array];

    /// How many numbers an observation has.
    fn size(&self) -> usize;

    /// How the board can be turned: see [`Tensors::symmetries`].
    fn symmetries(&self) -> Vec<Symmetry>;

    /// The actions that are legal, ascending; none where nobody is to move.
    fn legal(&self, position: &Position) -> Result<Vec<u32>>;

    /// The action of a legal move in the game's notation.
    fn action(&self, position: &Position, text: &str) -> Result<usize>;

    /// The move of a legal action in the game's notation.
    fn text(&self, position: &Position, action: usize) -> Result<String>;

    /// Makes the move of a legal action.
    fn play(&self, position: &mut Position, action: usize) -> Result<()>;

    /// A place for the legal moves of a position, for callers that list them and then play one of them.
    fn numbering(&self) -> Box<dyn Numbering>;

    /// Writes what a seat sees over `out`, which has [`AnyTensors::size`] numbers.
    fn observe(&self, position: &Position, seat: Seat, out: &mut [f32]) -> Result<()>;

    /// `count` games that are played at once. They begin with [`AnyVector::reset`].
    fn vector(&self, count: usize, threads: usize) -> Box<dyn AnyVector>;

    /// Plays random games on from a position, until `halt` is set.
    fn playouts(
        &self,
        position: &Position,
        games: u64,
        seed: Seed,
        halt: &AtomicBool,
    ) -> Result<Playouts>;
}

/// The legal moves of a position with their actions. They are listed once and not again to play one of them, and the next
/// list takes their place in memory.
pub trait Numbering: Send {
    /// Lists the actions that are legal, ascending; none where nobody is to move.
    fn list(&mut self, position: &Position) -> Result<&[u32]>;

    /// The list that was made last.
    fn listed(&self) -> &[u32];

    /// Makes the move of an action. The position is the one that was listed last, unchanged since.
    fn play(&mut self, position: &mut Position, action: usize) -> Result<()>;
}

/// What random games from a position came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Playouts {
    /// How many were played to the end.
    pub games: u64,
    /// How many moves and chance events they had together.
    pub plies: u64,
    /// The sum of their scores.
    pub scores: Scores,
}

/// The numbers of one game under the rules of one variant.
pub struct TypedTensors<G: Tabletop> {
    tensors: Arc<dyn Tensors<G>>,
    rules: G::Rules,
    arrays: Vec<Array>,
}

impl<G: Tabletop> TypedTensors<G> {
    /// The numbers that `tensors` makes of the positions under these rules.
    pub fn new(tensors: Arc<dyn Tensors<G>>, rules: G::Rules) -> TypedTensors<G> {
        TypedTensors { arrays: tensors.arrays(), tensors, rules }
    }

    /// The legal moves with their actions.
    fn numbered(&self, position: &G) -> TypedNumbering<G> {
        let mut numbered = TypedNumbering::new(self.tensors.clone());
        numbered.number(position);
        numbered
    }
}

/// The legal moves of a position of one game with their actions.
struct TypedNumbering<G: Tabletop> {
    tensors: Arc<dyn Tensors<G>>,
    moves: MoveList<G::Move>,
    actions: Vec<Option<u32>>,
    ascending: Vec<u32>,
}

impl<G: Tabletop> TypedNumbering<G> {
    fn new(tensors: Arc<dyn Tensors<G>>) -> TypedNumbering<G> {
        TypedNumbering {
            tensors,
            moves: MoveList::new(),
            actions: Vec::new(),
            ascending: Vec::new(),
        }
    }

    fn number(&mut self, position: &G) {
        position.moves(&mut self.moves);
        self.tensors.number(position, &self.moves, &mut self.actions);
    }

    /// The move of an action among those of the position that was numbered last, which is `position`.
    fn find(&self, position: &G, action: usize) -> Result<G::Move> {
        let wanted = u32::try_from(action).ok();
        let mut known = self.actions.iter();
        let place = known.position(|one| one.is_some() && *one == wanted);
        place.map(|place| self.moves[place]).ok_or_else(|| {
            let reason = match position.turn() {
                Turn::Over => "the game is over".to_owned(),
                Turn::Chance => "chance is next".to_owned(),
                Turn::Seat(_) if action >= self.tensors.actions() => {
                    format!("expected a number below {}", self.tensors.actions())
                }
                Turn::Seat(_) => format!("the mask allows {} others", self.moves.len()),
            };
            Error::illegal(&format!("action {action}"), reason)
        })
    }
}

impl<G: Tabletop> Numbering for TypedNumbering<G> {
    fn list(&mut self, position: &Position) -> Result<&[u32]> {
        self.number(position.typed()?);
        self.ascending.clear();
        self.ascending.extend(self.actions.iter().flatten());
        self.ascending.sort_unstable();
        Ok(&self.ascending)
    }

    fn listed(&self) -> &[u32] {
        &self.ascending
    }

    fn play(&mut self, position: &mut Position, action: usize) -> Result<()> {
        let mv = self.find(position.typed()?, action)?;
        if let Some(position) = position.as_game_mut::<G>() {
            position.play(mv);
        }
        Ok(())
    }
}

impl<G: Tabletop> AnyTensors for TypedTensors<G> {
    fn actions(&self) -> usize {
        self.tensors.actions()
    }

    fn arrays(&self) -> &[Array] {
        &self.arrays
    }

    fn size(&self) -> usize {
        self.arrays.iter().map(Array::size).sum()
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        self.tensors.symmetries()
    }

    fn legal(&self, position: &Position) -> Result<Vec<u32>> {
        self.numbering().list(position).map(<[u32]>::to_vec)
    }

    fn action(&self, position: &Position, text: &str) -> Result<usize> {
        let position = position.typed::<G>()?;
        let wanted = position.parse_move(text)?;
        let numbered = self.numbered(position);
        let mut pairs = numbered.moves.iter().zip(&numbered.actions);
        let found = pairs.find(|(mv, _)| **mv == wanted);
        let action = found.and_then(|(_, action)| *action);
        action
            .map(|action| action as usize)
            .ok_or_else(|| Error::illegal(text, "it is no move of a seat that has an action"))
    }

    fn text(&self, position: &Position, action: usize) -> Result<String> {
        let position = position.typed::<G>()?;
        let mv = self.numbered(position).find(position, action)?;
        Ok(position.describe_move(mv))
    }

    fn play(&self, position: &mut Position, action: usize) -> Result<()> {
        self.numbered(position.typed::<G>()?).play(position, action)
    }

    fn numbering(&self) -> Box<dyn Numbering> {
        Box::new(TypedNumbering::new(self.tensors.clone()))
    }

    fn observe(&self, position: &Position, seat: Seat, out: &mut [f32]) -> Result<()> {
        let position = position.typed::<G>()?;
        if seat.index() >= position.seats() {
            let (found, seats) = (seat.index().to_string(), position.seats());
            return Err(Error::value("seat", found, format!("a number below {seats}")));
        }
        out.fill(0.0);
        self.tensors.observe(position, seat, out);
        Ok(())
    }

    fn vector(&self, count: usize, threads: usize) -> Box<dyn AnyVector> {
        let (tensors, rules) = (self.tensors.clone(), self.rules.clone());
        Box::new(TypedVector::new(tensors, rules, count, threads))
    }

    fn playouts(
        &self,
        position: &Position,
        games: u64,
        seed: Seed,
        halt: &AtomicBool,
    ) -> Result<Playouts> {
        let start = position.typed::<G>()?;
        let mut moves = MoveList::new();
        let mut played = Playouts::default();
        for game in 0..games {
            if halt.load(Ordering::Relaxed) {
                break;
            }
            let mut rng = seed.stream(Purpose::Search, game);
            let mut position = start.clone();
            loop {
                let mv = match position.turn() {
                    Turn::Seat(_) => position.pick(&mut rng, &mut moves),
                    Turn::Chance => Game::roll(&position, &mut rng),
                    Turn::Over => break,
                };
                position.play(mv);
                played.plies += 1;
            }
            played.games += 1;
            played.scores += position.scores();
        }
        Ok(played)
    }
}
