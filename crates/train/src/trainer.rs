//! `Trainer`: something that can be trained, and what came of it.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use ludarium_arena::{Elsewhere, Interrupt};
use ludarium_learn::read_text;
use ludarium_report::NamedChart;
use ludarium_report::sheet::Sheet;

use crate::TrainError;
use crate::elsewhere::SelfPlayer;
use crate::list::replace;
use crate::values::SelfPlay;

/// The seed of the models that ship, and of trainings that are not told another.
pub const SEED: u64 = 1;

/// Something that can be trained.
#[derive(Clone, Copy)]
pub struct Trainer {
    /// The name in commands.
    pub name: &'static str,
    /// One line that says what is learned.
    pub summary: &'static str,
    /// What it learns from.
    pub from: &'static str,
    /// How long it takes, quick and full, on two cores.
    pub lasts: (&'static str, &'static str),
    /// How it is done.
    pub train: Train,
    /// The plan that it follows, where others can be given in files.
    pub plans: Option<Plans>,
}

/// What can be trained by plans in files.
#[derive(Clone, Copy)]
pub struct Plans {
    /// The plan that ships.
    pub shipped: &'static str,
    /// Trains by a plan.
    pub train: TrainPlan,
    /// Plays games of such trainings for other machines.
    pub play: PlaySelf,
}

/// Makes ready to play the games of a task until it is told to end.
pub type PlaySelf =
    fn(&SelfPlay, &Interrupt) -> std::result::Result<Box<dyn SelfPlayer>, TrainError>;

/// Trains by a plan: the name of its file, its text.
pub type TrainPlan = fn(
    (&str, &str),
    &TrainOptions,
    &mut dyn FnMut(Progress),
) -> std::result::Result<Trained, TrainError>;

/// Trains with these options and tells how far it is.
pub type Train =
    fn(&TrainOptions, &mut dyn FnMut(Progress)) -> std::result::Result<Trained, TrainError>;

impl Trainer {
    /// Trains with these options and tells how far it is. What an earlier run with the same options has left in the folder
    /// is gone on with; a folder with another training is refused.
    pub fn run(
        &self,
        options: &TrainOptions,
        tell: &mut dyn FnMut(Progress),
    ) -> std::result::Result<Trained, TrainError> {
        claim(self.name, options)?;
        (self.train)(options, tell)
    }
}

impl Plans {
    /// Trains by the plan in a file, as [`Trainer::run`] does. `name` is what the training is called.
    pub fn run(
        &self,
        name: &str,
        plan: (&str, &str),
        options: &TrainOptions,
        tell: &mut dyn FnMut(Progress),
    ) -> std::result::Result<Trained, TrainError> {
        claim(name, options)?;
        (self.train)(plan, options, tell)
    }
}

/// Makes the folder and writes down whose it is.
fn claim(name: &str, options: &TrainOptions) -> std::result::Result<(), TrainError> {
    let folder = &options.folder;
    std::fs::create_dir_all(folder)
        .map_err(|source| TrainError::Write { path: folder.clone(), source })?;
    let path = folder.join("training.txt");
    let mut wanted = format!("{name}, {}, seed {}", options.size, options.seed);
    if let Some(games) = options.games {
        wanted.push_str(&format!(", {games} games"));
    }
    match read_text(&path) {
        Ok(found) if found.trim_end() != wanted => Err(TrainError::Taken {
            folder: folder.clone(),
            found: found.trim_end().to_owned(),
            wanted,
        }),
        Ok(_) => Ok(()),
        Err(_) => replace(&path, &format!("{wanted}\n")),
    }
}

/// How something is trained.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// How much is played and learned.
    pub size: Size,
    /// Games to learn from, instead of as many as the size says.
    pub games: Option<u64>,
    /// The master seed.
    pub seed: u64,
    /// Where checkpoints, data and the model go.
    pub folder: PathBuf,
    /// Games played at the same time.
    pub threads: usize,
    /// How it is told to end early.
    pub interrupt: Interrupt,
    /// The cluster that plays the games, if they are not played here. What is learned is the same.
    pub elsewhere: Option<Arc<dyn Elsewhere>>,
}

impl TrainOptions {
    /// The games to learn from: those that were asked for, otherwise those of the size.
    pub fn games_or(&self, of_size: u64) -> u64 {
        self.games.unwrap_or(of_size)
    }
}

/// How much a trainer plays and learns. Each trainer says what that means in games and epochs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A little, for a first look.
    Quick,
    /// As much as for the models that ship.
    Full,
}

impl Size {
    /// The value for this size.
    pub fn pick<T>(self, quick: T, full: T) -> T {
        match self {
            Size::Quick => quick,
            Size::Full => full,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("quick", "full"))
    }
}

/// How far a training is.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// A part of the training begins, with its name: `games in play`.
    Part(&'static str),
    /// A generation begins, counted from 1; its parts follow.
    Generation {
        /// Which one.
        number: u64,
        /// How many there are at the most.
        total: u64,
    },
    /// Games are played.
    Games {
        /// Games done.
        done: u64,
        /// Games to play.
        total: u64,
    },
    /// Something is learned from them.
    Epoch {
        /// Epochs done.
        done: u64,
        /// Epochs planned.
        total: u64,
        /// The loss on the training data.
        training: f64,
        /// The loss on data that is not learned from.
        validation: Option<f64>,
    },
}

/// What came of a training.
#[derive(Clone, Debug, Default)]
pub struct Trained {
    /// What was measured.
    pub sheets: Vec<Sheet>,
    /// Curves.
    pub charts: Vec<NamedChart>,
    /// The model files that were written.
    pub files: Vec<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battery::TestTraining;

    #[test]
    fn a_folder_keeps_to_one_training() {
        const IDLE: Trainer = Trainer {
            name: "idle",
            summary: "",
            from: "",
            lasts: ("", ""),
            train: |_, _| Ok(Trained::default()),
            plans: None,
        };
        let test = TestTraining::new(1);
        let run = |trainer: &Trainer, options: &TrainOptions| {
            let ran = trainer.run(options, &mut |_| ());
            ran.map(|_| ()).map_err(|error| error.to_string())
        };
        let options =
            TrainOptions { folder: test.options.folder.join("new"), ..test.options.clone() };
        assert_eq!(run(&IDLE, &options), Ok(()));
        assert_eq!(run(&IDLE, &options), Ok(()));
        let full = TrainOptions { size: Size::Full, ..options.clone() };
        let error = run(&IDLE, &full).unwrap_err();
        assert!(error.contains("holds the training `idle, quick, seed 5`"), "{error}");
        assert!(error.contains("not `idle, full, seed 5`"), "{error}");
        let other_seed = TrainOptions { seed: 6, ..options.clone() };
        assert!(run(&IDLE, &other_seed).is_err());
        let other_games = TrainOptions { games: Some(7), ..options.clone() };
        let error = run(&IDLE, &other_games).unwrap_err();
        assert!(error.contains("not `idle, quick, seed 5, 7 games`"), "{error}");
        let other_name = Trainer { name: "other", ..IDLE };
        assert!(run(&other_name, &options).is_err());
        assert_eq!(run(&IDLE, &options), Ok(()));
    }
}
