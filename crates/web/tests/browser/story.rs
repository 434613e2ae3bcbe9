//! The end of a game and its story: the moment, the review, the film, other dice, the day's place.

use serde_json::json;

use crate::player::{Chooser, click_a_move, duel, moves_made, resign, wait_for_turn};
use crate::tab::{DESK, PHONE, Screen, Tab};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("a_game_is_reviewed_with_luck_beside_skill", reviewed),
    ("a_recorded_game_is_reviewed_and_the_review_kept", recorded),
    ("the_end_of_a_game_is_a_moment_for_those_who_want_things_to_move", moment),
    ("a_story_plays_as_a_film_that_can_be_stopped_and_kept", film),
    ("from_a_turning_point_the_game_is_played_on_with_other_dice", other_dice),
    ("a_challenge_of_the_day_ends_with_a_place_among_others", day),
    ("a_story_fits_a_phone_and_brings_the_board_into_view", on_a_phone),
    ("the_first_view_is_set_in_its_own_type", typeface),
];

const DONE: &str = "document.querySelectorAll('.review .balance li').length === 2";

/// A finished game of two agents whose dice and mistakes are known; the page that shows its story.
fn told(world: &World, screen: Screen) -> Tab {
    let seats = json!([{ "kind": "agent", "agent": "mcts:iterations=20" }, { "kind": "agent", "agent": "one-ply" }]);
    // Few pieces, so that it is soon reviewed also on a busy machine.
    let order = json!({ "game": "dice-chess", "position": "r2qk3/4p3/8/8/8/8/3PP3/R2QK3 w - - 0 1", "seed": 5, "speed": 0, "seats": seats });
    let table = world.server.table(&order);
    let tab = world.tab(screen);
    tab.goto(&world.server.url(&table.watch()));
    tab.wait_seen(".result");
    tab.press("Review");
    tab.wait_for(DONE);
    tab
}

fn reviewed(world: &mut World) {
    let table = world.server.table(&duel("dice-chess", 5));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    let mut chooser = Chooser::new(8);
    for _ in 0..2 {
        assert!(wait_for_turn(&tab));
        click_a_move(&tab, &mut chooser);
    }
    assert!(wait_for_turn(&tab));
    assert_eq!(tab.eval("document.querySelector('.review').hidden"), json!(true));
    resign(&tab);
    // Who has played sees the story at once, without asking for it.
    tab.wait_for(DONE);
    tab.wait_for("document.querySelectorAll('.landscape .band').length === 2");
    assert!(tab.text(".verdict").starts_with("You lost"), "{}", tab.text(".verdict"));
    assert!(tab.text(".review .balance").contains("accuracy"));
    // Start, dice and mistakes add up to the result, and nothing is more than a whole game.
    let sums = tab.eval("[...document.querySelectorAll('.sum-line')].map((e) => e.innerText)");
    for (sum, result) in sums.as_array().expect("two lines").iter().zip([0, 100]) {
        let sum = sum.as_str().expect("a line");
        assert!(sum.ends_with(&format!("= {result} %")), "{sum}");
        let told = sum.split(" = ").next().expect("shares").replace('\u{2009}', "");
        let shares = told.split(' ').filter_map(|word| word.replace('−', "-").parse::<i32>().ok());
        let shares: Vec<i32> = shares.collect();
        assert!(shares.len() > 1 && shares.iter().all(|share| share.abs() <= 100), "{sum}");
        assert_eq!(shares.iter().sum::<i32>(), result, "{sum}");
    }
    // A turning point is a board, and leads to its position.
    let turns = tab.eval("document.querySelectorAll('.turning > li').length").as_u64();
    assert!(turns <= Some(3));
    if turns > Some(0) {
        tab.wait_for("document.querySelectorAll('.turning-board .board-svg').length === document.querySelectorAll('.turning > li').length");
        let shown = tab.eval("document.querySelector('.slider').value");
        tab.click(".turning .turning-picture");
        tab.wait_for(&format!("document.querySelector('.slider').value !== {shown}"));
    }
    // The review is kept with the game.
    tab.reload();
    tab.wait_for(DONE);
    tab.close();
}

fn recorded(world: &mut World) {
    drop(crate::runs::make(&world.server.runs(), "reviewed"));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/runs/reviewed/1"));
    tab.wait_seen(".result");
    tab.press("Review");
    tab.wait_for(DONE);
    let accuracy = "[...document.querySelectorAll('.review .balance li')].map((e) => Number(/accuracy (\\d+)/.exec(e.innerText)[1]))";
    let accuracy = tab.eval(accuracy);
    for value in accuracy.as_array().expect("two figures") {
        assert!(value.as_u64().is_some_and(|value| value <= 100), "{accuracy}");
    }
    tab.reload();
    tab.wait_for(DONE);
    tab.close();
}

fn moment(world: &mut World) {
    for moving in [true, false] {
        let table = world.server.table(&duel("dice-chess", 6));
        let tab = world.tab(Screen { moving, ..DESK });
        tab.goto(&world.server.url(&table.seat(0)));
        assert!(wait_for_turn(&tab));
        tab.eval("window.moments = []; new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((e) => e.classList?.contains('moment') && moments.push([e.className, e.innerText])))).observe(document.body, { childList: true, subtree: true })");
        resign(&tab);
        let seen = if moving { json!([["moment consolation", "You lost"]]) } else { json!([]) };
        tab.wait_for("document.querySelector('.result').dataset.mood === 'consolation'");
        tab.wait_for(&format!("JSON.stringify(moments) === {}", json!(seen.to_string())));
        // It is short.
        tab.wait_for("!document.querySelector('.moment')");
        tab.close();
    }
}

fn film(world: &mut World) {
    let tab = told(world, Screen { moving: true, ..DESK });
    let shown = "document.querySelector('.slider').value";
    let end = tab.eval("document.querySelector('.slider').max");
    // A board that moves may still be on its way there.
    tab.wait_for(&format!("{shown} === {end}"));
    tab.press("▶ Luck film");
    tab.wait_for(&format!("{shown} !== {end}"));
    tab.wait_for("document.querySelector('.film-caption')?.checkVisibility() && document.querySelector('.film-caption').innerText.startsWith('Dice Chess: ')");
    tab.wait_for(&format!("Number({shown}) > 2"));
    tab.press("■ Stop");
    tab.wait_for("!document.querySelector('.review.showing')");
    let stopped = tab.eval(shown);
    assert_ne!(stopped, end);
    // Somebody who steps ends the film, too.
    tab.press("▶ Luck film");
    tab.wait_for(&format!("Number({shown}) > 1"));
    tab.click(".steps button:nth-child(4)");
    tab.wait_for("!document.querySelector('.review.showing')");
    tab.wait_for(&format!("{shown} === {end}"));
    // As a file it has the names.
    let file = tab.eval("document.querySelector('.film-actions a').download");
    assert_eq!(file, json!("dice-chess-otto-paz.gif"));
    let kind = "fetch(document.querySelector('.film-actions a').href).then(async (answer) => [answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 6)])";
    assert_eq!(tab.eval(kind), json!([200, "image/gif", "GIF89a"]));
    // The link opens the film.
    let address = tab.eval("location.pathname");
    tab.goto(&world.server.url(&format!("{}?film", address.as_str().expect("a path"))));
    tab.wait_for("document.querySelector('.review.showing')");
    tab.close();
}

fn other_dice(world: &mut World) {
    let tab = told(world, DESK);
    tab.wait_for("document.querySelectorAll('.turning-board .board-svg').length > 0");
    let tones =
        "[...document.querySelectorAll('.turning-board')][0].querySelectorAll('.piece').length";
    let pieces = tab.eval(tones);
    tab.click(".turning button.small");
    tab.wait_for(
        "document.querySelector('.what-if .fan') && !document.querySelector('.what-if progress')",
    );
    let words = tab.eval("document.querySelector('.fan').getAttribute('aria-label')");
    let words = words.as_str().expect("words");
    let games = words.split([' ', ',']).filter_map(|word| word.parse::<u64>().ok()).sum::<u64>();
    assert!(games > 0 && games <= 200, "{words}");
    assert!(tab.text(".what-if-words").contains(&format!(" of {games}")), "{words}");
    let lines = "[...document.querySelectorAll('.fan-line')].map((e) => e.getAttribute('d').split('M').length - 1).reduce((a, b) => a + b)";
    assert_eq!(tab.eval(lines).as_u64(), Some(games));
    // The same question has the same answer.
    tab.reload();
    tab.wait_for(DONE);
    tab.click(".turning button.small");
    tab.wait_for(&format!(
        "document.querySelector('.fan')?.getAttribute('aria-label') === {}",
        json!(words)
    ));
    let seed = tab.eval("fetch(location.pathname.replace('/game/', '/api/tables/')).then((one) => one.json()).then(({ seed }) => seed)");
    let address = tab.eval("location.pathname");
    tab.press("Take over here with other dice");
    tab.wait_for(&format!("location.pathname !== {address}"));
    // Other dice may end so small a game before the viewer has a turn.
    wait_for_turn(&tab);
    let taken = tab.eval("fetch(location.pathname.replace('/game/', '/api/tables/')).then((one) => one.json()).then(({ seed, seats, log }) => ({ seed, people: seats.filter(({ kind }) => kind === 'human').length, made: log.filter(({ by }) => by !== null).length }))");
    assert_ne!(taken["seed"], seed);
    assert_eq!(taken["people"], json!(1));
    if taken["made"] == json!(0) {
        assert_eq!(tab.eval("document.querySelectorAll('.stage .piece').length"), pieces);
    }
    tab.close();
}

fn day(world: &mut World) {
    // Two people play the position of the day: the second sees the first one's way.
    let mut places = Vec::new();
    for name in ["Cy", "Di"] {
        let made = world.server.post("/api/daily", &json!({ "kind": "position", "name": name }));
        let key = made["keys"].as_array().expect("keys").iter().find_map(|key| key.as_str());
        let (id, key) = (made["id"].as_str().expect("an id"), key.expect("a key"));
        let tab = world.tab(DESK);
        tab.goto(&world.server.url(&format!("/game/{id}?key={key}")));
        // Any game has its turn: its first two moves are typed.
        for _ in 0..2 {
            if wait_for_turn(&tab) {
                let made = moves_made(&tab);
                tab.eval("(() => { const box = document.querySelector('.move-entry'); const field = box.querySelector('input'); field.value = box.querySelector('option').value; field.closest('form').requestSubmit(); })()");
                tab.wait_for(&format!("document.querySelectorAll('.move-list [data-event]').length > {made} || document.querySelector('.result:not([hidden])')"));
            }
        }
        if wait_for_turn(&tab) {
            resign(&tab);
        }
        tab.wait_seen(".place-line");
        places.push(tab.text(".place-line"));
        assert!(tab.text(".day-scores .own").contains(name));
        let later = tab.text(".day-end");
        assert!(later.contains("The next one comes at") && later.contains(" min."), "{later}");
        if name == "Di" {
            assert!(tab.text(".day-scores").contains("Cy"));
            tab.wait_for("document.querySelectorAll('.ghost').length >= 2 && document.querySelectorAll('.ghost.own').length === 1");
        }
        tab.close();
    }
    assert!(places.iter().all(|place| place.starts_with("Place ")), "{places:?}");
}

fn on_a_phone(world: &mut World) {
    let tab = told(world, PHONE);
    tab.wait_for("document.querySelectorAll('.turning-board .board-svg').length > 0");
    assert_eq!(tab.eval("document.documentElement.scrollWidth"), json!(PHONE.width));
    // Whose chances the bars are is said: a review may judge otherwise.
    assert_eq!(tab.text(".belief"), "Bars: what the players themselves believe.");
    tab.eval("document.querySelector('.turning').scrollIntoView({ block: 'end' })");
    tab.wait_for("document.querySelector('.stage .board').getBoundingClientRect().bottom < 0");
    tab.click(".turning .turning-picture");
    tab.wait_for("(({ top, bottom }) => top > -1 && bottom < innerHeight + 1)(document.querySelector('.stage .board').getBoundingClientRect())");
    tab.close();
}

fn typeface(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    // It is fetched with the page, not after everything else: nothing is set anew before the reader's eyes.
    tab.wait_for("[...document.fonts].some(({ family, status }) => family.includes('Ludarium') && status === 'loaded')");
    let asked = "performance.getEntriesByType('resource').findIndex(({ name }) => name.includes('type.woff2'))";
    assert!(tab.eval(asked).as_i64().is_some_and(|place| (0..3).contains(&place)));
    for text in ["h1", ".hero-text p", ".hero-players"] {
        let family =
            format!("getComputedStyle(document.querySelector('{text}')).fontFamily.split(',')[0]");
        assert!(tab.eval(&family).as_str().is_some_and(|name| name.contains("Ludarium")), "{text}");
    }
    tab.close();
}
