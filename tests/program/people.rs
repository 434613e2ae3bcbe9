//! What people are promised in the documentation: levels that are calibrated, the same on every machine and not silly, and the
//! limits of servers.

use std::ops::ControlFlow;

use ludarium::arena::{GameContext, Terms};
use ludarium::bundle;
use ludarium::game::{Seed, Turn};
use ludarium::{Bundle, Ruleset};

use super::games::bundles;

const NAMES: [&str; 5] = ["Beginner", "Easy", "Medium", "Hard", "Expert"];

/// Does something with each game's rules and levels.
fn for_every_game(mut work: impl FnMut(&Bundle, &dyn Ruleset)) {
    let bundles = bundles();
    let games = bundle::games(&bundles);
    for bundle in &bundles {
        let rules = games.rules(bundle.game.info.name, None).unwrap();
        work(bundle, &*rules);
    }
}

/// The file that measures the steps names the agents of the levels, step by step, and the page has its results.
#[test]
fn the_experiment_measures_these_levels() {
    let file = include_str!("../../docs/experiments/levels.toml");
    let file: toml::Table = file.parse().unwrap();
    let results = include_str!("../../docs/levels.md");
    let readings = file["reading"].as_array().unwrap();
    let mut steps = 0;
    for_every_game(|bundle, _| {
        let game = bundle.game.info.name;
        for (place, pair) in bundle.levels.windows(2).enumerate() {
            let name = format!("{game}: {} over {}", NAMES[place + 1], NAMES[place]);
            let found =
                readings.iter().find(|reading| reading["name"].as_str() == Some(name.as_str()));
            let reading = found.unwrap_or_else(|| panic!("no reading `{name}`"));
            assert_eq!(reading["others"].as_str(), Some(pair[0].0), "{name}");
            assert_eq!(reading["seats"][0].as_str(), Some(pair[1].0), "{name}");
            let row = format!(
                "| {} over {} | `{}` | `{}` |",
                NAMES[place + 1],
                NAMES[place],
                pair[1].0,
                pair[0].0
            );
            assert!(results.contains(&row), "docs/levels.md has no row `{row}`");
            steps += 1;
        }
    });
    assert_eq!((steps, readings.len()), (28, 28));
}

/// Budgets are counted, never timed: a level is as strong on a slow machine.
#[test]
fn levels_are_the_same_everywhere() {
    for_every_game(|bundle, rules| {
        let game = rules.game();
        assert_eq!(bundle.levels.len(), NAMES.len(), "{game}");
        for &(level, style) in &bundle.levels {
            assert!(!style.is_empty(), "{game}: {level} has no style");
            assert!(!level.starts_with("best"), "{game}: `best` may become another agent");
            assert!(!ludarium::agents::has_own_time(level), "{game}: {level}");
            rules.canonical(level).unwrap();
            let bounded = ["@", "iterations=", "depth="].iter().any(|word| level.contains(word));
            let plain = !level.starts_with("mcts");
            assert!(bounded || plain, "{game}: {level} has no budget");
        }
    });
}

/// A level that asks a network was measured with the one of this version: another network wants another measurement.
#[test]
fn levels_were_measured_with_these_networks() {
    let results = include_str!("../../docs/levels.md");
    for_every_game(|bundle, rules| {
        if !bundle.levels.iter().any(|(level, _)| level.contains("eval=value")) {
            return;
        }
        let name = format!("{}-value.qnet", rules.game());
        let network = bundle.models.iter().find(|(file, _)| *file == name);
        let (_, bytes) = network.unwrap_or_else(|| panic!("no model `{name}`"));
        let row = format!("| `{name}` | `{}` |", &ludarium::arena::sha256(bytes)[..16]);
        assert!(
            results.contains(&row),
            "docs/levels.md has no row `{row}`: measure the levels anew"
        );
    });
}

/// The moves of a game between equals, and how many of them took back the mover's last one.
fn undone(rules: &dyn Ruleset, agent: &str, seed: u64) -> (usize, usize) {
    let start = ludarium::arena::seeded_start(rules, Seed(seed));
    let contender = rules.contender(agent, None).unwrap();
    let context = GameContext::plain(rules.variant(), Seed(seed));
    let players = (0..rules.seats()).map(|_| contender.player(&context));
    let terms = Terms { longest: 90, ..Terms::default() };
    let mut last: Vec<Vec<String>> = vec![Vec::new(); rules.seats()];
    let (mut moves, mut back) = (0, 0);
    let mut watch = |made: ludarium::arena::Made<'_>| {
        if let Turn::Seat(seat) = made.before.turn() {
            let clicks = made.before.clicks(made.text);
            let mut reversed = last[seat.index()].clone();
            reversed.reverse();
            moves += 1;
            back += usize::from(clicks.len() == 2 && clicks == reversed);
            last[seat.index()] = clicks;
        }
        ControlFlow::Continue(())
    };
    rules.referee(&start, players.collect(), &terms, Seed(seed), &mut watch).unwrap();
    (moves, back)
}

/// An opponent that moves a piece to and fro is no fun. One that nobody calibrated undid 84 of 90 moves.
#[test]
fn opponents_do_not_move_to_and_fro() {
    for_every_game(|bundle, rules| {
        // The strongest ones take long. In Chexers, where a disc can always wait, all are looked at, and
        // more closely; docs/levels.md has whole games.
        let (looked_at, of) = if rules.game() == "chexers" { (5, 10) } else { (3, 6) };
        for (level, _) in &bundle.levels[..looked_at] {
            let games = (0..3).map(|seed| undone(rules, level, seed));
            let (moves, back) = games.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            let game = rules.game();
            assert!(moves > 40, "{game} {level}: {moves} moves");
            assert!(of * back < moves, "{game} {level}: {back} of {moves} moves undone");
        }
    });
}

/// The table of limits in the documentation is the one that servers keep to.
#[test]
fn the_limits_of_servers_are_written_down() {
    let page = include_str!("../../docs/public.md");
    let (private, public) = (ludarium::web::Limits::PRIVATE, ludarium::web::Limits::PUBLIC);
    for ((what, usual), (_, strict)) in private.rows().into_iter().zip(public.rows()) {
        let row = format!("| {what} | {usual} | {strict} |");
        assert!(page.contains(&row), "docs/public.md has no row `{row}`");
    }
}
