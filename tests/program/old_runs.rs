//! Runs of earlier versions stay readable. The files were written by version `b2a02e2`, before one crate a game, before
//! identities and sums; the tables beside them are what that version exported.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::program::{empty_folder, ludarium, printed};

/// The runs, their games, and who is best in each.
const RUNS: [(&str, usize, &str); 2] = [("chexers", 6, "one-ply"), ("dice-chess", 4, "basic")];

/// A folder with copies of the old runs.
fn folder(name: &str) -> PathBuf {
    let folder = empty_folder(&format!("old-runs-{name}"));
    std::fs::create_dir(folder.join("runs")).unwrap();
    for (run, ..) in RUNS {
        std::fs::copy(stored(run, "db"), folder.join(format!("runs/{run}.db"))).unwrap();
    }
    folder
}

fn stored(run: &str, ending: &str) -> String {
    format!(
        "{}/tests/old_runs/{run}.{ending}",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// The rows of a table, each by the names of its columns; no field of these has a comma before the last ones.
fn rows(table: &str, columns: usize) -> Vec<HashMap<String, String>> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').take(columns).collect();
    let row = |line: &str| {
        let fields = line.split(',').take(columns).map(str::to_owned);
        names
            .iter()
            .map(|name| (*name).to_owned())
            .zip(fields)
            .collect()
    };
    lines.map(row).collect()
}

#[test]
fn they_are_reported_exported_replayed_and_played_again() {
    let folder = folder("read");
    for (run, games, best) in RUNS {
        let report = printed(&folder, &["report", run]);
        let standings = report.split("Standings\n").nth(1).unwrap();
        let first = standings.lines().nth(1).unwrap();
        assert!(first.starts_with(best), "{report}");
        assert!(report.contains(&format!("{games} games")), "{report}");
        let before = std::fs::read_to_string(stored(run, "csv")).unwrap();
        // All columns of that version but the last, faults, which has moved.
        let columns = before.lines().next().unwrap().split(',').count() - 1;
        let now = printed(&folder, &["export", run, "--csv", "games"]);
        let (before, now) = (rows(&before, columns), rows(&now, columns));
        assert_eq!(before.len(), games);
        assert_eq!(before, now, "{run}");
        for game in 0..games {
            let game = game.to_string();
            printed(&folder, &["replay", run, &game, "--fast"]);
            let again = printed(&folder, &["rerun", run, &game]);
            assert!(again.contains("identical"), "{again}");
        }
    }
}

/// That version did not note what its agents were, so nobody knows whether today's are the same.
#[test]
fn they_are_not_made_longer_with_agents_that_may_have_changed() {
    let folder = folder("longer");
    let agents = ["tournament", "chexers", "greedy", "one-ply", "random"];
    let settings = ["--random-plies", "4", "--seed", "3", "--run", "chexers"];
    let more = [&agents[..], &settings, &["--games", "12"]].concat();
    let refused = ludarium(&folder, &more);
    let reason = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{reason}");
    assert!(
        reason.contains("did not note what its agents were"),
        "{reason}"
    );
    let games = printed(&folder, &["export", "chexers", "--csv", "games"]);
    assert_eq!(games.lines().count(), 7, "nothing was lost");
}
