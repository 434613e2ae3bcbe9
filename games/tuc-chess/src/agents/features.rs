//! What a value network sees of TUC-Chess: pieces, presents, and the leads in points and in all.

use crate::rules::{COLUMNS, Kind, ROWS, Square, TucChess, WHITE};
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

    const MIRROR: Option<fn(usize) -> usize> = Some(|feature| match feature < POINTS {
        true => {
            let column = feature % usize::from(COLUMNS);
            feature - column + usize::from(COLUMNS) - 1 - column
        }
        false => feature,
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
                for square in self.pieces_of(owner, kind) {
                    present.insert(first + place(square, seat));
                }
            }
        }
        for square in self.presents() {
            present.insert(PIECES + place(square, seat));
        }
        let sign = if seat == WHITE { 1.0 } else { -1.0 };
        let points = sign * self.lead_in_points();
        let all = points + sign * self.lead_in_material();
        for (first, lead) in [(POINTS, points), (ALL, all)] {
            let level = (lead.round() + LARGEST_LEAD as f64).max(0.0) as usize;
            present.insert_level(first..first + 2 * LARGEST_LEAD, level);
        }
    }
}

/// The place of a square on a board whose rows run away from the seat.
#[inline]
fn place(square: Square, seat: Seat) -> usize {
    let row = match seat {
        WHITE => ROWS - 1 - square.row(),
        _ => square.row(),
    };
    usize::from(row * COLUMNS + square.column())
}

shipped!(TucChess, "models/tuc-chess-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, Spec, Tabletop, Turn};

    use super::*;
    use ludarium_agents::battery::{assert_mirrored, assert_turned, walk, with_colours_exchanged};

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
