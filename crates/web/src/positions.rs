//! Positions that somebody wants to see: pasted, or reached by trying moves.

use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_arena::{Happening, Luck};
use ludarium_game::{Error, Purpose, Seat, Seed, Turn};
use serde::{Deserialize, Serialize};

use crate::api::{Board, LogEntry, SeatStyleView, SeedOrder, View};
use crate::error::{Result, WebError};
use crate::tables::Picture;

/// Moves that may be tried in a row.
pub const MOST_MOVES: usize = 5000;
/// What stands for an outcome that chance shall choose.
const CHANCE: &str = "?";

/// A position that somebody wants to see.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionOrder {
    /// The game.
    pub game: String,
    /// Its variant with options.
    pub variant: Option<String>,
    /// Where to begin; the game's start by default.
    pub position: Option<String>,
    /// Moves and outcomes, in order; `?` lets chance decide.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The seed of the start and of chance.
    pub seed: Option<SeedOrder>,
}

/// A position and what led to it.
#[derive(Debug, Serialize)]
pub struct PositionView {
    state: String,
    board: Board,
    view: View,
    seats: Vec<SeatStyleView>,
    log: Vec<LogEntry>,
}

/// Shows a position.
pub fn show(order: PositionOrder) -> Result<PositionView> {
    let (game, variant) = (order.game.clone(), order.variant.clone());
    let variant = variant.filter(|variant| !variant.is_empty());
    with_kit(&game, variant.as_deref(), Show(order))?
}

struct Show(PositionOrder);

impl KitTask for Show {
    type Output = Result<PositionView>;

    fn run<G: Kit>(self, rules: G::Rules) -> Result<PositionView> {
        let order = self.0;
        let seed = Seed(order.seed.map_or(Ok(1), SeedOrder::number)?);
        let line = Line::<G>::follow(&rules, order.position.as_deref(), &order.moves, seed)?;
        let picture = Picture::of(&line.position);
        let mut view = picture.view(&line.position, line.made.last(), line.made.len());
        view.legal = Some(picture.legal(&line.position));
        let entry = |made: &Happening<G>| LogEntry {
            by: made.by.map(|seat| seat.0),
            text: made.text.clone(),
            cells: picture.cells.indices(&made.before.clicks(made.mv)),
            ms: None,
            value: None,
        };
        Ok(PositionView {
            state: view.state.clone(),
            seats: SeatStyleView::of(&picture.scene),
            log: line.made.iter().map(entry).collect(),
            board: picture.board.clone(),
            view,
        })
    }
}

/// A line of moves from a start.
pub struct Line<G: Kit> {
    /// Where it leads.
    pub position: G,
    /// What was made on the way.
    pub made: Vec<Happening<G>>,
}

impl<G: Kit> Line<G> {
    /// Follows moves and outcomes from a position, or from the game's start.
    pub fn follow(
        rules: &G::Rules,
        position: Option<&str>,
        moves: &[String],
        seed: Seed,
    ) -> Result<Line<G>> {
        if moves.len() > MOST_MOVES {
            return Err(WebError::bad(format!("more than {MOST_MOVES} moves")));
        }
        let start = match position.map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => G::parse(rules, text)?,
            None => G::start(rules, &mut seed.stream(Purpose::Start, 0)),
        };
        let mut luck = Luck::<G>::new(rules, &start, seed);
        let mut line = Line {
            position: start,
            made: Vec::new(),
        };
        for text in moves {
            line.make(text, &mut luck)?;
        }
        Ok(line)
    }

    fn make(&mut self, text: &str, luck: &mut Luck<G>) -> Result<()> {
        let position = &self.position;
        let by: Option<Seat> = match position.turn() {
            Turn::Over => return Err(Error::notation(text, "no move: the game is over").into()),
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
        };
        let mv = match (text, by) {
            (CHANCE, None) => luck.roll(position),
            (text, _) => position.parse_move(text)?,
        };
        luck.observe(position, mv, by);
        let mut after = position.clone();
        after.play(mv);
        self.made.push(Happening {
            text: position.describe_move(mv),
            before: std::mem::replace(&mut self.position, after),
            mv,
            by,
        });
        Ok(())
    }
}
