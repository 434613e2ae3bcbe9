//! What is about to happen: how far everybody's way home is with jumps over whatever stands there, and who can capture
//! what.

use super::board::{BOARD, EXIT_EDGE, HexSet, delta, hexes};
use super::{Chexers, Colour, EXITS_TO_WIN, Hex};

/// The bits between neighbours in the three directions that lead to higher bits; the other three lead back.
const SHIFTS: [u32; 3] = {
    let mut shifts = [0; 3];
    let (mut count, mut direction) = (0, 0);
    while direction < 6 {
        if delta(direction) > 0 {
            shifts[count] = delta(direction) as u32;
            count += 1;
        }
        direction += 1;
    }
    shifts
};

/// The way home of a colour if nobody else moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WayHome {
    /// The actions of the pieces that get there, exits included.
    pub actions: u32,
    /// The exits for which there is no piece that gets there.
    pub missing: u32,
}

/// What a colour can capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CaptureReach {
    /// With its next action.
    now: HexSet,
    /// With a step or a jump before, and not without it; on the board as it stands.
    soon: HexSet,
}

impl Chexers {
    /// The fewest actions in which a colour makes the exits that it lacks if nobody else moved. Each piece goes by
    /// steps and jumps on the board as it stands, as if the others of its colour stayed where they are.
    pub(crate) fn way_home(&self, colour: Colour) -> WayHome {
        let own = self.pieces[colour as usize];
        let occupied = self.occupied();
        let empty = BOARD & !occupied;
        let mut missing = u32::from(EXITS_TO_WIN.saturating_sub(self.exits(colour)));
        let mut frontier = EXIT_EDGE[colour as usize];
        let mut seen = frontier;
        let mut actions = 0;
        for distance in 1.. {
            let arriving = (frontier & own).count_ones().min(missing);
            actions += arriving * distance;
            missing -= arriving;
            // A piece may come from wherever it can step or jump to a hex that is empty: ways lead back as they lead on.
            frontier = beside_or_behind(frontier & empty, occupied) & BOARD & !seen;
            seen |= frontier;
            if missing == 0 || frontier == 0 {
                break;
            }
        }
        WayHome { actions, missing }
    }

    /// What a colour can capture soon.
    pub(crate) fn reach(&self, colour: Colour) -> CaptureReach {
        let own = self.pieces[colour as usize];
        let occupied = self.occupied();
        let empty = BOARD & !occupied;
        let others = occupied & !own;
        let next = beside_or_behind(own, occupied) & empty;
        let now = captured_from(own, others, empty);
        let soon = captured_from(next, others, empty);
        CaptureReach { now, soon: soon & !now }
    }

    fn occupied(&self) -> HexSet {
        self.pieces[0] | self.pieces[1] | self.pieces[2]
    }
}

/// The bits one step from some hexes, and two steps straight on where the hex between is occupied.
#[inline]
fn beside_or_behind(hexes: HexSet, occupied: HexSet) -> HexSet {
    let mut reached = 0;
    for shift in SHIFTS {
        let (up, down) = (hexes << shift, hexes >> shift);
        reached |= up | down;
        reached |= (up & occupied) << shift | (down & occupied) >> shift;
    }
    reached
}

/// The pieces among `others` that can be jumped over from some hexes.
fn captured_from(hexes: HexSet, others: HexSet, empty: HexSet) -> HexSet {
    let mut captured = 0;
    for shift in SHIFTS {
        captured |= hexes << shift & empty >> shift;
        captured |= hexes >> shift & empty << shift;
    }
    captured & others
}

impl CaptureReach {
    /// The pieces of a victim that can be captured with the next action.
    pub fn now(&self, position: &Chexers, victim: Colour) -> impl Iterator<Item = Hex> {
        hexes(self.now & position.pieces[victim as usize])
    }

    /// How many pieces of a victim can be captured with the next action, and how many with the one after it.
    pub fn counts(&self, position: &Chexers, victim: Colour) -> [usize; 2] {
        let own = position.pieces[victim as usize];
        [self.now & own, self.soon & own].map(|set| set.count_ones() as usize)
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, MoveList, Purpose, Seed, Tabletop, Turn};

    use super::super::Action;
    use super::super::evaluation::tests::{START, position};
    use super::*;

    fn way(text: &str) -> [u32; 2] {
        let way = position(text).way_home(Colour::Red);
        [way.actions, way.missing]
    }

    #[test]
    fn the_way_home_counts_steps_jumps_and_exits_of_the_nearest_pieces() {
        // At the start all four have six steps and an exit before them.
        assert_eq!(way(START), [28, 0]);
        // One exit is left: 2,-2 steps to the edge and leaves, 0,0 does not count.
        assert_eq!(way("..................r..........r....... r 3,0,0 0"), [2, 0]);
        // Two are left: 0,0 steps before 2,-2 and jumps over it onto the edge.
        assert_eq!(way("..................r..........r....... r 2,0,0 0"), [5, 0]);
        // Alone it has three steps and an exit; somebody on 1,0 to jump over saves a step.
        assert_eq!(way("..................r.................. r 3,0,0 0"), [4, 0]);
        assert_eq!(way("..................r......g........... r 3,0,0 0"), [3, 0]);
        // Somebody is missing.
        assert_eq!(way("..................r..........r....... r 1,0,0 0"), [5, 1]);
        assert_eq!(way("..................................... r 1,0,0 0"), [0, 3]);
        // The corner is shut: two next to it and two behind them.
        assert_eq!(way("rgg.gg...g.g......................... r 3,0,0 0"), [0, 1]);
    }

    /// Positions of random games.
    fn each_position(mut look: impl FnMut(&Chexers)) {
        let mut rng = Seed(8).stream(Purpose::Test, 0);
        let mut moves = MoveList::new();
        for _ in 0..30 {
            let mut position = position(START);
            while position.turn() != Turn::Over && position.ply() < 120 {
                look(&position);
                let mv = position.pick(&mut rng, &mut moves);
                position.play(mv);
            }
        }
    }

    /// Where a piece can go, hex by hex.
    fn goals(position: &Chexers, from: Hex) -> Vec<Hex> {
        let is_empty = |hex: &Hex| position.occupied() & hex.set() == 0;
        let goal = |direction| {
            let beside = from.towards(direction, 1)?;
            if is_empty(&beside) {
                Some(beside)
            } else {
                from.towards(direction, 2).filter(is_empty)
            }
        };
        (0..6).filter_map(goal).collect()
    }

    #[test]
    fn the_way_home_is_that_of_the_nearest_pieces_one_by_one() {
        let mut missing = 0;
        each_position(|position| {
            for colour in Colour::ALL {
                let mut ways = Vec::new();
                for piece in hexes(position.pieces[colour as usize]) {
                    let (mut reached, mut actions) = (vec![piece], 1);
                    let at_edge = |hex: &Hex| EXIT_EDGE[colour as usize] & hex.set() != 0;
                    while !reached.iter().any(at_edge) && actions < 40 {
                        let next = reached.iter().flat_map(|&hex| goals(position, hex));
                        let next: Vec<Hex> = next.filter(|hex| !reached.contains(hex)).collect();
                        reached.extend(next);
                        reached.sort_unstable();
                        reached.dedup();
                        actions += 1;
                    }
                    if actions < 40 {
                        ways.push(actions);
                    }
                }
                ways.sort_unstable();
                let wanted = usize::from(EXITS_TO_WIN - position.exits(colour));
                ways.truncate(wanted);
                let plain =
                    WayHome { actions: ways.iter().sum(), missing: (wanted - ways.len()) as u32 };
                let text = position.describe();
                assert_eq!(position.way_home(colour), plain, "{colour:?} in {text}");
                missing += plain.missing;
            }
        });
        assert!(missing > 100, "{missing}");
    }

    #[test]
    fn captures_are_those_that_the_rules_allow() {
        let mut moves = MoveList::new();
        each_position(|position| {
            let mover = position.side();
            position.moves(&mut moves);
            let mut captured = 0;
            for mv in &moves {
                if let Action::Jump { over, .. } = mv.action() {
                    captured |= over.set();
                }
            }
            let own = position.pieces[mover as usize];
            assert_eq!(position.reach(mover).now, captured & !own);
        });
    }

    #[test]
    fn captures_of_later_begin_where_a_piece_can_go() {
        let mut soon = 0;
        each_position(|position| {
            for colour in Colour::ALL {
                let own = position.pieces[colour as usize];
                let others = position.occupied() & !own;
                let mut found = 0;
                for from in hexes(own).flat_map(|piece| goals(position, piece)) {
                    for direction in 0..6 {
                        let over = from.towards(direction, 1).map_or(0, Hex::set);
                        let behind = from.towards(direction, 2).map_or(0, Hex::set);
                        if over & others != 0 && behind & BOARD & !position.occupied() != 0 {
                            found |= over;
                        }
                    }
                }
                let reach = position.reach(colour);
                assert_eq!(reach.soon, found & !reach.now);
                soon += reach.soon.count_ones();
            }
        });
        assert!(soon > 1000, "{soon}");
    }

    #[test]
    fn soon_is_one_action_later() {
        // Red on -3,0 steps to -2,0 and then jumps over -1,0.
        let apart = position("r...........................g........ r 0,0,0 0");
        assert_eq!(apart.reach(Colour::Red), CaptureReach::default());
        let near = position("r........g........................... r 0,0,0 0");
        assert_eq!(near.reach(Colour::Red).counts(&near, Colour::Green), [0, 1]);
        assert_eq!(near.reach(Colour::Red).counts(&near, Colour::Blue), [0, 0]);
    }
}
