//! Analysis: an agent thinks about a position with more and more to spend, and tells each time.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::listener::Place;
use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use ludarium_arena::{Contender, GameContext, Question, Ruleset, decision_stream};
use ludarium_game::{Budget, Position, Seat, Seed, Turn};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{Sender, channel};

use crate::access::{Buckets, Visitor};
use crate::agents::players::contender;
use crate::agents::thinking::Thinkers;
use crate::api::{BudgetRequest, Cells, Thought};
use crate::error::{Result, WebError};
use crate::http::app::{App, Shared, blocking};
use crate::http::live::{Connection, limited};
use crate::tables::BACKLOG;

/// What is spent where nobody says how much: milliseconds, one after the other.
const USUAL_MS: [u64; 5] = [100, 300, 1000, 3000, 8000];
/// A limit is reached in this number of doublings.
const DOUBLINGS: u32 = 5;
/// The seed of all analyses: the same question has the same answer.
const SEED: Seed = Seed(1);
/// Nobody looks further ahead.
const DEEPEST: u32 = 100;
/// No piece of work takes longer, so that other analyses need not wait long for a thread.
const LONGEST_PIECE: Duration = Duration::from_secs(15);

/// What a client asks of an analysis.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum AnalysisCommand {
    /// Thinks about a position.
    Start(Box<AnalysisRequest>),
    /// Stops thinking.
    Stop,
}

/// What is to be thought about.
#[derive(Clone, Debug, Deserialize)]
struct AnalysisRequest {
    game: String,
    variant: Option<String>,
    position: String,
    agent: String,
    budget: Option<BudgetRequest>,
}

/// What an analysis answers.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum AnalysisMessage<'a> {
    Thought { position: &'a str, thought: &'a Thought },
    Done { position: &'a str },
    Error { message: &'a str },
}

/// `GET /api/analysis`.
pub async fn analysis(
    State(app): State<Shared>,
    Extension(place): Extension<Place>,
    Extension(visitor): Extension<Visitor>,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    let open = app.enter(visitor)?;
    Ok(limited(upgrade).on_upgrade(async move |socket| {
        let _places = (place, open);
        converse(app, visitor, socket).await;
    }))
}

/// Answers one client until it leaves.
async fn converse(app: Shared, visitor: Visitor, socket: WebSocket) {
    let (to, news) = channel(BACKLOG);
    let mut line = Connection::new(socket, news);
    let mut running = OngoingAnalysis(Arc::default());
    while let Some(text) = line.next().await {
        match serde_json::from_str(&text) {
            Err(error) => {
                let message = format!("the message cannot be read: {error}");
                line.complain(message).await;
            }
            Ok(AnalysisCommand::Stop) => running = OngoingAnalysis(Arc::default()),
            Ok(AnalysisCommand::Start(asked)) => {
                running = OngoingAnalysis(Arc::default());
                let (stop, to) = (running.0.clone(), to.clone());
                let begun = blocking(&app, move |app| begin(app, visitor, &asked, stop, to));
                if let Err(error) = begun.await {
                    line.complain(error.message).await;
                }
            }
        }
    }
    drop(running);
}

/// An analysis under way; stops when it is dropped.
struct OngoingAnalysis(Arc<AtomicBool>);

impl Drop for OngoingAnalysis {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Checks a question and puts the first piece of work into the queue.
fn begin(
    app: &App,
    visitor: Visitor,
    asked: &AnalysisRequest,
    stop: Arc<AtomicBool>,
    to: Sender<Utf8Bytes>,
) -> Result<()> {
    app.check_allowance(visitor)?;
    let rules = app.library.rules(&asked.game, asked.variant.as_deref())?;
    let position = rules.parse(asked.position.trim())?;
    let seat = match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => {
            let message = "chance decides here first: choose what happens";
            return Err(WebError::bad(message));
        }
        Turn::Over => return Err(WebError::bad("the game is over here")),
    };
    let inquiry = Inquiry {
        cells: Cells::of(&position.scene()),
        contender: contender(&*rules, &asked.agent, &app.limits)?,
        rules,
        state: position.describe(),
        position,
        seat,
        budgets: budgets(asked.budget.unwrap_or_default(), app.limits.decision),
        allowance: app.allowance.clone(),
        visitor,
        stop,
        to,
        thinkers: app.thinkers.clone(),
    };
    Box::new(inquiry).go_on();
    Ok(())
}

/// More and more to spend, up to what was asked for.
fn budgets(request: BudgetRequest, most: Duration) -> VecDeque<Budget> {
    let longest_piece = LONGEST_PIECE.min(most);
    let mut whole = request.budget();
    let timed = whole.time.is_some();
    let longest = whole.time.unwrap_or(longest_piece).min(longest_piece);
    whole.time = Some(longest);
    if let Some(depth) = whole.depth {
        let at = |depth| Budget { depth: Some(depth), ..whole.clone() };
        return (1..=depth.min(DEEPEST)).map(at).collect();
    }
    if !timed && whole.iterations.is_none() && whole.nodes.is_none() {
        let of = |ms| Budget {
            time: Some(Duration::from_millis(ms).min(longest_piece)),
            ..whole.clone()
        };
        return USUAL_MS.into_iter().map(of).collect();
    }
    let part = |halvings: u32| {
        let share = |number: Option<u64>| number.map(|number| (number >> halvings).max(1));
        Budget {
            // Where other limits count, each piece may take the longest time.
            time: Some(longest / if timed { 1 << halvings } else { 1 }),
            iterations: share(whole.iterations),
            nodes: share(whole.nodes),
            ..whole.clone()
        }
    };
    (0..=DOUBLINGS).rev().map(part).collect()
}

/// A position that is being thought about.
struct Inquiry {
    rules: Arc<dyn Ruleset>,
    position: Position,
    state: String,
    cells: Cells,
    contender: Contender,
    seat: Seat,
    budgets: VecDeque<Budget>,
    stop: Arc<AtomicBool>,
    to: Sender<Utf8Bytes>,
    thinkers: Thinkers,
    /// What the visitor may still spend.
    allowance: Buckets,
    visitor: Visitor,
}

impl Inquiry {
    /// Puts the next piece of work into the queue; others come in between.
    fn go_on(mut self: Box<Self>) {
        let Some(budget) = self.budgets.pop_front() else {
            let position = &self.state;
            return self.tell(&AnalysisMessage::Done { position });
        };
        let (thinkers, stop) = (self.thinkers.clone(), self.stop.clone());
        thinkers.study(stop, move || self.think(budget));
    }

    fn think(mut self: Box<Self>, mut budget: Budget) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        budget.stop = Some(self.stop.clone());
        // A fresh agent each time, so that the answer depends on nothing but the question.
        let context = GameContext::plain(self.rules.variant(), SEED);
        let rng = decision_stream(SEED, self.seat, 0);
        let (position, seat) = (&self.position, self.seat);
        let question = Question::fresh(&self.contender, position, seat, budget, rng, &context);
        let decision = question.answer().decision;
        let spent = decision.as_ref().map_or(LONGEST_PIECE, |decision| decision.time);
        self.allowance.charge(self.visitor.0, spent.as_secs_f64());
        // A client that has asked something else does not want this answer any more.
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        match decision {
            Ok(decision) => {
                // An agent that used up the longest time comes no further with the next piece either, and a visitor who has
                // spent all that is allowed has to wait.
                if decision.time >= LONGEST_PIECE || !self.allowance.has(self.visitor.0) {
                    self.budgets.clear();
                }
                let agent = self.contender.text();
                let thought = Thought::of(&self.position, &self.cells, agent, self.seat, &decision);
                self.tell(&AnalysisMessage::Thought { position: &self.state, thought: &thought });
                self.go_on();
            }
            Err(failure) => self.tell(&AnalysisMessage::Error { message: &failure.reason }),
        }
    }

    /// Tells the client; one that has let many answers wait gets no more.
    fn tell(&self, answer: &AnalysisMessage<'_>) {
        let text = serde_json::to_string(answer).unwrap_or_default();
        let _ = self.to.try_send(text.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_grow_up_to_what_was_asked_for() {
        let request = BudgetRequest { iterations: Some(3200), ..BudgetRequest::default() };
        let numbers: Vec<_> =
            budgets(request, LONGEST_PIECE).iter().map(|b| b.iterations).collect();
        assert_eq!(numbers.first(), Some(&Some(100)));
        assert_eq!(numbers.last(), Some(&Some(3200)));
        assert!(numbers.is_sorted());
        let request = BudgetRequest { depth: Some(3), ..BudgetRequest::default() };
        let depths: Vec<_> = budgets(request, LONGEST_PIECE).iter().map(|b| b.depth).collect();
        assert_eq!(depths, [Some(1), Some(2), Some(3)]);
        let usual = budgets(BudgetRequest::default(), LONGEST_PIECE);
        assert!(usual.iter().all(|budget| budget.time.is_some_and(|time| time <= LONGEST_PIECE)));
    }
}
