//! What the laboratory says of agents whose strengths are known, and how often that is true: `--nocapture` prints the tables.

use std::sync::Arc;

use ludarium_arena::statistics::{
    BlockSum, Results, ScoredGame, Sprt, SprtDecision, blocked_share, share_of_elo,
};
use ludarium_arena::{Contest, Schedule, Seating};

use super::coins::{coins, elo_of};

/// How often each question is asked.
const REPEATS: usize = 400;
/// The blocks of one answer.
const BLOCKS: u64 = 40;

/// The games of the blocks of a contest, block by block.
fn played(agents: &[&str], seed: u64, blocks: u64) -> Vec<Vec<ScoredGame>> {
    let games = coins();
    let texts = agents.iter().map(|text| (*text).to_owned()).collect();
    let variant = format!("gumbel:players={}", agents.len());
    let mut contest = Contest::new("coins", Some(&variant), texts, seed);
    contest.lineups = vec![(0..agents.len()).collect()];
    contest.seating = Seating::Permutations;
    let contest = contest.resolve(&games).unwrap();
    let rules = games.rules("coins", Some(&variant)).unwrap();
    let all = rules.contest_games(&contest, None, &Arc::default()).unwrap();
    let mut worker = all.worker(false);
    let schedule = Schedule::new(&contest);
    let mut block = |number: u64| -> Vec<ScoredGame> {
        let block = schedule.block(number);
        let games =
            (0..block.games.len()).map(|place| worker.play(&block, place).unwrap().unwrap());
        games.map(|record| ScoredGame::from(&record.summary())).collect()
    };
    (0..blocks).map(&mut block).collect()
}

/// How often an interval held what it should.
#[derive(Default)]
struct Coverage {
    held: usize,
    asked: usize,
}

impl Coverage {
    fn note(&mut self, low: Option<f64>, high: Option<f64>, truth: f64) {
        let inside = low.is_none_or(|low| low <= truth) && high.is_none_or(|high| truth <= high);
        self.held += usize::from(inside);
        self.asked += 1;
    }

    fn share(&self) -> f64 {
        self.held as f64 / self.asked as f64
    }
}

/// Points, Elo differences and ratings of agents with known strengths, in games of two and of three: 95 % intervals hold the
/// truth in 95 of 100 cases.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let tolerance = 3.0 * (0.95 * 0.05 / REPEATS as f64).sqrt();
    println!("{:<22} {:>10} {:>10} {:>10}   nominal 95.0 %", "first of", "points", "Elo", "rating");
    for (agents, seed) in [
        (&["even", "fair"][..], 1),
        (&["bright", "fair"], 2),
        (&["even", "fair", "keen"], 3),
        (&["bright", "fair", "even"], 4),
    ] {
        let truths: Vec<f64> = agents.iter().map(|name| elo_of(name)).collect();
        let mean = truths.iter().sum::<f64>() / truths.len() as f64;
        let weight = |elo: f64| 10f64.powf(elo / 400.0);
        let first = weight(truths[0]) / truths.iter().copied().map(weight).sum::<f64>();
        let mut found: [Coverage; 3] = Default::default();
        let blocks = played(agents, seed, REPEATS as u64 * BLOCKS);
        for repeat in blocks.chunks(BLOCKS as usize) {
            let results = Results::of(repeat.iter().flatten());
            let points = blocked_share(&results.points_by_block(0)).unwrap().share;
            found[0].note(Some(points.low), Some(points.high), first);
            let (elo, _) = results.elo_difference(0, 1).unwrap();
            found[1].note(elo.low, elo.high, truths[0] - truths[1]);
            let rating = results.rate(agents.len()).unwrap().agents[0].unwrap();
            found[2].note(Some(rating.low), Some(rating.high), truths[0] - mean);
        }
        let shares = found.map(|one| one.share());
        let [points, elo, rating] = shares.map(|share| format!("{:.1} %", 100.0 * share));
        println!("{:<22} {points:>10} {elo:>10} {rating:>10}", agents.join(" "));
        for share in shares {
            assert!((share - 0.95).abs() < tolerance, "{agents:?}: {shares:?}");
        }
    }
}

/// A sequential test of equal agents accepts the higher strength in at most 5 of 100 cases, and of agents that are apart the
/// lower one.
#[test]
fn sequential_tests_are_wrong_as_often_as_they_say() {
    const BATCH: u64 = 20_000;
    /// Enough to tell 5 from 7 of 100.
    const TESTS: usize = 2000;
    let tolerance = 3.0 * (0.95 * 0.05 / TESTS as f64).sqrt();
    println!("{:<22} {:>10} {:>12}   at most 5.0 %", "first of", "wrong", "blocks each");
    for (agents, seed) in [
        (&["even", "fair"][..], 5),
        (&["keen", "fair"], 6),
        (&["even", "fair", "plain"], 7),
        (&["keen", "fair", "even"], 8),
    ] {
        let sprt = Sprt::new(0.0, elo_of("keen"), 0.05, 0.05).unwrap();
        let stronger = elo_of(agents[0]) > 0.0;
        let (mut wrong, mut asked, mut used) = (0, 0, 0);
        let mut scores: Vec<f64> = Vec::new();
        let mut batch = 0;
        while asked < TESTS {
            let blocks = played(agents, 100 * seed + batch, BATCH);
            batch += 1;
            let results = Results::of(blocks.iter().flatten());
            for mean in results.points_by_block(0).iter().filter_map(BlockSum::mean) {
                scores.push(mean);
                if !scores.len().is_multiple_of(4) {
                    continue;
                }
                let decision = sprt.test(agents.len(), &scores).decision;
                if decision != SprtDecision::Continue && asked < TESTS {
                    wrong += usize::from((decision == SprtDecision::AcceptH1) != stronger);
                    asked += 1;
                    used += scores.len();
                    scores.clear();
                }
            }
        }
        let share = wrong as f64 / asked as f64;
        let shown = format!("{:.1} %", 100.0 * share);
        println!("{:<22} {shown:>10} {:>12}", agents.join(" "), used / asked);
        assert!(share < 0.05 + tolerance, "{agents:?}: {share}");
    }
}

/// The truth that the tests above go by: a fair share of first places, and equal agents that do not mirror each other.
#[test]
fn coins_have_the_strengths_that_they_say() {
    for agents in [&["bright", "fair"][..], &["bright", "fair", "even"]] {
        let blocks = played(agents, 9, 4000);
        let games: Vec<&ScoredGame> = blocks.iter().flatten().collect();
        let points = |game: &&ScoredGame| {
            let seat = game.agents.iter().position(|agent| *agent == 0).unwrap();
            game.points(seat)
        };
        let share = games.iter().map(points).sum::<f64>() / games.len() as f64;
        let truth = share_of_elo(elo_of("bright"), agents.len());
        assert!((share - truth).abs() < 0.02, "{agents:?}: {share} {truth}");
    }
    let even = played(&["even", "fair"], 10, 400);
    let results = Results::of(even.iter().flatten());
    let means: Vec<f64> = results.points_by_block(0).iter().filter_map(BlockSum::mean).collect();
    assert!([0.0, 0.5, 1.0].iter().all(|mean| means.contains(mean)), "{means:?}");
}
