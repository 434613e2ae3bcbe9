//! Whole games between our client and our host.

use std::time::Duration;

use ludarium_arena::Interrupt;
use ludarium_dice_chess::doors::message::{GameResult, Termination, TimeControl};
use ludarium_dice_chess::doors::{
    DiceCheck, FinishedGame, Host, News, Secret, Terms, Visit, visit,
};
use ludarium_game::Budget;

use crate::support::{
    LONG, challenger, entrant, guest, host, invitation, news_of, next_finished, open, registered,
    url,
};

/// Enough thought for a game to last a while.
fn brief() -> Budget {
    Budget {
        time: Some(Duration::from_millis(50)),
        ..Budget::default()
    }
}

fn finished(news: &[News]) -> Vec<&FinishedGame> {
    let finished = news.iter().filter_map(|news| match news {
        News::Finished(game) => Some(game),
        _ => None,
    });
    finished.collect()
}

/// A host that waits for the seeds of both players, however busy the machine is.
fn waiting_for_seeds() -> Host {
    open(Terms {
        grace: LONG,
        ..Terms::default()
    })
}

#[test]
fn a_client_plays_the_house_and_proves_every_roll() {
    let host = waiting_for_seeds();
    let order = Visit {
        games: Some(4),
        at_once: 2,
        ..challenger(url(host.address()))
    };
    let news = news_of(&order);
    let games = finished(&news);
    assert_eq!(games.len(), 4, "{news:?}");
    for game in games {
        let hosted = next_finished(&host);
        assert!(hosted.turns > 2);
        let DiceCheck::Proven { rolls, ours } = game.dice else {
            panic!("{:?}", game.dice);
        };
        assert!(ours && rolls > 2);
    }
    assert!(!news.iter().any(|news| matches!(news, News::Lost { .. })));
}

#[test]
fn what_the_client_saw_is_what_the_host_did() {
    let host = waiting_for_seeds();
    let news = news_of(&challenger(url(host.address())));
    let hosted = next_finished(&host);
    let game = finished(&news)[0].clone();
    assert_eq!((game.game, game.over), (hosted.game, Some(hosted.over)));
    let rolls = hosted.turns;
    assert_eq!(game.dice, DiceCheck::Proven { rolls, ours: true });
    let played = news
        .iter()
        .filter(|news| matches!(news, News::Played { .. }));
    assert_eq!(played.count(), game.turns as usize);
}

#[test]
fn two_clients_meet() {
    let host = waiting_for_seeds();
    let (_, white) = registered(&host, "anna");
    let (_, black) = registered(&host, "boris");
    let player = |token: Option<String>, opponent| Visit {
        token: token.as_deref().map(Secret::new),
        games: Some(2),
        opponent,
        ..guest(url(host.address()))
    };
    let inviting = player(white.token, Some(invitation("acme", "boris")));
    let accepting = player(black.token, None);
    let (one, two) = std::thread::scope(|scope| {
        let other = scope.spawn(|| news_of(&accepting));
        (news_of(&inviting), other.join().unwrap())
    });
    let (one, two) = (finished(&one), finished(&two));
    assert_eq!((one.len(), two.len()), (2, 2));
    for (game, other) in one.iter().zip(&two) {
        assert_eq!((&game.game, &game.over), (&other.game, &other.over));
        assert_eq!(game.side, other.side.other());
        assert!(matches!(game.dice, DiceCheck::Proven { ours: true, .. }));
        assert!(matches!(other.dice, DiceCheck::Proven { ours: true, .. }));
    }
}

#[test]
fn clocks_are_respected_by_a_searching_agent() {
    let host = host();
    let mut order = Visit {
        agent: entrant("mcts:iterations=1000000"),
        ..challenger(url(host.address()))
    };
    if let Some(invitation) = &mut order.opponent {
        invitation.time_control = TimeControl::SuddenDeath { initial_seconds: 4 };
    }
    let news = news_of(&order);
    let game = finished(&news)[0];
    let over = game.over.as_ref().expect("the end was heard");
    // A king may be captured early; a client that ignored its clock would lose on time before its second turn.
    assert!(
        over.termination != Termination::Timeout || game.turns >= 3,
        "{news:?}"
    );
}

#[test]
fn an_interrupted_guest_gives_up_at_once() {
    let host = host();
    let interrupt = Interrupt::new();
    let order = Visit {
        games: None,
        agent: entrant("mcts:iterations=1000000"),
        budget: brief(),
        ..challenger(url(host.address()))
    };
    visit(&order, &interrupt, &mut |news| {
        if matches!(news, News::Played { .. }) {
            interrupt.now();
        }
    })
    .unwrap();
    let over = next_finished(&host).over;
    assert!(matches!(
        over.termination,
        Termination::Resign | Termination::KingCaptured
    ));
}

#[test]
fn asked_to_finish_a_client_plays_its_game_to_the_end() {
    let host = host();
    let interrupt = Interrupt::new();
    let order = Visit {
        games: None,
        ..challenger(url(host.address()))
    };
    let mut ended = 0;
    visit(&order, &interrupt, &mut |news| match news {
        News::Played { .. } => interrupt.finish(),
        News::Finished(_) => ended += 1,
        _ => {}
    })
    .unwrap();
    assert_eq!(ended, 1);
}

#[test]
fn a_host_that_closes_aborts_its_games() {
    let mut host: Option<Host> = Some(waiting_for_seeds());
    let address = host.as_ref().map(Host::address).unwrap();
    let order = Visit {
        agent: entrant("mcts:iterations=1000000"),
        budget: brief(),
        ..challenger(url(address))
    };
    let mut over = None;
    // With the host gone the client may also fail to find out more.
    let _ = visit(&order, &Interrupt::new(), &mut |news| match news {
        News::Played { .. } => drop(host.take()),
        News::Finished(game) => over = game.over,
        _ => {}
    });
    let over = over.expect("the client hears of the end");
    assert_eq!(over.termination, Termination::Aborted);
    assert_eq!(over.result, GameResult::Draw {});
}

#[test]
fn a_client_that_dies_loses_on_time_and_disturbs_nobody() {
    let host = open(Terms {
        grace: Duration::from_millis(20),
        ..Terms::default()
    });
    let address = host.address();
    let token = crate::support::guest_token(address);
    let body =
        r#"{"team":"house","name":"greedy","timeControl":{"SuddenDeath":{"initialSeconds":1}}}"#;
    let (status, _) = crate::support::call_as(address, &token, "POST /bot/challenge", body);
    assert_eq!(status, 201);
    let news = news_of(&challenger(url(address)));
    assert_eq!(finished(&news).len(), 1);
    let terminations =
        [next_finished(&host), next_finished(&host)].map(|game| game.over.termination);
    assert!(
        terminations.contains(&Termination::Timeout),
        "{terminations:?}"
    );
}
