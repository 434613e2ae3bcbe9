//! The leading agent, by how much it leads, and how sure that is, in one line.

use ludarium_arena::statistics::EloEstimate;
use serde_json::{Value, json};

use super::Standings;

/// From here on one agent is called stronger, if the 95 % interval of the difference does not contradict: with few blocks
/// it is wider than the likelihood knows.
const SURE: f64 = 0.975;

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
    pub blocks: usize,
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
            blocks: ratings.blocks,
            distinct: self.distinct.filter(|&distinct| distinct < self.games()),
        })
    }
}

impl Lead {
    /// Whether the games say clearly that the first is stronger.
    pub fn is_sure(&self) -> bool {
        self.likelihood >= SURE && self.elo.low.is_some_and(|low| low >= 0.0)
    }

    /// The lead in one line.
    pub fn sentence(&self) -> String {
        let Lead { first, second, games, blocks, .. } = self;
        let mut line = match (self.is_sure(), self.agents) {
            (true, 2) => format!("`{first}` is stronger than `{second}`: "),
            (true, agents) => {
                format!("`{first}` is the strongest of {agents}, ahead of `{second}`: ")
            }
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
        line.push_str(&format!(
            ", likelihood {}, {}",
            percent(self.likelihood),
            played(*games, *blocks)
        ));
        if let Some(distinct) = self.distinct {
            line.push_str(&format!(", of which only {distinct} differ"));
        }
        line
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

/// A likelihood that is not rounded to a certainty.
fn percent(likelihood: f64) -> String {
    match likelihood {
        likelihood if likelihood > 0.9995 => "above 99.9 %".to_owned(),
        likelihood => format!("{:.1} %", 100.0 * likelihood),
    }
}

/// How much was played, in words: `400 games in 200 blocks`.
pub fn played(games: u64, blocks: usize) -> String {
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
             blocks, of which only 7 differ"
        );
        let few = Lead {
            elo: elo(Some(241.0), Some(-91.0), Some(572.0)),
            likelihood: 0.997,
            games: 12,
            blocks: 3,
            ..sure.clone()
        };
        assert_eq!(
            few.sentence(),
            "it is open whether `a` is stronger than `b`: +241 Elo (-91 to +572), likelihood 99.7 %, 12 games in 3 blocks"
        );
        let swept = Lead { agents: 4, elo: elo(None, Some(310.0), None), likelihood: 1.0, ..sure };
        assert_eq!(
            swept.sentence(),
            "`a` is the strongest of 4, ahead of `b`: above +310 Elo, likelihood above 99.9 %, 400 games in 200 blocks"
        );
    }
}
