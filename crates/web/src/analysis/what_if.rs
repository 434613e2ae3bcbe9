//! "What if the dice had been fair?": a position of a finished game is played on many times with other dice, by those who sat at
//! the table. Visitors wait for it, so everybody thinks quickly, and nobody by the clock: the same question has the same answer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludarium_agents::{has_own_time, without_budget};
use ludarium_arena::{Contender, Ruleset, Table};
use ludarium_game::{Budget, Position, Purpose, Scores, Seat, Seed, Turn};
use serde::Serialize;

use crate::access::{Buckets, Visitor};
use crate::agents::players::contender;
use crate::agents::thinking::Thinkers;
use crate::api::SeatView;
use crate::error::{Result, WebError};
use crate::games::library::Library;
use crate::lock::locked;

/// Games that are played on.
const GAMES: usize = 200;
/// The seed of their dice.
const SEED: Seed = Seed(1);
/// What a decision may cost those who have no limit of their own, or one of time.
const ITERATIONS: u64 = 300;
const NODES: u64 = 5000;
/// The level that plays for people, counted from the weakest, where no agent sits at the table.
const STAND_IN: usize = 1;
/// A game that does not end is shared after this number of moves and rolls.
const MOST_EVENTS: usize = 2000;
/// The processor time that one answer may take, and a piece of the work.
const LONGEST: Duration = Duration::from_secs(120);
const PIECE: Duration = Duration::from_millis(300);
/// Work that nobody has asked about for so long is not wanted any more.
const FORGOTTEN: Duration = Duration::from_secs(20);
/// Answers that are kept, and those that may be under way at a time.
const KEPT: usize = 256;
const MOST_RUNNING: usize = 8;

/// How far an answer is.
#[derive(Clone, Debug, Serialize)]
pub struct WhatIfView {
    /// `none`, `running` or `done`.
    state: &'static str,
    /// The games that are to be played.
    wanted: usize,
    /// The level that plays for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    stand_in: Option<String>,
    /// The events of each game, and its scores.
    games: Vec<(usize, Vec<f32>)>,
}

/// An answer, and when somebody asked for it last.
struct Answering {
    view: WhatIfView,
    asked: Instant,
}

type SharedAnswer = Arc<Mutex<Answering>>;

/// The answers of this server.
pub struct WhatIfs {
    kept: Mutex<VecDeque<(String, SharedAnswer)>>,
    thinkers: Thinkers,
    allowance: Buckets,
}

/// A position and who is to play it.
pub struct WhatIf {
    rules: Arc<dyn Ruleset>,
    start: Position,
    players: Vec<Contender>,
    stand_in: Option<String>,
}

impl WhatIf {
    /// The players of a table at one of its positions. A person, and a bot that cannot be asked here, is played by the first
    /// agent of the table.
    pub fn new(
        library: &Library,
        rules: Arc<dyn Ruleset>,
        start: Position,
        seats: &[SeatView],
        limits: &crate::limits::Limits,
    ) -> Result<WhatIf> {
        let known = |seat: &SeatView| {
            let text = seat.agent.as_deref().unwrap_or(&seat.player);
            let text = if has_own_time(text) { without_budget(text) } else { text };
            let agent = contender(&*rules, text, limits).ok().filter(|_| seat.kind == "agent")?;
            Some((text.to_owned(), agent))
        };
        let agents: Vec<Option<(String, Contender)>> = seats.iter().map(known).collect();
        let levels = library.levels(&*rules);
        let (text, usual) = match agents.iter().flatten().next() {
            Some(agent) => agent.clone(),
            None => {
                let level = levels.get(STAND_IN).or(levels.last());
                let text = level.map_or("random", |level| &level.agent);
                (text.to_owned(), contender(&*rules, text, limits)?)
            }
        };
        let named = levels.iter().find(|level| level.agent == text);
        let name = named.map_or(&*text, |level| level.name).to_owned();
        let stand_in = agents.iter().any(Option::is_none).then_some(name);
        let players =
            agents.into_iter().map(|agent| agent.map_or_else(|| usual.clone(), |(_, agent)| agent));
        Ok(WhatIf { rules, start, players: players.collect(), stand_in })
    }

    /// The table of one of the games.
    fn table(&self, number: usize) -> Result<Table> {
        let seed = SEED.derive(Purpose::Chance, number as u64);
        let mut table = Table::new(self.rules.clone(), self.start.clone(), seed)?;
        for (seat, player) in Seat::all(table.seats()).zip(&self.players) {
            table.seat(seat, player.clone());
        }
        Ok(table)
    }
}

/// Makes one move or roll; the events and scores of the game once it is over.
fn advance(table: &mut Table) -> Result<Option<(usize, Vec<f32>)>> {
    let budget = Budget { iterations: Some(ITERATIONS), nodes: Some(NODES), ..Budget::default() };
    let (seats, count) = (table.seats(), table.game().count());
    let end = |scores: Scores| Ok(Some((count, scores.as_slice(seats).to_vec())));
    if let Some(result) = table.result() {
        return end(result.scores);
    }
    if count >= MOST_EVENTS {
        return end(Scores::shared(seats));
    }
    match table.turn() {
        Turn::Over => return end(table.position().scores()),
        Turn::Chance => {
            table.roll();
        }
        Turn::Seat(seat) => {
            let question = table.ask(seat, &budget);
            let question = question.ok_or_else(|| WebError::failed("nobody plays a seat"))?;
            table.settle(question.answer(), None)?;
        }
    }
    Ok(None)
}

impl WhatIfs {
    /// A server without answers.
    pub fn new(thinkers: Thinkers, allowance: Buckets) -> WhatIfs {
        WhatIfs { kept: Mutex::default(), thinkers, allowance }
    }

    /// How far the answer to a question is.
    pub fn state(&self, name: &str) -> WhatIfView {
        let kept = locked(&self.kept);
        match kept.iter().find(|(known, _)| known == name) {
            Some((_, answer)) => {
                let mut answer = locked(answer);
                answer.asked = Instant::now();
                answer.view.clone()
            }
            None => WhatIfView { state: "none", wanted: GAMES, stand_in: None, games: Vec::new() },
        }
    }

    /// Begins to answer; what it costs is charged to the visitor.
    pub fn begin(&self, name: &str, question: WhatIf, visitor: Visitor) -> Result<()> {
        let mut kept = locked(&self.kept);
        let begun = |answer: &SharedAnswer| {
            let view = &locked(answer).view;
            view.state == "running" || view.games.len() == GAMES
        };
        kept.retain(|(known, answer)| known != name || begun(answer));
        if kept.iter().any(|(known, _)| known == name) {
            return Ok(());
        }
        let running =
            |(_, answer): &&(String, SharedAnswer)| locked(answer).view.state == "running";
        if kept.iter().filter(running).count() >= MOST_RUNNING {
            let message = "too many games are being played on";
            return Err(WebError::too_many(message).hint("try again in a minute"));
        }
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        let view = WhatIfView {
            state: "running",
            wanted: GAMES,
            stand_in: question.stand_in.clone(),
            games: Vec::new(),
        };
        let answer = Arc::new(Mutex::new(Answering { view, asked: Instant::now() }));
        kept.push_back((name.to_owned(), answer.clone()));
        let work = WhatIfWork {
            table: question.table(0)?,
            question,
            answer,
            spent: Duration::ZERO,
            thinkers: self.thinkers.clone(),
            allowance: self.allowance.clone(),
            visitor,
        };
        Box::new(work).go_on();
        Ok(())
    }
}

/// An answer under way.
struct WhatIfWork {
    question: WhatIf,
    /// The game that is being played.
    table: Table,
    answer: SharedAnswer,
    spent: Duration,
    thinkers: Thinkers,
    allowance: Buckets,
    visitor: Visitor,
}

impl WhatIfWork {
    /// Plays for a moment and goes to the end of the queue again, so that others come in between.
    fn go_on(mut self: Box<Self>) {
        let thinkers = self.thinkers.clone();
        thinkers.study(Arc::default(), move || {
            let began = Instant::now();
            let mut more = true;
            while more && began.elapsed() < PIECE {
                // A game that cannot go on ends the answer with the games before it.
                more = self.step().unwrap_or(false);
            }
            self.spent += began.elapsed();
            self.allowance.charge(self.visitor.0, began.elapsed().as_secs_f64());
            let wanted = locked(&self.answer).asked.elapsed() < FORGOTTEN;
            if more && wanted && self.spent < LONGEST && self.allowance.has(self.visitor.0) {
                return self.go_on();
            }
            locked(&self.answer).view.state = "done";
        });
    }

    /// Goes one move or roll further; false once all games are played.
    fn step(&mut self) -> Result<bool> {
        let Some(game) = advance(&mut self.table)? else {
            return Ok(true);
        };
        let played = {
            let games = &mut locked(&self.answer).view.games;
            games.push(game);
            games.len()
        };
        if played == GAMES {
            return Ok(false);
        }
        self.table = self.question.table(played)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::testing::library;

    fn question(agents: [&str; 2]) -> WhatIf {
        let library = library();
        let rules = library.rules("sprint", None).unwrap();
        let start = ludarium_arena::seeded_start(&*rules, Seed(4));
        let seats = crate::api::SeatStyleView::of(&start.scene());
        let seats = seats.into_iter().zip(agents).map(|(style, agent)| SeatView {
            style,
            kind: if agent == "a person" { "human" } else { "agent" },
            player: agent.to_owned(),
            agent: None,
            budget: None,
            clock_ms: None,
            connected: true,
        });
        let seats: Vec<SeatView> = seats.collect();
        WhatIf::new(&library, rules, start, &seats, &Limits::PUBLIC).unwrap()
    }

    fn played(question: &WhatIf, number: usize) -> (usize, Vec<f32>) {
        let mut table = question.table(number).unwrap();
        loop {
            if let Some(game) = advance(&mut table).unwrap() {
                return game;
            }
        }
    }

    #[test]
    fn the_same_game_has_the_same_dice_and_another_has_others() {
        let question = question(["walker", "random"]);
        assert_eq!(question.stand_in, None);
        let games: Vec<_> = (0..20).map(|number| played(&question, number)).collect();
        assert_eq!(games, (0..20).map(|number| played(&question, number)).collect::<Vec<_>>());
        assert!(games.iter().any(|game| *game != games[0]), "{games:?}");
        for (count, scores) in games {
            assert!(count > 0 && (scores.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn somebody_of_the_table_plays_for_people_and_clocks_play_no_part() {
        let question = question(["a person", "mcts:iterations=50@1s"]);
        let texts: Vec<&str> = question.players.iter().map(Contender::text).collect();
        assert_eq!(texts, ["mcts:iterations=50,memory=64"; 2]);
        assert_eq!(question.stand_in.as_deref(), Some("Easy"));
    }
}
