//! What a judge found in one game of a run.

use ludarium_arena::{GameRecord, Interrupt, ReplayError, played_game};
use ludarium_game::{Purpose, Rng, Seed};

use super::judging_agent::JudgingAgent;

/// A game that was looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ReviewedGame {
    pub number: u64,
    pub block: u64,
    pub decisions: LookCount,
    pub rolls: LookCount,
    pub seats: Vec<ReviewedSeat>,
}

/// How much of a game was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LookCount {
    /// How many there are.
    pub all: u64,
    /// How many were asked about.
    pub asked: u64,
    /// To how many the judge gave an answer.
    pub judged: u64,
}

/// What was found in a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ReviewedSeat {
    pub agent: usize,
    pub score: f64,
    /// All its decisions with more than one choice.
    pub decisions: u64,
    /// Those that were judged.
    pub judged: u64,
    /// Those in which the judge would have done the same.
    pub same: u64,
    /// What the judged ones cost.
    pub cost: f64,
    /// The sum of the squares of what judged rolls gave or took.
    pub luck: f64,
}

impl LookCount {
    /// How many each that was judged stands for; 0 where none was.
    pub fn weight(&self) -> f64 {
        match self.judged {
            0 => 0.0,
            judged => self.all as f64 / judged as f64,
        }
    }
}

/// How a game is looked at.
pub(super) struct ReviewTask<'a> {
    pub judge: &'a JudgingAgent,
    /// The number of decisions of a game that are asked about, and of rolls; all where it is not given.
    pub sample: Option<usize>,
    /// The seed that the samples are drawn from.
    pub seed: Seed,
    pub interrupt: &'a Interrupt,
}

/// What is told while a game is looked at.
pub(super) enum JudgeNews {
    /// So many questions will be asked.
    Questions(u64),
    /// One of them was answered.
    Answer,
}

impl ReviewTask<'_> {
    /// Looks at a game; nothing where it was interrupted.
    pub fn at(
        &self,
        record: &GameRecord,
        tell: &dyn Fn(JudgeNews),
    ) -> Result<Option<ReviewedGame>, ReplayError> {
        let played = played_game(self.judge.rules(), record, |_| {})?;
        let mut found =
            ReviewedGame { number: record.number, block: record.block, ..ReviewedGame::default() };
        let seats = record.seats.iter().zip(&record.scores);
        found.seats.extend(seats.map(|(&agent, &score)| ReviewedSeat {
            agent,
            score: score.into(),
            ..ReviewedSeat::default()
        }));
        let (mut decisions, mut rolls) = (Vec::new(), Vec::new());
        for (at, (position, event)) in played.history().enumerate() {
            match event.by {
                None => rolls.push(at),
                Some(seat) if position.moves().len() > 1 => {
                    found.seats[seat.index()].decisions += 1;
                    decisions.push((at, seat));
                }
                Some(_) => {}
            }
        }
        (found.decisions.all, found.rolls.all) = (decisions.len() as u64, rolls.len() as u64);
        let mut rng = self.seed.stream(Purpose::Search, record.number);
        self.draw(&mut decisions, &mut rng);
        self.draw(&mut rolls, &mut rng);
        (found.decisions.asked, found.rolls.asked) = (decisions.len() as u64, rolls.len() as u64);
        tell(JudgeNews::Questions(found.decisions.asked + found.rolls.asked));
        for (at, seat) in decisions {
            let answer = self.judge.cost(played.after(at), seat, &played.events()[at].text);
            if self.interrupt.is_now() {
                return Ok(None);
            }
            if let Some(answer) = answer {
                found.decisions.judged += 1;
                let seat = &mut found.seats[seat.index()];
                seat.judged += 1;
                seat.same += u64::from(answer.same);
                seat.cost += f64::from(answer.cost);
            }
            tell(JudgeNews::Answer);
        }
        for at in rolls {
            let (before, outcome) = (played.after(at), &played.events()[at].text);
            let luck = self.judge.squared_luck(before, outcome, found.seats.len());
            if self.interrupt.is_now() {
                return Ok(None);
            }
            found.rolls.judged += 1;
            for (seat, luck) in found.seats.iter_mut().zip(luck) {
                seat.luck += luck;
            }
            tell(JudgeNews::Answer);
        }
        Ok(Some(found))
    }

    /// Leaves as many as are asked about, in their order.
    fn draw<T: Ord>(&self, list: &mut Vec<T>, rng: &mut Rng) {
        let Some(wanted) = self.sample.filter(|&wanted| wanted < list.len()) else {
            return;
        };
        for place in 0..wanted {
            let left = u32::try_from(list.len() - place).unwrap_or(u32::MAX);
            list.swap(place, place + rng.below(left) as usize);
        }
        list.truncate(wanted);
        list.sort();
    }
}
