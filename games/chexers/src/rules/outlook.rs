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
pub(crate) struct Reach {
    /// With its next action.
    now: HexSet,
    /// With an action more, and not before.
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
            // A piece may come from wherever it can step or jump to a hex that is empty.
            let through = frontier & empty;
            let mut before = 0;
            for shift in SHIFTS {
                let (up, down) = (through << shift, through >> shift);
                before |= up | down;
                before |= (up & occupied) << shift | (down & occupied) >> shift;
            }
            frontier = before & BOARD & !seen;
            seen |= frontier;
            if missing == 0 || frontier == 0 {
                break;
            }
        }
        WayHome { actions, missing }
    }

    /// What a colour can capture soon.
    pub(crate) fn reach(&self, colour: Colour) -> Reach {
        let own = self.pieces[colour as usize];
        let occupied = self.occupied();
        let empty = BOARD & !occupied;
        let others = occupied & !own;
        let mut next = 0;
        for shift in SHIFTS {
            let (up, down) = (own << shift, own >> shift);
            next |= up | down;
            next |= (up & occupied) << shift | (down & occupied) >> shift;
        }
        let now = captured_from(own, others, empty);
        let soon = captured_from(next & empty, others, empty);
        Reach {
            now,
            soon: soon & !now,
        }
    }

    fn occupied(&self) -> HexSet {
        self.pieces[0] | self.pieces[1] | self.pieces[2]
    }
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

impl Reach {
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
    use ludarium_game::{Game, MoveList, Purpose, Seed, Spec, Tabletop, Turn};

    use super::super::Action;
    use super::*;

    fn position(text: &str) -> Chexers {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        Chexers::parse(&rules, text).unwrap()
    }

    fn way(text: &str) -> [u32; 2] {
        let way = position(text).way_home(Colour::Red);
        [way.actions, way.missing]
    }

    #[test]
    fn the_way_home_counts_steps_jumps_and_exits_of_the_nearest_pieces() {
        // At the start all four have six steps and an exit before them.
        assert_eq!(
            way("rrrr...........g.....bg....bg...bg..b r 0,0,0 0"),
            [28, 0]
        );
        // One exit is left: 2,-2 steps to the edge and leaves, 0,0 does not count.
        assert_eq!(
            way("..................r..........r....... r 3,0,0 0"),
            [2, 0]
        );
        // Two are left: 0,0 steps before 2,-2 and jumps over it onto the edge.
        assert_eq!(
            way("..................r..........r....... r 2,0,0 0"),
            [5, 0]
        );
        // Alone it has three steps and an exit; somebody on 1,0 to jump over saves a step.
        assert_eq!(
            way("..................r.................. r 3,0,0 0"),
            [4, 0]
        );
        assert_eq!(
            way("..................r......g........... r 3,0,0 0"),
            [3, 0]
        );
        // Somebody is missing.
        assert_eq!(
            way("..................r..........r....... r 1,0,0 0"),
            [5, 1]
        );
        assert_eq!(
            way("..................................... r 1,0,0 0"),
            [0, 3]
        );
        // The corner is shut: two next to it and two behind them.
        assert_eq!(
            way("rgg.gg...g.g......................... r 3,0,0 0"),
            [0, 1]
        );
    }

    #[test]
    fn captures_are_those_that_the_rules_allow() {
        let mut rng = Seed(8).stream(Purpose::Test, 0);
        let mut moves = MoveList::new();
        for _ in 0..30 {
            let mut position = position("rrrr...........g.....bg....bg...bg..b r 0,0,0 0");
            while position.turn() != Turn::Over && position.ply() < 120 {
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
                let mv = position.pick(&mut rng, &mut moves);
                position.play(mv);
            }
        }
    }

    #[test]
    fn soon_is_one_action_later() {
        // Red on -3,0 steps to -2,0 and then jumps over -1,0.
        let apart = position("r...........................g........ r 0,0,0 0");
        assert_eq!(apart.reach(Colour::Red), Reach::default());
        let near = position("r........g........................... r 0,0,0 0");
        assert_eq!(near.reach(Colour::Red).counts(&near, Colour::Green), [0, 1]);
        assert_eq!(near.reach(Colour::Red).counts(&near, Colour::Blue), [0, 0]);
    }
}
