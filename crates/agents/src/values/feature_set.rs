//! Sets of features, one bit each, so that what changed between two positions is found word by word.

use std::ops::Range;

/// The features that are present in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet {
    words: Vec<u64>,
}

impl FeatureSet {
    /// An empty set with room for features below `count`.
    pub fn new(count: usize) -> FeatureSet {
        FeatureSet {
            words: vec![0; count.div_ceil(64)],
        }
    }

    /// Forgets all features and keeps the room.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds a feature.
    ///
    /// # Panics
    /// If there is no room for it.
    #[inline]
    pub fn insert(&mut self, feature: usize) {
        self.words[feature / 64] |= 1 << (feature % 64);
    }

    /// Adds the first `level` features of a range, all of them where the range is shorter: a number that is told as
    /// "at least 1, at least 2, …" changes little when it changes little.
    ///
    /// # Panics
    /// If there is no room for them.
    #[inline]
    pub fn insert_level(&mut self, range: Range<usize>, level: usize) {
        let end = range.end.min(range.start.saturating_add(level));
        let mut from = range.start;
        while from < end {
            let (word, bit) = (from / 64, from % 64);
            let count = (64 - bit).min(end - from);
            self.words[word] |= u64::MAX >> (64 - count) << bit;
            from += count;
        }
    }

    /// How many features are present.
    #[inline]
    pub fn len(&self) -> usize {
        let mut count = 0;
        for word in &self.words {
            count += word.count_ones();
        }
        count as usize
    }

    /// Whether no feature is present.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The features, in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.words
            .iter()
            .zip(0..)
            .flat_map(|(&word, place)| bits(word, place))
    }

    /// How many features only one of two equally large sets has.
    #[inline]
    pub(super) fn differences(&self, other: &FeatureSet) -> usize {
        let mut count = 0;
        for place in 0..self.words.len() {
            count += (self.words[place] ^ other.words[place]).count_ones();
        }
        count as usize
    }

    /// Visits the features that only this one of two equally large sets has, in ascending order.
    #[inline]
    pub(super) fn each_without(&self, other: &FeatureSet, mut visit: impl FnMut(u32)) {
        for place in 0..self.words.len() {
            let mut word = self.words[place] & !other.words[place];
            while word != 0 {
                visit(64 * place as u32 + word.trailing_zeros());
                word &= word - 1;
            }
        }
    }

    /// Takes over the features of an equally large set.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &FeatureSet) {
        self.words.copy_from_slice(&other.words);
    }
}

/// The numbers of the bits of the word at a place.
#[inline]
fn bits(mut word: u64, place: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| 64 * place + word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(features: &[usize]) -> FeatureSet {
        let mut set = FeatureSet::new(200);
        for &feature in features {
            set.insert(feature);
        }
        set
    }

    #[test]
    fn sets_tell_what_they_hold_and_how_they_differ() {
        let (one, other) = (set(&[0, 63, 64, 199]), set(&[0, 64, 130]));
        assert_eq!(one.iter().collect::<Vec<_>>(), [0, 63, 64, 199]);
        assert_eq!((one.len(), one.differences(&other)), (4, 3));
        let without = |own: &FeatureSet, other| {
            let mut found = Vec::new();
            own.each_without(other, |feature| found.push(feature));
            found
        };
        assert_eq!(without(&one, &other), [63, 199]);
        assert_eq!(without(&other, &one), [130]);
        let mut copy = one.clone();
        copy.copy_from(&other);
        assert_eq!(copy, other);
        copy.clear();
        assert!(copy.is_empty() && !one.is_empty());
    }

    #[test]
    fn a_level_is_the_start_of_its_range() {
        let level = |level| {
            let mut set = FeatureSet::new(200);
            set.insert_level(62..66, level);
            set.iter().collect::<Vec<_>>()
        };
        assert!(level(0).is_empty());
        assert_eq!(level(3), [62, 63, 64]);
        assert_eq!(level(9), [62, 63, 64, 65]);
    }
}
