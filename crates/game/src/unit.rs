//! `ShareUnit`: in what people who play a game count what a move costs.

/// What people call a part of the result, and when they call a move a mistake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareUnit {
    /// The name of one: `%`, `points`.
    pub name: &'static str,
    /// How many of them a whole share of 1 is.
    pub scale: f32,
    /// The digits after the point with which it is written.
    pub digits: usize,
    /// What moves are called that cost at least so much, the most expensive first. A cheaper one is no mistake.
    pub mistakes: &'static [(f32, &'static str)],
    /// What the mean cost of a decision is called, and how many of these a whole share is. None where nobody counts it.
    pub rates: &'static [(&'static str, f32)],
    /// What players are called whose first rate is below a number; the last name is for all others.
    pub levels: &'static [(f32, &'static str)],
}

impl ShareUnit {
    /// Parts of a win in percent.
    pub const PERCENT: ShareUnit = ShareUnit {
        name: "%",
        scale: 100.0,
        digits: 0,
        mistakes: &[(20.0, "blunder"), (10.0, "mistake"), (5.0, "inaccuracy")],
        rates: &[],
        levels: &[],
    };

    /// What a move with a cost is called, as a part of the result; `None` where it is no mistake.
    pub fn mistake(&self, cost: f32) -> Option<&'static str> {
        let found = self.mistakes.iter().find(|(least, _)| self.scale * cost >= *least);
        found.map(|(_, word)| *word)
    }

    /// What a player is called whose decisions cost this on average; `None` where there are no names.
    pub fn level(&self, mean: f32) -> Option<&'static str> {
        let (_, factor) = self.rates.first()?;
        let reached = self.levels.iter().find(|(below, _)| factor * mean < *below);
        reached.or(self.levels.last()).map(|(_, name)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_and_players_have_names() {
        let points = ShareUnit {
            name: "points",
            scale: 6.0,
            mistakes: &[(0.12, "blunder"), (0.06, "error")],
            rates: &[("millipoints", 6000.0)],
            levels: &[(2.0, "master"), (9.0, "student"), (f32::INFINITY, "beginner")],
            ..ShareUnit::PERCENT
        };
        let words = [0.021, 0.011, 0.009].map(|cost| points.mistake(cost));
        assert_eq!(words, [Some("blunder"), Some("error"), None]);
        let levels = [0.0, 0.001, 0.5].map(|mean| points.level(mean));
        assert_eq!(levels, [Some("master"), Some("student"), Some("beginner")]);
        assert_eq!(ShareUnit::PERCENT.level(0.1), None);
        assert_eq!(ShareUnit::PERCENT.mistake(0.05), Some("inaccuracy"));
    }
}
