//! Who leads, and what a move wins at once.

use ludarium_game::{Evaluation, Gain, Scores, Seat, Value};

use super::{DARK, LIGHT, MIDDLE_ROSETTE, Move, Ur, other};

/// What winning the game is worth: more than anything else.
const WIN: f32 = 100.0;

/// What another roll is worth, about the mean of a roll.
const ANOTHER_ROLL: f32 = 2.0;

/// The lead in steps, as a chance of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepLead {
    /// Steps that a piece at home is worth beyond its way.
    pub home: f32,
    /// Steps that a piece on the middle rosette is worth beyond its way.
    pub rosette: f32,
    /// Steps that being the next to roll is worth.
    pub tempo: f32,
    /// The lead in steps that makes a win e times as likely as a loss, when each side has all its way before it; less towards
    /// the end.
    pub scale: f32,
}

impl Default for StepLead {
    fn default() -> StepLead {
        StepLead { home: 1.0, rosette: 3.0, tempo: 2.0, scale: 20.0 }
    }
}

impl Evaluation<Ur> for StepLead {
    fn evaluate(&self, position: &Ur) -> Scores {
        let [light, dark] = [LIGHT, DARK].map(|seat| self.worth(position, seat));
        let tempo = if position.mover() == LIGHT { self.tempo } else { -self.tempo };
        let way = self.way(position);
        // The fewer steps are left, the more a lead of some steps decides.
        let left = 1.0 - light.max(dark) / way;
        let scale = self.scale * left.max(0.1).sqrt();
        let share = 1.0 / (1.0 + (-(light - dark + tempo) / scale).exp());
        let mut scores = Scores::ZERO;
        scores.set(LIGHT, Value(share));
        scores.set(DARK, Value(1.0 - share));
        scores
    }
}

impl StepLead {
    fn worth(&self, position: &Ur, seat: Seat) -> f32 {
        let (track, team) = (position.played_by().track, position.teams[seat.index()]);
        let on_board: f32 = position.steps(seat).map(f32::from).sum();
        let rosette = if team.on & 1 << MIDDLE_ROSETTE != 0 { self.rosette } else { 0.0 };
        on_board + rosette + f32::from(team.home) * (f32::from(track.home()) + self.home)
    }

    /// What a side's pieces are worth when all are home.
    fn way(&self, position: &Ur) -> f32 {
        let rules = position.played_by();
        f32::from(rules.pieces) * (f32::from(rules.track.home()) + self.home)
    }
}

/// The steps that a captured piece loses, another roll, and the win.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepsAndCaptures;

impl Gain<Ur> for StepsAndCaptures {
    fn gain(&self, position: &Ur, mv: Move) -> f32 {
        let Move::Step { to, .. } = mv else { return 0.0 };
        let (rules, mover) = (position.played_by(), position.mover());
        if to == rules.track.home() {
            let last = position.home(mover) + 1 == rules.pieces;
            return if last { WIN } else { 1.0 };
        }
        let again = if position.rolls_again(to) { ANOTHER_ROLL } else { 0.0 };
        let met = rules.track.met_at(to);
        let captured = position.teams[other(mover).index()].on & 1 << met != 0 && met != 0;
        again + if captured { f32::from(met) } else { 0.0 }
    }
}
