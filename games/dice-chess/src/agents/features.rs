//! What a value network sees of Dice Chess: pieces, what can be rolled, who attacks what, and how near the kings' ends are.

use crate::rules::{DiceChess, Kind, OnBoard, Reach, Side};
use ludarium_game::Seat;

use ludarium_agents::shipped;
use ludarium_agents::values::{FeatureSet, Features, NetworkOutput};

/// Own pieces and the enemy's, by kind and square.
const PIECES: usize = 2 * 6 * 64;

/// Where the features of a side begin: first the own ones, then the enemy's.
const OWN: usize = PIECES;
const ENEMY: usize = OWN + EACH;

/// The features of a side: kinds that attack each kind of the other side, then sets of kinds.
const ATTACKS: usize = 0;
/// They can move.
const MOVABLE: usize = 36;
/// They can go where they threaten the king, wherever that is and where nothing attacks them.
const TO_THREATEN: usize = 42;
const TO_THREATEN_SAFELY: usize = 48;
/// They attack a square beside the king.
const BESIDE: usize = 54;
/// They can capture what threatens the own king, and go between.
const DEFENDING: usize = 60;
const BLOCKING: usize = 66;
/// Pieces of these kinds are attacked and not defended.
const HANGING: usize = 72;

/// Then levels: of the chance to capture the king with a roll, of the squares that the own king can flee to, of the lines
/// towards the enemy's king, and of what four kinds reach.
const CAPTURE: usize = 78;
const SAFE: usize = CAPTURE + CHANCES.len();
const STRAIGHT: usize = SAFE + 4;
const DIAGONAL: usize = STRAIGHT + LINES.len();
const REACHED: usize = DIAGONAL + LINES.len();
const EACH: usize = REACHED + 4 * 3;

/// The chances at which the next level begins.
const CHANCES: [f32; 6] = [0.1, 0.19, 0.24, 0.32, 0.45, 0.7];

/// The numbers of squares on a king's lines at which the next level begins.
const LINES: [u32; 3] = [3, 5, 8];

/// The same for the squares that a king can flee to, and for those that knights, bishops, rooks and queens reach.
const FLIGHTS: [u32; 4] = [1, 2, 3, 4];
const REACHES: [[u32; 3]; 4] = [[3, 6, 10], [3, 7, 11], [3, 8, 13], [5, 10, 16]];

/// The sets of squares that are counted for a side: where the features of a count begin, and which they are.
const COUNTED: [usize; 7] =
    [SAFE, STRAIGHT, DIAGONAL, REACHED, REACHED + 3, REACHED + 6, REACHED + 9];
static LEVELS: [[u8; 65]; 7] = [
    levels(&FLIGHTS),
    levels(&LINES),
    levels(&LINES),
    levels(&REACHES[0]),
    levels(&REACHES[1]),
    levels(&REACHES[2]),
    levels(&REACHES[3]),
];

/// The bits of [`CAPTURE`] for how many of how many kinds capture the king.
static CAPTURES: [[u8; 7]; 7] = {
    let mut table = [[0; 7]; 7];
    let mut all = 1;
    while all < 7 {
        let mut capturing = 0;
        while capturing <= all {
            let chance = capturing as f32 / all as f32;
            let mut level = 0;
            while level < CHANCES.len() && chance >= CHANCES[level] {
                level += 1;
            }
            table[all][capturing] = (1 << level) - 1;
            capturing += 1;
        }
        all += 1;
    }
    table
};

/// How many words all features fill.
const WORDS: usize = DiceChess::COUNT.div_ceil(64);

impl Features for DiceChess {
    const COUNT: usize = ENEMY + EACH;

    const VERSION: u32 = 2;

    const MOST_PRESENT: usize = 64 + 2 * EACH;

    const OUTPUT: NetworkOutput = NetworkOutput::Shares { seats: 2, sum: 1.0 };

    type Common = ();

    fn common(&self) {}

    fn mover(&self) -> Seat {
        self.side().seat()
    }

    #[inline]
    fn features(&self, (): &(), seat: Seat, present: &mut FeatureSet) {
        let side = if seat.index() == 0 { Side::White } else { Side::Black };
        let (kinds, [own, enemy]) = self.turned(side);
        let reach = Reach::new(kinds, [own, enemy], Side::White);
        let other = Reach::new(kinds, [enemy, own], Side::Black);
        let mut words = [0; WORDS];
        for kind in 0..6 {
            words[kind] = own & kinds[kind];
            words[6 + kind] = enemy & kinds[kind];
        }
        let sides = [
            (OWN, side_features([&reach, &other], self.movable(side))),
            (ENEMY, side_features([&other, &reach], self.movable(side.other()))),
        ];
        for (first, bits) in sides {
            let (word, bit) = (first / 64, first % 64);
            let parts = [bits << bit, bits >> 1 >> (127 - bit)];
            words[word] |= parts[0] as u64;
            words[word + 1] |= (parts[0] >> 64) as u64;
            if word + 2 < WORDS {
                words[word + 2] |= parts[1] as u64;
            }
        }
        present.set_words(&words);
    }
}

impl DiceChess {
    /// The pieces of each kind, and first the own ones and then the enemy's, as a side sees the board.
    #[inline(always)]
    fn turned(&self, side: Side) -> ([u64; 6], [u64; 2]) {
        let mut kinds = self.kinds();
        let [mut own, mut enemy] = [side, side.other()].map(|side| self.army(side));
        // The ranks run away from the seat.
        if side == Side::Black {
            kinds = kinds.map(u64::swap_bytes);
            (own, enemy) = (own.swap_bytes(), enemy.swap_bytes());
        }
        // Castling is no feature, so left and right are the same: the own king always stands on the right.
        if own & kinds[Kind::King as usize] & 0x0F0F_0F0F_0F0F_0F0F != 0 {
            kinds = kinds.map(mirrored);
            (own, enemy) = (mirrored(own), mirrored(enemy));
        }
        (kinds, [own, enemy])
    }
}

/// The features of the side whose reach is the first; the other side's reach is the second.
#[inline(always)]
fn side_features([reach, other]: [&Reach; 2], movable: u8) -> u128 {
    let attacks = reach.on_kinds();
    let on_king = (attacks >> (6 * Kind::King as usize)) as u8;
    let [all, capturing] = [movable, movable & on_king].map(|kinds| kinds.count_ones() as usize);
    let [threatening, lines] = other.threatening();
    let mut bits = u128::from(attacks) << ATTACKS;
    let sets = [
        (MOVABLE, movable),
        (TO_THREATEN, reach.to_threaten(!0)),
        (TO_THREATEN_SAFELY, reach.to_threaten(!other.squares())),
        (BESIDE, reach.beside_king()),
        (DEFENDING, reach.on(threatening)),
        (BLOCKING, reach.to(lines)),
        (HANGING, other.hanging(reach)),
        (CAPTURE, CAPTURES[all][capturing]),
    ];
    for (place, set) in sets {
        bits |= u128::from(set) << place;
    }
    let counted = [
        other.left_to_king(),
        reach.towards_king(Kind::Rook),
        reach.towards_king(Kind::Bishop),
        reach.goals(Kind::Knight),
        reach.goals(Kind::Bishop),
        reach.goals(Kind::Rook),
        reach.goals(Kind::Queen),
    ]
    .map(u64::count_ones);
    for index in 0..COUNTED.len() {
        let level = LEVELS[index][counted[index] as usize];
        bits |= u128::from(level) << COUNTED[index];
    }
    bits
}

/// For each count the bits of the steps that it reaches.
const fn levels(steps: &[u32]) -> [u8; 65] {
    let mut levels = [0; 65];
    let mut count = 0;
    while count < 65 {
        let mut step = 0;
        while step < steps.len() && count as u32 >= steps[step] {
            step += 1;
        }
        levels[count] = ((1u32 << step) - 1) as u8;
        count += 1;
    }
    levels
}

/// A set of squares with left and right exchanged.
#[inline]
fn mirrored(squares: u64) -> u64 {
    squares.swap_bytes().reverse_bits()
}

shipped!(DiceChess, "models/dice-chess-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::*;
    use ludarium_agents::battery::{assert_turned, seen_by, walk, with_colours_exchanged};

    /// How likely a roll of the kinds that can move is one of those that capture.
    fn chance_among(movable: u8, capturing: u8) -> f32 {
        let both = (movable & capturing).count_ones();
        both as f32 / movable.count_ones().max(1) as f32
    }

    /// The position with the colours exchanged and the board turned round.
    fn turned(position: &DiceChess) -> DiceChess {
        let mut fields = with_colours_exchanged(&position.describe());
        // Castling and en passant are no features.
        (fields[2], fields[3]) = ("-".to_owned(), "-".to_owned());
        let rules = DiceChess::rules(&Spec::named("seed")).unwrap();
        DiceChess::parse(&rules, &fields.join(" ")).unwrap()
    }

    /// The position with left and right exchanged.
    fn other_way_round(position: &DiceChess) -> DiceChess {
        let text = position.describe();
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let rows = fields[0].split('/');
        let rows: Vec<String> = rows.map(|row| row.chars().rev().collect()).collect();
        fields[0] = rows.join("/");
        // Castling and en passant are no features.
        (fields[2], fields[3]) = ("-".to_owned(), "-".to_owned());
        let rules = DiceChess::rules(&Spec::named("seed")).unwrap();
        DiceChess::parse(&rules, &fields.join(" ")).unwrap()
    }

    /// Sets of squares become features word by word; here is what they mean, square by square.
    #[test]
    fn every_piece_is_a_feature_of_its_square() {
        walk::<DiceChess>("seed", 10, 120, |position| {
            for (own, turn) in [(Side::White, 0), (Side::Black, 56)] {
                let mut wanted = Vec::new();
                // The own king stands on the right.
                let king = position.pieces_of(own, Kind::King).next();
                let turn = turn ^ if king.is_some_and(|king| king % 8 < 4) { 7 } else { 0 };
                for kind in Kind::ALL {
                    for (side, first) in [(own, 0), (own.other(), 6)] {
                        let first = 64 * (first + kind as u32);
                        let squares = position.pieces_of(side, kind);
                        wanted.extend(squares.map(|square| first + u32::from(square ^ turn)));
                    }
                }
                wanted.sort_unstable();
                let mut found = seen_by(position, own.seat());
                found.retain(|&feature| feature < PIECES as u32);
                assert_eq!(found, wanted);
            }
        });
    }

    /// The features of a side are packed into words; here they are one by one, on a board that is not turned.
    #[test]
    fn every_set_and_level_is_a_feature_of_its_side() {
        walk::<DiceChess>("seed", 10, 120, |position| {
            for own in [Side::White, Side::Black] {
                let mut wanted = Vec::new();
                for (first, side) in [(OWN, own), (ENEMY, own.other())] {
                    let [reach, other] = [side, side.other()].map(|side| Reach::of(position, side));
                    let mut has = |place: usize, present: bool| {
                        wanted.extend(present.then_some((first + place) as u32));
                    };
                    let on = |kind: Kind| reach.on(position.squares_of(side.other(), kind));
                    let movable = position.movable(side);
                    let [threatening, lines] = other.threatening();
                    let sets = [
                        (MOVABLE, movable),
                        (TO_THREATEN, reach.to_threaten(!0)),
                        (TO_THREATEN_SAFELY, reach.to_threaten(!other.squares())),
                        (BESIDE, reach.beside_king()),
                        (DEFENDING, reach.on(threatening)),
                        (BLOCKING, reach.to(lines)),
                        (HANGING, other.hanging(&reach)),
                    ];
                    let attacks = Kind::ALL.map(|kind| (ATTACKS + 6 * kind as usize, on(kind)));
                    for (place, set) in attacks.into_iter().chain(sets) {
                        (0..6).for_each(|kind| has(place + kind, set >> kind & 1 != 0));
                    }
                    let chance = chance_among(movable, on(Kind::King));
                    for (level, least) in CHANCES.into_iter().enumerate() {
                        has(CAPTURE + level, chance >= least);
                    }
                    let counts = [
                        (SAFE, &FLIGHTS[..], other.left_to_king()),
                        (STRAIGHT, &LINES, reach.towards_king(Kind::Rook)),
                        (DIAGONAL, &LINES, reach.towards_king(Kind::Bishop)),
                        (REACHED, &REACHES[0], reach.goals(Kind::Knight)),
                        (REACHED + 3, &REACHES[1], reach.goals(Kind::Bishop)),
                        (REACHED + 6, &REACHES[2], reach.goals(Kind::Rook)),
                        (REACHED + 9, &REACHES[3], reach.goals(Kind::Queen)),
                    ];
                    for (place, steps, squares) in counts {
                        for (level, &least) in steps.iter().enumerate() {
                            has(place + level, squares.count_ones() >= least);
                        }
                    }
                }
                wanted.sort_unstable();
                let mut found = seen_by(position, own.seat());
                found.retain(|&feature| feature >= PIECES as u32);
                assert_eq!(found, wanted);
            }
        });
    }

    /// Levels are looked up; here is what they mean.
    #[test]
    fn a_level_has_a_bit_for_each_step_that_is_reached() {
        let level = |steps: usize| (1u8 << steps) - 1;
        for (levels, steps) in LEVELS[3..].iter().zip(&REACHES) {
            for (count, bits) in levels.iter().enumerate() {
                let reached = steps.iter().filter(|least| count as u32 >= **least);
                assert_eq!(*bits, level(reached.count()));
            }
        }
        let flights = [0, 1, 2, 3, 4, 5].map(|count: usize| LEVELS[0][count]);
        assert_eq!(flights, [0, 1, 3, 7, 15, 15]);
        for (movable, capturing) in (0..64).flat_map(|all| (0..64).map(move |some| (all, some))) {
            let chance = chance_among(movable, capturing);
            let reached = CHANCES.iter().filter(|least| chance >= **least).count();
            let [all, some] = [movable, movable & capturing].map(|kinds| kinds.count_ones());
            assert_eq!(CAPTURES[all as usize][some as usize], level(reached));
        }
    }

    #[test]
    fn a_mirrored_board_looks_the_same() {
        walk::<DiceChess>("seed", 10, 120, |position| {
            let kings =
                [Side::White, Side::Black].map(|side| position.squares_of(side, Kind::King));
            // A roll may need a right that is left out here.
            if position.rolled().is_none() && !kings.contains(&0) {
                let other = other_way_round(position);
                for seat in [Seat(0), Seat(1)] {
                    assert_eq!(seen_by(position, seat), seen_by(&other, seat));
                }
            }
        });
    }

    #[test]
    fn a_turned_board_looks_the_same_to_the_other_side() {
        walk::<DiceChess>("seed", 10, 120, |position| {
            // A roll may need a right that is left out here.
            if position.rolled().is_none() {
                assert_turned(position, &turned(position));
            }
        });
    }
}
