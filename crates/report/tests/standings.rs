//! Standings of small runs: sheets without nonsense, pages that are well formed, and the luck taken out.

use std::path::{Path, PathBuf};

use ludarium_arena::testing::games;
use ludarium_arena::{Contest, Control, Interrupt, Plan, Progress, Shard, Store, Tournament, run};
use ludarium_report::sheet::{Cell, Sheet};
use ludarium_report::standings::{Scope, Standings};

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for ending in ["", "-wal", "-shm", ".lock"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    path
}

fn contest(text: &str) -> (Contest, u64) {
    Tournament::read(text).unwrap().contest(&games()).unwrap()
}

/// Plays the first blocks of a tournament.
fn played(name: &str, text: &str, blocks: u64) -> Store {
    measured(name, text, blocks, false)
}

/// The same; the luck of the games is measured while they are played, or not.
fn measured(name: &str, text: &str, blocks: u64, luck: bool) -> Store {
    let (contest, _) = contest(text);
    let mut store = Store::create(&file(name), &contest).unwrap();
    let plan = Plan { blocks, threads: 2, shard: Shard::WHOLE, luck, bots: None };
    let mut watch = |_: Progress<'_>| Control::Continue;
    run(&games(), &contest, &plan, &mut store, &Interrupt::new(), &mut watch).unwrap();
    store
}

const REPLAYED: Scope = Scope { blocks: None, replay: true };

const THREE: &str = "game = 'sprint'\nvariant = 'strict:players=3'\n\
                     agents = ['greedy', 'one-ply', 'random']\nrandom-plies = 4";
const DUEL: &str = "game = 'sprint'\nagents = ['one-ply', 'random']";

fn sheet(standings: &Standings, title: &str) -> Sheet {
    let sheets = standings.sheets().into_iter();
    let mut found = sheets.filter(|sheet| sheet.title == title);
    found.next().unwrap_or_else(|| panic!("no sheet `{title}`"))
}

/// Every number of every sheet can be printed.
fn assert_sane(standings: &Standings) {
    for sheet in standings.sheets().iter().chain([&standings.times()]) {
        for row in &sheet.rows {
            assert_eq!(row.len(), sheet.columns.len(), "{}", sheet.title);
            for cell in row {
                if let Cell::Number(number) = cell {
                    let (low, high) = number.interval.unwrap_or((number.value, number.value));
                    let finite = [number.value, low, high].iter().all(|n| n.is_finite());
                    assert!(finite && low <= high, "{}: {number:?}", sheet.title);
                }
            }
        }
        let text = sheet.markdown();
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

#[test]
fn any_number_of_games_gives_sheets_without_nonsense() {
    for blocks in [0, 1, 2, 7] {
        for (name, text) in [("three", THREE), ("duel", DUEL)] {
            let store = played(&format!("sane-{name}-{blocks}.db"), text, blocks);
            let standings = Standings::of(&games(), &store, REPLAYED).unwrap();
            assert_sane(&standings);
            let page = standings.document(standings.sheets()).html();
            assert!(
                roxmltree::Document::parse(page.trim_start_matches("<!DOCTYPE html>\n")).is_ok()
            );
        }
    }
}

#[test]
fn the_better_agent_stands_first_and_counts_add_up() {
    let store = played("order.db", DUEL, 60);
    let standings = Standings::of(&games(), &store, REPLAYED).unwrap();
    let ranking = sheet(&standings, "Standings");
    assert_eq!(ranking.rows[0][0], Cell::text("one-ply"));
    let count = |row: usize, column: usize| match &ranking.rows[row][column] {
        Cell::Number(number) => number.value,
        other => panic!("{other:?}"),
    };
    for row in 0..2 {
        assert_eq!(count(row, 1), 120.0);
        assert_eq!(count(row, 2) + count(row, 3) + count(row, 4), 120.0);
    }
    assert_eq!(count(0, 2), count(1, 4), "one side's wins are the other's losses");
}

#[test]
fn the_cross_table_has_the_order_of_the_standings_and_two_sides_of_every_meeting() {
    let store = played("cross.db", THREE, 7);
    let standings = Standings::of(&games(), &store, Scope::default()).unwrap();
    let (ranking, cross) = (sheet(&standings, "Standings"), sheet(&standings, "Cross table"));
    let names = |sheet: &Sheet| -> Vec<Cell> {
        let rows = sheet.rows.iter();
        rows.map(|row| row[0].clone()).collect()
    };
    assert_eq!(names(&cross), names(&ranking));
    let score = |row: usize, column: usize| match &cross.rows[row][column + 1] {
        Cell::Number(number) => Some(number.value),
        _ => None,
    };
    for row in 0..3 {
        assert_eq!(score(row, row), None);
        for column in 0..row {
            let both = score(row, column).unwrap() + score(column, row).unwrap();
            assert!((both - 1.0).abs() < 1e-9, "{both}");
        }
    }
    assert!(score(0, 2).unwrap() > 0.5, "the best beats the last");
}

#[test]
fn luck_taken_out_leaves_the_mean_and_less_variance() {
    let store = played("luck.db", DUEL, 200);
    let standings = Standings::of(&games(), &store, REPLAYED).unwrap();
    let luck = sheet(&standings, "Luck");
    let Cell::Number(left) = &luck.rows[0][4] else {
        panic!("no variance in {luck:?}");
    };
    assert!(left.value < 1.0, "the adjustment made it worse: {}", left.value);
    let points = |sheet: &Sheet, column: usize| {
        let row = sheet.rows.iter().find(|row| row[0] == Cell::text("one-ply"));
        match &row.unwrap()[column] {
            Cell::Number(number) => *number,
            other => panic!("{other:?}"),
        }
    };
    let plain = points(&sheet(&standings, "Standings"), 5);
    let adjusted = points(&luck, 3);
    let (low, high) = plain.interval.unwrap();
    assert!((low..=high).contains(&adjusted.value), "{adjusted} instead of {plain}");
}

/// With few blocks luck is taken off as it is, so its sign shows: taken off the wrong way it would add to the spread.
#[test]
fn good_luck_is_taken_off_and_not_added() {
    let standings = Standings::of(&games(), &played("sign.db", DUEL, 25), REPLAYED).unwrap();
    let luck = sheet(&standings, "Luck");
    let Cell::Number(left) = &luck.rows[0][4] else {
        panic!("no variance in {luck:?}");
    };
    assert!(left.value < 1.0, "{} of the variance is left", left.value);
}

/// An agent with the same points in every block has no correlation, and is listed all the same.
#[test]
fn every_agent_has_its_luck() {
    for seed in 1..=8 {
        let text = format!("{DUEL}\nseed = {seed}");
        let store = played(&format!("luck-{seed}.db"), &text, 10);
        let standings = Standings::of(&games(), &store, REPLAYED).unwrap();
        assert_eq!(sheet(&standings, "Luck").rows.len(), 2, "seed {seed}");
    }
}

/// Of two blocks nobody can say how much luck there was, nor how likely an agent is the stronger one.
#[test]
fn figures_that_are_noise_are_not_shown() {
    let titles = |blocks: u64| -> Vec<String> {
        let store = played(&format!("noise-{blocks}.db"), DUEL, blocks);
        let sheets = Standings::of(&games(), &store, REPLAYED).unwrap().sheets();
        sheets.into_iter().map(|sheet| sheet.title).collect()
    };
    let (few, many) = (titles(9), titles(10));
    for noise in ["Luck", "Likelihood of superiority"] {
        assert!(!few.contains(&noise.to_owned()), "{few:?}");
        assert!(many.contains(&noise.to_owned()), "{many:?}");
    }
}

#[test]
fn the_headline_names_faults_and_their_cause() {
    let text = "game = 'sprint'\nagents = ['one-ply', 'faulty']";
    let standings = Standings::of(&games(), &played("faults.db", text, 3), REPLAYED).unwrap();
    let headline = standings.headline();
    assert!(headline[0].contains("`one-ply`"), "{headline:?}");
    assert_eq!(headline[1], "`faulty` lost 6 of 6 games by faults: panicked: lost its head");
    let page = standings.document(standings.sheets()).markdown();
    assert!(page.contains(&headline[1]), "{page}");
}

/// An agent that says what it did is held to its budget.
#[test]
fn the_headline_names_who_spends_more_than_its_budget() {
    let text = "game = 'sprint'\nagents = ['spender@iterations=10', 'one-ply']";
    let headline = |text: &str, name: &str| {
        Standings::of(&games(), &played(name, text, 2), REPLAYED).unwrap().headline()
    };
    let said = headline(text, "spender.db");
    assert_eq!(
        said[1],
        "`spender@iterations=10` takes 40 simulations of a budget of 10, 4 times as much: it is not compared at its \
         budget; with --strict-budgets that is a fault"
    );
    let strict = headline(&format!("{text}\nstrict-budgets = true"), "strict.db");
    assert_eq!(
        strict[1],
        "`spender@iterations=10` lost 4 of 4 games by faults: spent 40 simulations of a budget of 10, 4 times as much"
    );
    let fair = headline(&text.replace("=10", "=30"), "fair.db");
    assert_eq!(fair.len(), 1, "{fair:?}");
    let unlike = "game = 'sprint'\nagents = ['mcts@iterations=10', 'mcts@iterations=20']";
    let told = headline(unlike, "unlike.db");
    assert_eq!(told[1], "the agents have different budgets: iterations=10; iterations=20");
}

#[test]
fn repeated_games_are_told() {
    let text = "game = 'sprint'\nagents = ['greedy', 'greedy']\nstarts = ['x']";
    let refused = Tournament::read(text).unwrap().contest(&games());
    assert!(refused.is_err(), "a bad start is refused");
    // With a loaded die these always play the same games.
    let text = "game = 'sprint'\nvariant = 'strict:players=3,die=loaded'\n\
                agents = ['maxn:depth=1', 'one-ply', 'walker']";
    let store = played("same.db", text, 3);
    let standings = Standings::of(&games(), &store, REPLAYED).unwrap();
    let notes = sheet(&standings, "Standings").notes.join("\n");
    assert!(notes.contains("of 18 games differ"), "{notes}");
}

#[test]
fn only_the_first_blocks_count_where_that_is_asked() {
    let store = played("prefix.db", DUEL, 10);
    let scope = Scope { blocks: Some(4), ..REPLAYED };
    let first = Standings::of(&games(), &store, scope).unwrap();
    let alone = Standings::of(&games(), &played("four.db", DUEL, 4), REPLAYED).unwrap();
    assert_eq!(first.sheets(), alone.sheets());
    assert_eq!(first.games(), 8);
}

/// Luck that was measured in play is what replaying the games would say.
#[test]
fn luck_measured_in_play_and_by_replaying_is_the_same() {
    let replayed = played("replayed.db", THREE, 30);
    let in_play = measured("in-play.db", THREE, 30, true);
    let text = |store: &Store| -> String {
        let standings = Standings::of(&games(), store, REPLAYED).unwrap();
        let sheets = standings.sheets().into_iter();
        sheets.map(|sheet| sheet.markdown()).collect()
    };
    let expected = text(&replayed);
    assert!(expected.contains("points without luck"), "{expected}");
    assert_eq!(text(&in_play), expected);
    let mut lucky = 0;
    let read = in_play.each_sum(|sum| {
        let luck = sum.luck.as_ref().unwrap();
        lucky += usize::from(luck.iter().any(|&luck| luck != 0.0));
        Ok::<(), ludarium_arena::StoreError>(())
    });
    read.unwrap();
    assert!(lucky > 10, "{lucky}");
}

#[test]
fn a_report_says_who_played() {
    let store = played("who.db", DUEL, 3);
    let known = Standings::of(&games(), &store, REPLAYED).unwrap().who_played();
    let text = known.markdown();
    assert_eq!(known.rows.len(), 2);
    assert_eq!(text.matches("behaviour ").count(), 2, "{text}");
    assert!(!text.contains("not known"), "{text}");
}

/// Progress is told while games are read.
#[test]
fn long_readings_are_not_silent() {
    let store = played("long.db", "game = 'sprint'\nagents = ['walker', 'random']", 2500);
    let mut told = Vec::new();
    Standings::showing(&games(), &store, Scope::default(), &mut |done, total| {
        told.push((done, total));
    })
    .unwrap();
    assert_eq!(told, [(4096, 5000)]);
}
