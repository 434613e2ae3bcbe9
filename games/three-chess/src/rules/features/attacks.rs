//! What attacks and defends what, and who comes first.

use ludarium_game::Seat;

use crate::rules::ThreeChess;
use crate::rules::piece::Kind;
use crate::rules::reach::{LEAPS, SLIDERS, Taken};
use crate::rules::squares::Squares;

/// Points and squares are divided by ten, so that all features have about the same size.
const TENTH: f32 = 0.1;

/// The squares that pieces attack, whatever is on them.
pub(super) struct Attacks<'a> {
    position: &'a ThreeChess,
    /// By seat and kind.
    by: [[Squares; 6]; 3],
    /// By seat.
    all: [Squares; 3],
}

impl<'a> Attacks<'a> {
    pub fn of(position: &'a ThreeChess) -> Attacks<'a> {
        let [blue, green, red] = position.colours;
        let taken = Taken::new(blue | green | red);
        let sliders = &*SLIDERS;
        let mut by = [[Squares::EMPTY; 6]; 3];
        let mut all = [Squares::EMPTY; 3];
        for seat in 0..3 {
            for kind in Kind::ALL {
                let mut reached = Squares::EMPTY;
                for start in position.kinds[kind as usize] & position.colours[seat] {
                    let index = start.index();
                    reached |= match kind {
                        Kind::Pawn => LEAPS.capture[seat][index],
                        Kind::Knight => LEAPS.knight[index],
                        Kind::Bishop => sliders.bishop(start, &taken),
                        Kind::Rook => sliders.rook(start, &taken),
                        Kind::Queen => sliders.queen(start, &taken),
                        Kind::King => LEAPS.king[index],
                    };
                }
                by[seat][kind as usize] = reached;
                all[seat] |= reached;
            }
        }
        Attacks { position, by, all }
    }

    /// Calls `tell` with each feature of `super::ATTACK`, by its place there.
    pub fn tell(&self, mut tell: impl FnMut(Seat, usize, f32)) {
        let first = self.position.seat_to_move().index();
        let around_kings = [0, 1, 2].map(|seat| {
            let kings = self.king(seat).into_iter();
            kings.fold(Squares::EMPTY, |all, king| all | LEAPS.king[king.index()])
        });
        // The seats by when they move.
        let seats = [first, (first + 1) % 3, (first + 2) % 3];
        for (when, seat) in seats.into_iter().enumerate() {
            let mut found = [0.0f32; super::ATTACK.len()];
            let mut won = 0;
            for (other_when, other) in seats.into_iter().enumerate().filter(|pair| pair.1 != seat) {
                if !(self.all[seat] & self.king(other)).is_empty() {
                    found[urgency(when, other_when)] = 1.0;
                }
                if !(self.all[other] & self.king(seat)).is_empty() {
                    found[3 + urgency(other_when, when)] = 1.0;
                }
                won = won.max(self.gain(seat, other));
                let lost = &mut found[if other_when < when { 9 } else { 10 }];
                *lost = lost.max(TENTH * self.gain(other, seat) as f32);
            }
            found[6 + when] = TENTH * won as f32;
            let own = self.position.colours[seat];
            let (one, two) = ((seat + 1) % 3, (seat + 2) % 3);
            let others = self.position.colours[one] | self.position.colours[two];
            let hostile = self.all[one] | self.all[two];
            found[11] = TENTH * self.value(self.all[seat] & others);
            found[12] = TENTH * self.value(hostile & own);
            found[13] = TENTH * self.value(self.all[seat] & own);
            let near = around_kings[one] | around_kings[two];
            found[14] = TENTH * (self.all[seat] & near).count() as f32;
            found[15] = TENTH * (hostile & around_kings[seat]).count() as f32;
            found[16] = TENTH * (self.all[seat] & !own).count() as f32;
            for (place, amount) in found.into_iter().enumerate() {
                tell(Seat(seat as u8), place, amount);
            }
        }
    }

    fn king(&self, seat: usize) -> Squares {
        self.position.kinds[Kind::King as usize] & self.position.colours[seat]
    }

    /// The most that one capture of a piece of `victim` wins for `seat`, kings not counted: the piece, less the cheapest piece that
    /// can take it if one of the others could take back; at least 0.
    fn gain(&self, seat: usize, victim: usize) -> i32 {
        let within = self.all[seat] & self.position.colours[victim];
        let covered = self.all[(seat + 1) % 3] | self.all[(seat + 2) % 3];
        let mut most = 0;
        for kind in PIECES.into_iter().rev() {
            let targets = within & self.position.kinds[kind as usize];
            if kind.value() <= most || targets.is_empty() {
                continue;
            }
            if !(targets & !covered).is_empty() {
                most = kind.value();
                continue;
            }
            let cheapest = PIECES
                .into_iter()
                .find(|&piece| !(targets & self.by[seat][piece as usize]).is_empty());
            // A king is never given up for a piece.
            let cost = cheapest.unwrap_or(Kind::King).value();
            most = most.max(kind.value() - cost);
        }
        most
    }

    /// The values of the pieces on some squares, kings not counted.
    fn value(&self, squares: Squares) -> f32 {
        let of = |kind: Kind| {
            let pieces = self.position.kinds[kind as usize] & squares;
            kind.value() * pieces.count() as i32
        };
        PIECES.into_iter().map(of).sum::<i32>() as f32
    }
}

/// All kinds but the king, the cheapest first.
const PIECES: [Kind; 5] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
];

/// How near an attacked king is to its end, by when the attacker and its owner move: 0 if it can be taken at once, 1 if
/// only a third seat moves before, 2 if its owner does.
fn urgency(attacker: usize, owner: usize) -> usize {
    match (attacker, attacker < owner) {
        (0, _) => 0,
        (_, true) => 1,
        (_, false) => 2,
    }
}
