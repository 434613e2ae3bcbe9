//! How good a position is, what a move wins, and the properties of a position that both need.
//!
//! Since the start let D be the value of the pieces captured, S the points from presents and L the pawns
//! that reached the last row, each White's minus Black's. Then the lead in points is D + S + L and
//! the lead in material is D − L. Evaluations differ in how they weigh the two.

use ludarium_game::{Evaluation, Gain, Scores, Seat};

use super::board::{Square, squares};
use super::variants::TWENTIETHS;
use super::{Kind, Move, TucChess, WHITE};

/// What a present is worth to the report, in any edition.
const REPORTED_PRESENT: f32 = 0.9;

/// The lead at which the leading side gets three quarters.
const CLEAR_LEAD: f64 = 16.0;

/// The shares of White and Black when White leads by this number of points: 1/2 plus or minus
/// half of lead / (16 + |lead|). Grows with the lead, and stays strictly between 0 and 1, so that
/// a game won is better than any lead.
#[inline]
pub fn shares_of_lead(lead: f64) -> Scores {
    let half_balance = 0.5 * lead / (CLEAR_LEAD + lead.abs());
    Scores::new(&[(0.5 + half_balance) as f32, (0.5 - half_balance) as f32])
}

impl TucChess {
    /// The piece on a square and its side.
    pub fn piece_on(&self, square: Square) -> Option<(Seat, Kind)> {
        let seat = Seat::all(2).find(|seat| self.sides[seat.index()] & square.bit() != 0)?;
        Some((seat, self.kind_on(square)))
    }

    /// The squares with a seat's pieces of a kind, row by row.
    #[inline]
    pub fn pieces_of(&self, seat: Seat, kind: Kind) -> impl Iterator<Item = Square> {
        squares(self.sides[seat.index() & 1] & self.kinds[kind as usize])
    }

    /// The squares with a seat's pieces of a kind, as `eyes` sees them: one bit each, row by row, the rows running away
    /// from that seat.
    #[inline]
    pub fn places_of(&self, seat: Seat, kind: Kind, eyes: Seat) -> u64 {
        places(self.sides[seat.index() & 1] & self.kinds[kind as usize], eyes)
    }

    /// The squares with presents, as `eyes` sees them: as in [`TucChess::places_of`].
    #[inline]
    pub fn places_of_presents(&self, eyes: Seat) -> u64 {
        places(self.presents, eyes)
    }

    /// The number of pieces on the board.
    #[inline]
    pub fn piece_count(&self) -> u32 {
        self.pieces().count_ones()
    }

    /// The squares with presents, row by row.
    #[inline]
    pub fn presents(&self) -> impl Iterator<Item = Square> {
        squares(self.presents)
    }

    /// Whether a present lies on a square.
    pub fn has_present(&self, square: Square) -> bool {
        self.presents & square.bit() != 0
    }

    /// The points for capturing a piece of this kind.
    pub fn value_of_kind(&self, kind: Kind) -> u32 {
        self.value_of(kind)
    }

    /// The value of the pieces that a seat has on the board.
    #[inline]
    pub fn material(&self, seat: Seat) -> u32 {
        let own = self.sides[seat.index() & 1];
        let count = |kind: Kind| (own & self.kinds[kind as usize]).count_ones();
        let king = own & self.kinds[Kind::King as usize] != 0;
        let king_value = self.value_of(Kind::King);
        count(Kind::Pawn) + 3 * count(Kind::Rook) + if king { king_value } else { 0 }
    }

    /// White's points minus Black's. A present just taken counts for what it is worth on average.
    #[inline]
    pub fn lead_in_points(&self) -> f64 {
        let lead = f64::from(self.points[0]) - f64::from(self.points[1]);
        if !self.pending.has_value() {
            return lead;
        }
        // The value goes to the side that has just moved.
        match self.side_to_move() {
            WHITE => lead - self.value_of_present(),
            _ => lead + self.value_of_present(),
        }
    }

    /// The value of White's pieces on the board minus that of Black's.
    #[inline]
    pub fn lead_in_material(&self) -> f64 {
        let [white, black] = [Seat(0), Seat(1)].map(|seat| f64::from(self.material(seat)));
        white - black
    }

    /// What a present is worth on average.
    #[inline]
    fn value_of_present(&self) -> f64 {
        f64::from(self.rules.worthy_in_20()) / f64::from(TWENTIETHS)
    }
}

/// The squares of a set without the spare columns between its rows, which run away from `eyes`.
#[inline]
fn places(set: u64, eyes: Seat) -> u64 {
    let rows = match eyes {
        // The first byte is above the board.
        WHITE => set.swap_bytes() >> 8,
        _ => set,
    };
    // Two rows together, then four, then all.
    let pairs = rows & 0x001F_001F_001F_001F | (rows & 0x1F00_1F00_1F00) >> 3;
    let fours = pairs & 0x3FF_0000_03FF | (pairs & 0x03FF_0000_03FF_0000) >> 6;
    fours & 0xF_FFFF | fours >> 32 << 20
}

/// The lead in points plus the lead in material, 2·D + S: a capture wins points now and spares them
/// later; a pawn on the last row gives up in material what it wins in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEvaluation {
    /// What the lead in points counts.
    pub points: f32,
    /// What a pawn on the board counts.
    pub pawn: f32,
    /// What a rook on the board counts.
    pub rook: f32,
}

impl Default for ScoreEvaluation {
    /// Material counts as much as the points that it would bring.
    fn default() -> ScoreEvaluation {
        ScoreEvaluation { points: 1.0, pawn: 1.0, rook: 3.0 }
    }
}

impl Evaluation<TucChess> for ScoreEvaluation {
    #[inline]
    fn evaluate(&self, position: &TucChess) -> Scores {
        let [white, black] = position.sides;
        let lead = |kind: Kind| {
            let pieces = position.kinds[kind as usize];
            let count = |side: u64| f64::from((side & pieces).count_ones());
            count(white) - count(black)
        };
        let king = f64::from(position.value_of(Kind::King)) * lead(Kind::King);
        let material =
            f64::from(self.pawn) * lead(Kind::Pawn) + f64::from(self.rook) * lead(Kind::Rook);
        shares_of_lead(f64::from(self.points) * position.lead_in_points() + (material + king))
    }
}

/// The lead in points alone, D + S + L: what decides the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointsEvaluation;

impl Evaluation<TucChess> for PointsEvaluation {
    #[inline]
    fn evaluate(&self, position: &TucChess) -> Scores {
        shares_of_lead(position.lead_in_points())
    }
}

/// The report's evaluation, as far as a position under the real rules allows it.
///
/// The report adds the value of the pieces and 0.9 for each present taken on the way from the root, and neither
/// rewards nor removes a pawn on the last row: up to a constant that is D + 0.9·S. S and L cannot be
/// read from a position, but 0.9 times the lead in points plus 0.1 times the lead in material
/// is D + 0.9·S + 0.8·L: the same except for pawns that reach the last row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportEvaluation;

impl Evaluation<TucChess> for ReportEvaluation {
    #[inline]
    fn evaluate(&self, position: &TucChess) -> Scores {
        shares_of_lead(0.9 * position.lead_in_points() + 0.1 * position.lead_in_material())
    }
}

/// The points that a move is expected to win: the captured piece, the present, the last row. A point for
/// the last row that a server credits to the opponent counts against the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointsGain;

impl Gain<TucChess> for PointsGain {
    #[inline]
    fn gain(&self, position: &TucChess, mv: Move) -> f32 {
        let effect = position.effect(mv);
        let captured = effect.captured.map_or(0, |kind| position.value_of(kind));
        let mut gain = captured as f32;
        if effect.present {
            gain += position.value_of_present() as f32;
        }
        if let Some(seat) = effect.last_row_point {
            gain += if seat == position.side_to_move() { 1.0 } else { -1.0 };
        }
        gain
    }
}

/// What the report orders moves by: the captured piece, 0.9 for a present, nothing for the last row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportGain;

impl Gain<TucChess> for ReportGain {
    #[inline]
    fn gain(&self, position: &TucChess, mv: Move) -> f32 {
        let effect = position.effect(mv);
        let captured = effect.captured.map_or(0, |kind| position.value_of(kind));
        let present = if effect.present { REPORTED_PRESENT } else { 0.0 };
        captured as f32 + present
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, MoveList, Rng, Seed, Spec, Tabletop, Turn};

    use super::super::BLACK;
    use super::*;

    fn position(variant: &str, text: &str) -> TucChess {
        let rules = TucChess::rules(&Spec::parse(variant).unwrap()).unwrap();
        TucChess::parse(&rules, text).unwrap()
    }

    /// The same position with the colours, the rows and the side to move exchanged.
    fn mirrored(text: &str) -> String {
        let fields: Vec<&str> = text.split(' ').collect();
        let swap = |c: char| match c {
            'a'..='z' => c.to_ascii_uppercase(),
            _ => c.to_ascii_lowercase(),
        };
        let rows: Vec<String> =
            fields[0].split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let mut all = vec![rows.join("/"), side.into(), fields[3].into(), fields[2].into()];
        all.extend(fields[4..].iter().map(|field| (*field).to_owned()));
        all.join(" ")
    }

    const LOPSIDED: &str = "..k../P..p./.*.../..R../...../.p.../..K.. w 7 4 9";

    #[test]
    fn leads_follow_the_definitions() {
        // White: pawn 1, rook 3, king 8; Black: two pawns, king 8.
        let here = position("2021", LOPSIDED);
        assert_eq!((here.material(WHITE), here.material(BLACK)), (12, 10));
        assert_eq!((here.lead_in_points(), here.lead_in_material()), (3.0, 2.0));
        assert_eq!(ScoreEvaluation::default().evaluate(&here), shares_of_lead(5.0));
        let changed = ScoreEvaluation { points: 0.5, pawn: 2.0, rook: 4.0 };
        // A pawn less, a rook more, as many kings.
        assert_eq!(changed.evaluate(&here), shares_of_lead(0.5 * 3.0 - 2.0 + 4.0));
        assert_eq!(PointsEvaluation.evaluate(&here), shares_of_lead(3.0));
        let report = ReportEvaluation.evaluate(&here).of(WHITE).0;
        assert!((report - shares_of_lead(2.9).of(WHITE).0).abs() < 1e-6);
        assert_eq!(shares_of_lead(16.0).as_slice(2), [0.75, 0.25]);
        assert_eq!(position("2021:king=7", LOPSIDED).material(WHITE), 11);
        assert_eq!(here.piece_on(Square::new(3, 2).unwrap()), Some((WHITE, Kind::Rook)));
        assert_eq!(here.piece_on(Square::new(2, 1).unwrap()), None);
        assert!(here.has_present(Square::new(2, 1).unwrap()));
        let pawns: Vec<Square> = here.pieces_of(BLACK, Kind::Pawn).collect();
        assert_eq!(pawns, [(1, 3), (5, 1)].map(|(row, column)| Square::new(row, column).unwrap()));
        assert!(here.presents().eq(Square::new(2, 1)));
    }

    #[test]
    fn a_present_just_taken_counts_for_what_it_is_worth_on_average() {
        let text = "..k../...../.*R../...../...../.p.../..K.. w 2 2 4";
        for (edition, worth) in [("2019", 0.85), ("2021", 0.9), ("2022", 0.95)] {
            let mut here = position(edition, text);
            let take = here.parse_move("2221").unwrap();
            assert_eq!(PointsGain.gain(&here, take), worth as f32);
            here.play(take);
            assert_eq!(here.lead_in_points(), worth);
        }
    }

    #[test]
    fn gains_are_what_a_move_wins() {
        let text = "..k../.P.../.*R../.p.r./..R../...../..K.. w 0 0 7";
        let here = position("2021", text);
        let gains = |text: &str| {
            let mv = here.parse_move(text).unwrap();
            (PointsGain.gain(&here, mv), ReportGain.gain(&here, mv))
        };
        assert_eq!(gains("1102"), (9.0, 8.0));
        assert_eq!(gains("1101"), (1.0, 0.0));
        assert_eq!(gains("2221"), (0.9, 0.9));
        assert_eq!(gains("4241"), (0.0, 0.0));
        let server = "..k../...../...../...../...../.p.../R.K.. b 0 0 4";
        let black = position("server", server);
        let onto_the_last_row = black.parse_move("5160").unwrap();
        assert_eq!(PointsGain.gain(&black, onto_the_last_row), 2.0);
        let written = position("2021", server);
        assert_eq!(PointsGain.gain(&written, onto_the_last_row), 4.0);
    }

    #[test]
    fn evaluations_are_bounded_and_the_same_for_both_sides() {
        let rules = TucChess::rules(&Spec::named("2021")).unwrap();
        let mut rng = Rng::new(Seed(11));
        let mut buffer = MoveList::new();
        let mut looked_at = 0;
        for _ in 0..40 {
            let mut here = TucChess::start(&rules, &mut rng);
            while here.turn() != Turn::Over {
                let mv = match here.turn() {
                    Turn::Chance => here.roll(&mut rng),
                    _ => here.pick(&mut rng, &mut buffer),
                };
                here.play(mv);
                let other = position("2021", &mirrored(&here.describe()));
                for evaluation in [
                    &ScoreEvaluation::default() as &dyn Evaluation<TucChess>,
                    &PointsEvaluation,
                    &ReportEvaluation,
                ] {
                    let [white, black] = [WHITE, BLACK].map(|s| evaluation.evaluate(&here).of(s).0);
                    assert!(0.0 < white && white < 1.0 && (white + black - 1.0).abs() < 1e-6);
                    assert_eq!(evaluation.evaluate(&other).as_slice(2), [black, white]);
                }
                looked_at += 1;
            }
        }
        assert!(looked_at > 2000);
    }

    #[test]
    fn the_larger_lead_is_worth_more_and_never_as_much_as_winning() {
        let mut last = 0.0;
        for tenths in -10_000..=10_000 {
            let white = shares_of_lead(f64::from(tenths) / 10.0).of(WHITE).0;
            assert!(last < white, "{tenths}");
            last = white;
        }
        assert!(shares_of_lead(2_000_000.0).of(WHITE).0 < 1.0);
    }
}
