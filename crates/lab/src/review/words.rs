//! What a review says, as sentences in the unit of the game's players.

use super::reviewer::{Mistake, PlayerReview, Review, TurningPoint};

impl Review {
    /// A part of the result: `12 %`, `0.120 points`.
    pub fn amount(&self, share: f32) -> String {
        let (name, scale, digits) = &self.unit;
        format!("{:.*} {name}", digits, scale * share)
    }

    /// The same with its sign, which nothing does not have.
    pub fn signed(&self, share: f32) -> String {
        let amount = self.amount(share.abs());
        let sign = match () {
            () if amount == self.amount(0.0) => "",
            () if share < 0.0 => "-",
            () => "+",
        };
        format!("{sign}{amount}")
    }

    /// How somebody played, and what that and the dice gave.
    pub fn balance(&self, player: &PlayerReview, dice: bool) -> String {
        format!(
            "{}, {}own mistakes {}, mistakes of others {}, not foreseen {}",
            player.skill(),
            if dice { format!("luck {}, ", self.signed(player.luck)) } else { String::new() },
            self.signed(player.own),
            self.signed(player.others),
            self.signed(player.unforeseen)
        )
    }

    /// A turning point; `names` are those of the seats.
    pub fn turning_point(&self, turn: &TurningPoint, names: &[String]) -> String {
        let (step, name) = (turn.count, &names[usize::from(turn.seat)]);
        let share = self.amount(turn.change.abs());
        match (&turn.better, turn.change > 0.0) {
            (Some(better), _) => {
                format!("step {step}: {name} gave away {share}; {better} was better")
            }
            (None, true) => format!("step {step}: luck gave {share} to {name}"),
            (None, false) => format!("step {step}: luck took {share} from {name}"),
        }
    }

    /// A move that cost something.
    pub fn mistake(&self, mistake: &Mistake, names: &[String]) -> String {
        format!(
            "step {}: {} played {}, which cost {}; {} was better",
            mistake.count,
            names[usize::from(mistake.seat)],
            mistake.played,
            self.amount(mistake.cost),
            mistake.better
        )
    }
}

impl PlayerReview {
    /// How well it played, as players of the game say that.
    pub fn skill(&self) -> String {
        if self.rates.is_empty() {
            return format!("accuracy {:.0}", self.accuracy);
        }
        let rates = self.rates.iter().map(|(name, rate)| format!("{name} {rate:.1}"));
        let level = self.level.iter().map(|level| format!("level {level}"));
        rates.chain(level).collect::<Vec<String>>().join(", ")
    }
}
