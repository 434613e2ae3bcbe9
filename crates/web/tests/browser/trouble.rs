//! Reloads, lost servers, two people at one table, and clients that mean no good.

use serde_json::json;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, connect};

use crate::player::{Chooser, click_a_move, moves_made, wait_for_turn};
use crate::tab::DESK;
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("a_reload_keeps_the_game", reload),
    ("a_killed_server_comes_back_and_the_game_goes_on", killed),
    ("a_reader_stays_at_the_position_when_the_server_comes_back", reader),
    ("two_browsers_play_one_game", two_browsers),
    ("a_wrong_origin_is_refused", wrong_origin),
    ("texts_of_others_never_become_markup", markup),
    ("an_oversized_message_ends_its_connection_only", oversized),
];

fn reload(world: &mut World) {
    let seats = json!([{ "kind": "human" }, { "kind": "agent", "agent": "random" }]);
    let table = world.server.table(&json!({ "game": "tuc-chess", "seed": 6, "seats": seats }));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    let mut chooser = Chooser::new(1);
    for _ in 0..2 {
        assert!(wait_for_turn(&tab));
        click_a_move(&tab, &mut chooser);
    }
    assert!(wait_for_turn(&tab));
    let made = moves_made(&tab);
    tab.reload();
    assert!(wait_for_turn(&tab));
    assert_eq!(moves_made(&tab), made);
    click_a_move(&tab, &mut chooser);
    // After coming back from the list of games, a person still has the seat: the browser keeps its key.
    tab.goto(&world.server.url("/"));
    tab.click(".mine a");
    assert!(wait_for_turn(&tab));
    assert!(moves_made(&tab) > made);
    tab.close();
}

fn killed(world: &mut World) {
    let seats = json!([{ "kind": "human" }, { "kind": "agent", "agent": "random" }, { "kind": "agent", "agent": "random" }]);
    let table = world.server.table(&json!({ "game": "chexers", "seed": 6, "seats": seats }));
    let mut tab = world.tab(DESK);
    tab.forgiving = true;
    tab.goto(&world.server.url(&table.seat(0)));
    let mut chooser = Chooser::new(2);
    assert!(wait_for_turn(&tab));
    click_a_move(&tab, &mut chooser);
    assert!(wait_for_turn(&tab));
    let made = moves_made(&tab);
    world.server.kill();
    tab.wait_notice("connection is lost");
    world.server.restart();
    tab.wait_notice("Connected again");
    assert!(wait_for_turn(&tab));
    assert_eq!(moves_made(&tab), made);
    click_a_move(&tab, &mut chooser);
    assert!(wait_for_turn(&tab));
    assert!(moves_made(&tab) >= made + 3, "the agents go on, too");
    tab.close();
}

fn reader(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "random" });
    let table = world
        .server
        .table(&json!({ "game": "tuc-chess", "seed": 6, "seats": [agent, agent], "speed": 0 }));
    let mut tab = world.tab(DESK);
    tab.forgiving = true;
    tab.goto(&world.server.url(&table.watch()));
    tab.wait_seen(".result");
    let count = moves_made(&tab);
    let place = format!(
        "((e) => `${{e.value}} of ${{e.max}}`)(document.querySelector('.slider')) === '3 of {count}'"
    );
    tab.click(".move-list [data-event='3']");
    tab.wait_for(&place);
    world.server.kill();
    tab.wait_for("document.querySelector('.table').matches('.offline')");
    world.server.restart();
    tab.wait_for("!document.querySelector('.table').matches('.offline')");
    tab.wait_for(&place);
    assert_eq!(
        tab.eval("document.querySelector('.move-list [aria-current]').dataset.event"),
        json!("3")
    );
    tab.key("End");
    tab.wait_for(&format!("((e) => `${{e.value}} of ${{e.max}}`)(document.querySelector('.slider')) === '{count} of {count}'"));
    tab.close();
}

fn two_browsers(world: &mut World) {
    let (white, black) = (world.tab(DESK), world.tab(DESK));
    white.goto(&world.server.url("/new?game=tuc-chess"));
    white.wait_seen(".seat-row");
    white.choose("select[aria-label='Who plays Black']", "friend");
    white.eval("document.querySelector('input[placeholder=any]').value = '8'");
    white.press("Start the game");
    white.wait_for("document.querySelector('.players')?.innerText.includes('not here')");
    // The other one gets the link that the page shows.
    let link = white.eval("document.querySelector('.invitations input').value");
    black.goto(link.as_str().unwrap_or_default());
    white.wait_for("document.querySelector('.cell') && !document.querySelector('.players').innerText.includes('not here')");
    let mut chooser = Chooser::new(3);
    for _ in 0..3 {
        for tab in [&white, &black] {
            assert!(wait_for_turn(tab));
            click_a_move(tab, &mut chooser);
        }
    }
    assert!(wait_for_turn(&white));
    black.wait_for(&format!(
        "document.querySelectorAll('.move-list [data-event]').length === {}",
        moves_made(&white)
    ));
    // Each sees the board from its own side.
    let first = |tab: &crate::tab::Tab| {
        tab.eval("document.querySelector('[data-cell=\"0\"]').getBoundingClientRect().top").as_f64()
    };
    assert!(first(&white) < first(&black), "row 0 is far from White and near to Black");
    white.close();
    black.close();
}

fn wrong_origin(world: &mut World) {
    let host = &world.server.host;
    let seats = json!([{ "kind": "human" }, { "kind": "human" }]);
    let table = world.server.table(&json!({ "game": "tuc-chess", "seats": seats }));
    let address = format!("ws://{host}/api/tables/{}/live", table.id);
    let mut request = address.into_client_request().expect("a request");
    let origin = HeaderValue::from_static("http://elsewhere.example");
    request.headers_mut().insert("origin", origin);
    match connect(request) {
        Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 403),
        other => panic!("a stranger's page was let in: {other:?}"),
    }
    let body = r#"{"game":"chexers","seats":[]}"#;
    let foreign = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {host}\r\norigin: http://elsewhere.example\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    assert_eq!(world.server.request(&foreign).0, 403);
    let renamed = "GET /api/games HTTP/1.1\r\nhost: elsewhere.example\r\nconnection: close\r\n\r\n";
    let (status, _) = world.server.request(renamed);
    assert!((400..500).contains(&status), "a wrong Host was answered with {status}");
}

fn markup(world: &mut World) {
    let evil = "<img src=x onerror=alert(1)>";
    let coded = "%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E";
    let seats = json!([{ "kind": "human", "name": evil }, { "kind": "human", "name": evil }]);
    let table = world.server.table(&json!({ "game": "tuc-chess", "seed": 4, "seats": seats }));
    let mut tab = world.tab(DESK);
    for status in [400, 404] {
        tab.forgive_status(status);
    }
    // Names that nothing has are refused upgrades on the console, too.
    tab.forgiving = true;
    let said = "document.body.innerText + [...document.querySelectorAll('textarea')].map((e) => e.value).join()";
    for (path, shows) in [
        (table.watch(), true),
        (format!("/analyse?game=tuc-chess&position={coded}"), true),
        (format!("/new?game=tuc-chess&variant={coded}&position={coded}"), true),
        (format!("/game/{coded}"), false),
        (format!("/runs/{coded}"), true),
        (format!("/learn/tuc-chess/{coded}"), true),
        (format!("/learn/{coded}"), true),
    ] {
        tab.goto(&world.server.url(&path));
        if shows {
            tab.wait_for(&format!("({said}).includes({})", json!(evil)));
        } else {
            tab.wait_for("document.querySelector('h1').innerText === 'No such game'");
        }
        assert_eq!(tab.eval("document.querySelectorAll('img[src=x]').length"), json!(0), "{path}");
    }
    let path = format!("/api/tables/{}/file", table.id);
    let url = world.server.save(&path, "evil.html");
    tab.call("Page.navigate", json!({ "url": url }));
    tab.wait_for(&format!("document.querySelector('#about').innerText.includes({})", json!(evil)));
    assert_eq!(tab.eval("document.querySelectorAll('img').length"), json!(0));
    tab.close();
}

fn oversized(world: &mut World) {
    let host = &world.server.host;
    let seats = json!([{ "kind": "human" }, { "kind": "agent", "agent": "random" }]);
    let table = world.server.table(&json!({ "game": "tuc-chess", "seed": 4, "seats": seats }));
    let mut request = format!("ws://{host}/api/tables/{}/live", table.id)
        .into_client_request()
        .expect("a request");
    let origin = HeaderValue::from_str(&format!("http://{host}")).expect("an origin");
    request.headers_mut().insert("origin", origin);
    let (mut socket, _) = connect(request).expect("a spectator is let in");
    // Part of it may still be on its way when the server closes.
    let _ = socket.send(Message::text("x".repeat(1 << 20)));
    let closed = (0..50).any(|_| !matches!(socket.read(), Ok(message) if !message.is_close()));
    assert!(closed, "the connection stays open");
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    click_a_move(&tab, &mut Chooser::new(4));
    tab.close();
}
