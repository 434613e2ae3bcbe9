//! `Shard`: which part of a contest one run plays.

use std::fmt;
use std::str::FromStr;

use ludarium_game::Error;

use crate::schedule::Schedule;

/// One part of a contest that is split over several runs, written `2/3`: every third block, from the second on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The whole contest.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// The part `index`, counted from 1, of `count` parts.
    pub fn new(index: u64, count: u64) -> Option<Shard> {
        (1..=count)
            .contains(&index)
            .then_some(Shard { index, count })
    }

    /// Whether a block belongs to this part.
    pub fn holds(&self, block: u64) -> bool {
        block % self.count == self.index - 1
    }

    /// The blocks of this part among the first `blocks`, in order.
    pub fn blocks(&self, blocks: u64) -> impl Iterator<Item = u64> + use<> {
        // A part beyond the address space of numbers has at most one block anyway.
        let step = usize::try_from(self.count).unwrap_or(usize::MAX);
        (self.index - 1..blocks).step_by(step)
    }

    /// The number of games of this part among the first `blocks` blocks.
    pub fn games(&self, schedule: &Schedule<'_>, blocks: u64) -> u64 {
        if *self == Shard::WHOLE {
            return schedule.games(blocks);
        }
        let size = |block| schedule.games(block + 1) - schedule.games(block);
        self.blocks(blocks).map(size).sum()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Shard, Error> {
        let parts = text.split_once('/');
        parts
            .and_then(|(index, count)| Shard::new(index.parse().ok()?, count.parse().ok()?))
            .ok_or_else(|| Error::Value {
                key: "shard".to_owned(),
                value: text.chars().take(80).collect(),
                expected: "part/parts, for instance 2/3, the first part being 1".to_owned(),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_the_blocks() {
        let parts: Vec<Shard> = (1..=3).filter_map(|index| Shard::new(index, 3)).collect();
        for block in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.holds(block)).count(), 1);
        }
        assert_eq!(parts[1].blocks(8).collect::<Vec<_>>(), [1, 4, 7]);
        assert!(parts[1].blocks(8).all(|block| parts[1].holds(block)));
        assert_eq!(Shard::WHOLE.blocks(3).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn texts_are_checked() {
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
        for text in ["", "2", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("2/3"), "{error}");
        }
    }
}
