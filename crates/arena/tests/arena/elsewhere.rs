//! Games that are played elsewhere: stored once, compared when they come twice, refused when they are not of the run.

use ludarium_arena::{
    Completion, Contest, Control, Elsewhere, GameRecord, Interrupt, Keep, Machine, Portion,
    Progress, RemoteTask, RunError, Store, Wanted, run_by, testing::games,
};

use super::common::{Folder, complete, duel, plan, rows, stopped};

/// Somebody who has all games already, and sends them as it likes.
#[derive(Debug)]
struct Sender(Vec<Vec<GameRecord>>);

impl Elsewhere for Sender {
    fn play(&self, wanted: &Wanted<'_>, keep: &mut Keep<'_>) -> Result<(), RunError> {
        assert!(!wanted.units.is_empty());
        assert!(
            matches!(wanted.task, RemoteTask::Contest { identities, .. } if !identities.is_empty())
        );
        for portion in &self.0 {
            let portion = Portion { games: portion.clone(), ..Portion::default() };
            if keep(vec![portion])? != Control::Continue {
                break;
            }
        }
        Ok(())
    }
}

fn collect(
    contest: &Contest,
    store: &mut Store,
    sent: Vec<Vec<GameRecord>>,
    watch: &mut dyn FnMut(Progress<'_>) -> Control,
) -> Result<Completion, RunError> {
    let (interrupt, sender) = (Interrupt::new(), Sender(sent));
    run_by(&games(), contest, &plan(6, 1), store, &interrupt, watch, Some(&sender))
}

fn go_on(_: Progress<'_>) -> Control {
    Control::Continue
}

#[test]
fn games_in_any_order_and_number_make_the_same_run() {
    let folder = Folder::new();
    for (index, contest) in [duel(), stopped()].into_iter().enumerate() {
        let near = complete(&contest, &plan(6, 2), &folder.file(&format!("near-{index}")));
        let mut all = rows(&near);
        all.reverse();
        let path = folder.file(&format!("far-{index}"));
        let mut far = Store::create(&path, &contest).unwrap();
        // The first portion alone, then everything twice.
        let (mut blocks, mut finished) = (Vec::new(), 0);
        let begun = collect(&contest, &mut far, vec![all[..4].to_vec()], &mut go_on).unwrap();
        let games_left = all.len() as u64 - 4;
        assert_eq!(begun, Completion::Interrupted { games_left });
        let sent = vec![all.clone(), all.clone()];
        let ended = collect(&contest, &mut far, sent, &mut |progress| {
            match progress {
                Progress::Block(result) => blocks.push(result.block.number),
                Progress::Finished(_) => finished += 1,
                Progress::Started { games_done, .. } => assert_eq!(games_done, 4),
            }
            Control::Continue
        });
        assert_eq!(ended.unwrap(), Completion::Complete);
        assert_eq!(blocks, (0..6).collect::<Vec<_>>(), "blocks are told in order");
        assert_eq!(finished, games_left);
        assert_eq!(rows(&far), rows(&near));
    }
}

#[test]
fn a_game_that_comes_back_changed_stops_the_run() {
    let folder = Folder::new();
    let contest = duel();
    let all = rows(&complete(&contest, &plan(6, 1), &folder.file("near")));
    let mut changed = all[3].clone();
    changed.moves.push_str(" x");
    // In one portion with the right one, and later.
    for (name, sent) in [
        ("together", vec![vec![all[3].clone(), changed.clone()]]),
        ("later", vec![all.clone(), vec![changed]]),
    ] {
        let mut far = Store::create(&folder.file(name), &contest).unwrap();
        let error = collect(&contest, &mut far, sent, &mut go_on).unwrap_err();
        assert!(matches!(error, RunError::Disagreement { game: 3, part: "moves" }), "{error}");
    }
}

#[test]
fn a_game_of_another_run_is_refused() {
    let folder = Folder::new();
    let contest = duel();
    let all = rows(&complete(&contest, &plan(7, 1), &folder.file("near")));
    let beyond = all.last().unwrap().clone();
    let mut seated = all[0].clone();
    seated.seats.reverse();
    let mut moved = all[0].clone();
    moved.block = 5;
    let (mut short, mut endless) = (all[0].clone(), all[0].clone());
    short.scores.pop();
    endless.scores[0] = f32::NAN;
    let mut last = all[0].clone();
    (last.number, last.block) = (u64::MAX, u64::MAX);
    for (name, game) in [
        ("beyond", beyond),
        ("seated", seated),
        ("moved", moved),
        ("short", short),
        ("endless", endless),
        ("last", last),
    ] {
        let mut far = Store::create(&folder.file(name), &contest).unwrap();
        let error = collect(&contest, &mut far, vec![vec![game]], &mut go_on).unwrap_err();
        assert!(error.to_string().contains("not one of this run"), "{error}");
        assert_eq!(far.games().unwrap(), 0);
    }
}

#[test]
fn a_watcher_may_stop_it() {
    let folder = Folder::new();
    let contest = duel();
    let all = rows(&complete(&contest, &plan(6, 1), &folder.file("near")));
    let mut far = Store::create(&folder.file("far"), &contest).unwrap();
    let sent = all.iter().map(|game| vec![game.clone()]).collect();
    let ended = collect(&contest, &mut far, sent, &mut |progress| match progress {
        Progress::Block(result) if result.block.number == 1 => Control::Stop("enough".to_owned()),
        _ => Control::Continue,
    });
    assert_eq!(ended.unwrap(), Completion::Stopped("enough".to_owned()));
    assert_eq!(far.games().unwrap(), 4);
}

/// Says who played, as under a clock.
#[derive(Debug)]
struct Signed(Vec<(&'static str, Vec<GameRecord>)>);

impl Elsewhere for Signed {
    fn play(&self, _: &Wanted<'_>, keep: &mut Keep<'_>) -> Result<(), RunError> {
        let portion = |(name, games): &(&str, Vec<GameRecord>)| Portion {
            games: games.clone(),
            results: Vec::new(),
            machine: Some(Machine { name: (*name).to_owned(), speed: 100.0 * name.len() as f64 }),
        };
        keep(self.0.iter().map(portion).collect()).map(|_| ())
    }
}

#[test]
fn a_run_notes_who_played() {
    let folder = Folder::new();
    let contest = duel();
    let near = complete(&contest, &plan(6, 1), &folder.file("near"));
    assert!(near.machines().unwrap().is_empty());
    let all = rows(&near);
    let mut far = Store::create(&folder.file("far"), &contest).unwrap();
    // The second machine comes too late with one of its games.
    let sent = Signed(vec![("a", all[..4].to_vec()), ("bb", all[3..].to_vec())]);
    let ended = run_by(
        &games(),
        &contest,
        &plan(6, 1),
        &mut far,
        &Interrupt::new(),
        &mut go_on,
        Some(&sent),
    );
    assert_eq!(ended.unwrap(), Completion::Complete);
    let noted: Vec<(String, f64, u64)> = far
        .machines()
        .unwrap()
        .into_iter()
        .map(|(machine, games)| (machine.name, machine.speed, games))
        .collect();
    let late = all.len() as u64 - 4;
    assert_eq!(noted, [("a".to_owned(), 100.0, 4), ("bb".to_owned(), 200.0, late)]);
    assert_eq!(rows(&far), rows(&near));
}
