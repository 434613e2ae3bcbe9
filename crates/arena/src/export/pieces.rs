//! Counting the pieces of a position by its picture, which every game has.

use ludarium_game::{Position, Seat};

/// The pieces of all seats.
#[derive(Debug, Default, PartialEq)]
pub(super) struct PieceCounts {
    /// Owner, kind and number, in the order in which they were met.
    counts: Vec<(Seat, &'static str, u32)>,
    /// Owner, kind and place of each piece.
    standing: Vec<(Seat, &'static str, String)>,
}

impl PieceCounts {
    pub(super) fn of(position: &Position) -> PieceCounts {
        let mut pieces = PieceCounts::default();
        let scene = position.scene();
        for piece in scene.pieces {
            let Some(owner) = piece.owner else { continue };
            // Stacks of dice are one kind, whatever their height.
            let kind = piece.shape.design().kind;
            let place = scene.cells.get(piece.cell);
            let place = place.map_or_else(String::new, |cell| cell.name.clone());
            pieces.standing.push((owner, kind, place));
            match pieces.counts.iter_mut().find(|(seat, known, _)| (*seat, *known) == (owner, kind))
            {
                Some((.., count)) => *count += 1,
                None => pieces.counts.push((owner, kind, 1)),
            }
        }
        // By seat and kind, so that moving a piece changes no order.
        pieces.counts.sort();
        pieces.standing.sort();
        pieces
    }

    /// The number of pieces of a seat.
    pub(super) fn of_seat(&self, seat: Seat) -> u32 {
        let own = self.counts.iter().filter(|(owner, ..)| *owner == seat);
        own.map(|(.., count)| count).sum()
    }

    /// All pieces with their places, such as `White king e1; Black king e8`.
    pub(super) fn array(&self, names: &[String]) -> String {
        let piece = |(owner, kind, place): &(Seat, &str, String)| {
            let owner = &names[owner.index()];
            format!("{owner} {kind} {place}")
        };
        let pieces: Vec<String> = self.standing.iter().map(piece).collect();
        pieces.join("; ")
    }

    /// What seats other than `mover` have lost between two positions, such as `Black queen`.
    pub(super) fn lost(&self, after: &PieceCounts, mover: Seat, names: &[String]) -> String {
        let mut lost = Vec::new();
        for (owner, kind, before) in self.counts.iter().filter(|(owner, ..)| *owner != mover) {
            let left = after.counts.iter().find(|(seat, known, _)| (seat, known) == (owner, kind));
            let left = left.map_or(0, |(.., count)| *count);
            for _ in left..*before {
                lost.push(format!("{} {kind}", names[owner.index()]));
            }
        }
        lost.join("; ")
    }
}
