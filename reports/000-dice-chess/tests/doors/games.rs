//! Whole games at a small platform, which plays Black at random.

use std::sync::{Arc, Mutex};

use ludarium_arena::Interrupt;
use ludarium_dice_chess::rules::{Move, ThreeDice};
use ludarium_game::{Game, MoveList, Rng, Seat, Seed, Spec, Tabletop, Turn};
use ludarium_report_000::doors::message::WinOrDraw;
use ludarium_report_000::doors::{FinishedGame, VARIANT, Visit, VisitEvent, visit};
use serde_json::{Value, json};

use crate::fake::{Fake, Say};
use crate::support::{challenger, guest, news_of};

/// One game after the other, each begun by a challenge. Its streams end after each roll.
struct Table {
    position: ThreeDice,
    rng: Rng,
    /// The number of the game.
    number: u32,
    /// Whether a challenge was accepted and its game is not over.
    playing: bool,
    /// Events of the game.
    version: u64,
    /// Turns that the client played, in all games.
    turns: u32,
    resigned: bool,
}

impl Table {
    fn new() -> Table {
        let mut rng = Rng::new(Seed(5));
        Table {
            position: start(&mut rng),
            rng,
            number: 0,
            playing: false,
            version: 0,
            turns: 0,
            resigned: false,
        }
    }

    fn begin(&mut self) {
        self.position = start(&mut self.rng);
        self.number += 1;
        self.playing = true;
        self.version = 0;
        self.go_on();
    }

    /// Rolls and moves until White has a choice, or the game is over.
    fn go_on(&mut self) {
        let mut moves = MoveList::new();
        loop {
            let mv = match self.position.turn() {
                Turn::Over => return,
                Turn::Chance => self.position.roll(&mut self.rng),
                Turn::Seat(seat) => {
                    self.position.moves(&mut moves);
                    if seat == Seat(0) && *moves != [Move::PASS] {
                        return;
                    }
                    self.position.pick(&mut self.rng, &mut moves)
                }
            };
            self.position.play(mv);
            self.version += 1;
        }
    }

    /// Plays White's turn, if all of it is legal.
    fn play(&mut self, body: &str) -> bool {
        let offer: Value = serde_json::from_str(body).unwrap();
        let mut after = self.position;
        for text in offer["moves"].as_array().unwrap() {
            match after.parse_move(text.as_str().unwrap()) {
                Ok(mv) => after.play(mv),
                Err(_) => return false,
            }
        }
        if after.turn() == Turn::Seat(Seat(0)) {
            return false;
        }
        self.position = after;
        self.version += 1;
        self.turns += 1;
        self.go_on();
        true
    }

    fn is_over(&self) -> bool {
        self.position.turn() == Turn::Over
    }

    fn over(&self) -> Value {
        let result = match self.position.scores().of(Seat(0)).0 {
            1.0 => json!({ "Win": { "side": "White" } }),
            0.0 => json!({ "Win": { "side": "Black" } }),
            _ => json!({ "Draw": {} }),
        };
        json!({ "result": result, "termination": "KingCaptured" })
    }

    fn state(&self) -> Value {
        let status = if self.is_over() {
            json!({ "Ended": { "over": self.over() } })
        } else {
            json!({ "Active": {} })
        };
        json!({
            "version": self.version, "dfen": self.position.describe(), "activeSeat": "White",
            "dicePending": !self.is_over(), "status": status, "clocks": null,
        })
    }

    fn answer(&mut self, call: &str, body: &str) -> Option<Say> {
        let id = format!("g-{}", self.number);
        let games = format!("GET /games/{id}");
        let stream = format!("GET /bot/game/stream/{id}");
        let moves = format!("POST /bot/game/{id}/move");
        let resign = format!("POST /bot/game/{id}/resign");
        let said = match call {
            "POST /bot/anon?name=tester" => {
                json!({ "token": "t", "team": "anon", "name": "tester", "id": "x" })
            }
            "GET /bot/games" => {
                let game = json!({
                    "gameId": id, "seat": "White", "activeSeat": "White", "dicePending": true,
                    "clocks": null, "version": self.version,
                });
                json!({ "games": if self.playing { vec![game] } else { Vec::new() } })
            }
            "GET /bot/challenges" => {
                let challenger = json!({ "Bot": { "team": "acme", "name": "rival" } });
                json!({ "in": [{ "id": "c-1", "challenger": challenger, "target": null }], "out": [] })
            }
            "POST /bot/challenge" | "POST /bot/challenge/c-1/accept" => {
                self.begin();
                json!({ "gameId": format!("g-{}", self.number) })
            }
            _ if call == games => self.state(),
            _ if call == stream => {
                self.playing &= !self.is_over();
                let snapshot = json!({ "Snapshot": { "v": self.version, "state": self.state() } });
                return Some(Say::new(200, format!("{snapshot}\n")));
            }
            _ if call == moves => {
                if self.play(body) {
                    json!({ "applied": true, "version": self.version, "reason": null })
                } else {
                    json!({ "applied": false, "version": null, "reason": "illegal turn" })
                }
            }
            _ if call == resign => {
                self.resigned = true;
                Value::Null
            }
            _ => return Some(Say::new(404, "")),
        };
        Some(Say::new(200, said.to_string()))
    }
}

fn start(rng: &mut Rng) -> ThreeDice {
    let rules = ThreeDice::rules(&Spec::named(VARIANT)).unwrap();
    ThreeDice::start(&rules, rng)
}

fn open() -> (Fake, Arc<Mutex<Table>>) {
    let table = Arc::new(Mutex::new(Table::new()));
    let asked = table.clone();
    let fake = Fake::open(move |call, body| asked.lock().unwrap().answer(call, body));
    (fake, table)
}

fn finished(news: &[VisitEvent]) -> Vec<&FinishedGame> {
    let finished = news.iter().filter_map(|news| match news {
        VisitEvent::Finished(game) => Some(game),
        _ => None,
    });
    finished.collect()
}

#[test]
fn challenges_are_accepted_and_their_games_played_to_the_end() {
    let (fake, table) = open();
    let order = Visit { games: Some(3), ..guest(fake.url()) };
    let news = news_of(&order);
    let games = finished(&news);
    assert_eq!(games.len(), 3, "{news:?}");
    let table = table.lock().unwrap();
    let turns: u32 = games.iter().map(|game| game.turns).sum();
    assert_eq!(turns, table.turns);
    let played = news.iter().filter(|news| matches!(news, VisitEvent::Played { .. }));
    assert_eq!(played.count() as u32, turns);
    let last = games[2].over.as_ref().map(|over| over.result);
    let result: WinOrDraw = serde_json::from_value(table.over()["result"].clone()).unwrap();
    assert_eq!(last, Some(result));
    let strange = |news: &VisitEvent| match news {
        VisitEvent::Lost { .. } => true,
        VisitEvent::Note { text, .. } => text.contains("rules differ"),
        _ => false,
    };
    assert!(!news.iter().any(strange), "{news:?}");
}

#[test]
fn asked_to_finish_a_client_plays_its_game_to_the_end() {
    let (fake, _) = open();
    let interrupt = Interrupt::new();
    let order = Visit { games: None, ..guest(fake.url()) };
    let mut ended = 0;
    visit(&order, &interrupt, &mut |news| match news {
        VisitEvent::Played { .. } => interrupt.finish(),
        VisitEvent::Finished(_) => ended += 1,
        _ => {}
    })
    .unwrap();
    assert_eq!(ended, 1);
}

#[test]
fn an_interrupted_guest_gives_up_at_once() {
    let (fake, table) = open();
    let interrupt = Interrupt::new();
    visit(&challenger(fake.url()), &interrupt, &mut |news| {
        if matches!(news, VisitEvent::Started { .. }) {
            interrupt.now();
        }
    })
    .unwrap();
    assert!(table.lock().unwrap().resigned);
}
