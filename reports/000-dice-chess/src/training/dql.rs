//! Deep Q-learning: a network learns what moves are worth from games, with a memory of steps and a second network that
//! stands still for a round.

use std::collections::BTreeMap;

use crate::agents::{DeepQ, KING, action_inputs, action_values, roster};
use ludarium_agents::Recipe;
use ludarium_dice_chess::agents::INPUTS;
use ludarium_dice_chess::rules::{DiceChess, Positional, Side};
use ludarium_game::{Agent, Budget, Game, MoveList, Purpose, Rng, Seat, Seed, Tabletop, Turn};
use ludarium_learn::Rule;
use ludarium_learn::data::DenseExamples;
use ludarium_learn::dense::{Activation, Architecture, DenseLearner, Loss, Network};
use ludarium_learn::model::{Card, Model, ModelFile};
use ludarium_learn::training::{Learner, Losses};
use ludarium_train::curves::{loss_chart, losses};
use ludarium_train::{
    Comparison, Entrant, List, Progress, TrainError, TrainOptions, Trained, Trainer, each,
    interrupted,
};

use super::games;

/// The trainer of deep Q-learning.
pub(super) const TRAINER: Trainer = Trainer {
    name: "dice-chess-dql",
    summary: "the network 70-70-35-1 of deep Q-learning: what a move is worth in the long run",
    from: "its own games against random and basic, with the report's evaluation as reward",
    lasts: ("10 seconds", "3 minutes"),
    train: |options, tell| train(options, &options.size.pick(QUICK, FULL), tell),
    plans: None,
};

/// How much is played and learned.
#[derive(Clone, Copy, Debug)]
pub(super) struct QAmounts {
    rounds: u64,
    /// Games of a round.
    games: u64,
    /// How often a round goes through the memory.
    passes: u32,
    /// Pairs of games for each opponent of the comparison in play.
    deals: u64,
}

const QUICK: QAmounts = QAmounts { rounds: 10, games: 40, passes: 2, deals: 20 };

const FULL: QAmounts = QAmounts { rounds: 60, games: 200, passes: 3, deals: 100 };

/// What the future counts against the gain of a step.
const DISCOUNT: f32 = 0.95;
/// How likely a move is taken at random, in the first round and in the last.
const EXPLORATION: (f64, f64) = (1.0, 0.1);
/// The rounds whose steps are remembered.
const REMEMBERED: usize = 10;
const BATCH: usize = 128;
const RATE: f32 = 0.001;
/// Longer games are given up.
const LONGEST: usize = 400;
const OPPONENTS: [&str; 2] = ["random", "basic"];

/// A move with its answer: what was seen, what it gained, and where the next move is due.
struct Transition {
    cells: [f32; INPUTS],
    /// In kings.
    gain: f32,
    /// `None` when the game was over.
    next: Option<DiceChess>,
}

fn train(
    options: &TrainOptions,
    amounts: &QAmounts,
    tell: &mut dyn FnMut(Progress),
) -> Result<Trained, TrainError> {
    let all = amounts.rounds * amounts.games;
    let games = options.games_or(all).div_ceil(amounts.rounds);
    let amounts = &QAmounts { games, ..*amounts };
    let seed = Seed(options.seed);
    let shape = Architecture::layered(&[INPUTS, 70, 35, 1], Activation::Relu, Activation::Linear)?;
    let new = || DenseLearner::new(shape.clone(), Loss::MeanSquare, Rule::ADAM, seed);
    let mut learner = new()?.with_threads(options.threads);
    let roster = roster();
    let opponents = OPPONENTS.map(|text| roster.recipe(text));
    let opponents = opponents.into_iter().collect::<Result<Vec<_>, _>>()?;
    let coach = Coach { options, amounts, opponents };
    let heading = format!("loss, steps and the network after each round, {amounts:?}");
    let list = List::new(options, "rounds", heading);
    let mut rounds: Vec<QRound> = list.read(QRound::read);
    let first = learner.network().clone();
    let mut memory: Vec<Vec<Transition>> = Vec::new();
    tell(Progress::Part("rounds of games and learning"));
    while (rounds.len() as u64) < amounts.rounds {
        let round = rounds.len();
        // After a stop the remembered rounds are played again, which gives the same games.
        let oldest = round.saturating_sub(REMEMBERED - 1);
        for earlier in round.min(oldest + memory.len())..round {
            let network = network_before(&first, &rounds, earlier)?;
            memory.push(coach.play_round(&network, earlier as u64, &mut |_| ())?);
        }
        let still = network_before(&first, &rounds, round)?;
        memory.push(coach.play_round(&still, round as u64, tell)?);
        let old = memory.len().saturating_sub(REMEMBERED);
        memory.drain(..old);
        learner = new()?.with_threads(options.threads);
        learner.set_parameters(still.parameters());
        let examples = examples(&still, &memory)?;
        let loss = learn(&mut learner, &examples, amounts.passes, seed, round as u64);
        rounds.push(QRound {
            loss,
            steps: memory.last().map_or(0, Vec::len) as u64,
            parameters: learner.parameters().to_vec(),
        });
        if let Some(forgotten) = rounds.len().checked_sub(REMEMBERED + 2) {
            rounds[forgotten].parameters.clear();
        }
        list.write(&rounds, QRound::cells)?;
        if options.interrupt.is_finishing() {
            return Err(interrupted(options));
        }
    }
    let network = network_before(&first, &rounds, rounds.len())?;
    let steps = rounds.iter().map(|round| round.steps).sum();
    let history: Vec<Losses> = rounds.iter().map(QRound::losses).collect();
    let mut trained = Trained::default();
    trained.charts.push(loss_chart(
        "Deep Q-learning",
        "mean squared error of a round",
        losses(None, &history).into_iter().take(1).collect(),
    ));
    trained.sheets.push(in_play(options, amounts, &network, tell)?);
    let path = options.folder.join("dice-chess-dql.safetensors");
    let file = ModelFile {
        card: Card {
            what: "what a move of dice-chess is worth to its mover, in kings: 64 squares after it and the kind moved"
                .to_owned(),
            trained_from: format!(
                "{} games against random and basic",
                amounts.rounds * amounts.games
            ),
            seed: options.seed,
            examples: steps,
            metrics: BTreeMap::new(),
        },
        model: Model::Dense(network),
    };
    file.write(&path)?;
    trained.files.push(path);
    Ok(trained)
}

/// What is kept of a round.
struct QRound {
    loss: f64,
    steps: u64,
    /// The network after it; empty once nothing needs it any more.
    parameters: Vec<f32>,
}

impl QRound {
    fn read(cells: Vec<f64>) -> Option<QRound> {
        let (&[loss, steps], parameters) = cells.split_first_chunk()?;
        Some(QRound {
            loss,
            steps: steps as u64,
            parameters: parameters.iter().map(|&cell| cell as f32).collect(),
        })
    }

    fn cells(&self) -> Vec<f64> {
        let parameters = self.parameters.iter().map(|&cell| f64::from(cell));
        [self.loss, self.steps as f64].into_iter().chain(parameters).collect()
    }

    fn losses(&self) -> Losses {
        Losses { training: self.loss, validation: None, accuracy: None }
    }
}

/// The network with which a round begins.
fn network_before(first: &Network, rounds: &[QRound], round: usize) -> Result<Network, TrainError> {
    match round.checked_sub(1) {
        None => Ok(first.clone()),
        Some(last) => {
            Ok(Network::new(first.architecture().clone(), rounds[last].parameters.clone())?)
        }
    }
}

/// The opponents in the games.
struct Coach<'a> {
    options: &'a TrainOptions,
    amounts: &'a QAmounts,
    opponents: Vec<Recipe<DiceChess>>,
}

impl Coach<'_> {
    /// The steps of all games of a round.
    fn play_round(
        &self,
        network: &Network,
        round: u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Transition>, TrainError> {
        let games = self.amounts.games;
        let exploration = exploration(round, self.amounts.rounds);
        let played = each(self.options, games, tell, &|number| {
            let seed = Seed(self.options.seed).derive(Purpose::Training, round * games + number);
            let opponent = &self.opponents[number as usize / 2 % self.opponents.len()];
            play(network, exploration, seed, Seat((number % 2) as u8), opponent)
        })?;
        Ok(played.into_iter().flatten().collect())
    }
}

fn exploration(round: u64, rounds: u64) -> f64 {
    let (first, last) = EXPLORATION;
    // The last quarter of all rounds explores least.
    let part = round as f64 / (0.75 * rounds as f64);
    (first + (last - first) * part).max(last)
}

/// What a side is ahead by, in kings; a won game is one king.
fn worth(position: &DiceChess, side: Side) -> f32 {
    if position.turn() == Turn::Over {
        return 2.0 * position.scores().of(side.seat()).0 - 1.0;
    }
    let white = f64::from(Positional::raw(position)) / KING;
    (match side {
        Side::White => white,
        Side::Black => -white,
    }) as f32
}

/// One game of the network in a seat, with random moves as often as `exploration` says.
fn play(
    network: &Network,
    exploration: f64,
    seed: Seed,
    me: Seat,
    opponent: &Recipe<DiceChess>,
) -> Result<Vec<Transition>, TrainError> {
    let rules = games::rules()?;
    let mut rng = seed.stream(Purpose::Training, 0);
    let mut position = DiceChess::start(&rules, &mut rng);
    let mut opponent = opponent.agent();
    let mut moves = MoveList::new();
    let mut steps: Vec<Transition> = Vec::new();
    let mut worth_before = 0.0;
    for _ in 0..LONGEST {
        match position.turn() {
            Turn::Over => break,
            Turn::Chance => position.play(position.roll(&mut rng)),
            Turn::Seat(seat) if seat == me => {
                let side = position.side();
                let now = worth(&position, side);
                if let Some(last) = steps.last_mut() {
                    last.gain = now - worth_before;
                    last.next = Some(position);
                }
                worth_before = now;
                position.moves(&mut moves);
                let mv = if rng.unit() < exploration {
                    moves[rng.below(moves.len() as u32) as usize]
                } else {
                    moves[best(&action_values(network, &position, &moves)).0]
                };
                steps.push(Transition {
                    cells: action_inputs(&position, mv),
                    gain: 0.0,
                    next: None,
                });
                position.play(mv);
            }
            Turn::Seat(_) => {
                let chosen = opponent.choose(&position, &Budget::default(), &mut rng).chosen;
                position.play(chosen);
            }
        }
    }
    let side = if me == Seat(0) { Side::White } else { Side::Black };
    if let Some(last) = steps.last_mut() {
        last.gain = worth(&position, side) - worth_before;
    }
    Ok(steps)
}

/// The place of the largest value, and the value.
fn best(values: &[f32]) -> (usize, f32) {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, &value) in values.iter().enumerate() {
        if value > best.1 {
            best = (place, value);
        }
    }
    best
}

/// What each remembered move should be worth by Bellman's equation: its gain and the best move after it.
fn examples(network: &Network, memory: &[Vec<Transition>]) -> Result<DenseExamples, TrainError> {
    let (mut inputs, mut targets) = (Vec::new(), Vec::new());
    let mut moves = MoveList::new();
    for step in memory.iter().flatten() {
        inputs.extend_from_slice(&step.cells);
        let future = step.next.map_or(0.0, |next| {
            next.moves(&mut moves);
            best(&action_values(network, &next, &moves)).1
        });
        targets.push(step.gain + DISCOUNT * future);
    }
    Ok(DenseExamples::new(INPUTS, 1, inputs, targets)?)
}

/// Goes through the examples in random order; the mean loss of the last pass.
fn learn(
    learner: &mut DenseLearner,
    examples: &DenseExamples,
    passes: u32,
    seed: Seed,
    round: u64,
) -> f64 {
    let mut rng: Rng = seed.derive(Purpose::Training, round).stream(Purpose::Training, 1);
    let mut rows: Vec<u32> = (0..examples.targets().len() as u32).collect();
    let mut sum = 0.0;
    for _ in 0..passes {
        rng.shuffle(&mut rows);
        sum = learner.learn(examples, &rows, BATCH, RATE);
    }
    sum / rows.len().max(1) as f64
}

fn in_play(
    options: &TrainOptions,
    amounts: &QAmounts,
    network: &Network,
    tell: &mut dyn FnMut(Progress),
) -> Result<ludarium_report::sheet::Sheet, TrainError> {
    let network = std::sync::Arc::new(network.clone());
    let mut entrants: Vec<Entrant<'_, DiceChess>> =
        vec![Entrant::new("dql", move || DeepQ { network: network.clone() })];
    let roster = roster();
    for text in ["random", "basic", "ql", "one-ply"] {
        let recipe = roster.recipe(text)?;
        let build = move || -> Box<dyn Agent<DiceChess>> { recipe.agent() };
        entrants.push(Entrant::new(text, build));
    }
    let comparison = Comparison {
        rules: games::rules()?,
        entrants,
        lineups: vec![vec![0, 1], vec![0, 2], vec![0, 3], vec![0, 4]],
        random_plies: 0,
        deals: amounts.deals,
        seed: Seed(options.seed),
    };
    tell(Progress::Part("games in play"));
    let results = comparison.play(options, tell)?;
    Ok(comparison.sheet("In play", &results))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_train::battery::check_reproduction;

    const TINY: QAmounts = QAmounts { rounds: 2, games: 4, passes: 1, deals: 1 };

    #[test]
    fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_interruptions() {
        check_reproduction(|options, tell| train(options, &TINY, tell));
    }

    #[test]
    fn exploration_fades_to_its_least() {
        assert_eq!(exploration(0, 40), 1.0);
        assert!((exploration(15, 40) - 0.55).abs() < 1e-9);
        assert_eq!([exploration(30, 40), exploration(39, 40)], [0.1, 0.1]);
    }
}
