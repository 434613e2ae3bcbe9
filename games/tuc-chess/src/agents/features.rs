//! What a value network sees of TUC-Chess: pieces, presents, and the leads in points and in all.

use crate::rules::{COLUMNS, Kind, ROWS, TucChess, WHITE};
use ludarium_game::Seat;

use ludarium_agents::shipped;
use ludarium_agents::values::{FeatureSet, Features, NetworkOutput};

const SQUARES: usize = ROWS as usize * COLUMNS as usize;

/// Own pieces and the enemy's, by kind.
const PIECES: usize = 2 * 3 * SQUARES;

/// Leads count up to this many points either way.
const LARGEST_LEAD: usize = 16;

/// Where the lead in points stands, and after it the lead in points and material.
const POINTS: usize = PIECES + SQUARES;
const ALL: usize = POINTS + 2 * LARGEST_LEAD;

impl Features for TucChess {
    const COUNT: usize = ALL + 2 * LARGEST_LEAD;

    const MOST_PRESENT: usize = 2 * SQUARES + 4 * LARGEST_LEAD;

    const OUTPUT: NetworkOutput = NetworkOutput::Shares { seats: 2, sum: 1.0 };

    const MIRROR: Option<fn(usize) -> usize> = Some(|feature| {
        if feature < POINTS {
            let column = feature % usize::from(COLUMNS);
            feature - column + usize::from(COLUMNS) - 1 - column
        } else {
            feature
        }
    });

    type Common = ();

    fn common(&self) {}

    fn mover(&self) -> Seat {
        self.side_to_move()
    }

    fn features(&self, (): &(), seat: Seat, present: &mut FeatureSet) {
        for owner in Seat::all(2) {
            for kind in Kind::ALL {
                let enemy = usize::from(owner != seat);
                let first = (3 * enemy + kind as usize) * SQUARES;
                present.insert_all(first, self.places_of(owner, kind, seat));
            }
        }
        present.insert_all(PIECES, self.places_of_presents(seat));
        let sign = if seat == WHITE { 1.0 } else { -1.0 };
        let points = sign * self.lead_in_points();
        let all = points + sign * self.lead_in_material();
        for (first, lead) in [(POINTS, points), (ALL, all)] {
            let level = (rounded(lead) + LARGEST_LEAD as i32).max(0) as usize;
            present.insert_level(first..first + 2 * LARGEST_LEAD, level);
        }
    }
}

/// The nearest whole number, of two the larger in size. Leads are whole but for a present just taken, and to round by the
/// library takes as long as the rest.
#[inline]
fn rounded(lead: f64) -> i32 {
    let whole = lead as i32;
    if f64::from(whole) == lead { whole } else { lead.round() as i32 }
}

shipped!(TucChess, "models/tuc-chess-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, Spec, Tabletop, Turn};

    use super::*;
    use crate::rules::Square;
    use ludarium_agents::battery::{
        assert_mirrored, assert_turned, seen_by, walk, with_colours_exchanged,
    };

    /// The position with colours, rows, points and the side to move exchanged.
    fn turned(position: &TucChess) -> TucChess {
        let mut fields = with_colours_exchanged(&position.describe());
        fields.swap(2, 3);
        let rules = TucChess::rules(&Spec::named("2021")).unwrap();
        TucChess::parse(&rules, &fields.join(" ")).unwrap()
    }

    /// The position with left and right exchanged.
    fn mirrored(position: &TucChess) -> TucChess {
        let text = position.describe();
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let rows = fields[0].split('/');
        let rows: Vec<String> = rows.map(|row| row.chars().rev().collect()).collect();
        fields[0] = rows.join("/");
        let rules = TucChess::rules(&Spec::named("2021")).unwrap();
        TucChess::parse(&rules, &fields.join(" ")).unwrap()
    }

    /// The place of a square on a board whose rows run away from the seat.
    fn place(square: Square, seat: Seat) -> u32 {
        let row = match seat {
            WHITE => ROWS - 1 - square.row(),
            _ => square.row(),
        };
        u32::from(row * COLUMNS + square.column())
    }

    /// Sets of squares become features word by word; here is what they mean, square by square.
    #[test]
    fn every_piece_and_present_is_a_feature_of_its_square() {
        walk::<TucChess>("2021", 10, 200, |position| {
            for seat in Seat::all(2) {
                let mut wanted = Vec::new();
                for (owner, kind) in
                    Seat::all(2).flat_map(|owner| Kind::ALL.map(|kind| (owner, kind)))
                {
                    let first = (3 * u32::from(owner != seat) + kind as u32) * SQUARES as u32;
                    let squares = position.pieces_of(owner, kind);
                    wanted.extend(squares.map(|square| first + place(square, seat)));
                }
                let presents = position.presents();
                wanted.extend(presents.map(|square| PIECES as u32 + place(square, seat)));
                wanted.sort_unstable();
                let mut found = seen_by(position, seat);
                found.retain(|&feature| feature < POINTS as u32);
                assert_eq!(found, wanted);
            }
        });
    }

    #[test]
    fn leads_are_rounded_away_from_nothing() {
        for twentieths in -400..=400 {
            let lead = f64::from(twentieths) / 20.0;
            assert_eq!(f64::from(rounded(lead)), lead.round());
        }
    }

    #[test]
    fn a_mirrored_board_has_the_mirrored_features() {
        walk::<TucChess>("2021", 10, 200, |position| {
            if let Turn::Seat(_) = position.turn() {
                assert_mirrored(position, &mirrored(position));
            }
        });
    }

    #[test]
    fn a_turned_board_looks_the_same_to_the_other_side() {
        walk::<TucChess>("2021", 10, 200, |position| {
            if let Turn::Seat(_) = position.turn() {
                assert_turned(position, &turned(position));
            }
        });
    }
}
