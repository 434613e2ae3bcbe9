//! A player of ours in a seat of a game that is played elsewhere.

use ludarium_arena::{Failure, Player, TimeControl};
use ludarium_bridge::door::{Entrant, Manner, Seated};
use ludarium_game::{Budget, Decision, Fault, Game, Rng, Seat, Seed, Tabletop, Turn};
use ludarium_tuc_chess::rules::{Move, TucChess};

fn start() -> TucChess {
    let rules = TucChess::rules(&ludarium_game::Spec::named("2021")).unwrap();
    TucChess::start(&rules, &mut Rng::new(Seed(1)))
}

fn seated(text: &str) -> Seated<TucChess> {
    let manner = Manner {
        control: TimeControl::None,
        budget: Budget::default(),
        seed: Seed(1),
    };
    let entrant = Entrant::new(text, "2021", None).unwrap();
    let player = entrant.player(manner.control, manner.seed);
    Seated::new(player, Seat(0), &manner)
}

#[test]
fn a_seated_player_follows_events_and_jumps() {
    let mut seated = seated("greedy");
    let mut position = start();
    seated.inform(&[], &position);
    let step = seated.choose().unwrap().mv;
    position.play(step);
    assert_eq!(position.turn(), Turn::Chance);
    let outcome = position.parse_move("99").unwrap();
    position.play(outcome);
    seated.inform(&[step, outcome], &position);
    // A jump: these events do not lead there.
    seated.inform(&[step], &start());
    assert!(seated.choose().is_ok());
}

#[test]
fn unknown_agents_are_refused() {
    let error = Entrant::<TucChess>::new("gredy", "2021", None)
        .err()
        .unwrap();
    assert!(error.to_string().contains("greedy"), "{error}");
}

/// Answers with a move that no position allows.
struct Cheat;

impl Player<TucChess> for Cheat {
    fn choose(&mut self, _: &TucChess, _: &Budget, _: &mut Rng) -> Result<Decision<Move>, Failure> {
        Ok(Decision::plain(Move::outcome(None, None)))
    }

    fn begin(&mut self, _: &TucChess, _: Seat) -> Result<(), Failure> {
        Ok(())
    }

    fn observe(&mut self, _: &TucChess, _: Move) -> Result<(), Failure> {
        Ok(())
    }
}

#[test]
fn a_cheat_is_not_asked_again() {
    let manner = Manner {
        control: TimeControl::None,
        budget: Budget::default(),
        seed: Seed(1),
    };
    let mut seated = Seated::new(Box::new(Cheat), Seat(0), &manner);
    seated.inform(&[], &start());
    let first = seated.choose().unwrap_err();
    assert_eq!(first.fault, Fault::Illegal);
    assert_eq!(seated.choose().unwrap_err(), first);
}
