//! Counting: who won how often, in which seat, and who came out ahead of whom.

use std::cmp::Ordering;

use super::{ScoredGame, Standing};

/// How one agent did, in all seats or in one. An agent that sits on several seats of a game is counted
/// once for each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Record {
    /// Seats played.
    pub games: u64,
    /// Alone at the top.
    pub won: u64,
    /// Neither won nor lost.
    pub neither: u64,
    /// At the bottom, with somebody above.
    pub lost: u64,
    /// The sum of the points.
    pub points: f64,
}

impl Record {
    /// The mean of the points; `None` without a game.
    pub fn mean_points(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / self.games as f64)
    }

    fn add(&mut self, standing: Standing, points: f64, times: u64) {
        self.games += times;
        self.points += points * times as f64;
        *match standing {
            Standing::Won => &mut self.won,
            Standing::Neither => &mut self.neither,
            Standing::Lost => &mut self.lost,
        } += times;
    }
}

/// How one agent came out against another. Where they share several seats of a game each pair of seats
/// is a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// Games in which both sat.
    pub games: u64,
    /// Meetings in which the first had the higher score.
    pub above: u64,
    /// Meetings with equal scores.
    pub equal: u64,
    /// Meetings in which the first had the lower score.
    pub below: u64,
}

impl Encounter {
    /// All meetings.
    pub fn meetings(&self) -> u64 {
        self.above + self.equal + self.below
    }

    /// The share of meetings with the first ahead, equal scores counting half; `None` if they never met.
    pub fn score(&self) -> Option<f64> {
        let meetings = self.meetings() as f64;
        (meetings > 0.0).then(|| (self.above as f64 + 0.5 * self.equal as f64) / meetings)
    }

    pub(super) fn add(&mut self, ordering: Ordering, times: u64) {
        *match ordering {
            Ordering::Greater => &mut self.above,
            Ordering::Equal => &mut self.equal,
            Ordering::Less => &mut self.below,
        } += times;
    }
}

/// All counts of a set of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Each agent's record.
    pub agents: Vec<Record>,
    /// Each agent's record in each seat: `seats[agent][seat]`.
    pub seats: Vec<Vec<Record>>,
    /// Each agent against each: `pairs[first][second]`; an agent has no encounter with itself.
    pub pairs: Vec<Vec<Encounter>>,
}

impl Tally {
    /// Counts games between `agents` agents. Seats of agents outside that list are not counted.
    pub fn of(outcomes: &[ScoredGame], agents: usize) -> Tally {
        let seats = outcomes.iter().map(ScoredGame::seats).max().unwrap_or(0);
        let mut tally = Tally::empty(agents, seats);
        for outcome in outcomes {
            tally.add(outcome, 1);
        }
        tally
    }

    /// No games between `agents` agents in `seats` seats.
    pub fn empty(agents: usize, seats: usize) -> Tally {
        Tally {
            agents: vec![Record::default(); agents],
            seats: vec![vec![Record::default(); seats]; agents],
            pairs: vec![vec![Encounter::default(); agents]; agents],
        }
    }

    /// Counts a game `times` times. It must not have more seats than the tally.
    pub fn add(&mut self, outcome: &ScoredGame, times: u64) {
        let known = |&(_, agent): &(usize, usize)| agent < self.agents.len();
        let seated: Vec<(usize, usize)> = outcome.seated().filter(known).collect();
        for (index, &(seat, agent)) in seated.iter().enumerate() {
            let (standing, points) = (outcome.standing(seat), outcome.points(seat));
            self.agents[agent].add(standing, points, times);
            self.seats[agent][seat].add(standing, points, times);
            let first_seat = seated[..index].iter().all(|earlier| earlier.1 != agent);
            for (other_index, &(other_seat, other)) in seated.iter().enumerate() {
                if other == agent {
                    continue;
                }
                let encounter = &mut self.pairs[agent][other];
                encounter.add(outcome.compare(seat, other_seat), times);
                let other_first = seated[..other_index].iter().all(|e| e.1 != other);
                encounter.games += times * u64::from(first_seat && other_first);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(agents: &[usize], scores: &[f64]) -> ScoredGame {
        ScoredGame { block: 0, agents: agents.to_vec(), scores: scores.to_vec() }
    }

    #[test]
    fn records_count_by_agent_and_seat() {
        let games = [game(&[0, 1, 2], &[1.0, 0.5, 0.0]), game(&[1, 0, 0], &[0.5, 0.5, 0.0])];
        let tally = Tally::of(&games, 3);
        let first = Record { games: 3, won: 1, neither: 1, lost: 1, points: 1.5 };
        assert_eq!(tally.agents[0], first);
        assert_eq!(tally.agents[0].mean_points(), Some(0.5));
        assert_eq!(tally.seats[0][0].won, 1);
        assert_eq!(tally.seats[0][2].lost, 1);
        assert_eq!(tally.seats[2].iter().map(|r| r.games).sum::<u64>(), 1);
        let ahead = Encounter { games: 2, above: 1, equal: 1, below: 1 };
        assert_eq!(tally.pairs[0][1], ahead);
        assert_eq!(tally.pairs[1][0], ahead);
        assert_eq!(tally.pairs[0][1].score(), Some(0.5));
        assert_eq!(tally.pairs[0][0].meetings(), 0);
    }

    #[test]
    fn nothing_and_strangers_are_harmless() {
        let empty = Tally::of(&[], 2);
        assert_eq!(empty.agents[1].mean_points(), None);
        assert_eq!(empty.pairs[0][1].score(), None);
        let stranger = Tally::of(&[game(&[0, 9], &[1.0, 0.0])], 1);
        assert_eq!((stranger.agents[0].won, stranger.agents.len()), (1, 1));
        // A seat without a score is no seat.
        assert_eq!(Tally::of(&[game(&[0, 0], &[1.0])], 1).agents[0].games, 1);
    }
}
