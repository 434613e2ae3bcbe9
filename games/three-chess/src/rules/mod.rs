//! Three-Chess: three armies on a hexagonal board of 96 squares; the player that captures a king wins, and
//! its owner loses.
//!
//! There is no check: kings may stand and move where they like. Castling asks only for a king on its
//! first square, a rook in the corner and empty squares between. A pawn that reaches the back rank of
//! another section becomes a queen.
//!
//! Moves are listed by start square, then end square, which is the alphabetical order of their texts.

mod board;
mod draw;
mod evaluation;
mod features;
mod keys;
mod king_safety;
mod moves;
mod notation;
mod piece;
mod progress;
mod reach;
mod scene;
mod slots;
mod squares;
mod variants;
mod walks;

use ludarium_game::{Game, MoveList, Rng, Scores, Seat, Turn};

use draw::Movers;
use ludarium_game::History;
use moves::CASTLINGS;
use piece::Captured;
use squares::Squares;

pub use board::{Direction, Square};
pub use evaluation::{CaptureGain, MaterialShare, ScoreGain, ScoreShare};
pub use features::{AttackWeights, FEATURES, Sight, Stage, attack_sums, feature_name, features};
pub use moves::{Move, reachable};
pub use piece::{Kind, Piece};
pub use variants::{Rules, StuckResult};

/// A position of Three-Chess.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreeChess {
    /// The squares of each seat's pieces.
    colours: [Squares; 3],
    /// The squares of the pieces of each kind.
    kinds: [Squares; 6],
    captured: [Captured; 3],
    /// How many pieces of each seat move in which way; it follows from the pieces.
    movers: [Movers; 3],
    key: u64,
    /// The positions since the last capture or pawn move, if the rules count repetitions. Boxed,
    /// because it is large and most games do not need it.
    history: Option<Box<History>>,
    plies: u32,
    rules: Rules,
    /// The seat to move, or that would be to move if the game were not over.
    turn: Seat,
    ending: Option<Ending>,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    KingCaptured,
    PlyLimit,
    Repetition,
    NoMove,
}

/// The result of a seat that gave an illegal answer, as the reference counts it: the offender gets
/// −2, both others win.
pub fn forfeit_results(offender: Seat) -> [i8; 3] {
    let mut results = [1; 3];
    results[offender.index() % 3] = -2;
    results
}

/// The reference's +1, 0 and −1 become 1, 1/2 and 0; its −2 is 0 as well. A draw is 1/2 for all.
fn scores_of(results: [i8; 3]) -> Scores {
    Scores::new(&results.map(|result| f32::from(result.max(-1) + 1) / 2.0))
}

#[inline]
const fn next_seat(seat: Seat) -> Seat {
    match seat.0 {
        0 => Seat(1),
        1 => Seat(2),
        _ => Seat(0),
    }
}

const fn seat_before(seat: Seat) -> Seat {
    Seat((seat.0 + 2) % 3)
}

impl ThreeChess {
    /// A board without pieces, from which positions are set up.
    fn empty(rules: &Rules) -> ThreeChess {
        ThreeChess {
            colours: Default::default(),
            kinds: Default::default(),
            captured: [Captured::default(); 3],
            movers: Default::default(),
            key: 0,
            history: (rules.repetition != 0).then(Box::default),
            plies: 0,
            rules: *rules,
            turn: Seat(0),
            ending: None,
        }
    }

    /// The position that every game starts from.
    fn set_up(rules: &Rules) -> ThreeChess {
        const BACK_RANK: [Kind; 8] = [
            Kind::Rook,
            Kind::Knight,
            Kind::Bishop,
            Kind::Queen,
            Kind::King,
            Kind::Bishop,
            Kind::Knight,
            Kind::Rook,
        ];
        let mut position = ThreeChess::empty(rules);
        for seat in Seat::all(3) {
            for (column, kind) in BACK_RANK.into_iter().enumerate() {
                let start = 32 * seat.index() + 4 * column;
                position.flip(Square::from_index(start), Piece::new(seat, kind));
                position.flip(Square::from_index(start + 1), Piece::new(seat, Kind::Pawn));
            }
        }
        position.begin(None);
        position
    }

    /// Completes a position whose board, turn, captured lists and plies have been set.
    fn begin(&mut self, ending: Option<Ending>) {
        for square in Square::all() {
            if let Some(piece) = self.piece(square) {
                self.movers[piece.seat().index()].add(piece.kind());
            }
        }
        self.key ^= keys::TURNS[self.turn.index()];
        if let Some(history) = &mut self.history {
            history.push(self.key);
        }
        self.ending = ending.or_else(|| self.find_ending());
    }

    /// The key from the board and the turn alone. Captured pieces are not part of it: they decide
    /// neither moves nor results.
    fn compute_key(&self) -> u64 {
        let pieces = Square::all().filter_map(|square| Some(keys::of(self.piece(square)?, square)));
        pieces.fold(keys::TURNS[self.turn.index()], |key, part| key ^ part)
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let seat = Seat::all(3).find(|seat| self.colours[seat.index()].holds(square))?;
        Some(Piece::new(seat, self.kind(square)))
    }

    /// The squares with a seat's pieces of a kind, in order.
    #[inline]
    pub fn pieces_of(&self, seat: Seat, kind: Kind) -> impl Iterator<Item = Square> {
        (self.colours[seat.index() % 3] & self.kinds[kind as usize]).into_iter()
    }

    /// The kind of the piece on a square; king, if there is none.
    #[inline]
    fn kind(&self, square: Square) -> Kind {
        let known = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
        let found = known.into_iter().find(|&kind| self.kinds[kind as usize].holds(square));
        found.unwrap_or(Kind::King)
    }

    /// The pieces that a seat has captured, in order.
    pub fn captured(&self, seat: Seat) -> impl Iterator<Item = Piece> {
        self.captured[seat.index()].pieces(seat)
    }

    /// The number of moves made since the start.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The seat to move, or the next in order if the game is over.
    pub fn seat_to_move(&self) -> Seat {
        self.turn
    }

    /// The reference's own numbers for the end of the game: +1 won, 0 neither, −1 lost, −2 for the
    /// seat that had no move where that loses; `None` while the game goes on.
    pub fn results(&self) -> Option<[i8; 3]> {
        Some(match self.ending? {
            Ending::KingCaptured => {
                let winner = seat_before(self.turn);
                let mut results = [0; 3];
                results[winner.index()] = 1;
                if let Some(king) = self.captured[winner.index()].last(winner) {
                    results[king.seat().index()] = -1;
                }
                results
            }
            Ending::NoMove if self.rules.stuck == StuckResult::Loss => forfeit_results(self.turn),
            Ending::NoMove | Ending::PlyLimit | Ending::Repetition => [0; 3],
        })
    }

    /// The results if the clock of `loser` has run out: of the other two the one with the larger
    /// score wins, the first in seat order if they are equal.
    pub fn timeout_results(&self, loser: Seat) -> [i8; 3] {
        let (one, other) = match loser.index() {
            0 => (Seat(1), Seat(2)),
            1 => (Seat(0), Seat(2)),
            _ => (Seat(0), Seat(1)),
        };
        let winner = if self.score(other) > self.score(one) { other } else { one };
        let mut results = [0; 3];
        results[loser.index() % 3] = -1;
        results[winner.index()] = 1;
        results
    }

    /// Puts a piece on an empty square, or takes it off its square.
    #[inline]
    fn flip(&mut self, square: Square, piece: Piece) {
        self.colours[piece.seat().index()].flip(square);
        self.kinds[piece.kind() as usize].flip(square);
        self.key ^= keys::of(piece, square);
    }

    /// Takes the piece of another seat off a square, if there is one, into the list of the seat to move.
    #[inline]
    fn capture(&mut self, square: Square) -> Option<Kind> {
        let seat = Seat::all(3).find(|seat| self.colours[seat.index()].holds(square))?;
        Some(self.capture_from(seat, square))
    }

    #[inline(never)]
    fn capture_from(&mut self, seat: Seat, square: Square) -> Kind {
        let victim = Piece::new(seat, self.kind(square));
        self.flip(square, victim);
        self.movers[seat.index()].remove(victim.kind());
        self.captured[self.turn.index()].push(self.turn, victim);
        victim.kind()
    }

    /// Moves the rook, if the king's move was castling.
    #[inline(never)]
    fn castle(&mut self, mv: Move) {
        let seat = self.turn;
        let rook = Piece::new(seat, Kind::Rook);
        for castling in &CASTLINGS[seat.index()] {
            if mv.start == castling.king_from
                && mv.end == castling.king_to
                && self.piece(castling.rook_from) == Some(rook)
                && self.piece(castling.rook_to).is_none()
            {
                self.flip(castling.rook_from, rook);
                self.flip(castling.rook_to, rook);
            }
        }
    }

    /// Whether the game ends here, when no king has been captured.
    fn find_ending(&self) -> Option<Ending> {
        let repeated =
            |history: &History| history.count(self.key) >= usize::from(self.rules.repetition);
        if self.rules.plies != 0 && self.plies >= self.rules.plies {
            Some(Ending::PlyLimit)
        } else if self.history.as_deref().is_some_and(repeated) {
            Some(Ending::Repetition)
        } else if !self.can_move() {
            Some(Ending::NoMove)
        } else {
            None
        }
    }
}

impl Game for ThreeChess {
    type Move = Move;

    #[inline]
    fn seats(&self) -> usize {
        3
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.ending {
            None => Turn::Seat(self.turn),
            Some(_) => Turn::Over,
        }
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if self.ending.is_none() {
            self.list_moves(out);
        }
    }

    fn pick(&self, rng: &mut Rng, buffer: &mut MoveList<Move>) -> Move {
        self.draw_move(rng, buffer)
    }

    fn play(&mut self, mv: Move) {
        let mover = self.turn;
        let own = &mut self.colours[mover.index()];
        if !own.holds(mv.start) || own.holds(mv.end) {
            return debug_assert!(false, "illegal move {}-{}", mv.start, mv.end);
        }
        own.flip(mv.start);
        let kind = self.kind(mv.start);
        let victim = self.capture(mv.end);
        self.colours[mover.index()].flip(mv.end);
        let becomes = match kind {
            Kind::Pawn if mv.end.row() == 0 => {
                self.movers[mover.index()].remove(Kind::Pawn);
                self.movers[mover.index()].add(Kind::Queen);
                Kind::Queen
            }
            _ => kind,
        };
        self.kinds[kind as usize].flip(mv.start);
        self.kinds[becomes as usize].flip(mv.end);
        self.key ^= keys::of(Piece::new(mover, kind), mv.start)
            ^ keys::of(Piece::new(mover, becomes), mv.end);
        if kind == Kind::King {
            self.castle(mv);
        }
        self.turn = next_seat(mover);
        self.key ^= keys::TURN_CHANGES[mover.index()];
        self.plies = self.plies.saturating_add(1);
        if let Some(history) = &mut self.history {
            if victim.is_some() || kind == Kind::Pawn {
                history.clear();
            }
            history.push(self.key);
        }
        self.ending = match victim {
            Some(Kind::King) => Some(Ending::KingCaptured),
            _ => self.find_ending(),
        };
    }

    fn scores(&self) -> Scores {
        scores_of(self.results().unwrap_or_default())
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn detach(&self) -> Self {
        let history = self.history.as_deref();
        ThreeChess { history: history.map(|history| Box::new(history.detach())), ..self.clone() }
    }
}
