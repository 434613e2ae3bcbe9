//! The challenges of the day: a map and a position, the same for everybody on this server, with a table of scores.

use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use ludarium_arena::{Ruleset, Table, seeded_start};
use ludarium_game::{Budget, Position, Seat, Seed, Turn};
use serde::{Deserialize, Serialize};

use crate::api::{NewTable, SeatRequest, SeedRequest, TableKeys};
use crate::error::{Result, WebError};
use crate::games::library::Library;
use crate::games::positions::{self, PositionView};
use crate::lock::locked;
use crate::tables::{DailyScore, Tables};

const DAY: u64 = 24 * 60 * 60;
/// Moves that agents make before a position of the day is reached.
const PLIES: usize = 10;
/// The levels, counted from the weakest, of those who make these moves and of the opponents.
const MAKERS: usize = 1;
const OPPONENTS: usize = 2;

/// What is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeKind {
    /// A start that the seed draws.
    Map,
    /// A position that agents have reached.
    Position,
}

/// A challenge that somebody takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyRequest {
    /// Which one.
    pub kind: ChallengeKind,
    /// What the person is called in the table.
    pub name: Option<String>,
}

/// The challenges of a day.
#[derive(Serialize)]
pub struct DailyView {
    date: String,
    /// Seconds until the challenges of the next day.
    next: u64,
    challenges: Vec<ChallengeView>,
}

#[derive(Serialize)]
struct ChallengeView {
    kind: ChallengeKind,
    game: String,
    title: String,
    /// The level of the opponents.
    level: &'static str,
    /// The seat of the person.
    seat: u8,
    start: PositionView,
    scores: Vec<DailyScore>,
}

/// A challenge as everybody plays it.
struct DailyChallenge {
    kind: ChallengeKind,
    rules: Arc<dyn Ruleset>,
    seed: Seed,
    start: Position,
    seat: Seat,
}

/// The challenges, remembered for a day.
#[derive(Default)]
pub struct Daily(Mutex<Option<Today>>);

type Today = (u64, Arc<Vec<DailyChallenge>>);

impl Daily {
    /// The challenges of today with their scores.
    pub fn view(&self, library: &Library, tables: &Tables) -> Result<DailyView> {
        let day = today();
        let challenges = self.challenges(library, day)?;
        let views = challenges.iter().map(|challenge| {
            let game = challenge.rules.game();
            Ok(ChallengeView {
                kind: challenge.kind,
                game: game.to_owned(),
                title: library.title(game).to_owned(),
                level: opponent(library, &*challenge.rules).0,
                seat: challenge.seat.0,
                start: positions::picture(&challenge.start),
                scores: tables.scores(&key(day, challenge.kind))?,
            })
        });
        let next = DAY - now() % DAY;
        Ok(DailyView { date: date(day), next, challenges: views.collect::<Result<_>>()? })
    }

    /// Makes a table for a challenge of today.
    pub fn make(
        &self,
        library: &Library,
        tables: &Tables,
        request: DailyRequest,
    ) -> Result<TableKeys> {
        let day = today();
        let challenges = self.challenges(library, day)?;
        let mut found = challenges.iter();
        let found = found.find(|challenge| challenge.kind == request.kind);
        let challenge =
            found.ok_or_else(|| WebError::missing("there is no such challenge today"))?;
        let (_, agent) = opponent(library, &*challenge.rules);
        let seats = Seat::all(challenge.start.seats()).map(|seat| {
            if seat == challenge.seat {
                let name = request.name.clone();
                SeatRequest::Human { name }
            } else {
                let (agent, budget) = (agent.clone(), None);
                SeatRequest::Agent { agent, budget }
            }
        });
        let table = NewTable {
            game: challenge.rules.game().to_owned(),
            variant: None,
            seed: Some(SeedRequest::Number(challenge.seed.0)),
            position: Some(challenge.start.describe()),
            moves: Vec::new(),
            seats: seats.collect(),
            clock: None,
            speed: None,
        };
        tables.make_daily(table, key(day, challenge.kind))
    }

    fn challenges(&self, library: &Library, day: u64) -> Result<Arc<Vec<DailyChallenge>>> {
        let mut known = locked(&self.0);
        if let Some((of, challenges)) = &*known
            && *of == day
        {
            return Ok(challenges.clone());
        }
        let challenges = Arc::new(draw(library, day)?);
        *known = Some((day, challenges.clone()));
        Ok(challenges)
    }
}

/// The challenges of a day: the games take turns.
fn draw(library: &Library, day: u64) -> Result<Vec<DailyChallenge>> {
    let rules = library.games().iter();
    let rules = rules.map(|entry| library.rules(entry.info.name, None));
    let rules: Vec<Arc<dyn Ruleset>> = rules.collect::<Result<_>>()?;
    let drawn = |rules: &Arc<dyn Ruleset>| {
        let start = |seed| seeded_start(&**rules, Seed(seed)).describe();
        start(1) != start(2)
    };
    let (maps, boards): (Vec<_>, Vec<_>) = rules.into_iter().partition(drawn);
    let turn = |list: Vec<Arc<dyn Ruleset>>| {
        let place = day.checked_rem(list.len() as u64)?;
        list.into_iter().nth(place as usize)
    };
    let mut challenges = Vec::new();
    if let Some(rules) = turn(maps) {
        challenges.push(DailyChallenge::new(ChallengeKind::Map, rules, day, library)?);
    }
    if let Some(rules) = turn(boards) {
        challenges.push(DailyChallenge::new(ChallengeKind::Position, rules, day, library)?);
    }
    Ok(challenges)
}

impl DailyChallenge {
    fn new(
        kind: ChallengeKind,
        rules: Arc<dyn Ruleset>,
        day: u64,
        library: &Library,
    ) -> Result<DailyChallenge> {
        // Neighbouring days and both kinds have different seeds.
        let seed = Seed(2 * day + u64::from(kind == ChallengeKind::Position));
        let plies = match kind {
            ChallengeKind::Map => 0,
            ChallengeKind::Position => PLIES,
        };
        let (start, seat) = reach(&rules, seed, &level(library, &*rules, MAKERS).1, plies)?;
        Ok(DailyChallenge { kind, rules, seed, start, seat })
    }
}

/// The position after `plies` moves of agents, and who is to move there; an earlier one where the game ends before.
fn reach(
    rules: &Arc<dyn Ruleset>,
    seed: Seed,
    agent: &str,
    plies: usize,
) -> Result<(Position, Seat)> {
    let start = seeded_start(&**rules, seed);
    let mut table = Table::new(rules.clone(), start, seed)?;
    for seat in Seat::all(table.seats()) {
        table.seat(seat, rules.contender(agent, None)?);
    }
    let mut reached = None;
    let mut made = 0;
    while made <= plies {
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => {
                table.roll();
            }
            Turn::Seat(seat) => {
                reached = Some((table.position().clone(), seat));
                made += 1;
                let question = (made <= plies).then(|| table.ask(seat, &Budget::default()));
                if let Some(question) = question.flatten() {
                    table.settle(question.answer(), None)?;
                }
            }
        }
    }
    reached.ok_or_else(|| WebError::failed("nobody has a turn in the game of the day"))
}

/// A level of a game by its place, or its strongest.
fn level(library: &Library, rules: &dyn Ruleset, place: usize) -> (&'static str, String) {
    let mut levels = library.levels(rules);
    levels.truncate(place + 1);
    let found = levels.pop();
    found.map_or_else(|| ("", "random".to_owned()), |level| (level.name, level.agent))
}

fn opponent(library: &Library, rules: &dyn Ruleset) -> (&'static str, String) {
    level(library, rules, OPPONENTS)
}

/// The name of a challenge in the store.
fn key(day: u64, kind: ChallengeKind) -> String {
    let kind = match kind {
        ChallengeKind::Map => "map",
        ChallengeKind::Position => "position",
    };
    format!("{} {kind}", date(day))
}

/// Days since 1970, in universal time.
fn today() -> u64 {
    now() / DAY
}

/// Seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// `2026-11-17`: the date that is `days` days after the first of 1970.
fn date(days: u64) -> String {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut left, mut year) = (days, 1970);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::library;

    #[test]
    fn days_have_dates() {
        let known = [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (19_722, "2023-12-31"),
            (20_774, "2026-11-17"),
        ];
        for (days, written) in known {
            assert_eq!(date(days), written);
        }
    }

    #[test]
    fn a_day_has_one_challenge_for_everybody_and_the_next_day_another() {
        let library = library();
        let drawn = |day| {
            let challenges = draw(&library, day).unwrap();
            let told = challenges.iter();
            let told = told.map(|one| (one.kind, one.seed, one.start.describe(), one.seat));
            told.collect::<Vec<_>>()
        };
        // The start of this game is always the same, so it has positions and no maps.
        let first = drawn(20_774);
        assert_eq!(first.len(), 1);
        assert_eq!(first[0].0, ChallengeKind::Position);
        assert_eq!(first, drawn(20_774));
        assert_ne!(first[0].1, drawn(20_775)[0].1);
        // What is remembered of a day is forgotten with it.
        let daily = Daily::default();
        for day in [20_774, 20_775, 20_775, 20_774] {
            let seed = daily.challenges(&library, day).unwrap()[0].seed;
            assert_eq!(seed, drawn(day)[0].1, "{day}");
        }
        let rules = library.rules("sprint", None).unwrap();
        assert_ne!(first[0].2, seeded_start(&*rules, first[0].1).describe());
    }
}
