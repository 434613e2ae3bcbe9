//! Tests of tables.

use ludarium_game::{Budget, Fault};

use super::*;
use crate::game::ruleset::seeded_start;
use crate::testing::games;

fn table(variant: &str) -> Table {
    let rules = games().rules("sprint", Some(variant)).unwrap();
    let start = seeded_start(&*rules, Seed(3));
    Table::new(rules, start, Seed(3)).unwrap()
}

/// Plays a number of events, choosing moves by a rule that needs no luck of its own.
fn go_on(table: &mut Table, count: usize) {
    for _ in 0..count {
        if table.roll().is_none() {
            let choices = table.choices();
            let place = table.events().len() % choices.len().max(1);
            let Some(choice) = choices.get(place) else {
                return;
            };
            table.play(&choice.text).unwrap();
        }
    }
}

fn texts(table: &Table) -> Vec<String> {
    let events = table.events().iter();
    events.map(|event| event.text.clone()).collect()
}

#[test]
fn luck_stays_the_same_when_moves_are_taken_back() {
    let mut one = table("strict:track=100");
    go_on(&mut one, 60);
    let (all, end) = (texts(&one), one.position().describe());
    assert_eq!(all.len(), 60);
    for back in [45, 10, 0] {
        one.take_back(back);
        assert_eq!(texts(&one), all[..back]);
        assert_eq!(one.position(), one.game().after(back));
        go_on(&mut one, all.len() - back);
        assert_eq!(texts(&one), all);
        assert_eq!(one.position().describe(), end);
    }
}

#[test]
fn every_earlier_position_can_be_looked_at() {
    let mut game = table("strict");
    let mut seen = vec![game.game().start().describe()];
    for _ in 0..8 {
        go_on(&mut game, 1);
        seen.push(game.position().describe());
    }
    let again: Vec<String> = (0..=8).map(|count| game.game().after(count).describe()).collect();
    assert_eq!(again, seen);
    assert_eq!(game.game().after(1000), game.position());
}

#[test]
fn only_who_resigns_first_and_in_time_has_resigned() {
    let mut game = table("strict:players=3");
    game.resign(Seat(2));
    game.resign(Seat(0));
    assert_eq!(game.result().unwrap().scores.as_slice(3), [0.5, 0.5, 0.0]);
    let mut game = table("strict");
    go_on(&mut game, 10_000);
    let end = game.result().unwrap();
    assert_eq!(end.scores, game.position().scores());
    assert_eq!(end.ending, "arrived");
    game.resign(Seat(0));
    game.resign(Seat(1));
    assert_eq!(game.result(), Some(end));
}

#[test]
fn only_legal_moves_of_the_seat_to_move_are_made() {
    let mut game = table("strict");
    assert!(game.roll().is_none() && game.play("fly").is_err());
    assert_eq!(game.choices().len(), 2);
    let made = game.play("run").unwrap();
    assert_eq!((made.by, made.text.as_str()), (Some(Seat(0)), "run"));
    assert!(game.play("walk").is_err(), "the die has not fallen yet");
    assert!(game.choices().is_empty());
    assert!(game.roll().is_some());
}

#[test]
fn who_resigns_leaves_the_win_to_the_others_and_may_think_again() {
    let mut game = table("strict:players=3");
    go_on(&mut game, 4);
    assert_eq!(game.result(), None);
    game.resign(Seat(1));
    let end = game.result().unwrap();
    assert_eq!(end.scores.as_slice(3), [0.5, 0.0, 0.5]);
    assert_eq!((game.turn(), end.ending.as_str()), (Turn::Over, "resigned"));
    assert!(game.choices().is_empty() && game.play("walk").is_err());
    game.take_back(4);
    assert_eq!((game.result(), game.events().len()), (None, 4));
}

fn agent_table(variant: &str, agent: &str) -> Table {
    let mut game = table(variant);
    let contender = game.rules().contender(agent, None).unwrap();
    game.seat(Seat(0), contender);
    game
}

#[test]
fn agents_are_asked_and_their_moves_made() {
    let mut game = agent_table("strict", "one-ply");
    assert!(game.ask(Seat(1), &Budget::default()).is_none(), "a person");
    let question = game.ask(Seat(0), &Budget::default()).unwrap();
    let settled = game.settle(question.answer(), None).unwrap();
    let Settled::Played(decision) = settled else {
        panic!("{settled:?}");
    };
    assert_eq!(game.events()[0].text, decision.chosen);
}

#[test]
fn an_answer_to_an_earlier_state_changes_nothing() {
    let mut game = agent_table("strict", "random");
    let question = game.ask(Seat(0), &Budget::default()).unwrap();
    game.resign(Seat(1));
    game.take_back(0);
    assert_eq!(game.settle(question.answer(), None), Ok(Settled::Late));
    assert!(game.events().is_empty());
}

/// Known from a lenient game: who failed once is not asked again, and people are told once.
#[test]
fn a_failed_agent_stays_benched() {
    let mut game = agent_table("lenient", "faulty");
    let fail = |game: &mut Table| {
        let question = game.ask(Seat(0), &Budget::default()).unwrap();
        match game.settle(question.answer(), None).unwrap() {
            Settled::Failed { failure, news } => (failure.reason, news),
            other => panic!("{other:?}"),
        }
    };
    let (reason, news) = fail(&mut game);
    assert!(reason.contains("lost its head") && news, "{reason}");
    assert_eq!(game.events()[0].text, "walk");
    game.play("walk").unwrap();
    let (again, news) = fail(&mut game);
    assert_eq!((again, news), (reason, false));
}

/// Asks the agent in the first seat, which fails; whether people have not heard of it before.
fn fails_anew(game: &mut Table) -> bool {
    let question = game.ask(Seat(0), &Budget::default()).unwrap();
    match game.settle(question.answer(), None).unwrap() {
        Settled::Failed { news, .. } => news,
        other => panic!("{other:?}"),
    }
}

#[test]
fn only_who_failed_before_stays_benched_when_moves_are_taken_back() {
    let mut game = agent_table("lenient", "faulty");
    assert!(fails_anew(&mut game));
    game.play("walk").unwrap();
    assert!(!fails_anew(&mut game));
    game.take_back(2);
    assert!(!fails_anew(&mut game), "it failed before that");
    game.take_back(0);
    assert!(fails_anew(&mut game), "its fault is taken back, too");
    assert_eq!(game.faults().len(), 1);
}

#[test]
fn who_is_known_to_have_failed_is_not_asked() {
    let mut game = agent_table("lenient", "faulty");
    let late = FaultNote::new(0, 0, Fault::Overtime, "out of time".to_owned());
    game.repeat("walk", None).unwrap();
    game.repeat("walk", None).unwrap();
    game.recall(vec![late], None);
    assert!(fails_anew(&mut game), "being late benches nobody here");
    let mut other = agent_table("lenient", "faulty");
    other.repeat("walk", None).unwrap();
    other.repeat("walk", None).unwrap();
    let mut failed = game.faults()[1].clone();
    failed.ply = 0;
    other.recall(vec![failed.clone()], None);
    assert!(!fails_anew(&mut other));
    assert_eq!(other.faults(), [failed]);
}

#[test]
fn a_game_is_made_again_from_its_texts_and_times() {
    let mut first = table("strict");
    first.set_clocks("game=10s".parse().unwrap(), Duration::ZERO);
    first.play_in_time("run", Duration::from_secs(3)).unwrap();
    first.roll();
    first.play_in_time("walk", Duration::from_secs(1)).unwrap();
    first.resign(Seat(0));
    let mut again = table("strict");
    again.set_clocks("game=10s".parse().unwrap(), Duration::ZERO);
    for event in first.events() {
        again.repeat(&event.text, event.time).unwrap();
    }
    again.recall(Vec::new(), first.result());
    assert_eq!((again.events(), again.result()), (first.events(), first.result()));
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(again.clock(seat).left(), first.clock(seat).left());
    }
    // A time is given back with its move.
    again.take_back(2);
    assert_eq!(again.clock(Seat(0)).left(), Some(Duration::from_secs(7)));
    assert_eq!(again.clock(Seat(1)).left(), Some(Duration::from_secs(10)));
    let mut other = table("strict");
    other.repeat("run", None).unwrap();
    let error = other.repeat("4", None).unwrap_err().to_string();
    assert!(error.contains("chance drew"), "{error}");
}

#[test]
fn a_fault_may_end_the_game() {
    let mut game = agent_table("strict", "faulty");
    let question = game.ask(Seat(0), &Budget::default()).unwrap();
    game.settle(question.answer(), None).unwrap();
    let end = game.result().unwrap();
    assert_eq!(end.ending, "fault: failed");
    assert_eq!(end.scores.as_slice(2), [0.0, 1.0]);
}

#[test]
fn people_who_are_late_have_failed() {
    let mut game = table("strict");
    game.set_clocks("move=1s".parse().unwrap(), Duration::ZERO);
    let settled = game.play_in_time("walk", Duration::from_millis(900));
    assert!(matches!(settled, Ok(Settled::Played(_))));
    let settled = game.play_in_time("walk", Duration::from_secs(2)).unwrap();
    assert!(matches!(settled, Settled::Failed { news: true, .. }));
    assert_eq!(game.result().unwrap().ending, "fault: overtime");
}
