//! Where a piece can go: one table look-up for a leaper, one for each line of a slider.
//!
//! What a slider reaches depends on which squares of its lines are taken. A line bends over at most
//! one seam, so its squares lie in two sections at most, which together fit one 64-bit word; and it
//! has at most six squares with another square behind them. A multiplication gathers these six bits
//! of the word into a table index. A diagonal through the centre splits in two and counts as two lines.

use std::sync::LazyLock;

use ludarium_game::{Purpose, Rng, Seed};

use super::board::{
    ACROSS_FIRST, COLUMN, FALLING, KNIGHT, PAWN_CAPTURES, PAWN_PUSH, RISING, ROW, SQUARES, Square,
    StepPath,
};
use super::squares::Squares;

/// The squares that a knight, king or pawn reaches with one step, whatever is on them.
pub(super) struct Leaps {
    pub(super) knight: [Squares; SQUARES],
    pub(super) king: [Squares; SQUARES],
    /// By colour: the square in front.
    pub(super) push: [[Squares; SQUARES]; 3],
    /// By colour: the squares where it captures.
    pub(super) capture: [[Squares; SQUARES]; 3],
}

/// The leaps of every square.
pub(super) static LEAPS: Leaps = Leaps {
    knight: leaps(&[KNIGHT], None),
    king: leaps(&[RISING, FALLING, ACROSS_FIRST, ROW, COLUMN], None),
    push: [
        leaps(&[&[PAWN_PUSH]], Some(0)),
        leaps(&[&[PAWN_PUSH]], Some(1)),
        leaps(&[&[PAWN_PUSH]], Some(2)),
    ],
    capture: [
        leaps(&[PAWN_CAPTURES], Some(0)),
        leaps(&[PAWN_CAPTURES], Some(1)),
        leaps(&[PAWN_CAPTURES], Some(2)),
    ],
};

/// One step of any of the kinds from every square; `home` is a pawn's own section.
const fn leaps(kinds: &[&[StepPath]], home: Option<usize>) -> [Squares; SQUARES] {
    let mut table = [Squares::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let start = Square::from_index(index);
        let home = match home {
            Some(section) => section,
            None => start.section(),
        };
        let mut kind = 0;
        while kind < kinds.len() {
            let mut step = 0;
            while step < kinds[kind].len() {
                if let Some(end) = start.step(home, kinds[kind][step]) {
                    table[index] = table[index].with(end);
                }
                step += 1;
            }
            kind += 1;
        }
        index += 1;
    }
    table
}

/// The tables of the sliders; built on first use, which takes a millisecond or two.
pub(super) static SLIDERS: LazyLock<Sliders> = LazyLock::new(Sliders::build);

/// The lines of every square.
pub(super) struct Sliders {
    rows: Box<[SliderLine; SQUARES]>,
    columns: Box<[SliderLine; SQUARES]>,
    rising: Box<[SliderLine; SQUARES]>,
    falling: Box<[SliderLine; SQUARES]>,
    /// The second branch of the diagonals that pass through the centre.
    branches: Vec<SliderLine>,
    /// Where a square's second branch is in that list; beyond its end for most squares.
    branch_of: [u8; SQUARES],
}

/// The most squares of a line, its start not counted, that have another square behind them.
const INNER_SQUARES: u32 = 6;

/// The two lines, or parts of lines, that run through a square in opposite directions.
#[derive(Clone, Debug)]
struct SliderLine {
    /// The sections that the line lies in.
    sections: SectionPair,
    /// The squares with another square behind them, in the word of these sections.
    inner: u64,
    /// Gathers the inner squares in the highest bits.
    factor: u64,
    /// What is reached, the first taken square included.
    reached: [Squares; 1 << INNER_SQUARES],
}

/// Two neighbouring sections.
#[derive(Clone, Copy, Debug)]
enum SectionPair {
    BlueGreen,
    GreenRed,
    RedBlue,
}

/// The squares that are taken, a word for each pair of sections.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakenLines([u64; 3]);

impl TakenLines {
    #[inline]
    pub(super) const fn new(set: Squares) -> TakenLines {
        let set = set.bits();
        TakenLines([set as u64, (set >> 32) as u64, (set >> 64 | set << 32) as u64])
    }
}

impl TakenLines {
    #[inline]
    const fn word(&self, sections: SectionPair) -> u64 {
        self.0[sections as usize]
    }
}

impl SliderLine {
    #[inline]
    fn index(&self, taken: &TakenLines) -> usize {
        let inner = taken.word(self.sections) & self.inner;
        (inner.wrapping_mul(self.factor) >> (u64::BITS - INNER_SQUARES)) as usize
    }

    #[inline]
    fn reached(&self, taken: &TakenLines) -> Squares {
        self.reached[self.index(taken)]
    }
}

impl Sliders {
    /// The squares that a bishop on `start` reaches, the first taken square of each line included.
    #[inline]
    pub(super) fn bishop(&self, start: Square, taken: &TakenLines) -> Squares {
        let reached =
            self.rising[start.index()].reached(taken) | self.falling[start.index()].reached(taken);
        match self.branches.get(usize::from(self.branch_of[start.index()])) {
            Some(branch) => reached | branch.reached(taken),
            None => reached,
        }
    }

    /// The squares that a rook on `start` reaches, the first taken square of each line included.
    #[inline]
    pub(super) fn rook(&self, start: Square, taken: &TakenLines) -> Squares {
        self.rows[start.index()].reached(taken) | self.columns[start.index()].reached(taken)
    }

    /// The squares that a queen on `start` reaches, the first taken square of each line included.
    #[inline]
    pub(super) fn queen(&self, start: Square, taken: &TakenLines) -> Squares {
        self.bishop(start, taken) | self.rook(start, taken)
    }

    fn build() -> Sliders {
        let mut rng = Seed(0).stream(Purpose::Search, 0);
        let mut lines = |steps| {
            let lines: Vec<SliderLine> =
                Square::all().map(|start| line(start, steps, &mut rng)).collect();
            lines.try_into().expect("a line for every square")
        };
        let (rows, columns) = (lines(ROW), lines(COLUMN));
        let (rising, falling) = (lines(RISING), lines(FALLING));
        let mut branches = Vec::new();
        let mut branch_of = [u8::MAX; SQUARES];
        for start in Square::all() {
            let known =
                slide(start, RISING, Squares::EMPTY) | slide(start, FALLING, Squares::EMPTY);
            for step in ACROSS_FIRST.chunks(1) {
                if !(slide(start, step, Squares::EMPTY) & !known).is_empty() {
                    branch_of[start.index()] = branches.len() as u8;
                    branches.push(line(start, step, &mut rng));
                }
            }
        }
        Sliders { rows, columns, rising, falling, branches, branch_of }
    }
}

/// Walks every step again and again until it meets a taken square or the end of the board.
fn slide(start: Square, steps: &[StepPath], occupied: Squares) -> Squares {
    let mut reached = Squares::EMPTY;
    for step in steps {
        let mut square = start;
        while let Some(next) = square.step(start.section(), step) {
            reached = reached.with(next);
            if occupied.holds(next) {
                break;
            }
            square = next;
        }
    }
    reached
}

/// The squares that have another square behind them, seen from `start`.
fn inner_squares(start: Square, steps: &[StepPath]) -> Squares {
    let mut inner = Squares::EMPTY;
    for step in steps {
        let mut square = start;
        while let Some(next) = square.step(start.section(), step) {
            if square != start {
                inner = inner.with(square);
            }
            square = next;
        }
    }
    inner
}

/// Finds a factor that gives different indices to all arrangements of taken squares that differ in what is reached.
fn line(start: Square, steps: &[StepPath], rng: &mut Rng) -> SliderLine {
    let inner = inner_squares(start, steps);
    let all = slide(start, steps, Squares::EMPTY).with(start);
    let sections = [SectionPair::BlueGreen, SectionPair::GreenRed, SectionPair::RedBlue]
        .into_iter()
        .find(|&pair| TakenLines::new(all).word(pair).count_ones() == all.count())
        .expect("a line lies in two sections at most");
    let mut line = SliderLine {
        sections,
        inner: TakenLines::new(inner).word(sections),
        factor: 0,
        reached: [Squares::EMPTY; 1 << INNER_SQUARES],
    };
    let mut cases = Vec::new();
    let mut bits: u128 = 0;
    loop {
        let taken = Squares::new(bits);
        cases.push((TakenLines::new(taken), slide(start, steps, taken)));
        // The next larger subset of the inner squares, and the empty one after the last.
        bits = bits.wrapping_sub(inner.bits()) & inner.bits();
        if bits == 0 {
            break;
        }
    }
    let mut places: Vec<u32> = (u64::BITS - INNER_SQUARES..u64::BITS).collect();
    loop {
        // Each bit of the factor moves a square to its place; whether other squares collide there decides.
        rng.shuffle(&mut places);
        line.factor = 0;
        for (square, place) in Squares::new(line.inner.into()).into_iter().zip(&places) {
            let way = place.checked_sub(square.index() as u32);
            line.factor |= way.map_or(0, |way| 1 << way);
        }
        // A line reaches nothing only if it has no inner squares, so an empty set marks a free entry.
        line.reached.fill(Squares::EMPTY);
        let fits = cases.iter().all(|(taken, reached)| {
            let index = line.index(taken);
            let entry = &mut line.reached[index];
            let free = entry.is_empty() || entry == reached;
            *entry = *reached;
            free
        });
        if fits {
            return line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: TakenLines = TakenLines::new(Squares::EMPTY);

    #[test]
    fn look_ups_equal_walking() {
        let mut rng = Seed(3).stream(Purpose::Test, 0);
        for round in 0..200 {
            let mut random = || u128::from(rng.bits()) | u128::from(rng.bits()) << 64;
            let mut occupied = random();
            for _ in 0..round % 4 {
                occupied &= random();
            }
            let occupied = Squares::new(occupied & ((1 << SQUARES) - 1));
            let taken = TakenLines::new(occupied);
            for start in Square::all() {
                let rook = slide(start, ROW, occupied) | slide(start, COLUMN, occupied);
                assert_eq!(SLIDERS.rook(start, &taken), rook, "{start}");
                let bishop =
                    [RISING, FALLING, ACROSS_FIRST].map(|steps| slide(start, steps, occupied));
                let bishop = bishop[0] | bishop[1] | bishop[2];
                assert_eq!(SLIDERS.bishop(start, &taken), bishop, "{start}");
            }
        }
    }

    #[test]
    fn the_most_a_lone_piece_can_do() {
        let most = |reach: &dyn Fn(Square) -> Squares| {
            let counts = Square::all().map(|start| reach(start).count());
            counts.max().expect("96 squares")
        };
        assert_eq!(most(&|start| LEAPS.knight[start.index()]), 10);
        assert_eq!(most(&|start| LEAPS.king[start.index()]), 9);
        assert_eq!(most(&|start| SLIDERS.bishop(start, &EMPTY)), 17);
        assert_eq!(most(&|start| SLIDERS.queen(start, &EMPTY)), 31);
        assert!(Square::all().all(|start| SLIDERS.rook(start, &EMPTY).count() == 14));
    }

    /// The square on the same place of the next section.
    fn rotated(square: Square) -> Square {
        Square::from_index((square.index() + 32) % SQUARES)
    }

    /// The square mirrored at the middle of Blue's section, which swaps Green and Red.
    fn mirrored(square: Square) -> Square {
        let section = (3 - square.section()) % 3;
        Square::new(section, 7 - square.column(), square.row()).expect("a square")
    }

    fn image(set: Squares, map: fn(Square) -> Square) -> Squares {
        set.into_iter().map(map).collect()
    }

    #[test]
    fn the_three_sections_are_alike() {
        for start in Square::all() {
            let (here, there) = (start.index(), rotated(start).index());
            assert_eq!(image(LEAPS.knight[here], rotated), LEAPS.knight[there]);
            assert_eq!(image(LEAPS.king[here], rotated), LEAPS.king[there]);
            for seat in 0..3 {
                let next = (seat + 1) % 3;
                assert_eq!(image(LEAPS.push[seat][here], rotated), LEAPS.push[next][there]);
                assert_eq!(image(LEAPS.capture[seat][here], rotated), LEAPS.capture[next][there]);
            }
            let (bishop, rook) = (SLIDERS.bishop(start, &EMPTY), SLIDERS.rook(start, &EMPTY));
            assert_eq!(image(bishop, rotated), SLIDERS.bishop(rotated(start), &EMPTY));
            assert_eq!(image(rook, rotated), SLIDERS.rook(rotated(start), &EMPTY));
        }
    }

    #[test]
    fn left_and_right_are_alike_for_all_but_pawns() {
        for start in Square::all() {
            let (here, there) = (start.index(), mirrored(start).index());
            assert_eq!(image(LEAPS.knight[here], mirrored), LEAPS.knight[there]);
            assert_eq!(image(LEAPS.king[here], mirrored), LEAPS.king[there]);
            let (bishop, rook) = (SLIDERS.bishop(start, &EMPTY), SLIDERS.rook(start, &EMPTY));
            assert_eq!(image(bishop, mirrored), SLIDERS.bishop(mirrored(start), &EMPTY));
            assert_eq!(image(rook, mirrored), SLIDERS.rook(mirrored(start), &EMPTY));
        }
    }

    #[test]
    fn reach_is_mutual() {
        for start in Square::all() {
            let reach = [
                |square: Square| LEAPS.knight[square.index()],
                |square: Square| LEAPS.king[square.index()],
                |square: Square| SLIDERS.bishop(square, &EMPTY),
                |square: Square| SLIDERS.rook(square, &EMPTY),
            ];
            for reach in reach {
                assert!(reach(start).into_iter().all(|end| reach(end).holds(start)));
            }
        }
    }
}
