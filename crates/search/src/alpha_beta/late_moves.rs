//! Late move reductions: quiet moves far down the order are first looked at less deep.
//!
//! Moves are ordered, so a late one seldom is the best. Asked whether it is better than what the mover has, a shallower
//! search nearly always says no; only where it says yes the move is looked at in full. It changes values: a quiet move that
//! pays late may be missed.

/// By how many plies late moves are reduced, by depth and by place in the order.
#[derive(Clone, Debug)]
pub(crate) struct Reductions([[u8; Reductions::MOVES]; Reductions::DEPTHS]);

impl Reductions {
    const DEPTHS: usize = 32;
    const MOVES: usize = 64;

    /// Moves at the head of the order that are never reduced.
    const EARLY: usize = 3;

    /// Reductions that grow with the logarithms of the depth and of the place, times `strength`.
    pub(crate) fn new(strength: f64) -> Reductions {
        let mut table = [[0; Self::MOVES]; Self::DEPTHS];
        for (depth, row) in table.iter_mut().enumerate().skip(3) {
            for (place, plies) in row.iter_mut().enumerate().skip(Self::EARLY) {
                let wanted = strength * (depth as f64).ln() * (1.0 + place as f64).ln();
                // A ply is always left below the move.
                *plies = (wanted as u8).min(depth as u8 - 2);
            }
        }
        Reductions(table)
    }

    /// The plies less for the move at a place in the order with `depth` plies to go.
    #[inline]
    pub(crate) fn plies(&self, depth: i32, place: usize) -> i32 {
        let row = usize::try_from(depth).unwrap_or(0).min(Self::DEPTHS - 1);
        i32::from(self.0[row][place.min(Self::MOVES - 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_place_and_leave_a_ply() {
        let table = Reductions::new(0.5);
        for (depth, place) in (-2..40).flat_map(|depth| (0..80).map(move |place| (depth, place))) {
            let plies = table.plies(depth, place);
            assert!(plies <= table.plies(depth + 1, place));
            assert!(plies <= table.plies(depth, place + 1));
            assert!(plies == 0 || depth - 1 - plies >= 1);
            assert!(plies == 0 || (place >= Reductions::EARLY && depth >= 3));
        }
        assert_eq!((table.plies(4, 10), table.plies(8, 30)), (1, 3));
        let none = Reductions::new(0.0);
        assert_eq!(none.plies(30, 60), 0);
    }
}
