//! How fast and how sparing the searches are, game by game.

use std::error::Error;
use std::time::Duration;

use ludarium_agents::{Playable, agent};
use ludarium_game::{Agent, Budget, Decision, MoveList, Purpose, Seat, Seed, Spec, Turn};
use ludarium_search::Mcts;
use ludarium_search::mcts::Parameters;

use crate::games::{Chexers, DiceChess, Dicewars, ThreeChess, TucChess};
use crate::table::{print, table};

/// The games, and the tree searches measured in each.
const TREES: &[Searched] = &[
    Searched::of::<DiceChess>(&["expectimax", "alphabeta:chance=ignore"], &["best"]),
    Searched::of::<ThreeChess>(&["maxn", "brs-plus", "paranoid"], &["best", "maxn"]),
    Searched::of::<TucChess>(&["alphabeta-full:chance=ignore", "alphabeta-full"], &["best"]),
    Searched::of::<Dicewars>(&["maxn", "brs-plus"], &["maxn"]),
    Searched::of::<Chexers>(&["maxn-search", "brs-plus", "paranoid"], &["best"]),
];

/// A game, and what is measured in it.
struct Searched {
    game: &'static str,
    agents: &'static [&'static str],
    /// Those that are asked with several threads, too.
    threaded: &'static [&'static str],
    simulated: fn(usize, Duration) -> Result<Vec<DecisionCost>, ludarium_game::Error>,
    timed: fn(&str, Duration) -> Result<Vec<DecisionCost>, ludarium_game::Error>,
}

impl Searched {
    const fn of<G: Playable>(
        agents: &'static [&'static str],
        threaded: &'static [&'static str],
    ) -> Searched {
        Searched { game: G::NAME, agents, threaded, simulated: simulated::<G>, timed: timed::<G> }
    }
}

/// Measures and prints.
pub fn run(seconds: f64) -> Result<(), Box<dyn Error>> {
    let time = Duration::from_secs_f64(seconds);
    let mut table = table(&["GAME", "AGENT", "ITERATIONS/S", "NODES/S", "DEPTH"]);
    let mut speed_ups = Vec::new();
    for searched in TREES {
        let game = searched.game;
        eprintln!("measuring {game} …");
        let one = (searched.simulated)(1, time)?;
        let two = (searched.simulated)(2, time)?;
        let ratios = two.iter().zip(&one).map(|(two, one)| two.rate() / one.rate());
        speed_ups.push((game, median(ratios)));
        table.add_row(SearchFigures::of(&one).row(game, "mcts, random roll-outs"));
        for spec in searched.agents {
            let costs = (searched.timed)(spec, time)?;
            table.add_row(SearchFigures::of(&costs).row(game, spec));
        }
    }
    print(&table);
    println!();
    for (game, ratio) in speed_ups {
        println!("{game}: two threads in one tree make {ratio:.2} times the iterations of one");
    }
    println!();
    for searched in TREES {
        for spec in searched.threaded {
            compare_threads(searched, spec, time)?;
        }
    }
    Ok(())
}

/// Prints how many times the nodes several threads of a tree search make in the time of one.
fn compare_threads(
    searched: &Searched,
    spec: &str,
    time: Duration,
) -> Result<(), ludarium_game::Error> {
    let nodes = |threads: usize| -> Result<f64, ludarium_game::Error> {
        let join = if spec.contains(':') { ',' } else { ':' };
        let costs = (searched.timed)(&format!("{spec}{join}threads={threads}"), time)?;
        Ok(SearchFigures::of(&costs).nodes_per_second)
    };
    let game = searched.game;
    eprintln!("measuring threads of {game} {spec} …");
    let one = nodes(1)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut counts = vec![2];
    if cores > 2 {
        counts.push(cores);
    }
    for threads in counts {
        println!(
            "{game} {spec}: {threads} threads make {:.2} times the nodes of one",
            nodes(threads)? / one
        );
    }
    Ok(())
}

struct SearchFigures {
    iterations_per_second: f64,
    nodes_per_second: f64,
    depth: f64,
}

impl SearchFigures {
    fn of(costs: &[DecisionCost]) -> SearchFigures {
        let sum = |of: fn(&DecisionCost) -> f64| costs.iter().map(of).sum::<f64>();
        let seconds = sum(|cost| cost.time.as_secs_f64());
        SearchFigures {
            iterations_per_second: median(costs.iter().map(DecisionCost::rate)),
            nodes_per_second: sum(|cost| cost.nodes as f64) / seconds,
            depth: sum(|cost| cost.depth.into()) / costs.len() as f64,
        }
    }

    fn row(&self, game: &str, spec: &str) -> [String; 5] {
        let iterations = match self.iterations_per_second {
            none if spec.starts_with("mcts") => format!("{none:.0}"),
            _ => String::new(),
        };
        [
            game.to_owned(),
            spec.to_owned(),
            iterations,
            format!("{:.0}", self.nodes_per_second),
            format!("{:.1}", self.depth),
        ]
    }
}

/// The middle one of some numbers. Positions just before the end of a game, where a simulation costs next to
/// nothing, would carry a mean away.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Monte Carlo tree search with random roll-outs, as it is without any game's own habits.
fn simulated<G: Playable>(
    threads: usize,
    time: Duration,
) -> Result<Vec<DecisionCost>, ludarium_game::Error> {
    let positions = sample::<G>()?;
    let budget = Budget { time: Some(time / positions.len() as u32), ..Budget::default() };
    let parameters = Parameters { threads, ..Parameters::default() };
    let ask = |position: &G| {
        let mut rng = Seed(1).stream(Purpose::Search, 0);
        let mut search = Mcts::<G>::default().with(parameters);
        search.choose(position, &budget, &mut rng).into()
    };
    Ok(positions.iter().map(ask).collect())
}

/// What one decision cost.
struct DecisionCost {
    nodes: u64,
    iterations: u64,
    depth: u32,
    time: Duration,
}

impl DecisionCost {
    /// Iterations a second.
    fn rate(&self) -> f64 {
        self.iterations as f64 / self.time.as_secs_f64()
    }
}

impl<M> From<Decision<M>> for DecisionCost {
    fn from(decision: Decision<M>) -> DecisionCost {
        DecisionCost {
            nodes: decision.nodes,
            iterations: decision.iterations,
            depth: decision.depth,
            time: decision.time,
        }
    }
}

/// Decisions at positions spread over a few games, each with a share of the time.
fn timed<G: Playable>(
    spec: &str,
    time: Duration,
) -> Result<Vec<DecisionCost>, ludarium_game::Error> {
    let positions = sample::<G>()?;
    let budget = Budget { time: Some(time / positions.len() as u32), ..Budget::default() };
    let mut costs = Vec::new();
    for position in positions {
        let mut agent = agent::<G>(spec)?;
        let mut rng = Seed(1).stream(Purpose::Search, 0);
        costs.push(agent.choose(&position, &budget, &mut rng).into());
    }
    Ok(costs)
}

/// The first decision of the game and later ones of random games, always the same.
fn sample<G: Playable>() -> Result<Vec<G>, ludarium_game::Error> {
    let rules = G::rules(&Spec::named(G::VARIANTS[0].name))?;
    const PLIES: [u64; 10] = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36];
    let found = PLIES.iter().filter_map(|&plies| {
        let mut rng = Seed(plies).stream(Purpose::Test, 0);
        let mut position = G::start(&rules, &mut rng);
        let mut buffer = MoveList::new();
        let mut made = 0;
        loop {
            let mv = match position.turn() {
                Turn::Seat(Seat(_)) if made == plies => return Some(position),
                Turn::Seat(_) => {
                    made += 1;
                    position.pick(&mut rng, &mut buffer)
                }
                Turn::Chance => position.roll(&mut rng),
                Turn::Over => return None,
            };
            position.play(mv);
        }
    });
    Ok(found.collect())
}
