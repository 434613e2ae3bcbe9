//! Which rows are learned from: split by game, shuffled, balanced.

use ludarium_game::{Purpose, Seed};

use super::DataSet;

/// Streams of a seed that no training uses: 0 is for first weights, the others are counted by epochs.
const SPLIT: u64 = 1 << 40;
const SHUFFLE: u64 = 2 << 40;
const BALANCE: u64 = 3 << 40;

impl DataSet {
    /// Splits off all rows of `share` of the games, drawn by the seed: first the rest, then those. No game is on both
    /// sides, because its positions resemble each other too much to validate one another.
    pub fn split_by_game(&self, share: f64, seed: Seed) -> (DataSet, DataSet) {
        let mut games = self.games().to_vec();
        games.sort_unstable();
        games.dedup();
        seed.stream(Purpose::Training, SPLIT).shuffle(&mut games);
        let count = (share.clamp(0.0, 1.0) * games.len() as f64).round() as usize;
        let mut apart = games[..count].to_vec();
        apart.sort_unstable();
        let is_apart = |row: &usize| apart.binary_search(&self.games()[*row]).is_ok();
        let (apart, rest): (Vec<usize>, Vec<usize>) = (0..self.len()).partition(is_apart);
        (self.select(&rest), self.select(&apart))
    }

    /// All rows in an order drawn by the seed.
    pub fn shuffled(&self, seed: Seed) -> DataSet {
        let mut rows: Vec<usize> = (0..self.len()).collect();
        seed.stream(Purpose::Training, SHUFFLE).shuffle(&mut rows);
        self.select(&rows)
    }

    /// As many rows whose first outcome is at least one half as others: the larger class loses rows drawn by the seed. The
    /// rows stay in order.
    ///
    /// A model trained on balanced rows assumes that both classes are equally likely, even if they are not.
    pub fn balanced(&self, seed: Seed) -> DataSet {
        let is_positive = |row: &usize| self.outcome(*row)[0] >= 0.5;
        let (mut positive, mut negative): (Vec<usize>, Vec<usize>) =
            (0..self.len()).partition(is_positive);
        let kept = positive.len().min(negative.len());
        let mut rng = seed.stream(Purpose::Training, BALANCE);
        for class in [&mut positive, &mut negative] {
            rng.shuffle(class);
            class.truncate(kept);
        }
        let mut rows = [positive, negative].concat();
        rows.sort_unstable();
        self.select(&rows)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::{Features, Inputs, Row, RowShape};
    use super::*;

    /// Games of very different lengths, with positions that come back; a quarter of the rows are won.
    fn games() -> DataSet {
        let shape =
            RowShape { features: Features::Dense { width: 1 }, outcomes: 1, searched: false };
        let mut set = DataSet::new(shape).unwrap();
        for row in 0..600u32 {
            let game = u64::from(row % 7 * row % 50);
            let outcome = [f32::from(u8::from(row % 4 == 0))];
            let inputs = Inputs::Dense(&[row as f32]);
            set.push(&Row { game, inputs, outcome: &outcome, search: None }).unwrap();
        }
        set
    }

    fn names(set: &DataSet) -> HashSet<u64> {
        set.games().iter().copied().collect()
    }

    #[test]
    fn no_game_is_on_both_sides() {
        let all = games();
        let total = names(&all).len();
        for seed in 0..20 {
            for share in [0.0, 0.1, 0.5, 1.0] {
                let (rest, apart) = all.split_by_game(share, Seed(seed));
                assert!(names(&rest).is_disjoint(&names(&apart)));
                assert_eq!(rest.len() + apart.len(), all.len());
                let wanted = (share * total as f64).round() as usize;
                assert_eq!(names(&apart).len(), wanted);
            }
        }
        let split = |seed| all.split_by_game(0.5, Seed(seed)).1;
        assert_eq!(split(1), split(1));
        assert_ne!(split(1), split(2));
    }

    #[test]
    fn a_shuffle_keeps_every_row_whole() {
        let all = games();
        let shuffled = all.shuffled(Seed(3));
        assert_ne!(shuffled, all);
        let mut seen = HashSet::new();
        for row in 0..shuffled.len() {
            shuffled.with_row(row, |row| {
                let Inputs::Dense(cells) = row.inputs else {
                    panic!("rows of numbers");
                };
                let before = cells[0] as usize;
                assert!(seen.insert(before));
                all.with_row(before, |before| assert_eq!(row, before));
            });
        }
        assert_eq!(seen.len(), all.len());
    }

    #[test]
    fn balancing_cuts_the_larger_class_only() {
        let balanced = games().balanced(Seed(1));
        assert_eq!(balanced.len(), 300);
        let won = (0..300).filter(|row| balanced.outcome(*row)[0] == 1.0);
        assert_eq!(won.count(), 150);
        let one_sided = games().select(&[1, 2, 3]).balanced(Seed(1));
        assert!(one_sided.is_empty());
    }
}
