//! The map of styles: who beats whom, one against copies of each other, and in which circles.

use std::path::Path;

use ludarium_arena::Schedule;
use ludarium_arena::statistics::{Estimate, Results, blocked_share};
use ludarium_draw::chart::{Format, Heat, Look};
use ludarium_report::NamedChart;
use ludarium_report::sheet::{Cell, Column, Form, Sheet, Tone};
use ludarium_report::slug;

use super::division::{LeagueMeeting, LeaguePlayers};
use super::{LeagueBudget, LeagueGame};
use crate::error::LabError;

/// More circles than this are only counted.
const MOST_CIRCLES: usize = 12;

/// Everybody alone against copies of everybody else at one budget, and the first at tables with two others or more.
pub struct StyleMap {
    /// The budget, as an index into the game's.
    budget: usize,
    /// All line-ups; the first agent of each is the one that is measured.
    pub meetings: Vec<StyleMeeting>,
}

/// One agent against the others at a table.
pub struct StyleMeeting {
    /// Whose share this is.
    pub(super) subject: usize,
    /// Whose copies have all other seats; `None` at a table of several kinds.
    pub(super) rival: Option<usize>,
    /// What was played.
    pub meeting: LeagueMeeting,
}

impl StyleMeeting {
    /// The blocks that make at least this number of games.
    pub fn blocks_for(&self, games: u64) -> u64 {
        Schedule::new(&self.meeting.contest).blocks_for(games)
    }
}

/// The line-ups of a map: subject, rival if there is one, and all seats.
fn line_ups(agents: usize, seats: usize) -> Vec<(usize, Option<usize>, Vec<usize>)> {
    let mut all = Vec::new();
    for subject in 0..agents {
        for rival in (0..agents).filter(|&rival| rival != subject) {
            let mut lineup = vec![rival; seats];
            lineup[0] = subject;
            all.push((subject, Some(rival), lineup));
        }
    }
    // The others follow each other in a ring, so that all of them sit at as many tables.
    let others = agents - 1;
    if seats > 2 && others > 1 {
        for begin in 0..others {
            let ring = (0..seats - 1).map(|place| 1 + (begin + place) % others);
            all.push((0, None, std::iter::once(0).chain(ring).collect()));
        }
    }
    all
}

impl StyleMap {
    /// The map of a game at a budget as it is stored.
    pub fn open(
        players: &LeaguePlayers<'_>,
        budget: usize,
        folder: &Path,
    ) -> Result<StyleMap, LabError> {
        let game = players.game;
        let limits = &game.budgets[budget];
        let folder = folder.join(&game.name).join("map").join(slug(&limits.text));
        let mut meetings = Vec::new();
        for (subject, rival, lineup) in line_ups(game.agents.len(), game.seats) {
            let meeting = players.meeting(lineup, limits, &folder)?;
            meetings.push(StyleMeeting { subject, rival, meeting });
        }
        Ok(StyleMap { budget, meetings })
    }

    /// The budget of all games.
    pub fn budget<'g>(&self, game: &'g LeagueGame) -> &'g LeagueBudget {
        &game.budgets[self.budget]
    }

    /// What is missing: line-ups with the blocks that they should have next. Those of the first agent come first.
    pub fn next(&self, games: u64) -> Vec<(usize, u64)> {
        let all = self.meetings.iter().enumerate();
        let mut missing: Vec<(usize, u64)> = all
            .filter(|(_, one)| one.meeting.blocks < one.blocks_for(games))
            .map(|(number, one)| (number, one.meeting.blocks + 1))
            .collect();
        if missing.iter().any(|&(number, _)| self.meetings[number].subject == 0) {
            missing.retain(|&(number, _)| self.meetings[number].subject == 0);
        }
        missing
    }

    /// The games that are still to be played.
    pub fn left(&self, games: u64) -> u64 {
        let left = self.meetings.iter().map(|one| {
            let missing = one.blocks_for(games).saturating_sub(one.meeting.blocks);
            missing * one.meeting.games_of_a_block()
        });
        left.sum()
    }

    /// The share of first places of an agent against copies of another.
    fn share(&self, subject: usize, rival: Option<usize>) -> Option<Estimate> {
        let here = |one: &&StyleMeeting| (one.subject, one.rival) == (subject, rival);
        let found = self.meetings.iter().filter(here).zip(0..);
        let sums = found.flat_map(|(one, number)| {
            // Tables of several kinds have blocks of their own.
            let outcomes = one.meeting.outcomes.iter().cloned().map(move |mut outcome| {
                outcome.block = outcome.block << 16 | number;
                outcome
            });
            let outcomes: Vec<_> = outcomes.collect();
            Results::of(&outcomes).points_by_block(subject)
        });
        Some(blocked_share(&sums.collect::<Vec<_>>())?.share)
    }

    /// Whether an agent alone beats copies of another, beyond doubt.
    fn beats(&self, game: &LeagueGame, subject: usize, rival: usize) -> bool {
        let share = self.share(subject, Some(rival));
        share.is_some_and(|share| share.low > 1.0 / game.seats as f64)
    }

    /// Who beats whom in a circle: of two, or of three in which nobody beats back.
    fn circles(&self, game: &LeagueGame) -> Vec<Vec<usize>> {
        let count = game.agents.len();
        let wins: Vec<Vec<bool>> = (0..count)
            .map(|one| {
                (0..count).map(|other| one != other && self.beats(game, one, other)).collect()
            })
            .collect();
        let mut found = Vec::new();
        for one in 0..count {
            for two in one + 1..count {
                if wins[one][two] && wins[two][one] {
                    found.push(vec![one, two]);
                }
                for three in one + 1..count {
                    let only = |a: usize, b: usize| wins[a][b] && !wins[b][a];
                    if three != two && only(one, two) && only(two, three) && only(three, one) {
                        found.push(vec![one, two, three]);
                    }
                }
            }
        }
        found
    }

    /// The map as a table: a row for each agent, a column for each whose copies it met.
    pub fn sheet(&self, game: &LeagueGame) -> Sheet {
        let fair = 1.0 / game.seats as f64;
        let mixed = self.meetings.iter().any(|one| one.rival.is_none());
        let mut columns = vec![Column::number("no."), Column::text("alone"), Column::text("agent")];
        let numbers = 1..=game.agents.len();
        columns.extend(numbers.map(|number| Column::number(format!("{number}"))));
        if mixed {
            columns.push(Column::number("mixed tables"));
        }
        let cell = |share: Option<Estimate>| match share {
            None => Cell::Empty,
            Some(share) => {
                let (sign, tone) = match share {
                    _ if share.low > fair => (" +", Tone::Good),
                    _ if share.high < fair => (" −", Tone::Bad),
                    _ => ("", Tone::Plain),
                };
                Cell::Judgement(format!("{:.0} %{sign}", 100.0 * share.value), tone)
            }
        };
        let row = |subject: usize| {
            let mut row = vec![
                Cell::text((subject + 1).to_string()),
                Cell::text(&game.names[subject]),
                Cell::text(&game.agents[subject]),
            ];
            row.extend((0..game.agents.len()).map(|rival| cell(self.share(subject, Some(rival)))));
            if mixed {
                row.push(cell(self.share(subject, None).filter(|_| subject == 0)));
            }
            row
        };
        let mut notes = vec![format!(
            "Shares of first places of one agent among copies of another, in every seat: the columns have the numbers of \
             the rows. Equals have {:.0} %; + and − where the 95 % interval lies above or below that.",
            100.0 * fair
        )];
        notes.extend(self.verdict(game));
        Sheet::new(format!("{}: who beats whom at {}", game.title, self.budget(game).text), columns)
            .rows((0..game.agents.len()).map(row))
            .notes(notes)
    }

    /// What the map says in words: against whom the first agent does worst, and the circles.
    fn verdict(&self, game: &LeagueGame) -> Vec<String> {
        let mut notes = Vec::new();
        let shares =
            (1..game.agents.len()).filter_map(|rival| Some((rival, self.share(0, Some(rival))?)));
        if let Some((rival, share)) =
            shares.min_by(|(_, one), (_, other)| one.value.total_cmp(&other.value))
        {
            let (first, worst) = (&game.names[0], &game.names[rival]);
            notes.push(format!(
                "{first} does worst against {worst}: {}.",
                Cell::estimate(Some(share), Form::Percent).shown()
            ));
        }
        let circles = self.circles(game);
        let names = |circle: &Vec<usize>| {
            let around = circle.iter().chain(circle.first());
            let names: Vec<&str> = around.map(|&agent| game.names[agent].as_str()).collect();
            names.join(" > ")
        };
        let mut told: Vec<String> = circles.iter().take(MOST_CIRCLES).map(names).collect();
        if circles.len() > MOST_CIRCLES {
            told.push(format!("and {} more", circles.len() - MOST_CIRCLES));
        }
        notes.push(if told.is_empty() {
            "No circle of agents that beat each other beyond doubt.".to_owned()
        } else {
            format!("Circles (alone against copies, > beats): {}.", told.join("; "))
        });
        notes
    }

    /// The map as a picture; `None` before the first game.
    pub fn chart(&self, game: &LeagueGame) -> Option<NamedChart> {
        let agents = 0..game.agents.len();
        let share = |subject, rival| self.share(subject, Some(rival)).map(|share| share.value);
        let cells: Vec<Vec<Option<f64>>> = agents
            .clone()
            .map(|subject| agents.clone().map(|rival| share(subject, rival)).collect())
            .collect();
        cells.iter().flatten().flatten().next()?;
        let budget = &self.budget(game).text;
        let chart = Heat {
            look: Look {
                title: format!("{}: who beats whom at {budget}", game.title),
                ..Look::default()
            },
            rows_title: "one".to_owned(),
            rows: game.names.clone(),
            columns_title: "against copies of".to_owned(),
            columns: game.names.clone(),
            cells,
            format: Format::Percent,
            middle: 1.0 / game.seats as f64,
            reach: None,
        };
        Some(NamedChart::new(format!("{}-map-{}", game.name, slug(budget)), chart))
    }
}
