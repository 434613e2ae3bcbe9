//! `Shard`: which part of a contest one run plays.

use std::fmt;
use std::str::FromStr;

use ludarium_game::Error;

use crate::contest::schedule::Schedule;

/// One part of a contest that is split over several runs, written `2/3`: the second of three.
///
/// Blocks are dealt out by a fixed permutation. Of as many deals as there are parts, every part gets one block of every
/// line-up, so that each part alone says something about all line-ups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// More parts than anybody has machines.
const MOST_PARTS: u64 = 1 << 24;

impl Shard {
    /// The whole contest.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// The part `index`, counted from 1, of `count` parts.
    pub fn new(index: u64, count: u64) -> Option<Shard> {
        (1..=count.min(MOST_PARTS))
            .contains(&index)
            .then_some(Shard { index, count })
            .filter(|_| count <= MOST_PARTS)
    }

    /// The number of parts.
    pub fn parts(&self) -> u64 {
        self.count
    }

    /// Its place among the parts, from 0.
    pub(crate) fn place(&self) -> usize {
        (self.index - 1) as usize
    }

    /// The part of `parts` that a block belongs to, in a contest with `lineups` line-ups.
    pub fn of(parts: u64, lineups: u64, block: u64) -> Shard {
        let (deal, lineup) = (block / lineups, block % lineups);
        let index = (lineup % parts + place(parts, deal)) % parts + 1;
        Shard { index, count: parts }
    }

    /// Whether a block belongs to this part.
    pub fn holds(&self, lineups: u64, block: u64) -> bool {
        Shard::of(self.count, lineups, block) == *self
    }

    /// The blocks of this part among the first `blocks`, in order.
    pub fn blocks(&self, lineups: u64, blocks: u64) -> impl Iterator<Item = u64> + use<> {
        let Shard { index, count } = *self;
        let step = count as usize;
        (0..blocks.div_ceil(lineups)).flat_map(move |deal| {
            let begin = deal * lineups;
            let first = (index - 1 + count - place(count, deal)) % count;
            let inside = lineups.min(blocks - begin);
            (first..inside).step_by(step).map(move |lineup| begin + lineup)
        })
    }

    /// The number of games of this part among the first `blocks` blocks.
    pub fn games(&self, schedule: &Schedule<'_>, blocks: u64) -> u64 {
        if *self == Shard::WHOLE {
            return schedule.games(blocks);
        }
        let size = |block| schedule.games(block + 1) - schedule.games(block);
        self.blocks(schedule.lineups(), blocks).map(size).sum()
    }
}

/// Where the first line-up of a deal goes, from 0. Among as many deals as there are parts each part comes once. Which
/// comes first changes from group to group, so that a part does not always get the same start positions.
fn place(parts: u64, deal: u64) -> u64 {
    let group = deal / parts;
    // The finaliser of SplitMix64: part of what a shard means, so it must not change.
    let mut mixed = group.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (deal % parts + mixed % parts) % parts
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
            .ok_or_else(|| {
                Error::value("shard", text, "part/parts, for instance 2/3, the first part being 1")
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_the_blocks() {
        for lineups in 1..8 {
            let parts: Vec<Shard> = (1..=3).filter_map(|index| Shard::new(index, 3)).collect();
            let mut all = Vec::new();
            for part in &parts {
                let blocks: Vec<u64> = part.blocks(lineups, 40).collect();
                assert!(blocks.is_sorted());
                assert!(blocks.iter().all(|&block| part.holds(lineups, block)));
                assert!(blocks.len().abs_diff(40 / 3) <= 2, "{}", blocks.len());
                all.extend(blocks);
            }
            all.sort_unstable();
            assert_eq!(all, (0..40).collect::<Vec<_>>());
        }
        assert_eq!(Shard::WHOLE.blocks(2, 3).collect::<Vec<_>>(), [0, 1, 2]);
    }

    /// Also where there are as many line-ups as parts.
    #[test]
    fn every_part_has_every_lineup() {
        for (count, lineups) in [(3, 3), (3, 6), (4, 6), (5, 2), (2, 2)] {
            let deals = 2 * count;
            for index in 1..=count {
                let part = Shard::new(index, count).unwrap();
                let mut found = vec![0; lineups as usize];
                for block in part.blocks(lineups, deals * lineups) {
                    found[(block % lineups) as usize] += 1;
                }
                assert!(found.iter().all(|&blocks| blocks == 2), "{part}: {found:?}");
            }
        }
    }

    /// Starts are taken in turn by deals: a part should not meet the same ones forever.
    #[test]
    fn a_part_meets_all_places_of_a_group() {
        let part = Shard::new(2, 4).unwrap();
        let mut places: Vec<u64> = part.blocks(1, 400).map(|deal| deal % 4).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places, [0, 1, 2, 3]);
    }

    /// Parts of a run that were played by different versions must fit together.
    #[test]
    fn the_permutation_does_not_change() {
        let part = Shard::new(1, 3).unwrap();
        let blocks: Vec<u64> = part.blocks(2, 18).collect();
        assert_eq!(blocks, [0, 5, 9, 10, 12, 17]);
    }

    #[test]
    fn texts_are_checked() {
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
        for text in ["", "2", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2", "1/99999999"] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("2/3"), "{error}");
        }
    }
}
