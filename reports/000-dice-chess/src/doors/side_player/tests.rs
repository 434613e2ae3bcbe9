//! SidePlayers with players that write down what they are told.

use std::sync::{Arc, Mutex};

use ludarium_game::{Decision, Fault, Seat, Seed};

use super::*;
use ludarium_bridge::testing::entrant;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Plays the first move, and writes down what it is told.
struct Listener(Arc<Mutex<Vec<String>>>);

impl Player<ThreeDice> for Listener {
    fn choose(
        &mut self,
        position: &ThreeDice,
        _budget: &Budget,
        _rng: &mut Rng,
    ) -> Result<Decision<Move>, Failure> {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        Ok(Decision::plain(moves[0]))
    }

    fn begin(&mut self, _position: &ThreeDice, seat: Seat) -> Result<(), Failure> {
        self.0.lock().unwrap().push(format!("begin {}", seat.0));
        Ok(())
    }

    fn observe(&mut self, before: &ThreeDice, mv: Move) -> Result<(), Failure> {
        self.0.lock().unwrap().push(before.describe_move(mv));
        Ok(())
    }
}

/// Fails whenever it is asked.
struct Failing;

impl Player<ThreeDice> for Failing {
    fn choose(
        &mut self,
        _: &ThreeDice,
        _: &Budget,
        _: &mut Rng,
    ) -> Result<Decision<Move>, Failure> {
        Err(Failure::new(Fault::Failed, "no idea"))
    }

    fn begin(&mut self, _: &ThreeDice, _: Seat) -> Result<(), Failure> {
        Ok(())
    }

    fn observe(&mut self, _: &ThreeDice, _: Move) -> Result<(), Failure> {
        Ok(())
    }
}

fn side_player(player: impl Player<ThreeDice> + 'static) -> SidePlayer {
    let rng = Rng::new(Seed(1));
    SidePlayer::new(SeatColour::White, Box::new(player), Budget::default(), rng)
}

fn rolled(v: u64, seat: SeatColour, dfen: &str) -> GameEvent {
    GameEvent::DiceRolled { v, seat, dfen: dfen.to_owned(), clocks: None }
}

/// The event of a turn, and the position after it.
fn played(dfen: &str, moves: &[&str]) -> (GameEvent, String) {
    let mut position = read(dfen).unwrap_or_else(|_| panic!("{dfen}"));
    for text in moves {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
    }
    let fen_after = position.describe();
    let event = GameEvent::TurnPlayed {
        moves: moves.iter().map(ToString::to_string).collect(),
        fen_after: fen_after.clone(),
    };
    (event, fen_after)
}

#[test]
fn the_player_is_told_every_roll_and_move_once() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let mut player = side_player(Listener(heard.clone()));
    player.set_position(START).unwrap_or_else(|_| panic!("the start is a position"));
    let first = format!("{START} PNN");
    let Reply::Play(moves) = player.hear(&rolled(1, SeatColour::White, &first)) else {
        panic!("White has moves");
    };
    let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
    let (turn, after) = played(&first, &texts);
    assert_eq!(player.hear(&turn), Reply::Wait);
    let second = format!("{after} ppp");
    assert_eq!(player.hear(&rolled(3, SeatColour::Black, &second)), Reply::Wait);
    let (turn, _) = played(&second, &["e7e5", "d7d5", "c7c5"]);
    assert_eq!(player.hear(&turn), Reply::Wait);
    let mut expected = vec!["begin 0".to_owned(), "PNN".to_owned()];
    expected.extend(moves);
    expected.extend(["ppp", "e7e5", "d7d5", "c7c5"].map(str::to_owned));
    assert_eq!(*heard.lock().unwrap(), expected);
}

#[test]
fn a_player_that_missed_something_begins_anew() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let mut player = side_player(Listener(heard.clone()));
    player.hear(&rolled(1, SeatColour::Black, &format!("{START} PNN")));
    let elsewhere = "4k3/8/8/8/8/8/8/4K3 w - - 0 9 KKK";
    assert!(matches!(player.hear(&rolled(7, SeatColour::White, elsewhere)), Reply::Play(_)));
    let begun = heard.lock().unwrap().iter().filter(|text| *text == "begin 0").count();
    assert_eq!(begun, 2);
}

#[test]
fn a_roll_that_is_sent_twice_gets_the_same_answer() {
    let random = entrant("random", VARIANT).player(TimeControl::None, Seed(7));
    let rng = Rng::new(Seed(7));
    let mut player = SidePlayer::new(SeatColour::White, random, Budget::default(), rng);
    let roll = rolled(5, SeatColour::White, &format!("{START} PPN"));
    let first = player.hear(&roll);
    assert!(matches!(first, Reply::Play(_)));
    for _ in 0..5 {
        assert_eq!(player.hear(&roll), first);
    }
}

#[test]
fn failures_and_strange_positions_are_told_apart() {
    let mut failing = side_player(Failing);
    let Reply::Resign(reason) =
        failing.hear(&rolled(1, SeatColour::White, &format!("{START} PNN")))
    else {
        panic!("the agent failed");
    };
    assert!(reason.contains("no idea"));
    let mut other = side_player(Failing);
    let strange = rolled(1, SeatColour::White, "strange");
    assert!(matches!(other.hear(&strange), Reply::Improvise(_)));
    assert_eq!(other.hear(&rolled(2, SeatColour::Black, "strange")), Reply::Wait);
}

#[test]
fn a_roll_without_moves_needs_no_answer() {
    let mut player = side_player(Failing);
    let roll = rolled(1, SeatColour::White, &format!("{START} BRQ"));
    assert_eq!(player.hear(&roll), Reply::Wait);
}

#[test]
fn a_turn_takes_a_part_of_the_clock() {
    let seconds = |seconds| Some(Duration::from_secs(seconds));
    let allowed = |control: &PlatformClock, left| clock(control, left).allowance();
    let fischer = PlatformClock::Fischer { initial_seconds: 300, increment_seconds: 3 };
    assert!(allowed(&fischer, seconds(300)) < seconds(20));
    assert!(allowed(&fischer, seconds(1)) < seconds(1));
    let each = PlatformClock::PerMove { seconds_per_move: 10 };
    assert!(allowed(&each, seconds(10)) < seconds(9));
    assert!(allowed(&each, seconds(0)).is_some_and(|time| !time.is_zero()));
    assert_eq!(allowed(&PlatformClock::default(), None), None);
}
