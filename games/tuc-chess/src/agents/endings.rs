//! Endings with the two kings and one more piece, solved.
//!
//! Solved is the game without new presents: what one side can force, and in how many plies. Something always can: a king
//! must move and may not step beside the other one, so a lone king that can take nothing at once falls to a rook within
//! 16 plies, and with a pawn the end is never further than 31. The table is exact if no present appears until then. One may appear after
//! any move, so its word is a judgement of the search and not the end of it.

use std::sync::LazyLock;

use ludarium_game::{Evaluation, Scores, Seat};
use ludarium_search::solve::{Equations, Forced, Link, Worth, forced};

use crate::rules::{BLACK, COLUMNS, Kind, ROWS, Square, TucChess, WHITE};

const SQUARES: usize = (ROWS * COLUMNS) as usize;
/// Positions of the two kings and a piece, for each of the four pieces.
const STATES: usize = 4 * SQUARES * SQUARES * SQUARES;

/// The points for a king; tables are for this value alone.
const KING: i8 = 8;

/// What a forced end is worth at once: less than a certain one, and a little less with every ply.
const CERTAIN: f32 = 0.98;
const EACH_PLY: f32 = 1.0 - 1.0 / 256.0;

/// The third piece, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ThirdPiece {
    own: bool,
    kind: Kind,
}

/// The ending with the side to move at the bottom, going up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KingEnding {
    piece: ThirdPiece,
    /// The own king, the other king, the piece: rows times five plus column.
    squares: [usize; 3],
}

impl KingEnding {
    /// The ending of a position, if it is one that the table knows.
    fn of(position: &TucChess) -> Option<KingEnding> {
        let plain = position.piece_count() == 3 && position.presents().next().is_none();
        if !plain || position.has_quirks() || position.value_of_kind(Kind::King) != KING as u32 {
            return None;
        }
        let (own, other) = match position.side_to_move() {
            WHITE => (WHITE, BLACK),
            seat => (seat, WHITE),
        };
        let place = |square: Square| {
            let row = if own == WHITE { square.row() } else { ROWS - 1 - square.row() };
            usize::from(row * COLUMNS + square.column())
        };
        let on = |seat: Seat, kind| position.pieces_of(seat, kind).next().map(place);
        let of = |seat: Seat| {
            let kinds = [Kind::Rook, Kind::Pawn].into_iter();
            kinds.filter_map(move |kind| on(seat, kind).map(|square| (kind, square))).next()
        };
        let (piece, square) = match (of(own), of(other)) {
            (Some((kind, square)), None) => (ThirdPiece { own: true, kind }, square),
            (None, Some((kind, square))) => (ThirdPiece { own: false, kind }, square),
            _ => return None,
        };
        let squares = [on(own, Kind::King)?, on(other, Kind::King)?, square];
        Some(KingEnding { piece, squares })
    }

    fn index(&self) -> usize {
        let class = usize::from(self.piece.own) + 2 * usize::from(self.piece.kind == Kind::Rook);
        let [own, other, piece] = self.squares;
        ((class * SQUARES + own) * SQUARES + other) * SQUARES + piece
    }

    fn at(index: usize) -> KingEnding {
        let class = index / (SQUARES * SQUARES * SQUARES);
        KingEnding {
            piece: ThirdPiece {
                own: class % 2 == 1,
                kind: if class >= 2 { Kind::Rook } else { Kind::Pawn },
            },
            squares: [
                index / (SQUARES * SQUARES) % SQUARES,
                index / SQUARES % SQUARES,
                index % SQUARES,
            ],
        }
    }

    /// Whether the pieces can stand like this.
    fn is_possible(&self) -> bool {
        let [own, other, piece] = self.squares;
        let row = piece / usize::from(COLUMNS);
        let arrived = if self.piece.own { row == 0 } else { row == usize::from(ROWS) - 1 };
        own != other
            && own != piece
            && other != piece
            && !(self.piece.kind == Kind::Pawn && arrived)
    }

    /// The same pieces for the other side, which is next.
    fn handed_over(&self, own: usize, piece: usize) -> Link {
        let flip = |square: usize| {
            let (row, column) = (square / usize::from(COLUMNS), square % usize::from(COLUMNS));
            (usize::from(ROWS) - 1 - row) * usize::from(COLUMNS) + column
        };
        let next = KingEnding {
            piece: ThirdPiece { own: !self.piece.own, ..self.piece },
            squares: [self.squares[1], own, piece].map(flip),
        };
        Link { index: next.index(), other_seat: true }
    }

    /// What each move is worth.
    fn follow<W: Worth>(&self, of: &mut impl FnMut(Link) -> W) -> Vec<W> {
        let [own, other, piece] = self.squares;
        let won = |points: i8| W::exact(0.5 + f64::from(points) / POINTS);
        let mut worths = Vec::new();
        for direction in DIRECTIONS {
            let Some(to) = stepped(own, direction) else {
                continue;
            };
            if to == other {
                worths.push(won(KING));
            } else if to != piece {
                worths.push(of(self.handed_over(to, piece)));
            } else if !self.piece.own {
                // Two kings are left, and the game is over.
                worths.push(won(if self.piece.kind == Kind::Rook { 3 } else { 1 }));
            }
        }
        match self.piece {
            ThirdPiece { own: false, .. } => {}
            ThirdPiece { kind: Kind::Rook, .. } => {
                for direction in DIRECTIONS {
                    let mut to = piece;
                    for _ in 0..3 {
                        match stepped(to, direction) {
                            Some(square) if square == other => {
                                worths.push(won(KING));
                                break;
                            }
                            Some(square) if square != own => to = square,
                            _ => break,
                        }
                        worths.push(of(self.handed_over(own, to)));
                    }
                }
            }
            _ => {
                let last_row = |to: usize| i8::from(to < usize::from(COLUMNS));
                for direction in [(-1, -1), (-1, 1)] {
                    if let Some(to) = stepped(piece, direction).filter(|to| *to == other) {
                        worths.push(won(KING + last_row(to)));
                    }
                }
                match stepped(piece, (-1, 0)) {
                    Some(to) if to != own && to != other => match last_row(to) {
                        0 => worths.push(of(self.handed_over(own, to))),
                        point => worths.push(won(point)),
                    },
                    _ => {}
                }
            }
        }
        worths
    }
}

const DIRECTIONS: [(i8, i8); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// The square one step on, if the board has it.
fn stepped(square: usize, (rows, columns): (i8, i8)) -> Option<usize> {
    let row = (square as u8 / COLUMNS).checked_add_signed(rows)?;
    let column = (square as u8 % COLUMNS).checked_add_signed(columns)?;
    (row < ROWS && column < COLUMNS).then(|| usize::from(row * COLUMNS + column))
}

/// What the side to move can force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ForcedEnd {
    /// The points by which its lead grows.
    points: i8,
    /// The plies until then.
    plies: u8,
}

/// All endings, solved when they are first needed.
static TABLE: LazyLock<Vec<ForcedEnd>> = LazyLock::new(|| {
    let forced = forced(&KingEndings).into_iter();
    let end = |Forced { share, plies }| ForcedEnd {
        points: ((share - 0.5) * POINTS) as i8,
        plies: plies as u8,
    };
    forced.map(end).collect()
});

/// Solves the endings now, so that it is no part of the time for a move.
pub(super) fn prepare() {
    LazyLock::force(&TABLE);
}

/// What endings say of each other. A share is one half and a part of each point won, which stays exact.
struct KingEndings;

const POINTS: f64 = 32.0;

impl Equations for KingEndings {
    fn count(&self) -> usize {
        STATES
    }

    fn look<W: Worth>(&self, index: usize, of: &mut impl FnMut(Link) -> W) -> W {
        let ending = KingEnding::at(index);
        let worths = if ending.is_possible() { ending.follow(of) } else { Vec::new() };
        W::chosen(worths.into_iter())
    }
}

/// An evaluation that knows the endings with one piece beside the kings; elsewhere another one judges.
#[derive(Clone, Copy, Debug)]
pub(super) struct WithEndings<E>(pub E);

impl<E: Evaluation<TucChess>> Evaluation<TucChess> for WithEndings<E> {
    #[inline]
    fn evaluate(&self, position: &TucChess) -> Scores {
        if position.piece_count() > 3 {
            return self.0.evaluate(position);
        }
        verdict(position).unwrap_or_else(|| self.0.evaluate(position))
    }
}

/// The winner of a forced ending, if no present comes.
fn verdict(position: &TucChess) -> Option<Scores> {
    let ForcedEnd { points, plies } = TABLE[KingEnding::of(position)?.index()];
    let own = position.side_to_move();
    let lead = match own {
        WHITE => position.lead_in_points(),
        _ => -position.lead_in_points(),
    };
    let balance = match lead + f64::from(points) {
        0.0 => 0.0,
        end => CERTAIN * EACH_PLY.powi(plies.into()) * end.signum() as f32,
    };
    let mut scores = Scores::new(&[0.5 - 0.5 * balance; 2]);
    scores.set(own, ludarium_game::Value(0.5 + 0.5 * balance));
    Some(scores)
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Agent, Budget, Rng, Seed, Spec, Tabletop};
    use ludarium_search::{AlphaBeta, AlphaBetaOptions, Chance, TableMode};

    use super::*;
    use crate::rules::{PointsEvaluation, PointsGain};

    /// An ending as a position in which the side to move is ahead by this number of points.
    fn position(ending: &KingEnding, black: bool, lead: i32) -> TucChess {
        let mut board = [b'.'; SQUARES];
        let letter = |kind, own: bool| match (kind, own) {
            (Kind::King, own) => {
                if own {
                    b'K'
                } else {
                    b'k'
                }
            }
            (Kind::Rook, own) => {
                if own {
                    b'R'
                } else {
                    b'r'
                }
            }
            (Kind::Pawn, own) => {
                if own {
                    b'P'
                } else {
                    b'p'
                }
            }
        };
        let [own, other, piece] = ending.squares;
        board[own] = letter(Kind::King, true);
        board[other] = letter(Kind::King, false);
        board[piece] = letter(ending.piece.kind, ending.piece.own);
        let mut rows: Vec<String> = board
            .chunks(usize::from(COLUMNS))
            .map(|row| String::from_utf8(row.to_vec()).unwrap())
            .collect();
        let mut points = [20 + lead.max(0), 20 - lead.min(0)];
        if black {
            rows.reverse();
            points.reverse();
        }
        let swap = |c: char| {
            if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
        };
        let mut rows = rows.join("/");
        if black {
            rows = rows.chars().map(swap).collect();
        }
        let side = if black { 'b' } else { 'w' };
        let text = format!("{rows} {side} {} {} 3", points[0], points[1]);
        let rules = TucChess::rules(&Spec::named("2021")).unwrap();
        TucChess::parse(&rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The share of the side to move by a search without luck, to exactly this depth.
    fn searched(position: &TucChess, depth: u8) -> f32 {
        let mut search = AlphaBeta::new(PointsEvaluation, PointsGain);
        search.options = AlphaBetaOptions {
            chance: Chance::Ignore,
            discount: 1.0,
            table: TableMode::Exact,
            table_mebibytes: 16,
            ..AlphaBetaOptions::default()
        };
        let budget = Budget { depth: Some(depth.into()), ..Budget::default() };
        let decision = search.choose(position, &budget, &mut Rng::new(Seed(1)));
        decision.candidates[0].scores.of(position.side_to_move()).0
    }

    #[test]
    fn what_is_forced_is_found_by_search_and_not_sooner() {
        let (mut gains, mut losses) = (0, 0);
        for index in (0..STATES).step_by(89) {
            let ending = KingEnding::at(index);
            let ForcedEnd { points, plies } = TABLE[index];
            if !ending.is_possible() || plies > 9 {
                continue;
            }
            let black = index % 2 == 1;
            // One point too few to win without what is forced, or enough to lose by it.
            let turning = position(&ending, black, -i32::from(points) + i32::from(points.signum()));
            assert_eq!(KingEnding::of(&turning), Some(ending));
            let context = || format!("{} {points} in {plies}", turning.describe());
            match points {
                0 => panic!("something is forced: {}", context()),
                1.. => {
                    assert_eq!(searched(&turning, plies), 1.0, "{}", context());
                    if plies > 1 {
                        assert_ne!(searched(&turning, plies - 1), 1.0, "{}", context());
                    }
                    gains += 1;
                }
                _ => {
                    assert_eq!(searched(&turning, plies), 0.0, "{}", context());
                    assert_ne!(searched(&turning, plies - 1), 0.0, "{}", context());
                    losses += 1;
                }
            }
        }
        assert!(gains > 100 && losses > 100, "{gains} {losses}");
    }

    /// A king ending of a lost game: 21 to 17 ahead, and ten plies showed nothing of the king's fall.
    #[test]
    fn a_lone_king_that_leads_is_lost() {
        let furthest = (0..STATES).filter(|&index| {
            let ending = KingEnding::at(index);
            ending.is_possible() && !ending.piece.own && ending.piece.kind == Kind::Rook
        });
        let furthest = furthest.max_by_key(|&index| TABLE[index].plies).unwrap();
        assert_eq!(TABLE[furthest], ForcedEnd { points: -8, plies: 16 });
        let here = position(&KingEnding::at(furthest), true, 4);
        assert_ne!(searched(&here, 10), 0.0);
        let mut best = ludarium_agents::agent::<TucChess>("best").unwrap();
        let budget = Budget { depth: Some(2), ..Budget::default() };
        let decision = best.choose(&here, &budget, &mut Rng::new(Seed(1)));
        assert!(decision.candidates[0].scores.of(BLACK).0 < 0.1);
    }

    #[test]
    fn the_table_judges_only_what_it_knows() {
        let known = "..k../...../...../..R../...../...../..K.. w 20 20 3";
        let rules = TucChess::rules(&Spec::named("2021")).unwrap();
        let read = |text: &str| TucChess::parse(&rules, text).unwrap();
        assert!(KingEnding::of(&read(known)).is_some());
        for other in [
            "..k../*..../...../..R../...../...../..K.. w 20 20 3",
            "..k../...../...../..R../...../..p../..K.. w 20 20 4",
        ] {
            assert_eq!(KingEnding::of(&read(other)), None);
        }
        let server = TucChess::rules(&Spec::named("server")).unwrap();
        assert_eq!(KingEnding::of(&TucChess::parse(&server, known).unwrap()), None);
        // The rook takes the king at once.
        let near = read(known);
        assert!(WithEndings(PointsEvaluation).evaluate(&near).of(WHITE).0 > 0.97);
        let behind = read("..k../...../...../..R../...../...../..K.. w 10 20 3");
        assert!(WithEndings(PointsEvaluation).evaluate(&behind).of(WHITE).0 < 0.03);
        let full = TucChess::start(&rules, &mut Rng::new(Seed(1)));
        assert_eq!(WithEndings(PointsEvaluation).evaluate(&full), PointsEvaluation.evaluate(&full));
    }
}
