//! What the arena costs: a tournament against a bare loop that plays the same games and keeps nothing.

use std::error::Error;
use std::time::{Duration, Instant};

use ludarium_agents::{Playable, Recipe, Roster};
use ludarium_arena::{
    Contest, Control, Games, Interrupt, Luck, Plan, Progress, Schedule, Seating, Shard, Store,
    Tournament, numbered, run, start,
};
use ludarium_game::{Agent, Budget, Purpose, Seat, Spec, Turn};

use crate::games::{Chexers, games};

/// Three-seat tournaments, the fastest first.
const TOURNAMENTS: &[[&str; 3]] = &[
    ["greedy", "one-ply", "random"],
    ["brs:depth=2", "one-ply", "greedy"],
    ["maxn", "greedy", "random"],
];

/// Turns in which both are measured: neighbours in time see the same machine.
const TURNS: u64 = 20;

/// Measures and prints.
pub fn run_bench(count: u64) -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("ludarium-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    println!(
        "agents                            games  bare games/s  arena games/s  arena/bare  memory at 10 % and at the end"
    );
    let games = games();
    for (index, agents) in TOURNAMENTS.iter().enumerate() {
        let tournament = Tournament {
            game: "chexers".to_owned(),
            agents: agents.iter().map(|text| (*text).to_owned()).collect(),
            seating: Some(Seating::Permutations),
            random_plies: 6,
            games: Some(count),
            ..Tournament::default()
        };
        let (contest, blocks) = tournament.contest(&games)?;
        let (mut bare, mut arena) = (Duration::ZERO, Duration::ZERO);
        let mut early = 0;
        for turn in 0..TURNS {
            // A part and a store for each turn: a run that goes on with a store reads it first.
            let part = Shard::new(turn + 1, TURNS).ok_or("no such part")?;
            let path = folder.join(format!("{index}-{turn}.db"));
            let mut store = Store::create(&path, &contest)?;
            let began = Instant::now();
            let lineups = Schedule::new(&contest).lineups();
            let part_blocks: Vec<u64> = part.blocks(lineups, blocks).collect();
            bare_games::<Chexers>(&contest, &part_blocks)?;
            bare += began.elapsed();
            let began = Instant::now();
            play_part(&games, &contest, blocks, part, &mut store)?;
            arena += began.elapsed();
            if turn == TURNS / 10 {
                early = memory();
            }
        }
        let played = Schedule::new(&contest).games(blocks) as f64;
        println!(
            "{:<32} {played:>6}  {:>12.0}  {:>13.0}  {:>10.3}  {early} and {} KiB",
            agents.join(" "),
            played / bare.as_secs_f64(),
            played / arena.as_secs_f64(),
            bare.as_secs_f64() / arena.as_secs_f64(),
            memory(),
        );
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Plays a part of a tournament.
fn play_part(
    games: &Games,
    contest: &Contest,
    blocks: u64,
    shard: Shard,
    store: &mut Store,
) -> Result<(), Box<dyn Error>> {
    let plan = Plan { blocks, threads: threads(), shard, bots: None, luck: false };
    run(games, contest, &plan, store, &Interrupt::new(), &mut |_: Progress<'_>| Control::Continue)?;
    Ok(())
}

/// The memory of this process in KiB, where the system tells it; 0 elsewhere.
pub(crate) fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Games played by agents and nothing else: no referee, no record, no store.
fn bare_games<G: Playable>(contest: &Contest, blocks: &[u64]) -> ludarium_game::Result<()> {
    let rules = G::rules(&Spec::parse(&contest.variant)?)?;
    let roster = Roster::<G>::default();
    let recipes: Vec<Recipe<G>> =
        contest.agents.iter().map(|text| roster.recipe(text)).collect::<Result<_, _>>()?;
    let schedule = Schedule::new(contest);
    let work = |place: u64| -> ludarium_game::Result<()> {
        let block = schedule.block(blocks[place as usize]);
        let start: G = start(&rules, &contest.openings(), block.deal, block.seed)?;
        for seats in &block.games {
            let mut agents: Vec<Box<dyn Agent<G>>> =
                seats.iter().map(|&agent| recipes[agent].agent()).collect();
            play(&rules, &start, &mut agents, block.seed);
        }
        Ok(())
    };
    let (interrupt, count) = (Interrupt::new(), blocks.len() as u64);
    numbered(threads(), &interrupt, count, &mut |_| (), work).map(|_| ())
}

fn play<G: Playable>(
    rules: &G::Rules,
    start: &G,
    agents: &mut [Box<dyn Agent<G>>],
    seed: ludarium_game::Seed,
) {
    let mut luck = Luck::new(rules, start, seed);
    let mut streams: Vec<_> =
        Seat::all(start.seats()).map(|seat| seed.stream(Purpose::Seat, seat.0.into())).collect();
    for seat in Seat::all(start.seats()) {
        agents[seat.index()].begin(start, seat);
    }
    let mut position = start.clone();
    let budget = Budget::default();
    loop {
        let (mv, mover) = match position.turn() {
            Turn::Over => return,
            Turn::Chance => (luck.roll(&position), None),
            Turn::Seat(seat) => {
                let stream = &mut streams[seat.index()];
                let decision = agents[seat.index()].choose(&position, &budget, stream);
                (decision.chosen, Some(seat))
            }
        };
        luck.observe(&position, mv, mover);
        for agent in agents.iter_mut() {
            agent.observe(&position, mv);
        }
        position.play(mv);
    }
}
