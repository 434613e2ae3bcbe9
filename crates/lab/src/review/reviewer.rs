//! `Reviewer`: who stood how at each move of a game, what mistakes cost, and how much the dice gave.
//!
//! The judge's value of the move that was made, compared with that of its own choice, is the cost of the move; where it has no exact
//! value, both moves are made and what follows is judged alike. What is left over between the start and the result is what the
//! judge did not foresee; it is told as such.

use ludarium_game::{Bound, Candidate, Decision, Scores, Seat, ShareUnit};
use serde::{Deserialize, Serialize};

use super::finished_game::FinishedGame;
use super::judging_agent::JudgingAgent;

/// What changes the chances by less is no turning point.
const SMALLEST: f32 = 0.05;
/// Where moves are sampled, one that was tried so often is known: its value is off by at most 0.05 as a rule.
const ENOUGH_VISITS: u64 = 100;
/// Turning points that are told.
const TURNING_POINTS: usize = 3;
/// How fast accuracy falls with the mean cost of a move: a mean cost of 10 % gives 61.
const STEEPNESS: f32 = 5.0;

/// What is found out about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The judge.
    pub engine: String,
    /// The expectation of each seat after a number of events.
    pub curve: Vec<(usize, Vec<f32>)>,
    /// The moves that cost something, the most expensive first.
    pub mistakes: Vec<Mistake>,
    /// Each seat.
    pub players: Vec<PlayerReview>,
    /// Where the game turned most, in order.
    pub turning_points: Vec<TurningPoint>,
    /// In what players of this game count: the name, how many a share of 1 is, and the digits after the point.
    #[serde(default = "in_percent")]
    pub unit: (String, f32, usize),
}

fn in_percent() -> (String, f32, usize) {
    unit_of(ShareUnit::PERCENT)
}

fn unit_of(unit: ShareUnit) -> (String, f32, usize) {
    (unit.name.to_owned(), unit.scale, unit.digits)
}

/// A move that was worse than another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mistake {
    /// The number of the event, from 1.
    pub count: usize,
    /// The seat that made it.
    pub seat: u8,
    /// The move.
    pub played: String,
    /// What the judge would have played.
    pub better: String,
    /// The cells to click for that.
    #[serde(default)]
    pub better_cells: Vec<String>,
    /// What it cost, as a share of a win.
    pub cost: f32,
    /// What players call such a move: a blunder.
    #[serde(default)]
    pub word: String,
}

/// The parts of a result that a seat owes to itself, to others and to the dice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerReview {
    /// Decisions with more than one choice.
    pub decisions: usize,
    /// 100 where every move was as good as the judge's.
    pub accuracy: f32,
    /// What players of this game call the mean cost of a decision, and how much that is.
    #[serde(default)]
    pub rates: Vec<(String, f32)>,
    /// What they call somebody whose decisions cost that much.
    #[serde(default)]
    pub level: Option<String>,
    /// What its own mistakes have cost, 0 or less.
    pub own: f32,
    /// What the mistakes of others have given, or taken.
    pub others: f32,
    /// What the dice have given, or taken.
    pub luck: f32,
    /// What is left between the expectation at the start and the result: the judge did not foresee it.
    #[serde(default)]
    pub unforeseen: f32,
}

impl PlayerReview {
    /// One player in several games.
    pub fn total<'a>(
        games: impl Iterator<Item = &'a PlayerReview>,
        unit: ShareUnit,
    ) -> PlayerReview {
        let mut total = games.fold(PlayerReview::default(), |mut total, game| {
            total.decisions += game.decisions;
            total.own += game.own;
            total.others += game.others;
            total.luck += game.luck;
            total.unforeseen += game.unforeseen;
            total
        });
        total.rate(unit);
        total
    }

    /// Says how well it played, from what its decisions have cost.
    fn rate(&mut self, unit: ShareUnit) {
        let mean = -self.own / self.decisions.max(1) as f32;
        self.accuracy = 100.0 * (-STEEPNESS * mean).exp();
        let rates = unit.rates.iter();
        self.rates = rates.map(|(name, factor)| ((*name).to_owned(), factor * mean)).collect();
        self.level = unit.level(mean).map(str::to_owned);
    }
}

/// An event that changed much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurningPoint {
    /// The number of the event, from 1.
    pub count: usize,
    /// Whose chances changed most.
    pub seat: u8,
    /// By how much.
    pub change: f32,
    /// Whether the dice did it; otherwise it was the move of this seat.
    pub dice: bool,
    /// What would have been better, after a mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<String>,
    /// The cells to click for that; none for the end of a turn.
    #[serde(default)]
    pub better_cells: Vec<String>,
}

/// What the judge said about one decision.
struct Weighed {
    /// The number of events before it.
    at: usize,
    seat: Seat,
    best: Vec<f32>,
    made: Vec<f32>,
    better: String,
}

/// A review under way: one decision or chance event after the other.
pub struct Reviewer {
    game: FinishedGame,
    judge: JudgingAgent,
    open: Vec<usize>,
    weighed: Vec<Weighed>,
    /// The chance events with what each gave to whom.
    rolled: Vec<(usize, Scores)>,
    total: usize,
}

impl Reviewer {
    /// Begins the review of a game.
    pub fn new(judge: JudgingAgent, game: FinishedGame) -> Reviewer {
        let events = game.played.history().enumerate().rev();
        let asked = events
            .filter(|(_, (position, event))| event.by.is_none() || position.moves().len() > 1);
        let open: Vec<usize> = asked.map(|(index, _)| index).collect();
        Reviewer { judge, total: open.len(), open, weighed: Vec::new(), rolled: Vec::new(), game }
    }

    /// Decisions and chance events that were looked at, and all.
    pub fn progress(&self) -> (usize, usize) {
        (self.total - self.open.len(), self.total)
    }

    /// Looks at the next decision or chance event; says whether there was one.
    pub fn step(&mut self) -> bool {
        let Some(at) = self.open.pop() else {
            return false;
        };
        let (position, event) = (self.game.played.after(at), &self.game.played.events()[at]);
        match event.by {
            None => {
                let luck = self.judge.luck(position, &event.text);
                self.rolled.push((at, luck));
            }
            Some(seat) => self.weighed.extend(self.weigh(at, seat)),
        }
        true
    }

    /// What the judge says about the decision before event `at`; nothing where it gives no shares.
    fn weigh(&self, at: usize, seat: Seat) -> Option<Weighed> {
        let played = &self.game.played;
        let position = played.after(at);
        let decision = self.judge.choice(position, seat)?;
        let seats = position.seats();
        let of = |text: &str| {
            let found = decision.candidates.iter().find(|one| one.mv == text)?;
            Some(found.scores.as_slice(seats).to_vec())
        };
        let best = of(&decision.chosen)?;
        let text = &played.events()[at].text;
        // What the judge has tried enough, it knows. Of other moves it has a limit or a few samples, so it looks at what they lead to.
        let samples = decision.candidates.iter().any(|one| one.visits > 0);
        let known = |one: &&Candidate<String>| {
            let tried = !samples || one.visits >= ENOUGH_VISITS;
            one.mv == *text && one.bound == Bound::Exact && tried
        };
        let known = decision.candidates.iter().find(known);
        let made = match known {
            Some(known) => known.scores,
            None => {
                let sampled = || {
                    let mut candidates = decision.candidates.iter();
                    Some(candidates.find(|one| one.mv == *text)?.scores)
                };
                self.beside(at, seat, &decision).or_else(sampled)?
            }
        };
        let made = made.as_slice(seats).to_vec();
        let shares = best.iter().chain(&made);
        let shares = shares.into_iter().all(|value| (0.0..=1.0).contains(value));
        // A move that looks better than the judge's choice costs nothing.
        let own = seat.index();
        let best = if made[own] > best[own] { made.clone() } else { best };
        shares.then_some(Weighed { at, seat, best, made, better: decision.chosen.clone() })
    }

    /// The value of the move before event `at`: that of the judge's choice, less what the move loses against it.
    fn beside(&self, at: usize, seat: Seat, decision: &Decision<String>) -> Option<Scores> {
        let played = &self.game.played;
        let mut candidates = decision.candidates.iter();
        let best = candidates.find(|one| one.mv == decision.chosen)?.scores;
        let (position, made) = (played.after(at), &played.events()[at].text);
        let lost = self.judge.lost(position, seat, &decision.chosen, made)?;
        let made = best + lost * -1.0;
        let seats = made.as_slice(position.seats()).iter();
        Some(Scores::new(&seats.map(|share| share.clamp(0.0, 1.0)).collect::<Vec<f32>>()))
    }

    /// What was found out.
    pub fn finish(self) -> Review {
        let seats = self.game.played.start().seats();
        let unit = self.game.played.start().unit();
        let end = self.at_the_end(seats);
        let mut players = vec![PlayerReview::default(); seats];
        let (mut mistakes, mut turns) = (Vec::new(), Vec::new());
        let mut curve: Vec<(usize, Vec<f32>)> = Vec::new();
        for one in &self.weighed {
            let own = one.seat.index();
            let cost = one.best[own] - one.made[own];
            players[own].decisions += 1;
            for (seat, player) in players.iter_mut().enumerate() {
                let change = one.made[seat] - one.best[seat];
                *if seat == own { &mut player.own } else { &mut player.others } += change;
            }
            curve.push((one.at, one.best.clone()));
            if let Some(word) = unit.mistake(cost) {
                let better = one.better.clone();
                let better_cells = self.game.played.after(one.at).clicks(&better);
                mistakes.push(Mistake {
                    count: one.at + 1,
                    seat: one.seat.0,
                    played: self.game.played.events()[one.at].text.clone(),
                    better: better.clone(),
                    better_cells: better_cells.clone(),
                    cost,
                    word: word.to_owned(),
                });
                turns.push(TurningPoint {
                    count: one.at + 1,
                    seat: one.seat.0,
                    change: -cost,
                    dice: false,
                    better: Some(better),
                    better_cells,
                });
            }
        }
        for (at, luck) in &self.rolled {
            let luck = luck.as_slice(seats);
            for (player, luck) in players.iter_mut().zip(luck) {
                player.luck += luck;
            }
            let most = luck.iter().enumerate();
            let most = most.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
            if let Some((seat, &change)) = most.filter(|(_, change)| change.abs() >= SMALLEST) {
                turns.push(TurningPoint {
                    count: at + 1,
                    seat: seat as u8,
                    change,
                    dice: true,
                    better: None,
                    better_cells: Vec::new(),
                });
            }
        }
        let begun = self.at_the_start(seats);
        for (seat, player) in players.iter_mut().enumerate() {
            let told = player.own + player.others + player.luck;
            player.unforeseen = end[seat] - begun[seat] - told;
        }
        for player in &mut players {
            player.rate(unit);
        }
        curve.push((self.game.played.count(), end));
        mistakes.sort_by(|a: &Mistake, b| b.cost.total_cmp(&a.cost));
        turns.sort_by(|a: &TurningPoint, b| b.change.abs().total_cmp(&a.change.abs()));
        turns.truncate(TURNING_POINTS);
        turns.sort_by_key(|turn| turn.count);
        Review {
            engine: self.judge.name().to_owned(),
            curve,
            mistakes,
            players,
            turning_points: turns,
            unit: unit_of(unit),
        }
    }

    /// The result; where nobody knows it, what was to be expected after the last event that was judged.
    fn at_the_end(&self, seats: usize) -> Vec<f32> {
        let last = || self.weighed.last().map(|last| Scores::new(&last.made));
        let end = self.game.scores.or_else(last).unwrap_or_else(|| Scores::shared(seats));
        end.as_slice(seats).to_vec()
    }

    /// What each seat could expect before the first event: as at the first decision, less the luck before it.
    fn at_the_start(&self, seats: usize) -> Vec<f32> {
        let Some(first) = self.weighed.first() else {
            return self.at_the_end(seats);
        };
        let mut begun = first.best.clone();
        for (_, luck) in self.rolled.iter().filter(|(at, _)| *at < first.at) {
            for (begun, luck) in begun.iter_mut().zip(luck.as_slice(seats)) {
                *begun -= luck;
            }
        }
        begun
    }
}
