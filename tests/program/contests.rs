//! What a contest promises, in every variant of every game: sound starts, records that replay, exports that other
//! programs can read, and exactly even results for identical agents.

use std::ops::ControlFlow;
use std::path::Path;

use ludarium::arena::{
    Completion, Contest, Control, GameRecord, Games, Interrupt, Plan, Progress, Ruleset, Schedule,
    Seating, Shard, Store, StoreError, games_csv, json_lines, moves_csv, play, round_robin, run,
};
use ludarium::bundle;
use ludarium::game::Turn;

use super::games::bundles;

fn games() -> Games {
    bundle::games(&bundles())
}

/// Does something with the rules of every variant of every game.
fn for_every_variant(mut work: impl FnMut(&Games, &dyn Ruleset)) {
    let games = games();
    let mut count = 0;
    for game in games.iter() {
        for variant in game.variants() {
            work(&games, &*game.rules(Some(variant.name)).unwrap());
            count += 1;
        }
    }
    assert!(count > 7, "only {count} variants");
}

/// A contest of one agent with itself, with an entry for each seat.
fn self_play(games: &Games, rules: &dyn Ruleset, agent: &str) -> Contest {
    let seats = rules.seats();
    let agents = vec![agent.to_owned(); seats];
    let contest = Contest {
        lineups: round_robin(seats, seats).unwrap(),
        seating: Seating::usual(seats),
        longest: 60,
        ..Contest::new(rules.game(), Some(rules.variant()), agents, 2024)
    };
    contest.resolve(games).unwrap()
}

fn name(rules: &dyn Ruleset) -> String {
    format!("{} {}", rules.game(), rules.variant())
}

#[test]
fn random_openings_are_sound() {
    for_every_variant(|games, rules| {
        let contest = Contest { random_plies: 9, ..self_play(games, rules, "random") };
        let schedule = Schedule::new(&contest);
        let mut seen: Vec<String> = (0..12)
            .map(|number| {
                let block = schedule.block(number);
                let opening = rules.opening(&contest.openings(), block.deal, block.seed);
                let position = opening.unwrap();
                assert!(matches!(position.turn(), Turn::Seat(_)) && !position.moves().is_empty());
                let text = position.describe();
                assert_eq!(rules.parse(&text).unwrap().describe(), text);
                text
            })
            .collect();
        seen.sort_unstable();
        seen.dedup();
        // A few random moves may lead to the same place.
        assert!(seen.len() > 8, "{}: {} of 12", name(rules), seen.len());
    });
}

/// In any seats, identical agents play the same game: what one wins in a seat, each other wins there too.
#[test]
fn identical_agents_are_exactly_even_in_every_block() {
    for_every_variant(|games, rules| {
        for agent in ["random", "mcts:iterations=4"] {
            let mut contest = self_play(games, rules, agent);
            contest.random_plies = 2;
            contest.longest = if agent == "random" { 60 } else { 12 };
            let block = Schedule::new(&contest).block(0);
            let game = |place: u64| -> GameRecord {
                let record = play(games, &contest, block.first + place, None, &Interrupt::new());
                record.unwrap().unwrap()
            };
            let first = game(0);
            assert!(first.plies > 3, "{}", name(rules));
            // The last seating is as far from the first as any.
            for place in [1, block.games.len() as u64 - 1] {
                let other = game(place);
                assert_ne!(other.seats, first.seats);
                assert_eq!(other.moves, first.moves, "{} {agent}", name(rules));
                assert_eq!(other.scores, first.scores, "{} {agent}", name(rules));
            }
        }
    });
}

#[test]
fn every_game_is_stored_replayed_and_exported() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contests");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for_every_variant(|games, rules| {
        let name = name(rules);
        let mut contest = self_play(games, rules, "random");
        contest.seating = Seating::Rotations;
        let mut store = Store::create(&folder.join(&name), &contest).unwrap();
        let plan = Plan { blocks: 1, threads: 2, shard: Shard::WHOLE, luck: false, bots: None };
        let mut watch = |_: Progress<'_>| Control::Continue;
        let interrupt = Interrupt::new();
        let ended = run(games, &contest, &plan, &mut store, &interrupt, &mut watch);
        assert_eq!(ended.unwrap(), Completion::Complete);
        let (mut count, mut plies) = (0, 0);
        let read = store.each_game(|record| {
            let shown = rules.replay(&record, &mut |_| ControlFlow::Continue(()));
            assert_eq!(shown.unwrap().describe(), record.end, "{name}");
            count += 1;
            plies += record.plies as usize;
            Ok::<(), StoreError>(())
        });
        read.unwrap();
        assert!(plies > 0, "{name}");
        let [mut by_game, mut by_move, mut lines] = [Vec::new(), Vec::new(), Vec::new()];
        games_csv(games, &store, &mut by_game, true).unwrap();
        moves_csv(games, &store, &mut by_move, true).unwrap();
        json_lines(&store, &mut lines, true).unwrap();
        let rows = [by_game, by_move, lines].map(|text| String::from_utf8(text).unwrap());
        let rows = rows.map(|text| text.lines().count());
        assert_eq!(rows, [count + 1, plies + 1, count], "{name}");
    });
}
