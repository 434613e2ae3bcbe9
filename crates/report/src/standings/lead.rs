//! The leading agent, by how much it leads, and how sure that is, in one line.

use ludarium_arena::statistics::EloEstimate;
use serde_json::{Value, json};

use super::Standings;
use crate::sheet::{Form, Number};

/// From here on one agent is called stronger, if the 95 % interval of the difference does not contradict: with few blocks
/// it is wider than the likelihood knows.
const SURE: f64 = 0.975;

/// With fewer blocks than these the spread between blocks is not known well enough for figures that come from it alone.
pub(super) const TELLING: u64 = 10;

/// Nobody plays more games than this to settle one question.
const MOST_GAMES: f64 = 1e7;

/// The stronger agent, as far as the games of a run say.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// The agent with the highest rating.
    pub first: String,
    /// The one that follows.
    pub second: String,
    /// How many agents there are.
    pub agents: usize,
    /// How much stronger the first is, in Elo.
    pub elo: EloEstimate,
    /// How likely the first is really stronger.
    pub likelihood: f64,
    /// The games that count, of all agents.
    pub games: u64,
    /// The blocks they form.
    pub blocks: u64,
    /// The games that no other repeats, where some do.
    pub distinct: Option<u64>,
}

impl Standings {
    /// The stronger agent; `None` where too few games say anything.
    pub fn lead(&self) -> Option<Lead> {
        let &[first, second, ..] = self.order().as_slice() else {
            return None;
        };
        let ratings = self.ratings.as_ref()?;
        let likelihood = ratings.superiority[first][second]?;
        let (elo, _) = self.counts.results.elo_difference(first, second)?;
        Some(Lead {
            first: self.labels[first].clone(),
            second: self.labels[second].clone(),
            agents: self.labels.len(),
            elo,
            likelihood,
            games: self.games(),
            blocks: self.counts.blocks,
            distinct: self.distinct.filter(|&distinct| distinct < self.games()),
        })
    }
}

impl Lead {
    /// Whether the games say clearly that the first is stronger.
    pub fn is_sure(&self) -> bool {
        self.likelihood >= SURE && self.elo.low.is_some_and(|low| low >= 0.0)
    }

    /// Whether no difference can be seen.
    fn is_level(&self) -> bool {
        self.elo.value.is_some_and(|value| signed(value) == "0")
    }

    /// The lead in one line.
    pub fn sentence(&self) -> String {
        let Lead { first, second, games, blocks, .. } = self;
        let mut line = match (self.is_sure(), self.agents) {
            (true, 2) => format!("`{first}` is stronger than `{second}`: "),
            (true, agents) => {
                format!("`{first}` is the strongest of {agents}, ahead of `{second}`: ")
            }
            (false, 2) if self.is_level() => format!("`{first}` and `{second}` did equally well: "),
            (false, agents) if self.is_level() => format!(
                "it is open who is the strongest of {agents}; `{first}` and `{second}` did equally well: "
            ),
            (false, 2) => format!("it is open whether `{first}` is stronger than `{second}`: "),
            (false, agents) => {
                format!(
                    "it is open who is the strongest of {agents}; `{first}` is ahead of `{second}`: "
                )
            }
        };
        line.push_str(&match (self.elo.value, self.elo.low, self.elo.high) {
            (Some(value), Some(low), Some(high)) => {
                format!("{} Elo ({} to {})", signed(value), signed(low), signed(high))
            }
            (_, Some(low), None) => format!("above {} Elo", signed(low)),
            (_, None, Some(high)) => format!("below {} Elo", signed(high)),
            _ => "nobody knows by how much".to_owned(),
        });
        if self.is_sure() || *blocks >= TELLING {
            let likelihood = Number::plain(self.likelihood, Form::Likelihood);
            line.push_str(&format!(", likelihood {likelihood}"));
        }
        line.push_str(&format!(", {}", played(*games, *blocks)));
        if let Some(distinct) = self.distinct {
            line.push_str(&format!(", of which only {distinct} differ"));
        }
        line.push_str(&self.outlook());
        line
    }

    /// What would decide an open question.
    fn outlook(&self) -> String {
        if self.is_sure() {
            return String::new();
        }
        if self.repeats() {
            return "; more games would repeat them, unless some plies are random (--random-plies 4)".to_owned();
        }
        match self.games_to_decide() {
            Some(games) => {
                format!("; about {} more games would decide it", games.saturating_sub(self.games))
            }
            None if self.blocks < TELLING => "; too few games to say more".to_owned(),
            None => "; they are too close for any number of games that can be played".to_owned(),
        }
    }

    /// Whether most games are repetitions of others.
    fn repeats(&self) -> bool {
        self.distinct.is_some_and(|distinct| 2 * distinct < self.games)
    }

    /// About how many games in all would make sure which is stronger, if the difference is what it seems now; `None` where it
    /// is sure, where games only repeat each other, and where there would be too many.
    pub fn games_to_decide(&self) -> Option<u64> {
        if self.is_sure() || self.repeats() || self.games == 0 {
            return None;
        }
        let games = self.games as f64;
        let least = games / self.blocks.max(1) as f64 * TELLING as f64;
        // An interval shrinks with the square root of the number of games.
        let needed = match (self.elo.value, self.elo.low) {
            (Some(value), Some(low)) if value > 0.0 => games * ((value - low) / value).powi(2),
            (None, _) => least,
            _ => f64::INFINITY,
        };
        let more = (needed.max(least) - games).max(games / self.blocks.max(1) as f64);
        let step = 10f64.powf(more.log10().floor() - 1.0).max(1.0);
        let more = (more / step).ceil() * step;
        (more <= MOST_GAMES).then_some(self.games + more as u64)
    }

    /// The lead for machines.
    pub fn json(&self) -> Value {
        json!({
            "sentence": self.sentence(),
            "sure": self.is_sure(),
            "first": self.first,
            "second": self.second,
            "elo": { "value": self.elo.value, "low": self.elo.low, "high": self.elo.high },
            "likelihood": self.likelihood,
            "games": self.games,
            "games_to_decide": self.games_to_decide(),
            "blocks": self.blocks,
            "distinct": self.distinct,
        })
    }
}

/// A number of Elo points with its sign; nothing is neither more nor less.
fn signed(elo: f64) -> String {
    let text = format!("{elo:+.0}");
    match text.as_str() {
        "+0" | "-0" => "0".to_owned(),
        _ => text,
    }
}

/// How much was played, in words: `400 games in 200 blocks`.
pub fn played(games: u64, blocks: u64) -> String {
    let s = |one: bool| if one { "" } else { "s" };
    format!("{games} game{} in {blocks} block{}", s(games == 1), s(blocks == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_block_is_one_block() {
        assert_eq!(played(6, 1), "6 games in 1 block");
        assert_eq!(played(1, 1), "1 game in 1 block");
        assert_eq!(played(0, 0), "0 games in 0 blocks");
    }

    #[test]
    fn the_lead_is_one_honest_line() {
        let elo = |value, low, high| EloEstimate { value, low, high };
        let sure = Lead {
            first: "a".to_owned(),
            second: "b".to_owned(),
            agents: 2,
            elo: elo(Some(35.2), Some(0.4), Some(69.1)),
            likelihood: 0.976,
            games: 400,
            blocks: 200,
            distinct: None,
        };
        assert_eq!(
            sure.sentence(),
            "`a` is stronger than `b`: +35 Elo (0 to +69), likelihood 97.6 %, 400 games in 200 blocks"
        );
        let open = Lead {
            elo: elo(Some(12.0), Some(-20.0), Some(44.0)),
            likelihood: 0.76,
            distinct: Some(7),
            ..sure.clone()
        };
        assert_eq!(
            open.sentence(),
            "it is open whether `a` is stronger than `b`: +12 Elo (-20 to +44), likelihood 76.0 %, 400 games in 200 \
             blocks, of which only 7 differ; more games would repeat them, unless some plies are random \
             (--random-plies 4)"
        );
        // Eight thirds of the value: 7.1 times the games.
        let longer = Lead { distinct: Some(399), ..open };
        assert_eq!(longer.games_to_decide(), Some(2900));
        assert!(longer.sentence().ends_with("; about 2500 more games would decide it"));
        let close = Lead { elo: elo(Some(0.1), Some(-40.0), Some(40.0)), ..longer };
        assert_eq!(close.games_to_decide(), None);
        assert!(close.sentence().ends_with("too close for any number of games that can be played"));
        let few = Lead {
            elo: elo(Some(241.0), Some(-91.0), Some(572.0)),
            likelihood: 0.997,
            games: 12,
            blocks: 3,
            ..sure.clone()
        };
        assert_eq!(
            few.sentence(),
            "it is open whether `a` is stronger than `b`: +241 Elo (-91 to +572), 12 games in 3 blocks; about 28 more \
             games would decide it"
        );
        let equal = Lead { elo: elo(Some(0.0), Some(-301.0), Some(301.0)), ..few.clone() };
        assert_eq!(
            equal.sentence(),
            "`a` and `b` did equally well: 0 Elo (-301 to +301), 12 games in 3 blocks; too few games to say more"
        );
        let four = Lead { agents: 4, ..equal };
        assert!(four.sentence().contains("strongest of 4; `a` and `b` did equally"), "{four:?}");
        let won = Lead { elo: elo(None, Some(-30.0), None), games: 2, blocks: 1, ..few };
        assert!(
            won.sentence().ends_with("about 18 more games would decide it"),
            "{}",
            won.sentence()
        );
        let swept = Lead { agents: 4, elo: elo(None, Some(310.0), None), likelihood: 1.0, ..sure };
        assert_eq!(
            swept.sentence(),
            "`a` is the strongest of 4, ahead of `b`: above +310 Elo, likelihood above 99.9 %, 400 games in 200 blocks"
        );
    }
}
