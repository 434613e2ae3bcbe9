//! Finished games, as statistics see them.

/// One finished game, as statistics see it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredGame {
    /// The block it belongs to: games of one block share their start and their luck.
    pub block: u64,
    /// The agent in each seat, as an index into the list of agents; an agent may sit on several seats.
    pub agents: Vec<usize>,
    /// Each seat's score, as the game gives it, in [0, 1].
    pub scores: Vec<f64>,
}

/// How a game ended for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Alone at the top.
    Won,
    /// Neither: a draw, a shared first place, the third player where another won and another lost.
    Neither,
    /// At the bottom, with somebody above.
    Lost,
}

impl From<&crate::store::record::GameSummary> for ScoredGame {
    fn from(game: &crate::store::record::GameSummary) -> ScoredGame {
        ScoredGame {
            block: game.block,
            agents: game.seats.clone(),
            scores: game.scores.iter().map(|&score| score.into()).collect(),
        }
    }
}

impl ScoredGame {
    /// The number of seats: those that have both an agent and a score.
    pub fn seats(&self) -> usize {
        self.agents.len().min(self.scores.len())
    }

    /// Each seat with its agent, in the order of seats.
    pub fn seated(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.agents[..self.seats()].iter().copied().enumerate()
    }

    /// How the game ended for a seat; a seat that does not exist is neither.
    pub fn standing(&self, seat: usize) -> Standing {
        if seat >= self.seats() {
            return Standing::Neither;
        }
        let below = self.count(|other| self.compare(other, seat).is_lt());
        let equal = self.count(|other| self.compare(other, seat).is_eq());
        let above = self.seats() - below - equal;
        match (above, equal, below) {
            (0, 1, 1..) => Standing::Won,
            (1.., _, 0) => Standing::Lost,
            _ => Standing::Neither,
        }
    }

    /// A seat's share of the first place: 1 for a sole winner, 1/k for each of k at the top, else 0.
    /// For two seats these are the usual 1, ½ and 0.
    pub fn points(&self, seat: usize) -> f64 {
        if self.place(seat) != Some(1) {
            return 0.0;
        }
        let equal = self.count(|other| self.compare(other, seat).is_eq());
        1.0 / equal as f64
    }

    /// A seat's place, from 1: one more than the number of seats above it. Equal scores share a place.
    pub fn place(&self, seat: usize) -> Option<usize> {
        (seat < self.seats()).then(|| 1 + self.count(|other| self.compare(other, seat).is_gt()))
    }

    /// The seats from first to last, those with equal scores together.
    pub fn order(&self) -> Vec<Vec<usize>> {
        let mut seats: Vec<usize> = (0..self.seats()).collect();
        seats.sort_by(|&a, &b| self.compare(b, a));
        seats.chunk_by(|&a, &b| self.compare(a, b).is_eq()).map(<[usize]>::to_vec).collect()
    }

    /// How one seat's score stands to another's.
    pub(super) fn compare(&self, a: usize, b: usize) -> std::cmp::Ordering {
        // Adding 0 makes −0 and 0 equal for the total order, which also keeps NaN out of the results.
        (self.scores[a] + 0.0).total_cmp(&(self.scores[b] + 0.0))
    }

    fn count(&self, condition: impl Fn(usize) -> bool) -> usize {
        (0..self.seats()).filter(|&seat| condition(seat)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::Standing::{Lost, Neither, Won};
    use super::*;

    fn ended(scores: &[f64]) -> ScoredGame {
        ScoredGame { block: 0, agents: (0..scores.len()).collect(), scores: scores.to_vec() }
    }

    fn standings(scores: &[f64]) -> Vec<Standing> {
        let outcome = ended(scores);
        (0..scores.len()).map(|seat| outcome.standing(seat)).collect()
    }

    #[test]
    fn standings_name_the_sole_winner_and_the_last() {
        assert_eq!(standings(&[1.0, 0.0]), [Won, Lost]);
        assert_eq!(standings(&[0.5, 0.5]), [Neither, Neither]);
        assert_eq!(standings(&[1.0, 0.5, 0.0]), [Won, Neither, Lost]);
        assert_eq!(standings(&[0.5, 0.5, 0.0]), [Neither, Neither, Lost]);
        assert_eq!(standings(&[0.0, 1.0, 0.0, 0.0]), [Lost, Won, Lost, Lost]);
        assert_eq!(standings(&[0.3]), [Neither]);
        assert_eq!(ended(&[1.0, 0.0]).standing(2), Neither);
    }

    #[test]
    fn points_share_the_first_place() {
        let points = |scores: &[f64]| -> Vec<f64> {
            let outcome = ended(scores);
            (0..scores.len()).map(|seat| outcome.points(seat)).collect()
        };
        assert_eq!(points(&[1.0, 0.0]), [1.0, 0.0]);
        assert_eq!(points(&[0.5, 0.5]), [0.5, 0.5]);
        assert_eq!(points(&[0.4, 0.2, 0.4]), [0.5, 0.0, 0.5]);
        assert_eq!(points(&[0.0; 4]), [0.25; 4]);
        assert_eq!(ended(&[1.0, 0.0]).points(7), 0.0);
    }

    #[test]
    fn orders_keep_ties_together() {
        assert_eq!(ended(&[0.2, 0.9, 0.2, 0.1]).order(), [vec![1], vec![0, 2], vec![3]]);
        assert_eq!(ended(&[0.0, -0.0]).order(), [vec![0, 1]]);
        assert_eq!(ended(&[0.2, 0.9, 0.2]).place(2), Some(2));
        assert_eq!(ended(&[]).order().len(), 0);
        assert_eq!(ended(&[]).place(0), None);
    }
}
