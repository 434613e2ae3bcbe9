//! Hunts: three pieces that catch a lone one, solved.
//!
//! Where one player has a single piece left and only one other player has pieces at all, three of these catch it from two
//! positions in three, within 22 moves. No search looks so far ahead, and a network learns nothing of it as long as nobody
//! hunts: such games were drawn at the limit of turns. Further pieces of the hunter may stand in the way of the three, or
//! be captured, so the table's word is a judgement of the search and not the end of it.

use std::sync::LazyLock;

use ludarium_game::{Evaluation, Scores, Value};
use ludarium_search::solve::{Equations, Link, Worth, forced};

use super::finisher::steps_home;
use crate::rules::{Chexers, Colour, EXITS_TO_WIN, Hex};

const HEXES: usize = 37;
/// The ways to put three hunters on the board.
const TRIPLES: usize = HEXES * (HEXES - 1) * (HEXES - 2) / 6;
const STATES: usize = TRIPLES * HEXES;

/// What a hunt is worth to the hunter at the moment of the catch, and how much less a move before it.
const HUNT: f32 = 0.94;
const EACH_MOVE: f32 = 0.004;

/// What it is worth to be alone on the board with pieces enough, and how much less for each step to go. Four pieces are
/// at most 28 steps from home, so it is always better than a hunt.
const ALONE: f32 = 0.999;
const EACH_STEP: f32 = 0.002;

/// A set of hexes by their numbers: 0 to 36, by q, then by r.
type Numbers = u64;

/// Three hunters and their prey. The board is turned so that the prey leaves it as Red does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hunt {
    hunters: Numbers,
    prey: usize,
}

impl Hunt {
    fn index(self) -> usize {
        let mut rest = self.hunters;
        let [first, second, third] = [(); 3].map(|()| {
            let number = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            number
        });
        // The number of triples before this one, ordered by their largest number first.
        let triple = first + second * (second - 1) / 2 + third * (third - 1) * (third - 2) / 6;
        triple * HEXES + self.prey
    }

    fn has_hunter(self, number: usize) -> bool {
        self.hunters >> number & 1 == 1
    }

    fn is_free(self, number: usize) -> bool {
        number != self.prey && !self.has_hunter(number)
    }

    fn with_hunter_moved(self, from: usize, to: usize) -> Hunt {
        Hunt { hunters: self.hunters & !(1 << from) | 1 << to, ..self }
    }

    fn with_prey_on(self, prey: usize) -> Hunt {
        Hunt { prey, ..self }
    }
}

/// The sets of three hunters in the order of their numbers: by the largest hex first.
fn triples() -> impl Iterator<Item = Numbers> {
    (2..HEXES).flat_map(|third| {
        (1..third).flat_map(move |second| {
            (0..second).map(move |first| 1 << first | 1 << second | 1 << third)
        })
    })
}

/// Where one hex leads: the next hex in a direction, and the one behind it.
#[derive(Clone, Copy)]
struct HuntStep {
    next: usize,
    behind: Option<usize>,
}

/// The board by numbers, and what its hunts say of each other: first those with the hunters to move, then those with the prey
/// to move. A catch is a win of the hunters, anything else a draw.
struct HuntBoard {
    ways: [Vec<HuntStep>; HEXES],
    /// Where the prey leaves.
    exits: Numbers,
    triples: Vec<Numbers>,
}

impl HuntBoard {
    fn new() -> HuntBoard {
        let mut ways = [const { Vec::new() }; HEXES];
        let mut exits = 0;
        for (number, hex) in Hex::all().enumerate() {
            ways[number] = (0..6)
                .filter_map(|direction| {
                    Some(HuntStep {
                        next: number_of(hex.towards(direction, 1)?, Colour::Red),
                        behind: hex.towards(direction, 2).map(|hex| number_of(hex, Colour::Red)),
                    })
                })
                .collect();
            exits |= Numbers::from(Colour::Red.to_exit(hex) == 0) << number;
        }
        HuntBoard { ways, exits, triples: triples().collect() }
    }
}

impl Equations for HuntBoard {
    fn count(&self) -> usize {
        2 * STATES
    }

    fn look<W: Worth>(&self, index: usize, of: &mut impl FnMut(Link) -> W) -> W {
        let (prey_moves, state) = (index >= STATES, index % STATES);
        let hunt = Hunt { hunters: self.triples[state / HEXES], prey: state % HEXES };
        if hunt.has_hunter(hunt.prey) {
            return W::exact(0.5);
        }
        let mut after = |hunt: Hunt| {
            let first = if prey_moves { 0 } else { STATES };
            of(Link { index: first + hunt.index(), other_seat: true })
        };
        let behind = |way: &HuntStep| way.behind.filter(|&to| hunt.is_free(to));
        if prey_moves {
            let escapes = self.exits >> hunt.prey & 1 == 1;
            let ways = self.ways[hunt.prey].iter().filter_map(|way| {
                if hunt.has_hunter(way.next) {
                    return behind(way).map(|_| W::exact(0.5));
                }
                Some(after(hunt.with_prey_on(way.next)))
            });
            return W::chosen(ways.chain(escapes.then(|| W::exact(0.5))));
        }
        let hunters = (0..HEXES).filter(|&number| hunt.has_hunter(number));
        let ways =
            hunters.flat_map(|hunter| self.ways[hunter].iter().map(move |way| (hunter, way)));
        W::chosen(ways.filter_map(|(hunter, way)| {
            if way.next == hunt.prey {
                return behind(way).map(|_| W::exact(1.0));
            }
            let to = if hunt.has_hunter(way.next) { behind(way)? } else { way.next };
            Some(after(hunt.with_hunter_moved(hunter, to)))
        }))
    }
}

/// The moves of the hunters until they catch the prey, for every hunt as [`HuntBoard`] numbers it; 0 where they cannot force
/// it.
static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let forced = forced(&HuntBoard::new()).into_iter();
    forced.map(|forced| forced.plies.div_ceil(2) as u8).collect()
});

/// Solves the hunts now, so that it is no part of the time for a move.
pub(super) fn prepare() {
    LazyLock::force(&TABLE);
}

/// The number of a hex on a board that is turned so that a colour leaves it as Red does.
fn number_of(hex: Hex, colour: Colour) -> usize {
    static NUMBERS: LazyLock<[u8; 49]> = LazyLock::new(|| {
        let mut numbers = [0; 49];
        for (number, hex) in Hex::all().enumerate() {
            numbers[hex.place(0)] = number as u8;
        }
        numbers
    });
    NUMBERS[hex.place(colour as usize)].into()
}

/// What a player can force where at most two players have pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ForcedWin {
    /// This colour is alone with enough pieces, and this number of steps from the last exit.
    Alone(Colour, u32),
    /// Three pieces of this colour catch the last piece of another one with this number of moves.
    Hunt(Colour, u8),
}

impl ForcedWin {
    #[inline]
    fn of(position: &Chexers) -> Option<ForcedWin> {
        let on_board = |colour: &Colour| position.pieces(*colour).next().is_some();
        let mut players = Colour::ALL.into_iter().filter(on_board);
        let (first, second, third) = (players.next()?, players.next(), players.next());
        let Some(second) = second else {
            let pieces = position.count(first) + u32::from(position.exits(first));
            let enough = pieces >= EXITS_TO_WIN.into();
            return enough.then(|| ForcedWin::Alone(first, steps_home(position, first.seat())));
        };
        if third.is_some() {
            return None;
        }
        let (hunter, prey) = match (position.count(first), position.count(second)) {
            (3.., 1) => (first, second),
            (1, 3..) => (second, first),
            _ => return None,
        };
        // Three hunters and what they catch are enough to win.
        shortest(position, hunter, prey).map(|moves| ForcedWin::Hunt(hunter, moves))
    }

    fn scores(self) -> Scores {
        let (colour, worth) = match self {
            ForcedWin::Alone(colour, steps) => (colour, ALONE - EACH_STEP * steps as f32),
            ForcedWin::Hunt(colour, moves) => (colour, HUNT - EACH_MOVE * f32::from(moves)),
        };
        let mut scores = Scores::new(&[(1.0 - worth) / 2.0; 3]);
        scores.set(colour.seat(), Value(worth));
        scores
    }
}

/// The moves of the hunter until the three of its pieces that are fastest catch the prey.
fn shortest(position: &Chexers, hunter: Colour, prey: Colour) -> Option<u8> {
    // Who has no piece left passes, so the next of the two is to move.
    let prey_is_next =
        position.side() == prey || (position.side() != hunter && position.side().next() == prey);
    let table = if prey_is_next { &TABLE[STATES..] } else { &TABLE[..STATES] };
    let set_of = |colour| {
        let numbers = position.pieces(colour).map(|hex| 1 << number_of(hex, prey));
        numbers.fold(0, |set: Numbers, number: Numbers| set | number)
    };
    let (hunters, prey) = (set_of(hunter), set_of(prey).trailing_zeros() as usize);
    let mut shortest = None;
    for first in singles(hunters) {
        for second in singles(hunters & above(first)) {
            for third in singles(hunters & above(second)) {
                let hunters = first | second | third;
                let moves = table[Hunt { hunters, prey }.index()];
                if moves > 0 && shortest.is_none_or(|known| moves < known) {
                    shortest = Some(moves);
                }
            }
        }
    }
    shortest
}

/// The sets of one number each that make up a set.
fn singles(mut set: Numbers) -> impl Iterator<Item = Numbers> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set &= !lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// All numbers above the one in a set.
fn above(single: Numbers) -> Numbers {
    !(single | (single - 1))
}

/// Whether the side to move hunts a last piece and can force the catch.
pub(super) fn is_hunting(position: &Chexers) -> bool {
    matches!(ForcedWin::of(position), Some(ForcedWin::Hunt(hunter, _)) if hunter == position.side())
}

/// An evaluation that knows hunts and who is alone; elsewhere another one judges.
#[derive(Clone, Copy, Debug)]
pub(super) struct WithHunts<E>(pub E);

impl<E: Evaluation<Chexers>> Evaluation<Chexers> for WithHunts<E> {
    #[inline]
    fn evaluate(&self, position: &Chexers) -> Scores {
        match ForcedWin::of(position) {
            Some(forced) => forced.scores(),
            None => self.0.evaluate(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, MoveList, Seat, Spec, Tabletop};

    use super::*;

    fn position(text: &str) -> Chexers {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        Chexers::parse(&rules, text).unwrap()
    }

    fn hunts() -> impl Iterator<Item = Hunt> {
        let hunts =
            triples().flat_map(|hunters| (0..HEXES).map(move |prey| Hunt { hunters, prey }));
        hunts.filter(|hunt| !hunt.has_hunter(hunt.prey))
    }

    /// A hunt as a position: the prey has three exits, the hunter is the colour after it, and one of them is to move.
    fn position_of(hunt: Hunt, prey: Colour, prey_moves: bool) -> Chexers {
        let hunter = prey.next();
        let letter = |hex| match number_of(hex, prey) {
            number if number == hunt.prey => prey.letter(),
            number if hunt.has_hunter(number) => hunter.letter(),
            _ => '.',
        };
        let board: String = Hex::all().map(letter).collect();
        let side = if prey_moves { prey } else { hunter };
        let exits = Colour::ALL.map(|colour| if colour == prey { "3" } else { "0" });
        position(&format!("{board} {} {} {}", side.letter(), exits.join(","), side as usize))
    }

    /// The positions after each move, where the third player has passed if it was his turn.
    fn after_each(here: &Chexers) -> Vec<Chexers> {
        let mut moves = MoveList::new();
        here.moves(&mut moves);
        let played = moves.iter().map(|&mv| {
            let mut after = here.clone();
            after.play(mv);
            after
        });
        played
            .map(|mut after| {
                if after.count(after.side()) == 0 {
                    let mut pass = MoveList::new();
                    after.moves(&mut pass);
                    if let [pass] = pass[..] {
                        after.play(pass);
                    }
                }
                after
            })
            .collect()
    }

    /// By the moves of the game instead of backwards.
    fn looked_up_one_move_on(here: &Chexers, hunter: Colour, prey: Colour) -> Option<u8> {
        let replies = after_each(here);
        if here.side() == hunter {
            let stayed = replies.iter().filter(|after| after.exits(hunter) == 0);
            let moves = stayed.filter_map(|after| match after.count(prey) {
                0 => Some(1),
                _ => shortest(after, hunter, prey).map(|moves| moves + 1),
            });
            return moves.min();
        }
        let moves = replies.iter().map(|after| match after.count(hunter) {
            3 if after.exits(prey) == 3 => shortest(after, hunter, prey),
            _ => None,
        });
        moves.collect::<Option<Vec<u8>>>()?.into_iter().max()
    }

    #[test]
    fn the_table_is_right_one_move_on() {
        let mut forced = 0;
        for (count, hunt) in hunts().enumerate().step_by(23) {
            let prey = Colour::ALL[count % 3];
            for prey_moves in [false, true] {
                let here = position_of(hunt, prey, prey_moves);
                let hunter = prey.next();
                let expected = looked_up_one_move_on(&here, hunter, prey);
                assert_eq!(shortest(&here, hunter, prey), expected, "{}", here.describe());
                forced += usize::from(expected.is_some());
            }
        }
        assert!(forced > 1000, "{forced}");
    }

    #[test]
    fn two_hunts_in_three_succeed_within_22_moves() {
        let moves: Vec<u8> = hunts().map(|hunt| TABLE[hunt.index()]).collect();
        let forced = moves.iter().filter(|&&moves| moves > 0).count();
        assert_eq!((forced * 100 / moves.len(), moves.iter().max()), (68, Some(&22)));
    }

    #[test]
    fn more_than_three_hunt_as_their_fastest_three() {
        // Five red pieces against one blue one; Green is gone and passes.
        let here = "r...r..........r..r........r.b.......";
        let moves = |side: Colour| {
            let ply = 450 + side as usize;
            match ForcedWin::of(&position(&format!("{here} {} 0,3,3 {ply}", side.letter()))) {
                Some(ForcedWin::Hunt(Colour::Red, moves)) => moves,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(moves(Colour::Red), 7);
        // After Green's pass it is Blue's turn.
        assert_eq!(moves(Colour::Green), moves(Colour::Blue));
    }

    #[test]
    fn a_hunt_needs_three_hunters_one_prey_and_pieces_enough() {
        let forced = |text| ForcedWin::of(&position(text));
        assert!(forced("r...r..b.......r..................... r 0,3,3 450").is_some());
        // Too few hunters, two pieces to catch, somebody else on the board.
        assert_eq!(forced("r...r..b............................. r 2,3,3 450"), None);
        assert_eq!(forced("r...r..bb......r..................... r 0,3,2 450"), None);
        assert_eq!(forced("r...r..b.......r....................g r 0,2,3 450"), None);
        // Alone: with four pieces the game is won, with three it is not.
        assert_eq!(
            forced("rr........................r.........r r 0,3,3 450"),
            Some(ForcedWin::Alone(Colour::Red, 7 + 7 + 3 + 1))
        );
        assert_eq!(forced("rr........................r.......... r 0,3,3 450"), None);
        assert_eq!(
            WithHunts(crate::rules::evaluation::Race::USUAL)
                .evaluate(&position("rr........................r.........r r 0,3,3 450"))
                .of(Seat(0)),
            Value(ALONE - 18.0 * EACH_STEP)
        );
    }
}
