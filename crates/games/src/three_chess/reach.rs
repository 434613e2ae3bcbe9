//! Where a piece can go: one table look-up for a leaper, one to three for a slider.
//!
//! A slider's squares depend on which of the squares it looks along are taken. Those few bits of the
//! occupied set are gathered into a table index by multiplying both 64-bit halves of the set with
//! constants ("magic" numbers) and adding. This works for lines that bend over a seam and for the
//! long diagonals that split in two at the centre, and it does so without a branch.

use std::sync::LazyLock;

use ludarium_game::{Purpose, Rng, Seed};

use super::board::{
    COLUMN, FALLING, KNIGHT, PAWN_CAPTURES, PAWN_PUSH, RISING, ROW, SQUARES, Square, Squares, Step,
    squares,
};

/// The squares that a knight, king or pawn reaches with one step, whatever stands there.
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
    king: leaps(&[RISING, FALLING, ROW, COLUMN], None),
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
const fn leaps(kinds: &[&[Step]], home: Option<usize>) -> [Squares; SQUARES] {
    let mut table = [0; SQUARES];
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
                    table[index] |= end.bit();
                }
                step += 1;
            }
            kind += 1;
        }
        index += 1;
    }
    table
}

/// The tables of the sliders; built on first use, in about a millisecond.
pub(super) static SLIDERS: LazyLock<Sliders> = LazyLock::new(Sliders::build);

/// For every square the way into the shared table of slides.
pub(super) struct Sliders {
    rows: [Gather; SQUARES],
    columns: [Gather; SQUARES],
    rising: [Gather; SQUARES],
    falling: [Gather; SQUARES],
    slides: Vec<Squares>,
}

/// How the occupied squares that matter are gathered into an index.
#[derive(Clone, Copy, Debug, Default)]
struct Gather {
    /// The squares that matter: those with another square behind them.
    low: u64,
    high: u64,
    low_factor: u64,
    high_factor: u64,
    shift: u32,
    /// Where this square's part of the table begins.
    base: u32,
}

impl Gather {
    #[inline]
    fn index(&self, occupied: Squares) -> usize {
        let low = (occupied as u64 & self.low).wrapping_mul(self.low_factor);
        let high = ((occupied >> 64) as u64 & self.high).wrapping_mul(self.high_factor);
        (self.base as u64 + (low.wrapping_add(high) >> self.shift)) as usize
    }
}

impl Sliders {
    /// The squares that a bishop on `start` reaches, the first taken square of each line included.
    #[inline]
    pub(super) fn bishop(&self, start: Square, occupied: Squares) -> Squares {
        self.slides[self.rising[start.index()].index(occupied)]
            | self.slides[self.falling[start.index()].index(occupied)]
    }

    /// The squares that a rook on `start` reaches, the first taken square of each line included.
    #[inline]
    pub(super) fn rook(&self, start: Square, occupied: Squares) -> Squares {
        self.slides[self.rows[start.index()].index(occupied)]
            | self.slides[self.columns[start.index()].index(occupied)]
    }

    fn build() -> Sliders {
        let mut rng = Seed(0).stream(Purpose::Search, 0);
        let mut slides = Vec::new();
        let mut gathers = |steps| {
            let mut all = [Gather::default(); SQUARES];
            for start in Square::all() {
                all[start.index()] = gather(start, steps, &mut slides, &mut rng);
            }
            all
        };
        Sliders {
            rows: gathers(ROW),
            columns: gathers(COLUMN),
            rising: gathers(RISING),
            falling: gathers(FALLING),
            slides,
        }
    }
}

/// Walks every step again and again until it meets a taken square or the end of the board.
fn slide(start: Square, steps: &[Step], occupied: Squares) -> Squares {
    let mut reached = 0;
    for step in steps {
        let mut square = start;
        while let Some(next) = square.step(start.section(), step) {
            reached |= next.bit();
            if occupied & next.bit() != 0 {
                break;
            }
            square = next;
        }
    }
    reached
}

/// The squares that have another square behind them, seen from `start`.
fn inner_squares(start: Square, steps: &[Step]) -> Squares {
    let mut inner = 0;
    for step in steps {
        let mut square = start;
        while let Some(next) = square.step(start.section(), step) {
            if square != start {
                inner |= square.bit();
            }
            square = next;
        }
    }
    inner
}

/// Finds factors that keep apart all arrangements of taken squares with different slides, and adds
/// the slides to the table.
fn gather(start: Square, steps: &[Step], slides: &mut Vec<Squares>, rng: &mut Rng) -> Gather {
    let inner = inner_squares(start, steps);
    let mut cases = Vec::new();
    let mut taken: Squares = 0;
    loop {
        cases.push((taken, slide(start, steps, taken)));
        // The next larger subset of `inner`, and the empty one after the last.
        taken = taken.wrapping_sub(inner) & inner;
        if taken == 0 {
            break;
        }
    }
    let bits = inner.count_ones().max(1);
    let mut found = Gather {
        low: inner as u64,
        high: (inner >> 64) as u64,
        shift: 64 - bits,
        ..Gather::default()
    };
    let mut places: Vec<u32> = (64 - bits..64).collect();
    // A slide is empty only where there is nothing to gather, so 0 marks a free entry.
    let mut part = vec![0; 1 << bits];
    loop {
        // Each factor bit carries a square to its place; what else arrives there decides.
        rng.shuffle(&mut places);
        (found.low_factor, found.high_factor) = (0, 0);
        for (square, place) in squares(inner).zip(&places) {
            let factor = match square.index() / 64 {
                0 => &mut found.low_factor,
                _ => &mut found.high_factor,
            };
            *factor |= place
                .checked_sub(square.index() as u32 % 64)
                .map_or(0, |by| 1 << by);
        }
        part.fill(0);
        let fits = cases.iter().all(|&(taken, slide)| {
            let entry = &mut part[found.index(taken)];
            let free = *entry == 0 || *entry == slide;
            *entry = slide;
            free
        });
        if fits {
            found.base = slides.len() as u32;
            slides.extend(part);
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_ups_equal_walking() {
        let mut rng = Seed(3).stream(Purpose::Test, 0);
        for round in 0..200 {
            let mut occupied = Squares::from(rng.bits()) | Squares::from(rng.bits()) << 64;
            for _ in 0..round % 4 {
                occupied &= Squares::from(rng.bits()) | Squares::from(rng.bits()) << 64;
            }
            occupied &= (1 << SQUARES) - 1;
            for start in Square::all() {
                let rook = slide(start, ROW, occupied) | slide(start, COLUMN, occupied);
                assert_eq!(SLIDERS.rook(start, occupied), rook, "{start}");
                let bishop = slide(start, RISING, occupied) | slide(start, FALLING, occupied);
                assert_eq!(SLIDERS.bishop(start, occupied), bishop, "{start}");
            }
        }
    }

    #[test]
    fn the_most_a_lone_piece_can_do() {
        let most = |reach: &dyn Fn(Square) -> Squares| {
            let counts = Square::all().map(|start| reach(start).count_ones());
            counts.max().expect("96 squares")
        };
        assert_eq!(most(&|start| LEAPS.knight[start.index()]), 10);
        assert_eq!(most(&|start| LEAPS.king[start.index()]), 9);
        assert_eq!(most(&|start| SLIDERS.bishop(start, 0)), 17);
        let queen = |start| SLIDERS.bishop(start, 0) | SLIDERS.rook(start, 0);
        assert_eq!(most(&queen), 31);
        assert!(Square::all().all(|start| SLIDERS.rook(start, 0).count_ones() == 14));
    }

    /// The square on the same place of the next section.
    fn rotated(square: Square) -> Square {
        Square::from_index((square.index() + 32) % SQUARES)
    }

    /// The square seen in a mirror through the middle of Blue's section, which swaps Green and Red.
    fn mirrored(square: Square) -> Square {
        let section = (3 - square.section()) % 3;
        Square::new(section, 7 - square.column(), square.row()).expect("a square")
    }

    fn image(set: Squares, map: fn(Square) -> Square) -> Squares {
        squares(set)
            .map(|square| map(square).bit())
            .fold(0, |a, b| a | b)
    }

    #[test]
    fn the_three_sections_are_alike() {
        for start in Square::all() {
            let (here, there) = (start.index(), rotated(start).index());
            assert_eq!(image(LEAPS.knight[here], rotated), LEAPS.knight[there]);
            assert_eq!(image(LEAPS.king[here], rotated), LEAPS.king[there]);
            for seat in 0..3 {
                let next = (seat + 1) % 3;
                assert_eq!(
                    image(LEAPS.push[seat][here], rotated),
                    LEAPS.push[next][there]
                );
                assert_eq!(
                    image(LEAPS.capture[seat][here], rotated),
                    LEAPS.capture[next][there]
                );
            }
            let (bishop, rook) = (SLIDERS.bishop(start, 0), SLIDERS.rook(start, 0));
            assert_eq!(image(bishop, rotated), SLIDERS.bishop(rotated(start), 0));
            assert_eq!(image(rook, rotated), SLIDERS.rook(rotated(start), 0));
        }
    }

    #[test]
    fn left_and_right_are_alike_for_all_but_pawns() {
        for start in Square::all() {
            let (here, there) = (start.index(), mirrored(start).index());
            assert_eq!(image(LEAPS.knight[here], mirrored), LEAPS.knight[there]);
            assert_eq!(image(LEAPS.king[here], mirrored), LEAPS.king[there]);
            let (bishop, rook) = (SLIDERS.bishop(start, 0), SLIDERS.rook(start, 0));
            assert_eq!(image(bishop, mirrored), SLIDERS.bishop(mirrored(start), 0));
            assert_eq!(image(rook, mirrored), SLIDERS.rook(mirrored(start), 0));
        }
    }

    #[test]
    fn what_is_reached_reaches_back() {
        for start in Square::all() {
            let reach = [
                |square: Square| LEAPS.knight[square.index()],
                |square: Square| LEAPS.king[square.index()],
                |square: Square| SLIDERS.bishop(square, 0),
                |square: Square| SLIDERS.rook(square, 0),
            ];
            for reach in reach {
                assert!(squares(reach(start)).all(|end| reach(end) & start.bit() != 0));
            }
        }
    }
}
