//! What attacks and defends what, and who comes first.

use ludarium_game::{MoveList, Seat};

use super::{ATTACK, MATERIAL};
use crate::rules::piece::Kind;
use crate::rules::reach::{LEAPS, SLIDERS, TakenLines};
use crate::rules::squares::Squares;
use crate::rules::{Move, ThreeChess};

/// Points and squares are divided by ten, so that all features have about the same size.
const TENTH: f32 = 0.1;

/// The features up to the stage of attack: pieces, then those of [`ATTACK`].
pub(super) const AMOUNTS: usize = MATERIAL + ATTACK.len();

/// What pieces are worth; knights and bishops are worth the same.
const PAWN: i32 = Kind::Pawn.value();
const MINOR: i32 = Kind::Knight.value();
const ROOK: i32 = Kind::Rook.value();
const QUEEN: i32 = Kind::Queen.value();

/// The seat after each.
const NEXT: [usize; 3] = [1, 2, 0];

/// The squares that pieces attack, whatever is on them.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Attacks {
    /// By seat and kind.
    by: [[Squares; 6]; 3],
    /// By seat.
    all: [Squares; 3],
}

/// What attacks what in a position, with what is needed to know it after a move.
#[derive(Default)]
pub struct Sight {
    attacks: Attacks,
    sliders: Vec<Slider>,
}

/// A piece that moves along lines.
struct Slider {
    seat: usize,
    kind: Kind,
    /// The squares that it attacks.
    reached: Squares,
}

impl Sight {
    /// Looks at a position.
    pub fn look(&mut self, position: &ThreeChess) {
        let taken = position.taken_lines();
        let mut by = [[Squares::EMPTY; 6]; 3];
        self.sliders.clear();
        for (seat, by) in by.iter_mut().enumerate() {
            for kind in [Kind::Pawn, Kind::Knight, Kind::King] {
                by[kind as usize] = position.reached_by(seat, kind, &taken, |_| ());
            }
            for kind in [Kind::Bishop, Kind::Rook, Kind::Queen] {
                by[kind as usize] = position.reached_by(seat, kind, &taken, |reached| {
                    self.sliders.push(Slider { seat, kind, reached });
                });
            }
        }
        self.attacks = Attacks::new(by);
    }

    /// What attacks what after a move: only those are looked at again whose pieces or lines are touched.
    pub(super) fn after(&self, before: &ThreeChess, mv: Move, after: &ThreeChess) -> Attacks {
        let mover = before.turn.index();
        let kind = before.kind(mv.start);
        // The kinds of each seat that are touched.
        let mut touched = [0u8; 3];
        touched[mover] |= 1 << kind as u8;
        if kind == Kind::Pawn && mv.end.row() == 0 {
            touched[mover] |= 1 << Kind::Queen as u8;
        }
        let mut changed = Squares::EMPTY.with(mv.start);
        match (0..3).find(|&seat| before.colours[seat].holds(mv.end)) {
            // A square where something was taken stays full.
            Some(victim) => touched[victim] |= 1 << before.kind(mv.end) as u8,
            None => changed = changed.with(mv.end),
        }
        // A rook that castles sees the king before, so that it is touched. Its own squares lie on the edge of the board:
        // no line leads on over them but the one that the king opens.
        for slider in &self.sliders {
            if !(slider.reached & changed).is_empty() {
                touched[slider.seat] |= 1 << slider.kind as u8;
            }
        }
        let mut by = self.attacks.by;
        let taken = after.taken_lines();
        for (seat, mut kinds) in touched.into_iter().enumerate() {
            while kinds != 0 {
                let kind = Kind::ALL[kinds.trailing_zeros() as usize];
                kinds &= kinds - 1;
                by[seat][kind as usize] = after.reached_by(seat, kind, &taken, |_| ());
            }
        }
        Attacks::new(by)
    }

    /// The weighted features of each seat after a move from the position that was looked at.
    pub fn sums_after(
        &self,
        before: &ThreeChess,
        mv: Move,
        after: &ThreeChess,
        weights: &AttackWeights,
    ) -> [f32; 3] {
        self.after(before, mv, after).sums(after, after.turn.index(), weights)
    }

    /// The weighted features of each seat if the one to move did nothing.
    pub fn sums_without_a_move(&self, position: &ThreeChess, weights: &AttackWeights) -> [f32; 3] {
        let next = NEXT[position.turn.index()];
        self.attacks.sums(position, next, weights)
    }

    /// Keeps the moves after which much is different: captures, promotions, and moves of pieces that would be lost where
    /// they stand. While a king can be taken before its owner moves, any move may stop that: then all stay,
    /// and it says `false`.
    pub fn keep_lively(&self, position: &ThreeChess, moves: &mut MoveList<Move>) -> bool {
        let Attacks { by, all } = &self.attacks;
        let seat = position.turn.index();
        let (next, last) = (NEXT[seat], NEXT[NEXT[seat]]);
        let own = position.colours[seat];
        let hostile = all[next] | all[last];
        let in_danger = hostile & own | all[next] & position.colours[last];
        if !(in_danger & position.kinds[Kind::King as usize]).is_empty() {
            return false;
        }
        let of = |kind: Kind| own & position.kinds[kind as usize];
        let from = |kind: Kind| by[next][kind as usize] | by[last][kind as usize];
        let by_pawns = from(Kind::Pawn);
        let by_minor = by_pawns | from(Kind::Knight) | from(Kind::Bishop);
        let pieces = own & !of(Kind::Pawn);
        let lost = pieces & hostile & !all[seat]
            | pieces & by_pawns
            | of(Kind::Rook) & by_minor
            | of(Kind::Queen) & (by_minor | from(Kind::Rook));
        let others = position.colours[next] | position.colours[last];
        let pawns = of(Kind::Pawn);
        let promotes = |mv: &Move| mv.end.row() == 0 && pawns.holds(mv.start);
        moves.retain(|mv| others.holds(mv.end) || lost.holds(mv.start) || promotes(mv));
        true
    }
}

impl ThreeChess {
    /// The squares that are taken, as lines need them.
    #[inline]
    fn taken_lines(&self) -> TakenLines {
        let [blue, green, red] = self.colours;
        TakenLines::new(blue | green | red)
    }

    /// The squares that the pieces of a kind attack, and what each of them attacks.
    #[inline]
    fn reached_by(
        &self,
        seat: usize,
        kind: Kind,
        taken: &TakenLines,
        mut each: impl FnMut(Squares),
    ) -> Squares {
        let sliders = &*SLIDERS;
        let mut all = Squares::EMPTY;
        for start in self.kinds[kind as usize] & self.colours[seat] {
            let index = start.index();
            let reached = match kind {
                Kind::Pawn => LEAPS.capture[seat][index],
                Kind::Knight => LEAPS.knight[index],
                Kind::Bishop => sliders.bishop(start, taken),
                Kind::Rook => sliders.rook(start, taken),
                Kind::Queen => sliders.queen(start, taken),
                Kind::King => LEAPS.king[index],
            };
            each(reached);
            all |= reached;
        }
        all
    }
}

/// The weights of the features up to the stage of attack, with zeros after them so that eight can be summed side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackWeights([f32; AttackWeights::PLACES]);

impl AttackWeights {
    const PLACES: usize = AMOUNTS.next_multiple_of(8);

    /// Weights in the order of the features; those of other stages are not used.
    pub fn new(all: &[f32]) -> AttackWeights {
        let mut places = [0.0; AttackWeights::PLACES];
        for (place, weight) in places.iter_mut().zip(&all[..all.len().min(AMOUNTS)]) {
            *place = *weight;
        }
        AttackWeights(places)
    }
}

impl Attacks {
    fn new(by: [[Squares; 6]; 3]) -> Attacks {
        let all = by.map(|[a, b, c, d, e, f]| a | b | c | d | e | f);
        Attacks { by, all }
    }

    pub fn of(position: &ThreeChess) -> Attacks {
        let taken = position.taken_lines();
        Attacks::new(
            [0, 1, 2]
                .map(|seat| Kind::ALL.map(|kind| position.reached_by(seat, kind, &taken, |_| ()))),
        )
    }

    /// Calls `tell` with each feature, pieces first, then those of [`ATTACK`].
    pub fn tell(&self, position: &ThreeChess, mut tell: impl FnMut(Seat, usize, f32)) {
        let first = position.turn.index();
        let each = self.amounts(position, first);
        for (seat, amounts) in in_turn(first).into_iter().zip(each) {
            for (feature, amount) in amounts[..AMOUNTS].iter().enumerate() {
                tell(Seat(seat as u8), feature, *amount);
            }
        }
    }

    /// The weighted features of each seat, where `first` is to move.
    pub fn sums(&self, position: &ThreeChess, first: usize, weights: &AttackWeights) -> [f32; 3] {
        let mut sums = [0.0; 3];
        let each = self.amounts(position, first);
        for (seat, amounts) in in_turn(first).into_iter().zip(&each) {
            sums[seat] = weighted(amounts, weights);
        }
        sums
    }

    /// The features of each seat in the order of their turns.
    #[inline(always)]
    fn amounts(&self, position: &ThreeChess, first: usize) -> [[f32; AttackWeights::PLACES]; 3] {
        let melee = Melee::new(self, position, in_turn(first));
        [melee.amounts::<0, 1, 2>(), melee.amounts::<1, 2, 0>(), melee.amounts::<2, 0, 1>()]
    }
}

/// The seats in the order of their turns.
#[inline(always)]
fn in_turn(first: usize) -> [usize; 3] {
    [first, NEXT[first], NEXT[NEXT[first]]]
}

/// The sum of products. Its order does not depend on the processor.
#[inline(always)]
fn weighted(amounts: &[f32; AttackWeights::PLACES], AttackWeights(weights): &AttackWeights) -> f32 {
    let mut lanes = [0.0f32; 8];
    for (amounts, weights) in amounts.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for (lane, (amount, weight)) in lanes.iter_mut().zip(amounts.iter().zip(weights)) {
            *lane += amount * weight;
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// A position with what attacks what, seats in the order of their turns. All that a seat's features need, so that their
/// code has no choices left that depend on the seat.
struct Melee {
    by: [[Squares; 6]; 3],
    all: [Squares; 3],
    own: [Squares; 3],
    kings: [Squares; 3],
    around_kings: [Squares; 3],
    kinds: [Squares; 6],
    /// Knights and bishops.
    minor: Squares,
    not_kings: Squares,
    /// What one capture wins, by who takes and who loses.
    gains: [[i32; 3]; 3],
}

impl Melee {
    #[inline(always)]
    fn new(attacks: &Attacks, position: &ThreeChess, seats: [usize; 3]) -> Melee {
        let kinds = position.kinds;
        let [pawns, knights, bishops, rooks, queens, kings] = kinds;
        let own = seats.map(|seat| position.colours[seat]);
        let kings = own.map(|own| own & kings);
        let around = |king: Squares| match king.into_iter().next() {
            Some(king) => LEAPS.king[king.index()],
            None => Squares::EMPTY,
        };
        let minor = knights | bishops;
        let mut melee = Melee {
            by: seats.map(|seat| attacks.by[seat]),
            all: seats.map(|seat| attacks.all[seat]),
            own,
            kings,
            around_kings: kings.map(around),
            kinds,
            minor,
            not_kings: pawns | minor | rooks | queens,
            gains: [[0; 3]; 3],
        };
        melee.gains = [
            [0, melee.gain::<0, 1, 2>(), melee.gain::<0, 2, 1>()],
            [melee.gain::<1, 0, 2>(), 0, melee.gain::<1, 2, 0>()],
            [melee.gain::<2, 0, 1>(), melee.gain::<2, 1, 0>(), 0],
        ];
        melee
    }

    /// The features of a seat; `A` and `B` are the seats after it.
    #[inline(always)]
    fn amounts<const SEAT: usize, const A: usize, const B: usize>(
        &self,
    ) -> [f32; AttackWeights::PLACES] {
        let (own, reached) = (self.own[SEAT], self.all[SEAT]);
        let mut found = [0.0f32; AttackWeights::PLACES];
        let (material, attack) = found.split_at_mut(MATERIAL);
        for (pieces, kind) in material.iter_mut().zip(self.kinds) {
            *pieces = count(kind & own);
        }
        for (other, won, lost) in [
            (A, self.gains[SEAT][A], self.gains[A][SEAT]),
            (B, self.gains[SEAT][B], self.gains[B][SEAT]),
        ] {
            if !(reached & self.kings[other]).is_empty() {
                attack[urgency(SEAT, other)] = 1.0;
            }
            if !(self.all[other] & self.kings[SEAT]).is_empty() {
                attack[3 + urgency(other, SEAT)] = 1.0;
            }
            let wins = &mut attack[6 + SEAT];
            *wins = wins.max(TENTH * won as f32);
            let loses = &mut attack[if other < SEAT { 9 } else { 10 }];
            *loses = loses.max(TENTH * lost as f32);
        }
        let others = self.own[A] | self.own[B];
        let hostile = self.all[A] | self.all[B];
        attack[11] = TENTH * self.value(reached & others);
        attack[12] = TENTH * self.value(hostile & own);
        attack[13] = TENTH * self.value(reached & own);
        let near = self.around_kings[A] | self.around_kings[B];
        attack[14] = TENTH * count(reached & near);
        attack[15] = TENTH * count(hostile & self.around_kings[SEAT]);
        attack[16] = TENTH * count(reached & !own);
        found
    }

    /// The most that one capture of a piece of `VICTIM` wins for `SEAT`, kings not counted: the piece, less the cheapest piece that
    /// can take it if one of the others could take back; at least 0.
    #[inline(always)]
    fn gain<const SEAT: usize, const VICTIM: usize, const OTHER: usize>(&self) -> i32 {
        let within = self.all[SEAT] & self.own[VICTIM] & self.not_kings;
        if within.is_empty() {
            return 0;
        }
        let open = !(self.all[VICTIM] | self.all[OTHER]);
        let [pawns, _, _, rooks, queens, _] = self.kinds;
        let [by_pawns, by_knights, by_bishops, by_rooks, ..] = self.by[SEAT];
        let cheapest_first = [(by_pawns, PAWN), (by_knights | by_bishops, MINOR), (by_rooks, ROOK)];
        let mut most = 0;
        for (kind, value) in [(queens, QUEEN), (rooks, ROOK), (self.minor, MINOR), (pawns, PAWN)] {
            let targets = within & kind;
            if value <= most {
                break;
            }
            if !(targets & open).is_empty() {
                return value;
            }
            // Nothing is won where only the queen or the king can take.
            let cheapest =
                cheapest_first.into_iter().find(|(reached, _)| !(targets & *reached).is_empty());
            most = most.max(cheapest.map_or(0, |(_, cost)| value - cost));
        }
        most
    }

    /// The values of the pieces on some squares, kings not counted.
    #[inline(always)]
    fn value(&self, squares: Squares) -> f32 {
        // 1, 3, 5 and 9: one for each, and 2, 4 or 8 more.
        let more = |kind: Squares| (squares & kind).count();
        let [.., rooks, queens, _] = self.kinds;
        (more(self.not_kings) + 2 * more(self.minor) + 4 * more(rooks) + 8 * more(queens)) as f32
    }
}

#[inline(always)]
fn count(squares: Squares) -> f32 {
    squares.count() as f32
}

/// How near an attacked king is to its end, by when the attacker and its owner move: 0 if it can be taken at once, 1 if
/// only a third seat moves before, 2 if its owner does.
#[inline(always)]
fn urgency(attacker: usize, owner: usize) -> usize {
    match (attacker, attacker < owner) {
        (0, _) => 0,
        (_, true) => 1,
        (_, false) => 2,
    }
}
