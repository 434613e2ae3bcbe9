//! RoyalUr's expectimax: every roll and every move to a fixed depth, then the lead in steps.
//!
//! Many moves are exactly equal in steps, and the first of them is chosen, so the arithmetic must not round: steps are whole
//! numbers, probabilities sixteenths, and `f64` has room for twelve of them. What was met before at the same depth is looked
//! up, which changes no value.

use ludarium_game::{Agent, Budget, Decision, Game, Meter, MoveList, Rng, Seat, Turn};
use ludarium_ur::rules::{DARK, LIGHT, Move, Rules, Ur};

/// Values that are known for each number of moves to go, as a power of two.
const SLOT_BITS: u32 = 16;

/// How the lead in steps is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepCount {
    /// Steps of a piece that is home, beyond the squares of the way.
    home: u8,
    /// Whether a piece of Dark on a square of its own is not counted while one of Light stands at the same step.
    hides_dark: bool,
}

impl StepCount {
    /// A piece that is home has gone one step more than the way has squares.
    pub(super) const DESCRIBED: StepCount = StepCount { home: 1, hides_dark: false };

    pub(super) const AS_FOUND: StepCount = StepCount { home: 2, hides_dark: true };

    /// Light's lead; when the game is over, all that a side can have.
    pub(super) fn lead(self, position: &Ur) -> f64 {
        let track = position.played_by().track;
        let home = i32::from(track.home() - 1 + self.home);
        if let Some(winner) = position.winner() {
            let all = f64::from(home * i32::from(position.played_by().pieces));
            return if winner == LIGHT { all } else { -all };
        }
        let at_home = i32::from(position.home(LIGHT)) - i32::from(position.home(DARK));
        let on_light: u32 = position.steps(LIGHT).map(|step| 1 << step).sum();
        let hidden =
            |step: &u8| self.hides_dark && track.met_at(*step) == 0 && on_light & 1 << step != 0;
        let light: i32 = position.steps(LIGHT).map(i32::from).sum();
        let dark: i32 = position.steps(DARK).filter(|step| !hidden(step)).map(i32::from).sum();
        f64::from(home * at_home + light - dark)
    }

    /// What a step adds to the lead of the side that makes it, unless it wins.
    fn gain(self, position: &Ur, from: u8, to: u8) -> f64 {
        let (track, mover) = (position.played_by().track, position.mover());
        let worth = if to == track.home() { track.home() - 1 + self.home } else { to };
        let captured = if position.captures(to) { track.met_at(to) } else { 0 };
        let hidden = |step: u8| {
            let both = position.has_piece(Seat(1 - mover.0), step) && track.met_at(step) == 0;
            if self.hides_dark && both { f64::from(step) } else { 0.0 }
        };
        let more_hidden = hidden(to) - hidden(from);
        let for_mover = if mover == LIGHT { more_hidden } else { -more_hidden };
        f64::from(worth) - f64::from(from) + f64::from(captured) + for_mover
    }

    /// The lead of the side that rolls or moves, or has won.
    fn own_lead(self, position: &Ur) -> f64 {
        let lead = self.lead(position);
        if position.mover() == LIGHT { lead } else { -lead }
    }
}

/// Looks at all rolls and moves to a fixed depth.
pub(super) struct Expectimax {
    count: StepCount,
    depth: u32,
    /// Keys and values of positions in which the dice are about to fall, for each number of moves to go. Later ones take the
    /// places of earlier ones.
    known: Vec<Vec<(u64, f64)>>,
    /// The rules by which they are known.
    rules: Option<Rules>,
    /// A list of moves for each number of moves to go.
    lists: Vec<MoveList<Move>>,
}

impl Expectimax {
    pub(super) fn new(count: StepCount, depth: u32) -> Expectimax {
        Expectimax { count, depth, known: Vec::new(), rules: None, lists: Vec::new() }
    }

    /// The value after a move of the side to move, for that side, with some moves to go; `None` if the budget is used up.
    /// The side's lead before the move is given.
    fn after(
        &mut self,
        position: &Ur,
        lead: f64,
        mv: Move,
        to_go: usize,
        meter: &mut Meter,
    ) -> Option<f64> {
        let (track, pieces) = (position.played_by().track, position.played_by().pieces);
        if to_go == 0
            && let Move::Step { from, to } = mv
            && (to < track.home() || position.home(position.mover()) + 1 < pieces)
        {
            return meter.node().then(|| lead + self.count.gain(position, from, to));
        }
        let mut next = *position;
        next.play(mv);
        let value = self.before_roll(&next, to_go, meter)?;
        Some(if next.mover() == position.mover() { value } else { -value })
    }

    /// The value of a position in which the dice are about to fall, for the side that rolls: the mean over the rolls, of the
    /// best move each.
    fn before_roll(&mut self, position: &Ur, to_go: usize, meter: &mut Meter) -> Option<f64> {
        if !meter.node() {
            return None;
        }
        if to_go == 0 || position.turn() == Turn::Over {
            return Some(self.count.own_lead(position));
        }
        let key = position.key();
        let slot = (key >> (64 - SLOT_BITS)) as usize;
        if let (known, value) = self.known[to_go][slot]
            && known == key
        {
            return Some(value);
        }
        let (dice, lead) = (position.played_by().dice, self.count.own_lead(position));
        let mut sum = 0.0;
        for &(roll, ways) in dice.throws() {
            let mut rolled = *position;
            rolled.play(Move::Roll(roll));
            let mut moves = std::mem::take(&mut self.lists[to_go]);
            rolled.moves(&mut moves);
            let mut values =
                moves.iter().map(|&mv| self.after(&rolled, lead, mv, to_go - 1, meter));
            let best = values.try_fold(f64::MIN, |best, value| Some(best.max(value?)));
            self.lists[to_go] = moves;
            sum += f64::from(ways) * best?;
        }
        let value = sum / f64::from(dice.ways());
        self.known[to_go][slot] = (key, value);
        Some(value)
    }
}

impl Agent<Ur> for Expectimax {
    /// The first of the best moves.
    fn choose(&mut self, position: &Ur, budget: &Budget, _: &mut Rng) -> Decision<Move> {
        let depth = budget.depth.unwrap_or(self.depth).max(1);
        let levels = depth as usize;
        if self.rules.replace(*position.played_by()) != Some(*position.played_by()) {
            self.known.clear();
        }
        self.known.resize_with(levels, || vec![(0, 0.0); 1 << SLOT_BITS]);
        self.lists.resize_with(levels, MoveList::new);
        let mut meter = budget.meter();
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let (mut chosen, lead) = ((moves[0], f64::MIN), self.count.own_lead(position));
        // A forced move needs no thought.
        for &mv in moves.iter().filter(|_| moves.len() > 1) {
            let Some(value) = self.after(position, lead, mv, levels - 1, &mut meter) else { break };
            if value > chosen.1 {
                chosen = (mv, value);
            }
        }
        Decision { nodes: meter.nodes(), depth, time: meter.time(), ..Decision::plain(chosen.0) }
    }
}
