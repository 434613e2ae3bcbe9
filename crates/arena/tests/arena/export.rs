//! Replays and exports: every record agrees with the rules, and other programs can read it.

use std::time::Duration;

use std::ops::ControlFlow;

use ludarium_arena::testing::games;
use ludarium_arena::{
    Contest, FaultNote, GameEnd, GameRecord, PERSON, Plan, ReplayError, Seating, Shard, Step,
    Store, Table, games_csv, json_lines, keep_game, merge, moves_csv, seeded_start,
};
use ludarium_game::{Fault, Scores, Seat, Seed, Turn};

use super::common::{self, Folder, complete, crowded, duel, plan, rows, stopped};

/// Plays a record again and looks whether each step fits to it.
fn check(contest: &Contest, record: &GameRecord) -> Result<(), ReplayError> {
    let rules = games().rules(&contest.game, Some(&contest.variant)).unwrap();
    let mut plies = 0;
    let end = rules.replay(record, &mut |step: Step<'_>| {
        let ply = step.ply.filter(|ply| ply.number == plies);
        match step.before.turn() {
            Turn::Seat(seat) => {
                assert_eq!(ply.map(|ply| ply.seat), Some(seat));
                plies += 1;
            }
            _ => assert_eq!(step.ply, None),
        }
        ControlFlow::Continue(())
    })?;
    assert_eq!(end.describe(), record.end);
    assert_eq!(plies, record.plies);
    Ok(())
}

#[test]
fn every_record_replays_to_its_end() {
    let folder = Folder::new();
    let mut endings = Vec::new();
    for contest in [stopped(), crowded(), duel()] {
        let store = complete(&contest, &plan(6, 2), &folder.file(&contest.variant));
        for record in rows(&store) {
            assert_eq!(check(&contest, &record), Ok(()));
            endings.push(record.ending);
        }
    }
    for ending in ["arrived", "stopped after 40 moves"] {
        assert!(endings.iter().any(|found| found == ending), "{endings:?}");
    }
}

#[test]
fn a_record_that_lies_is_found_out() {
    let folder = Folder::new();
    let contest = stopped();
    let store = complete(&contest, &plan(1, 1), &folder.file("run"));
    let truth = rows(&store).remove(0);
    type Lie = fn(&mut GameRecord);
    let lies: [(&str, Lie); 8] = [
        ("start cannot be read", |record| record.start.push('x')),
        ("move 1: ", |record| record.moves.insert(0, 'x')),
        ("moves are missing", |record| {
            let last = [" walk", " run"].map(|text| record.moves.rfind(text));
            record.moves.truncate(last.into_iter().max().flatten().unwrap());
        }),
        ("is not seat", |record| record.movers[0] += 1),
        ("ends at", |record| record.end.push('x')),
        ("ended by", |record| record.ending.push('x')),
        ("ended by", |record| record.ending = "fault: failed".to_owned()),
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
    games_csv(&games(), store, &mut texts[0], false).unwrap();
    moves_csv(&games(), store, &mut texts[1], false).unwrap();
    json_lines(store, &mut texts[2], false).unwrap();
    texts.map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn exports_of_shards_are_those_of_the_whole() {
    let folder = Folder::new();
    for contest in [crowded(), stopped()] {
        let file = |name: &str| folder.file(&format!("{}-{name}", contest.variant));
        let whole = complete(&contest, &plan(5, 3), &file("whole"));
        let parts = [1, 2].map(|index| {
            let part = Plan { shard: Shard::new(index, 2).unwrap(), ..plan(5, 1) };
            let path = file(&index.to_string());
            drop(complete(&contest, &part, &path));
            path
        });
        let merged = merge(&file("merged"), &parts).unwrap();
        assert_eq!(exports(&merged), exports(&whole));
    }
}

/// Four moves from the middle of a race; in the first, runner 1 sends runner 2 back.
fn tiny() -> Contest {
    let mut contest = common::contest("strict:players=3", &["greedy", "one-ply"], 3);
    contest.lineups.truncate(1);
    contest.seating = Seating::Fixed;
    contest.starts = vec!["3,4,7 1 9".to_owned()];
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
        "game,block,deal,deal_seed,agent_runner_1,agent_runner_2,agent_runner_3,\
         winner,winner_seat,ending,turns,score_runner_1,score_runner_2,score_runner_3,\
         evaluation_runner_1,evaluation_runner_2,evaluation_runner_3,\
         pieces_runner_1,pieces_runner_2,pieces_runner_3,piece_array,faults\n\
         0,0,0,13795905356653224785,greedy,greedy,one-ply,,,stopped after 4 moves,4,\
         0.33333334,0.33333334,0.33333334,0.3333,0.2222,0.4444,1,1,1,\
         Runner 1 disc a5; Runner 2 disc b3; Runner 3 disc c7,\n"
    );
    assert_eq!(
        moves,
        "game,turn,seat,agent,roll,move,captured,pieces_runner_1,pieces_runner_2,pieces_runner_3,\
         evaluation,value,nodes,iterations,depth,piece_array\n\
         0,1,Runner 1,greedy,,walk,Runner 2 disc,1,0,1,0.3571,,,,,\
         Runner 1 disc a4; Runner 3 disc c7\n\
         0,2,Runner 2,greedy,,run,,1,1,1,0.2353,,,,,\
         Runner 1 disc a4; Runner 2 disc b3; Runner 3 disc c7\n\
         0,3,Runner 3,one-ply,3,run,,1,1,1,0.4706,0.5117,2,0,1,\
         Runner 1 disc a4; Runner 2 disc b3; Runner 3 disc c7\n\
         0,4,Runner 1,greedy,0,walk,,1,1,1,0.3333,,,,,\
         Runner 1 disc a5; Runner 2 disc b3; Runner 3 disc c7\n"
    );
    let fingerprint = store.contest().fingerprint();
    // Empty thoughts at the end of a game are not kept.
    assert_eq!(
        lines,
        format!(r#"{{"contest":"{fingerprint}","number":0,"block":0,"#)
            + r#""game":"sprint","variant":"strict:players=3","#
            + r#""agents":["greedy","greedy","one-ply"],"names":["greedy","greedy","one-ply"],"#
            + r#""start":"3,4,7 1 9","#
            + r#""moves":["walk","run","3","run","0","walk"],"#
            + r#""thoughts":["","","0.5117 2 0 1"],"end":"5,3,7 2 13","#
            + r#""ending":"stopped after 4 moves","scores":[0.33333334,0.33333334,0.33333334],"#
            + "\"faults\":[]}\n"
    );
}

#[test]
fn a_game_that_is_over_is_judged_by_the_position_before_its_end() {
    let folder = Folder::new();
    let mut contest = tiny();
    contest.longest = 400;
    let [games, moves, _] = exports(&complete(&contest, &plan(1, 1), &folder.file("run")));
    let column = |sheet: &str, row: &str, name: &str| {
        let mut named = sheet.lines().next().unwrap().split(',').zip(row.split(','));
        named.find(|(heading, _)| *heading == name).unwrap().1.to_owned()
    };
    let game = games.lines().last().unwrap();
    let shares = ["evaluation_runner_1", "evaluation_runner_2", "evaluation_runner_3"];
    let shares = shares.map(|name| column(&games, game, name).parse::<f32>().unwrap());
    assert_ne!(column(&games, game, "winner"), "");
    assert!(shares.iter().all(|share| *share > 0.0 && *share < 1.0), "{shares:?}");
    // The last move of the other file is judged by its result.
    assert_eq!(column(&moves, moves.lines().last().unwrap(), "evaluation"), "1.0000");
}

#[test]
fn times_are_there_when_asked_for() {
    let folder = Folder::new();
    let mut record = rows(&complete(&tiny(), &plan(1, 1), &folder.file("source"))).remove(0);
    record.times = vec![1_000_000, 2_500_000, 3_000_123, 4_000_000];
    let mut store = Store::create(&folder.file("run"), &tiny()).unwrap();
    store.add(&[record]).unwrap();
    let [mut by_game, mut moves, mut lines] = [Vec::new(), Vec::new(), Vec::new()];
    games_csv(&games(), &store, &mut by_game, true).unwrap();
    moves_csv(&games(), &store, &mut moves, true).unwrap();
    json_lines(&store, &mut lines, true).unwrap();
    let [games, moves, lines] =
        [by_game, moves, lines].map(|text| String::from_utf8(text).unwrap());
    // Runner 1 made the first and the fourth move, the others one each.
    assert!(
        games.contains("mean_ms_runner_1,mean_ms_runner_2,mean_ms_runner_3,total_ms_runner_1"),
        "{games}"
    );
    assert!(games.contains(",2.500,2.500,3.000,5.000,2.500,3.000,"), "{games}");
    assert!(moves.contains(",move,time_ms,captured,"), "{moves}");
    assert!(moves.contains("one-ply,3,run,3.000,"), "{moves}");
    assert!(lines.ends_with("\"times_ns\":[1000000,2500000,3000123,4000000]}\n"), "{lines}");
}

#[test]
fn a_game_that_a_fault_ended_replays_and_names_the_culprit() {
    let folder = Folder::new();
    let contest = duel();
    let mut record = rows(&complete(&contest, &plan(1, 1), &folder.file("source"))).remove(0);
    record.moves.clear();
    record.movers.clear();
    record.thoughts.clear();
    record.plies = 0;
    record.end.clone_from(&record.start);
    record.ending = "fault: failed".to_owned();
    record.scores = vec![0.0, 1.0];
    record.faults = vec![FaultNote::new(0, 0, Fault::Failed, "said \"no\", and left".to_owned())];
    assert_eq!(check(&contest, &record), Ok(()));
    let mut store = Store::create(&folder.file("run"), &contest).unwrap();
    store.add(std::slice::from_ref(&record)).unwrap();
    let [games, moves, _] = exports(&store);
    let fault = "\"Runner 1 failed at turn 1: said \"\"no\"\", and left\"\n";
    assert!(games.ends_with(fault), "{games}");
    assert_eq!(moves.lines().count(), 1, "{moves}");
    record.scores.reverse();
    let error = check(&contest, &record).unwrap_err().to_string();
    assert!(error.contains("scores are [0.0, 1.0]"), "{error}");
}

#[test]
fn a_game_at_a_table_becomes_a_record_when_it_is_over() {
    let rules = games().rules("sprint", Some("strict:players=3")).unwrap();
    let seed = Seed(5);
    let start = seeded_start(&*rules, seed);
    let mut table = Table::new(rules.clone(), start, seed).unwrap();
    assert_eq!(table.record(), None);
    while table.turn() != Turn::Over {
        match table.choices().first().map(|choice| choice.text.clone()) {
            Some(text) => drop(table.play(&text).unwrap().clone()),
            None => drop(table.roll().unwrap().clone()),
        }
    }
    let players = [PERSON, "greedy", PERSON].map(str::to_owned).to_vec();
    let contest = Contest::with_people("sprint", "strict:players=3", players);
    let folder = Folder::new();
    let keep = |table: &Table| {
        let record = table.record().unwrap();
        assert_eq!(check(&contest, &record), Ok(()));
        keep_game(&folder.file("run"), &contest, record).unwrap()
    };
    assert_eq!(keep(&table), 0);
    table.take_back(1);
    table.resign(Seat(1));
    assert_eq!(keep(&table), 1);
    let mut record = table.record().unwrap();
    assert_eq!((&*record.ending, &*record.scores), ("resigned", &[0.5, 0.0, 0.5][..]));
    record.scores = vec![0.0, 0.75, 0.25];
    let error = check(&contest, &record).unwrap_err().to_string();
    assert!(error.contains("scores are [0.0, 0.5, 0.5]"), "{error}");
    table.take_back(1);
    assert!(table.record().is_none(), "the game goes on");
    table.roll();
    let Turn::Seat(late) = table.turn() else {
        panic!("somebody moves after the die");
    };
    table.overtime(late, Duration::ZERO).unwrap();
    assert_eq!(keep(&table), 2);
    // Any other end of a game leaves nothing that could be checked.
    table.take_back(1);
    table.end(GameEnd::new(Scores::shared(3), "enough"));
    assert_eq!(table.record(), None);
    let store = Store::open(&folder.file("run")).unwrap();
    let [games, moves, lines] = exports(&store);
    let rows: Vec<&str> = games.lines().skip(1).collect();
    assert_eq!((rows.len(), lines.lines().count()), (3, 3));
    assert!(rows[1].contains(",person,greedy,person #2,,,resigned,1,"), "{}", rows[1]);
    assert!(rows[2].ends_with(" overtime at turn 2: out of time"), "{}", rows[2]);
    assert!(moves.lines().count() > 3, "{moves}");
    assert!(!contest.reproducible(), "nobody plays a person's game again");
}
