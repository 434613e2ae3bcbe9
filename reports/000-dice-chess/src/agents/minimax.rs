//! The report's MiniMax agent: below the root the mover also chooses the kind of piece.

use crate::agents::one_look::OneLook;
use crate::agents::piece_list::{PawnTerm, PieceList};
use crate::agents::piece_squares::SquarePair;
use ludarium_dice_chess::rules::{Capture, DiceChess, Kind, Move};
use ludarium_game::{Agent, Budget, Decision, Evaluation, Gain, Game, MoveList, Rng, Scores, Turn};
use ludarium_search::{AlphaBeta, AlphaBetaOptions, TableMode};

use super::piece_memory::ListChooser;
use ludarium_agents::Judge;

/// Dice Chess without the die: where a roll is due, the side to move may move any piece. A roll that lies on
/// the table still binds, so only the first move of a search is limited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AnyKind(pub(super) DiceChess);

impl Game for AnyKind {
    type Move = Move;

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn turn(&self) -> Turn {
        match self.0.turn() {
            Turn::Chance => Turn::Seat(self.0.side().seat()),
            turn => turn,
        }
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        match self.0.turn() {
            Turn::Chance => self.0.moves_of_any_kind(out),
            _ => self.0.moves(out),
        }
    }

    fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }

    fn scores(&self) -> Scores {
        self.0.scores()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

/// What is known about Dice Chess, for the game without the die.
#[derive(Clone)]
pub(super) struct Undiced<T>(pub(super) T);

impl<T: Evaluation<DiceChess>> Evaluation<AnyKind> for Undiced<T> {
    fn evaluate(&self, position: &AnyKind) -> Scores {
        self.0.evaluate(&position.0)
    }
}

impl<T: Gain<DiceChess>> Gain<AnyKind> for Undiced<T> {
    fn gain(&self, position: &AnyKind, mv: Move) -> f32 {
        self.0.gain(&position.0, mv)
    }
}

/// Minimax over the moves of all kinds, by alpha-beta search: the value is the same.
pub(super) struct MinimaxOverKinds {
    search: AlphaBeta<Undiced<Judge<DiceChess>>, Undiced<Capture>>,
}

impl MinimaxOverKinds {
    pub(super) fn new(evaluation: Judge<DiceChess>, depth: u32, threads: usize) -> Self {
        let mut search = AlphaBeta::new(Undiced(evaluation), Undiced(Capture));
        search.options = AlphaBetaOptions {
            depth,
            table: TableMode::Exact,
            threads,
            ..AlphaBetaOptions::default()
        };
        MinimaxOverKinds { search }
    }
}

impl MinimaxOverKinds {
    /// A search that remembers nothing, for many small decisions.
    pub(super) fn without_table(evaluation: Judge<DiceChess>, depth: u32) -> Self {
        let mut minimax = MinimaxOverKinds::new(evaluation, depth, 1);
        minimax.search.options.table = TableMode::Off;
        minimax
    }
}

impl Agent<DiceChess> for MinimaxOverKinds {
    fn choose(&mut self, position: &DiceChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        self.search.choose(&AnyKind(*position), budget, rng)
    }
}

/// The original program's MiniMax: its depth has no influence, and it takes the first of the moves with the
/// largest value one ply ahead, as it misjudges promotions, castling and captures en passant.
pub(super) struct FirstBest {
    pub(super) pawns: PawnTerm,
}

impl ListChooser for FirstBest {
    fn answer(&self, position: &DiceChess, rolled: Kind, list: &PieceList) -> Option<SquarePair> {
        let best = OneLook::at(position, list, self.pawns).best_rolled(rolled)?;
        Some(best.mv.squares())
    }
}
