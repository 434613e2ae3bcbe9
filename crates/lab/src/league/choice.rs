//! Who meets next: the line-up whose games tell most.
//!
//! A pair of agents is worth a game where its order is not known yet, where the result is not known beforehand, and
//! where it has met less often than others:
//!
//! worth = 4 s (1 − s) · 4 p (1 − p) / (1 + m)
//!
//! with s the probability that the first is the stronger one, p its expected share of wins by the ratings, and m the
//! number of blocks in which both have sat. A newcomer has s = p = ½ and m = 0, so it is played first, and then against
//! those next to it. A line-up is worth what its pairs are worth together.

use ludarium_arena::statistics::{Ratings, share_of_elo};

/// From this probability on the order of two agents is known.
pub const SURE: f64 = 0.975;

/// What is known about the agents so far.
pub struct Knowledge<'a> {
    /// Their ratings; `None` before the first game.
    pub ratings: Option<&'a Ratings>,
    /// In how many blocks each two have met.
    pub met: Vec<Vec<u64>>,
}

impl Knowledge<'_> {
    /// The probability that the first is stronger than the second.
    pub fn stronger(&self, first: usize, second: usize) -> f64 {
        let known = self.ratings.and_then(|ratings| ratings.superiority[first][second]);
        known.unwrap_or(0.5)
    }

    fn rating(&self, agent: usize) -> f64 {
        let known = self.ratings.and_then(|ratings| ratings.agents[agent]);
        known.map_or(0.0, |rating| rating.value)
    }

    fn worth(&self, first: usize, second: usize) -> f64 {
        let open = |share: f64| 4.0 * share * (1.0 - share);
        let known = self.stronger(first, second);
        let expected = match self.met[first][second] {
            0 if known == 0.5 => 0.5,
            _ => share_of_elo(self.rating(first) - self.rating(second), 2),
        };
        open(known) * open(expected) / (1.0 + self.met[first][second] as f64)
    }

    /// The next blocks, each as the index of a line-up. Each pick counts as a meeting for the picks after it.
    pub fn choose(mut self, lineups: &[Vec<usize>], picks: usize) -> Vec<usize> {
        let mut chosen = Vec::new();
        for _ in 0..picks {
            let worth =
                |lineup: &[usize]| -> f64 { pairs(lineup).map(|(a, b)| self.worth(a, b)).sum() };
            let mut best: Option<(usize, f64)> = None;
            for (index, lineup) in lineups.iter().enumerate() {
                let worth = worth(lineup);
                if best.is_none_or(|(_, most)| worth > most) {
                    best = Some((index, worth));
                }
            }
            let Some((index, _)) = best else { break };
            note(&mut self.met, &lineups[index]);
            chosen.push(index);
        }
        chosen
    }

    /// Whether the order of every two neighbours in the ranking is known.
    pub fn is_settled(&self) -> bool {
        let ranking = self.ranking();
        ranking.windows(2).all(|pair| self.stronger(pair[0], pair[1]) >= SURE)
    }

    /// The agents, the strongest first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.met.len()).collect();
        ranking.sort_by(|a, b| self.rating(*b).total_cmp(&self.rating(*a)));
        ranking
    }

    /// The leader and all who may be as strong.
    pub fn leaders(&self) -> Vec<usize> {
        let ranking = self.ranking();
        let Some(&first) = ranking.first() else {
            return Vec::new();
        };
        let may_lead = |agent: &usize| *agent == first || self.stronger(first, *agent) < SURE;
        ranking.into_iter().filter(may_lead).collect()
    }
}

/// Notes that the agents of a line-up have met.
pub fn note(met: &mut [Vec<u64>], lineup: &[usize]) {
    for (a, b) in pairs(lineup) {
        met[a][b] += 1;
        met[b][a] += 1;
    }
}

/// The pairs of different agents in a line-up, each once.
fn pairs(lineup: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let mut agents = lineup.to_vec();
    agents.sort_unstable();
    agents.dedup();
    let count = agents.len();
    (0..count).flat_map(move |first| {
        let agents = agents.clone();
        (first + 1..count).map(move |second| (agents[first], agents[second]))
    })
}

#[cfg(test)]
mod tests {
    use ludarium_arena::statistics::{Results, ScoredGame};

    use super::*;

    /// Agents 0 and 1 are about even, 2 loses to both; 3 has not played.
    fn ratings() -> Ratings {
        let mut games = Vec::new();
        for block in 0..60 {
            let (a, b, first) = match block % 3 {
                0 => (0, 1, if block % 2 == 0 { 1.0 } else { 0.0 }),
                1 => (0, 2, if block % 10 == 1 { 0.0 } else { 1.0 }),
                _ => (1, 2, if block % 10 == 2 { 0.0 } else { 1.0 }),
            };
            games.push(ScoredGame { block, agents: vec![a, b], scores: vec![first, 1.0 - first] });
        }
        Results::of(&games).rate(4).unwrap()
    }

    fn met() -> Vec<Vec<u64>> {
        let mut met = vec![vec![0; 4]; 4];
        for _ in 0..20 {
            for lineup in [[0, 1], [0, 2], [1, 2]] {
                note(&mut met, &lineup);
            }
        }
        met
    }

    const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

    fn lineups() -> Vec<Vec<usize>> {
        PAIRS.iter().map(|pair| pair.to_vec()).collect()
    }

    #[test]
    fn a_newcomer_is_played_first_and_against_everybody() {
        let ratings = ratings();
        let knowledge = Knowledge { ratings: Some(&ratings), met: met() };
        let chosen = knowledge.choose(&lineups(), 3);
        let mut pairs: Vec<[usize; 2]> = chosen.iter().map(|&index| PAIRS[index]).collect();
        pairs.sort_unstable();
        assert_eq!(pairs, [[0, 3], [1, 3], [2, 3]]);
    }

    #[test]
    fn before_the_first_game_everybody_meets_everybody() {
        let knowledge = Knowledge { ratings: None, met: vec![vec![0; 4]; 4] };
        let mut chosen = knowledge.choose(&lineups(), 6);
        chosen.sort_unstable();
        assert_eq!(chosen, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn of_those_who_have_met_as_often_the_even_pair_tells_most() {
        let ratings = ratings();
        let knowledge = Knowledge { ratings: Some(&ratings), met: met() };
        let known: Vec<Vec<usize>> = [[0, 2], [1, 2], [0, 1]].map(|pair| pair.to_vec()).to_vec();
        assert_eq!(knowledge.choose(&known, 5), [2; 5]);
    }

    #[test]
    fn leaders_are_those_whose_order_is_not_known() {
        let ratings = ratings();
        let mut knowledge = Knowledge { ratings: Some(&ratings), met: met() };
        let mut leaders = knowledge.leaders();
        leaders.sort_unstable();
        assert_eq!(leaders, [0, 1, 3], "2 is weaker; 3 is not known");
        assert!(!knowledge.is_settled());
        knowledge.ratings = None;
        assert_eq!(knowledge.leaders().len(), 4);
    }

    #[test]
    fn an_order_that_is_known_is_settled() {
        // Seats change, so that the order is not taken for the worth of a seat.
        let game = |block: u64| {
            let (agents, first) = match block % 2 {
                0 => (vec![0, 1], !block.is_multiple_of(8)),
                _ => (vec![1, 0], block % 8 == 1),
            };
            ScoredGame {
                block,
                agents,
                scores: if first { vec![1.0, 0.0] } else { vec![0.0, 1.0] },
            }
        };
        let games: Vec<ScoredGame> = (0..80).map(game).collect();
        let ratings = Results::of(&games).rate(2).unwrap();
        let knowledge = Knowledge { ratings: Some(&ratings), met: vec![vec![0, 80], vec![80, 0]] };
        assert!(knowledge.is_settled());
        assert_eq!((knowledge.ranking(), knowledge.leaders()), (vec![0, 1], vec![0]));
    }
}
