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
        FeatureSet { words: vec![0; count.div_ceil(64)] }
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

    /// Adds the feature `first` + i for each bit i of `bits`: a set of squares is added at once.
    ///
    /// # Panics
    /// If there is no room for them.
    #[inline]
    pub fn insert_all(&mut self, first: usize, bits: u64) {
        let (word, bit) = (first / 64, first % 64);
        self.words[word] |= bits << bit;
        // In two steps, because no bit moves by 64 places at once.
        let rest = bits >> 1 >> (63 - bit);
        if rest != 0 {
            self.words[word + 1] |= rest;
        }
    }

    /// Puts other features in place of all: the feature 64 w + i for each bit i of word w.
    ///
    /// # Panics
    /// If there are not as many words as the set has.
    #[inline]
    pub fn set_words(&mut self, words: &[u64]) {
        self.words.copy_from_slice(words);
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
        self.words.iter().zip(0..).flat_map(|(&word, place)| bits(word, place))
    }

    /// Writes down which features go and which come between this set and an equally large one, in ascending order.
    #[inline]
    pub(super) fn changes(&self, next: &FeatureSet, gone: &mut Found, come: &mut Found) {
        gone.count = 0;
        come.count = 0;
        let count = self.words.len();
        let (before, after) = (&self.words[..count], &next.words[..count]);
        for place in 0..count {
            let (before, after) = (before[place], after[place]);
            if before != after {
                gone.add(before & !after, place);
                come.add(after & !before, place);
            }
        }
    }
}

/// A list of features with room for all there are: what is found at every leaf of a search is written without asking
/// whether there is room.
#[derive(Debug)]
pub(super) struct Found {
    features: Vec<u32>,
    count: usize,
}

impl Found {
    /// An empty list with room for features below `count`.
    pub fn new(count: usize) -> Found {
        Found { features: vec![0; count.next_multiple_of(64)], count: 0 }
    }

    /// The features.
    #[inline]
    pub fn as_slice(&self) -> &[u32] {
        &self.features[..self.count]
    }

    /// Puts the features of a set in place of all.
    #[inline]
    pub fn set(&mut self, present: &FeatureSet) {
        self.count = 0;
        for (place, &word) in present.words.iter().enumerate() {
            self.add(word, place);
        }
    }

    /// Adds the bits of the word at a place.
    #[inline]
    fn add(&mut self, mut word: u64, place: usize) {
        let mut count = self.count;
        while word != 0 {
            self.features[count] = 64 * place as u32 + word.trailing_zeros();
            word &= word - 1;
            count += 1;
        }
        self.count = count;
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
        assert_eq!(one.len(), 4);
        let [mut gone, mut come] = [200, 200].map(Found::new);
        come.set(&one);
        assert_eq!(come.as_slice(), [0, 63, 64, 199]);
        one.changes(&other, &mut gone, &mut come);
        assert_eq!((gone.as_slice(), come.as_slice()), (&[63, 199][..], &[130][..]));
        let mut emptied = one.clone();
        emptied.clear();
        assert!(emptied.is_empty() && !one.is_empty());
    }

    #[test]
    fn a_word_of_features_begins_anywhere() {
        for first in [0, 1, 63, 64, 100, 135] {
            let mut set = FeatureSet::new(200);
            set.insert(3);
            set.insert_all(first, 1 << 63 | 1 << 40 | 1);
            let first = first as u32;
            let mut wanted = vec![3, first, first + 40, first + 63];
            wanted.sort_unstable();
            assert_eq!(set.iter().collect::<Vec<_>>(), wanted);
        }
        // What is not there needs no room.
        let mut set = FeatureSet::new(128);
        set.insert_all(100, (1 << 28) - 1);
        assert_eq!(set.len(), 28);
    }

    #[test]
    fn words_take_the_place_of_everything() {
        let mut found = set(&[5, 70]);
        found.set_words(&[1, 1 << 63, 0, 1 << 7]);
        assert_eq!(found, set(&[0, 127, 199]));
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
