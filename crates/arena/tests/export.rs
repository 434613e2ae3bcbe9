//! Replays and exports: every record agrees with the rules, and other programs can read it.

mod common;

use common::{Folder, chexers, complete, dicewars, plan, rows, tuc_chess};
use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_arena::{
    Contest, FaultNote, GameRecord, Plan, ReplayError, Seating, Shard, Step, Store, games_csv,
    json_lines, merge, moves_csv, replay,
};
use ludarium_game::{Fault, Turn};
use ludarium_games::registry::GAMES;

struct Replay<'a>(&'a GameRecord);

impl KitTask for Replay<'_> {
    type Output = Result<(), ReplayError>;

    fn run<G: Kit>(self, rules: G::Rules) -> Self::Output {
        let mut plies = 0;
        let end: G = replay(&rules, self.0, |step: Step<'_, G>| {
            let ply = step.ply.filter(|ply| ply.number == plies);
            match step.before.turn() {
                Turn::Seat(seat) => {
                    assert_eq!(ply.map(|ply| ply.seat), Some(seat));
                    plies += 1;
                }
                _ => assert_eq!(step.ply, None),
            }
            Ok::<(), ReplayError>(())
        })?;
        assert_eq!(end.describe(), self.0.end);
        assert_eq!(plies, self.0.plies);
        Ok(())
    }
}

fn check(contest: &Contest, record: &GameRecord) -> Result<(), ReplayError> {
    with_kit(&contest.game, Some(&contest.variant), Replay(record)).unwrap()
}

#[test]
fn every_record_replays_to_its_end() {
    let folder = Folder::new();
    for mut contest in [chexers(), dicewars(), tuc_chess()] {
        // Some games reach their end, some are stopped.
        contest.longest = 120;
        let store = complete(&contest, &plan(6, 2), &folder.file(&contest.game));
        for record in rows(&store) {
            assert_eq!(check(&contest, &record), Ok(()));
        }
    }
}

#[test]
fn every_variant_of_every_game_is_stored_replayed_and_exported() {
    let folder = Folder::new();
    for game in GAMES {
        for variant in game.variants() {
            let seats = Contest::seats(game.name, Some(variant.name)).unwrap();
            let mut contest = common::contest(game.name, Some(variant.name), &["random"], seats);
            contest.longest = 50;
            let name = format!("{}-{}", game.name, variant.name);
            let store = complete(&contest, &plan(2, 2), &folder.file(&name));
            let games = rows(&store);
            for record in &games {
                assert_eq!(check(&contest, record), Ok(()), "{name}");
            }
            let [by_game, by_move, lines] = exports(&store);
            let plies: u64 = games.iter().map(|record| record.plies).sum();
            assert!(plies > 0, "{name}");
            assert_eq!(by_game.lines().count(), games.len() + 1, "{name}");
            assert_eq!(by_move.lines().count() as u64, plies + 1, "{name}");
            assert_eq!(lines.lines().count(), games.len(), "{name}");
        }
    }
}

#[test]
fn a_record_that_lies_is_found_out() {
    let folder = Folder::new();
    let contest = chexers();
    let store = complete(&contest, &plan(1, 1), &folder.file("run"));
    let truth = rows(&store).remove(0);
    type Lie = fn(&mut GameRecord);
    let lies: [(&str, Lie); 8] = [
        ("start cannot be read", |record| record.start.push('x')),
        ("move 1: ", |record| record.moves.insert(0, 'x')),
        ("moves are missing", |record| {
            let last = record.moves.rfind(' ').unwrap();
            record.moves.truncate(last);
        }),
        ("is not seat", |record| record.movers[0] += 1),
        ("ends at", |record| record.end.push('x')),
        ("ended by", |record| record.ending.push('x')),
        ("ended by", |record| {
            record.ending = "fault: failed".to_owned()
        }),
        ("scores are", |record| record.scores.reverse()),
    ];
    for (hint, lie) in lies {
        let mut record = truth.clone();
        record.scores = vec![1.0, 0.0, 0.0];
        if hint != "scores are" {
            record.scores.clone_from(&truth.scores);
        }
        lie(&mut record);
        let error = check(&contest, &record).unwrap_err().to_string();
        assert!(error.contains(hint), "{hint}: {error}");
    }
}

/// All exports of a run, without times.
fn exports(store: &Store) -> [String; 3] {
    let mut texts = [Vec::new(), Vec::new(), Vec::new()];
    games_csv(store, &mut texts[0], false).unwrap();
    moves_csv(store, &mut texts[1], false).unwrap();
    json_lines(store, &mut texts[2], false).unwrap();
    texts.map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn exports_of_shards_are_those_of_the_whole() {
    let folder = Folder::new();
    for contest in [dicewars(), chexers()] {
        let file = |name: &str| folder.file(&format!("{}-{name}", contest.game));
        let whole = complete(&contest, &plan(5, 3), &file("whole"));
        let parts = [1, 2].map(|index| {
            let part = Plan {
                shard: Shard::new(index, 2).unwrap(),
                ..plan(5, 1)
            };
            let path = file(&index.to_string());
            drop(complete(&contest, &part, &path));
            path
        });
        let merged = merge(&file("merged"), &parts).unwrap();
        assert_eq!(exports(&merged), exports(&whole));
    }
}

/// Four moves from the middle of a game, with a jump in them.
fn tiny() -> Contest {
    let mut contest = common::contest("chexers", None, &["greedy", "one-ply"], 3);
    contest.lineups.truncate(1);
    contest.seating = Seating::Fixed;
    contest.random_plies = 40;
    contest.longest = 4;
    contest
}

#[test]
fn exports_have_the_documented_form() {
    let folder = Folder::new();
    let store = complete(&tiny(), &plan(1, 1), &folder.file("run"));
    let [games, moves, lines] = exports(&store);
    assert_eq!(
        games,
        "game,block,deal,deal_seed,agent_red,agent_green,agent_blue,winner,winner_seat,ending,turns,\
         score_red,score_green,score_blue,evaluation_red,evaluation_green,evaluation_blue,\
         pieces_red,pieces_green,pieces_blue,faults\n\
         0,0,0,13795905356653224785,greedy,greedy,one-ply,,,stopped after 4 moves,4,\
         0.33333334,0.33333334,0.33333334,0.1643,0.7361,0.0996,3,6,3,\n"
    );
    assert_eq!(
        moves,
        "game,turn,seat,agent,move,captured,pieces_red,pieces_green,pieces_blue,evaluation,\
         value,nodes,iterations,depth\n\
         0,1,Green,greedy,\"0,-1^2,-1\",Blue disc,4,5,3,0.4252,,14,0,1\n\
         0,2,Blue,one-ply,\"0,3^-2,3\",,4,5,3,0.1252,0.1252,10,0,1\n\
         0,3,Red,greedy,\"-1,1^1,1\",,4,5,3,0.5092,,20,0,1\n\
         0,4,Green,greedy,\"1,-1^-1,1\",Red disc,3,6,3,0.7361,,20,0,1\n"
    );
    let fingerprint = store.contest().fingerprint();
    assert_eq!(
        lines,
        format!(r#"{{"contest":"{fingerprint}","number":0,"block":0,"#)
            + r#""game":"chexers","variant":"referee","agents":["greedy","greedy","one-ply"],"#
            + r#""start":"....r.......r.bg.grr.b..b....g..bg... g 0,0,0 40","#
            + r#""moves":["0,-1^2,-1","0,3^-2,3","-1,1^1,1","1,-1^-1,1"],"#
            + r#""thoughts":["- 14 0 1","0.1252 10 0 1","- 20 0 1","- 20 0 1"],"#
            + r#""end":"....r...b...g.bg..gr......r..gg.bg... b 0,0,0 44","#
            + r#""ending":"stopped after 4 moves","scores":[0.33333334,0.33333334,0.33333334],"#
            + "\"faults\":[]}\n"
    );
}

#[test]
fn times_are_there_when_asked_for() {
    let folder = Folder::new();
    let mut record = rows(&complete(&tiny(), &plan(1, 1), &folder.file("source"))).remove(0);
    record.times = vec![1_000_000, 2_500_000, 3_000_123, 4_000_000];
    let mut store = Store::create(&folder.file("run"), &tiny()).unwrap();
    store.add(&[record]).unwrap();
    let [mut games, mut moves, mut lines] = [Vec::new(), Vec::new(), Vec::new()];
    games_csv(&store, &mut games, true).unwrap();
    moves_csv(&store, &mut moves, true).unwrap();
    json_lines(&store, &mut lines, true).unwrap();
    let [games, moves, lines] = [games, moves, lines].map(|text| String::from_utf8(text).unwrap());
    // Red made the third move, Green the first and the fourth, Blue the second.
    assert!(
        games.contains("mean_ms_red,mean_ms_green,mean_ms_blue,total_ms_red"),
        "{games}"
    );
    assert!(
        games.contains(",3.000,2.500,2.500,3.000,5.000,2.500,"),
        "{games}"
    );
    assert!(moves.contains(",move,time_ms,captured,"), "{moves}");
    assert!(moves.contains("\"-1,1^1,1\",3.000,"), "{moves}");
    assert!(
        lines.ends_with("\"times_ns\":[1000000,2500000,3000123,4000000]}\n"),
        "{lines}"
    );
}

#[test]
fn a_game_that_a_fault_ended_replays_and_names_the_culprit() {
    let folder = Folder::new();
    let contest = tuc_chess();
    let mut record = rows(&complete(&contest, &plan(1, 1), &folder.file("source"))).remove(0);
    record.moves.clear();
    record.movers.clear();
    record.thoughts.clear();
    record.plies = 0;
    record.end.clone_from(&record.start);
    record.ending = "fault: failed".to_owned();
    record.scores = vec![0.0, 1.0];
    record.faults = vec![FaultNote::new(
        0,
        0,
        Fault::Failed,
        "said \"no\", and left".to_owned(),
    )];
    assert_eq!(check(&contest, &record), Ok(()));
    let mut store = Store::create(&folder.file("run"), &contest).unwrap();
    store.add(std::slice::from_ref(&record)).unwrap();
    let [games, moves, _] = exports(&store);
    let fault = "\"White failed at turn 1: said \"\"no\"\", and left\"\n";
    assert!(games.ends_with(fault), "{games}");
    assert_eq!(moves.lines().count(), 1, "{moves}");
    record.scores.reverse();
    let error = check(&contest, &record).unwrap_err().to_string();
    assert!(error.contains("scores are [0.0, 1.0]"), "{error}");
}
