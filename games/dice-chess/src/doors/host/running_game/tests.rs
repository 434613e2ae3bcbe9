//! Games without networks.

use super::*;

fn pair(white: &str, black: &str) -> Sides<String> {
    Sides {
        white: white.to_owned(),
        black: black.to_owned(),
    }
}

fn played(control: TimeControl, now: Instant) -> RunningGame {
    let mut bytes = [0; 32];
    bytes[31] = 1;
    let ids = pair("bot:team:anon:a", "bot:team:anon:b");
    let opens = now + Duration::from_secs(5);
    RunningGame::new(
        pair("anon a", "anon b"),
        ids,
        control,
        ServerSeed::new(bytes),
        opens,
    )
    .unwrap()
}

/// A game whose dice are those of the published recipe: 616 at first.
fn seeded(control: TimeControl, now: Instant) -> RunningGame {
    let mut played = played(control, now);
    assert!(played.add_seed(Side::White, "white-seed-000001".into(), now));
    assert!(played.add_seed(Side::Black, "black-seed-000002".into(), now));
    played
}

fn versions(events: &[GameEvent]) -> Vec<u64> {
    let version = |event: &GameEvent| match event {
        GameEvent::Snapshot { v, .. }
        | GameEvent::DiceRolled { v, .. }
        | GameEvent::TurnPlayed { v, .. }
        | GameEvent::Rejected { v, .. }
        | GameEvent::GameEnded { v, .. } => *v,
    };
    events.iter().map(version).collect()
}

#[test]
fn the_first_roll_waits_for_both_seeds_or_its_latest_time() {
    let now = Instant::now();
    let mut played = played(TimeControl::default(), now);
    assert!(played.add_seed(Side::White, "white-seed-000001".into(), now));
    assert!(
        !played.add_seed(Side::White, "another-seed-0001".into(), now),
        "once"
    );
    assert!(!played.add_seed(Side::Black, "too short".into(), now));
    assert!(!played.add_seed(Side::Black, "x".repeat(257), now));
    played.tick(now + Duration::from_secs(4));
    assert!(!played.state(now).dice_pending);
    assert_eq!(
        played.play(Side::White, &["e2e4".into()], now),
        Err(Refused::NotYourTurn)
    );
    played.tick(now + Duration::from_secs(5));
    assert!(!played.take_events().is_empty());
    assert_eq!(
        *played.seeds(),
        pair("white-seed-000001", "bot:team:anon:b")
    );
    assert!(
        !played.add_seed(Side::Black, "black-seed-000002".into(), now),
        "too late"
    );
}

#[test]
fn the_dice_are_those_of_the_recipe() {
    let now = Instant::now();
    let mut played = seeded(TimeControl::default(), now);
    let events = played.take_events();
    let GameEvent::DiceRolled { dice, dfen, v, .. } = &events[0] else {
        panic!("the first event is a roll: {events:?}");
    };
    assert_eq!((dice.as_slice(), *v), ([6, 1, 6].as_slice(), 1));
    assert!(dfen.ends_with(" PKK"), "{dfen}");
    assert_eq!(
        played.commit(),
        "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5"
    );
    assert_eq!(played.revealed(), None);
}

#[test]
fn only_whole_legal_turns_of_the_right_side_are_played() {
    let now = Instant::now();
    let mut played = seeded(TimeControl::default(), now);
    let turn = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let mut refused = |side, text: &str| played.play(side, &turn(text), now).unwrap_err();
    assert_eq!(refused(Side::Black, "e7e5"), Refused::NotYourTurn);
    // The roll is P K K: a pawn opens the way for the king.
    for text in [
        "",
        "e2e4",
        "g1f3",
        "-",
        "PKK",
        "e2e4 e1e2",
        "e2e4 e1e2 e2e3 e3e4",
        "é",
    ] {
        assert_eq!(refused(Side::White, text), Refused::IllegalTurn, "{text}");
    }
    played.take_events();
    assert_eq!(
        played.play(Side::White, &turn("e2e4 e1e2 e2e3"), now),
        Ok(2)
    );
    let events = played.take_events();
    assert_eq!(versions(&events)[..2], [2, 3], "{events:?}");
    assert_eq!(played.history()[0].dice, [6, 1, 6]);
}

#[test]
fn a_side_without_moves_passes_at_once() {
    let now = Instant::now();
    let mut played = played(TimeControl::default(), now);
    // Only pawns and knights can move at first: look for a seed whose first roll has neither.
    let black = "black-seed-000002";
    let blocked = |white: &String| {
        let roll = played.seed.roll(&pair(white, black), 0);
        roll.iter().all(|&die| die > 2)
    };
    let mut seeds = (0..100).map(|number| format!("white-seed-{number:06}"));
    let white = seeds.find(blocked).unwrap();
    played.add_seed(Side::White, white, now);
    played.add_seed(Side::Black, black.to_owned(), now);
    let events = played.take_events();
    let GameEvent::DiceRolled { legal_moves, .. } = &events[0] else {
        panic!("{events:?}");
    };
    assert_eq!(*legal_moves, Some(MoveTree::default()));
    let GameEvent::TurnPlayed { moves, seat, .. } = &events[1] else {
        panic!("{events:?}");
    };
    assert_eq!((moves.len(), *seat), (0, Side::White));
    assert!(matches!(
        &events[2],
        GameEvent::DiceRolled {
            seat: Side::Black,
            ..
        }
    ));
    assert_eq!(versions(&events[..3]), [1, 2, 3]);
}

#[test]
fn the_game_ends_with_the_reveal() {
    let now = Instant::now();
    let mut played = seeded(TimeControl::default(), now);
    assert!(played.resign(Side::White) && !played.resign(Side::Black));
    let events = played.take_events();
    let Some(GameEvent::GameEnded {
        over,
        seed,
        client_seeds,
        ..
    }) = events.last()
    else {
        panic!("{events:?}");
    };
    assert_eq!(over.result, GameResult::Win { side: Side::Black });
    assert_eq!(
        seed.as_deref().and_then(ServerSeed::read),
        Some(played.seed.clone())
    );
    assert_eq!(client_seeds.as_ref(), Some(played.seeds()));
    assert_eq!(
        played.play(Side::White, &["e2e4".into()], now),
        Err(Refused::GameIsOver)
    );
}

#[test]
fn clocks_run_for_the_side_to_move_and_end_the_game() {
    let now = Instant::now();
    let at = |seconds| now + Duration::from_secs(seconds);
    let control = TimeControl::Fischer {
        initial_seconds: 60,
        increment_seconds: 3,
    };
    let mut played = seeded(control, now);
    let clocks = |played: &RunningGame, at| played.state(at).clocks.unwrap();
    assert_eq!(clocks(&played, at(10)).white, 50_000);
    assert_eq!(clocks(&played, at(10)).black, 60_000);
    let moves = ["e2e4", "e1e2", "e2e3"].map(str::to_owned);
    played.play(Side::White, &moves, at(10)).unwrap();
    assert_eq!(clocks(&played, at(10)).white, 53_000);
    let mover = played.mover();
    played.tick(at(69));
    assert!(played.over().is_none());
    played.tick(at(10) + played.clocks[mover.index()]);
    let over = played.over().unwrap();
    assert_eq!(over.termination, Termination::Timeout);
    assert_eq!(
        over.result,
        GameResult::Win {
            side: mover.other()
        }
    );
    assert_eq!(played.left(mover, at(70)), Duration::ZERO);
}

#[test]
fn a_turn_without_clocks_is_not_endless() {
    let now = Instant::now();
    let mut played = seeded(TimeControl::default(), now);
    assert_eq!(played.state(now).clocks, None);
    played.tick(now + Duration::from_secs(119));
    assert!(played.over().is_none());
    played.tick(now + Duration::from_secs(120));
    assert_eq!(played.over().unwrap().termination, Termination::Timeout);
}

#[test]
fn many_legal_turns_are_sent_only_when_asked_for() {
    let now = Instant::now();
    let mut played = seeded(TimeControl::default(), now);
    let mut seen_large = false;
    for _ in 0..300 {
        let state = played.state(now);
        if !state.dice_pending {
            break;
        }
        let turns = played.pending.as_ref().unwrap().turns;
        assert_eq!(state.legal_moves.is_some(), turns <= MOST_INLINE);
        seen_large |= turns > MOST_INLINE;
        let tree = played.legal_moves().legal_moves;
        let first = tree.0.keys().nth(turns % tree.0.len()).unwrap().clone();
        let mut moves = vec![first.clone()];
        moves.extend(tree.0[&first].first_turn());
        played.play(state.active_seat, &moves, now).unwrap();
    }
    assert!(seen_large);
}
