//! One generation: games with the network before it, a new network from them, and the test between the two.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread;

use ludarium_agents::values::{NetworkOutput, features_name};
use ludarium_game::{Purpose, Seed};
use ludarium_learn::Rule;
use ludarium_learn::data::{DataSet, Examples, Summary};
use ludarium_learn::dense::{Activation, Loss};
use ludarium_learn::model::{Card, QuantisedFile};
use ludarium_learn::sparse::{Architecture, SparseLearner};
use ludarium_learn::training::{RateSchedule, Settings};

use super::PlanAmounts;
use super::games::GenerationGames;
use super::gate::{GateResult, GateTest, StyleResult};
use super::network::NetworkFile;
use super::plan::{Gate, Plan, Taught, line_ups_text};
use super::record::GenerationRecord;
use crate::follow::follow;
use crate::{Progress, TrainError, TrainOptions};

/// One game in ten is not learned from but chooses the epoch.
const VALIDATION: f64 = 0.1;

/// Positions that make one step of learning.
const BATCH: usize = 512;

/// The first learning rate; it falls along a cosine to a twentieth.
const RATE: f32 = 0.002;

/// Epochs without a better validation loss after which learning stops.
const PATIENCE: u32 = 3;

/// Streams of a generation's seed.
const LEARNING: u64 = 1 << 47;
const KEPT: u64 = 1 << 48;
const GATE: u64 = 1 << 49;
const STYLES: u64 = 1 << 51;

/// A generation that is finished, and the network that it played with.
pub(super) struct MadeGeneration {
    pub record: GenerationRecord,
    pub played_with: Option<NetworkFile>,
}

/// What learning needs to know of a game: all but its positions.
struct LearningGame {
    game: &'static str,
    /// The name of its features.
    features: String,
    count: usize,
    most_present: usize,
    output: NetworkOutput,
    mirror: Option<fn(usize) -> usize>,
}

impl LearningGame {
    fn of<G: Taught>() -> LearningGame {
        LearningGame {
            game: G::NAME,
            features: features_name::<G>(),
            count: G::COUNT,
            most_present: G::MOST_PRESENT,
            output: G::OUTPUT,
            mirror: G::MIRROR,
        }
    }
}

/// A generation to be made.
pub(super) struct GenerationWork<'a> {
    pub options: &'a TrainOptions,
    pub plan: &'a Plan,
    pub amounts: &'a PlanAmounts,
    /// The generations before it.
    pub before: &'a [MadeGeneration],
    /// The network that it plays with.
    pub network: Option<&'a NetworkFile>,
}

impl GenerationWork<'_> {
    /// Which generation it is, from 0.
    fn number(&self) -> usize {
        self.before.len()
    }

    /// A file of the generation with a number, from 0.
    fn file(&self, number: usize, ending: &str) -> PathBuf {
        let name = format!("generation-{}{ending}", number + 1);
        self.options.folder.join(name)
    }

    /// The file of its network.
    pub fn network_file(&self) -> PathBuf {
        self.file(self.number(), ".qnet")
    }

    /// All that decides what comes of it.
    fn about<G: Taught>(&self, games: &GenerationGames<'_, G>) -> String {
        let Plan { width, hidden, .. } = self.plan;
        let gate = self.network.and(self.plan.gate.as_ref());
        let gate = gate.map_or("none".to_owned(), |gate| {
            let (games, styles) = (self.amounts.gate_games, &self.plan.styles);
            format!("{gate:?}, at most {games} games, styles {styles:?}")
        });
        format!(
            "{}, {} games, seed {}; network {width}-{hidden}; {:?}, {} epochs; gate {gate}",
            games.about(),
            self.amounts.games_of(self.plan, self.number()),
            self.options.seed,
            self.plan.learning,
            self.amounts.epochs(self.plan),
        )
    }

    /// Plays, learns and tests. What an earlier run has left in the folder is not done again; a generation that was
    /// made by another plan is an error.
    pub fn make<G: Taught>(
        &self,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<GenerationRecord, TrainError> {
        let number = self.number();
        let games = GenerationGames::<G>::new(self.options, self.plan, number, self.network)?;
        let about = self.about(&games);
        let path = self.file(number, ".toml");
        if let Some(record) = GenerationRecord::read(&path).filter(|_| self.network_file().exists())
        {
            if record.about == about {
                return Ok(record);
            }
            return Err(TrainError::Taken {
                folder: self.options.folder.clone(),
                found: record.about,
                wanted: about,
            });
        }
        let kept = self.pool_before::<G>(tell)?;
        tell(Progress::Part("games to learn from"));
        let count = self.amounts.games_of(self.plan, number);
        let mut all = games.data(&games_name(number), count, tell)?;
        if let Some(kept) = &kept {
            all.append(kept)?;
        }
        drop(kept);
        let kept = self.kept(number, &all);
        let (path_kept, about_kept) = (self.file(number, "-kept.data"), self.kept_about(&games));
        // Packing what is kept takes one thread, and nobody waits for it.
        let mut record = thread::scope(|scope| {
            let writing = scope.spawn(|| match kept {
                Some(kept) => kept.write(&path_kept, &about_kept),
                None => Ok(()),
            });
            let record = self.learn(all, &LearningGame::of::<G>(), about, tell);
            writing.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            record
        })?;
        record.gate = self.gate::<G>(tell)?;
        if record.accepted() {
            record.styles = self.styles::<G>(tell)?;
        }
        record.write(&path)?;
        self.tidy(&games, count);
        Ok(record)
    }

    /// Learns the network from all positions and writes it. What the record does not tell yet is how the test goes.
    fn learn(
        &self,
        all: DataSet,
        pupil: &LearningGame,
        about: String,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<GenerationRecord, TrainError> {
        let number = self.number();
        let seed = self.seed();
        let (training, validation) = all.split_by_game(VALIDATION, seed);
        drop(all);
        let result_share = self.plan.learning.result_share;
        let mirror = pupil.mirror.filter(|_| self.plan.learning.symmetries);
        let training = match mirror {
            None => training.into_sparse_examples(result_share)?,
            Some(mirror) => {
                let mut both = training.with_features(|feature| mirror(feature as usize) as u32)?;
                both.append(&training)?;
                both.into_sparse_examples(result_share)?
            }
        };
        let validation = validation.into_sparse_examples(result_share)?;
        let mut learner = self.learner(pupil)?;
        let settings = Settings {
            schedule: RateSchedule::Cosine { floor: 0.05 },
            patience: Some(PATIENCE),
            checkpoint: Some(self.file(number, ".checkpoint")),
            ..Settings::new(self.amounts.epochs(self.plan), BATCH, RATE, seed)
        };
        tell(Progress::Part("epochs"));
        let both = (&training, &validation);
        let outcome = follow(self.options, &mut learner, both, &settings, tell)?;
        let file = QuantisedFile {
            card: self.card(pupil, training.count() as u64),
            features: Some(pupil.features.clone()),
            network: learner.network().lowered()?.quantise()?,
        };
        file.write(&self.network_file())?;
        let history = outcome.history.iter();
        Ok(GenerationRecord {
            about,
            games: self.amounts.games_of(self.plan, number),
            training: training.count() as u64,
            validation: validation.count() as u64,
            best_epoch: outcome.best_epoch,
            training_losses: history.clone().map(|losses| losses.training).collect(),
            validation_losses: history.filter_map(|losses| losses.validation).collect(),
            gate: None,
            styles: Vec::new(),
        })
    }

    /// The seed of what is not played.
    fn seed(&self) -> Seed {
        match self.number() as u64 {
            0 => Seed(self.options.seed),
            number => Seed(self.options.seed).derive(Purpose::Training, LEARNING + number),
        }
    }

    fn learner(&self, pupil: &LearningGame) -> Result<SparseLearner, TrainError> {
        let (activation, loss) = match pupil.output {
            NetworkOutput::Shares { .. } => (Activation::Softmax, Loss::CrossEntropy),
            NetworkOutput::EachChance => (Activation::Sigmoid, Loss::BinaryCrossEntropy),
        };
        let shape = Architecture::new(pupil.count, 1, pupil.most_present, self.plan.width)?;
        let shape = shape.with_tail(&[self.plan.hidden], pupil.output.outputs(), activation)?;
        let learner = SparseLearner::new(shape, loss, Rule::ADAM, self.seed())?;
        Ok(learner.with_threads(self.options.threads))
    }

    fn card(&self, pupil: &LearningGame, examples: u64) -> Card {
        let number = self.number();
        let games = self.amounts.games_of(self.plan, number);
        let agents = line_ups_text(&self.plan.generations[number].line_ups, ", ");
        Card {
            what: match pupil.output {
                NetworkOutput::Shares { .. } => {
                    format!("shares of all seats in {}, as the seat to move sees it", pupil.game)
                }
                NetworkOutput::EachChance => format!("the chance of a player in {}", pupil.game),
            },
            trained_from: format!("generation {}: {games} games of {agents}", number + 1),
            seed: self.options.seed,
            examples,
            metrics: BTreeMap::new(),
        }
    }

    /// The test against the network before; none where there is nothing to test against.
    fn gate<G: Taught>(
        &self,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Option<GateResult>, TrainError> {
        let (Some(gate), Some(before)) = (&self.plan.gate, self.network) else {
            return Ok(None);
        };
        tell(Progress::Part("games at the gate, at most"));
        let (name, rival) = ("gate".to_owned(), before.fill(&gate.agent)?);
        let test = self.gate_test(gate, gate.elo, name, GATE, rival)?;
        test.play::<G>(tell).map(Some)
    }

    /// The tests against each style, to which no network may lose; none where there is nothing to go back to.
    fn styles<G: Taught>(
        &self,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Vec<StyleResult>, TrainError> {
        let (Some(gate), Some(before)) = (&self.plan.gate, self.network) else {
            return Ok(Vec::new());
        };
        let mut results = Vec::new();
        for (style, index) in self.plan.styles.iter().zip(0..) {
            tell(Progress::Part("games against a style, at most"));
            let (name, rival) = (format!("against-{}", style.name), before.fill(&style.agent)?);
            let stream = STYLES + (index << 32);
            let test = self.gate_test(gate, [-gate.margin, 0.0], name, stream, rival)?;
            results.push(StyleResult { style: style.name.clone(), result: test.play::<G>(tell)? });
        }
        Ok(results)
    }

    /// A test of the new network against an agent.
    fn gate_test<'a>(
        &'a self,
        gate: &'a Gate,
        elo: [f64; 2],
        name: String,
        stream: u64,
        rival: String,
    ) -> Result<GateTest<'a>, TrainError> {
        let number = self.number();
        let seed = Seed(self.options.seed).derive(Purpose::Training, stream + number as u64);
        Ok(GateTest {
            options: self.options,
            gate,
            elo,
            variant: &self.plan.variants[0],
            most_games: self.amounts.gate_games,
            name: format!("generation-{}-{name}", number + 1),
            seed: seed.0,
            agents: [NetworkFile::read(&self.network_file())?.fill(&gate.agent)?, rival],
        })
    }

    /// What is left of the games of the generations before; `None` where nothing is.
    fn pool_before<G: Taught>(
        &self,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Option<DataSet>, TrainError> {
        match self.number() {
            0 => Ok(None),
            number => self.pool::<G>(number - 1, tell),
        }
    }

    /// What is left of all games after a generation that is finished. Where its file is missing, the games are played
    /// again: they come out the same.
    fn pool<G: Taught>(
        &self,
        number: usize,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Option<DataSet>, TrainError> {
        if self.plan.learning.kept == 0.0 {
            return Ok(None);
        }
        let network = self.before[number].played_with.as_ref();
        let games = GenerationGames::<G>::new(self.options, self.plan, number, network)?;
        let path = self.file(number, "-kept.data");
        let about = self.kept_about(&games);
        if Summary::read(&path).is_ok_and(|found| found.about == about) {
            return Ok(Some(DataSet::read(&path)?));
        }
        let earlier = match number {
            0 => None,
            number => self.pool::<G>(number - 1, tell)?,
        };
        tell(Progress::Part("games of an earlier generation again"));
        let count = self.amounts.games_of(self.plan, number);
        let mut all = games.data(&games_name(number), count, tell)?;
        if let Some(earlier) = &earlier {
            all.append(earlier)?;
        }
        let kept = self.kept(number, &all);
        if let Some(kept) = &kept {
            kept.write(&path, &about)?;
        }
        games.stored(&games_name(number)).remove(self.options, count);
        Ok(kept)
    }

    fn kept_about<G: Taught>(&self, games: &GenerationGames<'_, G>) -> String {
        format!(
            "{} of the games up to {}, {} games, seed {}",
            self.plan.learning.kept,
            games.about(),
            self.amounts.games_of(self.plan, games.number as usize),
            self.options.seed
        )
    }

    /// Draws the games that generations after the one with a number still learn from.
    fn kept(&self, number: usize, all: &DataSet) -> Option<DataSet> {
        let share = self.plan.learning.kept;
        let seed = Seed(self.options.seed).derive(Purpose::Training, KEPT + number as u64);
        (share > 0.0).then(|| all.split_by_game(share, seed).1)
    }

    /// Removes what nobody needs any more: the folder stays small.
    fn tidy<G: Taught>(&self, games: &GenerationGames<'_, G>, count: u64) {
        let number = self.number();
        games.stored(&games_name(number)).remove(self.options, count);
        let _ = std::fs::remove_file(self.file(number, ".checkpoint"));
        if let Some(before) = number.checked_sub(1) {
            let _ = std::fs::remove_file(self.file(before, "-kept.data"));
        }
    }
}

/// What the files with the games of a generation are called.
fn games_name(number: usize) -> String {
    format!("generation-{}-games", number + 1)
}
