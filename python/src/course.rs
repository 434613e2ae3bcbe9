//! `Course`: how a position came about, so that it can tell its history and be made again in another process.

use std::sync::Arc;

use ludarium_game::tensors::AnyTensors;
use ludarium_game::{Position, Purpose, Result, Rng, Seat, Seed, Turn};

/// What was done to a position, as short as it was said: texts are made when somebody asks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CourseStep {
    /// A move or an outcome by its text.
    Text(String),
    /// A move by its action.
    Action(u32),
    /// A chance event, drawn by the seed of the game.
    Drawn,
    /// All chance events up to the next turn of a seat, drawn by the seed of the game.
    Settled,
}

/// Where a position began and what was done since. Copies share it until one of them goes on.
#[derive(Clone)]
pub struct Course {
    start: Arc<Position>,
    seed: Seed,
    steps: Arc<Vec<CourseStep>>,
}

impl Course {
    /// A position that begins here.
    pub fn new(start: &Position, seed: Seed) -> Course {
        Course { start: Arc::new(start.clone()), seed, steps: Arc::new(Vec::new()) }
    }

    /// The random stream of the game's own chance events.
    pub fn rng(&self) -> Rng {
        self.seed.stream(Purpose::Chance, 0)
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The seed of the game.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// What was done since.
    pub fn steps(&self) -> &[CourseStep] {
        &self.steps
    }

    /// Notes what is done next.
    pub fn note(&mut self, step: CourseStep) {
        Arc::make_mut(&mut self.steps).push(step);
    }

    /// Every move and outcome since the start, with the seat that made it; none for chance.
    pub fn history(&self, tensors: &dyn AnyTensors) -> Result<Vec<(Option<Seat>, String)>> {
        let (mut position, mut rng) = ((*self.start).clone(), self.rng());
        let mut told = Vec::with_capacity(self.steps.len());
        for step in self.steps() {
            let text = match step {
                CourseStep::Drawn => {
                    told.extend(position.roll(&mut rng).map(|text| (None, text)));
                    continue;
                }
                CourseStep::Settled => {
                    told.extend(std::iter::from_fn(|| Some((None, position.roll(&mut rng)?))));
                    continue;
                }
                CourseStep::Text(text) => position.read_move(text)?,
                CourseStep::Action(action) => tensors.text(&position, *action as usize)?,
            };
            let by = match position.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            };
            position.play(&text)?;
            told.push((by, text));
        }
        Ok(told)
    }
}
