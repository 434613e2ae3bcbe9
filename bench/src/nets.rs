//! How fast value networks judge and learn.

use std::error::Error;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ludarium_agents::Playable;
use ludarium_agents::values::{Shipped, ValueNetwork};
use ludarium_game::{Evaluation, MoveList, Purpose, Rng, Seed, Spec, Turn};
use ludarium_learn::Rule;
use ludarium_learn::data::SparseExamples;
use ludarium_learn::dense::{Activation, Loss};
use ludarium_learn::sparse::{Architecture, SparseLearner};
use ludarium_learn::training::{Settings, train};

use crate::games::{Chexers, DiceChess, Dicewars, ThreeChess, TucChess};
use crate::table::{print, table};

/// The size of a network, before its 32 hidden cells and one output.
#[derive(Clone, Copy)]
struct Shape {
    features: usize,
    /// How many features are present at once.
    present: usize,
    width: usize,
}

/// A network as large as those of chess programs.
const TEST_SHAPE: Shape = Shape { features: 800, present: 32, width: 256 };

/// Measures and prints.
pub fn run(seconds: f64) -> Result<(), Box<dyn Error>> {
    let time = Duration::from_secs_f64(seconds);
    let mut table =
        table(&["NETWORK", "SHAPE", "INCREMENTAL/S", "FULL/S", "SCALAR/S", "BY HAND/S"]);
    table.add_row(shipped::<DiceChess>(time)?);
    table.add_row(shipped::<ThreeChess>(time)?);
    table.add_row(shipped::<TucChess>(time)?);
    table.add_row(shipped::<Dicewars>(time)?);
    table.add_row(shipped::<Chexers>(time)?);
    print(&table);
    println!();
    // The second has the size of the network of Dice Chess.
    let sizes = [(TEST_SHAPE, 1024), (Shape { features: 6356, present: 100, width: 128 }, 512)];
    for (shape, batch) in sizes {
        let Shape { features, width, .. } = shape;
        for threads in [1, 2] {
            println!(
                "learning {features}-{width}-32-1 in batches of {batch}, threads {threads}: {:.0} samples/s",
                learning(shape, batch, threads)?
            );
        }
    }
    Ok(())
}

/// The row of a shipped network: what follows a position, one after the other, as a search looks at leaves.
fn shipped<G: Playable + Shipped>(time: Duration) -> Result<[String; 6], Box<dyn Error>> {
    let positions = leaves::<G>()?;
    let network = G::network();
    let plain = network.network().clone().with_portable_loops();
    let plain = ValueNetwork::<G>::new(plain).ok_or("a network that does not fit its game")?;
    let by_hand = G::evaluations().swap_remove(0).judge;
    let rates = [
        rate(time, &positions, |position| network.evaluate(position)),
        rate(time, &positions, |position| network.evaluate_afresh(position)),
        rate(time, &positions, |position| plain.evaluate(position)),
        rate(time, &positions, |position| by_hand.evaluate(position)),
    ];
    let shape = network.network().architecture().to_string();
    let [incremental, full, scalar, by_hand] = rates.map(|rate| format!("{rate:.0}"));
    Ok([G::NAME.to_owned(), shape, incremental, full, scalar, by_hand])
}

/// Everything that can follow a few positions of random games, where it is not the end.
fn leaves<G: Playable>() -> Result<Vec<G>, Box<dyn Error>> {
    let rules = G::rules(&Spec::named(G::VARIANTS[0].name))?;
    let mut leaves = Vec::new();
    let mut moves = MoveList::new();
    for game in 0..8 {
        let mut rng = Seed(game).stream(Purpose::Test, 0);
        let mut position = G::start(&rules, &mut rng);
        for ply in 0..60 {
            let mv = match position.turn() {
                Turn::Over => break,
                Turn::Chance => position.roll(&mut rng),
                Turn::Seat(_) => {
                    if ply % 5 == 0 {
                        position.moves(&mut moves);
                        leaves.extend(moves.iter().map(|&mv| settled(&position, mv, &mut rng)));
                    }
                    position.pick(&mut rng, &mut moves)
                }
            };
            position.play(mv);
        }
    }
    leaves.retain(|position| position.turn() != Turn::Over);
    Ok(leaves)
}

/// The position after a move and what chance makes of it.
fn settled<G: Playable>(position: &G, mv: G::Move, rng: &mut Rng) -> G {
    let mut after = position.clone();
    after.play(mv);
    while G::CHANCE == ludarium_game::ChancePlace::AfterMove && after.turn() == Turn::Chance {
        after.play(after.roll(rng));
    }
    after
}

/// Evaluations a second of the fastest pass over the items. A pass is so short that on a busy machine some of them are
/// left alone.
fn rate<P, T>(time: Duration, items: &[P], mut evaluate: impl FnMut(&P) -> T) -> f64 {
    let mut best = Duration::MAX;
    let started = Instant::now();
    while started.elapsed() < time {
        let pass = Instant::now();
        for item in items {
            black_box(evaluate(black_box(item)));
        }
        best = best.min(pass.elapsed());
    }
    items.len() as f64 / best.as_secs_f64()
}

fn learner(shape: Shape) -> Result<SparseLearner, Box<dyn Error>> {
    let shape = Architecture::new(shape.features, 1, shape.present, shape.width)?;
    let shape = shape.with_tail(&[32], 1, Activation::Sigmoid)?;
    let loss = Loss::BinaryCrossEntropy;
    Ok(SparseLearner::new(shape, loss, Rule::ADAM, Seed(1))?)
}

/// Lists of features, the same every time.
fn lists(shape: Shape, count: u64) -> Vec<Vec<u32>> {
    let list = |number| {
        let mut all: Vec<u32> = (0..shape.features as u32).collect();
        Seed(number).stream(Purpose::Test, 1).shuffle(&mut all);
        all.truncate(shape.present);
        all
    };
    (0..count).map(list).collect()
}

/// Examples a second of the training loop, the best of many short epochs.
fn learning(shape: Shape, batch: usize, threads: usize) -> Result<f64, Box<dyn Error>> {
    const ROWS: usize = 2048;
    let Shape { features, present, .. } = shape;
    let lists = lists(shape, 1000);
    let rows = || (0..ROWS).map(|row| &lists[row % lists.len()]);
    let indices = rows().flatten().copied().collect();
    let starts = (0..=ROWS).map(|row| row * present).collect();
    let targets =
        rows().map(|list| f32::from(u8::from((list[0] as usize) < features / 2))).collect();
    let examples = SparseExamples::new(features, 1, 1, starts, indices, targets)?;
    let nothing = SparseExamples::new(features, 1, 1, vec![0], Vec::new(), Vec::new())?;
    let mut learner = learner(shape)?.with_threads(threads);
    let mut best = 0.0f64;
    let settings = Settings::new(200, batch, 0.001, Seed(1));
    train(&mut learner, &examples, &nothing, &settings, |progress| {
        best = best.max(progress.samples_per_second);
        ControlFlow::Continue(())
    })?;
    Ok(best)
}
