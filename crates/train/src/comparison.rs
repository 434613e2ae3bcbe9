//! What was learned, in play: agents that no text names meet each other in blocks of games.

use ludarium_arena::statistics::{Results, ScoredGame, Tally};
use ludarium_arena::{Finished, Openings, Player, Terms, TypedEvent, permutations, referee, start};
use ludarium_game::{Agent, Purpose, Seed, Tabletop};
use ludarium_report::sheet::{Cell, Column, Form, Sheet};
use ludarium_report::standings::{RESULTS, results};

use crate::list::List;
use crate::workers::{each, interrupted};
use crate::{Progress, TrainError, TrainOptions};

/// Somebody who takes part: a name and a way to make the agent.
pub struct Entrant<'a, G> {
    /// The name in sheets.
    pub name: String,
    /// Makes a new agent.
    pub build: Box<dyn Fn() -> Box<dyn Agent<G>> + Sync + 'a>,
}

impl<'a, G: Tabletop> Entrant<'a, G> {
    /// Somebody with a name and a way to make the agent.
    pub fn new<A: Agent<G> + 'static>(
        name: impl Into<String>,
        build: impl Fn() -> A + Sync + 'a,
    ) -> Entrant<'a, G> {
        Entrant { name: name.into(), build: Box::new(move || Box::new(build())) }
    }
}

/// After this many games their scores are written down.
const KEPT: usize = 60;

/// Games in blocks: the same start and luck for every order of seats.
pub struct Comparison<'a, G: Tabletop> {
    /// The rules of all games.
    pub rules: G::Rules,
    /// Who takes part.
    pub entrants: Vec<Entrant<'a, G>>,
    /// Who sits together, by place in `entrants`.
    pub lineups: Vec<Vec<usize>>,
    /// Moves made at random before the agents take over.
    pub random_plies: u64,
    /// Blocks for each line-up.
    pub deals: u64,
    /// The seed of all games.
    pub seed: Seed,
}

impl<G: Tabletop> Comparison<'_, G> {
    /// Plays all games. Those whose scores are in the folder are not played again.
    pub fn play(
        &self,
        options: &TrainOptions,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Vec<ScoredGame>, TrainError> {
        let lineups = self.lineups.len() as u64;
        let openings = Openings { starts: Vec::new(), random_plies: self.random_plies };
        let mut games = Vec::new();
        for block in 0..self.deals * lineups {
            let lineup = &self.lineups[(block % lineups) as usize];
            games.extend(permutations(lineup).into_iter().map(|seats| (block, seats)));
        }
        let total = games.len() as u64;
        let list = List::new(options, "in-play", self.heading());
        let mut scores: Vec<Vec<f64>> = list.read(Some);
        let fits = |(scores, (_, seats)): &(&Vec<f64>, &(u64, Vec<usize>))| {
            scores.len() == seats.len() && scores.iter().all(|score| (0.0..=1.0).contains(score))
        };
        scores.truncate(scores.iter().zip(&games).take_while(fits).count());
        while scores.len() < games.len() {
            let first = scores.len();
            let count = KEPT.min(games.len() - first);
            let mut heard = |progress| {
                if let Progress::Games { done, .. } = progress {
                    let done = first as u64 + done;
                    tell(Progress::Games { done, total });
                }
            };
            let played = each(options, count as u64, &mut heard, &|number| {
                let (block, seats) = &games[first + number as usize];
                let deal = block / lineups;
                let seed = self.seed.derive(Purpose::Block, deal);
                let begin: G = start(&self.rules, &openings, deal, seed)?;
                let agents = seats.iter().map(|&seat| (self.entrants[seat].build)());
                let end = game(options, &self.rules, &begin, agents.collect(), seed, |_| ())?;
                let scores = end.end.scores.as_slice(seats.len()).iter();
                Ok(scores.map(|&score| score.into()).collect())
            })?;
            scores.extend(played);
            list.write(&scores, Vec::clone)?;
        }
        let outcomes = games.into_iter().zip(scores);
        let outcome = |((block, agents), scores)| ScoredGame { block, agents, scores };
        Ok(outcomes.map(outcome).collect())
    }

    /// What decides the games, for the list of their scores.
    fn heading(&self) -> String {
        let names = self.entrants.iter().map(|entrant| entrant.name.as_str());
        format!(
            "game,scores by seat (seed {}; {} deals after {} random moves; line-ups {:?} of {})",
            self.seed.0,
            self.deals,
            self.random_plies,
            self.lineups,
            names.collect::<Vec<_>>().join("; ")
        )
    }

    /// The entrants with their results.
    pub fn sheet(&self, title: &str, outcomes: &[ScoredGame]) -> Sheet {
        let count = self.entrants.len();
        let tally = Tally::of(outcomes, count);
        let ratings = Results::of(outcomes).rate(count);
        let rows = self.entrants.iter().enumerate().map(|(agent, entrant)| {
            let rating = ratings.as_ref().and_then(|ratings| ratings.agents[agent]);
            let mut row = vec![Cell::text(&entrant.name)];
            row.extend(results(outcomes, &tally, agent));
            row.push(Cell::estimate(rating, Form::Elo));
            row
        });
        let mut columns = vec![Column::text("agent")];
        columns.extend(RESULTS.map(Column::from));
        columns.push(Column::number("rating"));
        Sheet::new(title.to_owned(), columns).rows(rows).notes([format!(
                "every order of seats from the same start and with the same luck{}; 95 % intervals from the spread \
                 between blocks",
                match self.random_plies {
                    0 => String::new(),
                    plies => format!(", after {plies} random moves"),
                }
            )])
    }
}

/// One game between agents without limits, or the error of a training that was asked to stop at once.
pub fn game<G: Tabletop>(
    options: &TrainOptions,
    rules: &G::Rules,
    begin: &G,
    agents: Vec<Box<dyn Agent<G>>>,
    seed: Seed,
    watch: impl FnMut(TypedEvent<'_, G>),
) -> Result<Finished<G>, TrainError> {
    game_under(&Terms::default(), options, rules, begin, agents, seed, watch)
}

/// One game between agents, or the error of a training that was asked to stop at once.
pub(crate) fn game_under<G: Tabletop>(
    terms: &Terms,
    options: &TrainOptions,
    rules: &G::Rules,
    begin: &G,
    agents: Vec<Box<dyn Agent<G>>>,
    seed: Seed,
    mut watch: impl FnMut(TypedEvent<'_, G>),
) -> Result<Finished<G>, TrainError> {
    let mut players: Vec<Box<dyn Player<G>>> = Vec::with_capacity(agents.len());
    for agent in agents {
        players.push(Box::new(agent));
    }
    let finished = referee(rules, begin, &mut players, terms, seed, |event| {
        if options.interrupt.is_now() {
            return Err(interrupted(options));
        }
        watch(event);
        Ok(())
    })?;
    finished.ok_or_else(|| interrupted(options))
}
