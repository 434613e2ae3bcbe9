//! The sheets of a run.

use std::iter::repeat_n;

use ludarium_arena::statistics::{
    BlockSum, Estimate, Record, Results, ScoredGame, Tally, blocked_share, mean, share,
};
use ludarium_arena::{Identity, Shard, Spent, is_bot, legend};

use super::lead::TELLING;
use super::{Standings, machines};
use crate::sheet::{Cell, Column, Form, Sheet, Tone};

impl Standings {
    /// The agents from the best to the worst.
    pub(super) fn ranking_sheet(&self) -> Sheet {
        let row = |agent: usize| {
            let mut row = vec![Cell::text(&self.labels[agent])];
            let points = self.counts.results.points_by_block(agent);
            row.extend(cells(&points, &self.tally, agent));
            row.push(Cell::estimate(self.rating(agent), Form::Elo));
            row
        };
        let mut notes = vec![
            "points: the share of first places; intervals (95 %) come from the spread between blocks, \
             whose games share start and luck"
                .to_owned(),
            "rating: Plackett–Luce by maximum likelihood on the Elo scale, mean 0, seats taken out".to_owned(),
        ];
        notes.extend(legend(&self.contest.agents, &self.labels));
        if self.tally.agents.iter().any(|agent| agent.games > self.games()) {
            notes.push(
                "games: an agent with several seats in a game counts once for each".to_owned(),
            );
        }
        if self.games() < self.planned {
            notes.push(format!("{} of {} games so far", self.games(), self.planned));
        }
        if self.shard != Shard::WHOLE {
            notes.push(format!(
                "only part {} of the run; `ludarium merge` joins the parts",
                self.shard
            ));
        }
        notes.extend(self.missing.iter().map(ToString::to_string));
        notes.extend(machines::difference(&self.machines));
        if let Some(distinct) = self.distinct.filter(|&distinct| distinct < self.games()) {
            notes.push(format!(
                "only {distinct} of {} games differ: repeated games prove nothing new (random plies at the start help)",
                self.games()
            ));
        }
        let headings = [&["agent"], &RESULTS[..], &[">rating"]].concat();
        let rows = self.order().into_iter().map(row);
        Sheet::new("Standings", headings).rows(rows).notes(notes)
    }

    /// Each pair of agents, where they are not too many for a list.
    pub(super) fn pairs(&self) -> Option<Sheet> {
        let headings =
            ["agent", "against", ">games", ">ahead", ">equal", ">behind", ">score", ">Elo"];
        let mut sheet = Sheet::new("Against each other", headings);
        for first in 0..self.labels.len() {
            for second in first + 1..self.labels.len() {
                let Some((elo, score)) = self.counts.results.elo_difference(first, second) else {
                    continue;
                };
                let meeting = &self.tally.pairs[first][second];
                let elo = match (elo.value, elo.low, elo.high) {
                    (Some(value), Some(low), Some(high)) => {
                        Cell::estimate(Estimate { value, low, high }, Form::Elo)
                    }
                    (_, Some(low), None) => Cell::text(format!("above {low:+.0}")),
                    (_, None, Some(high)) => Cell::text(format!("below {high:+.0}")),
                    _ => Cell::text("not enough games"),
                };
                sheet.push([
                    Cell::text(&self.labels[first]),
                    Cell::text(&self.labels[second]),
                    Cell::count(meeting.games),
                    Cell::count(meeting.above),
                    Cell::count(meeting.equal),
                    Cell::count(meeting.below),
                    Cell::estimate(score.share, Form::Percent),
                    elo,
                ]);
            }
        }
        sheet.if_any()
    }

    /// What the seats are worth, and how each agent did in each.
    pub(super) fn by_seat(&self) -> Option<Sheet> {
        let ratings = self.ratings.as_ref()?;
        let mut sheet = Sheet::new("Seats", ["seat", ">games won", ">worth in Elo"]);
        let names = self.labels.iter();
        let columns = names.map(|label| Column::number(label).under("won-neither-lost"));
        sheet.columns.extend(columns);
        let games = self.games();
        let rows = self.seats.iter().enumerate().map(|(seat, name)| {
            let won = self.counts.won.get(seat).copied().unwrap_or(0);
            let mut row = vec![
                Cell::text(name),
                Cell::estimate(share(won, games), Form::Percent),
                Cell::estimate(ratings.seats.get(seat).copied(), Form::Elo),
            ];
            row.extend(self.tally.seats.iter().map(|seats| match seats.get(seat) {
                Some(record) if record.games > 0 => {
                    let Record { won, neither, lost, .. } = record;
                    Cell::text(format!("{won}-{neither}-{lost}"))
                }
                _ => Cell::Empty,
            }));
            row
        });
        Some(sheet.rows(rows).notes([
            "what a seat is worth is estimated together with the ratings; intervals of shares are Wilson's",
        ]))
    }

    /// How likely each agent is stronger than each other.
    pub(super) fn superiority(&self) -> Option<Sheet> {
        let ratings = self.ratings.as_ref()?;
        if self.labels.len() < 2 || self.counts.blocks < TELLING {
            return None;
        }
        let mut sheet = Sheet::new("Likelihood of superiority", ["stronger"]);
        let names = self.labels.iter();
        let columns = names.map(|label| Column::number(label).under("than"));
        sheet.columns.extend(columns);
        let rows = self.labels.iter().enumerate().map(|(first, label)| {
            let mut row = vec![Cell::text(label)];
            let known = ratings.superiority[first].iter();
            row.extend(known.map(|&likelihood| Cell::number(likelihood, Form::Likelihood)));
            row
        });
        Some(sheet.rows(rows))
    }

    /// How games ended and how long they were.
    pub(super) fn endings(&self) -> Option<Sheet> {
        let games = self.games();
        let rows = self.counts.endings.iter().map(|(ending, lengths)| {
            let ended = lengths.values().sum();
            let plies = lengths.iter().flat_map(|(&plies, &count)| repeat_n(plies, count as usize));
            vec![
                Cell::text(ending),
                Cell::count(ended),
                Cell::estimate(share(ended, games), Form::Percent),
                Cell::estimate(mean(plies), Form::Measured),
            ]
        });
        Sheet::new("How games ended", ["end", ">games", ">share", ">moves"]).rows(rows).if_any()
    }

    /// What sharing the luck was worth, and points without luck.
    pub(super) fn luck(&self) -> Option<Sheet> {
        if self.counts.blocks < TELLING {
            return None;
        }
        let judged = self.adjusted.iter().any(Option::is_some);
        let number = |value: Option<f64>| Cell::number(value, Form::Coefficient);
        let headings = ["agent", ">correlation inside blocks", ">worth in games"];
        let mut sheet = Sheet::new("Luck", headings)
            .notes(["worth in games: how many independent games each game of a block is worth"]);
        if judged {
            sheet.columns.push(Column::number("points without luck"));
            sheet.columns.push(Column::number("variance left"));
            sheet.notes.push(
                "points without luck: at every chance event with listable outcomes the game's usual evaluation says \
                 how lucky it was, and that is taken off"
                    .to_owned(),
            );
        }
        for (agent, label) in self.labels.iter().enumerate() {
            let (found, adjusted) = (self.counts.results.correlation(agent), self.adjusted[agent]);
            // An agent with the same points in every block has no correlation; it may still have points without luck.
            if found.is_none() && adjusted.is_none() {
                continue;
            }
            let correlation = found.map(|found| found.value);
            let mut row = vec![
                Cell::text(label),
                Cell::estimate(correlation, Form::Coefficient),
                number(found.and_then(|found| found.gain)),
            ];
            if judged {
                row.push(Cell::estimate(adjusted.map(|a| a.mean), Form::Percent));
                row.push(number(adjusted.and_then(|a| a.variance_ratio)));
            }
            sheet.push(row);
        }
        sheet.if_any()
    }

    /// What agents did wrong.
    pub(super) fn faults(&self) -> Option<Sheet> {
        let rows = self.counts.faults.iter().map(|((agent, kind), fault)| {
            vec![
                Cell::text(self.labels.get(*agent).cloned().unwrap_or_default()),
                Cell::Judgement(kind.clone(), Tone::Bad),
                Cell::count(fault.count),
                Cell::count(fault.first),
                Cell::text(&fault.reason),
            ]
        });
        let spoke = self.counts.faults.values().any(|fault| fault.spoke);
        let all =
            "`ludarium replay RUN GAME` shows all that a program wrote to its standard error last";
        let headings = ["agent", "fault", ">times", ">first in game", "reason there"];
        let sheet = Sheet::new("Faults", headings).rows(rows);
        sheet.notes(spoke.then_some(all)).if_any()
    }

    /// What each agent was in its games.
    pub(super) fn identity_sheet(&self) -> Sheet {
        let bots = self.contest.agents.iter().any(|agent| is_bot(agent));
        let row = |(agent, label): (usize, &String)| {
            let known = self.identities.as_ref().and_then(|known| known.get(agent));
            let what = known.map_or("not known".to_owned(), Identity::in_short);
            let sandbox = match (&*self.confinements[agent], &self.contest.agents[agent]) {
                ([], text) if is_bot(text) => "not known".to_owned(),
                (levels, _) => levels.join("; "),
            };
            let mut cells = vec![Cell::text(label), Cell::text(what)];
            cells.extend(bots.then(|| Cell::text(sandbox)));
            cells.push(Cell::count(self.counts.games[agent]));
            cells
        };
        let mut notes = vec![format!("the run was begun with version {}", self.program)];
        notes.push(match self.identities {
            Some(_) => {
                let ours = "behaviour: a digest of what the agent decides in fixed positions; files: the start of \
                            their SHA-256. All games of the run were played while this was so";
                let rest = "; what a bot read besides these files is not known";
                format!("{ours}{}", if bots { rest } else { "" })
            }
            None => "people have no such digest, and their games do not note what the agents were".to_owned(),
        });
        let mut headings = vec!["agent", "what it was"];
        headings.extend(bots.then_some("sandbox"));
        headings.push(">games");
        let rows = self.labels.iter().enumerate().map(row);
        Sheet::new("Who played", headings).rows(rows).notes(notes)
    }

    /// How long decisions took.
    pub(super) fn time_sheet(&self) -> Sheet {
        let row = |(label, Spent { moves, time, .. }): (&String, Spent)| {
            let each = time.as_secs_f64() * 1000.0 / moves.max(1) as f64;
            vec![
                Cell::text(label),
                Cell::count(moves),
                Cell::number(each, Form::Measured),
                Cell::number(time.as_secs_f64(), Form::Measured),
            ]
        };
        let cpu = self.contest.has_processor_budgets().then_some(
            "an agent whose budget says `cpu` is measured by processor time, which is less on a busy machine",
        );
        let spent = self.counts.spent.iter().copied();
        Sheet::new("Time", ["agent", ">decisions", ">ms each", ">seconds in all"])
            .rows(self.labels.iter().zip(spent).map(row))
            .notes(cpu)
            .notes(machines::list(&self.machines))
    }
}

/// The headings of [`results`].
pub const RESULTS: [&str; 5] = [">games", ">won", ">neither", ">lost", ">points"];

/// How often an agent played, won, came between and lost, and its points with their interval.
pub fn results(outcomes: &[ScoredGame], tally: &Tally, agent: usize) -> [Cell; 5] {
    cells(&Results::of(outcomes).points_by_block(agent), tally, agent)
}

fn cells(points: &[BlockSum], tally: &Tally, agent: usize) -> [Cell; 5] {
    let record = &tally.agents[agent];
    let points = blocked_share(points);
    [
        Cell::count(record.games),
        Cell::count(record.won),
        Cell::count(record.neither),
        Cell::count(record.lost),
        Cell::estimate(points.map(|points| points.share), Form::Percent),
    ]
}
