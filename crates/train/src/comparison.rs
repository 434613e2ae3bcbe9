//! What was learnt, in play: agents that no text names meet each other in blocks of games.

use ludarium_arena::statistics::{Outcome, Tally, blocked_share, points_by_block, rate};
use ludarium_arena::{Event, Finished, Openings, Player, Terms, referee, start};
use ludarium_game::{Agent, Purpose, Seed, Tabletop};
use ludarium_lab::sheet::{Cell, Column, Form, Number, Sheet};

use crate::workers::{each, interrupted};
use crate::{Order, Progress, TrainError};

/// Somebody who takes part: a name and a way to make the agent.
pub(crate) struct Entrant<'a, G> {
    pub name: String,
    pub build: Box<dyn Fn() -> Box<dyn Agent<G>> + Sync + 'a>,
}

impl<'a, G: Tabletop> Entrant<'a, G> {
    pub fn new<A: Agent<G> + 'static>(
        name: impl Into<String>,
        build: impl Fn() -> A + Sync + 'a,
    ) -> Entrant<'a, G> {
        Entrant {
            name: name.into(),
            build: Box::new(move || Box::new(build())),
        }
    }
}

/// Games in blocks: the same start and luck for every order of seats.
pub(crate) struct Comparison<'a, G: Tabletop> {
    pub rules: G::Rules,
    pub entrants: Vec<Entrant<'a, G>>,
    /// Who sits together, by place in `entrants`.
    pub lineups: Vec<Vec<usize>>,
    /// Moves made at random before the agents take over.
    pub random_plies: u64,
    /// Blocks for each line-up.
    pub deals: u64,
    pub seed: Seed,
}

impl<G: Tabletop> Comparison<'_, G> {
    /// Plays all games.
    pub fn play(
        &self,
        order: &Order,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Outcome>, TrainError> {
        let lineups = self.lineups.len() as u64;
        let openings = Openings {
            starts: Vec::new(),
            random_plies: self.random_plies,
        };
        let mut games = Vec::new();
        for block in 0..self.deals * lineups {
            let lineup = &self.lineups[(block % lineups) as usize];
            games.extend(seatings(lineup).into_iter().map(|seats| (block, seats)));
        }
        each(order, games.len() as u64, tell, |number| {
            let (block, seats) = &games[number as usize];
            let deal = block / lineups;
            let seed = self.seed.derive(Purpose::Block, deal);
            let begin: G = start(&self.rules, &openings, deal, seed)?;
            let agents = seats.iter().map(|&seat| (self.entrants[seat].build)());
            let end = game(order, &self.rules, &begin, agents.collect(), seed, |_| ())?;
            let scores = end.scores.as_slice(seats.len()).iter();
            Ok(Outcome {
                block: *block,
                agents: seats.clone(),
                scores: scores.map(|&score| score.into()).collect(),
            })
        })
    }

    /// The entrants with their results.
    pub fn sheet(&self, title: &str, outcomes: &[Outcome]) -> Sheet {
        let count = self.entrants.len();
        let tally = Tally::of(outcomes, count);
        let ratings = rate(outcomes, count);
        let rows = self.entrants.iter().enumerate().map(|(agent, entrant)| {
            let record = &tally.agents[agent];
            let points = blocked_share(&points_by_block(outcomes, agent));
            let rating = ratings.as_ref().and_then(|ratings| ratings.agents[agent]);
            let number = |value: f64, interval, form| {
                Cell::Number(Number {
                    value,
                    interval: Some(interval),
                    form,
                })
            };
            vec![
                Cell::text(&entrant.name),
                Cell::count(record.games),
                Cell::count(record.won),
                Cell::count(record.between),
                Cell::count(record.lost),
                points.map_or(Cell::Empty, |points| {
                    let share = points.share;
                    number(share.value, (share.low, share.high), Form::Percent)
                }),
                rating.map_or(Cell::Empty, |elo| {
                    number(elo.value, (elo.low, elo.high), Form::Elo)
                }),
            ]
        });
        Sheet {
            title: title.to_owned(),
            columns: vec![
                Column::text("agent"),
                Column::number("games"),
                Column::number("won"),
                Column::number("between"),
                Column::number("lost"),
                Column::number("points"),
                Column::number("rating"),
            ],
            rows: rows.collect(),
            notes: vec![format!(
                "every order of seats from the same start and with the same luck{}; 95 % intervals from the spread \
                 between blocks",
                match self.random_plies {
                    0 => String::new(),
                    plies => format!(", after {plies} random moves"),
                }
            )],
        }
    }
}

/// One game between agents, or the error of a training that was asked to stop at once.
pub(crate) fn game<G: Tabletop>(
    order: &Order,
    rules: &G::Rules,
    begin: &G,
    agents: Vec<Box<dyn Agent<G>>>,
    seed: Seed,
    mut watch: impl FnMut(Event<'_, G>),
) -> Result<Finished<G>, TrainError> {
    let mut players: Vec<Box<dyn Player<G>>> = Vec::with_capacity(agents.len());
    for agent in agents {
        players.push(Box::new(agent));
    }
    let terms = Terms::default();
    let finished = referee(rules, begin, &mut players, &terms, seed, |event| {
        if order.interrupt.is_now() {
            return Err(interrupted(order));
        }
        watch(event);
        Ok(())
    })?;
    finished.ok_or_else(|| interrupted(order))
}

/// All different orders of a line-up.
fn seatings(lineup: &[usize]) -> Vec<Vec<usize>> {
    if lineup.is_empty() {
        return vec![Vec::new()];
    }
    let mut orders = Vec::new();
    for (place, first) in lineup.iter().enumerate() {
        if lineup[..place].contains(first) {
            continue;
        }
        let mut rest = lineup.to_vec();
        rest.remove(place);
        for tail in seatings(&rest) {
            orders.push(std::iter::once(*first).chain(tail).collect());
        }
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_occurs_once() {
        assert_eq!(seatings(&[0, 1, 2]).len(), 6);
        assert_eq!(
            seatings(&[4, 4, 2]),
            [vec![4, 4, 2], vec![4, 2, 4], vec![2, 4, 4]]
        );
        assert_eq!(seatings(&[1, 0]), [vec![1, 0], vec![0, 1]]);
    }
}
