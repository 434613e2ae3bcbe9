//! Quick estimates of what a position and a move are worth.

use ludarium_game::{Evaluation, Gain, Game, Reseat, Scores, Seat, Turn, Value};

use super::piece::Kind;
use super::{Move, ThreeChess, keys};

/// What a promotion adds to a seat's score.
const PROMOTION: i32 = Kind::Queen.value() - Kind::Pawn.value();

/// The score of each seat ([`ThreeChess::score`]: its pieces and what it has captured, kings included)
/// against the mean of the two others. The safety of the kings does not count.
///
/// A seat with x, where the others have m on average, is worth x / (x + m): 1/2 when all are equal,
/// more with every point of its own, less with every point of another. All three together are worth 3/2 at
/// most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreShare {
    /// What the king counts, in pawns.
    pub king: f32,
    /// What a point of captured pieces counts, where one on the board counts 1.
    pub captured: f32,
}

impl Default for ScoreShare {
    /// As scores are counted.
    fn default() -> ScoreShare {
        ScoreShare { king: Kind::King.value() as f32, captured: 1.0 }
    }
}

impl Evaluation<ThreeChess> for ScoreShare {
    fn evaluate(&self, position: &ThreeChess) -> Scores {
        against_the_others([0, 1, 2].map(|seat| {
            let captured = position.captured[seat].value() as f32;
            let king = if position.has_king(Seat(seat as u8)) { self.king } else { 0.0 };
            position.material(Seat(seat as u8)) as f32 + king + self.captured * captured
        }))
    }
}

/// The pieces of each seat against the mean of the two others, as [`ScoreShare`] compares scores. Captured
/// pieces count only because they are gone. Everybody has something besides them, so that no seat is worth 0 or
/// 1 before the game is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialShare {
    /// What the pieces of each kind count, kings left out.
    pub values: [f32; 5],
    /// What everybody has besides them.
    pub base: f32,
}

impl Default for MaterialShare {
    /// As scores are counted, and a king like a pawn.
    fn default() -> MaterialShare {
        let [pawn, knight, bishop, rook, queen, _] = Kind::ALL.map(|kind| kind.value() as f32);
        MaterialShare { values: [pawn, knight, bishop, rook, queen], base: pawn }
    }
}

impl Evaluation<ThreeChess> for MaterialShare {
    fn evaluate(&self, position: &ThreeChess) -> Scores {
        against_the_others(position.colours.map(|own| {
            let kinds = self.values.iter().zip(&position.kinds);
            let pieces = kinds.map(|(value, kind)| value * (*kind & own).count() as f32);
            pieces.sum::<f32>() + self.base
        }))
    }
}

/// Each seat's x / (x + m), where m is the mean of the two others; 1/2 if nobody has anything.
fn against_the_others(standings: [f32; 3]) -> Scores {
    let all: f32 = standings.iter().sum();
    let mut scores = Scores::ZERO;
    for (seat, own) in Seat::all(3).zip(standings) {
        let share = if all > 0.0 { 2.0 * own / (own + all) } else { 0.5 };
        scores.set(seat, Value(share));
    }
    scores
}

/// What a move captures: the value of the piece, 40 for a king. A promotion counts for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaptureGain;

impl Gain<ThreeChess> for CaptureGain {
    #[inline]
    fn gain(&self, position: &ThreeChess, mv: Move) -> f32 {
        position.captured_value(mv) as f32
    }
}

/// By how much a move raises the score of its seat: what it captures, and 8 for a promotion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreGain;

impl Gain<ThreeChess> for ScoreGain {
    #[inline]
    fn gain(&self, position: &ThreeChess, mv: Move) -> f32 {
        let captured = position.captured_value(mv);
        let promotes = mv.end.row() == 0 && position.kind(mv.start) == Kind::Pawn;
        (captured + if promotes { PROMOTION } else { 0 }) as f32
    }
}

impl ThreeChess {
    /// The values of a seat's pieces on the board, without the king: 39 at the start.
    pub fn material(&self, seat: Seat) -> i32 {
        let own = self.colours[seat.index()];
        let count = |kind: Kind| (self.kinds[kind as usize] & own).count() as i32;
        // Knights and bishops are worth the same, and counting is what costs.
        let minor = self.kinds[Kind::Knight as usize] | self.kinds[Kind::Bishop as usize];
        Kind::Pawn.value() * count(Kind::Pawn)
            + Kind::Knight.value() * (minor & own).count() as i32
            + Kind::Rook.value() * count(Kind::Rook)
            + Kind::Queen.value() * count(Kind::Queen)
    }

    /// A seat's score: the values of its pieces on the board and of the pieces it has captured.
    pub fn score(&self, seat: Seat) -> i32 {
        let king = if self.has_king(seat) { Kind::King.value() } else { 0 };
        self.material(seat) + king + self.captured[seat.index()].value()
    }

    /// Whether a seat has its king.
    fn has_king(&self, seat: Seat) -> bool {
        !(self.kinds[Kind::King as usize] & self.colours[seat.index()]).is_empty()
    }

    /// The value of the piece that a legal move captures, 0 for none.
    #[inline]
    fn captured_value(&self, mv: Move) -> i32 {
        let [blue, green, red] = &self.colours;
        // A seat never captures its own pieces, so any piece there is captured.
        if blue.holds(mv.end) || green.holds(mv.end) || red.holds(mv.end) {
            self.kind(mv.end).value()
        } else {
            0
        }
    }
}

impl Reseat for ThreeChess {
    fn reseat(&self, seat: Seat) -> Option<ThreeChess> {
        if self.turn() == Turn::Over || seat.index() >= self.seats() {
            return None;
        }
        let mut position = self.clone();
        position.turn = seat;
        position.key ^= keys::TURNS[self.turn.index()] ^ keys::TURNS[seat.index()];
        position.can_move().then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use ludarium_game::{MoveList, Purpose, Seed, Tabletop};

    fn read(text: &str) -> ThreeChess {
        ThreeChess::parse(&Rules::default(), text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Blue has a queen and has taken a rook, Green a rook, Red a pawn one step from promotion that can
    /// also take the queen.
    fn example() -> ThreeChess {
        read(
            "...QK.../....1.../......../......../....k..r/......../......../......../....6.../......../......../........ R r - - 7",
        )
    }

    /// Calls `look` with positions of random games.
    fn on_random_positions(mut look: impl FnMut(&ThreeChess)) {
        let mut buffer = MoveList::new();
        for game in 0..20 {
            let mut rng = Seed(5).stream(Purpose::Test, game);
            let mut position = ThreeChess::start(&Rules::default(), &mut rng);
            while position.turn() != Turn::Over {
                look(&position);
                let mv = position.pick(&mut rng, &mut buffer);
                position.play(mv);
            }
        }
    }

    #[test]
    fn the_start_is_even() {
        let start = ThreeChess::start(&Rules::default(), &mut Seed(0).stream(Purpose::Test, 0));
        assert_eq!(ScoreShare::default().evaluate(&start).as_slice(3), [0.5; 3]);
        assert_eq!(MaterialShare::default().evaluate(&start).as_slice(3), [0.5; 3]);
        assert_eq!(Seat::all(3).map(|seat| start.material(seat)).sum::<i32>(), 3 * 39);
        let queens = Seat::all(3).flat_map(|seat| start.pieces_of(seat, Kind::Queen));
        let names: Vec<String> = queens.map(|square| square.to_string()).collect();
        assert_eq!(names, ["BD1", "GD1", "RD1"]);
    }

    #[test]
    fn scores_are_compared_with_the_mean_of_the_others() {
        let position = example();
        assert_eq!([0, 1, 2].map(|seat| position.score(Seat(seat))), [54, 45, 41]);
        let expected = [54.0 / (54.0 + 43.0), 45.0 / (45.0 + 47.5), 41.0 / (41.0 + 49.5)];
        assert_eq!(
            ScoreShare::default().evaluate(&position).as_slice(3),
            expected.map(|x: f64| x as f32)
        );
    }

    #[test]
    fn a_changed_weight_counts_as_the_formula_says() {
        let position = example();
        // Blue: queen, king, a captured rook; Green: rook, king; Red: pawn, king.
        let changed = ScoreShare { king: 10.0, captured: 0.5 };
        let [blue, green, red] = [9.0 + 10.0 + 2.5, 5.0 + 10.0, 1.0 + 10.0f32];
        let found = changed.evaluate(&position).of(Seat(0)).0;
        assert_eq!(found, blue / (blue + (green + red) / 2.0));
        let changed = MaterialShare { values: [0.5, 3.0, 3.0, 4.0, 12.0], base: 2.0 };
        let [blue, green, red] = [12.0 + 2.0, 4.0 + 2.0, 0.5 + 2.0f32];
        let found = changed.evaluate(&position).of(Seat(2)).0;
        assert_eq!(found, red / (red + (blue + green) / 2.0));
    }

    #[test]
    fn material_leaves_out_what_was_captured() {
        let position = example();
        assert_eq!([0, 1, 2].map(|seat| position.material(Seat(seat))), [9, 5, 1]);
        let expected = [10.0 / (10.0 + 4.0), 6.0 / (6.0 + 6.0), 2.0 / (2.0 + 8.0)];
        assert_eq!(
            MaterialShare::default().evaluate(&position).as_slice(3),
            expected.map(|x: f64| x as f32)
        );
    }

    #[test]
    fn a_promotion_is_a_gain_of_score_but_no_capture() {
        let position = example();
        let gains = |text: &str| {
            let mv = position.parse_move(text).expect("a legal move");
            (CaptureGain.gain(&position, mv), ScoreGain.gain(&position, mv))
        };
        assert_eq!(gains("BE2-BD1"), (9.0, 17.0));
        assert_eq!(gains("RE1-RE2"), (0.0, 0.0));
        let alone = read(
            "....K.../.1....../......../......../....k..r/......../......../......../....6.../......../......../........ R - - - 7",
        );
        let mv = alone.parse_move("BB2-BB1").expect("a legal move");
        assert_eq!((CaptureGain.gain(&alone, mv), ScoreGain.gain(&alone, mv)), (0.0, 8.0));
    }

    #[test]
    fn the_gain_of_score_is_what_the_score_gains() {
        let mut moves = MoveList::new();
        on_random_positions(|position| {
            let seat = position.seat_to_move();
            position.moves(&mut moves);
            for &mv in &moves {
                let mut after = position.clone();
                after.play(mv);
                let gained = after.score(seat) - position.score(seat);
                assert_eq!(ScoreGain.gain(position, mv), gained as f32);
            }
        });
    }

    #[test]
    fn estimates_stay_within_their_bounds() {
        on_random_positions(|position| {
            for scores in [
                ScoreShare::default().evaluate(position),
                MaterialShare::default().evaluate(position),
            ] {
                let inside = |&value: &f32| value > 0.0 && value < 1.0;
                assert!(scores.as_slice(3).iter().all(inside), "{scores:?}");
                assert!(scores.sum() <= 1.5 + 1e-6, "{scores:?}");
            }
        });
    }

    #[test]
    fn another_seat_to_move_changes_only_the_turn() {
        on_random_positions(|position| {
            for seat in Seat::all(3) {
                let Some(other) = position.reseat(seat) else {
                    continue;
                };
                assert_eq!(other.turn(), Turn::Seat(seat));
                assert_eq!(other.key(), other.key_from_scratch());
                assert_eq!(other.reseat(position.seat_to_move()).as_ref(), Some(position));
                assert_eq!(other == *position, seat == position.seat_to_move());
            }
        });
    }

    #[test]
    fn a_seat_that_cannot_move_gets_no_turn() {
        // Blue's pieces are shut in by each other and by Red's pawns.
        let stuck = read(
            "KB....../PRP...../1P1...../.1....../....k.../......../......../......../....6.../......../......../........ G - - - 1",
        );
        assert_eq!(stuck.reseat(Seat(0)), None);
        assert!(stuck.reseat(Seat(2)).is_some());
        assert_eq!(stuck.reseat(Seat(3)), None);
    }
}
